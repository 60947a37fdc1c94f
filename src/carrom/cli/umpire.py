"""`carrom umpire`: a score sheet for a wooden board, typed line by line and judged by the law."""

import argparse
import sys
import time
from pathlib import Path
from typing import get_args

from carrom.board.seat import Seat
from carrom.errors import CarromError, RefusedRequest
from carrom.game.event import Contest, Header, Player, SideName
from carrom.game.score import Stage
from carrom.umpire.card import score_card
from carrom.umpire.journal import Journal, unbegun
from carrom.umpire.table import Table, hear

EXAMPLES = """\
examples:
  carrom umpire final.carrom --players Asha,Bilal --contest match --stage late
  carrom umpire doubles.carrom --rules club --players Asha,Bilal,Chitra,Dev
  carrom umpire three.carrom --rules three-player --players Asha,Bilal,Chitra
  carrom umpire final.carrom                 resume a game that was left, or lost its power
  carrom umpire final.carrom --card          print its score card

then type what you see:  w2 b1 s   jump q   miss   improper   foul elbow   place   undo   help
"""
_SEATS = {2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
_SIDES: dict[int, tuple[SideName, ...]] = {2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", type=Path, help="the record: written line by line, resumed if it exists")
    parser.add_argument("--players", help="names in the order of play, separated by commas: two, three or four")
    parser.add_argument("--rules", default="icf", metavar="NAME", help="rule set, or a custom one's .toml file (icf)")
    parser.add_argument(
        "--contest", default="game", help="board, game (default), match, best-of-3-boards, best-of-5-boards"
    )
    parser.add_argument("--stage", choices=[stage.value for stage in Stage], help="early or late rounds of an event")
    parser.add_argument("--first-break", metavar="SIDE", help="A, B or C breaks first; without it a toss is expected")
    for name in ("event", "match", "round", "date", "place", "umpire"):
        parser.add_argument(f"--{name}", default="", help=f"{name}, for the score card")
    parser.add_argument("--card", action="store_true", help="print the score card of the record and stop")


def run(args: argparse.Namespace) -> int:
    """Keep the score until the input ends or `quit` is typed."""
    if not args.file.exists() or unbegun(args.file):
        table = _new_table(args)
        journal = Journal.create(args.file, table)
    elif args.players:
        raise RefusedRequest(f"{args.file} exists: it is resumed without --players, or give a new file name")
    elif args.card:
        from carrom.cli.replay import load

        print(score_card(load(args.file, live=True)))
        return 0
    else:
        journal, table = Journal.resume(args.file)
        print(f"Resumed {args.file} after {len(table.game.events) - 1} events.")
    with journal:
        return _session(journal, table)


def _new_table(args: argparse.Namespace) -> Table:
    if not args.players:
        raise RefusedRequest(f"{args.file} holds no game; a new game needs --players, e.g. --players Asha,Bilal")
    names = [name.strip() for name in args.players.split(",")]
    if len(names) not in _SEATS or not all(names):
        raise RefusedRequest(f"--players names {len(names)} players; expected two, three or four, separated by commas")
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, _SEATS[len(names)], _SIDES[len(names)], strict=True)
    )
    from carrom.rules.ruleset import ruleset

    header = Header(
        players=players,
        ruleset=args.rules,
        contest=_contest(args.contest),
        stage=Stage(args.stage) if args.stage else None,
        first_break=args.first_break,
        surface=None,
        event=args.event,
        match_number=args.match,
        round=args.round,
        date=args.date or time.strftime("%Y-%m-%d"),
        place=args.place,
        umpire=args.umpire,
    )
    return Table.begin(header, ruleset(args.rules), int(time.time()))


def _session(journal: Journal, table: Table) -> int:
    """Read lines until the end; a refused line changes nothing."""
    prompt = "> " if sys.stdin.isatty() else ""
    _say(table.standing)
    while True:
        if prompt:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        try:
            after, answer = hear(table, line, int(time.time()))
        except CarromError as reason:
            _say((f"not so: {reason}",))
            continue
        if answer.stop:
            break
        journal.add(after)
        table = after
        _say(answer.words)
    journal.end(table)
    _say((f"Saved {journal.path}.",))
    return 0


def _say(words: tuple[str, ...]) -> None:
    for line in words:
        print(line)
    sys.stdout.flush()


def _contest(word: str) -> Contest:
    if word not in get_args(Contest):
        raise RefusedRequest(f"--contest is {word!r}; expected one of {', '.join(get_args(Contest))}")
    contest: Contest = word  # type: ignore[assignment]
    return contest
