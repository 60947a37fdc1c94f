"""The `carrom judge` command: casebook lines in, one ruling per line out."""

import argparse
import sys

import msgspec

from carrom.books.cases import decided
from carrom.i18n import LANGUAGES

EXAMPLES = """examples:
  carrom judge < cases.jsonl
  carrom judge --ruleset club.toml < cases.jsonl
  head -1 cases.jsonl | carrom judge --language hi

Each line of standard input is one case (docs/rules/casebook.md). Each line of output is a ruling with the keys of the
case's `expect`, its `id`, the `clauses` applied, and `why`. Where the ruling rests on an interpretation of the laws, it
also has `judgement` (true) and the numbers of the `readings` (docs/rules/readings.md). For an invalid line the output
is {"id": …, "error": "…"}; the following lines are still judged, and the exit code is 1.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--ruleset", metavar="NAME", help="rule set or .toml file to judge by (default: the one named in each line)"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of `why` in rulings (default: en)"
    )


def run(args: argparse.Namespace) -> int:
    """Judge every line of standard input; return 1 if any line was refused."""
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
