"""Abbreviated words on a typed line."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from carrom.errors import RefusedRequest

T = TypeVar("T")


def meant(word: str, known: Iterable[tuple[str, T]], what: str, letters: Iterable[tuple[str, T]] = ()) -> T:
    """Return what `word` names among `known`: a whole word first, else any that begins so.

    `letters` are names that count only when typed whole, and never against a name that begins so. Raises
    `RefusedRequest` with what is allowed, or with the candidates of a beginning that several have.
    """
    table, typed, short = tuple(known), word.casefold(), tuple(letters)
    exact = [(name, value) for name, value in table if name.casefold() == typed]
    found = exact or [(name, value) for name, value in table if name.casefold().startswith(typed)]
    found += [(name, value) for name, value in short if name.casefold() == typed]
    values = list(_once(value for _, value in found))
    if len(values) == 1:
        return values[0]
    if not values:
        raise RefusedRequest(f"{word!r} is no {what}; expected {listed(name for name, _ in (*table, *short))}")
    names = list(_once(name for name, _ in found))
    if len(names) == 1:
        raise RefusedRequest(f"{word!r} names several; expected another word for the {what}")
    raise RefusedRequest(f"{word!r} can mean {listed(names)}; expected more of the word")


def _once(values: Iterable[T]) -> Iterator[T]:
    """Yield each value once, in order."""
    seen: list[T] = []
    for value in values:
        if value not in seen:
            seen.append(value)
            yield value


def listed(names: Iterable[str]) -> str:
    """Return names as alternatives: `a, b or c`."""
    words = list(_once(names))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
