"""Where the data is stored: parse a data folder or a PostgreSQL address."""

import os
import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from carrom.errors import SetupError

DATABASE = "games.db"
"""Name of the database file in a data folder."""

SHEETS_FOLDER = "sheets"
"""Name of the folder for umpires' score sheets in a data folder."""

_POSTGRES = ("postgresql", "postgres")
_PARTS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def data_folder(asked: str | None) -> Path:
    """Return the data folder: the one given, else `CARROM_DATA`, else the user data folder."""
    given = asked or os.environ.get("CARROM_DATA")
    if given:
        return Path(given).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("carrom", appauthor=False)


def stored_at(store: str | None, data: str | None) -> Path | str:
    """Return the database file or address: `--store`, else `--data`, else `CARROM_STORE`, else the data folder.

    Raises `SetupError` for an invalid address.
    """
    text = store or (None if data else os.environ.get("CARROM_STORE"))
    return address(text) if text else data_folder(data) / DATABASE


def is_address(text: str) -> bool:
    """Return whether a text looks like the address of a database rather than a path."""
    return _PARTS.match(text) is not None


def address(text: str) -> str:
    """Return the address of a PostgreSQL database after checking it. Raises `SetupError`, which never contains a
    password.
    """
    if not is_address(text):
        raise SetupError(
            "The address of the database is not valid; expected postgresql://USER@HOST/DATABASE. "
            "Give a folder with --data."
        )
    kind = text.split(":", 1)[0].lower()
    if kind not in _POSTGRES:
        raise SetupError(f"{kind!r:.30} databases are not supported; expected a data folder or a PostgreSQL address.")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise SetupError(
            "The address of the database cannot be read; expected postgresql://USER@HOST:PORT/DATABASE, "
            "with special characters of the password percent-encoded."
        ) from None
    return text


def check_psycopg() -> None:
    """Raise `SetupError` if the PostgreSQL driver is not installed."""
    if find_spec("psycopg") is None:
        raise SetupError("PostgreSQL needs psycopg, which is not installed: `pip install 'carrom[postgresql]'`.")


def told(text: str) -> str:
    """Return an address for display, without user, password and options."""
    parts = urlsplit(text)
    place = parts.netloc.rpartition("@")[2]
    return f"postgresql://{place}{parts.path}"
