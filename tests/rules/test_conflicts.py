"""The numbered interpretations (readings) of unclear laws, and which decisions depend on one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from carrom.books.cases import decided
from carrom.game import score, turn_order
from carrom.rules.custom import KEYS
from carrom.rules.parameters_page import told
from carrom.rules.reading_facts import AT, OF_CALLS, OF_STROKES, TABLE, Facts, names, readings_between
from carrom.rules.readings import BY_NUMBER, CONFLICTS, texts
from carrom.rules.ruleset import NAMES, ruleset

from .casebook import cases
from .test_commands import POINTS, put

CASES = cases(every=True)

NOT_SEEN = {
    "I83": "the point is a due without room at the end of the board, which Law 55 writes off all the same",
    "I105": "a line does not say that the man fell late",
    "I106": "a line does not say that the man fell while the striker was lifted off",
    "W76": "the casebook says false where I253 says true of the same facts in another book",
}
"""Cases whose `judgement` the program does not reproduce, and why."""


def test_decisions_are_marked_as_judgements_by_the_readings_of_their_basis_where_the_casebook_says_so() -> None:
    faults = []
    for case in CASES:
        decision = decided(json.dumps(case).encode())
        named = decision.get("readings", [])
        if (decision.get("judgement", False) == case["judgement"]) != (case["id"] not in NOT_SEEN):
            faults.append(f"{case['id']}: the judgement rests on {named}")
        wanted = {basis for basis in case["basis"] if re.fullmatch(r"C\d+", basis)}
        if case["judgement"] and case["id"] not in NOT_SEEN and not wanted <= {*named, "C22"}:
            faults.append(f"{case['id']}: {wanted} not in {named}; C22 is literal: it alone makes no judgement")
    assert faults == []


def test_a_point_that_a_rule_set_file_has_chosen_is_no_reading_any_more(tmp_path: Path) -> None:
    case = json.dumps(next(case for case in CASES if case["id"] == "I34")).encode()
    file = tmp_path / "house.toml"
    file.write_text('extends = "icf"\nqueen_plus_others = "return-pass"\n', encoding="utf-8")
    assert decided(case)["readings"] == ["C7"]
    assert "readings" not in decided(case, str(file))
    file.write_text('extends = "icf"\nqueen_points = 5\n', encoding="utf-8")
    assert decided(case, str(file))["readings"] == ["C7"]


def test_a_decision_of_the_text_is_not_marked() -> None:
    plain = next(case for case in CASES if case["id"] == "I18")
    decision = decided(json.dumps(plain).encode())
    assert "judgement" not in decision
    assert "readings" not in decision


def test_readings_are_numbered_without_gaps_and_each_says_everything() -> None:
    assert [each.number for each in CONFLICTS] == [f"C{k}" for k in range(1, len(CONFLICTS) + 1)]
    for each in CONFLICTS:
        for text in (each.where, each.problem, each.reading, each.reason):
            assert text
            assert text == text.strip()
        assert each.problem[-1] in ".?!”"
        assert each.reading[-1] == "."


def test_every_reading_has_keys_that_select_another_or_says_why_it_has_none() -> None:
    for each in CONFLICTS:
        assert each.switches or each.no_switch, each.number
        assert set(each.switches) <= set(KEYS), each.number
        assert not each.no_switch or each.no_switch[-1] == ".", each.number


def test_every_reading_that_a_key_names_is_one_that_names_the_key() -> None:
    for name, says in told().items():
        for number in re.findall(r"C\d+", says):
            assert name in BY_NUMBER[number].switches, f"{name} names {number}"


def test_every_reading_that_is_looked_for_is_there() -> None:
    rows = [*((number, books) for number, books, _ in (*OF_STROKES, *OF_CALLS)), *((row[0], row[1]) for row in TABLE)]
    for number, books in rows:
        assert number in BY_NUMBER
        assert set(books) <= set(NAMES)


def test_every_reading_that_a_source_names_is_published() -> None:
    source = Path(__file__).parents[2] / "src" / "carrom"
    for path in source.rglob("*.py"):
        named = set(re.findall(r"\bC\d{1,2}\b(?!\.)", path.read_text(encoding="utf-8")))
        if {"rules", "game"} & set(path.parts):
            assert named <= set(BY_NUMBER), path.name


def test_the_numbers_that_the_game_names_mean_what_it_means() -> None:
    assert "third game of doubles" in BY_NUMBER[turn_order.THIRD_OPENER].problem
    assert "extra board is cancelled" in BY_NUMBER[score.SAME_BREAKER].problem
    assert "most boards of eight" in BY_NUMBER[score.EXTRA_OF_EIGHT].problem


def test_the_page_tells_every_reading_and_links_its_cases_and_its_switches() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "readings.md").read_text(encoding="utf-8")
    anchors = {line.lstrip("# ").strip("`").lower() for line in page.splitlines() if line.startswith("##")}
    for each in CONFLICTS:
        assert each.number.lower() in anchors
        assert each.reading in page
        assert each.no_switch in page
        assert set(each.switches) <= anchors, each.number
    assert "[I34](icf-cases.md#i34)" in page


def test_a_reading_stands_at_clauses_that_are_in_its_books() -> None:
    for number, books, at in AT:
        assert number in BY_NUMBER
        for book in books:
            for name in at:
                assert any(name in names(clause) for clause in ruleset(book).clauses), f"{book} has no {name}"


def test_every_key_of_a_rule_set_file_is_described() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "readings.md").read_text(encoding="utf-8")
    described = dict(re.findall(r"## `(\w+)`\n\n(.*)", page))
    assert len(described) > 50
    assert not [key for key, text in described.items() if text.startswith("Allowed")]


def test_facts_that_nobody_speaks_of_are_those_of_a_stroke_that_moved_something_and_pocketed_nothing() -> None:
    plain = Facts(book="icf")
    said = {name: getattr(plain, name) for name in plain.__struct_fields__ if getattr(plain, name)}
    assert {name: str(value) for name, value in said.items()} == {
        "book": "icf",
        "touched": "True",
        "lines": "both",
        "queen_was": "board",
        "men": "9",
        "others_men": "9",
        "ever": "True",
        "himself": "True",
        "turn": "pass",
    }


def test_texts_are_listed_as_a_person_would() -> None:
    assert texts("one") == "one"
    assert texts("one", "two") == "one and two"
    assert texts("one", "two", "three") == "one, two and three"


@pytest.mark.parametrize(
    ("order", "winners", "readings"),
    [(5, "AA", ()), (5, "AAA", ("C39",)), (5, "ABABA", ()), (3, "BB", ("C39",)), (3, "BA", ()), (3, "AAB", ("C39",))],
)
def test_a_rubber_is_dead_once_more_than_half_of_them_are_won(order: int, winners: str, readings: Any) -> None:
    line = {"form": "tie", "order": ["singles"] * order}
    assert readings_between("team-event", line, {"rubbers": [{"winner": each} for each in winners]}) == readings


@pytest.mark.parametrize(("boards", "readings"), [(7, ()), (8, ("C19",)), (9, ("C19",))])
def test_from_the_eighth_board_on_the_limits_of_the_books_differ(boards: int, readings: Any) -> None:
    line = {"form": "game", "boards": [{}] * boards}
    assert readings_between("team-event", line, {"finished": False}) == readings


def test_who_has_no_man_left_has_no_last_man_that_falls() -> None:
    """If only the queen is left, the mover has no pieces before or after the stroke."""
    bare = Facts(book="eight-rounds", men=0, others_men=0)
    assert (bare.own_last, bare.others_last) == (False, False)
    fell = Facts(book="eight-rounds", own=2, men=2, others=1, others_men=1)
    assert (fell.own_last, fell.others_last) == (True, True)
    some = Facts(book="eight-rounds", own=1, men=2, others=1, others_men=2)
    assert (some.own_last, some.others_last) == (False, False)


@pytest.mark.parametrize(("fallen", "before", "reading"), [(1, False, "C23"), (0, True, "C23"), (0, False, "C24")])
def test_what_the_striker_costs_on_the_card_is_one_reading_with_a_counter_and_another_without(
    fallen: int, before: bool, reading: str
) -> None:
    counters = ["black"] * before
    player = {**POINTS["before"]["player"], "score": 5 * before, "pocketed": counters, "pocketed_before": before}
    lying = {"black": 9 - before, "brown": 9}
    line = put(put(POINTS, "before.player", player), "before.on_board", lying)
    stroke = {"pocketed": ["black"] * fallen, "queen": False, "striker": True, "touched": True, "jumped": []}
    named = decided(json.dumps({**line, "stroke": stroke}).encode())["readings"]
    assert {"C23", "C24"} & set(named) == {reading}
