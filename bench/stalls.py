"""Count invalid strokes and endless boards in engine games of every rule set, and of some custom ones.

carrom bench stalls --boards 20 --seed 100000
carrom bench stalls --boards 1000 --workers 2 --record stalls.jsonl
carrom bench stalls --only three-player --players champion:3000,club
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.artifacts import MEASURING, check_measured
from carrom.engine.ladder import contestant
from carrom.engine.player import EnginePlayer
from carrom.engine.self_play import answer
from carrom.errors import RefusedRequest
from carrom.files import append, recorded
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import simulated
from carrom.lab.workers import done
from carrom.numeric import wilson
from carrom.rules.custom import custom
from carrom.rules.phases import Strike
from carrom.rules.round import Phase
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.rules.ruling import Turn
from carrom.values import Value

PLAYERS = "champion:3000,club:3000,machine:3000,beginner"
"""Levels that take turns, a board each: with and without the learned evaluation, and with few kinds of strokes."""
MOST = 300
"""Number of strokes after which a board counts as stalled."""
IN_A_ROW = 4
"""Number of consecutive invalid strokes after which a board counts as stalled."""
SEATS = {2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}


def own_rules() -> tuple[Ruleset, ...]:
    """Return the custom rule sets that are played in addition to the built-in ones."""
    return (
        custom({"extends": "three-player", "queen_points": 12, "break_attempts": 1}, "three-player dear queen"),
        custom({"extends": "points", "players": [3], "black_points": 1, "white_points": 3}, "points for three"),
        custom({"extends": "icf", "queen_points": 5, "backward": []}, "icf without back strokes"),
        custom({"extends": "club", "break_fail_penalty": 1, "queen_points": 1}, "club cheap queen"),
    )


@dataclass
class Board:
    """The result of one board: its strokes after the break, and how many of them were invalid."""

    strokes: int = 0
    again: int = 0
    slips: int = 0
    """Invalid strokes that were meant to be at least twice as fast: the hand's failure, not the choice's."""
    in_a_row: int = 0
    """Most consecutive invalid strokes."""
    ended: bool = False

    @property
    def stalled(self) -> bool:
        """Whether the board was stopped before its end."""
        return not self.ended


class Trial(Value, frozen=True):
    """A board to play: a job for a worker."""

    ruleset: str
    player: str
    seed: int


class Played(Value, frozen=True):
    """A board that was played, as recorded."""

    ruleset: str
    player: str
    seed: int
    strokes: int
    again: int
    slips: int
    stalled: bool


def played(trial: Trial) -> Played:
    """Play the board of a trial."""
    board = play(next(sets(trial.ruleset)), trial.player, trial.seed)
    return Played(trial.ruleset, trial.player, trial.seed, board.strokes, board.again, board.slips, board.stalled)


def play(rules: Ruleset, name: str, seed: int) -> Board:
    """Play a board between players of one level; deterministic for a seed."""
    players = rules.parameters.players
    seats = SEATS[players[seed % len(players)]]
    header = header_of(rules, len(seats), "board", "club", None, "A" if seed % 2 == 0 else "B", None, ())
    return follow(GameHistory.begin(simulated(header), rules), name, seed)


def follow(game: GameHistory, name: str, seed: int) -> Board:
    """Play the rest of a game until the board ends or stalls, and return the result."""
    who = contestant(name)
    player, board, run = EnginePlayer(who.level), Board(), 0
    hands = {seat: Random(f"{seed} {seat.value}") for seat in Seat}
    while not game.is_over and board.strokes < MOST and run < IN_A_ROW:
        breaking = game.round is None or game.round.phase is Phase.BREAK
        striking = bool(game.expected) and isinstance(game.expected[0], Strike)
        game = game.apply(answer(game, dict.fromkeys(Seat, player), hands, seed))
        struck = game.events[-1]
        if breaking or not striking or not isinstance(struck, Struck):
            continue
        run = run + 1 if game.rulings[-1].turn is Turn.RETRY else 0
        board.strokes += 1
        if run:
            slipped = struck.meant is not None and speed(struck.meant) > 2 * speed(struck.stroke)
            board.slips += slipped
            board.again += not slipped
        board.in_a_row = max(board.in_a_row, run)
    board.ended = game.is_over
    return board


def speed(stroke: Stroke | None) -> float:
    """Return the speed of a stroke in µm/s; 0 without one."""
    return 0.0 if stroke is None else math.hypot(stroke.vx, stroke.vy)


def sets(only: str) -> Iterator[Ruleset]:
    """Yield the selected rule sets; raises `RefusedRequest` for an unknown name."""
    every = {rules.name: rules for rules in (*map(named, NAMES), *own_rules())}
    for name in only.split(",") if only else every:
        if name not in every:
            raise RefusedRequest(f'There is no rule set "{name}"; expected one of {"; ".join(every)}.')
        yield every[name]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--boards", type=int, default=20, help="boards per rule set (default: 20)")
    parser.add_argument("--seed", type=int, default=MEASURING.start, help="random seed of the first board")
    parser.add_argument("--players", default=PLAYERS, help="levels separated by commas; each plays a board in turn")
    parser.add_argument("--only", default="", help="rule sets, separated by commas (default: all)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--record", type=Path, help="file of results, one a line; those in it are not played again")


def run(given: argparse.Namespace) -> int:
    """Play the boards and print a line per rule set; return 1 if a board stalled."""
    check_measured(given.seed, given.boards)
    names, total, stalls = given.players.split(","), Counter[str](), []
    for name in names:
        contestant(name)
    known = {(each.ruleset, each.player, each.seed): each for each in recorded(given.record, Played)}
    for rules in tuple(sets(given.only)):
        trials = [Trial(rules.name, names[number % len(names)], given.seed + number) for number in range(given.boards)]
        left = [trial for trial in trials if (trial.ruleset, trial.player, trial.seed) not in known]
        for board in done(played, left, given.workers, "processes" if given.workers > 1 else "here"):
            append(given.record, board)
            known[board.ruleset, board.player, board.seed] = board
        boards = [known[trial.ruleset, trial.player, trial.seed] for trial in trials]
        found = Counter(
            boards=len(boards),
            strokes=sum(board.strokes for board in boards),
            again=sum(board.again for board in boards),
            slips=sum(board.slips for board in boards),
            stalls=sum(board.stalled for board in boards),
        )
        stalls += [board for board in boards if board.stalled]
        total += found
        _say(rules.name, found)
    _say("total", total)
    for board in stalls:
        where = f"{board.ruleset}, seed {board.seed}, {board.player}"
        print(f"stalled: {where}: {board.strokes} strokes, {board.again} invalid")
    return 1 if stalls else 0


def _say(name: str, found: Counter[str]) -> None:
    high = wilson(found["again"], found["strokes"])[1]
    print(
        f"{name:26} {found['boards']:4} boards, {found['strokes']:6} strokes after the break: "
        f"{found['again']} invalid (at most {high:.2%}), {found['slips']} struck far too weakly, "
        f"{found['stalls']} boards stalled",
        flush=True,
    )
