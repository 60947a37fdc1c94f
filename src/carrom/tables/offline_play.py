"""Games from elsewhere: play without a connection, whose acts are added afterwards, and imported records.

The page plays on a copy of the log. What it sends back are the commands; the server carries them out like any other
command, with its own laws and physics. Random choices (the toss, the gaps of a rack that the computer breaks) follow
from the game's name and the version from which play went on, the gaps of a person's rack from the nonce of the break;
so both sides draw the same. A client can therefore know them in advance, and it chooses the strokes of the computer;
this is why only unrated games of one screen can be played without a connection."""

import zlib
from datetime import UTC, datetime
from random import Random

import msgspec

from carrom import protocol
from carrom.board.rack import seed_of
from carrom.board.seat import Seat
from carrom.errors import CarromError, RecordError
from carrom.files import decoded
from carrom.game.events import Demanded, Event, Placed, Struck, Waived, encode_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.physics import PHYSICS_VERSION
from carrom.protocol import Length, SeatPlan, Sitter, SitterKind, Terms, Who
from carrom.protocol.http_games import OfflineCommand, PlayedOffline
from carrom.rules.ruleset import NAMES
from carrom.storage.database import StoredEvent, StoredGame
from carrom.tables.history import TableHistory
from carrom.tables.proposal import AlreadyDone, CommandRefused, PendingChange
from carrom.tables.room import Room
from carrom.tables.seats import sitter_at
from carrom.tables.terms import GameSettings, on_one_line
from carrom.tables.views import may_go_offline
from carrom.tokens import hashed
from carrom.values import Value, changed

Refusal = protocol.Refusal
NOT_OFFLINE = (
    "Only unrated games without a clock, at one screen or against the computer, can be played without a connection."
)
OTHER_RESULT = (
    "What was played without a connection cannot be added: this server computes another result for it. "
    "The page and the server are probably of different versions."
)
COMPUTER = protocol.Strike | protocol.Place | protocol.Waive | protocol.Demand
"""Commands that the computer may give."""


class Continuation(Value, frozen=True, kw_only=True):
    """Acts played without a connection, as changes of a game."""

    changes: tuple[PendingChange, ...]
    """In order; none if the game has all of the acts already."""
    version: int
    """The version after them."""
    branches_at: int | None = None
    """The version of the game at which they branch off, because another device has played on; None if they follow."""


def check_offline(room: Room, yours: frozenset[Seat]) -> None:
    """Raise `CommandRefused` unless the players `yours` are all people of a game that may be played offline."""
    room.check_not_imported()
    setting = room.setting
    if not may_go_offline(setting):
        raise CommandRefused(Refusal.NOT_NOW, NOT_OFFLINE)
    if not setting.people or not setting.people <= yours:
        raise CommandRefused(Refusal.NOT_YOURS, "This key does not open the seats of all people in this game.")


def offline_chance(game: str, base: int) -> Random:
    """Return the random source of a game that goes on offline from the version `base`."""
    return Random(f"offline {game} {base}")


def state_digest(state: protocol.State) -> str:
    """Return the digest by which both sides compare the state after the acts."""
    return f"{zlib.crc32(msgspec.json.encode(state)):08x}"


def computer_command(event: Event, nonce: str, version: int) -> OfflineCommand:
    """Return an act of the computer as a command at the version before it."""
    match event:
        case Struck(seat=seat, stroke=stroke, meant=meant) if stroke is not None:
            return protocol.Strike(nonce=nonce, version=version, seat=seat, stroke=stroke, meant=meant)
        case Placed(seat=seat, disc=disc, at=at) if at is not None:
            return protocol.Place(nonce=nonce, version=version, seat=seat, disc=disc, at=at)
        case Demanded(seat=seat, points=points):
            return protocol.Demand(nonce=nonce, version=version, seat=seat, points=points)
        case Waived(seat=seat):
            return protocol.Waive(nonce=nonce, version=version, seat=seat)
        case _:
            raise AssertionError(f"the computer does not do this: {event}")


def continuation(room: Room, origin: str, played: PlayedOffline, yours: frozenset[Seat], now: int) -> Continuation:
    """Return what was played offline as changes of a game; changes nothing.

    `origin` is the name of the game whose copy was played on, `now` the present time in ms since 1970. Raises
    `CommandRefused` if the game or one of the acts does not allow it; then none of them may be added.

    Acts that the game has already are not repeated. A break among them may have another result here, because it was
    sent just before the connection was lost and the server drew other gaps; what was seen offline counts, so it is then
    taken back and played again.
    """
    check_offline(room, yours)
    acts = played.acts
    if room.history is None or not 0 < played.base <= room.version:
        raise CommandRefused(Refusal.STALE, f"This game has no version {played.base}; it is at {room.version}.")
    known = [room.done(_again(act.command.nonce)) or room.done(act.command.nonce) for act in acts]
    count = next((number for number, version in enumerate(known) if version is None), len(acts))
    if any(version is not None for version in known[count:]):
        raise CommandRefused(Refusal.STALE, "Some of these acts are part of the game already, in another order.")
    table = _Table(room, origin, played, now)
    if count == 0:
        return table.after(played.base, 0)
    common = known[count - 1]
    assert common is not None, "the acts before `count` are known"
    try:
        return table.after(common, count)
    except CommandRefused:
        return table.after(played.base, 0, again=count)


class _Table:
    """Carries out the acts of a message in a copy of a game."""

    def __init__(self, room: Room, origin: str, played: PlayedOffline, now: int) -> None:
        """Use the game of `room`."""
        self._room, self._origin, self._played, self._now = room, origin, played, now

    def after(self, common: int, count: int, *, again: int = 0) -> Continuation:
        """Return the acts after the first `count`, carried out after the version `common`.

        The first `again` of them are in the game already. Raises `CommandRefused`.
        """
        room, acts, first, branches_at = self._room, self._played.acts, tuple[PendingChange, ...](), None
        assert room.history is not None, "the game has begun"
        history = room.history
        if common < room.version:
            history = TableHistory.fold(tuple(history.game.events[:common]))
            repeated = [room.done(act.command.nonce) or 0 for act in acts[:again]]
            if room.last_command > max(common, *repeated, 0):
                branches_at = common
            elif count < len(acts):  # only the computer has played on: its acts are taken back
                first = (room.taken_back(history.game.line[-1], self._now),)
                history = first[0].history
        ahead = history.version - (acts[count].command.version if count < len(acts) else common)
        chance = offline_chance(self._origin, self._played.base)
        table = Room(self._origin, room.setting, history, {}, chance, room.since)
        table.ahead = ahead
        last = history.game.events[-1].when
        changes, at = [], min((last or 0) * 1000, self._now)
        for number, act in enumerate(acts[count:]):
            at, command, gaps = max(at, min(act.at, self._now)), act.command, seed_of(act.command.nonce)
            if number < again and branches_at is None:
                command = changed(command, nonce=_again(command.nonce))
            changes.append(_carried_out(table, command, at, gaps))
        if state_digest(table.state) != self._played.digest:
            raise CommandRefused(Refusal.STALE, OTHER_RESULT)
        if not changes:
            return Continuation(changes=(), version=room.version)
        return Continuation(changes=(*first, *changes), version=table.version, branches_at=branches_at)


def _again(nonce: str) -> str:
    """Return the nonce of an act that is carried out a second time."""
    return hashed(f"again {nonce}")[:32]


def branched(
    stored: StoredGame, name: str, play: Continuation, chance: Random, at: int
) -> tuple[Room, tuple[StoredEvent, ...]]:
    """Return the room `name` of a game that branches off from a stored one, and its events to store."""
    events = stored.events[: play.branches_at] + tuple(event for change in play.changes for event in change.stored)
    setting = changed(GameSettings.read(stored.setting), accord=None)
    game = changed(stored, game=name, setting=setting.text(), events=events, moment=None)
    return Room.restored(game, chance, at), events


def _carried_out(table: Room, command: OfflineCommand, at: int, gaps: int) -> PendingChange:
    """Carry out a command in a copy of the game; return its change without a film. Raises `CommandRefused`.

    `gaps` is the seed of a rack's gaps if a person breaks.
    """
    if command.version != table.version - table.ahead:
        raise CommandRefused(
            Refusal.STALE,
            f"An act is for version {command.version}; expected {table.version - table.ahead}, after the last one.",
        )
    player = sitter_at(table.game, command.seat)
    programs = table.setting.programs
    if player in programs and not (isinstance(command, COMPUTER) and table.to_act is command.seat):
        raise CommandRefused(Refusal.NOT_YOURS, f"The computer at {command.seat} cannot do this now.")
    everybody = table.setting.people | frozenset(programs)
    change = table.propose(
        changed(command, version=table.version), everybody, at, gaps=None if player in programs else gaps
    )
    if isinstance(change, AlreadyDone):
        raise CommandRefused(Refusal.STALE, "An act is contained twice.")
    change = changed(change, message=None, played=None)
    table.apply(change)
    return change


# -- imported records, checked against laws and simulation -------------------------------------------------------------


def game_from(content: bytes) -> GameHistory:
    """Return a recorded game; raises `RecordError` if it cannot be shown.

    Only finished simulated games are accepted: games on a wooden board have no positions to show, and unfinished games
    would have no players.
    """
    game = read_record(decoded(content, "the record"))
    if not game.header.measured:
        raise RecordError("the record is of a game on a physical board; only simulated games can be imported")
    if game.header.physics not in (None, PHYSICS_VERSION):
        raise RecordError(
            f"the record is of version {game.header.physics} of the physics, and this program simulates only "
            f"version {PHYSICS_VERSION}"
        )
    if not game.is_over:
        raise RecordError("the game has not ended; only finished games can be imported")
    return game


def difference_in(game: GameHistory, content: bytes) -> str | None:
    """Return the first difference between a record and the simulation, with its line; None if the record verifies."""
    try:
        found = next(divergences(game), None)
    except CarromError as fault:
        return f"the strokes cannot be simulated: {fault}"
    if found is None or found.event == 0:
        return None if found is None else str(found)
    lines = enumerate(decoded(content, "the record").split("\n"), 1)
    return next(f"line {number}: {found}" for number, line in lines if line.startswith(f"{found.event}. "))


def strokes_of(game: GameHistory) -> int:
    """Return the number of strokes played, undone ones included."""
    return sum(isinstance(event, Struck) for event in game.events)


def setting_of(game: GameHistory) -> GameSettings:
    """Return the players and terms of a game, as far as its record has them."""
    header = game.header
    names = {each.seat: on_one_line(each.name)[:40] for each in header.players}
    terms = Terms(
        ruleset=header.ruleset if header.ruleset in NAMES else "icf",
        length=Length(header.contest) if header.contest in set(Length) else Length.GAME,
        seats=tuple(SeatPlan(seat=seat, who=Who.HERE, name=name) for seat, name in names.items()),
    )
    sitters = tuple(Sitter(seat=seat, name=name, kind=SitterKind.HUMAN) for seat, name in names.items())
    return GameSettings(sitters=sitters, terms=terms)


def room_of(
    name: str, game: GameHistory, setting: GameSettings, chance: Random, at: int
) -> tuple[Room, tuple[StoredEvent, ...]]:
    """Return the room of a recorded game, imported at `at` (ms since 1970), and the events to store.

    The day of the import is in the game's header from then on, so that every record made from it is marked.
    """
    day = datetime.fromtimestamp(at // 1000, UTC).date().isoformat()
    game = game.with_header(changed(game.header, imported=day))
    events = tuple(
        StoredEvent(version=number, body=encode_event(event).decode()) for number, event in enumerate(game.events, 1)
    )
    stored = StoredGame(game=name, begun=at // 1000, setting=setting.text(), events=events)
    return Room.restored(stored, chance, at), events
