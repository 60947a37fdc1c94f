"""Translatable messages: a sentence from a key and values, with plurals, in the reader's language.

Values fill the names in braces. A number is written in figures; `man:2` is a number with its noun (`unit.man`, small
numbers in words); a word of the catalogue (`word.own-man`) is translated, any other text is inserted as it is. A value
`who` refers to a person: the sentence has a form for the reader (`.you`), for one person and for several (`.one`,
`.other`). A value `count` chooses the plural form.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

from carrom.values import Value

# -- the catalogues: flat keys to sentences, a file for each language --------------------------------------------------
# The English file has only the sentences of rulings: a law's English text is its docstring, and the page's is in
# `web/src/i18n/en.json`. The files of other languages have everything. Texts of the rule books are in a second file,
# `books/<language>.json`, which browsers never load because the server sends the books; texts of championships and
# their prints are in a third, `events/<language>.json`, the sentences of their history in `history/<language>.json`,
# those of published pages in `publish/<language>.json`. `@status` is the review status of a language: `unchecked` or
# `checked`.


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


# -- messages ----------------------------------------------------------------------------------------------------------


Values = tuple[tuple[str, int | str], ...]
_BRACES = re.compile(r"\{(\w+)\}")
_COUNTED = re.compile(r"([a-z-]+):(\d+)")
_CLAUSE = re.compile(r"(Law|House) (\S+)")


class TranslatableText(Value, frozen=True):
    """A message: the key of its sentence, the values in it, and its clause (empty for an observed fact)."""

    key: str
    values: tuple[tuple[str, int | str], ...] = ()
    clause: str = ""


class NamedPerson(Value, frozen=True):
    """The name of a person in a sentence."""

    name: str
    several: bool = False
    """Whether the name is that of several people."""
    you: bool = False
    """Whether this is the reader."""


def told(said: TranslatableText, people: Mapping[str, NamedPerson], language: str = "en", otherwise: str = "") -> str:
    """Return a sentence in a language; `otherwise` is the English text if the catalogue has none (a law's
    docstring)."""
    key, values = said.key, dict(said.values)
    who = people.get(str(values.get("who")))
    if who is not None:
        key += ".you" if who.you else f".{form(language, 2 if who.several else 1)}"
        values["who"] = who.name
    if isinstance(count := values.get("count"), int):
        key += f".{form(language, count)}"
    return filled(text_of(language, key, otherwise), values, language)


def filled(text: str, values: Mapping[str, int | str], language: str = "en") -> str:
    """Return a text with the names in braces replaced by values; a name without a value stays."""
    return " ".join(_filled(text, values, language).split())


def _filled(text: str, values: Mapping[str, int | str], language: str) -> str:
    def one(match: re.Match[str]) -> str:
        value = values.get(match[1])
        return match[0] if value is None else _worded(value, values, language)

    return _BRACES.sub(one, text)


def _worded(value: int | str, values: Mapping[str, int | str], language: str) -> str:
    """Return one value in the language."""
    if isinstance(value, int):
        return str(value)
    if (counted := _COUNTED.fullmatch(value)) is not None:
        number = int(counted[2])
        key = f"unit.{counted[1]}.{form(language, number)}"
        word = text_of(language, f"number.{number}", str(number)) if has(language, f"number.{number}") else str(number)
        return text_of(language, key).replace("{n}", str(number)).replace("{word}", word)
    return _filled(text_of(language, f"word.{value}"), values, language) if has(language, f"word.{value}") else value


def cited(clause: str, language: str = "en") -> str:
    """Return a clause in the citation style of a language: `Law 72c`, `§9.1`, `House 1`."""
    found = _CLAUSE.fullmatch(clause)
    if found is None:
        return clause
    return text_of(language, f"clause.{found[1].lower()}", "{number}").replace("{number}", found[2])


def listed(parts: Sequence[str], last: str = "list.last", language: str = "en") -> str:
    """Return parts as a list in words: `a, b and c`; `last` is the key of the template for the last part."""
    said = parts[0] if parts else ""
    for number, part in enumerate(parts[1:], 2):
        frame = text_of(language, last if number == len(parts) else "list.next")
        said = frame.replace("{item}", part).replace("{list}", said)
    return said
