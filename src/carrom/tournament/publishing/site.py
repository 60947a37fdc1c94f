"""The published folder of a tournament: every file with its path, made from the tournament alone."""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from carrom.i18n import LANGUAGES
from carrom.tournament.import_export import csv_tables
from carrom.tournament.publishing.check_pages import FILES, Hashes, checks_html, downloads_html
from carrom.tournament.publishing.decisions import moment, words
from carrom.tournament.publishing.event_export import as_json, event_export, schema_text
from carrom.tournament.publishing.html_pages import SCRIPT_FILE, STYLE_FILE, Place, Shell, bdi, page_html
from carrom.tournament.publishing.privacy import PublicCopy
from carrom.tournament.publishing.record_files import RecordFile
from carrom.tournament.publishing.replay_pages import replay_html, replay_script, replays_html
from carrom.tournament.publishing.round_pages import fixtures_html, round_html, rounds_html
from carrom.tournament.publishing.standings_pages import (
    brackets_html,
    entrant_html,
    entrants_html,
    has_bracket,
    standings_html,
)
from carrom.tournament.publishing.style import style_sheet
from carrom.tournament.publishing.verification import Verification
from carrom.tournament.standings.reasons import before_draw, label
from carrom.tournament.state import Championship, Section, Wave
from carrom.tournament.venue.schedule import due_wave, is_open
from carrom.values import Value

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
        (section.id, wave.number): before_draw(championship, wave)
        for section in championship.sections
        for wave in section.waves
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
    for section in championship.sections:
        for wave in section.waves:
            name = f"rounds/{section.id}.{wave.number}.html"
            title = f"{section.terms.title}, {label('wave', language, wave=wave.number)}"
            before = befores[section.id, wave.number]
            yield page(name, title, round_html(place(name), section, wave, before, replays))
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
    own = [line for line in lines if getattr(championship.happenings[line - 1], "source", "") == record.path]
    return bool(own) and any(
        line > own[-1] and not getattr(championship.happenings[line - 1], "stands", False) for line in lines
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
    section, wave = shown
    is_over = not any(is_open(section, each) for each in wave.fixtures)
    parts.append(standings_html(place))
    title = f"{bdi(section.terms.title)}, {place.said('wave', wave=wave.number)}"
    parts.append(f"<h2>{place.word('latest' if is_over else 'current')}</h2><h3>{title}</h3>")
    parts.append(fixtures_html(place, section, wave, replays, {}))
    last = championship.happenings[-1]
    state = place.word("state", line=len(championship.happenings), time=moment(last.when))
    parts.append(f'<p class="quiet">{state}</p>')
    return "\n".join(parts)


def _current(championship: Championship) -> tuple[Section, Wave] | None:
    """Return the due round of the last stage that is being played; the last drawn one if everything is over."""
    due = [(section, wave) for section in reversed(championship.sections) if (wave := due_wave(section))]
    found = next((each for each in due if any(is_open(each[0], one) for one in each[1].fixtures)), None)
    if found is not None:
        return found
    drawn = [(wave.line, section, wave) for section in championship.sections for wave in section.waves]
    _, section, wave = max(drawn, key=lambda each: (each[0], each[2].number), default=(0, None, None))
    return None if section is None or wave is None else (section, wave)
