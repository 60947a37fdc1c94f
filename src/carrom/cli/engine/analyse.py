"""`carrom analyse`: the best strokes of a position with their chances, or what the strokes of a recorded game were."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from carrom.cli.games.draw import write
from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.analysis.messages import Line
    from carrom.analysis.requests import Asked
    from carrom.analysis.review.review_values import StrokeReviewed
    from carrom.board.stroke import Stroke
    from carrom.engine.geometry.execution_noise import HandNoise
    from carrom.engine.position.situation import Situation
    from carrom.game.game import Game

EXAMPLES = """examples:
  carrom analyse c1_W1.300000.300000_B1.-100000.50000 --queen mover
  carrom analyse c1_Q.0.0_W4.100000.150000_B2.0.200000 --turn north --white north --hand club --lines 3 --seconds 10
  carrom analyse c1_W1.300000.300000_B1.0.0 --queen mover --stroke x0.vx1000000.vy2000000 --svg stroke.svg
  carrom analyse game.carrom --hand state
  carrom analyse game.carrom --at 12 --json
  carrom analyse c1_W1.300000.300000_B1.0.0 --queen mover --engine "python examples/straight_engine.py"

A position is a text (docs/reference/notation.md) or a file of one; "-" reads it from standard input. A hand is a
level, or degrees, or degrees, relative speed and place in µm with commas. --json prints a JSON object a line
(docs/how-to/analysis.md).
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("what", metavar="POSITION", help="a position, or the file of a record (.carrom)")
    parser.add_argument("--at", type=int, metavar="N", help="of a record: the position before its stroke N")
    parser.add_argument("--hand", default="state", help="for whose hand: a level, degrees, 0 is exact (state)")
    parser.add_argument("--lines", type=int, default=5, help="strokes that are told, 1 to 10 (5)")
    parser.add_argument("--seconds", type=float, help="of thinking: 5 for a position, 120 for a game")
    parser.add_argument("--threads", type=int, default=1, help="cores that a search may use (1)")
    parser.add_argument("--stroke", help="look at this stroke, too, as somebody tries it")
    parser.add_argument("--engine", metavar="COMMAND", help="look at the stroke of this engine from outside, too")
    parser.add_argument("--rules", default="icf", help="a rule set's name (icf)")
    parser.add_argument("--turn", default="south", help="who is in turn (south)")
    parser.add_argument("--white", default="south", help="who plays the white men (south)")
    parser.add_argument("--queen", default="board", help="board, pending, mover, opponent, aside (board)")
    parser.add_argument("--due", default="", help="men owed, the side in turn first, as 0,1")
    parser.add_argument("--score", default="", help="points before this board, the side in turn first, as 20,17")
    parser.add_argument("--surface", default="club", help="slow, club (default), tournament")
    parser.add_argument("--json", action="store_true", help="print what is found, each step of it, as JSON lines")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="a picture: the best stroke, or the one tried")


def run(args: argparse.Namespace) -> int:
    """Analyse, and print what was found."""
    from carrom.analysis.requests import hand_named
    from carrom.engine.rollouts.runner import warm

    hand = hand_named(args.hand)
    text = _text(args.what)
    is_record = text.lstrip().startswith("[")
    if args.at is not None and not is_record:
        raise RefusedRequest("--at counts the strokes of a record; a position has none.")
    if args.engine is not None and args.stroke is not None:
        raise RefusedRequest("Give either --stroke or --engine: one stroke is looked at besides the best.")
    if args.threads < 1:
        raise RefusedRequest(f"A search cannot use {args.threads} cores; expected a whole number from 1.")
    game = _game(text) if is_record else None
    warm()
    if game is not None and args.at is None:
        return _review(args, game, hand)
    asked = _asked(args, text, game)
    return _analyse(args, asked, _before(game, args.at) if game is not None else _set_up(asked), hand)


def _text(what: str) -> str:
    """Return a position's text, or the text of a file."""
    if what == "-":
        return sys.stdin.read()
    path = Path(what)
    if path.suffix == ".carrom" or path.is_file():
        return path.read_text(encoding="utf-8", errors="replace")
    return what


def _game(text: str) -> "Game":
    from carrom.game.notation.record import read_record

    return read_record(text)


def _before(game: "Game", number: int) -> "Situation":
    """Return the situation before a stroke of a game."""
    from carrom.engine.play.player import situation_of
    from carrom.game.events import Struck
    from carrom.game.game import Game

    live, count = Game.begin(game.header, game.rules), 0
    for event in game.in_force[1:]:
        count += isinstance(event, Struck)
        if count == number:
            return situation_of(live)
        live = live.apply(event)
    raise RefusedRequest(f"The game has {count} strokes; there is no stroke {number}.")


def _asked(args: argparse.Namespace, text: str, game: "Game | None") -> "Asked":
    """Return what is asked for, as the server would be asked."""
    from carrom.analysis.requests import Asked
    from carrom.board.notation import read_stroke

    try:
        due, score = (tuple(int(part) for part in given.split(",") if part) for given in (args.due, args.score))
    except ValueError:
        raise RefusedRequest(f"--due {args.due!r:.40} --score {args.score!r:.40}: whole numbers with commas.") from None
    position = text.strip() if game is None else "c1"
    moment = {
        "position": position, "rules": args.rules, "turn": args.turn, "white": args.white, "queen": args.queen,
        "due": due, "score": score,
    }  # fmt: skip
    given = {
        "job": "position", "moment": moment, "surface": args.surface, "hand": args.hand, "lines": args.lines,
        "seconds": 5.0 if args.seconds is None else args.seconds,
    }  # fmt: skip
    try:
        asked = msgspec.convert(given, Asked)
    except msgspec.ValidationError as fault:
        raise RefusedRequest(f"{fault}.") from None
    return msgspec.structs.replace(asked, stroke=None if args.stroke is None else read_stroke(args.stroke))


def _set_up(asked: "Asked") -> "Situation":
    from carrom.analysis.requests import check, situation_of

    check(asked)
    return situation_of(asked)


def _analyse(args: argparse.Namespace, asked: "Asked", situation: "Situation", hand: "HandNoise") -> int:
    """Print the best strokes of a position, and the one that is tried."""
    from carrom.analysis.analysis import analyse, assess
    from carrom.analysis.messages import Analysis
    from carrom.analysis.text_report import in_words, tried

    found: Analysis | None = None
    for told in analyse(situation, hand, lines=asked.lines, seconds=asked.seconds, threads=args.threads):
        if args.json:
            print(msgspec.json.encode(told).decode(), flush=True)
        found = told if isinstance(told, Analysis) else found
    assert found is not None, "an analysis tells something"
    shown: Line = found.lines[0]
    if not args.json:
        print(in_words(found))
    stroke = asked.stroke if args.engine is None else _from_outside(args.engine, situation, hand)
    if stroke is not None:
        for each in assess(situation, hand, stroke, threads=args.threads):
            shown = each.line
            if args.json:
                print(msgspec.json.encode(each).decode())
        if not args.json:
            print(tried(shown, found.lines[0]))
    if args.svg is not None:
        write(_picture(situation, shown), args.svg)
    return 0


def _from_outside(command: str, situation: "Situation", hand: "HandNoise") -> "Stroke":
    """Return what an engine from outside would play. Raises `EngineError`."""
    from random import Random

    from carrom.engine.play.external import ExternalEngine

    engine = ExternalEngine("pipe", command, hand)
    try:
        return engine.aim(situation, Random(0)).stroke
    finally:
        engine.close()


def _picture(situation: "Situation", line: "Line") -> str:
    """Return a stroke with its clouds as SVG."""
    from carrom.analysis.text_report import called
    from carrom.draw.outcome_cloud import Rests, chances_picture

    rests = [Rests(cloud.disc, cloud.good, cloud.bad) for cloud in line.clouds]
    title = f"{called(line.name, line.disc, line.corner)}: {100 * line.success:.0f} %"
    seat = situation.round.turn
    return chances_picture(
        situation.position, line.stroke, rests, seat, labels=True, title=title, equipment=situation.equipment
    )


def _review(args: argparse.Namespace, game: "Game", hand: "HandNoise") -> int:
    """Print what a game's strokes were."""
    from carrom.analysis.review.review_values import ReviewBegun, ReviewTold, StrokeReviewed
    from carrom.analysis.review.reviewer import review
    from carrom.analysis.text_report import reviewed

    begun: ReviewBegun | None = None
    strokes: dict[int, StrokeReviewed] = {}
    whole: ReviewTold | None = None
    for told in review(game, hand, seconds=120.0 if args.seconds is None else args.seconds):
        if args.json:
            print(msgspec.json.encode(told).decode(), flush=True)
        match told:
            case ReviewBegun():
                begun = told
            case StrokeReviewed(number=number):
                strokes[number] = told
            case ReviewTold():
                whole = told
    assert begun is not None, "a review begins"
    assert whole is not None, "a review ends"
    if not args.json:
        for line in reviewed(begun, list(strokes.values()), whole):
            print(line)
    if args.svg is not None:
        write(_course(list(strokes.values())), args.svg)
    return 0


def _course(strokes: "list[StrokeReviewed]") -> str:
    """Return the first side's win probability over the game as SVG."""
    from carrom.lab.plots.charts import Mark, settling

    rows = [Mark("", each.first, each.first, each.first) for each in strokes]
    return settling("What the first side wins the board with, stroke by stroke", rows, "strokes")
