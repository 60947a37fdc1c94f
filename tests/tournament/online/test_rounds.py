"""Online Swiss tournaments and knockouts: the draws and standings of the hall, results in the nearest lawful form."""

import itertools
from random import Random

import pytest

from carrom.rules.ruleset import NAMES
from carrom.tournament.online import (
    SECTION,
    AnyOnlineEvent,
    GameOver,
    Joined,
    Member,
    OnlineTerms,
    OnlineTournament,
    Paused,
    Result,
    Returned,
    apply,
    bracket,
    due,
    fold,
    rounds_standings,
)
from carrom.tournament.standings import tables


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
    assert tables(state.hall, state.hall.section(SECTION))[0].order == tuple(f"p{each.entry}" for each in places)
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
