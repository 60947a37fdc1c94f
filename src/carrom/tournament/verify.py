"""Every wave drawn again on what it was drawn on, and compared with what the file says."""

from collections.abc import Iterator

from carrom.errors import CarromError
from carrom.tournament.draw import drawn, seated
from carrom.tournament.fold import apply, begin
from carrom.tournament.happening import Corrected, Drawn, Meeting, Ruled, Seated
from carrom.tournament.names import read_address
from carrom.tournament.state import Championship


def differences(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each wave or seating that would be drawn otherwise on what it was drawn on."""
    at = begin(championship.details)
    for number, each in enumerate(championship.happenings, 1):
        if isinstance(each, Drawn):
            yield from _drawn_again(at, each, number)
        elif isinstance(each, Seated):
            yield from _seated_again(at, each, number)
        at = apply(at, each)


def changed_ground(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each finish that was told otherwise after a wave was drawn on it; such a draw stands."""
    at = begin(championship.details)
    lines: dict[str, int] = {}
    for number, each in enumerate(championship.happenings, 1):
        if isinstance(each, Drawn):
            lines[each.section] = number
        elif isinstance(each, Corrected | Ruled):
            yield from _changed_ground(at, each, number, lines)
        at = apply(at, each)


def _pairs(meetings: tuple[Meeting, ...]) -> list[tuple[str, str]]:
    return [(each.first, each.second) for each in meetings]


def _drawn_again(at: Championship, told: Drawn, number: int) -> Iterator[str]:
    where = f"line {number}, {told.section}.{told.wave}"
    if told.hand:
        return
    try:
        again = drawn(at, at.section(told.section), told.wave)
    except CarromError as reason:
        yield f"{where}: cannot be drawn again: {reason}."
        return
    if _pairs(again.meetings) != _pairs(told.meetings):
        differ = [pair for pair in _pairs(told.meetings) if pair not in _pairs(again.meetings)]
        shown = " ".join(f"{a}-{b}" for a, b in differ[:6]) or "the order"
        yield f"{where}: drawn again, {shown} would be otherwise."
    elif told.totals and again.totals != told.totals:
        yield f"{where}: its criteria add up to {again.totals}, and {told.totals} stands there."


def _seated_again(at: Championship, told: Seated, number: int) -> Iterator[str]:
    again = seated(at, at.section(told.section))
    if not told.hand and again.seats != told.seats:
        yield f"line {number}, {told.section}: seated again, the order would be otherwise."


def _changed_ground(at: Championship, told: Corrected | Ruled, number: int, lines: dict[str, int]) -> Iterator[str]:
    """Yield that a wave was drawn on a finish that was told otherwise later."""
    address = read_address(dict(at.lines)[told.line])
    section = at.section(address.section)
    drawn_since = lines.get(section.id, 0)
    if section.terms.system == "swiss" and drawn_since > told.line:
        wave = section.waves[-1].number
        yield f"line {number}: {address} was told otherwise after {section.id}.{wave} was drawn; that draw stands."
