"""The end of a points board is reported with every player's pieces."""

from strategies_game import header
from strategies_table import table, typed

from carrom.game.game import GameHistory
from carrom.umpire.table import UmpireTable, hear
from carrom.values import changed


def test_the_end_of_a_points_board_tells_everybodys_counters() -> None:
    game = GameHistory.begin(changed(header("points"), first_break="A", surface=None))
    table, said = UmpireTable(game), ()
    for line in ("play", "n9 b9 q"):
        table, said = hear(table, line, None)
    assert any("All counters are down: " in words and "185" in words for words in said.words)


def test_a_points_board_that_the_clock_breaks_off_has_not_all_its_counters_down() -> None:
    _, said = typed("play", "n1", "time", at=table("points"))
    assert "All counters are down" not in said
    assert "Asha wins the game on the clock" in said
