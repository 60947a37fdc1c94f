"""A decision as a choice among few: the strokes that geometry finds, spots for a man, points to demand."""

from carrom.board.placement.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.engine.candidates.breaks import breaks
from carrom.engine.candidates.direct import Candidate, candidates
from carrom.engine.candidates.exhaustive import lattice, spread_places
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.play.player import situation_of
from carrom.envs.decision import Asked, Decision
from carrom.game.events import Demanded, Placed, Waived
from carrom.game.game import Game
from carrom.rules.book.technique import techniques
from carrom.rules.round import Phase

CHOICES = 64
"""Choices that an action can name; the mask says how many of them there are now."""
Choice = Stroke | Placed | Waived | Demanded


def choices(game: Game, decision: Decision) -> tuple[Choice, ...]:
    """Return what may be chosen now, at least one and at most CHOICES, the likeliest strokes first.

    Strokes: breaks from the book while the rack is whole, then direct cuts, rebounds, banks and combinations; where
    geometry finds fewer than eight, every wanted man at every fullness, spread over what there is. A man that is due:
    spots from the centre outwards, evenly, and the last choice waives where that is allowed.
    """
    if decision.asked is Asked.DEMAND:
        return tuple(Demanded(seat=decision.seat, points=points) for points in range(min(CHOICES, decision.up_to + 1)))
    if decision.asked is Asked.PLACE:
        return _placings(game, decision)
    return _strokes(game)


FEW = 8


def _strokes(game: Game) -> tuple[Stroke, ...]:
    situation = situation_of(game)
    table = situation.table(situation.round.turn, wanted(situation.round))
    found: list[Candidate] = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    strokes = _allowed(game, found)[:CHOICES]
    if len(strokes) < FEW:
        more = _allowed(game, lattice(table))
        strokes += [more[index] for index in spread_places(tuple(range(len(more))), CHOICES - len(strokes))]
    return tuple(dict.fromkeys(strokes))


def _allowed(game: Game, found: list[Candidate]) -> list[Stroke]:
    """Return strokes once each, those without a technique in this rule set mirrored to lead forwards."""
    strokes = (each.stroke for each in found)
    return list(dict.fromkeys(each if techniques(game.rules, each) else _forwards(each) for each in strokes))


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy), stroke.y, stroke.spin)


def _placings(game: Game, decision: Decision) -> tuple[Placed | Waived, ...]:
    assert game.position is not None
    assert decision.disc is not None
    spots = placing_spots(game.position, decision.disc, game.state.equipment)
    some = spread_places(tuple(range(len(spots))), CHOICES - 1)
    placed = tuple(Placed(seat=decision.seat, disc=decision.disc, at=spots[index]) for index in some)
    return (*placed, Waived(seat=decision.seat)) if decision.may_waive else placed
