"""Places and tables say what they rest on: shared places, open ones, walkovers of ties, notes, reasons that agree."""

from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams

from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.server.http.championships import event_view
from carrom.tournament.championship import apply
from carrom.tournament.draws import rounds_left
from carrom.tournament.events import Deducted, Finished, Protested, Withdrawn
from carrom.tournament.final_order import are_places_decided, final_order, final_places, notes_of, resting_in
from carrom.tournament.printing import as_html, fixtures, standings
from carrom.tournament.reasons import before_draw, why_drawn, why_placed
from carrom.tournament.standings import tables

TIES = {"id": "l", "system": "league", "kind": "team", "rubbers": ("singles", "singles", "doubles")}


def told(at, fixture, *games, **fields):
    return apply(at, Finished(fixture=fixture, games=games, **fields))


def cup(count, **terms):
    return draw(seat(hall(count, {"id": "c", "system": "knockout", **terms}), "c"), "c")


def shown(at, stage="c"):
    return {each.entrant: each.shown for each in final_places(at, at.stage(stage))}


def win_by_number(at):
    """Return a knockout with its last round won by the side with the lower number."""
    for each in at.stage("c").rounds[-1].fixtures:
        if each.b:
            at = told(at, f"c.{at.stage('c').rounds[-1].number}.{each.number}", (25, 3) if each.a < each.b else (3, 25))
    return at


def test_no_place_is_given_before_it_is_played_and_beaten_quarter_finalists_share_theirs():
    at = cup(8)
    assert set(shown(at).values()) == {"–"}
    at = told(at, "c.1.1", (25, 3))
    assert shown(at)["p8"] == "5–8"
    assert shown(at)["p1"] == "–"
    assert not are_places_decided(at, at.stage("c"))
    for each in ("c.1.2", "c.1.3", "c.1.4"):
        at = told(at, each, (25, 3))
    at = draw(at, "c")
    at = told(told(at, "c.2.1", (25, 3)), "c.2.2", (25, 3))
    assert {shown(at)[id] for id in ("p3", "p4")} == {"3–4"}
    at = told(draw(at, "c"), "c.3.1", (3, 25))
    assert are_places_decided(at, at.stage("c"))
    assert shown(at) == {
        "p2": "1",
        "p1": "2",
        "p3": "3–4",
        "p4": "3–4",
        **dict.fromkeys(("p5", "p6", "p7", "p8"), "5–8"),
    }


def test_a_match_for_third_place_is_shared_until_it_is_played():
    at = cup(4, third="match")
    at = draw(told(told(at, "c.1.1", (25, 3)), "c.1.2", (25, 3)), "c")
    at = told(at, "c.3.1" if at.stage("c").round(3) else "c.2.1", (25, 3))
    assert (shown(at)["p3"], shown(at)["p4"]) == ("3–4", "3–4")
    assert not are_places_decided(at, at.stage("c"))
    at = told(at, "c.2.2", (3, 25))
    assert (shown(at)["p3"], shown(at)["p4"]) in (("3", "4"), ("4", "3"))
    assert are_places_decided(at, at.stage("c"))


def test_two_who_are_both_absent_are_beaten_in_that_round():
    at = cup(8)
    at = told(at, "c.1.1", how="double-walkover")
    for each in ("c.1.2", "c.1.3", "c.1.4"):
        at = told(at, each, (25, 3))
    at = draw(at, "c")
    assert {shown(at)[id] for id in ("p1", "p8", "p5", "p6", "p7")} == {"4–8"}
    at = win_by_number(at)
    while rounds_left(at, at.stage("c")):
        at = win_by_number(draw(at, "c"))
    assert final_order(at)[-2:] != ("p1", "p8"), "they rank by seed among those of their round"
    assert shown(at)["p2"] == "1"


@pytest.mark.parametrize("count", range(2, 18))
def test_the_places_of_a_cup_of_any_size_are_a_ranking_without_gaps(count):
    rng = Random(count)
    at = seat(hall(count, {"id": "c", "system": "knockout"}), "c")
    while rounds_left(at, at.stage("c")):
        at = play(draw(at, "c"), "c", rng, level=False)
    places = final_places(at, at.stage("c"))
    assert tuple(each.entrant for each in places) == final_order(at)
    due = 1
    while due <= count:
        same = [each for each in places if each.first == due]
        assert {each.last for each in same} == {due + len(same) - 1}
        due += len(same)


def test_the_page_gets_a_final_order_only_when_it_is_decided():
    at = cup(2)
    (before,) = event_view(at, "e", False, "en").stages
    (after,) = event_view(told(at, "c.1.1", (25, 3)), "e", False, "en").stages
    assert (before.order, before.places) == ((), ())
    assert (after.order, after.places) == (("Player 1", "Player 2"), ("1", "2"))


def test_entrants_who_are_level_in_everything_share_a_place():
    at = draw(seat(hall(4, {"id": "g", "system": "groups", "keys": ("points",)}), "g"), "g")
    (table,) = tables(at, at.stage("g"))
    assert {(row.place, row.last, row.place_shown, row.is_shared) for row in table.standings} == {(1, 4, "1–4", True)}
    assert "1–4" in as_html(standings(at, "en"))
    (stage,) = event_view(at, "e", False, "en").stages
    assert {row.shared for row in stage.tables[0].rows} == {"1–4"}


@pytest.mark.parametrize(("match", "games"), [("game", 2), ("best-of-3", 4)])
@pytest.mark.parametrize("withdrawn", [False, True])
def test_a_tie_by_walkover_counts_the_rubbers_needed_and_the_games_of_each(match, games, withdrawn):
    at = draw(seat(teams(2, {**TIES, "match": match, "withdrawn": "walkovers"}), "l"), "l")
    fixture = at.stage("l").rounds[0].fixtures[0]
    if withdrawn:
        at = apply(at, Withdrawn(entrant=fixture.b, stage="l"))
    else:
        at = told(at, "l.1.1", how="walkover", against=fixture.b)
    (table,) = tables(at, at.stage("l"))
    rows = {row.entrant: row for row in table.standings}
    assert [rows[fixture.a].value(key) for key in ("points", "rubbers", "games", "net")] == [2, 2, games, 25 * games]
    assert [rows[fixture.b].value(key) for key in ("points", "rubbers", "games", "net")] == [0, -2, -games, -25 * games]


def test_an_absent_team_is_not_better_off_than_one_that_loses_every_rubber():
    at = seat(teams(4, TIES), "l")
    for _ in range(3):
        at = draw(at, "l")
    for round in at.stage("l").rounds:
        for each in round.fixtures:
            address = f"l.{round.number}.{each.number}"
            if "t4" in (each.a, each.b):
                at = told(at, address, how="walkover", against="t4")
            else:
                won = (25, 24) if each.a < each.b else (24, 25)
                at = told(told(at, f"{address}.1", won), f"{address}.2", won)
    (table,) = tables(at, at.stage("l"))
    assert table.order == ("t1", "t2", "t3", "t4")
    assert [row.value("rubbers") for row in table.standings] == [6, 2, -2, -6]


def test_a_level_team_tie_of_a_cup_is_decided_by_its_tie_break():
    terms = {**TIES, "id": "c", "system": "knockout", "rubbers": ("singles", "singles")}
    at = draw(seat(teams(2, terms), "c"), "c")
    with pytest.raises(RefusedRequest, match="enter results of its rubbers"):
        told(at, "c.1.1", winner="t1")
    at = told(told(at, "c.1.1.1", (25, 3)), "c.1.1.2", (3, 25))
    assert final_order(at)[0] == "t1"
    assert not are_places_decided(at, at.stage("c"))
    with pytest.raises(RefusedRequest, match="t9 does not play"):
        told(at, "c.1.1", winner="t9")
    at = told(at, "c.1.1", winner="t2", reason="extra board")
    assert final_order(at) == ("t2", "t1")
    assert are_places_decided(at, at.stage("c"))


def test_a_head_to_head_column_has_the_number_that_the_reason_quotes():
    found = 0
    for seed in range(60):
        rng = Random(seed)
        at = seat(hall(5, {"id": "g", "system": "groups"}), "g")
        while rounds_left(at, at.stage("g")):
            at = draw(at, "g")
            for each in at.stage("g").rounds[-1].fixtures:
                if each.b:
                    score = rng.choice([(25, 20), (20, 25), (25, 15)])
                    at = told(at, f"g.{at.stage('g').rounds[-1].number}.{each.number}", score)
        (table,) = tables(at, at.stage("g"))
        for above, row in zip(table.standings, table.standings[1:], strict=False):
            if row.key in ("head", "head-net"):
                found += 1
                assert row.mine in row.shown(row.key).split("; ")
                assert row.theirs in above.shown(row.key).split("; ")
                assert f"{row.mine} against {row.theirs}" in why_placed(at, table, row).replace("\u200e", "")
    assert found > 20


def test_a_head_to_head_that_was_never_counted_is_a_dash():
    at = draw(seat(hall(4, {"id": "g", "system": "groups"}), "g"), "g")
    (table,) = tables(at, at.stage("g"))
    assert {row.shown("head") for row in table.standings} == {"–"}


def test_notes_name_byes_deductions_withdrawals_walkovers_and_protests():
    at = draw(hall(5, {"id": "s", "system": "swiss", "rounds": 3}), "s")
    at = told(at, "s.1.1", how="walkover", against=at.stage("s").rounds[0].fixtures[0].b)
    at = told(at, "s.1.2", (25, 3))
    at = apply(at, Protested(line=len(at.events), side="p2", reason="queen"))
    at = apply(at, Deducted(entrant="p3", stage="s", points=2, reason="Law 143h"))
    at = apply(at, Withdrawn(entrant="p4", stage="s"))
    (table,) = tables(at, at.stage("s"))
    assert notes_of(at, at.stage("s"), table) == (
        "Withdrawn: Player 4.",
        "Match points deducted: Player 3 −2.",
        "A bye counts as a win and 25-0, but not for Buchholz: Player 5.",
        "Walkovers: s.1.1.",
        "Under protest and not counted yet: s.1.2.",
    )
    page = as_html(standings(at, "en"))
    assert all(note in page for note in notes_of(at, at.stage("s"), table))
    printed = as_html(fixtures(at, "en"))
    assert "25-0" in printed, "the bye shows what it counts"
    assert "25-3 under protest" in printed
    (stage,) = event_view(at, "e", False, "en").stages
    assert stage.tables[0].notes == notes_of(at, at.stage("s"), table)


def test_a_walkover_of_a_rubber_is_noted():
    at = draw(seat(teams(2, TIES), "l"), "l")
    at = told(at, "l.1.1.1", how="walkover", against="t2")
    (table,) = tables(at, at.stage("l"))
    assert "Walkovers: l.1.1.1." in notes_of(at, at.stage("l"), table)


def test_places_by_lot_without_a_lot_are_noted():
    for lot, noted in (("", True), ("3 14", False)):
        at = draw(seat(hall(4, {"id": "g", "system": "groups"}, lot=lot), "g"), "g")
        (table,) = tables(at, at.stage("g"))
        assert any("no lot was drawn" in note for note in notes_of(at, at.stage("g"), table)) == noted


def test_who_rests_is_printed_and_told():
    at = draw(seat(hall(5, {"id": "g", "system": "groups"}), "g"), "g")
    round = at.stage("g").rounds[0]
    assert len(resting_in(at.stage("g"), round)) == 1
    assert "Resting in this round: Player" in as_html(fixtures(at, "en"))
    (stage,) = event_view(at, "e", False, "en").stages
    assert len(stage.rounds[0].resting) == 1


def test_the_reason_of_a_group_pairing_names_the_group():
    at = draw(seat(hall(8, {"id": "g", "system": "groups", "groups": 2}), "g"), "g")
    round = at.stage("g").rounds[0]
    reasons = [reason for _, reason in why_drawn(before_draw(at, round), "g", round)]
    assert [reason[:8] for reason in reasons] == ["Group A:"] * 2 + ["Group B:"] * 2


def test_a_pairing_that_keeps_clubs_apart_says_so():
    at = draw(hall(8, {"id": "s", "system": "swiss", "rounds": 3, "apart": 1}, clubs=4), "s")
    round = at.stage("s").rounds[0]
    reasons = dict(why_drawn(before_draw(at, round), "s", round)).values()
    assert all("are both of C" in reason and "kept apart in this round" in reason for reason in reasons)
    at = draw(hall(8, {"id": "s", "system": "swiss", "rounds": 3}, clubs=4), "s")
    round = at.stage("s").rounds[0]
    assert not any("kept apart" in reason for _, reason in why_drawn(before_draw(at, round), "s", round))


def test_reasons_have_no_wrong_plural():
    at = draw(hall(2, {"id": "s", "system": "swiss", "rounds": 1}), "s")
    round = at.stage("s").rounds[0]
    ((_, reason),) = why_drawn(before_draw(at, round), "s", round)
    assert "1 places" not in reason
    assert "1 apart in the order" in reason


def test_the_command_prints_shared_places_and_notes(tmp_path, capsys):
    file = str(tmp_path / "c.carrom-event")
    assert main(["event", "new", file, "--name", "Cup", "--stage", "c knockout", "--lot", "3"]) == 0
    for id in ("asha", "bela", "chitra", "dev"):
        assert main(["event", "enter", file, id, id.title()]) == 0
    assert main(["event", "draw", file]) == 0
    assert main(["event", "result", file, "c.1.1", "25-3"]) == 0
    assert main(["event", "result", file, "c.1.2", "25-3"]) == 0
    capsys.readouterr()
    assert main(["event", "standings", file]) == 0
    out = capsys.readouterr().out
    assert "Places so far" in out
    assert "   3–4  Dev" in out
    assert "     –  Asha" in out


def test_a_league_of_single_matches_has_no_column_of_rubbers():
    at = draw(seat(hall(4, {"id": "l", "system": "league"}), "l"), "l")
    (stage,) = event_view(at, "e", False, "en").stages
    assert "rubbers" not in " ".join(stage.tables[0].heads).lower()
    assert "rubbers" not in as_html(standings(at, "en")).lower()
    ties = draw(seat(teams(4, {**TIES, "id": "l"}), "l"), "l")
    (stage,) = event_view(ties, "e", False, "en").stages
    assert "rubbers" in " ".join(stage.tables[0].heads).lower()
