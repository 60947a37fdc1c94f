"""Rounds made by hand: the reason published is who made them and why, with what each pair breaks beside it."""

import json
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.i18n import LANGUAGES
from carrom.server.http.championships import why_told
from carrom.tournament.event_log import load

WHY = "Asha has to leave at noon {sic}"
FALSE = ("who may have it", "smaller point differences", "Only this pairing", "level on points", "Both are on")
"""Words of the reasons of a round that the program draws."""


def run(*words: str) -> int:
    return main(["event", *words])


def open_event(path: Path) -> str:
    """Create an event of five of whom Esha has had the bye, and return its path."""
    file = str(path / "open.carrom-event")
    assert run("new", file, "--name", "Open", "--stage", "s swiss rounds=3", "--lot", "3 14") == 0
    for seed, name in enumerate(("Asha", "Bela", "Chitra", "Dev", "Esha"), 1):
        assert run("enter", file, name.lower(), name, "--seed", str(seed)) == 0
    assert run("draw", file) == 0
    first = load(Path(file)).sections[0].waves[0]
    assert [(each.a, each.b) for each in first.fixtures] == [("asha", "chitra"), ("bela", "dev"), ("esha", "")]
    assert run("result", file, "s.1.1", "25-3") == 0
    assert run("result", file, "s.1.2", "25-4") == 0
    return file


def test_a_round_by_hand_has_one_reason_and_what_it_breaks_wherever_reasons_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    capsys.readouterr()
    pairs = ("asha-chitra", "bela-dev", "esha-")
    assert run("draw", file, "s", "--pairs", *pairs, "--reason", WHY, "--by", "referee:Ravi") == 0
    made = f"Made by hand, by the referee Ravi: “{WHY}”."
    expected = [
        f"{made} Asha and Chitra have met before. Points: Asha 2, Chitra 0.",
        f"{made} Bela and Dev have met before. Points: Bela 2, Dev 0.",
        f"{made} Esha has had a bye, or missed a round, before. Lower in the order and without a bye so far: "
        "Asha, Bela, Dev and Chitra.",
    ]
    shown = capsys.readouterr().out
    assert [line.strip() for line in shown.splitlines() if "hand" in line] == expected
    at = load(Path(file))
    told = why_told(at, "s", 2, "en")
    assert told is not None
    assert [each.why for each in told.pairs] == expected
    assert run("export", file, "--format", "json") == 0
    made_round = json.loads(capsys.readouterr().out)["stages"][0]["rounds"][1]
    assert (made_round["by_hand"], made_round["by"], made_round["reason"]) == (True, "referee:Ravi", WHY)
    assert [each["why"] for each in made_round["fixtures"]] == expected
    assert run("publish", file, "--output", str(tmp_path / "public"), "--languages", "en") == 0
    assert run("print", file, "fixtures") == 0
    printed = capsys.readouterr().out
    page = "".join(path.read_text(encoding="utf-8") for path in sorted((tmp_path / "public").rglob("*2.html")))
    for text in (page, printed.partition("Round 2")[2]):
        assert all(sentence in text for sentence in expected)
        assert not any(words in text for words in FALSE)
    assert run("verify", file) == 0
    for language in LANGUAGES:
        again = why_told(at, "s", 2, language)
        assert again is not None
        assert all(WHY in each.why and "{a}" not in each.why for each in again.pairs)


def test_a_pair_by_hand_that_breaks_nothing_says_only_who_made_it_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    assert run("draw", file, "s", "--pairs", "asha-bela", "esha-dev", "chitra-", "--reason", "as agreed") == 0
    told = why_told(load(Path(file)), "s", 2, "en")
    assert told is not None
    made = "Made by hand, by the organiser: “as agreed”."
    assert [each.why for each in told.pairs] == [made, f"{made} Points: Esha 2, Dev 0.", made]


def test_a_round_by_hand_asks_for_its_reason_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = open_event(tmp_path)
    before = Path(file).read_bytes()
    capsys.readouterr()
    assert run("draw", file, "s", "--pairs", "asha-dev", "bela-chitra", "esha-") == 1
    assert "--pairs needs --reason" in capsys.readouterr().err
    assert run("append", file, "draw", "s.2", "asha-dev", "bela-chitra", "esha-", "hand") == 1
    assert "a round made by hand needs a reason" in capsys.readouterr().err
    assert Path(file).read_bytes() == before
