"""Animations of strokes: keyframes with contacts, the history entry, and the next state."""

import math
import threading

from carrom import protocol
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.i18n import TranslatableText
from carrom.physics.event import Event as Impact
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.rules.ruling import Ruling
from carrom.tables.views.shown_stroke import ShownStroke


class _Words(threading.local):
    """Caches the text of the last ruling per thread, because one stroke needs it several times."""

    def __init__(self) -> None:
        self._ruling: Ruling | None = None
        self._told: tuple[str, tuple[TranslatableText, ...]] = "", ()

    def of(self, ruling: Ruling) -> tuple[str, tuple[TranslatableText, ...]]:
        """Return a ruling in English, and as translation keys and values."""
        if ruling is not self._ruling:
            self._told, self._ruling = (ruling.why, ruling.said), ruling
        return self._told


_words = _Words()


def verdict_of(ruling: Ruling) -> protocol.Verdict:
    """Return a ruling as text."""
    findings = tuple(
        protocol.Finding(clause=each.clause, sentence=each.sentence, key=each.told_by, values=each.values)
        for each in ruling.findings
    )
    return protocol.Verdict(
        seat=ruling.seat,
        turn=protocol.Turn(ruling.turn.value),
        why=_words.of(ruling)[0],
        said=_words.of(ruling)[1],
        findings=findings,
    )


def past_of(shown: ShownStroke, number: int) -> protocol.PastStroke:
    """Return the history entry of stroke `number`, counted from 1."""
    return protocol.PastStroke(
        number=number,
        board=shown.board,
        seat=shown.seat,
        pocketed=shown.pocketed,
        turn=protocol.Turn(shown.ruling.turn.value),
        why=_words.of(shown.ruling)[0],
        said=_words.of(shown.ruling)[1],
    )


def motion_of(shown: ShownStroke, played: Played) -> protocol.Motion:
    """Return the animation of a game's stroke; `played` must include its trajectory."""
    return film_of(shown.seat, shown.stroke, shown.before, played, shown.rest)


def film_of(
    seat: Seat, stroke: Stroke, before: Position, played: Played, rest: Position | None = None
) -> protocol.Motion:
    """Return the animation of a stroke; `played` must include its trajectory."""
    trajectory = played.trajectory
    assert trajectory is not None, "a stroke is shown from its trajectory"
    return protocol.Motion(
        seat=seat,
        stroke=stroke,
        before=before,
        keyframes=trajectory.keyframes,
        contacts=tuple(map(_contact, played.contacts, trajectory.events)),
        duration=played.duration,
        rest=played.rest if rest is None else rest,
    )


def _contact(contact: StrokeContact, event: Impact) -> protocol.Contact:
    """Return a contact with its speed in µm/s and impulse in µN·s."""
    before = event.before
    vx, vy = before[0].vx, before[0].vy
    if len(before) > 1:
        vx, vy = vx - before[1].vx, vy - before[1].vy
    if contact.kind is ContactKind.POCKET:
        speed = math.sqrt(vx * vx + vy * vy)
    else:
        speed = abs(vx * event.normal[0] + vy * event.normal[1])
    return protocol.Contact(
        time=contact.time,
        kind=contact.kind,
        discs=contact.discs,
        at=contact.at,
        speed=round(speed * 1e6),
        impulse=round(abs(event.normal_impulse) * 1e6),
    )
