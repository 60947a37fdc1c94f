"""Every place of the page looks as in its reference picture, in four sizes of window.

A slice of the places is compared in every run, all of them with `--all`. `docs/pictures/places.py FOLDER
--references` renews the references.
"""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from e2e.comparison import (
    LOOKS,
    Picture,
    References,
    decoded,
    encoded,
    looks_alike,
    reduced,
    side_by_side,
)
from e2e.conftest import ROOT, Server, launched, served
from playwright.sync_api import Browser

SLICE = ("home", "first-stroke", "board-over")
SLICE_SIZES = ("390x664", "1440x900")


def places() -> Any:
    """Return the module that visits the places: a script beside the documentation's pictures."""
    if "places" not in sys.modules:
        found = importlib.util.spec_from_file_location("places", ROOT / "docs" / "pictures" / "places.py")
        assert found is not None
        assert found.loader is not None
        sys.modules["places"] = importlib.util.module_from_spec(found)
        found.loader.exec_module(sys.modules["places"])
    return sys.modules["places"]


@pytest.fixture(scope="module")
def unchanging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose racks and strokes are always the same."""
    yield from served(tmp_path_factory.mktemp("looks") / "data", places().UNCHANGING)


def changed(browser: Browser, server: Server, sheets: list[tuple[str, str]], names: tuple[str, ...], to: Path) -> str:
    """Return a line for every place that does not look as in its reference; write the pictures to a folder."""
    page, lines = browser.new_page(), []
    everything = places().Everything(server.address, browser, names)
    for size, scheme in sheets:
        sheet = f"{size}-{scheme}"
        references = References.read(page, sheet).pictures
        for name, data in everything.constant(size, scheme):
            got, expected = reduced(decoded(page, data)), references.get(name)
            if expected is None:
                lines.append(f"{name} at {sheet} has no reference")
            elif not looks_alike(expected, got):
                file = to / f"{sheet}-{name}.png"
                file.write_bytes(encoded(page, side_by_side(expected, got), "image/png"))
                lines.append(f"{name} at {sheet} looks different: {file}")
    page.close()
    return "\n".join(lines)


def assert_unchanged(lines: str, folder: Path) -> None:
    """Fail with the places that look different and with what to do."""
    assert not lines, (
        f"{lines}\nExpected, got and difference stand next to each other in {folder}. If the new look is wanted: "
        "PYTHONPATH=tests python3 dev.py python docs/pictures/places.py FOLDER --references"
    )


def test_three_places_look_as_in_their_references(browser, unchanging, tmp_path):
    assert_unchanged(changed(browser, unchanging, [(size, "light") for size in SLICE_SIZES], SLICE, tmp_path), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scheme"), places().COMPARED)
def test_every_place_looks_as_in_its_reference(size, scheme, browser, unchanging, tmp_path):
    assert_unchanged(changed(browser, unchanging, [(size, scheme)], (), tmp_path), tmp_path)


def screen(
    button: int = 40, bar: bool = True, primary: str = "9b1c2e", piece: str = "f3e6cf", offset: int = 0
) -> Picture:
    """Return a picture of a phone with a page: lines of text, cards, a button, a board with pieces, a bar."""
    picture = np.full((664, 390, 3), colour("f6f1e7"), np.uint8)
    picture[60:410, 20:370] = np.linspace(225, 205, 350)[:, None, None] * np.array([1, 0.88, 0.66])
    for number in range(8):
        filled_circle(picture, 60 + 40 * number, 200, "221813" if number % 2 else "f3e6cf")
    filled_circle(picture, 195, 300, piece)
    for top in (16, 30, 440, 456, 540):
        for left in range(24, 300, 12):
            picture[top + offset : top + offset + 8, left : left + 4] = colour("221813")
    picture[480:530, 40:180] = colour("ffffff")
    picture[480:530, button + 180 : button + 300] = colour(primary)
    if bar:
        picture[608:] = colour("ffffff")
        for left in range(20, 390, 65):
            picture[618:640, left : left + 22] = colour("65564a")
    return picture


def colour(name: str) -> list[int]:
    """Return red, green and blue of six hexadecimal digits."""
    return list(bytes.fromhex(name))


def filled_circle(picture: Picture, x: int, y: int, name: str) -> None:
    """Draw a piece as large as a board on a phone shows it."""
    rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
    picture[(rows - y) ** 2 + (columns - x) ** 2 <= 8**2] = colour(name)


DOCTORED = {
    "a button moved by 24 pixels": {"button": 64},
    "a missing bar": {"bar": False},
    "another colour": {"primary": "c43c4f"},
    "an inverted piece": {"piece": "221813"},
}


def test_what_changes_the_look_is_noticed():
    expected = reduced(screen())
    assert [name for name, change in DOCTORED.items() if looks_alike(expected, reduced(screen(**change)))] == []


def test_edges_of_letters_a_pixel_further_and_noise_pass():
    noise = np.random.default_rng(1).integers(-6, 7, (664, 390, 3))
    noisy = np.clip(screen(offset=1) + noise, 0, 255).astype(np.uint8)
    assert looks_alike(reduced(screen()), reduced(noisy))


def test_a_picture_of_another_size_is_not_alike():
    assert not looks_alike(reduced(screen()), reduced(screen()[:-8]))


def test_a_renewal_leaves_references_that_still_match():
    references = References("390x664-light", {"home": reduced(screen())})
    assert not references.renew("home", reduced(screen(offset=1)))
    assert (references.pictures["home"] == reduced(screen())).all()
    assert references.renew("home", reduced(screen(bar=False)))
    assert (references.pictures["home"] == reduced(screen(bar=False))).all()


def test_the_references_are_small_and_are_of_every_place_and_size():
    files = sorted(LOOKS.iterdir())
    assert [path.name for path in files if path.suffix == ".webp"] == sorted(
        f"{size}-{scheme}.webp" for size, scheme in places().COMPARED
    )
    assert sum(path.stat().st_size for path in files) < 1_500_000


STYLES = {
    "a button moved by 24 pixels": "[data-testid=play] { transform: translateX(-24px) }",
    "an outlined button moved by 24 pixels": "[data-testid=change] { transform: translateX(24px) }",
    "a missing bar": "[data-testid=places] { visibility: hidden }",
    "another primary colour": ":root { --primary: #c43c4f !important }",
    "another surface": ":root { --surface: #e3d8c5 !important }",
    "larger letters": ":root { --text-s: 1.125rem !important }",
}


@pytest.mark.slow
def test_what_changes_the_look_of_a_real_place_is_noticed(browser, unchanging):
    page, everything = browser.new_page(), places().Everything(unchanging.address, browser, ("home",))
    expected, *others = (
        reduced(decoded(page, everything.picture("390x664", "light", "home", more))) for more in ("", *STYLES.values())
    )
    page.close()
    assert [name for name, got in zip(STYLES, others, strict=True) if looks_alike(expected, got)] == []


@pytest.mark.slow
def test_another_rasteriser_of_letters_passes(browser, unchanging):
    flags = ("--font-render-hinting=full", "--disable-lcd-text", "--disable-font-subpixel-positioning")
    other = launched(SimpleNamespace(chromium=browser.browser_type), *flags)
    page = browser.new_page()
    one, another = (
        reduced(
            decoded(page, places().Everything(unchanging.address, each, ("home",)).picture("390x664", "light", "home"))
        )
        for each in (browser, other)
    )
    page.close()
    other.close()
    assert looks_alike(one, another)
