"""The verification of a tournament: what was repeated, and what differed."""

from collections.abc import Callable

from carrom.tournament.draws.verify import changed_ground, contradicting_reports, differences, undecided_sheets
from carrom.tournament.events import Finished, SheetSigned
from carrom.tournament.state import Championship
from carrom.values import Value


class Verification(Value, frozen=True, kw_only=True):
    """What `carrom event verify` reports."""

    lines: int
    draws: int
    records: int
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    """Draws made from results which changed later, and reports that contradict a result; both remain valid."""


def sources(championship: Championship) -> tuple[Finished | SheetSigned, ...]:
    """Return the last result or signed sheet of each game record."""
    found = [each for each in championship.happenings if isinstance(each, Finished | SheetSigned) and each.source]
    return tuple({each.source: each for each in found}.values())


def verified(championship: Championship, differs: Callable[[Finished | SheetSigned], str]) -> Verification:
    """Repeat every draw; `differs` says how a game record differs from its hash, or returns an empty text."""
    records = sources(championship)
    found = [*differences(championship), *(f"{why}." for each in records if (why := differs(each)))]
    return Verification(
        lines=len(championship.happenings),
        draws=sum(len(section.waves) for section in championship.sections),
        records=len(records),
        differences=(*found, *undecided_sheets(championship)),
        notes=(*changed_ground(championship), *contradicting_reports(championship)),
    )
