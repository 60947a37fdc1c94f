"""Books derived from other books, and rule set files that are refused."""

from typing import Any

import pytest

from carrom.board.seat import Seat
from carrom.errors import RulesError
from carrom.rules.clause_order import LAWS, ORDER, with_laws
from carrom.rules.clauses import Before, Chapter, Clause, InsertAfter, Instead, Part, house, marks_of, told
from carrom.rules.custom import custom
from carrom.rules.laws import fouls, queen
from carrom.rules.parameters import values_of
from carrom.rules.ruleset import ruleset
from carrom.rules.switches import switched

S, N, E, W = Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST


def laid_out(book: Any, key: str) -> list[str]:
    return [clause.key for chapter in book.chapters if chapter.key == key for clause in chapter.clauses]


def test_a_clause_is_put_after_before_or_in_the_place_of_another_or_of_a_chapter() -> None:
    icf = ruleset("icf")
    new = (told("", "Something new.", "new"),)
    old = laid_out(icf, "queen")
    law, place = queen.queen_and_striker, old.index("queen_and_striker")
    assert laid_out(icf.but(add=[InsertAfter(law, new)]), "queen") == [*old[: place + 1], "new", *old[place + 1 :]]
    assert laid_out(icf.but(add=[Before(law, new)]), "queen") == [*old[:place], "new", *old[place:]]
    assert laid_out(icf.but(add=[Instead(law, new)]), "queen") == [*old[:place], "new", *old[place + 1 :]]
    assert laid_out(icf.but(add=[InsertAfter("queen", new)]), "queen") == [*old, "new"]
    assert laid_out(icf.but(add=[Before("queen", new)]), "queen") == ["new", *old]
    assert laid_out(icf.but(add=[Instead("queen", new)]), "queen") == ["new"]
    assert laid_out(icf.but(without=[law]), "queen") == [key for key in old if key != "queen_and_striker"]
    assert laid_out(icf.but(without=["queen"]), "queen") == []
    assert len(icf.but(without=["queen"]).chapters) == len(icf.chapters) - 1


def test_a_chapter_is_put_first_or_after_another() -> None:
    icf = ruleset("icf")
    new = Chapter(key="new", title="New", part=Part.TABLE, clauses=(told("", "Something new.", "new"),))
    keys = [chapter.key for chapter in icf.chapters]
    assert [chapter.key for chapter in icf.but(chapters=[("", new)]).chapters] == ["new", *keys]
    place = keys.index("queen") + 1
    assert [c.key for c in icf.but(chapters=[("queen", new)]).chapters] == [*keys[:place], "new", *keys[place:]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"without": ["nowhere"]}, "no clause or chapter 'nowhere' to leave out"),
        (
            {"without": [fouls.striker_with_own_men_ends_the_turn]},
            "no clause or chapter 'striker_with_own_men_ends_the_turn' to leave out",
        ),
        ({"add": [InsertAfter("nowhere", ())]}, "icf has no clause or chapter 'nowhere' to put a clause beside"),
        (
            {"chapters": [("nowhere", Chapter(key="new", title="New", clauses=()))]},
            "icf has no chapter 'nowhere' to put another after",
        ),
    ],
)
def test_a_mark_that_a_book_does_not_have_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as refusal:
        ruleset("icf").but(**given)
    assert str(refusal.value) == words


def test_house_rules_are_numbered_through_the_book_and_a_clause_knows_its_marks() -> None:
    bare = Chapter(
        key="a", title="A", clauses=(told("x", "One."), Clause("5", "Two.", "", "two deux"), told("", "Three."))
    )
    assert [c.number for chapter in house((bare, bare)) for c in chapter.clauses] == [
        "House 1", "5", "House 2", "House 3", "5", "House 4",
    ]  # fmt: skip
    two = bare.clauses[1]
    assert [two.matches(mark) for mark in ("5", "two", "deux", "two deux", "House 1")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert (two.key, two.origin, bare.clauses[0].key, bare.clauses[0].origin) == ("two", "5", "", "x")
    with pytest.raises(RulesError, match=r"^icf has no clause on 'carpets'$"):
        ruleset("icf").clause("carpets")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            {"extends": "icf", "board_limit": "none", "target_points": "none"},
            "'target_points' is 'none' and 'board_limit' is 'none': a game would never end; 'target_points', "
            "'boards_won_limit' or a limit of boards was expected",
        ),
        (
            {"extends": "points", "black_points": 0, "white_points": 0, "queen_points": 0},
            "'black_points', 'white_points' and 'queen_points' are all 0: nobody could score",
        ),
        ({"extends": "icf", "players": []}, "'players' is empty: at least one number of players was expected"),
        (
            {"extends": "icf", "players": [3]},
            "'players' has 3 in a set that extends a game in which each side owns a colour, so two play or two pairs",
        ),
        (
            {"extends": "icf", "handicap": [1, 2, 3]},
            "'handicap' is [1, 2, 3]: men for the sides A and B were expected, as in [0, 2]",
        ),
        (
            {"extends": "points", "black_points": 0, "white_points": 0, "target_points": 30},
            "'black_points' and 'white_points' are 0, but 'target_points' has to be reached",
        ),
        ({"extends": "icf", "name": " "}, "'name' is ' ': a short text was expected"),
        ({"extends": "icf", "name": "x" * 61}, f"'name' is '{'x' * 61}': a short text was expected"),
        ({"extends": "icf", "title": "a\nb"}, "'title' is 'a\\nb': a short text was expected"),
        (
            {"extends": "points", "queen_cover": "none"},
            "'queen_cover' means nothing in a set that extends 'points', in which any counter covers the queen at once",
        ),
        (
            {"extends": "points", "board_max": 5},
            "'board_max' means nothing in a set that extends 'points', in which nobody owns a colour",
        ),
        (
            {"extends": "icf", "black_points": 5},
            "'black_points' means nothing in a set that extends 'icf', in which each side owns a colour",
        ),
        (
            {"extends": "icf", "direct_strike_returns_covered_queen": True},
            "'direct_strike_returns_covered_queen' is true, but 'others_pocketed_penalty' is 'never': it means "
            "something only with 'others_pocketed_penalty' 'direct'",
        ),
        (
            {"extends": "icf", "cover_with_others_last": "men", "others_last": "lose"},
            "'cover_with_others_last' is 'men', but 'others_last' is 'lose': it means something only with "
            "'others_last' 'table'",
        ),
        (
            {"extends": "icf", "decider_change_boards": 2, "decider_change_points": "none"},
            "'decider_change_boards' is 2, but 'decider_change_points' is 'none': it means something only with "
            "'decider_change_points' some",
        ),
        (
            {"extends": "icf", "may_play_both": False},
            "'may_play_both' is false, but 'rubbers' is []: it means something only with 'rubbers' some",
        ),
        (
            {"extends": "icf", "carpets": 1},
            "'carpets' is no parameter of a rule set; docs/rules/readings.md lists them",
        ),
    ],
)
def test_a_rule_set_file_is_refused_in_one_full_sentence(answer: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as refusal:
        custom(answer, "house")
    assert str(refusal.value) == words


def test_a_name_of_sixty_characters_is_short_enough() -> None:
    assert custom({"extends": "icf", "name": "x" * 60}, "house").name == "x" * 60


def test_a_rule_set_file_says_what_it_changes() -> None:
    rules = custom({"extends": "icf", "queen_points": 5, "off_board_foul": True}, "house")
    assert rules.title == f"{ruleset('icf').title}, with house rules"
    assert rules.edition == f"{ruleset('icf').edition}; queen_points = 5, off_board_foul = True"
    assert rules.changes == '{"queen_points":5,"off_board_foul":true}'
    assert custom({"extends": "icf"}, "house").edition == f"{ruleset('icf').edition}; unchanged"


def test_a_recorded_rule_set_is_read_although_a_key_means_nothing_in_it() -> None:
    answer = {"extends": "points", "board_max": 5, "queen_points": 7}
    rules = custom(answer, "house", recorded=True)
    assert (rules.parameters.queen_points, rules.parameters.board_max) == (7, ruleset("points").parameters.board_max)
    with pytest.raises(RulesError, match="'board_max' means nothing"):
        custom(answer, "house")


@pytest.mark.parametrize("worth", ["black_points", "white_points"])
def test_counters_of_one_colour_are_enough_to_reach_a_target(worth: str) -> None:
    answer = {"extends": "points", "black_points": 0, "white_points": 0, "target_points": 30, worth: 1}
    assert custom(answer, "house").parameters.target_points == 30


def test_phrases_speak_of_own_men_unless_it_is_said_that_nobody_owns_one() -> None:
    figures = ruleset("icf").parameters
    assert values_of("{own_men}", figures) == values_of("{own_men}", figures, True)
    assert values_of("{own_men}", figures) != values_of("{own_men}", figures, False)


@pytest.mark.parametrize("key", ["stroke-made", "break", "improper", "end", "queen", "off-board", "turn"])
def test_a_chapter_that_a_law_brings_back_decides_as_it_did_and_stands_where_it_stood(key: str) -> None:
    icf = ruleset("icf")
    chapter = next(chapter for chapter in icf.chapters if chapter.key == key)
    law = next(clause.says for clause in chapter.clauses if clause.says in LAWS)
    assert callable(law)
    again = with_laws(icf.but(without=[key]), [law])
    brought = next(each for each in again if each.key == key)
    assert (brought.decides, brought.part, len(brought.clauses)) == (chapter.decides, chapter.part, 1)
    strokes = [each.key for each in icf.chapters if each.key in ORDER]
    assert [each.key for each in again if each.key in ORDER] == strokes


def test_a_switch_that_means_nothing_in_the_points_game_leaves_its_laws_alone() -> None:
    """A recorded game may still name it."""
    points = ruleset("points")
    assert switched(points, "striker_with_queen_continues", True) == points


def test_the_marks_of_a_book_are_worked_out_once() -> None:
    """Every stroke looks them up, so they are cached."""
    assert marks_of(ruleset("icf")) is marks_of(ruleset("icf"))
