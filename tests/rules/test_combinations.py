"""Custom rule sets stay consistent: each book with each switch, and random combinations, played to their end."""

import random

import pytest

from carrom.errors import RulesError
from carrom.rules.custom import custom
from carrom.rules.rulesets import NAMES
from carrom.rules.switches import NAMES_OF_SWITCHES, SWITCH, value_of

from .combinations import anything, made, pairs, played


@pytest.mark.slow
@pytest.mark.parametrize("base", NAMES)
def test_a_book_with_any_one_value_of_any_key_plays_boards_to_their_end(base: str) -> None:
    """No side without pieces plays on, a pocketed striker always costs, every end is scored, and clauses are cited."""
    rng = random.Random(base)
    for book, changes in pairs():
        if book == base and (rules := made(book, changes)) is not None:
            for _ in range(3):
                played(rules, rng)


@pytest.mark.slow
def test_random_combinations_are_refused_by_their_keys_or_play_boards_to_their_end() -> None:
    """A sample; `python -m tests.rules.combinations --sets 2000` plays the full number."""
    rng = random.Random(7)
    for _ in range(200):
        base, changes = anything(rng)
        if (rules := made(base, changes)) is not None:
            played(rules, rng)


@pytest.mark.parametrize("base", NAMES)
def test_every_switch_that_a_book_allows_can_be_set_to_each_of_its_values(base: str) -> None:
    for name in NAMES_OF_SWITCHES:
        for setting in SWITCH[name].values if name in SWITCH else (True, False):
            try:
                rules = custom({"extends": base, name: setting}, "tried")
            except RulesError:
                continue
            assert value_of(rules, name) == setting, f"{base}: {name} = {setting}"


FOUND_IN_NOVEMBER = [
    ("team-event", {"queen_early": "return-pass"}),
    ("classic-29", {"striker_with_queen_continues": True}),
    ("eight-rounds", {"striker_with_queen_continues": True}),
    ("eight-rounds", {"fouls_add_up": True}),
    ("classic-29", {"fouls_add_up": True}),
    ("club", {"others_last": "table"}),
    ("team-event", {"others_last": "table"}),
    ("classic-29", {"others_last": "table"}),
    ("eight-rounds", {"others_last": "table"}),
    ("club", {"off_board_foul": True, "others_pocketed_penalty": "always"}),
    ("icf", {"last_own_points": "taken"}),
]


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(("base", "changes"), FOUND_IN_NOVEMBER)
def test_pairs_that_once_failed_play_twenty_boards(base: str, changes: dict[str, object]) -> None:
    rules, rng = made(base, dict(changes)), random.Random(1)
    assert rules is not None
    for _ in range(20):
        played(rules, rng)


@pytest.mark.parametrize(
    ("base", "changes", "words"),
    [
        ("icf", {"players": [3]}, "'players' has 3 in a set that extends a game in which each side owns a colour"),
        ("icf", {"players": [1]}, "'players' has 1"),
        ("icf", {"last_own_before_queen": "return", "last_own_points": "taken"}, "'last_own_before_queen' is 'return'"),
        ("icf", {"others_last_points": "queen"}, "'others_last_points' is 'queen', but 'others_last' is 'table'"),
        ("club", {"cover_with_others_last": "men"}, "'others_last' is 'lose'"),
        ("icf", {"queen_right": "anytime", "queen_early": "aside"}, "'queen_early' is 'aside', but 'queen_right'"),
        ("icf", {"direct_strike_returns_covered_queen": True}, "'others_pocketed_penalty' is 'never'"),
        ("classic-29", {"striker_keeps_cover_open": True}, "'striker_with_own_continues' is false"),
        ("icf", {"queen_cover": "none", "nine_on_board_cover": "pending"}, "'queen_cover' is 'none'"),
        ("icf", {"queen_cover": "none", "striker_keeps_cover_open": True}, "'queen_cover' is 'none'"),
        ("icf", {"queen_cover": "none", "striker_keeps_cover_open": False}, "'queen_cover' is 'none'"),
        ("icf", {"queen_cover": "none", "cover_with_others_last": "men"}, "'queen_cover' is 'none'"),
        ("icf", {"others_last_points": "men-and-queen"}, "'others_last_points' is 'men-and-queen', but 'others_last'"),
        ("icf", {"others_last_points": "icf"}, "'others_last_points' is 'icf', but 'others_last' is 'table'"),
        ("club", {"cover_with_others_last": "men-and-queen"}, "'others_last' is 'lose'"),
        ("icf", {"may_play_both": False}, "'rubbers' is []"),
        ("icf", {"play_dead_rubber": False}, "'rubbers' is []"),
        ("three-player", {"void_returns_counters": True}, "'void_turn_if_uncovered' is false"),
        ("points", {"queen_cover": "none"}, "'queen_cover' means nothing in a set that extends 'points'"),
        ("points", {"handicap": [0, 2]}, "'handicap' means nothing in a set that extends 'points'"),
        ("classic-29", {"decider_change_boards": 3}, "'decider_change_points' is 'none'"),
        ("team-event", {"decider_change_points": 9}, "'games_of_match' is 1"),
        ("icf", {"may_play_both": True}, "'rubbers' is []"),
        ("icf", {"target_points": "none"}, "'late_board_limit' is 'none': a game would never end"),
        ("icf", {"strikes_per_turn": 2}, "did you mean 'strokes_per_turn'?"),
        ("icf", {"handicap": [1, 2, 3]}, "'handicap' is [1, 2, 3]"),
    ],
)
def test_what_cannot_be_combined_is_refused_naming_both_keys(base: str, changes: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError) as refusal:
        custom({"extends": base, **changes}, "tried")
    assert words in str(refusal.value)


@pytest.mark.parametrize("games", [3, 5])
def test_a_match_of_several_games_may_change_sides_late(games: int) -> None:
    figures = made("icf", {"games_of_match": games, "decider_change_points": 9, "decider_change_boards": 3}).parameters
    assert (figures.games_of_match, figures.decider_change_points, figures.decider_change_boards) == (games, 9, 3)
