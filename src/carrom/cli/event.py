"""The `carrom event` command: a tournament in one file, from the entry list to the final standings."""

import argparse
from collections.abc import Callable
from pathlib import Path

from carrom.cli.options import DATA_HELP, add_task
from carrom.i18n import LANGUAGES

# -- options of the subcommands that correct what was entered, and of `log` --------------------------------------------


ROOM = "carrom.cli.event_corrections"
TASKS: dict[str, tuple[str, str, str]] = {
    "edit": (
        ROOM,
        "correct an entry: name, club, nation, seed, players; or the name and club of an umpire",
        """\
  carrom event edit open.carrom-event asha_roa --name "Asha Rao" --reason misspelt
  carrom event edit open.carrom-event "Bela Khan" --club Pune --seed 4
  carrom event edit ties.carrom-event north --players Nila,Naveen,Nora --reason "Nadia is ill"
  carrom event edit ties.carrom-event north --player Navin --now Naveen --reason misspelt
  carrom event edit open.carrom-event umpire:ravi --club Delhi""",
    ),
    "withdraw": (
        ROOM,
        "withdraw an entrant from the stages in which they play",
        """\
  carrom event withdraw open.carrom-event hema --reason "knee injury"
  carrom event withdraw open.carrom-event hema --stage g""",
    ),
    "reinstate": (
        ROOM,
        "reverse a withdrawal",
        """\
  carrom event reinstate open.carrom-event hema --reason "fit again" """,
    ),
    "late": (
        ROOM,
        "let an entrant join a stage late: a Swiss at any time, any other before its draw",
        """\
  carrom event late open.carrom-event indu
  carrom event late open.carrom-event indu --stage s --round 3""",
    ),
    "deduct": (
        ROOM,
        "deduct match points from an entrant",
        """\
  carrom event deduct open.carrom-event asha 1 --reason "Law 143h" """,
    ),
    "restore": (
        ROOM,
        "reverse the last deduction from an entrant",
        """\
  carrom event restore open.carrom-event asha --reason "it was another player" """,
    ),
    "retract": (
        ROOM,
        "take back the draw of a round, or all draws of a stage, before any of its matches has begun",
        """\
  carrom event retract open.carrom-event s.2 --reason "Indu was overlooked"
  carrom event retract open.carrom-event g --reason "late entry" """,
    ),
    "details": (
        ROOM,
        "correct the tournament's name, rules, number of tables, hours of play, time zone, contact or venue",
        """\
  carrom event details open.carrom-event --tables 12 --reason "four tables are broken"
  carrom event details open.carrom-event --sessions "2026-11-21 10:00-18:30" --contact "Lena, lena@club.example"
  carrom event details open.carrom-event --ruleset club --reason "the wrong rules were chosen" """,
    ),
    "settings": (
        ROOM,
        "change settings of a stage that is not yet drawn",
        """\
  carrom event settings open.carrom-event s rounds=6 minutes=40 --reason "less time" """,
    ),
    "remove": (
        ROOM,
        "remove an entrant, a stage or an umpire that was entered by mistake",
        """\
  carrom event remove open.carrom-event entrant asha --reason "entered twice"
  carrom event remove open.carrom-event stage final""",
    ),
    "rule": (
        ROOM,
        "enter the referee's ruling on a result: another result, `stands` or `void` (to be played again)",
        """\
  carrom event rule open.carrom-event s.1.2 stands --reason "the queen was covered"
  carrom event rule open.carrom-event s.1.2 25-18 --reason "Law 72"
  carrom event rule open.carrom-event s.1.2 void --reason "entered for the wrong match" """,
    ),
    "protest": (
        ROOM,
        "enter a protest against a result, which is then shown but not counted",
        """\
  carrom event protest open.carrom-event s.1.2 asha --board 3 --reason "queen not covered" """,
    ),
    "log": (
        ROOM,
        "print every line as a sentence: what happened, who entered it, when and why",
        """\
  carrom event log open.carrom-event
  carrom event log open.carrom-event --corrections --language hi
  carrom event log open.carrom-event --of "Asha Rao" --raw""",
    ),
}


def _by(task: argparse.ArgumentParser, role: str, *, reason: str = "", needed: bool = False) -> None:
    if reason:
        task.add_argument("--reason", default="", required=needed, help=reason)
    task.add_argument(
        "--by", default=role, metavar="ROLE:NAME", help=f"who enters this, as role:name (default: {role})"
    )


_REASON = "reason, needed once a round is drawn"


def _who(task: argparse.ArgumentParser, what: str = "id or name of the entrant") -> None:
    task.add_argument("who", metavar="ENTRANT", help=what)


def _stage(task: argparse.ArgumentParser, usual: str) -> None:
    task.add_argument("--stage", action="append", default=[], metavar="ID", help=f"id of a stage (default: {usual})")


def _edit(task: argparse.ArgumentParser) -> None:
    _who(task, "id or name of the entrant, or an umpire such as umpire:ravi")
    task.add_argument("--name", help="the correct name")
    task.add_argument("--club", help='the correct club; "" for none')
    task.add_argument("--nation", help='the correct nation; "" for none')
    task.add_argument("--seed", type=int, help="the correct seed, before the first draw; 0 for none")
    task.add_argument("--kind", choices=("player", "pair", "team"), help="the correct kind of entrant")
    task.add_argument("--players", metavar="LIST", help="the new players of a pair or team, separated by commas")
    task.add_argument("--player", default="", metavar="OLD", help="a misspelt player of a pair or team; with --now")
    task.add_argument("--now", default="", metavar="NEW", help="the correct name of --player")
    task.add_argument(
        "--stages", dest="stages", metavar="LIST", help='stages to play in, separated by commas; "" for all'
    )
    _by(task, "organiser", reason=_REASON)


def _withdraw(task: argparse.ArgumentParser) -> None:
    _who(task)
    _stage(task, "all in which they play")
    _by(task, "organiser", reason="reason of the withdrawal")


def _reinstate(task: argparse.ArgumentParser) -> None:
    _who(task)
    _stage(task, "all from which they withdrew")
    _by(task, "organiser", reason="reason of the reversal", needed=True)


def _late(task: argparse.ArgumentParser) -> None:
    _who(task)
    _stage(task, "the first that they can join")
    task.add_argument("--round", type=int, default=0, help="the round from which they play (default: the next)")
    _by(task, "organiser")


def _deduct(task: argparse.ArgumentParser) -> None:
    _who(task)
    task.add_argument("points", type=int, help="match points, 1 to 99")
    _stage(task, "the one in which they play")
    _by(task, "referee", reason="reason of the deduction", needed=True)


def _restore(task: argparse.ArgumentParser) -> None:
    _who(task)
    _by(task, "referee", reason="reason of the reversal", needed=True)


def _retract(task: argparse.ArgumentParser) -> None:
    task.add_argument("round", metavar="STAGE.ROUND", help="round such as s.2, or a stage such as g for all its rounds")
    _by(task, "organiser", reason="reason", needed=True)


def _details(task: argparse.ArgumentParser) -> None:
    task.add_argument("--name", help="name of the tournament")
    task.add_argument(
        "--ruleset", dest="rules", metavar="NAME", help="rule set, in its present edition; before anything is played"
    )
    task.add_argument("--tables", dest="boards", type=int, metavar="N", help="number of tables in the hall")
    task.add_argument("--sessions", help="days and hours of play, such as 2026-11-21 09:30-13:00 14:00-18:30")
    task.add_argument("--zone", help="time zone of all its times, such as Asia/Kolkata")
    task.add_argument("--contact", help="contact shown on the public pages")
    task.add_argument("--place", help="venue")
    _by(task, "organiser", reason=_REASON)


def _settings(task: argparse.ArgumentParser) -> None:
    task.add_argument("stage", help="id of the stage")
    task.add_argument("settings", nargs="+", metavar="KEY=VALUE", help="settings as in the file, such as rounds=6")
    _by(task, "organiser", reason=_REASON)


def _remove(task: argparse.ArgumentParser) -> None:
    task.add_argument("what", choices=("entrant", "stage", "umpire"), help="what to remove")
    task.add_argument("who", metavar="ID", help="its id; an entrant also by name")
    _by(task, "organiser", reason=_REASON)


def _rule(task: argparse.ArgumentParser) -> None:
    task.add_argument("fixture", help="address of the match, such as s.1.2")
    task.add_argument("score", nargs="*", metavar="SCORE HOW", help="the result ruled, `stands`, or `void`")
    task.add_argument("--against", default="", metavar="ID", help="entrant who was absent, retired or was disqualified")
    task.add_argument("--winner", default="", metavar="ID", help="winner of a tied knockout fixture, by its tie-break")
    task.add_argument("--law", default="", help="law that the ruling rests on, such as Law 72")
    _by(task, "referee", reason="reason of the ruling", needed=True)


def _protest(task: argparse.ArgumentParser) -> None:
    task.add_argument("fixture", help="address of the match, such as s.1.2")
    _who(task, "id or name of the side that protests")
    task.add_argument("--board", type=int, default=0, help="number of the board in the game")
    task.add_argument("--fee", default="", help="fee that was paid")
    _by(task, "referee", reason="reason of the protest", needed=True)


def _log(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "--group", choices=("entries", "draws", "results", "referee", "hall"), help="only lines of this kind"
    )
    task.add_argument("--corrections", action="store_true", help="only lines that change what an earlier line said")
    task.add_argument("--of", default="", metavar="TEXT", help="only sentences that contain this text, such as a name")
    task.add_argument("--raw", action="store_true", help="also print each line as it stands in the file")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="language (default: en)")


DECLARED: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "edit": _edit,
    "withdraw": _withdraw,
    "reinstate": _reinstate,
    "late": _late,
    "deduct": _deduct,
    "restore": _restore,
    "retract": _retract,
    "details": _details,
    "settings": _settings,
    "remove": _remove,
    "rule": _rule,
    "protest": _protest,
    "log": _log,
}


# -- options of the other subcommands, and the command -----------------------------------------------------------------


EXAMPLES = """\
examples, from the entry list to the standings:
  carrom event new open.carrom-event --name "Autumn Open" --preset swiss --tables 8 --lot "3 14 27 40"
  carrom event enter open.carrom-event --csv entries.csv
  carrom event draw open.carrom-event
  carrom event result open.carrom-event s.1.1 25-12
  carrom event result open.carrom-event s.1.2 18-18 clock
  carrom event correct open.carrom-event s.1.2 18-25 --reason "card misread"
  carrom event edit open.carrom-event asha_roa --name "Asha Rao" --reason misspelt
  carrom event log open.carrom-event
  carrom event standings open.carrom-event --why
  carrom event verify open.carrom-event

The file is plain text: commands append lines and never delete one. Full guide: docs/how-to/events.md.
"""
_FILE = "file of the tournament (.carrom-event)"
_TASKS: dict[str, tuple[str, str, str]] = {
    "new": (
        "carrom.cli.event_change",
        "create the file of a new tournament",
        """\
  carrom event new open.carrom-event --name "Autumn Open" --preset swiss --tables 8
  carrom event new night.carrom-event --name "Friday" --preset club-night --contact "Lena, lena@club.example"
  carrom event new own.carrom-event --name "Own" --stage "s swiss rounds=5 minutes=30 apart=2" """,
    ),
    "enter": (
        "carrom.cli.event_change",
        "enter players, pairs or teams",
        """\
  carrom event enter open.carrom-event asha "Asha Rao" --seed 1 --club Pune
  carrom event enter ties.carrom-event north North --players Nila,Naveen,Nadia
  carrom event enter open.carrom-event --csv entries.csv     columns id,name,seed,club,nation,players
  carrom event enter open.carrom-event indu "Indu Nair" --late 2     joins a Swiss stage in round 2""",
    ),
    "draw": (
        "carrom.cli.event_change",
        "draw the next round, and print the reason for each pairing",
        """\
  carrom event draw open.carrom-event
  carrom event draw night.carrom-event g          draws the groups and all their rounds
  carrom event draw open.carrom-event s --pairs asha-esha bilal-farid gita-     pairs a round by hand""",
    ),
    "lots": (
        "carrom.cli.event_change:run_lots",
        "repeat the draw of a lot: the seeds and groups that a text gives",
        """\
  carrom event lots open.carrom-event                    with the text in the file
  carrom event lots open.carrom-event --lot "3 14 27 40" """,
    ),
    "result": (
        "carrom.cli.event_change",
        "enter results: typed, from a game record, from a game on the server, or from a CSV file",
        """\
  carrom event result open.carrom-event s.1.1 25-12
  carrom event result open.carrom-event s.1.2 18-18 clock
  carrom event result open.carrom-event g.2.3 25-19,14-25,25-16       a match of three games
  carrom event result open.carrom-event g.1.4 walkover --against jaya --law "Law 143i"
  carrom event result ties.carrom-event l.1.1.2 25-20                 the second rubber of a team tie
  carrom event result open.carrom-event s.1.3 --record s.1.3.carrom   computes the score from the record
  carrom event result open.carrom-event s.1.4 --game k7Qw2            a game on this computer's server
  carrom event result open.carrom-event --csv results.csv             columns fixture,score,how,against""",
    ),
    "correct": (
        "carrom.cli.event_change",
        "correct a result; the wrong line stays in the file",
        """\
  carrom event correct open.carrom-event s.1.2 18-18 clock --reason "card misread" """,
    ),
    "append": (
        "carrom.cli.event_change",
        "append a line of any kind: line-up, umpire, presence, statement and so on",
        """\
  carrom event append open.carrom-event present s asha bilal chitra dev
  carrom event append ties.carrom-event lineup l.1.1 north '["Nila"]' '["Naveen"]' '["Nila","Nadia"]'
  carrom event append open.carrom-event statement 13 "Board 3, the queen was not covered"
  carrom event append open.carrom-event umpire ravi "Ravi Kumar" club=Pune""",
    ),
    **TASKS,
    "repair": (
        "carrom.cli.event_change",
        "move a last line that was cut off, as by a power failure, to a file of its own, so that play goes on",
        """\
  carrom event repair open.carrom-event""",
    ),
    "schedule": (
        "carrom.cli.event_show:run_schedule",
        "assign tables, times and umpires to the drawn fixtures, or call the next ones to their tables",
        """\
  carrom event schedule open.carrom-event --from "2026-11-21 09:30"
  carrom event schedule open.carrom-event --dry-run     prints the plan only
  carrom event schedule open.carrom-event --queue       lists the fixtures that wait for a table
  carrom event schedule open.carrom-event --call        calls fixtures to the free tables""",
    ),
    "standings": (
        "carrom.cli.event_show",
        "print the standings, optionally with the reason for each place",
        """\
  carrom event standings open.carrom-event
  carrom event standings open.carrom-event g --why --language hi
  carrom event standings open.carrom-event s --after 3""",
    ),
    "print": (
        "carrom.cli.event_print",
        "write score cards, tie sheets, fixtures, brackets, standings or the log for printing",
        """\
  carrom event print open.carrom-event cards --round s.1 --output cards.html
  carrom event print open.carrom-event card --output blank.html --language ta
  carrom event print open.carrom-event tables --address http://192.168.1.5:8000 --output tables.html
  carrom event print open.carrom-event standings --output standings.pdf       needs the extra `pdf`""",
    ),
    "verify": (
        "carrom.cli.event_show",
        "repeat every draw and hash every record again, and report differences",
        """\
  carrom event verify open.carrom-event""",
    ),
    "publish": (
        "carrom.cli.event_print:run_publish",
        "write public pages to a folder for any web host: standings, rounds, brackets, replays, hashes, downloads",
        """\
  carrom event publish open.carrom-event --output public
  carrom event publish open.carrom-event --output public --languages ta,en     Tamil first, English as well""",
    ),
    "export": (
        "carrom.cli.event_show",
        "print the whole tournament as JSON, one table of it as CSV, or the fixtures as an iCalendar file",
        """\
  carrom event export open.carrom-event --format json > open.json
  carrom event export open.carrom-event fixtures > fixtures.csv     fill in scores, then result --csv fixtures.csv
  carrom event export open.carrom-event calendar > open.ics""",
    ),
    "ratings": (
        "carrom.cli.event_show:run_ratings",
        "compute Glicko-2 ratings, a season table or the list of winners from a folder of tournaments",
        """\
  carrom event ratings season-2026
  carrom event ratings season-2026 --table season --drop 2
  carrom event ratings season-2026 --table winners""",
    ),
    "check": (
        "carrom.cli.event_show",
        "run test tournaments from a JSON file; print one JSON line for each step with an expected result",
        """\
  carrom event check cases.json""",
    ),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    declared: dict[str, Callable[[argparse.ArgumentParser], None]] = {
        "new": _new,
        "enter": _enter,
        "draw": _draw,
        "lots": _lots,
        "result": _result,
        "correct": _correct,
        "append": _append,
        **DECLARED,
        "repair": lambda task: None,
        "schedule": _schedule,
        "standings": _standings,
        "print": _print,
        "verify": lambda task: None,
        "publish": _publish,
        "export": _export,
        "ratings": _ratings,
        "check": lambda task: None,
    }
    for name, (module, summary, examples) in _TASKS.items():
        task = add_task(
            tasks,
            name,
            summary,
            epilog=f"examples:\n{examples.rstrip()}\n",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        file = {"check": "file of test tournaments (.json)", "ratings": "folder of tournament files"}.get(name, _FILE)
        task.add_argument("file", type=Path, help=file)
        declared[name](task)
        task.set_defaults(room=module)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    import importlib

    module, _, function = args.room.partition(":")
    return int(getattr(importlib.import_module(module), function or "run")(args))


def _new(task: argparse.ArgumentParser) -> None:
    task.add_argument("--name", required=True, help="name of the tournament")
    task.add_argument("--preset", help="usual set of stages: swiss, national, teams, event-sheet, league or club-night")
    task.add_argument(
        "--stage",
        dest="stage",
        action="append",
        default=[],
        metavar="LINE",
        help='a stage, such as "s swiss rounds=5"; may be repeated',
    )
    task.add_argument("--ruleset", help="rule set or .toml file (default: the preset's, or icf)")
    task.add_argument(
        "--tables",
        dest="boards",
        type=int,
        default=0,
        metavar="N",
        help="number of tables in the hall (default: 0, not known)",
    )
    task.add_argument(
        "--sessions", default="", help="days and hours of play, such as 2026-11-21 09:30-13:00 14:00-18:30"
    )
    task.add_argument(
        "--zone", metavar="NAME", help="time zone of all its times, such as Asia/Kolkata (default: this computer's)"
    )
    task.add_argument("--contact", default="", help="contact shown on the public pages")
    task.add_argument("--place", default="", help="venue")
    task.add_argument(
        "--lot", default="", help="text drawn in public, such as lottery numbers; the seed of every random choice"
    )
    _by(task, "organiser")


def _enter(task: argparse.ArgumentParser) -> None:
    task.add_argument("id", nargs="?", help="short id: lower-case letters, digits and _")
    task.add_argument("name", nargs="?", help="full name")
    task.add_argument("--seed", type=int, help="seeding position, from 1")
    task.add_argument("--club", default="", help="club of the entrant")
    task.add_argument("--nation", default="", help="nation of the entrant")
    task.add_argument("--players", default="", help="players of a pair or team, separated by commas")
    task.add_argument(
        "--kind",
        choices=("player", "pair", "team"),
        help="kind of entrant (default: from the number of players)",
    )
    task.add_argument(
        "--stages", dest="stages", default="", metavar="LIST", help="stages to play in, separated by commas"
    )
    task.add_argument("--late", type=int, metavar="ROUND", help="join a Swiss stage that has begun, from this round on")
    task.add_argument(
        "--csv", type=Path, metavar="FILE", help="read many entrants from a CSV file; - reads standard input"
    )
    _by(task, "organiser")


def _draw(task: argparse.ArgumentParser) -> None:
    task.add_argument("stage", metavar="stage", nargs="?", help="id of the stage (default: the one due next)")
    task.add_argument("--pairs", nargs="+", metavar="A-B", help="pair the round by hand; `gita-` gives gita the bye")
    task.add_argument("--reason", default="", help="with --pairs: why the round is made by hand, for the public pages")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="language of the reasons (default: en)")
    _by(task, "organiser")


def _lots(task: argparse.ArgumentParser) -> None:
    task.add_argument("--lot", default="", metavar="TEXT", help="another text than the one in the file")


def _how(task: argparse.ArgumentParser) -> None:
    task.add_argument("--against", default="", metavar="ID", help="entrant who was absent, retired or was disqualified")
    task.add_argument("--winner", default="", metavar="ID", help="winner of a tied knockout fixture, by its tie-break")
    task.add_argument("--boards", default="", metavar="N-N", help="boards won by each side, such as 5-3")
    task.add_argument(
        "--slams", default="", metavar="LIST", help="slams, such as white:1.3 (game 1, board 3), separated by commas"
    )
    task.add_argument("--law", default="", help="law that the result rests on, such as Law 143i")


def _result(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "fixture", nargs="?", help="address of the fixture: STAGE.ROUND.NUMBER, then .RUBBER in a team tie"
    )
    task.add_argument(
        "score",
        nargs="*",
        metavar="SCORE HOW",
        help="points such as 25-12, then how it ended, such as clock or walkover (default: played)",
    )
    _how(task)
    task.add_argument("--reason", default="", help="reason for this result")
    task.add_argument("--record", type=Path, metavar="FILE", help="take the result from a game record (.carrom)")
    task.add_argument(
        "--game",
        metavar="ID",
        help="take the result from a game on this computer's server, and save its record beside the file",
    )
    task.add_argument("--data", metavar="FOLDER", help=DATA_HELP)
    task.add_argument(
        "--csv", type=Path, metavar="FILE", help="read many results from a CSV file; - reads standard input"
    )
    _by(task, "scorer")


def _correct(task: argparse.ArgumentParser) -> None:
    task.add_argument("fixture", help="address of the match such as s.1.2, or the number of the wrong line")
    task.add_argument("score", nargs="*", metavar="SCORE HOW", help="the correct score, and how it ended")
    _how(task)
    task.add_argument("--reason", required=True, help="reason for the correction")
    _by(task, "referee")


def _append(task: argparse.ArgumentParser) -> None:
    task.add_argument("words", nargs="+", metavar="WORD", help="line to append, without its number")
    _by(task, "organiser")


def _schedule(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "--from", dest="moment", metavar="TIME", help="start of the plan, such as 2026-11-21 09:30 (default: now)"
    )
    task.add_argument("--without-umpires", action="store_true", help="let fixtures begin without an umpire")
    what = task.add_mutually_exclusive_group()
    what.add_argument("--dry-run", action="store_true", help="print the plan and write nothing")
    what.add_argument("--queue", action="store_true", help="list the fixtures that wait, and why")
    what.add_argument("--call", action="store_true", help="call the next fixture to every free table")
    _by(task, "organiser")


def _standings(task: argparse.ArgumentParser) -> None:
    task.add_argument("stage", metavar="stage", nargs="?", help="id of one stage (default: all that have begun)")
    task.add_argument("--after", type=int, metavar="ROUND", help="standings after this round")
    task.add_argument("--why", action="store_true", help="also print the reason for each place")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="language (default: en)")


def _print(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "what",
        choices=("card", "cards", "tie", "ties", "tables", "fixtures", "brackets", "standings", "log"),
        help="what to print; `card` and `tie` are blank sheets, `cards` and `ties` those of the fixtures",
    )
    task.add_argument(
        "--round",
        metavar="S.1",
        help="only this round: STAGE.ROUND, or `due`, the open matches of the round to be played",
    )
    task.add_argument("--paper", choices=("a4", "a5", "letter"), default="a4", help="size of the paper (default: a4)")
    task.add_argument("--address", default="", help="for `tables`: address of the hall's page, for the QR codes")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="language (default: en)")
    task.add_argument(
        "--output", type=Path, metavar="FILE", help="new .html or .pdf file (default: HTML to standard output)"
    )


def _ratings(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "--table",
        choices=("ratings", "season", "winners"),
        default="ratings",
        help="table to print (default: ratings)",
    )
    task.add_argument(
        "--points", default="", metavar="LIST", help="for `season`: points for each place (default: 18,16,14 ... 1)"
    )
    task.add_argument(
        "--drop",
        type=int,
        default=0,
        metavar="N",
        help="for `season`: leave out the N worst results of each player (default: 0)",
    )


def _publish(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "--output",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="new, empty or already published folder; only files that changed are written",
    )
    task.add_argument(
        "--languages",
        type=_languages,
        default=LANGUAGES,
        metavar="LIST",
        help="languages of the pages, separated by commas; the first one opens (default: all)",
    )


def _languages(text: str) -> tuple[str, ...]:
    found = tuple(filter(None, text.split(",")))
    wrong = [each for each in found if each not in LANGUAGES]
    if wrong or not found:
        raise argparse.ArgumentTypeError(f"{text!r}: expected languages such as en,hi, out of {', '.join(LANGUAGES)}")
    return found


def _export(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "what",
        nargs="?",
        choices=("entrants", "fixtures", "results", "standings", "calendar"),
        help="the table to write; not needed with --format json, which writes everything",
    )
    task.add_argument("--format", choices=("csv", "json"), default="csv", help="csv or json (default: csv)")
    task.add_argument("--stage", dest="stage", metavar="ID", help="id of one stage (default: all)")
