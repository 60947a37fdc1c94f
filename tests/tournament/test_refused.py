"""Invalid input is refused with one sentence, and the file stays unchanged."""

from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.event_log import Journal

GROUPS = ["--stage", "g groups groups=2 match=game qualify=2", "--stage", "cup knockout from=g match=game third=match"]


@pytest.fixture
def event(tmp_path, capsys):
    """Return a function that runs `carrom event` on one file, and returns its answer or refusal."""
    path = tmp_path / "x.carrom-event"

    def run(task: str, *words: str) -> str:
        before = path.read_bytes() if path.exists() else b""
        code = main(["event", task, str(path), *words])
        out, err = capsys.readouterr()
        if code:
            assert err.count("\n") == 1, err
            assert (path.read_bytes() if path.exists() else b"") == before
            return err
        assert not err or err.startswith("No lot has been drawn"), err
        return out

    run.path = path
    return run


BEGUN: dict[tuple[str, int, int], bytes] = {}
"""Files of events that many tests begin with; they are made once."""


def swiss(event, rounds: int = 3, count: int = 4) -> None:
    if content := BEGUN.get(("swiss", rounds, count)):
        event.path.write_bytes(content)
        return
    event("new", "--name", "Test", "--stage", f"s swiss rounds={rounds}", "--lot", "1")
    for number, name in enumerate(["asha", "bilal", "chitra", "dev", "esha", "farid"][:count], 1):
        event("enter", name, name.title(), "--seed", str(number))
    event("draw")
    BEGUN["swiss", rounds, count] = event.path.read_bytes()


def test_a_duplicate_entrant_is_refused(event):
    swiss(event)
    assert "asha is already entered, as Asha" in event("enter", "asha", "Another", "--late", "2")
    assert "ASHA is already entered, as asha" in event("enter", "asha2", "ASHA", "--late", "2")


def test_of_a_table_with_a_duplicate_nobody_is_entered(event, tmp_path):
    event("new", "--name", "Test", "--stage", "s swiss")
    (tmp_path / "e.csv").write_text("name,seed\nAsha,1\nBilal,2\nAsha,3\n", encoding="utf-8")
    assert "row 3: Asha is also in row 1" in event("enter", "--csv", str(tmp_path / "e.csv"))


def test_a_pair_drawn_twice_is_refused(event):
    swiss(event)
    event("result", "s.1.1", "25-12")
    event("result", "s.1.2", "25-12")
    assert "asha and chitra have already met" in event("append", "draw", "s.2", "asha-chitra", "bilal-dev")
    assert "asha is drawn 2 times" in event("draw", "--pairs", "asha-bilal", "asha-dev", "--reason", "why")
    assert "chitra is missing from the draw" in event("draw", "--pairs", "asha-bilal", "--reason", "why")


@pytest.mark.parametrize("score", ["26-3", "25-25", "20-20", "0-0", "25-12,25-3", "25", "x", "-1-25", "25-12.5"])
def test_a_score_that_no_rule_set_can_give_is_refused(event, score):
    swiss(event)
    assert event("result", "s.1.1", "--", score).startswith("carrom event: ")


def test_a_game_without_a_limit_of_boards_goes_to_its_end(event):
    event("new", "--name", "T", "--ruleset", "team-event", "--stage", "s swiss")
    for name in ("asha", "bilal"):
        event("enter", name, name)
    event("draw")
    assert "is not finished" in event("result", "s.1.1", "22-20")
    assert "finish s.1.1 25-20" in event("result", "s.1.1", "25-20")


def test_a_result_for_a_fixture_that_has_not_begun_is_refused(event):
    swiss(event)
    assert "s.2.1 does not exist yet; round 2 has not been drawn" in event("result", "s.2.1", "25-3")
    assert "there is no fixture s.1.3" in event("result", "s.1.3", "25-3")
    assert "there is no stage 'x'" in event("result", "x.1.1", "25-3")
    assert "(s.1.1) is not finished; the next round depends on it" in event("draw")


def test_a_finish_is_told_once_and_then_corrected(event):
    swiss(event)
    event("result", "s.1.1", "25-3")
    assert "s.1.1 already has a result; to change it, correct line" in event("result", "s.1.1", "25-3")
    line = event.path.read_text(encoding="utf-8").rstrip().splitlines()[-1].partition(".")[0]
    assert "correct" in event("correct", line, "3-25", "--reason", "card misread")
    assert f"line {line} is no longer in force" in event("correct", line, "25-3", "--reason", "again")
    assert "finish s.1.1 25-3" in event.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ["Test", "25-3", "s.1.1", "@"])
def test_an_edited_file_is_refused(event, where):
    swiss(event)
    event("result", "s.1.1", "25-3")
    text = event.path.read_text(encoding="utf-8")
    event.path.write_text(text.replace(where, {"@": "@1"}.get(where, "25-4"), 1), encoding="utf-8")
    assert event("standings")
    assert event("result", "s.1.2", "25-3")


def test_an_edited_file_says_which_line_to_put_back_and_how_changes_are_made(event):
    swiss(event)
    event("result", "s.1.1", "25-3")
    text = event.path.read_text(encoding="utf-8")
    event.path.write_text(text.replace("25-3", "25-4", 1), encoding="utf-8")
    said = event("standings")
    assert "was edited afterwards" in said
    assert "Restore the line, or the whole file from a backup, then make the change with `carrom event" in said


def cup(event) -> None:
    """Play groups of eight players, and the first match of a four-player cup."""
    if content := BEGUN.get(("cup", 0, 8)):
        event.path.write_bytes(content)
        return
    event("new", "--name", "Test", *GROUPS)
    for number in range(1, 9):
        event("enter", f"p{number}", f"Player {number}", "--seed", str(number))
    event("draw", "g")
    for round in (1, 2, 3):
        for number in (1, 2, 3, 4):
            event("result", f"g.{round}.{number}", "25-10")
    event("draw", "cup")
    event("result", "cup.1.1", "25-10")
    event("result", "cup.1.2", "25-10")
    event("draw", "cup")
    BEGUN["cup", 0, 8] = event.path.read_bytes()


def line_of(event, text: str) -> str:
    """Return the number of the first line of the file that contains this text."""
    lines = event.path.read_text(encoding="utf-8").splitlines()
    return next(line.partition(".")[0] for line in lines if f" {text} " in line)


def test_a_correction_that_changes_who_goes_on_after_the_next_fixture_began_is_refused(event):
    cup(event)
    first = line_of(event, "finish cup.1.1")
    assert "10-25" in event("correct", first, "10-25", "--reason", "misread")
    again = line_of(event, f"correct {first}")
    event("result", "cup.2.1", "25-10")
    refusal = event("correct", again, "25-10", "--reason", "misread again")
    assert "changes who advances to cup.2.1, which has begun; only a ruling by the referee can do that" in refusal
    group = line_of(event, "finish g.1.1")
    assert "only a ruling by the referee can do that" in event("correct", group, "10-25", "--reason", "misread")
    assert "expected a referee" in event("append", "rule", again, "25-10", "reason=x", "--by", "scorer:lena")
    assert "rule" in event("append", "rule", again, "25-10", "reason=video", "--by", "referee:ravi")
    assert "finish cup.2.1 25-10" in event("result", "cup.2.1", "25-10")


def test_a_protest_after_the_next_fixture_began_is_too_late(event):
    cup(event)
    first = line_of(event, "finish cup.1.1")
    event("result", "cup.2.1", "25-10")
    assert "it is too late to protest" in event("append", "protest", first, "side=p1", "reason=queen")


def test_a_correction_before_the_next_fixture_began_changes_who_plays_it(event):
    cup(event)
    before = event("export", "fixtures", "--stage", "cup")
    event("correct", line_of(event, "finish cup.1.1"), "10-25", "--reason", "misread")
    after = event("export", "fixtures", "--stage", "cup")
    assert before.splitlines()[3] != after.splitlines()[3]


def test_a_draw_is_taken_back_only_while_nothing_of_it_has_begun(event):
    swiss(event)
    event("append", "begin", "s.1.2")
    assert "s.1.2 has begun" in event("append", "retract", "s.1", "reason=late")
    assert "the draw of s.2 cannot be taken back; the last drawn round is s.1" in event(
        "append", "retract", "s.2", "reason=late"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("withdraw", "zoe", "stage=s"), "there is no entrant 'zoe'"),
        (("withdraw", "asha", "stage=x"), "there is no stage 'x'"),
        (("lot", "7"), "in quotes"),
        (("lot", '"7"'), "cannot change after a round"),
        (("late", "asha", "stage=s", "round=2"), "already plays in stage s"),
        (("deduct", "asha", "0", "stage=s", "reason=x"), "expected 1 to 99"),
        (
            ("deduct", "asha", "-1"),
            "deduct: '-1' is not a number of match points; expected 1 to 99, such as deduct asha 1 stage=s",
        ),
        (("deduct", "asha", "1.5", "stage=s", "reason=x"), "deduct: '1.5' is not a number of match points"),
        (("place", "s.1.1", "board=-2"), "table"),
        (("place", "s.1.1", "time=soon"), "is not a time"),
        (("place", "s.1.1", "time=2026-02-30 09:30"), "is not a time"),
        (("fly", "s.1.1"), "is not an event"),
        (("finish", "s.1.1", "25-3", "colour=red"), "has no setting 'colour'"),
        (("correct", "1", "25-3", "reason=x"), "line 1 is not a result"),
        (("stage", "s", "swiss"), "stage s already exists"),
        (("stage", "t", "ladder"), "expected one of groups, knockout, league, swiss"),
        (("lineup", "s.1.1", "asha", '["A"]'), "is not a team tie"),
        (("seat", "s", "asha,bilal"), "stage s"),
        (("protest", "7", "side=asha", "reason=x"), "is not a result"),
    ],
)
def test_other_lines_that_cannot_be_are_refused(event, words, why):
    swiss(event)
    assert why in event("append", *words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--name", "T"), "a tournament needs at least one stage"),
        (("--name", "T", "--preset", "x"), "is not a preset"),
        (("--name", "", "--preset", "swiss"), "the name of a tournament"),
        (("--name", "T", "--preset", "swiss", "--ruleset", "x"), "x"),
        (("--name", "T", "--preset", "swiss", "--sessions", "tomorrow"), "is not a session"),
        (("--name", "T", "--stage", "s swiss keys=points,points"), "lists a criterion twice"),
        (("--name", "T", "--stage", "s swiss", "--stage", "s knockout"), "already exists"),
        (("--name", "T", "--stage", "c knockout from=x"), "there is no stage 'x'"),
    ],
)
def test_a_championship_that_cannot_be_is_not_begun(event, words, why):
    assert why in event("new", *words)
    assert not event.path.exists()


def test_a_level_fixture_of_a_cup_says_what_decided_it(event):
    event("new", "--name", "T", "--stage", "c knockout match=game minutes=30 level=shoot-out")
    for number in range(1, 4):
        event("enter", f"p{number}", f"Player {number}", "--seed", str(number))
    event("draw")
    assert "give winner=, decided by shoot-out" in event("result", "c.1.2", "18-18", "clock")
    assert "winner=p3" in event("result", "c.1.2", "18-18", "clock", "--winner", "p3")
    assert "Player 1 - Player 3" in event("draw")


def test_a_table_without_a_column_of_names_is_refused(event, tmp_path: Path):
    event("new", "--name", "Test", "--stage", "s swiss")
    for text in ("who\nAsha\n", "Asha\nBilal\n", "age,seed\n3,1\n", "", 'name\n"Asha', "name,seed\nAsha,x\n"):
        (tmp_path / "e.csv").write_text(text, encoding="utf-8")
        assert event("enter", "--csv", str(tmp_path / "e.csv")).startswith("carrom event: ")


@pytest.mark.parametrize("header", ["name,club", '"name","club"', "name;club", "name\tclub"])
def test_quotes_in_a_table_are_read_as_spreadsheets_write_them(event, tmp_path: Path, header: str):
    between = next(each for each in ",;\t" if each in header)
    rows = [('"Pat O""Brien"', "Cork"), ('"=F(""a"",""b"")"', "B"), ('"Rao, Asha; Jr"', '"The ""Five"""')]
    (tmp_path / "e.csv").write_bytes("\r\n".join([header, *(between.join(row) for row in rows)]).encode())
    event("new", "--name", "Test", "--stage", "s swiss")
    event("enter", "--csv", str(tmp_path / "e.csv"))
    with Journal.resume(event.path) as journal:
        entered = journal.championship.entrants
    assert [(each.name, each.club) for each in entered] == [
        ('Pat O"Brien', "Cork"),
        ('=F("a","b")', "B"),
        ("Rao, Asha; Jr", 'The "Five"'),
    ]


def test_names_in_other_letters_and_names_that_look_alike_get_short_names_of_their_own(event, tmp_path: Path):
    event("new", "--name", "Test", "--stage", "s swiss")
    names = ["आशा", "பிலால்", "Asha Rao", "Asha-Rao", "3 Kings"]
    (tmp_path / "e.csv").write_text("name\n" + "\n".join(names) + "\n", encoding="utf-8")
    assert "5 entered" in event("enter", "--csv", str(tmp_path / "e.csv"))
    rows = event("export", "entrants").splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["p1", "p2", "asha_rao", "asha_rao_1", "p3_kings"]
