"""`carrom data check` names the table when the disk has flipped a bit in a row of accounts, ratings or seeks."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from carrom.cli import main
from carrom.server.ops.backup import backup, check
from carrom.storage.database import KINDS, ROW
from carrom.storage.hash_chain import ChainRow, root, seal
from carrom.storage.schema import COVERED
from carrom.storage.store import Store

LINKED = {table for kind in KINDS for table in (kind.word, kind.event)}
"""Tables whose rows form a hash chain."""
UNIMPORTANT = {"node", "presence", "checkpoint", "program"}
"""Tables that can be emptied at any time, and the program's version."""
ROWS, FLIPS = 12, 12


def tables_of(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def filled(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Create a database with random rows in every table outside the hash chains, and return these rows."""
    Store(path).close()
    chance = Random(1)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for kind in KINDS:
            for number in range(ROWS):
                name = f"{kind.word}-{number}"
                row = ChainRow(
                    name, f"nonce-{name}", 0, "{}", None, None, 0, None, 0, *[root(name, "{}", kind.word)] * 2
                )
                cells = (*(getattr(row, column) for column in ChainRow.__struct_fields__), seal(row))
                db.execute(f"INSERT INTO {kind.word} ({ROW}, seal) VALUES ({', '.join('?' * len(cells))})", cells)
        for table in sorted(COVERED, key=lambda name: (name != "account", name)):
            parents = {
                column: [key for (key,) in db.execute(f"SELECT id FROM {parent}")]
                for column, parent in db.execute('SELECT "from", "table" FROM pragma_foreign_key_list(?)', (table,))
            }
            columns = db.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
            for number in range(ROWS):
                cells = tuple(
                    parents[name][number]
                    if name in parents
                    else chance.getrandbits(46) | 1 << 46
                    if type == "INTEGER"
                    else f"{chance.getrandbits(64):016x}"
                    for name, type in columns
                )
                db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(cells))})", cells)
        db.execute("VACUUM")
        db.execute("PRAGMA journal_mode = DELETE")
        return {table: db.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall() for table in sorted(COVERED)}


def stored(cell: object) -> bytes:
    """Return the bytes that store a cell in the file."""
    return cell.to_bytes(6, "big") if isinstance(cell, int) else str(cell).encode()


def places(content: bytes, cell: object) -> list[int]:
    """Return the offsets of a cell's bytes, in its table and in indexes."""
    found, at = [], -1
    while (at := content.find(stored(cell), at + 1)) >= 0:
        found.append(at)
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, list[tuple[object, ...]]]]:
    path = tmp_path_factory.mktemp("filled") / "games.db"
    rows = filled(path)
    assert check(path).damage == ()
    return path.read_bytes(), rows


@pytest.mark.slow(first=12)
@pytest.mark.parametrize("table", sorted(COVERED))
def test_every_flipped_bit_within_a_cell_is_reported_with_its_table(
    table: str, whole: tuple[bytes, dict[str, list[tuple[object, ...]]]], tmp_path: Path
) -> None:
    content, rows = whole
    chance = Random(table)
    for number in range(FLIPS):
        cell = chance.choice(chance.choice([cells for cells in zip(*rows[table], strict=True) if not _linked(cells)]))
        at = chance.choice(places(content, cell)) + chance.randrange(len(stored(cell)))
        flipped = bytearray(content)
        flipped[at] ^= 1 << chance.randrange(8)
        path = tmp_path / f"{number}.db"
        path.write_bytes(flipped)
        damage = check(path).damage
        own = not any(cell in cells for other in {*rows} - {table} for cells in rows[other])
        named = f"the table {table} is damaged" if own else "is damaged"
        assert any(named in line for line in damage), (cell, at, damage)


def _linked(cells: tuple[object, ...]) -> bool:
    """Return whether a column holds IDs of games, ties or score sheets."""
    return any(str(cells[0]).startswith(f"{kind.word}-") for kind in KINDS)


def test_a_backup_of_a_damaged_table_says_so(
    whole: tuple[bytes, dict[str, list[tuple[object, ...]]]], tmp_path: Path
) -> None:
    content, rows = whole
    flipped = bytearray(content)
    flipped[places(content, rows["rating"][3][2])[0]] ^= 1
    path = tmp_path / "games.db"
    path.write_bytes(flipped)
    found = backup(path, tmp_path / "copy.db")
    assert [line for line in found.damage if "the table rating is damaged" in line]


def test_every_table_in_no_chain_has_an_index_over_each_of_its_columns(tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as db:
        assert set(COVERED) == tables_of(db) - LINKED - UNIMPORTANT
        for table in COVERED:
            columns = {name for (name,) in db.execute("SELECT name FROM pragma_table_info(?) WHERE NOT pk", (table,))}
            covered = {name for (name,) in db.execute("SELECT name FROM pragma_index_info(?)", (f"{table}_cells",))}
            assert covered == columns, table


def test_an_export_of_a_damaged_table_names_the_row_and_exits_with_1(
    whole: tuple[bytes, dict[str, list[tuple[object, ...]]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, rows = whole
    flipped = bytearray(content)
    for row in (3, 7):
        flipped[places(content, rows["rating"][row][2])[0]] ^= 1
    (tmp_path / "games.db").write_bytes(flipped)
    assert main(["data", "export", str(tmp_path / "games.jsonl"), "--data", str(tmp_path)]) == 1
    found = capsys.readouterr()
    assert "games, including ties" in found.out
    lines = [line for line in found.err.splitlines() if "the table rating is damaged" in line]
    by_key = sorted(rows["rating"])
    damaged = sorted(by_key.index(rows["rating"][row]) + 1 for row in (3, 7))
    assert [f"(row {number} " in line for number, line in zip(damaged, lines, strict=True)] == [True, True], lines
    (tmp_path / "games.db").write_bytes(content)
    assert main(["data", "export", str(tmp_path / "whole.jsonl"), "--data", str(tmp_path)]) == 0
    assert "damaged" not in capsys.readouterr().err
