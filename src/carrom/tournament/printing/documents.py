"""Printed documents: fixtures, brackets, standings, the referee's log, QR codes for the boards."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal

from carrom.errors import RefusedRequest
from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.events import (
    ClockChanged,
    Deducted,
    Finished,
    Late,
    LinedUp,
    Protested,
    SheetSigned,
    Stated,
    Withdrawn,
)
from carrom.tournament.history import CORRECTING, history
from carrom.tournament.identifiers import write_games
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.printing.blocks import (
    Block,
    Cell,
    Heading,
    PageBlock,
    PictureBlock,
    PrintDocument,
    TableBlock,
    TextLine,
    texts,
)
from carrom.tournament.result import rubbers_won
from carrom.tournament.stale_draws import stale_draws
from carrom.tournament.standings.advancing import legs_of
from carrom.tournament.standings.counted_results import outcome_of, raw_outcome
from carrom.tournament.standings.final_order import are_places_decided, final_places
from carrom.tournament.standings.notes import notes_of, resting_in
from carrom.tournament.standings.reasons import before_draw, key_name, label, why_drawn, why_placed
from carrom.tournament.standings.reasons import names as names_of
from carrom.tournament.standings.standings import StageTable, tables
from carrom.tournament.state import BOTH, Championship, Fixture, Section
from carrom.tournament.venue.schedule import due_wave
from carrom.tournament.venue.shifts import shifts
from carrom.values import changed

OFFICIAL = (Withdrawn, Late, Deducted, Protested, Stated, SheetSigned, ClockChanged, *CORRECTING)
"""Events for the referee's log: everything except entries, draws and plain results."""


def sheet(
    championship: Championship, title: str, language: str, pages: list[PageBlock], wide: bool = False
) -> PrintDocument:
    """Return a printed document of this tournament. Raises `RefusedRequest` if there are no pages."""
    if not pages:
        raise RefusedRequest("there is nothing to print yet; draw a round first")
    contact = championship.details.contact
    return PrintDocument(
        title=f"{championship.details.name}: {label(title, language)}",
        language=language,
        pages=tuple(pages),
        contact=label("contact", language, contact=contact) if contact else "",
        paper="landscape" if wide else "portrait",
    )


Which = tuple[str, int] | Literal["due"] | None
"""A round, `due` for the round of each section that is to be played now, or None for everything."""


def score_of(section: Section, fixture: Fixture) -> str:
    """Return the score of a fixture as text: games, or rubbers of a tie; empty while it is open."""
    outcome = outcome_of(section, fixture) or raw_outcome(section, fixture)
    if not fixture.b and section.terms.system == "swiss":
        return write_games((section.terms.bye,))
    if outcome is None:
        return ""
    if section.terms.rubbers and outcome.how != "void":
        won = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
        return f"{won[0]}-{won[1]}"
    return write_games(outcome.games).replace(",", " ") or outcome.how


def fixtures(championship: Championship, language: str, wave: Which = None) -> PrintDocument:
    """Return the fixtures of one round, of the rounds that are due, or of all.

    Each has its board, time, score and the reason for its pairing.
    """
    pages = []
    stale = {each.drawn: each.fixtures for each in stale_draws(championship)}
    for section in championship.sections:
        for each in section.waves:
            if wave is not None and (each != due_wave(section) if wave == "due" else wave != (section.id, each.number)):
                continue
            widths = (4, 3, 3, 9, 9, 6)
            names = ("fixture", "table", "time", "name", "name", "score")
            rows = [texts(*(label(f"th.{name}", language) for name in names), strong=True, wide=(3, 4))]
            why = why_drawn(before_draw(championship, each), section.id, each, language)
            for fixture, reason in why:
                rows.append(_fixture_row(championship, section, f"{section.id}.{each.number}", fixture, language))
                rows.append((Cell(reason, columns=6, quiet=True, framed=False, wide=True),))
            title = f"{section.terms.title}, {label('wave', language, wave=each.number)}"
            blocks: list[Block] = [Heading(f"{championship.details.name}: {title}", 1)]
            if f"{section.id}.{each.number}" in stale:
                changed_later = ", ".join(stale[f"{section.id}.{each.number}"])
                blocks.append(TextLine(label("stale", language, fixtures=changed_later)))
            blocks += _shift_lines(championship, f"{section.id}.{each.number}.", language)
            blocks.append(TableBlock(widths, tuple(rows)))
            resting = resting_in(section, each)
            if resting:
                who = names_of(championship, resting, language)
                blocks.append(TextLine(label("resting", language, names=who)))
            pages.append(PageBlock(tuple(blocks)))
    return sheet(championship, "title.fixtures", language, pages)


def _shift_lines(championship: Championship, round_: str, language: str) -> list[TextLine]:
    """Return a line for each shift that has fixtures of a round: its time, and its tables or fixtures."""
    found = []
    for shift in shifts(championship):
        addresses = [str(each) for each in shift.fixtures if str(each).startswith(round_)]
        if not addresses:
            continue
        time = shift.begins[-5:]
        when = label("shift-about", language, time=time) if shift.estimated and time else time
        have_tables = len(shift.tables) == len(shift.fixtures)
        where = label("shift-tables", language, tables=", ".join(map(str, shift.tables))) if have_tables else ""
        where = where or label("shift-fixtures", language, fixtures=", ".join(addresses))
        found.append(
            TextLine(label("shift", language, number=shift.number, rest=", ".join(filter(None, (when, where)))))
        )
    return found


def _fixture_row(
    championship: Championship, section: Section, wave: str, fixture: Fixture, language: str
) -> tuple[Cell, ...]:
    winner = getattr(outcome_of(section, fixture), "winner", "")
    score = score_of(section, fixture)
    if fixture.withheld:
        score = f"{score} {label('withheld', language)}".strip()
    how = getattr(outcome_of(section, fixture), "how", "played")
    score = score if how in ("played", "clock") else f"{score} {label(f'how.{how}', language)}"
    second = championship.name(fixture.b) if fixture.b else label("rests", language)
    return (
        Cell(f"{wave}.{fixture.number}"),
        Cell(str(fixture.board or "")),
        Cell(fixture.time[-5:]),
        Cell(championship.name(fixture.a), strong=winner == fixture.a, wide=True),
        Cell(second, strong=bool(fixture.b) and winner == fixture.b, wide=True, quiet=not fixture.b),
        Cell(score),
    )


def standings(championship: Championship, language: str, after: int | None = None) -> PrintDocument:
    """Return the standings of every section that has begun, with the reason for each place."""
    pages = []
    for section in championship.sections:
        if not section.waves:
            continue
        if section.terms.system == "cup":
            pages.append(_order_page(championship, section, language))
            continue
        blocks: list[Block] = [Heading(f"{championship.details.name}: {section.terms.title}", 1)]
        for table in tables(championship, section, after):
            if table.group >= 0:
                blocks.append(Heading(label("group", language, group=chr(65 + table.group))))
            blocks.append(_standings_grid(championship, section, table, language))
            blocks += [TextLine(note, True) for note in notes_of(championship, section, table, language)]
        pages.append(PageBlock(tuple(blocks)))
    return sheet(championship, "title.standings", language, pages)


def _standings_grid(championship: Championship, section: Section, table: StageTable, language: str) -> TableBlock:
    keys = section.terms.shown_keys
    counts = ("played", "won", "drawn", "lost")
    heads = [label("th.place", language), label("th.name", language)]
    heads += [label(f"th.{name}", language) for name in counts] + [key_name(key, language) for key in keys]
    rows = [tuple(Cell(head, quiet=True, wide=at == 1) for at, head in enumerate(heads))]
    for each in table.standings:
        cells = [each.place_shown, championship.name(each.entrant), *(each.shown(name) for name in (*counts, *keys))]
        rows.append(tuple(Cell(str(cell), strong=at < 3 and at != 2, wide=at == 1) for at, cell in enumerate(cells)))
        reason = why_placed(championship, table, each, language)
        rows.append((Cell(reason, columns=len(heads), quiet=True, framed=False, wide=True),))
    return TableBlock((4, 15, *(5 for _ in counts), *(7 for _ in keys)), tuple(rows))


def _order_page(championship: Championship, section: Section, language: str) -> PageBlock:
    head = texts(label("th.place", language), label("th.name", language), label("th.club", language), strong=True)
    clubs = {each.id: each.club for each in championship.entrants}
    rows = [
        (Cell(each.shown), Cell(championship.name(each.entrant), wide=True), Cell(clubs[each.entrant]))
        for each in final_places(championship, section)
    ]
    title = f"{championship.details.name}: {section.terms.title}"
    below = label("title.order" if are_places_decided(championship, section) else "title.places", language)
    return PageBlock((Heading(title, 1), Heading(below), TableBlock((2, 10, 5), (head, *rows))))


ON_A_SHEET = 16
"""Number of entrants whose part of a bracket fills a sheet; larger ones are printed in such parts."""
ON_A_TALL_SHEET = 32


def brackets(championship: Championship, language: str) -> PrintDocument:
    """Return the bracket of every knockout section; unknown entrants are shown as the match they come from."""
    pages = []
    largest = 0
    for section in championship.sections:
        waves = knockout.bracket(section, same_of(championship, section)) if section.terms.system == "cup" else ()
        if not waves:
            continue
        largest = max(largest, 2 * len(waves[0]))
        title = f"{championship.details.name}: {section.terms.title}"
        for number, part in enumerate(_parts(waves), 1):
            name = title if 2 * len(waves[0]) <= ON_A_TALL_SHEET else f"{title} ({number})"
            pages.append(PageBlock((Heading(name, 1), *_bracket(championship, section, part, language))))
    if not pages:
        raise RefusedRequest("there is no bracket to print; no knockout stage has been drawn")
    found = sheet(championship, "title.bracket", language, pages, wide=largest != ON_A_TALL_SHEET)
    return changed(found, is_counted=True)


Slots = tuple[tuple[knockout.BracketMatch, ...], ...]


def _parts(waves: Slots) -> Iterator[Slots]:
    """Yield the parts of a bracket that are printed on a sheet each, the last rounds in the last one."""
    many = len(waves[0])
    if 2 * many <= ON_A_TALL_SHEET:
        yield waves
        return
    deep = (ON_A_SHEET // 2).bit_length()
    for first in range(0, many, ON_A_SHEET // 2):
        yield tuple(
            tuple(slot for slot in wave if not slot.third)[first >> depth : (first + ON_A_SHEET // 2) >> depth]
            for depth, wave in enumerate(waves[:deep])
        )
    yield from _parts(waves[deep:])


def _bracket(championship: Championship, section: Section, waves: Slots, language: str) -> Iterator[Block]:
    """Yield the bracket as a table: a match spans the rows of the matches that lead to it."""
    final = next((slot for slot in waves[-1] if not slot.third), None)
    last = knockout.waves_of(len(section.seats[0]))
    if final is not None and section.terms.bracket_round(final.wave) == last and knockout.goes_on(section, final):
        winner = championship.name(knockout.goes_on(section, final))
        yield TextLine(label("champion", language, a=winner))
    lines = 2 * len(waves[0])
    heads = [label("wave", language, wave=section.terms.bracket_round(wave[0].wave)) for wave in waves]
    rows: list[list[Cell]] = [[] for _ in range(lines)]
    for depth, wave in enumerate(waves):
        shown = [slot for slot in wave if not slot.third]
        span = lines // len(shown)
        for at, slot in enumerate(shown):
            over = _side(championship, section, slot, 0, span // 2, language, depth)
            rows[at * span].append(changed(over, opens=True))
            rows[at * span + span // 2].append(_side(championship, section, slot, 1, span - span // 2, language, depth))
    table = TableBlock(
        tuple(1 for _ in waves), (texts(*heads, strong=True), *map(tuple, rows)), millimetres=6.4 if lines > 16 else 8
    )
    yield table
    for slot in (slot for wave in waves for slot in wave if slot.third):
        sides = tuple((_side(championship, section, slot, side, 1, language, 1),) for side in (0, 1))
        yield Heading(label("third", language))
        yield TableBlock((1, 2), tuple((*side, Cell(framed=False)) for side in sides), heads=0, millimetres=6.4)


def _side(
    championship: Championship,
    section: Section,
    slot: knockout.BracketMatch,
    side: int,
    span: int,
    language: str,
    depth: int,
) -> Cell:
    """Return one side of a match: seed, name and points, or the match that the entrant comes from."""
    id, ref = ((slot.a, slot.refs[0]), (slot.b, slot.refs[1]))[side]
    if not id:
        if slot.bye or slot.dead or (depth == 0 and slot.wave == 1):
            return Cell(label("rests", language), rows=span, quiet=True, wide=True)
        key = "loser-of" if slot.third else "winner-of"
        return Cell(label(key, language, ref=ref), rows=span, quiet=True, wide=True)
    points = points_of(section, slot).get(id, "")
    points = f"\u2003{points}" if points else ""
    seed = f"{section.seats[0].index(id) + 1}. " if slot.wave == 1 else ""
    won = not slot.bye and knockout.goes_on(section, slot) == id
    return Cell(f"{seed}{championship.name(id)}{points}", rows=span, strong=won, wide=True)


def points_of(section: Section, slot: knockout.BracketMatch) -> dict[str, str]:
    """Return the points of each side of a bracket match, game by game; two legs are added up: `25 + 12 = 37`."""
    found: dict[str, list[str]] = {slot.a: [], slot.b: []}
    for leg in () if slot.bye else legs_of(section, slot.wave, slot.number):
        outcome = outcome_of(section, leg)
        if outcome is None or outcome.winner == BOTH:
            continue
        games = (
            (outcome.rubbers or rubbers_won(leg.rubbers, (leg.a, leg.b)),) if section.terms.rubbers else outcome.games
        )
        for side, id in enumerate((leg.a, leg.b)):
            found.setdefault(id, []).append(" ".join(str(game[side]) for game in games))
    return {id: _added(points) for id, points in found.items() if id}


def _added(legs: list[str]) -> str:
    """Return the points of one side in its legs, with their sum if each leg is a single number."""
    if len(legs) < 2 or not all(each.isdecimal() for each in legs):
        return " / ".join(legs)
    return f"{' + '.join(legs)} = {sum(map(int, legs))}"


def log(championship: Championship, language: str) -> PrintDocument:
    """Return the referee's log: protests, rulings, corrections and so on, with author, time and the results they
    changed.
    """
    names = ("line", "when", "who", "what")
    rows = [texts(*(label(f"th.{name}", language) for name in names), strong=True, wide=(3,))]
    relined = {change.line for _, _, each in drawn_fixtures(championship, None) for change in each.lineup_changes}
    touched = {getattr(each, "line", 0) for each in championship.happenings if isinstance(each, OFFICIAL)}
    told = history(championship, language)
    for number, each in enumerate(championship.happenings, 1):
        special = isinstance(each, Finished) and each.how not in ("played", "clock")
        special = special or (isinstance(each, LinedUp) and number in relined)
        if not isinstance(each, OFFICIAL) and not special and number not in touched:
            continue
        when = datetime.fromtimestamp(each.when, UTC)
        entry = told[number - 1]
        words = f"{entry.said}: {entry.reason}" if entry.reason else entry.said
        rows.append((Cell(str(number)), Cell(f"{when:%Y-%m-%d %H:%M} UTC"), Cell(entry.who), Cell(words, wide=True)))
    title = f"{championship.details.name}: {label('title.log', language)}"
    page = PageBlock((Heading(title, 1), TableBlock((2, 5, 4, 14), tuple(rows))))
    return sheet(championship, "title.log", language, [page])


def boards(championship: Championship, language: str, address: str) -> PrintDocument:
    """Return a page for each board, with a QR code that opens the board's live page."""
    count = championship.details.boards
    if not count:
        raise RefusedRequest('the number of tables is not set; expected it in the details, or the tag [Boards "8"]')
    if not address.startswith(("http://", "https://")):
        raise RefusedRequest(
            f"--address is {address!r}; expected the address of the hall's page, such as http://192.168.1.5:8000"
        )
    pages = []
    for board in range(1, count + 1):
        link = f"{address.rstrip('/')}/live/{board}"
        pages.append(
            PageBlock(
                (
                    Heading(label("board", language, board=board), 1),
                    TextLine(championship.details.name),
                    PictureBlock(code(link), 110),
                    TextLine(label("scan", language)),
                    TextLine(link, True),
                )
            )
        )
    return changed(sheet(championship, "title.boards", language, pages), is_counted=True)


def code(link: str) -> str:
    """Return a link as a QR code (SVG)."""
    import segno

    out = io.BytesIO()
    segno.make_qr(link, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True, dark="#1d140e"
    )
    return out.getvalue().decode().strip()
