"""Lines of the engine protocol: one JSON object per line, of bounded length."""

import json
from typing import Any

from carrom.errors import EngineError

LONGEST = 1_000_000
"""Longest line that is read, in characters."""
Message = dict[str, Any]


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
