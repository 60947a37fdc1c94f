"""Lessons: steps on the board, each with a goal that a stroke and its ruling reach or not."""

from carrom.board.disc import STRIKER, Disc
from carrom.board.notation import write_position
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.practice.play import PracticeResult, fallen
from carrom.practice.setup import SetupPosition
from carrom.rules.round import QueenState
from carrom.rules.ruleset import Ruleset
from carrom.values import Value


class Goal(Value, frozen=True, kw_only=True):
    """Conditions on a stroke; unset fields are not checked."""

    falls: tuple[Disc, ...] = ()
    """Discs that must all fall."""
    one_of: tuple[Disc, ...] = ()
    """Discs of which at least one must fall."""
    spares: tuple[Disc, ...] = ()
    """Discs that must not fall; the striker may be among them."""
    touches: Disc | None = None
    """The disc that the striker must touch first."""
    stands: tuple[int, int] | None = None
    """Range of the striker's offset on the baseline, µm."""
    rests_within: int | None = None
    """Largest distance from the board's centre at which the striker comes to rest, µm."""
    queen: QueenState | None = None
    """State of the queen after the ruling."""
    nothing: bool = False
    """Whether nothing may fall."""
    wins: bool = False
    """Whether the board must be won, after any number of strokes."""


class LessonStep(Value, frozen=True, kw_only=True):
    """One exercise on the board."""

    position: Position
    goal: Goal
    solution: Stroke
    """A stroke that reaches the goal in every rule set, shown on request."""
    fails: str = "again"
    """Key of the text for a failed stroke, after `lesson.<lesson>.<step>.`."""
    rows: tuple[str, ...] = ()
    """Rows of the rule book's summary table that the step is about; they are shown with it."""
    queen: str = "mover"
    """State of the queen, as in `SetupPosition`; by default the learner has covered it."""
    owned: bool = False
    """Whether the step requires that each side owns a colour."""
    covers: bool = False
    """Whether the step requires that the queen needs a cover."""

    def moment(self, rules: Ruleset) -> SetupPosition:
        """Return the position the step begins with, under a rule set."""
        return SetupPosition(rules=rules.name, position=write_position(self.position), queen=self.queen)


class Lesson(Value, frozen=True, kw_only=True):
    """A sequence of related steps."""

    name: str
    steps: tuple[LessonStep, ...]

    def under(self, rules: Ruleset) -> tuple[LessonStep, ...]:
        """Return the steps that apply under a rule set."""
        return tuple(
            step
            for step in self.steps
            if (rules.colours_are_owned or not step.owned) and not (step.covers and rules.has("queen_needs_no_cover"))
        )


def reached(goal: Goal, after: PracticeResult) -> bool | None:
    """Return whether a stroke has reached a goal; None while a board that is to be won goes on."""
    if goal.wins:
        return _won(after)
    assert after.played is not None, "a step is played"
    outcome, down = after.played.outcome, fallen(after)
    everything = (*down, *((STRIKER,) if STRIKER in outcome.pocketed else ()))
    rest = after.played.rest
    return all(
        (
            set(goal.falls) <= set(everything),
            not goal.one_of or bool(set(goal.one_of) & set(down)),
            not set(goal.spares) & set(everything),
            goal.touches is None or outcome.touched[:1] == (goal.touches,),
            goal.stands is None or _stands(goal.stands, after),
            goal.rests_within is None
            or (STRIKER in rest and rest[STRIKER].x ** 2 + rest[STRIKER].y ** 2 <= goal.rests_within**2),
            goal.queen is None or (after.round is not None and after.round.queen is goal.queen),
            not goal.nothing or not everything,
        )
    )


def _stands(between: tuple[int, int], after: PracticeResult) -> bool:
    return after.stroke is not None and between[0] <= after.stroke.x <= between[1]


def _won(after: PracticeResult) -> bool | None:
    """Return whether the learner, who sits south, has won the board; None while it goes on."""
    if after.round is None or after.round.result is None:
        return None
    south = next(index for index, side in enumerate(after.round.sides) if "south" in side.seats)
    return south in after.round.result.winners
