"""One catalogue a language: flat keys to sentences, `<language>.json` beside this file.

English stands here only for what rulings say; a law's English is its docstring, the page's is `web/src/texts/en.json`.
The file of another language holds all of it. `@status` says who has checked a file: `unchecked` or `checked`.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

OWN_NAMES = MappingProxyType({"en": "English", "hi": "हिन्दी", "ta": "தமிழ்", "bn": "বাংলা", "ur": "اردو", "si": "සිංහල"})
"""Every language with its own name for itself."""
LANGUAGES = tuple(OWN_NAMES)
"""The tags of the languages (BCP 47)."""
RIGHT_TO_LEFT = ("ur",)
Languages = Mapping[str, str]

_ONE_AT_ZERO = ("hi", "bn", "si")
"""Languages in which nothing counts as one (CLDR 47, cardinals); the others have `one` for 1 alone."""


@lru_cache(maxsize=len(LANGUAGES))
def sentences(language: str) -> Languages:
    """Return the catalogue of a language: an empty one for a language that is not there."""
    if language not in OWN_NAMES:
        return MappingProxyType({})
    text = resources.files("carrom.texts").joinpath(f"{language}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


def text_of(language: str, key: str, otherwise: str = "") -> str:
    """Return a sentence; English where the language lacks it, then `otherwise`, then the key itself."""
    return sentences(language).get(key) or otherwise or sentences("en").get(key) or key


def has(language: str, key: str) -> bool:
    """Say whether a key stands in the catalogue of a language, or at least in the English one."""
    return key in sentences(language) or key in sentences("en")


def form(language: str, count: int) -> str:
    """Return the plural form of a whole number: `one` or `other`; these six languages have no more."""
    return "one" if count == 1 or (count == 0 and language in _ONE_AT_ZERO) else "other"
