"""Solo scoring: one player clears the board; misses and slams.

A run is a fold over its strokes: a person's run on the page and the program's in `carrom solo` are counted here.
"""

from dataclasses import dataclass

from carrom.board.disc import STRIKER, WHITES, Kind
from carrom.board.placement.striker_spots import centre_spot, check_spot, has_room, placing_spots
from carrom.board.position import Position
from carrom.board.rack import nominal_rack, with_gaps
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
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
"""Where he sits who plays alone."""


class SoloRun(Value, frozen=True, kw_only=True):
    """Where a run stands; the player is always to strike while it is not over."""

    seed: int
    """Makes the gaps of the rack."""
    round: Round
    position: Position
    """As anybody sees it: before the break a rack without gaps."""
    blacks: bool = False
    """The whites are done, and the blacks are played."""
    strokes: int = 0
    misses: int = 0
    """Turns lost after the break."""
    idle: int = 0
    """Strokes that did not count (Law 127b)."""
    slam: bool = False
    """Whites and queen went in the first visit, from the break."""
    over: bool = False

    @classmethod
    def begin(cls, seed: int) -> "SoloRun":
        """Return a run before its break, by the official Laws."""
        return cls(seed=seed, round=Round.begin(ruleset("icf")), position=nominal_rack())

    @property
    def is_break(self) -> bool:
        """Whether the next stroke breaks."""
        return self.round.phase is Phase.BREAK

    @property
    def lies(self) -> Position:
        """How the men lie in truth: those of a rack with its gaps."""
        return with_gaps(nominal_rack(), self.seed) if self.is_break else self.position

    def struck(self, stroke: Stroke, on: Surface | None = None) -> "Struck":
        """Return what a stroke brought, on that surface (club where none is named).

        Raises IllegalStroke for a striker that may not stand there, and whatever `simulate` refuses.
        """
        assert not self.over, "nobody strikes when the run is over"
        check_spot(self.position, PLAYER, stroke)
        played = simulate(self.lies, stroke, PLAYER, on or surface("club"))
        ruling = judge(self.round, played.outcome)
        after = settle(self.round, ruling)
        rest = played.rest.without(STRIKER)
        for disc in ruling.centred:
            bare = rest.without(disc)
            rest = bare.having(disc, centre_spot(bare, disc, after.turn))
        won = after.result is not None and after.side_of(PLAYER) in after.result.winners
        kept, counts = ruling.turn in (Turn.CONTINUE, Turn.RETRY) or won, ruling.turn is not Turn.RETRY
        lost = not kept and counts and not self.is_break
        now = changed(self, strokes=self.strokes + 1, misses=self.misses + lost, idle=self.idle + (not counts))
        return Struck(now._onwards(*_placed(after, rest)), played, ruling, kept, counts)

    def _onwards(self, round_: Round, position: Position) -> "SoloRun":
        """Return the run with the player to strike: at the blacks when the whites are done, or over."""
        slam = self.slam or (round_.result is not None and not self.blacks and round_.result.slam == "white")
        if round_.result is None:
            turned = changed(round_, turn=PLAYER, struck=False) if round_.turn is not PLAYER else round_
            return changed(self, round=turned, position=position)
        if self.blacks or not any(disc.kind is Kind.BLACK for disc in position.discs):
            return changed(self, round=round_, position=position, slam=slam, over=True)
        begun, men = _of_blacks(position)
        return changed(self, round=begun, position=men, slam=slam, blacks=True)


@dataclass(frozen=True)
class Struck:
    """One stroke of a run."""

    after: SoloRun
    played: Played
    ruling: Ruling
    kept: bool
    """The turn went on, or the board was won."""
    counts: bool
    """It was a stroke at all (Law 127b)."""


def _placed(round_: Round, position: Position) -> tuple[Round, Position]:
    """Return round and position when every due is on the board, next to the centre."""
    while round_.result is None and round_.placings:
        first = round_.placings[0]
        if not has_room(position, first.disc):
            round_ = phases.apply(round_, phases.NoRoom(first.by))
            continue
        position = position.having(first.disc, placing_spots(position, first.disc)[0])
        round_ = phases.apply(round_, phases.Placed(first.by, first.disc))
    return round_, position


def _of_blacks(position: Position) -> tuple[Round, Position]:
    """Return the second half: the player has the blacks; one white man is on the books alone, so that it lasts."""
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
