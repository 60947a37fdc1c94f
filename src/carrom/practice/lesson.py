"""Lessons: boards with a goal that a stroke and its ruling reach or not.

A lesson has steps, each with a demonstration, and then positions without one. Both are a `LessonStep`.
"""

import math
from enum import StrEnum

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.notation import write_position
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.candidates.direct import Family, direct, ways_in
from carrom.engine.position.situation import Situation
from carrom.engine.search.stroke_names import called
from carrom.physics.surface import Surface
from carrom.practice.play import PracticeResult, fallen
from carrom.practice.setup import SetupPosition, position_of, round_of
from carrom.rules.round import COLOUR, Phase, QueenState, Round
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Turn
from carrom.values import Value

OPEN = 0.3
"""A direct shot counts as open if a player with an aim error of one degree makes it this often."""


class Colours(StrEnum):
    """Which rule sets a step is for."""

    OWNED = "owned"
    """Those in which each side owns a colour."""
    SHARED = "shared"
    """Those in which it does not."""


class Pocket(StrEnum):
    """A pocket, as the player at the south sees it."""

    FAR_LEFT = "far-left"
    FAR_RIGHT = "far-right"
    NEAR_LEFT = "near-left"
    NEAR_RIGHT = "near-right"

    @property
    def centre(self) -> tuple[int, int]:
        """Centre of the pocket, µm."""
        reach = STANDARD.pocket_centre
        side, depth = (-1 if self.value.endswith("left") else 1), (1 if self.value.startswith("far") else -1)
        return side * reach, depth * reach


class Near(Value, frozen=True, kw_only=True):
    """A disc that must come to rest in front of a pocket."""

    disc: Disc
    pocket: Pocket
    within: int
    """Largest distance from the pocket's centre, µm."""


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
    near: tuple[Near, ...] = ()
    """Discs that must come to rest in front of a pocket."""
    kinds: tuple[StrokeKind, ...] = ()
    """The kinds of stroke that count."""
    queen: QueenState | None = None
    """State of the queen after the ruling."""
    keeps: bool = False
    """Whether the ruling must leave the turn with the learner, or give them the board."""
    won: bool = False
    """Whether the ruling must give the learner the board."""
    broken: bool = False
    """Whether the ruling must accept the stroke as a break."""
    scatter: int = 0
    """Least number of pieces outside the large circle."""
    leaves: int | None = None
    """Most open shots that the player in turn afterwards may have."""
    opens: tuple[Disc, ...] = ()
    """Pieces to which a direct shot must be open for `opens_for`."""
    opens_for: Seat = Seat.SOUTH
    nothing: bool = False
    """Whether nothing may fall."""
    streak: bool = False
    """Whether the learner may strike on as long as the turn is theirs, until the goal is reached."""
    wins: bool = False
    """Whether the board must be won against the computer, after any number of turns."""


class LessonStep(Value, frozen=True, kw_only=True):
    """One exercise on the board."""

    key: str
    """Number of the text: `1`, `2` … for steps, `a`, `b`, `c` for the positions at the end."""
    position: Position
    goal: Goal
    solution: tuple[Stroke, ...]
    """Strokes that reach the goal one after another, shown on request; one, unless the goal is a streak."""
    wrong: Stroke
    """A stroke that does not reach the goal."""
    success: float
    """How often the solution reaches the goal at the lesson's level, from 0 to 1; 0 for a board to be won."""
    rows: tuple[str, ...] = ()
    """Rows of the rule book's summary table that the step is about; they are shown with it."""
    queen: str = "mover"
    """State of the queen, as in `SetupPosition`; by default the learner has covered it."""
    colours: Colours | None = None
    """The rule sets for which the step is meant; None for all."""
    covers: bool = False
    """Whether the step requires that the queen needs a cover."""
    partners: bool = False
    """Whether four players sit at the board."""
    attempt: int | None = None
    """The attempt at the break; None once the rack is broken."""

    @property
    def is_position(self) -> bool:
        """Whether it is one of the positions at the end, which are played without a demonstration."""
        return not self.key.isdecimal()

    @property
    def goes_on(self) -> bool:
        """Whether the goal may take several strokes."""
        return self.goal.wins or self.goal.streak

    def fits(self, rules: Ruleset) -> bool:
        """Whether the step has a meaning under a rule set."""
        if self.colours is not None and (self.colours is Colours.OWNED) is not rules.colours_are_owned:
            return False
        if self.partners and 4 not in rules.parameters.players:
            return False
        return not (self.covers and rules.has("queen_needs_no_cover"))

    def moment(self, rules: Ruleset) -> SetupPosition:
        """Return the position the step begins with, under a rule set."""
        return SetupPosition(
            rules=rules.name,
            position=write_position(self.position),
            queen=self.queen,
            attempt=self.attempt,
            partners=self.partners,
        )


class Lesson(Value, frozen=True, kw_only=True):
    """A sequence of related steps and, at the end, positions to solve."""

    name: str
    minutes: int
    """Time that a learner needs, in minutes."""
    level: str
    """Level whose accuracy the success rates are stated for."""
    steps: tuple[LessonStep, ...]

    def under(self, rules: Ruleset) -> tuple[LessonStep, ...]:
        """Return the steps that apply under a rule set."""
        return tuple(step for step in self.steps if step.fits(rules))


def reached(goal: Goal, moment: SetupPosition, after: PracticeResult, surface: Surface) -> bool | None:
    """Return whether a stroke from `moment` has reached a goal; None while the learner may go on."""
    if goal.wins:
        return None if after.round is None or after.round.result is None else _is_won(after)
    assert after.played is not None
    assert after.ruling is not None
    if _is_reached(goal, moment, after, surface):
        return True
    goes_on = goal.streak and after.ruling.turn is Turn.CONTINUE and not set(goal.spares) & set(_down(after))
    return None if goes_on else False


def _down(after: PracticeResult) -> tuple[Disc, ...]:
    """Return everything that fell, including the striker."""
    assert after.played is not None
    return (*fallen(after), *((STRIKER,) if STRIKER in after.played.outcome.pocketed else ()))


def _is_reached(goal: Goal, moment: SetupPosition, after: PracticeResult, surface: Surface) -> bool:
    return (
        _is_seen(goal, after)
        and _is_ruled(goal, after)
        and (not goal.kinds or _kind(moment, after, surface) in goal.kinds)
        and (goal.leaves is None or _open_shots(after, surface) <= goal.leaves)
        and all(_is_open(disc, goal.opens_for, after, surface) for disc in goal.opens)
    )


def _is_seen(goal: Goal, after: PracticeResult) -> bool:
    """Whether the stroke did what the goal asks for, whatever the ruling."""
    assert after.played is not None
    assert after.stroke is not None
    outcome, rest, down = after.played.outcome, after.played.rest, set(_down(after))
    return all(
        (
            set(goal.falls) <= down,
            not goal.one_of or bool(set(goal.one_of) & down),
            not set(goal.spares) & down,
            goal.touches is None or outcome.touched[:1] == (goal.touches,),
            goal.stands is None or goal.stands[0] <= after.stroke.x <= goal.stands[1],
            goal.rests_within is None
            or (STRIKER in rest and math.hypot(rest[STRIKER].x, rest[STRIKER].y) <= goal.rests_within),
            all(each.disc in after.position and _distance(after, each) <= each.within for each in goal.near),
            sum(math.hypot(disc.at.x, disc.at.y) > STANDARD.outer_circle / 2 for disc in after.position)
            >= goal.scatter,
            not goal.nothing or not down,
        )
    )


def _is_ruled(goal: Goal, after: PracticeResult) -> bool:
    """Whether the ruling is the one the goal asks for."""
    assert after.ruling is not None
    assert after.round is not None
    return all(
        (
            goal.queen is None or after.round.queen is goal.queen,
            not goal.keeps or after.ruling.turn is Turn.CONTINUE or _is_won(after),
            not goal.won or _is_won(after),
            not goal.broken or (after.round.phase is Phase.PLAY and STRIKER not in _down(after)),
        )
    )


def _distance(after: PracticeResult, near: Near) -> float:
    at, (x, y) = after.position[near.disc], near.pocket.centre
    return math.hypot(at.x - x, at.y - y)


def _is_won(after: PracticeResult) -> bool:
    """Whether the learner, who sits at the south, has won the board."""
    if after.round is None or after.round.result is None:
        return False
    return after.round.side_of(Seat.SOUTH) in after.round.result.winners


def _kind(moment: SetupPosition, after: PracticeResult, surface: Surface) -> StrokeKind:
    """Return the kind of the stroke that led here."""
    assert after.stroke is not None
    return called(Situation(round_of(moment), position_of(moment), surface), after.stroke).name


def _open_shots(after: PracticeResult, surface: Surface) -> int:
    """Return how many pieces of the side in turn have an open direct shot; none once the board is over."""
    if after.round is None or after.round.result is not None:
        return 0
    return sum(_is_open(disc, after.round.turn, after, surface) for disc in _pieces(after.round, after.round.turn))


def _pieces(round: Round, seat: Seat) -> tuple[Disc, ...]:
    """Return the pieces on the board that the side at a seat plays for."""
    colour = round.sides[round.side_of(seat)].colour
    return tuple(disc for disc in round.on_board if disc.is_man and (colour is None or COLOUR[disc] is colour))


def _is_open(disc: Disc, seat: Seat, after: PracticeResult, surface: Surface) -> bool:
    """Whether the player at a seat has a direct shot at a piece that is `OPEN`."""
    if after.round is None or disc not in after.position:
        return False
    table = Situation(after.round, after.position, surface).table(seat, (disc,))
    shots = direct(table, list(ways_in(table, disc)), Family.DIRECT, keep=1)
    return any(shot.ease >= OPEN for shot in shots)
