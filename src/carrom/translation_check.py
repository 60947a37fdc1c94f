"""Check translations: which sentences are missing, stale or malformed beside their English source.

`python -m carrom.translation_check` lists for each language the keys without a sentence with their English, those whose
English is gone, and sentences that do not use the values they are given; it exits 1 if there is any. In a checkout the
page's sentences count too. `python -m carrom.translation_check hi.json` first puts in the better sentences of a file.
"""

import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from carrom.books.headings import drawn
from carrom.errors import SetupError
from carrom.i18n import LANGUAGES, Languages, sentences
from carrom.i18n.catalogue import FILES
from carrom.rules.book.catalogue import headings, laws

PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "i18n" / "en.json"
TEXTS = Path(__file__).parent / "i18n"
"""Where the files of the languages lie."""
TRANSLATIONS = tuple(language for language in LANGUAGES if language != "en")
STATUS = "@status"
"""Who has checked a file: `unchecked` or `checked`."""
LOOSE = frozenset(
    {
        "man",
        "men",
        "own_man",
        "own_men",
        "an_own_man",
        "a_man_of_his",
        "by_whom",
        "keeps_colour",
        "the_placer",
        "word",
        "n",
        "count",
    }
)
"""Values that are words of grammar: a language that needs none of them leaves them out."""
_BRACES = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1)
def english() -> Languages:
    """Return every sentence that is translated, in English by its key: of rulings, laws, books and the page."""
    files = [PAGE, *sorted((PAGE.parent / "more").glob("*.json"))] if PAGE.exists() else []
    page = {key: text for path in files for key, text in json.loads(path.read_text(encoding="utf-8")).items()}
    return MappingProxyType({**sentences("en"), **laws(), **headings(), **drawn(), **page})


def missing(language: str) -> tuple[str, ...]:
    """Return the keys that a language has no sentence for, in the order of the English."""
    return tuple(key for key in english() if key not in sentences(language))


def stale(language: str) -> tuple[str, ...]:
    """Return the keys of a language whose English is gone."""
    return tuple(key for key in sentences(language) if key not in english() and key != STATUS)


def wrong(language: str) -> tuple[str, ...]:
    """Return the keys whose sentence asks for values it is not given, or leaves one out that is more than grammar."""
    found = []
    for key, text in sentences(language).items():
        if key in english():
            given, used = set(_BRACES.findall(english()[key])), set(_BRACES.findall(text))
            if used - given - LOOSE or given - used - LOOSE:
                found.append(key)
    return tuple(found)


def put_in(path: Path) -> int:
    """Put better sentences into a language's files and return how many; `hi.json` has them by key, as the page saves.

    Raises `SetupError` for a file that is none, a key that there is not, and a sentence that loses a value.
    """
    language = path.stem.split(" ")[0]
    try:
        better = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError) as fault:
        raise SetupError(f"{path} cannot be read ({fault}): a JSON object of keys and sentences was expected") from None
    if language not in TRANSLATIONS:
        raise SetupError(f"{path.name} names no translation: there are {', '.join(TRANSLATIONS)}")
    for key, text in better.items():
        if key not in english():
            raise SetupError(f"{path.name}: no sentence has the key {key!r}")
        given, used = set(_BRACES.findall(english()[key])), set(_BRACES.findall(text))
        if lost := sorted((used ^ given) - LOOSE):
            raise SetupError(f"{path.name}, {key!r}: {', '.join(lost)} should stand in braces as in the English")
    for name in FILES:
        file = TEXTS / name.format(language)
        old = json.loads(file.read_text(encoding="utf-8"))
        new = {key: better.get(key, text) for key, text in old.items()}
        file.write_text(json.dumps(new, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return len(better)


def main() -> int:
    """Put in the better sentences of files, then print what is missing, stale and wrong; return 1 if any is."""
    try:
        for name in sys.argv[1:]:
            print(f"{name}: {put_in(Path(name))} better sentences")
    except SetupError as fault:
        print(fault, file=sys.stderr)
        return 1
    sentences.cache_clear()
    faults = 0
    for language in TRANSLATIONS:
        told = {kind.__name__: kind(language) for kind in (missing, stale, wrong)}
        faults += sum(map(len, told.values()))
        print(f"{language}: {', '.join(f'{len(keys)} {name}' for name, keys in told.items())}")
        for name, keys in told.items():
            for key in keys:
                print(f"  {name} {key}: {english().get(key, '')}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
