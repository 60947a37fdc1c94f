"""The `carrom event` command: a tournament in one file, from the entry list to the final standings."""

import argparse
from collections.abc import Callable
from pathlib import Path

from carrom.cli import event_correction_options
from carrom.cli.options import DATA_HELP, add_task
from carrom.i18n import LANGUAGES

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
    **event_correction_options.TASKS,
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
        **event_correction_options.DECLARED,
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


def _by(task: argparse.ArgumentParser, role: str) -> None:
    task.add_argument(
        "--by", default=role, metavar="ROLE:NAME", help=f"who enters this, as role:name (default: {role})"
    )


def _new(task: argparse.ArgumentParser) -> None:
    task.add_argument("--name", required=True, help="name of the tournament")
    task.add_argument("--preset", help="usual set of stages: swiss, national, teams, event-sheet, league or club-night")
    task.add_argument(
        "--stage",
        dest="section",
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
        "--stages", dest="sections", default="", metavar="LIST", help="stages to play in, separated by commas"
    )
    task.add_argument("--late", type=int, metavar="ROUND", help="join a Swiss stage that has begun, from this round on")
    task.add_argument(
        "--csv", type=Path, metavar="FILE", help="read many entrants from a CSV file; - reads standard input"
    )
    _by(task, "organiser")


def _draw(task: argparse.ArgumentParser) -> None:
    task.add_argument("section", metavar="stage", nargs="?", help="id of the stage (default: the one due next)")
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
    task.add_argument("section", metavar="stage", nargs="?", help="id of one stage (default: all that have begun)")
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
    task.add_argument("--stage", dest="section", metavar="ID", help="id of one stage (default: all)")
