"""Names of users and guests: which are allowed, which are equal, and which look alike."""

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import takewhile

from carrom.errors import RefusedRequest
from carrom.i18n import LANGUAGES
from carrom.protocol import Refusal
from carrom.server.people.confusables import JOINERS, SCRIPTS, is_mark, is_virama, lookalikes, script
from carrom.storage.database import Database
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import FORMER, on_one_line
from carrom.tokens import hashed
from carrom.values import Value

SHORTEST, LONGEST = 2, 20
"""Limits for the letters and digits of a name; marks and joiners are not counted."""
_MOST, _MOST_MARKS = 48, 4
"""Maximum code points of a name, and marks on one letter."""
SEPARATORS = "-_."
_WORDS = """
    account admin administrator anonymous anybody api bot carrom computer deleted everybody former guest help host icf
    me moderator nobody null official operator owner player program root server settings somebody staff support system
    team umpire undefined you webmaster
    ஆள் நிர்வாகி நடுவர் प्रशासक निर्णायक প্রশাসক আম্পায়ার منتظم امپائر පරිපාලක විනිසුරු
    """
RESERVED = frozenset(_WORDS.split())
"""Names that would impersonate the server or nobody; names that look like them are reserved too."""


class Name(Value, frozen=True):
    """A valid user name."""

    shown: str
    """The name as its owner writes it."""
    folded: str
    """The name for lookups, without differences of case, width and joiners."""
    skeleton: str
    """The key shared by all names that look alike."""


def named(given: str) -> Name:
    """Return a valid name; raises `RefusedRequest` with the reason if it is not allowed."""
    shown = unicodedata.normalize("NFKC", given[:200].strip())
    fault = _fault(shown)
    if fault is not None:
        raise RefusedRequest(f"The name {given[:60]!r} is not allowed: {fault}.")
    name = Name(shown, folded(shown), skeleton(shown))
    if name.skeleton in _reserved() or speaks_for_the_server(shown):
        raise RefusedRequest(f"The name {given[:60]!r} is not allowed: it could be mistaken for the server or nobody.")
    return name


def speaks_for_the_server(name: str) -> bool:
    """Return whether a part of a name looks like a word for those who run the server."""
    return any(skeleton(part) in _grand() for part in re.split(r"[-_.\s]", name))


def folded(given: str) -> str:
    """Return the lookup form of a name; any text has one."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", given[:200].strip()).casefold())
    return "".join(letter for letter in text if letter not in JOINERS)


def skeleton(given: str) -> str:
    """Return the key of all names that look like this one (UTS #39), ignoring separators and joiners."""
    table = lookalikes()
    bare = (letter for letter in unicodedata.normalize("NFKC", given) if letter not in SEPARATORS + JOINERS)
    text = "".join(table.get(letter, letter) for letter in unicodedata.normalize("NFD", "".join(bare)))
    again = (table.get(letter, letter) for letter in unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFD", "".join(again)).replace("0", "o")  # zero looks like the letter o


def closed(skeleton: str) -> str:
    """Return the hash under which a deleted account's name stays reserved."""
    return hashed(f"closed name {skeleton}")


def _fault(name: str) -> str | None:
    """Return the reason why a name is not allowed, or None."""
    letters = [letter for letter in name if not is_mark(letter) and letter not in JOINERS + SEPARATORS]
    if not SHORTEST <= len(letters) <= LONGEST or len(name) > _MOST:
        return f"it has {len(letters)} letters and digits; expected {SHORTEST} to {LONGEST}"
    strange = next((each for each in name if each not in JOINERS + SEPARATORS and script(each) is None), None)
    if strange is not None:
        called = unicodedata.name(strange, f"U+{ord(strange):04X}").lower()
        if unicodedata.category(strange).startswith("L"):
            return f"{called} is in no supported script; expected one of {', '.join(map(str.capitalize, SCRIPTS))}"
        return f"{called} is not allowed; expected letters, digits, and {' '.join(SEPARATORS)} between them"
    scripts = {script(each) for each in name if each not in JOINERS + SEPARATORS} - {"ANY"}
    if len(scripts) != 1:
        found = " and ".join(sorted(str(each).capitalize() for each in scripts)) or "no letters"
        return f"it has {found}; expected letters of one script"
    return _order(name)


def _order(name: str) -> str | None:
    """Return the first misplaced character of a name of allowed characters, as a reason, or None."""
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or is_mark(name[0]) or re.search(r"[-_.]{2}", name):
        return f"{' '.join(SEPARATORS)} are allowed only one at a time and between letters"
    marks = 0
    for before, letter, after in zip(f"\n{name[:-1]}", name, f"{name[1:]}\n", strict=True):
        marks = marks + 1 if is_mark(letter) else 0
        if marks > _MOST_MARKS or (is_mark(letter) and before in SEPARATORS):
            return "there are too many marks on one letter"
        if letter in JOINERS and not _joins(before, letter, after):
            return "it contains an invisible joiner where none is needed"
    return None if any(script(each) in SCRIPTS and not is_mark(each) for each in name) else "it contains no letter"


def _joins(before: str, joiner: str, after: str) -> bool:
    """Return whether a joiner affects how its neighbours are written."""
    if is_virama(before):
        return after not in JOINERS + SEPARATORS + "\n"
    return joiner == JOINERS[0] and script(before) == script(after) == "ARABIC" and not is_mark(after)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(word) for word in RESERVED)


@cache
def _grand() -> frozenset[str]:
    """Return the keys of words that no part of a name may be, either."""
    return frozenset(skeleton(word) for word in ("admin", "administrator", "moderator", "carrom", "official", "staff"))


# -- guests: not the names of accounts, the computer, or the server ----------------------------------------------------


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
