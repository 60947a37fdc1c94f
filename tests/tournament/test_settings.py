"""Settings that do nothing where they stand, doubled seeds, invisible letters and draws without a lot are refused."""

import csv
import io
import json
import re
from pathlib import Path
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat

from carrom.cli import main
from carrom.errors import CarromError, RecordError, RefusedRequest
from carrom.tournament.casebook import check
from carrom.tournament.championship import apply
from carrom.tournament.corrections import MEANINGFUL, check_new, check_settings
from carrom.tournament.draws import seated
from carrom.tournament.entrants import PRESETS, StageFormat
from carrom.tournament.event_file import read_happening
from carrom.tournament.events import Entered, LinedUp
from carrom.tournament.identifiers import check_visible

MEANINGLESS = [
    ("l league rounds=14", "rounds=14 means nothing in a league; it is for a swiss"),
    ("l league bye=25-3", "bye=25-3 means nothing in a league; it is for a swiss"),
    ("c knockout bye=25-3", "bye=25-3 means nothing in a knockout; it is for a swiss"),
    ("c knockout rounds=3", "rounds=3 means nothing in a knockout; it is for a swiss"),
    ("c knockout floats=spared", "floats=spared means nothing in a knockout; it is for a swiss"),
    (
        "c knockout keys=points",
        "keys=points means nothing in a knockout; it is for a swiss or a stage of groups or a league",
    ),
    ("c knockout groups_apart=no", "groups_apart=no means nothing here without from=, the groups that its entrants"),
    ("g groups third=match", "third=match means nothing in a stage of groups; it is for a knockout"),
    ("g groups apart=1", "apart=1 means nothing in a stage of groups; it is for a swiss or a knockout"),
    ("s swiss draw=lots", "draw=lots means nothing in a swiss; it is for a stage of groups or a league or a knockout"),
    ("s swiss level=lot", "level=lot means nothing in a swiss; it is for a knockout"),
    ("s swiss withdrawn=walkovers", "withdrawn=walkovers means nothing in a swiss"),
    ("s swiss apart_by=nation", "apart_by=nation means nothing here without apart=1"),
    ("s swiss best=2", "best=2 means nothing in a swiss that takes no qualifiers"),
    ("s swiss rubber_order=free", "rubber_order=free means nothing here without rubbers="),
]


@pytest.mark.parametrize(("line", "why"), MEANINGLESS, ids=[line for line, _ in MEANINGLESS])
def test_a_setting_that_does_nothing_where_it_stands_is_refused_in_one_sentence(tmp_path, capsys, line, why):
    file = tmp_path / "e.carrom-event"
    assert main(["event", "new", str(file), "--name", "E", "--stage", line]) == 1
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert not file.exists()


def test_every_preset_has_only_settings_that_mean_something():
    for _, preset in PRESETS:
        for line in preset.stages:
            assert check_settings(read_happening(f"stage {line}").terms)


def test_only_known_settings_are_listed_as_meaningful_somewhere():
    assert set(MEANINGFUL) <= set(StageFormat.__struct_fields__)


def test_a_setting_is_given_once():
    with pytest.raises(CarromError, match="rounds is given twice"):
        read_happening("stage s swiss rounds=5 rounds=6")


def test_errors_name_settings_as_they_are_typed():
    for line, names in (
        ("stage s knockout rubber_order=any", ["rubber_order is 'any'; expected one of fixed, free"]),
        ("stage s knockout order=any", ["order is 'any'; expected one of halves, neighbours"]),
        ("stage s knockout surprise=1", ["from", "rubber_order"]),
        ("stage s swiss rounds=200", ["rounds is '200'; expected a whole number from 0 to 99"]),
        ("stage s swiss keys=points,luck", ["keys is 'points,luck'; expected a list of texts"]),
    ):
        with pytest.raises(RecordError) as refused:
            read_happening(line)
        assert all(name in str(refused.value) for name in names), refused.value
        assert "order_of_rubbers" not in str(refused.value)
        assert "source" not in str(refused.value)


def test_a_list_with_spaces_is_read():
    lineup = read_happening('lineup l.1.1 north ["Asha", "Bela"] [ "Chitra" ,"Dev" ]')
    assert isinstance(lineup, LinedUp)
    assert lineup.players == (("Asha", "Bela"), ("Chitra", "Dev"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("As\u200bha", "zero width space (U+200B)"),
        ("\u202eahsA", "right-to-left override (U+202E)"),
        ("Asha\u200d", "zero width joiner (U+200D)"),
        ("As\u00adha", "soft hyphen (U+00AD)"),
        ("As\tha", "a control character (U+0009)"),
        ("As\nha", "a line break"),
    ],
)
def test_an_invisible_character_is_named(text, named):
    with pytest.raises(RefusedRequest) as refused:
        check_visible(text, "the name")
    assert named in str(refused.value)


@pytest.mark.parametrize(
    "name", ["\u0dc1\u0dca\u200d\u0dbb\u0dd3 Lanka", "\u06a9\u0631\u0646\u200c\u067e\u0648\u0631", "Élodie O'Neil-Šu"]
)
def test_names_with_the_joiners_of_their_script_are_read(name):
    assert check_visible(name, "the name") == name


@pytest.mark.parametrize("field", ["club", "nation", "name", "players"])
def test_a_right_to_left_override_is_refused_in_every_text(field):
    value = ("A\u202eb", "C") if field == "players" else "A\u202eb"
    kind = "pair" if field == "players" else "player"
    entered = Entered(**{"id": "asha", "name": "Asha", "kind": kind, field: value})
    with pytest.raises(RefusedRequest, match="right-to-left override"):
        check_new(hall(2), entered)


def test_two_entrants_of_one_seed_are_refused_unless_they_never_meet():
    at = hall(2, {"id": "s", "system": "swiss"})
    with pytest.raises(RefusedRequest, match="seed 1 is already that of Player 1; give Asha another seed, or none"):
        check_new(at, Entered(id="asha", name="Asha", seed=1))
    check_new(at, Entered(id="duo", name="Duo", seed=1, kind="pair", players=("A", "B")))
    check_new(at, Entered(id="asha", name="Asha", seed=3))


def test_a_draw_by_lot_needs_a_lot(tmp_path, capsys):
    file = str(tmp_path / "e.carrom-event")
    assert main(["event", "new", file, "--name", "E", "--stage", "c knockout draw=lots"]) == 0
    for id in ("asha", "bela", "chitra"):
        assert main(["event", "enter", file, id, id.title()]) == 0
    assert main(["event", "draw", file]) == 1
    assert 'append a text drawn in public first, such as lot "3 14 27 40"' in capsys.readouterr().err
    assert main(["event", "append", file, "lot", "3 14"]) == 0
    assert main(["event", "draw", file]) == 0
    assert main(["event", "verify", file]) == 0


def test_in_a_cup_drawn_by_lot_the_seeded_keep_their_places_and_the_lot_decides_the_others():
    found = set()
    for lot in range(30):
        at = hall(4, {"id": "c", "system": "knockout", "draw": "lots"}, lot=f"lot {lot}")
        for name in "abcd":
            at = apply(at, Entered(id=name, name=name))
        (seeds,) = seated(at, at.stage("c")).seats
        assert seeds[:4] == ("p1", "p2", "p3", "p4")
        assert sorted(seeds[4:]) == list("abcd")
        found.add(seeds[4:])
    assert len(found) > 15, "of 24 orders"


def test_in_a_cup_drawn_by_lot_qualifiers_of_equal_rank_change_places_only_among_each_other():
    orders = set()
    keys = ("points", "net", "total", "seed")
    groups = {"id": "g", "system": "groups", "groups": 3, "qualify": 2, "keys": keys}
    for lot in range(12):
        at = seat(
            hall(9, groups, {"id": "c", "system": "knockout", "source": "g", "draw": "lots"}, lot=f"lot {lot}"), "g"
        )
        rng = Random(1)
        for _ in range(3):
            at = play(draw(at, "g"), "g", rng, level=False)
        (seeds,) = seated(at, at.stage("c")).seats
        assert sorted(at.stage("g").group_of(id) for id in seeds[:3]) == [0, 1, 2]
        assert sorted(at.stage("g").group_of(id) for id in seeds[3:]) == [0, 1, 2]
        orders.add(tuple(seeds))
    assert len({frozenset(order[:3]) for order in orders}) == 1, "the same winners"
    assert len(orders) > 4


def test_a_league_drawn_by_lot_takes_its_numbers_from_the_lot():
    orders = {
        seated(at, at.stage("l")).seats
        for at in (hall(6, {"id": "l", "system": "league", "draw": "lots"}, lot=f"lot {lot}") for lot in range(8))
    }
    assert len(orders) > 5


WORDS = [
    ({"id": "s", "system": "swiss", "rounds": 3, "colour": 1}, "stage s has the unknown word 'colour'"),
    ({"id": "g", "system": "groups", "qualify": {"each": 1, "worst": 1}}, "stage g has the unknown word 'worst'"),
    ({"id": "g", "system": "groups", "qualify": {"best": 1, "best_of_next": 1}}, "says best twice"),
    ({"id": "g", "system": "groups", "withdrawn": "perhaps"}, "withdrawn of stage g is 'perhaps'; expected"),
    ({"id": "s", "system": "swiss", "floats": "often"}, "floats of stage s is 'often'; expected"),
    ({"id": "c", "system": "knockout", "third": "maybe"}, "third of stage c is 'maybe'; expected"),
    ({"id": "c", "system": "knockout", "keep_groups_apart": "yes"}, "expected true or false"),
    ({"id": "c", "system": "knockout", "rounds": 3}, "rounds=3 means nothing in a knockout"),
]  # fmt: skip


@pytest.mark.parametrize(("stage", "why"), WORDS, ids=[str(index) for index in range(len(WORDS))])
def test_unknown_words_of_a_stage_in_a_casebook_are_refused(stage, why):
    (answer,) = check({"events": [{"id": "e", "settings": {"stages": [stage]}, "entries": [], "steps": []}]})
    assert why in answer.got["error"]
    assert not answer.ok


def test_unknown_words_of_steps_entries_and_settings_in_a_casebook_are_refused():
    stage = {"id": "s", "system": "swiss", "rounds": 3}
    entries = [{"id": "asha"}, {"id": "bela"}]
    event = {"id": "e", "settings": {"stages": [stage]}, "entries": entries, "steps": [{"step": "draw", "ronde": 1}]}
    (answer,) = check({"events": [event]})
    assert "step draw has the unknown word 'ronde'; expected step, expect, stage, round" in answer.got["error"]
    for changed in ({"settings": {"stages": [stage], "halls": 2}}, {"entries": [{"id": "asha", "rank": 4}]}, {"x": 1}):
        (answer,) = check({"events": [{**event, **changed}]})
        assert "the unknown word" in answer.got["error"]


def test_best_of_next_is_read_as_the_best_of_those_in_the_next_place(tmp_path):
    stages = [
        {"id": "g", "system": "groups", "groups": 2, "keys": ["points", "net", "seed"],
         "qualify": {"each": 1, "best_of_next": 1}},
        {"id": "c", "system": "knockout"},
    ]  # fmt: skip
    steps = [
        {"step": "groups", "expect": {"A": ["a", "d"], "B": ["b", "c"]}},
        {"step": "result", "stage": "g", "of": ["a", "d"], "score": [25, 20]},
        {"step": "result", "stage": "g", "of": ["b", "c"], "score": [25, 10]},
        {"step": "seed", "stage": "c", "expect": ["b", "a", "d"], "why": "d lost by 5, c by 15"},
    ]
    entries = [{"id": id, "seed": seed} for seed, id in enumerate("abcd", 1)]
    book = {"events": [{"id": "e", "settings": {"stages": stages}, "entries": entries, "steps": steps}]}
    assert all(answer.ok for answer in check(book))
    (tmp_path / "book.json").write_text(json.dumps(book), encoding="utf-8")
    assert main(["event", "check", str(tmp_path / "book.json")]) == 0


# -- The words that an organiser reads: round, stage, table and board, as in the glossary


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("stage s swiss rounds=x", "stage: rounds is 'x'"),
        ("stage s swiss colour=red", "stage has no setting 'colour'"),
        ("stage s swiss rounds=3 rounds=4", "rounds"),
        ("late indu", "stage= and round= are missing; expected late indu stage=s round=2"),
        ("withdraw hema", "expected withdraw hema stage=g"),
        ("somersault", "expected one of "),
    ],
)
def test_refusals_of_lines_use_the_words_that_are_typed(line: str, expected: str) -> None:
    with pytest.raises(CarromError) as refusal:
        read_happening(line)
    assert expected in str(refusal.value)


def test_exported_tables_have_columns_for_stage_round_and_table_and_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["event", "new", "o.carrom-event", "--name", "O", "--stage", "s swiss", "--tables", "2", "--lot", "1"])
    for name in ("Asha Rao", "Bilal Khan"):
        main(["event", "enter", "o.carrom-event", name.split()[0].lower(), name, "--stages", "s"])
    main(["event", "draw", "o.carrom-event"])
    capsys.readouterr()
    tables = {}
    for name in ("entrants", "fixtures", "standings"):
        assert main(["event", "export", "o.carrom-event", name]) == 0
        tables[name] = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tables["entrants"][0]["stages"] == "s"
    assert (tables["fixtures"][0]["stage"], tables["fixtures"][0]["round"]) == ("s", "1")
    assert "table" in tables["fixtures"][0]
    assert tables["standings"][0]["stage"] == "s"
    (tmp_path / "fixtures.csv").write_text(
        f"{','.join(tables['fixtures'][0])}\n"
        f"{','.join({**tables['fixtures'][0], 'score': '25-12', 'how': ''}.values())}\n"
    )
    assert main(["event", "result", "o.carrom-event", "--csv", "fixtures.csv"]) == 0
    (tmp_path / "again.csv").write_text("fixture,stage,round,table,score\ns.1.1,s,1,1,25-9\n")
    assert main(["event", "result", "o.carrom-event", "--csv", "again.csv"]) == 1
    assert "already" in capsys.readouterr().err


def test_the_queue_lists_the_shifts_of_a_round_with_more_matches_than_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    day = "2026-11-21 09:30-18:00"
    new = ["event", "new", "o.carrom-event", "--name", "O", "--stage", "s swiss minutes=30", "--tables", "2"]
    assert main([*new, "--sessions", day, "--lot", "1"]) == 0
    for number in range(8):
        main(["event", "enter", "o.carrom-event", f"p{number}", f"Player {number}"])
    main(["event", "draw", "o.carrom-event"])
    main(["event", "schedule", "o.carrom-event", "--from", "2026-11-21 09:30"])
    capsys.readouterr()
    assert main(["event", "schedule", "o.carrom-event", "--queue", "--from", "2026-11-21 09:30"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("shift")]
    assert re.fullmatch(r"shift 1: 2026-11-21 09:30, tables 1, 2: s\.1\.\d, s\.1\.\d", lines[0])
    assert re.fullmatch(r"shift 2: 2026-11-21 10:\d\d, tables 1, 2: s\.1\.\d, s\.1\.\d", lines[1])
    assert len(lines) == 2
