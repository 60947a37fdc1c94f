"""`carrom.Game`: a mutable wrapper over the immutable game value, for scripts and interactive sessions.

`legal` lists the possible acts, `push` applies one, and `pop` takes the last one back. Nothing happens automatically:
the toss, its choices and racking are acts too; `set_up` performs them with default choices.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from os import PathLike
from random import Random, SystemRandom
from typing import Any, Unpack, get_args, overload

from carrom.board import Point, Position, Seat, Stroke
from carrom.board.arithmetic import SplitMix64
from carrom.board.picture import picture
from carrom.board.striker_spots import Span, placing_spots
from carrom.errors import RecordError, RefusedRequest, plural
from carrom.files import plain
from carrom.game import prompt
from carrom.game.commands import events_of
from carrom.game.events import Contest, Event, Placed, RoundBegun
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss, phrase
from carrom.game.game import GameHistory
from carrom.game.new_game import GameOptions, header_of, rules_of
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.player_names import names_in
from carrom.game.progress import ContestResult
from carrom.game.record import Comments, read_comments, read_record, write_comments, write_record
from carrom.game.state import BoardRecord
from carrom.game.views import LegalStrokes, PlayedStroke, played_strokes
from carrom.numeric import checked_seed, whole
from carrom.physics.simulate import check_stroke
from carrom.physics.surface import SurfaceLike
from carrom.rules.phases import PlaceDue
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling

Act = Event | Stroke | Point | str
"""Anything `push` accepts: an event, a stroke by the player in turn, a point for the due piece, or a typed command."""

KEPT = 64
"""Number of earlier states stored for `pop`; older ones are rebuilt from the events."""


class Game:
    """A board, game or match of carrom in progress, from the toss to the result.

    `legal` lists what may happen now, `push` applies it and returns the ruling, `pop` takes the last act back.
    Positions are whole µm in the board's frame, strokes µm and µm/s in the player's frame. A refused act raises an
    error of `carrom.errors` with one sentence and changes nothing. Games compare by history, rules and seed, and can
    be copied, pickled and sent to other processes.

    >>> import carrom
    >>> game = carrom.Game("icf", names=["Asha", "Bilal"], seed=8)
    >>> breaker = game.set_up()
    >>> ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
    >>> game.why
    'One white: Asha strikes again (Law 48).'
    >>> carrom.Game.from_text(game.to_text()).score
    (0, 0)

    A game can begin with any position, for example to ask for its best stroke:

    >>> endgame = carrom.Game(position="c1_Q.0.0_W1.250000.250000_B1.-200000.100000", first_break="A", contest="board")
    >>> breaker = endgame.set_up()
    >>> endgame.status
    'Board 1, score 0-0: South to strike.'
    """

    def __init__(
        self,
        ruleset: Ruleset | str | PathLike[str] = "icf",
        players: int | None = None,
        contest: "Contest" = "game",
        surface: "SurfaceLike | None" = "club",
        names: Iterable[str] | None = None,
        seed: int | None = None,
        **options: "Unpack[GameOptions]",
    ) -> None:
        """Begin a contest; the toss comes first, unless `first_break` names the side that breaks.

        `ruleset` is a name, the path of a `.toml` file, or a `Ruleset`. `players` defaults to the smallest number the
        rule set allows, which is two except for `three-player`. A `surface` of None is a wooden board: positions are
        not recorded, and an umpire types what happened. `names` lists the players in order of play; `handicap` is the
        number of pieces removed for each side. With `position` (a `Position` or its text) the first board begins with
        these pieces: those that are missing count as pocketed, a missing queen as covered by the side that begins, and
        the first stroke is not a break. Randomness (the toss of `set_up` and the gaps in the racks) comes from `seed`,
        a whole number from 0 of any size; without one, a random seed is chosen. In a rule set whose matches are a
        single game, a match is that game. Raises `RefusedRequest`, `NotationError` or `RulesError` for settings that
        cannot be played.
        """
        rules = rules_of(ruleset)
        count = min(rules.parameters.players) if players is None else players
        header = header_of(rules, count, contest, surface, names, **options)
        self._take(GameHistory.begin(simulated(header) if header.measured else header, rules), seed)

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> "Game":
        """Return the game of a record's text, with its comments and variations.

        Raises `RecordError` with the line number and what was expected.
        """
        if not isinstance(text, str):
            raise RecordError(f"{text!r:.60} is no record; expected its text")
        text = plain(text)
        game = cls.of(read_record(text), seed)
        game._comments = read_comments(text, len(game._history.events))
        return game

    @classmethod
    def of(cls, history: GameHistory, seed: int | None = None) -> "Game":
        """Return a `Game` that wraps an immutable game value."""
        game = cls.__new__(cls)
        game._take(history, seed)
        return game

    def _take(self, history: GameHistory, seed: int | None) -> None:
        self._history = history
        self._before: deque[GameHistory] = deque(maxlen=KEPT)
        self._comments = Comments()
        self.seed = SystemRandom().getrandbits(32) if seed is None else checked_seed(seed)

    def to_text(self) -> str:
        """Return the record of the game as text, with comments and variations; `from_text` reads it back."""
        return write_comments(write_record(self._history), self._comments)

    def copy(self) -> "Game":
        """Return an independent `Game` with the same history, comments, variations and seed."""
        return Game._rebuilt(self._history, self.seed, self._comments)

    # -- state ----------------------------------------------------------------------------------------------------

    @property
    def history(self) -> GameHistory:
        """The immutable game value, with its whole history."""
        return self._history

    @property
    def legal(self) -> tuple[Expectation, ...]:
        """What may be done now, each with the player who may do it; empty when the contest is over."""
        return self._history.expected

    @property
    def turn(self) -> Seat | None:
        """The seat that acts next; None for a toss, before a board is racked, and when the contest is over."""
        return prompt.seat_of(self._history, self.legal[0]) if self.legal else None

    @property
    def status(self) -> str:
        """The state of the game in one sentence."""
        return prompt.sentence(self._history)

    @property
    def result(self) -> ContestResult | None:
        """How the contest ended; None while it is in progress."""
        return self._history.result

    @property
    def why(self) -> str | None:
        """The last ruling in words, with the players' names and its clauses; None before the first."""
        rulings = self._history.state.rulings
        if not rulings:
            return None
        number, ruling = rulings[-1].event, rulings[-1].ruling
        events = self._history.events
        earlier = (history for history in reversed(self._before) if len(history.events) == number)
        before = next(earlier, None) or GameHistory.fold(events[:number], self._history.rules)
        return ruling.told(names_in(before, ruling))

    @property
    def score(self) -> tuple[int, ...]:
        """Each side's points in the current game."""
        return self._history.score

    @property
    def position(self) -> Position | None:
        """The positions of the discs; None on a wooden board and before the first rack."""
        return self._history.position

    @property
    def legal_strokes(self) -> LegalStrokes:
        """The strokes that the player in turn may play: test with `in`, ask `check` why not, draw with `sample`."""
        return LegalStrokes(self._history)

    @property
    def spots(self) -> tuple[Span, ...]:
        """Legal striker offsets for the player in turn, in their frame, in µm; empty when no stroke is due."""
        return self.legal_strokes.spots

    @property
    def places(self) -> tuple[Point, ...]:
        """Points where the due piece may be placed, nearest to the centre first; empty when none is due."""
        due = self._due
        if due is None or self.position is None:
            return ()
        state = self._history.state
        return placing_spots(self.position, due.disc, state.equipment, anywhere=state.rules.dues_anywhere)

    @property
    def _due(self) -> PlaceDue | None:
        """The piece to be placed now."""
        return next((each for each in self.legal if isinstance(each, PlaceDue)), None)

    # -- acts -----------------------------------------------------------------------------------------------------

    @overload
    def push(self, act: Stroke) -> Ruling: ...
    @overload
    def push(self, act: "Event | Point | str") -> "Ruling | Any": ...
    def push(self, act: "Act") -> "Ruling | Any":
        """Apply an act, and return the ruling it led to, or None if it led to none (a toss, for example).

        An act is an event of `carrom.game.events`; a `Stroke` by the player in turn, which is simulated and always
        ruled on; a `Point` for the due piece; or an umpire's command such as `waive`, or `w2 b1 s` on a wooden board. A
        board that begins without a position is racked. Raises an exception of `carrom.errors`; the game is then
        unchanged.
        """
        after, passed = self._history, [self._history]
        for event in self._events(act):
            after = after.apply(event)
            passed.append(after)
        self._before.extend(passed[:-1])
        self._history = after
        last = after.state.rulings[-1:]
        return last[0].ruling if last and last[0].event >= len(passed[0].events) else None

    def pop(self) -> Any:
        """Take back the last event as if it had never happened, and return it. Raises `RefusedRequest` if there is
        none.

        The result is a `carrom.game.events.Event`. It is typed `Any` because the caller knows which kind to expect:
        annotate it with `Event` to have it checked.
        """
        events = self._history.events
        if len(events) < 2:
            raise RefusedRequest("there is nothing to take back; expected at least one act")
        if not self._before:
            self._fold_again()
        self._history = self._before.pop()
        self._comments = self._comments.before(len(self._history.events))
        return events[-1]

    def _fold_again(self) -> None:
        """Rebuild the most recent earlier states from the events."""
        events, rules = self._history.events, self._history.rules
        history = GameHistory.fold(events[: max(1, len(events) - KEPT)], rules)
        for event in events[len(history.events) :]:
            self._before.append(history)
            history = history.apply(event)

    def random_act(self, rng: Random) -> "Event | Stroke":
        """Return a random legal act to push. Raises `RefusedRequest` when the game is over."""
        return prompt.random_act(self._history, rng, None)

    def set_up(self) -> Seat | None:
        """Do everything before the next stroke or placing that needs no skill, and return the seat then in turn.

        The toss is random, its winner breaks, the other side keeps the seats, and the pieces are racked.
        """
        while self.legal:
            match self.legal[0]:
                case Toss():
                    self.push(prompt.random_act(self._history, Random(self._drawn()), None))
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
            return [self._complete(event) for event in events_of(self._history, act)]
        if isinstance(act, Stroke):
            act = check_stroke(act)
            seat = self.turn
            if seat is None:
                raise RefusedRequest(f"a stroke is not expected now; expected is {phrase(self.legal)}")
            return [strike(self._history, seat, act, seed=self._drawn(ago=1))[0]]
        if isinstance(act, Point):
            due = self._due
            if due is None:
                raise RefusedRequest(f"no piece is to be placed now; expected is {phrase(self.legal)}")
            x, y = whole(act.x), whole(act.y)
            if x is None or y is None:
                raise RefusedRequest(f"{act!r:.60} is no place; expected whole numbers of µm")
            return [Placed(seat=due.seat, disc=due.disc, at=Point(x, y))]
        if not isinstance(act, get_args(Event)):
            raise RefusedRequest(f"{act!r:.60} cannot be pushed; expected an event, a Stroke, a Point or words")
        return [self._complete(act)]

    def _complete(self, event: Event) -> Event:
        """Return the event, with a rack added if it begins a simulated board without one.

        The gaps are drawn with the first stroke, as on a real board, where they are unknown in advance.
        """
        if isinstance(event, RoundBegun) and event.position is None and self._history.header.measured:
            return racked(self._history, event.seed, event.breaker, event.angle, event.when)
        return event

    def _drawn(self, ago: int = 0) -> int:
        """Return random bits for the moment `ago` events back; the same game state always gives the same bits.

        The gaps of a rack use the moment at which it was set up.
        """
        return SplitMix64(self.seed * 1_000_003 + len(self._history.events) - ago).word() >> 33

    # -- history --------------------------------------------------------------------------------------------------

    def strokes(self) -> Iterator[PlayedStroke]:
        """Yield the strokes in force, in order, each with the position before it and its ruling."""
        return played_strokes(self._history)

    def boards(self) -> Iterator[BoardRecord]:
        """Yield the finished boards of all games of the contest, in order, as on the score card."""
        return (board for game in self._history.state.games for board in game.boards)

    def before(self, event: int) -> "Game":
        """Return an independent `Game` as it was before an event. Raises `RefusedRequest` for an unknown number."""
        events = self._history.events
        if type(event) is not int or not 0 < event <= len(events):
            raise RefusedRequest(f"there is no event {event!r:.20}; expected 1 to {len(events)}")
        return Game._rebuilt(
            GameHistory.fold(events[:event], self._history.rules), self.seed, self._comments.before(event)
        )

    def comment(self, event: int | None = None) -> str:
        """Return the comment on an event (the last one by default, 0 for the game); empty if it has none."""
        return self._comments.text(self._numbered(event))

    def set_comment(self, text: str, event: int | None = None) -> None:
        """Set the comment on an event (the last one by default, 0 for the game); an empty text removes it.

        Raises `RefusedRequest` for an unknown event and `RecordError` for a text of more than 4,000 characters.
        """
        self._comments = self._comments.with_text(self._numbered(event), text)

    def add_variation(self, branch: "Game") -> None:
        """Add what happened in another `Game` since it left this one, as a variation of the event at which it did.

        `branch` begins as a copy, or as `before(event)`. Raises `RefusedRequest` if it has nothing of its own.

        >>> import carrom
        >>> game = carrom.Game(seed=8)
        >>> breaker = game.set_up()
        >>> ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
        >>> branch = game.before(len(game.history.events) - 1)
        >>> ruling = branch.push(carrom.Stroke.aimed(x=0, degrees=0, metres_per_second=6))
        >>> game.add_variation(branch)
        >>> [(event, len(list(other.strokes()))) for event, other in game.variations()]
        [(5, 1)]
        """
        own, others = self._history.events, branch._history.events
        same = next((at for at, (one, other) in enumerate(zip(own, others, strict=False)) if one != other), len(own))
        if same == 0 or len(others) <= same:
            raise RefusedRequest("the variation has nothing of its own; expected a game that leaves this one")
        self._comments = self._comments.with_variation(same, others[same:])

    def variations(self) -> Iterator[tuple[int, "Game"]]:
        """Yield every variation: the event it replaces, and the game that contains it instead."""
        events = self._history.events
        for event, instead in self._comments.variations:
            yield event, Game.of(GameHistory.fold((*events[:event], *instead), self._history.rules), self.seed)

    def _numbered(self, event: int | None) -> int:
        count = len(self._history.events)
        number = count - 1 if event is None else event
        if type(number) is not int or not 0 <= number < count:
            raise RefusedRequest(f"there is no event {event!r:.20}; expected 0 to {count - 1}")
        return number

    # -- representation --------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Return whether another `Game` has the same history, rules, comments and seed, so that both go on alike."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.seed, self._comments) == (other.seed, other._comments) and self._history == other._history

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: rebuild from the immutable game, the seed and the comments."""
        return Game._rebuilt, (self._history, self.seed, self._comments)

    @classmethod
    def _rebuilt(cls, history: GameHistory, seed: int, comments: Comments) -> "Game":
        game = cls.of(history, seed)
        game._comments = comments
        return game

    def __repr__(self) -> str:
        header = self._history.header
        return f"<Game {header.ruleset}, {plural(len(header.players), 'player')}, {header.contest}: {self.status}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG for notebooks, seen from the player in turn; None for a wooden board."""
        if not self._history.header.measured:
            return None
        lying = self.position.placed if self.position is not None else ()
        return picture(lying, self.turn or Seat.SOUTH, equipment=self._history.state.equipment, title=self.status)


__all__ = ["Act", "Game"]
