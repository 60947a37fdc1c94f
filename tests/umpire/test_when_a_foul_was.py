"""The time of a foul: derived from the board if it is not given, also after a correction."""

import pytest
from strategies_table import typed

from carrom.errors import RefusedRequest
from carrom.game.event_lines import read_event, write_event
from carrom.umpire.table import hear


def test_a_correction_gives_the_ruling_that_typing_it_right_at_once_gives() -> None:
    corrected, _ = typed("play", "w1", "-", "b2", "foul elbow asha", "place", "correct 4 -")
    at_once, _ = typed("play", "w1", "-", "-", "foul elbow asha", "place")
    assert corrected.game.round == at_once.game.round
    assert corrected.standing == at_once.standing
    assert "next: Asha" in corrected.standing[-1]


def test_a_foul_without_a_moment_is_recorded_and_shown_without_one() -> None:
    at, _ = typed("play", "w1", "foul elbow bilal")
    event = at.game.events[-1]
    assert read_event(write_event(event)) == event
    assert write_event(event).endswith("by=north untimed")
    assert "foul elbow bilal  " in typed("log", at=at)[1]


def test_a_foul_before_the_first_stroke_is_refused_once_the_player_has_struck() -> None:
    at, _ = typed("play", "w1")
    with pytest.raises(RefusedRequest) as refusal:
        hear(at, "foul elbow before")
    assert str(refusal.value) == (
        "Asha (south) has struck in this turn; expected `after` or `during`, or `undo` before the foul"
    )
    assert typed("foul elbow bilal before", at=at)[0].game.round is not None


@pytest.mark.parametrize(("word", "law"), [("waive", "Law 87a"), ("forfeit", "Law 80")])
def test_a_due_is_let_off_as_a_whole(word: str, law: str) -> None:
    at, words = typed("play", "w1 s", word)
    assert words.startswith(f"All that Asha owes is let off ({law}).")
    assert "owes 1" not in words
    assert "comes back" not in typed("-", at=at)[1]
