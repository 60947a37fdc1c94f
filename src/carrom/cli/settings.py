"""Options of `carrom serve`: read from the command line, then environment variables, then a TOML file."""

import argparse
import difflib
import ipaddress
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from carrom.cli.play import engine_of, port
from carrom.errors import RefusedRequest, SetupError
from carrom.observability import FORMS
from carrom.server.common import RateLimit, ServerLimits
from carrom.server.http.security import host_name


class Option(NamedTuple):
    """One option."""

    name: str
    """Name on the command line without its dashes, and key in the file."""
    metavar: str
    help: str
    read: Callable[[str], Any]
    """Parses the value; raises `argparse.ArgumentTypeError` with what was expected."""
    standard: Any
    told: str
    """The default value as text."""
    many: bool = False
    spaced: bool = True
    """Whether its environment variable may hold several values, separated by spaces or commas."""
    check: Callable[[str], None] = lambda text: None
    """Raises `argparse.ArgumentTypeError` for an invalid item of a list, with what was expected."""

    @property
    def variable(self) -> str:
        """Name of its environment variable."""
        return variable_of(self.name)


def variable_of(name: str) -> str:
    """Return the environment variable of an option."""
    return f"CARROM_{name.upper().replace('-', '_')}"


def count(text: str) -> int:
    """Parse a limit: a whole number from 1."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a limit; expected a number from 1 to 1000000")
    return int(text)


def workers(text: str) -> int:
    """Parse a number of processes, from 0."""
    if not (text.isascii() and text.isdigit() and int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers; expected a number from 0 to 64")
    return int(text)


def rate(text: str) -> RateLimit:
    """Parse a rate: `60,20` allows a burst of 60, then 20 per second."""
    try:
        burst, per_second = (float(word) for word in text.split(","))
        if not (1 <= burst <= 1e6 and 0 < per_second <= 1e6):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a rate; expected BURST,RATE, a number at once and a number per second, such as 60,20"
        ) from None
    return RateLimit(burst, per_second)


def seconds(text: str) -> float:
    """Parse a time in seconds, at most ten minutes."""
    try:
        found = float(text)
        if not 0 <= found <= 600:
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; expected 0 to 600 seconds") from None
    return found


def form(text: str) -> str:
    """Parse a log format."""
    if text not in FORMS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a log format; expected {' or '.join(FORMS)}")
    return text


def switch(text: str) -> bool:
    """Parse a switch: on or off."""
    if text.lower() not in ("on", "off", "true", "false"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a switch; expected on or off")
    return text.lower() in ("on", "true")


def word(text: str) -> str:
    """Return a text that is not empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the value is empty; expected a name or an address")
    return text


def host_named(text: str) -> None:
    """Check that a text is a host name."""
    if host_name(text) != text.lower().rstrip(".") or not text.isascii():
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is not a host name; expected one without scheme, port and path, such as carrom.example.org"
        )


def network(text: str) -> None:
    """Check that a text is a network or an IP address."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r:.80} is not a network; expected a network or an address, such as 10.0.0.0/8 or 127.0.0.1"
        ) from None


def outsider(text: str) -> None:
    """Check the option for an external engine."""
    try:
        engine_of(text)
    except RefusedRequest as fault:
        raise argparse.ArgumentTypeError(str(fault).rstrip(".")) from None


_STANDARD = ServerLimits()
COUNTS = {
    "connections": "maximum number of WebSocket connections; each open game page uses one",
    "connections_per_address": "maximum number of WebSocket connections from one IP address",
    "open_requests": "maximum number of other open connections",
    "open_requests_per_address": "maximum number of other open connections from one IP address",
    "games": "maximum number of games in memory",
    "analyses": "maximum number of simultaneous analyses, each in a low-priority process",
    "streams": "maximum number of open HTTP API streams per token or IP address",
    "events_per_game": "maximum number of events (strokes, placed pieces, undos) in one game",
}
RATES = {
    "requests": "HTTP requests per IP address",
    "messages": "WebSocket messages per connection",
    "invalid_messages": "invalid WebSocket messages per IP address",
    "new_games": "new games per IP address",
    "api": "HTTP API calls per token or IP address",
    "computing_time": "seconds of computing per IP address",
    "analysis_time": "seconds of analysis per IP address",
}


def _count(name: str, what: str) -> Option:
    number = getattr(_STANDARD, name)
    dashed = name.replace("_", "-")
    return Option(name=dashed, metavar="N", help=what, read=count, standard=number, told=f"{number}")


def _rate(name: str, what: str) -> Option:
    given = getattr(_STANDARD, name)
    text = f"{given.burst:g},{given.per_second:g}"
    return Option(name=name.replace("_", "-"), metavar="RATE", help=what, read=rate, standard=given, told=text)


def _several(
    name: str, metavar: str, help: str, check: Callable[[str], None], text: str = "none", spaced: bool = True
) -> Option:
    return Option(name, metavar, f"{help}; may be repeated", word, (), text, many=True, spaced=spaced, check=check)


OPTIONS = (
    Option("host", "HOST", "address to listen on; 0.0.0.0 for the whole network", word, "127.0.0.1", "127.0.0.1"),
    Option("port", "PORT", "TCP port; 0 for any free port", port, 8137, "8137"),
    Option("data", "FOLDER", "data folder with the stored games", word, None, "your user data folder"),
    Option(
        "store",
        "ADDRESS",
        "PostgreSQL database to store games in instead, postgresql://USER@HOST/DATABASE",
        word,
        None,
        "none",
    ),
    Option(
        "bus",
        "BUS",
        "message bus between several servers on one PostgreSQL database: nats://HOST, postgresql, or none",
        word,
        None,
        "postgresql, with --store",
    ),
    _several("allow-host", "NAME", "host name under which browsers may reach this server, without port", host_named),
    _several(
        "trusted-proxy",
        "NETWORK",
        "trust X-Forwarded-For from proxies in this network, and apply limits to its addresses",
        network,
    ),
    _several(
        "engine",
        "NAME=COMMAND",
        "external engine as an opponent; NAME@DEGREES=COMMAND sets its aim error, 0.4° otherwise",
        outsider,
        spaced=False,
    ),
    _several("allow-metrics", "NETWORK", "network that may read /metrics", network, text="nobody"),
    Option(
        "accounts",
        "WORD",
        "on or off: allow accounts (needs the extra `accounts`); guests can play either way",
        switch,
        False,
        "off",
    ),
    Option(
        "offline",
        "FOLDER",
        "files with which games at one screen go on while the network is away, made by `python3 dev.py site`",
        Path,
        None,
        "none",
    ),
    Option("drain", "SECONDS", "on shutdown, spread the closing of connections over this time", seconds, 0.0, "0"),
    Option("log-format", "FORMAT", "log format: text, or json with one object per line", form, None, "text"),
    Option(
        "trace",
        "ADDRESS",
        "OpenTelemetry collector for traces, http://HOST:4318 (needs the extra `tracing`)",
        word,
        None,
        "none",
    ),
    Option(
        "workers",
        "N",
        "processes for background jobs, started when needed; 0 if `carrom worker` runs them elsewhere",
        workers,
        1,
        "1",
    ),
    *(_count(name, what) for name, what in COUNTS.items()),
    *(_rate(name, what) for name, what in RATES.items()),
)


def gathered(given: Mapping[str, Any], environment: Mapping[str, str], file: str | None) -> dict[str, Any]:
    """Return the value of every option by name, merged from the command line (`given`), environment and file.

    Raises `SetupError`, which names the file or variable and what was expected.
    """
    content = _of_file(Path(file)) if file else {}
    values = {}
    for option in OPTIONS:
        argument = given.get(option.name.replace("-", "_"))
        if argument is not None:
            values[option.name] = tuple(argument) if option.many else argument
        elif environment.get(option.variable):
            text = environment[option.variable]
            words = text.replace(",", " ").split() if option.spaced else [text]
            values[option.name] = _read(option, words if option.many else text, f"the variable {option.variable}")
        elif option.name in content:
            values[option.name] = _read(option, content[option.name], f"{file}, {option.name}")
        else:
            values[option.name] = option.standard
            continue
        for each in values[option.name] if option.many else ():
            try:
                option.check(each)
            except argparse.ArgumentTypeError as error:
                raise SetupError(f"{_where(option, argument, environment, file)}: {error}.") from None
    return values


def _where(option: Option, argument: Any, environment: Mapping[str, str], file: str | None) -> str:
    """Return which source gave an option its value."""
    if argument is not None:
        return f"--{option.name}"
    return f"the variable {option.variable}" if environment.get(option.variable) else f"{file}, {option.name}"


def _of_file(file: Path) -> dict[str, Any]:
    """Return the content of a settings file. Raises `SetupError`."""
    try:
        with file.open("rb") as content:
            found = tomllib.load(content)
    except OSError as error:
        raise SetupError(f"The settings file {file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"The settings file {file} is not valid TOML ({error}).") from error
    names = [option.name for option in OPTIONS]
    for key in found:
        if key not in names:
            near = difflib.get_close_matches(key.replace("_", "-"), names, 1)
            hint = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
            raise SetupError(f"{file}: unknown option {key!r:.60}; {hint}")
    return found


def _read(option: Option, value: Any, where: str) -> Any:
    """Parse the value of an option from the file or environment. Raises `SetupError`."""
    try:
        if option.many:
            if not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
                example = f'{option.name} = ["{value if isinstance(value, str) else option.metavar}"]'
                raise argparse.ArgumentTypeError(f"expected a list of texts, such as {example:.80}")
            return tuple(option.read(each) for each in value)
        if isinstance(value, list) and option.read is rate:
            value = ",".join(map(str, value))
        if isinstance(value, bool) and option.read is switch:
            value = "on" if value else "off"
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise argparse.ArgumentTypeError(f"expected a text or a number, such as {option.metavar}")
        return option.read(str(value))
    except argparse.ArgumentTypeError as error:
        raise SetupError(f"{where}: {error}.") from None
