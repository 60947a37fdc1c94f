"""The break explorer: figures of the book's breaks on fresh racks."""

import pytest

from carrom.analysis.break_explorer import break_table
from carrom.analysis.requests import hand_named
from carrom.cli import main
from carrom.engine.break_book import page
from carrom.physics.surface import surface
from carrom.rules.ruleset import ruleset


def test_every_break_of_the_books_page_is_there_with_what_it_leads_to():
    hand = hand_named("state")
    found = break_table(ruleset("icf"), "club", hand, fastest=6.0)
    lines = page(270, surface("club").friction, hand.direction, 6.0).courses
    assert {each.book_kept for each in found.lines} == {each.kept for each in lines}
    for each in found.lines:
        assert each.speed <= 6.0 + 1e-6
        assert 0.0 <= each.success < 0.9
        assert abs(each.success - each.book_kept) < 0.25
        assert sum(one.share for one in each.results) <= 1.0 + 1e-3
        assert [one.share for one in each.results] == sorted((one.share for one in each.results), reverse=True)
        assert each.mine >= each.success
    assert max(each.success for each in found.lines) > 0.4, "some keep the turn"
    worths = [each.win if each.book_win is None else each.book_win for each in found.lines]
    assert worths == sorted(worths, reverse=True)


def test_the_rack_follows_from_the_rule_set():
    found = [break_table(ruleset(name), "slow", hand_named("club")) for name in ("icf", "club")]
    assert [each.angle for each in found] == [270, 45]
    assert found[0].position != found[1].position


def test_the_command_prints_the_breaks_and_draws_one(tmp_path, capsys):
    picture = tmp_path / "break.svg"
    assert main(["breaks", "--accuracy", "club", "--svg", str(picture)]) == 0
    said = capsys.readouterr().out
    assert "keeps the turn" in said
    assert "then wins" in said
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_where_nobody_owns_a_colour_the_pieces_that_fall_are_white_and_black(capsys):
    assert main(["breaks", "--ruleset", "points", "--accuracy", "club"]) == 0
    said = capsys.readouterr().out
    assert "pieces white" in said
    assert "opponents" not in said
    assert " own" not in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--fastest", "2"], "expected 3 to 10 m/s"),
        (["--number", "99"], "expected 1 to"),
        (["--ruleset", "chess"], "chess"),
        (["--surface", "ice"], "ice"),
    ],
)
def test_impossible_wishes_are_refused_in_one_sentence(words: list[str], why: str, capsys):
    assert main(["breaks", *words]) == 1
    assert why in capsys.readouterr().err
