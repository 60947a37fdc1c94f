"""Prints fill the sheets that the command counts: cards of three games on one, brackets without an empty second."""

import re
import shutil
import subprocess
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat

from carrom.cli import main
from carrom.cli.event_print import as_pdf
from carrom.tournament.draws import waves_left
from carrom.tournament.printing import as_html, brackets
from carrom.tournament.score_card import STATIC, cards, fonts, page_of
from carrom.values import changed

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def sheets(document, folder):
    """Return how many sheets a browser prints."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    page, pdf = folder / "page.html", folder / "page.pdf"
    page.write_text(as_html(document), encoding="utf-8")
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
    subprocess.run([CHROMIUM, *words, page.as_uri()], check=True, capture_output=True, timeout=60)
    return len(PAGE.findall(pdf.read_bytes()))


def played_cup(count):
    at = seat(hall(count, {"id": "c", "system": "cup", "third": "match"}), "c")
    rng = Random(count)
    while waves_left(at, at.section("c")):
        at = play(draw(at, "c"), "c", rng, level=False)
    return at


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("size", "match", "each"),
    [("a5", "best-of-3", 1), ("a4", "best-of-5", 2), ("a4", "best-of-3", 1), ("a5", "best-of-5", 2)],
)
def test_a_card_of_up_to_three_games_fills_one_sheet(tmp_path, size, match, each):
    at = draw(hall(4, {"id": "s", "system": "swiss", "match": match, "stage": "late"}), "s")
    document = changed(cards(at, "ta"), size=size)
    assert len(document.pages) == 2 * each
    assert sheets(document, tmp_path) == 2 * each


PAIRS = {
    "en": ("Bartholomew Ng & Wilhelmina Castell", "Christopher Lim / Evangeline Suarez"),
    "ta": ("காவேரி முருகன் / செந்தில்நாதன் வேலுச", "மீனாட்சிசுந்தரம் / பாலசுப்பிரமணியன்"),
    "ur": ("عبدالرحمان صدیقی / محمد شاہنواز علی", "غلام مصطفیٰ قادری / نصیرالدین چوہدری"),
}
MEASURE = """<script>addEventListener("load", () => document.fonts.ready.then(() => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((each) => each.getBoundingClientRect());
  const cells = [...document.querySelectorAll("dt, dd, td, th")];
  const out = cells.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent);
  const labels = boxes(".signed dt"), lines = boxes(".signed dd");
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const over = labels.flatMap((a, i) => [...labels.slice(i + 1), ...lines].filter((b) => meet(a, b)));
  const widths = lines.map((each) => Math.round(each.width * 25.4 / 96));
  const level = new Set(lines.map((each) => Math.round(each.bottom))).size;
  document.body.innerHTML = `<pre>${[out, over.length, Math.min(...widths), level].join("|")}|</pre>`;
}))</script>"""
"""Replaces the page by: texts wider than their cell, overlaps of signatures, the shortest line in mm, line heights."""


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(
    ("size", "language"), [("a5", "ta"), ("a4", "ur"), ("a5", "ur"), ("a4", "ta"), ("a5", "en"), ("a4", "en")]
)
def test_a_card_of_long_names_has_a_line_to_sign_for_each_and_fits_its_sheet(tmp_path, size, language):
    at = draw(hall(2, {"id": "s", "system": "swiss", "match": "best-of-3"}), "s")
    names = dict(zip(("p1", "p2"), PAIRS[language], strict=True))
    at = changed(at, entrants=tuple(changed(each, name=names[each.id]) for each in at.entrants))
    document = changed(cards(at, language), size=size)
    assert sheets(document, tmp_path) == 1
    page = page_of(document)
    (tmp_path / "page.html").write_text(page.replace("</body>", f"{MEASURE}</body>"), encoding="utf-8")
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,1500", "--virtual-time-budget=20000"]
    command = [CHROMIUM, *words, "--dump-dom", (tmp_path / "page.html").as_uri()]
    dom = subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode()
    wide, overlaps, shortest, heights, _ = dom.partition("<pre>")[2].split("|", 4)
    assert (wide, overlaps, heights) == ("", "0", "1")
    assert int(shortest) >= 50
    pytest.importorskip("typst")
    pdf = as_pdf(document, fonts(page))
    assert len(PAGE.findall(pdf)) == 1
    assert language != "ta" or b"NotoSansTamil" in pdf or not STATIC.exists()


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(("count", "pages"), [(32, 1), (33, 5), (2, 1), (16, 1), (17, 1), (64, 5)])
def test_a_bracket_has_no_empty_sheet_up_to_64(tmp_path, count, pages):
    document = brackets(played_cup(count), "en")
    assert len(document.pages) == pages
    assert sheets(document, tmp_path) == pages


def test_every_entrant_and_match_of_a_large_bracket_is_on_its_sheets():
    at = played_cup(64)
    text = as_html(brackets(at, "en"))
    for number in range(1, 65):
        assert f"{number}. Player {number}" in text
    assert text.count("<h1") == 5
    assert "Round 6" in text
    assert "For third place" in text


def test_the_command_counts_the_sheets_of_a_pdf_and_only_those_of_html_that_it_knows(tmp_path, capsys):
    pytest.importorskip("typst")
    file = str(tmp_path / "s.carrom-event")
    assert main(["event", "new", file, "--name", "S", "--stage", "s swiss match=best-of-3", "--lot", "3"]) == 0
    entries = "\n".join(["name", *(f"Player {number}" for number in range(60))])
    (tmp_path / "entries.csv").write_text(entries, encoding="utf-8")
    assert main(["event", "enter", file, "--csv", str(tmp_path / "entries.csv")]) == 0
    assert main(["event", "draw", file]) == 0
    capsys.readouterr()
    for what, name, many in (
        ("cards", "cards.pdf", "30 sheets"),
        ("cards", "cards.html", "30 sheets"),
        ("standings", "standings.html", ""),
    ):
        assert main(["event", "print", file, what, "--output", str(tmp_path / name)]) == 0
        said = capsys.readouterr().out
        assert said.endswith(f", {many}.\n" if many else "Standings.\n")
    assert main(["event", "print", file, "standings", "--paper", "a5", "--output", str(tmp_path / "s.pdf")]) == 0
    said = capsys.readouterr().out
    pages = len(PAGE.findall((tmp_path / "s.pdf").read_bytes()))
    assert f", {pages} sheets." in said
    assert pages > 1
