"""Sentences about settings of a line whose value is not possible."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from carrom.game.notation.record_tokens import cut
from carrom.tournament.import_export.event_tokens import written_value

_PLACE = re.compile(r" - at `\$\.([a-z_]+)")
_BOUND = re.compile(r"int (<=|>=) ([0-9]+)")


def wrong_value(cls: type[Any], fields: Mapping[str, Any], setting_name: Callable[[str], str], reason: str) -> str:
    """Return a sentence about a value that a setting cannot have, with the name that the setting has in a line."""
    found = _PLACE.search(reason)
    plain = reason.replace("`", "")
    if found is None or found[1] not in fields:
        return plain
    name, value = found[1], fields[found[1]]
    shown = cut(written_value(tuple(value) if isinstance(value, list) else value))
    kind = next(field.type for field in msgspec.structs.fields(cls) if field.name == name)
    choices = _choices(kind)
    if choices:
        wrong = next((each for each in value if each not in choices), "") if isinstance(value, list) else ""
        what = f"{cut(wrong)} in {setting_name(name)}=" if wrong else f"{setting_name(name)}={shown}"
        return f"{what} is not possible; expected {', '.join(choices)}"
    bound = _BOUND.search(plain)
    expected = f"{'at most' if bound[1] == '<=' else 'at least'} {bound[2]}" if bound else "a whole number"
    return f"{setting_name(name)}={shown} is not possible; expected {expected}"


def _choices(kind: Any) -> tuple[str, ...]:
    """Return the words that a setting accepts; empty if it takes other values."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    found: list[str] = []
    for each in get_args(kind):
        found += _choices(each)
    return tuple(found)
