"""Parse compose.yaml and the Containerfile into values.

Supports only the subset of YAML and of container files that these two use; refuses anything else with its line.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

DEPLOY = Path(__file__).resolve().parent
COMPOSE, CONTAINER = DEPLOY / "compose.yaml", DEPLOY / "Containerfile"
_LINE = re.compile(r"(?P<indent> *)(?P<key>[^\s:]+):(?: &(?P<name>\w+))?(?: (?P<value>\S.*))?")
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{},]|:(?=\s)|[^\[\]{},"]+?(?=\s*[\[\]{},]|:\s|$))')
_WORD = re.compile(r"\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}")


def read(text: str) -> dict[str, Any]:
    """Parse YAML into nested mappings; leaves are strings, lists of strings, or None.

    Raises `ValueError` with the number of a line that it cannot parse.
    """
    whole: dict[str, Any] = {}
    named: dict[str, Any] = {}
    open_: list[tuple[int, dict[str, Any]]] = [(-1, whole)]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            raise ValueError(f"line {number} is not read here: {line.strip()!r}")
        indent = len(found["indent"])
        while open_[-1][0] >= indent:
            open_.pop()
        into = open_[-1][1]
        if found["key"] == "<<":
            into.update(named[(found["value"] or "").removeprefix("*")])
        elif found["value"] is not None:
            into[found["key"]] = _value(found["value"])
        else:
            into[found["key"]] = {}
            open_.append((indent, into[found["key"]]))
            if found["name"]:
                named[found["name"]] = into[found["key"]]
    return whole


def _value(text: str) -> Any:
    if text[0] not in "[{":
        return text.strip('"')
    return _flow(_TOKEN.findall(text), 0)[0]


def _flow(tokens: list[str], at: int) -> tuple[Any, int]:
    """Parse an inline list or mapping that begins at token `at`; return it and the index after its end."""
    opening = tokens[at].strip()
    if opening not in ("[", "{"):
        return opening.strip('"'), at + 1
    items: list[Any] = []
    pairs: dict[str, Any] = {}
    at += 1
    while tokens[at] not in ("]", "}"):
        if tokens[at] == ",":
            at += 1
            continue
        value, at = _flow(tokens, at)
        if tokens[at] == ":":
            pairs[value], at = _flow(tokens, at + 1)
        else:
            items.append(value)
    return (pairs if opening == "{" else items), at + 1


def filled(value: Any, words: Mapping[str, str]) -> Any:
    """Return a value with every `${NAME}` replaced; raises `KeyError` for a missing name without a default."""
    match value:
        case str():
            return _WORD.sub(
                lambda found: words[found[1]] if found[2] is None else words.get(found[1], found[2]), value
            )
        case dict():
            return {key: filled(each, words) for key, each in value.items()}
        case list():
            return [filled(each, words) for each in value]
    return value


class Step(NamedTuple):
    """An instruction of a container file, such as `RUN` or `COPY`, with its arguments."""

    does: str
    words: str


def stages(text: str) -> dict[str, list[Step]]:
    """Return the instructions of each stage of a container file; the last stage has the empty name."""
    joined = re.sub(r"\\\n\s*", "", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    found: dict[str, list[Step]] = {}
    steps: list[Step] = []
    for line in filter(None, joined.splitlines()):
        does, _, words = line.partition(" ")
        if does == "FROM":
            steps = found.setdefault(words.partition(" AS ")[2], [])
        steps.append(Step(does, words.strip()))
    return found


def environment(steps: list[Step]) -> dict[str, str]:
    """Return the environment variables that a stage sets."""
    return dict(word.split("=", 1) for step in steps if step.does == "ENV" for word in shlex.split(step.words))


def the(steps: list[Step], does: str) -> str:
    """Return the arguments of the only instruction of a kind."""
    (found,) = [step.words for step in steps if step.does == does]
    return found
