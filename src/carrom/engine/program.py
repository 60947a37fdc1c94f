"""`Program`: the protocol of a computer opponent, with the strokes it plays and intends.

Every level of the engine and every external engine implements it. This module imports nothing of the engine.
"""

from random import Random
from typing import Protocol, runtime_checkable

from carrom.board import Point, Seat, Stroke
from carrom.game.game import GameHistory
from carrom.values import Value

# Every level of the engine and every external engine implements it.


class Execution(Value, frozen=True):
    """The stroke that was played, after execution noise, and the stroke that was intended."""

    played: Stroke
    meant: Stroke


class Program(Protocol):
    """A computer opponent. `rng` is its only source of randomness."""

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke of the player at `seat` with execution noise applied; it is their turn."""

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return where the player at `seat` puts the next piece it has to place; None waives the placing."""

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return how many of the available extra points the player at `seat` demands (Law 87b)."""


@runtime_checkable
class Intending(Program, Protocol):
    """A computer opponent that also reports the stroke it intended, before execution noise."""

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return the stroke that `choose` returns together with the intended stroke."""


def executed(player: Program, game: GameHistory, seat: Seat, rng: Random) -> tuple[Stroke, Stroke | None]:
    """Return the stroke that a program plays, and the stroke it intended; None where it does not report one."""
    if not isinstance(player, Intending):
        return player.choose(game, seat, rng), None
    found = player.execute(game, seat, rng)
    return found.played, found.meant
