"""Names of guests: not those of accounts, of former players, of the computer, or of the server."""

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import takewhile

from carrom.i18n import LANGUAGES
from carrom.protocol import Refusal
from carrom.server.identity.usernames import closed, folded, skeleton, speaks_for_the_server
from carrom.storage.database import Database
from carrom.tables.errors import CommandRefused
from carrom.tables.terms import FORMER, on_one_line

COMPUTER = ("Computer", "Program", FORMER)
"""The names, in English, with which the page and records show the computer and deleted accounts."""
LEVELS = (
    *("Newcomer", "Beginner", "Casual", "Club", "Strong club", "State player", "National player", "Champion"),
    "Machine",
)
"""The names of the levels, in English, as the page shows them."""
_COMPUTER_KEYS = ("program", "moderation.gone")
_LEVEL_KEY = re.compile(r"level\.[a-z-]+")
_NO_LEVELS = ("level.hand", "level.outside")
_FOREIGN = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕНІЈКМОРСТХЅαορυνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijshdqwABEHIJKMOPCTXSaopuvikABEZHIKMNOPTYX"
)
"""Cyrillic and Greek letters that look like Latin ones; accounts cannot have them, but guests can."""


class GuestNames:
    """Checks names of guests against the accounts of a database."""

    def __init__(self, database: Database) -> None:
        """Use the table of accounts."""
        self._database = database

    def check(self, names: Iterable[str], account: str | None = None, *, is_private: bool = False) -> None:
        """Raise `CommandRefused` for a name that a guest may not carry; blocks on the database.

        The name of the caller's own `account` is allowed, and those of other accounts in a game that is `is_private`.
        """
        mine = self._database.ask("SELECT skeleton FROM account WHERE id = ?", (account,)) if account else []
        for name in map(on_one_line, names):
            key = key_of(name)
            if not name or (key,) in mine:
                continue
            if is_reserved(name):
                raise CommandRefused(
                    Refusal.ILLEGAL,
                    f"The name {name!r:.60} could be mistaken for the computer, a former player or the server; choose "
                    "another.",
                )
            if not is_private and self._is_taken(name, key):
                raise CommandRefused(
                    Refusal.ILLEGAL,
                    f"The name {name!r:.60} belongs to an account or looks like its name; sign in, or choose another.",
                )

    def _is_taken(self, name: str, key: str) -> bool:
        asked = (
            "SELECT 1 FROM account WHERE folded = ? OR skeleton = ? UNION ALL SELECT 1 FROM closed_name WHERE hash = ?"
        )
        return bool(self._database.ask(asked, (folded(name), key, closed(key))))


def key_of(name: str) -> str:
    """Return the key of a guest's name, which is that of accounts whose names look like it."""
    return skeleton(unicodedata.normalize("NFKC", name).strip().translate(_FOREIGN))


def is_reserved(name: str) -> bool:
    """Return whether a name could be mistaken for the computer, one of its levels, a former player or the server."""
    words = "".join(takewhile(_is_of_a_word, name))  # `Computer` of `Computer 2` and `Computer · Champion`
    return key_of(name) in _levels() or key_of(words) in _computer() or speaks_for_the_server(name)


def _is_of_a_word(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] in "LM"


@cache
def _computer() -> frozenset[str]:
    texts = _texts()
    return frozenset(map(key_of, [*COMPUTER, *(each[key] for each in texts for key in _COMPUTER_KEYS)]))


@cache
def _levels() -> frozenset[str]:
    found = [
        text for each in _texts() for key, text in each.items() if _LEVEL_KEY.fullmatch(key) and key not in _NO_LEVELS
    ]
    return frozenset(map(key_of, [*LEVELS, *found]))


def _texts() -> list[dict[str, str]]:
    """Return the translations of the page's texts."""
    folder = files("carrom.i18n")
    return [
        json.loads(folder.joinpath(f"{each}.json").read_text(encoding="utf-8")) for each in LANGUAGES if each != "en"
    ]
