"""Rule sets and levels in the greeting, and a new game's card."""

import pytest
from strategies_game import header

from carrom.engine.levels import LEVELS
from carrom.game.events import Contest
from carrom.protocol import ClockPlan, Length, LevelInfo, Terms
from carrom.rules.custom import custom
from carrom.rules.ruleset import NAMES, named
from carrom.tables.terms import GameSettings
from carrom.tables.views import card_of, info_of, told_level
from carrom.values import changed

SHORT = (Length.BOARD, Length.GAME)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_offered_where_a_game_is_one_of_several(name: str) -> None:
    longer = name in ("icf", "club")
    assert info_of(named(name)).lengths == ((*SHORT, Length.MATCH) if longer else SHORT)


@pytest.mark.parametrize(("games", "lengths"), [(1, SHORT), (3, (*SHORT, Length.MATCH))])
def test_a_match_of_one_game_is_a_game(games: int, lengths: tuple[Length, ...]) -> None:
    rules = custom({"extends": "icf", "games_of_match": games}, "house")
    assert info_of(rules).lengths == lengths


@pytest.mark.parametrize(("law", "clock"), [(1, 3), (2, 3), (3, 3), (4, 4), (15, 15), (1000, 1000)])
def test_a_time_of_the_law_is_offered_unless_a_clock_cannot_be_set_so_short(law: int, clock: int) -> None:
    rules = custom({"extends": "icf", "stroke_seconds": law, "place_seconds": law}, "house")
    assert info_of(rules).clock == ClockPlan(stroke=clock, place=clock)


def test_a_level_is_told_in_degrees_and_in_tenths_of_a_per_cent() -> None:
    hand = changed(LEVELS[0].hand, direction=1.25, speed=0.1234)
    assert told_level(changed(LEVELS[0], name="house", hand=hand)) == LevelInfo(name="house", aim=1.25, power=12.3)


@pytest.mark.parametrize(
    ("contest", "games", "needed"), [("match", 3, 2), ("match", 5, 3), ("game", 3, 1), ("board", 3, 1)]
)
def test_a_card_says_how_many_games_win(contest: Contest, games: int, needed: int) -> None:
    rules = custom({"extends": "icf", "games_of_match": games}, "house")
    card = card_of(header(contest=contest), rules, "name", GameSettings(sitters=(), terms=Terms(seats=())))
    assert (card.games_to_win, card.length) == (needed, Length(contest))
