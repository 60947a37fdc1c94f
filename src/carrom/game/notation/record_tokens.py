"""Tokens of a record line, read one by one with clear errors."""

import re
from typing import get_args

import msgspec

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.errors import RecordError
from carrom.game.header import SideName

_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^" ][^ ]*)')


def quoted(text: str) -> str:
    """Return a text as a JSON string without braces, because a brace would begin a ruling."""
    return msgspec.json.encode(text).decode().replace("{", "\\u007b")


def whole(word: str, what: str) -> int:
    """Return the whole number that a word holds. Raises `RecordError` with what was expected."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,18})", word) or word == "-0":
        raise RecordError(f"{cut(word)} is not a whole number; expected {what}")
    return int(word)


def one_of(word: str, allowed: list[str]) -> str:
    """Return the word if it is allowed. Raises `RecordError` with the allowed words."""
    if word not in allowed:
        raise RecordError(f"{cut(word)} is not expected here; expected one of {', '.join(allowed)}")
    return word


def cut(text: str) -> str:
    """Return a text in quotes, shortened if it is long."""
    return repr(shortened(text))


def shortened(text: str) -> str:
    """Return a text, shortened if it is long."""
    return text if len(text) <= 60 else text[:57] + "..."


def _split(text: str) -> list[str]:
    """Split at single spaces outside quotes."""
    if '"' not in text:
        return text.split(" ")
    words: list[str] = []
    at = 0
    while True:
        found = _WORD.match(text, at)
        end = found.end() if found else at
        if found is None or (end < len(text) and text[end] != " "):
            raise RecordError(f"{cut(text[at:])} is not expected here; expected words with single spaces between them")
        words.append(found[0])
        if end == len(text):
            return words
        at = end + 1


class RecordTokens:
    """The words of a line, consumed from the left."""

    def __init__(self, text: str) -> None:
        self.words = _split(text)
        self.when: int | None = None
        if self.words and self.words[-1].startswith("@"):
            self.when = whole(self.words.pop()[1:], "seconds since 1970 after @")

    def take(self, expected: str) -> str:
        """Take the next word, whatever it is."""
        if not self.words:
            raise RecordError(f"the line is too short; expected {expected}")
        return self.words.pop(0)

    def choice(self, allowed: tuple[str, ...]) -> str:
        """Take the next word, which must be one of these."""
        word = self.take(" or ".join(allowed))
        if word not in allowed:
            raise RecordError(f"{cut(word)} is not expected here; expected {' or '.join(allowed)}")
        return word

    def seat(self) -> Seat:
        """Take the next word as a seat."""
        return Seat(self.choice(tuple(seat.value for seat in Seat)))

    def side(self) -> SideName:
        """Take the next word as a side."""
        side: SideName = self.choice(get_args(SideName))  # type: ignore[assignment]
        return side

    def disc(self) -> Disc:
        """Take the next word as a disc."""
        return Disc(one_of(self.take("a disc"), [disc.value for disc in Disc]))

    def code(self, example: str) -> str:
        """Take the next word as a code of lowercase letters."""
        word = self.take(f"a code such as {example}")
        if not re.fullmatch(r"[a-z][a-z-]{0,40}", word):
            raise RecordError(f"{cut(word)} is not a code; expected one such as {example}")
        return word

    def text(self, what: str) -> str:
        """Take the next word as a quoted text."""
        word = self.take(what)
        try:
            return msgspec.json.decode(word, type=str)
        except msgspec.DecodeError:
            raise RecordError(f"{cut(word)} is not a quoted text; expected {what}") from None

    def value(self, key: str) -> str | None:
        """Take `key=value` if it comes next, and return the value."""
        if self.words and self.words[0].startswith(f"{key}="):
            return self.words.pop(0)[len(key) + 1 :]
        return None

    def number(self, key: str) -> int | None:
        """Take `key=number` if it comes next, and return the number."""
        value = self.value(key)
        return None if value is None else whole(value, f"a whole number after {key}=")

    def flag(self, word: str) -> bool:
        """Take this word if it comes next, and return whether it did."""
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False
