"""The `carrom analyse` command: the best strokes of a position with their chances, or a review of a recorded game."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from carrom.cli.draw import write
from carrom.cli.options import check as check_folder
from carrom.errors import RefusedRequest
from carrom.files import decoded, plain

if TYPE_CHECKING:
    from carrom.analysis.messages import StrokeFacts
    from carrom.analysis.requests import PositionRequest
    from carrom.analysis.review_values import StrokeReviewed
    from carrom.board.stroke import Stroke
    from carrom.engine.geometry import HandNoise
    from carrom.engine.situation import Situation
    from carrom.game.game import GameHistory

EXAMPLES = """examples:
  carrom analyse c1_W1.300000.300000_B1.-100000.50000 --queen mover
  carrom analyse c1_Q.0.0_W4.100000.150000_B2.0.200000 --turn north --white north --accuracy club --lines 3 --seconds 10
  carrom analyse c1_W1.300000.300000_B1.0.0 --queen mover --stroke x0.vx1000000.vy2000000 --svg stroke.svg
  carrom analyse game.carrom --accuracy state
  carrom analyse game.carrom --annotate reviewed.carrom
  carrom analyse game.carrom --at 12 --json
  carrom analyse c1_W1.300000.300000_B1.0.0 --queen mover --engine "python examples/straight_engine.py"

A position is given as text (docs/reference/notation.md), as a file with that text, or as "-" for standard input.
--accuracy is a level's name, or the aim error in degrees (one standard deviation), or three errors separated by
commas: degrees, relative speed, placement in µm. JSON output: docs/how-to/analysis.md.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "what", metavar="POSITION", help="position to analyse, or the file of a recorded game (.carrom)"
    )
    parser.add_argument("--at", type=int, metavar="N", help="with a record: analyse the position before its stroke N")
    parser.add_argument(
        "--accuracy",
        default="state",
        help="accuracy of the player: a level's name, or degrees; 0 is exact (default: state)",
    )
    parser.add_argument("--lines", type=int, default=5, help="number of strokes to print, 1 to 10 (default: 5)")
    parser.add_argument("--seconds", type=float, help="seconds of thinking (default: 5 for a position, 120 for a game)")
    parser.add_argument("--threads", type=int, default=1, help="processor cores to use (default: 1)")
    parser.add_argument("--stroke", help="also evaluate this stroke, such as x0.vx1000000.vy2000000")
    parser.add_argument(
        "--engine", metavar="COMMAND", help="also evaluate the stroke that this external engine chooses"
    )
    parser.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    parser.add_argument("--turn", default="south", help="seat whose turn it is (default: south)")
    parser.add_argument("--white", default="south", help="seat that plays the white pieces (default: south)")
    parser.add_argument(
        "--queen", default="board", help="where the queen is: board, pending, mover, opponent or aside (default: board)"
    )
    parser.add_argument("--due", default="", help="dues of each side, the side in turn first, such as 0,1")
    parser.add_argument("--score", default="", help="points before this board, the side in turn first, such as 20,17")
    parser.add_argument(
        "--stands", default="", metavar="LOW,HIGH",
        help="part of the baseline to search: two places in mm from its middle, such as -140,-70 (default: all of it)",
    )  # fmt: skip
    parser.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    parser.add_argument("--json", action="store_true", help="print results as JSON lines while they improve")
    parser.add_argument(
        "--annotate", type=Path, metavar="FILE", help="with a record: write it with the review as comments"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the best stroke, or the one given, as a picture")


def run(args: argparse.Namespace) -> int:
    """Analyse, and print the results."""
    from carrom.analysis.requests import hand_named

    hand = hand_named(args.accuracy)
    text = _text(args.what)
    is_record = text.lstrip().startswith("[")
    if args.at is not None and not is_record:
        raise RefusedRequest("--at needs a recorded game; a position has no strokes.")
    if args.engine is not None and args.stroke is not None:
        raise RefusedRequest("Give either --stroke or --engine, not both.")
    if args.annotate is not None and (not is_record or args.at is not None):
        raise RefusedRequest("--annotate needs a recorded game, and no --at: it writes the review of all strokes.")
    if args.threads < 1:
        raise RefusedRequest(f"--threads is {args.threads}; expected a whole number from 1.")
    for path in (args.annotate, args.svg):
        check_folder(path)
    game = _game(text) if is_record else None
    if game is not None and args.at is None:
        return _review(args, text, game, hand)
    asked = _asked(args, text, game)
    return _analyse(args, asked, _before(game, args.at, asked) if game is not None else _set_up(asked), hand)


def _text(what: str) -> str:
    """Return the text of a position, or of a file."""
    if what == "-":
        return plain(sys.stdin.read())
    path = Path(what)
    if path.suffix == ".carrom" or _is_file(path):
        return decoded(path.read_bytes(), what)
    return what


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a position can be longer than a file's name may be."""
    try:
        return path.is_file()
    except OSError:
        return False


def _game(text: str) -> "GameHistory":
    from carrom.game.record import read_record

    return read_record(text)


def _before(game: "GameHistory", number: int, asked: "PositionRequest") -> "Situation":
    """Return the situation before a stroke of a game, counted from 1. Raises `RefusedRequest`."""
    from carrom.analysis.requests import check_stands
    from carrom.engine.player import situation_of
    from carrom.game.events import Struck
    from carrom.game.game import GameHistory

    check_stands(asked.stands)
    live, count = GameHistory.begin(game.header, game.rules), 0
    for event in game.in_force[1:]:
        count += isinstance(event, Struck)
        if count == number:
            return dataclasses.replace(situation_of(live), stands=asked.stands)
        live = live.apply(event)
    raise RefusedRequest(f"The game has {count} strokes; stroke {number} does not exist.")


def _asked(args: argparse.Namespace, text: str, game: "GameHistory | None") -> "PositionRequest":
    """Return the analysis request, as the server's API would receive it."""
    from carrom.analysis.requests import PositionRequest
    from carrom.board.notation import read_stroke

    try:
        due, score = (tuple(int(part) for part in given.split(",") if part) for given in (args.due, args.score))
        stands = tuple(round(1000 * float(part)) for part in args.stands.split(",") if part)
    except ValueError:
        raise RefusedRequest(
            f"--due {args.due!r:.40} --score {args.score!r:.40} --stands {args.stands!r:.40}: expected numbers "
            "separated by commas."
        ) from None
    if len(stands) not in (0, 2):
        raise RefusedRequest(f"--stands {args.stands!r:.40}: expected two places in mm, such as -140,-70.")
    position = text.strip() if game is None else "c1"
    moment = {
        "position": position, "rules": args.ruleset, "turn": args.turn, "white": args.white, "queen": args.queen,
        "due": due, "score": score,
    }  # fmt: skip
    given: dict[str, object] = {
        "job": "position", "moment": moment, "surface": args.surface, "hand": args.accuracy, "lines": args.lines,
        "seconds": 5.0 if args.seconds is None else args.seconds,
    }  # fmt: skip
    if stands:
        given["stands"] = stands
    try:
        asked = msgspec.convert(given, PositionRequest)
    except msgspec.ValidationError as fault:
        raise RefusedRequest(f"{fault}.") from None
    return msgspec.structs.replace(asked, stroke=None if args.stroke is None else read_stroke(args.stroke))


def _set_up(asked: "PositionRequest") -> "Situation":
    from carrom.analysis.requests import check, situation_of

    check(asked)
    return situation_of(asked)


def _analyse(args: argparse.Namespace, asked: "PositionRequest", situation: "Situation", hand: "HandNoise") -> int:
    """Print the best strokes of a position, and the stroke given by the user or the external engine."""
    from carrom.analysis.analysis import analyse, assess
    from carrom.analysis.messages import Analysis
    from carrom.analysis.text_report import in_words, tried

    found: Analysis | None = None
    for update in analyse(situation, hand, lines=asked.lines, seconds=asked.seconds, threads=args.threads):
        if args.json:
            print(msgspec.json.encode(update).decode(), flush=True)
        found = update if isinstance(update, Analysis) else found
    assert found is not None, "an analysis yields at least one result"
    shown: StrokeFacts = found.lines[0]
    if not args.json:
        print(in_words(found))
    stroke = asked.stroke if args.engine is None else _of_engine(args.engine, situation, hand)
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


def _of_engine(command: str, situation: "Situation", hand: "HandNoise") -> "Stroke":
    """Return the stroke that an external engine chooses. Raises `EngineError`."""
    from random import Random

    from carrom.engine.external import ExternalEngine

    engine = ExternalEngine("pipe", command, hand)
    try:
        return engine.aim(situation, Random(0)).stroke
    finally:
        engine.close()


def _picture(situation: "Situation", line: "StrokeFacts") -> str:
    """Return a picture (SVG) of a stroke with the spread of final positions."""
    from carrom.analysis.text_report import called
    from carrom.draw.stroke import Rests, chances_picture

    rests = [Rests(cloud.disc, cloud.good, cloud.bad) for cloud in line.clouds]
    title = f"{called(line.name, line.disc, line.corner)}: {100 * line.success:.0f} %"
    seat = situation.round.turn
    return chances_picture(
        situation.position, line.stroke, rests, seat, labels=True, title=title, equipment=situation.equipment
    )


def _review(args: argparse.Namespace, text: str, game: "GameHistory", hand: "HandNoise") -> int:
    """Print the review of a game's strokes, and write it into the record if asked."""
    from carrom.analysis.review_values import GameReview, ReviewBegun, StrokeReviewed
    from carrom.analysis.reviewer import review
    from carrom.analysis.text_report import annotated, reviewed

    begun: ReviewBegun | None = None
    strokes: dict[int, StrokeReviewed] = {}
    whole: GameReview | None = None
    for update in review(game, hand, seconds=120.0 if args.seconds is None else args.seconds):
        if args.json:
            print(msgspec.json.encode(update).decode(), flush=True)
        match update:
            case ReviewBegun():
                begun = update
            case StrokeReviewed(number=number):
                strokes[number] = update
            case GameReview():
                whole = update
    assert begun is not None, "a review yields a beginning"
    assert whole is not None, "a review yields an end"
    if not args.json:
        for line in reviewed(begun, list(strokes.values()), whole):
            print(line)
    if args.annotate is not None:
        args.annotate.write_text(annotated(text, strokes.values(), hand.direction), encoding="utf-8")
    if args.svg is not None:
        write(_win_probability(list(strokes.values())), args.svg)
    return 0


def _win_probability(strokes: "list[StrokeReviewed]") -> str:
    """Return a plot (SVG) of the first side's win probability over the game."""
    from carrom.lab.charts import ChartRow, settling

    rows = [ChartRow("", each.first, each.first, each.first) for each in strokes]
    return settling("Probability that the first side wins the board, stroke by stroke", rows, "strokes")
