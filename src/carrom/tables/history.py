"""The event history of a game with its strokes in force, a second fold over its events, and its checkpoints.

Events, rulings and rows are compressed sequences: old values are compressed, and decoded on access.
"""

import hashlib
import hmac
import logging
import sys
import zlib
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from carrom.board.seat import Seat
from carrom.errors import CarromError, NewerVersion, RecordError, StoreError
from carrom.game import events as game_events
from carrom.game.game import GameHistory
from carrom.game.record import of_header
from carrom.game.state import State
from carrom.physics import PHYSICS_VERSION, Played, simulate
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset
from carrom.storage.database import Database, LogPosition, StoredEvent
from carrom.tables.log import MOST, RULINGS, CompressedSequence, Plain, Typed, Written, inflated
from carrom.tables.seats import sitter_at, sitters_of
from carrom.tables.snapshots import HistoryRow, ShownStroke, past_of
from carrom.values import Value, changed
from carrom.version import __version__


class Deed(Value, frozen=True):
    """An action of a player: the number of its event, and the player's seat at the start of the game."""

    event: int
    sitter: Seat


EVENTS, JUDGED = (3, Typed[game_events.Event](game_events.Event)), (3, RULINGS)
LINES, DEEDS = (3, Typed[HistoryRow](HistoryRow)), (16, Typed[Deed](Deed))
"""For each sequence, the number of groups in a full block and the encoding."""


class TableHistory(Value, frozen=True, kw_only=True):
    """A game, its strokes in force in order, and the actions of its players."""

    game: GameHistory
    strokes: CompressedSequence[HistoryRow] = CompressedSequence[HistoryRow](*LINES)
    shown: ShownStroke | None = None
    """The last stroke as shown to clients, if it has just been played."""
    deeds: CompressedSequence[Deed] = CompressedSequence[Deed](*DEEDS)
    """Actions of players in force, in order. Tosses are left out, because they cannot be undone."""
    moved: int = 0
    """Number of the last event in which players changed seats; 0 if there is none."""
    racked: int = 0
    """Number of the last event in force that began a board; 0 if there is none."""
    demanded: tuple[tuple[int, int], ...] = ()
    """The extra points demanded, each with the number of its event."""

    @property
    def version(self) -> int:
        """Number of events."""
        return len(self.game.events)

    @property
    def changed_seats(self) -> bool:
        """Return whether the players have changed seats since the last stroke."""
        return self.moved > (self.strokes[-1].event if self.strokes else 0)

    def apply(self, event: game_events.Event) -> "TableHistory":
        """Return the history after `event`. Raises the errors of `GameHistory.apply`."""
        game, number = _packed(self.game.apply(event)), len(self.game.events)
        moved = number if game.state.seating != self.game.state.seating else self.moved
        strokes, shown, racked, demanded = self.strokes, self.shown, self.racked, self.demanded
        match event:
            case game_events.Struck():
                shown = _shown(self.game, event, game)
                row = msgspec.json.encode(past_of(shown, len(strokes) + 1))
                strokes = strokes + (HistoryRow(number, row),)  # noqa: RUF005 (`+` of the sequence compresses old values)
            case game_events.RoundBegun():
                racked = number
            case game_events.Demanded(points=points):
                demanded = (*demanded, (number, points))
            case game_events.Undone(to=to):
                return self._undone(game, to, moved)
            case game_events.Ruled(back_to=int()):
                counted = {number for number, _ in game.numbered}
                strokes, shown = strokes.first(sum(line.event in counted for line in strokes)), None
        return TableHistory(
            game=game,
            strokes=strokes,
            shown=shown,
            deeds=self.deeds + _deed(self.game, event),
            moved=moved,
            racked=racked,
            demanded=demanded,
        )

    def _undone(self, game: GameHistory, to: int, moved: int) -> "TableHistory":
        """Return the history after the game was undone to event `to`."""
        strokes = self.strokes.first(sum(line.event <= to for line in self.strokes))
        if len(strokes) < len(game.strokes):
            return _again(game, to)
        line, events = set(game.line), tuple(game.events)
        racked = max((number for number in game.line if isinstance(events[number], game_events.RoundBegun)), default=0)
        deeds = CompressedSequence.of(tuple(deed for deed in self.deeds if deed.event in line), *DEEDS)
        return TableHistory(game=game, strokes=strokes, deeds=deeds, moved=moved, racked=racked, demanded=self.demanded)

    @classmethod
    def fold(cls, events: tuple[game_events.Event, ...]) -> "TableHistory":
        """Return the history of these events. Raises the errors of `GameHistory.fold`."""
        history = cls(game=_packed(GameHistory.fold(events[:1])))
        for event in events[1:]:
            history = history.apply(event)
        return history


def board_number(game: GameHistory) -> int:
    """Return the number of the current board, or of the last one until the next is racked."""
    boards = game.state.game.boards
    return len(boards) + 1 if game.state.playing is not None else max(1, len(boards))


def _again(game: GameHistory, to: int) -> TableHistory:
    """Return the history of a game undone to before strokes that were removed earlier, by replaying its events."""
    before = TableHistory.fold(game.events[: to + 1])
    return changed(before, game=game, shown=None)


def _packed(game: GameHistory) -> GameHistory:
    """Return the game with its old events and rulings compressed; it is used as before."""
    if isinstance(game.events, CompressedSequence) and isinstance(game.state.rulings, CompressedSequence):
        return game
    events, rulings = CompressedSequence.of(game.events, *EVENTS), CompressedSequence.of(game.state.rulings, *JUDGED)
    state = changed(game.state, rulings=cast(tuple[Any, ...], rulings))
    return changed(game, events=cast(tuple[Any, ...], events), state=state)


def _deed(game: GameHistory, event: game_events.Event) -> tuple[Deed, ...]:
    """Return the player's action in an event, or nothing."""
    match event:
        case (
            game_events.Struck(seat=seat)
            | game_events.Placed(seat=seat)
            | game_events.Waived(seat=seat)
            | game_events.Passed(seat=seat)
            | game_events.Demanded(seat=seat)
        ):
            sitter = sitter_at(game, seat)
        case game_events.Conceded(side=side):
            sitter = sitters_of(game, side)[0]
        case _:
            return ()
    return () if sitter is None else (Deed(len(game.events), sitter),)


def _shown(game: GameHistory, event: game_events.Struck, after: GameHistory) -> ShownStroke:
    assert event.stroke is not None, "a simulated game has strokes"
    assert event.rest is not None, "a simulated game has resting positions"
    assert game.position is not None, "a stroke is played on a board"
    assert after.position is not None, "a stroke leaves a board"
    return ShownStroke(
        event=len(game.events),
        board=board_number(game),
        seat=event.seat,
        stroke=event.stroke,
        before=event.rack or game.position,
        rest=event.rest,
        pocketed=event.outcome.pocketed,
        ruling=after.state.rulings[-1].ruling,
        after=after.position,
    )


# -- a history as bytes, without its rule book -------------------------------------------------------------------------


_ROUND = Plain[Round](Round, frozenset({"ruleset"}))
_STATE = Plain[State](State, frozenset({"rules", "rulings"}), round=_ROUND.type | None)


class _Written(Value, frozen=True, array_like=True):
    """The encoded form of a history."""

    line: tuple[int, ...]
    state: _STATE.type  # type: ignore[name-defined]
    events: Written
    rulings: Written
    strokes: Written
    deeds: Written
    moved: int
    racked: int
    demanded: tuple[tuple[int, int], ...]


_DECODER = msgspec.msgpack.Decoder(_Written)


def encoded(history: TableHistory) -> bytes:
    """Return a history as bytes."""
    game, state = history.game, history.game.state
    round = None if state.round is None else _ROUND.of(state.round)
    rows = (game.events, state.rulings, history.strokes, history.deeds)
    events, rulings, strokes, deeds = (cast("CompressedSequence[Any]", row).written() for row in rows)
    return msgspec.msgpack.encode(
        _Written(
            game.line,
            _STATE.of(state, round=round),
            events,
            rulings,
            strokes,
            deeds,
            history.moved,
            history.racked,
            history.demanded,
        )
    )


def decoded(body: bytes, rules: Ruleset) -> TableHistory:
    """Return the history of a game with this rule book. Raises `StoreError` for invalid bytes."""
    try:
        found = _DECODER.decode(body)
    except msgspec.MsgspecError as fault:
        raise StoreError(f"The stored history is not valid: {fault}.") from None
    plain = found.state
    rulings = cast("tuple[Any, ...]", CompressedSequence.read(*JUDGED, found.rulings, rules))
    round = None if plain.round is None else _ROUND.back(plain.round, ruleset=rules)
    events = cast("tuple[Any, ...]", CompressedSequence.read(*EVENTS, found.events))
    state = _STATE.back(plain, rules=rules, rulings=rulings, round=round)
    return TableHistory(
        game=GameHistory(events=events, line=found.line, state=state),
        strokes=CompressedSequence.read(*LINES, found.strokes),
        deeds=CompressedSequence.read(*DEEDS, found.deeds),
        moved=found.moved,
        racked=found.racked,
        demanded=found.demanded,
    )


# -- whether this program can read what another version stored ---------------------------------------------------------


NEWER = "This game was continued by another version of carrom, which this server cannot read; newer servers can"


PLAYED_OFFLINE = ("board", "game", "physics", "protocol", "rules", "tables")
"""Packages that determine what is played without a connection, and whether a server accepts it."""


@cache
def offline_digest() -> str:
    """Return a digest of the source code that plays without a connection; server and page must have the same."""
    return source_digest(PLAYED_OFFLINE, ("values.py", "version.py"))[:32]


def source_digest(folders: tuple[str, ...], files: tuple[str, ...], seed: str = "") -> str:
    """Return the SHA-256 of source files of this package, in folders and single, in hexadecimal."""
    home = Path(__file__).parents[1]
    paths = [home / name for name in files]
    for folder in folders:
        paths += sorted(each for each in (home / folder).rglob("*") if each.suffix in {".py", ".toml", ".json"})
    digest = hashlib.sha256(seed.encode())
    for each in paths:
        if each.is_file():
            digest.update(each.relative_to(home).as_posix().encode() + b"\0" + each.read_bytes() + b"\0")
    return digest.hexdigest()


def known(stored: StoredEvent) -> game_events.Event:
    """Decode a stored event; its integrity has been checked by the hash chain. Raises `NewerVersion` for an unknown
    one.
    """
    try:
        return game_events.decode_event(stored.body)
    except RecordError as fault:
        raise NewerVersion(f"{NEWER} ({fault})") from None


def check_physics(first: game_events.Event) -> None:
    """Raise `NewerVersion` for a game that uses a newer physics version than this program's."""
    physics = first.header.physics if isinstance(first, game_events.GameBegun) else None
    if physics is not None and physics.isdigit() and int(physics) > int(PHYSICS_VERSION):
        raise NewerVersion(
            f"{NEWER}: it uses physics version {physics}, and this server has version {PHYSICS_VERSION}."
        )


def played_again(history: TableHistory) -> Played:
    """Simulate the last stroke of a history again. Raises `NewerVersion` if the result differs from the stored one.

    The same physics version gives identical results on every machine.
    """
    shown, game = history.shown, history.game
    assert shown is not None, "a stroke that has just been played"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    if played.rest != shown.rest:
        raise NewerVersion(f"{NEWER}: physics version {PHYSICS_VERSION} gives a different result for its last stroke.")
    return played


# -- checkpoints, which avoid replaying all events ---------------------------------------------------------------------
# The events are the source of truth; a checkpoint only saves time. An HMAC binds it to its game, to the hash of its
# last event and to the source code that wrote it; the key is not in the database (`carrom.storage.hash_chain`). A row
# with a wrong HMAC is ignored, and the game is replayed from its first event.


log = logging.getLogger("carrom.server")

EVERY = 20
"""Number of events between two checkpoints of a game."""

_LEVEL = 4
_FOLDS = ("board", "game", "rules", "tables/log", "tables/views")
_FOLD = ("values.py", "tables/seats.py")
"""Folders and files of the source code that determine the history."""


class Checkpoint(Value, frozen=True, kw_only=True):
    """A game's history as bytes; one read from the database has been authenticated."""

    version: int
    """Number of events in the history."""
    body: bytes

    @classmethod
    def of(cls, history: TableHistory) -> "Checkpoint":
        """Return a checkpoint of a history."""
        return cls(version=history.version, body=zlib.compress(encoded(history), _LEVEL))

    def history(self, first: StoredEvent) -> TableHistory | None:
        """Return the history, or None if it cannot be decoded; `first` is the game's first event."""
        begun = known(first)
        assert isinstance(begun, game_events.GameBegun), "a game begins with its header"
        try:
            return decoded(inflated(self.body), game_events.rulebook(begun.header))
        except Exception as fault:  # the events are still available
            log.warning("A checkpoint cannot be read, and its game is replayed from its events: %s", fault)
            return None


def reopened(events: tuple[StoredEvent, ...], checkpoint: Checkpoint | None) -> TableHistory:
    """Return the history of a game, starting from its checkpoint if it has one. Raises the errors of the game."""
    found = None if checkpoint is None or checkpoint.version > len(events) else checkpoint.history(events[0])
    if found is None:
        return TableHistory.fold(tuple(known(each) for each in events))
    for each in events[found.version :]:
        found = found.apply(known(each))
    return found


class Checkpoints:
    """The checkpoints in a database, at most one per game."""

    def __init__(self, database: Database, key: bytes) -> None:
        """Use this database; only rows authenticated with `key` are accepted."""
        self._database, self._key = database, key

    def find(self, game: str) -> Checkpoint | None:
        """Return the authentic checkpoint of a game's present log, or None. Blocks; raises no errors."""
        try:
            found = self._database.ask(_FOUND, (game, MOST))
            row = msgspec.convert(found[0], _Row) if found else None
        except (CarromError, msgspec.ValidationError):
            return None
        if row is None or not hmac.compare_digest(row.digest, self._digest(game, row.head, row.version, row.body)):
            return None
        return Checkpoint(version=row.version, body=row.body)

    def keep(self, game: str, mark: LogPosition, history: TableHistory) -> None:
        """Store the history of a game at a log position, replacing an older checkpoint. Blocks; raises `StoreError`."""
        made = Checkpoint.of(history)
        digest = self._digest(game, mark.head, made.version, made.body)
        self._database.write((_KEPT, (game, mark.head, made.version, program(), digest, made.body)))

    def _digest(self, game: str, head: bytes, version: int, body: bytes) -> bytes:
        """Return the HMAC of a row written by this version of the program."""
        signed = repr((game, head, version, program())).encode("utf-8", "surrogatepass") + b"\0" + body
        return hmac.digest(self._key, signed, hashlib.sha256)


class _Row(Value, frozen=True, array_like=True):
    """The cells of a checkpoint as read from the database."""

    version: int
    head: bytes
    digest: bytes
    body: bytes


_FOUND = """SELECT kept.version, kept.head, kept.digest, kept.body FROM checkpoint kept
    JOIN event ON event.game = kept.game AND event.version = kept.version AND event.hash = kept.head
    WHERE kept.game = ? AND length(kept.body) <= ?"""
_KEPT = """INSERT INTO checkpoint (game, head, version, program, digest, body) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET head = excluded.head, version = excluded.version, program = excluded.program,
    digest = excluded.digest, body = excluded.body"""


@cache
def program() -> str:
    """Return an identifier of the source code that determines the history: version and hash."""
    return f"{__version__} {source_digest(_FOLDS, _FOLD, repr(sys.version_info[:2]))[:32]}"
