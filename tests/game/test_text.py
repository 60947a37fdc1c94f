"""Records as text: exact round trips, and refusals that name the line."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_game import DOUBLES, SINGLES, THREE, header, next_event, play

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RecordError
from carrom.game.event_lines import read_event, write_event
from carrom.game.events import Called, Conceded, Header, RoundBegun, Struck
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_end, write_record
from carrom.game.replay import divergences
from carrom.rules.ruleset import ruleset
from carrom.values import changed


def recorded(seed: int = 3, **fields: object) -> GameHistory:
    return play(GameHistory.begin(changed(header(), **fields)), random.Random(seed))


GAME = recorded()
SHORT = write_record(recorded(4, contest="board"))
TEXT = write_record(GAME)
LINES = TEXT.split("\n")


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("seed", range(4))
def test_a_record_reads_back_to_the_same_game_and_the_same_text(seed: int) -> None:
    players = DOUBLES if seed % 2 else SINGLES
    game = recorded(seed, players=players, event='The "Open"\\ of Łódź\n2026', umpire="Ümit")
    text = write_record(game)
    assert read_record(text) == game
    assert write_record(read_record(text)) == text


def test_three_players_have_records_too() -> None:
    game = play(GameHistory.begin(header("three-player", THREE)), random.Random(2))
    assert read_record(write_record(game)) == game


def test_undone_events_stay_in_the_record() -> None:
    rng, game = random.Random(8), GameHistory.begin(header(), when=1_790_000_000)
    for _ in range(40):
        game = game.apply(next_event(game, rng))
    game = game.apply(game.undo())
    again = read_record(write_record(game))
    assert again == game
    assert len(again.events) == 42


def test_a_simulated_stroke_keeps_places_to_the_micrometre() -> None:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A", surface_version="1", physics="1"))
    start = rack(30, seed=77)
    game = game.apply(RoundBegun(breaker=Seat.SOUTH, position=start, seed=77, when=1_790_000_000))
    rest = start.without(Disc.W4).having(Disc.S, Point(-7, 12_345))
    stroke = Stroke(12_000, -150_000, 3_500_000, y=-300, spin=5_000)
    outcome = Outcome(pocketed=(Disc.W4,), touched=(Disc.W4, Disc.B1))
    game = game.apply(Struck(seat=Seat.SOUTH, stroke=stroke, outcome=outcome, rest=rest, when=1_790_000_009))
    game = game.apply(Called(what="elbow", by=Seat.NORTH)).apply(Conceded(side="B"))
    assert read_record(write_record(game)) == game


def test_a_custom_rule_set_travels_with_its_record(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "icf"\nname = "Friday club"\nqueen_points = 5\nqueen_cap = "none"\nboard_max = 14\n')
    rules = ruleset(str(file))
    game = play(GameHistory.begin(header(), rules), random.Random(6))
    text = write_record(game)
    assert "house.toml" not in text
    again = read_record(text)
    assert again.rules.parameters == rules.parameters
    assert again == game
    broken = text.replace('\\"board_max\\":14', '\\"board_max\\":-1')
    assert broken != text
    with pytest.raises(RecordError, match="board_max"):
        read_record(broken)


def _number(wanted: str) -> int:
    """Return the index of the first line that contains `wanted`."""
    return next(index for index, line in enumerate(LINES) if wanted in line)


def _edited(index: int, line: str) -> str:
    return "\n".join([*LINES[:index], line, *LINES[index + 1 :]])


BEGINS = _number("1. ")
STROKE = _number("fell=W")
EDITS = {
    "an empty file": ("", r"^the record is empty; expected its header, which begins with \[Carrom "),
    "empty lines": ("\n\n", r"^the record is empty; expected "),
    "a newer version": (
        _edited(0, '[Carrom "9"]'),
        r"^line 1: the record is of version 9 .* reads version 2; update ",
    ),
    "an older version": (_edited(0, '[Carrom "1"]'), r"^line 1: the record is of version 1 .* reads version 2$"),
    "no known version": (_edited(0, '[Carrom "0"]'), r'line 1: expected \[Carrom "2"\], the version'),
    "no version": ("\n".join(LINES[1:]), r'line 1: expected \[Carrom "2"\], the version'),
    "an unknown tag": (_edited(1, '[Weather "fine"]'), r"line 2: no tag Weather"),
    "a tag without quotes": (_edited(1, "[Date 2026]"), r"line 2: .* expected a tag such as"),
    "a tag twice": (_edited(1, LINES[2]), r"line 3: the tag \w+ appears twice"),
    "no rule set": ("\n".join(line for line in LINES if "[Rules" not in line), r"without the tag Rules"),
    "an unknown rule set": (TEXT.replace('[Rules "icf"]', '[Rules "house"]'), r"the header cannot be played"),
    "a player without a side": (TEXT.replace('"A Asha"', '"Asha"'), r"the tag South is 'Asha'; expected a side"),
    "a lost line": (
        "\n".join([*LINES[:STROKE], *LINES[STROKE + 1 :]]),
        rf"line {STROKE + 1}: .* expected event number",
    ),
    "a line twice": (_edited(STROKE, LINES[STROKE - 1]), rf"line {STROKE + 1}: .* expected event number"),
    "another disc fallen": (_edited(STROKE, LINES[STROKE].replace("fell=W", "fell=B")), rf"line {STROKE + 1}: "),
    "another clause": (
        _edited(STROKE, re.sub(r"Law \d+", "Law 999", LINES[STROKE])),
        rf"line {STROKE + 1}: the record has the ruling .*; by the laws of icf expected '",
    ),
    "a ruling where nothing was judged": (
        _edited(BEGINS, LINES[BEGINS] + " {continue | Law 999}"),
        rf"line {BEGINS + 1}: the record has the ruling 'continue . Law 999'; by the laws of icf expected none$",
    ),
    "no ruling": (_edited(STROKE, LINES[STROKE].partition(" {")[0]), rf"line {STROKE + 1}: the record has no ruling"),
    "an open brace": (_edited(STROKE, LINES[STROKE][:-1]), rf"line {STROKE + 1}: the ruling is not closed"),
    "a word too many": (
        _edited(STROKE, LINES[STROKE].replace(" {", " hello {")),
        rf"line {STROKE + 1}: 'hello' is not expected here",
    ),
    "another winner": (
        TEXT.replace("\nend ", "\nend 1"),
        rf"line {len(LINES) - 1}: the record ends with .* expected 'end",
    ),
    "no end": ("\n".join(LINES[:-2]) + "\n", rf"line {len(LINES) - 1}: the record ends early; expected"),
    "more after the end": (TEXT + "1. toss A\n", r"there is text after the end line"),
    "a torn line": (TEXT[:-4], rf"line {len(LINES) - 1}: the record ends with .* expected 'end"),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_torn_or_edited_record_is_refused_with_its_line(what: str) -> None:
    text, expected = EDITS[what]
    with pytest.raises(RecordError, match=expected) as refusal:
        read_record(text)
    assert "\n" not in str(refusal.value)


def test_comments_and_empty_lines_between_events_are_left_out() -> None:
    text = "\n".join([*LINES[: BEGINS + 2], "# a good start", "", *LINES[BEGINS + 2 :]])
    assert read_record(text) == GAME


def test_a_live_record_may_lack_its_end_and_have_a_torn_line() -> None:
    game = read_record("\n".join(LINES[:STROKE]) + "\n" + LINES[STROKE][:20], live=True)
    assert len(game.events) == STROKE - BEGINS + 1
    assert write_end(game).endswith("open")


def test_another_edition_of_the_rules_and_another_version_of_the_physics_are_divergences() -> None:
    text = (Path(__file__).parents[2] / "examples" / "game.carrom").read_text(encoding="utf-8")
    game = read_record(text)
    assert list(divergences(game)) == []
    other = read_record(text.replace(game.header.edition, "ICF 1999").replace('[Physics "2"]', '[Physics "1"]'))
    assert [each.what for each in divergences(other)] == ["the version of the physics", "the edition of the rules"]


def test_a_ruling_of_another_edition_is_history() -> None:
    edition = f'[Edition "{GAME.header.edition}"]'
    older = _edited(STROKE, re.sub(r"Law \d+", "Law 999", LINES[STROKE])).replace(edition, '[Edition "icf 1999"]')
    assert read_record(older).header.edition == "icf 1999"


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, LINES[0] + "\n" + text, "\n".join(LINES[: BEGINS + 1]) + "\n2. " + text + "\n"):
        try:
            read_record(given_text)
        except RecordError as refusal:
            assert str(refusal)


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(st.data())
def test_a_mutilated_record_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SHORT) - 1))
    length = data.draw(st.integers(0, 12))
    text = SHORT[:at] + data.draw(st.text(alphabet='WBSQ19 ,=|{}[]"\n.-k', max_size=6)) + SHORT[at + length :]
    try:
        game = read_record(text)
    except RecordError as refusal:
        assert str(refusal)
    else:
        assert read_record(write_record(game)) == game


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(st.text(alphabet="abcdefhilmnoprstuwxy 0123456789WBSQ=,.-@", max_size=60))
def test_any_line_is_an_event_or_refused(text: str) -> None:
    try:
        event = read_event(text)
    except RecordError:
        return
    assert read_event(write_event(event)) == event


def test_a_record_that_is_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrom.game.record.LONGEST", 100)
    with pytest.raises(RecordError, match="at most 100 characters"):
        read_record(TEXT)


def test_a_header_with_half_a_character_is_refused() -> None:
    with pytest.raises(RecordError, match="is not a quoted text"):
        read_record('[Carrom "2"]\n[Event "\ud800"]\n\nend 0 open\n')


def test_the_record_in_the_documentation_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    block = re.search(r'(?ms)^    \[Carrom "2"\]\n.*?^    end [^\n]*\n', page)
    assert block is not None
    text = re.sub(r"(?m)^    ", "", block[0])
    game = read_record(text)
    assert (game.is_over, len(game.state.remarks)) == (True, 4)
    assert read_record(write_record(game)) == game


def _struck(meant: Stroke | None) -> GameHistory:
    """Return a game with one stroke on a simulated board, whose intended stroke was `meant`."""
    game = GameHistory.begin(Header(players=SINGLES, first_break="A", surface_version="1", physics="1"))
    game = game.apply(RoundBegun(breaker=Seat.SOUTH, position=rack(30, seed=77), seed=77))
    rest = rack(30, seed=77).having(Disc.S, Point(-7, 12_345))
    return game.apply(Struck(seat=Seat.SOUTH, stroke=PLAYED, meant=meant, outcome=Outcome(), rest=rest))


PLAYED = Stroke(12_000, -150_000, 3_500_000)


@pytest.mark.parametrize(
    ("meant", "words"),
    [
        (None, "vy3500000 rest="),
        (PLAYED, "vy3500000 as-meant rest="),
        (Stroke(11_000, -140_000, 3_400_000), "vy3500000 meant=x11000.vx-140000.vy3400000 rest="),
    ],
)
def test_a_record_keeps_what_was_meant_beside_what_was_played(meant: Stroke | None, words: str) -> None:
    game = _struck(meant)
    text = write_record(game)
    assert words in text
    again = read_record(text)
    assert again == game
    assert isinstance(again.events[-1], Struck)
    assert again.events[-1].meant == meant


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("south - as-meant touched=W1", "as-meant needs a stroke; expected one before it"),
        ("south x0.vx0.vy9 meant=x0.vx0.vy9", "'meant=x0.vx0.vy9' equals the stroke played; expected as-meant"),
        ("south x0.vx0.vy9 meant=w2", "is not a stroke such as"),
        ("south x0.vx0.vy9 meant=x0.vx0.vy8 as-meant", "'as-meant' is not expected here"),
    ],
)
def test_a_meaning_that_cannot_be_is_refused(words: str, why: str) -> None:
    with pytest.raises(RecordError, match=re.escape(why)):
        read_event(words)
