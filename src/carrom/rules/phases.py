"""Who may do what next, as a table of phases; `expected`, `apply`, their refusals and the diagram are read from it.

Names others build on: `Strike`, `PlaceDue`, `Demand` (expectations); `Placed`, `Waived`, `NoRoom`, `Forfeited`,
`Demanded` (actions); `expected`, `apply`, `PHASES`. A stroke, a call and a pass are judged first (`judge`,
`judge_call`, `judge_pass`) and then settled.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.rules.points import paid_when_placed
from carrom.rules.round import Phase, Placing, Round, in_rack_order
from carrom.values import Value, changed

# -- what is expected ---------------------------------------------------------------------------------------------


class Strike(Value, frozen=True):
    """The player in turn strikes; `attempt` is the number of the break attempt while the rack is unbroken."""

    seat: Seat
    attempt: int = 1
    breaking: bool = False
    may_pass: bool = False


class PlaceDue(Value, frozen=True):
    """A man that has come out of the pockets is placed, or all that are left are waived."""

    seat: Seat
    disc: Disc
    left: int
    """How many men, this one among them, this player still has to place."""


class Demand(Value, frozen=True):
    """The gainer of the board names the extra points he wants."""

    seat: Seat
    up_to: int


Expectation: TypeAlias = Strike | PlaceDue | Demand

# -- what can be done besides striking ----------------------------------------------------------------------------


class Placed(Value, frozen=True, tag=True):
    """The man that is due has been put on the board (where: the position knows)."""

    seat: Seat
    disc: Disc


class Waived(Value, frozen=True, tag=True):
    """The placer waives all men he may still place (Law 87a: all, never a part)."""

    seat: Seat
    part: bool = False
    """Whether what could not be placed yet stays owed, as in records of version 1."""


class NoRoom(Value, frozen=True, tag=True):
    """There is no room for the man: it stays owed (Law 79)."""

    seat: Seat


class Forfeited(Value, frozen=True, tag=True):
    """The placer was unwilling or too late: the right to place is lost (Laws 80, 83, 88)."""

    seat: Seat
    part: bool = False
    """Whether what could not be placed yet stays owed, as in records of version 1."""


class Demanded(Value, frozen=True, tag=True):
    """The gainer names his extra points (Law 87b)."""

    seat: Seat
    points: int


Action: TypeAlias = Placed | Waived | NoRoom | Forfeited | Demanded


# -- the table ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Row:
    """One phase of a round: when it is, what is expected then, and what may be done."""

    name: str
    when: str
    """In words, for the diagram."""
    holds: Callable[[Round], bool]
    expects: Callable[[Round], tuple[Expectation, ...]]
    may: tuple[type[Action], ...]
    """The actions besides a stroke, a call and a pass, which are judged."""
    judged: tuple[str, ...]
    """What is judged in it: `stroke`, `pass`, `call`."""
    then: tuple[str, ...]
    """The phases that can follow."""
    says: str
    """What is expected, with names in braces from the expectation."""


PHASES = (
    Row(
        name="demanding",
        when="the board is over and its gainer may ask for extra points",
        holds=lambda round: round.result is not None and round.result.up_to > 0,
        expects=lambda round: (Demand(demander(round), round.result.up_to if round.result else 0),),
        may=(Demanded,),
        judged=(),
        then=("over",),
        says="{seat} may demand up to {up_to} extra points",
    ),
    Row(
        name="over",
        when="the board is won or to be replayed",
        holds=lambda round: round.result is not None,
        expects=lambda round: (),
        may=(),
        judged=(),
        then=(),
        says="the board is over",
    ),
    Row(
        name="placing",
        when="men wait to come back on the board",
        holds=lambda round: bool(round.placings),
        expects=lambda round: (_place_due(round),),
        may=(Placed, Waived, NoRoom, Forfeited),
        judged=("call",),
        then=("placing", "breaking", "striking", "demanding", "over"),
        says="{seat} is to place {disc}",
    ),
    Row(
        name="breaking",
        when="the rack is unbroken",
        holds=lambda round: round.phase is Phase.BREAK,
        expects=lambda round: (Strike(round.turn, round.attempt, True, False),),
        may=(),
        judged=("stroke", "call"),
        then=("breaking", "striking", "placing", "over"),
        says="{seat} is to break (attempt {attempt})",
    ),
    Row(
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
"""The phases of a round, the first that holds counts."""


def phase_of(round: Round) -> Row:
    """Return the phase a round is in."""
    return next(row for row in PHASES if row.holds(round))


def expected(round: Round) -> tuple[Expectation, ...]:
    """Return what has to happen next; empty only when the board is over."""
    return phase_of(round).expects(round)


def described(round: Round) -> str:
    """Return in words what is expected."""
    row = phase_of(round)
    values = {name: getattr(each, name) for each in row.expects(round) for name in each.__struct_fields__}
    return row.says.format_map(values)


def apply(round: Round, action: Action) -> Round:
    """Return the round after an action that is no stroke. Raises `RefusedRequest`; the round is unchanged then."""
    if type(action) not in phase_of(round).may:
        raise RefusedRequest(f"{_NOT_NOW[type(action)]}: {described(round)}")
    if isinstance(action, Demanded):
        return _demanded(round, action)
    first = round.placings[0]
    if action.seat is not first.by:
        raise RefusedRequest(f"{first.by} places {first.disc}, not {action.seat}")
    if isinstance(action, Placed):
        return _placed(round, action, first)
    return _given_up(round, first, action)


_NO_MAN = "no man is to be placed now"
_NOT_NOW: dict[type[Action], str] = {
    **dict.fromkeys((Placed, Waived, NoRoom, Forfeited), _NO_MAN),
    Demanded: "no extra points can be demanded now",
}


def diagram() -> str:
    """Return the table of phases as Markdown: when each is, what may be done, and what can follow."""
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
    """Return who may demand extra points: the player to the right of the one who struck, if his side gains (C50)."""
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


def _given_up(round: Round, first: Placing, action: Waived | NoRoom | Forfeited) -> Round:
    """Return the round in which the men left to this placer stay down.

    For want of room they stay owed. Otherwise all that the side owes lapses, also what could not be placed yet: a due
    is waived or lost as a whole, never a part of it (Laws 80, 87a; reading C79).
    """
    theirs = [p for p in round.placings if p.by is first.by and p.owner == first.owner]
    if not round.men_on_board(first.owner):
        raise RefusedRequest(f"{first.disc} has to be placed: without it there would be nothing left to play for")
    due = round.sides[first.owner].due
    if isinstance(action, NoRoom):
        due += len(theirs)
    elif not action.part:
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
