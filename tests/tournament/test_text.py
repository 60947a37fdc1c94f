"""The event file: everything that is written can be read back, and edits are detected."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament.halls import draw, hall, play, seat, stamped, teams

from carrom.cli import main
from carrom.errors import CarromError, RecordError
from carrom.tournament.championship import apply, fold
from carrom.tournament.event_file import read_event, read_happening, write_event, write_happening
from carrom.tournament.events import (
    AnyEvent,
    Corrected,
    Deducted,
    Entered,
    Finished,
    Late,
    LinedUp,
    Protested,
    Ruled,
    Withdrawn,
)


def busy():
    """Return a championship in which every kind of event has happened."""
    at = play(
        draw(hall(6, {"id": "s", "system": "swiss", "keys": ("points", "net"), "bye": (20, 0)}), "s"), "s", Random(2)
    )
    line = at.lines[0][0]
    for each in (
        Entered(id="new", name='Neel "the [hand]" #1', players=(), stages=("s",)),
        Late(entrant="new", stage="s", round=2),
        Protested(line=line, side="p1", reason="queen not covered", board=3, fee="20"),
        Ruled(line=line, stands=True, reason="she was", by="referee:ravi", law="Law 95"),
        Corrected(line=line, games=((3, 25),), reason="read the wrong way round", by="referee:ravi"),
        Deducted(entrant="p2", stage="s", points=1, reason="Law 143"),
        Withdrawn(entrant="p6", stage="s", reason="ill"),
    ):
        at = apply(at, each)
    return at


def test_what_is_written_is_read_again_word_for_word():
    at = busy()
    answer = stamped(at)
    text = write_event(at.details, answer)
    read = read_event(text)
    assert read.events == answer
    assert write_event(read.details, read.events) == text
    again = fold(read.details, read.events)
    assert [(stage.rounds[0].number, stage.late) for stage in again.stages] == [(1, (("new", 2),))]


def test_ties_and_line_ups_are_read_again():
    at = draw(seat(teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles")}), "l"), "l")
    fixture = at.stages[0].rounds[0].fixtures[0]
    names = at.entrant(fixture.a).players
    at = apply(at, LinedUp(fixture="l.1.1", entrant=fixture.a, players=((names[0],), (names[1],), names[:2])))
    at = apply(at, Finished(fixture="l.1.1.1", games=((25, 14),)))
    text = write_event(at.details, at.events)
    assert fold(read_event(text).details, read_event(text).events) == at


LINES = write_event(busy().details, stamped(busy()))


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(st.integers(0, len(LINES) - 2), st.characters(exclude_categories=["Cs"]))
def test_one_letter_that_was_changed_is_found(at, letter):
    if LINES[at] == letter:
        return
    with pytest.raises(CarromError) as refusal:
        read_event(LINES[:at] + letter + LINES[at + 1 :])
    assert "\n" not in str(refusal.value)


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(st.data())
def test_a_line_that_was_lost_moved_or_doubled_is_found(data):
    head, _, body = LINES.partition("\n\n")
    rows = body.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(rows) - 2))
    lost, twice = rows[:at] + rows[at + 1 :], [*rows[: at + 1], *rows[at:]]
    wrong = data.draw(st.sampled_from([lost, twice, rows[:at] + rows[: at - 1 : -1]]))
    if wrong != rows and "".join(wrong) != "".join(rows[: len(wrong)]):
        with pytest.raises(RecordError):
            read_event(f"{head}\n\n{''.join(wrong)}")


PIECES = (
    "entrant stage draw finish correct rule seat s s.1 s.1.1 asha swiss 25-12 25-12,3-4 clock {0} {x by= seed=1 "
    'players=[] players=["a"] @12 @x kind=team bye=0-25 keys=points,points match=x in=s "" "A" rounds=-1 1e9 '
    'reason="\\ud800" hand stands asha- asha-b@0 line=3 stages=s'
)
words = st.one_of(st.sampled_from(PIECES.split(" ")), st.text(max_size=12))


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(st.lists(words, max_size=7))
def test_whatever_stands_in_a_line_it_is_read_or_refused_in_one_sentence(found):
    line = " ".join(found)
    try:
        happening: AnyEvent = read_happening(line)
    except CarromError as reason:
        assert str(reason).isprintable()
        return
    assert read_happening(write_happening(happening)) == happening
    try:
        apply(hall(3, {"id": "s", "system": "swiss"}), happening)
    except CarromError as reason:
        assert str(reason).isprintable()


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(st.binary(max_size=300))
def test_whatever_a_file_holds_it_is_read_or_refused_in_one_sentence(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("event") / "x.carrom-event"
    path.write_bytes(raw)
    assert main(["event", "standings", str(path)]) == 1
    assert path.read_bytes() == raw


def test_a_sum_of_criteria_with_thousands_of_digits_is_refused_in_a_sentence() -> None:
    with pytest.raises(RecordError, match="is not a whole number; expected the sum of a criterion"):
        read_happening("draw s.1 a-b {" + "9" * 5000 + "}")
