"""Printed documents: fixtures, brackets, standings, referee's log, QR codes; as HTML or as Typst for PDF."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from typing import Literal

import msgspec

from carrom.errors import RefusedRequest
from carrom.i18n import RIGHT_TO_LEFT
from carrom.tournament import knockout
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draw_files import stale_draws
from carrom.tournament.draws import same_of
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
from carrom.tournament.final_order import are_places_decided, final_places, notes_of, resting_in
from carrom.tournament.history import CORRECTING, history
from carrom.tournament.identifiers import write_games
from carrom.tournament.reasons import before_draw, key_name, label, why_drawn, why_placed
from carrom.tournament.reasons import names as names_of
from carrom.tournament.result import rubbers_won
from carrom.tournament.standings import StageTable, legs_of, outcome_of, raw_outcome, tables
from carrom.tournament.state import BOTH, Championship, EventStage, Fixture
from carrom.tournament.venue import due_round, shifts
from carrom.values import Value, changed

# -- blocks: headings, lines, fields, tables, pictures -----------------------------------------------------------------
# The blocks are independent of the output format.


class Cell(Value, frozen=True):
    """One cell of a table; it may span several rows or columns."""

    text: str = ""
    rows: int = 1
    columns: int = 1
    strong: bool = False
    quiet: bool = False
    """Whether it is a hint, set in small grey letters."""
    framed: bool = True
    """Whether it has a border."""
    opens: bool = False
    """Whether it has a heavier line above."""
    wide: bool = False
    """Whether it is left-aligned text rather than a centred figure."""


class Heading(Value, frozen=True, tag="heading"):
    """A heading; `level` 1 opens a page."""

    text: str
    level: int = 2


class TextLine(Value, frozen=True, tag="line"):
    """A line of text."""

    text: str
    quiet: bool = False


class Fields(Value, frozen=True, tag="fields"):
    """Labels, each with a value, or with space to write one."""

    pairs: tuple[tuple[str, str], ...]
    columns: int = 3
    signed: bool = False
    """Whether each has a line of the column's whole width to sign, below its label."""


class TableBlock(Value, frozen=True, tag="grid"):
    """A table; `widths` are the relative widths of the columns."""

    widths: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: int = 1
    """Number of header rows, repeated on each page."""
    tall: bool = False
    """Whether rows are tall enough for handwriting."""
    millimetres: float = 0
    """Height of the rows of a dense table, whose letters are small; 0 for the usual height."""


class PictureBlock(Value, frozen=True, tag="picture"):
    """A centred drawing (SVG), with its width in millimetres."""

    svg: str
    millimetres: int


Block = Heading | TextLine | Fields | TableBlock | PictureBlock


class PageBlock(Value, frozen=True):
    """Blocks that begin on a new page."""

    blocks: tuple[Block, ...]


Paper = Literal["a4", "a5", "letter"]
"""Size of the paper."""


class PrintDocument(Value, frozen=True, kw_only=True):
    """A printed document."""

    title: str
    language: str
    pages: tuple[PageBlock, ...]
    contact: str = ""
    """Printed at the foot of every page."""
    paper: Literal["portrait", "landscape"] = "portrait"
    size: Paper = "a4"
    """Size of the paper; everything is smaller on A5."""
    is_counted: bool = False
    """Whether each page is known to fill one sheet."""


def texts(*cells: str, strong: bool = False, wide: tuple[int, ...] = ()) -> tuple[Cell, ...]:
    """Return a row of cells; the columns in `wide` hold left-aligned text."""
    return tuple(Cell(text, strong=strong, wide=at in wide) for at, text in enumerate(cells))


# -- the documents -----------------------------------------------------------------------------------------------------


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
"""A round, `due` for the round of each stage that is to be played now, or None for everything."""


def score_of(stage: EventStage, fixture: Fixture) -> str:
    """Return the score of a fixture as text: games, or rubbers of a tie; empty while it is open."""
    outcome = outcome_of(stage, fixture) or raw_outcome(stage, fixture)
    if not fixture.b and stage.terms.system == "swiss":
        return write_games((stage.terms.bye,))
    if outcome is None:
        return ""
    if stage.terms.rubbers and outcome.how != "void":
        won = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
        return f"{won[0]}-{won[1]}"
    return write_games(outcome.games).replace(",", " ") or outcome.how


def fixtures(championship: Championship, language: str, round: Which = None) -> PrintDocument:
    """Return the fixtures of one round, of the rounds that are due, or of all.

    Each has its board, time, score and the reason for its pairing.
    """
    pages = []
    stale = {each.drawn: each.fixtures for each in stale_draws(championship)}
    for stage in championship.stages:
        for each in stage.rounds:
            if round is not None and (each != due_round(stage) if round == "due" else round != (stage.id, each.number)):
                continue
            widths = (4, 3, 3, 9, 9, 6)
            names = ("fixture", "table", "time", "name", "name", "score")
            rows = [texts(*(label(f"th.{name}", language) for name in names), strong=True, wide=(3, 4))]
            why = why_drawn(before_draw(championship, each), stage.id, each, language)
            for fixture, reason in why:
                rows.append(_fixture_row(championship, stage, f"{stage.id}.{each.number}", fixture, language))
                rows.append((Cell(reason, columns=6, quiet=True, framed=False, wide=True),))
            title = f"{stage.terms.title}, {label('round', language, round=each.number)}"
            blocks: list[Block] = [Heading(f"{championship.details.name}: {title}", 1)]
            if f"{stage.id}.{each.number}" in stale:
                changed_later = ", ".join(stale[f"{stage.id}.{each.number}"])
                blocks.append(TextLine(label("stale", language, fixtures=changed_later)))
            blocks += _shift_lines(championship, f"{stage.id}.{each.number}.", language)
            blocks.append(TableBlock(widths, tuple(rows)))
            resting = resting_in(stage, each)
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
    championship: Championship, stage: EventStage, round: str, fixture: Fixture, language: str
) -> tuple[Cell, ...]:
    winner = getattr(outcome_of(stage, fixture), "winner", "")
    score = score_of(stage, fixture)
    if fixture.withheld:
        score = f"{score} {label('withheld', language)}".strip()
    how = getattr(outcome_of(stage, fixture), "how", "played")
    score = score if how in ("played", "clock") else f"{score} {label(f'how.{how}', language)}"
    second = championship.name(fixture.b) if fixture.b else label("rests", language)
    return (
        Cell(f"{round}.{fixture.number}"),
        Cell(str(fixture.board or "")),
        Cell(fixture.time[-5:]),
        Cell(championship.name(fixture.a), strong=winner == fixture.a, wide=True),
        Cell(second, strong=bool(fixture.b) and winner == fixture.b, wide=True, quiet=not fixture.b),
        Cell(score),
    )


def standings(championship: Championship, language: str, after: int | None = None) -> PrintDocument:
    """Return the standings of every stage that has begun, with the reason for each place."""
    pages = []
    for stage in championship.stages:
        if not stage.rounds:
            continue
        if stage.terms.system == "knockout":
            pages.append(_order_page(championship, stage, language))
            continue
        blocks: list[Block] = [Heading(f"{championship.details.name}: {stage.terms.title}", 1)]
        for table in tables(championship, stage, after):
            if table.group >= 0:
                blocks.append(Heading(label("group", language, group=chr(65 + table.group))))
            blocks.append(_standings_grid(championship, stage, table, language))
            blocks += [TextLine(note, True) for note in notes_of(championship, stage, table, language)]
        pages.append(PageBlock(tuple(blocks)))
    return sheet(championship, "title.standings", language, pages)


def _standings_grid(championship: Championship, stage: EventStage, table: StageTable, language: str) -> TableBlock:
    keys = stage.terms.shown_keys
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


def _order_page(championship: Championship, stage: EventStage, language: str) -> PageBlock:
    head = texts(label("th.place", language), label("th.name", language), label("th.club", language), strong=True)
    clubs = {each.id: each.club for each in championship.entrants}
    rows = [
        (Cell(each.shown), Cell(championship.name(each.entrant), wide=True), Cell(clubs[each.entrant]))
        for each in final_places(championship, stage)
    ]
    title = f"{championship.details.name}: {stage.terms.title}"
    below = label("title.order" if are_places_decided(championship, stage) else "title.places", language)
    return PageBlock((Heading(title, 1), Heading(below), TableBlock((2, 10, 5), (head, *rows))))


ON_A_SHEET = 16
"""Number of entrants whose part of a bracket fills a sheet; larger ones are printed in such parts."""
ON_A_TALL_SHEET = 32


def brackets(championship: Championship, language: str) -> PrintDocument:
    """Return the bracket of every knockout stage; unknown entrants are shown as the match they come from."""
    pages = []
    largest = 0
    for stage in championship.stages:
        rounds = knockout.bracket(stage, same_of(championship, stage)) if stage.terms.system == "knockout" else ()
        if not rounds:
            continue
        largest = max(largest, 2 * len(rounds[0]))
        title = f"{championship.details.name}: {stage.terms.title}"
        for number, part in enumerate(_parts(rounds), 1):
            name = title if 2 * len(rounds[0]) <= ON_A_TALL_SHEET else f"{title} ({number})"
            pages.append(PageBlock((Heading(name, 1), *_bracket(championship, stage, part, language))))
    if not pages:
        raise RefusedRequest("there is no bracket to print; no knockout stage has been drawn")
    found = sheet(championship, "title.bracket", language, pages, wide=largest != ON_A_TALL_SHEET)
    return changed(found, is_counted=True)


Slots = tuple[tuple[knockout.BracketMatch, ...], ...]


def _parts(rounds: Slots) -> Iterator[Slots]:
    """Yield the parts of a bracket that are printed on a sheet each, the last rounds in the last one."""
    many = len(rounds[0])
    if 2 * many <= ON_A_TALL_SHEET:
        yield rounds
        return
    deep = (ON_A_SHEET // 2).bit_length()
    for first in range(0, many, ON_A_SHEET // 2):
        yield tuple(
            tuple(slot for slot in round if not slot.third)[first >> depth : (first + ON_A_SHEET // 2) >> depth]
            for depth, round in enumerate(rounds[:deep])
        )
    yield from _parts(rounds[deep:])


def _bracket(championship: Championship, stage: EventStage, rounds: Slots, language: str) -> Iterator[Block]:
    """Yield the bracket as a table: a match spans the rows of the matches that lead to it."""
    final = next((slot for slot in rounds[-1] if not slot.third), None)
    last = knockout.rounds_of(len(stage.seats[0]))
    if final is not None and stage.terms.bracket_round(final.round) == last and knockout.goes_on(stage, final):
        winner = championship.name(knockout.goes_on(stage, final))
        yield TextLine(label("champion", language, a=winner))
    lines = 2 * len(rounds[0])
    heads = [label("round", language, round=stage.terms.bracket_round(round[0].round)) for round in rounds]
    rows: list[list[Cell]] = [[] for _ in range(lines)]
    for depth, round in enumerate(rounds):
        shown = [slot for slot in round if not slot.third]
        span = lines // len(shown)
        for at, slot in enumerate(shown):
            over = _side(championship, stage, slot, 0, span // 2, language, depth)
            rows[at * span].append(changed(over, opens=True))
            rows[at * span + span // 2].append(_side(championship, stage, slot, 1, span - span // 2, language, depth))
    table = TableBlock(
        tuple(1 for _ in rounds), (texts(*heads, strong=True), *map(tuple, rows)), millimetres=6.4 if lines > 16 else 8
    )
    yield table
    for slot in (slot for round in rounds for slot in round if slot.third):
        sides = tuple((_side(championship, stage, slot, side, 1, language, 1),) for side in (0, 1))
        yield Heading(label("third", language))
        yield TableBlock((1, 2), tuple((*side, Cell(framed=False)) for side in sides), heads=0, millimetres=6.4)


def _side(
    championship: Championship,
    stage: EventStage,
    slot: knockout.BracketMatch,
    side: int,
    span: int,
    language: str,
    depth: int,
) -> Cell:
    """Return one side of a match: seed, name and points, or the match that the entrant comes from."""
    id, ref = ((slot.a, slot.refs[0]), (slot.b, slot.refs[1]))[side]
    if not id:
        if slot.bye or slot.dead or (depth == 0 and slot.round == 1):
            return Cell(label("rests", language), rows=span, quiet=True, wide=True)
        key = "loser-of" if slot.third else "winner-of"
        return Cell(label(key, language, ref=ref), rows=span, quiet=True, wide=True)
    points = points_of(stage, slot).get(id, "")
    points = f"\u2003{points}" if points else ""
    seed = f"{stage.seats[0].index(id) + 1}. " if slot.round == 1 else ""
    won = not slot.bye and knockout.goes_on(stage, slot) == id
    return Cell(f"{seed}{championship.name(id)}{points}", rows=span, strong=won, wide=True)


def points_of(stage: EventStage, slot: knockout.BracketMatch) -> dict[str, str]:
    """Return the points of each side of a bracket match, game by game; two legs are added up: `25 + 12 = 37`."""
    found: dict[str, list[str]] = {slot.a: [], slot.b: []}
    for leg in () if slot.bye else legs_of(stage, slot.round, slot.number):
        outcome = outcome_of(stage, leg)
        if outcome is None or outcome.winner == BOTH:
            continue
        games = (outcome.rubbers or rubbers_won(leg.rubbers, (leg.a, leg.b)),) if stage.terms.rubbers else outcome.games
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
    touched = {getattr(each, "line", 0) for each in championship.events if isinstance(each, OFFICIAL)}
    result = history(championship, language)
    for number, each in enumerate(championship.events, 1):
        special = isinstance(each, Finished) and each.how not in ("played", "clock")
        special = special or (isinstance(each, LinedUp) and number in relined)
        if not isinstance(each, OFFICIAL) and not special and number not in touched:
            continue
        when = datetime.fromtimestamp(each.when, UTC)
        entry = result[number - 1]
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


# -- HTML with print CSS -----------------------------------------------------------------------------------------------


STYLE = """
@page { size: SIZE PAPER; margin: MARGIN; }
* { box-sizing: border-box; }
html { font: 10.5pt/1.35 FONTS; color: #1d140e; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; }
section { break-after: page; }
stage:last-of-type { break-after: auto; }
h1 { font-size: 17pt; line-height: 1.2; margin: 0 0 3mm; padding-bottom: 2mm; border-bottom: 0.6mm solid #6b3a1f; }
h2 { font-size: 12pt; line-height: 1.25; margin: 5mm 0 2mm; break-after: avoid; }
p { margin: 0 0 1.5mm; overflow-wrap: anywhere; }
[dir=auto] { text-align: match-parent; }
.quiet { color: #6d5f55; font-size: 8.5pt; }
dl { display: grid; gap: 2.2mm 5mm; margin: 2mm 0 4mm; }
dl > div { display: flex; gap: 1.5mm; align-items: flex-end; min-width: 0; }
dt { flex: none; color: #6d5f55; font-size: 8.5pt; }
dd { flex: 1; margin: 0; min-height: 6mm; padding-top: 1.4mm; line-height: 1.1; border-bottom: 0.2mm solid #1d140e; }
dd, .signed dt { overflow-wrap: anywhere; }
dl.signed > div { flex-direction: column; align-items: stretch; justify-content: space-between; }
dl.signed dd { flex: none; height: 9mm; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: 0 0 4mm; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
td, th { padding: 0.9mm 1.2mm; text-align: center; font-weight: 400; vertical-align: middle; }
td, th { overflow-wrap: break-word; }
td.framed, th.framed { border: 0.2mm solid #b59a86; }
td.opens { border-top: 0.6mm solid #6b3a1f; }
td.number, th.number { direction: ltr; unicode-bidi: isolate; }
th { font-size: 8.5pt; }
th.framed { background: #f4ead9; }
td.wide, th.wide { text-align: start; text-align: match-parent; }
.strong { font-weight: 700; }
td.figure { font-variant-numeric: tabular-nums; }
table.tall td, table.tall tr:first-child th { height: 7.4mm; }
table.dense { margin: 0 0 2.2mm; }
table.dense td, table.dense th { padding: 0 1mm; line-height: 1.1; font-size: 8.5pt; }
table.dense th { font-size: 7.5pt; }
figure { margin: 8mm auto; }
figure svg { display: block; width: 100%; height: auto; }
footer { margin-top: 4mm; }
PRINTZOOM
@media screen {
  body { background: #e9e2d8; padding: 4mm; }
  section { background: #fff; max-width: 210mm; margin: 0 auto 6mm; padding: 13mm; overflow-x: auto; }
  section { box-shadow: 0 0.5mm 3mm #0003; }
  section.landscape { max-width: 297mm; }
}
@media screen and (max-width: 600px) {
  body { padding: 0; }
  section { padding: 5mm; }
  dl { grid-template-columns: 1fr !important; }
}
"""
PLAIN = '"Noto Sans", "Segoe UI", "DejaVu Sans", sans-serif'


def as_html(sheet: PrintDocument, fonts: tuple[str, ...] = ()) -> str:
    """Return a document as HTML; `fonts` are data URLs of fonts (WOFF2) for scripts that a computer may lack."""
    turned = "rtl" if sheet.language in RIGHT_TO_LEFT else "ltr"
    faces = "".join(
        f'@font-face {{ font-family: "Script {at}"; font-weight: 100 900; src: url({font}) format("woff2"); }}'
        for at, font in enumerate(fonts)
    )
    families = ", ".join([*(f'"Script {at}"' for at in range(len(fonts))), PLAIN])
    style = STYLE.replace("PAPER", sheet.paper).replace("FONTS", families).replace("SIZE", sheet.size.upper())
    style = style.replace("MARGIN", "14mm 13mm 16mm" if sheet.size != "a5" else "10mm 9mm 11mm")
    style = style.replace("PRINTZOOM", "" if sheet.size != "a5" else "@media print { body { zoom: 0.7; } }")
    parts = [
        f'<!doctype html>\n<html lang="{sheet.language}" dir="{turned}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(sheet.title)}</title>\n<style>{faces}{style}</style>\n</head>\n<body>",
        *(_page(sheet, page) for page in sheet.pages),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _page(sheet: PrintDocument, page: PageBlock) -> str:
    foot = f'<footer class="quiet" dir="auto">{escape(sheet.contact)}</footer>' if sheet.contact else ""
    return "\n".join([f'<section class="{sheet.paper}">', *map(_block, page.blocks), foot, "</section>"])


def _block(block: Heading | TextLine | Fields | TableBlock | PictureBlock) -> str:
    match block:
        case Heading():
            return f'<h{block.level} dir="auto">{escape(block.text)}</h{block.level}>'
        case TextLine():
            return f"<p{' class=quiet' if block.quiet else ''} dir=auto>{escape(block.text)}</p>"
        case Fields():
            pairs = "".join(f'<div><dt>{escape(a)}</dt><dd dir="auto">{escape(b)}</dd></div>' for a, b in block.pairs)
            kind = ' class="signed"' if block.signed else ""
            return f'<dl{kind} style="grid-template-columns: repeat({block.columns}, minmax(0, 1fr))">{pairs}</dl>'
        case TableBlock():
            return _grid(block)
        case PictureBlock():
            return f'<figure style="width: {block.millimetres}mm">{block.svg}</figure>'


def _grid(grid: TableBlock) -> str:
    whole = sum(grid.widths)
    columns = "".join(f'<col style="width: {100 * width / whole:.2f}%">' for width in grid.widths)
    high = f' style="height: {grid.millimetres}mm"' if grid.millimetres else ""
    heads = "".join(f"<tr>{''.join(_cell(cell, 'th') for cell in row)}</tr>" for row in grid.rows[: grid.heads])
    rows = "\n".join(f"<tr{high}>{''.join(_cell(cell, 'td') for cell in row)}</tr>" for row in grid.rows[grid.heads :])
    kind = ' class="tall"' if grid.tall else ' class="dense"' if grid.millimetres else ""
    return f"<table{kind}><colgroup>{columns}</colgroup><thead>{heads}</thead><tbody>\n{rows}\n</tbody></table>"


def _cell(cell: Cell, tag: str) -> str:
    figure = cell.text[:1].isdigit() or cell.text[:1] == "-"
    kinds = {
        "framed": cell.framed,
        "wide": cell.wide,
        "strong": cell.strong,
        "quiet": cell.quiet,
        "opens": cell.opens,
        "figure": not cell.wide,
        "number": figure and not cell.wide,
    }
    name = " ".join(kind for kind, is_so in kinds.items() if is_so)
    spans = (f' rowspan="{cell.rows}"' if cell.rows > 1 else "") + (
        f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    )
    turned = ' dir="auto"' if cell.wide and cell.text else ""
    return f'<{tag} class="{name}"{spans}{turned}>{escape(cell.text)}</{tag}>'


# -- Typst -------------------------------------------------------------------------------------------------------------


CAPITAL = 2.1
"""Height of a capital letter of a dense table, in millimetres; rows grow with names of several lines."""
HEAD = """#let quiet(body) = text(size: 8pt, fill: rgb("#6d5f55"), body)
#set document(title: {title})
#set page(paper: {paper}, flipped: {flipped}, margin: {margin}, footer: {foot})
#set text(font: ({fonts},), size: {letters}, lang: {language}, dir: {direction}, fill: rgb("#1d140e"))
#set par(leading: 0.5em, spacing: 0.7em)
#show heading.where(level: 1): it => block(below: 4mm, width: 100%, inset: (bottom: 2mm),
  stroke: (bottom: 0.6mm + rgb("#6b3a1f")),
  text(size: 16pt, weight: "bold", it.body))
#show heading.where(level: 2): it => block(above: 5mm, below: 2.5mm, sticky: true,
  text(size: 11.5pt, weight: "bold", it.body))
#let field(name, value) = grid(columns: (auto, 1fr), column-gutter: 1.5mm, align: bottom, quiet(name),
  box(width: 100%, height: 6mm, stroke: (bottom: 0.2mm), inset: (bottom: 1mm), align(bottom, value)))
#let signed(name) = block(width: 100%, stroke: (bottom: 0.2mm), inset: (bottom: 8.5mm), quiet(name))
"""


def as_typst(sheet: PrintDocument, fonts: tuple[str, ...]) -> str:
    """Return the Typst markup; `fonts` are font families, in order of preference for each character."""
    foot = f"quiet({_text(sheet.contact)})" if sheet.contact else "none"
    head = HEAD.format(
        title=_text(sheet.title),
        paper=_text("us-letter" if sheet.size == "letter" else sheet.size),
        letters="7.5pt" if sheet.size == "a5" and not sheet.is_counted else "10pt",
        margin="(x: 13mm, top: 14mm, bottom: 16mm)" if sheet.size != "a5" else "(x: 9mm, top: 10mm, bottom: 11mm)",
        flipped="true" if sheet.paper == "landscape" else "false",
        foot=foot,
        fonts=", ".join(map(_text, fonts)),
        language=_text(sheet.language),
        direction="rtl" if sheet.language in RIGHT_TO_LEFT else "ltr",
    )
    pages = [_page_in_typst(page) for page in sheet.pages]
    if sheet.size == "a5" and sheet.is_counted:
        width = "268mm" if sheet.paper == "landscape" else "183mm"
        pages = [f"#scale(70%, origin: top + start, reflow: true, block(width: {width})[\n{page}])" for page in pages]
    return head + "\n#pagebreak(weak: true)\n".join(pages)


def _text(text: str) -> str:
    """Return a text as a Typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _page_in_typst(page: PageBlock) -> str:
    return "\n".join(map(_block_in_typst, page.blocks)) + "\n"


def _block_in_typst(block: Block) -> str:
    match block:
        case Heading():
            return f"#heading(level: {block.level}, {_text(block.text)})"
        case TextLine():
            return f"#par({'quiet(' + _text(block.text) + ')' if block.quiet else 'text(' + _text(block.text) + ')'})"
        case Fields():
            pairs = ", ".join(
                f"signed({_text(a)})" if block.signed else f"field({_text(a)}, {_text(b)})" for a, b in block.pairs
            )
            layout = "gutter: 5mm, align: bottom" if block.signed else "gutter: 3mm"
            return f"#block(below: 4mm, grid(columns: (1fr,) * {block.columns}, {layout}, {pairs}))"
        case TableBlock():
            return _grid_in_typst(block)
        case PictureBlock():
            svg = msgspec.json.encode(block.svg).decode()
            return f'#align(center, image(bytes({svg}), format: "svg", width: {block.millimetres}mm))'


def _grid_in_typst(grid: TableBlock) -> str:
    columns = ", ".join(f"{width}fr" for width in grid.widths)
    heads = ", ".join(_cell_in_typst(cell, True) for row in grid.rows[: grid.heads] for cell in row)
    rows = ",\n  ".join(", ".join(_cell_in_typst(cell, False) for cell in row) for row in grid.rows[grid.heads :])
    head = f"table.header({heads})," if heads else ""
    inset, below, size = f"(x: 1.2mm, y: {2.4 if grid.tall else 1.1}mm)", "4mm", ""
    if grid.millimetres:
        inset, below = f"(x: 1mm, y: {(grid.millimetres - CAPITAL) / 2:.2f}mm)", "2.2mm"
        size = "#set text(size: 8.5pt)\n"
    return (
        f"#block(below: {below})[{size}#table(columns: ({columns},), inset: {inset}, stroke: none, "
        f"align: center + horizon, {head}\n  {rows})]"
    )


def _cell_in_typst(cell: Cell, is_head: bool) -> str:
    body = _text(cell.text)
    if not cell.wide and (cell.text[:1].isdigit() or cell.text[:1] == "-"):
        body = f"text(dir: ltr, {body})"
    if cell.strong:
        body = f'text(weight: "bold", {body})'
    if cell.quiet:
        body = f"text(size: 7pt, {body})" if is_head else f"quiet({body})"
    settings = [f"rowspan: {cell.rows}"] if cell.rows > 1 else []
    settings += [f"colspan: {cell.columns}"] if cell.columns > 1 else []
    edge = '0.2mm + rgb("#b59a86")'
    opened = f'(rest: {edge}, top: 0.6mm + rgb("#6b3a1f"))'
    settings += [f"stroke: {opened if cell.opens else edge}"] if cell.framed else []
    settings += ['fill: rgb("#f4ead9")'] if is_head and cell.framed else []
    settings += ["align: start + horizon"] if cell.wide else []
    return f"table.cell({''.join(setting + ', ' for setting in settings)}{body})"
