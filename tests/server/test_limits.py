"""Buckets, tokens and the claim to a data folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.board.seat import Seat
from carrom.errors import SetupError
from carrom.server.guard import client_address
from carrom.server.instance import AlreadyRunning, Instance
from carrom.server.limits import Bucket, Buckets, Rate
from carrom.server.tokens import new_game_id, opened, token

SOUTH, BOTH = (Seat.SOUTH,), (Seat.SOUTH, Seat.NORTH)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 1), lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_each_address_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 0), lambda: 0.0, remembered=2)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]
    assert buckets.take("c")
    assert buckets.take("a")


def test_a_token_opens_its_own_seats_and_no_others() -> None:
    word = token(b"secret", "game", SOUTH)
    assert opened(b"secret", "game", word, (SOUTH, BOTH)) == SOUTH
    assert opened(b"secret", "game", word, (BOTH,)) is None
    assert opened(b"secret", "other", word, (SOUTH,)) is None
    assert opened(b"other", "game", word, (SOUTH,)) is None
    assert opened(b"secret", "game", "wörd", (SOUTH,)) is None


def test_names_of_games_cannot_be_guessed() -> None:
    names = {new_game_id() for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 20


CLAIM = """
import sys
from pathlib import Path
from carrom.server.instance import Instance
claim = Instance(Path(sys.argv[1]))
claim.answers_at("http://127.0.0.1:1234/")
print("claimed", flush=True)
sys.stdin.read()
"""


def test_a_second_server_is_pointed_to_the_first_until_that_one_is_killed(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "src"
    first = subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(source)},
    )
    assert first.stdout is not None
    assert first.stdout.readline().strip() == b"claimed"
    with pytest.raises(AlreadyRunning, match="already running at http://127") as other:
        Instance(tmp_path)
    assert other.value.address == "http://127.0.0.1:1234/"
    first.kill()
    first.wait()
    with Instance(tmp_path):
        pass


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="--data"):
        Instance(tmp_path / "file")


def test_an_address_that_was_just_seen_is_not_the_one_forgotten() -> None:
    buckets = Buckets(Rate(1, 0), lambda: 0.0, remembered=2)
    assert [buckets.take("a"), buckets.take("b")] == [True, True]
    assert not buckets.take("a"), "two are remembered"
    assert buckets.take("c")
    assert not buckets.take("a"), "b was unseen for longest"
    assert buckets.take("b")


def test_an_address_is_the_clients_without_its_port() -> None:
    assert client_address({"client": ("192.168.1.7", 50123)}) == "192.168.1.7"
    assert client_address({}) == client_address({"client": None}) == "unknown"


def test_a_claim_is_given_back_at_the_end_of_its_block_and_says_no_address_then(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    with Instance(folder) as claim:
        claim.answers_at("http://127.0.0.1:1234/")
        with pytest.raises(AlreadyRunning):
            Instance(folder)
        assert (folder / "carrom.lock").read_text() == "http://127.0.0.1:1234/"
        if os.name == "posix":
            assert folder.stat().st_mode & 0o777 == 0o700
            assert (folder / "carrom.lock").stat().st_mode & 0o777 == 0o600
    assert (folder / "carrom.lock").read_text() == ""
    claim.close()
    Instance(folder).close()
