"""Solo scoring: one player clears the board; counts misses and slams.

A run is folded from its strokes, both for a person on the page and for the program in `carrom solo`.
"""

from dataclasses import dataclass

from carrom.board import STRIKER, WHITES, Kind, Position, Seat, Stroke
from carrom.board.rack import nominal_rack, with_gaps
from carrom.board.striker_spots import centre_spot, check_spot, has_room, placing_spots
from carrom.physics import simulate
from carrom.physics.played import Played
from carrom.physics.surface import Surface, surface
from carrom.rules import phases
from carrom.rules.judge import judge
from carrom.rules.round import COLOUR, Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import Value, changed

PLAYER = Seat.SOUTH
"""Seat of the solo player."""


class SoloRun(Value, frozen=True, kw_only=True):
    """State of a run; while it is not over, the player is to strike."""

    seed: int
    """Seed of the gaps in the rack."""
    round: Round
    position: Position
    """The visible position: before the break, a rack without gaps."""
    blacks: bool = False
    """Whether the whites are cleared, and the blacks are played."""
    strokes: int = 0
    misses: int = 0
    """Turns lost after the break."""
    idle: int = 0
    """Strokes that did not count (Law 127b)."""
    slam: bool = False
    """Whether the whites and the queen were cleared in the first turn, from the break."""
    over: bool = False

    @classmethod
    def begin(cls, seed: int) -> "SoloRun":
        """Return a run before its break, under the official Laws."""
        return cls(seed=seed, round=Round.begin(ruleset("icf")), position=nominal_rack())

    @property
    def is_break(self) -> bool:
        """Whether the next stroke breaks."""
        return self.round.phase is Phase.BREAK

    @property
    def lies(self) -> Position:
        """The actual position: for a rack, with its gaps."""
        return with_gaps(nominal_rack(), self.seed) if self.is_break else self.position

    def struck(self, stroke: Stroke, on: Surface | None = None) -> "SoloStep":
        """Return the result of a stroke on a surface (by default club).

        Raises `IllegalStroke` for an illegal striker position, and the errors of `simulate`.
        """
        assert not self.over, "the run is over"
        check_spot(self.position, PLAYER, stroke)
        played = simulate(self.lies, stroke, PLAYER, on or surface("club"))
        ruling = judge(self.round, played.outcome)
        after = settle(self.round, ruling)
        rest = played.rest.without(STRIKER)
        for disc in ruling.centred:
            bare = rest.without(disc)
            rest = bare.having(disc, centre_spot(bare, disc, after.turn))
        won = after.result is not None and after.side_of(PLAYER) in after.result.winners
        keeps_turn, counts = ruling.turn in (Turn.CONTINUE, Turn.RETRY) or won, ruling.turn is not Turn.RETRY
        lost = not keeps_turn and counts and not self.is_break
        now = changed(self, strokes=self.strokes + 1, misses=self.misses + lost, idle=self.idle + (not counts))
        return SoloStep(now._continued(*_placed(after, rest)), played, ruling, keeps_turn, counts)

    def _continued(self, round_: Round, position: Position) -> "SoloRun":
        """Return the run after a stroke: with the player to strike, at the start of the blacks, or over."""
        slam = self.slam or (round_.result is not None and not self.blacks and round_.result.slam == "white")
        if round_.result is None:
            turned = changed(round_, turn=PLAYER, struck=False) if round_.turn is not PLAYER else round_
            return changed(self, round=turned, position=position)
        if self.blacks or not any(disc.kind is Kind.BLACK for disc in position.discs):
            return changed(self, round=round_, position=position, slam=slam, over=True)
        begun, men = _second_half(position)
        return changed(self, round=begun, position=men, slam=slam, blacks=True)


@dataclass(frozen=True)
class SoloStep:
    """Result of one stroke of a run."""

    after: SoloRun
    played: Played
    ruling: Ruling
    kept: bool
    """Whether the turn continued, or the board was won."""
    counts: bool
    """Whether it counted as a stroke (Law 127b)."""


def _placed(round_: Round, position: Position) -> tuple[Round, Position]:
    """Return the round and the position with all dues placed next to the centre."""
    while round_.result is None and round_.placings:
        first = round_.placings[0]
        anywhere = round_.ruleset.dues_anywhere
        if not has_room(position, first.disc, anywhere=anywhere):
            round_ = phases.apply(round_, phases.NoRoom(first.by))
            continue
        position = position.having(first.disc, placing_spots(position, first.disc, anywhere=anywhere)[0])
        round_ = phases.apply(round_, phases.Placed(first.by, first.disc))
    return round_, position


def _second_half(position: Position) -> tuple[Round, Position]:
    """Return the second half, in which the player has the blacks; one white piece is counted as on the board so that
    the round does not end.
    """
    begun = Round.begin(ruleset("icf"), breaker=Seat.NORTH)
    blacks = [disc for disc in position.discs if COLOUR[disc] is Kind.BLACK]
    lying = in_rack_order([*blacks, WHITES[0]])
    round_ = changed(
        begun,
        sides=tuple(changed(side, pocketed_before=True, pocketed_by_self=True) for side in begun.sides),
        turn=PLAYER,
        phase=Phase.PLAY,
        on_board=lying,
        pocketed=tuple(disc for disc in begun.on_board if disc not in lying),
        queen=QueenState.COVERED,
        queen_side=1 - begun.side_of(PLAYER),
        queen_turn=0,
    )
    return round_, Position.of((placed.disc, placed.at) for placed in position if placed.disc in blacks)
