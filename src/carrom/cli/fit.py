"""The `carrom fit` command: fit a surface to filmed strokes, or write the calibration sheet."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.options import SURFACE_HELP, read_surface
from carrom.errors import RefusedRequest, SetupError

if TYPE_CHECKING:
    from carrom.physics.fitting import FittedSurface

EXAMPLES = """examples:
  carrom fit --sheet sheet.pdf                                   the calibration sheet to print, and what to film
  carrom fit tracks.csv --output board.json                      tracks in metres of the board's frame
  carrom fit tracks.csv --marks marks.csv --image 1920x1080      tracks in pixels, with marks for the camera
  carrom simulate --stroke x0.vx0.vy3000000 --surface board.json

tracks.csv has the columns stroke, time (s), disc (S, Q, W1 ... B9), x and y; marks.csv px, py and mark (A1 ... E7,
south-left ...) or x and y; runs.csv speed (m/s) and runs. docs/how-to/fitting.md explains how to film.
"""
MOST_BYTES = 200_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("tracks", nargs="?", type=Path, metavar="TRACKS.csv", help="tracked strokes")
    parser.add_argument(
        "--marks", type=Path, metavar="MARKS.csv", help="known places in the image; tracks are then in pixels"
    )
    parser.add_argument("--image", metavar="WIDTHxHEIGHT", help="size of the image in pixels, such as 1920x1080")
    parser.add_argument("--runs", type=Path, metavar="RUNS.csv", help="the laws' test of the surface: speeds and runs")
    parser.add_argument("--surface", default="club", help=f"parameters that are not fitted; {SURFACE_HELP}")
    parser.add_argument("--output", type=Path, metavar="FILE.json", help="write the surface, for --surface FILE.json")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="write a plot of the residuals of every stroke")
    parser.add_argument("--json", action="store_true", help="print parameters, intervals and residuals as JSON")
    parser.add_argument("--seed", type=int, default=0, help="seed of the bootstrap (default: 0)")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write the calibration sheet: .pdf or .svg, A4")


def run(args: argparse.Namespace) -> int:
    """Write the sheet, or fit the tracks and print the surface."""
    if args.sheet is not None:
        return _write_sheet(args.sheet)
    if args.tracks is None:
        raise RefusedRequest("expected a table of tracked strokes, such as `carrom fit tracks.csv`, or --sheet FILE.")
    if args.seed < 0:
        raise RefusedRequest(f"--seed is {args.seed}; expected a whole number from 0.")
    from carrom.physics.fitting.estimate import residual_plot
    from carrom.physics.surface import parameters_of

    found = _fitted(args)
    values = parameters_of(found.surface)
    if args.output is not None:
        _write(args.output, (json.dumps(values, indent=2) + "\n").encode())
    if args.plot is not None:
        _write(args.plot, residual_plot(found, _unit(args)).encode())
    if args.json:
        print(json.dumps(_json(found, values, _unit(args))))
    else:
        print("\n".join(_table(found, args.marks is not None)))
    return 0


def _fitted(args: argparse.Namespace) -> "FittedSurface":
    from carrom.physics.fitting import fit_camera, fit_surface, read_marks, read_runs, read_tracks
    from carrom.physics.surface import surface

    if (args.marks is None) != (args.image is None):
        raise RefusedRequest(
            "--marks and --image belong together: the marks, and the size of the image such as 1920x1080."
        )
    camera = marks = None
    if args.marks is not None:
        camera, marks = fit_camera(read_marks(_text(args.marks)), _image(args.image))
    given = surface(read_surface(args.surface))
    strokes = read_tracks(_text(args.tracks), pixels=camera is not None)
    runs = () if args.runs is None else read_runs(_text(args.runs))
    return fit_surface(strokes, runs, camera, marks, seed=args.seed, given=given)


def _image(word: str):  # type: ignore[no-untyped-def]
    from carrom.physics.fitting import Image

    width, _, height = word.lower().partition("x")
    try:
        image = Image(float(width), float(height))
    except ValueError:
        image = Image(0, 0)
    if not (16 <= image.width <= 100_000 and 16 <= image.height <= 100_000):
        raise RefusedRequest(f"--image is {word!r:.40}; expected width and height in pixels, such as 1920x1080.")
    return image


def _unit(args: argparse.Namespace) -> str:
    return "m" if args.marks is None else "pixels"


def _table(found: "FittedSurface", in_pixels: bool) -> list[str]:
    """Return the result as lines of text."""
    used = [each for each in found.strokes if not each.left_out]
    error = f"{found.error:.2f} pixels" if in_pixels else f"{1e3 * found.error:.2f} mm"
    lines = ["parameter            value    95 % interval"]
    for each in found.parameters:
        text = f"not measured: {each.missing}" if each.missing else f"{each.low:.4f} to {each.high:.4f}"
        lines.append(f"{each.name:18} {each.value:7.4f}    {text}")
    lines.append(f"{len(used)} strokes are followed within {error} a coordinate (root mean square)")
    for test, runs in found.runs:
        lines.append(f"run test at {test.speed:g} m/s: {test.runs:g} runs measured, {runs:.2f} on this surface")
    if found.frames_left_out:
        lines.append(f"left out: {found.frames_left_out} frames far off the rest of their stroke")
    if found.left_out:
        lines.append(f"left out: strokes that the simulator does not follow: {', '.join(found.left_out)}")
    return lines


def _json(found: "FittedSurface", values: dict[str, float | str], unit: str) -> dict[str, object]:
    return {
        "surface": values,
        "parameters": [{name: getattr(each, name) for name in each.__struct_fields__} for each in found.parameters],
        "error": found.error,
        "unit": unit,
        "strokes": [{name: getattr(each, name) for name in each.__struct_fields__} for each in found.strokes],
        "runs": [{"speed": test.speed, "measured": test.runs, "fitted": runs} for test, runs in found.runs],
        "frames_left_out": found.frames_left_out,
    }


def _write_sheet(path: Path) -> int:
    from carrom.draw.calibration_sheet import sheet_pdf, sheet_svg

    if path.suffix.lower() not in (".pdf", ".svg"):
        raise RefusedRequest(f'--sheet is "{path}"; expected a file name that ends in .pdf or .svg.')
    _write(path, sheet_pdf() if path.suffix.lower() == ".pdf" else sheet_svg().encode())
    print(f"wrote {path}: print it at 100 %, without fitting it to the page, and check the bar of 100 mm")
    return 0


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RefusedRequest(f'"{path}" has more than {MOST_BYTES // 1_000_000} MB; split it.')
        return path.read_text(encoding="utf-8")
    except OSError as reason:
        raise SetupError(f'"{path}" cannot be read ({reason.strerror}).') from None
    except UnicodeDecodeError:
        raise RefusedRequest(f'"{path}" is not a text file; expected a table as CSV in UTF-8.') from None


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as reason:
        raise SetupError(f'"{path}" cannot be written ({reason.strerror}).') from None
