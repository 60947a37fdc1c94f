"""Examine a built documentation site: every link and anchor within it, and that what is public has its place."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

LINKS = {("a", "href"), ("link", "href"), ("img", "src"), ("script", "src"), ("source", "src"), ("video", "src")}
SECTIONS = ("Tutorials", "How-to guides", "Reference", "Rules", "Explanation", "Contributing")
"""The titles of the navigation, in this order."""
NOT_LINKED = {"404.html"}


class Page(HTMLParser):
    """The anchors, links, and titles of the navigation of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.images_without_text: list[str] = []
        self.tabs: list[str] = []
        self._in_tab = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag declares or refers to."""
        given = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := given.get(name)) and (tag != "meta")}
        for name, value in attrs:
            if (tag, name) in LINKS and value and given.get("rel") != "canonical":
                self.links.append(value)
        if tag == "img" and given.get("alt") is None:
            self.images_without_text.append(given.get("src") or "")
        self._in_tab = tag == "a" and "md-tabs__link" in (given.get("class") or "")

    def handle_data(self, data: str) -> None:
        """Collect the titles of the navigation."""
        if self._in_tab and data.strip():
            self.tabs.append(" ".join(data.split()))


@cache
def page(path: Path) -> Page:
    """Return what a file of the site declares and refers to."""
    return Page(path.read_text(encoding="utf-8"))


def pages(site: Path) -> list[str]:
    """Return the addresses of all pages, relative to the site's folder."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def target(address: str, link: str) -> tuple[str, str] | None:
    """Return the address and the anchor that a link of a page leads to, or None if it leads out of the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    if not path:
        return address, unquote(parts.fragment)
    if path.startswith("/"):
        found = normpath(path.lstrip("/") or ".")
    else:
        found = normpath(f"{address.rpartition('/')[0]}/{path}".lstrip("/"))
    if path.endswith("/") or found == ".":
        found = normpath(f"{found}/index.html")
    return found, unquote(parts.fragment)


def faults(site: Path) -> list[str]:
    """Return one sentence for each fault of a built site."""
    addresses = pages(site)
    if "index.html" not in addresses:
        return [f"{site} holds no site; build it first"]
    found = [*broken_links(site), *unreachable(site), *broken_search(site), *missing_names(site)]
    for address in addresses:
        found += [f"{address}: the picture {src} has no text" for src in page(site / address).images_without_text]
    return found


def broken_links(site: Path) -> list[str]:
    """Return the links to files and anchors that do not exist."""
    found = []
    for address in pages(site):
        for link in page(site / address).links:
            there = target(address, link)
            if there is None:
                continue
            if there[0].startswith("..") or not (site / there[0]).exists():
                found.append(f"{address}: {link} leads nowhere")
            elif there[1] and there[0].endswith(".html") and not _has(site / there[0], there[1]):
                found.append(f"{address}: {there[0]} has no anchor {there[1]!r}")
    return found


def _has(path: Path, anchor: str) -> bool:
    return anchor in page(path).anchors or anchor.startswith("__")


def unreachable(site: Path) -> list[str]:
    """Return the pages that no chain of links from the first page reaches."""
    reached, ahead = {"index.html"}, ["index.html"]
    while ahead:
        address = ahead.pop()
        for link in page(site / address).links:
            there = target(address, link)
            if there and there[0].endswith(".html") and there[0] not in reached and (site / there[0]).exists():
                reached.add(there[0])
                ahead.append(there[0])
    return [f"{address} is not linked from anywhere" for address in pages(site) if address not in reached | NOT_LINKED]


def broken_search(site: Path) -> list[str]:
    """Return the entries of the search index that lead nowhere, and the pages that it lacks."""
    index = site / "search.json"
    if not index.exists():
        return ["search.json is missing: the site has no search"]
    found, known = [], set()
    for item in json.loads(index.read_text(encoding="utf-8"))["items"]:
        address, _, anchor = item["location"].partition("#")
        address = address or "index.html"
        known.add(address)
        if not (site / address).exists() or (anchor and not _has(site / address, unquote(anchor))):
            found.append(f"search.json: {item['location']} leads nowhere")
    return found + [f"search.json lacks {address}" for address in pages(site) if address not in known | NOT_LINKED]


def missing_names(site: Path) -> list[str]:
    """Return the public names, environments and commands without a place in the reference, and missing sections."""
    import carrom
    from carrom.cli import COMMANDS
    from carrom.envs import ENVIRONMENTS

    reference = site / "reference"
    names, commands = page(reference / "names.html").anchors, page(reference / "cli.html").anchors
    environments = (reference / "environments.html").read_text(encoding="utf-8")
    found = [f"carrom.{name} has no place in names.html" for name in carrom.__all__ if f"carrom.{name}" not in names]
    found += [f"carrom {name} has no place in cli.html" for name in COMMANDS if f"carrom-{name}" not in commands]
    found += [f"{name} has no place in environments.html" for name in ENVIRONMENTS if name not in environments]
    tabs = page(site / "index.html").tabs
    found += [f"the navigation lacks {title}" for title in SECTIONS if title not in tabs]
    return found
