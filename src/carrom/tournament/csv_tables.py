"""CSV tables of entrants, fixtures, standings and results."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction

from carrom.tournament.final_order import final_places
from carrom.tournament.identifiers import Address, write_games
from carrom.tournament.standings import outcome_of, tables
from carrom.tournament.state import Championship, EventStage, Fixture

Rows = list[list[object]]
_RISKY = "=+-@\t\r\n"
"""First characters of a cell that spreadsheet programs treat as a formula; some do so with full-width ones, too."""
_FRACTION = re.compile(r"-?\d+(/[1-9]\d*)?")


def written(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as CSV; texts that a spreadsheet would treat as a formula are prefixed with a quote."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        table.writerow([_safe(cell) for cell in row])
    return text.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _is_risky(cell) else cell


def _is_risky(cell: str) -> bool:
    """Return whether a text begins like a formula, after quotes."""
    first = unicodedata.normalize("NFKC", cell.lstrip("'")[:1])
    return first != "" and first in _RISKY


def as_typed(cell: str) -> str:
    """Return a cell without the quote that `written` put before it, so that an exported table reads back unchanged."""
    return cell[1:] if cell.startswith("'") and _is_risky(cell) else cell


def _number(value: object) -> object:
    """Return a tie-break value as a number: spreadsheet programs would read `29/2` as a date and `-4` as a formula."""
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        return value
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else float(number)


def entrants(championship: Championship, stage: str | None = None) -> Rows:
    """Return all entrants, with the columns that `carrom event enter --csv` reads."""
    rows: Rows = [["id", "name", "seed", "club", "nation", "players", "kind", "stages"]]
    for each in championship.entrants:
        if stage and each.stages and stage not in each.stages:
            continue
        seed = each.seed or ""
        players, stages = "/".join(each.players), ",".join(each.stages)
        rows.append([each.id, each.name, seed, each.club, each.nation, players, each.kind, stages])
    return rows


def drawn_fixtures(championship: Championship, stage: str | None) -> Iterator[tuple[EventStage, Address, Fixture]]:
    """Yield every drawn fixture with its stage and address, including byes."""
    for each in championship.stages:
        for round in each.rounds if stage in (None, each.id) else ():
            for fixture in round.fixtures:
                yield each, Address(each.id, round.number, fixture.number), fixture


def fixtures(championship: Championship, stage: str | None = None) -> Rows:
    """Return every fixture with its table, time and result."""
    head = "fixture stage round table time first second score how winner withheld"
    rows: Rows = [list(head.split())]
    for owner, address, fixture in drawn_fixtures(championship, stage):
        outcome = outcome_of(owner, fixture)
        name = championship.name
        rows.append(
            [
                str(address),
                owner.terms.title,
                address.round,
                fixture.board or "",
                fixture.time,
                name(fixture.a),
                name(fixture.b) if fixture.b else "",
                write_games(outcome.games) if outcome else "",
                outcome.how if outcome else "",
                name(outcome.winner) if outcome and outcome.winner in (fixture.a, fixture.b) else "",
                "yes" if fixture.withheld else "",
            ]
        )
    return rows


def finishes(championship: Championship, stage: str | None = None) -> Rows:
    """Return every result as it was entered, with the columns that `carrom event result --csv` reads."""
    rows: Rows = [["fixture", "score", "how", "against", "winner", "law", "reason"]]
    for _, address, fixture in drawn_fixtures(championship, stage):
        entered = [(str(address), fixture.finish)] if fixture.finish else []
        entered += [(f"{address}.{at}", each) for at, each in enumerate(fixture.rubbers, 1) if each]
        for where, each in entered:
            winner = each.winner if each.decided else ""
            rows.append([where, write_games(each.told), each.how, each.against, winner, each.law, each.reason])
    return rows


VALUES = (
    *(
        "points",
        "head",
        "head-net",
        "buchholz",
        "net",
        "total",
        "boards",
        "games",
        "rubbers",
        "points-each",
        "net-each",
    ),
    *("seed", "played", "won", "drawn", "lost", "byes", "against", "games-won", "games-lost"),
    *("boards-won", "boards-lost", "rubbers-won", "rubbers-lost"),
)
"""Criteria and counts in the columns of the standings."""


def standings(championship: Championship, stage: str | None = None) -> Rows:
    """Return the standings with all criteria; a knockout has only names and places (`5–8` shared, empty if open)."""
    rows: Rows = [["stage", "group", "place", "id", "name", *VALUES]]
    for each in championship.stages:
        if stage not in (None, each.id) or not each.rounds:
            continue
        if each.terms.system == "knockout":
            blank = [""] * len(VALUES)
            places = final_places(championship, each)
            rows += [
                [
                    each.id,
                    "",
                    found.shown if found.first else "",
                    found.entrant,
                    championship.name(found.entrant),
                    *blank,
                ]
                for found in places
            ]
            continue
        for table in tables(championship, each):
            group = chr(65 + table.group) if table.group >= 0 else ""
            for row in table.standings:
                values = dict(row.values)
                shown = [_number(values.get(key, "")) for key in VALUES]
                rows.append([each.id, group, row.place, row.entrant, championship.name(row.entrant), *shown])
    return rows
