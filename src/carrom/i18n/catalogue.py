"""Translation catalogues: one per language (locale), flat keys to sentences, in `<language>.json` beside this file.

The English file has only the sentences of rulings: a law's English text is its docstring, and the page's is in
`web/src/i18n/en.json`. The files of other languages have everything. Texts of the rule books are in a second file,
`books/<language>.json`, which browsers never load because the server sends the books; texts of championships and their
prints are in a third, `events/<language>.json`, the sentences of their history in `history/<language>.json`, those of
published pages in `publish/<language>.json`. `@status` is the review status of a language: `unchecked` or `checked`.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

OWN_NAMES = MappingProxyType({"en": "English", "hi": "हिन्दी", "ta": "தமிழ்", "bn": "বাংলা", "ur": "اردو", "si": "සිංහල"})
"""Every language, with its name in itself."""
LANGUAGES = tuple(OWN_NAMES)
"""The language tags (BCP 47)."""
RIGHT_TO_LEFT = ("ur",)
Languages = Mapping[str, str]

FILES = ("{}.json", "books/{}.json", "events/{}.json", "history/{}.json", "publish/{}.json")
"""The files of a language, beside this one."""

_ONE_AT_ZERO = ("hi", "bn", "si")
"""Languages in which zero uses the singular (CLDR 47, cardinals); in the others only 1 does."""


@lru_cache(maxsize=len(LANGUAGES))
def sentences(language: str) -> Languages:
    """Return the catalogue of a language; empty for an unknown language."""
    if language not in OWN_NAMES:
        return MappingProxyType({})
    return MappingProxyType({key: text for name in FILES for key, text in _read(name.format(language)).items()})


def _read(name: str) -> dict[str, str]:
    """Return one file of a catalogue; empty if it does not exist."""
    path = resources.files("carrom.i18n").joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def text_of(language: str, key: str, otherwise: str = "") -> str:
    """Return a sentence in a language, or else `otherwise`, the English sentence, or the key itself."""
    return sentences(language).get(key) or otherwise or sentences("en").get(key) or key


def has(language: str, key: str) -> bool:
    """Return whether a key is in the catalogue of a language, or in the English one."""
    return key in sentences(language) or key in sentences("en")


def form(language: str, count: int) -> str:
    """Return the plural form for a whole number: `one` or `other`, the only forms in these six languages."""
    return "one" if count == 1 or (count == 0 and language in _ONE_AT_ZERO) else "other"
