"""Identifiers, scores and authors as text."""

import re
import unicodedata
from datetime import datetime

from carrom.errors import RefusedRequest
from carrom.game.event_lines import cut
from carrom.values import Value

Score = tuple[int, int]
"""Points of the first and the second side of a fixture."""
Games = tuple[Score, ...]

IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,31}")
_TIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})", re.ASCII)
LONGEST = 200
"""Maximum length of a name, reason or contact, in characters."""
LONGEST_TEXT = 2000
"""Maximum length of a written statement, in characters."""
ROLES = ("organiser", "referee", "scorer", "umpire", "captain", "player")
"""Roles that can have a link; those of umpires, captains and players belong to one person, such as `umpire:ravi`."""
PERSONAL = ("umpire", "captain", "player")
_JOINERS = ("\u200c", "\u200d")
_JOINED = ("Mn", "Mc", "Lo")
"""Unicode categories of characters that a joiner may follow: vowel signs, and letters without upper and lower case."""
_SCORE = re.compile(r"(0|[1-9][0-9]{0,3})-(0|[1-9][0-9]{0,3})")
_SCORE_WORD = re.compile(r"[0-9:,;\u2013\u2212-]+")
_DASH = re.compile(r"\s*[:\u2013\u2212-]\s*")
_BARE_PAIR = re.compile(r"(?<![0-9-])([0-9]+) ([0-9]+)(?![0-9-])")
_ADDRESS = re.compile(r"([a-z][a-z0-9_]{0,31})\.([1-9][0-9]{0,2})\.([1-9][0-9]{0,2})(?:\.([1-9][0-9]?))?")


class Address(Value, frozen=True):
    """The address of a fixture: stage, round, number in the round, and rubber of a tie (0 for the whole fixture)."""

    stage: str
    round: int
    number: int
    rubber: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, (self.stage, self.round, self.number, *([self.rubber] if self.rubber else []))))

    @property
    def fixture(self) -> "Address":
        """The address of the whole fixture."""
        return Address(self.stage, self.round, self.number)


def check_identifier(word: str, what: str) -> str:
    """Return an id after checking it. Raises `RefusedRequest`."""
    if not IDENTIFIER.fullmatch(word):
        raise RefusedRequest(
            f"{what} has the id {cut(word)}; expected lower-case letters, digits and _, such as asha_r"
        )
    return word


_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "å": "a", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i"}
)
"""Latin letters that Unicode does not take apart into a plain letter and an accent."""


def in_plain_letters(name: str) -> str:
    """Return a name for addresses: lower case, Latin letters without accents, everything else left as it is."""
    apart = unicodedata.normalize("NFKD", name.lower().translate(_LATIN))
    return "".join(letter for letter in apart if not "\u0300" <= letter <= "\u036f")


def are_of_two_clubs(one: str, other: str) -> bool:
    """Return whether two people of the same name differ in their clubs."""
    return bool(one.strip() and other.strip()) and one.casefold() != other.casefold()


def plain_name(name: str, club: str) -> str:
    """Return a name without the club that distinguishes it: `Asha Rao` from `Asha Rao (Pune)`."""
    return name.removesuffix(f" ({club})") if club else name


def check_words(text: str, what: str, longest: int = LONGEST) -> str:
    """Return a text after checking that it is one printable line and not too long. Raises `RefusedRequest`."""
    check_visible(text, what)
    if not text.strip() or len(text) > longest:
        raise RefusedRequest(f"{what} is {cut(text)}; expected one line of 1 to {longest} characters")
    return text


def check_visible(text: str, what: str) -> str:
    """Return a text after checking that it has no invisible character. Raises `RefusedRequest`, naming the character.

    The joiners that Indian scripts and Urdu are written with are allowed between letters of those scripts.
    """
    for at, letter in enumerate(text):
        if letter.isprintable() or (letter in _JOINERS and at and unicodedata.category(text[at - 1]) in _JOINED):
            continue
        if letter == "\n":
            raise RefusedRequest(f"{what} has a line break; expected one line")
        name = unicodedata.name(letter, "a control character").lower()
        raise RefusedRequest(
            f"{what} contains an invisible character, {name} (U+{ord(letter):04X}), at position {at + 1}; "
            f"expected letters that can be seen"
        )
    return text


def check_role(word: str) -> tuple[str, str]:
    """Parse a role and person, such as `scorer` or `umpire:ravi`. Raises `RefusedRequest`."""
    role, _, name = word.partition(":")
    if role not in ROLES or (name and (role not in PERSONAL or not IDENTIFIER.fullmatch(name))):
        raise RefusedRequest(
            f"{cut(word)} is not a role; expected {', '.join(ROLES)}, or one person such as umpire:ravi"
        )
    return role, name


def read_address(word: str) -> Address:
    """Parse the address of a fixture, such as `s.1.4`. Raises `RefusedRequest`."""
    found = _ADDRESS.fullmatch(word)
    if found is None:
        raise RefusedRequest(f"{cut(word)} is not a fixture; expected stage.round.number, such as s.1.4")
    return Address(found[1], int(found[2]), int(found[3]), int(found[4] or 0))


def read_games(word: str) -> Games:
    """Return the games of a score. Raises `RefusedRequest`.

    Accepts `25-12`, `25:12`, `25 : 12` and `25 12`; several games are separated by commas or spaces.
    """
    games = []
    plain = _BARE_PAIR.sub(r"\1-\2", " ".join(_DASH.sub("-", word).replace(",", " ").replace(";", " ").split()))
    for each in plain.split(" "):
        found = _SCORE.fullmatch(each)
        if found is None:
            raise RefusedRequest(
                f"{cut(word)} is not a score; expected points such as 25-12, with commas between games"
            )
        games.append((int(found[1]), int(found[2])))
    return tuple(games)


def take_games(words: list[str]) -> Games:
    """Remove the score at the beginning of a list of words, and return its games. Raises `RefusedRequest`."""
    if not words or not words[0][:1].isdigit():
        return ()
    taken = []
    while words and _SCORE_WORD.fullmatch(words[0]):
        taken.append(words.pop(0))
    return read_games(" ".join(taken or [words.pop(0)]))


def write_games(games: Games) -> str:
    """Return the games of a score as one word."""
    return ",".join(f"{a}-{b}" for a, b in games)


def turned(games: Games) -> Games:
    """Return the games with the sides exchanged."""
    return tuple((b, a) for a, b in games)


def when(time: str) -> datetime | None:
    """Parse the day and hour of a fixture; None if the text is not a time."""
    found = _TIME.fullmatch(time)
    if found is None:
        return None
    try:
        return datetime(*map(int, found.groups()))  # type: ignore[arg-type]
    except ValueError:
        return None
