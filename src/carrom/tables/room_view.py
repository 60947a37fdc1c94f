"""Read access to the game in a room; nothing here changes it."""

import copy
from typing import Self

from carrom import protocol
from carrom.board.seat import Seat
from carrom.game.game import Game
from carrom.game.notation.record import write_record
from carrom.rules.ruleset import Ruleset
from carrom.tables.commands import CommandHandler
from carrom.tables.errors import CommandRefused
from carrom.tables.log.compressed_sequence import CompressedSequence
from carrom.tables.log.history import History
from carrom.tables.offers import Offers
from carrom.tables.seats import sitter_at
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import Turn
from carrom.tables.views.card import card_of
from carrom.tables.views.replay import film_at
from carrom.tables.views.snapshots import EncodedReplay, ReplayCache, snapshot, standing
from carrom.values import changed

Refusal = protocol.Refusal


class RoomView:
    """One game, as far as it is read."""

    def __init__(self, name: str, setting: GameSettings, history: History | None, luck: int, at: int) -> None:
        """Let a game stand as its history says, None while a seat is open; its turn begins at `at`, ms since 1970."""
        self.name, self.setting = name, setting
        self._history, self._luck = history, luck
        self._asked: tuple[History, GameSettings, Seat | None] | None = None
        self.card = self._card()
        self._turn = Turn(since=at)
        self._standing = standing(None, CompressedSequence(1)) if history is None else self._course.standing(history)
        if setting.paused and history is not None:
            self._turn = self._turn.stopped(history.game, self.setting.clock, at)

    @property
    def history(self) -> History | None:
        """The game with what is told of it, None while it has not begun."""
        return self._history

    @property
    def version(self) -> int:
        """How many events have happened."""
        return 0 if self._history is None else self._history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked to act, or None."""
        if self._history is None:
            return None
        if self._asked is None or self._asked[0] is not self._history or self._asked[1] is not self.setting:
            self._asked = self._history, self.setting, self._course.to_act
        return self._asked[2]

    @property
    def actor(self) -> Seat | None:
        """The player who is asked to act, by his seat at the beginning, or None."""
        seat = self.to_act
        return None if seat is None or self._history is None else sitter_at(self._history.game, seat)

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken and the game is under way or over."""
        return self._history is not None

    @property
    def is_over(self) -> bool:
        """Whether the contest is decided."""
        return self._history is not None and self._history.game.is_over

    @property
    def game(self) -> Game:
        """The game as it stands; raises `CommandRefused` while it has not begun."""
        return self._begun().game

    @property
    def can_undo(self) -> bool:
        """Whether there is an act of a person to take back."""
        return self._history is not None and self._course.takeable(self._history) is not None

    @property
    def is_timed(self) -> bool:
        """Whether a clock was agreed."""
        return self.setting.clock is not None

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands."""
        return self._turn.left is not None

    @property
    def since(self) -> int:
        """Since when the next act is awaited: the end of the last film, ms since 1970."""
        return self._turn.since

    @property
    def accord(self) -> Offers:
        """What has been said at the table since the last event."""
        return (self.setting.accord or Offers()).at(self.version)

    def clock(self, now: int) -> protocol.Clock | None:
        """Return the clock of who is asked to act, if one runs."""
        return None if self._history is None else self._turn.clock(self._history.game, self.setting.clock, now)

    def sitters(self, here: frozenset[Seat]) -> tuple[protocol.Sitter, ...]:
        """Return who sits at the table; of the people, those in `here` are connected."""
        return tuple(
            changed(each, here=each.kind is protocol.SitterKind.PROGRAM or each.seat in here)
            for each in self.setting.sitters
        )

    def sitter_at(self, seat: Seat) -> Seat | None:
        """Return which player sits at `seat` now, by his seat at the beginning; None where nobody does."""
        return seat if self._history is None else sitter_at(self._history.game, seat)

    def turn_paused(self, at: int) -> Turn:
        """Return the turn with its clock stopped, or going on, at `at` (ms since 1970)."""
        game = self._begun().game
        return (self._turn.going_on if self.is_paused else self._turn.stopped)(game, self.setting.clock, at)

    def turn_anew(self, at: int) -> Turn:
        """Return the turn begun at `at` (ms since 1970)."""
        return Turn(since=at)

    def frozen(self) -> Self:
        """Return this room as it is now, for reading in a thread while the room goes on."""
        return copy.copy(self)

    def rules(self) -> Ruleset:
        """Return the rule book that is played by, somebody's own as well."""
        return self._history.game.rules if self._history is not None else self.setting.header(0)[1]

    def record(self) -> str:
        """Return the game's record as text; raises `CommandRefused` while it has not begun."""
        return write_record(self.setting.told(self._begun().game))

    def snapshot(self, now: int, here: frozenset[Seat] | None = None, offers: tuple[protocol.Offered, ...] = ()) -> str:
        """Return everything, encoded, at `now` (ms since 1970); `here` are the players who are connected."""
        card = self.card if here is None else changed(self.card, sitters=self.sitters(here))
        return snapshot(self._standing, self.version, card, self.clock(now), offers)

    def check(self, command: protocol.GameCommand, yours: frozenset[Seat]) -> None:
        """Refuse a command of who does not play there, or that was meant for another moment."""
        if not yours:
            raise CommandRefused(Refusal.NOT_YOURS, "You look on: only players act in this game.")
        game = self._begun().game
        if sitter_at(game, command.seat) not in yours:
            mine = [seat for seat, _ in game.state.seating.places if sitter_at(game, seat) in yours]
            raise CommandRefused(
                Refusal.NOT_YOURS, f"The seat {command.seat} is not yours; you sit {' and '.join(mine)}."
            )
        if isinstance(command, protocol.Undo) and self.setting.pool is not None:
            raise CommandRefused(Refusal.NOT_NOW, "Nothing is taken back in a rated game.")
        if command.version != self.version:
            raise CommandRefused(
                Refusal.STALE,
                f"That was meant for version {command.version} of the game, which is at {self.version}; look again.",
            )

    def replayed(self, request: protocol.Replay, films: ReplayCache | None = None) -> str:
        """Return a past stroke to be shown again, encoded; raises `CommandRefused` if there is no such stroke.

        `films` are those that are remembered.
        """
        history = self._begun()
        strokes = history.strokes
        if request.stroke > len(strokes):
            raise CommandRefused(
                Refusal.NOT_NOW, f"There is no stroke {request.stroke} in this game; it has {len(strokes)} so far."
            )
        shown = strokes[request.stroke - 1]
        film = (films or ReplayCache()).film(self.name, shown.event, request.stroke, lambda: self._film(request.stroke))
        return film.told(request.nonce)

    def _film(self, number: int) -> EncodedReplay:
        """Return a past stroke, simulated again, with the game as it stood before and after it."""
        return film_at(self._begun(), number, self._course.state)

    def _card(self) -> protocol.Card:
        if self._history is not None:
            game = self._history.game
            return card_of(game.header, game.rules, self.name, self.setting)
        header, rules = self.setting.header(0)
        return card_of(header, rules, self.name, self.setting)

    def _begun(self) -> History:
        if self._history is None:
            raise CommandRefused(Refusal.NOT_NOW, "The game has not begun: a seat is still open.")
        return self._history

    @property
    def _course(self) -> CommandHandler:
        """The game as it stands; raises `CommandRefused` while it has not begun."""
        return self._course_of(self._begun())

    def _course_of(self, history: History) -> CommandHandler:
        """Return a game as it stands with this history, and otherwise as here."""
        return CommandHandler(name=self.name, setting=self.setting, history=history, turn=self._turn, luck=self._luck)
