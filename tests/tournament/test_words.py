"""The words that an organiser reads: round, stage, table and board, as in the glossary."""

import ast
import csv
import io
import re
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.errors import CarromError
from carrom.tournament.event_file import read_happening

SOURCE = Path(__file__).parents[2] / "src" / "carrom"
FOLDERS = ("tournament", "cli/championship", "server/hall", "server/tournaments")
FILE_WORDS = re.compile(r"\b(sections?|waves?)\b(?!=)")
"""Words of the file's lines that screens and refusals do not use."""


def sentences(path: Path) -> list[str]:
    """Return the texts of a module that consist of several words, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented
    ]
    return [text for text in texts if " " in text.strip() and "<section" not in text and "@page" not in text]


def test_no_text_of_a_tournament_says_section_or_wave() -> None:
    found = [
        (path.name, text)
        for folder in FOLDERS
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for text in sentences(path)
        if FILE_WORDS.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("section s swiss rounds=x", "stage: rounds is 'x'"),
        ("section s swiss colour=red", "stage has no setting 'colour'"),
        ("section s swiss rounds=3 rounds=4", "rounds"),
        ("late indu", "stage= and round= are missing; expected late indu stage=s round=2"),
        ("withdraw hema", "expected withdraw hema stage=g"),
        ("somersault", "expected one of "),
    ],
)
def test_refusals_of_lines_use_the_words_that_are_typed(line: str, expected: str) -> None:
    with pytest.raises(CarromError) as refusal:
        read_happening(line)
    assert expected in str(refusal.value)
    assert not FILE_WORDS.search(str(refusal.value)), refusal.value


def test_a_stage_is_removed_by_that_word() -> None:
    assert read_happening("remove stage s reason=twice") == read_happening("remove section s reason=twice")


def test_exported_tables_have_columns_for_stage_round_and_table_and_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["event", "new", "o.carrom-event", "--name", "O", "--stage", "s swiss", "--tables", "2", "--lot", "1"])
    for name in ("Asha Rao", "Bilal Khan"):
        main(["event", "enter", "o.carrom-event", name.split()[0].lower(), name, "--stages", "s"])
    main(["event", "draw", "o.carrom-event"])
    capsys.readouterr()
    tables = {}
    for name in ("entrants", "fixtures", "standings"):
        assert main(["event", "export", "o.carrom-event", name]) == 0
        tables[name] = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tables["entrants"][0]["stages"] == "s"
    assert (tables["fixtures"][0]["stage"], tables["fixtures"][0]["round"]) == ("s", "1")
    assert "table" in tables["fixtures"][0]
    assert tables["standings"][0]["stage"] == "s"
    (tmp_path / "fixtures.csv").write_text(
        f"{','.join(tables['fixtures'][0])}\n"
        f"{','.join({**tables['fixtures'][0], 'score': '25-12', 'how': ''}.values())}\n"
    )
    assert main(["event", "result", "o.carrom-event", "--csv", "fixtures.csv"]) == 0
    (tmp_path / "again.csv").write_text("fixture,stage,round,table,score\ns.1.1,s,1,1,25-9\n")
    assert main(["event", "result", "o.carrom-event", "--csv", "again.csv"]) == 1
    assert "already" in capsys.readouterr().err


def test_the_queue_lists_the_shifts_of_a_round_with_more_matches_than_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    day = "2026-11-21 09:30-18:00"
    new = ["event", "new", "o.carrom-event", "--name", "O", "--stage", "s swiss minutes=30", "--tables", "2"]
    assert main([*new, "--sessions", day, "--lot", "1"]) == 0
    for number in range(8):
        main(["event", "enter", "o.carrom-event", f"p{number}", f"Player {number}"])
    main(["event", "draw", "o.carrom-event"])
    main(["event", "schedule", "o.carrom-event", "--from", "2026-11-21 09:30"])
    capsys.readouterr()
    assert main(["event", "schedule", "o.carrom-event", "--queue", "--from", "2026-11-21 09:30"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("shift")]
    assert re.fullmatch(r"shift 1: 2026-11-21 09:30, tables 1, 2: s\.1\.\d, s\.1\.\d", lines[0])
    assert re.fullmatch(r"shift 2: 2026-11-21 10:\d\d, tables 1, 2: s\.1\.\d, s\.1\.\d", lines[1])
    assert len(lines) == 2
