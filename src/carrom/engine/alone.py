"""Alone at the board, as people count it: whites and the queen from the break, then the blacks; every turn lost is a
miss."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from carrom.board.disc import QUEEN, STRIKER, WHITES, Kind
from carrom.board.legal import centre_spot, check_spot, has_room, placing_spots
from carrom.board.position import Position
from carrom.board.rack import nominal_rack, with_gaps
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import changed
from carrom.engine.noise import Disturbance, Hand, disturbed, drawn
from carrom.engine.situation import Situation
from carrom.errors import IllegalStroke
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.rules import phases
from carrom.rules.judge import judge
from carrom.rules.round import COLOUR, Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Turn
from carrom.rules.settle import settle

MOST = 200
"""Strokes after which a run is given up."""
Aim = Callable[[Situation, Random], Any]
"""What a player means to do: `Aimed`, or `Rated` of the first engine."""


@dataclass(frozen=True)
class Played:
    """One stroke of a run."""

    is_break: bool
    kept: bool
    """The turn went on, or the board was won."""
    counts: bool
    promised: float | None
    """The success that the player promised himself."""
    seconds: float
    """Processor time of the choice."""


@dataclass
class Run:
    """One full board alone."""

    strokes: list[Played] = field(default_factory=list)
    slam: bool = False
    """Whites and queen in the first visit, from the break."""
    finished: bool = True

    @property
    def misses(self) -> int:
        """Turns lost after the break."""
        return sum(1 for stroke in self.strokes if not stroke.kept and stroke.counts and not stroke.is_break)


def alone(aim: Aim, hand: Hand, seed: int, known: bool = False) -> Run:
    """Return the run of a player with that hand on the rack of that seed; `known` lets him see its gaps.

    The errors of the hand follow from the seed and the number of the stroke alone: two players have the same.
    """
    run = Run()
    lies = with_gaps(nominal_rack(), seed)
    round_, position = Round.begin(ruleset("icf")), lies if known else nominal_rack()
    for part in ("whites", "blacks"):
        if part == "blacks":
            if round_.result is None or not any(disc.kind is Kind.BLACK for disc in position.discs):
                break
            run.slam = round_.result.slam == "white"
            round_, position = _blacks(position)
        while round_.result is None:
            if len(run.strokes) >= MOST:
                run.finished = False
                return run
            if round_.turn is not Seat.SOUTH:
                round_ = changed(round_, turn=Seat.SOUTH, struck=False)
            round_, position = _stroke(aim, hand, seed, run, round_, position, lies)
    if round_.result is not None and not run.slam:
        run.slam = round_.result.slam == "white"
    return run


def _stroke(
    aim: Aim, hand: Hand, seed: int, run: Run, round_: Round, position: Position, lies: Position
) -> tuple[Round, Position]:
    """Play one stroke and what follows from it."""
    number, breaking = len(run.strokes), round_.phase is Phase.BREAK
    situation = Situation(round_, position, surface("club"))
    began = time.process_time()
    aimed = aim(situation, Random(f"{seed} mind {number}"))
    seconds = time.process_time() - began
    meant: Stroke = aimed.stroke
    struck = _executed(position, meant, hand, drawn(Random(f"{seed} hand {number}")))
    played = simulate(lies if breaking else position, struck, round_.turn, situation.surface)
    ruling = judge(round_, played.outcome)
    after = settle(round_, ruling)
    rest = played.rest.without(STRIKER)
    for disc in ruling.centred:
        bare = rest.without(disc)
        rest = bare.having(disc, centre_spot(bare, disc, after.turn))
    won = after.result is not None and after.side_of(Seat.SOUTH) in after.result.winners
    promise = getattr(aimed, "promise", None)
    run.strokes.append(
        Played(
            breaking,
            ruling.turn in (Turn.CONTINUE, Turn.RETRY) or won,
            ruling.turn is not Turn.RETRY,
            None if promise is None else promise.success,
            seconds,
        )
    )
    return _placed(after, rest)


def _executed(position: Position, meant: Stroke, hand: Hand, by: Disturbance) -> Stroke:
    """Return the stroke as the hand plays it; a striker set on an illegal spot is set right first."""
    struck = disturbed(meant, hand, by)
    try:
        check_spot(position, Seat.SOUTH, struck)
    except IllegalStroke:
        return disturbed(meant, hand, Disturbance(by.direction, by.speed, 0.0))
    return struck


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


def _blacks(position: Position) -> tuple[Round, Position]:
    """Return the second half: south has the blacks; one white man stands in the book alone, so that the board lasts."""
    begun = Round.begin(ruleset("icf"), breaker=Seat.NORTH)
    blacks = [disc for disc in position.discs if COLOUR[disc] is Kind.BLACK]
    lying = in_rack_order([*blacks, WHITES[0]])
    sides = tuple(changed(side, pocketed_before=True, pocketed_by_self=True) for side in begun.sides)
    south = begun.side_of(Seat.SOUTH)
    round_ = changed(
        begun,
        sides=sides,
        turn=Seat.SOUTH,
        phase=Phase.PLAY,
        on_board=lying,
        pocketed=tuple(disc for disc in begun.on_board if disc not in lying),
        queen=QueenState.COVERED,
        queen_side=1 - south,
        queen_turn=0,
    )
    men = Position.of((placed.disc, placed.at) for placed in position if placed.disc in blacks)
    assert QUEEN not in men.discs
    return round_, men
