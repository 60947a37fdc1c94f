"""No sentence of a ruling contradicts it: its turn, its result, what it takes out of the pockets and what it asks."""

import random
from itertools import islice

import pytest

from carrom.board.disc import BLACKS, STRIKER, WHITES
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.i18n import LANGUAGES, TranslatableText, sentences, told
from carrom.rules.judge import judge
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.switches import NAMES_OF_SWITCHES
from carrom.values import changed

from .boards import steps, wild
from .combinations import TABLES, made, pairs
from .contradictions import contradictions, rulings
from .told import without_men


@pytest.mark.parametrize("number", [1_400, pytest.param(100_000, marks=pytest.mark.slow)])
def test_no_sentence_of_a_random_ruling_contradicts_it(number: int) -> None:
    """`python -m tests.rules.contradictions --rulings 100000` lists those that do, by clause."""
    for round, ruling in islice(rulings(), number):
        assert contradictions(round, ruling) == []


@pytest.mark.parametrize("number", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_no_sentence_contradicts_a_ruling_of_a_rule_set_with_any_switch(number: int) -> None:
    """Without `dues`: laws that charge a man say so in general, and the house rule beside them that none is due."""
    rng = random.Random(number)
    chosen = [(base, changes) for base, changes in pairs() if {*changes} <= {*NAMES_OF_SWITCHES} - {"dues"}]
    for base, changes in rng.sample(chosen, min(number, len(chosen))):
        if (rules := made(base, changes)) is None:
            continue
        seats = TABLES[rng.choice(rules.parameters.players)]
        before = without_men(Round.begin(rules, seats, seats[0][0], [rng.randint(0, 24) for _ in seats]), rng)
        for round, ruling in steps(before, rng, wild, calls=True):
            assert ruling is None or contradictions(before, ruling) == [], (base, changes)
            before = round


OWING = {
    "icf": (Outcome(pocketed=(WHITES[0],), breaches=(Breach.IMPROPER,)), "Law 78a"),
    "classic-29": (Outcome(pocketed=(WHITES[0], STRIKER)), "§9.2"),
}


@pytest.mark.parametrize("name", OWING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_foul_while_owing_does_not_quote_that_the_turn_continues(name: str, language: str) -> None:
    start = changed(Round.begin(ruleset(name)), phase=Phase.PLAY)
    owing = changed(start, sides=(changed(start.sides[0], due=1), start.sides[1]))
    outcome, clause = OWING[name]
    ruling = judge(owing, outcome)
    law = TranslatableText("law.first_man_pays_the_due")
    whole = told(law, {}, language, "Every {own_man} that falls").partition("{")[0]
    assert ruling.turn == "pass"
    assert clause not in ruling.clauses
    assert whole not in ruling.told(None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_part_of_a_clause_that_applied_is_quoted_in_every_language(language: str) -> None:
    start = changed(Round.begin(ruleset("club")), phase=Phase.PLAY)
    ruling = judge(start, Outcome(moved=True, lines_left=LinesLeft.ONE))
    assert ruling.turn == "pass"
    part = sentences(language)["remark.both_lines_must_be_left"].rstrip(".।۔")
    assert part in ruling.told(None, language)


def test_a_finding_overruled_by_another_is_quoted_without_its_turn() -> None:
    """Laws 95b and 98a: a man is owed, and queen, own man and striker fall."""
    start = changed(Round.begin(ruleset("icf")), phase=Phase.PLAY)
    side = changed(start.sides[0], due=1, pocketed_before=True, pocketed_by_self=True)
    ruling = judge(
        changed(start, sides=(side, start.sides[1])), Outcome(pocketed=(start.on_board[0], WHITES[0], STRIKER))
    )
    said = {finding.clause: finding.sentence for finding in ruling.findings}
    assert ruling.turn == "pass"
    assert said["Law 98a"].endswith("and the turn ends.")


def test_a_piece_that_is_not_to_be_placed_for_a_due_is_not_said_to_come_back() -> None:
    start = changed(Round.begin(ruleset("classic-29")), phase=Phase.PLAY)
    crowded = changed(start, no_room=True, sides=(changed(start.sides[0], due=1), start.sides[1]))
    ruling = judge(crowded, Outcome(pocketed=(WHITES[0],)))
    assert ruling.placings == ()
    assert all("come back" not in finding.sentence for finding in ruling.findings)
    assert BLACKS[0] in crowded.on_board
