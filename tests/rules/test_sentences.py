"""Where the sentences about laws and rulings come from."""

import pytest

from carrom.board.disc import STRIKER
from carrom.board.outcome import Outcome
from carrom.rules.catalogue import laws
from carrom.rules.clause_order import LAWS
from carrom.rules.consequences import consequences
from carrom.rules.judge import judge
from carrom.rules.parameters import filled, target, values_of
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.rulesets import NAMES, named
from carrom.values import changed

from . import twin
from .told import FOLDER, HOUSE, READINGS, SWITCHES, readings_met, switches_set, told


def test_the_sentence_of_every_law_is_what_its_docstring_says() -> None:
    sentences = laws()
    in_books = {clause.key for name in NAMES for clause in named(name).clauses if not isinstance(clause.says, str)}
    assert set(sentences) == {f"law.{law.__name__}" for law in LAWS} | {f"law.{key}" for key in in_books}
    for law in LAWS:
        assert sentences[f"law.{law.__name__}"].split() == str(law.__doc__).split()


def test_a_ruling_without_dues_says_nothing_of_any() -> None:
    owing = judge(changed(Round.begin(ruleset("icf")), phase=Phase.PLAY), Outcome(pocketed=(STRIKER,), moved=True))
    keys = ("said.owe", "said.still-owe")
    assert [each.key for each in consequences(owing) if each.key in keys] == ["said.owe"]
    assert not [each for each in consequences(changed(owing, dues=())) if each.key in keys]


def test_the_values_of_a_sentence_stand_in_the_order_in_which_it_asks_for_them() -> None:
    figures = ruleset("icf").parameters
    asked = "{board_max} {how_a_game_is_won} {board_max} {match} {own_men}"
    names = [name for name, _ in values_of(asked, figures)]
    assert names[:4] == ["board_max", "how_a_game_is_won", "match", "own_men"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("target_points", "board_limit", "boards_won_limit", "words"),
    [
        (None, 1, None, "the highest total of one board"),
        (29, 1, None, "29 points or the lead after one board"),
        (None, 8, None, "the lead after eight boards"),
        (25, 8, None, "25 points or the lead after eight boards"),
        (None, None, 5, "five boards won"),
        (25, None, None, "25 points"),
    ],
)
def test_what_wins_a_game_is_said_of_every_limit_there_is(
    target_points: int | None, board_limit: int | None, boards_won_limit: int | None, words: str
) -> None:
    figures = changed(
        ruleset("icf").parameters,
        target_points=target_points,
        board_limit=board_limit,
        boards_won_limit=boards_won_limit,
    )
    assert target(figures) == words


def test_only_a_book_with_owned_colours_lets_anybody_pocket_the_man_that_gives_a_right_to_the_queen() -> None:
    said = {
        name: filled(
            "A player may take the queen once {a_man_of_his} has been pocketed, {by_whom}.",
            named(name).parameters,
            named(name).colours_are_owned,
        )
        for name in ("icf", "three-player")
    }
    assert said["icf"] == "A player may take the queen once one of the player's men has been pocketed, by either side."
    assert (
        said["three-player"]
        == "A player may take the queen once one of the player's counters has been pocketed, by that player."
    )


# -- Texts of rulings on random boards are unchanged


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", [HOUSE, *NAMES])
def test_rulings_are_told_as_they_were_kept(name: str) -> None:
    """Refresh with `python -m tests.rules.told`, and review the difference."""
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    for line, wanted in zip(told(name).split("\n"), stored, strict=True):
        assert line == wanted


@pytest.mark.slow
def test_readings_are_met_as_often_as_was_kept() -> None:
    assert readings_met() == (FOLDER / f"{READINGS}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_switch_puts_in_and_takes_out_what_was_kept() -> None:
    stored = (FOLDER / f"{SWITCHES}.txt").read_text(encoding="utf-8").split("\n")
    for line, wanted in zip(switches_set().split("\n"), stored, strict=True):
        assert line == wanted


def test_the_page_is_tested_with_the_rulings_of_today() -> None:
    assert twin.rulings() == twin.FILE.read_text(encoding="utf-8")
