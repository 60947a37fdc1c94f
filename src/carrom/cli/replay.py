"""The `carrom replay` command: print a recorded game stroke by stroke, with every ruling."""

import argparse
from pathlib import Path

import msgspec

from carrom.errors import RecordError, SetupError
from carrom.files import decoded
from carrom.game.event_lines import write_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.game.replay import ReplayStep, steps, told
from carrom.i18n import LANGUAGES

EXAMPLES = """\
examples:
  carrom replay final.carrom
  carrom replay final.carrom --language hi
  carrom replay final.carrom --json | jq .ruling.why
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="record of a game (.carrom)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the rulings (default: en)")


def run(args: argparse.Namespace) -> int:
    """Print the record. Raises `RecordError` for a damaged or edited record."""
    game = load(args.file)
    if not args.json:
        print(_title(game))
    for step in steps(game):
        print(msgspec.json.encode(as_json(step, args.language)).decode() if args.json else told(step, args.language))
    if not args.json:
        print(_ending(game))
    return 0


def load(path: Path, live: bool = False) -> GameHistory:
    """Return the game of a record file. Raises `RecordError` or `SetupError`; the message names the file."""
    try:
        content = path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    return read_bytes(content, str(path), live)


def read_bytes(content: bytes, name: str, live: bool = False) -> GameHistory:
    """Return the game of a record. Raises `RecordError`; the message begins with `name`."""
    text = decoded(content, name)
    try:
        return read_record(text, live=live)
    except RecordError as reason:
        raise RecordError(f"{name}: {reason}") from None


def _title(game: GameHistory) -> str:
    header = game.header
    names = " - ".join(" and ".join(p.name for p in header.players if p.side == side) for side in game.state.sides)
    return f"{names}, {header.contest} by {game.rules.title} ({header.edition}), {header.surface or 'wooden board'}"


def _ending(game: GameHistory) -> str:
    if game.result is None:
        return f"The game is not finished, {'-'.join(map(str, game.score))}."
    won = " and ".join(game.result.winners)
    return f"{won} won, {'-'.join(map(str, game.result.score))}{' by concession' if game.result.conceded else ''}."


def as_json(step: ReplayStep, language: str = "en") -> dict[str, object]:
    """Return a step as plain values: the event, its line, the ruling, and the score after it."""
    ruling = step.ruling
    return {
        "number": step.number,
        "line": write_event(step.event),
        "event": step.event,
        "ruling": None
        if ruling is None
        else {
            "turn": ruling.turn,
            "clauses": ruling.clauses,
            "why": ruling.told(None, language),
            "dues": ruling.dues,
            "queen": ruling.queen,
        },
        "score": step.game.score,
        "result": step.game.result,
    }
