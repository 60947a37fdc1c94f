"""Differences between two rule sets, in words."""

import re
from itertools import permutations

import pytest

from carrom.rules.comparison import contrast_text, contrast_values, contrasts, meaning
from carrom.rules.custom import custom
from carrom.rules.questions import ASKED, TOPICS
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.switches import SWITCHES

PAIRS = list(permutations(NAMES, 2))


def test_a_question_pairs_what_the_one_says_with_what_the_other_says_instead() -> None:
    text = contrast_text(ruleset("icf"), ruleset("classic-29"))
    assert (
        "**The striker alone in a pocket?**\n\n"
        "- `icf`: Pocketing the striker alone costs one man and the turn. (Law 72a)\n"
        "- `classic-29` instead: Pocketing the striker is a foul: the turn ends and one man comes back. (§"
    ) in text
    assert "- only `classic-29`: Several reasons for a foul in one stroke together cost one man. (§" in text


def test_figures_that_differ_stand_in_one_table() -> None:
    text = contrast_text(ruleset("icf"), ruleset("classic-29"))
    assert "| A game is won with | 25 points or the lead after eight boards | 29 points |" in text
    assert "| Players |" not in text


def test_a_set_does_not_differ_from_itself() -> None:
    for name in NAMES:
        assert contrasts(ruleset(name), ruleset(name)) == ()
    assert "say the same" in contrast_text(ruleset("club"), ruleset("club"))


def test_a_figure_alone_makes_a_difference() -> None:
    house = custom({"extends": "club", "queen_points": 4}, "house")
    text = contrast_text(ruleset("club"), house)
    assert "| The queen is worth | 3 points" in text
    assert "`house` instead: A winner of the board who covered the queen gets 4 points more." in text


@pytest.mark.slow(first=19)
@pytest.mark.parametrize(("one", "other"), PAIRS, ids=[f"{one}-{other}" for one, other in PAIRS])
def test_nothing_that_both_say_is_told_and_nothing_that_one_says_is_lost(one: str, other: str) -> None:
    mine, theirs = ruleset(one), ruleset(other)
    said = {meaning(mine.sentence(clause)) for clause in mine.clauses}
    meant = {meaning(theirs.sentence(clause)) for clause in theirs.clauses}
    found = contrasts(mine, theirs)
    assert {meaning(text) for each in found for _, text in each.one} == said - meant
    assert {meaning(text) for each in found for _, text in each.other} == meant - said


def test_sentences_that_differ_only_in_the_word_for_pieces_are_shared() -> None:
    shared = (
        ("A man or the queen that leaves the board goes to the centre", "A counter or the queen that leaves the board"),
        ("A due man is placed inside the outer circle.", "A due counter is placed inside the outer circle."),
    )
    text = contrast_text(ruleset("icf"), ruleset("points"))
    for pair in shared:
        assert not any(sentence in text for sentence in pair)
    for each in contrasts(ruleset("icf"), ruleset("points")):
        words = [re.sub(r"counters?|pieces?|m[ae]n", "PIECE", text) for _, text in (*each.one, *each.other)]
        assert len(words) == len(set(words)), each
    assert "They share 26 sentences" not in text


def test_who_owns_a_piece_is_a_difference() -> None:
    assert meaning("An own man covers her.") != meaning("A counter covers her.")
    assert meaning("A man covers her.") == meaning("A counter covers her.") == meaning("A piece covers her.")
    assert meaning("Men fell.") == meaning("Counters fell.") != meaning("Man fell.")


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_says_by_itself_what_it_is_about(name: str) -> None:
    for clause in ruleset(name).clauses:
        assert not ruleset(name).sentence(clause).startswith("The same")


def test_every_clause_but_conduct_and_odd_rests_answers_a_question() -> None:
    free = {
        clause.key
        for name in NAMES
        for clause in ruleset(name).clauses
        if not any(key in ASKED for key in (clause.key, *clause.topic.split()))
    }
    assert all(
        key.startswith("breach_") or key in ("a_man_on_its_rim_is_left", "men_on_each_other_are_left") for key in free
    )


def test_every_law_that_a_switch_puts_in_answers_a_question() -> None:
    laws = {law for s in SWITCHES for laws in (*s.values.values(), *s.with_it.values()) for law in laws}
    assert {law.__name__ for law in laws} <= ASKED.keys()


def test_no_key_answers_two_questions() -> None:
    keys = [key for topic in TOPICS for question in topic.questions for key in question.keys]
    assert len(keys) == len(set(keys))


def test_the_values_name_settings_and_questions() -> None:
    found = contrast_values(ruleset("icf"), ruleset("classic-29"))
    assert found["sets"] == ["icf", "classic-29"]
    assert found["parameters"]["queen_points"] == [3, 5]
    asked = {each["asked"]: each for each in found["questions"]}
    assert asked["When may the queen be taken?"]["topic"] == "The queen"
