"""Jobs on workers: order, results and errors are the same for every executor and whichever worker dies."""

import socket
import sys
from types import SimpleNamespace

import labour
import pytest

from carrom.errors import RefusedRequest, SetupError
from carrom.lab.games import GameJob, played
from carrom.lab.workers import done


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
def test_results_come_in_order_however_many_workers_were_killed(tmp_path):
    jobs = [(number, str(tmp_path)) for number in range(3)]
    (tmp_path / "met-1").touch()
    assert list(done(labour.dying, jobs, workers=1)) == [0, 1, 4]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow(first=1)
@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
@pytest.mark.parametrize("workers", [2, 4])
def test_so_they_do_with_two_workers_and_with_four(workers, tmp_path):
    (tmp_path / "met-0").touch()
    jobs = [(number, str(tmp_path)) for number in (0, 1, 0, 0, 0, 0)]
    assert list(done(labour.dying, jobs, workers=workers)) == [0, 1, 0, 0, 0, 0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed by a signal there")
def test_the_same_seeds_give_the_same_games_when_their_workers_are_killed(tmp_path):
    jobs = [GameJob(players=("aim", "random"), seed=seed) for seed in (3, 4)]
    (tmp_path / "game-4").touch()
    alone = list(done(played, jobs, engine="here"))
    killed = list(done(labour.played_and_dying, [(job, str(tmp_path)) for job in jobs], workers=2))
    assert killed == alone
    assert len({game.rows for game in alone}) == 2


@pytest.mark.slow
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
    """A stand-in for Ray with the few calls in use; its heartbeat listens on a local port."""

    def __init__(self, answers=True, lives=99):
        self.answers, self.lives, self.closed, self.address = answers, lives, False, None
        self.exceptions = SimpleNamespace(RaySystemError=RuntimeError, WorkerCrashedError=RuntimeError)
        self.heart = socket.create_server(("127.0.0.1", 0))

    def init(self, address, **given):
        self.address = address
        if not self.answers:
            raise ConnectionError("nobody there\nand many lines more")

    def get_runtime_context(self):
        host, port = self.heart.getsockname()
        return SimpleNamespace(gcs_address=f"{host}:{port}")

    def remote(self, work):
        return SimpleNamespace(options=lambda **given: SimpleNamespace(remote=lambda job: (work, job)))

    def wait(self, tasks, timeout):
        self.lives -= 1
        if self.lives < 0:
            self.heart.close()
            return [], tasks
        return tasks, []

    def get(self, task):
        return task[0](task[1])

    def shutdown(self):
        self.closed = True
        self.heart.close()


def test_a_ray_cluster_gives_the_same_results_and_one_of_this_machine_is_never_anothers(monkeypatch):
    cluster = Cluster()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    assert list(done(labour.squared, range(4), engine="ray")) == [0, 1, 4, 9]
    assert cluster.closed
    assert cluster.address == "local"


def test_a_ray_cluster_that_is_dead_is_told_at_once_in_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", Cluster())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        with pytest.raises(SetupError, match=f"No Ray cluster answers at '{address}'"):
            list(done(labour.squared, [1], engine="ray", address=address))
    monkeypatch.setitem(sys.modules, "ray", deaf := Cluster(answers=False))
    with pytest.raises(SetupError, match=r"No Ray cluster answers on this machine \(nobody there\); use") as refused:
        list(done(labour.squared, [1], engine="ray"))
    assert "\n" not in str(refused.value)
    assert deaf.closed


def test_a_ray_cluster_that_dies_meanwhile_is_told_in_one_sentence_and_let_go(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", dying := Cluster(lives=1))
    results = done(labour.squared, [2, 3], engine="ray")
    assert next(results) == 4
    with pytest.raises(SetupError, match=r"The Ray cluster on this machine has disappeared \(no answer from 127"):
        next(results)
    assert dying.closed, "who does not let go of Ray is ended by it"


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match="pip install ray"):
        list(done(labour.squared, [1], engine="ray"))
