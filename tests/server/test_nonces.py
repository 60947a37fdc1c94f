"""A room's store of nonces behaves like a dictionary, in a fraction of the memory."""

from hypothesis import given
from hypothesis import strategies as st

from carrom.tables.room import SeenCommands


@given(st.dictionaries(st.text(min_size=1, max_size=9), st.integers(1, 3000), max_size=40), st.text(max_size=9))
def test_a_nonce_is_known_by_its_version_and_no_other_is(known: dict[str, int], other: str) -> None:
    nonces = SeenCommands(known)
    for nonce, version in known.items():
        assert nonces.get(nonce) == version
    assert nonces.get(other) == known.get(other)
    nonces.add(f"{other} more", 3001)
    assert nonces.get(f"{other} more") == 3001


def test_a_hash_that_begins_within_another_is_not_taken_for_one() -> None:
    nonces = SeenCommands({"one": 1, "two": 2})
    nonces._hashes = bytearray(b"?" * 8 + bytes(nonces._hashes[16:]) + b"?" * 8)
    assert nonces.get("two") is None
