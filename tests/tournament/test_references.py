"""Draws and standings equal references written from the definitions."""

from itertools import combinations
from random import Random

import pytest
from tournament.halls import draw, hall, seat, teams
from tournament.references import Match, best_round, first_round, pair_cost, qualifiers, ranking, value_of

from carrom.tournament.championship import apply
from carrom.tournament.draw_files import differences
from carrom.tournament.draws import rounds_left
from carrom.tournament.events import Deducted, Finished
from carrom.tournament.standings import tables

KEYS = ("points", "head", "head-net", "net", "total", "games", "points-each", "net-each")


def results(at, stage):
    """Return the results of a stage as they were entered, and its byes."""
    matches, byes = [], []
    for round in at.stage(stage).rounds:
        for each in round.fixtures:
            if not each.b:
                byes.append(each.a)
            elif each.finish is not None:
                ((mine, theirs),) = each.finish.told
                winner = each.a if mine > theirs else each.b if theirs > mine else ""
                matches.append(Match(each.a, each.b, each.finish.told, winner=winner))
    return matches, byes


def parts(table):
    """Return the entrants of a table in parts that share a place."""
    found = {}
    for row in table.standings:
        found.setdefault(row.place, []).append(row.entrant)
    return list(found.values())


def finished(at, stage, rng, few=False):
    """Return the championship with every drawn fixture finished; `few` scores make many level."""
    for round in at.stage(stage).rounds:
        for each in round.fixtures:
            if each.b and each.finish is None:
                score = rng.choice(
                    [(25, 20), (20, 25), (25, 15), (15, 25), (18, 18)] if few else [(25, rng.randrange(25))]
                )
                how = "clock" if score == (18, 18) else "played"
                address = f"{stage}.{round.number}.{each.number}"
                at = apply(at, Finished(fixture=address, games=(score,), how=how))
    return at


@pytest.mark.parametrize("seed", range(60))
def test_standings_of_a_round_robin_equal_the_reference_for_every_list_of_keys(seed):
    rng = Random(seed)
    count, legs = rng.randint(2, 7), rng.choice([1, 2])
    keys = tuple(rng.sample(KEYS, rng.randint(1, len(KEYS))))
    at = seat(hall(count, {"id": "g", "system": "groups", "keys": keys, "legs": legs}), "g")
    for _ in range(rng.randint(1, rounds_left(at, at.stage("g")))):
        at = finished(draw(at, "g"), "g", rng, few=True)
    taken = {f"p{rng.randint(1, count)}": rng.randint(1, 3)} if rng.random() < 0.3 else {}
    for id, points in taken.items():
        at = apply(at, Deducted(entrant=id, stage="g", points=points, reason="late"))
    matches, _ = results(at, "g")
    ids = [f"p{number}" for number in range(1, count + 1)]
    (table,) = tables(at, at.stage("g"))
    expected = ranking(ids, keys, matches, legs, taken=taken)
    assert [sorted(part) for part in parts(table)] == [sorted(part) for part in expected]
    for row in table.standings:
        for key in ("points", "net", "total", "games", "points-each", "net-each"):
            assert str(row.value(key)) == str(value_of(row.entrant, key, matches, (), taken))


@pytest.mark.parametrize("seed", range(20))
def test_standings_of_a_swiss_equal_the_reference_for_every_list_of_keys(seed):
    rng = Random(seed)
    count = rng.randint(5, 15)
    keys = ("points", *rng.sample(["buchholz", "net", "total", "games"], rng.randint(1, 4)), "seed")
    at = hall(count, {"id": "s", "system": "swiss", "keys": keys})
    for _ in range(4):
        at = finished(draw(at, "s"), "s", rng, few=True)
    matches, byes = results(at, "s")
    ids = [f"p{number}" for number in range(1, count + 1)]
    (table,) = tables(at, at.stage("s"))
    assert parts(table) == ranking(ids, keys, matches, byes=byes)
    for row in table.standings:
        assert row.value("buchholz") == value_of(row.entrant, "buchholz", matches, byes, {})


@pytest.mark.parametrize("count", [8, 12, 14])
def test_every_swiss_round_equals_the_best_of_all_pairings(count):
    rng = Random(count)
    at = hall(count, {"id": "s", "system": "swiss"}, lot="5 9")
    keys = ("points", "buchholz", "net", "total", "seed")
    ids = [f"p{number}" for number in range(1, count + 1)]
    for round in range(1, 6):
        matches, _ = results(at, "s")
        order = [id for part in ranking(ids, keys, matches) for id in part] if round > 1 else ids
        points = {id: int(value_of(id, "points", matches, (), {})) for id in ids}
        met = {frozenset((match.a, match.b)) for match in matches}
        at = draw(at, "s")
        pairs = {frozenset((each.a, each.b)) for each in at.stage("s").rounds[-1].fixtures}
        assert pairs == best_round(order, points, met, f"5 9\ns\n{round}")
        at = finished(at, "s", rng, few=True)


@pytest.mark.slow
def test_a_swiss_of_46_over_nine_rounds_cannot_be_improved_and_stands_as_the_reference():
    """No other pairing of any three pairs, and of 1,500 sets of four a round, is better."""
    rng = Random(46)
    at = hall(46, {"id": "s", "system": "swiss", "rounds": 9}, lot="46")
    keys = ("points", "buchholz", "net", "total", "seed")
    ids = [f"p{number}" for number in range(1, 47)]
    met: set[frozenset[str]] = set()
    for round in range(1, 10):
        matches, _ = results(at, "s")
        order = [id for part in ranking(ids, keys, matches) for id in part] if round > 1 else ids
        assert round == 1 or list(tables(at, at.stage("s"))[0].order) == order
        points = {id: int(value_of(id, "points", matches, (), {})) for id in ids}
        at = draw(at, "s")
        pairs = [frozenset((each.a, each.b)) for each in at.stage("s").rounds[-1].fixtures]
        assert sorted(id for pair in pairs for id in pair) == sorted(ids)
        assert not met & set(pairs)
        _check_no_better(pairs, order, points, met, f"46\ns\n{round}", rng)
        met |= set(pairs)
        at = finished(at, "s", rng)
    assert list(differences(at)) == []


def _check_no_better(pairs, order, points, met, salt, rng):
    rank = {id: at for at, id in enumerate(order)}
    size = {value: sum(points[id] == value for id in order) for value in points.values()}
    price = {
        frozenset(pair): pair_cost(*pair, rank, points, size, salt)
        for pair in combinations(order, 2)
        if frozenset(pair) not in met
    }

    def cost(chosen):
        if any(pair not in price for pair in chosen):
            return None
        return tuple(map(sum, zip(*(price[pair] for pair in chosen), strict=True)))

    sets = [*combinations(pairs, 3), *(tuple(rng.sample(pairs, 4)) for _ in range(1500))]
    for chosen in sets:
        now = cost(chosen)
        for other in _all_pairings(tuple(id for pair in chosen for id in pair)):
            then = cost(other)
            assert then is None or then >= now, (chosen, other)


def _all_pairings(ids):
    if not ids:
        yield ()
        return
    for at in range(1, len(ids)):
        for rest in _all_pairings(ids[1:at] + ids[at + 1 :]):
            yield (frozenset((ids[0], ids[at])), *rest)


@pytest.mark.parametrize("count", range(2, 12))
def test_a_league_with_return_matches_of_odd_and_even_size_equals_the_reference(count):
    rng = Random(count)
    keys = ("points", "head", "head-net", "net", "total", "seed")
    at = seat(hall(count, {"id": "l", "system": "league", "legs": 2, "keys": keys}), "l")
    while rounds_left(at, at.stage("l")):
        at = draw(at, "l")
    at = finished(at, "l", rng, few=True)
    matches, _ = results(at, "l")
    ids = [f"p{number}" for number in range(1, count + 1)]
    assert sorted((match.a, match.b) for match in matches) == sorted((a, b) for a in ids for b in ids if a != b)
    (table,) = tables(at, at.stage("l"))
    assert parts(table) == ranking(ids, keys, matches, legs=2)


@pytest.mark.parametrize("seed", range(25))
def test_groups_to_a_cup_with_the_best_thirds_equal_the_reference(seed):
    rng = Random(seed)
    groups = rng.randint(2, 5)
    count = groups * rng.randint(3, 5) + rng.randrange(groups)
    keys = ("points", "head", "head-net", "net", "total", "seed")
    best = rng.randint(0, groups)
    at = hall(
        count,
        {"id": "g", "system": "groups", "groups": groups, "keys": keys, "qualify": 2, "best": best},
        {"id": "c", "system": "knockout", "source": "g"},
    )
    at = seat(at, "g")
    while rounds_left(at, at.stage("g")):
        at = draw(at, "g")
    at = finished(at, "g", rng, few=True)
    matches, _ = results(at, "g")
    ids = [f"p{number}" for number in range(1, count + 1)]
    members = [sorted(group, key=ids.index) for group in at.stage("g").seats]
    ranked = [[id for part in ranking(group, keys, matches) for id in part] for group in members]
    seeds = qualifiers(ranked, 2, best, matches, ids)
    at = draw(seat(at, "c"), "c")
    assert list(at.stage("c").seats[0]) == seeds
    group_of = {id: index for index, group in enumerate(members) for id in group}
    drawn = [(each.a, each.b) for each in at.stage("c").rounds[0].fixtures]
    assert drawn == first_round(seeds, group_of)


@pytest.mark.parametrize("seed", range(15))
def test_a_team_league_with_walkovers_equals_the_reference(seed):
    rng = Random(seed)
    keys = ("points", "head", "rubbers", "net", "total", "seed")
    terms = {"id": "l", "system": "league", "kind": "team", "rubbers": ("singles", "singles", "doubles"), "keys": keys}
    count = rng.randint(3, 5)
    at = seat(teams(count, terms), "l")
    while rounds_left(at, at.stage("l")):
        at = draw(at, "l")
    matches = []
    for round in at.stage("l").rounds:
        for each in round.fixtures:
            address = f"l.{round.number}.{each.number}"
            if rng.random() < 0.25:
                absent = rng.choice([each.a, each.b])
                at = apply(at, Finished(fixture=address, how="walkover", against=absent))
                won = (2, 0) if absent == each.b else (0, 2)
                games = ((25, 0),) * 2 if absent == each.b else ((0, 25),) * 2
            else:
                won, games = (0, 0), ()
                while max(won) < 2:
                    score = rng.choice([(25, 20), (20, 25), (25, 15), (15, 25)])
                    games = (*games, score)
                    at = apply(at, Finished(fixture=f"{address}.{len(games)}", games=(score,)))
                    won = (won[0] + (score[0] > score[1]), won[1] + (score[0] < score[1]))
            matches.append(Match(each.a, each.b, games, won, each.a if won[0] > won[1] else each.b))
    (table,) = tables(at, at.stage("l"))
    assert parts(table) == ranking([f"t{number}" for number in range(1, count + 1)], keys, matches)
