"""Groups, cups and leagues of any size: pairings, qualification, and matches that are not played."""

from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams, through

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.tournament import knockout
from carrom.tournament.championship import apply
from carrom.tournament.draws import berger, same_of, snake, waves_left
from carrom.tournament.entrants import PRESETS
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
from carrom.tournament.standings import tables

LANGUAGES = ("en", "hi", "ta", "bn", "ur", "si")


def order(at, section="g", group=0):
    return tables(at, at.section(section))[group].order


def value(at, id, key, section="g"):
    rows = [row for table in tables(at, at.section(section)) for row in table.standings]
    return next(row.value(key) for row in rows if row.entrant == id)


@pytest.mark.parametrize("count", range(2, 24))
def test_by_the_tables_everybody_meets_everybody_once_and_plays_once_a_wave(count):
    met = set()
    for wave in berger(count):
        names = [number for pair in wave for number in pair]
        assert len(names) == len(set(names)) == count - count % 2
        met |= {frozenset(pair) for pair in wave}
    assert len(met) == count * (count - 1) // 2
    assert len(berger(count)) == count - 1 + count % 2


def test_groups_of_unequal_size_are_filled_by_a_snake():
    assert snake("abcdefghijk", 3) == (("a", "f", "g"), ("b", "e", "h", "k"), ("c", "d", "i", "j"))


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 8, 11, 16, 23, 33])
@pytest.mark.parametrize("third", ["match", "shared"])
def test_a_cup_of_any_size_is_played_to_an_order_of_everybody(count, third):
    at = seat(hall(count, {"id": "c", "system": "cup", "third": third}), "c")
    rng = Random(count)
    for wave in range(1, knockout.waves_of(count) + 1):
        at = play(draw(at, "c"), "c", rng, level=False)
        if wave == 1:
            byes = [each.a for each in at.sections[0].waves[0].fixtures if not each.b]
            assert sorted(byes) == sorted(f"p{n}" for n in range(1, len(knockout.slots(count)) - count + 1))
    found = final_order(at)
    assert sorted(found) == sorted(f"p{n}" for n in range(1, count + 1))
    final = next(each for each in at.sections[0].waves[-1].fixtures if not each.third)
    assert found[0] == final.finish.winner
    assert set(found[:2]) == {final.a, final.b}
    assert waves_left(at, at.sections[0]) == 0


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
    sections = ({"id": "g", "system": "groups", "groups": 4, "qualify": 2}, {"id": "c", "system": "cup", "source": "g"})
    for seed in range(12):
        at = seat(hall(16, *sections), "g")
        for _ in range(3):
            at = play(draw(at, "g"), "g", Random(seed))
        at = draw(seat(at, "c"), "c")
        same = same_of(at, at.section("c"))
        assert not any(same(each.a, each.b) for each in at.section("c").waves[0].fixtures)


def groups(count=4, **terms):
    return draw(draw(draw(seat(hall(count, {"id": "g", "system": "groups", **terms}), "g"), "g"), "g"), "g")


def finish(at, fixture, *game, **told):
    return apply(at, Finished(fixture=fixture, games=(game,) if game else (), **told))


def test_who_withdraws_before_half_of_his_matches_counts_for_nobody_and_after_half_is_walked_over():
    at = finish(groups(), "g.1.1", 25, 3)
    early = apply(at, Withdrawn(entrant="p4", section="g"))
    assert sorted(order(early)) == ["p1", "p2", "p3"]
    assert tables(early, early.section("g"))[0].annulled == ("p4",)
    assert value(early, "p1", "points") == 0
    with pytest.raises(RefusedRequest, match="annulled, so they have no result"):
        finish(early, "g.2.1", how="walkover", against="p4")
    later = apply(finish(at, "g.2.1", 25, 7), Withdrawn(entrant="p4", section="g"))
    assert value(later, "p4", "points") == 2
    assert value(later, "p2", "points") == 2
    assert value(later, "p2", "total") == 25
    assert finish(later, "g.3.1", how="walkover", against="p4")


def test_the_matches_of_an_entrant_who_withdraws_after_exactly_half_of_them_still_count():
    at = groups(5)
    mine = [
        f"g.{wave.number}.{each.number}"
        for wave in at.section("g").waves
        for each in wave.fixtures
        if each.b and "p5" in (each.a, each.b)
    ]
    for fixture in mine[:2]:  # two of four
        at = finish(at, fixture, 25, 3)
    withdrawn = apply(at, Withdrawn(entrant="p5", section="g"))
    assert len(mine) > 1
    assert tables(withdrawn, withdrawn.section("g"))[0].annulled == ()
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
    at = draw(seat(hall(4, {"id": "c", "system": "cup"}), "c"), "c")
    at = finish(finish(at, "c.1.1", how="double-walkover"), "c.1.2", 25, 3)
    assert final_order(at)[0] == "p2"


def test_a_deduction_and_a_missed_wave():
    at = through(5, 2, 3)
    at = apply(at, Deducted(entrant="p1", section="s", points=1, reason="Law 143h"))
    assert value(at, "p1", "points", "s") == value(through(5, 2, 3), "p1", "points", "s") - 1
    at = draw(apply(at, Present(section="s", entrants=("p1", "p2", "p3", "p4"))), "s")
    assert all("p5" not in (each.a, each.b) for each in at.sections[0].waves[2].fixtures)
    at = draw(play(at, "s", Random(1)), "s")
    assert any("p5" in (each.a, each.b) for each in at.sections[0].waves[3].fixtures)


def test_the_first_wave_is_drawn_by_the_seeds_whatever_the_keys():
    at = draw(hall(6, {"id": "s", "system": "swiss", "keys": ("points", "lot")}), "s")
    assert [(each.a, each.b) for each in at.sections[0].waves[0].fixtures] == [("p1", "p4"), ("p2", "p5"), ("p3", "p6")]


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
    back = apply(wrong, Corrected(line=len(wrong.happenings), games=games, how=how, reason="it was right"))
    assert tables(back, back.sections[0]) == tables(at, at.sections[0])


def test_late_comers_play_in_groups_until_their_first_wave():
    at = hall(5, {"id": "g", "system": "groups"})
    at = apply(at, Present(section="g", entrants=("p1", "p2", "p3", "p4")))
    at = seat(apply(at, Late(entrant="p5", section="g", wave=1)), "g")
    assert at.sections[0].seats == (("p1", "p2", "p3", "p4", "p5"),)
    with pytest.raises(RefusedRequest, match="only a Swiss"):
        apply(draw(at, "g"), Late(entrant="p5", section="g", wave=2))


def test_seats_name_everybody_once():
    at = hall(4, {"id": "g", "system": "groups"})
    for seats in ((("p1", "p2", "p3"),), (("p1", "p2", "p3", "p3"),), (("p1", "p2"), ("p3", "p4")), ()):
        with pytest.raises(RefusedRequest):
            apply(at, Seated(section="g", seats=seats))


def test_a_score_needs_the_boards_for_it():
    at = groups()
    for told in ({"games": ((25, 0),), "boards": (2, 0)}, {"games": ((18, 11),), "boards": (4, 2)}):
        with pytest.raises(CarromError):
            apply(at, Finished(fixture="g.1.1", **told))
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
    for wave in at.sections[0].waves:
        reasons = why_drawn(before_draw(at, wave), "s", wave, language)
        assert len(reasons) == 5
        assert all(len(why) > 10 and "{" not in why and "event." not in why for _, why in reasons)
    (table,) = tables(at, at.sections[0])
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
        for section in at.sections:
            if section.terms.system != "swiss":
                at = seat(at, section.id)
            while not at.section(section.id).waves or waves_left(at, at.section(section.id)):
                at = draw(at, section.id)
                at = _played(at, section.id, rng)
        journal.add(*at.happenings[len(journal.championship.happenings) :])
    capsys.readouterr()
    assert main(["event", "verify", path]) == 0
    assert main(["event", "standings", path, "--why"]) == 0
    assert main(["event", "ratings", str(tmp_path), "--table", "winners"]) == 0
    assert "T: N " in capsys.readouterr().out


def _played(at, id, rng):
    section = at.section(id)
    wave = section.waves[-1]
    games = ((25, 3),) * (section.terms.best_of // 2 + 1)
    for each in wave.fixtures:
        rubbers = [f".{n}" for n in (1, 2)] if section.terms.rubbers else [""]
        for rubber in rubbers if each.b else []:
            first = rng.random() < 0.7 or bool(rubber)
            told = games if first else tuple((b, a) for a, b in games)
            at = apply(at, Finished(fixture=f"{id}.{wave.number}.{each.number}{rubber}", games=told))
    return at
