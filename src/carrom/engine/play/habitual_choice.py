"""Strokes chosen by habit: the nearest piece by sight, without simulation; and the aim that habits bend.

Nothing here is random: the same position and lapse give the same stroke.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.stroke import Stroke
from carrom.engine.evaluation.outcome_value import men_on_board
from carrom.engine.geometry import pocketing
from carrom.engine.geometry.plane import cross, dot, turn, unit
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.play.habits import Habits, Lapse
from carrom.engine.position.situation import Situation
from carrom.engine.search.search import FASTER
from carrom.physics import simulate
from carrom.physics.batch import DISCS
from carrom.physics.played import ContactKind, Played
from carrom.rules.round import Round

STEEPEST = 0.5
"""Cosine of the thinnest cut that a player takes by sight, 60°."""
FLATTEST = 0.3
"""Tangent of the angle to the baseline from which a player sees a stroke as one that goes forward, 17°."""
STRAIGHTNESS = 0.02
"""Difference of cosines from which one of two spots looks straighter."""


@dataclass(frozen=True)
class SeenStroke:
    """A direct stroke as a player sees it: the piece, the whole way of striker and piece, and the stroke."""

    disc: Disc
    way: float
    """Length of the striker's way and the piece's way together, µm."""
    stroke: Stroke


def pieces_without_laws(round_: Round) -> tuple[Disc, ...]:
    """Return the discs that a player takes for pieces who forgets the laws of the queen: its own and the queen."""
    queen = (QUEEN,) if QUEEN in round_.on_board else ()
    return men_on_board(round_, round_.mover) + queen


def seen_strokes(directs: NDArray[np.float64], table: PlayerView, fastest: float) -> tuple[SeenStroke, ...]:
    """Return the stroke that a player sees for each open piece, the nearest piece first.

    Strokes that go back, or forward at a flat angle only, are not seen. `directs` are rows of `pocketing.DIRECT`
    (`RolloutRunner.directs`); `fastest` is the player's top speed in m/s. Of the pockets the player chooses the one
    with the shortest way, of the spots the straightest one.
    """
    found: dict[Disc, tuple[tuple[float, ...], SeenStroke]] = {}
    for row in directs.tolist():
        disc, x, way = DISCS[int(row[pocketing.D_DISC])], round(1e6 * row[pocketing.D_X]), _way_of(row)
        if way.imag <= FLATTEST * abs(way.real):
            continue
        start, man, pocket = table.stand(x), table.where[disc], table.pockets[int(row[pocketing.D_POCKET])]
        straight = dot(way, unit(pocket - man))
        if straight < STEEPEST:
            continue
        length, onward = abs(man - start), abs(pocket - man)
        rank = (onward, -round(straight / STRAIGHTNESS), length, float(x))
        if disc not in found or rank < found[disc][0]:
            speed = 1e6 * min(fastest, FASTER[0] * row[pocketing.D_SPEED])
            found[disc] = rank, SeenStroke(disc, length + onward, table.stroke(x, way, speed))
    return tuple(sorted((seen for _, seen in found.values()), key=lambda seen: (seen.way, DISCS.index(seen.disc))))


def _way_of(row: list[float]) -> complex:
    return complex(row[pocketing.D_WAY_X], row[pocketing.D_WAY_Y])


def bent(situation: Situation, stroke: Stroke, habits: Habits, by: Lapse, fastest: float) -> Stroke:
    """Return the stroke as the player aims it: too full at a piece that is cut, and too hard.

    `fastest` is the player's top speed in m/s; a stroke that is faster already keeps its speed.
    """
    way = complex(stroke.vx, stroke.vy)
    speed = abs(way)
    aimed = turn(unit(way), habits.thickness * too_thin(situation, stroke)) * speed
    harder = max(speed, min(1e6 * fastest, by.force * speed)) / speed
    return Stroke(stroke.x, round(harder * aimed.real), round(harder * aimed.imag), stroke.y, stroke.spin)


def too_thin(situation: Situation, stroke: Stroke) -> float:
    """Return the angle by which a stroke would have to be turned to hit its first piece full, in rad.

    Counter-clockwise is positive. It is 0 if the striker first hits a frame or nothing.
    """
    seat = situation.round.turn
    played = simulate(situation.position, stroke, seat, situation.surface, equipment=situation.equipment)
    disc = first_piece(played)
    if disc is None:
        return 0.0
    at, way = situation.position[disc], complex(stroke.vx, stroke.vy)
    to = complex(*seat.from_board(at.x, at.y)) - complex(stroke.x, stroke.y - situation.equipment.baseline)
    return math.atan2(cross(way, to), dot(way, to))


def first_piece(played: Played) -> Disc | None:
    """Return the piece that the striker hits before anything else; None if it hits a frame or nothing first."""
    for contact in played.contacts:
        if STRIKER in contact.discs:
            others = [disc for disc in contact.discs if disc is not STRIKER]
            return others[0] if contact.kind is ContactKind.DISC and others else None
    return None
