"""A tie in the terminal: line-ups, rubbers with their own records, dead rubbers, the card of the tie."""

from pathlib import Path

import pytest
from strategies_game import header

from carrom.cli import main
from carrom.errors import RecordError, RefusedRequest, SetupError
from carrom.game.tie import Team, Tie
from carrom.rules.ruleset import ruleset
from carrom.umpire.tie_table import NAME, TIE_HELP, TieFiles, UmpiredTie, hear_tie, is_tie, tie_card

TEAMS = (Team(name="Pune", players=("Asha", "Chitra", "Esha Rao")), Team(name="Delhi", players=("Bilal", "Dev")))
SINGLES_1 = ("lineup asha / bilal", "concede bilal")
OPENING = ("toss a", "choose break", "seats keep")
BOARD = ("play", "w3", "q w1", "w5")


def begun(teams=TEAMS, **fields: object) -> UmpiredTie:
    return UmpiredTie(Tie.begin(ruleset("team-event"), teams, **fields))  # type: ignore[arg-type]


def typed(*lines: str, at: UmpiredTie | None = None) -> tuple[UmpiredTie, str]:
    """Type lines at a tie; return the tie and the text of the last answer."""
    here, words = begun() if at is None else at, ""
    for line in lines:
        here, answer = hear_tie(here, line)
        words = "\n".join(answer.words)
    return here, words


def test_a_tie_asks_for_the_line_up_of_its_first_rubber() -> None:
    assert begun().standing == (
        "Tie: Pune 0 - Delhi 0",
        "  next: rubber 1, singles: who plays (type `lineup asha / bilal`)",
    )


def test_a_rubber_begins_with_its_line_up_and_has_a_table_like_any_game() -> None:
    at, words = typed("lin ash / bil")
    assert words.splitlines() == [
        "Rubber 1: singles, Asha against Bilal",
        "After 0 boards: Asha 0 - Bilal 0",
        "  next: the toss (type `toss asha` or `toss bilal`)",
    ]
    assert at.table is not None
    assert at.table.game.header.match_number == "rubber 1"
    _, words = typed(*OPENING, *BOARD, at=at)
    assert words.splitlines()[1] == "Board 1: Asha gains 12 points. A white slam!"


def test_the_records_of_all_rubbers_say_the_same_event_and_umpire() -> None:
    at = begun()
    known = header()
    at, _ = hear_tie(at, "lineup asha / bilal", known)
    for line in ("concede asha", "lineup chitra / dev"):
        at, _ = hear_tie(at, line)
    assert [table.game.header.date for table in at.tables] == ["2026-11-20", "2026-11-20"]


def test_the_end_of_a_rubber_is_told_with_the_tie_and_asks_for_the_next_line_up() -> None:
    _, words = typed("lineup asha / bilal", *OPENING, *BOARD, "concede bilal")
    assert words.splitlines() == [
        "Asha wins the game by concession, 12-0.",
        "Rubber 1 goes to Pune, 12-0.",
        "Tie: Pune 1 - Delhi 0",
        "  next: rubber 2, singles: who plays (type `lineup chitra / dev`)",
    ]


def test_a_rubber_can_be_looked_at_and_taken_back_until_the_next_one_begins() -> None:
    at, _ = typed("lineup asha / bilal", *OPENING, *BOARD, "concede bilal")
    _, words = typed("card", at=at)
    assert words.splitlines()[-1] == "Game won by: Asha by concession, 12-0"
    at, words = typed("undo", at=at)
    assert words.splitlines()[0] == "Taken back: `concede bilal match`."
    assert at.tie.running is not None


def test_a_tie_that_is_decided_leaves_the_dead_rubber_unplayed() -> None:
    at, words = typed(*SINGLES_1, "lineup chitra / dev", "concede dev")
    assert words.splitlines() == [
        "Chitra wins the game by concession, 0-0.",
        "Rubber 2 goes to Pune, 0-0.",
        "Rubber           Pune    Delhi  Score  Won by",
        "1       singles  Asha    Bilal  0-0    Pune",
        "2       singles  Chitra  Dev    0-0    Pune",
        "3       doubles  .       .      .      not played",
        "Tie won by: Pune 2-0",
        "Pune wins the tie, 2-0.",
        "  next: nothing more: the tie is decided (type `tie`, `card`, `undo` or `quit`)",
    ]
    with pytest.raises(RefusedRequest, match="no line-up is expected now; expected is nothing more"):
        hear_tie(at, "lineup asha chitra / bilal dev")


def test_a_drawn_rubber_and_one_that_nobody_came_to_are_told() -> None:
    at, words = typed("lineup asha / bilal", *OPENING, "play", "time")
    assert words.splitlines()[-3:-1] == ["Rubber 1 is drawn, 0-0.", "Tie: Pune 0 - Delhi 0"]
    at, words = typed("lineup chitra / dev", "award nobody walkover", at=at)
    assert "Rubber 2 counts for neither team." in words
    assert [line.split("  ")[-1] for line in tie_card(at.tie)[1:3]] == ["drawn", "nobody"]


def test_a_dead_rubber_is_played_where_it_is_asked_for() -> None:
    at, words = typed(*SINGLES_1, "lineup chitra / dev", "concede dev", at=begun(play_out=True))
    assert words.splitlines()[-2:] == [
        "Pune has won the tie, 2-0.",
        "  next: rubber 3, doubles: who plays (type `lineup asha chitra / bilal dev`)",
    ]
    at, words = typed("lineup asha, esha / bilal dev", "concede b", at=at)
    assert words.splitlines()[-2] == "Pune wins the tie, 3-0."
    assert tie_card(at.tie)[3] == "3       doubles  Asha and Esha Rao  Bilal and Dev  0-0    Pune"


def test_the_card_tells_what_is_being_played_and_what_is_to_come() -> None:
    at, words = typed(*SINGLES_1, "lineup chitra / dev", "tie")
    assert words.splitlines() == [
        "Rubber           Pune    Delhi  Score  Won by",
        "1       singles  Asha    Bilal  0-0    Pune",
        "2       singles  Chitra  Dev    0-0    running",
        "3       doubles  .       .      .      to come",
        "Tie won by: .",
        "  next: the end of rubber 2",
    ]
    assert at.standing[0] == "Rubber 2: singles, Chitra against Dev"


def test_a_line_up_typed_ahead_waits_until_its_rubber_begins() -> None:
    at, words = typed("lineup asha / bilal", "lineup chitra / dev")
    assert words.splitlines()[0] == "Rubber 2: singles, Chitra against Dev."
    at, words = typed("concede asha", at=at)
    assert words.splitlines()[-1] == "  next: rubber 2, singles, Chitra against Dev (type `begin`)"
    at, words = typed("beg", at=at)
    assert words.splitlines()[0] == "Rubber 2: singles, Chitra against Dev"
    assert len(at.tables) == 2


def test_teams_without_a_list_of_players_line_up_whom_they_like() -> None:
    at = begun((Team(name="Reds"), Team(name="Blues")))
    assert at.standing[1] == "  next: rubber 1, singles: who plays (type `lineup a1 / b1`)"
    at, words = typed("lineup Asha Rao / Bilal", at=at)
    assert words.splitlines()[0] == "Rubber 1: singles, Asha Rao against Bilal"
    at, words = typed("concede rao", "lineup x / y", "concede x", at=at)
    assert words.splitlines()[-2] == "Blues wins the tie, 2-0."


def test_teams_without_a_list_of_players_need_names_with_commas_in_doubles() -> None:
    at = begun((Team(name="Reds"), Team(name="Blues")), order=("doubles", "singles"))
    assert at.standing[1] == "  next: rubber 1, doubles: who plays (type `lineup a1, a2 / b1, b2`)"
    with pytest.raises(
        RefusedRequest, match="'Asha' is not a doubles of Reds; expected names with a comma between them"
    ):
        hear_tie(at, "lineup Asha / Bilal, Dev")
    at, _ = typed("lineup Asha, Chitra / Bilal, Dev", "concede a", at=at)
    with pytest.raises(RefusedRequest, match="'nobody' is not a singles of Blues; expected a name"):
        hear_tie(at, "lineup Asha /")


def test_help_names_what_a_tie_adds() -> None:
    _, words = typed("help")
    assert all(form in words for form in TIE_HELP)
    assert "w2 b1" in words


def test_looking_at_a_tie_before_its_first_rubber() -> None:
    at = begun()
    for line in ("quit", "exit"):
        assert hear_tie(at, line)[1].stop
    assert hear_tie(at, "state")[1].words == at.standing
    assert hear_tie(at, "")[1].words == ()


def test_a_player_is_suggested_by_his_first_name() -> None:
    at = begun(teams=(Team(name="Pune", players=("Esha Rao", "Asha")), TEAMS[1]))
    assert at.standing[1].endswith("(type `lineup esha / bilal`)")


REFUSED = {
    "a stroke before the first rubber": (
        (),
        "w1",
        "'w1' is not understood; expected is rubber 1, singles: who plays (type `lineup asha / bilal`)",
    ),
    "beginning without a line-up": ((), "begin", "no rubber is to begin now; expected is rubber 1, singles: who plays"),
    "beginning twice": (
        ("lineup asha / bilal",),
        "begin",
        "no rubber is to begin now; expected is the end of rubber 1",
    ),
    "more than the beginning": (
        (*SINGLES_1[:1], "lineup chitra / dev", "concede bilal"),
        "begin now",
        "no rubber is to begin now; expected is",
    ),
    "one team alone": (
        (),
        "lineup asha",
        "a line-up names both teams with a `/` between them, got 'asha'; expected `lineup",
    ),
    "nobody": ((), "lineup", "a line-up names both teams with a `/` between them, got 'nothing'"),
    "nobody for one team": ((), "lineup asha /", "'nobody' is not a singles of Delhi; expected Bilal or Dev"),
    "two in a singles": (
        (),
        "lineup asha, chitra / dev",
        "'asha, chitra' is not a singles of Pune; expected Asha, Chitra or",
    ),
    "a stranger": ((), "lineup asha / farid", "'farid' is not a player of Delhi; expected bilal or dev"),
    "one in a doubles": (
        (*SINGLES_1, "lineup chitra / dev", "concede chitra"),
        "lineup asha / bilal dev",
        "'asha' is not a doubles of Pune; expected two of Asha, Chitra, Esha Rao",
    ),
    "the same player twice": (
        SINGLES_1,
        "lineup asha / dev",
        "Asha already plays a singles; expected another player in",
    ),
    "a board's words refused": (("lineup asha / bilal",), "w1", "a stroke is not expected now; expected is the toss"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_tie_does_not_expect_is_refused_in_one_sentence(what: str) -> None:
    lines, line, expected = REFUSED[what]
    at, _ = typed(*lines)
    with pytest.raises(RefusedRequest) as refusal:
        hear_tie(at, line)
    assert str(refusal.value).startswith(expected)


def kept(folder: Path, *lines: str) -> tuple[TieFiles, UmpiredTie]:
    """Create a tie on disk and type lines into it."""
    at = begun()
    journal = TieFiles.create(folder, at.tie)
    for line in lines:
        at, _ = typed(line, at=at)
        journal.add(at)
    return journal, at


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("lineup asha / bilal",),
        ("lineup asha / bilal", *OPENING, *BOARD, "play"),
        (*SINGLES_1,),
        (*SINGLES_1, "lineup chitra / dev", *OPENING, "play", "w2", "w1 s", "place all"),
    ],
)
def test_a_tie_that_was_killed_goes_on_where_it_was(tmp_path: Path, lines: tuple[str, ...]) -> None:
    journal, at = kept(tmp_path / "tie", *lines)
    journal.close()
    assert is_tie(tmp_path / "tie")
    journal, resumed = TieFiles.resume(tmp_path / "tie")
    journal.close()
    assert resumed == at


def test_a_rubber_whose_record_was_never_begun_is_begun_again(tmp_path: Path) -> None:
    journal, _ = kept(tmp_path / "tie", *SINGLES_1, "lineup chitra / dev")
    journal.close()
    (tmp_path / "tie" / "rubber-2.carrom").write_text('[Carrom "2"]\n[Da')
    journal, at = TieFiles.resume(tmp_path / "tie")
    assert at.standing[-1] == "  next: rubber 2, singles, Chitra against Dev (type `begin`)"
    at, _ = typed("begin", at=at)
    journal.add(at)
    journal.end(at)
    journal.close()
    assert (tmp_path / "tie" / "rubber-2.carrom").read_text().endswith("end 0 open\n")
    assert (tmp_path / "tie" / "rubber-1.carrom").read_text().endswith("end 1 A 0-0\n")


def test_a_torn_line_up_is_cut_off(tmp_path: Path) -> None:
    journal, _ = kept(tmp_path / "tie", *SINGLES_1)
    journal.close()
    with open(tmp_path / "tie" / NAME, "a") as file:
        file.write('2. ["Chi')
    journal, at = TieFiles.resume(tmp_path / "tie")
    journal.close()
    assert len(at.tie.lineup) == 1
    assert (tmp_path / "tie" / NAME).read_text().endswith('1. ["Asha"] ["Bilal"]\n')


def test_an_edited_tie_is_refused_with_its_line(tmp_path: Path) -> None:
    journal, _ = kept(tmp_path / "tie", *SINGLES_1)
    journal.close()
    file = tmp_path / "tie" / NAME
    file.write_text(file.read_text().replace('["Asha"]', '["Esha"]'))
    with pytest.raises(RecordError, match=r"tie\.carrom-tie: the tie cannot be played: Esha is not of Pune"):
        TieFiles.resume(tmp_path / "tie")
    file.write_bytes(b"\xff\n\n")
    with pytest.raises(RecordError, match="expected UTF-8 text"):
        TieFiles.resume(tmp_path / "tie")


def test_a_tie_is_kept_in_an_empty_folder_only(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "other.txt").write_text("mine")
    with pytest.raises(SetupError, match=r"holds notes\.txt already; expected a new or empty folder"):
        TieFiles.create(tmp_path, begun().tie)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / NAME).write_text("")
    TieFiles.create(tmp_path / "a", begun().tie).close()
    with pytest.raises(SetupError, match=f"holds {NAME} already"):
        TieFiles.create(tmp_path / "a", begun().tie)
    with pytest.raises(SetupError, match="cannot be a tie's folder: No such file"):
        TieFiles.create(tmp_path / "b" / "c", begun().tie)


def command(*words: str, lines: tuple[str, ...] = (), monkeypatch: pytest.MonkeyPatch) -> int:
    """Run `carrom umpire` with these lines on standard input."""
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*lines, ""])))
    return main(["umpire", *words])


Output = pytest.CaptureFixture[str]


def test_the_command_plays_resumes_and_prints_a_tie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    folder = str(tmp_path / "tie")
    new = ("--ruleset", "team-event", "--event", "Cup", "--tie", "Pune: Asha, Chitra", "Delhi: Bilal , Dev")
    assert command(folder, *new, lines=SINGLES_1, monkeypatch=monkeypatch) == 0
    assert f"Saved {folder}." in capsys.readouterr().out
    assert command(folder, lines=("lineup chitra / dev", "w9", "quit"), monkeypatch=monkeypatch) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Resumed {folder} after 1 rubber.\nTie: Pune 1 - Delhi 0\n")
    assert "not so: a stroke is not expected now" in said
    assert command(folder, "--card", monkeypatch=monkeypatch) == 0
    card = capsys.readouterr().out
    assert "2       singles  Chitra  Dev    0-0    running" in card
    assert card.count("Championship: Cup") == 2


def test_a_tie_by_house_rules_is_resumed_with_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    folder, rules = str(tmp_path / "tie"), tmp_path / "house.toml"
    rules.write_text('extends = "team-event"\ntarget_points = 15\n')
    new = ("--ruleset", str(rules), "--tie", "Pune", "Delhi")
    assert command(folder, *new, lines=("lineup a / b", "toss a"), monkeypatch=monkeypatch) == 0
    assert command(folder, monkeypatch=monkeypatch) == 1
    assert "the tie cannot be played: no rule set" in capsys.readouterr().err
    assert command(folder, "--ruleset", str(rules), lines=("state",), monkeypatch=monkeypatch) == 0
    assert "a to choose break or side" in capsys.readouterr().out


REFUSED_COMMANDS = {
    "one team twice": (("--ruleset", "team-event", "--tie", "Pune", "Pune"), "both teams are called 'Pune'"),
    "a team without a name": (("--ruleset", "team-event", "--tie", ": Asha", "Pune"), "--tie names ': Asha'"),
    "a rule set without ties": (("--tie", "Pune", "Delhi"), "icf has no ties of rubbers"),
    "an order nobody knows": (("--tie", "Pune", "Delhi", "--order", "singles,triples"), "--order names 'triples'"),
}


@pytest.mark.parametrize("what", REFUSED_COMMANDS)
def test_a_tie_that_cannot_begin_says_why_and_leaves_no_folder(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    words, expected = REFUSED_COMMANDS[what]
    assert command(str(tmp_path / "tie"), *words, monkeypatch=monkeypatch) == 1
    assert expected in capsys.readouterr().err
    assert not (tmp_path / "tie").exists()


def test_a_folder_without_a_tie_says_what_a_new_one_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    assert command(str(tmp_path), monkeypatch=monkeypatch) == 1
    assert capsys.readouterr().err == (
        f"carrom umpire: {tmp_path} is a folder without a tie; a new tie needs --tie and two teams\n"
    )


def test_a_ties_files_are_closed_behind_it(tmp_path: Path) -> None:
    journal, at = kept(tmp_path / "tie", *SINGLES_1)
    with journal:
        pass
    with pytest.raises(ValueError, match="closed file"):
        journal.end(at)
    again, resumed = TieFiles.resume(tmp_path / "tie")
    again.close()
    assert resumed == at


def test_undo_takes_back_a_mistyped_line_up_and_the_file_of_the_tie_says_so(tmp_path: Path) -> None:
    at, folder = begun(), tmp_path / "tie"
    with TieFiles.create(folder, at.tie) as journal:
        for line in ("lineup chitra / dev", "undo"):
            at, answer = hear_tie(at, line)
            journal.add(at)
        assert answer.words[0] == "Taken back: the line-up of rubber 1."
        assert "next: rubber 1, singles: who plays" in answer.words[-1]
        assert not (folder / "rubber-1.carrom").exists()
        at, _ = hear_tie(at, "lineup asha / bilal")
        journal.add(at)
    journal, again = TieFiles.resume(folder)
    journal.close()
    assert again.standing == at.standing
    assert again.tie.lineup[0].a == ("Asha",)


def test_undo_at_the_table_of_a_rubber_takes_back_its_line_and_not_the_line_up() -> None:
    at, _ = typed(*SINGLES_1[:1], *OPENING[:1], "undo")
    assert at.tie.running is not None
    assert len(at.tie.lineup) == 1
