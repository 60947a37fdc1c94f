"""Data sets of strokes: lawful, deterministic, resumable, verified, and read in batches."""

import hashlib
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from carrom.board.seat import SEATS
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.errors import RefusedRequest, SetupError, StoreError
from carrom.lab.stroke_loader import StrokeData, jax_batches, torch_dataset
from carrom.lab.strokes import (
    BY_NAME,
    NOWHERE,
    StrokePlan,
    datasheet,
    make,
    part_columns,
    path_of,
    read_part,
    split_of,
    verify,
)
from carrom.physics import simulate
from carrom.physics.batch import DISCS, position_of
from carrom.values import changed

pytest.importorskip("pyarrow")
PLAN = StrokePlan(strokes=5_000, boards=20, seed=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A data set of two whole parts and half a third."""
    found = tmp_path_factory.mktemp("strokes")
    make(found, PLAN)
    return found


@pytest.mark.slow
def test_every_stroke_is_what_the_physics_plays_and_boards_go_on_from_it(folder):
    columns = read_part(path_of(folder, 1))
    assert len(columns["game"]) == PLAN.part
    for row in range(0, PLAN.part, 97):
        places = np.full((20, 2), NOWHERE, dtype=np.int64)
        places[1:] = columns["before"][row]
        stroke = Stroke(*columns["striker"][row].tolist())
        played = simulate(position_of(places), stroke, SEATS[columns["turn"][row]])
        down = [DISCS[k] for k in np.argsort(columns["fell"][row]) if np.isfinite(columns["fell"][row][k])]
        assert list(played.outcome.pocketed) == down
        rest = {DISCS[k]: tuple(at) for k, at in enumerate(columns["rest"][row].tolist()) if at[0] != NOWHERE}
        assert {each.disc: (each.at.x, each.at.y) for each in played.rest} == rest
    same = columns["game"][1:] == columns["game"][:-1]
    assert (columns["stroke"][1:][same] == columns["stroke"][:-1][same] + 1).all()
    stored = same & columns["continues"][:-1]
    assert (columns["turn"][1:][stored] == columns["turn"][:-1][stored]).all()
    assert (columns["winners"][columns["over"]] > 0).all()
    assert not columns["over"][:-1][same].any()


@pytest.mark.slow
def test_the_same_plan_gives_the_same_digest_with_any_number_of_threads(folder, tmp_path):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    digest = make(tmp_path / "again", PLAN)
    assert f"`{digest}`" in readme
    assert make(tmp_path / "other", changed(PLAN, seed=4, strokes=1)) != digest
    one, two = (part_columns(PLAN, 2, threads) for threads in (1, 2))
    assert all((one[name] == two[name]).all() for name in one)


@pytest.mark.slow
def test_an_interrupted_data_set_goes_on(folder, tmp_path):
    digest = make(tmp_path, PLAN)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    path_of(tmp_path, 1).unlink()
    seen = []
    assert make(tmp_path, PLAN, progress=lambda done, of: seen.append((done, of))) == digest
    assert seen == [(3_000, 5_000), (5_000, 5_000)]
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert [name for name in before if before[name] != after[name]] == ["strokes-00001.parquet"]
    with pytest.raises(RefusedRequest, match="holds the strokes of another plan"):
        make(tmp_path, changed(PLAN, seed=9))


@pytest.mark.slow
def test_a_data_set_is_verified_and_damage_is_named(folder, tmp_path):
    assert verify(folder, 20) == 60
    make(tmp_path, PLAN)
    path = path_of(tmp_path, 2)
    data = bytearray(path.read_bytes())
    path.write_bytes(bytes(data[: len(data) // 2]))
    with pytest.raises(StoreError, match="strokes-00002"):
        verify(tmp_path, 5)
    path.unlink()
    with pytest.raises(StoreError, match="strokes-00002"):
        verify(tmp_path, 5)


def test_the_datasheet_describes_every_column_and_the_licence(folder):
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in readme for name in BY_NAME)
    assert "Apache-2.0" in readme
    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert max(map(len, readme.splitlines())) < 200
    assert readme.startswith("# 5,000 lawful strokes")
    assert "3 Parquet files of 2,000 rows, the last one of 1,000." in readme
    assert "1 Parquet file of 700 rows." in datasheet(changed(PLAN, strokes=700), "0" * 64)


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("strokes", [1, 700, 2_000, 2_001])
def test_a_data_set_holds_exactly_the_strokes_that_were_asked_for(strokes, folder, tmp_path):
    make(tmp_path, changed(PLAN, strokes=strokes))
    assert verify(tmp_path, 3) > 0
    ours, whole = (StrokeData(each, columns=("striker", "rest")).batches(2_000) for each in (tmp_path, folder))
    rows = [{name: values.copy() for name, values in batch.items()} for batch in ours]
    assert sum(len(each["striker"]) for each in rows) == strokes
    for batch, begun in zip(rows, whole, strict=False):
        assert all((values == begun[name][: len(values)]).all() for name, values in batch.items())
    assert path_of(tmp_path, -(-strokes // PLAN.part)).exists() is False


def test_no_value_of_a_file_is_nan_or_infinite_and_what_never_happened_is_null(folder):
    from pyarrow import compute, parquet

    nulls = 0
    for number in range(PLAN.parts):
        table = parquet.read_table(path_of(folder, number))
        columns = read_part(path_of(folder, number))
        for name, column in BY_NAME.items():
            values = table.column(name).combine_chunks()
            flat = values.flatten() if column.shape else values
            if not column.kind.startswith("float"):
                assert flat.null_count == 0
                continue
            assert compute.all(compute.is_finite(flat.drop_null())).as_py()
            assert flat.null_count == np.isinf(columns[name]).sum() == (~np.isfinite(columns[name])).sum()
            nulls += flat.null_count
    assert nulls > 0


def test_batches_cover_every_row_once_shuffled_by_their_seed(folder):
    data = StrokeData(folder, columns=("game", "stroke", "striker"))
    plain = np.concatenate([each["striker"] for each in data.batches(300)])
    assert plain.shape == (5_000, 5)
    mixed = [np.concatenate([each["striker"] for each in data.batches(300, seed)]) for seed in (1, 1, 2)]
    assert (mixed[0] == mixed[1]).all()
    assert (mixed[0] != mixed[2]).any()
    assert sorted(map(tuple, mixed[0].tolist())) == sorted(map(tuple, plain.tolist()))
    halves = [each["striker"] for shard in (0, 1) for each in data.batches(500, 1, (shard, 2))]
    assert sum(map(len, halves)) == 5_000


def test_splits_share_no_board(folder):
    assert [split_of(number) for number in (0, 17, 18, 19, 20, 38)] == [
        "train", "train", "validation", "test", "train", "validation"
    ]  # fmt: skip
    assert StrokeData(folder, "train").parts == [0, 1, 2]
    assert StrokeData(folder, "test").parts == []
    games = [set(read_part(path_of(folder, number), ("game",))["game"].tolist()) for number in range(3)]
    assert not games[0] & games[1]


def test_tensors_of_pytorch_hold_the_same_numbers(folder):
    torch = pytest.importorskip("torch")
    data = StrokeData(folder, "train", ("striker", "fell"))
    loader = torch.utils.data.DataLoader(torch_dataset(data, 256, 5), batch_size=None, num_workers=2)
    rows = torch.cat([each["striker"] for each in loader]).numpy()
    expected = np.concatenate([each["striker"] for each in data.batches(256, 5)])
    assert sorted(map(tuple, rows.tolist())) == sorted(map(tuple, expected.tolist()))
    assert next(iter(loader))["fell"].dtype == torch.float32


class LikeJax:
    """What `jax_batches` uses of JAX; without 64 bits it drops the upper bits in silence, as JAX does."""

    def __init__(self, is_wide):
        self.config = SimpleNamespace(jax_enable_x64=is_wide)

    def asarray(self, rows):
        narrow = {"int64": np.int32, "float64": np.float32}.get(str(rows.dtype), rows.dtype)
        return rows if self.config.jax_enable_x64 else rows.astype(narrow)


@pytest.fixture(params=["installed", "like it, 32 bits", "like it, 64 bits"])
def jax(request, monkeypatch):
    """JAX if it is installed, and stand-ins for both of its modes."""
    if request.param == "installed":
        return pytest.importorskip("jax")
    found = LikeJax("64" in request.param)
    monkeypatch.setitem(sys.modules, "jax", found)
    monkeypatch.setitem(sys.modules, "jax.numpy", found)
    return found


def test_arrays_of_jax_hold_the_same_numbers(folder, jax):
    data = StrokeData(folder)
    for mine, other in zip(jax_batches(data, 700, 2), data.batches(700, 2), strict=True):
        for name, rows in other.items():
            assert (np.asarray(mine[name]) == rows).all(), name
        assert mine["duration"].dtype == ("int64" if jax.config.jax_enable_x64 else "int32")


def test_a_number_that_jax_would_cut_to_32_bits_is_refused_and_taken_where_64_are_on(folder, jax, monkeypatch):
    data = StrokeData(folder, columns=("game",))
    for number, fits in ((2**31 - 1, True), (-(2**31), True), (2**31, False), (2_147_483_653, False)):
        monkeypatch.setattr(data, "part", lambda part, number=number: {"game": np.array([5, number])})
        if fits or jax.config.jax_enable_x64:
            assert np.asarray(next(jax_batches(data, 2))["game"]).tolist() == [5, number]
            continue
        with pytest.raises(RefusedRequest, match=f"the column game holds {number}, which needs 64 bits; .*x64"):
            next(jax_batches(data, 2))


@pytest.mark.parametrize(("loader", "package"), [(torch_dataset, "torch"), (jax_batches, "jax")])
def test_a_missing_library_is_named(folder, loader, package, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(SetupError, match=f"pip install {package}"):
        loader(StrokeData(folder), 10)


def test_wrong_requests_get_one_sentence(folder, tmp_path, capsys, monkeypatch):
    for given, said in (
        ({"split": "half"}, "expected train, validation, test or None"),
        ({"columns": ("colour",)}, "there is no column 'colour'"),
    ):
        with pytest.raises(RefusedRequest, match=said):
            StrokeData(folder, **given)
    with pytest.raises(RefusedRequest, match="expected a whole number from 1"):
        next(StrokeData(folder).batches(0))
    with pytest.raises(StoreError):
        StrokeData(tmp_path)
    assert main(["lab", "dataset", str(tmp_path / "d"), "--strokes", "0"]) != 0
    assert "strokes is 0; expected a whole number from 1" in capsys.readouterr().err
    monkeypatch.setattr("carrom.lab.strokes.STEPS", 1)
    assert main(["lab", "dataset", str(tmp_path / "few"), "--strokes", "150"]) == 0
    assert "150 strokes are in" in capsys.readouterr().out
    assert len(read_part(path_of(tmp_path / "few", 0))["game"]) == 150
    monkeypatch.undo()
    assert main(["lab", "dataset", str(folder), "--verify"]) == 0
    assert "all digests match" in capsys.readouterr().out
    assert hashlib.sha256(b"").hexdigest() not in (folder / "README.md").read_text(encoding="utf-8")
