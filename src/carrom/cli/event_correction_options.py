"""Options of the subcommands of `carrom event` that correct what was entered, and of `carrom event log`."""

import argparse
from collections.abc import Callable

from carrom.i18n import LANGUAGES

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
        "--stages", dest="sections", metavar="LIST", help='stages to play in, separated by commas; "" for all'
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
