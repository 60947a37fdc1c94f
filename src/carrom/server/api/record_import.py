"""Import of a record: every line is verified against the laws and the physics."""

from random import Random

from carrom.errors import RecordError
from carrom.game.events import encode_event
from carrom.game.game import Game
from carrom.game.notation.record import read_record
from carrom.protocol import Length, SeatPlan, Sitter, SitterKind, Terms, Who
from carrom.rules.ruleset import NAMES
from carrom.storage.models import StoredEvent, StoredGame
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings, on_one_line


def game_from(content: bytes) -> Game:
    """Return a recorded game; raises `RecordError` for one that cannot be shown.

    Only games that a simulator has played to their end are taken: what is on a wooden board cannot be shown, and nobody
    holds the seats of the others.
    """
    try:
        game = read_record(content.decode())
    except UnicodeDecodeError:
        raise RecordError("the record is no text in UTF-8") from None
    if not game.header.measured:
        raise RecordError("the record is of a wooden board; only games of the simulator can be shown")
    if not game.is_over:
        raise RecordError("the game has not ended; only games that are over can be brought")
    return game


def setting_of(game: Game) -> GameSettings:
    """Return who sat where in a game, and what was agreed as far as its record says."""
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
    name: str, game: Game, setting: GameSettings, chance: Random, at: int
) -> tuple[Room, tuple[StoredEvent, ...]]:
    """Return the room of a recorded game, opened at `at` (ms since 1970), and its events to store."""
    events = tuple(
        StoredEvent(version=number, body=encode_event(event).decode()) for number, event in enumerate(game.events, 1)
    )
    stored = StoredGame(game=name, begun=at // 1000, setting=setting.text(), events=events)
    return Room.restored(stored, chance, at), events
