"""Every value is frozen, including everything it contains."""

import collections.abc
import importlib
import inspect
import pkgutil
import types
import typing
from datetime import datetime
from enum import Enum
from fractions import Fraction
from functools import cache

import msgspec
import pytest

import carrom
from carrom.engine.program import Program
from carrom.envs.agents import Agent
from carrom.game.events import Event
from carrom.tables.log import CompressedMessage, CompressedSequence
from carrom.values import Value

SCALARS = {int, float, str, bool, bytes, type(None), msgspec.Raw, datetime, Fraction, CompressedMessage}
"""`Raw` is a message part that is already encoded: immutable bytes; `CompressedMessage`, a text."""
PLAYERS = {Program, Agent}
"""What callers of the laboratory hand over by reference; a job carries it to the process that plays."""


@cache
def every_name() -> dict[str, object]:
    """Import the whole package and return every name in it, so that string annotations can be resolved."""
    names: dict[str, object] = {}
    for module in pkgutil.walk_packages(carrom.__path__, "carrom."):
        if not module.name.endswith("__main__"):
            names.update(vars(importlib.import_module(module.name)))
    return names


def every_value(base: type = Value) -> list[type]:
    """Return every record class of the package."""
    found = []
    for cls in base.__subclasses__():
        found += [cls, *every_value(cls)]
    return found


def fault(kind: object) -> str | None:
    """Return what is wrong with a field's type, or None if its values are frozen all the way down."""
    if kind in SCALARS | PLAYERS or isinstance(kind, typing.TypeVar):
        return None
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Literal, collections.abc.Callable):
        return None
    if origin in (tuple, frozenset, typing.Union, types.UnionType, typing.Annotated, typing.ClassVar):
        first = arguments[:1] if origin is typing.Annotated else arguments
        return next((why for part in first if part is not ... and (why := fault(part))), None)
    if origin is CompressedSequence:
        return fault(arguments[0])
    plain = origin or kind
    if isinstance(plain, type) and issubclass(plain, (Value, Enum)):
        return None
    return f"{kind} is not a value"


def holds_a_function(kind: object) -> bool:
    """Return whether a value of a type may hold a function, and so refer to anything."""
    parts = [part for part in typing.get_args(kind) if part is not ...]
    return typing.get_origin(kind) is collections.abc.Callable or any(map(holds_a_function, parts))


def test_a_value_is_frozen_holds_only_values_and_is_collected_only_if_it_could_be_in_a_circle():
    names, faults = every_name(), []
    for cls in every_value():
        config = cls.__struct_config__
        kinds = typing.get_type_hints(cls, localns=names, include_extras=True)
        where = f"{cls.__module__}.{cls.__qualname__}"
        if not config.frozen:
            faults.append(f"{where} is not frozen")
        if config.gc != (config.dict or any(holds_a_function(kinds[name]) for name in cls.__struct_fields__)):
            faults.append(f"{where}: gc={config.gc} is wrong")
        faults += [f"{where}.{name}: {why}" for name in cls.__struct_fields__ if (why := fault(kinds[name]))]
    assert faults == []


@pytest.mark.parametrize(
    "kind",
    [
        list[int],
        dict[str, int],
        set[int],
        tuple[list[int], ...],
        int | dict[str, int],
        collections.abc.Mapping[str, int],
    ],
)
def test_a_changeable_field_would_be_caught(kind):
    assert fault(kind) is not None


def test_every_record_of_the_package_is_a_value():
    every_name()
    names = {f"{cls.__module__}.{cls.__qualname__}" for cls in msgspec.Struct.__subclasses__()}
    assert {name for name in names if name.startswith("carrom.")} == {"carrom.values.Value"}


def test_events_and_wide_values_of_rules_and_game_are_made_by_name_so_that_a_field_put_in_moves_no_other():
    every_name()
    rooms = ("rules", "game")
    wide = [cls for cls in every_value() if len(cls.__struct_fields__) > 6 and cls.__module__.split(".")[1] in rooms]
    assert wide
    for cls in (*wide, *typing.get_args(Event)):
        kinds = {each.kind for each in inspect.signature(cls).parameters.values()}
        assert kinds <= {inspect.Parameter.KEYWORD_ONLY}, cls
