"""The `carrom draw` command: a position, or a stroke played from it, as SVG or PNG."""

import argparse
import json
import sys
from pathlib import Path

from carrom.board import Position, Seat, check_position
from carrom.board.notation import position_from, read_position, read_stroke
from carrom.board.picture import SIZE, picture
from carrom.board.rack import FACING_BREAKER, rack
from carrom.cli.options import SURFACE_HELP, read_surface
from carrom.errors import NotationError, SetupError

EXAMPLES = """examples:
  carrom draw > rack.svg
  carrom draw --rack 45 --seed 7 --output rack.png
  carrom draw c1_Q.0.0_W1.100000.-200000 --seat east --labels -o position.svg
  carrom draw --seed 1 --stroke x0.vx400000.vy7000000 --surface tournament -o break.svg
  echo '{"Q": [0, 0], "W1": [100000, -200000]}' | carrom draw - --output position.png
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "position", nargs="?", help='position as text or JSON, or "-" for standard input (default: a new rack)'
    )
    parser.add_argument(
        "--rack", type=_degrees, metavar="DEGREES", help="rack, with its first white arm at this angle (default: 270)"
    )
    parser.add_argument("--seed", type=int, default=0, help="random seed of the small gaps in the rack (default: 0)")
    parser.add_argument(
        "--seat",
        type=Seat,
        choices=list(Seat),
        default=Seat.SOUTH,
        help="seat at the bottom of the picture (default: south)",
    )
    parser.add_argument(
        "--stroke", help="play this stroke from that seat and draw the paths of the discs, such as x0.vx0.vy3500000"
    )
    parser.add_argument("--surface", default="club", help=f"for --stroke: {SURFACE_HELP}")
    parser.add_argument("--labels", action="store_true", help="write each disc's name on it")
    parser.add_argument("--size", type=_pixels, default=SIZE, help=f"width and height in pixels (default: {SIZE})")
    parser.add_argument(
        "-o", "--output", type=Path, help="file ending in .svg or .png (default: SVG to standard output)"
    )


def _degrees(word: str) -> float:
    """Return an angle in degrees; argparse reports the error as wrong usage."""
    angle = float(word)
    if not -360 <= angle <= 360:
        raise argparse.ArgumentTypeError(f"{word!r} is out of range; expected an angle from -360 to 360 degrees")
    return angle


def _pixels(word: str) -> int:
    """Return a size in pixels; argparse reports the error as wrong usage."""
    size = int(word)
    if not 16 <= size <= 8192:
        raise argparse.ArgumentTypeError(f"{size} is out of range; expected 16 to 8192 pixels")
    return size


def run(args: argparse.Namespace) -> int:
    """Draw the picture and write it to the file or standard output."""
    position = _position(args)
    check_position(position)
    drawing = picture(position, args.seat, args.labels, args.size) if args.stroke is None else _stroke(position, args)
    write(drawing, args.output)
    return 0


def _stroke(position: Position, args: argparse.Namespace) -> str:
    """Return a picture of the stroke; the physics is imported only here."""
    from carrom.draw import stroke_picture
    from carrom.physics.simulate import simulate

    stroke = read_stroke(args.stroke)
    played = simulate(position, stroke, args.seat, read_surface(args.surface), trajectory=True)
    return stroke_picture(position, stroke, played, args.seat, args.labels, args.size)


def _position(args: argparse.Namespace) -> Position:
    """Return the position given as text or JSON, or a rack."""
    if args.position is None:
        return rack(FACING_BREAKER if args.rack is None else args.rack, args.seed)
    if args.rack is not None:
        raise NotationError("Give either a position or --rack, not both.")
    text = sys.stdin.read() if args.position == "-" else args.position
    if not text.lstrip().startswith(("{", '"')):
        return read_position(text)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError('The position is not valid JSON; expected an object such as {"Q": [0, 0]}.') from None
    return position_from(given["position"] if isinstance(given, dict) and "position" in given else given)


def write(svg: str, output: Path | None) -> None:
    """Write an SVG document to a file as SVG or PNG, by its extension, or to standard output."""
    if output is None:
        print(svg)
        return
    if output.suffix not in (".svg", ".png"):
        raise NotationError(f'"{output.name}" does not end in .svg or .png; expected one of these.')
    content = as_png(svg) if output.suffix == ".png" else svg.encode()
    try:
        output.write_bytes(content)
    except OSError as reason:
        raise SetupError(
            f'"{output}" cannot be written ({reason.strerror}); give a file in an existing folder.'
        ) from None


def as_png(svg: str) -> bytes:
    """Return an SVG document as PNG. Raises `SetupError` if the renderer is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise SetupError(
            'PNG needs the package resvg-py: pip install "carrom[png]" (SVG needs no extra package).'
        ) from None
    return bytes(svg_to_bytes(svg_string=svg))
