"""Printed sheets: every sheet in every language, complete and escaped; a filled score card; PDF export."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams

from carrom.cli import main
from carrom.cli.event_print import as_pdf
from carrom.errors import RefusedRequest
from carrom.tournament import printing, score_card
from carrom.tournament.championship import apply
from carrom.tournament.draws import rounds_left
from carrom.tournament.events import Corrected, Entered, Finished, LinedUp, Ruled, Withdrawn
from carrom.tournament.printing import as_html, as_typst, brackets
from carrom.tournament.score_card import STATIC, Filled, PrintedCardRow, cards, document, fonts, page_of
from carrom.values import changed

LANGUAGES = ("en", "hi", "ta", "bn", "ur", "si")


def busy():
    """Return groups with a withdrawal and a walkover, and a knockout with a final and a match for third place."""
    stages = (
        {"id": "g", "system": "groups", "groups": 2, "qualify": 2},
        {"id": "cup", "system": "knockout", "source": "g", "match": "best-of-3", "third": "match"},
    )
    at = seat(hall(8, *stages), "g")
    rng = Random(4)
    for _ in range(3):
        at = play(draw(at, "g"), "g", rng)
    at = draw(seat(at, "cup"), "cup")
    at = apply(at, Finished(fixture="cup.1.1", games=((25, 3), (3, 25), (25, 8))))
    at = apply(
        at, Finished(fixture="cup.1.2", how="walkover", against=at.stages[1].rounds[0].fixtures[1].b, law="Law 143i")
    )
    return draw(apply(at, Withdrawn(entrant="p8", stage="g", reason='ill "again"')), "cup")


def league():
    at = draw(seat(teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "doubles")}), "l"), "l")
    for side in ("t1", "t4"):
        a, b, _ = at.entrant(side).players
        at = apply(at, LinedUp(fixture="l.1.1", entrant=side, players=((a,), (b,), (a, b))))
    at = apply(at, Finished(fixture="l.1.1.1", games=((25, 14),)))
    return apply(at, Finished(fixture="l.1.1.2", games=((25, 20),)))


SHEETS = {
    "card": lambda language: score_card.blank(busy(), language),
    "cards": lambda language: score_card.cards(busy(), language),
    "tie": lambda language: score_card.blank_tie(league(), language),
    "ties": lambda language: score_card.ties(league(), language),
    "fixtures": lambda language: printing.fixtures(busy(), language),
    "brackets": lambda language: printing.brackets(busy(), language),
    "standings": lambda language: printing.standings(busy(), language),
    "log": lambda language: printing.log(busy(), language),
}
VOID = {"meta", "col", "path", "br"}


class Nested(HTMLParser):
    """Checks that HTML elements are closed in the order in which they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.slow(first=16)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", SHEETS)
def test_every_sheet_is_whole_in_every_language(what, language):
    sheet = SHEETS[what](language)
    text = as_html(sheet)
    assert Nested(text).open == []
    assert f'lang="{language}"' in text
    assert re.findall(r"event\.[a-z]|word\.key|\{[a-z]+\}", text.partition("</style>")[2]) == []
    assert 'dir="rtl"' in text if language == "ur" else 'dir="ltr"' in text
    assert as_typst(sheet, ("Any",)).count('"') % 2 == 0


def test_names_are_never_markup():
    name = '<b>#strong[x]</b> & "q" \\ $y$'
    at = apply(hall(1, {"id": "s", "system": "swiss"}), Entered(id="new", name=name))
    sheet = printing.fixtures(draw(at, "s"), "en")
    assert "&lt;b&gt;#strong[x]&lt;/b&gt; &amp; &quot;q&quot;" in as_html(sheet)
    assert '"<b>#strong[x]</b> & \\"q\\" \\\\ $y$"' in as_typst(sheet, ("Any",))


def test_a_line_up_is_shown_once_both_teams_have_given_theirs():
    text = as_html(score_card.ties(league(), "en"))
    assert "T1 A, T1 B" in text
    assert "not played" in text
    assert "T2 A" not in text


def test_a_card_is_filled_with_what_its_record_says():
    at = busy()
    row = PrintedCardRow(board="1", breaker="Player 1", first=("3", "4", "7"), second=("Nil", "Nil", "0"))
    filled = Filled(toss="Player 1", choice="break", umpire="Ravi", games=((row,),))
    text = as_html(score_card.cards(at, "en", ("cup", 1), (("cup.1.1", filled),)))
    assert text.count("<section") == 2
    assert all(f">{word}<" in text for word in ("Player 1", "Ravi", "break", "Nil", "7"))
    assert text.count('<td class="framed strong figure number">25</td>') == 3


def test_a_bracket_names_where_who_is_not_known_yet_comes_from():
    stages = ({"id": "c", "system": "knockout", "third": "match"},)
    text = as_html(printing.brackets(draw(seat(hall(6, *stages), "c"), "c"), "en"))
    assert "Winner of c.1.2" in text
    assert "Loser of c.2.1" in text
    assert text.count("bye") == 2


def test_what_cannot_be_printed_is_refused_in_one_sentence(tmp_path, capsys):
    path = str(tmp_path / "x.carrom-event")
    main(["event", "new", path, "--name", "T", "--stage", "s swiss", "--tables", "2"])
    taken = tmp_path / "there.html"
    taken.write_text("mine", encoding="utf-8")
    for words, why in (
        (["fixtures"], "there is nothing to print yet"),
        (["brackets"], "no knockout stage has been drawn"),
        (["ties"], "there is nothing to print yet"),
        (["tie"], "no stage has rubbers"),
        (["tables"], "expected the address of the hall's page"),
        (["cards", "--round", "s.1"], "s.1 is not drawn yet"),
        (["card", "--output", str(tmp_path / "x.docx")], "does not end in .html or .pdf"),
        (["card", "--output", str(taken)], "exists already"),
    ):
        capsys.readouterr()
        assert main(["event", "print", path, *words]) == 1
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert why in err
    assert taken.read_text(encoding="utf-8") == "mine"
    assert main(["event", "print", path, "tables", "--address", "http://10.0.0.2:8000"]) == 0
    out = capsys.readouterr().out
    assert out.count("<svg") == 2
    assert "http://10.0.0.2:8000/live/2" in out


def test_cards_of_what_is_due_are_those_of_open_matches_of_the_first_unfinished_round():
    at = seat(hall(8, {"id": "g", "system": "groups", "groups": 2}), "g")
    for _ in range(3):
        at = draw(at, "g")
    at = apply(at, Finished(fixture="g.1.1", games=((25, 3),)))
    printed = as_html(document(at, "cards", "en", round="due"))
    assert re.findall(r"g\.[0-9]\.[0-9]", printed) == ["g.1.2", "g.1.3", "g.1.4"]
    assert len(document(at, "cards", "en").pages) == 12
    assert "g.2.1" not in as_html(document(at, "fixtures", "en", round="due"))
    for round in at.stages[0].rounds:
        for each in round.fixtures:
            if each.finish is None:
                at = apply(at, Finished(fixture=f"g.{round.number}.{each.number}", games=((25, 3),)))
    with pytest.raises(RefusedRequest, match="no match of a drawn round is open; choose a round, or all"):
        document(at, "cards", "en", round="due")
    with pytest.raises(RefusedRequest, match="no match of a drawn round is open"):
        document(at, "ties", "en", round="due")


def remarks(at):
    """Return the remarks of the first card, and what is printed as the reason of a correction or ruling."""
    (block,) = [
        each
        for page in score_card.cards(at, "en", ("s", 1)).pages[:1]
        for each in page.blocks
        if "Umpire's remarks" in dict(getattr(each, "pairs", ()))
    ]
    rows = dict(block.pairs)
    return rows["Umpire's remarks"], {name: text for name, text in rows.items() if "line" in name}


def test_the_reason_of_a_correction_is_not_printed_as_the_umpires_remark():
    at = draw(hall(2, {"id": "s", "system": "swiss"}), "s")
    at = apply(at, Finished(fixture="s.1.1", games=((25, 12),), reason="lamp failed"))
    assert remarks(at) == ("lamp failed", {})
    line = len(at.events)
    corrected = apply(at, Corrected(line=line, games=((25, 18),), reason="card misread"))
    assert remarks(corrected) == ("", {f"Corrected (line {line + 1})": "card misread"})
    ruled = apply(at, Ruled(line=line, games=((25, 18),), reason="queen not covered", by="referee:ravi"))
    assert remarks(ruled) == ("", {f"Referee's ruling (line {line + 1})": "queen not covered"})


# -- Prints fill the sheets that the command counts: cards of three games on one, brackets without an empty second

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
    at = seat(hall(count, {"id": "c", "system": "knockout", "third": "match"}), "c")
    rng = Random(count)
    while rounds_left(at, at.stage("c")):
        at = play(draw(at, "c"), "c", rng, level=False)
    return at


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("size", "match", "each"),
    [("a5", "best-of-3", 1), ("a4", "best-of-5", 2), ("a4", "best-of-3", 1), ("a5", "best-of-5", 2)],
)
def test_a_card_of_up_to_three_games_fills_one_sheet(tmp_path, size, match, each):
    at = draw(hall(4, {"id": "s", "system": "swiss", "match": match, "part": "late"}), "s")
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
