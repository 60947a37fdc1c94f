"""Scripts and confusable letters (UTS #39), limited to the scripts that user names may use.

`python -m carrom.server.people.confusables confusables.txt` prints a new table from Unicode's file."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

# -- the scripts, and the script of each letter ------------------------------------------------------------------------
# Python has no table of scripts, but the Unicode name of a letter begins with its script (`DEVANAGARI LETTER KA`).


SCRIPTS = (
    "LATIN",
    "DEVANAGARI",
    "BENGALI",
    "TAMIL",
    "SINHALA",
    "ARABIC",
    "GUJARATI",
    "GURMUKHI",
    "KANNADA",
    "MALAYALAM",
    "ORIYA",
    "TELUGU",
)
"""The scripts of the website's languages, and of others in regions where carrom is popular."""
JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner: invisible, but some Sinhala, Bengali and Urdu names need them."""


@lru_cache(4096)
def script(letter: str) -> str | None:
    """Return the script of a letter, mark or digit, `ANY` for ASCII digits, or None if it is not an allowed one."""
    if letter in "0123456789":
        return "ANY"
    if unicodedata.category(letter) not in ("Lu", "Ll", "Lo", "Lm", "Mn", "Mc", "Nd"):
        return None
    word = unicodedata.name(letter, "").split(" ")[0]
    return word if word in SCRIPTS else None


def is_mark(letter: str) -> bool:
    """Return whether a character is a combining mark."""
    return unicodedata.category(letter) in ("Mn", "Mc")


def is_virama(letter: str) -> bool:
    """Return whether a character is a virama, which a joiner may follow."""
    return unicodedata.combining(letter) == 9


# -- the confusable letters --------------------------------------------------------------------------------------------


_FILE = "lookalikes.json"


@cache
def lookalikes() -> Mapping[str, str]:
    """Return the replacement of each confusable letter: a similar letter, or the sequence it looks like."""
    found = json.loads(files("carrom.server.people").joinpath(_FILE).read_text(encoding="utf-8"))
    same = {letter: first for first, others in found["same"].items() for letter in others}
    return {**same, **found["parts"]}


def table(pairs: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Return the table for pairs of a letter and what it looks like."""
    pairs = [(letter, like) for letter, like in pairs if len(letter) == 1]
    leader: dict[str, str] = {}

    def first(letter: str) -> str:
        while leader.get(letter, letter) != letter:
            letter = leader[letter]
        return letter

    for letter, like in pairs:
        if len(like) == 1:
            one, other = sorted((first(letter), first(like)))
            leader[other] = one
    same: dict[str, str] = {}
    for letter in sorted({*leader, *leader.values()}):
        if script(letter) is not None and first(letter) != letter:
            same[first(letter)] = same.get(first(letter), "") + letter
    parts = {
        letter: "".join(first(part) for part in like)
        for letter, like in sorted(pairs)
        if len(like) > 1 and script(letter) is not None
    }
    return {"same": same, "parts": parts}


def read(text: str) -> list[tuple[str, str]]:
    """Return the pairs in Unicode's `confusables.txt`."""
    lines = (line.split("#")[0].split(";") for line in text.lstrip("\ufeff").splitlines())
    return [(_text(line[0]), _text(line[1])) for line in lines if len(line) >= 2]


def _text(points: str) -> str:
    return unicodedata.normalize("NFD", "".join(chr(int(point, 16)) for point in points.split()))


if __name__ == "__main__":
    made = table(read(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True))
