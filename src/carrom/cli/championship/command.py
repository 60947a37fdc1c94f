"""`carrom event`: a championship from the entry list to the final standings, kept in one file."""

import argparse
from collections.abc import Callable
from pathlib import Path

from carrom.i18n import LANGUAGES

EXAMPLES = """\
examples, an evening from its entry list to its standings:
  carrom event new open.carrom-event --name "Autumn Open" --preset swiss --boards 8 --lot "3 14 27 40"
  carrom event enter open.carrom-event --csv entries.csv
  carrom event draw open.carrom-event
  carrom event finish open.carrom-event s.1.1 25-12
  carrom event finish open.carrom-event s.1.2 18-18 clock
  carrom event correct open.carrom-event 75 18-25 --reason "card misread"
  carrom event standings open.carrom-event --why
  carrom event verify open.carrom-event

The file is read by people and grows line by line; nothing in it is ever deleted. docs/how-to/events.md tells the rest.
"""
_FILE = "the championship (.carrom-event)"
_TASKS: dict[str, tuple[str, str, str]] = {
    "new": (
        "carrom.cli.championship.change",
        "begin a championship",
        """\
  carrom event new open.carrom-event --name "Autumn Open" --preset swiss --boards 8
  carrom event new night.carrom-event --name "Friday" --preset club-night --contact "Lena, lena@club.example"
  carrom event new own.carrom-event --name "Own" --section "s swiss waves=5 minutes=30 apart=2" """,
    ),
    "enter": (
        "carrom.cli.championship.change",
        "enter players, pairs or teams",
        """\
  carrom event enter open.carrom-event asha "Asha Rao" --seed 1 --club Pune
  carrom event enter ties.carrom-event north North --players Nila,Naveen,Nadia
  carrom event enter open.carrom-event --csv entries.csv     columns id,name,seed,club,nation,players
  carrom event enter open.carrom-event indu "Indu Nair" --late 2     comes into a Swiss in wave 2""",
    ),
    "draw": (
        "carrom.cli.championship.change",
        "draw the next wave, and say why for each pair",
        """\
  carrom event draw open.carrom-event
  carrom event draw night.carrom-event g          groups and every wave of them
  carrom event draw open.carrom-event s --pairs asha-esha bilal-farid gita-     a wave made by hand""",
    ),
    "finish": (
        "carrom.cli.championship.change",
        "say how a fixture ended: by hand, from its record, or from a game on the server",
        """\
  carrom event finish open.carrom-event s.1.1 25-12
  carrom event finish open.carrom-event s.1.2 18-18 clock
  carrom event finish open.carrom-event g.2.3 25-19,14-25,25-16       a match of three games
  carrom event finish open.carrom-event g.1.4 walkover --against jaya --law "Law 143i"
  carrom event finish ties.carrom-event l.1.1.2 25-20                 the second rubber of a tie
  carrom event finish open.carrom-event s.1.3 --record s.1.3.carrom   scored again by the laws
  carrom event finish open.carrom-event s.1.4 --game k7Qw2            a game of this machine's server
  carrom event finish open.carrom-event --csv results.csv             columns fixture,score,how,against""",
    ),
    "correct": (
        "carrom.cli.championship.change",
        "tell a finish otherwise; the line that was wrong stays",
        """\
  carrom event correct open.carrom-event 12 18-18 clock --reason "card misread" """,
    ),
    "tell": (
        "carrom.cli.championship.change",
        "add any other line, as it stands in the file",
        """\
  carrom event tell open.carrom-event withdraw hema section=g reason="knee injury"
  carrom event tell open.carrom-event present s asha bilal chitra dev
  carrom event tell ties.carrom-event lineup l.1.1 north '["Nila"]' '["Naveen"]' '["Nila","Nadia"]'
  carrom event tell open.carrom-event protest 12 side=asha board=3 reason="queen not covered"
  carrom event tell open.carrom-event rule 12 stands reason="covered" --by referee:ravi
  carrom event tell open.carrom-event statement 13 "Board 3, the queen was not covered"
  carrom event tell open.carrom-event umpire ravi "Ravi Kumar" club=Pune
  carrom event tell open.carrom-event deduct asha 1 section=s reason="Law 143h"
  carrom event tell open.carrom-event retract s.2 reason="Indu was overlooked" """,
    ),
    "schedule": (
        "carrom.cli.championship.schedule",
        "give boards, hours and umpires to what is drawn, or call who is next",
        """\
  carrom event schedule open.carrom-event --from "2026-11-21 09:30"
  carrom event schedule open.carrom-event --look        only say it
  carrom event schedule open.carrom-event --queue       who comes to the first free board
  carrom event schedule open.carrom-event --call        call them, the longest remaining path first""",
    ),
    "standings": (
        "carrom.cli.championship.show",
        "print the standings, with the reason for each place if wanted",
        """\
  carrom event standings open.carrom-event
  carrom event standings open.carrom-event g --why --language hi
  carrom event standings open.carrom-event s --after 3""",
    ),
    "print": (
        "carrom.cli.championship.print",
        "write score cards, tie sheets, fixtures, brackets, standings and the log for paper",
        """\
  carrom event print open.carrom-event cards --wave s.1 --to cards.html
  carrom event print open.carrom-event card --to blank.html --language ta
  carrom event print open.carrom-event boards --address http://192.168.1.5:8000 --to boards.html
  carrom event print open.carrom-event standings --to standings.pdf       needs the extra `pdf`""",
    ),
    "verify": (
        "carrom.cli.championship.show",
        "draw every wave again, hash every record again, and say what differs",
        """\
  carrom event verify open.carrom-event""",
    ),
    "export": (
        "carrom.cli.championship.show",
        "write entrants, fixtures or standings as CSV, or fixtures as a calendar",
        """\
  carrom event export open.carrom-event fixtures > fixtures.csv
  carrom event export open.carrom-event calendar > open.ics""",
    ),
    "ratings": (
        "carrom.cli.championship.ratings",
        "add up a folder of championships: ratings (Glicko-2), a season, honours",
        """\
  carrom event ratings season-2026
  carrom event ratings season-2026 --table season --drop 2
  carrom event ratings season-2026 --table honours""",
    ),
    "check": (
        "carrom.cli.championship.show",
        "play worked championships and compare: one JSON line a step that expects something",
        """\
  carrom event check cases.json""",
    ),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the tasks."""
    tasks = parser.add_subparsers(dest="task", metavar="task", title="tasks", required=True)
    declared: dict[str, Callable[[argparse.ArgumentParser], None]] = {
        "new": _new,
        "enter": _enter,
        "draw": _draw,
        "finish": _finish,
        "correct": _correct,
        "tell": _tell,
        "schedule": _schedule,
        "standings": _standings,
        "print": _print,
        "verify": lambda task: None,
        "export": _export,
        "ratings": _ratings,
        "check": lambda task: None,
    }
    for name, (module, summary, examples) in _TASKS.items():
        task = tasks.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=f"examples:\n{examples.rstrip()}\n",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        file = {"check": "a casebook (.json)", "ratings": "a folder of championships"}.get(name, _FILE)
        task.add_argument("file", type=Path, help=file)
        declared[name](task)
        task.set_defaults(room=module)


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    import importlib

    return int(importlib.import_module(args.room).run(args))


def _by(task: argparse.ArgumentParser, role: str) -> None:
    task.add_argument("--by", default=role, metavar="ROLE:NAME", help=f"who says so ({role})")


def _new(task: argparse.ArgumentParser) -> None:
    task.add_argument("--name", required=True, help="what the championship is called")
    task.add_argument("--preset", help="swiss, national, teams, event-sheet or club-night")
    task.add_argument("--section", action="append", default=[], metavar="LINE", help='a section, as "s swiss waves=5"')
    task.add_argument("--rules", help="rule set (the preset's, or icf)")
    task.add_argument("--boards", type=int, default=0, help="how many boards stand in the hall")
    task.add_argument("--sessions", default="", help="days and hours, as 2026-11-21 09:30-13:00 14:00-18:30")
    task.add_argument("--contact", default="", help="who answers for it, as the public reads it")
    task.add_argument("--place", default="", help="where it is")
    task.add_argument("--lot", default="", help="a text drawn in public, from which all chance follows")
    _by(task, "organiser")


def _enter(task: argparse.ArgumentParser) -> None:
    task.add_argument("id", nargs="?", help="a short name: small letters, digits and _")
    task.add_argument("name", nargs="?", help="the name people read")
    task.add_argument("--seed", type=int, help="place in the seeding, from 1")
    task.add_argument("--club", default="", help="club")
    task.add_argument("--nation", default="", help="nation")
    task.add_argument("--players", default="", help="the two of a pair, or a team's roster, with commas between")
    task.add_argument("--kind", choices=("player", "pair", "team"), help="what is entered (by the number of players)")
    task.add_argument("--in", dest="sections", default="", help="sections it plays in, with commas (all)")
    task.add_argument("--late", type=int, metavar="WAVE", help="comes into a Swiss that has begun, from this wave on")
    task.add_argument("--csv", type=Path, metavar="FILE", help="many of them; - reads the input")
    _by(task, "organiser")


def _draw(task: argparse.ArgumentParser) -> None:
    task.add_argument("section", nargs="?", help="the section (the one whose turn it is)")
    task.add_argument("--pairs", nargs="+", metavar="A-B", help="a wave made by hand; `gita-` has the bye")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="reasons in this language (English)")
    _by(task, "organiser")


def _how(task: argparse.ArgumentParser) -> None:
    task.add_argument("--against", default="", metavar="ID", help="who was absent, retired or was disqualified")
    task.add_argument("--winner", default="", metavar="ID", help="who won a level fixture of a cup by what decides it")
    task.add_argument("--boards", default="", metavar="N-N", help="boards won by each side")
    task.add_argument("--slams", default="", metavar="LIST", help="slams, as white:1.3 (match game.board), with commas")
    task.add_argument("--law", default="", help="the law that it rests on")


def _finish(task: argparse.ArgumentParser) -> None:
    task.add_argument("fixture", nargs="?", help="section.wave.number, and .rubber of a tie")
    task.add_argument("score", nargs="*", metavar="SCORE HOW", help="points such as 25-12, and how it ended (played)")
    _how(task)
    task.add_argument("--reason", default="", help="why")
    task.add_argument("--record", type=Path, metavar="FILE", help="its record (.carrom), hashed and scored again")
    task.add_argument(
        "--game", metavar="ID", help="a game of this machine's server; its record is laid beside the file"
    )
    task.add_argument("--data", metavar="FOLDER", help="where the server keeps games (CARROM_DATA, or the user's)")
    task.add_argument("--csv", type=Path, metavar="FILE", help="many of them; - reads the input")
    _by(task, "scorer")


def _correct(task: argparse.ArgumentParser) -> None:
    task.add_argument("line", type=int, help="the number of the line that was wrong")
    task.add_argument("score", nargs="*", metavar="SCORE HOW", help="what is right")
    _how(task)
    task.add_argument("--reason", required=True, help="why it was wrong")
    _by(task, "referee")


def _tell(task: argparse.ArgumentParser) -> None:
    task.add_argument("words", nargs="+", metavar="WORD", help="the line, without its number")
    _by(task, "organiser")


def _schedule(task: argparse.ArgumentParser) -> None:
    task.add_argument("--from", dest="moment", metavar="TIME", help="day and hour, as 2026-11-21 09:30 (now)")
    task.add_argument("--without-umpires", action="store_true", help="fixtures do not wait for an umpire")
    what = task.add_mutually_exclusive_group()
    what.add_argument("--look", action="store_true", help="say the plan and write nothing")
    what.add_argument("--queue", action="store_true", help="say who waits for a board, and what for")
    what.add_argument("--call", action="store_true", help="call the next to every free board")
    _by(task, "organiser")


def _standings(task: argparse.ArgumentParser) -> None:
    task.add_argument("section", nargs="?", help="one section (all that have begun)")
    task.add_argument("--after", type=int, metavar="WAVE", help="as they stood after this wave")
    task.add_argument("--why", action="store_true", help="with the reason for each place")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="in this language (English)")


def _print(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "what",
        choices=("card", "cards", "tie", "ties", "boards", "fixtures", "brackets", "standings", "log"),
        help="`card` and `tie` are blank, `cards` and `ties` those of a wave",
    )
    task.add_argument("--wave", metavar="S.1", help="only this wave")
    task.add_argument("--address", default="", help="boards: where the hall is reached, for the codes")
    task.add_argument("--language", choices=LANGUAGES, default="en", help="in this language (English)")
    task.add_argument("--to", type=Path, metavar="FILE", help="a new .html or .pdf file (HTML to the output)")


def _ratings(task: argparse.ArgumentParser) -> None:
    task.add_argument("--table", choices=("ratings", "season", "honours"), default="ratings", help="what (ratings)")
    task.add_argument("--prizes", default="", metavar="LIST", help="a season: points for each place (18,16,14 ... 1)")
    task.add_argument("--drop", type=int, default=0, metavar="N", help="a season: everybody's N worst do not count")


def _export(task: argparse.ArgumentParser) -> None:
    task.add_argument(
        "what", choices=("entrants", "fixtures", "standings", "calendar", "finishes"), help="what to write"
    )
    task.add_argument("--section", help="one section (all)")
