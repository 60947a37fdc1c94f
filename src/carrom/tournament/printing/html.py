"""Print pages as standalone HTML with print CSS."""

from html import escape

from carrom.i18n import RIGHT_TO_LEFT
from carrom.tournament.printing.blocks import (
    Cell,
    Fields,
    Heading,
    PageBlock,
    PictureBlock,
    PrintDocument,
    TableBlock,
    TextLine,
)

STYLE = """
@page { size: SIZE PAPER; margin: MARGIN; }
* { box-sizing: border-box; }
html { font: 10.5pt/1.35 FONTS; color: #1d140e; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; }
section { break-after: page; }
section:last-of-type { break-after: auto; }
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
