"""The JSON export of tournaments: the published schema describes it, and it contains what the tables contain."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from tournament.halls import draw, hall, play, seat, stamped, teams, through
from tournament.test_prints import busy, league

from carrom.cli import main
from carrom.server.http.championships import event_view
from carrom.tournament import csv_tables
from carrom.tournament.championship import apply, fold
from carrom.tournament.event_export import EventExport, as_json, event_export, schema
from carrom.tournament.event_file import write_event
from carrom.tournament.events import Deducted, Finished, LinedUp, Protested, Withdrawn
from carrom.tournament.standings import tables

ROOT = Path(__file__).parents[2]
EVENTS = {
    "empty": lambda: hall(0),
    "entered": lambda: hall(3, {"id": "s", "system": "swiss"}),
    "swiss": lambda: through(9, 3, 5),
    "groups and cup": busy,
    "league of teams": league,
    "league": lambda: play(draw(seat(hall(5, {"id": "l", "system": "league"}), "l"), "l"), "l", Random(2)),
}


def fault(value: Any) -> str:
    """Return where a JSON value does not fit the schema; empty if it does."""
    found = next(iter(jsonschema_rs.validator_for(schema()).iter_errors(value)), None)
    return "" if found is None else f"{list(found.instance_path)}: {found.message}"


@pytest.mark.parametrize("name", EVENTS)
def test_every_export_fits_the_schema_and_reads_back_to_the_same_values(name):
    at = EVENTS[name]()
    exported = event_export(at)
    text = as_json(exported)
    assert not fault(json.loads(text))
    assert msgspec.json.decode(text, type=EventExport) == exported
    assert as_json(event_export(at)) == text


def test_a_value_that_the_schema_does_not_describe_is_found():
    value = json.loads(as_json(event_export(through(4, 1, 1))))
    fixture = value["stages"][0]["rounds"][0]["fixtures"][0]
    fixture["table"] = "3"
    assert "table" in fault(value)
    del fixture["table"]
    assert "table" in fault(value)


def test_the_export_has_the_standings_results_reasons_and_deductions_of_the_tournament():
    at = through(8, 2, 3)
    at = apply(at, Deducted(entrant="p3", stage="s", points=1, reason="Law 143h"))
    exported = event_export(at)
    stage = exported.stages[0]
    due = tables(at, at.stage("s"))[0]
    assert [each.entrant for each in stage.standings[0].places] == list(due.order)
    assert stage.standings[0].keys == at.stage("s").terms.ordered_by
    assert [each.points for each in stage.deductions] == [1]
    assert all(each.why for number in stage.rounds for each in number.fixtures)
    assert [len(each.fixtures) for each in stage.rounds] == [4, 4]
    assert [each.line for each in exported.history] == list(range(1, len(at.events) + 1))


def test_a_result_under_protest_is_reported_but_does_not_count():
    at = through(4, 1, 3)
    line = at.lines[0][0]
    at = apply(at, Protested(line=line, side=at.stage("s").rounds[0].fixtures[0].a, reason="the rack was turned"))
    fixture = event_export(at).stages[0].rounds[0].fixtures[0]
    assert fixture.state == "withheld"
    assert fixture.result is None
    assert fixture.reported is not None


def test_a_sealed_line_up_is_in_no_field_of_the_export():
    at = teams(2, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles")})
    at = draw(seat(at, "l"), "l")
    side = at.stage("l").rounds[0].fixtures[0].a
    a, b, _ = at.entrant(side).players
    at = apply(at, LinedUp(fixture="l.1.1", entrant=side, players=((b,), (a,), (a, b))))
    exported = event_export(at)
    assert exported.history[-1].word == "lineup"
    assert exported.history[-1].text == ""
    assert all(not each.first and not each.second for each in exported.stages[0].rounds[0].fixtures[0].rubbers)


def test_the_command_writes_the_export_and_refuses_half_a_request(tmp_path, capsys):
    path = tmp_path / "x.carrom-event"
    at = through(4, 1, 1)
    at = fold(at.header, stamped(at))
    path.write_text(write_event(at.header, at.events), encoding="utf-8")
    assert main(["event", "export", str(path), "--format", "json"]) == 0
    assert capsys.readouterr().out == as_json(event_export(at)).decode()
    assert main(["event", "export", str(path), "fixtures", "--format", "json"]) == 1
    assert "expected no table" in capsys.readouterr().err
    assert main(["event", "export", str(path)]) == 1
    assert "expected a table such as fixtures, or --format json" in capsys.readouterr().err


def test_the_table_of_standings_has_one_header_and_the_same_columns_in_every_row():
    rows = csv_tables.standings(busy())
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [row[0] for row in rows].count("stage") == 1
    assert {row[0] for row in rows[1:]} == {"g", "cup"}


def test_a_match_of_an_annulled_entrant_is_over_on_every_page_and_in_the_export():
    at = draw(seat(hall(4, {"id": "g", "system": "groups"}), "g"), "g")
    first = at.stage("g").rounds[0].fixtures[0]
    at = apply(at, Finished(fixture="g.1.1", games=((25, 3),)))
    at = apply(at, Withdrawn(entrant=first.a, stage="g"))
    states = {each.id: each.state for number in event_export(at).stages[0].rounds for each in number.fixtures}
    annulled = [id for id, state in states.items() if state == "over"]
    assert annulled == ["g.1.1"]
    info = event_view(at, "x", False, "en")
    assert info.stages[0].rounds[0].fixtures[0].state == "over"


def test_the_documentation_names_every_column_of_every_table_and_every_part_of_the_export():
    text = (ROOT / "docs" / "reference" / "event-export.md").read_text(encoding="utf-8")
    at = busy()
    tables_by_name = {
        "entrants": csv_tables.entrants(at),
        "fixtures": csv_tables.fixtures(at),
        "results": csv_tables.finishes(at),
        "standings": csv_tables.standings(at),
    }
    for name, rows in tables_by_name.items():
        line = next(each for each in text.splitlines() if each.startswith(f"| `{name}` | `"))
        missing = [column for column in rows[0] if f"`{column}`" not in line]
        assert not missing, f"{name}: {missing}"
    for field in EventExport.__struct_fields__:
        assert f'"{field}"' in text
