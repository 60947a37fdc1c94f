"""What `carrom serve` can be told, and from where: the command line, the environment, a file, in this order."""

import argparse
import difflib
import ipaddress
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from carrom.cli.server.play import engine_of, port
from carrom.errors import RefusedRequest, SetupError
from carrom.observability.logging_setup import FORMS
from carrom.server.common.rate_limit import RateLimit, ServerLimits
from carrom.server.http.security import host_name


class Option(NamedTuple):
    """One thing that can be told."""

    name: str
    """As the command line has it without its dashes; the file has the same key."""
    metavar: str
    help: str
    read: Callable[[str], Any]
    """Returns its value; raises `argparse.ArgumentTypeError` with what was expected."""
    standard: Any
    told: str
    """The standard value in words."""
    many: bool = False
    spaced: bool = True
    """Whether its variable may hold several, with spaces or commas between them."""
    check: Callable[[str], None] = lambda said: None
    """Raises `argparse.ArgumentTypeError` for one of several that is none, with what was expected."""

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"CARROM_{self.name.upper().replace('-', '_')}"


def count(text: str) -> int:
    """Return a number of things, at least one."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is no limit: a number from 1 to 1000000 was expected")
    return int(text)


def workers(text: str) -> int:
    """Return a number of processes, none included."""
    if not (text.isascii() and text.isdigit() and int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of workers: one from 0 to 64 was expected")
    return int(text)


def rate(text: str) -> RateLimit:
    """Return a rate: `60,20` is 60 at once, then 20 a second."""
    try:
        burst, per_second = (float(word) for word in text.split(","))
        if not (1 <= burst <= 1e6 and 0 < per_second <= 1e6):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no rate: so many at once, a comma, and so many a second were expected, as in 60,20"
        ) from None
    return RateLimit(burst, per_second)


def seconds(text: str) -> float:
    """Return a time in seconds, at most ten minutes."""
    try:
        found = float(text)
        if not 0 <= found <= 600:
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: seconds from 0 to 600 were expected") from None
    return found


def form(text: str) -> str:
    """Return a form of logging."""
    if text not in FORMS:
        raise argparse.ArgumentTypeError(f"{text!r} is no form of logging; expected {' or '.join(FORMS)}")
    return text


def switch(text: str) -> bool:
    """Return whether something is on."""
    if text.lower() not in ("on", "off", "true", "false"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither on nor off: one of them was expected")
    return text.lower() in ("on", "true")


def word(text: str) -> str:
    """Return a name or an address that is not empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty: a word was expected")
    return text


def host_named(text: str) -> None:
    """Let a name pass that browsers can call a server by."""
    if host_name(text) != text.lower().rstrip(".") or not text.isascii():
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is no host name: one without scheme, port and path was expected, as in carrom.example.org"
        )


def network(text: str) -> None:
    """Let a network pass, or an address."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is no network: one was expected, or an address, as in 10.0.0.0/8 or 127.0.0.1"
        ) from None


def outsider(text: str) -> None:
    """Let an engine from outside pass."""
    try:
        engine_of(text)
    except RefusedRequest as fault:
        raise argparse.ArgumentTypeError(str(fault).rstrip(".")) from None


_STANDARD = ServerLimits()
COUNTS = {
    "connections": "websockets at once; a page that plays holds one",
    "connections_per_address": "of them from one address",
    "open_requests": "connections at once that are no websockets",
    "open_requests_per_address": "of them from one address",
    "tables": "games in memory",
    "analyses": "analyses at once, each in a process that steps back behind play",
    "streams": "streams of the HTTP API open at once for one token or address",
    "events": "events (strokes, men put down, undos) that one game may have",
}
RATES = {
    "requests": "requests of one address",
    "messages": "messages of one connection",
    "refusals": "messages of one address that cannot be followed",
    "new_games": "new games of one address",
    "api": "calls of the HTTP API by one token or address",
    "work": "seconds of computing for one address",
    "analysis": "seconds of analysis for one address",
}


def _count(name: str, what: str) -> Option:
    number = getattr(_STANDARD, name)
    dashed = name.replace("_", "-")
    return Option(name=dashed, metavar="N", help=what, read=count, standard=number, told=f"{number}")


def _rate(name: str, what: str) -> Option:
    given = getattr(_STANDARD, name)
    told = f"{given.burst:g},{given.per_second:g}"
    return Option(name=name.replace("_", "-"), metavar="RATE", help=what, read=rate, standard=given, told=told)


def _several(
    name: str, metavar: str, help: str, check: Callable[[str], None], told: str = "none", spaced: bool = True
) -> Option:
    return Option(name, metavar, f"{help}; may be given again", word, (), told, many=True, spaced=spaced, check=check)


OPTIONS = (
    Option("host", "HOST", "address to listen at", word, "127.0.0.1", "127.0.0.1"),
    Option("port", "PORT", "TCP port; 0: any", port, 8137, "8137"),
    Option("data", "FOLDER", "where games are kept", word, None, "the user's folder"),
    Option(
        "store",
        "ADDRESS",
        "a PostgreSQL database to keep games in instead, postgresql://USER@HOST/DATABASE",
        word,
        None,
        "none",
    ),
    Option(
        "bus",
        "BUS",
        "how servers on one PostgreSQL database tell each other what they do: nats://HOST, postgresql, or none",
        word,
        None,
        "postgresql, with --store",
    ),
    _several("allow-host", "NAME", "a host name that browsers may call this server by, without port", host_named),
    _several("proxy", "NETWORK", "trust X-Forwarded-For from proxies of this network, and count by it", network),
    _several(
        "engine",
        "NAME=COMMAND",
        "an opponent from outside; NAME@DEGREES=COMMAND: with another hand than 0.4°",
        outsider,
        spaced=False,
    ),
    _several("metrics", "NETWORK", "tell /metrics to this network", network, told="nobody"),
    Option(
        "accounts",
        "WORD",
        "on: people may have accounts, with the extra `accounts`; guests play as before",
        switch,
        False,
        "off",
    ),
    Option("drain", "SECONDS", "close the lines over so many seconds when told to end", seconds, 0.0, "0"),
    Option("log", "FORM", "how to log: text, or json with beginnings and ends, an object a line", form, None, "text"),
    Option(
        "trace",
        "ADDRESS",
        "tell an OpenTelemetry collector how long everything took, http://HOST:4318, with the extra `tracing`",
        word,
        None,
        "nobody",
    ),
    Option(
        "workers",
        "N",
        "processes for heavy things, started when there are some; 0: `carrom work` does them elsewhere",
        workers,
        1,
        "1",
    ),
    *(_count(name, what) for name, what in COUNTS.items()),
    *(_rate(name, what) for name, what in RATES.items()),
)


def gathered(given: Mapping[str, Any], environment: Mapping[str, str], file: str | None) -> dict[str, Any]:
    """Return the value of every option, by its name; `given` are those of the command line.

    Raises `SetupError`, naming the file or the variable and what was expected.
    """
    told = _of_file(Path(file)) if file else {}
    values = {}
    for option in OPTIONS:
        said = given.get(option.name.replace("-", "_"))
        if said is not None:
            values[option.name] = tuple(said) if option.many else said
        elif environment.get(option.variable):
            text = environment[option.variable]
            words = text.replace(",", " ").split() if option.spaced else [text]
            values[option.name] = _read(option, words if option.many else text, f"the variable {option.variable}")
        elif option.name in told:
            values[option.name] = _read(option, told[option.name], f"{file}, {option.name}")
        else:
            values[option.name] = option.standard
            continue
        for each in values[option.name] if option.many else ():
            try:
                option.check(each)
            except argparse.ArgumentTypeError as error:
                raise SetupError(f"{_where(option, said, environment, file)}: {error}.") from None
    return values


def _where(option: Option, said: Any, environment: Mapping[str, str], file: str | None) -> str:
    """Return where an option was said."""
    if said is not None:
        return f"--{option.name}"
    return f"the variable {option.variable}" if environment.get(option.variable) else f"{file}, {option.name}"


def _of_file(file: Path) -> dict[str, Any]:
    """Return what a settings file says; raises `SetupError`."""
    try:
        with file.open("rb") as content:
            found = tomllib.load(content)
    except OSError as error:
        raise SetupError(f"The settings {file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"The settings {file} are no TOML ({error}).") from error
    names = [option.name for option in OPTIONS]
    for key in found:
        if key not in names:
            near = difflib.get_close_matches(key.replace("_", "-"), names, 1)
            hint = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
            raise SetupError(f"{file}: nothing is called {key!r:.60}; {hint}")
    return found


def _read(option: Option, said: Any, where: str) -> Any:
    """Return the value of an option as a file or a variable says it; raises `SetupError`."""
    try:
        if option.many:
            if not (isinstance(said, list) and all(isinstance(each, str) for each in said)):
                example = f'{option.name} = ["{said if isinstance(said, str) else option.metavar}"]'
                raise argparse.ArgumentTypeError(f"a list of texts was expected, as in {example:.80}")
            return tuple(option.read(each) for each in said)
        if isinstance(said, list) and option.read is rate:
            said = ",".join(map(str, said))
        if isinstance(said, bool) and option.read is switch:
            said = "on" if said else "off"
        if isinstance(said, bool) or not isinstance(said, str | int | float):
            raise argparse.ArgumentTypeError(f"a text or a number was expected, as in {option.metavar}")
        return option.read(str(said))
    except argparse.ArgumentTypeError as error:
        raise SetupError(f"{where}: {error}.") from None
