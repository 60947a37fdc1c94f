"""Results from game records (umpire's file, server game) and refusals; `verify`, CSV and calendar export."""

import hashlib
import re
from pathlib import Path
from random import Random

import pytest
from agreed import friends
from strategies_table import table, typed

from carrom.cli import main
from carrom.game.events import Conceded, encode_event
from carrom.game.record import write_record
from carrom.server.ops.backup import DATABASE
from carrom.storage.database import StoredEvent
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tournament.event_file import write_event
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import Drawn, Meeting

WON = ("board asha 5 queen", "board bilal 2 queen", "board asha 9 queen", "board asha 5 queen")

EVENT: list[bytes] = []
"""The event that every test begins with; the first one makes it."""


@pytest.fixture
def run(tmp_path, capsys):
    """Return a function that runs `carrom event` on a file in a folder with records, and returns its output."""
    path = tmp_path / "x.carrom-event"

    def run(task: str, *words: str) -> str:
        before = path.read_bytes() if path.exists() else b""
        code = main(["event", task, str(path), *words])
        out, err = capsys.readouterr()
        assert not code or (err.count("\n") == 1 and path.read_bytes() == before), err
        return err if code else out

    run.path = path
    if EVENT:
        path.write_bytes(EVENT[0])
        return run
    run("new", "--name", "Open", "--stage", "s swiss", "--tables", "4", "--place", "Hall; Pune")
    for name in ("Asha", "Bilal"):
        run("enter", name.lower(), name, "--seed", "1" if name == "Asha" else "2")
    run("draw")
    EVENT.append(path.read_bytes())
    return run


def record(path: Path, *lines: str, **header) -> Path:
    here, _ = typed(*lines, at=table(**header))
    path.write_text(write_record(here.game), encoding="utf-8")
    return path


def test_a_record_finishes_its_fixture_with_its_hash_and_fills_the_card(run, tmp_path):
    path = record(tmp_path / "s.1.1.carrom", *WON)
    said = run("result", "s.1.1", "--record", str(path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert "finish s.1.1 25-5" in said
    assert "boards=3-1" in said
    assert f"from=s.1.1.carrom sha256={digest}" in said
    assert "1 record hashed again: no differences" in run("verify")
    card = run("print", "cards")
    assert all(f">{word}<" in card for word in ("Nil", "25", "20", "Asha"))
    path.write_text(path.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    assert main(["event", "verify", str(run.path)]) == 1
    path.unlink()
    assert main(["event", "verify", str(run.path)]) == 1


@pytest.mark.parametrize(
    ("lines", "header", "why"),
    [
        (WON[:2], {}, "is not finished"),
        (WON, {"players": ("Asha", "Chitra")}, "was played by"),
        (("board asha 5 queen",), {"contest": "board"}, "expected a game"),
        (WON, {"stage": "late"}, "has stage=late"),
        (WON, {"book": "club"}, "was played by the rules club; expected icf"),
        ((*WON, "protest bilal: queen not covered"), {}, "is under protest"),
    ],
)
def test_a_record_of_something_else_is_refused(run, tmp_path, lines, header, why):
    from strategies_game import header as usual

    if "players" in header:
        players = tuple(
            type(each)(name=name, seat=each.seat, side=each.side)
            for each, name in zip(usual().players, header["players"], strict=True)
        )
        header = {"players": players}
    lines = [line.replace("bilal", "chitra") if "players" in header else line for line in lines]
    path = record(tmp_path / "r.carrom", *lines, **header)
    assert why in run("result", "s.1.1", "--record", str(path))


def test_a_record_that_lies_elsewhere_or_is_torn_is_refused(run, tmp_path):
    (tmp_path / "away").mkdir()
    other = tmp_path.parent / "elsewhere.carrom"
    record(other, *WON)
    assert "is outside the tournament's folder" in run("result", "s.1.1", "--record", str(other))
    other.unlink()
    path = record(tmp_path / "away" / "r.carrom", *WON)
    assert "has both a record and a score" in run("result", "s.1.1", "25-3", "--record", str(path))
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    assert run("result", "s.1.1", "--record", str(path)).startswith("carrom event: ")
    assert "cannot be read" in run("result", "s.1.1", "--record", str(tmp_path / "none.carrom"))


def test_a_game_of_the_server_finishes_a_fixture_and_its_record_is_laid_beside_the_file(run, tmp_path):
    room, stored = Room.begin("game-0001", friends(), Random(1), 1_790_000_000_000)
    given = StoredEvent(version=len(stored) + 1, body=encode_event(Conceded(side="B")).decode())
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / DATABASE)
    for name, events in (("over", (*stored, given)), ("open", stored)):
        store.games.begin(name, f"nonce-{name}", room.setting.text(), events)
    store.close()
    data = ("--data", str(tmp_path / "data"))
    assert "is not finished" in run("result", "s.1.1", "--game", "open", *data)
    assert "the server has no game 'none'" in run("result", "s.1.1", "--game", "none", *data)
    assert "contains no stored games" in run("result", "s.1.1", "--game", "over", "--data", str(tmp_path / "away"))
    assert "was played by South, North; s.1.1 is between Asha and Bilal" in run(
        "result", "s.1.1", "--game", "over", *data
    )
    assert not (tmp_path / "s.1.1.carrom").exists()
    other = tmp_path / "other.carrom-event"
    for words in (
        ["new", str(other), "--name", "Other", "--stage", "s swiss"],
        ["enter", str(other), "south", "South"],
        ["enter", str(other), "north", "North"],
        ["draw", str(other)],
        ["result", str(other), "s.1.1", "--game", "over", *data],
    ):
        assert main(["event", *words]) == 0
    assert load(other).stages[0].rounds[0].fixtures[0].finish.how == "conceded"
    assert (tmp_path / "s.1.1.carrom").exists()


def test_verify_names_a_round_that_would_be_drawn_otherwise(tmp_path, capsys, run):
    for number in range(3, 7):
        main(["event", "enter", str(run.path), f"p{number}", f"P {number}", "--late", "2"])
    run("result", "s.1.1", "25-3")
    at = load(run.path)
    pairs = (Meeting("asha", "p6"), Meeting("bilal", "p3"), Meeting("p4", "p5"))
    answer = [*at.events, Drawn(stage="s", round=2, meetings=pairs, when=1)]
    other = tmp_path / "other.carrom-event"
    other.write_text(write_event(at.details, answer), encoding="utf-8")
    capsys.readouterr()
    assert main(["event", "verify", str(other)]) == 1
    assert re.search(r"line \d+, s\.2: repeating the draw gives a different result for .*\.", capsys.readouterr().out)
    by_hand = [*at.events, Drawn(stage="s", round=2, meetings=pairs, hand=True, when=1)]
    other.write_text(write_event(at.details, by_hand), encoding="utf-8")
    assert main(["event", "verify", str(other)]) == 0


def test_tables_that_go_out_come_in_again(run, tmp_path):
    run("append", "place", "s.1.1", "board=2", "time=2026-11-21 09:30")
    run("result", "s.1.1", "25-3")
    entrants, finishes = run("export", "entrants"), run("export", "results")
    (tmp_path / "e.csv").write_text(entrants, encoding="utf-8", newline="")
    (tmp_path / "f.csv").write_text(finishes, encoding="utf-8", newline="")
    again = tmp_path / "again.carrom-event"
    for words in (
        ["new", "--name", "Again", "--stage", "s swiss"],
        ["enter", "--csv", str(tmp_path / "e.csv")],
        ["draw"],
        ["result", "--csv", str(tmp_path / "f.csv")],
    ):
        assert main(["event", words[0], str(again), *words[1:]]) == 0
    assert load(again).entrants[0].id == "asha"
    assert load(again).fixture is not None
    assert "s.1.1,s,1,2,2026-11-21 09:30,Asha,Bilal,25-3,played,Asha," in run("export", "fixtures")


@pytest.mark.parametrize("name", ["=1+1", "@home", "＝1+1", "＋1", "－1", "＠home", "﹦1"])
def test_no_cell_of_a_table_is_a_formula(name, run):
    run("enter", "new", name, "--late", "2")
    assert f"'{name}" in run("export", "entrants")


def test_the_keys_of_the_standings_are_numbers_in_a_table(run):
    for fixture in ("s.1.1 25-3", "s.1.2 4-12"):
        run("result", *fixture.split())
    head, *rows = (line.split(",") for line in run("export", "standings").splitlines())
    column = head.index("net-each")
    assert min(float(row[column]) for row in rows) == -22
    assert [cell for row in rows for cell in row[5:] if not re.fullmatch(r"-?\d+(\.\d+)?", cell)] == []


def test_a_calendar_has_an_entry_for_each_fixture_with_a_time(run):
    assert run("export", "calendar").count("BEGIN:VEVENT") == 0
    run("details", "--zone", "Asia/Kolkata", "--reason", "the hall is in Pune")
    run("append", "place", "s.1.1", "board=2", "time=2026-11-21 09:30")
    text = run("export", "calendar")
    assert text.startswith("BEGIN:VCALENDAR\r\n") or text.startswith("BEGIN:VCALENDAR\n")
    lines = text.replace("\r\n", "\n").splitlines()
    assert "DTSTART:20261121T040000Z" in lines
    assert "DTEND:20261121T043500Z" in lines
    assert "SUMMARY:Asha - Bilal" in lines
    assert "LOCATION:Hall\\; Pune (2)" in lines
    assert all(len(line.encode()) <= 75 for line in lines)


def test_two_programs_do_not_write_one_file(run, capsys):
    with Journal.resume(run.path):
        assert main(["event", "result", str(run.path), "s.1.1", "25-3"]) == 1
        assert "is in use by another carrom process" in capsys.readouterr().err
    assert "finish s.1.1" in run("result", "s.1.1", "25-3")


@pytest.mark.parametrize("name", ["=1+1", "'=1+1", "＝1+1", "'＠home", "''+x", "@home", "O'Brien", "'quoted'"])
def test_a_name_that_looks_like_a_formula_reads_back_as_it_was_written(name, run, tmp_path):
    run("enter", "new", name, "--late", "2")
    (tmp_path / "e.csv").write_text(run("export", "entrants"), encoding="utf-8", newline="")
    again = tmp_path / "again.carrom-event"
    assert main(["event", "new", str(again), "--name", "Again", "--stage", "s swiss"]) == 0
    assert main(["event", "enter", str(again), "--csv", str(tmp_path / "e.csv")]) == 0
    assert next(each.name for each in load(again).entrants if each.id == "new") == name
