"""Discrete actions: up to 64 candidate strokes, spots for a placing, or numbers of points to demand."""

from carrom.board.placement.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.engine.candidates.breaks import breaks
from carrom.engine.candidates.direct import Candidate, candidates
from carrom.engine.candidates.exhaustive import lattice, spread_places
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.play.player import situation_of
from carrom.envs.decision import Decision, DecisionKind
from carrom.game.events import Demanded, Placed, Waived
from carrom.game.game import GameHistory
from carrom.rules.book.technique import techniques
from carrom.rules.round import Phase

CHOICES = 64
"""Size of the discrete action space; the action mask marks those available now."""
Choice = Stroke | Placed | Waived | Demanded


def choices(game: GameHistory, decision: Decision) -> tuple[Choice, ...]:
    """Return the choices of a decision, 1 to CHOICES of them, the most promising strokes first.

    Strokes: breaks from the book while the rack is unbroken, then direct cuts, rebounds, banks and combinations. If
    geometry finds fewer than `FEW`, strokes at every wanted piece with every fullness are added, evenly sampled.
    Placings: spots evenly sampled from the centre outwards; the last choice waives if that is allowed.
    """
    if decision.asked is DecisionKind.DEMAND:
        return tuple(Demanded(seat=decision.seat, points=points) for points in range(min(CHOICES, decision.up_to + 1)))
    if decision.asked is DecisionKind.PLACE:
        return _placings(game, decision)
    return _strokes(game)


FEW = 8
"""Geometric candidates below which exhaustive ones are added."""


def _strokes(game: GameHistory) -> tuple[Stroke, ...]:
    situation = situation_of(game)
    table = situation.table(situation.round.turn, wanted(situation.round))
    found: list[Candidate] = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    strokes = _allowed(game, found)[:CHOICES]
    if len(strokes) < FEW:
        more = _allowed(game, lattice(table))
        strokes += [more[index] for index in spread_places(tuple(range(len(more))), CHOICES - len(strokes))]
    return tuple(dict.fromkeys(strokes))


def _allowed(game: GameHistory, found: list[Candidate]) -> list[Stroke]:
    """Return the distinct strokes; those that the rule set does not allow are mirrored forwards."""
    strokes = (each.stroke for each in found)
    return list(dict.fromkeys(each if techniques(game.rules, each) else _forwards(each) for each in strokes))


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy), stroke.y, stroke.spin)


def _placings(game: GameHistory, decision: Decision) -> tuple[Placed | Waived, ...]:
    assert game.position is not None
    assert decision.disc is not None
    spots = placing_spots(game.position, decision.disc, game.state.equipment, anywhere=game.rules.dues_anywhere)
    some = spread_places(tuple(range(len(spots))), CHOICES - 1)
    placed = tuple(Placed(seat=decision.seat, disc=decision.disc, at=spots[index]) for index in some)
    return (*placed, Waived(seat=decision.seat)) if decision.may_waive else placed
