"""Home and away: return matches of leagues and groups, and knockout matches of two legs added up."""

from itertools import combinations
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.draw_files import differences, next_waves
from carrom.tournament.draws import waves_left
from carrom.tournament.event_file import read_terms
from carrom.tournament.events import Corrected, Finished, Protested, Ruled, Withdrawn
from carrom.tournament.final_order import final_order
from carrom.tournament.reasons import before_draw, why_drawn
from carrom.tournament.standings import added_up, legs_of, tables

GROUPS = {"id": "g", "system": "groups", "legs": 2}
CUP = {"id": "c", "system": "cup", "legs": 2}


def all_drawn(at, section="g"):
    at = seat(at, section)
    while waves_left(at, at.section(section)):
        at = draw(at, section)
    return at


def cup(count, **terms):
    at = seat(hall(count, {**CUP, **terms}), "c")
    return draw(draw(at, "c"), "c")


def told(at, fixture, score, **fields):
    how = "played" if 25 in score else "clock"
    return apply(at, Finished(fixture=fixture, games=(score,), **{"how": how, **fields}))


@pytest.mark.parametrize("count", range(2, 14))
def test_everybody_meets_everybody_once_at_home_and_once_away(count):
    section = all_drawn(hall(count, GROUPS)).section("g")
    once = count - 1 + count % 2
    assert len(section.waves) == 2 * once
    meetings = [(each.a, each.b) for wave in section.waves for each in wave.fixtures]
    everybody = [f"p{number}" for number in range(1, count + 1)]
    assert sorted(meetings) == sorted((a, b) for a in everybody for b in everybody if a != b)
    for first, second in zip(section.waves[:once], section.waves[once:], strict=True):
        assert [(each.b, each.a) for each in first.fixtures] == [(each.a, each.b) for each in second.fixtures]


def test_groups_of_unequal_size_each_begin_their_return_matches_after_their_own_first_half():
    section = all_drawn(hall(7, {**GROUPS, "groups": 2})).section("g")
    assert sorted(map(len, section.seats)) == [3, 4]
    for group in section.seats:
        meetings = [(each.a, each.b) for wave in section.waves for each in wave.fixtures if each.a in group]
        half = len(meetings) // 2
        assert [(b, a) for a, b in meetings[:half]] == meetings[half:]
        assert {frozenset(pair) for pair in meetings[:half]} == set(map(frozenset, combinations(group, 2)))


def test_the_standings_of_a_league_add_both_legs():
    at = all_drawn(hall(3, GROUPS))
    rng = Random(5)
    points = dict.fromkeys(("p1", "p2", "p3"), 0)
    net = dict(points)
    for wave in at.section("g").waves:
        for each in wave.fixtures:
            score = rng.choice([(25, 7), (11, 25), (18, 18)])
            at = told(at, f"g.{wave.number}.{each.number}", score)
            for id, mine, theirs in ((each.a, *score), (each.b, *score[::-1])):
                points[id] += (mine > theirs) * 2 + (mine == theirs)
                net[id] += mine - theirs
    (table,) = tables(at, at.section("g"))
    assert {row.entrant: (row.value("points"), row.value("net")) for row in table.standings} == {
        id: (points[id], net[id]) for id in points
    }
    assert all(row.value("played") == 4 for row in table.standings)
    assert list(differences(at)) == []


def test_head_to_head_waits_until_both_legs_are_played():
    at = all_drawn(hall(2, {**GROUPS, "keys": ("points", "head-net", "total", "seed")}))
    at = told(at, "g.1.1", (10, 10))
    (table,) = tables(at, at.section("g"))
    assert [row.key for row in table.standings] == ["", "seed"]
    at = told(at, "g.2.1", (12, 12))
    assert tables(at, at.section("g"))[0].order == ("p1", "p2")


def test_half_of_all_matches_keeps_an_entrant_who_withdraws_from_two_legs():
    at = all_drawn(hall(3, {**GROUPS, "withdrawn": "half"}))
    at = told(at, "g.1.1", (25, 3))
    (fixture,) = at.section("g").waves[0].fixtures
    gone = apply(at, Withdrawn(entrant=fixture.a, section="g"))
    assert tables(gone, gone.section("g"))[0].annulled == (fixture.a,), "one of four matches is less than half"


def test_the_reason_names_the_return_match():
    at = all_drawn(hall(4, GROUPS))
    first, fourth = at.section("g").waves[0], at.section("g").waves[3]
    reasons = [dict(why_drawn(before_draw(at, wave), "g", wave)).values() for wave in (first, fourth)]
    assert not any("return" in each for each in reasons[0])
    assert all("Round 1 of the table for 4" in each and "The return match" in each for each in reasons[1])


def test_both_legs_of_a_cup_are_drawn_together_and_only_the_sum_advances():
    at = hall(4, CUP)
    for each in next_waves(at, at.section("c")):
        at = apply(at, each)
    first, second = at.section("c").waves
    assert [(each.a, each.b) for each in first.fixtures] == [("p1", "p4"), ("p2", "p3")]
    assert [(each.a, each.b) for each in second.fixtures] == [("p4", "p1"), ("p3", "p2")]
    at = told(at, "c.1.1", (25, 10))
    at = told(at, "c.2.1", (25, 11))
    at = told(at, "c.2.2", (18, 18))
    with pytest.raises(RefusedRequest, match=r"\(c\.1\.2\) is not finished"):
        draw(at, "c")
    at = told(at, "c.1.2", (14, 25))
    for each in next_waves(at, at.section("c")):
        at = apply(at, each)
    third, fourth = at.section("c").waves[2:]
    assert [(each.a, each.b) for each in third.fixtures] == [("p1", "p3")], "p1 has 36 points, p4 has 35"
    assert [(each.a, each.b) for each in fourth.fixtures] == [("p3", "p1")]
    at = told(told(at, "c.3.1", (25, 0)), "c.4.1", (25, 24))
    assert final_order(at) == ("p1", "p3", "p2", "p4")
    assert waves_left(at, at.section("c")) == 0
    assert list(differences(at)) == []


def test_two_level_legs_are_decided_by_the_tie_break_and_only_then():
    at = told(cup(2), "c.1.1", (25, 12))
    with pytest.raises(RefusedRequest, match=r"the other leg of c\.1\.1 is not finished"):
        told(cup(2), "c.1.1", (25, 12), winner="p1")
    with pytest.raises(RefusedRequest, match="p1 leads 38-37"):
        told(at, "c.2.1", (25, 13), winner="p2")
    level = told(at, "c.2.1", (25, 12))
    assert added_up(level.section("c"), legs_of(level.section("c"), 1, 1)).level
    assert final_order(level)[0] != "p2"
    line = len(level.happenings)
    decided = apply(
        level, Corrected(line=line, games=((25, 12),), winner="p2", reason="extra board", by="referee:ravi")
    )
    found = added_up(decided.section("c"), legs_of(decided.section("c"), 2, 1))
    assert (found.winner, found.decided, found.points) == ("p2", True, (37, 37))
    assert final_order(decided) == ("p2", "p1")
    assert final_order(told(at, "c.2.1", (25, 12), winner="p2")) == ("p2", "p1")


def test_an_entrant_who_withdraws_between_the_legs_does_not_advance():
    at = told(cup(4), "c.1.1", (25, 0))
    at = told(told(at, "c.1.2", (25, 3)), "c.2.2", (3, 25))
    at = apply(at, Withdrawn(entrant="p1", section="c"))
    at = draw(at, "c")
    assert [(each.a, each.b) for each in at.section("c").waves[2].fixtures] == [("p2", "p4")]


def test_a_correction_of_a_first_leg_moves_both_legs_of_the_next_round():
    at = cup(4)
    for address, score in (("c.1.1", (25, 12)), ("c.2.1", (25, 13)), ("c.1.2", (25, 3)), ("c.2.2", (3, 25))):
        at = told(at, address, score)
    line = next(number for number, where in at.lines if where == "c.1.1")
    at = draw(draw(at, "c"), "c")
    assert [at.section("c").waves[index].fixtures[0].a for index in (2, 3)] == ["p1", "p2"]
    at = apply(at, Corrected(line=line, games=((25, 14),), reason="misread", by="referee:ravi"))
    third, fourth = (at.section("c").waves[index].fixtures[0] for index in (2, 3))
    assert ((third.a, third.b), (fourth.a, fourth.b)) == (("p2", "p4"), ("p4", "p2"))


def test_a_protest_against_one_leg_stops_who_advances():
    at = told(told(cup(2), "c.1.1", (25, 12)), "c.2.1", (25, 20))
    line = len(at.happenings)
    at = apply(at, Protested(line=line, side="p1", reason="queen"))
    assert added_up(at.section("c"), legs_of(at.section("c"), 1, 1)).winner == ""
    at = apply(at, Ruled(line=line, stands=True, reason="covered", by="referee:ravi"))
    assert added_up(at.section("c"), legs_of(at.section("c"), 1, 1)).winner == "p1"


@pytest.mark.parametrize("count", [3, 5, 6, 7, 8])
def test_a_cup_of_any_size_with_two_legs_and_a_match_for_third_place_ends_with_everybody_placed(count):
    rng = Random(count)
    at = seat(hall(count, {**CUP, "third": "match"}), "c")
    while waves_left(at, at.section("c")):
        for each in next_waves(at, at.section("c")):
            at = apply(at, each)
        for wave in at.section("c").waves[-2:]:
            for each in wave.fixtures:
                if each.b:
                    at = told(
                        at, f"c.{wave.number}.{each.number}", (25, rng.randrange(24)) if each.a < each.b else (0, 25)
                    )
    assert sorted(final_order(at)) == sorted(each.id for each in at.entrants)
    assert list(differences(at)) == []


def test_a_team_league_with_return_matches_counts_the_rubbers_of_both():
    terms = {"id": "l", "system": "league", "legs": 2, "kind": "team", "rubbers": ("singles", "singles", "doubles")}
    at = all_drawn(teams(2, terms), "l")
    for fixture, scores in (("l.1.1", [(25, 0), (25, 0)]), ("l.2.1", [(25, 0), (0, 25), (25, 0)])):
        for rubber, score in enumerate(scores, 1):
            at = told(at, f"{fixture}.{rubber}", score)
    (table,) = tables(at, at.section("l"))
    assert {row.entrant: (row.value("points"), row.value("rubbers")) for row in table.standings} == {
        "t1": (2, 1),
        "t2": (2, -1),
    }


def test_a_swiss_has_no_return_matches():
    with pytest.raises(RefusedRequest, match="legs=2 is for groups, a league or a cup"):
        read_terms({"id": "s", "system": "swiss", "legs": 2})
    with pytest.raises(CarromError):
        read_terms({"id": "g", "system": "groups", "legs": 3})


def test_the_commands_run_a_league_of_return_matches(tmp_path, capsys):
    file = str(tmp_path / "l.carrom-event")
    assert main(["event", "new", file, "--name", "Home and away", "--stage", "l league legs=2", "--lot", "3"]) == 0
    for id in ("asha", "bilal", "chitra"):
        assert main(["event", "enter", file, id, id.title()]) == 0
    assert main(["event", "draw", file]) == 0
    out = capsys.readouterr().out
    assert out.count("The return match") == 3
    assert main(["event", "verify", file]) == 0
    assert "[" not in capsys.readouterr().err


def test_random_play_with_two_legs_never_breaks():
    for seed in range(6):
        rng = Random(seed)
        at = all_drawn(hall(rng.randrange(2, 9), GROUPS))
        assert play(at, "g", rng)
