"""Jobs over workers: the order, the results and the refusals are the same whatever ran them and whoever died."""

import sys
from types import SimpleNamespace

import labour
import pytest

from carrom.errors import RefusedRequest, SetupError
from carrom.lab.games import Job, played
from carrom.lab.workers import done


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
def test_results_come_in_order_however_many_workers_were_killed(tmp_path):
    jobs = [(number, str(tmp_path)) for number in range(3)]
    (tmp_path / "met-1").touch()
    assert list(done(labour.dying, jobs, workers=1)) == [0, 1, 4]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
def test_the_same_seeds_give_the_same_games_when_their_workers_are_killed(tmp_path):
    jobs = [Job(players=("aim", "random"), seed=seed) for seed in (3, 4)]
    (tmp_path / "game-4").touch()
    alone = list(done(played, jobs, engine="here"))
    killed = list(done(labour.played_and_dying, [(job, str(tmp_path)) for job in jobs], workers=2))
    assert killed == alone
    assert len({game.rows for game in alone}) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
def test_a_job_that_kills_every_worker_ends_with_one_sentence():
    with pytest.raises(SetupError, match="Workers died 3 times in a row"):
        list(done(labour.always_dying, [1], workers=1))


def test_what_a_job_raises_is_raised_where_the_job_stands():
    results = done(labour.squared, [2, 13, 4], engine="here")
    assert next(results) == 4
    with pytest.raises(ValueError, match="thirteen"):
        next(results)


@pytest.mark.parametrize(
    ("given", "said"),
    [({"engine": "steam"}, "expected one of here, processes, ray"), ({"workers": 0}, "expected a whole number from 1")],
)
def test_work_that_nobody_can_do_is_refused(given, said):
    with pytest.raises(RefusedRequest, match=said):
        done(labour.squared, [1], **given)


class Cluster:
    """A stand-in for Ray with the few calls that are used."""

    def __init__(self, answers=True, lives=99):
        self.answers, self.lives, self.closed = answers, lives, False
        self.exceptions = SimpleNamespace(RaySystemError=RuntimeError, WorkerCrashedError=RuntimeError)

    def init(self, **given):
        if not self.answers:
            raise ConnectionError("nobody there")

    def remote(self, work):
        return SimpleNamespace(options=lambda **given: SimpleNamespace(remote=lambda job: (work, job)))

    def get(self, task):
        self.lives -= 1
        if self.lives < 0:
            raise RuntimeError("the head has died")
        return task[0](task[1])

    def shutdown(self):
        self.closed = True


def test_a_ray_cluster_gives_the_same_results(monkeypatch):
    cluster = Cluster()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    assert list(done(labour.squared, range(4), engine="ray")) == [0, 1, 4, 9]
    assert cluster.closed


def test_a_ray_cluster_that_is_dead_or_dies_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", Cluster(answers=False))
    with pytest.raises(SetupError, match="No Ray cluster answers at 'ray://far:10001'"):
        list(done(labour.squared, [1], engine="ray", address="ray://far:10001"))
    dying = Cluster(lives=1)
    monkeypatch.setitem(sys.modules, "ray", dying)
    results = done(labour.squared, [2, 3], engine="ray")
    assert next(results) == 4
    with pytest.raises(SetupError, match="has gone away"):
        next(results)
    assert dying.closed
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match="pip install ray"):
        list(done(labour.squared, [1], engine="ray"))
