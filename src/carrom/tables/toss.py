"""The toss at the board (Law 39): which player is asked, and the result of the answer."""

from random import Random
from typing import TypeVar

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import Chosen, Seated, SideName, Tossed
from carrom.game.expected.expectations import ChooseBreakOrSide, ChooseSeat, Toss, phrase
from carrom.game.game import GameHistory
from carrom.protocol import Choice, Choose, Guess, Hand, Sit
from carrom.tables.seats import seat_of, sitters_of

T = TypeVar("T")


def asked_in_toss(game: GameHistory, people: frozenset[Seat], name: str) -> Seat | None:
    """Return the seat of the person who answers the toss now; None if it is decided by chance or a program.

    `people` are identified by their seats at the start. The guessing side is random but depends only on the game's
    `name`; if it has only programs, a person of the other side guesses. Three players draw lots, so nobody is asked.
    """
    match game.expected[:1]:
        case (Toss(sides=sides),) if len(sides) == 2:
            first, second = sides if Random(f"{name}/{len(game.line)}").random() < 0.5 else sides[::-1]
            found = _person(game, first, people) or _person(game, second, people)
        case (ChooseBreakOrSide(side=side),) | (ChooseSeat(side=side),):
            found = _person(game, side, people)
        case _:
            return None
    return None if found is None else seat_of(game, found)


def tossed(game: GameHistory, command: Guess, hiding: Hand, when: int) -> Tossed:
    """Return the toss decided by a guess. Raises `RefusedRequest` if no toss is expected."""
    awaited = _awaited(game, Toss, "a guess")
    mine = game.state.side_at(command.seat)
    other = next(side for side in awaited.sides if side != mine)
    return Tossed(won_by=mine if command.hand is hiding else other, when=when)


def chosen(game: GameHistory, command: Choose, when: int) -> Chosen:
    """Return the winner's choice. Raises `RefusedRequest` if none is expected."""
    awaited = _awaited(game, ChooseBreakOrSide, "a choice")
    return Chosen(side=awaited.side, what="break" if command.what is Choice.BREAK else "side", when=when)


def seated(game: GameHistory, command: Sit, when: int) -> Seated:
    """Return the choice of seats. Raises `RefusedRequest` if none is expected."""
    awaited = _awaited(game, ChooseSeat, "a choice of seats")
    return Seated(side=awaited.side, swap=command.swap, when=when)


def _awaited(game: GameHistory, kind: type[T], what: str) -> T:
    for each in game.expected:
        if isinstance(each, kind):
            return each
    raise RefusedRequest(f"{what} is not possible now; expected {phrase(game.expected, game.state.called)}")


def _person(game: GameHistory, side: SideName, people: frozenset[Seat]) -> Seat | None:
    return next((sitter for sitter in sitters_of(game, side) if sitter in people), None)
