"""`carrom rules`: a rule set as a book, or what two of them differ in."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import RulesError, SetupError
from carrom.rules.book import book, plain
from carrom.rules.contrast import contrast_text, contrast_values
from carrom.rules.ruleset import NAMES, Ruleset, ruleset

EXAMPLES = """examples:
  carrom rules
  carrom rules icf
  carrom rules club.toml --json
  carrom rules --diff icf classic-29
  carrom rules --catalogue > english.json
  carrom rules --books docs/rules tests/cases/cases.jsonl tests/cases/more.jsonl
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("what", nargs="*", help="a rule set or TOML file; two with --diff; casebooks with --books")
    parser.add_argument("--diff", action="store_true", help="say what two rule sets differ in")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    parser.add_argument("--catalogue", action="store_true", help="print every sentence by key, as JSON to translate")
    parser.add_argument("--books", type=Path, metavar="FOLDER", help="write all rule books, with links to their cases")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for."""
    if args.books is not None:
        write_books(args.books, [Path(name) for name in args.what])
        return 0
    if args.catalogue:
        from carrom.rules.catalogue import catalogue

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(catalogue()), indent=2).decode() + "\n")
        return 0
    if args.diff:
        if len(args.what) != 2:
            raise RulesError(f"--diff compares two rule sets, {len(args.what)} were given")
        one, other = (ruleset(name) for name in args.what)
        _print(contrast_values(one, other) if args.json else contrast_text(one, other))
    elif args.what:
        for name in args.what:
            rules = ruleset(name)
            _print(plain(rules) if args.json else book(rules))
    else:
        _print({name: ruleset(name).title for name in NAMES} if args.json else _list())
    return 0


def _list() -> str:
    return "".join(f"{name:<14}{ruleset(name).title}\n" for name in NAMES)


def _print(what: Any) -> None:
    text = what if isinstance(what, str) else msgspec.json.encode(what).decode() + "\n"
    sys.stdout.write(text)


# -- writing the books --------------------------------------------------------------------------------------------


def write_books(folder: Path, casebooks: Iterable[Path]) -> None:
    """Write `<ruleset>.md` and `<ruleset>-cases.md` for every set into a folder."""
    pages = books(casebooks)
    try:
        for name, text in pages.items():
            if "/" in name:
                (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as fault:
        said = f"the folder {str(folder)!r} cannot be written to ({fault.strerror})"
        raise SetupError(f"{said}: a folder that is there was expected") from None


def books(casebooks: Iterable[Path]) -> dict[str, str]:
    """Return every rule book, every page of cases, the pages beside them and their drawings, by file name."""
    from carrom.draw.lessons import drawings, techniques_page
    from carrom.rules.cases_page import cases_page
    from carrom.rules.readings import readings_page

    decided = list(_decided(casebooks))
    pages = {"readings.md": readings_page(_rests(decided))}
    official = _hits([(case, decision) for case, decision in decided if case["ruleset"] == "icf"])
    for name in NAMES:
        rules = ruleset(name)
        mine = [(case, decision) for case, decision in decided if case["ruleset"] == name]
        hits = _hits(mine)
        pages[f"{name}.md"] = book(rules, {**_inherited(rules, official), **hits}, f"{name}-cases.md")
        pages[f"{name}-cases.md"] = cases_page(rules, mine)
    figures = [ruleset(name).parameters for name in NAMES]
    arms = {each.setup_angle: "brown" if each.white_is_brown else "white" for each in figures}
    return {**pages, "techniques.md": techniques_page(), **drawings(arms)}


def _decided(casebooks: Iterable[Path]) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield every case with its decision."""
    from carrom.cli.judge import decided

    for path in casebooks:
        try:
            text = path.read_bytes()
        except OSError as fault:
            raise RulesError(f"the casebook {str(path)!r} cannot be read: {fault.strerror}") from None
        for number, line in enumerate(text.splitlines(), 1):
            decision = decided(line)
            try:
                case = msgspec.json.decode(line, type=dict[str, Any])
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise RulesError(f"{path.name}, line {number} is no casebook case: JSON was expected") from None
            if "error" in decision:
                raise RulesError(f"{path.name}, case {decision['id']}: {decision['error']}")
            yield case, decision


def _hits(cases: list[tuple[dict[str, Any], dict[str, Any]]]) -> dict[str, list[str]]:
    """Return which cases hit a clause, by its number."""
    hits: dict[str, list[str]] = {}
    for case, decision in cases:
        for number in dict.fromkeys(decision["clauses"]):
            hits.setdefault(number, []).append(case["id"])
    return hits


def _inherited(rules: Ruleset, official: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the cases of the official book that hit the Laws a book borrows, by the number they have in it."""
    from carrom.rules.ruleset import inherited

    return {
        number: [f"icf/{case}" for case in official[law]] for number, law in inherited(rules).items() if law in official
    }


def _rests(cases: list[tuple[dict[str, Any], dict[str, Any]]]) -> dict[str, list[tuple[str, str]]]:
    """Return which cases rest on a numbered reading."""
    rests: dict[str, list[tuple[str, str]]] = {}
    for case, decision in cases:
        for number in decision.get("readings", ()):
            rests.setdefault(number, []).append((case["ruleset"], case["id"]))
    return rests
