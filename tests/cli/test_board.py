"""`carrom board check`: validate a position."""

import json

import pytest

from carrom.cli import main


def test_a_board_that_conforms_is_told_so_with_exit_code_0(capsys):
    assert main(["board", "check", "--surface", "740", "--frame", "70"]) == 0
    told = capsys.readouterr().out
    assert "The playing surface, from frame to frame: 740 mm conforms to clause A.1 (735 to 740 mm)." in told
    assert "Not measured: the thickness of the surface" in told
    assert told.endswith("None of 2 measurements break the laws.\n")


def test_a_board_that_breaks_a_clause_names_it_first_with_exit_code_1(capsys):
    assert main(["board", "check", "--frame", "70", "--surface", "741", "--piece", "31.5", "32"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("741 mm breaks clause A.1, which allows 735 to 740 mm.")
    assert lines[1] == "The diameter of a piece: 32 mm breaks clause B, which allows 30.2 to 31.8 mm."
    assert lines[-1] == "2 of 4 measurements break the laws."


def test_the_clauses_are_those_of_the_rule_set(capsys):
    assert main(["board", "check", "--height", "610"]) == 1
    assert main(["board", "check", "--height", "610", "--ruleset", "classic-29"]) == 0
    assert capsys.readouterr().out.endswith("The measurement is within the laws.\n")


def test_json_holds_every_verdict_and_what_is_missing(capsys):
    assert main(["board", "check", "--striker-mass", "15.5", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["measures"] == [
        {
            "measure": "striker-mass",
            "given": 15.5,
            "unit": "g",
            "clause": "the striker's clause",
            "least": None,
            "most": 15.0,
            "printed": None,
            "breaks": True,
        }
    ]
    assert "surface" in told["missing"]


@pytest.mark.parametrize("word", ["nix", "0", "-3", "nan", "inf", "5001", "", "7,4"])
def test_what_is_no_measure_is_refused_in_one_sentence(word, capsys):
    assert main(["board", "check", "--surface", word]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f'carrom board: --surface is "{word}"; expected a number of millimetres above 0, at most 5000.\n'


def test_nothing_measured_is_refused_with_what_can_be_given(capsys):
    assert main(["board", "check"]) == 1
    assert "No measurement was given; expected one of --surface, --thickness," in capsys.readouterr().err
