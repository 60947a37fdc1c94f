"""The phases of a round as a table: who may do what next. `expected`, `apply` and the diagram are derived from it.

A stroke, a call and a pass are judged first (`judge`, `judge_call`, `judge_pass`) and then settled."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from carrom.board import Disc, Seat
from carrom.errors import RefusedRequest
from carrom.rules.points import paid_when_placed
from carrom.rules.round import Phase, Placing, Round, in_rack_order
from carrom.values import Value, changed

# -- expectations ------------------------------------------------------------------------------------------------------


class Strike(Value, frozen=True):
    """The player in turn strikes; `attempt` is the number of the break attempt while the rack is unbroken."""

    seat: Seat
    attempt: int = 1
    breaking: bool = False
    may_pass: bool = False


class PlaceDue(Value, frozen=True):
    """A piece that has come out of the pockets is placed, or all remaining ones are waived."""

    seat: Seat
    disc: Disc
    left: int
    """Number of pieces, including this one, that this player still has to place."""


class Demand(Value, frozen=True):
    """The winner of the board names the extra points they demand."""

    seat: Seat
    up_to: int


Expectation: TypeAlias = Strike | PlaceDue | Demand

# -- actions other than strokes ----------------------------------------------------------------------------------------


class Placed(Value, frozen=True, tag=True):
    """The due piece has been placed on the board; its point is in the position."""

    seat: Seat
    disc: Disc


class Waived(Value, frozen=True, tag=True):
    """The placer waives all pieces they may still place (Law 87a: all, never a part)."""

    seat: Seat


class NoRoom(Value, frozen=True, tag=True):
    """There is no room for the piece: it stays due (Law 79)."""

    seat: Seat


class Forfeited(Value, frozen=True, tag=True):
    """The placer was unwilling or too late: the right to place is lost (Laws 80, 83, 88)."""

    seat: Seat


class Demanded(Value, frozen=True, tag=True):
    """The winner names their extra points (Law 87b)."""

    seat: Seat
    points: int


Action: TypeAlias = Placed | Waived | NoRoom | Forfeited | Demanded


# -- the table ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PhaseRow:
    """One phase of a round: when it applies, what is expected, and what may be done."""

    name: str
    when: str
    """The condition in words, for the diagram."""
    holds: Callable[[Round], bool]
    expects: Callable[[Round], tuple[Expectation, ...]]
    may: tuple[type[Action], ...]
    """The allowed actions, besides strokes, calls and passes, which are judged."""
    judged: tuple[str, ...]
    """The acts that are judged: `stroke`, `pass`, `call`."""
    then: tuple[str, ...]
    """The phases that can follow."""
    says: str
    """The expectation in words, with its fields in braces."""


PHASES = (
    PhaseRow(
        name="demanding",
        when="the board is over and its winner may demand extra points",
        holds=lambda round: round.result is not None and round.result.up_to > 0,
        expects=lambda round: (Demand(demander(round), round.result.up_to if round.result else 0),),
        may=(Demanded,),
        judged=(),
        then=("over",),
        says="{seat} may demand up to {up_to} extra points",
    ),
    PhaseRow(
        name="over",
        when="the board is won or to be replayed",
        holds=lambda round: round.result is not None,
        expects=lambda round: (),
        may=(),
        judged=(),
        then=(),
        says="the board is over",
    ),
    PhaseRow(
        name="placing",
        when="pieces are waiting to be placed on the board",
        holds=lambda round: bool(round.placings),
        expects=lambda round: (_place_due(round),),
        may=(Placed, Waived, NoRoom, Forfeited),
        judged=("call",),
        then=("placing", "breaking", "striking", "demanding", "over"),
        says="{seat} is to place {disc}",
    ),
    PhaseRow(
        name="breaking",
        when="the rack is unbroken",
        holds=lambda round: round.phase is Phase.BREAK,
        expects=lambda round: (Strike(round.turn, round.attempt, True, False),),
        may=(),
        judged=("stroke", "call"),
        then=("breaking", "striking", "placing", "over"),
        says="{seat} is to break (attempt {attempt})",
    ),
    PhaseRow(
        name="striking",
        when="otherwise",
        holds=lambda round: True,
        expects=lambda round: (Strike(round.turn, round.attempt, False, True),),
        may=(),
        judged=("stroke", "pass", "call"),
        then=("striking", "placing", "demanding", "over"),
        says="{seat} is to strike",
    ),
)
"""The phases of a round; the first one whose condition holds applies."""


def phase_of(round: Round) -> PhaseRow:
    """Return the phase of a round."""
    return next(row for row in PHASES if row.holds(round))


def expected(round: Round) -> tuple[Expectation, ...]:
    """Return what is expected next; empty only when the board is over."""
    return phase_of(round).expects(round)


def described(round: Round) -> str:
    """Return the expectation in words."""
    row = phase_of(round)
    values = {name: getattr(each, name) for each in row.expects(round) for name in each.__struct_fields__}
    return row.says.format_map(values)


def apply(round: Round, action: Action) -> Round:
    """Return the round after an action. Raises `RefusedRequest` if it is not allowed now."""
    if type(action) not in phase_of(round).may:
        raise RefusedRequest(f"{_NOT_NOW[type(action)]}: {described(round)}")
    if isinstance(action, Demanded):
        return _demanded(round, action)
    first = round.placings[0]
    if action.seat is not first.by:
        raise RefusedRequest(f"{first.by} places {first.disc}, not {action.seat}")
    if isinstance(action, Placed):
        return _placed(round, action, first)
    return _give_up(round, first, action)


_NO_MAN = "no piece is to be placed now"
_NOT_NOW: dict[type[Action], str] = {
    **dict.fromkeys((Placed, Waived, NoRoom, Forfeited), _NO_MAN),
    Demanded: "no extra points can be demanded now",
}


def diagram() -> str:
    """Return the table of phases as Markdown: when each applies, what may be done, and what can follow."""
    lines = ["| phase | when | expected | what may be done | then |", "|---|---|---|---|---|"]
    for row in PHASES:
        names = [*row.judged, *(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in row.may)]
        done = ", ".join(names) or "nothing: the next board begins"
        lines.append(f"| {row.name} | {row.when} | {row.says} | {done} | {', '.join(row.then) or '–'} |")
    return "\n".join(lines)


def _place_due(round: Round) -> PlaceDue:
    first = round.placings[0]
    left = sum(placing.by is first.by and placing.owner == first.owner for placing in round.placings)
    return PlaceDue(first.by, first.disc, left)


def demander(round: Round) -> Seat:
    """Return who may demand extra points: the player to the right of the striking player, if their side wins (C50)."""
    assert round.result is not None
    side = round.sides[round.result.winners[0]]
    right = round.after(round.turn)
    return right if right in side.seats else side.seats[0]


def _placed(round: Round, action: Placed, first: Placing) -> Round:
    if action.disc is not first.disc:
        raise RefusedRequest(f"{first.disc} is to be placed now, not {action.disc}")
    paid = paid_when_placed(round.ruleset.parameters, round.sides[first.owner], first.disc)
    return changed(
        round,
        sides=tuple(paid if index == first.owner else side for index, side in enumerate(round.sides)),
        on_board=in_rack_order((*round.on_board, first.disc)),
        pocketed=tuple(disc for disc in round.pocketed if disc is not first.disc),
        placings=round.placings[1:],
    )


class PutDown(Value, frozen=True):
    """A due piece placed since the current placing began, with the points that placing it cost its side."""

    placing: Placing
    scored: bool = False
    """Whether the counter was scored by its side (points games)."""
    points: int = 0
    turn_points: int = 0


def put_down(before: Round, after: Round) -> PutDown:
    """Return the piece placed between two rounds."""
    first = before.placings[0]
    was, now = before.sides[first.owner], after.sides[first.owner]
    return PutDown(first, first.disc in was.taken, was.points - now.points, was.turn_points - now.turn_points)


def ordered_off(round: Round, seat: Seat, down: Sequence[PutDown]) -> Round:
    """Return the round after a placer did not place everything in time: what they placed is taken off again and all
    that the other side owes them lapses (Law 88b).

    `down` is what has been placed since the current placing began. Raises `RefusedRequest` if nothing can be ordered
    off.
    """
    after = apply(round, Forfeited(seat))
    first = round.placings[0]
    theirs = [each for each in down if each.placing.by is first.by and each.placing.owner == first.owner]
    if not theirs:
        raise RefusedRequest("nothing that was placed can be ordered off again; expected a forfeit")
    last_first = theirs[::-1]
    off = [each.placing.disc for each in last_first]
    owner = after.sides[first.owner]
    owner = changed(
        owner,
        points=owner.points + sum(each.points for each in theirs),
        turn_points=owner.turn_points + sum(each.turn_points for each in theirs),
        taken=(*owner.taken, *(each.placing.disc for each in last_first if each.scored)),
    )
    after = changed(
        after,
        sides=tuple(owner if index == first.owner else side for index, side in enumerate(after.sides)),
        on_board=tuple(disc for disc in after.on_board if disc not in off),
        pocketed=(*after.pocketed, *off),
    )
    if not after.men_on_board(first.owner):
        raise RefusedRequest(f"{off[0]} has to stay: without it nothing would be left to play for")
    return after


def _give_up(round: Round, first: Placing, action: Waived | NoRoom | Forfeited) -> Round:
    """Return the round in which this placer's remaining pieces stay down.

    For lack of room they stay due (C77). Otherwise all dues of the side lapse, including those that could not be placed
    yet: a due is waived or lost as a whole, never in part (Laws 80, 87a; C79). Rule sets may have both otherwise.
    """
    theirs = [p for p in round.placings if p.by is first.by and p.owner == first.owner]
    if not round.men_on_board(first.owner):
        raise RefusedRequest(f"{first.disc} has to be placed: without it nothing would be left to play for")
    due = round.sides[first.owner].due
    if isinstance(action, NoRoom):
        due = 0 if round.ruleset.has("no_room_writes_the_due_off") else due + len(theirs)
    elif not round.ruleset.has("waiver-in-part"):
        due = 0
    sides = tuple(changed(side, due=due) if index == first.owner else side for index, side in enumerate(round.sides))
    return changed(round, sides=sides, placings=tuple(p for p in round.placings if p not in theirs))


def _demanded(round: Round, action: Demanded) -> Round:
    assert round.result is not None
    if action.seat is not demander(round):
        raise RefusedRequest(f"{demander(round)} may demand extra points, not {action.seat}")
    if not 0 <= action.points <= round.result.up_to:
        raise RefusedRequest(f"{action.points} extra points: 0 to {round.result.up_to} may be demanded")
    return changed(round, result=changed(round.result, points=round.result.points + action.points, up_to=0))
