"""What a lesson is: steps on the board, each with a goal that the facts of a stroke and its ruling decide."""

from carrom.board.disc import STRIKER, Disc
from carrom.board.notation import write_position
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.practice.play import After, fallen
from carrom.practice.setup import SetupPosition
from carrom.rules.round import QueenState
from carrom.rules.ruleset import Ruleset
from carrom.values import Value


class Goal(Value, frozen=True, kw_only=True):
    """What a stroke has to do; what is left open need not be."""

    falls: tuple[Disc, ...] = ()
    """All of these fall."""
    one_of: tuple[Disc, ...] = ()
    """At least one of these falls."""
    spares: tuple[Disc, ...] = ()
    """None of these falls; the striker may be among them."""
    touches: Disc | None = None
    """The striker touches this disc first."""
    stands: tuple[int, int] | None = None
    """The striker is struck from between these offsets, µm."""
    rests_within: int | None = None
    """The striker comes to rest this near to the board's centre, µm."""
    queen: QueenState | None = None
    """What has become of the queen by the ruling."""
    nothing: bool = False
    """Nothing falls."""
    wins: bool = False
    """The board is won, after however many strokes."""


class Step(Value, frozen=True, kw_only=True):
    """One thing to do on the board."""

    position: Position
    goal: Goal
    solution: Stroke
    """A stroke that reaches the goal in every rule set; shown to who asks for it."""
    fails: str = "again"
    """The key of what is said when it fails, after `lesson.<lesson>.<step>.`."""
    rows: tuple[str, ...] = ()
    """Rows of the rule book's table at a glance that the step is about: they are told with it."""
    queen: str = "mover"
    """What has become of the queen, in the words of a `SetupPosition`: the pupil has covered her, unless told
    otherwise."""
    owned: bool = False
    """Whether it makes sense only where each side owns a colour."""
    covers: bool = False
    """Whether it makes sense only where the queen needs a cover."""

    def moment(self, rules: Ruleset) -> SetupPosition:
        """Return the moment it begins with, under a rule set."""
        return SetupPosition(rules=rules.name, position=write_position(self.position), queen=self.queen)


class Lesson(Value, frozen=True, kw_only=True):
    """A few steps that belong together."""

    name: str
    steps: tuple[Step, ...]

    def under(self, rules: Ruleset) -> tuple[Step, ...]:
        """Return the steps that make sense under a rule set."""
        return tuple(
            step
            for step in self.steps
            if (rules.colours_are_owned or not step.owned) and not (step.covers and rules.has("queen_needs_no_cover"))
        )


def reached(goal: Goal, after: After) -> bool | None:
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


def _stands(between: tuple[int, int], after: After) -> bool:
    return after.stroke is not None and between[0] <= after.stroke.x <= between[1]


def _won(after: After) -> bool | None:
    """Return whether the pupil, who sits south, has won the board; None while it goes on."""
    if after.round is None or after.round.result is None:
        return None
    south = next(index for index, side in enumerate(after.round.sides) if "south" in side.seats)
    return south in after.round.result.winners
