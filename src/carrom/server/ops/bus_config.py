"""Choose the bus: NATS, PostgreSQL notifications, or none."""

from importlib.util import find_spec
from urllib.parse import urlsplit

from carrom.errors import SetupError
from carrom.server.ops.bus import Bus, InProcess, check
from carrom.storage import location

KINDS = "nats://HOST, postgresql, or none"


def check_bus(said: str | None, store: str | None) -> None:
    """Check that a bus setting is valid for this store; raises `SetupError` with one sentence."""
    if said is None or said == "none":
        return
    if store is None:
        raise SetupError(
            "A bus connects servers that share a PostgreSQL database, and this one stores its games in a folder: "
            "name the database with --store, or leave --bus out."
        )
    if said == "postgresql":
        return
    parts = _parts(said)
    if parts is None:
        raise SetupError(f"{_without_password(said)!r:.60} is not a bus; expected {KINDS}.")
    if find_spec("nats") is None:
        raise SetupError("NATS needs nats-py, which is not installed: `pip install 'carrom[nats]'`.")


def bus_of(said: str | None, store: str | None) -> Bus:
    """Return the configured bus; the default is PostgreSQL's if games are stored there. Raises `SetupError`."""
    check_bus(said, store)
    if store is None or said == "none":
        return InProcess()
    if said is None or said == "postgresql":
        from carrom.server.ops.pg_notify import PostgresBus

        return PostgresBus(store, location.told(store))
    from carrom.server.ops.nats import NatsBus

    parts = _parts(said)
    assert parts is not None
    server, word = parts
    return NatsBus(server, word, _without_password(said))


def called(said: str | None, store: str | None) -> str:
    """Return the bus's name for logs and operators, without its password."""
    return _without_password(said) if said else "none" if store is None else "postgresql"


def _parts(said: str) -> tuple[str, str] | None:
    """Return a NATS server's address and the prefix of its subjects; None if the setting is invalid."""
    try:
        parts = urlsplit(said)
        if parts.scheme not in ("nats", "tls") or not parts.hostname or (parts.port is not None and not parts.port):
            return None
        word = check(parts.path.strip("/") or "carrom")
    except ValueError:
        return None
    if parts.query or parts.fragment or "." in word:
        return None
    return f"{parts.scheme}://{parts.netloc}", word


def _without_password(said: str) -> str:
    """Return an address without its password."""
    kind, _, rest = said.rpartition("://")
    return f"{kind}://{rest.rpartition('@')[2]}" if kind else rest.rpartition("@")[2]
