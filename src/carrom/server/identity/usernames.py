"""User names: which are allowed, which are the same, and which look the same."""

import re
import unicodedata
from functools import cache

from carrom.errors import RefusedRequest
from carrom.server.identity.confusables import lookalikes
from carrom.server.identity.scripts import JOINERS, SCRIPTS, is_mark, is_virama, script
from carrom.tokens import hashed
from carrom.values import Value

SHORTEST, LONGEST = 2, 20
"""Letters and digits of a name; marks and joiners are not counted."""
_MOST, _MOST_MARKS = 48, 4
"""Code points of a name, and marks on one letter."""
SEPARATORS = "-_."
_WORDS = """
    account admin administrator anonymous anybody api bot carrom computer deleted everybody former guest help host icf
    me moderator nobody null official operator owner player program root server settings somebody staff support system
    team umpire undefined you webmaster
    ஆள் நிர்வாகி நடுவர் प्रशासक निर्णायक প্রশাসক আম্পায়ার منتظم امپائر පරිපාලක විනිසුරු
    """
RESERVED = frozenset(_WORDS.split())
"""Names that would speak for the server or for nobody, in no letters that look like them either."""


class Name(Value, frozen=True):
    """A name that may be had."""

    shown: str
    """As its owner writes it."""
    folded: str
    """By which it is looked up: capitals, widths and joiners make no difference."""
    skeleton: str
    """The same for all names that look alike."""


def named(said: str) -> Name:
    """Return a name that may be had; raises `RefusedRequest` with what was read and what is allowed."""
    shown = unicodedata.normalize("NFKC", said[:200].strip())
    fault = _fault(shown)
    if fault is not None:
        raise RefusedRequest(f"The name {said[:60]!r} cannot be had: {fault}.")
    name = Name(shown, folded(shown), skeleton(shown))
    if name.skeleton in _reserved() or any(skeleton(part) in _grand() for part in re.split(r"[-_.]", shown)):
        raise RefusedRequest(f"The name {said[:60]!r} cannot be had: it would speak for the server, or for nobody.")
    return name


def folded(said: str) -> str:
    """Return what a name is looked up by, whatever was said."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", said[:200].strip()).casefold())
    return "".join(letter for letter in text if letter not in JOINERS)


def skeleton(said: str) -> str:
    """Return what stands for all names that look like this one (UTS #39), without marks between its words."""
    table = lookalikes()
    bare = (letter for letter in unicodedata.normalize("NFKC", said) if letter not in SEPARATORS + JOINERS)
    text = "".join(table.get(letter, letter) for letter in unicodedata.normalize("NFD", "".join(bare)))
    again = (table.get(letter, letter) for letter in unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFD", "".join(again)).replace("0", "o")  # a nought is taken for a small o, too


def closed(skeleton: str) -> str:
    """Return the hash by which a name is kept closed once its owner is gone."""
    return hashed(f"closed name {skeleton}")


def _fault(name: str) -> str | None:
    """Return why a name cannot be had, or None."""
    letters = [letter for letter in name if not is_mark(letter) and letter not in JOINERS + SEPARATORS]
    if not SHORTEST <= len(letters) <= LONGEST or len(name) > _MOST:
        return f"it has {len(letters)} letters and digits; {SHORTEST} to {LONGEST} are allowed"
    strange = next((each for each in name if each not in JOINERS + SEPARATORS and script(each) is None), None)
    if strange is not None:
        called = unicodedata.name(strange, f"U+{ord(strange):04X}").lower()
        if unicodedata.category(strange).startswith("L"):
            return f"{called} is of no script that names are written in here: {', '.join(map(str.capitalize, SCRIPTS))}"
        return f"{called} is not allowed; letters, digits and {' '.join(SEPARATORS)} between them are"
    scripts = {script(each) for each in name if each not in JOINERS + SEPARATORS} - {"ANY"}
    if len(scripts) != 1:
        found = " and ".join(sorted(str(each).capitalize() for each in scripts)) or "no letters"
        return f"it has {found}; letters of one script are allowed"
    return _order(name)


def _order(name: str) -> str | None:
    """Return what stands at the wrong place in a name of allowed letters, or None."""
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or is_mark(name[0]) or re.search(r"[-_.]{2}", name):
        return f"{' '.join(SEPARATORS)} stand one at a time between letters"
    marks = 0
    for before, letter, after in zip(f"\n{name[:-1]}", name, f"{name[1:]}\n", strict=True):
        marks = marks + 1 if is_mark(letter) else 0
        if marks > _MOST_MARKS or (is_mark(letter) and before in SEPARATORS):
            return "there are too many marks on one letter"
        if letter in JOINERS and not _joins(before, letter, after):
            return "an invisible joiner stands where it joins nothing"
    return None if any(script(each) in SCRIPTS and not is_mark(each) for each in name) else "it has no letter"


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether an invisible joiner changes how the letters around it are written."""
    if is_virama(before):
        return after not in JOINERS + SEPARATORS + "\n"
    return joiner == JOINERS[0] and script(before) == script(after) == "ARABIC" and not is_mark(after)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(word) for word in RESERVED)


@cache
def _grand() -> frozenset[str]:
    """Return the words that no part of a name may be, either."""
    return frozenset(skeleton(word) for word in ("admin", "administrator", "moderator", "carrom", "official", "staff"))
