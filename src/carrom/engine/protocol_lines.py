"""Lines of the engine protocol: one JSON object per line, of bounded length."""

import json
from dataclasses import fields
from typing import Any, TypeVar

import msgspec

from carrom.errors import EngineError, NotationError

LONGEST = 1_000_000
"""Longest line that is read, in characters."""
Message = dict[str, Any]
T = TypeVar("T")


def parse(line: str) -> Message:
    """Return the object of one line.

    Raises `EngineError` with a predicate such as "sends … which is not JSON".
    """
    if len(line) > LONGEST:
        raise EngineError(f"sends more than {LONGEST} characters in a line")
    try:
        message = json.loads(line)
        if "\\ud" in line.lower():
            json.dumps(message, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise EngineError(f"sends {line.strip()!r:.60}, which is not JSON") from None
    if not isinstance(message, dict):
        raise EngineError(f"sends {line.strip()!r:.60}; expected a JSON object")
    return message


def write(message: Message) -> str:
    """Return an object as a line with its line break."""
    return json.dumps(message, separators=(",", ":")) + "\n"


def convert(message: object, kind: type[T], what: str) -> T:
    """Return an object as a dataclass, whose fields it names and no others.

    Raises `NotationError` with `what` it was to be, and the field at fault.
    """
    known = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    unknown = [name for name in message if name not in known] if isinstance(message, dict) else []
    if unknown:
        raise NotationError(f"The {what} has an unknown field `{unknown[0]!s:.60}`; expected {', '.join(known)}.")
    try:
        return msgspec.convert(message, kind)
    except msgspec.ValidationError as fault:
        raise NotationError(f"The {what} cannot be read: {fault}.") from None
