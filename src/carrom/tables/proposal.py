"""What a command gives: a pending change, offers between players, or an error."""

from carrom.board import SEATS, Seat, Stroke
from carrom.errors import IllegalStroke
from carrom.game.events import encode_event
from carrom.physics.played import Played
from carrom.protocol import Offered, OfferKind, Refusal
from carrom.storage.database import EventBatch, StoredEvent, Timestamps
from carrom.tables.history import TableHistory
from carrom.tables.log import CompressedMessage
from carrom.tables.snapshots import EncodedState
from carrom.tables.turn_clock import TurnStart
from carrom.values import Value, changed


class AlreadyDone(Value, frozen=True):
    """The command was executed before, as the event of this version."""

    version: int


class PendingChange(Value, frozen=True, kw_only=True):
    """The effect of a command."""

    stored: tuple[StoredEvent, ...]
    history: TableHistory
    """The history after the events."""
    nonce: str | None
    standing: EncodedState
    """The encoded state after the events."""
    turn: TurnStart
    """The turn after the events."""
    at: int
    """When the command was received, ms since 1970."""
    message: CompressedMessage | None
    """The message for all clients, encoded; None for a snapshot, when the game has just begun."""
    played: Played | None = None
    """The stroke, as long as the message lacks its film (`tables.views.with_film`)."""

    @property
    def moment(self) -> Timestamps:
        """The times to store."""
        return Timestamps(self.at, self.turn.since)

    @property
    def told(self) -> EventBatch:
        """The batch of events that is stored and sent together."""
        return EventBatch(self.stored, self.moment)


def stored_events(history: TableHistory, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` in stored form; the last one has the nonce."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )


# -- errors: a refused command, and an invalid stroke ------------------------------------------------------------------


LARGEST = 1_000_000_000
"""Largest absolute value of a number of a stroke, in µm, µm/s or mrad/s."""


class CommandRefused(Exception):
    """A refused message; nothing has changed."""

    def __init__(self, code: Refusal, reason: str, key: str = "", seconds: float = 0) -> None:
        """Store the error code and its sentence, with a capital letter and a full stop.

        For an exceeded limit, `key` is its name, and `seconds` the time until the next attempt is allowed.
        """
        sentence = reason[:1].upper() + reason[1:]
        self.reason = sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
        self.code, self.key, self.seconds = code, key, seconds
        super().__init__(self.reason)


def check_size(stroke: Stroke) -> None:
    """Raise `IllegalStroke` if a number of a stroke is beyond `LARGEST`."""
    if max(map(abs, (stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin))) > LARGEST:
        raise IllegalStroke(f"A number of the stroke is too large; expected at most ±{LARGEST} (µm, µm/s, mrad/s).")


# -- offers (takeback, pause, rematch), and who has agreed -------------------------------------------------------------
# Offers are stored with the settings in the game's row, so that every server process sees the same ones, and none is
# lost when the process that acknowledged it ends.


REMEMBERED = 32
"""Number of nonces remembered for commands that are not events of the game."""


class Offer(Value, frozen=True):
    """A command that was executed but is not an event: its nonce, and the version it was sent at."""

    nonce: str
    version: int


class Offers(Value, frozen=True, kw_only=True):
    """The offers made at one version of a game; they expire with the version."""

    version: int = 0
    offers: tuple[Offered, ...] = ()
    """Open offers, and declined ones."""
    turn: TurnStart | None = None
    """The turn at that version, if it was paused, resumed or restarted."""
    rematch: str | None = None
    """The game of the rematch."""
    said: tuple[Offer, ...] = ()
    """Executed commands, the latest first."""

    def at(self, version: int) -> "Offers":
        """Return the offers at a version: all of them, or only what outlives its version."""
        return self if self.version == version else changed(self, version=version, offers=(), turn=None)

    def done(self, nonce: str) -> int | None:
        """Return the version at which the command with this nonce was executed, or None."""
        return next((each.version for each in self.said if each.nonce == nonce), None)

    def remembering(self, nonce: str) -> "Offers":
        """Return the offers with one more executed command."""
        return changed(self, said=(Offer(nonce, self.version), *self.said)[:REMEMBERED])

    @property
    def on_the_table(self) -> tuple[Offered, ...]:
        """Every open offer."""
        return tuple(each for each in self.offers if each.by)

    def by(self, what: OfferKind) -> frozenset[Seat]:
        """Return the players who have agreed to something."""
        return frozenset(seat for each in self.offers if each.what is what for seat in each.by)

    def offered(self, what: OfferKind, by: frozenset[Seat], declined: Seat | None = None) -> "Offers":
        """Return the offers with one by these players, in order of play; without players it was declined."""
        offer = Offered(what=what, by=tuple(seat for seat in SEATS if seat in by), declined=declined)
        return changed(self, offers=(*(each for each in self.offers if each.what is not what), offer))

    def without(self, what: OfferKind) -> "Offers":
        """Return the offers without one kind."""
        return changed(self, offers=tuple(each for each in self.offers if each.what is not what))

    def since(self, before: "Offers") -> tuple[Offered, ...]:
        """Return the changes of offers to send to a client that knows the state `before`."""
        known = {each.what: each for each in before.at(self.version).offers}
        new = tuple(each for each in self.offers if known.get(each.what) != each)
        kinds = {each.what for each in self.offers}
        return (
            *new,
            *(Offered(what=each.what, by=()) for each in known.values() if each.by and each.what not in kinds),
        )
