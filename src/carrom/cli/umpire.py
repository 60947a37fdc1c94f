"""The `carrom umpire` command: a score sheet for a physical board, typed line by line and judged by the laws."""

import argparse
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, get_args

from carrom.board.seat import Seat
from carrom.errors import CarromError, RecordError, RefusedRequest, plural
from carrom.game.event_lines import cut
from carrom.game.events import Contest, Header, Player, SideName
from carrom.game.match import Rubber
from carrom.game.score import Stage
from carrom.game.tie import Team, Tie
from carrom.i18n import LANGUAGES
from carrom.rules.ruleset import Ruleset
from carrom.umpire.record_file import RecordFile, parted, unbegun
from carrom.umpire.score_card import score_card
from carrom.umpire.table import Answer, UmpireTable, hear
from carrom.umpire.tie_table import TieFiles, UmpiredTie, hear_tie, is_tie, tie_card
from carrom.values import changed

EXAMPLES = """\
examples:
  carrom umpire final.carrom --players Asha,Bilal --contest match --stage late
  carrom umpire doubles.carrom --ruleset club --players Asha,Bilal,Chitra,Dev
  carrom umpire three.carrom --ruleset three-player --players Asha,Bilal,Chitra
  carrom umpire final.carrom                 resume a game
  carrom umpire final.carrom --language ta   rulings in Tamil
  carrom umpire final.carrom --card          print its score card
  carrom umpire tie --ruleset team-event --tie "Pune: Asha, Chitra" "Delhi: Bilal, Dev"
  carrom umpire tie                          resume a tie

Then type what happens on the board:  w2 b1 s   jump q   miss   improper   foul elbow   place   undo   help
"""
T = TypeVar("T", UmpireTable, UmpiredTie)
_SEATS = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="record file, or the folder of a tie; resumed if it exists")
    parser.add_argument("--players", help="one to four names in order of play, separated by commas")
    parser.add_argument("--ruleset", default="icf", metavar="NAME", help="rule set or .toml file (default: icf)")
    parser.add_argument(
        "--contest", default="game", help=f"length of the contest: {', '.join(get_args(Contest))} (default: game)"
    )
    parser.add_argument(
        "--stage", choices=[stage.value for stage in Stage], help="early or late rounds of a tournament"
    )
    parser.add_argument(
        "--first-break", metavar="SIDE", help="side that breaks first: A, B or C (default: decided by the toss)"
    )
    parser.add_argument(
        "--handicap", metavar="PIECES", help="pieces removed before each board for sides A and B, such as 0,2"
    )
    for name in ("event", "match", "round", "date", "place", "umpire"):
        parser.add_argument(f"--{name}", default="", help=f"{name} as printed on the score card")
    parser.add_argument(
        "--tie",
        nargs=2,
        metavar="TEAM",
        help='keep score for a team tie: two teams, each as "name: player, player"; needs a rule set with rubbers',
    )
    parser.add_argument("--order", help="rubbers of a tie, such as singles,singles,doubles (default: the rule set's)")
    parser.add_argument("--dead-rubbers", action="store_true", help="play the remaining rubbers after a tie is decided")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the rulings (default: en)")
    parser.add_argument("--card", action="store_true", help="print the score card of the record and exit")


def run(args: argparse.Namespace) -> int:
    """Read lines and keep the score until the input ends or `quit` is typed."""
    if args.tie or args.file.is_dir():
        return _tie(args)
    if not args.file.exists() or unbegun(args.file):
        table = _new_table(args)
        journal = RecordFile.create(args.file, table)
    elif args.players:
        raise RefusedRequest(f"{args.file} already exists; leave out --players to resume it, or give a new file name")
    elif args.card:
        from carrom.cli.replay import load

        _check_is_whole(args.file)
        print(score_card(load(args.file, live=True)))
        return 0
    else:
        journal, table = RecordFile.resume(args.file)
        print(f"Resumed {args.file} after {len(table.game.events) - 1} events.")
    if journal.torn:
        print(journal.torn, file=sys.stderr)
    with journal:
        table = _session(changed(table, language=args.language), hear, journal.add)
        journal.end(table)
    _print_lines((f"Saved {journal.path}.",))
    return 0


def _check_is_whole(path: Path) -> None:
    """Raise `RecordError` for a record whose end was cut off; resuming it moves the piece to a file of its own."""
    whole, torn = parted(path.read_bytes())
    if torn:
        piece = cut(torn.decode("utf-8", "replace").strip())
        line = whole.count(b"\n") + 1
        raise RecordError(f"{path}: line {line} was cut off while it was written: {piece}; resume the record to go on")


def _tie(args: argparse.Namespace) -> int:
    """Keep the score of a tie: start a new one, or resume the one in the folder."""
    from carrom.rules.ruleset import ruleset

    header: Header | None = _details(args)
    if not args.tie:
        if not is_tie(args.file):
            raise RefusedRequest(f"{args.file} is a folder without a tie; a new tie needs --tie and two teams")
        journal, at = TieFiles.resume(args.file, ruleset(args.ruleset) if args.ruleset.endswith(".toml") else None)
        for sentence in journal.torn:
            print(sentence, file=sys.stderr)
        if args.card:
            _print_lines(
                (
                    *tie_card(at.tie),
                    *(line for table in at.tables for line in ("", *score_card(table.game).split("\n"))),
                )
            )
            journal.close()
            return 0
        print(f"Resumed {args.file} after {len(at.tables)} rubber{'' if len(at.tables) == 1 else 's'}.")
        header = None
    else:
        order = tuple(args.order.split(",")) if args.order else None
        at = UmpiredTie(_new_tie(args, ruleset(args.ruleset), order))
        journal = TieFiles.create(args.file, at.tie)
    with journal:
        at = changed(at, language=args.language)
        at = _session(at, lambda here, line, when: hear_tie(here, line, header, when), journal.add)
        journal.end(at)
    _print_lines((f"Saved {args.file}.",))
    return 0


def _new_tie(args: argparse.Namespace, rules: Ruleset, order: tuple[str, ...] | None) -> Tie:
    for kind in order or ():
        if kind not in get_args(Rubber):
            raise RefusedRequest(
                f"--order names {kind!r}; expected {' and '.join(get_args(Rubber))}, separated by commas"
            )
    a, b = (_team(word) for word in args.tie)
    stage = Stage(args.stage) if args.stage else None
    return Tie.begin(rules, (a, b), order, args.dead_rubbers or None, stage)  # type: ignore[arg-type]


def _team(word: str) -> Team:
    """Parse a team given as `name: player, player`."""
    name, _, players = word.partition(":")
    listed = tuple(" ".join(player.split()) for player in players.split(",") if player.strip())
    if not name.strip():
        raise RefusedRequest(f'--tie names {word!r}; expected a team such as "Pune: Asha, Chitra"')
    return Team(name=name.strip(), players=listed)


def _new_table(args: argparse.Namespace) -> UmpireTable:
    if not args.players:
        raise RefusedRequest(
            f"{args.file} does not exist or contains no game; a new game needs --players, such as --players Asha,Bilal"
        )
    names = [name.strip() for name in args.players.split(",")]
    if len(names) not in _SEATS or not all(names):
        raise RefusedRequest(
            f"--players names {plural(len(names), 'player')}; expected one to four, separated by commas"
        )
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, _SEATS[len(names)], _SIDES[len(names)], strict=True)
    )
    from carrom.rules.ruleset import ruleset

    header = changed(
        _details(args),
        players=players,
        ruleset=args.ruleset,
        contest=_contest(args.contest),
        stage=Stage(args.stage) if args.stage else None,
        first_break=args.first_break,
        match_number=args.match,
        handicap=_pieces(args.handicap),
    )
    return UmpireTable.begin(header, ruleset(args.ruleset), int(time.time()))


def _pieces(word: str | None) -> tuple[int, ...]:
    """Return the number of pieces removed for each side."""
    men = word.split(",") if word else []
    if not all(re.fullmatch("[0-9]", each) for each in men):
        raise RefusedRequest(f"--handicap is {word!r}; expected a number of pieces for each side, such as 0,2")
    return tuple(map(int, men))


def _details(args: argparse.Namespace) -> Header:
    """Return the header for a physical board, with the details of the score card but no players."""
    return Header(
        players=(),
        surface=None,
        event=args.event,
        round=args.round,
        date=args.date or time.strftime("%Y-%m-%d"),
        place=args.place,
        umpire=args.umpire,
    )


def _session(at: T, apply: Callable[[T, str, int], tuple[T, Answer]], save: Callable[[T], None]) -> T:
    """Read and apply lines until the end of input; return the final table. A refused line changes nothing."""
    prompt = "> " if sys.stdin.isatty() else ""
    _print_lines(at.standing)
    while True:
        if prompt:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return at
        try:
            after, answer = apply(at, line, int(time.time()))
        except CarromError as reason:
            _print_lines((f"not so: {reason}",))
            continue
        if answer.stop:
            return at
        save(after)
        at = after
        _print_lines(answer.words)


def _print_lines(words: tuple[str, ...]) -> None:
    for line in words:
        print(line)
    sys.stdout.flush()


def _contest(word: str) -> Contest:
    if word not in get_args(Contest):
        raise RefusedRequest(f"--contest is {word!r}; expected one of {', '.join(get_args(Contest))}")
    contest: Contest = word  # type: ignore[assignment]
    return contest
