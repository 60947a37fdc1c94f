"""`carrom.Game`: a mutable wrapper over the immutable game value, for scripts and interactive sessions.

`legal` lists the possible acts, `push` applies one, and `pop` takes the last one back. Nothing happens automatically:
the toss, its choices and racking are acts too; `set_up` performs them with default choices.
"""

from collections import deque
from collections.abc import Iterable
from os import PathLike
from random import Random, SystemRandom
from typing import Any, Unpack, get_args, overload

from carrom.board.arithmetic.splitmix64 import SplitMix64
from carrom.board.picture import picture
from carrom.board.placement.striker_spots import Span, placing_spots
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RecordError, RefusedRequest
from carrom.game.events import Contest, Event, Placed, RoundBegun
from carrom.game.expected import random_act as chance
from carrom.game.expected import status as standing
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss, phrase
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory as Fold
from carrom.game.new_game import GameOptions, header_of, rules_of
from carrom.game.notation.parse_command import events_of
from carrom.game.notation.player_names import names_in
from carrom.game.notation.record import read_record, write_record
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.scoring.progress import ContestResult
from carrom.physics.simulate import check_stroke
from carrom.physics.surface import SurfaceLike
from carrom.rules.phases import PlaceDue, Strike
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling

Act = Event | Stroke | Point | str
"""Anything `push` accepts: an event, a stroke by the player in turn, a point for the due piece, or a typed command."""

KEPT = 64
"""Number of earlier states stored for `pop`; older ones are rebuilt from the events."""


class Game:
    """A board, game or match of carrom in progress."""

    def __init__(
        self,
        ruleset: Ruleset | str | PathLike[str] = "icf",
        players: int | None = None,
        contest: Contest = "game",
        surface: SurfaceLike | None = "club",
        names: Iterable[str] | None = None,
        seed: int | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        """Begin a contest; the toss comes first, unless `first_break` names the side that breaks.

        `ruleset` is a name, the path of a `.toml` file, or a `Ruleset`. `players` defaults to the smallest number the
        rule set allows, which is two except for `three-player`. A `surface` of None is a wooden board: positions are
        not recorded, and an umpire types what happened. `names` lists the players in order of play; `handicap` is the
        number of pieces removed for each side. Randomness (the toss of `set_up` and the gaps in the racks) comes from
        `seed`; without one, a random seed is chosen. In a rule set whose matches are a single game, a match is that
        game. Raises `RefusedRequest` or `RulesError` for settings that cannot be played.
        """
        rules = rules_of(ruleset)
        count = min(rules.parameters.players) if players is None else players
        header = header_of(rules, count, contest, surface, names, **options)
        self._take(Fold.begin(simulated(header) if header.measured else header, rules), seed)

    @classmethod
    def read(cls, text: str, seed: int | None = None) -> "Game":
        """Return the game of a record's text. Raises `RecordError` with the line number and what was expected."""
        if not isinstance(text, str):
            raise RecordError(f"{text!r:.60} is no record; expected its text")
        return cls.of(read_record(text), seed)

    @classmethod
    def of(cls, fold: Fold, seed: int | None = None) -> "Game":
        """Return a `Game` that wraps an immutable game value."""
        game = cls.__new__(cls)
        game._take(fold, seed)
        return game

    def _take(self, fold: Fold, seed: int | None) -> None:
        self._fold = fold
        self._before: deque[Fold] = deque(maxlen=KEPT)
        if seed is not None and not isinstance(seed, int):
            raise RefusedRequest(f"the seed is {seed!r:.40}; expected a whole number, or None")
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed

    def write(self) -> str:
        """Return the record of the game as text, which `read` reads back."""
        return write_record(self._fold)

    def copy(self) -> "Game":
        """Return an independent `Game` with the same history and seed."""
        return Game.of(self._fold, self.seed)

    # -- state ----------------------------------------------------------------------------------------------------

    @property
    def fold(self) -> Fold:
        """The immutable game value, with its whole history."""
        return self._fold

    @property
    def legal(self) -> tuple[Expectation, ...]:
        """What may be done now, each with the player who may do it; empty when the contest is over."""
        return self._fold.expected

    @property
    def turn(self) -> Seat | None:
        """The seat that acts next; None for a toss, before a board is racked, and when the contest is over."""
        return standing.seat_of(self._fold, self.legal[0]) if self.legal else None

    @property
    def status(self) -> str:
        """The state of the game in one sentence."""
        return standing.sentence(self._fold)

    @property
    def result(self) -> ContestResult | None:
        """How the contest ended; None while it is in progress."""
        return self._fold.result

    @property
    def why(self) -> str | None:
        """The last ruling in words, with the players' names and its clauses; None before the first."""
        rulings = self._fold.state.rulings
        if not rulings:
            return None
        number, ruling = rulings[-1].event, rulings[-1].ruling
        events = self._fold.events
        earlier = (fold for fold in reversed(self._before) if len(fold.events) == number)
        before = next(earlier, None) or Fold.fold(events[:number], self._fold.rules)
        return ruling.told(names_in(before, ruling))

    @property
    def score(self) -> tuple[int, ...]:
        """Each side's points in the current game."""
        return self._fold.score

    @property
    def position(self) -> Position | None:
        """The positions of the discs; None on a wooden board and before the first rack."""
        return self._fold.position

    @property
    def spots(self) -> tuple[Span, ...]:
        """Legal striker offsets for the player in turn, in their frame, in µm; empty when no stroke is due."""
        due = any(isinstance(each, Strike) for each in self.legal)
        return spans_of(self._fold.state) if due and self.position is not None else ()

    @property
    def places(self) -> tuple[Point, ...]:
        """Points where the due piece may be placed, nearest to the centre first; empty when none is due."""
        due = self._due
        if due is None or self.position is None:
            return ()
        return placing_spots(self.position, due.disc, self._fold.state.equipment)

    @property
    def _due(self) -> PlaceDue | None:
        """The piece to be placed now."""
        return next((each for each in self.legal if isinstance(each, PlaceDue)), None)

    # -- acts -----------------------------------------------------------------------------------------------------

    @overload
    def push(self, act: Stroke) -> Ruling: ...
    @overload
    def push(self, act: Event | Point | str) -> Ruling | Any: ...
    def push(self, act: Act) -> Ruling | Any:
        """Apply an act, and return the ruling it led to, or None if it led to none (a toss, for example).

        An act is an event of `carrom.game.events`; a `Stroke` by the player in turn, which is simulated and always
        ruled on; a `Point` for the due piece; or an umpire's command such as `waive`, or `w2 b1 s` on a wooden board. A
        board that begins without a position is racked. Raises an exception of `carrom.errors`; the game is then
        unchanged.
        """
        after, passed = self._fold, [self._fold]
        for event in self._events(act):
            after = after.apply(event)
            passed.append(after)
        self._before.extend(passed[:-1])
        self._fold = after
        last = after.state.rulings[-1:]
        return last[0].ruling if last and last[0].event >= len(passed[0].events) else None

    def pop(self) -> Any:
        """Take back the last event as if it had never happened, and return it. Raises `RefusedRequest` if there is
        none.

        The result is a `carrom.game.events.Event`. It is typed `Any` because the caller knows which kind to expect:
        annotate it with `Event` to have it checked.
        """
        events = self._fold.events
        if len(events) < 2:
            raise RefusedRequest("there is nothing to take back; expected at least one act")
        if not self._before:
            self._fold_again()
        self._fold = self._before.pop()
        return events[-1]

    def _fold_again(self) -> None:
        """Rebuild the most recent earlier states from the events."""
        events, rules = self._fold.events, self._fold.rules
        fold = Fold.fold(events[: max(1, len(events) - KEPT)], rules)
        for event in events[len(fold.events) :]:
            self._before.append(fold)
            fold = fold.apply(event)

    def random_act(self, rng: Random) -> Event | Stroke:
        """Return a random legal act to push. Raises `RefusedRequest` when the game is over."""
        return chance.random_act(self._fold, rng, None)

    def set_up(self) -> Seat | None:
        """Do everything before the next stroke or placing that needs no skill, and return the seat then in turn.

        The toss is random, its winner breaks, the other side keeps the seats, and the pieces are racked.
        """
        while self.legal:
            match self.legal[0]:
                case Toss():
                    self.push(chance.random_act(self._fold, Random(self._drawn()), None))
                case ChooseBreakOrSide():
                    self.push("choose break")
                case ChooseSeat():
                    self.push("seats keep")
                case BeginRound(breakers=breakers):
                    self.push(RoundBegun(breaker=breakers[0]))
                case _:
                    break
        return self.turn

    def _events(self, act: Act) -> Iterable[Event]:
        """Return the events of an act."""
        if isinstance(act, str):
            return [self._complete(event) for event in events_of(self._fold, act)]
        if isinstance(act, Stroke):
            check_stroke(act)
            seat = self.turn
            if seat is None:
                raise RefusedRequest(f"a stroke is not expected now; expected is {phrase(self.legal)}")
            return [strike(self._fold, seat, act, seed=self._drawn(ago=1))[0]]
        if isinstance(act, Point):
            due = self._due
            if due is None:
                raise RefusedRequest(f"no piece is to be placed now; expected is {phrase(self.legal)}")
            if type(act.x) is not int or type(act.y) is not int:
                raise RefusedRequest(f"{act!r:.60} is no place; expected whole numbers of µm")
            return [Placed(seat=due.seat, disc=due.disc, at=act)]
        if not isinstance(act, get_args(Event)):
            raise RefusedRequest(f"{act!r:.60} cannot be pushed; expected an event, a Stroke, a Point or words")
        return [self._complete(act)]

    def _complete(self, event: Event) -> Event:
        """Return the event, with a rack added if it begins a simulated board without one.

        The gaps are drawn with the first stroke, as on a real board, where they are unknown in advance.
        """
        if isinstance(event, RoundBegun) and event.position is None and self._fold.header.measured:
            return racked(self._fold, event.seed, event.breaker, event.angle, event.when)
        return event

    def _drawn(self, ago: int = 0) -> int:
        """Return random bits for the moment `ago` events back; the same game state always gives the same bits.

        The gaps of a rack use the moment at which it was set up.
        """
        return SplitMix64(self.seed * 1_000_003 + len(self._fold.events) - ago).word() >> 33

    # -- representation --------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Return whether another `Game` has the same history, rules and seed, so that both continue identically."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.seed == other.seed and self._fold == other._fold

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: rebuild from the immutable game and the seed."""
        return Game.of, (self._fold, self.seed)

    def __repr__(self) -> str:
        header = self._fold.header
        return f"<Game {header.ruleset}, {len(header.players)} players, {header.contest}: {self.status}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG for notebooks, seen from the player in turn; None for a wooden board."""
        if not self._fold.header.measured:
            return None
        lying = self.position.placed if self.position is not None else ()
        return picture(lying, self.turn or Seat.SOUTH, equipment=self._fold.state.equipment, title=self.status)


__all__ = ["Act", "Game"]
