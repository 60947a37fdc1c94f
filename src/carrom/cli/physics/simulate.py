"""`carrom simulate`: strokes from positions, one JSON object a line in, one a line out; or one stroke as text."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from carrom.board.notation import position_from, read_stroke
from carrom.board.placement.striker_spots import check_spot
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError, IllegalStroke, NotationError
from carrom.physics.json_form import form
from carrom.physics.kernel.compiled import warm
from carrom.physics.played import Played
from carrom.physics.simulate import simulate

EXAMPLES = """examples:
  echo '{"position": {"W1": [0, 0]}, "stroke": {"x": 0, "vx": 0, "vy": 2000000}}' | carrom simulate --json
  carrom simulate --json < strokes.jsonl > played.jsonl
  carrom simulate --position c1_Q.0.0_W1.-4.-31824 --stroke x0.vx0.vy3500000
  carrom simulate --position c1_Q.0.0 --stroke x0.vx0.vy3500000 --seat east --surface slow --trajectory --json

A line is {"position": {disc: [x, y], ...} or its text, "stroke": {"x", "vx", "vy", "y", "spin"} or its text,
"seat": "south", "surface": "club" or its parameters, "legal": false}. Lengths in µm, speeds in µm/s, spin in mrad/s.
A refused line gives {"error": "..."}; the others are played, and the exit code is 1.
"""

KEYS = ("position", "stroke", "seat", "surface", "legal")
DEEDS = {"disc": " meet", "frame": " off the frame", "pocket": " falls", "rim": " comes out of a pocket"}
"""What each kind of contact is called."""
PATIENCE = 300
"""Strokes that are played interpreted before compiling pays."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="JSON out; without --stroke, JSON lines are read anyway")
    parser.add_argument("--position", help="a position as text or JSON; no disc if it is left out")
    parser.add_argument("--stroke", help="one stroke as text or JSON, in the frame of the seat that plays it")
    parser.add_argument("--seat", default="south", help="south (default), east, north or west")
    parser.add_argument("--surface", default="club", help="slow, club (default), tournament, or parameters as JSON")
    parser.add_argument("--legal", action="store_true", help="refuse a striker where the laws do not let it stand")
    parser.add_argument("--trajectory", action="store_true", help="add the keyframes of all that moved")


def run(args: argparse.Namespace) -> int:
    """Play one stroke from the command line, or every line of standard input."""
    if args.stroke is None and args.position is not None:
        raise NotationError("Give --stroke with --position, such as --stroke x0.vx0.vy3000000.")
    if args.stroke is None:
        return play_lines(sys.stdin, args.trajectory)
    given = {"position": json_or_text(args.position or "c1"), "stroke": json_or_text(args.stroke)}
    given |= {"seat": args.seat, "surface": json_or_text(args.surface), "legal": args.legal}
    played = play(given, args.trajectory)
    if args.json:
        print(json.dumps(form(played, args.trajectory)))
    else:
        print(in_words(played))
    return 0


def play_lines(lines: Iterable[str], with_keyframes: bool = False) -> int:
    """Play a JSON object a line; print one a line. Return 1 if any was refused."""
    code = 0
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if number == PATIENCE:
            warm()
        try:
            answer = form(play(_decoded(line), with_keyframes), with_keyframes)
        except CarromError as refusal:
            answer = {"error": str(refusal)}
            code = 1
        print(json.dumps(answer), flush=True)
    return code


def play(given: object, with_trajectory: bool = False) -> Played:
    """Play what one JSON object asks for. Raises a `CarromError` that says what was expected."""
    if not isinstance(given, dict):
        raise NotationError('A line is an object such as {"position": {"W1": [0, 0]}, "stroke": {"x": 0, ...}}.')
    unknown = [key for key in given if key not in KEYS]
    if unknown:
        raise NotationError(f'"{unknown[0][:60]}" is no key of a stroke to play; there are {", ".join(KEYS)}.')
    for key in ("position", "stroke"):
        if key not in given:
            raise NotationError(f'"{key}" is missing; a stroke to play needs a position and a stroke.')
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
    """Return the stroke that JSON gives: its text, or a mapping of x, vx, vy and perhaps y and spin."""
    if isinstance(given, str):
        return read_stroke(given)
    if not isinstance(given, dict):
        raise NotationError('A stroke is a text or a mapping such as {"x": 0, "vx": 0, "vy": 3000000}.')
    names = Stroke.__struct_fields__
    unknown = [str(name) for name in given if name not in names]
    if unknown:
        raise NotationError(f'"{unknown[0][:60]}" is no part of a stroke; there are {", ".join(names)}.')
    missing = [name for name in ("x", "vx", "vy") if name not in given]
    if missing:
        raise NotationError(f'The stroke has no "{missing[0]}"; it needs x (µm), vx and vy (µm/s).')
    return Stroke(**{name: _whole(name, value) for name, value in given.items()})


def _whole(name: str, value: object) -> int:
    """Return a whole number of JSON, which may be written as 1e6."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if type(value) is not int:
        raise IllegalStroke(f"The stroke's {name} is {value!r:.60}; it must be a whole number.")
    return value


def seat_from(given: object) -> Seat:
    """Return the seat of that name."""
    if not isinstance(given, str) or given not in list(Seat):
        raise NotationError(f"{json.dumps(given)[:60]} is no seat; there are {', '.join(Seat)}.")
    return Seat(given)


def in_words(played: Played) -> str:
    """Return what was played as a few lines to read."""
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
        raise NotationError("This line is no JSON object.") from None


def json_or_text(word: str) -> Any:
    """Return a word of the command line as JSON if it is an object, otherwise as it is."""
    return _decoded(word) if word.lstrip().startswith("{") else word
