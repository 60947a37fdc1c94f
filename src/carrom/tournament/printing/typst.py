"""Print pages as Typst markup for PDF."""

import msgspec

from carrom.i18n import RIGHT_TO_LEFT
from carrom.tournament.printing.blocks import (
    Block,
    Cell,
    Fields,
    Heading,
    PageBlock,
    PictureBlock,
    PrintDocument,
    TableBlock,
    TextLine,
)

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
    pages = [_page(page) for page in sheet.pages]
    if sheet.size == "a5" and sheet.is_counted:
        width = "268mm" if sheet.paper == "landscape" else "183mm"
        pages = [f"#scale(70%, origin: top + start, reflow: true, block(width: {width})[\n{page}])" for page in pages]
    return head + "\n#pagebreak(weak: true)\n".join(pages)


def _text(text: str) -> str:
    """Return a text as a Typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _page(page: PageBlock) -> str:
    return "\n".join(map(_block, page.blocks)) + "\n"


def _block(block: Block) -> str:
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
            return _grid(block)
        case PictureBlock():
            svg = msgspec.json.encode(block.svg).decode()
            return f'#align(center, image(bytes({svg}), format: "svg", width: {block.millimetres}mm))'


def _grid(grid: TableBlock) -> str:
    columns = ", ".join(f"{width}fr" for width in grid.widths)
    heads = ", ".join(_cell(cell, True) for row in grid.rows[: grid.heads] for cell in row)
    rows = ",\n  ".join(", ".join(_cell(cell, False) for cell in row) for row in grid.rows[grid.heads :])
    head = f"table.header({heads})," if heads else ""
    inset, below, size = f"(x: 1.2mm, y: {2.4 if grid.tall else 1.1}mm)", "4mm", ""
    if grid.millimetres:
        inset, below = f"(x: 1mm, y: {(grid.millimetres - CAPITAL) / 2:.2f}mm)", "2.2mm"
        size = "#set text(size: 8.5pt)\n"
    return (
        f"#block(below: {below})[{size}#table(columns: ({columns},), inset: {inset}, stroke: none, "
        f"align: center + horizon, {head}\n  {rows})]"
    )


def _cell(cell: Cell, is_head: bool) -> str:
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
