"""An online tournament as a fold over the events of its log: `apply(state, event)`.

An event that does not fit raises `RefusedRequest` and changes nothing.
"""

from collections.abc import Callable, Iterable
from typing import Any

from carrom.errors import RefusedRequest
from carrom.tournament.online import events, rounds
from carrom.tournament.online.arena_scoring import scored, shares
from carrom.tournament.online.events import AnyOnlineEvent, Ending
from carrom.tournament.online.state import Entry, OnlineTerms, OnlineTournament, Pairing
from carrom.values import changed


def fold(terms: OnlineTerms, happened: Iterable[AnyOnlineEvent]) -> OnlineTournament:
    """Return the tournament after all events. Raises `RefusedRequest` for the first one that does not fit."""
    state = OnlineTournament(terms=terms)
    for each in happened:
        state = apply(state, each)
    return state


def apply(state: OnlineTournament, event: AnyOnlineEvent) -> OnlineTournament:
    """Return the tournament after an event. Raises `RefusedRequest`."""
    return _APPLY[type(event)](state, event)


def with_entry(state: OnlineTournament, entry: Entry) -> OnlineTournament:
    """Return the tournament with an entry replaced, or added after the last."""
    at = entry.number - 1
    return changed(state, entries=(*state.entries[:at], entry, *state.entries[at + 1 :]))


def _with_pairing(state: OnlineTournament, pairing: Pairing) -> OnlineTournament:
    at = pairing.number - 1
    return changed(state, pairings=(*state.pairings[:at], pairing, *state.pairings[at + 1 :]))


def _check_open(state: OnlineTournament) -> None:
    if state.stage in ("finished", "cancelled"):
        raise RefusedRequest(f"this tournament was {state.stage}")


def _check_new(state: OnlineTournament, member: events.Member) -> None:
    if state.entry_of(member.party) is not None:
        raise RefusedRequest("you have already joined this tournament")


def _joined(state: OnlineTournament, event: events.Joined) -> OnlineTournament:
    _check_open(state)
    _check_new(state, event.member)
    if event.entry != state.next_entry:
        raise RefusedRequest(f"the new entry cannot be {event.entry}; expected {state.next_entry}")
    entry = Entry(number=event.entry, members=(event.member,), since=event.at, free=event.at, word=event.word)
    return with_entry(state, entry)


def _partner(state: OnlineTournament, event: events.PartnerJoined) -> OnlineTournament:
    _check_open(state)
    _check_new(state, event.member)
    entry = state.entry(event.entry)
    if state.is_complete(entry) or not entry.members:
        raise RefusedRequest(f"entry {event.entry} needs no partner")
    return with_entry(state, changed(entry, members=(*entry.members, event.member), free=event.at))


def _paused(state: OnlineTournament, event: events.Paused) -> OnlineTournament:
    _check_open(state)
    return with_entry(state, changed(state.entry(event.entry), paused=True))


def _returned(state: OnlineTournament, event: events.Returned) -> OnlineTournament:
    _check_open(state)
    entry = state.entry(event.entry)
    back = changed(entry, paused=False, free=max(entry.free, event.at), returns=entry.returns + 1)
    return with_entry(state, back)


def _left(state: OnlineTournament, event: events.Left) -> OnlineTournament:
    if state.stage != "created":
        raise RefusedRequest("this tournament has started; pause instead")
    entry = state.entry(event.entry)
    rest = tuple(each for each in entry.members if each.party != event.party)
    after = changed(entry, members=rest, word=entry.word if rest else None)
    return changed(with_entry(state, after), left=(*state.left, event.party))


def _started(state: OnlineTournament, event: events.Started) -> OnlineTournament:
    if state.stage != "created":
        raise RefusedRequest("this tournament has already started")
    after = changed(state, stage="running", began=event.at)
    entries = tuple(changed(each, free=max(each.free, event.at)) for each in state.entries)
    after = changed(after, entries=entries)
    if state.terms.kind == "arena":
        return after
    return changed(after, hall=rounds.opened(state.terms, state.complete), round_over=event.at)


def _add_pairings(state: OnlineTournament, pairs: tuple[tuple[int, int], ...], round: int, at: int) -> OnlineTournament:
    """Return the tournament with new pairings; byes are over at once."""
    found, entries, running = list(state.pairings), list(state.entries), list(state.running)
    for a, b in pairs:
        number = len(found) + 1
        if b:
            found.append(Pairing(number=number, round=round, a=a, b=b, at=at))
            running.append(number)
            for each, other in ((a, b), (b, a)):
                if entries[each - 1].playing:
                    raise RefusedRequest(f"entry {each} already plays")
                entries[each - 1] = changed(entries[each - 1], playing=number, last=other)
        else:
            found.append(Pairing(number=number, round=round, a=a, b=0, at=at, ended=at, result="first", how="bye"))
    return changed(state, pairings=tuple(found), entries=tuple(entries), running=tuple(running))


def _paired(state: OnlineTournament, event: events.Paired) -> OnlineTournament:
    if state.stage != "running" or state.terms.kind != "arena":
        raise RefusedRequest("nobody can be paired in this tournament now")
    return _add_pairings(state, event.pairs, 0, event.at)


def _round(state: OnlineTournament, event: events.RoundDrawn) -> OnlineTournament:
    if state.stage != "running" or event.round != state.round + 1 or state.running:
        raise RefusedRequest(f"round {event.round} cannot be drawn now")
    after = changed(state, hall=rounds.with_round(state, event), round=event.round, round_began=event.at)
    after = _add_pairings(after, event.pairs, event.round, event.at)
    return changed(after, round_over=0 if after.running else event.at)


def _begun(state: OnlineTournament, event: events.GamesBegun) -> OnlineTournament:
    for number, game in event.games:
        pairing = state.pairing(number)
        if pairing.game is None:
            state = _with_pairing(state, changed(pairing, game=game))
    return state


def _game_over(state: OnlineTournament, event: events.GameOver) -> OnlineTournament:
    pairing = state.pairing(event.number)
    if pairing.result is not None:
        raise RefusedRequest(f"game {event.number} is already over")
    how: Ending = event.how
    is_arena = state.terms.kind == "arena"
    if is_arena and (state.stage != "running" or event.at > (state.ends or 0)):
        how = "late"
    points = []
    hall = rounds.with_result(state, pairing, event) if not is_arena and state.stage == "running" else state.hall
    for number, share in zip(pairing.entries, shares(event.result), strict=True):
        entry = state.entry(number)
        after = scored(entry, share, how, event.strokes) if is_arena else entry
        points.append(after.points - entry.points)
        state = with_entry(state, changed(after, playing=0, free=event.at))
    pairing = changed(
        pairing,
        ended=event.at,
        result=event.result,
        how=how,
        points=tuple(points) if is_arena else (),
        games=event.games,
    )
    running = tuple(number for number in state.running if number != event.number)
    after_all = changed(_with_pairing(state, pairing), running=running, hall=hall)
    return after_all if running or is_arena else changed(after_all, round_over=event.at)


def _over(state: OnlineTournament, event: events.Over) -> OnlineTournament:
    _check_open(state)
    return changed(state, stage="finished", ended=event.at, note=event.note)


def _cancelled(state: OnlineTournament, event: events.Cancelled) -> OnlineTournament:
    _check_open(state)
    return changed(state, stage="cancelled", ended=event.at, note=event.note)


_APPLY: dict[type, Callable[[OnlineTournament, Any], OnlineTournament]] = {
    events.Joined: _joined,
    events.PartnerJoined: _partner,
    events.Paused: _paused,
    events.Returned: _returned,
    events.Left: _left,
    events.Started: _started,
    events.Paired: _paired,
    events.RoundDrawn: _round,
    events.GamesBegun: _begun,
    events.GameOver: _game_over,
    events.Over: _over,
    events.Cancelled: _cancelled,
}
