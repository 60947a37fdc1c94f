"""Who may do what next: one table, from which `expected`, `apply` and their refusals follow.

==========  =====================================  ==================================================
phase       when                                   who may do what
==========  =====================================  ==================================================
demanding   the gainer may ask for extra points    he names a number (`Demanded`)
placing     men wait to come back                  the placer: `Placed`, `Waived`, `NoRoom`, `Forfeited`
striking    otherwise, until the board is over     the player in turn strikes, or passes once the rack is broken
over        the board is won or to be replayed     nobody; the next round begins
==========  =====================================  ==================================================

Names others build on: `Strike`, `PlaceDue`, `Demand` (expectations); `Placed`, `Waived`, `NoRoom`, `Forfeited`,
`Demanded` (actions); `expected`, `apply`. A stroke, a call and a pass are judged first (`judge`, `judge_call`,
`judge_pass`) and then settled.
"""

from typing import TypeAlias

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.data import Value, changed
from carrom.errors import RefusedRequest
from carrom.rules.round import Phase, Placing, Result, Round, in_rack_order

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


class NoRoom(Value, frozen=True, tag=True):
    """There is no room for the man: it stays owed (Law 79)."""

    seat: Seat


class Forfeited(Value, frozen=True, tag=True):
    """The placer was unwilling or too late: the right to place is lost (Laws 80, 83, 88)."""

    seat: Seat


class Demanded(Value, frozen=True, tag=True):
    """The gainer names his extra points (Law 87b)."""

    seat: Seat
    points: int


Action: TypeAlias = Placed | Waived | NoRoom | Forfeited | Demanded


def expected(round: Round) -> tuple[Expectation, ...]:
    """Return what has to happen next; empty only when the board is over."""
    if round.result is not None:
        return (Demand(demander(round), round.result.up_to),) if round.result.up_to else ()
    if round.placings:
        first = round.placings[0]
        left = sum(placing.by is first.by and placing.owner == first.owner for placing in round.placings)
        return (PlaceDue(first.by, first.disc, left),)
    breaking = round.phase is Phase.BREAK
    return (Strike(round.turn, round.attempt, breaking, not breaking),)


def apply(round: Round, action: Action) -> Round:
    """Return the round after an action that is no stroke. Raises `RefusedRequest`; the round is unchanged then."""
    if isinstance(action, Demanded):
        return _demanded(round, action)
    if not round.placings:
        raise RefusedRequest(f"no man is to be placed now: {described(round)}")
    first = round.placings[0]
    if action.seat is not first.by:
        raise RefusedRequest(f"{first.by} places {first.disc}, not {action.seat}")
    if isinstance(action, Placed):
        return _placed(round, action, first)
    return _given_up(round, first, still_owed=isinstance(action, NoRoom))


def described(round: Round) -> str:
    """Return in words what is expected."""
    match expected(round):
        case (Strike(seat=seat, breaking=True, attempt=attempt),):
            return f"{seat} is to break (attempt {attempt})"
        case (Strike(seat=seat),):
            return f"{seat} is to strike"
        case (PlaceDue(seat=seat, disc=disc),):
            return f"{seat} is to place {disc}"
        case (Demand(seat=seat, up_to=up_to),):
            return f"{seat} may demand up to {up_to} extra points"
        case _:
            return "the board is over"


def demander(round: Round) -> Seat:
    """Return who may demand extra points: the player to the right of the one who struck, if his side gains (C50)."""
    assert round.result is not None
    side = round.sides[round.result.winners[0]]
    right = round.after(round.turn)
    return right if right in side.seats else side.seats[0]


def _placed(round: Round, action: Placed, first: Placing) -> Round:
    if action.disc is not first.disc:
        raise RefusedRequest(f"{first.disc} is to be placed now, not {action.disc}")
    return changed(
        round,
        on_board=in_rack_order((*round.on_board, first.disc)),
        pocketed=tuple(disc for disc in round.pocketed if disc is not first.disc),
        placings=round.placings[1:],
    )


def _given_up(round: Round, first: Placing, still_owed: bool) -> Round:
    """Return the round in which the men left to this placer stay down, owed or not."""
    theirs = [p for p in round.placings if p.by is first.by and p.owner == first.owner]
    if not round.men_on_board(first.owner):
        raise RefusedRequest(f"{first.disc} has to be placed: without it there would be nothing left to play for")
    sides = round.sides
    if still_owed:
        sides = tuple(
            changed(side, due=side.due + len(theirs)) if index == first.owner else side
            for index, side in enumerate(sides)
        )
    return changed(round, sides=sides, placings=tuple(p for p in round.placings if p not in theirs))


def _demanded(round: Round, action: Demanded) -> Round:
    if round.result is None or not round.result.up_to:
        raise RefusedRequest(f"no extra points can be demanded now: {described(round)}")
    if action.seat is not demander(round):
        raise RefusedRequest(f"{demander(round)} may demand extra points, not {action.seat}")
    if not 0 <= action.points <= round.result.up_to:
        raise RefusedRequest(f"{action.points} extra points: 0 to {round.result.up_to} may be demanded")
    return changed(round, result=changed(round.result, points=round.result.points + action.points, up_to=0))


def conceded(round: Round, side: int) -> Round:
    """Return the round that a side concedes (Law 139): it is over, and brings no points of its own."""
    if round.result is not None:
        raise RefusedRequest("the board is over already: nothing can be conceded in it")
    others = tuple(index for index in range(len(round.sides)) if index != side)
    return changed(round, placings=(), result=Result(winners=others, conceded=True))
