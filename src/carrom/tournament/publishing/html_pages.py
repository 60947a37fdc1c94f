"""The frame of published pages: head, navigation, language switch, links relative to the page."""

import posixpath
from collections.abc import Sequence
from html import escape

from carrom.i18n import OWN_NAMES, RIGHT_TO_LEFT
from carrom.tournament.publishing.decisions import words
from carrom.tournament.standings.reasons import label
from carrom.tournament.state import Championship
from carrom.values import Value

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
