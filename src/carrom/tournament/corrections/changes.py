"""What a correction changes: the fields that differ, before and after, and whether a reason is needed."""

from collections.abc import Iterable, Sequence

from carrom.errors import RefusedRequest
from carrom.tournament.identifiers import check_words
from carrom.tournament.state import Championship, Correction, FieldChange, has_draw
from carrom.values import changed


def as_text(value: object) -> str:
    """Return the value of a field as text for people: lists with commas, scores with a dash, nothing for None."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, int) for each in value):
        return f"{value[0]}-{value[1]}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


def differing(fields: Iterable[tuple[str, object, object]]) -> tuple[FieldChange, ...]:
    """Return the fields whose value changes."""
    return tuple(FieldChange(name, as_text(old), as_text(new)) for name, old, new in fields if old != new)


def check_reason(championship: Championship, reason: str, what: str) -> None:
    """Raise `RefusedRequest` if a reason is not one line, or is missing although a round has been drawn."""
    if reason:
        check_words(reason, f"the reason of {what}")
    elif has_draw(championship):
        raise RefusedRequest(f'{what} needs a reason after the first draw, such as reason="misspelt"')


def recorded(championship: Championship, changes: Sequence[FieldChange], what: str) -> Championship:
    """Return the tournament with a correction recorded. Raises `RefusedRequest` if it changes nothing."""
    if not changes:
        raise RefusedRequest(f"{what} already has these values; nothing would change")
    entry = Correction(line=len(championship.happenings) + 1, changes=tuple(changes))
    return changed(championship, corrections=(*championship.corrections, entry))
