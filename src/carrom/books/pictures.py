"""The drawings of the rule books by name, each drawn on first use."""

import re
from functools import cache

from carrom.books.values import BookPicture
from carrom.draw.dimensions import measured_board
from carrom.draw.grips import grips
from carrom.draw.set_up import set_up
from carrom.draw.technique import TECHNIQUES, technique_picture
from carrom.errors import RulesError
from carrom.rules.ruleset import NAMES, ruleset


def arms() -> dict[int, str]:
    """Return the colour name of the pieces in a rack's arm, white or brown, by the angle of the first arm."""
    figures = [ruleset(name).parameters for name in NAMES]
    return {each.setup_angle: "brown" if each.white_is_brown else "white" for each in figures}


def set_up_name(angle: int) -> str:
    """Return the name of the drawing of a rack."""
    return f"set-up-{angle}"


@cache
def drawing(name: str) -> str:
    """Return a drawing as SVG. Raises `RulesError` for an unknown name."""
    if name == "board":
        return measured_board()
    if name == "grips":
        return grips()
    for angle, men in arms().items():
        if name == set_up_name(angle):
            return set_up(angle, white=men)
    for technique in TECHNIQUES:
        if name == technique.name:
            return technique_picture(technique)
    raise RulesError(f"no drawing is called {name!r}: there are {', '.join(names())}")


def names() -> tuple[str, ...]:
    """Return the names of every drawing."""
    return ("board", "grips", *map(set_up_name, sorted(arms())), *(technique.name for technique in TECHNIQUES))


def shown(name: str, title: str) -> BookPicture:
    """Return the reference to a drawing for a page."""
    size = re.search(r'width="(\d+)" height="(\d+)"', drawing(name))
    assert size is not None, "a drawing has a size"
    return BookPicture(name=name, title=title, width=int(size[1]), height=int(size[2]))
