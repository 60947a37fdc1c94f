"""The turn clock: when a player's time begins and ends, and what the law says when it runs out.

Times are ms since 1970. A turn begins when the film of the last stroke has ended, and anew after a restart: an outage
costs nobody time. The clock has nothing to say about tosses, demands and the next board.
"""

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import Awarded, Called, Conceded, Event, Forfeited
from carrom.game.game import Game
from carrom.game.scoring.clauses import Topic, clause
from carrom.protocol import Clock, ClockPlan
from carrom.rules.phases import PlaceDue, Strike
from carrom.tables.log.history import History
from carrom.tables.seats import sitter_at
from carrom.values import Value, changed

MOST_CALLS = 9
"""So often the same awaited act is called late, while who owes it is here: a side has no more men."""
ABSENT_CALLS = 1
"""The same while he is away: nobody is bled to death behind his back."""
LAW_OF_ABSENCE = "Law 143"
CALLED_OFF = "Called off before the first stroke"
"""What a game that nobody has won rests on, in the place of a law."""


class Turn(Value, frozen=True, kw_only=True):
    """Since when somebody is asked to act, and whether the clock stands."""

    since: int
    left: int | None = None
    """While the clock stands, the ms that were left."""

    def clock(self, game: Game, plan: ClockPlan | None, now: int) -> Clock | None:
        """Return the clock as it is told, None where none runs."""
        asked = timed(game, plan)
        if asked is None:
            return None
        seat, length = asked
        if self.left is not None:
            return Clock(seat=seat, starts=self.since, ends=now + self.left, now=now, paused=self.left)
        return Clock(seat=seat, starts=self.since, ends=self.since + length, now=now)

    def stopped(self, game: Game, plan: ClockPlan | None, now: int) -> "Turn":
        """Return the turn with its clock stopped; what is left of a film is not counted."""
        asked = timed(game, plan)
        length = 0 if asked is None else asked[1]
        return changed(self, left=max(0, min(length, self.since + length - now)))

    def going_on(self, game: Game, plan: ClockPlan | None, now: int) -> "Turn":
        """Return the turn with its clock running again, with the time that was left."""
        asked = timed(game, plan)
        if self.left is None or asked is None:
            return changed(self, left=None)
        return Turn(since=now + self.left - asked[1])


def timed(game: Game, plan: ClockPlan | None) -> tuple[Seat, int] | None:
    """Return who is asked to strike or to place, and how long he may take, in ms; None where no clock runs."""
    if plan is None:
        return None
    match game.expected[:1]:
        case (Strike(seat=seat),):
            return seat, plan.stroke * 1000
        case (PlaceDue(seat=seat),):
            return seat, plan.place * 1000
        case _:
            return None


def consequence(history: History, here: bool, when: int) -> Event | None:
    """Return what the law has follow when the time of who is asked is over; None where it has nothing (more).

    `here` says whether he is connected. A stroke that comes too late costs what the rule set's clause on time says.
    So does a man placed too late; who then still does not place it loses the right to (Law 88).
    """
    game = history.game
    match game.expected[:1]:
        case (Strike(seat=seat),):
            late = Called(what="slow-stroke", by=seat, when=when)
        case (PlaceDue(seat=seat),):
            late = Called(what="slow-placing", by=seat, when=when)
            if _calls(history, late.what):
                return Forfeited(seat=seat, when=when)
        case _:
            return None
    if _calls(history, late.what) >= (MOST_CALLS if here else ABSENT_CALLS):
        return None
    try:
        game.apply(late)
    except RefusedRequest:
        return None
    return late


def forfeiture(game: Game, seat: Seat, when: int) -> Event:
    """Return the loss of the match by the absent player who sits at `seat`; among three, the others play for it."""
    side = game.state.side_at(seat)
    others = [each for each in game.state.sides if each != side]
    if len(others) != 1:
        return Conceded(side=side, what="match", when=when)
    return Awarded(side=others[0], law=LAW_OF_ABSENCE, reason="the other side stayed away", how="loss", when=when)


def failure(game: Game, seat: Seat, reason: str, when: int) -> Event:
    """Return the loss of the match by the engine that sits at `seat` and has failed, with the reason."""
    side = game.state.side_at(seat)
    others = [each for each in game.state.sides if each != side]
    if len(others) != 1:
        return Conceded(side=side, what="match", when=when)
    law = clause(game.rules, Topic.CONCEDE)
    return Awarded(side=others[0], law=law, reason=reason, how="retired", when=when)


def called_off(game: Game, seat: Seat, when: int) -> Event:
    """Return the end of a game without a winner, called off by the player at `seat`.

    It is an award to nobody, as where nobody comes: whoever reads records or follows older games knows it.
    """
    sitter = sitter_at(game, seat)
    assert sitter is not None, "who acts sits somewhere"
    return Awarded(side=None, law=CALLED_OFF, reason=f"asked for in the {sitter}", how="walkover", when=when)


def who_called_off(game: Game) -> Seat | None:
    """Return the player who called a game off, by his seat at the beginning; None where nobody did."""
    result = game.result
    if result is None or result.winners or result.law != CALLED_OFF:
        return None
    return Seat(result.reason.rpartition(" ")[2])


def _calls(history: History, what: str) -> int:
    """Return how often this was called since a player last did something."""
    since = history.deeds[-1].event if history.deeds else 0
    late = (each for number, each in history.game.numbered if number > since and isinstance(each, Called))
    return sum(each.what == what for each in late)
