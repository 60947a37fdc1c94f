"""The coach of the last lesson: advice for the next stroke, and a comment on the last one."""

from random import Random

from carrom.board.disc import Disc
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.play.engine import Engine
from carrom.engine.play.habits import NO_HABITS
from carrom.engine.play.levels import level_named
from carrom.engine.position.situation import Situation
from carrom.i18n import TranslatableText
from carrom.physics.surface import Surface
from carrom.practice.play import PracticeResult, fallen
from carrom.rules.round import QueenState, Round
from carrom.rules.ruling import Turn
from carrom.values import changed

EYE = "club"
"""The level that chooses the coach's advice: good enough to find strokes, fast enough for a page."""
SIMULATIONS = 1_000
"""Simulations for the coach's advice."""
WAYS = {
    StrokeKind.ONE_FRAME: "rebound",
    StrokeKind.TWO_FRAMES: "rebound",
    StrokeKind.BANK: "bank",
    StrokeKind.PLANT: "combination",
    StrokeKind.KISS: "combination",
}
POCKETS = ("far-left", "far-right", "near-left", "near-right")
"""Pockets from the player's view, in the order of a stroke's pocket number."""


def advice(round: Round, after: PracticeResult, surface: Surface, rng: Random) -> tuple[TranslatableText, ...]:
    """Return advice for the next stroke of the side in turn; empty when the board is over."""
    if round.result is not None:
        return ()
    level = level_named(EYE)
    budget = changed(level.budget, simulations=SIMULATIONS)
    eye = Engine(changed(level, budget=budget, habits=NO_HABITS))
    aimed = eye.aim(Situation(round, after.position, surface), rng)
    if aimed.disc is None or aimed.pocket is None:
        return (TranslatableText("lesson.coach.lattice"),)
    way = WAYS.get(aimed.name, "direct")
    return (TranslatableText(f"lesson.coach.{way}.{POCKETS[aimed.pocket]}", (("disc", aimed.disc.value),)),)


def meaning(after: PracticeResult, mine: bool) -> tuple[TranslatableText, ...]:
    """Return a comment on the last stroke, as one short sentence."""
    if after.ruling is None or after.round is None:
        return ()
    down = fallen(after)
    striker = after.played is not None and Disc.S in after.played.outcome.pocketed
    if not mine:
        return (
            TranslatableText(
                "lesson.coach.theirs.stays" if after.ruling.turn is Turn.CONTINUE else "lesson.coach.theirs"
            ),
        )
    if striker:
        return (TranslatableText("lesson.coach.striker"),)
    if after.round.queen is QueenState.PENDING:
        return (TranslatableText("lesson.coach.cover"),)
    if after.ruling.turn is Turn.CONTINUE:
        return (TranslatableText("lesson.coach.again"),)
    return (TranslatableText("lesson.coach.gift") if down else TranslatableText("lesson.coach.missed"),)
