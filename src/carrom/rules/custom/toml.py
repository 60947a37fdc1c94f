"""TOML from strangers: read within bounds, so that no file takes long and every refusal is one sentence.

The parser of the standard library takes seconds for one long dotted key, as many levels as Python has, and whole
numbers of any length in base sixteen. A rule set needs none of that.
"""

import tomllib
from pathlib import Path
from typing import Any

from carrom.errors import RulesError

LARGEST = 64 * 1024
"""Bytes a file may have."""
LONGEST_LINE = 2000
"""Characters a line may have."""
DEEPEST = 8
"""Levels of tables and lists."""
GREATEST = 2**63 - 1
"""The greatest whole number; the least is its negative."""


def read_toml(path: str) -> dict[str, Any]:
    """Return what a TOML file holds. Raises `RulesError`, naming the file and what is allowed."""
    return toml_from(_content(path), path)


def _content(path: str) -> bytes:
    """Return the bytes of a file that is not too large."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as fault:
        raise RulesError(f"the rule set {path!r} cannot be read: {fault.strerror or fault}") from None
    except ValueError:
        raise RulesError(f"the rule set {path!r:.60} cannot be read: a file's name holds no NUL") from None
    if len(content) > LARGEST:
        raise RulesError(f"the rule set {path!r} has more than {LARGEST} bytes: at most {LARGEST} were expected")
    return content


def toml_from(content: bytes, path: str) -> dict[str, Any]:
    """Return what the bytes of a TOML file hold; `path` is only named in what is refused."""
    try:
        text = content.decode("utf-8")
        _check_lines(text)
        told = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulesError(f"the rule set {path!r} is no TOML: {fault}") from None
    except ValueError as fault:
        raise RulesError(f"the rule set {path!r} cannot be read: {fault}") from None
    _check_value(told, path, 0)
    return told


def _check_lines(text: str) -> None:
    """Refuse a line that would take the parser long: a key of `n` words costs it n² steps."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} has {len(line)} characters, at most {LONGEST_LINE} were expected")


def _check_value(value: Any, path: str, depth: int) -> None:
    """Refuse numbers and levels that no rule set has."""
    if depth > DEEPEST:
        raise _too_deep(path)
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_value(part, path, depth + 1)
    elif isinstance(value, int) and abs(value) > GREATEST:
        raise RulesError(f"the rule set {path!r} holds a whole number beyond ±{GREATEST}")


def _too_deep(path: str) -> RulesError:
    return RulesError(f"the rule set {path!r} is nested too deeply: at most {DEEPEST} levels were expected")
