"""Publishing a tournament: a folder of static pages, JSON and CSV exports, and a copy without private data."""

import hashlib
import io
import json
import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import msgspec

from carrom.board import Disc, Position, Seat
from carrom.game import events
from carrom.game.event_lines import write_event
from carrom.game.game import GameHistory
from carrom.game.player_names import names_in, side_name
from carrom.game.record import of_header
from carrom.game.replay import ReplayStep, seen, steps
from carrom.i18n import LANGUAGES, OWN_NAMES, RIGHT_TO_LEFT
from carrom.physics.surface import parameters_of
from carrom.tournament import csv_tables, knockout
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draw_files import stale_draws
from carrom.tournament.draws import same_of
from carrom.tournament.event_export import Decision, as_json, decisions, event_export, moment, schema_text, words
from carrom.tournament.final_order import are_places_decided, final_places, notes_of
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.privacy import PublicCopy, RecordFile, Verification
from carrom.tournament.reasons import before_draw, key_name, label, why_drawn, why_placed
from carrom.tournament.result import rubbers_won
from carrom.tournament.standings import StageTable, advancing, legs_of, outcome_of, raw_outcome, tables
from carrom.tournament.state import BOTH, Championship, EventStage, Fixture, FixtureOutcome, Round
from carrom.tournament.venue import due_round, is_open
from carrom.values import Value, changed

# -- the style sheet: light, dark and on paper -------------------------------------------------------------------------


STYLE = """
:root {
  --paper: #f6f1e7; --paper-2: #ece4d3; --surface: #fff; --ink: #221813; --ink-2: #65564a; --rule: #e3d8c5;
  --accent: #9b1c2e; --primary: #9b1c2e; --primary-ink: #fff; --brass: #8f6416; --good: #1f6f5c; --warn: #a85400;
  --focus: #1d6470; color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14100e; --paper-2: #0e0b09; --surface: #1e1815; --ink: #f5ecdd; --ink-2: #b9a793; --rule: #40342b;
    --accent: #f08a96; --primary: #c43c4f; --brass: #e0b66c; --good: #7cc6b8; --warn: #f0a35a; --focus: #7fd0dc;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 1rem/1.5 FONTS;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.page { max-width: 76rem; margin: 0 auto; padding: 0 1rem 3rem; }
header { padding: 1.2rem 0 0; }
.event { margin: 0; font-weight: 700; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
.event a { color: inherit; text-decoration: none; }
.about { margin: 0.2rem 0 0; color: var(--ink-2); overflow-wrap: anywhere; }
nav { margin: 0.6rem 0 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; }
nav [aria-current] { color: inherit; font-weight: 600; box-shadow: inset 0 -3px var(--accent); }
nav.tongues { margin: 0; font-size: 0.875rem; }
nav.main { border-bottom: 1px solid var(--rule); }
h1 { margin: 1.5rem 0 0.8rem; text-align: match-parent; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.6rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 1.2rem 0 0.4rem; font-size: 1rem; }
p { overflow-wrap: anywhere; max-width: 46rem; }
.quiet, small { color: var(--ink-2); font-size: 0.875rem; line-height: 1.4; }
.warn { color: var(--warn); }
.card { background: var(--surface); border: 1px solid var(--rule); border-radius: 1rem; padding: 0.4rem 1rem; }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--rule); border-radius: 1rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 0.6rem; text-align: center; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { color: var(--ink-2); font-size: 0.875rem; font-weight: 500; vertical-align: bottom; }
tr:last-child td { border-bottom: 0; }
td.name, th.name { text-align: start; min-width: 12rem; overflow-wrap: anywhere; }
td.name a { color: inherit; font-weight: 600; text-decoration-color: var(--rule); }
td.name small { display: block; font-weight: 400; max-width: 40rem; }
td.strong { font-weight: 700; }
td.figure { direction: ltr; unicode-bidi: isolate; white-space: nowrap; }
td.code, code { font-family: ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; font-size: 0.8125rem; }
td.code, code, .hash { overflow-wrap: anywhere; direction: ltr; unicode-bidi: isolate; }
td.text { text-align: start; min-width: 8rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 0.5rem 0; padding: 0.7rem 1rem; background: var(--paper-2); border-radius: 0.5rem; }
.fixtures { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.7rem; }
.fixtures li { display: grid; align-content: start; grid-template-columns: minmax(0, 1fr) auto; }
.fixtures li { gap: 0 1rem; padding: 0.7rem 1rem; }
.fixtures .side { overflow-wrap: anywhere; }
.fixtures .side a { color: inherit; text-decoration-color: var(--rule); }
.fixtures .won { font-weight: 700; }
.fixtures .points { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fixtures .meta, .fixtures .why, .fixtures .rubbers { grid-column: 1 / -1; }
.fixtures .rubbers { margin: 0.2rem 0; padding: 0; list-style: none; }
.fixtures .rubbers li { padding: 0.1rem 0; border: 0; }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; color: var(--ink-2); font-size: 0.875rem; }
.names { columns: 20rem; margin: 0; padding: 0; list-style: none; }
.names li { break-inside: avoid; padding: 0.3rem 0; overflow-wrap: anywhere; }
.names a { font-weight: 600; }
.bracket { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: 0.5rem; }
.bracket > section { flex: 1 0 13rem; min-width: 13rem; display: flex; flex-direction: column; }
.bracket h3 { margin: 0 0 0.4rem; color: var(--ink-2); font-size: 0.875rem; font-weight: 500; }
.bracket ol {
  flex: 1; display: flex; flex-direction: column; justify-content: space-around; gap: 0.5rem; margin: 0; padding: 0;
}
.bracket li { list-style: none; padding: 0.35rem 0.7rem; border-radius: 0.5rem; }
.bracket .side { display: flex; justify-content: space-between; gap: 0.6rem; overflow-wrap: anywhere; }
.bracket .won { font-weight: 700; }
.bracket a { color: inherit; text-decoration-color: var(--rule); }
.bracket.third > section { max-width: 22rem; }
.bracket .unknown { color: var(--ink-2); font-size: 0.875rem; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; margin: 0; }
.facts dt { color: var(--ink-2); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.replay { display: grid; gap: 1.2rem; align-items: start; }
.player { display: none; }
.js .player { display: block; }
.player canvas { display: block; width: 100%; max-width: min(34rem, 74vh); margin: 0 auto; border-radius: 0.5rem; }
.player .now { margin: 0.6rem 0; min-height: 3em; }
.player .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin: 0.7rem 0; }
.player .check { text-align: center; color: var(--good); font-size: 0.875rem; min-height: 1.4em; }
.player .check.differs { color: var(--warn); }
button {
  appearance: none; min-height: 2.75rem; min-width: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--rule);
  border-radius: 0.5rem; background: var(--surface); color: inherit; font: inherit; cursor: pointer;
}
button.primary {
  background: var(--primary); border-color: var(--primary); color: var(--primary-ink); font-weight: 600;
}
button:disabled { opacity: 0.6; cursor: default; }
.counters { display: flex; flex-wrap: wrap; gap: 0.6rem 1.5rem; justify-content: center; margin: 0.6rem 0; }
.counters b { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.steps { margin: 0; padding: 0; list-style: none; }
.js .steps { max-height: 34rem; overflow-y: auto; }
.steps li { padding: 0.45rem 0.8rem; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.steps li:last-child { border-bottom: 0; }
.js .steps li { cursor: pointer; }
.steps [aria-current] { background: var(--paper-2); box-shadow: inset 4px 0 var(--accent); }
.steps .score { float: inline-end; margin-inline-start: 1rem; font-variant-numeric: tabular-nums; }
footer { margin-top: 2.5rem; color: var(--ink-2); font-size: 0.875rem; }
@media (min-width: 60rem) {
  .fixtures { grid-template-columns: 1fr 1fr; }
  .replay { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
}
@media (max-width: 30rem) {
  nav ul { gap: 0 0.9rem; }
  h1 { font-size: 1.5rem; }
  td.name, th.name { min-width: 10.5rem; }
  th, td { padding: 0.45rem 0.45rem; }
}
@media print {
  @page { margin: 14mm 13mm; }
  :root {
    --paper: #fff; --paper-2: #fff; --surface: #fff; --ink: #000; --ink-2: #444; --rule: #999; --accent: #000;
    --warn: #000; --good: #000; color-scheme: light;
  }
  body { font-size: 10pt; }
  nav, .player, .noprint { display: none !important; }
  .page { max-width: none; padding: 0; }
  .scroll, .card { border-radius: 0; overflow: visible; }
  .bracket { overflow: visible; }
  .bracket > stage { min-width: 0; flex-basis: 0; }
  .steps { max-height: none !important; }
  tr, li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  a { text-decoration: none; color: inherit; }
}
"""
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"


def style_sheet(fonts: tuple[str, ...] = ()) -> str:
    """Return the style sheet; `fonts` are the names of font files beside it, for scripts that a device may lack."""
    faces = "".join(
        f'@font-face {{ font-family: "Script {at}"; font-weight: 100 900; font-display: swap; '
        f'src: url({name}) format("woff2"); }}\n'
        for at, name in enumerate(fonts)
    )
    first, _, rest = SANS.partition(", sans-serif")
    scripts = "".join(f', "Script {at}"' for at in range(len(fonts)))
    return faces + STYLE.replace("FONTS", f"{first}{scripts}, sans-serif{rest}").lstrip()


# -- the frame: head, navigation, language switch, relative links ------------------------------------------------------


STYLE_FILE = "assets/style.css"
SCRIPT_FILE = "assets/replay.js"


class Shell(Value, frozen=True, kw_only=True):
    """What every page of an event shares."""

    championship: Championship
    languages: tuple[str, ...]
    """The first one is at the top of the folder, each other one in a folder of its name."""
    has_bracket: bool = False
    has_replays: bool = False

    def file(self, page: str, language: str) -> str:
        """Return the path of a page in a language, relative to the top of the folder."""
        return page if language == self.languages[0] else f"{language}/{page}"


class Place(Value, frozen=True, kw_only=True):
    """A page in a language: makes links and texts."""

    shell: Shell
    page: str
    language: str

    @property
    def file(self) -> str:
        """The path of this page, relative to the top of the folder."""
        return self.shell.file(self.page, self.language)

    def link(self, page: str, text: str, *, current: bool = False) -> str:
        """Return a link to another page in the same language."""
        mark = ' aria-current="page"' if current else ""
        return f'<a href="{escape(self.to(page))}"{mark}>{bdi(text)}</a>'

    def to(self, page: str) -> str:
        """Return the relative address of a page in the same language."""
        return self.at(self.shell.file(page, self.language))

    def at(self, path: str) -> str:
        """Return the relative address of a file of the folder."""
        return posixpath.relpath(path, posixpath.dirname(self.file) or ".")

    def word(self, key: str, **values: int | str) -> str:
        """Return a text of the published pages, escaped."""
        return escape(words(key, self.language, **values))

    def said(self, key: str, **values: int | str) -> str:
        """Return a text of the prints, escaped."""
        return escape(label(key, self.language, **values))

    def entrant(self, id: str) -> str:
        """Return an entrant's name as a link to their page."""
        return self.link(f"entrants/{id}.html", self.shell.championship.name(id))


def bdi(text: str) -> str:
    """Return a text of a person, escaped, and isolated from the direction of the sentence around it."""
    return f"<bdi>{escape(text)}</bdi>"


def page_html(place: Place, title: str, body: str, scripts: Sequence[str] = ()) -> str:
    """Return a whole page; `body` is HTML, `title` is plain text, `scripts` are paths of the folder."""
    details = place.shell.championship.details
    language = place.language
    about = " · ".join(bdi(text) for text in (details.place, details.sessions, details.zone) if text)
    loaded = "".join(f'<script src="{escape(place.at(path))}" defer></script>' for path in scripts)
    heading = f'<h1 dir="auto">{escape(title)}</h1>' if place.page != "index.html" else ""
    return f"""<!doctype html>
<html lang="{language}" dir="{"rtl" if language in RIGHT_TO_LEFT else "ltr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} – {escape(details.name)}</title>
<link rel="stylesheet" href="{place.at(STYLE_FILE)}">
{loaded}</head>
<body>
<div class="page">
<header>
<p class="event">{place.link("index.html", details.name)}</p>
{f'<p class="about">{about}</p>' if about else ""}
{_languages(place)}
{_navigation(place)}
</header>
<main>
{heading}
{body}
</main>
<footer>{place.word("made")}</footer>
</div>
</body>
</html>
"""


def _navigation(place: Place) -> str:
    shell = place.shell
    pages = [
        ("index.html", place.word("overview")),
        ("standings.html", place.said("title.standings")),
        ("rounds.html", place.word("rounds")),
        *([("bracket.html", place.said("title.bracket"))] if shell.has_bracket else []),
        ("entrants.html", place.word("entrants")),
        *([("replays.html", place.word("replays"))] if shell.has_replays else []),
        ("checks.html", place.word("seals")),
        ("downloads.html", place.word("files")),
    ]
    here = place.page.partition("/")[0]
    items = []
    for page, text in pages:
        inside = page.removesuffix(".html") == here
        mark = ' aria-current="page"' if page == place.page else ' aria-current="true"' if inside else ""
        items.append(f'<li><a href="{place.to(page)}"{mark}>{text}</a></li>')
    return f'<nav class="main"><ul>{"".join(items)}</ul></nav>'


def _languages(place: Place) -> str:
    shell = place.shell
    if len(shell.languages) < 2:
        return ""
    items = []
    for language in shell.languages:
        mark = ' aria-current="true"' if language == place.language else ""
        to = place.at(shell.file(place.page, language))
        items.append(f'<li><a href="{to}" lang="{language}" hreflang="{language}"{mark}>{OWN_NAMES[language]}</a></li>')
    return f'<nav class="tongues" aria-label="{place.word("language")}"><ul>{"".join(items)}</ul></nav>'


# -- hashes, verification, decisions and downloads ---------------------------------------------------------------------


FILES = "files"


class Hashes(Value, frozen=True, kw_only=True):
    """The published log and its hashes."""

    log: str
    """Name of the file in the folder of downloads."""
    sha256: str
    original: str = ""
    """Hash of the original file, if the published one differs from it."""
    sealed: int = 0


def checks_html(place: Place, hashes: Hashes, verified: Verification, records: Sequence[RecordFile]) -> str:
    """Return the page of hashes, verification and decisions."""
    parts = [f"<p>{place.word('intro')}</p>", f"<h2>{place.word('log')}</h2>"]
    link = f'<a href="{escape(place.at(f"{FILES}/{hashes.log}"))}">{escape(hashes.log)}</a>'
    parts.append(f"<p>{link}<br><code>{hashes.sha256}</code></p>")
    if hashes.original:
        parts.append(f'<p class="quiet hash">{place.word("hidden", hash=hashes.original)}</p>')
    if hashes.sealed:
        parts.append(f'<p class="quiet">{place.word("sealed", line=hashes.sealed)}</p>')
    parts += [f"<h2>{place.word('verification')}</h2>", _verification(place, verified)]
    parts.append(f"<p>{place.word('repeat')}</p><pre><code>carrom event verify {escape(hashes.log)}</code></pre>")
    parts += [f'<h2 id="decisions">{place.word("decisions")}</h2>', _decisions(place)]
    if records:
        parts += [f"<h2>{place.word('replays')}</h2>", _records(place, records)]
    return "\n".join(parts)


def _verification(place: Place, verified: Verification) -> str:
    counts = {"lines": verified.lines, "draws": verified.draws, "records": verified.records}
    if verified.differences:
        parts = [f'<p class="warn">{place.word("unverified")}</p>', _list(verified.differences)]
    else:
        parts = [f"<p>{place.word('verified', **counts)}</p>"]
    if verified.notes:
        parts += [f"<p>{place.word('noted')}</p>", _list(verified.notes)]
    return "".join(parts)


def _list(lines: Sequence[str]) -> str:
    return f'<ul lang="en" dir="ltr">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def _decisions(place: Place) -> str:
    found = list(decisions(place.shell.championship, place.language))
    if not found:
        return f"<p>{place.word('no-decisions')}</p>"
    keys = (place.said("th.line"), place.said("th.when"), place.said("th.what"))
    heads = [*keys, place.word("before"), place.word("after"), place.word("reason"), place.said("th.who")]
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    rows = "\n".join(_decision(each) for each in found)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'


def _decision(each: Decision) -> str:
    texts = (each.before, each.after, each.reason, each.by)
    cells = "".join(f'<td class="text">{bdi(text)}</td>' for text in texts)
    return (
        f'<tr><td>{each.line}</td><td dir="ltr">{each.when}</td>'
        f'<td class="text"><strong>{escape(each.kind)}</strong><br>{bdi(each.about)}</td>{cells}</tr>'
    )


def _records(place: Place, records: Sequence[RecordFile]) -> str:
    rows = []
    for each in records:
        link = f'<a href="{escape(place.at(f"{FILES}/{each.path}"))}">{escape(each.path)}</a>'
        note = f"<br><small>{place.word('hidden', hash=each.sha256)}</small>" if each.hidden else ""
        rows.append(
            f'<tr><td>{escape(each.fixture)}</td><td class="text">{link}{note}</td>'
            f'<td class="code">{each.published}</td></tr>'
        )
    head = f'<th scope="col">{place.said("th.fixture")}</th><th scope="col"></th><th scope="col">SHA-256</th>'
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def downloads_html(place: Place, name: str, has_records: bool) -> str:
    """Return the page of all files; `name` is that of the event in file names."""
    language = place.language
    tables = {
        "entrants": words("entrants", language),
        "fixtures": label("title.fixtures", language),
        "results": words("result", language),
        "standings": label("title.standings", language),
    }
    files = [
        (f"{name}.zip", place.word("file.zip")),
        (f"{name}.carrom-event", place.word("file.log")),
        ("event.json", place.word("file.json")),
        ("event-export.schema.json", place.word("file.schema")),
        *((f"{file}.csv", place.word("file.table", name=text)) for file, text in tables.items()),
        ("SHA256SUMS", place.word("file.sums")),
    ]
    items = "".join(
        f'<dt><a href="{escape(place.at(f"{FILES}/{file}"))}">{escape(file)}</a></dt><dd>{text}</dd>'
        for file, text in files
    )
    more = f"<p>{place.link('replays.html', words('replays', language))}</p>" if has_records else ""
    return f'<dl class="facts">{items}</dl>{more}'


# -- replays that read without JavaScript, and their data --------------------------------------------------------------


def replays_html(place: Place, records: tuple[RecordFile, ...]) -> str:
    """Return the list of all replays."""
    items = []
    for each in records:
        if each.game is None:
            continue
        game = each.game
        names = " – ".join(side_name(game, side) for side in game.state.sides)
        score = "–".join(map(str, game.result.score)) if game.result is not None else ""
        link = place.link(each.page, names)
        items.append(f"<li>{link}<br><small>{escape(each.fixture)} · {escape(score)}</small></li>")
    return f'<ul class="names">{"".join(items)}</ul>' if items else f"<p>{place.word('no-replays')}</p>"


def replay_html(place: Place, record: RecordFile, game: GameHistory, superseded: bool) -> str:
    """Return the page of a replay: every event as text; a script plays it where JavaScript runs."""
    is_simulated = game.header.surface is not None
    names = [side_name(game, side) for side in game.state.sides]
    texts = ("previous", "next", "play", "pause", "same", "differs", "white", "black", "queen")
    spoken = {key: words(key, place.language) for key in texts}
    items = "\n".join(_item(place, game, each) for each in steps(game))
    address = record.fixture.split(".")
    round = f"rounds/{address[0]}.{address[1]}.html"
    path = escape(place.at(f"{FILES}/{record.path}"))
    facts = [
        f'<p class="quiet">{place.link(round, record.fixture)} · '
        f'<a href="{path}" download>{place.word("record")}</a></p>'
    ]
    if superseded:
        more = place.link("checks.html", words("seals", place.language))
        facts.append(f'<p class="warn">{place.word("corrected-later")} {more}</p>')
    facts.append(f'<p class="quiet">{place.word("exact" if is_simulated else "wood")}</p>')
    return f"""{"".join(facts)}
<h2>{" – ".join(map(bdi, names))}</h2>
<div class="replay" id="replay" data-texts="{escape(json.dumps(spoken, ensure_ascii=False))}">
<div class="player noprint"></div>
<ol class="steps card">
{items}
</ol>
</div>"""


def _item(place: Place, game: GameHistory, step: ReplayStep) -> str:
    score = "–".join(map(str, step.game.score))
    said = " ".join(_said(place.language, step))
    return f'<li><span class="score">{escape(score)}</span><small>{step.number}.</small> {bdi(said)}</li>'


def _said(language: str, step: ReplayStep) -> Iterator[str]:
    """Yield what happened in an event, as sentences."""
    game, event = step.game, step.event
    if step.ruling is not None:
        yield step.ruling.told(names_in(game, step.ruling), language)
    ended = [board for board in game.state.game.boards if board.event == step.number] if game.state.games else []
    known = _event(language, game, event)
    if known:
        yield known
    elif step.ruling is None and not ended:
        yield seen(event.outcome) if isinstance(event, events.Struck) else write_event(changed(event, when=None))
    for board in ended:
        names = " + ".join(side_name(game, side) for side in board.winners)
        if board.winners and not board.replay:
            yield words("ev.won", language, a=names, board=board.number, points=board.points) + "."
        else:
            yield words("ev.ended", language, board=board.number) + "."


def _event(language: str, game: GameHistory, event: events.Event) -> str:
    match event:
        case events.Tossed():
            return words("ev.toss", language, a=side_name(game, event.won_by)) + "."
        case events.Chosen():
            return words(f"ev.choose.{event.what}", language, a=side_name(game, event.side)) + "."
        case events.Seated():
            return words("ev.swap" if event.swap else "ev.keep", language, a=side_name(game, event.side)) + "."
        case events.RoundBegun():
            number = len(game.state.game.boards) + 1
            return words("ev.begin", language, a=game.state.name_at(event.breaker), board=number) + "."
        case events.TimeCalled():
            return words("ev.time", language) + "."
        case events.Undone():
            return words("ev.undo", language) + "."
        case events.Corrected():
            return words("ev.corrected", language, number=event.at) + "."
        case events.Placed():
            return words("ev.place", language, a=game.state.name_at(event.seat)) + "."
        case events.Conceded():
            return words("ev.concede", language, a=side_name(game, event.side)) + "."
        case events.Signed():
            return words("ev.sign", language, a=event.name) + "."
    return ""


def replay_script(game: GameHistory) -> str:
    """Return the data of a replay as a script that hands it to the player, so that it also loads from a folder.

    Positions are lists of disc, x, y (µm); a step has the position after it, and a stroke also the one before it.
    """
    is_simulated = game.header.surface is not None
    before: Position | None = None
    rows = []
    for step in steps(game):
        rows.append(_row(step, before))
        before = step.game.position
    first = game.header.players[0].seat if game.header.players else Seat.SOUTH
    data = {
        "equipment": msgspec.to_builtins(game.state.equipment),
        "surface": parameters_of(of_header(game.header)) if is_simulated else None,
        "bottom": first.value,
        "browns": game.rules.parameters.white_is_brown,
        "steps": rows,
    }
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return f"carromReplay({text.replace('<', chr(92) + 'u003c')});\n"


def _row(step: ReplayStep, before: Position | None) -> dict[str, Any]:
    game, event = step.game, step.event
    board = game.round
    row: dict[str, Any] = {"score": game.score}
    if board is not None:
        row["left"] = [
            sum(disc.value[0] == "W" for disc in board.on_board),
            sum(disc.value[0] == "B" for disc in board.on_board),
            int(Disc.Q in board.on_board),
        ]
    if game.position is not None:
        row["after"] = _placed(game.position)
    if isinstance(event, events.Struck) and event.stroke is not None and event.rest is not None:
        start = event.rack or before
        if start is not None:
            row["seat"] = event.seat.value
            row["stroke"] = msgspec.to_builtins(event.stroke)
            row["before"] = _placed(start)
            row["rest"] = _placed(event.rest)
    return row


def _placed(position: Position) -> list[list[str | int]]:
    return [[each.disc.value, each.at.x, each.at.y] for each in position.placed]


# -- standings, brackets and entrants ----------------------------------------------------------------------------------


COUNTS = ("played", "won", "drawn", "lost")


def standings_html(place: Place) -> str:
    """Return the standings of every stage that has begun, the last stage first."""
    championship = place.shell.championship
    parts = [_stage(place, stage) for stage in reversed(championship.stages) if stage.rounds]
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def _stage(place: Place, stage: EventStage) -> str:
    championship = place.shell.championship
    parts = [f"<h2>{bdi(stage.terms.title)}</h2>"]
    if stage.terms.system == "knockout":
        parts.append(_order(place, stage))
        return "\n".join(parts)
    for table in tables(championship, stage):
        if table.group >= 0:
            parts.append(f"<h3>{place.said('group', group=chr(65 + table.group))}</h3>")
        parts.append(_table(place, stage, table))
        for note in notes_of(championship, stage, table, place.language):
            parts.append(f'<p class="quiet">{escape(note)}</p>')
    return "\n".join(parts)


def _table(place: Place, stage: EventStage, table: StageTable) -> str:
    championship, language = place.shell.championship, place.language
    keys = stage.terms.shown_keys
    heads = [escape(key_name(key, language)) for key in keys] + [place.said(f"th.{name}") for name in COUNTS]
    rows = []
    for each in table.standings:
        why = escape(why_placed(championship, table, each, language))
        cells = [each.shown(name) for name in (*keys, *COUNTS)]
        shown = "".join(
            f'<td class="figure{" strong" if at == 0 else ""}">{escape(cell)}</td>' for at, cell in enumerate(cells)
        )
        rows.append(
            f'<tr><td class="strong">{each.place_shown}</td><td class="name">{place.entrant(each.entrant)}'
            f"<small>{why}</small></td>{shown}</tr>"
        )
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        f'<div class="scroll"><table><thead><tr><th scope="col">{place.said("th.place")}</th>'
        f'<th scope="col" class="name">{place.said("th.name")}</th>{head}</tr></thead>'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div>"
    )


def _order(place: Place, stage: EventStage) -> str:
    championship = place.shell.championship
    clubs = {each.id: each.club for each in championship.entrants}
    rows = "\n".join(
        f'<tr><td class="strong">{each.shown}</td><td class="name">{place.entrant(each.entrant)}</td>'
        f'<td class="text">{bdi(clubs.get(each.entrant, ""))}</td></tr>'
        for each in final_places(championship, stage)
    )
    title = "title.order" if are_places_decided(championship, stage) else "title.places"
    return (
        f'<h3>{place.said(title)}</h3><div class="scroll"><table><thead><tr>'
        f'<th scope="col">{place.said("th.place")}</th><th scope="col" class="name">{place.said("th.name")}</th>'
        f'<th scope="col" class="name">{place.said("th.club")}</th></tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    )


def brackets_html(place: Place) -> str:
    """Return the bracket of every knockout stage; an entrant not yet known is shown as the match it comes from."""
    championship = place.shell.championship
    parts = []
    for stage in championship.stages:
        rounds = knockout.bracket(stage, same_of(championship, stage)) if stage.terms.system == "knockout" else ()
        if not rounds:
            continue
        parts.append(f"<h2>{bdi(stage.terms.title)}</h2>")
        columns = []
        for number, round in enumerate(rounds, 1):
            matches = "\n".join(_match(place, stage, slot) for slot in round if not slot.third)
            title = place.said("round", round=number)
            columns.append(f"<section><h3>{title}</h3><ol>\n{matches}\n</ol></section>")
        parts.append(f'<div class="bracket">{"".join(columns)}</div>')
        thirds = [slot for round in rounds for slot in round if slot.third]
        if thirds:
            matches = "\n".join(_match(place, stage, slot) for slot in thirds)
            parts.append(
                f'<h3>{place.said("third")}</h3><div class="bracket"><section><ol>{matches}</ol></section></div>'
            )
        final = next(slot for slot in rounds[-1] if not slot.third)
        winner = knockout.goes_on(stage, final)
        if winner:
            parts.append(f"<h3>{place.said('champion', a=championship.name(winner))}</h3>")
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def _match(place: Place, stage: EventStage, slot: knockout.BracketMatch) -> str:
    drawn = knockout.played(stage, slot) is not None
    legs = legs_of(stage, slot.round, slot.number) if drawn else ()
    winner = advancing(stage, slot.round, slot.number) if drawn else ""
    sides = []
    for side, id in enumerate((slot.a, slot.b)):
        if not id:
            is_bye = slot.bye or slot.dead or not slot.refs[side]
            key = "loser-of" if slot.third else "winner-of"
            text = place.said("rests") if is_bye else place.said(key, ref=slot.refs[side])
            sides.append(f'<div class="side unknown">{text}</div>')
            continue
        won = winner == id
        points = " ".join(_leg_points(stage, leg, id) for leg in legs)
        name = f"<span>{place.entrant(id)}</span><span>{escape(points)}</span>"
        sides.append(f'<div class="side{" won" if won else ""}">{name}</div>')
    return f'<li class="card">{"".join(sides)}</li>'


def _leg_points(stage: EventStage, leg: Fixture, id: str) -> str:
    outcome = outcome_of(stage, leg)
    if outcome is None or outcome.winner == BOTH:
        return ""
    return own_score(stage, leg, outcome, id, first_only=True)


def own_score(
    stage: EventStage, fixture: Fixture, outcome: FixtureOutcome, id: str, *, first_only: bool = False
) -> str:
    """Return a score from the view of one side; with `first_only` the points of that side alone."""
    if stage.terms.rubbers:
        won = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
        games: Games = (won,)
    else:
        games = outcome.games
    games = games if id == fixture.a else turned(games)
    return " ".join(str(a) for a, _ in games) if first_only else ", ".join(f"{a}–{b}" for a, b in games)


def entrants_html(place: Place) -> str:
    """Return the list of all entrants."""
    items = []
    for each in sorted(place.shell.championship.entrants, key=lambda each: each.name.casefold()):
        about = " · ".join(bdi(text) for text in (each.club, each.nation, ", ".join(each.players)) if text)
        items.append(f"<li>{place.entrant(each.id)}{f'<br><small>{about}</small>' if about else ''}</li>")
    return f'<ul class="names">{"".join(items)}</ul>'


def entrant_html(place: Place, id: str, replays: dict[str, str]) -> str:
    """Return the page of an entrant: their details, and every fixture; `replays` are pages by fixture."""
    championship = place.shell.championship
    each = championship.entrant(id)
    facts = [
        (place.said("th.club"), bdi(each.club) if each.club else ""),
        (place.word("nation"), bdi(each.nation) if each.nation else ""),
        (place.word("players"), ", ".join(map(bdi, each.players))),
        (place.word("seed"), str(each.seed or "")),
        *_places(place, id),
    ]
    shown = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts if value)
    parts = [f'<dl class="facts">{shown}</dl>', f"<h2>{place.said('title.fixtures')}</h2>"]
    rows = list(_own_rows(place, id, replays))
    if not rows:
        return "\n".join([*parts, f"<p>{place.word('undrawn')}</p>"])
    heads = [place.word("opponent"), place.word("round"), place.said("th.score"), place.word("result"), ""]
    head = "".join(f'<th scope="col"{" class=name" if not at else ""}>{text}</th>' for at, text in enumerate(heads))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>"
    return "\n".join([*parts, f'<div class="scroll">{table}</div>'])


def _places(place: Place, id: str) -> Iterator[tuple[str, str]]:
    championship = place.shell.championship
    for stage in championship.stages:
        if not stage.rounds:
            continue
        if stage.terms.system == "knockout":
            found = next((each.shown for each in final_places(championship, stage) if each.entrant == id), "")
        else:
            rows = (each for table in tables(championship, stage) for each in table.standings)
            found = next((each.place_shown for each in rows if each.entrant == id), "")
        if found:
            yield f"{place.said('th.place')}, {bdi(stage.terms.title)}", found


def _own_rows(place: Place, id: str, replays: dict[str, str]) -> Iterator[str]:
    championship = place.shell.championship
    for stage, address, fixture in drawn_fixtures(championship, None):
        if id not in (fixture.a, fixture.b):
            continue
        outcome = outcome_of(stage, fixture)
        other = place.entrant(fixture.other(id)) if fixture.b else place.said("rests")
        score = own_score(stage, fixture, outcome, id) if outcome else ""
        result = _result(place, stage, fixture, outcome, id) if fixture.b else ""
        page = replays.get(str(address), "")
        replay = place.link(page, place.word("replay")) if page else ""
        round = f"rounds/{stage.id}.{address.round}.html"
        title = f"{stage.terms.title}, {address.round}"
        yield (
            f'<tr><td class="name">{other}</td><td>{place.link(round, title)}</td>'
            f'<td class="figure">{escape(score)}</td><td>{result}</td><td>{replay}</td></tr>'
        )


def _result(place: Place, stage: EventStage, fixture: Fixture, outcome: FixtureOutcome | None, id: str) -> str:
    if fixture.withheld:
        return place.said("withheld")
    if outcome is None:
        raw = raw_outcome(stage, fixture)
        return place.said(f"how.{raw.how}") if raw is not None and raw.how == "void" else place.word("open")
    key = "won" if outcome.winner == id else "drawn" if outcome.winner == "" else "lost"
    how = "" if outcome.how == "played" else f" ({place.said(f'how.{outcome.how}')})"
    return f"{place.word(key)}{how}"


def has_bracket(championship: Championship) -> bool:
    """Return whether a knockout stage has been drawn."""
    return any(each.terms.system == "knockout" and (each.rounds or each.seats) for each in championship.stages)


# -- rounds: every fixture with table, time, result and reason ---------------------------------------------------------


def rounds_html(place: Place) -> str:
    """Return the list of all rounds."""
    parts = []
    for stage in place.shell.championship.stages:
        if not stage.rounds:
            continue
        items = []
        for round in stage.rounds:
            link = place.link(f"rounds/{stage.id}.{round.number}.html", place.said("round", round=round.number))
            done = sum(outcome_of(stage, each) is not None or not each.b for each in round.fixtures)
            items.append(f"<li>{link} <small>{done}/{len(round.fixtures)}</small></li>")
        parts.append(f'<h2>{bdi(stage.terms.title)}</h2><ul class="names">{"".join(items)}</ul>')
    return "\n".join(parts) or f"<p>{place.word('undrawn')}</p>"


def round_html(place: Place, stage: EventStage, round: Round, before: Championship, replays: Mapping[str, str]) -> str:
    """Return one round; `before` is the tournament before its draw, `replays` are pages by fixture."""
    drawn = f"{stage.id}.{round.number}"
    stale = next((each for each in stale_draws(place.shell.championship) if each.drawn == drawn), None)
    warning = ""
    if stale and stale.fixtures:
        warning = f'<p class="warn">{place.said("stale", fixtures=", ".join(stale.fixtures))}</p>'
    reasons = {each.number: why for each, why in why_drawn(before, stage.id, round, place.language)}
    return warning + fixtures_html(place, stage, round, replays, reasons)


def fixtures_html(
    place: Place, stage: EventStage, round: Round, replays: Mapping[str, str], reasons: Mapping[int, str]
) -> str:
    """Return the fixtures of a round as a list."""
    address = f"{stage.id}.{round.number}"
    items = [
        _fixture(place, stage, f"{address}.{each.number}", each, replays, reasons.get(each.number, ""))
        for each in round.fixtures
    ]
    return f'<ul class="fixtures">{chr(10).join(items)}</ul>'


def _fixture(
    place: Place, stage: EventStage, address: str, fixture: Fixture, replays: Mapping[str, str], why: str
) -> str:
    outcome = outcome_of(stage, fixture)
    shown = outcome or raw_outcome(stage, fixture)
    sides = "".join(_side(place, stage, fixture, outcome, shown, id) for id in (fixture.a, fixture.b))
    meta = [escape(address)]
    if fixture.board:
        meta.append(f"{place.word('table')} {fixture.board}")
    if fixture.time:
        meta.append(f'<span dir="ltr">{escape(fixture.time)}</span>')
    umpire = next((each.name for each in place.shell.championship.umpires if each.id == fixture.umpire), "")
    if umpire:
        meta.append(f"{place.word('umpire')}: {bdi(umpire)}")
    if fixture.third:
        meta.append(place.said("third"))
    meta += _state(place, fixture, outcome, shown)
    if page := replays.get(address):
        meta.append(place.link(page, place.word("replay")))
    parts = [sides, _rubbers(place, stage, address, fixture, replays)]
    parts.append(f'<div class="meta">{"".join(f"<span>{each}</span>" for each in meta)}</div>')
    if why:
        parts.append(f'<small class="why">{escape(why)}</small>')
    return f'<li class="card" id="{escape(address)}">{"".join(parts)}</li>'


def _side(
    place: Place,
    stage: EventStage,
    fixture: Fixture,
    outcome: FixtureOutcome | None,
    shown: FixtureOutcome | None,
    id: str,
) -> str:
    if not id:
        return f'<span class="side quiet">{place.said("rests")}</span><span class="points"></span>'
    won = " won" if outcome is not None and outcome.winner == id else ""
    points = ""
    if shown is not None and shown.winner != BOTH and shown.how != "void":
        points = own_score(stage, fixture, shown, id, first_only=True)
    return f'<span class="side{won}">{place.entrant(id)}</span><span class="points{won}">{escape(points)}</span>'


def _state(place: Place, fixture: Fixture, outcome: FixtureOutcome | None, shown: FixtureOutcome | None) -> list[str]:
    if not fixture.b:
        return []
    if fixture.withheld:
        return [f'<span class="warn">{place.said("withheld")}</span>']
    if shown is None:
        return [place.word("open")]
    found = []
    if shown.how != "played":
        found.append(place.said(f"how.{shown.how}"))
    if shown.reason and shown.how not in ("played", "clock"):
        found.append(bdi(", ".join(filter(None, (shown.law, shown.reason)))))
    return found


def _rubbers(place: Place, stage: EventStage, address: str, fixture: Fixture, replays: Mapping[str, str]) -> str:
    if not stage.terms.rubbers or not fixture.b:
        return ""
    items = []
    for number, kind in enumerate(stage.terms.rubbers, 1):
        names = [
            ", ".join(lineup[number - 1]) if fixture.is_open_lineup and number <= len(lineup) else ""
            for lineup in fixture.lineups
        ]
        result = fixture.rubbers[number - 1] if number <= len(fixture.rubbers) else None
        score = ", ".join(f"{a}–{b}" for a, b in result.games) if result else ""
        text = f"{number}. {place.said(f'tie.{kind}')}"
        if all(names):
            text += f": {bdi(names[0])} – {bdi(names[1])}"
        page = replays.get(f"{address}.{number}")
        replay = f" {place.link(page, place.word('replay'))}" if page else ""
        items.append(f'<li><span class="side">{text}{replay}</span><span class="points">{escape(score)}</span></li>')
    return f'<ol class="rubbers">{"".join(items)}</ol>'


# -- the folder: every file with its path ------------------------------------------------------------------------------


STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that the same content gives the same bytes."""


class Publication(Value, frozen=True, kw_only=True):
    """A tournament to publish, and what belongs to it."""

    name: str
    """Name of the event in file names: that of its file, without `.carrom-event`."""
    copy: PublicCopy
    original: str
    """Hash (SHA-256) of the original file."""
    records: tuple[RecordFile, ...]
    verification: Verification
    languages: tuple[str, ...] = LANGUAGES
    player: bytes = b""
    """The script that plays replays; empty if the client has not been built."""
    fonts: tuple[tuple[str, bytes], ...] = ()
    """Names and contents of font files for scripts that a device may lack."""


def published_files(publication: Publication) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of every file of the folder."""
    championship = publication.copy.championship
    playable = tuple(each for each in publication.records if each.game is not None)
    shell = Shell(
        championship=championship,
        languages=publication.languages,
        has_bracket=has_bracket(championship),
        has_replays=bool(playable),
    )
    yield STYLE_FILE, style_sheet(tuple(name for name, _ in publication.fonts)).encode()
    for name, content in publication.fonts:
        yield f"assets/{name}", content
    if playable:
        yield SCRIPT_FILE, publication.player
    for each in playable:
        assert each.game is not None
        yield each.data, replay_script(each.game).encode()
    downloads = dict(_downloads(publication))
    yield from ((f"{FILES}/{path}", content) for path, content in downloads.items())
    befores = {
        (stage.id, round.number): before_draw(championship, round)
        for stage in championship.stages
        for round in stage.rounds
    }
    log = downloads[f"{publication.name}.carrom-event"]
    sha256 = hashlib.sha256(log).hexdigest()
    hashes = Hashes(
        log=f"{publication.name}.carrom-event",
        sha256=sha256,
        original=publication.original if publication.copy.hidden else "",
        sealed=publication.copy.sealed,
    )
    for language in publication.languages:
        for page, text in _pages(publication, shell, language, hashes, befores):
            yield shell.file(page, language), text.encode()


def _downloads(publication: Publication) -> Iterator[tuple[str, bytes]]:
    championship = publication.copy.championship
    files: dict[str, bytes] = {
        f"{publication.name}.carrom-event": publication.copy.text.encode(),
        "event.json": as_json(event_export(championship)),
        "event-export.schema.json": schema_text().encode(),
        **{
            f"{name}.csv": csv_tables.written(rows).encode("utf-8-sig")
            for name, rows in tables_of(championship).items()
        },
        **{each.path: each.content for each in publication.records},
    }
    lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(files.items())]
    files["SHA256SUMS"] = "".join(lines).encode()
    yield from files.items()
    yield f"{publication.name}.zip", archive(files)


def tables_of(championship: Championship) -> Mapping[str, csv_tables.Rows]:
    """Return the four tables by name."""
    return {
        "entrants": csv_tables.entrants(championship),
        "fixtures": csv_tables.fixtures(championship),
        "results": csv_tables.finishes(championship),
        "standings": csv_tables.standings(championship),
    }


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive whose bytes depend on their names and contents only."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(path, STAMP), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _pages(
    publication: Publication,
    shell: Shell,
    language: str,
    hashes: Hashes,
    befores: Mapping[tuple[str, int], Championship],
) -> Iterator[tuple[str, str]]:
    """Yield every page in one language."""
    championship, records = shell.championship, publication.records
    replays = {each.fixture: each.page for each in records if each.game is not None}

    def place(page: str) -> Place:
        return Place(shell=shell, page=page, language=language)

    def page(name: str, title: str, body: str, scripts: Sequence[str] = ()) -> tuple[str, str]:
        return name, page_html(place(name), title, body, scripts)

    yield page("index.html", words("overview", language), _overview(place("index.html"), replays))
    yield page("standings.html", label("title.standings", language), standings_html(place("standings.html")))
    yield page("rounds.html", words("rounds", language), rounds_html(place("rounds.html")))
    for stage in championship.stages:
        for round in stage.rounds:
            name = f"rounds/{stage.id}.{round.number}.html"
            title = f"{stage.terms.title}, {label('round', language, round=round.number)}"
            before = befores[stage.id, round.number]
            yield page(name, title, round_html(place(name), stage, round, before, replays))
    if shell.has_bracket:
        yield page("bracket.html", label("title.bracket", language), brackets_html(place("bracket.html")))
    yield page("entrants.html", words("entrants", language), entrants_html(place("entrants.html")))
    for each in championship.entrants:
        name = f"entrants/{each.id}.html"
        yield page(name, each.name, entrant_html(place(name), each.id, replays))
    if shell.has_replays:
        yield page("replays.html", words("replays", language), replays_html(place("replays.html"), records))
    for record in records:
        if record.game is not None:
            title = f"{words('replay', language)} {record.fixture}"
            body = replay_html(place(record.page), record, record.game, is_superseded(championship, record))
            yield page(record.page, title, body, (SCRIPT_FILE, record.data))
    checks = checks_html(place("checks.html"), hashes, publication.verification, records)
    yield page("checks.html", words("seals", language), checks)
    downloads = downloads_html(place("downloads.html"), publication.name, shell.has_replays)
    yield page("downloads.html", words("files", language), downloads)


def is_superseded(championship: Championship, record: RecordFile) -> bool:
    """Return whether the result of a record's fixture was corrected, or decided otherwise, afterwards."""
    lines = [line for line, where in championship.lines if where == record.fixture]
    own = [line for line in lines if getattr(championship.events[line - 1], "source", "") == record.path]
    return bool(own) and any(
        line > own[-1] and not getattr(championship.events[line - 1], "stands", False) for line in lines
    )


def _overview(place: Place, replays: Mapping[str, str]) -> str:
    """Return the first page: contact, state, standings, and the round to be played, or the last one."""
    championship = place.shell.championship
    parts = []
    if championship.details.contact:
        parts.append(f"<p>{place.said('contact', contact=championship.details.contact)}</p>")
    shown = _current(championship)
    if shown is None:
        return "\n".join([*parts, f"<p>{place.word('undrawn')}</p>", entrants_html(place)])
    stage, round = shown
    is_over = not any(is_open(stage, each) for each in round.fixtures)
    parts.append(standings_html(place))
    title = f"{bdi(stage.terms.title)}, {place.said('round', round=round.number)}"
    parts.append(f"<h2>{place.word('latest' if is_over else 'current')}</h2><h3>{title}</h3>")
    parts.append(fixtures_html(place, stage, round, replays, {}))
    last = championship.events[-1]
    state = place.word("state", line=len(championship.events), time=moment(last.when))
    parts.append(f'<p class="quiet">{state}</p>')
    return "\n".join(parts)


def _current(championship: Championship) -> tuple[EventStage, Round] | None:
    """Return the due round of the last stage that is being played; the last drawn one if everything is over."""
    due = [(stage, round) for stage in reversed(championship.stages) if (round := due_round(stage))]
    found = next((each for each in due if any(is_open(each[0], one) for one in each[1].fixtures)), None)
    if found is not None:
        return found
    drawn = [(round.line, stage, round) for stage in championship.stages for round in stage.rounds]
    _, stage, round = max(drawn, key=lambda each: (each[0], each[2].number), default=(0, None, None))
    return None if stage is None or round is None else (stage, round)
