"""A short chaos run: real servers, PostgreSQL and NATS, a kill and the other quick faults."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..postgresql import binaries
from ..programs import missing
from .natsserver import nats_server

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_games_go_on_through_faults_and_nothing_is_lost() -> None:
    nats_server()
    if binaries() is None:
        missing("PostgreSQL")
    words = ["--games", "2", "--faults", "3", "--pace", "0.3", "--kinds", "killed", "bus away", "clock jumped"]
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "bench", "chaos", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-2000:]}"
    assert "0 lost, 0 doubled" in done.stdout
    assert done.stdout.endswith("Nothing was wrong.\n")
