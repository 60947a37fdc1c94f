"""Read the keys of a casebook line, with a clear error for each unexpected value."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from carrom.errors import RulesError
from carrom.rules.ruling import Call

Json = Mapping[str, Any]


def said(facts: Json, key: str) -> str:
    """Return the value of a key for an error message, shortened, or that there is none."""
    if key not in facts:
        return f"{key!r} is missing"
    text = json.dumps(facts[key], ensure_ascii=False)
    return f"{key!r} is {text if len(text) <= 60 else text[:57] + '...'}"


def object_of(line: Json, key: str) -> Json:
    """Return the object under a key."""
    value = line.get(key)
    if not isinstance(value, Mapping):
        raise RulesError(f"{said(line, key)}: an object was expected")
    return value


def number(facts: Json, key: str, least: int, most: int, default: int | None = None) -> int:
    """Return the integer under a key, between two limits."""
    value = facts.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulesError(f"{said(facts, key)}: a whole number from {least} to {most} was expected")
    return value


def flag(facts: Json, key: str, default: bool) -> bool:
    """Return the boolean under a key."""
    value = facts.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"{said(facts, key)}: true or false was expected")
    return value


def one_of(facts: Json, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """Return the word under a key, one of those allowed."""
    value = facts.get(key, default)
    if value not in allowed:
        raise RulesError(f"{said(facts, key)}: {', '.join(allowed[:-1])} or {allowed[-1]} was expected")
    return str(value)


def call_of(told: Json, names: Sequence[str] = ()) -> Call:
    """Return the call of a line; `names` are the players of a points game, the one in turn first.

    `by` is `mover`, `opponent` (the next side), null, or one of the names.
    """
    by = told.get("by")
    sides: dict[object, int | None] = {name: index for index, name in enumerate(names)}
    sides |= {"mover": 0, "opponent": 1, None: None}
    if not (by is None or isinstance(by, str)) or by not in sides:
        known = ", ".join(["'mover'", "'opponent'", *(repr(name) for name in names)])
        raise RulesError(f"'by' is {by!r}: {known} or null was expected")
    when = one_of(told, "when", ("before-stroke", "during-stroke", "after-stroke"), "before-stroke")
    what = told.get("what")
    if not isinstance(what, str):
        raise RulesError(f"'what' is {what!r}: the code of a call was expected")
    return Call(
        what=what,
        side=sides[by],
        after_stroke=when != "before-stroke",
        during=when == "during-stroke",
        partner=flag(told, "partner", False),
    )
