"""The `carrom rules` command: a rule set as a book, or the differences between two rule sets."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import RulesError, SetupError
from carrom.i18n import LANGUAGES
from carrom.rules.book import book, plain
from carrom.rules.catalogue import title_of
from carrom.rules.comparison import contrast_text, contrast_values
from carrom.rules.ruleset import NAMES, ruleset

EXAMPLES = """examples:
  carrom rules                               list the rule sets
  carrom rules icf                           print a rule book as Markdown
  carrom rules icf --language hi
  carrom rules club.toml --json              print the values of a custom rule set
  carrom rules --diff icf classic-29         compare two rule sets
  carrom rules --catalogue > english.json
  carrom rules --books docs/rules tests/cases/cases.jsonl tests/cases/more.jsonl
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "what",
        nargs="*",
        help="rule sets or .toml files; with --diff two of them; with --books the casebooks (default: list the "
        "rule sets)",
    )
    parser.add_argument("--diff", action="store_true", help="print the differences between two rule sets")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="language of the books, where translated (default: en)",
    )
    parser.add_argument("--catalogue", action="store_true", help="print every sentence by key as JSON, for translators")
    parser.add_argument(
        "--books", type=Path, metavar="FOLDER", help="write all rule books with their cases to this folder"
    )


def run(args: argparse.Namespace) -> int:
    """Run the task chosen by the options."""
    if args.books is not None:
        write_books(args.books, [Path(name) for name in args.what])
        return 0
    if args.catalogue:
        from carrom.rules.catalogue import catalogue

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(catalogue()), indent=2).decode() + "\n")
        return 0
    if args.diff:
        if len(args.what) != 2:
            raise RulesError(f"--diff needs two rule sets; {len(args.what)} given")
        one, other = (ruleset(name) for name in args.what)
        _print(contrast_values(one, other) if args.json else contrast_text(one, other, args.language))
    elif args.what:
        for name in args.what:
            rules = ruleset(name)
            _print(plain(rules) if args.json else book(rules, language=args.language))
    else:
        titles = {name: title_of(ruleset(name), args.language) for name in NAMES}
        _print(titles if args.json else "".join(f"{name:<14}{title}\n" for name, title in titles.items()))
    return 0


def _print(what: Any) -> None:
    text = what if isinstance(what, str) else msgspec.json.encode(what).decode() + "\n"
    sys.stdout.write(text)


# -- writing the books -------------------------------------------------------------------------------------------------


def write_books(folder: Path, casebooks: Iterable[Path]) -> None:
    """Write `<ruleset>.md` and `<ruleset>-cases.md` for every rule set into a folder."""
    pages = books(casebooks)
    try:
        for name, text in pages.items():
            if "/" in name:
                (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as fault:
        problem = f"the folder {str(folder)!r} cannot be written to ({fault.strerror})"
        raise SetupError(f"{problem}; expected an existing folder") from None


def books(casebooks: Iterable[Path]) -> dict[str, str]:
    """Return all rule books, case pages, further pages and drawings, by file name."""
    from carrom.books.cases import borrowed_hits, decided_cases, hits_by_book, rests_of
    from carrom.books.library import arms
    from carrom.draw.book_drawings import drawings, techniques_page
    from carrom.rules.casebook import cases_page
    from carrom.rules.parameters_page import readings_page

    decided = list(decided_cases(casebooks))
    pages = {"readings.md": readings_page(rests_of(decided))}
    hits = hits_by_book(decided)
    for name in NAMES:
        rules = ruleset(name)
        mine = [(case, decision) for case, decision in decided if case["ruleset"] == name]
        linked = {**borrowed_hits(rules, hits), **hits.get(name, {})}
        pages[f"{name}.md"] = book(rules, linked, f"{name}-cases.md")
        pages[f"{name}-cases.md"] = cases_page(rules, mine)
    return {**pages, "techniques.md": techniques_page(), **drawings(arms())}
