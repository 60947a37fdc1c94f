"""One board or game between engines: time limits, forfeits and adjudication.

The execution noise of a seat follows from the seed and the number of its stroke alone, so that two players who swap
seats on the same rack get the same luck.
"""

import time
from collections.abc import Mapping
from random import Random
from typing import Literal

from carrom.board import SEATS, Seat, Stroke
from carrom.engine.adjudication import Adjudication, Adjudicator
from carrom.engine.engine import Engine
from carrom.engine.external import ExternalEngine, chosen_event
from carrom.engine.geometry import NoiseSample, disturbed, drawn
from carrom.engine.ladder import Contestant
from carrom.engine.player import situation_of
from carrom.engine.protocol import asked_seat, choose_request
from carrom.engine.self_play import begun
from carrom.engine.situation import Situation
from carrom.errors import EngineError
from carrom.game import events
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss, spans_of
from carrom.game.game import GameHistory
from carrom.game.play_stroke import strike
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.values import Value

MOST_STROKES = 400
"""Strokes after which a board is stopped and counted as a draw."""
MOST_PASSES = 40
"""Passes by one side after which it forfeits the board."""
LAW = "Tournament of engines"
"""What an award in the record cites: no law covers engines that fail."""
Ended = Literal["played", "failed", "time", "arithmetic", "referee", "stopped"]
"""How a board ended: by the laws, by a failure or a time limit of a side, by adjudication, or after too many
strokes."""


class BoardLimits(Value, frozen=True, kw_only=True):
    """Limits of one board."""

    stroke_seconds: float | None = None
    """For one answer of an external engine; None: its own."""
    board_seconds: float | None = None
    """For all answers of one side together; None: no limit."""
    strokes: int = MOST_STROKES


class BoardSettings(Value, frozen=True, kw_only=True):
    """What is played, and how it may end."""

    ruleset: str = "icf"
    surface: str = "club"
    contest: events.Contest = "board"
    limits: BoardLimits = BoardLimits()
    adjudication: Adjudication = Adjudication()


class PlayedBoard(Value, frozen=True, kw_only=True):
    """A finished or stopped board."""

    game: GameHistory
    ended: Ended
    reason: str = ""
    winners: tuple[events.SideName, ...] = ()
    """Several for a draw; none for a stopped board."""
    failed: events.SideName | None = None
    """The side that lost by a failure or by its time."""

    @property
    def points(self) -> int:
        """Points of the last board for its winners; 0 if it was not played to its end."""
        result = None if self.game.round is None else self.game.round.result
        return 0 if self.ended != "played" or result is None else result.points


class SeatedPlayer:
    """A contestant of one game, at one or two seats."""

    def __init__(self, player: Contestant, seed: int, limits: BoardLimits) -> None:
        self._engine, self._hand, self._seed, self._limits = player.engine(), player.hand, seed, limits
        self._places = self._engine if isinstance(self._engine, Engine) else Engine(self._engine.level)
        self.passes, self.spent = 0, 0.0
        """Passes so far, and seconds used so far."""

    def event(self, game: GameHistory, seat: Seat, gaps: int) -> events.Event:
        """Return the next event of the game, for which `seat` is asked; `gaps` is the seed of a rack's gaps.

        Raises `EngineError` for an external engine that fails or has used up its time.
        """
        began = time.monotonic()
        act = self._external(game, seat) if isinstance(self._engine, ExternalEngine) else self._built_in(game, seat)
        self.spent += time.monotonic() - began
        most = self._limits.board_seconds
        if most is not None and self.spent > most:
            raise OutOfTime(f"used {self.spent:.1f} seconds on a board; {most:g} were allowed")
        if isinstance(act, events.Passed):
            self.passes += 1
            if self.passes > MOST_PASSES:
                raise EngineError(f"passed more than {MOST_PASSES} times on a board")
        return self._struck(game, seat, act, gaps) if isinstance(act, Stroke) else act

    def close(self) -> None:
        """End the process of an external engine."""
        if isinstance(self._engine, ExternalEngine):
            self._engine.close()

    def _external(self, game: GameHistory, seat: Seat) -> events.Event | Stroke:
        """Return the act of an external engine, within its limits of time."""
        engine, limits = self._engine, self._limits
        assert isinstance(engine, ExternalEngine)
        if limits.stroke_seconds is not None:
            engine.seconds = limits.stroke_seconds
        if limits.board_seconds is not None:
            engine.seconds = min(engine.seconds, max(0.01, limits.board_seconds - self.spent))
        return engine.act(game, self._mind(game, seat))

    def _built_in(self, game: GameHistory, seat: Seat) -> events.Event | Stroke:
        match game.expected[0]:
            case Strike():
                return self._intended(situation_of(game), self._mind(game, seat))
            case PlaceDue(disc=disc):
                at = self._places.place(situation_of(game))
                return events.Waived(seat=seat) if at is None else events.Placed(seat=seat, disc=disc, at=at)
            case Demand():
                return events.Demanded(seat=seat, points=self._places.demand(situation_of(game)))
            case (ChooseBreakOrSide() | ChooseSeat() | BeginRound()) as expected:
                return chosen_event(game, expected, choose_request(game, expected)["options"][0])
            case other:
                raise AssertionError(f"no player can answer {other}")

    def _intended(self, situation: Situation, rng: Random) -> Stroke:
        assert not isinstance(self._engine, ExternalEngine)
        if isinstance(self._engine, Engine):
            return self._engine.intended(situation, rng)
        stroke: Stroke = self._engine.aim(situation, rng).stroke
        return stroke

    def _mind(self, game: GameHistory, seat: Seat) -> Random:
        return Random(f"{self._seed} mind {seat} {len(game.strokes)}")

    def _struck(self, game: GameHistory, seat: Seat, meant: Stroke, gaps: int) -> events.Event:
        """Return the stroke with execution noise; the place error is dropped where the spot would be illegal."""
        by = drawn(Random(f"{self._seed} hand {seat} {len(game.strokes)}"))
        made = disturbed(meant, self._hand, by)
        if not any(span.y == made.y and span.low <= made.x <= span.high for span in spans_of(game.state)):
            made = disturbed(meant, self._hand, NoiseSample(by.direction, by.speed, 0.0))
        return strike(game, seat, made, meant=meant, seed=gaps)[0]


class OutOfTime(EngineError):
    """A side that has used up its time for a board."""


class BoardStart(Value, frozen=True, kw_only=True):
    """How a board or game begins."""

    seed: int
    first: events.SideName | None = None
    """The side that breaks first; None: A if the seed is even, otherwise B."""
    toss: events.SideName | None = None
    """The side that wins a toss, which then decides who breaks."""
    event: str = ""
    """Name of the event, for the record."""
    round: str = ""
    """Where in the event, for the record."""


SEATS_OF: dict[int, tuple[Seat, ...]] = {2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: SEATS}
"""The seats taken, by the number of players; four are A, B, A, B."""


def play_out(
    sides: Mapping[events.SideName, Contestant], players: int, settings: BoardSettings, start: BoardStart
) -> PlayedBoard:
    """Return a board between the engines of these sides, played until its end, a failure or an adjudication."""
    seated = {side: SeatedPlayer(player, start.seed, settings.limits) for side, player in sides.items()}
    letters = tuple(sides)
    names = tuple(
        events.Player(name=sides[letters[index % len(letters)]].text, seat=seat, side=letters[index % len(letters)])
        for index, seat in enumerate(SEATS_OF[players])
    )
    first: events.SideName = "A" if start.seed % 2 == 0 else "B"
    opener = None if start.toss is not None else start.first or first
    game = begun(
        SEATS_OF[players], start.seed, settings.ruleset, settings.surface, settings.contest,
        players=names, first_break=opener, event=start.event, round=start.round,
    )  # fmt: skip
    adjudicator = Adjudicator(settings.adjudication)
    try:
        while not game.is_over:
            if len(game.strokes) >= settings.limits.strokes * _boards_of(game):
                return PlayedBoard(game=game, ended="stopped", reason=f"stopped after {len(game.strokes)} strokes")
            if (found := adjudicator.found(game)) is not None:
                side, how, reason = found
                return _awarded(game, side, how, reason)
            seat = asked_seat(game, game.expected[0])
            try:
                event = _event(game, seated, seat, start)
            except EngineError as fault:
                assert seat is not None, "only a seated engine can fail"
                return _forfeited(game, game.state.side_at(seat), str(fault), isinstance(fault, OutOfTime))
            game = game.apply(event)
    finally:
        for player in seated.values():
            player.close()
    assert game.result is not None, "a game that is over has a result"
    return PlayedBoard(game=game, ended="played", winners=game.result.winners)


def _event(
    game: GameHistory, seated: Mapping[events.SideName, SeatedPlayer], seat: Seat | None, start: BoardStart
) -> events.Event:
    """Return the next event: the act of the player who is asked, the toss, or the umpire's call."""
    expected = game.expected[0]
    if isinstance(expected, Toss):
        return events.Tossed(won_by=start.toss or ("A" if Random(f"{start.seed} toss").random() < 0.5 else "B"))
    if isinstance(expected, StrikerHasNoSpot):
        return events.Called(what="no-striker-spot")
    assert seat is not None, "everything else is asked of a player"
    return seated[game.state.side_at(seat)].event(game, seat, start.seed + 1_000_003 * (len(game.events) - 1))


def _boards_of(game: GameHistory) -> int:
    """Return how many boards have begun, at least 1."""
    return max(1, sum(len(each.boards) for each in game.state.games) + (game.state.playing is not None))


def _forfeited(game: GameHistory, side: events.SideName, reason: str, late: bool) -> PlayedBoard:
    """Return the board that a side has lost by failing; of three, the other two share it."""
    others = tuple(each for each in game.state.sides if each != side)
    ended: Ended = "time" if late else "failed"
    if len(others) == 1:
        event: events.Event = events.Awarded(side=others[0], law=LAW, reason=reason[:1000], how="retired")
        return PlayedBoard(game=game.apply(event), ended=ended, reason=reason, winners=others, failed=side)
    game = game.apply(events.Noted(text=reason[:1000])).apply(events.Conceded(side=side, what="match"))
    return PlayedBoard(game=game, ended=ended, reason=reason, winners=others, failed=side)


def _awarded(
    game: GameHistory, side: events.SideName, ended: Literal["arithmetic", "referee"], reason: str
) -> PlayedBoard:
    """Return the board that is awarded to a side before its end."""
    event = events.Awarded(side=side, law=LAW, reason=reason, how="loss")
    return PlayedBoard(game=game.apply(event), ended=ended, reason=reason, winners=(side,))
