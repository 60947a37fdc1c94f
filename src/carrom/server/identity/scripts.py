"""The scripts that a user name may be written in, and the script of each letter.

Python knows no scripts, but the name of every letter begins with that of its script (`DEVANAGARI LETTER KA`).
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
"""Those of the page's six languages, and of the others that are written where carrom is at home."""
JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: nothing to see, but some Sinhala, Bengali and Urdu names need them."""


@lru_cache(4096)
def script(letter: str) -> str | None:
    """Return the script of a letter, mark or digit, `ANY` for the digits of everybody, or None if it is in none."""
    if letter in "0123456789":
        return "ANY"
    if unicodedata.category(letter) not in ("Lu", "Ll", "Lo", "Lm", "Mn", "Mc", "Nd"):
        return None
    word = unicodedata.name(letter, "").split(" ")[0]
    return word if word in SCRIPTS else None


def is_mark(letter: str) -> bool:
    """Whether a letter stands on the one before it."""
    return unicodedata.category(letter) in ("Mn", "Mc")


def is_virama(letter: str) -> bool:
    """Whether a mark joins the letters around it, so that a joiner may follow."""
    return unicodedata.combining(letter) == 9
