"""Play-outs: a position played on to the end of the board (or for some strokes) by two players of the same accuracy.

Each stroke is chosen by a cheap search. Chance is taken out of the result by the position value's own change: what a
stroke did to the value, minus what strokes with the same intention do to it on average. That *luck* has a mean of zero
whatever the value is, so subtracting it changes no expectation, only the variance (as in backgammon rollouts).
"""

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from carrom.board import STRIKER, Stroke
from carrom.board.striker_spots import centre_spot, placing_spots
from carrom.engine import board_value
from carrom.engine.artifacts import CHOOSING
from carrom.engine.artifacts import drawn as drawn_racks
from carrom.engine.break_book import openings
from carrom.engine.candidates import Whole
from carrom.engine.class_values import ClassValues
from carrom.engine.geometry import HandNoise, NoiseSample, drawn, people
from carrom.engine.levels import Budget, Level
from carrom.engine.outcome_value import men_on_board, wanted, worth
from carrom.engine.rollout_kernel import POINT
from carrom.engine.rollouts import RolloutRunner, deviates, ease_of, is_rack_unseen, surveyed
from carrom.engine.search import Search, SearchSettings, hardest_spot
from carrom.engine.situation import Situation, facts, seats_of
from carrom.engine.stroke_names import executed
from carrom.physics.batch import places_of, position_of
from carrom.physics.simulate import simulate
from carrom.rules.judge import judge
from carrom.rules.phases import Demanded, NoRoom, Placed, apply, demander
from carrom.rules.round import Phase, Round
from carrom.rules.settle import settle
from carrom.values import Value

# -- the evaluation of a position: win probability and expected points -------------------------------------------------


HAND = people(0.55)
"""Default accuracy of both sides: that of the best people."""


class PositionValue(Value, frozen=True):
    """The value of a board for one side, before its next stroke or the opponent's."""

    win: float
    """Probability of winning the board, from 0 to 1."""
    points: float
    """Expected points; negative if the opponent is expected to get them."""

    @property
    def turned(self) -> "PositionValue":
        """The same value for the other side."""
        return PositionValue(1.0 - self.win, -self.points)


def of(situation: Situation, hand: HandNoise = HAND, side: int | None = None) -> PositionValue:
    """Return the value of a situation for a side, by default the one in turn, when all players have that accuracy."""
    round_ = situation.round
    side = round_.mover if side is None else side
    if round_.result is not None or not board_value.LearnedTerms.knows(round_):
        chance = Level("any", hand, Budget(1, 1.0)).chance
        return PositionValue((1.0 + worth(round_, side, chance, just_won=True)) / 2.0, worth(round_, side, chance))
    result = facts(round_)
    kind = board_value.kind_of(result)
    view = side if kind == board_value.FREE else round_.mover
    row, scales = board_value.inputs_of(result, view, hand.direction)
    places, eases = places_of([situation.position]), np.array([ease_of(hand)])
    seats = np.array([seats_of(result)], dtype=np.int64)
    lies = surveyed(places, seats, eases, situation.surface, situation.equipment)
    network = board_value.learned().networks[kind]
    shares = network.shares(network.prepared([row]), board_value.layout_inputs(lies, len(round_.seats)))
    points = float(board_value.points_of(kind, shares, np.array([scales], dtype=np.float64))[0]) / board_value.MICRO
    won = board_value.decided(result, side) if kind == board_value.FREE else None
    found = PositionValue(float(shares[0, 0]) / board_value.MICRO if won is None else float(won), points)
    return found if view == side else found.turned


# -- the play-outs, with luck subtracted -------------------------------------------------------------------------------


SIMULATIONS = 400
"""Simulations for the choice of each stroke."""
AVERAGED = 48
"""Fresh samples of a chosen stroke from which its mean value is estimated, for its luck."""
STROKES = 60
"""Strokes after which the position is valued instead of being played on."""
LONG = 1e9
"""In seconds: no time limit."""


class PlayedOut(Value, frozen=True):
    """The result of one play-out, for the side that strikes first."""

    win: float
    """1 for a won board, 0 for a lost one, ½ for a replay; the value's probability if it was not played to the end."""
    luck: float
    """The part of `win` that the value calls chance; its mean is 0."""
    strokes: int

    @property
    def fair(self) -> float:
        """The result without luck: the same mean as `win`, a smaller variance."""
        return self.win - self.luck


@dataclass(frozen=True)
class PlayOuts:
    """Plays situations out at one accuracy."""

    hand: HandNoise
    simulations: int = SIMULATIONS
    strokes: int = STROKES

    def after(self, situation: Situation, first: Stroke, noise: NoiseSample, rng: Random) -> PlayedOut:
        """Play a stroke with this noise, and then on to the end.

        `noise` and the state of `rng` are shared by the strokes that are compared, so that equal chances meet both.
        Raises `IllegalStroke` for a stroke that cannot be played.
        """
        return self._played(situation, situation.round.mover, first, noise, rng)

    def on(self, situation: Situation, side: int, rng: Random) -> PlayedOut:
        """Play on to the end from a situation in which a stroke is due or the board is over; the result is `side`'s."""
        return self._played(situation, side, None, None, rng)

    def _played(
        self, situation: Situation, side: int, stroke: Stroke | None, noise: NoiseSample | None, rng: Random
    ) -> PlayedOut:
        luck = 0.0
        for number in range(self.strokes):
            round_ = situation.round
            if round_.result is not None:
                return PlayedOut(won_by(round_, side), luck, number)
            dice = Random(rng.getrandbits(64))
            by = noise if noise is not None and number == 0 else drawn(dice)
            turn = _Turn(situation, self, dice)
            if not turn.can_strike:  # the board is replayed (Law 142)
                return PlayedOut(0.5, luck, number)
            stroke = turn.best() if stroke is None else stroke
            gained = turn.luck(stroke, by)
            luck += gained if round_.mover == side else -gained
            situation, stroke = after_stroke(turn.lying, executed(turn.runner, stroke, by), self.hand), None
        if situation.round.result is not None:
            return PlayedOut(won_by(situation.round, side), luck, self.strokes)
        return PlayedOut(of(situation, self.hand, side).win, luck, self.strokes)


class _Turn:
    """One stroke of a play-out: how it is chosen, and how lucky it was."""

    def __init__(self, situation: Situation, settings: PlayOuts, dice: Random) -> None:
        round_ = situation.round
        self._settings, self._dice = settings, dice
        self._table = situation.table(round_.turn, wanted(round_))
        self.can_strike = bool(self._table.places)
        self.lying = situation
        """The situation with the gaps of one rack, if they are unseen."""
        if not self.can_strike:
            return
        chance = Level("any", settings.hand, Budget(1, 1.0)).chance
        known = board_value.LearnedTerms.knows(round_)
        insight = board_value.LearnedTerms(board_value.learned(), round_, settings.hand.direction) if known else None
        self._prices = ClassValues(round_, chance, insight=insight)
        racks = drawn_racks(CHOOSING, AVERAGED + 1, dice) if is_rack_unseen(situation) else None
        self.runner = RolloutRunner(situation, settings.hand, self._table.across, racks=racks)
        if racks is not None:  # the last row of `luck` is played on the last rack
            self.lying = replace(situation, position=position_of(self.runner.places[-1]))

    def best(self) -> Stroke:
        """Return the stroke that the search finds."""
        round_ = self.lying.round
        only_forward = not round_.ruleset.parameters.backward
        budget = Budget(self._settings.simulations, LONG)
        limits = SearchSettings(budget, self._table.across, only_forward)
        search = Search(self.runner, self._prices, limits, self._dice, _no_time)
        if round_.phase is Phase.BREAK:
            angle, degrees = round_.ruleset.parameters.setup_angle, self._settings.hand.direction
            found = search.of(openings(self._table, max(4, budget.simulations // 24), degrees=degrees, angle=angle))
        else:
            found = search.best(self._table.targets)
        return Stroke(*found.strokes[0].tolist())

    def luck(self, stroke: Stroke, by: NoiseSample) -> float:
        """Return the value after this stroke with this noise, minus its mean over other noise."""
        rows = deviates(AVERAGED, self._dice)
        noise = np.concatenate((rows, np.array([[by.direction, by.speed, by.place]])))
        strokes: Whole = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
        win, _ = self._prices.seen(*self.runner.rate(strokes, noise, 0, len(noise)))
        wins = win[0] / POINT
        return float(wins[-1] - wins[:-1].mean())


def after_stroke(situation: Situation, stroke: Stroke, hand: HandNoise) -> Situation:
    """Return the situation after a stroke: judged, with every piece placed that the laws put back.

    Dues are placed where they are hardest for an owner of this accuracy, and all extra points are demanded.
    """
    before, kit = situation.round, situation.equipment
    played = simulate(situation.position, stroke, before.turn, situation.surface, equipment=kit)
    ruling = judge(before, played.outcome)
    after = Situation(settle(before, ruling), played.rest.without(STRIKER), situation.surface, kit)
    for disc in ruling.centred:
        bare = after.position.without(disc)
        after = replace(after, position=bare.having(disc, centre_spot(bare, disc, after.round.turn, kit)))
    while after.round.placings:
        after = _with_first_placed(after, hand)
    if after.round.result is not None and after.round.result.up_to:
        demanded = Demanded(demander(after.round), after.round.result.up_to)
        after = replace(after, round=apply(after.round, demanded))
    return after


def _with_first_placed(situation: Situation, hand: HandNoise) -> Situation:
    """Return the situation after the first waiting piece was placed, or could not be for lack of room."""
    round_, position, kit = situation.round, situation.position, situation.equipment
    first = round_.placings[0]
    spots = placing_spots(position, first.disc, kit, anywhere=round_.ruleset.dues_anywhere)
    if not spots and round_.men_on_board(first.owner):
        return replace(situation, round=apply(round_, NoRoom(first.by)))
    seats = round_.sides[first.owner].seats
    owner = next((seat for seat in (first.by, round_.turn) if seat in seats), seats[0])
    mine = men_on_board(round_, round_.side_of(first.by))
    spot = hardest_spot(situation, first.disc, spots, owner, first.by, mine, hand)
    spot = centre_spot(position, first.disc, round_.turn, kit) if spot is None else spot
    return replace(
        situation, round=apply(round_, Placed(first.by, first.disc)), position=position.having(first.disc, spot)
    )


def won_by(round_: Round, side: int) -> float:
    """Return 1 if a finished board was won by that side, 0 if by another, ½ for a replay or a tie."""
    result = round_.result
    if result is None or result.replay or len(result.winners) != 1:
        return 0.5
    return float(side in result.winners)


def _no_time() -> float:
    return 0.0
