"""Seeded mutations of valid inputs: JSON by its tree, text by its words and characters, bytes by bytes."""

import json
from copy import deepcopy
from random import Random
from typing import Any

NUMBERS = (
    *(
        0,
        1,
        -1,
        2,
        9,
        10,
        18,
        19,
        29,
        99,
        255,
        1000,
        2**31,
        2**53,
        2**63 - 1,
        2**63,
        -(2**63),
        10**18,
        10**308,
        10**400,
    ),
    *(0.5, -0.0, 1e-320, 1e308, float("inf"), float("-inf"), float("nan")),
)
WORDS = (
    *("", " ", "S", "Q", "W1", "W10", "B9", "A", "B", "C", "A1", "south", "north", "up", "none", "null", "true", "icf"),
    *(
        "points",
        "club",
        "pass",
        "board",
        "queen",
        "mover",
        "opponent",
        "\0",
        "\n",
        "\ud800",
        "é",
        "٣",
        "²",
        "🎯",
        "-",
        "--",
    ),
    *(
        "%s",
        "{}",
        "[]",
        '"',
        "'",
        "\\",
        "/",
        "..",
        "nan",
        "1e999",
        "x" * 500,
        "9" * 30,
        "9" * 5000,
        "0x10",
        "1_0",
        "-0",
    ),
)


def value(chance: Random) -> Any:
    """Return a random JSON value."""
    kind = chance.randrange(7)
    if kind == 0:
        return chance.choice((None, True, False))
    if kind in (1, 2):
        return chance.choice(NUMBERS)
    if kind in (3, 4):
        return chance.choice(WORDS)
    if kind == 5:
        return [value(chance) for _ in range(chance.randrange(4))]
    return {chance.choice(WORDS): value(chance) for _ in range(chance.randrange(4))}


def tree(chance: Random, given: Any, others: tuple[Any, ...] = ()) -> Any:
    """Return a JSON value with one to three changes; a change may insert a part of one of the others."""
    made = {"": json.loads(json.dumps(given))}
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        holders = [holder for holder in _holders(made) if holder]
        holder = chance.choice(holders)
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        _change(chance, holder, chance.choice(keys), others)
    return made.get("")


def _holders(value: Any) -> list[Any]:
    """Return every mapping and list within a value."""
    if not isinstance(value, dict | list):
        return []
    parts = value.values() if isinstance(value, dict) else value
    return [value, *(holder for part in parts for holder in _holders(part))]


def _change(chance: Random, holder: Any, key: Any, others: tuple[Any, ...]) -> None:
    how = chance.randrange(6)
    if how == 0 and key != "":
        del holder[key]
    elif how == 1 and isinstance(holder, dict) and key != "":
        holder[chance.choice(WORDS)] = holder.pop(key)
    elif how == 2 and isinstance(holder, list):
        holder.extend([holder[key]] * chance.choice((1, 2, 40)))
    elif how == 3 and others:
        parts = [part for part in _holders(chance.choice(others)) if part]
        part = chance.choice(parts) if parts else None
        taken = chance.choice(list(part.values() if isinstance(part, dict) else part)) if part else None
        holder[key] = deepcopy(taken)  # a copy, so that the next change does not modify the other value too
    elif how == 4 and isinstance(holder[key], int) and not isinstance(holder[key], bool):
        holder[key] += chance.choice((1, -1, 2, 10, -100, 10**6))
    else:
        holder[key] = value(chance)


def text(chance: Random, given: str, others: tuple[str, ...] = ()) -> str:
    """Return a text with one to three changes of words or characters."""
    made = given
    for _ in range(chance.choice((1, 1, 2, 3))):
        made = _changed(chance, made, others)
    return made


def _changed(chance: Random, given: str, others: tuple[str, ...]) -> str:
    at, to = sorted(chance.randrange(len(given) + 1) for _ in range(2))
    to = min(to, at + 40)
    how = chance.randrange(8)
    if how == 0:
        return given[:at] + given[to:]
    if how == 1:
        return given[:at] + chance.choice(WORDS) + given[to:]
    if how == 2:
        return given[:at] + given[at:to] * chance.choice((2, 3, 50)) + given[to:]
    if how == 3:
        return given[:at]
    if how == 4 and others:
        other = chance.choice(others)
        cut = chance.randrange(len(other) + 1)
        return given[:at] + other[cut : cut + 60] + given[to:]
    if how == 5:
        return given[:at] + str(chance.choice(NUMBERS)) + given[to:]
    words = given.split(" ")
    place = chance.randrange(len(words))
    if how == 6:
        words[place] = chance.choice(WORDS)
    else:
        other_place = chance.randrange(len(words))
        words[place], words[other_place] = words[other_place], words[place]
    return " ".join(words)


def raw(chance: Random, given: bytes) -> bytes:
    """Return bytes with one to three changed, dropped or added."""
    made = bytearray(given)
    for _ in range(chance.choice((1, 2, 3))):
        at = chance.randrange(len(made) + 1)
        how = chance.randrange(4)
        if how == 0:
            made[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 3))))
        elif how == 1:
            del made[at : at + chance.choice((1, 10))]
        elif how == 2 and at < len(made):
            made[at] ^= 1 << chance.randrange(8)
        else:
            made[at:at] = chance.choice((b"[" * 3000, b'{"a":' * 3000, b"\xff", b"\0", b"\xed\xa0\x80"))
    return bytes(made)
