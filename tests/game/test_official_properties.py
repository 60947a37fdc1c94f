"""Properties that hold with clock and umpire events: exact round trips, constant counts, complete histories."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_events import EVENTS, office_event, official_game
from strategies_game import DOUBLES, RULE_SETS, header

from carrom.board.disc import RACKED
from carrom.errors import CarromError, RecordError
from carrom.game.event_lines import read_event, write_event
from carrom.game.events import REMARKS, Corrected, Event, Ruled, decode_event, encode_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_line, write_record
from carrom.game.replay import steps, told

QUICK = settings(max_examples=2 * settings.default.max_examples, deadline=None)
books = st.sampled_from(RULE_SETS)
seeds = st.integers(0, 10**6)


def played(book: str, seed: int, most: int = 120) -> GameHistory:
    contest = "match" if book in ("icf", "club") and seed % 2 else "game"
    players = DOUBLES if seed % 3 == 2 and book != "three-player" else None
    return official_game(GameHistory.begin(header(book, players, contest)), random.Random(seed), most)


@settings(max_examples=16 * settings.default.max_examples, deadline=None)
@given(EVENTS)
def test_any_event_is_written_as_one_line_and_read_again(event: Event) -> None:
    words = write_event(event)
    assert "\n" not in words
    assert " {" not in words
    assert read_event(words) == event


@settings(max_examples=10 * settings.default.max_examples, deadline=None)
@given(EVENTS)
def test_any_event_is_encoded_and_decoded(event: Event) -> None:
    assert decode_event(encode_event(event)) == event


@pytest.mark.slow
@QUICK
@given(books, seeds)
def test_a_record_with_time_and_office_reads_back_to_the_same_game(book: str, seed: int) -> None:
    game = played(book, seed)
    text = write_record(game)
    assert read_record(text) == game
    assert write_record(read_record(text)) == text
    assert GameHistory.fold(game.events) == game
    last = None
    for step in steps(game):
        last = step.game
        assert told(step)
    assert last in (None, game)


@QUICK
@given(books, seeds)
def test_what_is_in_force_alone_leads_to_the_same_state(book: str, seed: int) -> None:
    game = played(book, seed)
    plain = [event for event in game.in_force if not isinstance(event, REMARKS)]
    again = GameHistory.fold(plain, game.rules)
    assert not any(isinstance(event, Corrected) for event in plain)
    assert (again.score, again.result, again.games_won, again.position) == (
        game.score,
        game.result,
        game.games_won,
        game.position,
    )
    assert again.round == game.round, "remarks change nothing"


@QUICK
@given(books, seeds)
def test_men_are_conserved_whatever_is_noticed_or_corrected(book: str, seed: int) -> None:
    round = played(book, seed).round
    if round is not None:
        assert sorted([*round.on_board, *round.pocketed]) == sorted(RACKED)


@QUICK
@given(books, seeds, st.integers(0, 120))
def test_a_torn_record_keeps_everything_before_the_tear(book: str, seed: int, cut: int) -> None:
    game = played(book, seed, 60)
    lines = write_record(game).split("\n")
    first = lines.index("") + 1
    whole = min(first + cut, len(lines) - 2)
    torn = "\n".join(lines[:whole]) + "\n" + lines[whole][: max(1, len(lines[whole]) // 2)]
    if torn.split("\n")[-1].startswith("end"):
        return
    again = read_record(torn, live=True)
    assert again.events == game.events[: whole - first + 1]


@QUICK
@given(books, seeds)
def test_a_refused_event_changes_nothing_and_says_why_in_one_line(book: str, seed: int) -> None:
    game, rng = played(book, seed, 50), random.Random(seed + 1)
    for _ in range(20):
        event = office_event(game, rng)
        before = (game.events, game.line, game.state)
        try:
            game.apply(event)
        except CarromError as refusal:
            assert "\n" not in str(refusal)
        assert (game.events, game.line, game.state) == before


@pytest.mark.slow
def test_the_seeds_reach_every_kind_of_office_event_and_every_rewriting_one() -> None:
    kinds: set[type] = set()
    for seed in range(60):
        kinds |= {type(event) for event in played("icf", seed).events}
        kinds |= {Ruled for event in played("club", seed).events if isinstance(event, Ruled) and event.back_to}
    assert {kind.__name__ for kind in kinds} >= {
        "Appealed",
        "Awarded",
        "BoardKept",
        "Corrected",
        "Noted",
        "Noticed",
        "Protested",
        "Ruled",
        "Signed",
        "TimeCalled",
        "Undone",
        "Warned",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("note hello", "'hello' is not a quoted text; expected a note"),
        ('note "a" "b"', "expected the end of the event"),
        ('note "a"b', "expected words with single spaces"),
        ('note "a', "expected words with single spaces"),
        ('note "a"  @7', "expected words with single spaces"),
        ("keep south winner=A", "expected men=4"),
        ("keep south men=four", "is not a whole number; expected a whole number after men="),
        ("keep south winner=C men=1", "expected one of A, B"),
        ('award nobody cup walkover "a" "b"', "'cup' is not expected here; expected game or match"),
        ('warn north Loud "a" "b"', "'Loud' is not a code; expected one such as distraction"),
        ("notice ghost W1", "expected wrong-man or queen or opponent-man"),
        ('correct 3 "correct 2"', "a correction cannot contain another"),
        ('correct 3 "fly"', "'fly' is not an event"),
        ('sign "Zoe" captain', "expected player or umpire or referee or scorer"),
    ],
)
def test_a_line_that_is_no_event_of_time_or_office_is_refused(line: str, expected: str) -> None:
    with pytest.raises(RecordError, match=expected):
        read_event(line)


def test_a_note_with_a_brace_does_not_begin_a_ruling() -> None:
    event = read_event('note "a \\u007b brace } and {"')
    assert write_line(3, event).count("{") == 0


def test_corrections_without_end_are_no_event() -> None:
    deep = '{"type":"corrected","at":1,"events":[' * 5000 + "]}" * 5000
    with pytest.raises(RecordError, match="not an event of a game"):
        decode_event(deep)
