"""`carrom judge` and `carrom rules` at the command line."""

import copy
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from carrom.books.cases import decided
from carrom.cli import main

from .oracle import Facts


def run(words: list[str], text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(words)


def test_judge_answers_each_line_in_order_and_goes_on_after_a_refusal(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good = json.dumps({**Facts("icf", own=1).line(), "id": "first"})
    last = json.dumps({**Facts("club", own=1).line(), "id": "last"})
    code = run(["judge"], f"{good}\n\nnonsense\n{last}\n", monkeypatch)
    answers = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert code == 1
    assert [answer["id"] for answer in answers] == ["first", None, "last"]
    assert "not JSON" in answers[1]["error"]


def test_judge_ends_well_when_every_line_is_decided(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["judge"], json.dumps(Facts("icf", own=1).line()) + "\n", monkeypatch) == 0
    assert json.loads(capfdbinary.readouterr().out)["turn"] == "continue"


def test_rules_lists_and_prints_the_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "three-player  Carrom for three" in capsys.readouterr().out
    assert main(["rules", "icf"]) == 0
    assert "**Law 73** Striker and own men fall together" in capsys.readouterr().out


def test_rules_print_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic-29", "--json"]) == 0
    book = json.loads(capsys.readouterr().out)
    assert book["parameters"]["target_points"] == 29
    assert any(clause["number"] == "§6.1" for chapter in book["chapters"] for clause in chapter["clauses"])
    assert main(["rules", "--diff", "icf", "club", "--json"]) == 0
    assert "stroke_made" in json.loads(capsys.readouterr().out)["parameters"]


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["rules", "ifc"], "no rule set is called 'ifc'"),
        (["rules", "--diff", "icf"], "--diff needs two rule sets; 1 given"),
        (["rules", "--books", "here", "none.jsonl"], "the casebook 'none.jsonl' cannot be read"),
    ],
)
def test_a_wrong_request_is_refused_with_one_sentence(
    words: list[str], refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert refusal in capsys.readouterr().err


def test_rules_reads_a_custom_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "night.toml"
    path.write_text('extends = "icf"\nname = "club night"\noff_board_foul = true\n', encoding="utf-8")
    assert main(["rules", str(path)]) == 0
    text = capsys.readouterr().out
    assert "(`club night`)" in text
    assert "**House 1** The striker or a piece off the board is a foul" in text


def test_books_are_refused_in_one_sentence_where_the_folder_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = tmp_path / "one.jsonl"
    case.write_text("", encoding="utf-8")
    assert main(["rules", "--books", str(tmp_path / "nowhere"), str(case)]) == 1
    assert "expected an existing folder" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


# -- `carrom judge`: the decision on each input line, and the message of each refusal

POINTS: dict[str, Any] = {
    "id": "K",
    "ruleset": "points",
    "kind": "points",
    "before": {
        "phase": "play",
        "attempt": 1,
        "on_board": {"black": 8, "brown": 8},
        "queen": "board",
        "player": {
            "name": "A",
            "score": 15,
            "pocketed": ["black", "brown"],
            "pocketed_before": True,
            "due": 0,
            "turn_points": 0,
        },
        "others": [{"name": "B", "score": 0}],
    },
    "stroke": {"pocketed": ["black"], "queen": False, "striker": False, "touched": True, "jumped": []},
}


def answer(line: Any) -> dict[str, Any]:
    return decided(json.dumps(line).encode())


def put(line: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy of a line with one value changed; `path` is dotted."""
    changed = copy.deepcopy(line)
    *way, last = path.split(".")
    here = changed
    for key in way:
        here = here[key]
    here[last] = value
    return changed


def test_a_decision_has_the_keys_of_expect_and_its_id_clauses_and_why() -> None:
    decision = answer(Facts("icf", own=1, striker=True).line())
    assert list(decision) == ["id", "turn", "returned", "queen", "due", "result", "clauses", "why"]
    assert decision["clauses"] == ["Law 73", "Law 48"]
    assert decision["why"] == "Striker and one white: both due pieces come back (Law 73), and you strike again."


def test_keys_that_decide_nothing_are_ignored() -> None:
    line = {**Facts("icf", own=1).line(), "expect": 5, "basis": None, "note": [], "colour_of_the_carpet": "red"}
    assert answer(line)["turn"] == "continue"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (Facts("icf", men=5, own=10), "10 men of the mover are said to be pocketed, but only 5 were left on the board"),
        (Facts("icf", theirs=2, opp=3), "3 men of the opponent are said to be pocketed, but only 2 were left"),
        (Facts("icf", men=3, own=2, jumped_own=2), "2 men of the mover are said to be off the board, but only 1"),
        (Facts("icf", queen="pending", queen_down=True), "the queen cannot have fallen: it was not on the board"),
        (Facts("icf", queen="mover", jumped_queen=True), "the queen cannot have left the board: it was not on it"),
        (Facts("icf", queen_down=True, jumped_queen=True), "the queen cannot have fallen into a pocket and"),
        (Facts("icf", striker=True, jumped_striker=True), "the striker cannot have fallen into a pocket and"),
        (Facts("icf", men=5, due=1), "the mover owes 1 although 4 of their men are in the pockets"),
        (Facts("icf", men=5, right=False), "4 of the mover's men are in the pockets, but none is said to have been"),
        (Facts("icf", queen="mover", men=9, right=False), "cannot have taken the queen: no own man"),
        (Facts("team-event", men=9, right=False, by_self=True), "cannot have pocketed an own man"),
        (Facts("icf", breaking=True), "the rack is unbroken, but some men or the queen are not on the board"),
        (Facts("icf", before_play=True), 'a stroke before "Play" can only be a break'),
        (Facts("icf", attempt=2), "attempt 2 while the rack is broken already"),
        (Facts("icf", queen="off-until-turn-end"), "does not exist in icf"),
        (Facts("icf", striker=True, left="one"), "in a pocket, so it must have left both base lines"),
        (
            Facts("icf", own=1, men=9, theirs=9, right=False, breaking=True, touched=False),
            "cannot have left its place: nothing was touched",
        ),
        (Facts("classic-29", opp=1, direct=True, touched=False), "to have touched nothing"),
    ],
)
def test_facts_that_contradict_each_other_are_refused(facts: Facts, words: str) -> None:
    decision = answer(facts.line())
    assert set(decision) == {"id", "error"}
    assert words in decision["error"]


def test_a_man_trembling_on_a_pockets_edge_may_fall_though_the_striker_touched_nothing() -> None:
    decision = answer(Facts("icf", own=1, touched=False).line())
    assert (decision["turn"], decision["returned"]) == ("continue", {"mover": 0, "opponent": 0})


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("ruleset", "ifc", "no rule set is called 'ifc'"),
        ("ruleset", None, "'ruleset' is None"),
        ("kind", "strokes", "'kind' is \"strokes\": stroke, call or points was expected"),
        ("before", [], "'before' is []: an object was expected"),
        ("before.mover.men", 10, "'men' is 10: a whole number from 1 to 9"),
        ("before.mover.men", "5", "'men' is \"5\": a whole number"),
        ("before.queen", "covered", "'queen' is \"covered\": board, pending"),
        ("before.queen_covered_by", "mover", "queen_covered_by says 'mover'"),
        ("stroke.queen", "yes", "'queen' is \"yes\": true or false"),
        ("stroke.left", "two", "'left' is \"two\": both, one or none"),
        ("stroke.placement", "on-moon", "'placement' is \"on-moon\""),
        ("demand", 3, "'demand' is 3: a whole number from 0 to 2"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(path: str, value: Any, words: str) -> None:
    assert words in answer(put(Facts("icf").line(), path, value))["error"]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("before.on_board.black", 9, "more black counters are on the board and with the player than the nine"),
        ("stroke.pocketed", ["black"] * 9, "more black counters are said to be pocketed than were left"),
        ("stroke.pocketed", ["white"], "'white' is no counter of points: 'black' or 'brown' was expected"),
        ("before.queen", "mover", "'queen' is \"mover\""),
        ("before.player.due", 1, "owes a counter although they have some"),
        ("before.player.pocketed_before", False, "is said never to have pocketed one"),
        ("before.others", [{"name": "A", "score": 0}], "each needs a different name"),
        ("before.others", [{"name": "B"}, {"name": "C"}], "3 players or teams are listed: points is played by 2"),
        ("before.phase", "break", "the rack is unbroken, but some counters"),
        ("ruleset", "icf", "icf has no cases of kind 'points'"),
    ],
)
def test_a_points_line_that_cannot_be_is_refused(path: str, value: Any, words: str) -> None:
    assert words in answer(put(POINTS, path, value)).get("error", "")


def test_calls_that_do_not_exist_or_name_nobody_are_refused() -> None:
    line = {key: value for key, value in Facts("icf").line().items() if key != "stroke"}
    line |= {"kind": "call", "call": {"what": "sneezing", "by": "mover", "when": "before-stroke"}}
    assert "there is no call 'sneezing': an umpire can call touched-man, " in answer(line)["error"]
    line["call"] = {"what": "body", "by": None, "when": "before-stroke"}
    assert "needs the side at fault" in answer(line)["error"]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"5", b"\xff", b'{"id": 1}', b"[" * 5000])
def test_a_line_that_is_no_case_is_refused_and_nothing_breaks(text: bytes) -> None:
    assert decided(text)["error"]


def test_a_rule_set_file_can_be_named_in_place_of_every_lines_own(tmp_path) -> None:
    path = tmp_path / "five.toml"
    path.write_text('extends = "icf"\nqueen_points = 5\n', encoding="utf-8")
    line = Facts("icf", men=1, theirs=4, own=1, queen="mover").line()
    assert decided(json.dumps(line).encode(), str(path))["result"]["points"] == 9


def test_why_is_said_in_the_language_that_was_asked_for() -> None:
    for line in (Facts("icf").line(), POINTS):
        reply = decided(json.dumps(line).encode(), language="hi")
        assert reply["clauses"] == answer(line)["clauses"]
        assert not reply["why"].isascii()
        assert "strike" not in reply["why"]
