"""The consequences of a ruling, one by one: the key of a sentence, its values, and its clause.

The value `who` names the person in a sentence: the player in turn, the side of the mover, or the other one; with more
than two sides, `side-0`, `side-1`… name another side by its index.

This module reads a ruling through the protocol `Decided`, because `ruling` imports it.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from carrom.board import QUEEN, Disc, Outcome
from carrom.i18n import TranslatableText
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
from carrom.rules.round import QueenState

PLAYER, MOVER, OTHER = "player", "mover", "other"
"""Persons in a sentence: the values of `who`."""


class Finding(Protocol):
    """The fields of a finding that this module reads."""

    @property
    def clause(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def effects(self) -> tuple[Effect, ...]: ...
    @property
    def text(self) -> str: ...
    @property
    def values(self) -> tuple[tuple[str, int | str], ...]: ...
    @property
    def sentence(self) -> str: ...
    @property
    def told_by(self) -> str: ...


class Decided(Protocol):
    """The fields of a ruling that this module reads."""

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


def consequences(ruling: Decided) -> tuple[TranslatableText, ...]:
    """Return the consequences with their clauses: pieces back, dues, queen, points, turn, end of the board."""
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


def _men_back(ruling: Decided) -> Iterator[TranslatableText]:
    own = sum(p.owner == ruling.mover for p in ruling.placings)
    owned = ruling.ruleset.colours_are_owned
    if own:
        clause = _by(ruling, OWN_BACK, Fault) or _charge(ruling, True) or _paying(ruling)
        if own == 2 and owned:
            yield TranslatableText("said.both-come-back", (), clause)
        else:
            yield TranslatableText("said.comes-back", (("men", men(own, owned)), ("count", own)), clause)
    if clause := _by(ruling, COUNTER_BACK):
        yield TranslatableText("said.counter-to-the-centre", (), clause)
    for side in _others(ruling):
        if theirs := sum(p.owner == side for p in ruling.placings):
            clause = _charge(ruling, False) or _by(ruling, "striking_player_places_their_due") or _paying(ruling)
            values = (("who", _who(ruling, side)), ("men", men(theirs, owned)), ("count", theirs))
            yield TranslatableText("said.others-come-back", values, clause)
    if clause := _by(ruling, OthersBack):
        yield TranslatableText("said.their-last-to-the-centre", (("who", OTHER),), clause)


def _others(ruling: Decided) -> list[int]:
    """Return the indices of the sides that are not in turn."""
    return [side for side in range(len(ruling.dues)) if side != ruling.mover]


def _who(ruling: Decided, side: int) -> str:
    """Return the value `who` for a side not in turn: the other one of two, or one of several."""
    return OTHER if len(ruling.dues) == 2 else side_word(side)


def side_word(side: int) -> str:
    """Return the value `who` for one side of several."""
    return f"side-{side}"


def men(number: int, owned: bool) -> str:
    """Return a number of pieces as a value: `man:2`; `counter:2` where colours are not owned."""
    return f"{'man' if owned else 'counter'}:{number}"


def _paying(ruling: Decided) -> str:
    """Return the clause by which an earlier due is paid."""
    keys = ("first_man_pays_the_due", "each_man_pays_one_due", "what_cannot_be_paid_is_owed")
    others = ("what_cannot_be_paid_is_forgiven", "no_man_is_ever_due", "counters_of_a_void_turn_come_back")
    found = (_by(ruling, key) for key in (*keys, *others))
    return next((clause for clause in found if clause), "")


def _charge(ruling: Decided, mover: bool) -> str:
    """Return the clause that charged a side for a piece."""
    for finding in ruling.findings:
        if any(type(effect) is Due and effect.mover is mover for effect in finding.effects):
            return str(finding.clause)
    return ""


def _owed(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield what each side owes, if a clause covers it; a pass that changes no due does not mention dues."""
    owed = ruling.dues[ruling.mover] if ruling.dues else 0
    owned = ruling.ruleset.colours_are_owned
    owing = _by(ruling, "what_cannot_be_paid_is_owed")
    charged = _charge(ruling, True) or _by(ruling, Fault)
    if owed and (clause := (charged if not ruling.placings else "") or owing or charged):
        key = "said.owe" if charged else "said.still-owe"
        yield TranslatableText(key, (("who", MOVER), ("men", men(owed, owned))), clause)
    at_fault = (ruling.mover + 1) % max(1, len(ruling.dues)) if ruling.call is None else ruling.call.side
    for side in _others(ruling):
        fined = _charge(ruling, False) if side == at_fault else ""
        if ruling.dues[side] and (clause := fined or owing):
            key = "said.owe" if fined else "said.still-owe"
            yield TranslatableText(key, (("who", _who(ruling, side)), ("men", men(ruling.dues[side], owned))), clause)


def _queen(ruling: Decided) -> Iterator[TranslatableText]:
    if QUEEN in ruling.centred:
        yield TranslatableText(
            "said.queen-back", (), _by(ruling, QUEEN_BACK) or _by(ruling, *_JUMPED) or _by(ruling, LOSE, Fault)
        )
    elif ruling.queen is QueenState.COVERED and (clause := _by(ruling, QUEEN_COVERED)):
        yield TranslatableText("said.queen-covered", (), clause)
    elif ruling.queen is QueenState.PENDING and ruling.turn == "continue":
        yield TranslatableText(
            "said.queen-waits", (), _by(ruling, QUEEN_PENDING, "own_man_covers_the_queen") or _by(ruling, KEEP)
        )
    elif ruling.queen is QueenState.ASIDE:
        clause = _by(ruling, QUEEN_ASIDE, "queen_aside_cannot_be_covered") or _by(ruling, KEEP)
        yield TranslatableText("said.queen-aside", (), clause)


def _queen_jumped(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield that the queen goes back to the centre although the stroke did not count."""
    if QUEEN in ruling.centred:
        yield TranslatableText("said.queen-back", (), _by(ruling, *_JUMPED) or _by(ruling, Retry))


_JUMPED = ("jumped_man_goes_to_the_centre", "jumped_queen_goes_first", "off_the_board_is_a_foul")


def _points(ruling: Decided) -> Iterator[TranslatableText]:
    if ruling.points < 0:
        clause = _by(ruling, VOID) or _by(ruling, Fault, OWN_BACK) or _charge(ruling, True) or _paying(ruling)
        yield TranslatableText("said.lose-points", (("who", MOVER), ("points", f"point:{-ruling.points}")), clause)
    elif ruling.points:
        yield _scored(ruling)


def _scored(ruling: Decided) -> TranslatableText:
    clause = _by(ruling, "counters_count") or _by(ruling, QUEEN_COVERED)
    return TranslatableText("said.score", (("who", MOVER), ("points", ruling.points)), clause)


def _turn(ruling: Decided) -> Iterator[TranslatableText]:
    player = (("who", PLAYER),)
    match ruling.turn:
        case "continue":
            yield TranslatableText("said.keep" if ruling.call is not None else "said.again", player, _by(ruling, KEEP))
        case "retry":
            yield TranslatableText("said.try-again", player, _by(ruling, Retry))
        case "refuse":
            yield TranslatableText("said.refused", (), _by(ruling, REFUSE))
        case _:
            yield TranslatableText("said.pass", (), _by(ruling, LOSE, Fault))


def _ending(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield why the board ended and who gains it, or that it is replayed."""
    result = ruling.result
    if result.replay:
        passes = ruling.ruleset.has("three_passes_each_and_the_next_breaks")
        yield TranslatableText("said.replay-next" if passes else "said.replay", (), _by(ruling, REPLAY))
        return
    if not ruling.ruleset.colours_are_owned:
        if ruling.points:
            yield _scored(ruling)
        yield TranslatableText("said.all-down", (("total", result.points),), _by(ruling, Over))
        return
    clause = _by(ruling, Ends)
    yield from _deciding(ruling)
    winner, loser = (MOVER, OTHER) if ruling.mover in result.winners else (OTHER, MOVER)
    points = ("points", f"point:{result.points}")
    if result.taken:
        yield TranslatableText("said.win-nothing", (("who", winner),), clause)
        if result.points:
            yield TranslatableText("said.lose-points", (("who", loser), points), clause)
    elif result.up_to:
        yield TranslatableText("said.win-and-more", (("who", winner), points, ("up_to", result.up_to)), clause)
    else:
        yield TranslatableText("said.win", (("who", winner), points), clause)


def _deciding(ruling: Decided) -> Iterator[TranslatableText]:
    """Yield the fact that decided the board, if the stroke alone does not show it."""
    ending = next((each for each in ruling.findings for effect in each.effects if type(effect) is Ends), None)
    if ending is None or ruling.call is not None:
        return
    for beginning, whose, key in _FACTS:
        if ending.key.startswith(beginning):
            yield TranslatableText(key, (("who", whose),) if whose else (), ending.clause)
            return


_FACTS = (
    ("clearing", "", "fact.cleared"),
    ("own_last", MOVER, "fact.last-before-the-queen"),
    ("their_last_in_covering", OTHER, "fact.last-in-covering"),
    ("their_last_and_striker_before", OTHER, "fact.last-before-her-cover"),
    ("their_last_before", OTHER, "fact.last-before-her-cover"),
    ("their_last_loses", OTHER, "fact.last"),
    ("both_last_before_the_queen", "", "fact.both-last-before-the-queen"),
    ("both_last_in_covering", "", "fact.both-last-in-covering"),
    ("both_last_with_the_queen", "", "fact.both-last-with-the-queen"),
    ("both_last", "", "fact.both-last"),
    ("the_other_side_has_no_man_left", OTHER, "fact.no-man-left"),
)
"""Prefix of a law's key, the side whose last piece it was, and the fact."""
