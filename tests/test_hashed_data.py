"""Hashed data hold no floats, whose text differs between programs: msgspec, CPython and V8 write 1e16 in three ways.

The only hashed floats are those of a benchmark suite, whose digest a test of its own fixes.
"""

import json
from decimal import Decimal

import msgspec
import pytest
from msgspec import inspect

from carrom.game.events import Event
from carrom.protocol import State
from carrom.rules.ruleset import ruleset
from carrom.tables.terms import GameSettings
from carrom.tournament.event_file import Details
from carrom.tournament.events import AnyEvent

HASHED = {
    "events of the server's log (carrom.storage.hash_chain)": Event,
    "settings of a game (the root of its chain)": GameSettings,
    "events of a tournament file (write_line)": AnyEvent,
    "header of a tournament file (begun_chain)": Details,
    "parameters of a rule set (book_digest)": type(ruleset("icf").parameters),
    "state of a game that went on offline (state_digest)": State,
}
UNSURE = (inspect.FloatType, inspect.DecimalType, inspect.AnyType, inspect.CustomType)


def floats(kind: inspect.Type, path: str, seen: set[type]) -> list[str]:
    """Return the path of every value of a type that may be a float, a decimal or of any type."""
    if isinstance(kind, UNSURE):
        return [f"{path}: {type(kind).__name__}"]
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return []
        seen.add(kind.cls)
        return [found for each in kind.fields for found in floats(each.type, f"{path}.{each.name}", seen)]
    inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type", "type")]
    inner += [each for name in ("types", "item_types") for each in getattr(kind, name, ())]
    return [found for each in inner if isinstance(each, inspect.Type) for found in floats(each, path, seen)]


@pytest.mark.parametrize("name", HASHED)
def test_what_is_hashed_as_text_holds_no_float(name):
    assert floats(inspect.type_info(HASHED[name]), name, set()) == []


def test_a_float_is_found_wherever_it_is_in_a_type():
    class Inner(msgspec.Struct):
        rows: tuple[dict[str, float | None], ...]

    class Outer(msgspec.Struct):
        inner: list[Inner]
        price: Decimal
        anything: object
        count: int

    found = floats(inspect.type_info(Outer | None), "", set())
    assert found == [".inner.rows: FloatType", ".price: DecimalType", ".anything: CustomType"]


def test_the_same_float_has_different_texts_so_that_a_hash_of_it_would_differ():
    assert msgspec.json.encode(1e16) == b"1e16"
    assert json.dumps(1e16) == "1e+16", "and V8 writes 10000000000000000"
    assert msgspec.json.encode(float("nan")) == b"null"
