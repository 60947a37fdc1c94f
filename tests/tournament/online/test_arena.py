"""Arenas against a second, simple implementation, and the properties of their pairing."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import RefusedRequest
from carrom.tournament.online import (
    REMATCH_AFTER,
    AnyOnlineEvent,
    Ending,
    GameOver,
    Joined,
    Member,
    OnlineTerms,
    OnlineTournament,
    Paused,
    Result,
    Returned,
    Waiting,
    apply,
    arena_standings,
    due,
    fold,
    may_meet,
    pair,
    waiting,
)

MINUTE = 60_000


def joined(number: int, rating: int | None = None) -> Joined:
    member = Member(party=f"guest:{number}", hash="hash", name=f"Player {number}", rating=rating)
    return Joined(at=number, entry=number, member=member)


def reference(results: list[tuple[int, int, Result, Ending, int]], players: int) -> dict[int, int]:
    """Return the points of each player from the list of results, computed from the rules alone."""
    points = dict.fromkeys(range(1, players + 1), 0)
    history: dict[int, list[str]] = {player: [] for player in points}
    for a, b, result, how, strokes in results:
        if how == "late":
            continue
        counts = how != "absent" and strokes >= 8
        for me, outcome in ((a, "first"), (b, "second")):
            streak = 0
            for past in reversed(history[me]):
                if past == "plain":
                    continue
                if past != "win":
                    break
                streak += 1
            factor = 2 if streak >= 2 and counts else 1
            if result == outcome:
                points[me] += 2 * factor
                history[me].append("win" if counts else "plain")
            else:
                points[me] += factor if result == "draw" else 0
                history[me].append("other")
    return points


class Arena:
    """An arena that random players play."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = Random(seed)
        self.state = OnlineTournament(terms=OnlineTerms(kind="arena", starts=1000, lasts=20 * MINUTE))
        self.log: list[AnyOnlineEvent] = []
        self.results: list[tuple[int, int, Result, Ending, int]] = []
        for number in range(1, players + 1):
            self.do(joined(number, self.rng.choice([None, self.rng.randint(800, 2200)])))

    def do(self, event: AnyOnlineEvent) -> None:
        self.state = apply(self.state, event)
        self.log.append(event)

    def end_some(self, now: int) -> None:
        for number in self.state.running:
            if self.rng.random() < 0.2:
                result: Result = self.rng.choice(("first", "second", "first", "second", "draw", "nobody"))
                how: Ending = self.rng.choice(("played", "played", "resigned", "absent"))
                strokes = self.rng.randint(0, 30)
                pairing = self.state.pairing(number)
                late = now > (self.state.ends or 0)
                self.results.append((pairing.a, pairing.b, result, "late" if late else how, strokes))
                self.do(GameOver(at=now, number=number, result=result, how=how, strokes=strokes))

    def pause_some(self, now: int) -> None:
        for entry in self.state.entries if self.state.stage == "running" else ():
            if self.rng.random() < 0.02:
                self.do((Returned if entry.paused else Paused)(at=now, entry=entry.number))


@pytest.mark.slow(first=7)
@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 15, 40])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_arena_gives_the_points_of_the_reference_and_pairs_everybody_who_is_free(players: int, seed: int) -> None:
    arena = Arena(players, seed)
    now = 1000
    while arena.state.stage in ("created", "running"):
        present = frozenset(number for number in range(1, players + 1) if arena.rng.random() < 0.9)
        before = arena.state
        for event in due(arena.state, present, now):
            arena.do(event)
        _check_pairing(before, arena.state, present, now)
        arena.end_some(now)
        arena.pause_some(now)
        now += 1000
    for _ in range(60):
        arena.end_some(now)
    assert {each.number: each.points for each in arena.state.entries} == reference(arena.results, players)
    assert fold(arena.state.terms, arena.log) == arena.state
    places = arena_standings(arena.state.entries)
    points = [arena.state.entry(each.entry).points for each in places]
    assert points == sorted(points, reverse=True)
    assert sorted(each.entry for each in places) == list(range(1, players + 1))


def _check_pairing(before: OnlineTournament, after: OnlineTournament, present: frozenset[int], now: int) -> None:
    """Nobody plays two games at once; whoever is free and present is paired, except one, or a pair who just met."""
    playing = [number for each in after.running for number in after.pairing(each).entries]
    assert len(playing) == len(set(playing))
    for each in after.pairings[len(before.pairings) :]:
        assert set(each.entries) <= {entry.number for entry in waiting(before, present)}
    if after.stage != "running" or now > (after.ends or 0) - MINUTE or before.stage == "created":
        return
    left = waiting(after, present)
    for a, b in itertools.combinations(left, 2):
        one = Waiting(entry=a.number, last=a.last, since=a.free)
        other = Waiting(entry=b.number, last=b.last, since=b.free)
        assert not may_meet(one, other, now), (a, b)


@given(st.integers(2, 9), st.randoms(use_true_random=False), st.booleans())
def test_as_many_are_paired_as_any_pairing_could(number: int, rng: Random, waited: bool) -> None:
    now = 10 * MINUTE
    free = [
        Waiting(
            entry=each,
            points=rng.randint(0, 8),
            rating=rng.choice([None, rng.randint(900, 2100)]),
            last=rng.randint(0, number),
            since=now - (REMATCH_AFTER if waited else 0) - rng.randint(0, 5000),
        )
        for each in range(1, number + 1)
    ]
    found = pair(free, now)
    of = {each.entry: each for each in free}
    assert all(may_meet(of[a], of[b], now) for a, b in found)
    assert len({each for two in found for each in two}) == 2 * len(found)
    assert len(found) == _most(tuple(free), now)


def _most(free: tuple[Waiting, ...], now: int) -> int:
    """Return the most pairs that are possible, by trying all."""
    if len(free) < 2:
        return 0
    first, *rest = free
    without = _most(tuple(rest), now)
    with_it = [
        1 + _most(tuple(each for each in rest if each is not other), now)
        for other in rest
        if may_meet(first, other, now)
    ]
    return max([without, *with_it])


def test_a_thousand_are_paired_at_once_and_near_in_strength() -> None:
    rng = Random(1)
    free = [Waiting(entry=each, rating=rng.randint(800, 2200), last=rng.randint(0, 1000)) for each in range(1, 1002)]
    pairs = pair(free, 0)
    assert len(pairs) == 500
    of = {each.entry: each for each in free}
    gaps = sorted(abs(of[a].strength - of[b].strength) for a, b in pairs)
    assert gaps[250] <= 20
    assert gaps[-1] <= 200


def test_who_has_waited_longest_is_not_the_one_left_over() -> None:
    free = [Waiting(entry=each, rating=rating, since=since) for each, rating, since in ((1, 2200, 0), (2, 900, 60_000),
            (3, 910, 60_000))]  # fmt: skip
    assert 1 in pair(free, 70_000)[0]


def test_two_who_have_just_met_meet_again_only_if_they_have_waited_or_are_alone() -> None:
    two = (Waiting(entry=1, last=2, since=0), Waiting(entry=2, last=1, since=0))
    assert pair(two, REMATCH_AFTER - 1) == ()
    assert pair(two, REMATCH_AFTER) == ((1, 2),)
    assert pair(two, 0, alone=True) == ((1, 2),)


def test_a_win_by_an_early_resignation_gives_no_streak_and_no_double_points() -> None:
    state = OnlineTournament(terms=OnlineTerms(kind="arena", starts=0))
    for number in (1, 2):
        state = apply(state, joined(number))
    now = 10
    points = []
    for strokes in (7, 7, 7, 8, 20, 8, 7, 8):
        while not state.running:
            (event,) = due(state, frozenset({1, 2}), now)
            state = apply(state, event)
        number = state.running[0]
        result: Result = "first" if state.pairing(number).a == 1 else "second"
        before = state.entry(1).points
        state = apply(state, GameOver(at=now, number=number, result=result, how="resigned", strokes=strokes))
        points.append(state.entry(1).points - before)
        now += 1000
    assert points == [2, 2, 2, 2, 2, 4, 2, 4]


def test_an_event_that_does_not_fit_changes_nothing() -> None:
    state = apply(OnlineTournament(terms=OnlineTerms(kind="arena", starts=0)), joined(1))
    for wrong in (joined(1), joined(3), Joined(at=5, entry=2, member=joined(1).member)):
        with pytest.raises(RefusedRequest):
            apply(state, wrong)
    with pytest.raises(RefusedRequest):
        apply(apply(state, joined(2)), due_pair())


def due_pair() -> AnyOnlineEvent:
    from carrom.tournament.online import Paired

    return Paired(at=1, pairs=((1, 2),))
