"""Groups, cups and leagues of any size: pairings, qualification, and matches that are not played."""

from itertools import combinations
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams, through

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.tournament import knockout
from carrom.tournament.championship import apply
from carrom.tournament.draw_files import differences, next_rounds
from carrom.tournament.draws import berger, rounds_left, same_of, snake
from carrom.tournament.entrants import PRESETS
from carrom.tournament.event_file import read_terms
from carrom.tournament.event_log import Journal
from carrom.tournament.events import (
    Corrected,
    Deducted,
    Finished,
    Late,
    LinedUp,
    Present,
    Protested,
    Ruled,
    Seated,
    Withdrawn,
)
from carrom.tournament.final_order import final_order
from carrom.tournament.identifiers import read_address
from carrom.tournament.reasons import before_draw, why_drawn, why_placed
from carrom.tournament.standings import added_up, legs_of, tables

LANGUAGES = ("en", "hi", "ta", "bn", "ur", "si")


def order(at, stage="g", group=0):
    return tables(at, at.stage(stage))[group].order


def value(at, id, key, stage="g"):
    rows = [row for table in tables(at, at.stage(stage)) for row in table.standings]
    return next(row.value(key) for row in rows if row.entrant == id)


@pytest.mark.parametrize("count", range(2, 24))
def test_by_the_tables_everybody_meets_everybody_once_and_plays_once_a_round(count):
    met = set()
    for round in berger(count):
        names = [number for pair in round for number in pair]
        assert len(names) == len(set(names)) == count - count % 2
        met |= {frozenset(pair) for pair in round}
    assert len(met) == count * (count - 1) // 2
    assert len(berger(count)) == count - 1 + count % 2


def test_groups_of_unequal_size_are_filled_by_a_snake():
    assert snake("abcdefghijk", 3) == (("a", "f", "g"), ("b", "e", "h", "k"), ("c", "d", "i", "j"))


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 8, 11, 16, 23, 33])
@pytest.mark.parametrize("third", ["match", "shared"])
def test_a_cup_of_any_size_is_played_to_an_order_of_everybody(count, third):
    at = seat(hall(count, {"id": "c", "system": "knockout", "third": third}), "c")
    rng = Random(count)
    for round in range(1, knockout.rounds_of(count) + 1):
        at = play(draw(at, "c"), "c", rng, level=False)
        if round == 1:
            byes = [each.a for each in at.stages[0].rounds[0].fixtures if not each.b]
            assert sorted(byes) == sorted(f"p{n}" for n in range(1, len(knockout.slots(count)) - count + 1))
    found = final_order(at)
    assert sorted(found) == sorted(f"p{n}" for n in range(1, count + 1))
    final = next(each for each in at.stages[0].rounds[-1].fixtures if not each.third)
    assert found[0] == final.finish.winner
    assert set(found[:2]) == {final.a, final.b}
    assert rounds_left(at, at.stages[0]) == 0


def test_the_better_seed_that_wins_always_meets_the_usual_opponents():
    pairs = knockout.first_matches([f"p{n}" for n in range(1, 9)], lambda a, b: False)
    assert pairs == (("p1", "p8"), ("p4", "p5"), ("p3", "p6"), ("p2", "p7"))


def test_two_of_one_club_do_not_meet_first_if_that_can_be_avoided():
    seeds = [f"p{n}" for n in range(1, 9)]
    same = {frozenset(("p1", "p8")), frozenset(("p1", "p7"))}
    pairs = knockout.first_matches(seeds, lambda a, b: frozenset((a, b)) in same)
    assert pairs == (("p1", "p6"), ("p4", "p5"), ("p3", "p8"), ("p2", "p7"))
    assert knockout.first_matches(["a", "b"], lambda a, b: True) == (("a", "b"),)


def test_who_comes_out_of_groups_meets_nobody_of_his_own_first():
    stages = (
        {"id": "g", "system": "groups", "groups": 4, "qualify": 2},
        {"id": "c", "system": "knockout", "source": "g"},
    )
    for seed in range(12):
        at = seat(hall(16, *stages), "g")
        for _ in range(3):
            at = play(draw(at, "g"), "g", Random(seed))
        at = draw(seat(at, "c"), "c")
        same = same_of(at, at.stage("c"))
        assert not any(same(each.a, each.b) for each in at.stage("c").rounds[0].fixtures)


def groups(count=4, **terms):
    return draw(draw(draw(seat(hall(count, {"id": "g", "system": "groups", **terms}), "g"), "g"), "g"), "g")


def finish(at, fixture, *game, **told):
    return apply(at, Finished(fixture=fixture, games=(game,) if game else (), **told))


def test_who_withdraws_before_half_of_his_matches_counts_for_nobody_and_after_half_is_walked_over():
    at = finish(groups(), "g.1.1", 25, 3)
    early = apply(at, Withdrawn(entrant="p4", stage="g"))
    assert sorted(order(early)) == ["p1", "p2", "p3"]
    assert tables(early, early.stage("g"))[0].annulled == ("p4",)
    assert value(early, "p1", "points") == 0
    with pytest.raises(RefusedRequest, match="annulled, so they have no result"):
        finish(early, "g.2.1", how="walkover", against="p4")
    later = apply(finish(at, "g.2.1", 25, 7), Withdrawn(entrant="p4", stage="g"))
    assert value(later, "p4", "points") == 2
    assert value(later, "p2", "points") == 2
    assert value(later, "p2", "total") == 25
    assert finish(later, "g.3.1", how="walkover", against="p4")


def test_the_matches_of_an_entrant_who_withdraws_after_exactly_half_of_them_still_count():
    at = groups(5)
    mine = [
        f"g.{round.number}.{each.number}"
        for round in at.stage("g").rounds
        for each in round.fixtures
        if each.b and "p5" in (each.a, each.b)
    ]
    for fixture in mine[:2]:  # two of four
        at = finish(at, fixture, 25, 3)
    withdrawn = apply(at, Withdrawn(entrant="p5", stage="g"))
    assert len(mine) > 1
    assert tables(withdrawn, withdrawn.stage("g"))[0].annulled == ()
    assert "p5" in order(withdrawn)


def test_a_retirement_gives_the_winner_what_he_lacks():
    at = groups(match="best-of-3")
    at = apply(at, Finished(fixture="g.1.1", games=((25, 20), (10, 15)), how="retired", against="p4"))
    assert at.fixture(read_address("g.1.1")).finish.games == ((25, 20), (25, 15))
    at = apply(at, Finished(fixture="g.1.2", games=((3, 9),), how="retired", against="p3"))
    assert at.fixture(read_address("g.1.2")).finish.games == ((25, 9), (25, 0))


def test_when_both_are_absent_both_have_lost():
    at = finish(groups(), "g.1.1", how="double-walkover")
    assert [value(at, id, "lost") for id in ("p1", "p4")] == [1, 1]
    assert [value(at, id, "points") for id in ("p1", "p4")] == [0, 0]


def test_nobody_goes_on_from_a_match_of_a_cup_to_which_nobody_came():
    at = draw(seat(hall(4, {"id": "c", "system": "knockout"}), "c"), "c")
    at = finish(finish(at, "c.1.1", how="double-walkover"), "c.1.2", 25, 3)
    assert final_order(at)[0] == "p2"


def test_a_deduction_and_a_missed_round():
    at = through(5, 2, 3)
    at = apply(at, Deducted(entrant="p1", stage="s", points=1, reason="Law 143h"))
    assert value(at, "p1", "points", "s") == value(through(5, 2, 3), "p1", "points", "s") - 1
    at = draw(apply(at, Present(stage="s", entrants=("p1", "p2", "p3", "p4"))), "s")
    assert all("p5" not in (each.a, each.b) for each in at.stages[0].rounds[2].fixtures)
    at = draw(play(at, "s", Random(1)), "s")
    assert any("p5" in (each.a, each.b) for each in at.stages[0].rounds[3].fixtures)


def test_the_first_round_is_drawn_by_the_seeds_whatever_the_keys():
    at = draw(hall(6, {"id": "s", "system": "swiss", "keys": ("points", "lot")}), "s")
    assert [(each.a, each.b) for each in at.stages[0].rounds[0].fixtures] == [("p1", "p4"), ("p2", "p5"), ("p3", "p6")]


def test_a_protest_withholds_a_finish_until_the_referee_rules():
    at = through(4, 0, 1)
    at = finish(finish(draw(at, "s"), "s.1.1", 25, 3), "s.1.2", 25, 20)
    line = at.lines[0][0]
    held = apply(at, Protested(line=line, side="p3", reason="queen not covered"))
    assert value(held, "p1", "points", "s") == 0
    with pytest.raises(RefusedRequest, match="is under protest"):
        draw(held, "s")
    stands = apply(held, Ruled(line=line, stands=True, reason="she was", by="referee:ravi"))
    assert value(stands, "p1", "points", "s") == 2
    again = apply(held, Ruled(line=line, how="void", reason="board replayed", by="referee:ravi"))
    assert finish(again, "s.1.1", 3, 25).fixture(read_address("s.1.1")).finish.winner == "p3"


def test_correct_and_back_gives_the_same_standings():
    at = through(8, 3, 9)
    line, where = at.lines[5]
    games = at.fixture(read_address(where)).finish.told
    how = at.fixture(read_address(where)).finish.how
    wrong = apply(at, Corrected(line=line, games=((25, 24),), reason="misread"))
    back = apply(wrong, Corrected(line=len(wrong.events), games=games, how=how, reason="it was right"))
    assert tables(back, back.stages[0]) == tables(at, at.stages[0])


def test_late_comers_play_in_groups_until_their_first_round():
    at = hall(5, {"id": "g", "system": "groups"})
    at = apply(at, Present(stage="g", entrants=("p1", "p2", "p3", "p4")))
    at = seat(apply(at, Late(entrant="p5", stage="g", round=1)), "g")
    assert at.stages[0].seats == (("p1", "p2", "p3", "p4", "p5"),)
    with pytest.raises(RefusedRequest, match="only a Swiss"):
        apply(draw(at, "g"), Late(entrant="p5", stage="g", round=2))


def test_seats_name_everybody_once():
    at = hall(4, {"id": "g", "system": "groups"})
    for seats in ((("p1", "p2", "p3"),), (("p1", "p2", "p3", "p3"),), (("p1", "p2"), ("p3", "p4")), ()):
        with pytest.raises(RefusedRequest):
            apply(at, Seated(stage="g", seats=seats))


def test_a_score_needs_the_boards_for_it():
    at = groups()
    for answer in ({"games": ((25, 0),), "boards": (2, 0)}, {"games": ((18, 11),), "boards": (4, 2)}):
        with pytest.raises(CarromError):
            apply(at, Finished(fixture="g.1.1", **answer))
    assert apply(at, Finished(fixture="g.1.1", games=((18, 11),), boards=(5, 3)))


def test_dead_rubbers_are_played_where_the_terms_say_so_and_nobody_plays_both_where_not():
    terms = {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles"), "plays_both": "no"}
    at = draw(seat(teams(2, {**terms, "dead_rubbers": "played"}), "l"), "l")
    for number in (1, 2):
        at = finish(at, f"l.1.1.{number}", 25, 3)
    assert order(at, "l") == ("t1", "t2")
    assert value(at, "t1", "points", "l") == 0
    at = finish(at, "l.1.1.3", 3, 25)
    assert [value(at, "t1", key, "l") for key in ("points", "rubbers-won", "rubbers-lost")] == [2, 2, 1]
    with pytest.raises(RefusedRequest, match="may not play both"):
        apply(at, LinedUp(fixture="l.1.1", entrant="t1", players=(("T1 A",), ("T1 B",), ("T1 A", "T1 C"))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pair_and_every_place_has_its_reason_in_every_language(language):
    at = through(9, 4, 6, apart=2)
    for round in at.stages[0].rounds:
        reasons = why_drawn(before_draw(at, round), "s", round, language)
        assert len(reasons) == 5
        assert all(len(why) > 10 and "{" not in why and "event." not in why for _, why in reasons)
    (table,) = tables(at, at.stages[0])
    for row in table.standings:
        why = why_placed(at, table, row, language)
        assert len(why) > 5
        assert "{" not in why
        assert "event." not in why


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", [name for name, _ in PRESETS])
def test_a_preset_is_played_from_its_entries_to_its_order(name, tmp_path, capsys):
    path = str(tmp_path / "x.carrom-event")
    assert main(["event", "new", path, "--name", "T", "--preset", name, "--lot", "1"]) == 0
    for number in range(1, 9):
        players = ["--players", f"A{number},B{number},C{number}"] if name in ("teams", "event-sheet") else []
        main(["event", "enter", path, f"p{number}", f"N {number}", "--seed", str(number), *players])
    with Journal.resume(tmp_path / "x.carrom-event") as journal:
        at, rng = journal.championship, Random(2)
        for stage in at.stages:
            if stage.terms.system != "swiss":
                at = seat(at, stage.id)
            while not at.stage(stage.id).rounds or rounds_left(at, at.stage(stage.id)):
                at = draw(at, stage.id)
                at = _played(at, stage.id, rng)
        journal.add(*at.events[len(journal.championship.events) :])
    capsys.readouterr()
    assert main(["event", "verify", path]) == 0
    assert main(["event", "standings", path, "--why"]) == 0
    assert main(["event", "ratings", str(tmp_path), "--table", "winners"]) == 0
    assert "T: N " in capsys.readouterr().out


def _played(at, id, rng):
    stage = at.stage(id)
    round = stage.rounds[-1]
    games = ((25, 3),) * (stage.terms.best_of // 2 + 1)
    for each in round.fixtures:
        rubbers = [f".{n}" for n in (1, 2)] if stage.terms.rubbers else [""]
        for rubber in rubbers if each.b else []:
            first = rng.random() < 0.7 or bool(rubber)
            answer = games if first else tuple((b, a) for a, b in games)
            at = apply(at, Finished(fixture=f"{id}.{round.number}.{each.number}{rubber}", games=answer))
    return at


# -- Home and away: return matches of leagues and groups, and knockout matches of two legs added up

GROUPS = {"id": "g", "system": "groups", "legs": 2}
CUP = {"id": "c", "system": "knockout", "legs": 2}


def all_drawn(at, stage="g"):
    at = seat(at, stage)
    while rounds_left(at, at.stage(stage)):
        at = draw(at, stage)
    return at


def cup(count, **terms):
    at = seat(hall(count, {**CUP, **terms}), "c")
    return draw(draw(at, "c"), "c")


def told(at, fixture, score, **fields):
    how = "played" if 25 in score else "clock"
    return apply(at, Finished(fixture=fixture, games=(score,), **{"how": how, **fields}))


@pytest.mark.parametrize("count", range(2, 14))
def test_everybody_meets_everybody_once_at_home_and_once_away(count):
    stage = all_drawn(hall(count, GROUPS)).stage("g")
    once = count - 1 + count % 2
    assert len(stage.rounds) == 2 * once
    meetings = [(each.a, each.b) for round in stage.rounds for each in round.fixtures]
    everybody = [f"p{number}" for number in range(1, count + 1)]
    assert sorted(meetings) == sorted((a, b) for a in everybody for b in everybody if a != b)
    for first, second in zip(stage.rounds[:once], stage.rounds[once:], strict=True):
        assert [(each.b, each.a) for each in first.fixtures] == [(each.a, each.b) for each in second.fixtures]


def test_groups_of_unequal_size_each_begin_their_return_matches_after_their_own_first_half():
    stage = all_drawn(hall(7, {**GROUPS, "groups": 2})).stage("g")
    assert sorted(map(len, stage.seats)) == [3, 4]
    for group in stage.seats:
        meetings = [(each.a, each.b) for round in stage.rounds for each in round.fixtures if each.a in group]
        half = len(meetings) // 2
        assert [(b, a) for a, b in meetings[:half]] == meetings[half:]
        assert {frozenset(pair) for pair in meetings[:half]} == set(map(frozenset, combinations(group, 2)))


def test_the_standings_of_a_league_add_both_legs():
    at = all_drawn(hall(3, GROUPS))
    rng = Random(5)
    points = dict.fromkeys(("p1", "p2", "p3"), 0)
    net = dict(points)
    for round in at.stage("g").rounds:
        for each in round.fixtures:
            score = rng.choice([(25, 7), (11, 25), (18, 18)])
            at = told(at, f"g.{round.number}.{each.number}", score)
            for id, mine, theirs in ((each.a, *score), (each.b, *score[::-1])):
                points[id] += (mine > theirs) * 2 + (mine == theirs)
                net[id] += mine - theirs
    (table,) = tables(at, at.stage("g"))
    assert {row.entrant: (row.value("points"), row.value("net")) for row in table.standings} == {
        id: (points[id], net[id]) for id in points
    }
    assert all(row.value("played") == 4 for row in table.standings)
    assert list(differences(at)) == []


def test_head_to_head_waits_until_both_legs_are_played():
    at = all_drawn(hall(2, {**GROUPS, "keys": ("points", "head-net", "total", "seed")}))
    at = told(at, "g.1.1", (10, 10))
    (table,) = tables(at, at.stage("g"))
    assert [row.key for row in table.standings] == ["", "seed"]
    at = told(at, "g.2.1", (12, 12))
    assert tables(at, at.stage("g"))[0].order == ("p1", "p2")


def test_half_of_all_matches_keeps_an_entrant_who_withdraws_from_two_legs():
    at = all_drawn(hall(3, {**GROUPS, "withdrawn": "half"}))
    at = told(at, "g.1.1", (25, 3))
    (fixture,) = at.stage("g").rounds[0].fixtures
    gone = apply(at, Withdrawn(entrant=fixture.a, stage="g"))
    assert tables(gone, gone.stage("g"))[0].annulled == (fixture.a,), "one of four matches is less than half"


def test_the_reason_names_the_return_match():
    at = all_drawn(hall(4, GROUPS))
    first, fourth = at.stage("g").rounds[0], at.stage("g").rounds[3]
    reasons = [dict(why_drawn(before_draw(at, round), "g", round)).values() for round in (first, fourth)]
    assert not any("return" in each for each in reasons[0])
    assert all("Round 1 of the table for 4" in each and "The return match" in each for each in reasons[1])


def test_both_legs_of_a_cup_are_drawn_together_and_only_the_sum_advances():
    at = hall(4, CUP)
    for each in next_rounds(at, at.stage("c")):
        at = apply(at, each)
    first, second = at.stage("c").rounds
    assert [(each.a, each.b) for each in first.fixtures] == [("p1", "p4"), ("p2", "p3")]
    assert [(each.a, each.b) for each in second.fixtures] == [("p4", "p1"), ("p3", "p2")]
    at = told(at, "c.1.1", (25, 10))
    at = told(at, "c.2.1", (25, 11))
    at = told(at, "c.2.2", (18, 18))
    with pytest.raises(RefusedRequest, match=r"\(c\.1\.2\) is not finished"):
        draw(at, "c")
    at = told(at, "c.1.2", (14, 25))
    for each in next_rounds(at, at.stage("c")):
        at = apply(at, each)
    third, fourth = at.stage("c").rounds[2:]
    assert [(each.a, each.b) for each in third.fixtures] == [("p1", "p3")], "p1 has 36 points, p4 has 35"
    assert [(each.a, each.b) for each in fourth.fixtures] == [("p3", "p1")]
    at = told(told(at, "c.3.1", (25, 0)), "c.4.1", (25, 24))
    assert final_order(at) == ("p1", "p3", "p2", "p4")
    assert rounds_left(at, at.stage("c")) == 0
    assert list(differences(at)) == []


def test_two_level_legs_are_decided_by_the_tie_break_and_only_then():
    at = told(cup(2), "c.1.1", (25, 12))
    with pytest.raises(RefusedRequest, match=r"the other leg of c\.1\.1 is not finished"):
        told(cup(2), "c.1.1", (25, 12), winner="p1")
    with pytest.raises(RefusedRequest, match="p1 leads 38-37"):
        told(at, "c.2.1", (25, 13), winner="p2")
    level = told(at, "c.2.1", (25, 12))
    assert added_up(level.stage("c"), legs_of(level.stage("c"), 1, 1)).level
    assert final_order(level)[0] != "p2"
    line = len(level.events)
    decided = apply(
        level, Corrected(line=line, games=((25, 12),), winner="p2", reason="extra board", by="referee:ravi")
    )
    found = added_up(decided.stage("c"), legs_of(decided.stage("c"), 2, 1))
    assert (found.winner, found.decided, found.points) == ("p2", True, (37, 37))
    assert final_order(decided) == ("p2", "p1")
    assert final_order(told(at, "c.2.1", (25, 12), winner="p2")) == ("p2", "p1")


def test_an_entrant_who_withdraws_between_the_legs_does_not_advance():
    at = told(cup(4), "c.1.1", (25, 0))
    at = told(told(at, "c.1.2", (25, 3)), "c.2.2", (3, 25))
    at = apply(at, Withdrawn(entrant="p1", stage="c"))
    at = draw(at, "c")
    assert [(each.a, each.b) for each in at.stage("c").rounds[2].fixtures] == [("p2", "p4")]


def test_a_correction_of_a_first_leg_moves_both_legs_of_the_next_round():
    at = cup(4)
    for address, score in (("c.1.1", (25, 12)), ("c.2.1", (25, 13)), ("c.1.2", (25, 3)), ("c.2.2", (3, 25))):
        at = told(at, address, score)
    line = next(number for number, where in at.lines if where == "c.1.1")
    at = draw(draw(at, "c"), "c")
    assert [at.stage("c").rounds[index].fixtures[0].a for index in (2, 3)] == ["p1", "p2"]
    at = apply(at, Corrected(line=line, games=((25, 14),), reason="misread", by="referee:ravi"))
    third, fourth = (at.stage("c").rounds[index].fixtures[0] for index in (2, 3))
    assert ((third.a, third.b), (fourth.a, fourth.b)) == (("p2", "p4"), ("p4", "p2"))


def test_a_protest_against_one_leg_stops_who_advances():
    at = told(told(cup(2), "c.1.1", (25, 12)), "c.2.1", (25, 20))
    line = len(at.events)
    at = apply(at, Protested(line=line, side="p1", reason="queen"))
    assert added_up(at.stage("c"), legs_of(at.stage("c"), 1, 1)).winner == ""
    at = apply(at, Ruled(line=line, stands=True, reason="covered", by="referee:ravi"))
    assert added_up(at.stage("c"), legs_of(at.stage("c"), 1, 1)).winner == "p1"


@pytest.mark.parametrize("count", [3, 5, 6, 7, 8])
def test_a_cup_of_any_size_with_two_legs_and_a_match_for_third_place_ends_with_everybody_placed(count):
    rng = Random(count)
    at = seat(hall(count, {**CUP, "third": "match"}), "c")
    while rounds_left(at, at.stage("c")):
        for each in next_rounds(at, at.stage("c")):
            at = apply(at, each)
        for round in at.stage("c").rounds[-2:]:
            for each in round.fixtures:
                if each.b:
                    at = told(
                        at, f"c.{round.number}.{each.number}", (25, rng.randrange(24)) if each.a < each.b else (0, 25)
                    )
    assert sorted(final_order(at)) == sorted(each.id for each in at.entrants)
    assert list(differences(at)) == []


def test_a_team_league_with_return_matches_counts_the_rubbers_of_both():
    terms = {"id": "l", "system": "league", "legs": 2, "kind": "team", "rubbers": ("singles", "singles", "doubles")}
    at = all_drawn(teams(2, terms), "l")
    for fixture, scores in (("l.1.1", [(25, 0), (25, 0)]), ("l.2.1", [(25, 0), (0, 25), (25, 0)])):
        for rubber, score in enumerate(scores, 1):
            at = told(at, f"{fixture}.{rubber}", score)
    (table,) = tables(at, at.stage("l"))
    assert {row.entrant: (row.value("points"), row.value("rubbers")) for row in table.standings} == {
        "t1": (2, 1),
        "t2": (2, -1),
    }


def test_a_swiss_has_no_return_matches():
    with pytest.raises(RefusedRequest, match="legs=2 is for groups, a league or a knockout"):
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
