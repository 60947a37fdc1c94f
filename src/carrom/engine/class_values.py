"""Values of outcome classes, from the consequences that the laws give them."""

import numpy as np
from numpy.typing import NDArray

from carrom.board import QUEEN, RACKED, STRIKER, Disc, Kind, LinesLeft, Outcome
from carrom.engine import rollout_kernel
from carrom.engine.board_value import LearnedTerms, Stake
from carrom.engine.outcome_value import LEAVE, PARTS, LayoutHeuristic, at_stake, decided, worth
from carrom.engine.search import touched
from carrom.engine.stakes import MatchStakes
from carrom.rules.effects import Due, Fault
from carrom.rules.judge import judge, judge_pass
from carrom.rules.round import COLOUR, Phase, Round
from carrom.rules.ruling import Turn
from carrom.rules.settle import settle
from carrom.values import changed

NEVER = -20.0
"""Value in points of a stroke that the simulator cannot finish: less than any lost board."""
IDLE = 1.0
"""Points by which a stroke that does not count is worth less than a pass, so that it is never chosen."""
PLAIN = 0.25
"""Value of a point of the lead in rule sets where the lead at the end decides, whatever it decides."""
_LINES = (LinesLeft.NONE, LinesLeft.ONE, LinesLeft.BOTH)


class ClassValues:
    """The value of every outcome class in one round, for the side in turn, in millionths of a point."""

    def __init__(
        self,
        round_: Round,
        chance: float,
        leave: LayoutHeuristic = LEAVE,
        insight: LearnedTerms | None = None,
        stake: Stake | None = None,
        ledger: MatchStakes | None = None,
    ) -> None:
        """Prepare for strokes of the player in turn; `chance` is both sides' success probability per stroke.

        With an `insight` win probability and expected points come from the learned evaluation, where it covers such
        rounds. With a `stake` as well, samples are valued by it. Otherwise the value is the race plus the layout
        heuristic `leave`. With a `ledger` a board is worth its value for the game of the side in turn instead of its
        points.
        """
        self._round, self._chance, self._leave = round_, chance, leave
        self._insight = insight if insight is not None and insight.knows(round_) else None
        self._stake = stake if self._insight is not None else None
        self._side, self._ledger = round_.mover, ledger
        self._whole = at_stake(changed(round_, on_board=RACKED)) if ledger is not None and not ledger.won else 0.0
        self._after_pass: Round | None = None
        self.known = np.zeros(rollout_kernel.CLASSES, dtype=np.bool_)
        self.worth = np.zeros(rollout_kernel.CLASSES, dtype=np.int64)
        self.over = np.zeros(rollout_kernel.CLASSES, dtype=np.bool_)
        self.won = np.zeros(rollout_kernel.CLASSES, dtype=np.int64)
        """Probability of winning the board by the race or the lead, in millionths."""
        self.again = np.zeros(rollout_kernel.CLASSES, dtype=np.int8)
        """Whether the same side strikes next."""
        self.kept = np.zeros(rollout_kernel.CLASSES, dtype=np.bool_)
        """Whether the turn goes on, or the board is won or ends with points for the side."""
        self.foul = np.zeros(rollout_kernel.CLASSES, dtype=np.bool_)
        self.counts = np.ones(rollout_kernel.CLASSES, dtype=np.bool_)
        """Whether it was a stroke at all (Law 127b); otherwise it is valued as a pass, less `penalty`."""
        self.penalty = np.zeros(rollout_kernel.CLASSES, dtype=np.int64)
        """Deduction of `by_hand` in millionths: `IDLE` for a stroke that does not count."""
        self.at_stake = np.zeros(rollout_kernel.CLASSES)
        """Spread of the lead until the end of the board, in millionths; only for rule sets where the lead decides."""
        self.known[rollout_kernel.DIVERGED] = self.over[rollout_kernel.DIVERGED] = True
        self.worth[rollout_kernel.DIVERGED] = round(NEVER * rollout_kernel.POINT)

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the values of samples in millionths of a point, by the learned evaluation if there is one."""
        found = self._by_hand(classes, lies, alone=False)
        if self._insight is not None and self._stake is not None:
            found = self._stake.of(*self._insight.seen(classes, lies), found, self._insight.whole)
        return found - self.penalty[classes]

    def by_hand(self, classes: NDArray[np.int16], lies: NDArray[np.int32], alone: bool = False) -> NDArray[np.int64]:
        """Return the values of samples by the race and the layout heuristic, in millionths of a point.

        `alone` says that the layout features cover only the player in turn. The penalty for a stroke that does not
        count is subtracted last: `_led` and a `Stake` would shrink it to almost nothing.
        """
        return self._by_hand(classes, lies, alone) - self.penalty[classes]

    def _by_hand(self, classes: NDArray[np.int16], lies: NDArray[np.int32], alone: bool) -> NDArray[np.int64]:
        self.learn(classes)
        again = self.again[classes]
        if self._round.ruleset.colours_are_owned:
            left = self._owned(again, lies, has_partner=len(self._round.seats) == 4 and not alone)
        else:
            left = self._free(again, lies)
        found: NDArray[np.int64] = self.worth[classes] + np.where(self.over[classes], 0, left // PARTS)
        return self._led(found, self.at_stake[classes]) if self._whole else found

    def _led(self, leads: NDArray[np.int64], spread: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the value of leads: being ahead at the end, which saturates beyond `spread`, and some of the points.

        Without the points a side that has lost by arithmetic would refuse every piece, because the last one ends the
        board.
        """
        exact = leads.astype(np.float64)
        size = np.sqrt(exact * exact + spread * spread)
        share = np.divide(exact, size, out=np.zeros_like(exact), where=size > 0.0)
        return np.rint(rollout_kernel.POINT * self._whole * share + PLAIN * exact).astype(np.int64)

    def _owned(self, again: NDArray[np.int8], lies: NDArray[np.int32], has_partner: bool) -> NDArray[np.int64]:
        weights = self._leave.weights(has_partner)
        left = np.zeros(again.shape, dtype=np.int64)
        for column in np.nonzero(weights.any(axis=0))[0]:
            left += weights[:, column][again] * lies[..., column]
        return left

    def _free(self, again: NDArray[np.int8], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the value of the next striker's easiest piece: positive for the side in turn, negative for another.

        The lead already includes that stroke at the mean price and probability, which is subtracted here.
        """
        figures, mine = self._round.ruleset.parameters, again.astype(np.bool_)
        brought = []
        for price, column in (
            (figures.white_points, rollout_kernel.L_EACH),
            (figures.black_points, rollout_kernel.L_EACH + rollout_kernel.EASY),
        ):
            ease = np.where(mine, lies[..., column], lies[..., rollout_kernel.BLOCK + column]).astype(np.int64)
            brought.append(price * ease)
        usual = round(rollout_kernel.POINT * self._chance * (figures.white_points + figures.black_points) / 2)
        share = round(PARTS * self._leave.hard)
        left = share * (np.maximum(*brought) - usual)
        found: NDArray[np.int64] = np.where(mine, left, -left)
        return found

    def seen(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the win probability and the expected points of the board after samples, in millionths."""
        self.learn(classes)
        if self._insight is not None:
            return self._insight.seen(classes, lies)
        return self.won[classes], self.worth[classes]

    def learn(self, classes: NDArray[np.int16]) -> None:
        """Evaluate the classes that occur for the first time."""
        met = np.bincount(classes.ravel(), minlength=rollout_kernel.CLASSES) > 0
        for number in np.nonzero(met & ~self.known)[0]:
            self._ask(int(number))

    def outcome(self, number: int) -> Outcome:
        """Return an outcome of that class.

        The laws do not depend on which pieces of a colour fell, nor on their order.
        """
        rest, met = divmod(number, 2)
        rest, lines = divmod(rest, 3)
        rest, direct = divmod(rest, 2)
        rest, striker = divmod(rest, 2)
        rest, queen = divmod(rest, 2)
        whites, blacks = divmod(rest, 10)
        lying = self._round.on_board
        fallen: list[Disc] = []
        for colour, count in ((Kind.WHITE, whites), (Kind.BLACK, blacks)):
            fallen += [disc for disc in lying if disc is not QUEEN and COLOUR[disc] is colour][:count]
        if queen:
            fallen.append(QUEEN)
        own = self._round.sides[self._side].colour
        others = [disc for disc in fallen if disc is not QUEEN and own is not None and COLOUR[disc] is not own]
        touched = others[:1] if direct else [disc for disc in (*fallen, *lying) if disc not in others][:1]
        return Outcome(
            pocketed=(*fallen, STRIKER) if striker else tuple(fallen),
            touched=tuple(touched) if met else (),
            moved=bool(met),
            lines_left=_LINES[lines],
        )

    def _ask(self, number: int) -> None:
        ruling = judge(self._round, self.outcome(number))
        again = ruling.turn is Turn.RETRY
        idle = again and self._round.phase is not Phase.BREAK
        after = self._passed() if idle else settle(self._round, ruling)
        won = after.result is not None and self._side in after.result.winners
        self.known[number] = True
        self.worth[number] = round(rollout_kernel.POINT * worth(after, self._side, self._chance, ledger=self._ledger))
        self.penalty[number] = round(rollout_kernel.POINT * IDLE) if idle else 0
        self.over[number] = after.result is not None
        self.at_stake[number] = rollout_kernel.POINT * self._spread(after)
        self.again[number] = after.mover == self._side
        scored = after.sides[self._side].points > self._round.sides[self._side].points
        self.kept[number] = ruling.turn is Turn.CONTINUE or won or (after.result is not None and scored)
        self.won[number] = round(
            rollout_kernel.POINT * (1.0 + worth(after, self._side, self._chance, just_won=True)) / 2.0
        )
        if self._insight is not None:
            self._insight.learn(number, after, self._side)
        effects = [each for found in ruling.findings for each in found.effects]
        self.foul[number] = any(isinstance(each, Fault) or (isinstance(each, Due) and each.mover) for each in effects)
        self.counts[number] = not again

    def _spread(self, after: Round) -> float:
        """Return the spread of the lead until the end; 0 once it decides by arithmetic."""
        if not self._whole or after.result is not None or decided(after, self._side) is not None:
            return 0.0
        return at_stake(after)

    def _passed(self) -> Round:
        """Return the round after a pass, judged once and cached."""
        if self._after_pass is None:
            self._after_pass = settle(self._round, judge_pass(self._round))
        return self._after_pass


# -- values for a player who takes risks: every turn kept is a point ---------------------------------------------------
# A weak player whose queen lies badly would otherwise never try to pocket it: every such stroke costs more than a
# stroke that does nothing.


class BoldClassValues:
    """Values of outcome classes by whether the turn goes on."""

    def __init__(self, values: ClassValues, touching: float = 0.0) -> None:
        """Wrap the values of the same round, which provide everything but `of`.

        `touching` is the value in points of a sample in which the striker touches a piece. A small one decides between
        strokes that keep the turn equally often, such as never.
        """
        self._values, self._touching = values, round(rollout_kernel.POINT * touching)
        self.kept, self.foul = values.kept, values.foul
        self.by_hand, self.seen = values.by_hand, values.seen

    def of(self, classes: NDArray[np.int16], lies: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return a point for each sample that keeps the turn, and less than 0 for a stroke that does not count."""
        values = self._values
        values.learn(classes)
        touching = self._touching * touched(classes).astype(np.int64)
        return rollout_kernel.POINT * values.kept[classes].astype(np.int64) + touching - values.penalty[classes]
