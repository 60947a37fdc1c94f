"""Printed sheets: every sheet in every language, complete and escaped; a filled score card; PDF export."""

import re
from html.parser import HTMLParser
from random import Random

import pytest
from tournament.halls import draw, hall, play, seat, teams

from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.tournament import printing, score_card
from carrom.tournament.championship import apply
from carrom.tournament.events import Corrected, Entered, Finished, LinedUp, Ruled, Withdrawn
from carrom.tournament.printing import as_html, as_typst
from carrom.tournament.score_card import Filled, PrintedCardRow, document

LANGUAGES = ("en", "hi", "ta", "bn", "ur", "si")


def busy():
    """Return groups with a withdrawal and a walkover, and a cup with a final and a match for third place."""
    sections = (
        {"id": "g", "system": "groups", "groups": 2, "qualify": 2},
        {"id": "cup", "system": "cup", "source": "g", "match": "best-of-3", "third": "match"},
    )
    at = seat(hall(8, *sections), "g")
    rng = Random(4)
    for _ in range(3):
        at = play(draw(at, "g"), "g", rng)
    at = draw(seat(at, "cup"), "cup")
    at = apply(at, Finished(fixture="cup.1.1", games=((25, 3), (3, 25), (25, 8))))
    at = apply(
        at, Finished(fixture="cup.1.2", how="walkover", against=at.sections[1].waves[0].fixtures[1].b, law="Law 143i")
    )
    return draw(apply(at, Withdrawn(entrant="p8", section="g", reason='ill "again"')), "cup")


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
    sections = ({"id": "c", "system": "cup", "third": "match"},)
    text = as_html(printing.brackets(draw(seat(hall(6, *sections), "c"), "c"), "en"))
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
    printed = as_html(document(at, "cards", "en", wave="due"))
    assert re.findall(r"g\.[0-9]\.[0-9]", printed) == ["g.1.2", "g.1.3", "g.1.4"]
    assert len(document(at, "cards", "en").pages) == 12
    assert "g.2.1" not in as_html(document(at, "fixtures", "en", wave="due"))
    for wave in at.sections[0].waves:
        for each in wave.fixtures:
            if each.finish is None:
                at = apply(at, Finished(fixture=f"g.{wave.number}.{each.number}", games=((25, 3),)))
    with pytest.raises(RefusedRequest, match="no match of a drawn round is open; choose a round, or all"):
        document(at, "cards", "en", wave="due")
    with pytest.raises(RefusedRequest, match="no match of a drawn round is open"):
        document(at, "ties", "en", wave="due")


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
    line = len(at.happenings)
    corrected = apply(at, Corrected(line=line, games=((25, 18),), reason="card misread"))
    assert remarks(corrected) == ("", {f"Corrected (line {line + 1})": "card misread"})
    ruled = apply(at, Ruled(line=line, games=((25, 18),), reason="queen not covered", by="referee:ravi"))
    assert remarks(ruled) == ("", {f"Referee's ruling (line {line + 1})": "queen not covered"})
