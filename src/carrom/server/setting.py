"""Who sits where, as it was agreed when the game began; what the store keeps beside the events."""

from datetime import UTC, datetime

from msgspec import ValidationError
from msgspec.json import Decoder, Encoder

from carrom.board.seat import Seat
from carrom.data import Value
from carrom.engine.levels import level_named
from carrom.errors import StoreError
from carrom.game.event import Header, Player, SideName
from carrom.game.strike import simulated
from carrom.protocol import FirstBreak, NewGame, Opponent, Sitter, SitterKind

_SIDES: tuple[SideName, SideName] = ("A", "B")
"""Of the first sitter and the second."""
_FIRST: dict[FirstBreak, SideName | None] = {
    FirstBreak.SOUTH: "A",
    FirstBreak.NORTH: "B",
    FirstBreak.TOSS: None,
}


class Setting(Value, frozen=True, kw_only=True):
    """The people and programs of one game."""

    sitters: tuple[Sitter, ...]

    @property
    def people(self) -> frozenset[Seat]:
        """The seats where a person sits."""
        return frozenset(sitter.seat for sitter in self.sitters if sitter.kind is SitterKind.HUMAN)

    @property
    def programs(self) -> dict[Seat, str]:
        """The level of the program at each of its seats."""
        return {sitter.seat: sitter.level for sitter in self.sitters if sitter.level is not None}

    @classmethod
    def of(cls, command: NewGame) -> "Setting":
        """Return who sits where in the game that a client asks for; raises `RefusedRequest` for an unknown level."""
        if command.opponent is Opponent.FRIEND:
            south, north = _person(Seat.SOUTH, "South"), _person(Seat.NORTH, "North")
        else:
            level = level_named(command.level or "").name
            south = _person(Seat.SOUTH, "Player")
            north = Sitter(seat=Seat.NORTH, name="Program", kind=SitterKind.PROGRAM, level=level)
        return cls(sitters=(south, north))

    def header(self, breaker: FirstBreak, when: int) -> Header:
        """Return the header of a game of official singles between them, begun at `when` (seconds since 1970)."""
        players = tuple(
            Player(name=_recorded(sitter), seat=sitter.seat, side=side)
            for sitter, side in zip(self.sitters, _SIDES, strict=True)
        )
        header = Header(
            players=players,
            ruleset="icf",
            contest="game",
            first_break=_FIRST[breaker],
            surface="club",
            date=datetime.fromtimestamp(when, UTC).date().isoformat(),
        )
        return simulated(header)

    def text(self) -> str:
        """Return it as the store keeps it."""
        return Encoder().encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "Setting":
        """Return what `text` wrote; raises `StoreError`."""
        try:
            return Decoder(cls).decode(text)
        except ValidationError as error:
            raise StoreError(
                f"A stored game's setting cannot be read ({error}); the game was left as it is."
            ) from error


def _person(seat: Seat, name: str) -> Sitter:
    return Sitter(seat=seat, name=name, kind=SitterKind.HUMAN)


def _recorded(sitter: Sitter) -> str:
    """Return a sitter's name for the record, which has no other place for the program's level."""
    return sitter.name if sitter.level is None else f"{sitter.name} ({sitter.level})"
