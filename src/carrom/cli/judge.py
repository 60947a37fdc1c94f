"""`carrom judge`: casebook lines in, one decision a line out."""

import argparse
import importlib
import sys
from typing import Any

import msgspec

from carrom.errors import CarromError, sentence

EXAMPLES = """examples:
  carrom judge < cases.jsonl
  carrom judge --ruleset club.toml < cases.jsonl
  head -1 cases.jsonl | carrom judge

A line is one casebook case (docs/rules/casebook.md); the decision has the keys of its kind's `expect`, its `id`,
the `clauses` it rests on and `why`; where it rests on a reading also `judgement` (true) and the numbers of the
`readings` (docs/rules/readings.md). A line that is refused gives {"id": …, "error": "…"}; the next one goes on, and
the exit code is 1.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--ruleset", metavar="NAME", help="judge every line by this rule set, or TOML file, instead")


def run(args: argparse.Namespace) -> int:
    """Decide every line of standard input; return 1 if any was refused."""
    refused = False
    write = sys.stdout.buffer.write
    encode = msgspec.json.Encoder().encode
    for text in sys.stdin.buffer:
        if not text.strip():
            continue
        answer = decided(text, args.ruleset)
        refused = refused or "error" in answer
        write(encode(answer) + b"\n")
    sys.stdout.buffer.flush()
    return 1 if refused else 0


def decided(text: bytes, book: str | None = None) -> dict[str, Any]:
    """Return the decision of one line, or its `id` and the `error` that says what was expected."""
    try:
        line = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return {"id": None, "error": sentence(f"the line is no JSON: {fault}")}
    if not isinstance(line, dict):
        return {"id": None, "error": "the line is no JSON object: a casebook case was expected"}
    try:
        return {"id": line.get("id"), **_decide({**line, "ruleset": book} if book else line)}
    except CarromError as refusal:
        return {"id": line.get("id"), "error": str(refusal)}


def _decide(line: dict[str, Any]) -> dict[str, Any]:
    """Send a line to the room that decides its kind."""
    if line.get("kind") in ("match", "order"):
        between_boards = importlib.import_module("carrom.game.casebook").decide
        decision: dict[str, Any] = between_boards(line)
        return {**decision, **_marked(line, decision)}
    from carrom.rules.casebook import decide

    return decide(line)


def _marked(line: dict[str, Any], decision: dict[str, Any]) -> dict[str, Any]:
    """Return the readings that a decision between boards rests on."""
    from carrom.rules.conflicts.between import readings_between
    from carrom.rules.conflicts.met import marks, without_chosen
    from carrom.rules.ruleset import ruleset

    rules = ruleset(line["ruleset"])
    found = (*decision.get("readings", ()), *readings_between(rules.extends or rules.name, line, decision))
    return marks(without_chosen(rules, tuple(dict.fromkeys(found))))
