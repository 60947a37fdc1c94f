"""The table of rulings: cached in files, never used for another rule set, with unambiguous keys."""

import os
import random

import numpy as np
import pytest
from arrays.agree import begin, late

from carrom.arrays import Boards, Table, facts, law_table, layout
from carrom.arrays.boards import aimed_strokes
from carrom.arrays.law_table import decision
from carrom.arrays.values import outcome_of
from carrom.errors import RulesError
from carrom.physics.batch import DISCS
from carrom.physics.kernel.layout import NEVER
from carrom.rules.custom import custom
from carrom.rules.judge import judge
from carrom.rules.ruleset import Ruleset
from carrom.rules.rulesets import NAMES, named
from carrom.values import changed

ICF = named("icf")
PLAYERS = {"team-event": 4, "three-player": 3}


def filled() -> Table:
    """Return a table filled by a few strokes."""
    made, dice = Boards(32, threads=1), np.random.default_rng(0)
    made.reset(np.arange(32))
    for _ in range(10):
        made.step(aimed_strokes(made, dice))
    return made.table


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_strokes_with_the_same_key_get_the_same_decision(name):
    """Random facts, beyond what play produces: any disc may be pocketed or touched."""
    dice = random.Random(name)
    made = Boards(1, named(name), PLAYERS.get(name, 2), threads=1)
    known: dict[int, tuple[int, ...]] = {}
    again = 0
    for _ in range(4_000):
        round, position = late(begin(made, dice), dice)
        made.load(0, round, position)
        made.seen.fell[0], made.seen.touched[0], made.seen.facts[0] = NEVER, NEVER, 2
        share = dice.choice((0.05, 0.3, 0.9))
        lying = [disc for disc in range(1, 20) if made.places[0, disc, 0] > -(10**9)]
        touches = dice.random() < 0.9
        for disc in lying if touches else ():
            made.seen.fell[0, disc] = dice.random() if dice.random() < share else NEVER
            made.seen.touched[0, disc] = dice.random() if dice.random() < 0.3 else NEVER
        if touches and not (made.seen.touched[0] < NEVER).any():
            made.seen.touched[0, dice.choice(lying)] = 0.5
        if dice.random() < 0.3:
            made.seen.fell[0, 0] = 0.9
        key = int(facts.key_of(made.tables, made.seen, 0))
        said = decision(round, judge(round, made.outcome(0)))
        again += key in known
        assert known.setdefault(key, said) == said
    assert again > 500


def test_a_table_is_read_as_it_was_written(tmp_path):
    table = filled()
    table.write(tmp_path / "icf.law")
    read = Table.read(tmp_path / "icf.law", named("icf"))
    assert len(read) == len(table) > 10
    assert read.rows() == table.rows()
    assert [path.name for path in tmp_path.iterdir()] == ["icf.law"]


def test_a_key_keeps_its_first_decision():
    table = Table(named("icf"))
    first, second = (tuple([number] * layout.DECISION) for number in (1, 2))
    table.keep(5, first)
    table.keep(5, second)
    assert table.rows() == {5: first}
    assert len(table) == 1


def test_fallen_discs_are_read_in_the_order_of_their_times():
    fell, touched = np.full((2, 20), np.inf)
    fell[[3, 15]], touched[7] = (2.0, 1.0), 0.5
    found = outcome_of(fell, touched, 0)
    assert found.pocketed == (DISCS[15], DISCS[3])
    assert found.touched == (DISCS[7],)


def test_a_stale_table_is_refused(tmp_path):
    filled().write(tmp_path / "icf.law")
    for rules, sides in ((named("club"), 2), (changed(named("icf"), edition="another"), 2), (named("icf"), 3)):
        with pytest.raises(RulesError, match="is a stale law table"):
            Table.read(tmp_path / "icf.law", rules, sides)


def test_a_table_of_other_sources_is_stale(tmp_path, monkeypatch):
    filled().write(tmp_path / "icf.law")
    monkeypatch.setattr("carrom.arrays.law_table.sources_digest", lambda: "other laws")
    with pytest.raises(RulesError, match="is a stale law table"):
        Table.read(tmp_path / "icf.law", named("icf"))


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"form": 1}'])
def test_a_file_that_is_no_table_is_refused(tmp_path, text):
    (tmp_path / "some").write_text(text)
    with pytest.raises(RulesError, match="is not a law table"):
        Table.read(tmp_path / "some", named("icf"))


def test_a_disk_that_takes_nothing_leaves_no_part_of_a_table(tmp_path, monkeypatch):
    table = filled()

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("carrom.arrays.law_table.os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        table.write(tmp_path / "icf.law")
    assert list(tmp_path.iterdir()) == []


def filled_by_play(rules: Ruleset | str, players: int = 2) -> Boards:
    """Return boards after some strokes with the shared cached table."""
    made, dice = Boards(64, rules, players, threads=1), np.random.default_rng(0)
    made.reset(np.arange(64))
    for _ in range(8):
        made.step(aimed_strokes(made, dice))
    return made


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder of tables, as a new process sees it."""
    monkeypatch.setenv("CARROM_TABLES", str(tmp_path / "law"))
    monkeypatch.setattr(law_table, "_tables", {})
    return tmp_path / "law"


def house_rules() -> Ruleset:
    """Return a custom rule set with parameters of its own."""
    return custom({"extends": "icf", "name": "our house", "base_circle_by_disc": True, "queen_points": 5}, "our house")


@pytest.mark.parametrize(("rules", "players"), [("icf", 2), ("team-event", 4), ("three-player", 3), (house_rules(), 2)])
def test_a_table_is_kept_for_the_next_process_under_the_hash_of_its_book(folder, monkeypatch, rules, players):
    made = filled_by_play(rules, players)
    law_table.save_all()
    (path,) = folder.iterdir()
    assert path.stem == made.table.digest[:32]
    assert Table.read(path, made.rules, len(made.seating)).rows() == made.table.rows()
    monkeypatch.setattr(law_table, "_tables", {})
    monkeypatch.setattr("carrom.arrays.law_table.judge", None)
    again = filled_by_play(rules, players)
    assert again.places.tobytes() == made.places.tobytes()
    assert again.info.tobytes() == made.info.tobytes()


def test_another_edition_finds_no_table_and_asks_anew(folder, monkeypatch):
    filled_by_play(ICF)
    law_table.save_all()
    monkeypatch.setattr(law_table, "_tables", {})
    filled_by_play(changed(ICF, edition="another"))
    law_table.save_all()
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff" * 40, None])
def test_a_damaged_table_is_told_of_and_made_again(folder, monkeypatch, caplog, damage):
    rows = filled_by_play(ICF).table.rows()
    law_table.save_all()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b",0,1,", b",1,0,", 1) if damage is None else damage)
    monkeypatch.setattr(law_table, "_tables", {})
    assert filled_by_play(ICF).table.rows() == rows
    assert "rebuilding a law table" in caplog.text
    assert "is not a law table" in caplog.text
    law_table.save_all()
    assert path.read_bytes() == whole


def test_a_disk_that_is_full_or_closed_never_stops_play(folder, monkeypatch, tmp_path):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("carrom.arrays.law_table.os.replace", full)
    rows = filled_by_play(ICF).table.rows()
    law_table.save_all()
    assert list(folder.iterdir()) == []
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("CARROM_TABLES", str(tmp_path / "a file" / "law"))
    monkeypatch.setattr(law_table, "_tables", {})
    assert filled_by_play(ICF).table.rows() == rows
    law_table.save_all()


def test_two_processes_lose_nothing_of_each_other_and_old_tables_go(folder, monkeypatch):
    filled_by_play(ICF)
    (one,) = law_table._tables.values()
    monkeypatch.setattr(law_table, "_tables", {})
    filled_by_play(ICF)
    (other,) = law_table._tables.values()
    other.table.keep(77, (0,) * layout.DECISION)
    other.save()
    one.table.keep(78, (0,) * layout.DECISION)
    one.save()
    (path,) = folder.iterdir()
    assert {77, 78} < set(Table.read(path, ICF).rows())
    for number in range(40):
        old = folder / f"{number}.json"
        old.write_text("")
        os.utime(old, (number, number))
    one.table.keep(79, (0,) * layout.DECISION)
    one.save()
    left = set(folder.iterdir())
    assert len(left) == law_table.MOST
    assert {path, folder / "39.json"} < left
    assert folder / "0.json" not in left


def test_where_no_table_is_wanted_none_is_written(folder, monkeypatch):
    monkeypatch.setenv("CARROM_TABLES", "")
    filled_by_play(ICF)
    law_table.save_all()
    assert not folder.exists()
