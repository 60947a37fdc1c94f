"""Verify draws: every round is drawn again and compared with the file."""

from collections.abc import Iterator

from carrom.errors import CarromError
from carrom.tournament.apply_result import open_sheets
from carrom.tournament.championship import apply, begin
from carrom.tournament.draws.draw import drawn, seated
from carrom.tournament.events import Drawn, Meeting, Seated
from carrom.tournament.identifiers import read_address
from carrom.tournament.results import in_english, result_of
from carrom.tournament.stale_draws import stale_draws
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
    """Yield a sentence for each draw that rests on results which were changed later; such a draw stands."""
    for each in stale_draws(championship):
        if each.fixtures:
            yield f"{each.drawn}: drawn before {', '.join(each.fixtures)} changed; that draw stands."
        else:
            yield f"{each.drawn}: seated before section {each.source} changed; those seats stand."


def undecided_sheets(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each signed sheet that differs from the stored result and awaits the referee."""
    for signed, stored in open_sheets(championship):
        address = read_address(signed.fixture)
        sheet = in_english(result_of(championship, address, signed.outcome))
        there = address if championship.fixture(address).outcome(address.rubber) else address.fixture
        kept = in_english(result_of(championship, there, stored))
        yield (
            f"line {signed.line}, {signed.fixture}: the signed sheet says that {sheet}, and line {stored.line} that "
            f"{kept}; the referee has not decided between them."
        )


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
