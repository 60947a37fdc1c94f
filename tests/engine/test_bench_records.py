"""Long benches resume from a record of their results."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from carrom.engine.self_play_data import TrainingExample
from carrom.errors import RefusedRequest

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench import board_value, review, stalls

from carrom.files import append, recorded

BOARD = stalls.Played("icf", "beginner:300", 100_000, 40, 0, 1, False)


def given(*words: str) -> Namespace:
    parser = ArgumentParser()
    stalls.arguments(parser)
    return parser.parse_args([*words, "--only", "icf", "--players", "beginner:300"])


def test_results_are_read_back_and_a_truncated_last_line_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append(path, BOARD)
    whole = path.read_bytes()
    path.write_bytes(whole + b'["icf","beginner:3')
    assert recorded(path, stalls.Played) == [BOARD]
    append(path, BOARD)
    assert path.read_bytes() == 2 * whole


def test_a_record_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append(path, BOARD)
    with pytest.raises(RefusedRequest, match=r"results\.jsonl, line 1: .*; expected a line that the same"):
        recorded(path, review.Board)
    assert recorded(path, stalls.Played) == [BOARD]


def test_without_a_file_nothing_is_recorded() -> None:
    append(None, BOARD)
    assert recorded(None, stalls.Played) == []


def test_a_bench_plays_only_the_boards_that_its_record_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, asked = tmp_path / "results.jsonl", []

    def fake(trial: stalls.Trial) -> stalls.Played:
        asked.append(trial.seed)
        return stalls.Played(trial.ruleset, trial.player, trial.seed, 40, 0, 1, trial.seed == 100_002)

    monkeypatch.setattr(stalls, "played", fake)
    assert stalls.run(given("--boards", "2", "--record", str(path))) == 0
    assert stalls.run(given("--boards", "3", "--record", str(path))) == 1
    assert asked == [100_000, 100_001, 100_002]
    said = capsys.readouterr().out
    assert "3 boards,    120 strokes after the break: 0 invalid" in said
    assert "stalled: icf, seed 100002, beginner:300: 40 strokes" in said


def test_a_review_bench_counts_called_strokes_that_fresh_rollouts_refute() -> None:
    trial = review.Trial("state", 120_000, 16, 1)
    lost = review.Checked(3, review.Grade.MISTAKE, 0.15, 0.12, 0.11, 0.03)
    won = review.Checked(5, review.Grade.INACCURACY, 0.10, 0.06, -0.08, 0.02)
    lines = review.report([review.Board(trial, 20, 3, 30.0, (lost, won), ())])
    assert "called strokes that lose with fresh seeds: 1 of 2; that win: 1" in lines


@pytest.mark.parametrize(
    ("only", "belongs"),
    [
        ("all", lambda pair: True),
        ("owned", lambda pair: pair.ruleset not in ("points", "three-player")),
        ("four-players", lambda pair: pair.players == 4 and pair.ruleset not in ("points", "three-player")),
        ("free", lambda pair: pair.ruleset in ("points", "three-player")),
    ],
)
def test_positions_of_one_kind_of_rounds_are_chosen_before_their_boards_are_played(
    only: str, belongs: Callable[[board_value.Pair], bool], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    asked = []

    def fake(trial: board_value.Trial) -> board_value.Pair:
        begun = TrainingExample(trial.seed).begun()
        said = board_value.Told(0.5, 0.0, 0.5, 0.1)
        asked.append(board_value.Pair(trial.seed, begun.ruleset.name, len(begun.seats), 1.0, said, said))
        return asked[-1]

    monkeypatch.setattr(board_value, "rolled", fake)
    parser = ArgumentParser()
    board_value.arguments(parser)
    assert board_value.run(parser.parse_args(["--only", only, "--positions", "12"])) == 0
    assert len(asked) == 12
    assert all(belongs(pair) for pair in asked)
    assert capsys.readouterr().out.startswith("12 positions")
