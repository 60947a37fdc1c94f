"""A turn lost with the queen uncovered: the queen is returned with its points, however the turn was lost."""

import pytest
from strategies_table import table, typed

ENDED = "Asha: 0 points\n"


@pytest.mark.parametrize(
    "lines",
    [
        ("n2", "q", "-"),
        ("n2", "q", "pass"),
        ("n2", "q", "foul slow-stroke", "place"),
        ("n2", "q", "foul touched during", "place"),
        ("n1", "q", "n1", "foul touched during", "place all"),
    ],
)
def test_the_points_of_a_turn_are_void_however_it_is_lost_with_the_queen_uncovered(lines: tuple[str, ...]) -> None:
    at, _ = typed("play", *lines, at=table("points"))
    words = "\n".join(at.standing)
    assert ENDED in words
    assert "queen: on the board" in words
    assert "next: Bilal" in words


def test_a_foul_during_the_stroke_that_covered_the_queen_takes_her_points_back() -> None:
    at, words = typed("play", "w1", "q", "w1", "foul touched during", at=table("three-player"))
    assert "Asha loses 9 points" in words
    at, _ = typed("place all", at=at)
    assert ENDED in "\n".join(at.standing)
    assert "on the board: 9 white, 9 black" in "\n".join(at.standing)


def test_a_foul_of_another_player_leaves_the_queen_waiting() -> None:
    at, _ = typed("play", "n2", "q", "foul touched bilal", at=table("points"))
    words = "\n".join(at.standing)
    assert "Asha: 20 points" in words
    assert "queen: down, Asha must cover it now" in words


@pytest.mark.parametrize(
    ("book", "line", "late", "clause"),
    [
        ("icf", "w1", "b1", "Law 96(51)"),
        ("team-event", "w1", "b1", "§13.35"),
        ("three-player", "w1", "w1", "§13.27"),
        ("points", "n1", "n1", "§13.27"),
    ],
)
def test_a_queen_in_the_pocket_at_a_stroke_out_of_turn_that_stands_counts_as_covered(
    book: str, line: str, late: str, clause: str
) -> None:
    at, words = typed("play", line, "q", f"{late} by bilal", at=table(book))
    assert f"the queen is covered ({clause})" in words
    assert "queen: covered by Asha" in "\n".join(at.standing)


def test_the_points_of_a_queen_that_counts_as_covered_are_scored() -> None:
    at, _ = typed("play", "n1", "q", "n1 by bilal", at=table("points"))
    assert "Asha: 60 points" in "\n".join(at.standing)


def test_a_queen_laid_aside_goes_back_when_another_strikes_out_of_turn_and_it_is_said() -> None:
    at, words = typed("play", "q", "b1 by bilal", at=table("team-event"))
    assert "the queen goes back to the centre (§13.37)" in words
    assert "queen: on the board" in "\n".join(at.standing)
