"""Every reason why a stroke fails: its contacts compared with those of the same stroke without noise."""

import math
from dataclasses import dataclass

from carrom.analysis.messages import Cause
from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import Equipment
from carrom.board.outcome import Outcome
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.position.situation import Situation
from carrom.engine.search.stroke_names import NamedStroke
from carrom.physics.played import ContactKind, Played, StrokeContact

STRAIGHT = 6.0
"""Cut in degrees below which an error counts as left or right instead of thick or thin."""
SAME = 0.25
"""Differences between cuts below this, in degrees, explain nothing."""


@dataclass(frozen=True)
class Exact:
    """A stroke played without noise, as the reference for noisy samples."""

    situation: Situation
    position: Position
    stroke: Stroke
    called: NamedStroke
    played: Played

    @property
    def seat(self) -> Seat:
        """The seat that plays."""
        return self.situation.round.turn

    @property
    def man(self) -> Disc | None:
        """The disc that is meant to fall; None for a break or a safety."""
        man = self.called.disc
        return man if self.called.name is not StrokeKind.BREAK and man in self.played.outcome.pocketed else None


Reason = tuple[Cause, Disc | None]


def causes_of(exact: Exact, stroke: Stroke, played: Played) -> tuple[Reason, ...]:
    """Return every reason why a stroke failed, each with the disc that was in the way or fell; at least one.

    A striker that falls is a reason of its own, whether the piece falls with it or misses, and whether or not it also
    falls without noise.
    """
    outcome, man = played.outcome, exact.man
    found: list[Reason] = []
    if STRIKER in outcome.pocketed:
        found.append((_striker(played, man), None))
    given = _given(exact, outcome)
    if given is not None:
        found.append((Cause.GIVEN, given))
    if man is not None and man not in outcome.pocketed:
        if given is None:
            found.append(_missed(exact, stroke, played, man))
    elif not found:
        found.append((Cause.NOTHING if man is None else Cause.LAW, None))
    return tuple(found)


def _striker(played: Played, man: Disc | None) -> Cause:
    """Return whether the striker followed the piece into its pocket, or fell elsewhere."""
    falls = {contact.discs[0]: contact for contact in played.contacts if contact.kind is ContactKind.POCKET}
    if man in falls and falls[man].time < falls[STRIKER].time:
        at, other = falls[man].at, falls[STRIKER].at
        if (at.x > 0) == (other.x > 0) and (at.y > 0) == (other.y > 0):
            return Cause.FOLLOWED
    return Cause.STRIKER


def _given(exact: Exact, outcome: Outcome) -> Disc | None:
    """Return an opponent's piece that fell without being meant to."""
    colour = exact.situation.round.sides[exact.situation.round.mover].colour
    fell = [disc for disc in outcome.pocketed if disc.is_man and colour is not None and disc.kind is not colour]
    return next((disc for disc in fell if disc not in exact.played.outcome.pocketed), None)


def _missed(exact: Exact, stroke: Stroke, played: Played, man: Disc) -> tuple[Cause, Disc | None]:
    """Return why the piece did not fall."""
    first, wanted = _first_met(played), _first_met(exact.played)
    assert wanted is not None, "a stroke that pockets a piece hits a disc"
    if first is None:
        return Cause.PAST, None
    if _other(first) is not _other(wanted):
        return Cause.BLOCKED, _other(first)
    known = {frozenset(contact.discs) for contact in exact.played.contacts}
    met = [contact for contact in played.contacts if man in contact.discs]
    if not met:
        return _thickness(exact, stroke, played, first, wanted)
    fallen = next(c for c in exact.played.contacts if c.kind is ContactKind.POCKET and c.discs[0] is man)
    for contact in met:
        if contact.kind is ContactKind.DISC and frozenset(contact.discs) not in known:
            return Cause.KISSED, next(disc for disc in contact.discs if disc is not man)
    if any(contact.kind is ContactKind.RIM for contact in met):
        return Cause.RATTLES, None
    frames = sum(1 for contact in met if contact.kind is ContactKind.FRAME)
    banks = sum(
        1 for c in exact.played.contacts if man in c.discs and c.kind is ContactKind.FRAME and c.time < fallen.time
    )
    if frames <= min(banks, 1) and (frames < banks or not frames):
        return Cause.SLOW, None
    return _thickness(exact, stroke, played, first, wanted)


def _thickness(
    exact: Exact, stroke: Stroke, played: Played, first: StrokeContact, wanted: StrokeContact
) -> tuple[Cause, Disc | None]:
    """Return whether the first disc was hit too thick, too thin, or to one side."""
    disc = _other(first)
    mine = _cut(exact, stroke, played, first, disc)
    right = _cut(exact, exact.stroke, exact.played, wanted, disc)
    if abs(mine - right) < SAME:
        return Cause.OTHER, None
    if abs(right) < STRAIGHT:
        return (Cause.LEFT if mine > right else Cause.RIGHT), None
    return (
        Cause.THICK if abs(mine) < abs(right) and mine * right > 0 else Cause.THIN if mine * right > 0 else Cause.THICK
    ), None


def _cut(exact: Exact, stroke: Stroke, played: Played, contact: StrokeContact, disc: Disc) -> float:
    """Return the angle in degrees by which a resting disc leaves to the left of the striker's direction."""
    kit = exact.situation.equipment
    lies = exact.position[disc]
    share = kit.striker_diameter / kit.man_diameter
    x, y = contact.at.x + (contact.at.x - lies.x) * share, contact.at.y + (contact.at.y - lies.y) * share
    before = [
        c for c in played.contacts if STRIKER in c.discs and c.time < contact.time and c.kind is ContactKind.FRAME
    ]
    start = _off_frame(before[-1], kit) if before else exact.seat.to_board(stroke.x, stroke.y - kit.baseline)
    course = math.atan2(y - start[1], x - start[0])
    way = math.atan2(lies.y - y, lies.x - x)
    return math.degrees(math.remainder(way - course, math.tau))


def _off_frame(contact: StrokeContact, kit: Equipment) -> tuple[float, float]:
    """Return the position of the striker's centre when it touched the frame."""
    reach = kit.half - kit.striker_diameter / 2
    x, y = contact.at.x, contact.at.y
    return (math.copysign(reach, x), y) if abs(x) > abs(y) else (x, math.copysign(reach, y))


def _first_met(played: Played) -> StrokeContact | None:
    """Return the first contact of the striker with a disc."""
    return next((c for c in played.contacts if c.kind is ContactKind.DISC and STRIKER in c.discs), None)


def _other(contact: StrokeContact) -> Disc:
    return next(disc for disc in contact.discs if disc is not STRIKER)
