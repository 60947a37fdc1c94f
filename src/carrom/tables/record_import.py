"""Import of a game record; every line is verified against the laws and the physics."""

from random import Random

from carrom.errors import RecordError
from carrom.game.events import encode_event
from carrom.game.game import GameHistory
from carrom.game.notation.record import read_record
from carrom.protocol import Length, SeatPlan, Sitter, SitterKind, Terms, Who
from carrom.rules.ruleset import NAMES
from carrom.storage.models import StoredEvent, StoredGame
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings, on_one_line


def game_from(content: bytes) -> GameHistory:
    """Return a recorded game; raises `RecordError` if it cannot be shown.

    Only finished simulated games are accepted: games on a wooden board have no positions to show, and unfinished games
    would have no players.
    """
    try:
        game = read_record(content.decode())
    except UnicodeDecodeError:
        raise RecordError("the record is not UTF-8 text") from None
    if not game.header.measured:
        raise RecordError("the record is of a game on a physical board; only simulated games can be imported")
    if not game.is_over:
        raise RecordError("the game has not ended; only finished games can be imported")
    return game


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
    """Return the room of a recorded game, created at `at` (ms since 1970), and the events to store."""
    events = tuple(
        StoredEvent(version=number, body=encode_event(event).decode()) for number, event in enumerate(game.events, 1)
    )
    stored = StoredGame(game=name, begun=at // 1000, setting=setting.text(), events=events)
    return Room.restored(stored, chance, at), events
