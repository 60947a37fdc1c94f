"""The clock of a round: its events, its arithmetic, and who may start it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournament.halls import draw, hall

from carrom.cli import main
from carrom.errors import CarromError, RefusedRequest
from carrom.protocol.http_tournaments import NewSetup
from carrom.server.events.hall import EventFolder
from carrom.server.events.setup import SetupDesk
from carrom.server.http.championships import event_view
from carrom.tournament.championship import apply, fold
from carrom.tournament.entrants import check_zone, local_time, machine_zone, zone_of
from carrom.tournament.event_file import read_event, read_happening, write_event
from carrom.tournament.event_log import load
from carrom.tournament.events import ClockChanged, ClockStep, Placed, Protested, Retracted
from carrom.tournament.permissions import holder, meant
from carrom.tournament.printing import as_html, log
from carrom.tournament.round_clock import ClockPhase, RoundClock
from carrom.tournament.state import Championship
from carrom.tournament.venue import calendar
from carrom.values import changed

T = 1_795_257_900


def ground(minutes: int = 45) -> Championship:
    """Return a Swiss of four players with its first round drawn."""
    return draw(hall(4, {"id": "s", "system": "swiss", "minutes": minutes}), "s")


def told(at: Championship, *steps: tuple[int, ClockStep, int]) -> Championship:
    """Return the championship after these steps: seconds since `T`, what the clock does, and its seconds."""
    for after, step, seconds in steps:
        at = apply(at, ClockChanged(stage="s", round=1, step=step, seconds=seconds, when=T + after, by="referee"))
    return at


def clock(at: Championship) -> RoundClock:
    (found,) = at.clocks
    return found


def test_a_clock_runs_from_its_start_and_stands_while_it_is_paused() -> None:
    at = told(ground(), (0, "start", 2700))
    assert (clock(at).left(T), clock(at).left(T + 60), clock(at).left(T + 2700), clock(at).left(T + 9999)) == (
        2700,
        2640,
        0,
        0,
    )
    at = told(at, (100, "pause", 0))
    assert clock(at).left(T + 5000) == 2600
    assert clock(at).phase is ClockPhase.PAUSED
    at = told(at, (5000, "resume", 0))
    assert clock(at).left(T + 5001) == 2599
    at = told(at, (5001, "extend", 60))
    assert clock(at).left(T + 5001) == 2659


def test_the_time_comes_from_the_stage_or_from_the_line() -> None:
    assert clock(told(ground(30), (0, "start", 0))).seconds == 1800
    assert clock(told(ground(30), (0, "start", 600))).seconds == 600
    with pytest.raises(RefusedRequest, match="has no time limit; expected the seconds"):
        told(ground(0), (0, "start", 0))


def test_a_proposed_start_without_seconds_is_written_with_those_of_the_stage() -> None:
    at = ground(30)
    now = datetime(2026, 11, 21, 9, 30)
    (line,) = meant(at, holder("referee"), "clock s.1 start", now, datetime.fromtimestamp)
    assert line == ClockChanged(stage="s", round=1, step="start", seconds=1800, by="referee")


def test_a_minute_given_after_the_end_counts_from_then_on() -> None:
    at = told(ground(), (0, "start", 600), (700, "extend", 60))
    assert clock(at).left(T + 700) == 60
    assert clock(at).left(T + 730) == 30
    assert clock(at).seconds == 660


def test_an_ended_clock_is_over_and_may_be_started_again_for_the_second_shift() -> None:
    at = told(ground(), (0, "start", 600), (100, "end", 0))
    assert clock(at).is_over(T + 100)
    assert clock(at).left(T + 100) == 500
    at = told(at, (200, "start", 600))
    assert clock(at).left(T + 260) == 540
    at = told(at, (900, "start", 300))
    assert clock(at).left(T + 900) == 300


@pytest.mark.parametrize(
    ("steps", "step", "said"),
    [
        ((), "pause", "has not been started; expected clock s.1 start"),
        ((("start", 600),), "start", "has already been started; expected pause, extend or end"),
        ((("start", 600),), "resume", "is not paused; expected pause, extend or end"),
        ((("start", 600), ("pause", 0)), "pause", "is already paused; expected resume"),
        ((("start", 600), ("end", 0)), "extend", "has ended; expected clock s.1 start"),
        ((("start", 600),), "extend", "cannot be extended by 0 seconds; expected 1 to 35400"),
    ],
)
def test_what_a_clock_cannot_do_is_refused_with_what_it_can(
    steps: tuple[tuple[ClockStep, int], ...], step: ClockStep, said: str
) -> None:
    at = told(ground(), *((number, each, seconds) for number, (each, seconds) in enumerate(steps)))
    with pytest.raises(RefusedRequest, match=said):
        told(at, (10, step, 0))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("clock s.2 start 600", "round s.2 has not been drawn; expected a round with fixtures"),
        ("clock x.1 start 600", "there is no stage 'x'; expected one of s"),
        ("clock s.1 start 36001", "a round cannot last 36001 seconds; expected 1 to 36000"),
        ("clock s.1 stop", "'stop' is nothing that a clock does; expected one of start, pause, resume, extend, end"),
        ("clock s.1", "the line is too short; expected one of start, pause, resume, extend, end"),
        ("clock s start", "'s' is not a round; expected stage.number, such as s.1"),
        ("clock s.1 start soon", "'soon' is not a whole number; expected a number of seconds"),
        ("clock s.1 pause 5", "pause has no number of seconds; expected clock s.1 pause"),
        ("clock s.1 start 600 later", "'later' is not expected after clock"),
        ("table 9 closed", "table 9 does not exist; the hall has 4"),
        ("table 2 open", "table 2 is in use"),
        ("table 2 broken", "'broken' is no state of a table; expected closed or open"),
    ],
)
def test_a_wrong_line_is_refused_in_one_sentence(line: str, said: str) -> None:
    at = ground()
    at = changed(at, details=changed(at.details, boards=4))
    with pytest.raises(CarromError) as reason:
        apply(at, read_happening(line))
    assert str(reason.value) == said


def test_what_is_written_is_read_again_and_gives_the_same_clock() -> None:
    at = told(ground(), (0, "start", 2700), (100, "pause", 0), (160, "resume", 0), (200, "extend", 60), (300, "end", 0))
    text = write_event(at.details, at.events)
    for line in ("clock s.1 start 2700 by=referee", "clock s.1 extend 60", "clock s.1 end"):
        assert line in text
    read = read_event(text)
    assert read.events == at.events
    assert fold(read.details, read.events) == at


def test_a_retracted_draw_takes_its_clock_with_it() -> None:
    at = told(ground(), (0, "start", 2700))
    assert apply(at, Retracted(stage="s", round=1, reason="somebody was overlooked")).clocks == ()


def test_the_referees_log_says_who_stopped_the_clock_and_when() -> None:
    text = as_html(log(told(ground(), (0, "start", 2700), (100, "pause", 0)), "en"))
    assert "s, round 1: the clock was paused" in text
    assert "2026-11-21" in text


def test_a_protest_does_not_stop_the_clock() -> None:
    at = told(ground(), (0, "start", 2700))
    at = apply(at, read_happening("finish s.1.1 25-3"))
    fixture = at.stages[0].rounds[0].fixtures[0]
    at = apply(at, Protested(line=at.lines[0][0], side=fixture.b, reason="queen", when=T + 50))
    assert clock(at).left(T + 60) == 2640


@given(st.lists(st.tuples(st.integers(0, 900), st.sampled_from(("pause", "resume", "extend"))), max_size=12))
def test_however_it_is_stopped_and_extended_it_runs_for_its_seconds(steps: list[tuple[int, ClockStep]]) -> None:
    """Compare the clock with a count of every second in which it ran."""
    at, now, left, is_running = told(ground(), (0, "start", 1000)), 0, 1000, True
    for wait, step in steps:
        now += wait
        left = max(left - wait, 0) if is_running else left
        try:
            at = told(at, (now, step, 100 if step == "extend" else 0))
        except RefusedRequest:
            continue
        is_running = {"pause": False, "resume": True}.get(step, is_running)
        left += 100 if step == "extend" else 0
        assert clock(at).left(T + now) == left


# -- The time zone of a tournament: asked for, checked, in the file, in the calendar and in the hall's own clock


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
    assert (at.details.zone, event_view(at, "a", False, "en").zone) == ("Asia/Kolkata", "Asia/Kolkata")
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
