"""The pages on custom rule sets are correct: their code blocks run, and games can be played by their files."""

import doctest
import random
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES
from carrom.board.outcome import Outcome
from carrom.cli import main
from carrom.game.events import Contest
from carrom.i18n import filled
from carrom.rules.catalogue import catalogue
from carrom.rules.custom import custom
from carrom.rules.judge import judge
from carrom.rules.phases import diagram
from carrom.rules.readings import CONFLICTS, conflicts_page
from carrom.rules.round import QueenState, Round
from carrom.rules.rulesets import NAMES, named
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.settle import settle
from carrom.rules.switches import TEXTS

from .combinations import TABLES, played

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "custom.md").read_text(encoding="utf-8")
FILES = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_page_on_new_rule_sets_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    page = ROOT / "docs" / "rules" / "new-rule-set.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 15
    assert not found.failed


def test_the_page_shows_the_table_of_phases_as_it_is() -> None:
    assert diagram() in (ROOT / "docs" / "rules" / "new-rule-set.md").read_text(encoding="utf-8")


@pytest.mark.slow(first=6)
@pytest.mark.parametrize("answer", FILES, ids=[" ".join(map(str, told.values())) for told in FILES])
def test_each_file_of_the_page_plays_boards_to_their_end(answer: dict[str, Any]) -> None:
    rules, rng = custom(answer, "tried"), random.Random(3)
    for _ in range(10):
        played(rules, rng)


def test_the_contest_that_the_page_names_is_one() -> None:
    assert "most-of-8-boards" in Contest.__args__  # type: ignore[attr-defined]
    assert "--contest most-of-8-boards" in PAGE


def struck(round: Round, *fallen: Any) -> tuple[Round, Ruling]:
    ruling = judge(
        round, Outcome(pocketed=fallen, touched=tuple(d for d in fallen if d is not STRIKER)[:1], moved=True)
    )
    return settle(round, ruling), ruling


def house(**told: Any) -> Round:
    rules = custom({"extends": "icf", **told}, "tried")
    return Round.begin(rules, TABLES[rules.parameters.players[0]])


def test_without_dues_the_striker_costs_the_turn_only() -> None:
    after, ruling = struck(house(dues="none"), STRIKER, BLACKS[0])
    assert (ruling.turn, after.sides[0].due, ruling.placings) == (Turn.PASS, 0, ())
    assert ruling.why.endswith("No man is ever due (House 1).")


def test_dues_now_or_never_take_a_man_if_there_is_one() -> None:
    after, ruling = struck(house(dues="now"), STRIKER)
    assert (after.sides[0].due, ruling.placings) == (0, ())
    round, _ = struck(house(dues="now"), WHITES[0])
    assert [placing.disc for placing in struck(round, STRIKER)[1].placings] == [WHITES[0]]


def test_a_turn_of_two_strokes_ends_with_the_second_miss() -> None:
    round, ruling = struck(house(strokes_per_turn=2))
    assert ruling.turn is Turn.CONTINUE
    assert "House 1" in ruling.clauses
    round, _ = struck(round, WHITES[0])
    _, ruling = struck(round)
    assert ruling.turn is Turn.PASS


def test_a_foul_ends_a_turn_of_two_strokes_at_once() -> None:
    assert struck(house(strokes_per_turn=2), STRIKER)[1].turn is Turn.PASS


def test_a_queen_that_needs_no_cover_is_taken_at_once() -> None:
    round, _ = struck(house(queen_cover="none"), WHITES[0])
    round, ruling = struck(round, QUEEN)
    assert (round.queen, ruling.turn) == (QueenState.COVERED, Turn.CONTINUE)
    assert struck(round, WHITES[1])[0].queen is QueenState.COVERED


def test_the_queen_may_be_taken_last_and_wins_the_board() -> None:
    round, ruling = struck(house(last_own_before_queen="plays-on"), *WHITES)
    assert (ruling.turn, round.men_on_board(0)) == (Turn.CONTINUE, 0)
    _, ruling = struck(round, QUEEN)
    assert ruling.result is not None
    assert (ruling.result.winners, ruling.result.points) == ((0,), 12)


def test_who_covers_the_queen_for_a_side_without_men_lets_it_win() -> None:
    round, _ = struck(house(last_own_before_queen="plays-on"), *WHITES)
    round, _ = struck(round)
    round, _ = struck(round, BLACKS[0])
    _, ruling = struck(round, QUEEN, BLACKS[1])
    assert ruling.result is not None
    assert (ruling.result.winners, ruling.result.points) == ((0,), 7)


def test_men_taken_off_lie_nowhere_and_are_never_given_back() -> None:
    round = house(handicap=[0, 2])
    assert (round.men_on_board(0), round.men_on_board(1), round.pocketed) == (9, 7, ())


# -- the catalogue of sentences ------------------------------------------------------------------------------------


def test_every_clause_of_every_book_has_its_sentence_in_the_catalogue() -> None:
    sentences = catalogue()
    for name in NAMES:
        for clause in named(name).clauses:
            key = f"{name}.{clause.key}" if isinstance(clause.says, str) else f"law.{clause.key}"
            assert sentences[key] == clause.english


def test_every_sentence_that_a_rule_set_file_can_put_into_a_book_is_in_the_catalogue() -> None:
    sentences = catalogue()
    clauses = [clause for switch in TEXTS.values() for clause in switch.clauses]
    assert clauses
    for clause in clauses:
        assert sentences[f"text.{clause.key}"] == clause.english


def test_every_reading_is_told_whole() -> None:
    page = conflicts_page()
    for each in CONFLICTS:
        first, *rest = each.where
        assert f"### {each.number}\n\n*{first.upper()}{''.join(rest)}.* {each.problem}\n" in page
        assert f"**Read here:** {each.reading} *Why:* {each.reason}" in page


def test_a_finding_tells_its_sentence_from_its_key_and_values() -> None:
    sentences = catalogue()
    for name in NAMES:
        seats = TABLES[named(name).parameters.players[0]]
        for fallen in ((), (STRIKER,), (QUEEN,), (WHITES[0], STRIKER), tuple(WHITES)):
            for finding in struck(Round.begin(named(name), seats), *fallen)[1].findings:
                assert finding.sentence == filled(sentences[finding.told_by], dict(finding.values))
                assert "{" not in finding.sentence


def test_the_catalogue_is_printed_for_translators(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--catalogue"]) == 0
    assert '"law.striker_alone": "Pocketing the striker alone costs one {man} and the turn."' in capsys.readouterr().out


def test_the_striker_with_two_counters_costs_one_where_the_turn_goes_on() -> None:
    rules = custom({"extends": "points", "striker_with_own_continues": True}, "tried")
    after, ruling = struck(Round.begin(rules), WHITES[0], BLACKS[0], STRIKER)
    assert (ruling.turn, [placing.disc for placing in ruling.placings]) == (Turn.CONTINUE, [BLACKS[0]])
    assert after.sides[0].points == 15


def test_a_change_of_sides_in_mid_game_is_told_where_a_file_asks_for_it_and_nowhere_else() -> None:
    asked = custom({"extends": "icf", "mid_game_change_points": 11}, "tried")
    assert any("11 points" in asked.sentence(clause) for clause in asked.clauses)
    plain = custom({"extends": "classic-29", "queen_points": 3}, "tried")
    assert [clause.english for clause in plain.clauses] == [clause.english for clause in named("classic-29").clauses]
