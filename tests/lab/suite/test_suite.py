"""carrom-bench-1: the frozen definition, evaluation of every kind of agent, results files and the leaderboard."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from carrom.cli import main
from carrom.envs.config import seeds_of
from carrom.envs.lawful_boards import LawfulBoards
from carrom.errors import CarromError, RefusedRequest, SetupError, StoreError
from carrom.lab import suite
from carrom.lab.suite import (
    CellJob,
    begun,
    cell_named,
    cell_result,
    played,
    random_share,
    read_results,
    schema,
    suite_score,
    write_results,
)
from carrom.lab.suite_agents import AgentSource, VectorPolicy, checked, onnx_policy, source_of
from carrom.lab.suite_run import Evaluation, evaluate, leaderboard
from carrom.lab.suite_tasks import CARROM_BENCH_1, DIGESTS, UNSEEN, suite_named
from carrom.values import changed

BOARDS = Path(__file__).parents[3] / "docs" / "leaderboard"
ROOT = BOARDS.parents[1]
AGENT = """
import numpy as np
CALLS = []

def still(observation, mask):
    assert mask is None
    CALLS.append(observation.shape)
    return [0.0, 0.0, 0.5]

class Batched:
    def for_task(self, task, noise):
        self.where = task, noise
        return self

    def __call__(self, observation, mask):
        raise AssertionError("asked board by board")

    def batch(self, observations):
        return np.tile([0.0, 0.0, 0.5], (len(observations), 1))

class Choosing:
    actions = "choices"

    def __call__(self, observation, mask):
        assert mask[0] == 1
        return 0

def wild(observation, mask):
    return [2.0, 0.0, 0.0]
"""


@pytest.fixture
def agents(tmp_path, monkeypatch):
    """A module of agents in the current folder."""
    (tmp_path / "suite_agents.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("suite_agents", None)


def job(text, cell, last=6):
    """Return the first episodes of a cell for an agent."""
    return CellJob(suite="carrom-bench-1", cell=cell, agent=source_of(text, (cell.split("/")[0],)), first=0, last=last)


def test_the_definition_is_frozen():
    assert CARROM_BENCH_1.digest == DIGESTS["carrom-bench-1"]
    assert len(CARROM_BENCH_1.cells) == 18
    assert set(CARROM_BENCH_1.floors) == {cell.name for cell in CARROM_BENCH_1.cells}
    page = (ROOT / "docs" / "decisions" / "research-environments.md").read_text(encoding="utf-8")
    assert DIGESTS["carrom-bench-1"] in page


def test_a_changed_definition_or_other_physics_is_refused(monkeypatch):
    monkeypatch.setitem(suite.suite_named.__globals__["SUITES"], "carrom-bench-1", replace(CARROM_BENCH_1, key=1))
    with pytest.raises(RefusedRequest, match="was changed"):
        suite_named("carrom-bench-1")
    monkeypatch.undo()
    monkeypatch.setattr("carrom.lab.suite_tasks.PHYSICS_VERSION", "3")
    with pytest.raises(RefusedRequest, match="is played with physics 2; this program has 3"):
        suite_named("carrom-bench-1")
    with pytest.raises(RefusedRequest, match="there is no suite 'other'; expected carrom-bench-1"):
        suite_named("other")


def test_no_environment_reaches_a_seed_of_the_suite():
    for cell in CARROM_BENCH_1.cells:
        seeds = CARROM_BENCH_1.seeds(cell)
        assert (seeds >= UNSEEN).all()
        assert len(set(seeds.tolist())) == cell.task.episodes
        assert (seeds % 2 == np.arange(len(seeds)) % 2).all(), "the sides break by turns"
    roots = np.array([0, 1, 2**62, -1, 2**63 - 1])
    assert (seeds_of(roots, np.arange(5)) < UNSEEN).all()


@pytest.mark.slow
def test_a_policy_and_a_player_meet_the_same_boards_and_the_same_noise():
    """A player whose strokes are decoded from a policy's actions gets the policy's points and positions."""
    from carrom.board.stroke import Stroke
    from carrom.envs.actions import stroke_of
    from carrom.game.expected import spans_of

    numbers = np.array([0.1, 0.3, 0.2])

    class Player:
        def choose(self, game, seat, rng):
            return stroke_of(numbers, spans_of(game.state), game.rules)[0]

        place = demand = None

    policy = VectorPolicy(lambda rows: np.tile(numbers, (len(rows), 1)))
    assert Stroke is not None
    for name in ("three/shaky", "solo/steady", "break/shaky", "duel/steady", "straight/exact"):
        cell = cell_named("carrom-bench-1", name)
        seeds = CARROM_BENCH_1.seeds(cell)[:4]
        assert suite._by_policy(policy, cell, seeds) == suite._by_player(Player(), cell, seeds), name


def test_floors_are_what_random_actions_bring():
    for name, episodes in (("anywhere/exact", 4000), ("three/steady", 2000), ("solo/shaky", 300)):
        found = random_share(cell_named("carrom-bench-1", name), episodes)
        assert found == pytest.approx(CARROM_BENCH_1.floors[name], abs=0.02), name


def test_every_kind_of_agent_is_asked(agents):
    assert (
        played(job("suite_agents:still", "three/exact")).points
        == played(job("suite_agents:Batched", "three/exact")).points
    )
    assert sum(played(job("suite_agents:Choosing", "straight/exact")).points) >= 4, "geometry knows straight strokes"
    assert sum(played(job("geometric", "straight/exact")).points) >= 4
    assert sum(played(job("planner", "anywhere/exact")).points) >= 4
    assert len(played(job("casual", "break/steady", 2)).points) == 2
    engine = f"pipe:{sys.executable} {ROOT / 'examples' / 'straight_engine.py'}"
    assert len(played(job(engine, "straight/steady", 2)).points) == 2


def test_unknown_agents_and_wrong_actions_get_one_sentence(agents):
    for text, said in (
        ("suite_agents", "names no agent; expected module:attribute"),
        ("suite_agents:nothing", "has no attribute"),
        ("nowhere_at_all:policy", "cannot be imported"),
        ("missing.onnx", "cannot be read"),
        ("one-ply/nobody", "no level"),
    ):
        with pytest.raises(CarromError, match=said):
            played(job(text, "straight/exact", 2))
    with pytest.raises(RefusedRequest, match="expected 3 numbers from -1 to 1"):
        played(job("suite_agents:wild", "straight/exact", 2))
    with pytest.raises(RefusedRequest, match=r"shape \(2, 2\); expected \(2, 3\)"):
        checked(np.zeros((2, 2)), 2)


def test_an_onnx_agent_needs_its_library(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    (tmp_path / "a.onnx").write_bytes(b"x")
    with pytest.raises(SetupError, match="pip install onnxruntime"):
        played(job(str(tmp_path / "a.onnx"), "straight/exact", 2))


class Session:
    """What onnxruntime shows of a model: its inputs, and the answers of a linear layer."""

    def __init__(self, kind="tensor(float)", shape=("n", 4), answer=3, inputs=1):
        self.kind, self.shape, self.answer, self.asked = kind, shape, answer, []
        self.inputs = [SimpleNamespace(name=f"seen{k}", type=kind, shape=list(shape)) for k in range(inputs)]

    def get_inputs(self):
        return self.inputs

    def run(self, names, given):
        (rows,) = given.values()
        expected = {"tensor(float16)": "f2", "tensor(float)": "f4", "tensor(double)": "f8"}[self.kind]
        if rows.dtype != expected or (isinstance(self.shape[0], int) and len(rows) != self.shape[0]):
            raise RuntimeError("INVALID_ARGUMENT : unexpected input data type or shape")
        self.asked.append(len(rows))
        if self.answer == "integers":
            return [np.zeros((len(rows), 3), dtype=np.int64)]
        return [np.repeat(2 * rows[:, :1], self.answer, axis=1)]


def policy_of(session, monkeypatch):
    """Return the policy of a session, as onnxruntime would give it."""
    library = SimpleNamespace(
        SessionOptions=SimpleNamespace, InferenceSession=lambda path, options, providers: session
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "onnxruntime", library)
    return onnx_policy("straight.onnx")


@pytest.mark.parametrize("kind", ["tensor(float16)", "tensor(float)", "tensor(double)"])
@pytest.mark.parametrize(("boards", "asked"), [("n", [7]), (None, [7]), (1, [1] * 7), (3, [3] * 3), (9, [9])])
def test_a_model_of_any_float_type_answers_for_any_number_of_boards(kind, boards, asked, monkeypatch):
    session = Session(kind, (boards, 4))
    rows = np.linspace(-1, 1, 28, dtype=np.float32).reshape(7, 4)
    found = policy_of(session, monkeypatch)(rows)
    assert found.dtype == np.float64
    assert found == pytest.approx(np.repeat(np.clip(2 * rows[:, :1], -1, 1), 3, axis=1), abs=2e-3)
    assert session.asked == asked


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"kind": "tensor(int64)"}, r"has the inputs seen0: tensor\(int64\) .*; expected one of float16, float32 or"),
        ({"kind": "tensor(bfloat16)"}, "expected one of float16, float32 or float64"),
        ({"shape": (4,)}, r"with the shape \(boards, numbers\)"),
        ({"shape": ("n", 1, 4)}, r"with the shape \(boards, numbers\)"),
        ({"inputs": 2}, "has the inputs seen0: .*, seen1: .*; expected one"),
        ({"inputs": 0}, "has the inputs none; expected one"),
        ({"answer": 5}, r"returns float32 of shape \(2, 5\) for 2 boards; expected numbers of shape \(2, 3\)"),
        ({"answer": "integers"}, "returns int64 of shape"),
    ],
)
def test_a_model_that_cannot_be_asked_is_refused_in_one_sentence(given, said, monkeypatch):
    with pytest.raises(RefusedRequest, match=said):
        policy_of(Session(**given), monkeypatch)(np.zeros((2, 4), dtype=np.float32))


def test_a_model_that_fails_is_named(monkeypatch):
    session = Session()
    session.kind = "tensor(double)"
    with pytest.raises(RefusedRequest, match=r"'straight.onnx' fails on \(2, 4\) observations \(INVALID_ARGUMENT"):
        policy_of(session, monkeypatch)(np.zeros((2, 4), dtype=np.float32))


def write_model(path, kind="FLOAT", boards="n"):
    """Write an ONNX model of one layer that strikes straight ahead at full speed."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    helper, element = onnx.helper, getattr(onnx.TensorProto, kind)
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["seen", "w", "b"], ["act"])],
        "policy",
        [helper.make_tensor_value_info("seen", element, (boards, 4))],
        [helper.make_tensor_value_info("act", element, (boards, 3))],
        [helper.make_tensor("w", element, (4, 3), [0.0] * 12), helper.make_tensor("b", element, (3,), [0.0, 0.0, 3.0])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(path))


@pytest.mark.parametrize("kind", ["FLOAT16", "FLOAT", "DOUBLE"])
@pytest.mark.parametrize("boards", ["n", 1, 3])
def test_an_onnx_model_plays(kind, boards, tmp_path):
    write_model(tmp_path / "straight.onnx", kind, boards)
    whole = played(job(str(tmp_path / "{task}.onnx"), "straight/exact", 4))
    assert whole.strokes == (1, 1, 1, 1)


def test_a_model_of_another_task_and_a_file_that_is_no_model_are_refused(tmp_path):
    write_model(tmp_path / "straight.onnx")
    (tmp_path / "three.onnx").write_bytes((tmp_path / "straight.onnx").read_bytes())
    with pytest.raises(RefusedRequest, match="takes 4 numbers and this task has 10; name one model for each task"):
        played(job(str(tmp_path / "{task}.onnx"), "three/exact", 2))
    (tmp_path / "straight.onnx").write_bytes(b"no model")
    with pytest.raises(RefusedRequest, match="cannot be loaded as an ONNX model"):
        played(job(str(tmp_path / "{task}.onnx"), "straight/exact", 2))


def test_an_interrupted_evaluation_goes_on_and_gives_the_same_file(tmp_path, agents):
    path = tmp_path / "still.json"
    given = Evaluation(agent="suite_agents:still", suite="carrom-bench-1", output=path, tasks=("straight",))
    seen = []

    class Stop(Exception):
        pass

    def stop(cell, done, of):
        seen.append(cell.cell)
        if len(seen) == 2:
            raise Stop

    with pytest.raises(Stop):
        evaluate(given, stop)
    half = read_results(path)
    assert [each.cell for each in half.cells] == ["straight/exact", "straight/steady"]
    whole = evaluate(given, lambda cell, done, of: seen.append(cell.cell))
    assert seen == ["straight/exact", "straight/steady", "straight/shaky"], "finished cells are not played again"
    assert whole.cells[:2] == half.cells
    assert whole.score is None
    with pytest.raises(RefusedRequest, match="holds the results of 'suite_agents:still'; name a new file"):
        evaluate(replace(given, agent="uniform"))
    with pytest.raises(RefusedRequest, match="has no task 'chess'"):
        evaluate(replace(given, tasks=("chess",)))


def test_wrong_files_are_refused_with_one_sentence(tmp_path):
    path = tmp_path / "r.json"
    good = begun(CARROM_BENCH_1, AgentSource(text="x:y", kind="python"), "mine", "command")
    cell = CARROM_BENCH_1.cells[0]
    result = cell_result(CARROM_BENCH_1, cell, (1, 0) * 100, (1,) * 200, 1.0)
    good = changed(good, cells=(result,))
    write_results(path, good)
    assert read_results(path) == good
    for wrong, said in (
        (changed(good, digest="0" * 64), "with the digest 000000000000"),
        (changed(good, format=2), "has the format 2; this program reads 1"),
        (changed(good, physics="1"), "was played with physics 1"),
        (changed(good, signature="1" * 64), "was played with physics 2"),
        (changed(good, cells=(changed(result, share=0.9),)), "do not follow from its points"),
        (changed(good, cells=(changed(result, points=(1,) * 3),)), "has 3 episodes; expected 200"),
        (changed(good, cells=(changed(result, seeds="0" * 64),)), "with seeds that are not those"),
        (changed(good, cells=(result, result)), "has a cell twice"),
    ):
        write_results(path, wrong)
        with pytest.raises(StoreError, match=said):
            read_results(path)
        with pytest.raises(StoreError):
            leaderboard([path], "md")
    path.write_text('{"format": 1}')
    with pytest.raises(StoreError, match="is no results file of a suite"):
        read_results(path)


def test_the_schema_describes_the_baselines():
    required = json.loads(schema())["$defs"]["SuiteResults"]["required"]
    for path in BOARDS.glob("*.json"):
        assert set(required) <= set(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_the_leaderboard_is_made_from_the_committed_files():
    paths = sorted(BOARDS.glob("*.json"))
    assert len(paths) >= 3
    assert leaderboard(paths, "md").count("\n") > len(paths)
    found = {results.name: results for results in map(read_results, paths)}
    assert found["planner"].score.low > found["uniform"].score.high
    assert abs(found["uniform"].score.mean) < 3.0
    assert suite_score(CARROM_BENCH_1, found["planner"].cells) == found["planner"].score


def test_the_page_of_its_own_has_both_colour_schemes_and_escapes_names(tmp_path):
    path = tmp_path / "r.json"
    write_results(path, begun(CARROM_BENCH_1, AgentSource(text="x:y", kind="python"), "<b>|", "command"))
    assert main(["lab", "leaderboard", str(path), "--output", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in page
    assert "&lt;b&gt;|" in page
    assert "<b>|" not in page
    assert "| <b>\\| |" in leaderboard([path], "md")
    copy = tmp_path / "copy.json"
    copy.write_bytes(path.read_bytes())
    with pytest.raises(RefusedRequest, match="two of the files"):
        leaderboard([path, copy], "md")


def test_the_command_says_what_it_needs(tmp_path, capsys):
    assert main(["lab", "evaluate", "straight"]) != 0
    assert "no player is given" in capsys.readouterr().err
    assert main(["lab", "evaluate", "uniform", "--suite", "carrom-bench-1"]) != 0
    assert "--output" in capsys.readouterr().err
    out = tmp_path / "u.json"
    words = ["lab", "evaluate", "uniform", "--suite", "carrom-bench-1", "--output", str(out), "--tasks", "straight"]
    assert main(words) == 0
    assert "3 cells are in" in capsys.readouterr().out
    assert msgspec.json.decode(out.read_bytes())["name"] == "uniform"
    assert LawfulBoards is not None
