"""Subcommands of `carrom event` that append lines: new, enter, draw, lots, result, correct, append, repair."""

import argparse
import csv
import io
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.game.event_lines import cut
from carrom.tournament import draw_files, event_file
from carrom.tournament.csv_tables import as_typed
from carrom.tournament.draw_files import due, next_rounds, stale_after_line
from carrom.tournament.draws import rounds_question
from carrom.tournament.entrants import machine_zone, preset
from carrom.tournament.entry_table import decoded, entry_id, previewed, problem_in_english, read_table, unknown_columns
from carrom.tournament.event_log import Journal, load
from carrom.tournament.events import AnyEvent, Corrected, Drawn, Entered, Finished, Late, LotDrawn, Opened
from carrom.tournament.history import history
from carrom.tournament.identifiers import read_address, read_games
from carrom.tournament.privacy import without_telephone
from carrom.tournament.reasons import before_draw, label, why_drawn
from carrom.tournament.result import result_in_english, results_of
from carrom.tournament.setup import LotList, by_lot, draft_entry, entered_of, lists_of, set_up_of
from carrom.tournament.state import Championship, EventStage, Fixture
from carrom.values import changed

_NO_LOT = (
    "No lot has been drawn, so pairings and places that come down to the lot can be known in advance. To draw one in "
    'public, take this draw back and append it before drawing again, such as lot "3 14 27 40".'
)
_SETTING = re.compile(r"([a-z][a-z0-9_]*)=(.*)", re.DOTALL)
_FIXTURE_COLUMNS = ("stage", "round", "table", "time", "first", "second", "withheld")
"""Further columns of `carrom event export FILE fixtures`; they say nothing about results."""
_RESULT_COLUMNS = ("fixture", "score", "how", "against", "winner", "law", "reason")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and print the lines it appended."""
    tasks = (_new, _enter, _draw, _result, _correct, _append, _repair)
    return {task.__name__[1:]: task for task in tasks}[args.task](args)


def stamp(args: argparse.Namespace) -> dict[str, Any]:
    """Return author and time of a line."""
    return {"by": args.by, "when": int(time.time())}


def resumed(path: Path) -> Journal:
    """Open a tournament's file to append to it; a piece of a line that was at its end is named on standard error."""
    journal = Journal.resume(path)
    if journal.torn:
        print(journal.torn, file=sys.stderr)
    return journal


def _repair(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        if not journal.torn:
            print(f"{args.file} ends with a whole line: nothing to repair.")
    return 0


def _new(args: argparse.Namespace) -> int:
    usual = preset(args.preset) if args.preset else None
    stages = [*(usual.stages if usual else ()), *args.stage]
    if not stages:
        raise RefusedRequest(
            'a tournament needs at least one stage; give --preset, or --stage such as "s swiss rounds=5"'
        )
    opened = [_opened(line, stamp(args)) for line in stages]
    details = event_file.Details(
        name=args.name,
        rules=args.ruleset or (usual.rules if usual else "icf"),
        boards=args.boards,
        sessions=args.sessions,
        zone=machine_zone() if args.zone is None else args.zone,
        contact=args.contact,
        place=args.place,
    )
    events: list[AnyEvent] = [LotDrawn(lot=args.lot, **stamp(args))] if args.lot else []
    with Journal.create(args.file, details) as journal:
        try:
            journal.add(*events, *opened)
        except RefusedRequest:
            journal.close()
            args.file.unlink()
            raise
    print(f"{args.file}: {args.name}, {', '.join(each.terms.title for each in opened)}.")
    print_public_contact(args.contact)
    return 0


def print_public_contact(contact: str) -> None:
    """Print what the public sees of a contact, if that is not everything."""
    public = without_telephone(contact)
    if public != contact:
        print(f"Telephone numbers are for officials only; the public sees the contact as: {public}", file=sys.stderr)


def _opened(line: str, stamp: dict[str, Any]) -> Opened:
    found = event_file.read_happening(f"stage {line}")
    assert isinstance(found, Opened)
    return changed(found, **stamp)


def _rows(path: Path, columns: Sequence[str], needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a CSV file with their line numbers. Raises `SetupError` or `RefusedRequest`."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise RefusedRequest(f"{path} is not UTF-8 text; save the table as CSV in UTF-8") from None
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        named = [name.strip().lower() for name in reader.fieldnames or ()]
        unknown = [name for name in named if name not in columns]
        missing = [name for name in needed if name not in named]
        if unknown or missing:
            problem = f"has no column {missing[0]}" if missing else f"has a column {cut(unknown[0])}"
            raise RefusedRequest(f"{path} {problem}; expected columns {', '.join(columns)}")
        for number, row in enumerate(reader, 2):
            if None in row or None in row.values():
                raise RefusedRequest(f"{path}, line {number}: expected {len(named)} cells, as in the header line")
            yield number, {name.strip().lower(): as_typed(cell.strip()) for name, cell in row.items()}
    except csv.Error as fault:
        raise RefusedRequest(f"{path} is not a valid CSV table: {fault}") from None


def _enter(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        rated = ""
        if args.csv:
            entered, unused, rated = _entered_rows(args, journal.championship)
        elif args.id and args.name:
            entered, unused = [_entered({**vars(args), "in": args.stages}, stamp(args))], ()
        else:
            raise RefusedRequest('no entrant given; expected an id and a name such as asha "Asha Rao", or --csv FILE')
        lines: list[AnyEvent] = list(entered)
        swiss = [each for each in journal.championship.stages if each.terms.system == "swiss"]
        if args.late:
            if not swiss:
                raise RefusedRequest("--late needs a Swiss stage, and this tournament has none")
            lines += [Late(entrant=each.id, stage=swiss[0].id, round=args.late, **stamp(args)) for each in entered]
        elif any(each.rounds and not each.terms.source for each in swiss) and _has_begun(journal.championship, entered):
            raise RefusedRequest("the stage has begun; give --late ROUND, the round from which the entrant plays")
        journal.add(*lines)
        if args.csv:
            question_rounds(journal.championship)
        rest = f" Columns not used: {', '.join(unused)}." if unused else ""
        print(f"{len(entered)} entered, {len(journal.championship.entrants)} in total.{rated}{rest}")
    return 0


def _has_begun(championship: Championship, entered: Sequence[Entered]) -> bool:
    return any(
        stage.rounds and not stage.terms.source and (not each.stages or stage.id in each.stages)
        for stage in championship.stages
        for each in entered
    )


def _entered_rows(args: argparse.Namespace, championship: Championship) -> tuple[list[Entered], tuple[str, ...], str]:
    """Return the entrants of a table, the columns that are not used, and what the ratings were used for.

    Raises `RefusedRequest` with every row's problem; then nobody is entered.
    """
    name = str(args.csv)
    try:
        content = sys.stdin.buffer.read() if name == "-" else args.csv.read_bytes()
    except OSError as reason:
        raise SetupError(f"{args.csv} cannot be read: {reason.strerror}") from None
    table = read_table(decoded(content, name), name)
    if not table.header or not {"name", "first", "last", "team", "players"} & set(table.columns):
        raise RefusedRequest(f"{name} has no column with names; expected a header line such as name,club,seed")
    rows = previewed(table, tuple(map(draft_entry, championship.entrants)))
    wrong = [
        f"row {table.number(at)}: {', '.join(map(problem_in_english, row.problems))}"
        for at, row in enumerate(rows)
        if row.problems
    ]
    if wrong:
        more = f"; and {len(wrong) - 8} more rows" if len(wrong) > 8 else ""
        raise RefusedRequest(f"{name}: {'; '.join(wrong[:8])}{more}")
    taken, found = {each.id for each in championship.entrants}, []
    for row in rows:
        if row.entry is not None:
            entry = changed(row.entry, id=row.entry.id or entry_id(row.entry.name, taken))
            taken.add(entry.id)
            found.append(changed(entered_of(entry), **stamp(args)))
    ratings = [row.entry.rating for row in rows if row.entry is not None]
    found, rated = _seeded_by_rating(championship, found, ratings)
    return found, unknown_columns(table), rated


def _seeded_by_rating(
    championship: Championship, entered: list[Entered], ratings: Sequence[float | None]
) -> tuple[list[Entered], str]:
    """Return the entrants seeded by their ratings, the highest first, unless seeds are given; and what was done."""
    if not any(ratings):
        return entered, ""
    if any(each.seed is not None for each in (*championship.entrants, *entered)):
        return entered, " The ratings were not used, because seeds are given."
    order = sorted((at for at, each in enumerate(ratings) if each), key=lambda at: -(ratings[at] or 0))
    seeds = {at: seed for seed, at in enumerate(order, 1)}
    return [
        changed(each, seed=seeds.get(at)) for at, each in enumerate(entered)
    ], " Seeded by rating, the highest first."


def _entered(row: dict[str, Any], stamp: dict[str, Any]) -> Entered:
    players = tuple(filter(None, map(str.strip, re.split("[,;/]", row.get("players") or ""))))
    kind = row.get("kind") or ("player" if not players else "pair" if len(players) == 2 else "team")
    fields = {
        "id": row["id"],
        "name": row["name"],
        "seed": row.get("seed") or None,
        "kind": kind,
        "club": row.get("club") or "",
        "nation": row.get("nation") or "",
        "players": players,
        "stages": tuple(filter(None, (row.get("in") or "").split(","))),
    }
    try:
        return msgspec.convert({**fields, **stamp}, Entered)
    except msgspec.ValidationError:
        raise RefusedRequest(
            f"{cut(str(row['name']))}: {event_file.wrong_value(Entered, fields, {'stages': 'in'})}"
        ) from None


def _draw(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        stage = due(journal.championship, args.stage)
        if not journal.championship.lot and not any(each.rounds for each in journal.championship.stages):
            print(_NO_LOT, file=sys.stderr)
        if not stage.rounds:
            question_rounds(journal.championship, stage.id)
        numbers = _drawn(journal, stage, args)
        for number in numbers:
            found = journal.championship.stage(stage.id)
            round = found.round(number)
            assert round is not None
            print(f"{stage.terms.title}, {label('round', args.language, round=number).lower()}")
            before = before_draw(journal.championship, round)
            for fixture, why in why_drawn(before, stage.id, round, args.language):
                name = journal.championship.name
                pair = f"{name(fixture.a)} - {name(fixture.b)}" if fixture.b else name(fixture.a)
                board = f"  table {fixture.board}" if fixture.board else ""
                print(f"  {stage.id}.{number}.{fixture.number}  {pair}{board}\n      {why}")
    return 0


def question_rounds(championship: Championship, id: str = "") -> None:
    """Print a question for each undrawn Swiss that has too many rounds for its entrants; `id` names one."""
    for stage in championship.stages:
        question = rounds_question(championship, stage) if id in ("", stage.id) else ""
        if question and not stage.rounds:
            print(f"{question[0].upper()}{question[1:]}.", file=sys.stderr)


def _drawn(journal: Journal, stage: EventStage, args: argparse.Namespace) -> list[int]:
    """Draw the rounds that are due and return their numbers."""
    at = journal.championship
    if args.pairs:
        if not args.reason.strip():
            raise RefusedRequest("--pairs needs --reason: why the round is made by hand; the reason is published")
        meetings = tuple(map(event_file.read_meeting, args.pairs))
        round = len(stage.rounds) + 1
        made = Drawn(stage=stage.id, round=round, meetings=meetings, hand=True, reason=args.reason, **stamp(args))
        journal.add(made)
        return [round]
    lines = [changed(each, **stamp(args)) for each in next_rounds(at, stage)]
    journal.add(*lines)
    return [each.round for each in lines if isinstance(each, Drawn)]


def _fields(args: argparse.Namespace) -> dict[str, Any]:
    games, how = event_file.score_words(args.score)
    return {
        "games": games,
        "how": how,
        "against": args.against,
        "winner": args.winner,
        "boards": read_games(args.boards)[0] if args.boards else None,
        "slams": tuple(filter(None, args.slams.split(","))),
        "law": args.law,
        "reason": args.reason,
        **stamp(args),
    }


def _result(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        if args.csv:
            lines: list[AnyEvent] = list(_finished_rows(args, journal.championship))
            if not lines:
                raise RefusedRequest(f"{args.csv} has no new result; expected a score in the column score")
        elif not args.fixture:
            raise RefusedRequest("no fixture given; expected one such as s.1.4, or --csv FILE")
        elif args.record or args.game:
            from carrom.cli.event_records import finished_by_record

            address = read_address(args.fixture)
            lines = [changed(finished_by_record(journal.championship, address, args), **stamp(args))]
        else:
            address = read_address(args.fixture)
            lines = [Finished(fixture=str(address), **_fields(args))]
        first = len(journal.championship.events) + 1
        journal.add(*lines)
        print_lines(journal.championship, first)
    return 0


def _finished_rows(args: argparse.Namespace, championship: Championship) -> Iterator[Finished]:
    """Yield the results of a table; of a table of fixtures, those that were filled in and are not yet entered."""
    for number, row in _rows(args.csv, (*_RESULT_COLUMNS, *_FIXTURE_COLUMNS), ("fixture",)):
        try:
            if "second" in row:
                if not (row.get("score") or row.get("how")) or not row["second"]:
                    continue
                fixture = championship.fixture(read_address(row["fixture"]))
                if fixture.has_begun and (fixture.finish is not None or any(fixture.rubbers)):
                    continue
                row["winner"] = _named_winner(championship, fixture, row.get("winner", ""))
            games, how = event_file.score_words([word for word in (row.get("score"), row.get("how")) if word])
            yield Finished(
                fixture=str(read_address(row["fixture"])),
                games=games,
                how=how,
                against=row.get("against", ""),
                winner=row.get("winner", ""),
                law=row.get("law", ""),
                reason=row.get("reason", ""),
                **stamp(args),
            )
        except CarromError as reason:
            raise RefusedRequest(f"{args.csv}, line {number}: {reason}") from None


def _named_winner(championship: Championship, fixture: Fixture, name: str) -> str:
    """Return the id of the side with this name, as in the table of fixtures; another text is returned unchanged."""
    return next((id for id in (fixture.a, fixture.b) if name and championship.name(id) == name), name)


def _correct(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        first = len(journal.championship.events) + 1
        journal.add(Corrected(line=result_line(journal.championship, args.fixture), **_fields(args)))
        print_lines(journal.championship, first)
    return 0


def _append(args: argparse.Namespace) -> int:
    with resumed(args.file) as journal:
        words = list(args.words)
        if words[0] in ("protest", "rule", "correct") and len(words) > 1 and "." in words[1]:
            words[1] = str(result_line(journal.championship, words[1]))
        found = event_file.read_happening(" ".join(map(quoted_word, words)))
        if isinstance(found, Opened):
            event_file.read_terms({"id": found.terms.id, "system": found.terms.system})
        stamp = {"when": found.when or int(time.time()), "by": found.by or args.by}
        first = len(journal.championship.events) + 1
        journal.add(changed(found, **stamp))
        print_lines(journal.championship, first)
        if isinstance(found, Opened):
            question_rounds(journal.championship, found.terms.id)
    return 0


def quoted_word(word: str) -> str:
    """Return a word of the command line in the file's syntax, with the quotes that the shell removed."""
    found = _SETTING.fullmatch(word)
    key, value = (f"{found[1]}=", found[2]) if found else ("", word)
    if value[:1] in '"[{' or not re.search(r"[\s\"#]", value):
        return word
    return key + msgspec.json.encode(value).decode().replace("#", "\\u0023")


def result_line(championship: Championship, word: str) -> int:
    """Return the line of the result in force, by the address of its fixture or by line number."""
    if word.isdecimal():
        return int(word)
    address = read_address(word)
    fixture = championship.fixture(address)
    outcome = fixture.outcome(address.rubber)
    if outcome is None:
        played = [f"{address}.{at}" for at, each in enumerate(fixture.rubbers, 1) if each]
        hint = f"; expected a rubber such as {played[0]}" if played and not address.rubber else ""
        raise RefusedRequest(f"{address} has no result yet{hint}")
    return outcome.line


def print_lines(championship: Championship, first: int) -> None:
    """Print the new lines, each with its sentence, and the draws that a changed result or deduction makes stale."""
    results = results_of(championship, first)
    for each in history(championship, first=first):
        happening = championship.events[each.line - 1]
        print(f"{each.line}. {event_file.write_happening(happening)}")
        short = isinstance(happening, Finished) and each.line in results
        said = result_in_english(results[each.line]) if short else each.said
        print(f"    {said[0].upper()}{said[1:]}.")
        stale = stale_after_line(championship, each.line)
        print(f"    {draw_files.in_english(stale)}.\n" if stale else "", end="")


# -- lots: repeat the draw of a lot, for seeds and groups --------------------------------------------------------------


def run_lots(args: argparse.Namespace) -> int:
    """Print what the lot decides: the seeds of all entrants, and the groups of each stage that is drawn by lot."""
    draft = set_up_of(load(args.file), "lots")
    if args.lot:
        draft = changed(draft, lots=(args.lot,))
    if not draft.lot:
        raise RefusedRequest("this tournament has no lot yet; give one with --lot TEXT")
    print(f"Lot: {draft.lot}")
    seeds = [each for each in lists_of(by_lot(draft)) if not each.stage]
    for found in (*seeds, *(each for each in lists_of(draft) if each.stage)):
        _print(found)
    return 0


def _print(found: LotList) -> None:
    if not found.groups:
        print("\nSeeds, if drawn by lot")
        for step in found.steps:
            print(f"{step.place:4}  {step.name}")
        return
    print(f"\n{found.title}")
    for group in range(1, found.groups + 1):
        names = [step.name for step in found.steps if step.place == group]
        print(f"   {chr(64 + group)}  {', '.join(names)}")
