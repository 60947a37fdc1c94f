"""Arenas against a second, simple implementation, and the properties of their pairing."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import RefusedRequest
from carrom.rules.ruleset import NAMES
from carrom.tournament.online import (
    REMATCH_AFTER,
    STAGE,
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
    bracket,
    due,
    fold,
    may_meet,
    pair,
    rounds_standings,
    waiting,
)
from carrom.tournament.standings import tables

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


# -- Online Swiss tournaments and knockouts: the draws and standings of the hall, results in the nearest lawful form


class Rounds:
    """A Swiss or a knockout that random players play."""

    def __init__(self, kind: str, players: int, seed: int, rounds: int = 5) -> None:
        self.rng = Random(seed)
        terms = OnlineTerms(kind=kind, starts=0, rounds=rounds, between=5000, lot="lot")  # type: ignore[arg-type]
        self.state, self.log = OnlineTournament(terms=terms), list[AnyOnlineEvent]()
        self.now = 0
        for _ in range(players):
            self.join()

    def join(self) -> None:
        number = len(self.state.entries) + 1
        member = Member(party=f"guest:{number}", hash="hash", rating=self.rng.choice([None, 900 + 10 * number]))
        self.do(Joined(at=self.now, entry=number, member=member))

    def do(self, event: AnyOnlineEvent) -> None:
        self.state = apply(self.state, event)
        self.log.append(event)

    def tick(self) -> None:
        self.now += 1000
        for _ in range(3):
            for event in due(self.state, frozenset(), self.now):
                self.do(event)

    def end_all(self) -> None:
        for number in self.state.running:
            result: Result = self.rng.choice(("first", "second"))
            low = self.rng.randint(0, 24)
            score = (25, low) if result == "first" else (low, 25)
            form = self.rng.choice((score, (3, 9), ()))
            how = "played" if form == score else self.rng.choice(("resigned", "absent", "played"))
            games = (form,) if form else ()
            self.do(GameOver(at=self.now, number=number, result=result, how=how, games=games))  # type: ignore[arg-type]


@pytest.mark.slow(first=7)
@pytest.mark.parametrize("players", [2, 3, 5, 6, 9, 16, 33])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_swiss_counts_two_points_a_win_and_nobody_meets_twice(players: int, seed: int) -> None:
    swiss = Rounds("swiss", players, seed)
    for _ in range(200):
        swiss.tick()
        swiss.end_all()
    state = swiss.state
    assert state.stage == "finished"
    assert state.round == min(5, players - 1 + players % 2)
    points = dict.fromkeys(range(1, players + 1), 0)
    for each in state.pairings:
        points[each.a if each.result == "first" else each.b] += 2
    places = rounds_standings(state)
    assert {each.entry: each.points for each in places} == points
    met = [frozenset(each.entries) for each in state.pairings if each.b]
    assert len(met) == len(set(met))
    assert state.hall is not None
    assert tables(state.hall, state.hall.stage(STAGE))[0].order == tuple(f"p{each.entry}" for each in places)
    assert fold(state.terms, swiss.log) == state


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 32])
def test_a_knockout_is_won_by_the_only_one_who_is_not_beaten(players: int) -> None:
    cup = Rounds("knockout", players, players)
    for _ in range(100):
        cup.tick()
        cup.end_all()
    assert cup.state.stage == "finished"
    played = [each for each in cup.state.pairings if each.b]
    assert len(played) == players - 1
    losers = [each.b if each.result == "first" else each.a for each in played]
    assert len(set(losers)) == players - 1
    (winner,) = set(range(1, players + 1)) - set(losers)
    places = rounds_standings(cup.state)
    assert (places[0].entry, places[0].place) == (winner, 1)
    assert [each.out for each in places].count(False) == 1
    assert cup.state.hall is not None


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_bracket_shows_from_the_first_round_on_who_meets_whom_and_who_advances(players: int) -> None:
    cup = Rounds("knockout", players, players)
    assert bracket(cup.state) == ()
    cup.tick()
    first = bracket(cup.state)
    assert [len(each) for each in first] == [2**at for at in reversed(range(len(first)))]
    assert sorted(number for each in first[0] for number in (each.a, each.b) if number) == [*range(1, players + 1)]
    assert [each.winner for each in first[0]] == [1 if each.is_bye else 0 for each in first[0]]
    assert all(each.pairing == 0 for row in first[1:] for each in row)
    for _ in range(100):
        cup.tick()
        cup.end_all()
    rounds = bracket(cup.state)
    for at, row in enumerate(rounds):
        for number, each in enumerate(row):
            pairing = cup.state.pairing(each.pairing)
            assert pairing.round == at + 1
            assert {each.a, each.b} - {0} == set(pairing.entries)
            if at + 1 < len(rounds):
                following = rounds[at + 1][number // 2]
                assert (each.a, each.b)[each.winner - 1] in (following.a, following.b)
    (final,) = rounds[-1]
    assert (final.a, final.b)[final.winner - 1] == rounds_standings(cup.state)[0].entry


def test_a_swiss_has_no_bracket() -> None:
    swiss = Rounds("swiss", 4, seed=1, rounds=2)
    swiss.tick()
    assert swiss.state.round == 1
    assert bracket(swiss.state) == ()


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_a_tournament_is_over_when_the_last_game_of_its_last_round_is(kind: str) -> None:
    played = Rounds(kind, 2, seed=3, rounds=1)
    played.tick()
    played.end_all()
    for event in due(played.state, frozenset(), played.now):
        played.do(event)
    assert played.state.stage == "finished"


def test_in_a_swiss_players_may_pause_return_and_come_late() -> None:
    swiss = Rounds("swiss", 6, 1, rounds=4)
    swiss.tick()
    swiss.do(Paused(at=swiss.now, entry=1))
    swiss.join()
    swiss.join()
    swiss.end_all()
    for _ in range(6):
        swiss.tick()
    second = [number for each in swiss.state.pairings[3:] for number in each.entries]
    assert sorted(second) == [2, 3, 4, 5, 6, 7, 8]
    swiss.do(Returned(at=swiss.now, entry=1))
    for _ in range(60):
        swiss.end_all()
        swiss.tick()
    assert swiss.state.stage == "finished"
    third = [number for each in swiss.state.pairings if each.round == 3 for number in each.entries]
    assert sorted(third) == list(range(1, 9))
    assert len(rounds_standings(swiss.state)) == 8


def test_a_paused_player_of_a_knockout_gives_up_the_match_at_once() -> None:
    cup = Rounds("knockout", 4, 1)
    cup.do(Paused(at=0, entry=1))
    cup.tick()
    (given,) = [each for each in cup.state.pairings if 1 in each.entries]
    assert given.how == "absent"
    assert given.result == ("second" if given.a == 1 else "first")
    assert given.game is None


def test_a_drawn_match_of_a_knockout_goes_to_the_better_seed_and_a_match_of_nobody_to_neither() -> None:
    cup = Rounds("knockout", 4, 1)
    cup.tick()
    one, other = cup.state.running
    cup.do(GameOver(at=cup.now, number=one, result="draw", games=((10, 10),)))
    cup.do(GameOver(at=cup.now, number=other, result="nobody", how="absent"))
    for _ in range(10):
        cup.tick()
        cup.end_all()
    assert cup.state.stage == "finished"


def test_a_tournament_with_fewer_than_two_players_is_cancelled_at_its_start() -> None:
    for number in (0, 1):
        alone = Rounds("swiss", number, 1)
        alone.tick()
        assert (alone.state.stage, alone.state.note) == (
            "cancelled",
            "Fewer than two players had joined at the start.",
        )


@pytest.mark.slow(first=4)
@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_no_result_of_any_rule_set_stops_a_round(ruleset: str, kind: str) -> None:
    scores = ((), ((25, 3),), ((3, 25),), ((7, 7),), ((0, 0),), ((25, 1), (3, 25), (25, 20)), ((400, 2),), ((4, 0),))
    for match, result, how, games in itertools.product(
        ("game", "best-of-3"), ("first", "second", "draw", "nobody"), ("played", "resigned", "absent"), scores
    ):
        terms = OnlineTerms(kind=kind, starts=0, rounds=1, rules=ruleset, match=match)  # type: ignore[arg-type]
        state = OnlineTournament(terms=terms)
        for number in (1, 2):
            state = apply(state, Joined(at=0, entry=number, member=Member(party=f"guest:{number}", hash="")))
        for _ in range(2):
            for event in due(state, frozenset(), 1):
                state = apply(state, event)
        state = apply(state, GameOver(at=2, number=1, result=result, how=how, games=games))  # type: ignore[arg-type]
        first = rounds_standings(state)[0]
        if result in ("first", "second"):
            assert (first.entry, first.won) == (1 if result == "first" else 2, 1), (match, how, games)
