"""CSV tables of entrants, fixtures, standings and results."""

import csv
import io
from collections.abc import Iterator, Sequence

from carrom.tournament.identifiers import Address, write_games
from carrom.tournament.standings.counted_results import outcome_of
from carrom.tournament.standings.final_order import final_order
from carrom.tournament.standings.standings import tables
from carrom.tournament.state import Championship, Fixture, Section

Rows = list[list[object]]
_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a table program would take for a formula."""


def written(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as CSV; a text that a table program would calculate is written with a quote before it."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        table.writerow([_safe(cell) for cell in row])
    return text.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip("'").startswith(_RISKY) else cell


def as_typed(cell: str) -> str:
    """Return a cell without the quote that `written` put before it, so that an exported table reads back unchanged."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_RISKY) else cell


def entrants(championship: Championship, section: str | None = None) -> Rows:
    """Return everybody who is entered, with the columns that `enter --csv` reads."""
    rows: Rows = [["id", "name", "seed", "club", "nation", "players", "kind", "in"]]
    for each in championship.entrants:
        if section and each.sections and section not in each.sections:
            continue
        seed = each.seed or ""
        players, sections = "/".join(each.players), ",".join(each.sections)
        rows.append([each.id, each.name, seed, each.club, each.nation, players, each.kind, sections])
    return rows


def drawn_fixtures(championship: Championship, section: str | None) -> Iterator[tuple[Section, Address, Fixture]]:
    """Yield every fixture that was drawn, with its section and address; byes too."""
    for each in championship.sections:
        for wave in each.waves if section in (None, each.id) else ():
            for fixture in wave.fixtures:
                yield each, Address(each.id, wave.number, fixture.number), fixture


def fixtures(championship: Championship, section: str | None = None) -> Rows:
    """Return every fixture with its board, time, and how it ended."""
    head = "fixture section wave board time first second score how winner withheld"
    rows: Rows = [list(head.split())]
    for owner, address, fixture in drawn_fixtures(championship, section):
        outcome = outcome_of(owner, fixture)
        name = championship.name
        rows.append(
            [
                str(address),
                owner.terms.title,
                address.wave,
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


def finishes(championship: Championship, section: str | None = None) -> Rows:
    """Return what was told of every fixture, with the columns that `finish --csv` reads."""
    rows: Rows = [["fixture", "score", "how", "against", "winner", "law", "reason"]]
    for _, address, fixture in drawn_fixtures(championship, section):
        told = [(str(address), fixture.finish)] if fixture.finish else []
        told += [(f"{address}.{at}", each) for at, each in enumerate(fixture.rubbers, 1) if each]
        for where, each in told:
            winner = each.winner if each.decided else ""
            rows.append([where, write_games(each.told), each.how, each.against, winner, each.law, each.reason])
    return rows


def standings(championship: Championship, section: str | None = None) -> Rows:
    """Return the standings with every key, and the final order of a cup."""
    rows: Rows = []
    for each in championship.sections:
        if section not in (None, each.id) or not each.waves:
            continue
        if each.terms.system == "cup":
            order = final_order(championship, each)
            rows += [["section", "place", "id", "name"]]
            rows += [[each.id, place, id, championship.name(id)] for place, id in enumerate(order, 1)]
            continue
        for table in tables(championship, each):
            group = chr(65 + table.group) if table.group >= 0 else ""
            keys = [key for key, _ in table.standings[0].values] if table.standings else []
            rows += [["section", "group", "place", "id", "name", *keys]]
            for row in table.standings:
                values = [value for _, value in row.values]
                rows.append([each.id, group, row.place, row.entrant, championship.name(row.entrant), *values])
    return rows
