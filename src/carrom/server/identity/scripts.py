"""The scripts that user names may use, and the script of each letter.

Python has no table of scripts, but the Unicode name of a letter begins with its script (`DEVANAGARI LETTER KA`).
"""

import unicodedata
from functools import lru_cache

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
