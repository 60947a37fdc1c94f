"""Abbreviated words in a typed command."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from carrom.errors import RefusedRequest

T = TypeVar("T")


def meant(word: str, known: Iterable[tuple[str, T]], what: str, letters: Iterable[tuple[str, T]] = ()) -> T:
    """Return the value in `known` that `word` names: an exact name first, otherwise a name that starts with it.

    `letters` are names that match only when typed whole, and only if no other name starts with them. Raises
    `RefusedRequest` listing the allowed names, or the candidates if several match.
    """
    table, typed, short = tuple(known), word.casefold(), tuple(letters)
    exact = [(name, value) for name, value in table if name.casefold() == typed]
    found = exact or [(name, value) for name, value in table if name.casefold().startswith(typed)]
    found += [(name, value) for name, value in short if name.casefold() == typed]
    values = list(_once(value for _, value in found))
    if len(values) == 1:
        return values[0]
    if not values:
        raise RefusedRequest(f"{word!r} is not a {what}; expected {listed(name for name, _ in (*table, *short))}")
    names = list(_once(name for name, _ in found))
    if len(names) == 1:
        raise RefusedRequest(f"{word!r} is ambiguous; expected another word for the {what}")
    raise RefusedRequest(f"{word!r} can mean {listed(names)}; expected more of the word")


def _once(values: Iterable[T]) -> Iterator[T]:
    """Yield each value once, in order."""
    seen: list[T] = []
    for value in values:
        if value not in seen:
            seen.append(value)
            yield value


def listed(names: Iterable[str]) -> str:
    """Return the names as alternatives: `a, b or c`."""
    words = list(_once(names))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
