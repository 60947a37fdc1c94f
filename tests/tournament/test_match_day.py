"""Match day: ties reported as a whole, sealed line-ups, results by name, and lines without a setting."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tournament.halls import draw, hall, play, seat, teams

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.tournament import draw_files
from carrom.tournament.championship import apply
from carrom.tournament.event_file import Details, read_happening, read_terms
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Appointed, Corrected, Entered, Finished, LinedUp, Opened, Placed, Withdrawn
from carrom.tournament.identifiers import read_address, read_games
from carrom.tournament.permissions import holder, meant
from carrom.tournament.printing import as_html, fixtures, score_of
from carrom.tournament.result import result_in_english, result_of
from carrom.tournament.score_card import cards, ties
from carrom.tournament.standings import tables
from carrom.tournament.state import Championship
from carrom.values import changed

LEAGUE = {"id": "l", "system": "league", "rubbers": ["singles", "singles", "doubles"]}


def league() -> Championship:
    """Return a league of four teams with its first round drawn."""
    return draw(seat(teams(4, LEAGUE), "l"), "l")


def rubbers(at: Championship, team: str) -> tuple[int | str, int | str]:
    """Return the numbers of rubbers that a team has won and lost."""
    found = next(each for each in tables(at, at.stages[0])[0].standings if each.entrant == team)
    return found.value("rubbers-won"), found.value("rubbers-lost")


@pytest.mark.parametrize("how", ["walkover", "conceded", "disqualified"])
def test_a_tie_given_as_a_whole_counts_the_rubbers_needed_to_win_it(how: str) -> None:
    at = league()
    fixture = at.stages[0].rounds[0].fixtures[0]
    at = apply(at, Finished(fixture="l.1.1", how=how, against=fixture.b))  # type: ignore[arg-type]
    assert rubbers(at, fixture.a) == (2, 0)
    assert rubbers(at, fixture.b) == (0, 2)
    after = at.stages[0].rounds[0].fixtures[0]
    assert score_of(at.stages[0], after) == "2-0"


def test_both_teams_absent_count_no_rubber() -> None:
    at = apply(league(), Finished(fixture="l.1.1", how="double-walkover"))
    fixture = at.stages[0].rounds[0].fixtures[0]
    assert rubbers(at, fixture.a) == rubbers(at, fixture.b) == (0, 0)


def test_a_tie_against_a_team_that_withdrew_counts_the_rubbers_needed_to_win_it() -> None:
    at = draw(seat(teams(4, {**LEAGUE, "withdrawn": "walkovers"}), "l"), "l")
    fixture = at.stages[0].rounds[0].fixtures[0]
    at = apply(at, Withdrawn(entrant=fixture.a, stage="l"))
    assert rubbers(at, fixture.b) == (2, 0)


def test_the_sheet_of_a_tie_given_by_walkover_shows_the_walkover() -> None:
    at = league()
    fixture = at.stages[0].rounds[0].fixtures[0]
    at = apply(at, Finished(fixture="l.1.1", how="walkover", against=fixture.b))
    page = as_html(ties(at, "en"))
    first = page[: page.index("l.1.2")]
    assert "not played" not in first
    assert f"walkover {at.name(fixture.b)}" in first
    assert f"{at.name(fixture.a)} 2-0" in first
    assert "2-0 walkover" in as_html(fixtures(at, "en"))


def test_what_a_captain_has_named_may_be_completed_but_an_open_line_up_does_not_change(tmp_path: Path) -> None:
    path = tmp_path / "ties.carrom-event"
    at = league()
    a, b = (at.stages[0].rounds[0].fixtures[0].a, at.stages[0].rounds[0].fixtures[0].b)
    with Journal.create(path, Details(name="Teams", rules="team-event")) as journal:
        journal.add(*at.events)
        names = {side: at.entrant(side).players for side in (a, b)}
        journal.add(LinedUp(fixture="l.1.1", entrant=a, players=((names[a][0],),)))
        journal.add(LinedUp(fixture="l.1.1", entrant=b, players=((names[b][0],),)))
        journal.add(LinedUp(fixture="l.1.1", entrant=a, players=((names[a][0],), (names[a][1],)), by="organiser"))
        change = LinedUp(fixture="l.1.1", entrant=b, players=((names[b][1],),), by="organiser", reason="why not")
        with pytest.raises(CarromError, match="only the referee may change one now, and has to give a reason"):
            journal.add(change)
    assert main(["event", "append", str(path), "lineup", "l.1.1", b, f'["{names[b][1]}"]']) == 1
    words = ["event", "append", str(path), "lineup", "l.1.1", b, f'["{names[b][1]}"]', "reason=injury"]
    assert main([*words, "--by", "referee:ravi"]) == 0
    assert load(path).fixture(read_address("l.1.1")).lineup_changes[0].reason == "injury"


@pytest.mark.parametrize(
    ("word", "games"),
    [
        ("25:7", ((25, 7),)),
        ("25 : 7", ((25, 7),)),
        ("25 7", ((25, 7),)),
        ("25-18 14-25 25-16", ((25, 18), (14, 25), (25, 16))),
        ("25:18, 14:25", ((25, 18), (14, 25))),
    ],
)
def test_points_are_read_with_a_colon_a_dash_or_a_space(word: str, games: tuple[tuple[int, int], ...]) -> None:
    assert read_games(word) == games
    answer = read_happening(f"finish s.1.1 {word.replace(', ', ' ')} by=scorer")
    assert isinstance(answer, Finished)
    assert answer.games == games


@pytest.mark.parametrize("word", ["25", "25 7 3", "25-", "-5-3", "25-7-3", ""])
def test_half_a_score_is_refused(word: str) -> None:
    with pytest.raises(CarromError, match="is not a score; expected points such as 25-12"):
        read_games(word)


SENTENCES = {
    "25-12": "Player 1 wins 25–12",
    "12-25": "Player 5 wins 25–12",
    "18-18 clock": "Player 1 and Player 5 are level at 18–18",
    "12-18 clock": "Player 5 wins 18–12 by the clock",
    "walkover against=p1": "Player 5 wins 25–0 by walkover; Player 1 was absent",
    "10-12 retired against=p5": "Player 1 wins 25–12; Player 5 retired",
    "double-walkover": "both Player 1 and Player 5 were absent, and both lose",
}


@pytest.mark.parametrize("words", SENTENCES)
def test_a_result_names_the_winner(words: str) -> None:
    at = draw(hall(8, {"id": "s", "system": "swiss"}), "s")
    at = apply(at, read_happening(f"finish s.1.1 {words}"))
    address = read_address("s.1.1")
    outcome = at.fixture(address).finish
    assert outcome is not None
    assert result_in_english(result_of(at, address, outcome)) == SENTENCES[words]


def test_a_draw_is_stale_only_while_a_result_under_it_differs_and_its_prints_say_so() -> None:
    from random import Random

    at = draw(hall(8, {"id": "s", "system": "swiss"}), "s")
    at = draw(play(at, "s", Random(1)), "s")
    at = draw(play(at, "s", Random(2)), "s")
    finish = at.fixture(read_address("s.1.2")).finish
    assert finish is not None
    turned = tuple((b, a) for a, b in finish.told)
    assert draw_files.stale_draws(at) == ()
    wrong = apply(at, Corrected(line=finish.line, games=turned, how=finish.how, reason="turned", by="referee"))
    assert draw_files.stale_after(wrong, read_address("s.1.2")) == ("s.2", "s.3")
    assert draw_files.stale_after(wrong, read_address("s.1.1")) == ()
    assert "Drawn before the result of s.1.2 was changed" in as_html(fixtures(wrong, "en"))
    assert "Result changed after s.2, s.3 was drawn" in as_html(cards(wrong, "en", ("s", 1)))
    line = wrong.fixture(read_address("s.1.2")).finish
    assert line is not None
    right = apply(wrong, Corrected(line=line.line, games=finish.told, how=finish.how, reason="back", by="referee"))
    assert draw_files.stale_draws(right) == ()


LACKING = {
    "withdraw lalit": "withdraw: stage= is missing; expected withdraw hema stage=g",
    "late lalit": "late: stage= and round= are missing; expected late indu stage=s round=2",
    "deduct lalit 1": "deduct: stage= and reason= are missing",
    "protest 12": "protest: side= and reason= are missing",
    "retract s.2": "retract: reason= is missing",
}


@pytest.mark.parametrize("line", LACKING)
def test_a_line_that_lacks_a_setting_says_which_one_and_shows_a_whole_line(line: str) -> None:
    with pytest.raises(CarromError) as refused:
        read_happening(line)
    assert str(refused.value).startswith(LACKING[line])


# -- Permissions at a tournament: the table of roles, and the effect of proposals

NOW = datetime(2026, 11, 21, 9, 30)
ROLES = ("organiser", "referee", "scorer", "umpire:uma", "umpire:ravi", "captain:p1", "player:p1", "player:p2")
SAID = {
    'entrant indu "Indu"': {"organiser"},
    "stage t swiss": {"organiser"},
    "draw": {"organiser"},
    "call": {"organiser"},
    "schedule": {"organiser"},
    "place s.1.2 board=3": {"organiser"},
    'retract s.1 reason="overlooked"': {"organiser", "referee"},
    'retract s reason="overlooked"': {"organiser", "referee"},
    "withdraw p3 stage=s": {"organiser", "referee"},
    'withdraw p3 stage=s\nreinstate p3 stage=s reason="here after all"': {"organiser", "referee"},
    'edit p3 name="Chitra Rao" reason="misspelt"': {"organiser", "referee"},
    'edit umpire:ravi club=Pune reason="forgotten"': {"organiser", "referee"},
    "late indu stage=s round=2": {"organiser", "referee"},
    'details boards=6 reason="two more boards"': {"organiser"},
    'settings t rounds=5 reason="less time"': {"organiser"},
    'remove umpire ravi reason="not here"': {"organiser"},
    'deduct p1 1 stage=s reason="late"\nrestore NEXT reason="was there"': {"referee"},
    'umpire ben "Ben"': {"organiser"},
    "links scorer": {"organiser"},
    "clock s.1 start 2700": {"organiser", "referee"},
    'table 3 closed reason="a cracked frame"': {"organiser"},
    "begin s.1.1": {"organiser", "referee", "umpire:uma"},
    "begin s.1.2": {"organiser", "referee", "player:p2"},
    "finish s.1.2 25-12": {"organiser", "referee", "scorer"},
    "finish s.1.2 walkover against=p2": {"referee"},
    "claim s.1.1 p1 25-12": set(),
    "claim s.1.2 p2 25-12": {"player:p2"},
    "sheet s.1.1 25-12": set(),
    "claim s.1.1 p1 retired against=p1": set(),
    'correct LINE 25-13 reason="misread"': {"referee"},
    'rule LINE 25-13 reason="misread"': {"referee"},
    'deduct p1 1 stage=s reason="late"': {"referee"},
    'protest LINE side=p1 reason="queen"': {"referee", "umpire:uma", "captain:p1", "player:p1"},
}


def local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def ground(line: str) -> tuple[Championship, str]:
    """Return a championship in which a line is valid, and the line with the number it refers to filled in."""
    at = hall(8, {"id": "s", "system": "swiss"})
    at = changed(at, details=changed(at.details, boards=4, sessions="2026-11-21 09:30-18:00"))
    at = apply(apply(at, Appointed(id="uma", name="Uma")), Appointed(id="ravi", name="Ravi"))
    if line == "draw":
        return at, line
    at = draw(at, "s")
    at = apply(at, Placed(fixture="s.1.1", umpire="uma"))
    if "LINE" in line:
        at = apply(at, Finished(fixture="s.1.1", games=((25, 12),)))
    if line.startswith("late"):
        at = apply(at, Entered(id="indu", name="Indu"))
    if line.startswith("settings"):
        at = apply(at, Opened(terms=read_terms({"id": "t", "system": "swiss"})))
    count = len(at.events)
    return at, line.replace("LINE", str(count)).replace("NEXT", str(count + 1))


@pytest.mark.parametrize("line", SAID)
def test_every_role_may_say_exactly_what_the_table_gives_it(line: str) -> None:
    at, answer = ground(line)
    assert at.stage("s").rounds == () or at.stage("s").rounds[0].fixtures[0].a == "p1"
    able = set()
    for role in ROLES:
        try:
            after = at
            for each in meant(at, holder(role), answer, NOW, local):
                assert each.by in (role, "")
                after = apply(after, changed(each, by=role))
            assert len(after.events) > len(at.events)
            able.add(role)
        except CarromError as reason:
            assert f"this link is for the {role.split(':')[0]}" in str(reason)
    assert able == SAID[line]


def test_nobody_speaks_for_somebody_else() -> None:
    at, _ = ground("")
    (answer,) = meant(at, holder("scorer"), "finish s.1.1 25-3 by=referee:ravi", NOW, local)
    assert answer.by == "scorer"


def test_a_captain_names_the_line_up_of_the_own_team_only() -> None:
    at = draw(seat(teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "singles")}), "l"), "l")
    a, b = at.stages[0].rounds[0].fixtures[0].a, at.stages[0].rounds[0].fixtures[0].b
    line = f'lineup l.1.1 {a} ["{at.entrant(a).players[0]}"]'
    assert meant(at, holder(f"captain:{a}"), line, NOW, local)
    with pytest.raises(CarromError, match="the referee or the captain of that team"):
        meant(at, holder(f"captain:{b}"), line, NOW, local)


@pytest.mark.parametrize("word", ["king", "scorer:lena", "umpire:Ravi", ""])
def test_what_is_no_role_is_refused(word: str) -> None:
    with pytest.raises(RefusedRequest, match="is not a role"):
        holder(word)
