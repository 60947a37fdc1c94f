"""The rulings on strokes and calls that rest on readings: a table of numbers, rule sets and conditions on the facts."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from carrom.board.outcome import LinesLeft
from carrom.rules.casebook.call_codes import FORFEITS, PASSED_OVER
from carrom.rules.clauses import Ruleset
from carrom.rules.readings.all_readings import BY_NUMBER
from carrom.rules.readings.facts import Facts, facts_of
from carrom.rules.round import QueenState, Round
from carrom.rules.ruling import Ruling, Turn

Met: TypeAlias = Callable[[Facts], bool]

ICF, GUIDE, CLUB, THREE = "icf", "classic-29", "club", "three-player"
PARLOUR, EVENT, CARD = "eight-rounds", "team-event", "points"
ENDED = (Turn.END,)
OWNED = (ICF, GUIDE, CLUB, PARLOUR, EVENT)


def readings_of(round: Round, ruling: Ruling) -> tuple[str, ...]:
    """Return the numbers of the readings on which a ruling on `round` rests; empty if the text decides.

    If a rule set file has chosen with a reading's key, the point is a house rule and no longer a reading.
    """
    if ruling.turn is Turn.REFUSE and ruling.call is not None:
        return ("C82",) if round.ruleset.dues_anywhere and ruling.call.what in _PLACED_ANYWHERE else ()
    if ruling.turn is Turn.REFUSE:
        return ("C66",) if (round.ruleset.extends or round.ruleset.name) == CARD else ()
    facts = facts_of(round, ruling)
    found = tuple(dict.fromkeys([number for number, met in _table(facts.book, bool(facts.call)) if met(facts)]))
    return without_chosen(round.ruleset, found)


def without_chosen(rules: Ruleset, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the readings without those that the rule set chose with its own keys."""
    if not numbers or not rules.changes:
        return numbers
    chosen = _chosen(rules.changes)
    return tuple(number for number in numbers if not chosen & set(BY_NUMBER[number].switches))


_PLACED_ANYWHERE = ("placed-on-centre", "placed-for-a-shot")


@lru_cache(maxsize=64)
def _chosen(changes: str) -> frozenset[str]:
    """Return the keys of a rule set file."""
    return frozenset(msgspec.json.decode(changes))


@lru_cache(maxsize=64)
def _table(book: str, calls: bool) -> tuple[tuple[str, Met], ...]:
    """Return the rows of a rule set, for strokes or for calls."""
    return tuple((number, met) for number, books, met in (OF_CALLS if calls else OF_STROKES) if book in books)


def marks(numbers: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields of a decision about its readings; empty if the text decides."""
    return {"judgement": True, "readings": list(numbers)} if numbers else {}


def _queen_with_first_man(f: Facts) -> bool:
    """Queen and own men were pocketed together, with all nine on the board before and none pocketed earlier."""
    return f.plain_queen and f.own > 0 and not f.ever and (f.nine or f.book == THREE)


def _queen_and_striker_while_owing(f: Facts) -> bool:
    """Queen and striker were pocketed while a man was owed, and the Laws on both disagree about the turn."""
    alone_with_nine = f.nine and not f.own and f.book != THREE
    return f.queen and f.striker and f.owing and not (f.improper or f.before_play or alone_with_nine)


def _direct(f: Facts) -> bool:
    """A direct strike also pocketed something for which the guide has no price."""
    return f.others > 0 and (not f.direct or f.own > 0) and not f.striker and not f.others_last


def _parlour_foul(f: Facts) -> bool:
    """A foul of the parlour sheet or the guide: the striker, an opponent's man, or a piece over the frame."""
    return f.striker or f.others > 0 or f.jumped > 0


def _striker_unnamed(f: Facts) -> bool:
    """A proper stroke ended the board with the striker pocketed, where no Law mentions the striker."""
    if not f.striker or f.improper or not f.others_last:
        return False
    return (not f.at_stake and not f.covered) if f.own_last else (f.at_stake or f.covered)


def _improper_unnamed(f: Facts) -> bool:
    """An improper stroke ended the board with the striker where the Law mentions none, or without it where it does."""
    if not f.improper or not f.others_last:
        return False
    if f.own_last:
        return f.covered and not f.striker if f.covered else not f.at_stake and f.striker
    return (f.at_stake or f.covered) and f.striker


def _nothing_to_pay_with(f: Facts) -> bool:
    """Striker and own men were pocketed, with no man in the pockets for the additional one that comes back."""
    return f.striker and f.own > 0 and f.nine and not f.at_stake and not f.improper


def _of_the_laws(f: Facts) -> bool:
    """The text is silent although it prices similar cases, so a Law fills the gap."""
    match f.book:
        case "three-player":
            early = f.plain_queen and not f.own and not f.ever
            return early or (f.striker and (f.missed_break or f.own > 0 or (f.queen and not f.pending)))
        case "eight-rounds":
            early = f.plain_queen and not f.own and not f.ever and not f.others
            return early or (f.improper and f.touched) or (f.others > 0 and f.others_owing)
        case "team-event":
            return f.striker and f.own > 0 and not (f.at_stake or f.improper or f.owing)
        case "classic-29":
            return f.missed_break and f.striker
        case _:
            return False


OF_STROKES: tuple[tuple[str, tuple[str, ...], Met], ...] = (
    ("C3", (GUIDE,), lambda f: f.missed_break and f.turn is Turn.PASS and not (f.improper or f.before_play)),
    ("C5", (*OWNED[:2], PARLOUR, EVENT, CARD), lambda f: f.touched and f.lines is LinesLeft.NONE),
    ("C5", (CLUB, THREE), lambda f: f.touched and f.lines is not LinesLeft.BOTH),
    ("C6", (GUIDE,), lambda f: f.striker and f.own > 0 and not f.improper),
    ("C6", (GUIDE,), lambda f: f.others > 0 and f.direct and f.own > 0),
    ("C6", (PARLOUR,), lambda f: _parlour_foul(f) and (f.own > 0 or (f.queen and f.striker)) and not f.improper),
    ("C6", (PARLOUR,), lambda f: f.striker and (f.others > 0 or f.jumped > 0) and not f.improper),
    ("C7", (ICF, CLUB, EVENT), lambda f: f.plain_queen and f.others > 0 and not f.own and f.turn is Turn.CONTINUE),
    ("C8", (CLUB, EVENT), lambda f: f.own > 0 and f.others > 0 and f.turn is Turn.CONTINUE and not f.striker),
    ("C9", (GUIDE,), _direct),
    ("C11", (GUIDE, CLUB, THREE, PARLOUR), _queen_with_first_man),
    ("C12", (CLUB,), _nothing_to_pay_with),
    ("C13", (GUIDE,), lambda f: f.own_last and f.queen_was is QueenState.BOARD and not f.queen),
    ("C14", (CLUB, EVENT), lambda f: f.turn in ENDED and f.own_last and not (f.others_last or f.covered or f.at_stake)),
    ("C15", (CLUB, EVENT), lambda f: f.turn in ENDED and f.others_last),
    ("C16", (GUIDE, PARLOUR), lambda f: f.own_last and f.others_last),
    ("C21", (CARD, THREE), lambda f: f.own_last and f.queen_was is QueenState.BOARD and not f.queen and not f.striker),
    ("C23", (CARD,), lambda f: f.striker and f.touched and (f.ever or f.own > 0)),
    ("C24", (CARD,), lambda f: f.owing or (f.striker and f.touched and not f.ever and not f.own)),
    ("C24", (THREE,), lambda f: f.striker and f.touched and not f.own and not f.at_stake),
    ("C29", (GUIDE, EVENT), lambda f: f.queen and f.ever and not f.himself),
    ("C30", (EVENT,), lambda f: f.queen_was is QueenState.ASIDE and f.turn in ENDED),
    ("C31", (ICF, CLUB), lambda f: f.queen and f.striker and f.own > 0 and f.nine and not f.ever and not f.improper),
    ("C32", (ICF,), lambda f: f.others_last and f.pending and f.own > 0 and not f.own_last),
    ("C33", (THREE,), lambda f: f.queen and f.owing),
    ("C34", OWNED, lambda f: f.striker and f.others > 0 and not f.own and f.at_stake and f.turn is not Turn.END),
    ("C35", (ICF, GUIDE, CLUB, EVENT), lambda f: f.pending and f.own_jumped and not f.own),
    ("C53", OWNED, lambda f: f.before_play and f.striker and f.touched),
    ("C56", (ICF,), lambda f: f.is_break and f.touched and f.improper),
    ("C57", (ICF,), lambda f: f.own_last and f.others_last and f.covered and not f.striker and not f.improper),
    ("C58", (ICF,), _striker_unnamed),
    ("C59", (ICF,), _improper_unnamed),
    ("C60", (ICF,), lambda f: f.others_last and not f.own_last and f.queen),
    ("C61", (ICF, EVENT), lambda f: f.improper and f.own > 0 and f.pending and not f.striker and f.turn is Turn.PASS),
    ("C65", (ICF,), lambda f: f.own > 0 and f.others > 0 and f.turn is Turn.CONTINUE and f.striker and f.at_stake),
    ("C65", (ICF,), lambda f: f.others > 0 and _queen_with_first_man(f)),
    ("C66", (GUIDE, THREE, PARLOUR, EVENT), _of_the_laws),
    ("C69", (EVENT,), lambda f: f.queen and f.striker and not f.own and f.nine and not f.improper),
    ("C83", (ICF, CLUB, EVENT, THREE), lambda f: _queen_and_striker_while_owing(f) and f.turn is Turn.PASS),
    ("C74", (PARLOUR,), lambda f: f.others_last and not f.improper),
    ("C75", (CARD,), lambda f: f.plain_queen and f.own > 0),
)
"""Number, rule sets, and a condition on the stroke."""

OF_CALLS: tuple[tuple[str, tuple[str, ...], Met], ...] = (
    ("C48", OWNED, lambda f: f.call in ("out-of-turn", "position-wrecked")),
    ("C48", OWNED, lambda f: f.call in ("seat", "played-during-appeal") and f.covered_by_gainer),
    ("C62", (ICF,), lambda f: f.call in ("placed-wrong-man", "placed-for-a-shot")),
    ("C66", (CLUB,), lambda f: f.call == "seat"),
    ("C80", (THREE, CARD), lambda f: f.call in FORFEITS),
    ("C78", (*OWNED, THREE, CARD), lambda f: f.call == PASSED_OVER and f.pending),
    ("C72", (ICF,), lambda f: f.call == "powder" and f.by_mover and not f.after_stroke),
    ("C73", (GUIDE,), lambda f: f.call == "touched-man" and not f.by_mover),
)
"""The same for umpire's calls."""
