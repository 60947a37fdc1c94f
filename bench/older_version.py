"""Strength against an older version of this program: a level of each plays pairs of boards with the same noise.

The older version runs in an interpreter of its own (of a checkout or an environment with that version). It receives
the record of the game and answers with the stroke that its level intends; this version's laws judge the board.
"""

import argparse
import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.engine.external.player import ExternalEngine, chosen_event
from carrom.engine.external.requests import choose_request
from carrom.engine.play.player import situation_of
from carrom.engine.strength.match_test import MatchJob, Pair, played, verdict
from carrom.engine.strength.player_spec import Contestant, contestant
from carrom.errors import EngineError, RefusedRequest
from carrom.game.events import Demanded, Event, Placed, Waived
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.game import GameHistory
from carrom.game.notation.record import write_record
from carrom.rules.phases import Demand, PlaceDue, Strike

PROGRAM = Path(__file__).with_name("older_version_program.py")
REPORT = 10
"""Pairs after which the result so far is printed."""


@dataclass
class OlderProcess:
    """The process of the older version, which keeps no state between answers; and what it used."""

    command: list[str]
    seconds: float = 0.0
    """Processor time."""
    strokes: int = 0
    running: subprocess.Popen[str] | None = None

    def ask(self, **request: str) -> dict[str, list[int] | None]:
        """Return the answer to a request. Raises `EngineError`."""
        if self.running is None:
            self.running = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.running.stdin is not None
        assert self.running.stdout is not None
        try:
            self.running.stdin.write(json.dumps(request) + "\n")
            self.running.stdin.flush()
            answer = json.loads(self.running.stdout.readline())
        except (OSError, ValueError):
            raise EngineError(
                f"{self.command[0]} does not answer as a version of carrom; expected the interpreter of an environment "
                "in which version 0.3.0 or newer is installed, and a level that it has"
            ) from None
        self.seconds += answer.pop("seconds")
        self.strokes += request["what"] == "stroke"
        return answer


class OlderEngine(ExternalEngine):
    """A level of the older version."""

    process: OlderProcess

    def act(self, game: GameHistory, rng: Random) -> Event | Stroke:
        """Return the answer to what the game expects. Raises `EngineError`."""
        record, mind = write_record(game), str(rng.random())
        match game.expected[0]:
            case Strike():
                answer = self.process.ask(what="stroke", record=record, mind=mind)["stroke"]
                assert answer is not None, "a stroke is never waived"
                x, y, vx, vy, spin = answer
                return Stroke(x=x, y=y, vx=vx, vy=vy, spin=spin)
            case PlaceDue(seat=seat, disc=disc):
                spot = self.process.ask(what="spot", record=record, mind=mind)["spot"]
                return Waived(seat=seat) if spot is None else Placed(seat=seat, disc=disc, at=Point(*spot))
            case Demand(seat=seat):
                return Demanded(seat=seat, points=self._own.demand(situation_of(game)))
            case (ChooseBreakOrSide() | ChooseSeat() | BeginRound()) as expected:
                return chosen_event(game, expected, choose_request(game, expected)["options"][0])
            case other:
                raise AssertionError(f"no player can answer {other}")

    def close(self) -> None:
        """Keep the process: other boards follow."""


class OlderLevel(Contestant, frozen=True):
    """A level of the older version, as a player of match tests."""

    def engine(self) -> OlderEngine:
        """Return the engine that plays."""
        engine = OlderEngine(self.name, self.command, self.hand)
        engine.process = _process
        return engine


_process = OlderProcess([])
"""The one of this run."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("python", metavar="PYTHON", help="interpreter of an environment with the older version")
    parser.add_argument("--level", default="champion", metavar="LEVEL", help="level of both versions")
    parser.add_argument("--aim-error", type=float, default=0.4, metavar="DEGREES", help="aim error of both")
    parser.add_argument("--simulations", type=int, default=36_000, help="budget of this version per stroke")
    parser.add_argument("--older-simulations", type=int, default=36_000, help="budget of the older version")
    parser.add_argument("--ruleset", default="icf", metavar="RULESET", help="name of the rule set")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="players at the board")
    parser.add_argument("--pairs", type=int, default=60, metavar="PAIRS", help="pairs of boards")
    parser.add_argument("--seed", type=int, default=100_000, metavar="SEED", help="seed of the first pair")
    parser.add_argument("--record", metavar="RECORD", help="JSON lines file of pairs; the same command resumes it")


def run(args: argparse.Namespace) -> int:
    """Play the pairs; print the score, the Elo difference and the processor time per stroke of both."""
    own = contestant(f"{args.level}:{args.simulations}@{args.aim_error:g}")
    budget, hand = args.older_simulations, own.hand
    numbers = [budget, hand.direction, hand.speed, hand.place]
    _process.command = [args.python, str(PROGRAM), args.level, *map(str, numbers)]
    older = OlderLevel(f"older {args.level}", "pipe", budget, hand, command=args.python)
    head = [own.mark, budget, args.ruleset, args.players, args.seed]
    file = Path(args.record) if args.record else None
    rows = _stored(file, head)
    for seed in range(args.seed + len(rows), args.seed + args.pairs):
        began, before, strokes = time.process_time(), _process.seconds, _process.strokes
        pair = played(MatchJob(own, older, seed, args.ruleset, players=args.players))
        if pair.faults:
            raise EngineError(pair.faults[0])
        own_seconds, older_seconds = time.process_time() - began, _process.seconds - before
        theirs = _process.strokes - strokes
        rows.append([pair.score, pair.points, pair.strokes - theirs, own_seconds, theirs, older_seconds])
        if file is not None:
            with file.open("a", encoding="utf-8") as opened:
                opened.write(json.dumps(rows[-1]) + "\n")
        if len(rows) % REPORT == 0:
            print(_result(rows), flush=True)
    print(_result(rows))
    return 0


def _stored(file: Path | None, head: list[object]) -> list[list[float]]:
    """Return the pairs of a file that the same command wrote. Raises `RefusedRequest` for another file."""
    if file is None:
        return []
    if not file.exists():
        file.write_text(json.dumps(head) + "\n", encoding="utf-8")
    try:
        first, *rows = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    except ValueError:
        first, rows = None, []
    if first != head or any(len(row) != 6 for row in rows):
        raise RefusedRequest(f"{file} has no pairs of these players; expected a file that the same command wrote.")
    return rows


def _result(rows: list[list[float]]) -> str:
    found = verdict([Pair(0, row[0], row[1], 0) for row in rows], 0, 50)
    _, points, strokes, seconds, older_strokes, older_seconds = (sum(column) for column in zip(*rows, strict=True))
    return (
        f"{found.pairs} pairs: {found.share:.1%} ({found.low:.1%} to {found.high:.1%}), {found.elo:+.0f} Elo "
        f"({found.elo_low:+.0f} to {found.elo_high:+.0f}), {points / found.pairs:+.1f} points a board; seconds "
        f"a stroke {seconds / max(1, strokes):.2f}, of the older version {older_seconds / max(1, older_strokes):.2f}"
    )
