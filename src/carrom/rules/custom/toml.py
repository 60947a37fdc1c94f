"""Parse untrusted TOML within limits, so that no file takes long and every error is one sentence.

The standard library's parser takes seconds for one long dotted key, and accepts unlimited nesting and hexadecimal
integers of any length. A rule set needs none of these.
"""

import tomllib
from pathlib import Path
from typing import Any

from carrom.errors import RulesError

LARGEST = 64 * 1024
"""Maximum size of a file, in bytes."""
LONGEST_LINE = 2000
"""Maximum length of a line, in characters."""
DEEPEST = 8
"""Maximum nesting of tables and lists."""
GREATEST = 2**63 - 1
"""Largest integer; the smallest is its negative."""


def read_toml(path: str) -> dict[str, Any]:
    """Return the contents of a TOML file. Raises `RulesError`, naming the file and what is allowed."""
    return toml_from(_content(path), path)


def _content(path: str) -> bytes:
    """Return the bytes of a file within the size limit."""
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
    """Return the contents of a TOML file's bytes; `path` is used in error messages only."""
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
    """Refuse a line that would take the parser long: a dotted key of `n` words costs n² steps."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} has {len(line)} characters, at most {LONGEST_LINE} were expected")


def _check_value(value: Any, path: str, depth: int) -> None:
    """Refuse numbers and nesting beyond the limits."""
    if depth > DEEPEST:
        raise _too_deep(path)
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _check_value(part, path, depth + 1)
    elif isinstance(value, int) and abs(value) > GREATEST:
        raise RulesError(f"the rule set {path!r} holds a whole number beyond ±{GREATEST}")


def _too_deep(path: str) -> RulesError:
    return RulesError(f"the rule set {path!r} is nested too deeply: at most {DEEPEST} levels were expected")
