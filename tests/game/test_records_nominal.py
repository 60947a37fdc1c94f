"""Records of simulated games: nominal racks, random gaps, a start from a position."""

import re
from pathlib import Path

import pytest

from carrom.errors import RecordError
from carrom.game.events import RoundBegun, Struck
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences
from carrom.physics import PHYSICS_VERSION

SENTENCE = re.compile(r" \| [^|{}]*\}$", re.MULTILINE)
"""The sentence at the end of a ruling: prose for readers, which later versions may word differently."""
RECORDS = sorted((Path(__file__).parent / "records-nominal").glob("*.carrom"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_with_a_nominal_rack_is_read_and_written_as_it_was_and_verifies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = read_record(text)
    assert SENTENCE.sub("}", write_record(game)) == SENTENCE.sub("}", text)
    begun = next(event for event in game.events if isinstance(event, RoundBegun))
    first = next(event for event in game.events if isinstance(event, Struck))
    assert (begun.nominal, begun.seed) == (not game.header.start, None)
    assert (first.rack is None, first.seed is None) == (not begun.nominal, not begun.nominal)
    assert game.header.physics == PHYSICS_VERSION
    assert list(divergences(game)) == []


def test_there_are_records_to_read() -> None:
    assert len(RECORDS) == 4


def test_a_first_board_that_begins_elsewhere_than_the_header_says_is_refused() -> None:
    text = next(path for path in RECORDS if path.stem == "from-a-position").read_text(encoding="utf-8")
    moved = text.replace("rack=c1_Q.0.0_W1.100000.100000", "rack=c1_Q.0.0_W1.100000.100001")
    assert moved != text
    with pytest.raises(RecordError, match="the first board begins with the position of the header; this one"):
        read_record(moved)
