"""Rarely used data moves to an unnamed temporary file; if the disk is full it stays in memory."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import StoreError
from carrom.tables.log import ANYTHING, NEAR, STEP, CompressedSequence, Spilled, SpillFile


@given(st.lists(st.tuples(st.binary(max_size=900), st.booleans()), max_size=40))
def test_what_is_laid_down_comes_back_as_it_was_and_what_is_gone_leaves_its_place(
    told: list[tuple[bytes, bool]],
) -> None:
    attic, kept = SpillFile(), list[tuple[bytes, Spilled | bytes]]()
    for each, stays in told:
        laid = attic.lay(each)
        if stays:
            kept.append((each, laid))
        else:
            assert bytes(laid) == each
        del laid
    assert all(bytes(laid) == each for each, laid in kept)
    laid = attic.lay(b"old events")
    before = attic.size
    del laid
    attic.lay(b"other events")
    assert attic.size == before


def test_nobody_finds_the_file_by_a_name(tmp_path: Path) -> None:
    attic = SpillFile()
    attic.lies_in(tmp_path)
    laid = attic.lay(b"old events")
    assert (bytes(laid), isinstance(laid, Spilled), list(tmp_path.iterdir())) == (b"old events", True, [])


def test_what_finds_no_room_stays_in_memory(tmp_path: Path) -> None:
    attic = SpillFile()
    attic.lies_in(tmp_path / "nowhere")
    assert attic.lay(b"old events") == b"old events"


def test_a_file_that_has_lost_its_end_is_a_fault_of_the_store() -> None:
    attic = SpillFile()
    laid = attic.lay(b"old events")
    assert attic._file is not None
    attic._file.truncate(4)
    with pytest.raises(StoreError, match="truncated"):
        bytes(laid)


def test_the_old_blocks_of_a_long_row_lie_on_the_disk_and_are_written_with_it_and_read_again() -> None:
    row = CompressedSequence.of(tuple(range(40 * STEP)), 1)
    far = [type(told) for told, _ in row._blocks]
    assert far == [bytes, *[Spilled] * (len(far) - NEAR - 1), *[bytes] * NEAR]
    again = CompressedSequence.read(1, ANYTHING, row.written())
    assert (again, again[5], again + (1,)) == (row, row[5], row + (1,))  # noqa: RUF005 (a ledger says itself how it grows)
    assert [type(told) for told, _ in again._blocks] == far
