"""The check of the documentation site finds what is broken in small sites."""

import json
from pathlib import Path

import pytest
from tools import docstring_examples, site_browser, site_check

TABS = "".join(f'<a class="md-tabs__link" href="/index.html">{title}</a>' for title in site_check.SECTIONS)


def site(folder: Path, pages: dict[str, str], found: list[str] | None = None) -> Path:
    """Write a site with these pages; its search knows all of them, or those that are given."""
    for name, body in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<html><body>{TABS}{body}</body></html>", encoding="utf-8")
    items = [{"location": name} for name in (pages if found is None else found)]
    (folder / "search.json").write_text(json.dumps({"items": items}), encoding="utf-8")
    return folder


def test_links_and_anchors_that_exist_are_no_faults(tmp_path):
    home = site(
        tmp_path,
        {
            "index.html": '<a href="a/b.html#here">b</a> <a href="https://example.org/x">out</a> <a href="#top">x</a>'
            '<p id="top"></p><img src="a/p.svg#only-light" alt="p">',
            "a/b.html": '<h1 id="here">b</h1><a href="../index.html#top">x</a><a href="..">x</a><a href="?q">x</a>',
        },
    )
    (home / "a" / "p.svg").write_text("<svg/>", encoding="utf-8")
    assert site_check.broken_links(home) == []
    assert site_check.unreachable(home) == []
    assert site_check.broken_search(home) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="missing.html">x</a>', "index.html: missing.html leads nowhere"),
        ('<a href="../out.html">x</a>', "index.html: ../out.html leads nowhere"),
        ('<img src="missing.png" alt="x">', "index.html: missing.png leads nowhere"),
        ('<script src="missing.js"></script>', "index.html: missing.js leads nowhere"),
        ('<a href="#there">x</a>', "index.html: index.html has no anchor 'there'"),
        ('<a href="b.html#there">x</a>', "index.html: b.html has no anchor 'there'"),
        ('<a href="b.html#%E0%A4%86">x</a>', "index.html: b.html has no anchor 'आ'"),
    ],
)
def test_a_broken_link_is_named_with_its_page(tmp_path, body, fault):
    home = site(tmp_path, {"index.html": f'{body}<a href="b.html">b</a>', "b.html": '<p id="here">b</p>'})
    assert site_check.broken_links(home) == [fault]


def test_a_page_without_a_link_to_it_is_found(tmp_path):
    home = site(tmp_path, {"index.html": "", "alone.html": '<a href="index.html">x</a>', "404.html": ""})
    assert site_check.unreachable(home) == ["alone.html is not linked from anywhere"]


def test_a_search_that_leads_nowhere_or_lacks_a_page_is_found(tmp_path):
    home = site(tmp_path, {"index.html": "", "b.html": ""}, ["index.html", "c.html", "index.html#no"])
    assert site_check.broken_search(home) == [
        "search.json: c.html leads nowhere",
        "search.json: index.html#no leads nowhere",
        "search.json lacks b.html",
    ]


def test_public_names_environments_commands_and_sections_need_their_places(tmp_path):
    pages = {f"reference/{name}.html": "" for name in ("names", "cli", "environments")}
    home = site(tmp_path, {"index.html": "", **pages})
    (home / "index.html").write_text("<html></html>", encoding="utf-8")
    found = site_check.missing_names(home)
    for fault in (
        "carrom.Game has no place in names.html",
        "carrom play has no place in cli.html",
        "carrom/Solo-v0 has no place in environments.html",
        "the navigation lacks Tutorials",
    ):
        assert fault in found


def test_a_picture_without_a_text_is_found(tmp_path):
    assert site_check.Page('<img src="a.png"><img src="b.png" alt="b">').images_without_text == ["a.png"]


def test_doctests_in_docstrings_become_code_and_the_rest_stays():
    text = "Return it.\n\nMore.\n\n>>> a\n1\n>>> b\n\nThen:\n\n>>> c\n2\n"
    assert docstring_examples.fenced(text) == (
        "Return it.\n\nMore.\n\n```pycon\n>>> a\n1\n>>> b\n```\n\nThen:\n\n```pycon\n>>> c\n2\n```\n"
    )
    assert docstring_examples.fenced("Nothing.") == "Nothing."


def test_a_page_that_asks_another_host_is_noted():
    found: list[str] = []
    for url in ("http://127.0.0.1:1/a.js", "data:image/png", "https://example.org/x.js"):
        site_browser._note(found, "http://127.0.0.1:1/a.html", url, "http://127.0.0.1:1/")
    assert found == ["a.html asks another host: https://example.org/x.js"]
