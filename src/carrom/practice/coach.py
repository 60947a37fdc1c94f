"""What a coach says on a board with a lesson's pupil: what to try next, and what the last stroke meant."""

from random import Random

from carrom.board.disc import Disc
from carrom.data import changed
from carrom.engine.engine import Engine
from carrom.engine.levels import level_named
from carrom.engine.names import Name
from carrom.engine.situation import Situation
from carrom.physics.surface import Surface
from carrom.practice.play import After, fallen
from carrom.rules.round import QueenState, Round
from carrom.rules.ruling import Turn
from carrom.texts import Said

EYE = "club"
"""The level whose eye the coach has: good enough to see what to do, quick enough not to be waited for."""
SIMULATIONS = 1_000
"""What the coach may try before he speaks."""
WAYS = {
    Name.ONE_FRAME: "rebound",
    Name.TWO_FRAMES: "rebound",
    Name.BANK: "bank",
    Name.PLANT: "combination",
    Name.KISS: "combination",
}
POCKETS = ("far-left", "far-right", "near-left", "near-right")
"""The pockets as the player sees them, in the order in which a stroke's name counts them."""


def advice(round: Round, after: After, surface: Surface, rng: Random) -> tuple[Said, ...]:
    """Return what to try next on this board, for the side in turn; empty when the board is over."""
    if round.result is not None:
        return ()
    level = level_named(EYE)
    eye = Engine(changed(level, budget=changed(level.budget, simulations=SIMULATIONS)))
    aimed = eye.aim(Situation(round, after.position, surface), rng)
    if aimed.disc is None or aimed.pocket is None:
        return (Said("lesson.coach.lattice"),)
    way = WAYS.get(aimed.name, "direct")
    return (Said(f"lesson.coach.{way}.{POCKETS[aimed.pocket]}", (("disc", aimed.disc.value),)),)


def meaning(after: After, mine: bool) -> tuple[Said, ...]:
    """Return what the last stroke meant, in one short sentence of the coach's."""
    if after.ruling is None or after.round is None:
        return ()
    down = fallen(after)
    striker = after.played is not None and Disc.S in after.played.outcome.pocketed
    if not mine:
        return (Said("lesson.coach.theirs.stays" if after.ruling.turn is Turn.CONTINUE else "lesson.coach.theirs"),)
    if striker:
        return (Said("lesson.coach.striker"),)
    if after.round.queen is QueenState.PENDING:
        return (Said("lesson.coach.cover"),)
    if after.ruling.turn is Turn.CONTINUE:
        return (Said("lesson.coach.again"),)
    return (Said("lesson.coach.gift") if down else Said("lesson.coach.missed"),)
