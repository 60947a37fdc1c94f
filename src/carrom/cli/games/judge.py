"""`carrom judge`: casebook lines in, one decision a line out."""

import argparse
import sys

import msgspec

from carrom.books.cases import decided
from carrom.i18n import LANGUAGES

EXAMPLES = """examples:
  carrom judge < cases.jsonl
  carrom judge --ruleset club.toml < cases.jsonl
  head -1 cases.jsonl | carrom judge --language hi

A line is one casebook case (docs/rules/casebook.md); the decision has the keys of its kind's `expect`, its `id`,
the `clauses` it rests on and `why`; where it rests on a reading also `judgement` (true) and the numbers of the
`readings` (docs/rules/readings.md). A line that is refused gives {"id": …, "error": "…"}; the next one goes on, and
the exit code is 1.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--ruleset", metavar="NAME", help="judge every line by this rule set, or TOML file, instead")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="say why in this language (rulings only)")


def run(args: argparse.Namespace) -> int:
    """Decide every line of standard input; return 1 if any was refused."""
    refused = False
    write = sys.stdout.buffer.write
    encode = msgspec.json.Encoder().encode
    for text in sys.stdin.buffer:
        if not text.strip():
            continue
        answer = decided(text, args.ruleset, args.language)
        refused = refused or "error" in answer
        write(encode(answer) + b"\n")
    sys.stdout.buffer.flush()
    return 1 if refused else 0
