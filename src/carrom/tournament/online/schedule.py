"""What is due in an online tournament: its start, pairings, the next round, its end.

`due` is a function of the state, of who is present and of the time, so that any process that decides comes to the same
events; the log stores the first decision.
"""

from carrom.tournament.draws.knockout import waves_of
from carrom.tournament.online.arena_pairing import Waiting, pair
from carrom.tournament.online.events import AnyOnlineEvent, Cancelled, GameOver, Over, Paired, Result, Started
from carrom.tournament.online.rounds import next_round
from carrom.tournament.online.state import Entry, OnlineTournament, Pairing

LAST_PAIRING = 60_000
"""Milliseconds before the end of an arena from which on nobody is paired, because no game could end in time."""
FEWEST = 2
"""The fewest entries with which a tournament starts."""


def due(state: OnlineTournament, present: frozenset[int], now: int) -> tuple[AnyOnlineEvent, ...]:
    """Return the events that are due at `now` (ms since 1970); `present` are the entries whose persons are all there.

    Presence matters only in an arena; in a round, a player who does not come to a game loses it.
    """
    if state.stage == "created":
        return started(state, now) if now >= state.terms.starts else ()
    if state.stage != "running":
        return ()
    if state.terms.kind == "arena":
        return _arena(state, present, now)
    absent = tuple(_given_up(state, state.pairing(number), now) for number in state.running)
    given_up = tuple(each for each in absent if each is not None)
    if given_up or state.running:
        return given_up
    if now < next_at(state):
        return ()
    drawn = next_round(state, now)
    return (Over(at=now),) if drawn is None else (drawn,)


def started(state: OnlineTournament, now: int) -> tuple[AnyOnlineEvent, ...]:
    """Return the start of a tournament, or its cancellation if too few have joined."""
    if len(state.complete) < FEWEST:
        return (Cancelled(at=now, note="Fewer than two players had joined at the start."),)
    return (Started(at=now),)


def next_at(state: OnlineTournament) -> int:
    """Return when the next round of a Swiss or knockout is due, ms since 1970; the first one is due at the start.

    After the last round its end is due, and nobody waits for that.
    """
    if state.round == 0:
        return state.began
    if state.round >= _rounds(state):
        return state.round_over
    return max(state.round_over + state.terms.between, state.round_began + state.terms.every)


def _rounds(state: OnlineTournament) -> int:
    """Return the number of rounds of a Swiss or knockout that has started."""
    if state.terms.kind == "knockout" and state.hall is not None:
        return waves_of(len(state.hall.entrants))
    return state.terms.rounds


def waiting(state: OnlineTournament, present: frozenset[int]) -> tuple[Entry, ...]:
    """Return the entries of an arena that are free and present."""
    return tuple(
        each
        for each in state.entries
        if each.number in present and not each.paused and not each.playing and state.is_complete(each)
    )


def _arena(state: OnlineTournament, present: frozenset[int], now: int) -> tuple[AnyOnlineEvent, ...]:
    assert state.ends is not None
    if now >= state.ends:
        return (Over(at=state.ends),)
    free = waiting(state, present)
    if len(free) < FEWEST or now > state.ends - min(LAST_PAIRING, state.terms.lasts // 10):
        return ()
    others = sum(bool(each.playing) for each in state.entries)
    pairs = pair(
        [
            Waiting(entry=each.number, points=each.points, rating=each.rating, last=each.last, since=each.free)
            for each in free
        ],
        now,
        alone=others == 0 and len(free) == FEWEST,
    )
    return (Paired(at=now, pairs=pairs),) if pairs else ()


def _given_up(state: OnlineTournament, pairing: Pairing, now: int) -> GameOver | None:
    """Return the end of a game that was not begun because an entry was paused before the round was drawn."""
    if pairing.game is not None or pairing.round == 0:
        return None
    away = [state.entry(number).paused for number in pairing.entries]
    if not any(away):
        return None
    result: Result = "nobody" if all(away) else "second" if away[0] else "first"
    return GameOver(at=now, number=pairing.number, result=result, how="absent")
