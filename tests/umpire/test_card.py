"""The score card: the columns and entries of the official form, for every rule set."""

import re
from datetime import UTC, timedelta, timezone

import pytest
from strategies_game import DOUBLES, header
from strategies_table import table, typed

from carrom.rules.custom import custom
from carrom.umpire.score_card import rows, score_card
from carrom.umpire.table import UmpireTable, hear
from carrom.values import changed

BOARD = ("play", "w3", "q w1", "w5")
SECOND = ("-", "b3", "q b1", "b5")
LOST = ("play", "w8", "w1")
"""A board that its breaker loses by pocketing their last piece before the queen."""
INDIA = timezone(timedelta(hours=5, minutes=30))


def card(at: UmpireTable) -> list[str]:
    """Return the lines of the score card, in UTC."""
    return score_card(at.game, UTC).splitlines()


def test_a_whole_match_fills_the_official_card() -> None:
    fields = {"event": "Spring Cup", "match_number": "7", "round": "final", "umpire": "Esha", "place": "Pune"}
    at = UmpireTable.begin(changed(header(contest="match"), **fields), when=1_790_000_000)
    second = 1_790_000_000
    game_1 = (*BOARD, "play", *SECOND, *BOARD)
    lines = (
        "toss asha",
        "choose side",
        "seats keep",
        *game_1,
        "play",
        "-",
        "concede bilal game",
        *LOST,
        "concede asha",
    )
    for line in lines:
        second += 60
        at, _ = hear(at, line, second)
    assert score_card(at.game, INDIA).splitlines() == [
        "Championship: Spring Cup   Place: Pune",
        "Match no.: 7   Date: 2026-11-20   Round: final",
        "Umpire: Esha   Toss won by: Asha   Choice: side",
        "Rules: The official Laws   Times: UTC+05:30",
        "",
        "Game 1   started 19:47   finished 19:59",
        "                 Bilal              Asha",
        "Board  Break by  Queen  Men  Total  Queen  Men  Total  Remarks",
        "1      Bilal     3      9    12     Nil    Nil  0      white slam; Law 52a, Law 52b, Law 53b, Law 55",
        "2      Asha      3      9    24     Nil    Nil  0      black slam; Law 52a, Law 52b, Law 53b, Law 55",
        "3      Bilal     (3)    9    25     Nil    Nil  0      white slam; Law 52a, Law 54",
        "Game 1 won by: Bilal 25-0",
        "",
        "Game 2   started 20:00   finished 20:02",
        "                 Asha               Bilal",
        "Board  Break by  Queen  Men  Total  Queen  Men  Total  Remarks",
        "Game 2 won by: Asha 0-0 (Bilal concedes, Law 139)",
        "",
        "Game 3   started 20:03   finished 20:06",
        "                 Bilal              Asha",
        "Board  Break by  Queen  Men  Total  Queen  Men  Total  Remarks",
        "1      Bilal     Nil    Nil  0      Nil    Nil  3      +3; Law 107a",
        "",
        "Umpire's remarks: .",
        "Match won by: Bilal by concession, 1-1 (25-0, 0-0, 0-3)",
    ]


def test_the_men_left_stand_under_the_winner_and_the_queen_under_who_took_her() -> None:
    at, _ = typed("play", "w2", "b1", "q b1", "-", "w6", "-", "w1")
    (row,) = rows(at.game, 0)
    assert row.cells == (("Nil", "7", "7"), ("(3)", "Nil", "0"))
    at, _ = typed("play", "w2", "q w1", "-", "b2", "-", "w6")
    (row,) = rows(at.game, 0)
    assert row.cells == (("3", "7", "10"), ("Nil", "Nil", "0"))


def test_a_board_lost_by_a_last_man_puts_nothing_into_the_queens_column() -> None:
    at, _ = typed("play", "w8", "w1")
    (row,) = rows(at.game, 0)
    assert row.cells == (("Nil", "Nil", "0"), ("Nil", "Nil", "3"))
    assert row.remarks.startswith("+3; Law 107")
    at, _ = typed("play", "w2", "-", "b8", "-", "b1")
    at, _ = typed("play", "w2 b8", "b1")
    (row,) = rows(at.game, 0)
    assert row.cells == (("Nil", "Nil", "0"), ("Nil", "7", "10"))
    assert row.remarks.startswith("+3; Law 106")


def test_a_queen_covered_by_the_loser_or_worth_nothing_stands_in_brackets() -> None:
    at, _ = typed(*BOARD, "play", *SECOND, "play", "w3", "q w1", "w4", "-", "-", "w1")
    last = rows(at.game, 0)[-1]
    assert last.cells[0][0] == "(3)"
    assert last.cells[0][2] == "25"


def test_recorded_totals_are_cut_at_the_target() -> None:
    at, _ = typed(*BOARD, "play", *SECOND, *BOARD)
    lines = card(at)
    assert [row.cells[0][2] for row in rows(at.game, 0)] == ["12", "24", "25"]
    assert "Game 1 won by: Asha 25-0" in lines
    assert lines[-1] == "Game won by: Asha, 25-0"


def test_extra_points_stand_in_the_remarks() -> None:
    at, _ = typed("play", "w8", "w1 s", "demand 1")
    (row,) = rows(at.game, 0)
    assert row.cells[1] == ("Nil", "Nil", "4")
    assert row.remarks.startswith("+4; ")


def test_a_cancelled_board_stands_on_the_card_without_points() -> None:
    at, _ = typed("play", "w1", "call unforeseen")
    (row,) = rows(at.game, 0)
    assert row.board == "1"
    assert row.cells == (("-", "-", "0"), ("-", "-", "0"))
    assert row.remarks.startswith("cancelled (Law 14")


def test_the_toss_of_an_extra_board_is_not_the_toss_of_the_match() -> None:
    level = ("play", "w8", "w1 s", "demand 0") * 8
    at, _ = typed(*level)
    assert at.game.score == (12, 12)
    at, _ = typed("toss bilal", "play", "w8", "w1", at=at)
    lines = card(at)
    assert lines[2] == "Umpire: .   Toss won by: .   Choice: ."
    assert lines[16].startswith("extra  Bilal ")
    assert "toss: Bilal; +3; " in lines[16]
    assert lines[-1] == "Game won by: Asha, 15-12"


def test_the_choice_of_the_toss_is_open_until_it_is_made_and_among_three_it_is_the_break() -> None:
    at, _ = typed("toss asha", at=UmpireTable.begin(header()))
    assert card(at)[2] == "Umpire: .   Toss won by: Asha   Choice: ."
    at, _ = typed("toss bilal", at=UmpireTable.begin(header("three-player")))
    assert card(at)[2] == "Umpire: .   Toss won by: Bilal   Choice: break"


def test_the_side_that_broke_first_is_entered_first_and_names_of_any_length_keep_the_columns() -> None:
    pairs = tuple(changed(each, name=f"{each.name} Venkataraman") for each in DOUBLES)
    at, _ = typed(
        "toss b", "choose break", "seats keep", "play bilal", *BOARD[1:], at=UmpireTable.begin(header(players=pairs))
    )
    lines = card(at)
    names, heads, row = lines[6:9]
    assert names.index("Asha Venkataraman and Chitra Venkataraman") == heads.rindex("Queen") == row.index("Nil")
    assert names.index("Bilal Venkataraman and Dev Venkataraman") == heads.index("Queen")
    assert row.split()[:6] == ["1", "Bilal", "Venkataraman", "3", "9", "12"]


def test_a_conceded_game_says_so_and_ends_when_it_was_conceded() -> None:
    at, second = table(contest="match"), 1_790_000_000
    for line in (*BOARD, "concede bilal game", "play", "concede asha game"):
        second += 60
        at, _ = hear(at, line, second)
    lines = card(at)
    assert [line for line in lines if line.startswith("Game")] == [
        "Game 1   started 14:14   finished 14:18",
        "Game 1 won by: Asha 12-0 (Bilal concedes, Law 139)",
        "Game 2   started 14:19   finished 14:20",
        "Game 2 won by: Bilal 0-0 (Asha concedes, Law 139)",
        "Game 3   started .   finished .",
    ]
    assert lines[-1] == "Match won by: ."


def test_a_game_that_goes_on_has_begun_and_not_ended() -> None:
    at, _ = hear(table(), "play", 1_790_000_000)
    assert card(at)[5] == "Game 1   started 14:13   finished ."


def test_times_are_those_of_the_machine_unless_told_otherwise() -> None:
    at, _ = hear(table(), "play", 1_790_000_000)
    assert "Times: UTC" in score_card(at.game)
    assert "Times: UTC+05:30" in score_card(at.game, INDIA)
    assert "started 19:43" in score_card(at.game, INDIA)
    assert score_card(at.game, UTC).splitlines()[3] == "Rules: The official Laws   Times: UTC"


def test_a_points_game_has_everybodys_points() -> None:
    at, _ = typed("play", "w9 b8", "q b1", at=table("points"))
    assert card(at)[5:] == [
        "Board  Break by  Asha  Bilal  Queen  Remarks",
        "1      Asha      185   0      Asha   §6.1, §6.3, §10.2, §10.3",
        "",
        "Umpire's remarks: .",
        "Game won by: Asha: Asha 185, Bilal 0",
    ]


def test_a_points_game_of_several_boards_adds_up_and_enters_first_who_broke_first() -> None:
    rules = custom({"extends": "points", "target_points": 200, "board_limit": 4}, "house")
    at = UmpireTable.begin(changed(header("points"), first_break="B"), rules)
    at, _ = typed("board 100 40", "play", "n1", "call unforeseen", "board 30 155", at=at)
    lines = [re.sub(r"§[0-9.]+", "§", line) for line in card(at)]
    assert lines[5:] == [
        "                 Bilal          Asha",
        "Board  Break by  Points  Total  Points  Total  Queen  Remarks",
        "1      Bilal     40      40     100     100    Nil",
        "2      Asha      -       40     -       100    Nil    cancelled (§)",
        "2      Asha      155     195    30      130    Nil",
        "",
        "Umpire's remarks: .",
        "Game won by: .",
    ]


def test_points_taken_from_the_loser_stand_in_the_remarks_only() -> None:
    rules = custom({"extends": "club", "last_own_points": "taken"}, "house")
    at = UmpireTable.begin(changed(header("club"), first_break="A"), rules)
    at, _ = typed(*BOARD, "play", "-", "b8", "b1", at=at)
    last = rows(at.game, 0)[-1]
    assert last.cells == (("Nil", "Nil", "0"), ("Nil", "Nil", "0"))
    assert last.remarks.startswith("Asha -12; §")


def test_boards_won_are_counted_where_they_decide() -> None:
    at = table("classic-29", contest="best-of-3-boards")
    at, _ = typed("board asha 5 queen", "board bilal 3 queen", "board asha 2 queen bilal", at=at)
    lines = card(at)
    assert lines[7].split() == ["Board", "Break", "by", "Queen", "Men", "Won", "Queen", "Men", "Won", "Remarks"]
    assert [row.cells[0] for row in rows(at.game, 0)] == [("5", "5", "1"), ("Nil", "Nil", "1"), ("Nil", "2", "2")]
    assert lines[-1] == "Game won by: Asha, 2-1"


def test_a_game_of_one_board_tells_its_points_and_no_score() -> None:
    at, _ = typed("board bilal 5 queen", at=table(contest="board"))
    assert rows(at.game, 0)[0].cells == (("Nil", "Nil", "0"), ("3", "5", "8"))
    assert card(at)[-1] == "Board won by: Bilal"
    assert not [line for line in card(at) if line.startswith("Game 1 won")]


@pytest.mark.parametrize("book", ["icf", "classic-29", "club", "three-player", "eight-rounds", "team-event", "points"])
def test_an_empty_card_can_be_printed_in_every_rule_set(book: str) -> None:
    lines = card(table(book))
    assert lines[0] == "Championship: .   Place: ."
    assert lines[-1] == "Game won by: ."
