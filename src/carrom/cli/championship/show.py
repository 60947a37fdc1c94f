"""Subcommands of `carrom event` that only read: standings, verify, export, check."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from carrom.errors import RecordError, RefusedRequest, SetupError, plural
from carrom.tournament.import_export.event_log import load
from carrom.tournament.standings.final_order import are_places_decided, final_places
from carrom.tournament.standings.notes import notes_of
from carrom.tournament.standings.reasons import key_name, label, why_placed
from carrom.tournament.standings.standings import StageTable, tables
from carrom.tournament.state import Championship, Section


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    return {"standings": _standings, "verify": _verify, "export": _export, "check": _check}[args.task](args)


def _standings(args: argparse.Namespace) -> int:
    championship = load(args.file)
    sections = [championship.section(args.section)] if args.section else _begun(championship)
    print(championship.details.name)
    for section in sections:
        if section.terms.system == "cup":
            continue
        found = tables(championship, section, args.after)
        for table in found:
            print()
            group = f", {label('group', args.language, group=chr(65 + table.group))}" if table.group >= 0 else ""
            print(f"{section.terms.title}{group}")
            for line in _table_lines(championship, section, table, args.why, args.language):
                print(line)
    last = sections[-1] if sections else None
    if last is not None and last.terms.system == "cup" and last.waves and args.after is None:
        title = "title.order" if are_places_decided(championship, last) else "title.places"
        print(f"\n{label(title, args.language)}")
        for each in final_places(championship, last):
            print(f"{each.shown:>6}  {championship.name(each.entrant)}")
    return 0


def _begun(championship: Championship) -> list[Section]:
    return [each for each in championship.sections if each.waves or not each.terms.source]


def _table_lines(
    championship: Championship, section: Section, table: StageTable, why: bool, language: str
) -> Iterator[str]:
    keys = section.terms.shown_keys
    heads = [label(f"th.{name}", language) for name in ("played", "won", "drawn", "lost")]
    rows = [["", label("th.name", language), *heads, *(key_name(key, language) for key in keys)]]
    for each in table.standings:
        counts = [str(each.value(name)) for name in ("played", "won", "drawn", "lost")]
        values = [each.shown(key) for key in keys]
        rows.append([each.place_shown, championship.name(each.entrant), *counts, *values])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
        if why and number:
            yield f"{' ' * (widths[0] + 4)}{why_placed(championship, table, table.standings[number - 1], language)}"
    yield from notes_of(championship, section, table, language)


def _verify(args: argparse.Namespace) -> int:
    from carrom.cli.championship.records import differs
    from carrom.tournament.publishing.verification import verified

    found = verified(load(args.file), lambda result: differs(args.file.resolve().parent, result))
    for line in (*found.differences, *found.notes):
        print(line)
    print(
        f"{plural(found.lines, 'line')} read, {_counted(found.draws, 'draw')} repeated, "
        f"{_counted(found.records, 'record')} hashed again: {_counted(len(found.differences), 'difference')}."
    )
    return 1 if found.differences else 0


def _counted(number: int, what: str) -> str:
    return plural(number, what) if number else f"no {what}s"


def _export(args: argparse.Namespace) -> int:
    from carrom.tournament.import_export import csv_tables
    from carrom.tournament.import_export.calendar import calendar

    championship = load(args.file)
    if args.section:
        championship.section(args.section)
    if args.format == "json":
        from carrom.tournament.publishing.event_export import as_json, event_export

        if args.what or args.section:
            raise RefusedRequest("--format json writes the whole tournament; expected no table and no --stage")
        sys.stdout.write(as_json(event_export(championship)).decode())
        return 0
    if args.what is None:
        raise RefusedRequest("nothing to write; expected a table such as fixtures, or --format json")
    if args.what == "calendar":
        text = calendar(championship, args.section)
    else:
        rows: Sequence[Sequence[object]] = getattr(csv_tables, "finishes" if args.what == "results" else args.what)(
            championship, args.section
        )
        text = csv_tables.written(rows)
    sys.stdout.write(text)
    return 0


def _check(args: argparse.Namespace) -> int:
    from carrom.tournament.import_export.casebook import check

    wrong = 0
    for answer in check(_book(args.file)):
        line = {"event": answer.event, "step": answer.step, "ok": answer.ok, "got": answer.got}
        print(json.dumps(line, ensure_ascii=False), flush=True)
        wrong += not answer.ok
    return 1 if wrong else 0


def _book(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_bytes())
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    except (ValueError, RecursionError):
        raise RecordError(
            f"{path} is not a file of test tournaments; expected a JSON object with a list `events`"
        ) from None
    if not isinstance(found, dict):
        raise RecordError(f"{path} is not a file of test tournaments; expected a JSON object with a list `events`")
    return found
