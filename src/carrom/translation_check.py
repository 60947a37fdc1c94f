"""Check translations for sentences that are missing, stale or malformed compared with their English source.

`python -m carrom.translation_check` lists, for each language, keys without a translation, keys whose English text is
gone, and sentences with wrong placeholders; it exits with 1 if there are any. In a checkout the page's sentences are
included. `python -m carrom.translation_check hi.json` first imports the improved sentences of a file.
"""

import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from carrom.books.page import drawn
from carrom.errors import SetupError
from carrom.i18n import LANGUAGES, Languages, sentences
from carrom.i18n.message import FILES
from carrom.rules.catalogue import headings, laws

PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "i18n" / "en.json"
TEXTS = Path(__file__).parent / "i18n"
"""Folder of the language files."""
TRANSLATIONS = tuple(language for language in LANGUAGES if language != "en")
STATUS = "@status"
"""Key of a file's review status: `unchecked` or `checked`."""
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
"""Placeholders that exist only for grammar, so a translation may omit them."""
_BRACES = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1)
def english() -> Languages:
    """Return every translatable sentence in English by its key: of rulings, laws, books and the page."""
    files = [PAGE, *sorted((PAGE.parent / "more").glob("*.json"))] if PAGE.exists() else []
    page = {key: text for path in files for key, text in json.loads(path.read_text(encoding="utf-8")).items()}
    return MappingProxyType({**sentences("en"), **laws(), **headings(), **drawn(), **page})


def missing(language: str) -> tuple[str, ...]:
    """Return the keys without a translation, in the order of the English catalogue."""
    return tuple(key for key in english() if key not in sentences(language))


def stale(language: str) -> tuple[str, ...]:
    """Return the keys of a language whose English text is gone."""
    return tuple(key for key in sentences(language) if key not in english() and key != STATUS)


def wrong(language: str) -> tuple[str, ...]:
    """Return the keys whose sentence uses unknown placeholders, or omits one that is needed."""
    found = []
    for key, text in sentences(language).items():
        if key in english():
            given, used = set(_BRACES.findall(english()[key])), set(_BRACES.findall(text))
            if used - given - LOOSE or given - used - LOOSE:
                found.append(key)
    return tuple(found)


def put_in(path: Path) -> int:
    """Import improved sentences into a language's files and return how many; `hi.json` has them by key.

    Raises `SetupError` for an unreadable file, an unknown key, and a sentence with missing placeholders.
    """
    language = path.stem.split(" ")[0]
    try:
        better = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError) as fault:
        raise SetupError(f"{path} cannot be read ({fault}): expected a JSON object of keys and sentences") from None
    if language not in TRANSLATIONS:
        raise SetupError(f"{path.name} is not named after a translation; expected one of {', '.join(TRANSLATIONS)}")
    for key, text in better.items():
        if key not in english():
            raise SetupError(f"{path.name}: unknown key {key!r}")
        given, used = set(_BRACES.findall(english()[key])), set(_BRACES.findall(text))
        if lost := sorted((used ^ given) - LOOSE):
            raise SetupError(f"{path.name}, {key!r}: {', '.join(lost)} must appear in braces as in the English text")
    for name in FILES:
        file = TEXTS / name.format(language)
        old = json.loads(file.read_text(encoding="utf-8"))
        new = {key: better.get(key, text) for key, text in old.items()}
        file.write_text(json.dumps(new, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return len(better)


def main() -> int:
    """Import the sentences of the given files, then print all problems; return 1 if there are any."""
    try:
        for name in sys.argv[1:]:
            print(f"{name}: {put_in(Path(name))} improved sentences")
    except SetupError as fault:
        print(fault, file=sys.stderr)
        return 1
    sentences.cache_clear()
    faults = 0
    for language in TRANSLATIONS:
        found = {kind.__name__: kind(language) for kind in (missing, stale, wrong)}
        faults += sum(map(len, found.values()))
        print(f"{language}: {', '.join(f'{len(keys)} {name}' for name, keys in found.items())}")
        for name, keys in found.items():
            for key in keys:
                print(f"  {name} {key}: {english().get(key, '')}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
