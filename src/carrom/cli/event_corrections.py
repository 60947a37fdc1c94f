"""Subcommands of `carrom event` that correct what was entered, by id, name or address, and the log as sentences."""

import argparse
import difflib
from collections.abc import Callable
from typing import Literal

from carrom.cli.event_change import print_lines, print_public_contact, quoted_word, result_line, resumed, stamp
from carrom.errors import RefusedRequest
from carrom.game.event_lines import cut
from carrom.rules.ruleset import NAMES, named
from carrom.tournament import events as tournament_events
from carrom.tournament.corrections import retractions
from carrom.tournament.entrants import local_time
from carrom.tournament.event_file import read_happening, score_words, write_happening
from carrom.tournament.event_log import load
from carrom.tournament.history import history
from carrom.tournament.state import Championship, EventStage, may_play, members_of
from carrom.values import changed

Making = Callable[[Championship, argparse.Namespace], list[tournament_events.AnyEvent]]


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and print the lines it appended."""
    if args.task == "log":
        return _log(args)
    with resumed(args.file) as journal:
        lines = _MAKING[args.task](journal.championship, args)
        first = len(journal.championship.events) + 1
        journal.add(*[changed(each, **stamp(args)) for each in lines])
        print_lines(journal.championship, first)
    return 0


def entrant_of(championship: Championship, word: str) -> tournament_events.Entered:
    """Return an entrant by id or name. Raises `RefusedRequest`, which suggests the nearest name."""
    for each in championship.entrants:
        if word == each.id:
            return each
    found = [each for each in championship.entrants if each.name.casefold() == word.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise RefusedRequest(
            f"{word} is the name of {' and '.join(each.id for each in found)}; expected one of these ids"
        )
    names = {name: each for each in championship.entrants for name in (each.id, each.name)}
    near = difflib.get_close_matches(word, names, n=1)
    hint = f"; did you mean {names[near[0]].name} ({names[near[0]].id})?" if near else ""
    raise RefusedRequest(f"there is no entrant {cut(word)}{hint}")


def _named_stages(championship: Championship, args: argparse.Namespace) -> list[EventStage]:
    return [championship.stage(id) for id in args.stage]


def _edit(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    subject = args.who if args.who.startswith("umpire:") else entrant_of(championship, args.who).id
    fields = {name: getattr(args, name) for name in ("name", "club", "nation", "seed", "kind")}
    for name in ("players", "stages"):
        value = getattr(args, name)
        fields[name] = None if value is None else tuple(filter(None, map(str.strip, value.split(","))))
    return [tournament_events.Edited(subject=subject, player=args.player, now=args.now, reason=args.reason, **fields)]


def _withdraw(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    entrant = entrant_of(championship, args.who)
    stages = _named_stages(championship, args) or [
        each
        for each in championship.stages
        if entrant.id in members_of(championship, each) and entrant.id not in each.withdrawn
    ]
    if not stages:
        raise RefusedRequest(f"{entrant.name} plays in no stage from which they could withdraw")
    return [tournament_events.Withdrawn(entrant=entrant.id, stage=each.id, reason=args.reason) for each in stages]


def _reinstate(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    entrant = entrant_of(championship, args.who)
    stages = _named_stages(championship, args) or [each for each in championship.stages if entrant.id in each.withdrawn]
    if not stages:
        raise RefusedRequest(f"{entrant.name} has not withdrawn")
    return [tournament_events.Reinstated(entrant=entrant.id, stage=each.id, reason=args.reason) for each in stages]


def _late(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    entrant = entrant_of(championship, args.who)
    stages = _named_stages(championship, args) or [
        each
        for each in championship.stages
        if not each.terms.source and may_play(entrant, each.terms) and (not each.rounds or each.terms.system == "swiss")
        and not (each.rounds and entrant.id in members_of(championship, each))
    ][:1]  # fmt: skip
    if not stages:
        raise RefusedRequest(
            f"there is no stage that {entrant.name} can join late; a Swiss accepts late entries, "
            f"any other stage only before its draw (retract takes a draw back)"
        )
    return [
        tournament_events.Late(entrant=entrant.id, stage=each.id, round=args.round or len(each.rounds) + 1)
        for each in stages
    ]


def _deduct(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    entrant = entrant_of(championship, args.who)
    stages = _named_stages(championship, args) or [
        each for each in championship.stages if entrant.id in members_of(championship, each)
    ]
    if len(stages) != 1:
        names = ", ".join(each.id for each in stages) or "none"
        raise RefusedRequest(f"{entrant.name} plays in {names}; expected --stage with one of them")
    return [tournament_events.Deducted(entrant=entrant.id, stage=stages[0].id, points=args.points, reason=args.reason)]


def _restore(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    entrant = entrant_of(championship, args.who)
    lines = [each.line for each in championship.deductions if each.entrant == entrant.id and not each.reversed]
    if not lines:
        raise RefusedRequest(f"no match points of {entrant.name} are deducted")
    return [tournament_events.DeductionReversed(line=lines[-1], reason=args.reason)]


def _retract(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    return list(retractions(championship, args.round, args.reason))


def _details(_: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    fields = {name: getattr(args, name) for name in ("name", "rules", "boards", "sessions", "zone", "contact", "place")}
    if all(value is None for value in fields.values()):
        raise RefusedRequest(
            "nothing to correct; expected --name, --ruleset, --tables, --sessions, --zone, --contact or --place"
        )
    print_public_contact(args.contact or "")
    edition = named(args.rules).edition if args.rules in NAMES else None
    return [tournament_events.DetailsChanged(reason=args.reason, edition=edition, **fields)]


def _settings(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    championship.stage(args.stage)
    wrong = next((each for each in args.settings if "=" not in each), None)
    if wrong is not None:
        raise RefusedRequest(f"{cut(wrong)} is not a setting; expected key=value, such as rounds=6")
    reason = [quoted_word(f"reason={args.reason}")] if args.reason else []
    return [read_happening(" ".join(["settings", args.stage, *map(quoted_word, args.settings), *reason]))]


def _remove(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    what: Literal["entrant", "stage", "umpire"] = "stage" if args.what == "stage" else args.what
    id = entrant_of(championship, args.who).id if what == "entrant" else args.who
    return [tournament_events.Removed(what=what, id=id, reason=args.reason)]


def _rule(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    line = result_line(championship, args.fixture)
    if args.score == ["stands"]:
        return [tournament_events.Ruled(line=line, stands=True, reason=args.reason, law=args.law)]
    games, how = score_words(args.score)
    if not games and how == "played":
        raise RefusedRequest("the ruling is missing; expected points such as 25-12, stands, or void")
    ruled = tournament_events.Ruled(
        line=line, games=games, how=how, against=args.against, winner=args.winner, law=args.law, reason=args.reason
    )
    return [ruled]


def _protest(championship: Championship, args: argparse.Namespace) -> list[tournament_events.AnyEvent]:
    line, side = result_line(championship, args.fixture), entrant_of(championship, args.who).id
    return [tournament_events.Protested(line=line, side=side, board=args.board, fee=args.fee, reason=args.reason)]


_MAKING: dict[str, Making] = {
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
}


def _log(args: argparse.Namespace) -> int:
    championship = load(args.file)
    wanted = args.of.casefold()
    for each in history(championship, args.language):
        if args.group not in (None, each.group) or (args.corrections and not each.corrects):
            continue
        if wanted not in each.in_full.casefold():
            continue
        print(f"{each.line}. {local_time(each.when, championship.details.zone):%Y-%m-%d %H:%M}  {each.in_full}.")
        if args.raw:
            print(f"    {write_happening(championship.events[each.line - 1])}")
    return 0
