"""Corrections: what may be changed when, what follows from it, and that the file reads back the same."""

from contextlib import suppress
from random import Random
from typing import get_args

import pytest
from tournament.halls import draw, hall, play, seat, teams
from tournament.test_fold import start, stepped

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.i18n import LANGUAGES
from carrom.rules.ruleset import named
from carrom.tournament import history as telling
from carrom.tournament.championship import apply, fold
from carrom.tournament.csv_tables import standings
from carrom.tournament.draw_files import changed_ground, differences, next_rounds
from carrom.tournament.draws import rounds_left
from carrom.tournament.event_file import Details, read_event, read_happening, read_terms, write_event
from carrom.tournament.event_log import Journal
from carrom.tournament.events import AnyEvent, Begun, Entered, Late, LotDrawn, Opened
from carrom.tournament.reasons import before_draw, why_drawn
from carrom.tournament.standings import tables
from carrom.tournament.state import Championship, FieldChange, members_of
from carrom.values import changed

SWISS = {"id": "s", "system": "swiss", "rounds": 3}
GROUPS = {"id": "g", "system": "groups", "groups": 2, "qualify": 2}
CUP = {"id": "c", "system": "knockout"}
TIES = {"id": "l", "system": "league", "rubbers": ["singles", "singles", "doubles"]}


def added(at: Championship, *lines: str, by: str = "organiser") -> Championship:
    """Return the championship after some lines by one author."""
    for line in lines:
        at = apply(at, changed(read_happening(line), by=by))
    return at


def refused(at: Championship, line: str, by: str = "organiser") -> str:
    """Return why a line is refused."""
    with pytest.raises(CarromError) as reason:
        added(at, line, by=by)
    return str(reason.value)


def reread(at: Championship) -> Championship:
    """Return the championship after writing and reading its file."""
    read = read_event(write_event(at.header, at.events))
    return fold(read.details, read.events)


def test_a_name_follows_everywhere_and_the_draw_stays_the_same() -> None:
    at = play(draw(hall(6, SWISS), "s"), "s", Random(1))
    before = at
    after = added(at, 'edit p1 name="Asha Rao" club="Pune" reason="misspelt"', by="referee:ravi")
    assert after.name("p1") == "Asha Rao"
    assert [row[2:] for row in standings(before)] == [
        [{"Asha Rao": "Player 1"}.get(str(cell), cell) for cell in row[2:]] for row in standings(after)
    ]
    after = draw(after, "s")
    round = after.stage("s").rounds[1]
    answer = " ".join(why for _, why in why_drawn(before_draw(after, round), "s", round))
    assert "Player 1 " not in answer
    assert list(differences(after)) == []
    assert after.corrections[0].changes == (
        FieldChange("name", "Player 1", "Asha Rao"),
        FieldChange("club", "", "Pune"),
    )
    assert after.events[-2].by == "referee:ravi"
    assert reread(after) == after


def test_a_correction_needs_a_reason_once_a_round_is_drawn() -> None:
    at = hall(4, SWISS)
    assert added(at, "edit p1 club=Pune").entrant("p1").club == "Pune"
    assert "needs a reason" in refused(draw(at, "s"), "edit p1 club=Pune")
    assert "needs a reason" in refused(draw(at, "s"), "details name=Open")
    filled = added(draw(at, "s"), "details boards=3 place=Pune")
    assert (filled.details.boards, filled.details.place) == (3, "Pune"), "a blank is filled in, not corrected"
    assert "needs a reason" in refused(filled, "details boards=4")
    assert "needs a reason" in refused(draw(at, "s"), "details boards=3 name=Open")


def test_a_correction_that_changes_nothing_is_refused() -> None:
    assert (
        refused(hall(4, SWISS), 'edit p1 name="Player 1"') == "Player 1 already has these values; nothing would change"
    )


def test_two_entrants_cannot_have_one_name() -> None:
    assert "already entered, as p2" in refused(hall(4, SWISS), 'edit p1 name="player 2"')


def test_a_seed_changes_only_while_no_draw_rests_on_it() -> None:
    at = hall(4, SWISS)
    assert added(at, "edit p4 seed=1", "edit p1 seed=0").entrant("p1").seed is None
    at = draw(at, "s")
    assert "the seed of Player 4 can no longer change" in refused(at, "edit p4 seed=1 reason=forgotten")
    back = added(at, "retract s.1 reason=seeds", "edit p4 seed=1 reason=forgotten")
    assert draw(back, "s").stage("s").rounds[0].fixtures[0].a in ("p1", "p4")


def test_a_seed_moves_groups_that_are_seated_but_not_drawn() -> None:
    at = seat(hall(8, GROUPS), "g")
    at = added(at, "edit p8 seed=1", "edit p1 seed=8")
    assert at.stage("g").seats == ()
    assert "p8" in seat(at, "g").stage("g").seats[0][:1]


def test_an_entry_made_by_mistake_is_removed_before_the_draw() -> None:
    at = hall(5, SWISS)
    assert [each.id for each in added(at, "remove entrant p5").entrants] == ["p1", "p2", "p3", "p4"]
    assert "withdraw them instead" in refused(draw(at, "s"), "remove entrant p5 reason=twice")
    two = hall(4, SWISS, {**CUP, "source": "s"})
    assert "takes its entrants from" in refused(two, "remove stage s")
    assert [each.id for each in added(two, "remove stage c").stages] == ["s"]


def test_a_reinstated_player_is_drawn_again_and_the_missed_round_stays_missed() -> None:
    at = play(draw(hall(6, SWISS), "s"), "s", Random(2))
    at = play(draw(added(at, "withdraw p3 stage=s reason=ill"), "s"), "s", Random(3))
    assert all("p3" not in (each.a, each.b) for each in at.stage("s").rounds[1].fixtures)
    at = draw(added(at, "reinstate p3 stage=s reason=fit"), "s")
    assert any("p3" in (each.a, each.b) for each in at.stage("s").rounds[2].fixtures)
    assert "has not withdrawn" in refused(at, "reinstate p3 stage=s reason=fit")
    assert list(differences(at)) == []


def test_reinstating_in_a_group_counts_the_annulled_matches_again() -> None:
    at = seat(hall(4, {**GROUPS, "groups": 1}), "g")
    for _ in range(rounds_left(at, at.stage("g"))):
        at = draw(at, "g")
    at = added(at, "finish g.1.1 25-3")
    table = tables(at, at.stage("g"))
    first = at.stage("g").rounds[0].fixtures[0].a
    gone = added(at, f"withdraw {first} stage=g")
    assert tables(gone, gone.stage("g")) != table
    back = added(gone, f"reinstate {first} stage=g reason=here")
    assert tables(back, back.stage("g")) == table


def test_nobody_is_reinstated_into_a_bracket_that_went_on_without_them() -> None:
    at = draw(seat(hall(4, CUP), "c"), "c")
    a, b = at.stage("c").rounds[0].fixtures[0].a, at.stage("c").rounds[0].fixtures[0].b
    gone = added(at, f"withdraw {a} stage=c", "finish c.1.2 25-3")
    assert added(gone, f"reinstate {a} stage=c reason=here").stage("c").withdrawn == ()
    on = draw(gone, "c")
    assert b in (on.stage("c").rounds[1].fixtures[0].a, on.stage("c").rounds[1].fixtures[0].b)
    assert "c.2 was drawn without" in refused(on, f"reinstate {a} stage=c reason=here")
    back = added(on, "retract c.2 reason=back", f"reinstate {a} stage=c reason=here")
    assert back.stage("c").withdrawn == ()


def test_a_deduction_is_reversed_and_a_round_drawn_meanwhile_is_named() -> None:
    at = play(draw(hall(6, SWISS), "s"), "s", Random(4))
    plain = tables(at, at.stage("s"))
    at = added(at, 'deduct p1 1 stage=s reason="Law 143h"', by="referee")
    line = len(at.events)
    at = draw(at, "s")
    at = added(at, f"restore {line} reason='wrong'".replace("'", '"'), by="referee")
    assert at.deductions[0].reversed == len(at.events)
    assert tables(at, at.stage("s"), 1)[0].standings == plain[0].standings
    assert any("s.2" in each and "deduction" in each for each in changed_ground(at))
    assert "already reversed" in refused(at, f"restore {line} reason=again", by="referee")
    assert "is not a deduction" in refused(at, "restore 1 reason=again", by="referee")


def test_the_number_of_boards_is_corrected_and_matches_leave_boards_that_are_gone() -> None:
    at = added(hall(8, SWISS), "details boards=4")
    from carrom.tournament.draw_files import next_rounds

    for each in next_rounds(at, at.stage("s")):
        at = apply(at, each)
    after = added(at, 'details boards=2 sessions="2026-11-21 09:00-18:00" reason="two boards are broken"')
    assert [each.board for each in after.stage("s").rounds[0].fixtures] == [1, 2, 0, 0]
    assert (after.details.boards, after.header.boards) == (2, 0)
    assert reread(after) == after
    busy = added(at, "place s.1.4 board=4 called=yes")
    assert "play at table 4" in refused(busy, "details boards=2 reason=broken")


def test_settings_change_until_the_first_draw() -> None:
    at = hall(4, SWISS, {**CUP, "source": "s"})
    at = added(at, 'settings s rounds=2 kind=player name="Open"', 'settings s kind=""')
    assert (at.stage("s").terms.rounds, at.stage("s").terms.kind, at.stage("s").terms.name) == (2, None, "Open")
    assert at.corrections[0].changes[-1] == FieldChange("rounds", "3", "2")
    assert "cannot take its entrants from itself" in refused(at, "settings s from=c")
    assert "no setting" in refused(at, "settings s ronds=4")
    assert "can no longer change" in refused(draw(at, "s"), "settings s rounds=4 reason=more")
    assert reread(at) == at


def test_taking_back_the_draw_of_groups_lets_a_late_entry_in() -> None:
    at = seat(hall(7, GROUPS), "g")
    for _ in range(rounds_left(at, at.stage("g"))):
        at = draw(at, "g")
    at = added(at, 'entrant late "Late One"')
    assert "take back its draws first" in refused(at, "late late stage=g round=1")
    for round in reversed(at.stage("g").rounds):
        at = added(at, f"retract g.{round.number} reason=late{' seats=yes' if round.number == 1 else ''}")
    at = seat(added(at, "late late stage=g round=1"), "g")
    assert sorted(map(len, at.stage("g").seats)) == [4, 4]


def tie(at: Championship | None = None) -> Championship:
    """Return a league of three teams with one line-up handed in for its first tie."""
    at = at or teams(3, TIES)
    at = draw(seat(at, "l"), "l")
    first = next(each for each in at.stage("l").rounds[0].fixtures if each.b)
    assert {first.a, first.b} == {"t2", "t3"}
    return added(at, f'lineup l.1.{first.number} t2 ["T2 A"] ["T2 B"] ["T2 A","T2 C"]')


def number(at: Championship) -> int:
    return next(each.number for each in at.stage("l").rounds[0].fixtures if each.b)


def lineup(at: Championship, team: str = "t2"):
    fixture = next(each for each in at.stage("l").rounds[0].fixtures if each.b)
    return fixture.lineups[0 if fixture.a == team else 1], fixture


def test_a_substitute_takes_the_place_in_a_sealed_line_up() -> None:
    at = added(tie(), 'edit t2 players=["T2 D","T2 B","T2 C"] reason="injury"')
    assert lineup(at)[0] == (("T2 D",), ("T2 B",), ("T2 D", "T2 C"))
    assert lineup(at)[1].lineup_changes == ()


def test_once_both_line_ups_are_open_only_the_referee_names_a_substitute() -> None:
    at = tie()
    at = added(at, f'lineup l.1.{number(at)} t3 ["T3 A"] ["T3 B"] ["T3 A","T3 C"]')
    line = 'edit t2 players=["T2 D","T2 B","T2 C"] reason="injury"'
    assert "only the referee may change the roster now" in refused(at, line)
    at = added(at, f"finish l.1.{number(at)}.1 25-3")
    after = added(at, line, by="referee:ravi")
    assert lineup(after)[0] == (("T2 A",), ("T2 B",), ("T2 D", "T2 C"))
    assert lineup(after)[1].lineup_changes[0].reason == "injury"
    more = f'lineup l.1.{number(at)} t2 ["T2 A"] ["T2 D"] ["T2 B","T2 C"] reason="ill"'
    assert lineup(added(after, more, by="referee:ravi"))[0][1] == ("T2 D",)


def test_a_misspelt_player_is_renamed_in_line_ups_and_in_played_rubbers() -> None:
    at = tie()
    at = added(at, f'lineup l.1.{number(at)} t3 ["T3 A"] ["T3 B"] ["T3 A","T3 C"]', f"finish l.1.{number(at)}.1 25-3")
    at = added(at, 'edit t2 player="T2 A" now="Tara A" reason="misspelt"')
    assert at.entrant("t2").players == ("Tara A", "T2 B", "T2 C")
    assert lineup(at)[0] == (("Tara A",), ("T2 B",), ("Tara A", "T2 C"))
    assert "nobody does not belong" not in refused(at, 'edit t2 player="T2 X" now="Y" reason="misspelt"')


def test_an_umpire_of_the_corrected_club_leaves_the_match() -> None:
    at = draw(added(hall(4, SWISS), 'umpire uma "Uma" club=Delhi'), "s")
    fixture = at.stage("s").rounds[0].fixtures[0]
    at = added(at, f"place s.1.{fixture.number} umpire=uma")
    assert at.stage("s").rounds[0].fixtures[0].umpire == "uma"
    assert added(at, f"edit {fixture.a} club=Goa reason=moved").stage("s").rounds[0].fixtures[0].umpire == "uma"
    assert added(at, f"edit {fixture.a} club=Delhi reason=moved").stage("s").rounds[0].fixtures[0].umpire == ""
    assert added(at, "edit umpire:uma name=Uma2 reason=misspelt").umpires[0].name == "Uma2"
    assert "an umpire has no seed" in refused(at, "edit umpire:uma seed=3 reason=odd")


@pytest.fixture
def event(tmp_path, capsys):
    """Return a function that runs `carrom event` on one file with four players, and returns its answer or refusal."""
    path = tmp_path / "x.carrom-event"

    def run(task: str, *words: str) -> str:
        before = path.read_bytes() if path.exists() else b""
        code = main(["event", task, str(path), *words])
        out, err = capsys.readouterr()
        if code:
            assert err.count("\n") == 1, err
            assert path.read_bytes() == before
            return err
        assert not err
        return out

    run("new", "--name", "Test", "--stage", "s swiss rounds=3 name=Open", "--lot", "1", "--tables", "2")
    for number, name in enumerate(["Asha Roa", "Bilal Khan", "Chitra Sen", "Dev Nair"], 1):
        run("enter", name.split()[0].lower(), name, "--seed", str(number))
    return run


def test_the_commands_correct_by_id_by_name_and_by_address(event) -> None:
    event("draw")
    assert "Asha Roa was renamed Asha Rao." in event("edit", "asha", "--name", "Asha Rao", "--reason", "misspelt")
    assert "Club of" not in event("edit", "Asha Rao", "--club", "Pune", "--reason", "moved")
    assert "Chitra Sen wins 25–12." in event("result", "s.1.1", "12-25")
    said = event("correct", "s.1.1", "25-12", "--reason", "card misread")
    assert "corrected: Asha Rao wins 25–12; before: Chitra Sen wins 25–12." in said
    assert "Bilal Khan withdrew from Open." in event("withdraw", "bilal khan", "--reason", "ill")
    assert "Bilal Khan is back in Open." in event("reinstate", "bilal", "--reason", "fit again")
    assert "1 match point was deducted from Dev Nair" in event("deduct", "dev", "1", "--reason", "Law 143h")
    assert "deduction of 1 match point from Dev Nair was reversed" in event("restore", "dev", "--reason", "wrong")
    assert "no match points of Dev Nair are deducted" in event("restore", "dev", "--reason", "wrong")
    assert "number of tables changed from 2 to 3" in event("details", "--tables", "3", "--reason", "one more")
    assert "the result stands" in (
        event("protest", "s.1.1", "chitra", "--reason", "q") and event("rule", "s.1.1", "stands", "--reason", "covered")
    )
    assert "is to be played again; before: Asha Rao wins 25–12." in event(
        "rule", "s.1.1", "void", "--reason", "wrong match"
    )


def test_the_rules_are_corrected_until_a_match_is_played_by_them(event) -> None:
    event("draw")
    club = named("club")
    said = event("details", "--ruleset", "club", "--reason", "the wrong rules were chosen", "--by", "organiser:lena")
    assert "rules changed from The official Laws to The club game" in said
    assert f"edition of the rules changed from {named('icf').edition} to {club.edition}" in said
    assert "already has these values" in event("details", "--ruleset", "club", "--reason", "again")
    assert "no rule set is called 'chess'; expected one of icf, " in event(
        "details", "--ruleset", "chess", "--reason", "x"
    )
    assert f'expected edition="{club.edition}"' in event("append", "details", "rules=club", "reason=x")
    event("result", "s.1.1", "25-12")
    said = event("details", "--ruleset", "icf", "--reason", "the other rules after all")
    assert "Asha Roa and Chitra Sen (s.1.1) have played or begun by these rules, so the rules can no longer " in said
    assert "have the referee rule its result void first, or begin a new tournament" in said
    event("rule", "s.1.1", "void", "--reason", "played by the wrong rules")
    event("details", "--ruleset", "icf", "--reason", "the other rules after all")
    assert event("verify").count("\n") >= 1


def test_a_correction_of_the_rules_is_told_in_every_language_and_reads_back() -> None:
    at = draw(hall(4, SWISS), "s")
    at = added(at, f'details rules=club edition="{named("club").edition}" name="Autumn Cup" reason="wrong rules"')
    assert (at.details.rules, at.details.edition) == ("club", named("club").edition)
    assert reread(at).details == at.details
    fields = dict(zip(LANGUAGES, (telling.history(at, each)[-1].in_full for each in LANGUAGES), strict=True))
    assert "The official Laws" in fields["en"]
    assert "आधिकारिक नियम" in fields["hi"]
    assert "क्लब का खेल" in fields["hi"]
    for said in fields.values():
        assert "wrong rules" in said
        assert "Autumn Cup" in said
        assert "“" not in said


@pytest.mark.parametrize("line", ["begin s.1.1", "claim s.1.1 p1 25-3", "finish s.1.1 walkover against=p1"])
def test_the_rules_cannot_change_under_a_match_that_is_played(line) -> None:
    at = draw(hall(4, SWISS), "s")
    at = added(at, line, by="referee:ravi")
    said = refused(at, f'details rules=club edition="{named("club").edition}" reason="wrong rules"')
    assert "the rules can no longer change" in said
    # A correction that leaves the rules as they are is still accepted.
    assert added(at, 'details rules=icf place="Town hall" reason="moved"').details.place == "Town hall"


def test_a_draw_is_taken_back_by_round_or_by_stage_and_late_entries_join(event) -> None:
    event("draw")
    event("enter", "esha", "Esha Das", "--late", "2")
    assert "Open: the draw of round 1 was taken back." in event("retract", "s", "--reason", "Esha is here")
    assert "Open is not drawn" in event("retract", "s", "--reason", "again")
    assert "joins Open from round 1" in event("late", "esha")
    assert "number of rounds changed from 3 to 2" in event("settings", "s", "rounds=2", "--reason", "less time")
    assert "was removed from the entries" in event("remove", "entrant", "Esha Das")
    assert "did you mean Bilal Khan (bilal)?" in event("withdraw", "bilall")


def test_the_log_is_one_sentence_a_line(event) -> None:
    event("draw")
    event("edit", "asha", "--name", "Asha Rao", "--reason", "misspelt", "--by", "referee:ravi")
    lines = event("log").splitlines()
    assert len(lines) == 8
    assert lines[-1].endswith("Asha Roa was renamed Asha Rao, by the referee ravi: misspelt.")
    assert "Open: round 1 was drawn, 2 matches, by the organiser." in lines[-2]
    assert event("log", "--corrections").count("\n") == 1
    assert 'edit asha name="Asha Rao"' in event("log", "--of", "renamed", "--raw")
    assert event("log", "--group", "draws").count("\n") == 3


def test_no_refusal_uses_the_words_of_a_library(event) -> None:
    for words in (
        ("edit", "asha", "seed=x"),
        ("edit", "asha", "kind=robot"),
        ("edit", "asha", "players=5"),
        ("details", "boards=many"),
        ("settings", "s", "rounds=many"),
        ("settings", "s", "match=long"),
        ("settings", "s", "keys=luck"),
        ("remove", "robot", "asha"),
        ("late", "asha", "stage=s", "round=x"),
        ("withdraw", "asha"),
    ):
        said = event("append", *words)
        assert said.startswith("carrom event: "), words
        assert not set(said.split()) & {
            "Expected",
            "Object",
            "Invalid",
            "`int`",
            "`str`",
            "int",
            "str",
            "got",
            "enum",
        }, said
        assert "$" not in said, said


def test_every_kind_of_line_has_a_sentence_in_every_language() -> None:
    assert set(telling._SENTENCES) == set(get_args(AnyEvent))
    kinds = [kind for kinds in telling.GROUPS.values() for kind in kinds]
    assert sorted(kinds, key=str) == sorted(set(telling._SENTENCES), key=str)
    seen = {language: set() for language in LANGUAGES}
    for seed in range(6):
        rng, at = Random(seed), start(Random(seed))
        for _ in range(120):
            with suppress(CarromError):
                at = stepped(rng, at)
        for language in LANGUAGES:
            for each in telling.history(at, language):
                assert "{" not in each.in_full, (language, each.in_full)
                assert "history." not in each.in_full, (language, each.in_full)
                seen[language].add(type(at.events[each.line - 1]))
    assert all(len(kinds) > 20 for kinds in seen.values())


def test_a_result_that_differs_from_what_a_side_reported_is_named_by_verify(event) -> None:
    event("draw")
    event("append", "claim", "s.1.1", "chitra", "12-25", "--by", "player:chitra")
    event("result", "s.1.1", "25-12")
    said = event("verify")
    assert "s.1.1: Chitra Sen reported that Chitra Sen wins 25–12; according to line" in said
    assert "by scorer, Asha Roa wins 25–12." in said


@pytest.mark.parametrize(
    ("stage", "begun", "why"),
    [
        ({"id": "l", "system": "league"}, False, "l is drawn; take back its draws, enter everybody, and draw again"),
        ({"id": "c", "system": "knockout"}, True, "c is drawn and has begun, so nobody can join it any more"),
        (SWISS, False, "s is drawn; expected an entry from round 2 or later, such as late ... s 2"),
        ({**SWISS, "rounds": 1}, False, "the last round of s is drawn"),
    ],
)
def test_an_entrant_who_would_play_in_no_stage_is_refused(tmp_path, stage, begun, why):
    path = tmp_path / "t.carrom-event"
    with Journal.create(path, Details(name="Open")) as journal:
        journal.add(LotDrawn(lot="7"), Opened(terms=read_terms(stage)))
        journal.add(*(Entered(id=f"p{at}", name=f"Player {at}") for at in range(1, 5)))
        journal.add(*next_rounds(journal.championship, journal.championship.stages[0]))
        if begun:
            journal.add(Begun(fixture=f"{stage['id']}.1.1"))
        before = path.read_bytes()
        with pytest.raises(RefusedRequest, match=f"Late would play in no stage: {why}"):
            journal.add(Entered(id="late", name="Late"))
        assert path.read_bytes() == before
        if stage == SWISS:
            journal.add(Entered(id="late", name="Late"), Late(entrant="late", stage="s", round=2))
            assert "late" in members_of(journal.championship, journal.championship.stage("s"))
