"""`carrom admin`: what whoever keeps a server does about people, each act with its reason kept."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.server.accounts.moderation import Moderation
    from carrom.server.accounts.service import AccountService
    from carrom.server.identity.models import Account

EXAMPLES = """examples:
  carrom admin people                                   everybody with an account
  carrom admin reports                                  what has been reported and waits
  carrom admin answer REPORT --why "talked to both"     put a report away
  carrom admin warn Asha --why "play on, or give up"    a sentence that Asha reads on her account's page
  carrom admin mute Asha --days 7 --why "insults"       nothing said or sought for a week; --days 0 takes it back
  carrom admin close Asha --why "plays by a program"    no way in any more; reopen takes it back
  carrom admin rename Asha Asha2 --why "asked for it"   another name; the one before stays closed
  carrom admin unrate GAME --why "one had to leave"     what each got by a game is taken from him
  carrom admin promote Asha --why "keeps the evenings"  a moderator; demote takes it back
  carrom admin log Asha                                 what was done, by whom, when and why; without a name all of it

It may be done while the server runs. An account that is closed is signed out everywhere in two seconds.
"""
_ABOUT = "the name of an account"
_TASKS = {
    "people": ("list everybody with an account", ()),
    "reports": ("list what has been reported and waits", ()),
    "answer": ("put a report away", (("report", "its first letters, as `reports` lists it"),)),
    "warn": ("let somebody read a sentence on the page of his account", (("name", _ABOUT),)),
    "mute": ("let somebody say and seek nothing for some days", (("name", _ABOUT),)),
    "close": ("close an account", (("name", _ABOUT),)),
    "reopen": ("open a closed account again", (("name", _ABOUT),)),
    "rename": ("give an account another name", (("name", _ABOUT), ("new", "its new name"))),
    "unrate": ("take a game out of the ratings", (("game", "the name of a game"),)),
    "promote": ("make somebody a moderator", (("name", _ABOUT),)),
    "demote": ("let somebody be a moderator no longer", (("name", _ABOUT),)),
    "log": ("list what was done, the last first", ()),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the tasks."""
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    for name, (does, words) in _TASKS.items():
        task = tasks.add_parser(name, help=does, description=does)
        for word, about in words:
            task.add_argument(word, metavar=word.upper(), help=about)
        if name == "log":
            task.add_argument("name", nargs="?", metavar="NAME", help=_ABOUT)
        if words:
            task.add_argument("--why", required=True, metavar="REASON", help="the reason, which is kept")
        if name == "mute":
            task.add_argument("--days", type=int, required=True, metavar="N", help="for how long; 0: no longer")
        task.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")
        task.add_argument("--store", metavar="ADDRESS", help="the PostgreSQL database that keeps them (CARROM_STORE)")


def run(args: argparse.Namespace) -> int:
    """Do the task."""
    from carrom.server.accounts.moderation import Moderation
    from carrom.server.accounts.service import AccountService
    from carrom.storage.location import kept_at
    from carrom.storage.store import database_at

    kept = kept_at(args.store, args.data)
    if isinstance(kept, Path) and not kept.is_file():
        raise RefusedRequest(f"There is no database at {kept}; name another with --data or CARROM_DATA.")
    database = database_at(kept)
    try:
        people = AccountService(database)
        _DOINGS.get(args.task, _act)(args, people, Moderation(people))
    finally:
        database.close()
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
    """Do what is kept in the log, and say that it was done."""
    from carrom.server.accounts.moderation import OPERATOR

    if args.task == "answer":
        moderation.answer(OPERATOR, _report(moderation, args.report), args.why)
    elif args.task == "unrate":
        moderation.unrate(OPERATOR, args.game, args.why)
    else:
        account = _account(people, args.name)
        acts: dict[str, Callable[[], object]] = {
            "warn": lambda: moderation.warn(OPERATOR, account, args.why),
            "mute": lambda: moderation.mute(OPERATOR, account, args.days, args.why),
            "close": lambda: moderation.close(OPERATOR, account, args.why),
            "reopen": lambda: moderation.reopen(OPERATOR, account, args.why),
            "rename": lambda: moderation.rename(OPERATOR, account, args.new, args.why),
            "promote": lambda: moderation.promote(OPERATOR, account, args.why, up=True),
            "demote": lambda: moderation.promote(OPERATOR, account, args.why, up=False),
        }
        acts[args.task]()
    print("Done, and kept in the log.")


_DOINGS = {"people": _people, "reports": _reports, "log": _log}


def _account(people: "AccountService", name: str) -> "Account":
    found = people.called(name)
    if found is None:
        raise RefusedRequest(f"Nobody here is called {name!r:.60}; `carrom admin people` lists everybody.")
    return found


def _report(moderation: "Moderation", begins: str) -> str:
    found = [each.id for each in moderation.reports() if each.id.startswith(begins)]
    if len(found) != 1:
        raise RefusedRequest(
            f"{len(found)} waiting reports begin with {begins!r:.40}; `carrom admin reports` lists them."
        )
    return found[0]


def _called(people: "AccountService", id: str) -> str:
    """Return how an account is called in a line; what is none stands as it is."""
    account = people.account(id)
    return id if account is None else account.name or "a former player"


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
