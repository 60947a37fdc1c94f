"""Named real strokes: their contacts, times and places, and final positions."""

import json
import re

import pytest

from carrom.cli.simulate import form
from strokes.make import DRAWINGS, HERE, drawing, play

CASES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.json"))}


@pytest.mark.parametrize("name", CASES)
def test_a_named_stroke_is_played_as_it_was(name):
    case = CASES[name]
    answer = form(play(case))
    assert {key: case[key] for key in answer} == answer


@pytest.mark.parametrize("name", CASES)
def test_its_drawing_shows_its_ways(name):
    case = CASES[name]
    stored = (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")
    assert ways(stored) == ways(drawing(case, play(case)))
    assert ways(stored)


def ways(svg):
    """Return the ways of the discs in a drawing; the wood under them may change."""
    return re.findall(r'<path d="([^"]*)"[^>]* data-way="([^"]*)"', svg)


def meetings(name, disc):
    """Return what a disc met on the board, in order: not the frame that it meets over the hole that it falls into."""
    return [
        "-".join(contact["discs"]) if contact["kind"] == "disc" else contact["kind"]
        for contact in CASES[name]["contacts"]
        if disc in contact["discs"] and not (contact["kind"] == "frame" and min(map(abs, contact["at"])) > 325_500)
    ]


@pytest.mark.parametrize(
    ("name", "disc", "met"),
    [
        ("straight", "W1", ["S-W1", "pocket"]),
        ("cut", "W1", ["S-W1", "pocket"]),
        ("one-frame", "W1", ["S-W1", "frame", "pocket"]),
        ("two-frame", "W1", ["S-W1", "frame", "frame", "pocket"]),
        ("kiss", "W1", ["S-W1", "W1-B1", "pocket"]),
        ("plant", "B1", ["W1-B1", "pocket"]),
    ],
)
def test_each_stroke_is_what_its_name_says(name, disc, met):
    assert meetings(name, disc) == met


def test_a_man_frozen_to_the_frame_runs_along_it():
    case = CASES["frozen"]
    assert read(case["position"])["W1"][1] == 354_100
    assert case["pocketed"] == ["W1"]
    assert all(abs(contact["at"][1]) > 340_000 for contact in case["contacts"] if contact["discs"] == ["W1"])


def read(position):
    """Return the places of a position's text."""
    from carrom.board.notation import read_position

    return {placed.disc: (placed.at.x, placed.at.y) for placed in read_position(position)}
