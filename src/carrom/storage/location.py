"""Where the data is stored: parse a data folder or a PostgreSQL address."""

import os
import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from carrom.errors import SetupError

DATABASE = "games.db"
"""The name of the database in a data folder."""

SHEETS = "sheets"
"""The name of the folder in a data folder where umpires' sheets are."""

_POSTGRES = ("postgresql", "postgres")
_PARTS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def data_folder(asked: str | None) -> Path:
    """Return where games are kept: what was asked, else `CARROM_DATA`, else the user's data folder."""
    given = asked or os.environ.get("CARROM_DATA")
    if given:
        return Path(given).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("carrom", appauthor=False)


def kept_at(store: str | None, data: str | None) -> Path | str:
    """Return the file or the address: `--store`, else `--data`, else `CARROM_STORE`, else the data folder.

    Raises `SetupError` for what is no address.
    """
    said = store or (None if data else os.environ.get("CARROM_STORE"))
    return address(said) if said else data_folder(data) / DATABASE


def is_address(said: str) -> bool:
    """Whether a text is meant as the address of a database, and no path."""
    return _PARTS.match(said) is not None


def address(said: str) -> str:
    """Return the address of a PostgreSQL database; raises `SetupError`, which never quotes a password."""
    if not is_address(said):
        raise SetupError(
            "That is no address of a database: postgresql://USER@HOST/DATABASE was expected; "
            "a folder is named with --data."
        )
    kind = said.split(":", 1)[0].lower()
    if kind not in _POSTGRES:
        raise SetupError(f"carrom keeps games in a folder or in PostgreSQL, and {kind!r:.30} is neither.")
    try:
        parts = urlsplit(said)
        _ = parts.port
    except ValueError:
        raise SetupError(
            "The address of the database cannot be read: postgresql://USER@HOST:PORT/DATABASE was expected, "
            "with % and two digits for marks in the password."
        ) from None
    return said


def check_psycopg() -> None:
    """Raise `SetupError` if what speaks with PostgreSQL is not installed."""
    if find_spec("psycopg") is None:
        raise SetupError("PostgreSQL needs psycopg, which is not installed: `pip install 'carrom[postgresql]'`.")


def told(said: str) -> str:
    """Return an address as an operator may read it: without user, password and options."""
    parts = urlsplit(said)
    place = parts.netloc.rpartition("@")[2]
    return f"postgresql://{place}{parts.path}"
