"""Comparison of screenshots with small reference pictures: reduction, measure, contact sheets of references.

A picture is an array of shape (height, width, 3), red, green and blue from 0 to 255. References are a quarter as wide
and as high as the window, so that how a machine draws the edge of a letter does not matter.
"""

import base64
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

LOOKS = Path(__file__).with_name("looks")
"""The folder of the references: a contact sheet per size and scheme, and `names.json`, which lists its cells."""
REDUCTION = 4
"""How many pixels of the window, across and down, are one pixel of a reference."""
STEP = 8
"""References have multiples of this as levels: they compress to a third, and nobody sees the difference."""
TOLERANCE = 20
"""By how many levels a pixel may lie outside the colours around it in the other picture."""
SPOT, WINDOW = 6, 12
"""A place looks different where so many reduced pixels differ within a square of this side."""
ACROSS = 8
"""Cells in a row of a contact sheet."""
GAP = 12
"""Pixels between expected, got and difference."""

Picture = NDArray[np.uint8]

READ = """async ([data, type]) => {
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const reader = new FileReader();
  reader.readAsDataURL(new Blob([context.getImageData(0, 0, image.width, image.height).data]));
  await new Promise(done => reader.onload = done);
  return [image.width, image.height, reader.result.split(',')[1]];
}"""
WRITE = """async ([width, height, data, type]) => {
  const pixels = Uint8ClampedArray.from(atob(data), letter => letter.charCodeAt(0));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  const reader = new FileReader();
  reader.readAsDataURL(await canvas.convertToBlob({ type, quality: 1 }));
  await new Promise(done => reader.onload = done);
  return reader.result.split(',')[1];
}"""


def decoded(page: Page, data: bytes) -> Picture:
    """Return the pixels of a PNG or WebP file, read by the browser of an empty page."""
    kind = "image/png" if data.startswith(b"\x89PNG") else "image/webp"
    width, height, pixels = page.evaluate(READ, [base64.b64encode(data).decode(), kind])
    return np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)[:, :, :3].copy()


def encoded(page: Page, picture: Picture, kind: str) -> bytes:
    """Return a picture as a file of this media type without loss, written by the browser of an empty page."""
    height, width, _ = picture.shape
    opaque = np.dstack([picture, np.full((height, width), 255, np.uint8)])
    return base64.b64decode(page.evaluate(WRITE, [width, height, base64.b64encode(opaque.tobytes()).decode(), kind]))


def reduced(picture: Picture) -> Picture:
    """Return the mean colour of each square of `REDUCTION` pixels, rounded to `STEP` levels."""
    height, width, _ = picture.shape
    filled = np.pad(picture, ((0, -height % REDUCTION), (0, -width % REDUCTION), (0, 0)), mode="edge")
    rows, columns = filled.shape[0] // REDUCTION, filled.shape[1] // REDUCTION
    means = filled.reshape(rows, REDUCTION, columns, REDUCTION, 3).mean(axis=(1, 3))
    return np.minimum(np.round(means / STEP) * STEP, 255).astype(np.uint8)


def differing(expected: Picture, got: Picture) -> NDArray[np.bool_]:
    """Return which pixels of two reduced pictures differ.

    A pixel differs if it lies outside the range of the colours at and next to it in the other picture by more than
    `TOLERANCE`. What moves by less than a reduced pixel therefore stays equal.
    """
    return _outside(expected, got) | _outside(got, expected)


def _outside(picture: Picture, other: Picture) -> NDArray[np.bool_]:
    height, width, _ = picture.shape
    wide = np.pad(other.astype(np.int16), ((1, 1), (1, 1), (0, 0)), mode="edge")
    around = np.stack([wide[y : y + height, x : x + width] for y in range(3) for x in range(3)])
    levels = picture.astype(np.int16)
    beyond = np.maximum(levels - around.max(axis=0), around.min(axis=0) - levels)
    return np.asarray(beyond.max(axis=2) > TOLERANCE)


def largest_spot(differs: NDArray[np.bool_]) -> int:
    """Return the greatest number of differing pixels in any square of side `WINDOW`."""
    sums = np.pad(differs.astype(np.int32), ((WINDOW, WINDOW), (WINDOW, WINDOW))).cumsum(axis=0).cumsum(axis=1)
    counts = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    return int(counts.max())


def looks_alike(expected: Picture, got: Picture) -> bool:
    """Say whether two reduced pictures show the same."""
    return expected.shape == got.shape and largest_spot(differing(expected, got)) < SPOT


def side_by_side(expected: Picture, got: Picture) -> Picture:
    """Return expected, got and the difference next to each other, enlarged; what differs is red on grey."""
    height, width = np.maximum(expected.shape[:2], got.shape[:2])
    both = [np.pad(p, ((0, height - p.shape[0]), (0, width - p.shape[1]), (0, 0))) for p in (expected, got)]
    faint = (both[0].mean(axis=2, keepdims=True) // 4 + 160).astype(np.uint8).repeat(3, axis=2)
    faint[differing(*both)] = (220, 0, 0)
    gap = np.full((height, GAP // REDUCTION, 3), 128, np.uint8)
    row = np.concatenate([both[0], gap, both[1], gap, faint], axis=1)
    return row.repeat(REDUCTION, axis=0).repeat(REDUCTION, axis=1)


@dataclass
class References:
    """The reference pictures of one size of window and one scheme, by the names of the places."""

    sheet: str
    """Name of the contact sheet, such as `390x664-light`."""
    pictures: dict[str, Picture]

    @classmethod
    def read(cls, page: Page, sheet: str) -> "References":
        """Return the committed references, none where there is no such sheet."""
        path = LOOKS / f"{sheet}.webp"
        if not path.exists():
            return cls(sheet, {})
        names = json.loads((LOOKS / "names.json").read_text(encoding="utf-8"))[sheet]
        whole = decoded(page, path.read_bytes())
        height, width = whole.shape[0] // -(-len(names) // ACROSS), whole.shape[1] // ACROSS
        return cls(sheet, {
            name: whole[row * height : (row + 1) * height, column * width : (column + 1) * width]
            for name, (row, column) in zip(names, (divmod(at, ACROSS) for at in range(len(names))), strict=True)
        })  # fmt: skip

    def renew(self, name: str, picture: Picture) -> bool:
        """Store the reduced picture of a place, unless it looks like the reference; say whether it was stored."""
        before = self.pictures.get(name)
        if before is not None and looks_alike(before, picture):
            return False
        self.pictures[name] = picture
        return True

    def write(self, page: Page) -> None:
        """Write the contact sheet and its line of `names.json`."""
        pictures = list(self.pictures.values())
        height, width, _ = pictures[0].shape
        rows = -(-len(pictures) // ACROSS)
        whole = np.full((rows * height, ACROSS * width, 3), 128, np.uint8)
        for at, picture in enumerate(pictures):
            row, column = divmod(at, ACROSS)
            whole[row * height : (row + 1) * height, column * width : (column + 1) * width] = picture
        LOOKS.mkdir(exist_ok=True)
        (LOOKS / f"{self.sheet}.webp").write_bytes(encoded(page, whole, "image/webp"))
        path = LOOKS / "names.json"
        names = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        names[self.sheet] = list(self.pictures)
        lines = (f" {json.dumps(sheet)}: {json.dumps(names[sheet])}" for sheet in sorted(names))
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
