"""Records of version 1, as that version wrote them: they stay readable and can be continued."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from strategies_game import next_event

from carrom.board.seat import Seat
from carrom.errors import RecordError
from carrom.game.events import Called, decode_event
from carrom.game.game import GameHistory
from carrom.game.notation.event_lines import write_event
from carrom.game.notation.record import goes_on, read_record, write_line, write_record
from carrom.rules.phases import PlaceDue
from carrom.umpire.record_file import RecordFile
from carrom.values import changed

HERE = Path(__file__).parent / "records-1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
WOODEN = [name for name in EXPECTED if not name.startswith("simulated")]


def text(name: str) -> str:
    return (HERE / f"{name}.carrom").read_text(encoding="utf-8")


def read(name: str) -> GameHistory:
    return read_record(text(name), live=EXPECTED[name]["live"])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_of_version_1_folds_to_what_it_folded_to_then(name: str) -> None:
    """Except `points-game`: a counter whose placing was waived cost its points in version 1, and no longer does."""
    game, result = read(name), read(name).result
    told = {
        "events": len(game.events),
        "in force": len(game.line),
        "score": list(game.score),
        "games won": list(game.games_won),
        "result": None
        if result is None
        else {"winners": list(result.winners), "score": list(result.score), "conceded": result.conceded},
        "dues": [side.due for side in game.round.sides] if game.round else None,
        "live": EXPECTED[name]["live"],
    }
    assert told == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_record_of_version_1_is_written_again_as_version_2(name: str) -> None:
    game = read(name)
    again = write_record(game)
    assert text(name).startswith('[Carrom "1"]\n')
    assert again.startswith('[Carrom "2"]\n')
    assert read_record(again) == game


@pytest.mark.parametrize("name", [name for name in WOODEN if EXPECTED[name]["result"] is None])
def test_a_record_of_version_1_can_be_continued_by_the_umpire(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.carrom"
    path.write_bytes(text(name).encode())
    rng = random.Random(5)
    journal, table = RecordFile.resume(path)
    with journal:
        for _ in range(10):
            table = changed(table, game=table.game.apply(next_event(table.game, rng)))
            journal.add(table)
    for _ in range(2):
        journal, again = RecordFile.resume(path)
        journal.close()
        assert again.game == table.game
    kept = path.read_text(encoding="utf-8")
    assert kept.startswith('[Carrom "1"]\n')
    assert kept.count('[Carrom "2"]') == 1


def test_a_partner_s_fault_is_judged_as_then_in_version_1_and_as_now_after_it() -> None:
    kept = text("partner-call")
    lines = kept.split("\n")
    at = next(index for index, line in enumerate(lines) if " call " in line)
    before = "\n".join([*lines[: at + 1], ""])
    old = read_record(before, live=True)
    assert old.round is not None
    assert old.round.turn is Seat.EAST, "the turn was lost"
    call = Called(what="talking", by=Seat.NORTH, after_stroke=True)
    game = read_record("\n".join([*lines[:at], ""]), live=True).apply(call)
    assert game.round is not None
    assert [each.seat for each in game.expected if isinstance(each, PlaceDue)] == [Seat.EAST]
    assert game.round.turn is Seat.SOUTH, "the player in turn keeps it"
    newer = "\n".join([*lines[:at], goes_on(kept) + write_line(len(game.events) - 1, call, game.rulings[-1]), ""])
    assert read_record(newer, live=True) == game


def test_the_turn_of_a_version_1_ruling_is_still_checked() -> None:
    broken = (
        text("icf-game")
        .replace("{continue | ", "{pass | ", 1)
        .replace('current text"', 'current text, second reading"')
    )
    with pytest.raises(RecordError, match="the record has the ruling 'pass'; by the laws"):
        read_record(broken)


def test_stored_events_of_version_1_are_read() -> None:
    stored = json.loads((HERE / "rows.json").read_text(encoding="utf-8"))
    for name, rows in stored.items():
        game = GameHistory.fold(decode_event(json.dumps(row)) for row in rows)
        lines = [line.partition(" {")[0] for line in text(name).split("\n") if line[:1].isdigit()]
        words = [f"{number}. {write_event(event)}" for number, event in enumerate(game.events) if number]
        assert words == lines[: len(words)]
