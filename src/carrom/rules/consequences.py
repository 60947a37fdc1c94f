"""What follows from a ruling, piece by piece: the key of a sentence, its values, and the clause it rests on.

This file reads a ruling by its parts (`Decided`), so that `ruling` can stand above it.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from carrom.board.disc import QUEEN, Disc
from carrom.board.outcome import Outcome
from carrom.data import Value
from carrom.rules.clauses import Ruleset
from carrom.rules.effects import (
    COUNTER_BACK,
    KEEP,
    LOSE,
    OWN_BACK,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REFUSE,
    REPLAY,
    VOID,
    Due,
    Effect,
    Ends,
    Fault,
    OthersBack,
    Over,
    Retry,
)
from carrom.rules.phrases import counted, men_counted
from carrom.rules.round import QueenState


class Said(Value, frozen=True):
    """Something said: the key of its sentence, the values in it, and the clause it rests on (none: a fact seen)."""

    key: str
    values: tuple[tuple[str, int | str], ...] = ()
    clause: str = ""


class Finding(Protocol):
    """What this file reads of a finding."""

    @property
    def clause(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def effects(self) -> tuple[Effect, ...]: ...
    @property
    def sentence(self) -> str: ...


class Decided(Protocol):
    """What this file reads of a ruling."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def mover(self) -> int: ...
    @property
    def findings(self) -> Any: ...
    @property
    def turn(self) -> Any: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def call(self) -> Any: ...
    @property
    def queen(self) -> QueenState: ...
    @property
    def centred(self) -> tuple[Disc, ...]: ...
    @property
    def placings(self) -> Any: ...
    @property
    def dues(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def result(self) -> Any: ...


def consequences(ruling: Decided) -> tuple[Said, ...]:
    """Return what follows, each with the clause it rests on: men back, dues, queen, points, turn, end of the board."""
    if ruling.result is not None:
        return tuple(_ending(ruling))
    if ruling.turn == "retry":
        return (*_queen_jumped(ruling), *_turn(ruling))
    return (*_men_back(ruling), *_owed(ruling), *_queen(ruling), *_points(ruling), *_turn(ruling))


def _by(ruling: Decided, *effects: Effect | type | str) -> str:
    """Return the first clause that yielded one of these effects, or that has one of these keys."""
    for finding in ruling.findings:
        if finding.key in effects:
            return str(finding.clause)
        for effect in finding.effects:
            if effect in effects or type(effect) in effects:
                return str(finding.clause)
    return ""


def _men_back(ruling: Decided) -> Iterator[Said]:
    own = sum(p.owner == ruling.mover for p in ruling.placings)
    theirs = len(ruling.placings) - own
    owned = ruling.ruleset.colours_are_owned
    if own:
        men = "both due men" if own == 2 and owned else men_counted(own, owned)
        clause = _by(ruling, OWN_BACK, Fault) or _charge(ruling, True) or _paying(ruling)
        yield Said("comes-back", (("men", men), ("come", "comes" if own == 1 else "come")), clause)
    if clause := _by(ruling, COUNTER_BACK):
        yield Said("counter-to-the-centre", (), clause)
    if theirs:
        clause = _charge(ruling, False) or _by(ruling, "striking_player_places_their_due") or _paying(ruling)
        come = "comes" if theirs == 1 else "come"
        yield Said("others-come-back", (("men", men_counted(theirs, owned)), ("come", come)), clause)
    if clause := _by(ruling, OthersBack):
        yield Said("their-last-to-the-centre", (), clause)


def _paying(ruling: Decided) -> str:
    """Return the clause by which a man owed from before is paid."""
    keys = ("first_man_pays_the_due", "each_man_pays_one_due", "what_cannot_be_paid_is_owed")
    others = ("what_cannot_be_paid_is_forgiven", "no_man_is_ever_due", "counters_of_a_void_turn_come_back")
    found = (_by(ruling, key) for key in (*keys, *others))
    return next((clause for clause in found if clause), "")


def _charge(ruling: Decided, mover: bool) -> str:
    """Return the clause that charged a side for a man."""
    for finding in ruling.findings:
        if any(type(effect) is Due and effect.mover is mover for effect in finding.effects):
            return str(finding.clause)
    return ""


def _owed(ruling: Decided) -> Iterator[Said]:
    """Yield what is owed, where a clause speaks of it; a pass that changes no due says nothing of dues."""
    owed = ruling.dues[ruling.mover] if ruling.dues else 0
    others = sum(ruling.dues) - owed
    owned = ruling.ruleset.colours_are_owned
    owing = _by(ruling, "what_cannot_be_paid_is_owed")
    charged = _charge(ruling, True) or _by(ruling, Fault)
    if owed and (clause := (charged if not ruling.placings else "") or owing or charged):
        yield Said("owe" if charged else "still-owe", (("men", men_counted(owed, owned)),), clause)
    if others and (clause := _charge(ruling, False) or owing):
        yield Said("others-owe", (("men", men_counted(others, owned)),), clause)


def _queen(ruling: Decided) -> Iterator[Said]:
    if QUEEN in ruling.centred:
        yield Said("queen-back", (), _by(ruling, QUEEN_BACK) or _by(ruling, *_JUMPED) or _by(ruling, LOSE, Fault))
    elif ruling.queen is QueenState.COVERED and (clause := _by(ruling, QUEEN_COVERED)):
        yield Said("queen-covered", (), clause)
    elif ruling.queen is QueenState.PENDING and ruling.turn == "continue":
        yield Said("queen-waits", (), _by(ruling, QUEEN_PENDING, *_COVERING) or _by(ruling, KEEP))
    elif ruling.queen is QueenState.ASIDE:
        yield Said("queen-aside", (), _by(ruling, QUEEN_ASIDE, "queen_aside_cannot_be_covered") or _by(ruling, KEEP))


def _queen_jumped(ruling: Decided) -> Iterator[Said]:
    """Yield that she goes back to the centre although the stroke did not count."""
    if QUEEN in ruling.centred:
        yield Said("queen-back", (), _by(ruling, *_JUMPED) or _by(ruling, Retry))


_JUMPED = ("jumped_man_goes_to_the_centre", "jumped_queen_goes_first", "off_the_board_is_a_foul")
_COVERING = ("own_man_covers_the_queen", "uncovered_queen_goes_back_with_the_turn")


def _points(ruling: Decided) -> Iterator[Said]:
    if ruling.points < 0:
        clause = _by(ruling, VOID) or _by(ruling, Fault, OWN_BACK) or _charge(ruling, True) or _paying(ruling)
        yield Said("lose-points", (("points", counted(-ruling.points, "point")),), clause)
    elif ruling.points:
        yield Said(
            "score", (("points", str(ruling.points)),), _by(ruling, "counters_count") or _by(ruling, QUEEN_COVERED)
        )


def _turn(ruling: Decided) -> Iterator[Said]:
    match ruling.turn:
        case "continue":
            yield Said("keep" if ruling.call is not None else "again", (), _by(ruling, KEEP))
        case "retry":
            yield Said("try-again", (), _by(ruling, Retry))
        case "refuse":
            yield Said("refused", (), _by(ruling, REFUSE))
        case _:
            yield Said("pass", (), _by(ruling, LOSE, Fault))


def _ending(ruling: Decided) -> Iterator[Said]:
    """Yield who gains the board, or that it is replayed."""
    result = ruling.result
    if result.replay:
        yield Said("replay", (), _by(ruling, REPLAY))
        return
    if not ruling.ruleset.colours_are_owned:
        if ruling.points:
            yield Said(
                "score", (("points", str(ruling.points)),), _by(ruling, "counters_count") or _by(ruling, QUEEN_COVERED)
            )
        yield Said("all-down", (("total", result.points),), _by(ruling, Over))
        return
    key = "win" if ruling.mover in result.winners else "others-win"
    points = counted(result.points, "point")
    if result.taken:
        key += "-taken"
    elif result.up_to:
        points += f" and may demand {result.up_to} more"
    yield Said(key, (("points", points),), _by(ruling, Ends))
