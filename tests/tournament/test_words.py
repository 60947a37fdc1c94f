"""Commands in the organiser's words: stages, addresses instead of line numbers, a table of fixtures filled in."""

import csv
import io

import pytest

from carrom.cli import main


@pytest.fixture
def event(tmp_path, capsys):
    """Return a function that runs a command on a Swiss of four, with its output and its errors."""
    file = str(tmp_path / "s.carrom-event")

    def run(task, *words):
        code = main(["event", task, file, *words])
        return code, *capsys.readouterr()

    assert run("new", "--name", "S", "--stage", "s swiss rounds=2", "--lot", "3")[0] == 0
    for id in ("asha", "bela", "chitra", "dev"):
        assert run("enter", id, id.title(), "--stages", "s")[0] == 0
    assert run("draw", "s")[0] == 0
    return run


def test_a_result_is_corrected_protested_and_ruled_by_its_address(event):
    assert event("result", "s.1.1", "25-12")[0] == 0
    assert "s.1.2 has no result yet" in event("correct", "s.1.2", "25-18", "--reason", "misread")[2]
    assert event("correct", "s.1.1", "25-18", "--reason", "misread")[0] == 0
    assert event("append", "protest", "s.1.1", "side=asha", "reason=queen")[0] == 0
    code, out, _ = event("append", "rule", "s.1.1", "stands", "reason=covered", "--by", "referee:ravi")
    assert (code, "rule 9 stands" in out) == (0, True), out


def test_the_table_of_fixtures_is_read_back_once_scores_are_filled_in(event, tmp_path):
    assert event("result", "s.1.1", "25-12")[0] == 0
    rows = list(csv.DictReader(io.StringIO(event("export", "fixtures", "--stage", "s")[1])))
    table = tmp_path / "fixtures.csv"

    def write():
        with table.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)

    write()
    assert "no new result" in event("result", "--csv", str(table))[2]
    rows[1]["score"] = "18:25"
    write()
    code, out, err = event("result", "--csv", str(table))
    assert (code, err) == (0, "")
    assert "finish s.1.2 18-25" in out
    assert "s.1.1" not in out


def test_the_old_names_of_options_warn(event):
    code, _, err = event("export", "fixtures", "--section", "s")
    assert code == 0
    assert "--section is now called --stage" in err


def test_a_first_draw_without_a_lot_warns(tmp_path, capsys):
    file = str(tmp_path / "t.carrom-event")
    assert main(["event", "new", file, "--name", "T", "--stage", "s swiss rounds=2"]) == 0
    for id in ("asha", "bela"):
        assert main(["event", "enter", file, id, id.title()]) == 0
    capsys.readouterr()
    assert main(["event", "draw", file]) == 0
    assert capsys.readouterr().err.startswith("No lot has been drawn")
