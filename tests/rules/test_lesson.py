"""A few paragraphs on how a game goes, from clauses and figures."""

import re

import pytest

from carrom.rules.book import book
from carrom.rules.custom import custom
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.ruleset import NAMES, ruleset

OWNED = [name for name in NAMES if ruleset(name).colours_are_owned]
ALONE = [name for name in NAMES if not ruleset(name).colours_are_owned]


def told(name: str) -> str:
    return "\n".join(lesson(ruleset(name)))


def test_the_team_event_tells_its_early_queen() -> None:
    assert "Taken too early, the turn goes on; she lies beside the board and returns when it ends." in told(
        "team-event"
    )
    assert "Taken too early, she goes back and the turn ends." in told("icf")


OF_OTHERS = r"\bown m[ae]n\b|\bown last\b|his colour|\bhis men\b|\ba man of his\b|opponent"


@pytest.mark.parametrize("name", ALONE)
def test_a_points_game_speaks_of_nobodys_own_men_and_of_no_opponent(name: str) -> None:
    """But for the lines that say what is left out, and why."""
    found = [line for line in book(ruleset(name)).splitlines() if re.search(OF_OTHERS, line)]
    assert all("left out" in line or line.startswith("- Three lines pasted") for line in found), found


@pytest.mark.parametrize("name", OWNED)
def test_a_game_of_own_colours_warns_of_last_men(name: str) -> None:
    assert "**Beware of last men.**" in told(name)


@pytest.mark.parametrize("name", NAMES)
def test_no_paragraph_is_left_with_a_hole(name: str) -> None:
    text = told(name)
    assert not re.search(r"[{}]|\.\.|: ?\.| ,|  |None", text), text
    assert all(name and value for name, value in at_a_glance(ruleset(name)))
    assert "1 missed attempts" not in book(ruleset(name))


def test_prose_and_table_of_a_custom_book_tell_the_changed_figures() -> None:
    text = book(custom({"extends": "points", "black_points": 7, "queen_points": 30}, "house"))
    assert "A black counter brings 7, a brown one 10, the covered queen 30, 183 in all" in text
    assert "that is 183 in all" in text
    assert "185" not in text
    game = book(custom({"extends": "icf", "target_points": 29, "board_limit": "none", "queen_points": 5}, "house"))
    assert "29 points" in game
    assert "25 points" not in game


def test_a_house_rule_changes_the_lesson() -> None:
    house = custom({"extends": "icf", "striker_with_own_continues": False}, "house")
    assert "With own men: they and one more come back, the turn ends." in "\n".join(lesson(house))
