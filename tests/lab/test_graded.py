"""Results of players and learners at the graded tasks, as figures, files and plots."""

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from carrom.cli import main
from carrom.envs.tasks import TASKS, laid
from carrom.envs.vector_env import NOWHERE
from carrom.errors import CarromError, RefusedRequest, SetupError, StoreError
from carrom.lab.benchmark_tasks import (
    Curve,
    CurvePoint,
    Episode,
    Reached,
    ended,
    graded,
    mean,
    read_figures,
    task_game,
    write_figures,
)
from carrom.lab.curves import plot
from carrom.lab.stable_baselines import curve, vec_env
from carrom.physics.surface import surface

CURVES = Path(__file__).parents[2] / "docs" / "curves"
CURVE = Curve(
    task="straight", learner="own", seed=0, hand=None, command="carrom lab train straight",
    points=(CurvePoint(2048, 0.05), CurvePoint(4096, 0.1)),
)  # fmt: skip


def test_a_player_is_asked_on_a_board_where_just_the_men_of_the_task_lie_and_he_is_in_turn():
    for name, men in (("three", 3), ("full", 19)):
        places = laid(TASKS[name], np.array([4]))
        game = task_game(places, surface("club"))
        assert {(each.at.x, each.at.y) for each in game.position} == {tuple(each) for each in places[0].tolist()}
        assert len(game.position) == men
        assert game.expected[0].seat == "south"
    last = laid(TASKS["full"], np.array([4]))
    last[0, :9], last[0, 10:] = NOWHERE, NOWHERE
    assert len(task_game(last, surface("club")).position) == 1, "the queen alone is a man like any other"


@pytest.mark.slow
def test_geometry_pockets_what_chance_does_not_and_an_episode_follows_from_its_seed():
    by_chance, by_geometry = (
        graded("straight", "aim", 20, engine="here"),
        graded("straight", "geometric", 20, engine="here"),
    )
    assert by_geometry.low > by_chance.high
    assert by_geometry.strokes == 1.0
    episode = Episode(task="three", player="geometric/club", seed=5)
    assert ended(episode) == ended(episode)
    assert 1 <= ended(episode).strokes <= 6


def test_an_interval_of_a_mean_holds_it():
    low, high = mean([0.0, 1.0, 1.0, 0.0])
    assert low == pytest.approx(0.5 - 1.96 * (1 / 3 / 4) ** 0.5)
    assert high == pytest.approx(0.5 + 1.96 * (1 / 3 / 4) ** 0.5)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("hopeless", "aim", 9), "the tasks are straight, anywhere, three, full"),
        (("straight", "nobody", 9), "there is no player 'nobody'"),
        (("straight", "aim", 1), "expected a whole number from 2"),
    ],
)
def test_what_cannot_be_measured_is_refused(given, said):
    with pytest.raises(CarromError, match=said):
        graded(*given, engine="here")


@pytest.mark.slow
def test_figures_read_back_and_say_how_to_make_them_again(tmp_path, capsys):
    answer = tmp_path / "players.json"
    words = ["straight", "random", "aim", "--episodes", "4", "--seed", "3", "--surface", "slow"]
    assert main(["lab", "evaluate", *words, "--backend", "here", "--json", str(answer)]) == 0
    assert "| `random` |" in capsys.readouterr().out
    reached = read_figures(answer)
    assert isinstance(reached, Reached)
    assert reached.command == "carrom lab evaluate " + " ".join(words)
    assert [each.player for each in reached.players] == ["random", "aim"]
    line = tmp_path / "curve.json"
    assert main(["lab", "train", "straight", "--strokes", "8192", "--points", "2", "--json", str(line)]) == 0
    learnt = read_figures(line)
    assert isinstance(learnt, Curve)
    assert [point.strokes for point in learnt.points] == [4096, 8192]
    picture = tmp_path / "straight.svg"
    assert main(["lab", "plot", str(answer), str(line), "--output", str(picture)]) == 0
    words = ["".join(text.itertext()) for text in ElementTree.parse(picture).iter() if text.tag.endswith("text")]
    assert any(word.startswith("random ") for word in words)
    assert any(word.startswith("own ") for word in words)


def test_the_picture_of_the_docs_is_drawn_from_the_figures_beside_it():
    names = ("straight-players", "straight-stable-baselines3", "straight-own")
    figures = [read_figures(CURVES / f"{name}.json") for name in names]
    assert plot(figures) == (CURVES / "straight.svg").read_text(encoding="utf-8"), "`carrom lab plot` rewrites the file"
    for path in CURVES.glob("*.json"):
        assert read_figures(path).command.startswith("carrom lab ")


def test_labels_of_levels_that_lie_close_do_not_cover_each_other():
    alike = [msgspec.convert({"player": name, "episodes": 9, "gained": 0.5, "low": 0.4, "high": 0.6, "strokes": 1.0},
                             type=Reached.__annotations__["players"].__args__[0]) for name in "abc"]  # fmt: skip
    reached = Reached(task="straight", surface="club", seed=0, command="", players=tuple(alike))
    root = ElementTree.fromstring(plot([CURVE, reached]))
    beside = [
        float(text.get("y")) for text in root.iter() if text.tag.endswith("text") and text.get("text-anchor") == "start"
    ]
    gaps = [below - above for above, below in zip(sorted(beside), sorted(beside)[1:], strict=False)]
    assert len(gaps) == 3
    assert min(gaps) >= 13.9


def test_what_cannot_be_drawn_or_kept_is_refused_and_leaves_nothing(tmp_path, monkeypatch, capsys):
    other = msgspec.structs.replace(CURVE, task="three")
    with pytest.raises(RefusedRequest, match="of straight, three; expected at least one curve, and all of one task"):
        plot([CURVE, other])
    with pytest.raises(RefusedRequest, match="expected at least one curve"):
        plot([])
    path = tmp_path / "figures.json"
    path.write_text('{"type": "poem"}')
    with pytest.raises(StoreError, match=r"figures\.json holds no results"):
        read_figures(path)
    assert main(["lab", "train", "straight", "--json", str(tmp_path / "no" / "where.json")]) == 1
    assert "create the folder first" in capsys.readouterr().err

    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="The disk is full"):
        write_figures(tmp_path / "more.json", CURVE)
    assert [each.name for each in tmp_path.iterdir()] == ["figures.json"]


class VecEnv:
    """A stand-in for the vector environment of Stable-Baselines3."""

    def __init__(self, boards, seen, act):
        self.num_envs, self.observation_space, self.action_space = boards, seen, act


class Player:
    """A stand-in for the learner of Stable-Baselines3, which plays straight ahead and learns nothing."""

    def __init__(self, policy, boards, seed, **given):
        self.boards, self.num_timesteps, self.given = boards, 0, given
        self.rollout_buffer = SimpleNamespace()

    def learn(self, strokes, callback, reset_num_timesteps):
        callback.model = self
        if reset_num_timesteps:
            self.seen = self.boards.reset()
        for _ in range(0, strokes, self.boards.num_envs * self.given["n_steps"]):
            gained = []
            for _ in range(self.given["n_steps"]):
                self.boards.step_async(np.full((self.boards.num_envs, 3), (0.0, 0.0, 3.0)))
                self.seen, reward, over, answer = self.boards.step_wait()
                assert all("terminal_observation" in each for each in np.array(answer)[over])
                assert self.seen.shape == self.boards.observation_space.shape or len(self.seen) == len(over) == len(
                    answer
                )
                gained.append(reward)
                self.num_timesteps += self.boards.num_envs
            self.rollout_buffer.rewards = np.array(gained)
            callback._on_rollout_end()


def test_a_librarys_learner_plays_the_same_boards_and_gives_a_curve(monkeypatch):
    library = SimpleNamespace(PPO=Player)
    monkeypatch.setitem(sys.modules, "stable_baselines3", library)
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.callbacks", SimpleNamespace(BaseCallback=object))
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", SimpleNamespace(VecEnv=VecEnv))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(set_num_threads=lambda count: None))
    found = list(curve("straight", 8192, 2))
    assert [point.strokes for point in found] == [4096, 8192]
    assert all(0 < point.gained < 0.3 for point in found)
    assert found == list(curve("straight", 8192, 2))
    with pytest.raises(RefusedRequest, match="expected 4096 or more for each point"):
        next(curve("straight", 4096, 2))


def test_without_the_library_the_learner_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(SetupError, match="pip install stable-baselines3"):
        next(curve("straight", 8192, 2))


@pytest.fixture
def library(monkeypatch):
    """Put a stand-in in the library's place, unless it is installed."""
    try:
        import stable_baselines3  # noqa: F401
    except ImportError:
        monkeypatch.setitem(sys.modules, "stable_baselines3", SimpleNamespace(PPO=Player))
        monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", SimpleNamespace(VecEnv=VecEnv))


SHORT = {"most_strokes": 4}


@pytest.mark.parametrize(
    ("name", "given"),
    [("carrom/Straight-v0", {}), ("carrom/Three-v0", {}), ("carrom/Solo-v0", SHORT), ("carrom/Duel-v0", SHORT)],
)
def test_many_boards_are_the_librarys_vector_environment_and_play_the_episodes_of_their_seeds(name, given, library):
    boards = vec_env(name, 3, seed=5, **given)
    seen = boards.reset()
    assert seen.dtype == np.float32
    assert seen.shape == (3, *boards.observation_space.shape)
    again = vec_env(name, 3, seed=99, **given)
    assert again.seed(5) == [5, 6, 7]
    assert (again.reset() == seen).all(), "the library's seed replaces the first one"
    assert given or not (again.reset() == seen).all(), "a second reset begins the next episodes"
    stored, ended = seen.copy(), 0
    for _ in range(8):
        boards.step_async(np.full((3, 3), (0.1, 0.2, 2.0)))
        now, gained, over, answer = boards.step_wait()
        assert (seen == stored).all(), "what was seen before is not overwritten"
        assert (gained.dtype, over.dtype) == (np.float32, np.bool_)
        assert [bool(each) for each in answer] == over.tolist()
        ended += sum("terminal_observation" in each for each in answer)
        seen, stored = now, now.copy()
    assert ended > 0
    assert boards.get_attr("num_envs", indices=[0, 2]) == [3, 3]
    with pytest.raises(RefusedRequest, match="do not have a separate 'noise' each"):
        boards.set_attr("noise", 1)


def test_an_environment_that_does_not_exist_is_named_with_those_that_do(library):
    with pytest.raises(RefusedRequest, match="there is no environment 'Chess-v0'; there are carrom/Solo-v0"):
        vec_env("Chess-v0", 4)
