"""The short introduction to a game, generated from clauses and figures."""

import re

import pytest

from carrom.errors import RulesError
from carrom.rules.book import book
from carrom.rules.custom import custom
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, TEXTS, value_of

OWNED = [name for name in NAMES if ruleset(name).colours_are_owned]
ALONE = [name for name in NAMES if not ruleset(name).colours_are_owned]


def told(name: str) -> str:
    return "\n".join(lesson(ruleset(name)))


def test_the_team_event_tells_its_early_queen() -> None:
    assert "Taken too early, the turn goes on; it is held aside and returns when the turn ends." in told("team-event")
    assert "Taken too early, it goes back and the turn ends." in told("icf")


OF_OTHERS = r"\bown m[ae]n\b|\bown last\b|his colour|\bhis men\b|\ba man of his\b|opponent"


@pytest.mark.parametrize("name", ALONE)
def test_a_points_game_speaks_of_nobodys_own_men_and_of_no_opponent(name: str) -> None:
    """Only lines that explain what is left out may mention them."""
    found = [line for line in book(ruleset(name)).splitlines() if re.search(OF_OTHERS, line)]
    assert all("left out" in line or line.startswith("- Three lines pasted") for line in found), found


@pytest.mark.parametrize("name", OWNED)
def test_a_game_of_own_colours_warns_of_last_men(name: str) -> None:
    assert "**Beware of last men.**" in told(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_names_the_own_last_man_where_men_are_owned(name: str) -> None:
    rows = dict(at_a_glance(ruleset(name)))
    assert ("Your own last man before the queen" in rows) is ruleset(name).colours_are_owned


def test_the_turn_is_told_by_its_strokes() -> None:
    assert "; pocket none and the turn passes" in told("icf")
    two = "\n".join(lesson(custom({"extends": "icf", "strokes_per_turn": 2}, "two")))
    assert "; after two strokes without one the turn passes" in two


@pytest.mark.parametrize("name", NAMES)
def test_no_paragraph_is_left_with_a_hole(name: str) -> None:
    text = told(name)
    assert not re.search(r"[{}]|\.\.|: ?\.| ,|  |None", text), text
    assert all(name and value for name, value in at_a_glance(ruleset(name)))
    assert "1 missed attempts" not in book(ruleset(name))


def without_house_rules(text: str) -> str:
    """Return a custom book without its section of house rules."""
    before, after = text.split("## House rules")
    return before + after.split("## At a glance")[1]


def test_prose_and_table_of_a_custom_book_tell_the_changed_figures() -> None:
    text = without_house_rules(book(custom({"extends": "points", "black_points": 7, "queen_points": 30}, "house")))
    assert "A black counter brings 7, a brown one 10, the covered queen 30, 183 in all" in text
    assert "that is 183 in all" in text
    assert "185" not in text
    told = {"extends": "icf", "target_points": 29, "board_limit": "none", "queen_points": 5}
    game = without_house_rules(book(custom(told, "house")))
    assert "29 points" in game
    assert "25 points" not in game


def test_a_house_rule_changes_the_lesson() -> None:
    house = custom({"extends": "icf", "striker_with_own_continues": False}, "house")
    assert "With own men: they and one more come back, the turn ends." in "\n".join(lesson(house))


FIGURES: dict[str, list[object]] = {
    "target_points": [21, "none"],
    "board_limit": [6, "none"],
    "late_board_limit": [6, "none"],
    "boards_won_limit": [5, "none"],
    "queen_points": [7, 1],
    "queen_cap": [20, "none"],
    "board_max": [10, "none"],
    "black_points": [4],
    "white_points": [6],
    "break_attempts": [5, 2],
    "break_fail_penalty": [2],
    "strokes_per_turn": [2],
    "forward": [["thumb"]],
    "backward": [[], ["thumb"]],
    "setup_angle": [30],
    "trial_boards": [0, 1],
    "handicap": [[2, 0]],
    "games_of_match": [5, 1],
    "decider_change_boards": [2, "none"],
    "decider_change_points": [11, "none"],
    "mid_game_change_points": [10, "none"],
    "stroke_seconds": [20],
    "place_seconds": [30],
}


@pytest.mark.slow(first=15)
@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize("key", FIGURES)
def test_a_changed_figure_is_told_and_no_figure_is_missing(base: str, key: str) -> None:
    for value in FIGURES[key]:
        try:
            rules = custom({"extends": base, "name": base, key: value}, base)
        except RulesError:
            continue
        text = book(rules)
        assert not re.search(r"\bNone\b (?!of)(?!:)", text), (key, value)
        if getattr(rules.parameters, key) != getattr(ruleset(base).parameters, key):
            assert f"`{key}` (there " in text
        else:
            assert "None: everything is as in" in text


@pytest.mark.slow(first=10)
@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize("name", NAMES_OF_SWITCHES)
def test_a_switch_that_is_set_is_told_with_what_follows(base: str, name: str) -> None:
    values = (False, True) if name in TEXTS else tuple(SWITCH[name].values)
    for value in values:
        try:
            rules = custom({"extends": base, "name": base, name: value}, base)
        except RulesError:
            continue
        text = book(rules)
        assert not re.search(r"[{}]", text)
        if value_of(rules, name) != value_of(ruleset(base), name):
            section = text.split("## House rules")[1].split("## At a glance")[0]
            assert f"`{name}` (there " in section
            assert re.search(r"^- ", section, re.MULTILINE), section


@pytest.mark.parametrize(
    ("handicap", "said"), [([2, 0], "2 of side A"), ([0, 8], "8 of side B"), ([1, 3], "1 of side A and 3 of side B")]
)
def test_men_taken_off_are_told_at_a_glance(handicap: list[int], said: str) -> None:
    assert ("Men taken off before the break", said) in at_a_glance(
        custom({"extends": "icf", "handicap": handicap}, "x")
    )
