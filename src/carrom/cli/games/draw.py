"""`carrom draw`: a position, or a stroke played from it, as SVG or PNG."""

import argparse
import json
import sys
from pathlib import Path

from carrom.board.notation import position_from, read_position, read_stroke
from carrom.board.picture import SIZE, picture
from carrom.board.position import Position
from carrom.board.rack import FACING_BREAKER, rack
from carrom.board.seat import Seat
from carrom.board.validity import check_position
from carrom.errors import NotationError, SetupError

EXAMPLES = """examples:
  carrom draw > rack.svg
  carrom draw --rack 45 --seed 7 --output rack.png
  carrom draw c1_Q.0.0_W1.100000.-200000 --seat east --labels -o position.svg
  carrom draw --seed 1 --stroke x0.vx400000.vy7000000 --surface tournament -o break.svg
  echo '{"Q": [0, 0], "W1": [100000, -200000]}' | carrom draw - --output position.png
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("position", nargs="?", help='a position as text or JSON; "-" reads it from standard input')
    parser.add_argument("--rack", type=_degrees, metavar="DEGREES", help="where a rack's first white arm points (270)")
    parser.add_argument("--seed", type=int, default=0, help="which micro-gaps a rack has (0)")
    parser.add_argument("--seat", type=Seat, choices=list(Seat), default=Seat.SOUTH, help="who sits at the bottom")
    parser.add_argument("--stroke", help="play this stroke from that seat, and draw the ways of the discs")
    parser.add_argument("--surface", default="club", help="the surface it is played on (club)")
    parser.add_argument("--labels", action="store_true", help="write each disc's name on it")
    parser.add_argument("--size", type=_pixels, default=SIZE, help=f"width and height in pixels ({SIZE})")
    parser.add_argument("-o", "--output", type=Path, help="a file ending in .svg or .png (SVG to standard output)")


def _degrees(word: str) -> float:
    """Return an angle; argparse turns the refusal into a usage message."""
    angle = float(word)
    if not -360 <= angle <= 360:
        raise argparse.ArgumentTypeError(f"{word!r} is no angle from -360 to 360 degrees")
    return angle


def _pixels(word: str) -> int:
    """Return a size in pixels; argparse turns the refusal into a usage message."""
    size = int(word)
    if not 16 <= size <= 8192:
        raise argparse.ArgumentTypeError(f"{size} is no size from 16 to 8192 pixels")
    return size


def run(args: argparse.Namespace) -> int:
    """Draw, and write the drawing where it was asked for."""
    position = _position(args)
    check_position(position)
    drawing = picture(position, args.seat, args.labels, args.size) if args.stroke is None else _stroke(position, args)
    write(drawing, args.output)
    return 0


def _stroke(position: Position, args: argparse.Namespace) -> str:
    """Return the picture of the stroke that was asked for; physics is imported only here."""
    from carrom.draw import stroke_picture
    from carrom.physics.simulate import simulate

    stroke = read_stroke(args.stroke)
    played = simulate(position, stroke, args.seat, args.surface, trajectory=True)
    return stroke_picture(position, stroke, played, args.seat, args.labels, args.size)


def _position(args: argparse.Namespace) -> Position:
    """Return the position that was asked for: a text, JSON, or a rack."""
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
        raise NotationError('The position is no JSON such as {"Q": [0, 0]}.') from None
    return position_from(given["position"] if isinstance(given, dict) and "position" in given else given)


def write(svg: str, output: Path | None) -> None:
    """Write an SVG document to a file as its name's ending says, or to standard output."""
    if output is None:
        print(svg)
        return
    if output.suffix not in (".svg", ".png"):
        raise NotationError(f'"{output.name}" ends neither in .svg nor in .png; those two can be written.')
    content = as_png(svg) if output.suffix == ".png" else svg.encode()
    try:
        output.write_bytes(content)
    except OSError as reason:
        raise SetupError(
            f'"{output}" cannot be written ({reason.strerror}); name a file in a folder that is there.'
        ) from None


def as_png(svg: str) -> bytes:
    """Return an SVG document as PNG. Raises `SetupError` where the renderer is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise SetupError('PNG needs the package resvg-py: pip install "carrom[png]" (SVG needs nothing).') from None
    return bytes(svg_to_bytes(svg_string=svg))
