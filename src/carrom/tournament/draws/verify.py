"""Verify draws: repeat every draw and compare it with the file."""

from collections.abc import Iterator

from carrom.errors import CarromError
from carrom.tournament.apply_result import open_sheets
from carrom.tournament.championship import apply, begin
from carrom.tournament.draws.draw import drawn, seated
from carrom.tournament.events import Drawn, Meeting, Seated
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.results import claimed_result, in_english, result_of
from carrom.tournament.stale_draws import stale_draws
from carrom.tournament.state import Championship


def differences(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each round or seeding that would now be drawn differently from the same data."""
    at = begin(championship.header)
    for number, each in enumerate(championship.happenings, 1):
        if isinstance(each, Drawn):
            yield from _drawn_again(at, each, number)
        elif isinstance(each, Seated):
            yield from _seated_again(at, each, number)
        at = apply(at, each)


def changed_ground(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each draw that used results which were changed later; such a draw remains valid."""
    for each in stale_draws(championship):
        if each.fixtures:
            yield f"{each.drawn}: drawn before {', '.join(each.fixtures)} changed; the draw remains valid."
        for line in each.deductions:
            yield f"{each.drawn}: drawn before the deduction of line {line} was reversed; the draw remains valid."
        if not each.fixtures and not each.deductions:
            yield f"{each.drawn}: seeded before stage {each.source} changed; the seeding remains valid."


def undecided_sheets(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each signed sheet that differs from the stored result, until the referee has decided."""
    for signed, stored in open_sheets(championship):
        address = read_address(signed.fixture)
        sheet = in_english(result_of(championship, address, signed.outcome))
        there = address if championship.fixture(address).outcome(address.rubber) else address.fixture
        recorded = in_english(result_of(championship, there, stored))
        yield (
            f"line {signed.line}, {signed.fixture}: according to the signed sheet, {sheet}; according to line "
            f"{stored.line}, by {stored.by or 'nobody'}, "
            f"{recorded}; the referee has not decided between them."
        )


def contradicting_reports(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each stored result that differs from what one of the sides reported."""
    for section in championship.sections:
        for wave in section.waves:
            for fixture in wave.fixtures:
                for claim in fixture.claims:
                    stored = fixture.outcome(claim.rubber)
                    if stored is None:
                        continue
                    address = Address(section.id, wave.number, fixture.number, claim.rubber)
                    reported = claimed_result(championship.name, (fixture.a, fixture.b), claim)
                    there = result_of(championship, address, stored)
                    if in_english(reported) != in_english(there):
                        side = championship.name(claim.side)
                        yield (
                            f"{address}: {side} reported that {in_english(reported)}; "
                            f"according to line {stored.line}, by {stored.by or 'nobody'}, {in_english(there)}."
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
        yield f"{where}: repeating the draw gives a different result for {shown}."
    elif told.totals and again.totals != told.totals:
        yield f"{where}: the sums of its criteria are {again.totals}, but the file has {told.totals}."


def _seated_again(at: Championship, told: Seated, number: int) -> Iterator[str]:
    again = seated(at, at.section(told.section))
    if not told.hand and again.seats != told.seats:
        yield f"line {number}, {told.section}: repeating the seeding gives a different order."
