"""The `carrom simulate` command: simulate strokes given as JSON lines, or one stroke given as text."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from carrom.board import Position, Seat, Stroke
from carrom.board.notation import position_from, read_stroke
from carrom.board.striker_spots import check_spot
from carrom.cli.options import SURFACE_HELP, read_surface
from carrom.errors import CarromError, IllegalStroke, NotationError
from carrom.physics.played import Played, form
from carrom.physics.simulate import simulate

EXAMPLES = """examples:
  echo '{"position": {"W1": [0, 0]}, "stroke": {"x": 0, "vx": 0, "vy": 2000000}}' | carrom simulate --json
  carrom simulate --json < strokes.jsonl > played.jsonl
  carrom simulate --position c1_Q.0.0_W1.-4.-31824 --stroke x0.vx0.vy3500000
  carrom simulate --position c1_Q.0.0 --stroke x0.vx0.vy3500000 --seat east --surface slow --trajectory --json
  echo '{"type": "simulate", "id": 1, "strokes": [[0, 0, 3000000]], "samples": 100}' | carrom simulate --service

Each line of standard input is {"position": {disc: [x, y], ...} or its text, "stroke": {"x", "vx", "vy", "y", "spin"} or
its text, "seat": "south", "surface": "club" or its parameters, "legal": false}. Lengths are in µm, speeds in µm/s, spin
in mrad/s. For an invalid line the output is {"error": "..."}; the other lines are simulated, and the exit code is 1.

With --service each line is a `simulate` request of docs/reference/engine-protocol.md: a batch of strokes, with aim
error, rulings and the next player.
"""

KEYS = ("position", "stroke", "seat", "surface", "legal")
DEEDS = {"disc": " meet", "frame": " off the frame", "pocket": " falls", "rim": " comes out of a pocket"}
"""Words for each kind of contact."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--json", action="store_true", help="print JSON; without --stroke, JSON lines are read and printed in any case"
    )
    parser.add_argument("--position", help="position as text or JSON (default: an empty board)")
    parser.add_argument(
        "--stroke", help="one stroke as text or JSON, in the frame of the seat that plays it, such as x0.vx0.vy3500000"
    )
    parser.add_argument("--seat", default="south", help="seat that plays: south, east, north or west (default: south)")
    parser.add_argument("--surface", default="club", help=SURFACE_HELP)
    parser.add_argument("--legal", action="store_true", help="refuse a striker position that the laws do not allow")
    parser.add_argument("--trajectory", action="store_true", help="add the keyframes of every disc that moved")
    parser.add_argument(
        "--service",
        action="store_true",
        help="answer the `simulate` requests of the engine protocol, one JSON object per line, until the input ends",
    )


def run(args: argparse.Namespace) -> int:
    """Simulate one stroke from the command line, or every line of standard input."""
    if args.service:
        if args.stroke is not None or args.position is not None:
            raise NotationError("--service reads strokes and positions from its input; leave out the other options.")
        from carrom.engine.physics_service import serve

        serve(sys.stdin, sys.stdout)
        return 0
    if args.stroke is None and args.position is not None:
        raise NotationError("--position needs --stroke, such as --stroke x0.vx0.vy3000000.")
    if args.stroke is None:
        return play_lines(sys.stdin, args.trajectory)
    given = {"position": json_or_text(args.position or "c1"), "stroke": json_or_text(args.stroke)}
    given |= {"seat": args.seat, "surface": read_surface(args.surface), "legal": args.legal}
    played = play(given, args.trajectory)
    if args.json:
        print(json.dumps(form(played, args.trajectory)))
    else:
        print(in_words(played))
    return 0


def play_lines(lines: Iterable[str], with_keyframes: bool = False) -> int:
    """Simulate one JSON object per line and print one per line; return 1 if any was refused."""
    code = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            answer = form(play(_decoded(line), with_keyframes), with_keyframes)
        except CarromError as refusal:
            answer = {"error": str(refusal)}
            code = 1
        print(json.dumps(answer), flush=True)
    return code


def play(given: object, with_trajectory: bool = False) -> Played:
    """Simulate the stroke that a JSON object describes. Raises a `CarromError` that says what was expected."""
    if not isinstance(given, dict):
        raise NotationError('Expected a JSON object such as {"position": {"W1": [0, 0]}, "stroke": {"x": 0, ...}}.')
    unknown = [key for key in given if key not in KEYS]
    if unknown:
        raise NotationError(f'Unknown key "{unknown[0][:60]}"; expected {", ".join(KEYS)}.')
    for key in ("position", "stroke"):
        if key not in given:
            raise NotationError(f'"{key}" is missing; expected a position and a stroke.')
    position: Position = position_from(given["position"])
    stroke = stroke_from(given["stroke"])
    seat = seat_from(given.get("seat", "south"))
    legal = given.get("legal", False)
    if not isinstance(legal, bool):
        raise NotationError(f'"legal" is {legal!r:.60}; it must be true or false.')
    if legal:
        check_spot(position, seat, stroke)
    return simulate(position, stroke, seat, given.get("surface", "club"), trajectory=with_trajectory)


def stroke_from(given: object) -> Stroke:
    """Return the stroke described by JSON: its text, or an object with x, vx, vy and optionally y and spin."""
    if isinstance(given, str):
        return read_stroke(given)
    if not isinstance(given, dict):
        raise NotationError('The stroke is neither a text nor an object such as {"x": 0, "vx": 0, "vy": 3000000}.')
    names = Stroke.__struct_fields__
    unknown = [str(name) for name in given if name not in names]
    if unknown:
        raise NotationError(f'Unknown key "{unknown[0][:60]}" in the stroke; expected {", ".join(names)}.')
    missing = [name for name in ("x", "vx", "vy") if name not in given]
    if missing:
        raise NotationError(f'The stroke has no "{missing[0]}"; expected x (µm), vx and vy (µm/s).')
    return Stroke(**{name: _whole(name, value) for name, value in given.items()})


def _whole(name: str, value: object) -> int:
    """Return a whole number from JSON; a float such as 1e6 is accepted."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if type(value) is not int:
        raise IllegalStroke(f"The stroke's {name} is {value!r:.60}; it must be a whole number.")
    return value


def seat_from(given: object) -> Seat:
    """Return the seat of that name. Raises `NotationError`."""
    if not isinstance(given, str) or given not in list(Seat):
        raise NotationError(f"{json.dumps(given)[:60]} is not a seat; expected one of {', '.join(Seat)}.")
    return Seat(given)


def in_words(played: Played) -> str:
    """Return the result of a stroke as lines of text."""
    outcome = played.outcome
    lines = [
        f"pocketed: {', '.join(outcome.pocketed) or 'nothing'}",
        f"the striker touched: {', '.join(outcome.touched) or 'nothing'}",
        f"duration: {played.duration / 1e6:.3f} s, contacts: {len(played.contacts)}",
    ]
    for contact in played.contacts:
        who = " and ".join(contact.discs) + DEEDS[contact.kind]
        lines.append(
            f"  {contact.time / 1e6:9.6f} s  {who} at ({contact.at.x / 1000:.3f}, {contact.at.y / 1000:.3f}) mm"
        )
    lines.append("rest:")
    lines += [f"  {placed.disc:2}  ({placed.at.x / 1000:.3f}, {placed.at.y / 1000:.3f}) mm" for placed in played.rest]
    return "\n".join(lines)


def _decoded(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("The line is not valid JSON; expected a JSON object.") from None


def json_or_text(word: str) -> Any:
    """Return a word of the command line as JSON if it starts with `{`, otherwise unchanged."""
    return _decoded(word) if word.lstrip().startswith("{") else word
