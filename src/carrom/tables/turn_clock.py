"""The turn clock (time control): when a player's time begins and ends, and the consequence of running out of time.

Times are in ms since 1970. A turn begins at the end of the last stroke's animation, and starts again after a server
restart, so that an outage costs no time. There is no clock for the toss, demands and the next board.
"""

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import Awarded, Called, Conceded, Event, Forfeited
from carrom.game.game import GameHistory
from carrom.game.score import ScoringTopic, clause
from carrom.protocol import Clock, ClockPlan
from carrom.rules.phases import PlaceDue, Strike
from carrom.tables.history import TableHistory
from carrom.tables.seats import sitter_at
from carrom.values import Value, changed

MOST_CALLS = 9
"""Maximum number of late calls for the same action of a connected player; no side has more pieces to lose."""
ABSENT_CALLS = 1
"""The same for an absent player."""
LAW_OF_ABSENCE = "Law 143"
CALLED_OFF = "Called off before the first stroke"
"""Stored in place of a law as the reason of a cancelled game."""


class TurnStart(Value, frozen=True, kw_only=True):
    """The start of a turn, and whether the clock is paused."""

    since: int
    left: int | None = None
    """While the clock is paused, the remaining ms."""

    def clock(self, game: GameHistory, plan: ClockPlan | None, now: int) -> Clock | None:
        """Return the clock as sent to clients; None if there is none."""
        asked = timed(game, plan)
        if asked is None:
            return None
        seat, length = asked
        if self.left is not None:
            return Clock(seat=seat, starts=self.since, ends=now + self.left, now=now, paused=self.left)
        return Clock(seat=seat, starts=self.since, ends=self.since + length, now=now)

    def stopped(self, game: GameHistory, plan: ClockPlan | None, now: int) -> "TurnStart":
        """Return the turn with its clock paused; remaining animation time is not counted."""
        asked = timed(game, plan)
        length = 0 if asked is None else asked[1]
        return changed(self, left=max(0, min(length, self.since + length - now)))

    def going_on(self, game: GameHistory, plan: ClockPlan | None, now: int) -> "TurnStart":
        """Return the turn with its clock resumed, with the remaining time."""
        asked = timed(game, plan)
        if self.left is None or asked is None:
            return changed(self, left=None)
        return TurnStart(since=now + self.left - asked[1])


def timed(game: GameHistory, plan: ClockPlan | None) -> tuple[Seat, int] | None:
    """Return the seat whose time runs, and its limit in ms; None if no clock runs."""
    if plan is None:
        return None
    match game.expected[:1]:
        case (Strike(seat=seat),):
            return seat, plan.stroke * 1000
        case (PlaceDue(seat=seat),):
            return seat, plan.place * 1000
        case _:
            return None


def consequence(history: TableHistory, here: bool, when: int) -> Event | None:
    """Return the consequence of running out of time; None if there is no (further) one.

    `here` is whether the player is connected. A late stroke costs what the clause on time in the rule set says, and so
    does a piece placed late; if everything is still not placed then, what was placed comes off again and the right to
    place is lost (Law 88b).
    """
    game = history.game
    match game.expected[:1]:
        case (Strike(seat=seat),):
            late = Called(what="slow-stroke", by=seat, when=when)
        case (PlaceDue(seat=seat),):
            late = Called(what="slow-placing", by=seat, when=when)
            if _calls(history, late.what):
                return _ordered_off(game, seat, when)
        case _:
            return None
    if _calls(history, late.what) >= (MOST_CALLS if here else ABSENT_CALLS):
        return None
    try:
        game.apply(late)
    except RefusedRequest:
        return None
    return late


def _ordered_off(game: GameHistory, seat: Seat, when: int) -> Event:
    """Return the loss of the right to place, with what was placed taken off again where that is possible."""
    late = Forfeited(seat=seat, ordered_off=True, when=when)
    try:
        game.apply(late)
    except RefusedRequest:
        return changed(late, ordered_off=False)
    return late


def forfeiture(game: GameHistory, seat: Seat, when: int) -> Event:
    """Return the loss of the match by the absent player at `seat`; in a game of three, the other two continue."""
    side = game.state.side_at(seat)
    others = [each for each in game.state.sides if each != side]
    if len(others) != 1:
        return Conceded(side=side, what="match", when=when)
    return Awarded(side=others[0], law=LAW_OF_ABSENCE, reason="the other side stayed away", how="loss", when=when)


def failure(game: GameHistory, seat: Seat, reason: str, when: int) -> Event:
    """Return the loss of the match by the engine at `seat`, which has failed for this reason."""
    side = game.state.side_at(seat)
    others = [each for each in game.state.sides if each != side]
    if len(others) != 1:
        return Conceded(side=side, what="match", when=when)
    law = clause(game.rules, ScoringTopic.CONCEDE)
    return Awarded(side=others[0], law=law, reason=reason, how="retired", when=when)


def called_off(game: GameHistory, seat: Seat, when: int) -> Event:
    """Return the end of a game without a winner, cancelled by the player at `seat`.

    It is stored as an award to nobody, like a double walkover.
    """
    sitter = sitter_at(game, seat)
    assert sitter is not None, "the acting player has a seat"
    return Awarded(side=None, law=CALLED_OFF, reason=f"asked for in the {sitter}", how="walkover", when=when)


def who_called_off(game: GameHistory) -> Seat | None:
    """Return the player who cancelled a game, identified by their seat at the start; None if it was not cancelled."""
    result = game.result
    if result is None or result.winners or result.law != CALLED_OFF:
        return None
    return Seat(result.reason.rpartition(" ")[2])


def _calls(history: TableHistory, what: str) -> int:
    """Return how often this was called since the last action of a player."""
    since = history.deeds[-1].event if history.deeds else 0
    late = (each for number, each in history.game.numbered if number > since and isinstance(each, Called))
    return sum(each.what == what for each in late)
