"""The mutation runner: its mutations, such as a changed `except`, and the list of survivors with reasons."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.mutation import curated, note, noted, reason_of
from bench.mutation.trying import PATIENCE, portions
from bench.mutation.wrongs import ROOT, Wrong, catching_another, caught

from carrom.errors import SetupError

KEYS = {"file", "within", "text", "operator", "nth", "why"}
CATCHING = """
try:
    é = read()
except json.JSONDecodeError:
    pass
except (OSError, sqlite3.dbapi2.DatabaseError) as reason:
    print(reason)
except ValueError as reason:
    print(reason)
except:
    pass
"""


def test_every_survivor_names_what_survived_and_a_reason():
    rows = tomllib.loads((ROOT / "tests" / "mutation-survivors.toml").read_text(encoding="utf-8"))["survivor"]
    for row in rows:
        assert set(row) <= KEYS, row
        assert len(row["why"]) > 20, row
        assert len(row) > 2, f"{row} excuses far too much"
        if "file" in row:
            assert [*(ROOT / "src" / "carrom").glob(row["file"])], row
    told = [tuple(sorted((key, str(value)) for key, value in row.items() if key != "why")) for row in rows]
    assert len(set(told)) == len(told), "a row stands twice"


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (0, "except NoSuchException:"),
        (1, "except (NoSuchException, sqlite3.dbapi2.DatabaseError) as reason:"),
        (2, "except (OSError, NoSuchException) as reason:"),
        (3, "except NoSuchException as reason:"),
    ],
)
def test_each_exception_that_is_caught_can_be_exchanged_one_of_a_module_too(number: int, line: str) -> None:
    assert len(caught(ast.parse(CATCHING))) == 4
    wrong = catching_another(CATCHING, number)
    ast.parse(wrong)
    assert [new for old, new in zip(CATCHING.split("\n"), wrong.split("\n"), strict=True) if old != new] == [line]


def test_a_wrong_is_tried_with_the_widest_test_then_with_quick_ones_of_each_file_and_last_with_the_others() -> None:
    wrong = Wrong("rules/a.py", "f", 7, 6, "return 1", "NumberReplacer", 0, 0)
    seconds = {"a.py::wide": 1.0, "a.py::quick": 0.1, "a.py::slow": PATIENCE, "b.py::other": 0.2, "c.py::far": 0.1}
    inside = ["a.py::wide", "a.py::quick", "a.py::slow", "b.py::other"]
    over = {"rules/a.py:6": inside[:2], "rules/a.py:7": inside[2:]}
    widths = {"a.py::wide": 90, "a.py::quick": 3, "a.py::slow": 99, "b.py::other": 5, "c.py::far": 1}
    first, then, last = portions(wrong, (over, seconds, widths))
    assert list(first) == ["a.py::wide"]
    assert list(then) == ["a.py::quick", "b.py::other", "a.py::wide"]
    assert list(last) == ["a.py::slow"]
    assert list(portions(wrong, (over, seconds, widths), excused=True)) == [first, then]


def test_a_reason_speaks_of_the_wrongs_that_have_all_that_it_says() -> None:
    wrong = Wrong("game/a.py", "f", 7, 7, "return of[0]", "NumberReplacer", 3, 1)
    row = {"file": "game/*", "text": "*of[[]0]", "why": "no"}
    assert reason_of(wrong, [row]) is None
    assert reason_of(wrong, [row, {"file": "game/*", "text": "*of[0]", "nth": 1, "why": "so it is"}]) == "so it is"
    assert reason_of(wrong, [{"file": "game/*", "text": "*of[0]", "nth": 2, "why": "so it is"}]) is None


def test_what_a_run_that_was_broken_off_has_noted_is_known_to_the_next(tmp_path: Path) -> None:
    wrong = Wrong("game/a.py", "f", 7, 7, "return of[0]", "NumberReplacer", 3, 1)
    other = wrong._replace(line=8)
    assert noted(None) == noted(tmp_path / "notes") == {}
    assert [note(tmp_path / "notes", wrong, "fails"), note(tmp_path / "notes", other, ""), note(None, other, "")] == [
        "fails",
        "",
        "",
    ]
    assert noted(tmp_path / "notes") == {wrong.name: "fails", other.name: ""}


@pytest.mark.parametrize("package", curated.PACKAGES)
def test_every_curated_mutant_changes_one_place_and_names_tests_that_there_are(package: str) -> None:
    found = curated.mutants(package)
    assert len(found) >= 12
    assert len({each.what for each in found}) == len(found)
    for each in found:
        assert each.source() != (ROOT / each.file).read_text(encoding="utf-8")
        for test in each.tests:
            path, _, name = test.partition("::")
            assert name in (ROOT / path).read_text(encoding="utf-8"), test


def test_a_curated_mutant_whose_text_is_gone_is_an_error() -> None:
    mutant = curated.Mutant("envs", "no such text", "src/carrom/values.py", "no such text", "x", ())
    with pytest.raises(SetupError, match="occurs 0 times"):
        mutant.source()


def test_a_sample_of_curated_mutants_follows_from_its_seed() -> None:
    one, again, other = (curated.sampled("envs", 5, seed) for seed in (1, 1, 2))
    assert one == again != other
    assert len(one) == 5
    assert curated.sampled("envs", 0, 1) == curated.mutants("envs")


def test_a_mutant_is_caught_by_a_test_that_fails_and_the_file_is_restored(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("one = 1\n", encoding="utf-8")
    mutant = curated.Mutant("envs", "one is two", "a.py", "1", "2", ("test_a.py",))
    seen = []

    def failing(copy: Path, tests: tuple[str, ...], seconds: float) -> str:
        seen.append((copy / "a.py").read_text(encoding="utf-8"))
        return "failed"

    assert curated.caught(tmp_path, mutant, failing)
    assert not curated.caught(tmp_path, mutant, lambda copy, tests, seconds: "")
    assert seen == ["one = 2\n"]
    assert file.read_text(encoding="utf-8") == "one = 1\n"
