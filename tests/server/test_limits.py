"""Rate limits, tokens and the lock on a data folder."""

import argparse
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from carrom.board.seat import Seat
from carrom.cli import command_parser
from carrom.cli.serve import limits as limits_of
from carrom.cli.settings import gathered
from carrom.errors import SetupError
from carrom.protocol import KernelStatus
from carrom.server.common import RateLimit, ServerLimits, TokenBucket, TokenBuckets
from carrom.server.http.security import client_address
from carrom.server.ops.app import KernelWarmup
from carrom.storage.locks import AlreadyRunning, ProcessLock
from carrom.tokens import hashed, new_game_id

SOUTH, BOTH = (Seat.SOUTH,), (Seat.SOUTH, Seat.NORTH)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = [0.0]
    bucket = TokenBucket(RateLimit(2, 1), lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_each_address_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = TokenBuckets(RateLimit(1, 0), lambda: 0.0, remembered=2)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]
    assert buckets.take("c")
    assert buckets.take("a")


def test_a_token_is_stored_as_its_hash() -> None:
    assert hashed("wörd") == hashed("wörd") != hashed("word")


def test_names_of_games_cannot_be_guessed() -> None:
    names = {new_game_id() for _ in range(1000)}
    assert len(names) == 1000
    assert min(map(len, names)) >= 20


CLAIM = """
import sys
from pathlib import Path
from carrom.storage.locks import ProcessLock
claim = ProcessLock(Path(sys.argv[1]))
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
        ProcessLock(tmp_path)
    assert other.value.address == "http://127.0.0.1:1234/"
    first.kill()
    first.wait()
    with ProcessLock(tmp_path):
        pass


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="--data"):
        ProcessLock(tmp_path / "file")


def test_an_address_that_was_just_seen_is_not_the_one_forgotten() -> None:
    buckets = TokenBuckets(RateLimit(1, 0), lambda: 0.0, remembered=2)
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
    with ProcessLock(folder) as claim:
        claim.answers_at("http://127.0.0.1:1234/")
        with pytest.raises(AlreadyRunning):
            ProcessLock(folder)
        assert (folder / "carrom.lock").read_text() == "http://127.0.0.1:1234/"
        if os.name == "posix":
            assert folder.stat().st_mode & 0o777 == 0o700
            assert (folder / "carrom.lock").stat().st_mode & 0o777 == 0o600
    assert (folder / "carrom.lock").read_text() == ""
    claim.close()
    ProcessLock(folder).close()


def test_the_page_on_serving_says_the_limits_that_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "serving.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| ([a-z ]+) \| (.*?) \|(.*)\|$", page, re.MULTILINE)
    rows = {name: (said, option) for name, said, option in found}
    limits = ServerLimits()
    for name, rate, option in (
        ("messages", limits.messages, "`--messages 60,20`"),
        ("refused messages", limits.invalid_messages, "`--invalid-messages 200,5`"),
        ("requests", limits.requests, "`--requests 200,50`"),
        ("new games", limits.new_games, "`--new-games 30,0.2`"),
        ("computing", limits.computing_time, "`--computing-time 30,0.25`"),
    ):
        said, shown = rows[name]
        a_minute = f"{rate.burst:g} at once, then {60 * rate.per_second:g} a minute"
        a_second = said.replace(" seconds at", " at").startswith(f"{rate.burst:g} at once, then {rate.per_second:g} a ")
        assert a_second or said.startswith(a_minute), name
        assert shown.strip() == option
        assert not option or f"{rate.burst:g},{rate.per_second:g}" in option
    assert rows["connections"][0] == f"{limits.connections}, {limits.connections_per_address} of them per address"
    assert rows["requests in progress"][0].startswith(f"{limits.open_requests}, {limits.open_requests_per_address} of")
    assert rows["the headers of a request"][0] == f"{limits.head_bytes} bytes within {limits.head_seconds:g} seconds"
    assert rows["an idle connection"][0].startswith(f"closed after {limits.silence:g} seconds")
    assert rows["a game"][0].startswith(f"{limits.events_per_game} strokes")
    assert rows["games in memory"][0].startswith(f"{limits.games};")


def test_every_limit_on_the_page_with_an_option_is_set_by_it() -> None:
    parser = command_parser("serve", argparse.ArgumentParser)
    words = ["--connections", "9", "--connections-per-address", "8", "--open-requests", "7"]
    words += ["--open-requests-per-address", "6", "--games", "5", "--events-per-game", "4", "--messages", "3,2.5"]
    words += ["--new-games", "2,0.1", "--requests", "5,5", "--computing-time", "1,1"]
    assert limits_of(gathered(vars(parser.parse_args(words)), {}, None)) == ServerLimits(
        connections=9,
        connections_per_address=8,
        open_requests=7,
        open_requests_per_address=6,
        games=5,
        events_per_game=4,
        messages=RateLimit(3, 2.5),
        new_games=RateLimit(2, 0.1),
        requests=RateLimit(5, 5),
        computing_time=RateLimit(1, 1),
    )
    assert limits_of(gathered(vars(parser.parse_args([])), {}, None)) == ServerLimits()


@pytest.mark.parametrize(
    "words", ["--games 0", "--games -1", "--games x", "--messages 5", "--messages 0,1", "--computing-time 1,0"]
)
def test_a_limit_that_is_none_is_wrong_usage(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command_parser("serve", argparse.ArgumentParser).parse_args(words.split())
    assert end.value.code == 2
    assert "expected" in capsys.readouterr().err


@pytest.mark.parametrize(("compiled", "kernel"), [(True, KernelStatus.COMPILED), (False, KernelStatus.INTERPRETED)])
def test_a_kernel_that_is_warm_is_said_to_be_compiled_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, kernel: KernelStatus
) -> None:
    monkeypatch.setattr("carrom.server.ops.app._compiled", lambda: compiled)
    warmth, told = KernelWarmup(), threading.Event()
    assert warmth.kernel is KernelStatus.WARMING
    warmth.begin(told.set)
    assert told.wait(10)
    assert warmth.kernel is kernel
