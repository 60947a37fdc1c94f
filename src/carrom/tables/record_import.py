"""Import of a game record: its lines are checked against the laws, its strokes against the simulation."""

from datetime import UTC, datetime
from random import Random

from carrom.errors import CarromError, RecordError
from carrom.game.events import Struck, encode_event
from carrom.game.game import GameHistory
from carrom.game.notation.record import read_record
from carrom.game.verify import divergences
from carrom.physics import PHYSICS_VERSION
from carrom.protocol import Length, SeatPlan, Sitter, SitterKind, Terms, Who
from carrom.rules.ruleset import NAMES
from carrom.storage.models import StoredEvent, StoredGame
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings, on_one_line
from carrom.text_files import decoded
from carrom.values import changed


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
