"""Games as Parquet files: complete parts only, resuming, and write errors."""

import errno
import os

import msgspec
import pytest

from carrom.board.notation import read_position, read_stroke
from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest, StoreError
from carrom.lab import parquet
from carrom.lab.games import StrokeRow
from carrom.lab.parquet import SCHEMA, DatasetPlan, collect, parts, path_of, read, write

PLAN = DatasetPlan(players=("aim", "random"), games=3, seed=1)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Limit a part to two games."""
    monkeypatch.setattr(parquet, "A_PART", 2)


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """Return a folder whose plan has been played to its end."""
    folder = tmp_path_factory.mktemp("games")
    parquet.A_PART, stored = 2, parquet.A_PART
    heard = []
    collect(folder, PLAN, engine="here", progress=lambda games, of: heard.append((games, of)))
    parquet.A_PART = stored
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3)]
    return folder


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_stroke_is_a_row_that_reads_back_and_the_schema_has_a_version(full):
    assert [path.name for path in parts(full)] == ["part-00000.parquet", "part-00001.parquet"]
    first = read(path_of(full, 0))
    assert first.schema.metadata == {b"carrom.schema": b"1"}
    assert first.column_names == list(StrokeRow.__struct_fields__)
    rows = first.to_pylist()
    assert {row["seed"] for row in rows} == {1, 2}
    assert [row["stroke"] for row in rows if row["seed"] == 1] == list(range(sum(row["seed"] == 1 for row in rows)))
    assert len(read_position(rows[0]["position"])) == 19
    assert all(read_stroke(row["played"]).speed > 0 for row in rows)
    assert {row["player"] for row in rows} == {"aim", "random"}


@pytest.mark.slow
def test_a_run_that_was_cut_goes_on_and_ends_with_the_same_bytes(full, tmp_path):
    class Cut(Exception):
        pass

    def cut(games, of):
        if games == 3:
            raise Cut

    with pytest.raises(Cut):
        collect(tmp_path, PLAN, engine="here", progress=cut)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["part-00000.parquet", "plan.json"]
    heard = []
    collect(tmp_path, PLAN, engine="here", progress=lambda games, of: heard.append(games))
    assert heard == [2, 3]
    assert content(tmp_path) == content(full)


def test_a_full_disk_is_told_and_leaves_no_part_in_half(tmp_path, monkeypatch):
    row = StrokeRow(seed=1, stroke=0, seat="south", player="aim", position="", played="", pocketed="", clauses="",
              continues=True, won=False, points=1.0)  # fmt: skip

    def full_disk(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(StoreError, match=r"The disk is full: part-00000\.parquet was not written"):
        write(path_of(tmp_path, 0), [row])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="was not written"):
        write(path_of(tmp_path / "nowhere", 0), [row])


def test_another_plan_in_the_same_folder_is_refused(full):
    before = content(full)
    with pytest.raises(RefusedRequest, match="holds the games of another plan"):
        collect(full, msgspec.structs.replace(PLAN, seed=2), engine="here")
    assert content(full) == before


def test_games_of_other_versions_never_lie_in_one_folder(full, monkeypatch):
    before = content(full)
    monkeypatch.setattr(parquet, "PHYSICS_VERSION", "3")
    with pytest.raises(RefusedRequest, match=r"was started by other versions \(carrom .*physics 2.*; here .*physics 3"):
        collect(full, PLAN, engine="here")
    monkeypatch.undo()
    (full / "plan.json").write_text("{}")
    with pytest.raises(RefusedRequest, match="holds the games of another plan"):
        collect(full, PLAN, engine="here")
    (full / "plan.json").write_bytes(before["plan.json"])
    assert content(full) == before


def test_a_part_of_another_schema_or_none_at_all_is_refused(tmp_path, monkeypatch):
    torn = tmp_path / "part-00000.parquet"
    torn.write_bytes(b"PAR1 and nothing more")
    with pytest.raises(StoreError, match="cannot be read as a part"):
        read(torn)
    monkeypatch.setattr(parquet, "SCHEMA", SCHEMA + 1)
    write(torn, [])
    monkeypatch.undo()
    with pytest.raises(StoreError, match="has the schema 2; this program reads 1"):
        read(torn)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": ("aim", "nobody")}, "there is no player 'nobody'"),
        ({"players": ("aim",)}, "1 player named; icf is played by 2 or 4"),
        ({"ruleset": "cricket"}, "no rule set is called 'cricket'"),
        ({"surface": "ice"}, "is not a surface"),
        ({"games": 0}, "expected a whole number from 1"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_before_a_file_is_made(given, said, tmp_path):
    with pytest.raises(CarromError, match=said):
        collect(tmp_path / "new", msgspec.structs.replace(PLAN, **given), engine="here")
    assert not (tmp_path / "new").exists()


def test_the_command_plays_and_scores(tmp_path, capsys):
    folder = str(tmp_path / "some")
    assert main(["lab", "play", folder, "--players", "aim,random", "--games", "1", "--backend", "here"]) == 0
    assert "1 of 1 games" in capsys.readouterr().err
    assert main(["lab", "score", "aim", "random", "--boards", "2", "--backend", "here"]) == 0
    assert "of 2 boards against random" in capsys.readouterr().out
    assert main(["lab", "score", "aim", "random", "--boards", "3"]) == 1
    assert "expected an even number from 2" in capsys.readouterr().err
