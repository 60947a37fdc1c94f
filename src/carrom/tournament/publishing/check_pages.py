"""Published pages of hashes, verification, decisions and downloads."""

from collections.abc import Sequence
from html import escape

from carrom.tournament.publishing.decisions import Decision, decisions, words
from carrom.tournament.publishing.html_pages import Place, bdi
from carrom.tournament.publishing.record_files import RecordFile
from carrom.tournament.publishing.verification import Verification
from carrom.tournament.standings.reasons import label
from carrom.values import Value

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
