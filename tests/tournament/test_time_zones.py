"""The time zone of a tournament: asked for, checked, in the file, in the calendar and in the hall's own clock."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tournament.halls import draw, hall

from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.protocol.http_tournaments import NewSetup
from carrom.server.events.hall import EventFolder
from carrom.server.events.setup import SetupDesk
from carrom.server.http.championships import event_told
from carrom.tournament.championship import apply
from carrom.tournament.entrants import check_zone, local_time, machine_zone, zone_of
from carrom.tournament.event_log import load
from carrom.tournament.events import Placed
from carrom.tournament.state import Championship
from carrom.tournament.venue import calendar
from carrom.values import changed


def placed(zone: str, time: str) -> Championship:
    """Return a tournament of a zone whose first match is at a time."""
    at = draw(hall(4, {"id": "s", "system": "swiss", "minutes": 45}), "s")
    at = changed(at, details=changed(at.details, zone=zone))
    return apply(at, Placed(fixture="s.1.1", time=time))


def times(text: str) -> list[str]:
    return [line for line in text.split("\r\n") if line.startswith(("DTSTART", "DTEND"))]


@pytest.mark.parametrize(
    ("zone", "time", "expected"),
    [
        ("Asia/Kolkata", "2026-11-21 09:30", "20261121T040000Z"),
        ("Europe/London", "2026-07-01 09:30", "20260701T083000Z"),
        ("America/New_York", "2026-11-21 20:00", "20261122T010000Z"),
        ("Europe/Berlin", "2026-10-25 03:30", "20261025T023000Z"),
        ("", "2026-11-21 09:30", "20261121T093000"),
    ],
)
def test_a_calendar_has_the_instants_of_the_zone_and_local_times_without_one(
    zone: str, time: str, expected: str
) -> None:
    text = calendar(placed(zone, time))
    start, end = times(text)
    assert start == f"DTSTART:{expected}"
    assert end.startswith("DTEND:2026")
    assert end.endswith("Z") is bool(zone)
    assert (f"X-WR-TIMEZONE:{zone}" in text) is bool(zone)


def test_a_match_over_a_change_of_clocks_keeps_its_length() -> None:
    start, end = times(calendar(placed("Europe/Berlin", "2026-03-29 01:30")))
    assert (start, end) == ("DTSTART:20260329T003000Z", "DTEND:20260329T011500Z")


@pytest.mark.parametrize("name", ["IST", "Kolkata", "asia/kolkata", "../etc/passwd", "America", "+05:30", "Mars/Base"])
def test_what_is_no_zone_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(RefusedRequest, match="is not a time zone; expected a name such as Asia/Kolkata"):
        check_zone(name)


def test_the_command_asks_for_the_zone_stores_it_and_corrects_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Colombo")
    file = str(tmp_path / "a.carrom-event")
    new = ["--name", "Open", "--stage", "s swiss"]
    assert main(["event", "new", file, *new, "--zone", "Nowhere"]) == 1
    assert "'Nowhere' is not a time zone" in capsys.readouterr().err
    assert not Path(file).exists()
    assert main(["event", "new", file, *new]) == 0
    assert load(Path(file)).details.zone == machine_zone() == "Asia/Colombo"
    assert main(["event", "details", file, "--zone", "IST", "--reason", "why"]) == 1
    assert "'IST' is not a time zone" in capsys.readouterr().err
    assert main(["event", "details", file, "--zone", "Asia/Kolkata", "--reason", "why"]) == 0
    at = load(Path(file))
    assert (at.details.zone, event_told(at, "a", False, "en").zone) == ("Asia/Kolkata", "Asia/Kolkata")
    other = str(tmp_path / "b.carrom-event")
    assert main(["event", "new", other, *new, "--zone", ""]) == 0
    assert "[Zone" not in Path(other).read_text(encoding="utf-8")


def test_a_set_up_begins_with_the_zone_of_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Dhaka")
    desk = SetupDesk(EventFolder(tmp_path))
    for zone, expected in (("Asia/Kolkata", "Asia/Kolkata"), ("Mars/Base", "Asia/Dhaka"), ("", "Asia/Dhaka")):
        assert desk.create(NewSetup(name="Open", preset="swiss", zone=zone)).draft.zone == expected


def test_the_clock_of_the_hall_is_that_of_the_zone_and_not_of_the_machine() -> None:
    noon = int(datetime(2026, 11, 21, 12, 0, tzinfo=UTC).timestamp())
    assert local_time(noon, "Asia/Kolkata") == datetime(2026, 11, 21, 17, 30)
    assert local_time(noon, "America/New_York") == datetime(2026, 11, 21, 7, 0)
    assert zone_of("") is None


def test_a_new_tournament_that_is_refused_leaves_a_file_of_the_same_name_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.carrom-event"
    file.write_text("my notes")
    assert main(["event", "new", str(file), "--name", "", "--stage", "s swiss"]) == 1
    assert file.read_text() == "my notes"
