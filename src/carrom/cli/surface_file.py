"""Surfaces on the command line: a preset's name, parameters as JSON, or a file of them (`carrom fit` writes one)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from carrom.errors import IllegalSurface, SetupError

MOST_BYTES = 10_000
SURFACE_HELP = "surface: slow, club, tournament, parameters as JSON, or a file.json with these (default: club)"


def read_surface(word: str) -> Any:
    """Return a preset's name unchanged, and parameters given as JSON or by a file as a mapping.

    A word counts as a file if it ends in `.json`. Raises `SetupError` for a file that cannot be read and
    `IllegalSurface` for one without parameters.
    """
    if word.lstrip().startswith("{"):
        return _parameters(word, "--surface")
    if not word.endswith(".json"):
        return word
    try:
        with Path(word).open(encoding="utf-8") as file:
            text = file.read(MOST_BYTES)
    except OSError as reason:
        raise SetupError(f'"{word}" cannot be read ({reason.strerror}).') from None
    except UnicodeDecodeError:
        raise IllegalSurface(f'"{word}" is not a text file; expected parameters of a surface as JSON.') from None
    return _parameters(text, f'"{word}"')


def _parameters(text: str, name: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as reason:
        raise IllegalSurface(
            f'{name} is not JSON ({reason}); expected parameters such as {{"friction": 0.1}}.'
        ) from None
    if not isinstance(found, dict):
        raise IllegalSurface(f'{name} has no parameters; expected an object such as {{"friction": 0.1}}.')
    return found
