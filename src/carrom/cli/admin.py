"""The `carrom admin` command: moderation of accounts and online tournaments; actions are logged with their reason."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.options import add_data_options, add_task
from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.server.people.accounts import AccountService
    from carrom.server.people.models import Account
    from carrom.server.people.moderation import Moderation
    from carrom.storage.store import Store

EXAMPLES = """examples:
  carrom admin accounts                                   list all accounts
  carrom admin reports                                    list open reports
  carrom admin resolve REPORT --reason "talked to both"   close a report
  carrom admin warn Asha --reason "be polite in chat"     show Asha a warning on the account page
  carrom admin mute Asha --days 7 --reason "insults"      no chat and no seeks for a week; --days 0 ends it
  carrom admin close Asha --reason "plays by a program"   close the account; `reopen` opens it again
  carrom admin rename Asha Asha2 --reason "asked for it"  change the name; the old name stays reserved
  carrom admin unrate GAME --reason "one had to leave"    undo a game's rating changes
  carrom admin promote Asha --reason "runs club nights"   make Asha a moderator; `demote` ends it
  carrom admin tournaments                                list the online tournaments that are not over
  carrom admin cancel-tournament ID --reason "a joke"     cancel one, or end it if it runs
  carrom admin limit-tournaments 50 --reason "too many"   allow at most 50 at a time; 0 stops new ones
  carrom admin log Asha                                   list actions that concern Asha; without a name, all

These commands work while the server runs. A closed account is signed out everywhere within two seconds, and a cancelled
tournament is over within five.
"""
_ABOUT = "name of the account"
_TASKS = {
    "accounts": ("list all accounts", ()),
    "reports": ("list open reports", ()),
    "resolve": ("close a report", (("report", "id of the report, or its first letters, as `reports` lists it"),)),
    "warn": ("show a warning on the account page of a player", (("name", _ABOUT),)),
    "mute": ("forbid chat and seeks to a player for some days", (("name", _ABOUT),)),
    "close": ("close an account", (("name", _ABOUT),)),
    "reopen": ("open a closed account again", (("name", _ABOUT),)),
    "rename": ("rename an account", (("name", _ABOUT), ("new", "new name"))),
    "unrate": ("undo the rating changes of a game", (("game", "id of the game"),)),
    "promote": ("make a player a moderator", (("name", _ABOUT),)),
    "demote": ("end a player's moderator role", (("name", _ABOUT),)),
    "tournaments": ("list the online tournaments that are not over", ()),
    "cancel-tournament": (
        "cancel an online tournament, or end it if it runs",
        (("tournament", "id of the tournament, or its first letters, as `tournaments` lists it"),),
    ),
    "limit-tournaments": (
        "set how many online tournaments may be open at a time; without this command 200",
        (("most", "number of tournaments; 0 stops new ones"),),
    ),
    "log": ("list moderation actions, the latest first", ()),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    for name, (does, words) in _TASKS.items():
        task = add_task(tasks, name, does)
        for word, about in words:
            task.add_argument(word, metavar=word.upper(), help=about)
        if name == "log":
            task.add_argument("name", nargs="?", metavar="NAME", help=_ABOUT)
        if words:
            task.add_argument("--reason", required=True, metavar="REASON", help="reason, stored in the log")
        if name == "mute":
            task.add_argument("--days", type=int, required=True, metavar="N", help="number of days; 0 ends a mute")
        add_data_options(task)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    from carrom.server.people.accounts import AccountService
    from carrom.server.people.moderation import Moderation
    from carrom.storage.location import stored_at
    from carrom.storage.store import Store

    stored = stored_at(args.store, args.data)
    if isinstance(stored, Path) and not stored.is_file():
        raise RefusedRequest(
            f"There is no database at {stored}. Give the server's data folder with --data or CARROM_DATA."
        )
    store = Store(stored)
    try:
        people = AccountService(store.database)
        moderation = Moderation(people)
        if "tournament" in args.task:
            _TOURNAMENTS[args.task](args, store, moderation)
        else:
            _DOINGS.get(args.task, _act)(args, people, moderation)
    finally:
        store.close()
    return 0


def _people(args: argparse.Namespace, people: "AccountService", moderation: "Moderation") -> None:
    for account in people.everybody():
        marks = [mark for mark, is_so in (("program", account.bot), (account.role, account.role)) if is_so]
        muted = [f"muted until {_day(account.muted)}"] if account.muted > people.now() else []
        facts = (account.name or "(gone)", account.state, f"since {_day(account.made)}", *marks, *muted)
        print("\t".join(facts))


def _reports(args: argparse.Namespace, people: "AccountService", moderation: "Moderation") -> None:
    for each in moderation.reports():
        who, about = _called(people, each.account), _called(people, each.about)
        print(f"{each.id[:8]}\t{_day(each.made)}\t{who} of {about}\t{each.reason}\t{each.game}\t{each.said}")


def _log(args: argparse.Namespace, people: "AccountService", moderation: "Moderation") -> None:
    about = _account(people, args.name).id if args.name else ""
    for each in moderation.with_names(moderation.log(about)):
        who, whom = _called(people, each.moderator), _called(people, each.about)
        change = f"{each.before} → {each.after}" if each.before or each.after else ""
        print(f"{_day(each.made)}\t{who}\t{each.act}\t{whom}\t{change}\t{each.why}")


def _act(args: argparse.Namespace, people: "AccountService", moderation: "Moderation") -> None:
    """Run an action that is logged, and confirm it."""
    from carrom.server.people.moderation import OPERATOR

    if args.task == "resolve":
        moderation.answer(OPERATOR, _report(moderation, args.report), args.reason)
    elif args.task == "unrate":
        moderation.unrate(OPERATOR, args.game, args.reason)
    else:
        account = _account(people, args.name)
        acts: dict[str, Callable[[], object]] = {
            "warn": lambda: moderation.warn(OPERATOR, account, args.reason),
            "mute": lambda: moderation.mute(OPERATOR, account, args.days, args.reason),
            "close": lambda: moderation.close(OPERATOR, account, args.reason),
            "reopen": lambda: moderation.reopen(OPERATOR, account, args.reason),
            "rename": lambda: moderation.rename(OPERATOR, account, args.new, args.reason),
            "promote": lambda: moderation.promote(OPERATOR, account, args.reason, up=True),
            "demote": lambda: moderation.promote(OPERATOR, account, args.reason, up=False),
        }
        acts[args.task]()
    print("Done, and logged.")


def _tournaments(args: argparse.Namespace, store: "Store", moderation: "Moderation") -> None:
    from carrom.server.events.runner import open_tournaments
    from carrom.server.people.accounts import AccountService

    people = AccountService(store.database)
    for each in open_tournaments(store):
        terms, by = each.setting.terms, each.setting.by
        who = (by.name or "a guest") + " (guest)" if by.account is None else _called(people, by.account)
        facts = (f"{len(each.state.complete)} of {terms.most}", f"by {who}", terms.name)
        starts = datetime.fromtimestamp(terms.starts / 1000, UTC).isoformat(" ", "minutes")[:16]
        print("\t".join((each.id, each.state.stage, terms.kind.value, starts, *facts)))


def _cancel_tournament(args: argparse.Namespace, store: "Store", moderation: "Moderation") -> None:
    from carrom.server.events.runner import cancel_tournament
    from carrom.server.people.moderation import OPERATOR

    moderation.check_reason(args.reason)
    found = cancel_tournament(store, args.tournament)
    moderation.note(OPERATOR, args.task, found.id, args.reason, found.state.stage, found.setting.terms.name)
    print("Done, and logged.")


def _limit_tournaments(args: argparse.Namespace, store: "Store", moderation: "Moderation") -> None:
    from carrom.server.events.tournaments import TournamentLimits
    from carrom.server.people.moderation import OPERATOR

    if not (args.most.isascii() and args.most.isdigit() and int(args.most) <= _MOST):
        raise RefusedRequest(f"{args.most!r:.40} is not a number of tournaments; expected 0 to {_MOST}.")
    moderation.check_reason(args.reason)
    limits = TournamentLimits(store.database)
    before = limits.most_open()
    limits.set_most_open(int(args.most))
    moderation.note(OPERATOR, args.task, "", args.reason, str(before), str(int(args.most)))
    print("Done, and logged.")


_MOST = 1000
"""The most tournaments that a limit may allow."""
_TOURNAMENTS = {
    "tournaments": _tournaments,
    "cancel-tournament": _cancel_tournament,
    "limit-tournaments": _limit_tournaments,
}
_DOINGS = {"accounts": _people, "reports": _reports, "log": _log}


def _account(people: "AccountService", name: str) -> "Account":
    found = people.called(name)
    if found is None:
        raise RefusedRequest(f"There is no account named {name!r:.60}; `carrom admin accounts` lists all accounts.")
    return found


def _report(moderation: "Moderation", prefix: str) -> str:
    found = [each.id for each in moderation.reports() if each.id.startswith(prefix)]
    if len(found) != 1:
        raise RefusedRequest(
            f"{len(found)} open reports begin with {prefix!r:.40}, expected one; `carrom admin reports` lists them."
        )
    return found[0]


def _called(people: "AccountService", id: str) -> str:
    """Return an account's name; an id that is not an account is returned unchanged."""
    account = people.account(id)
    return id if account is None else account.name or "a former player"


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
