"""Score sheets in a backup: in the same file as the games, checked, and restored with them."""

import sqlite3
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.server.ops.backup import sheets_in
from carrom.server.ops.transfer import back_up, check, put_back
from carrom.storage.store import Store

from .postgresql import server


def house(folder: Path) -> Path:
    """Create a data folder without games and with two sheets, the second of which ends in an unfinished line."""
    Store(folder / "games.db").close()
    (folder / "sheets").mkdir()
    for name, text in {
        "a.carrom": "one\ntwo\n",
        "a.keys": "{}",
        "b.keys": "{}",
        "b.carrom": "one\nhal",
        "c.part": "",
    }.items():
        (folder / "sheets" / name).write_text(text)
    return folder


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (folder / "sheets").iterdir()}


def test_sheets_are_in_the_copy_and_come_back_while_what_was_there_is_kept(tmp_path: Path) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    assert main(["data", "backup", str(copy), "--data", str(folder)]) == 0
    whole = {"a.carrom": "one\ntwo\n", "a.keys": "{}", "b.carrom": "one\nhal", "b.keys": "{}"}
    assert {name: content.decode() for name, content in (sheets_in(copy) or {}).items()} == whole
    assert check(copy).damage == ()
    (folder / "sheets" / "a.carrom").write_text("other\n")
    assert main(["data", "restore", str(copy), "--data", str(folder)]) == 0
    assert held(folder) == whole
    (aside,) = folder.glob("sheets.*")
    assert (aside / "a.carrom").read_text() == "other\n"
    assert (folder / "sheets" / "a.keys").stat().st_mode & 0o77 == 0
    Store(folder / "games.db").close()
    db = sqlite3.connect(folder / "games.db")
    assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sheet'").fetchone(), "only copies carry them"
    db.close()


def test_a_copy_with_a_damaged_sheet_says_so_and_is_not_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    back_up(folder / "games.db", copy, folder / "sheets")
    db = sqlite3.connect(copy)
    db.execute("UPDATE sheet SET content = x'00' WHERE name = 'a.carrom'")
    db.commit()
    db.close()
    assert main(["data", "check", str(copy)]) == 1
    assert "The sheet 'a.carrom' in copy.db is damaged" in capsys.readouterr().err
    before = held(folder)
    assert main(["data", "restore", str(copy), "--data", str(folder)]) == 1
    assert held(folder) == before
    assert not list(folder.glob("sheets.*"))
    assert not list(folder.glob("games.db.*"))


def test_a_copy_that_was_made_without_sheets_leaves_them_alone(tmp_path: Path) -> None:
    folder, copy = house(tmp_path / "data"), tmp_path / "copy.db"
    back_up(folder / "games.db", copy)
    before = held(folder)
    put_back(copy, folder / "games.db")
    assert held(folder) == before


@pytest.mark.slow
def test_games_in_postgresql_go_into_one_file_with_the_sheets_of_the_data_folder(tmp_path: Path) -> None:
    folder, copy, address = house(tmp_path / "data"), tmp_path / "copy.db", server().database()
    Store(address).close()
    back_up(address, copy, folder / "sheets")
    found = put_back(copy, server().database(), tmp_path / "other" / "sheets")[0]
    assert found.damage == ()
    assert (tmp_path / "other" / "sheets" / "b.carrom").read_text() == "one\n"
