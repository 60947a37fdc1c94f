"""Text form of a tie (`.carrom-tie`).

    [CarromTie "1"]
    [Rules "team-event"]
    [TeamA "Pune" "Asha" "Chitra"]
    [TeamB "Delhi"]
    [Order "singles singles doubles"]
    [DeadRubbers "no"]

    1. ["Asha"] ["Bilal"]
    2. ["Chitra"] ["Dev"]

The names after a team's name are its eligible players; line-ups may be added one by one as they become known.
"""

import re
from collections.abc import Sequence
from typing import get_args

import msgspec

from carrom.errors import CarromError, RecordError
from carrom.files import plain
from carrom.game.event_lines import cut
from carrom.game.game import GameHistory
from carrom.game.match import Pairing, Rubber
from carrom.game.score import Stage
from carrom.game.tie import Team, Tie
from carrom.rules.ruleset import Ruleset, ruleset

VERSION = "1"
_TAG = re.compile(r'\[([A-Za-z]+)((?: "(?:[^"\\]|\\.)*")+)\]')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAMES = r'\["(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*\]'
_PAIRING = re.compile(rf"([1-9][0-9]{{0,2}})\. ({_NAMES}) ({_NAMES})")
_NEEDED = ("CarromTie", "Rules", "TeamA", "TeamB", "Order", "DeadRubbers")
_TAGS = (*_NEEDED, "Stage")


def write_tie(tie: Tie) -> str:
    """Return the tie as text, without its games."""
    lines = [
        _tag("CarromTie", VERSION),
        _tag("Rules", tie.rules.name),
        *(_tag(f"Team{side}", team.name, *team.players) for side, team in zip("AB", tie.teams, strict=True)),
        _tag("Order", " ".join(tie.order)),
        _tag("DeadRubbers", "yes" if tie.play_out else "no"),
        *([_tag("Stage", tie.stage.value)] if tie.stage else []),
        "",
        *(write_pairing(number, pairing) for number, pairing in enumerate(tie.lineup, 1)),
    ]
    return "\n".join([*lines, ""])


def write_pairing(number: int, pairing: Pairing) -> str:
    """Return the line of one line-up."""
    return f"{number}. {_quoted(pairing.a)} {_quoted(pairing.b)}"


def write_taken_back(number: int) -> str:
    """Return the line that removes the line-up of a rubber."""
    return f"undo {number}"


def _tag(name: str, *values: str) -> str:
    return f"[{name} {' '.join(msgspec.json.encode(value).decode() for value in values)}]"


def _quoted(names: Sequence[str]) -> str:
    return f"[{', '.join(msgspec.json.encode(name).decode() for name in names)}]"


def read_tie(text: str, games: Sequence[GameHistory] = (), rules: Ruleset | None = None) -> Tie:
    """Return the tie of a text with the games of its rubbers so far; `rules` is needed for a custom rule set only.

    Raises `RecordError` with the line number and what was expected there, or naming the rubber that does not fit.
    """
    lines = list(enumerate(plain(text).split("\n"), 1))
    tags: dict[str, tuple[str, ...]] = {}
    while lines and lines[0][1].strip():
        _read_tag(*lines.pop(0), tags)
    missing = [name for name in _NEEDED if name not in tags]
    if missing:
        raise RecordError(f"the tie has no tag {missing[0]}; expected {', '.join(_NEEDED)}")
    try:
        tie = _begun(tags, rules)
        for number, line in lines:
            if line == write_taken_back(len(tie.lineup)):
                tie = tie.unnamed()
            elif line.strip() and not line.startswith("#"):
                tie = tie.named(_read_pairing(number, line, len(tie.lineup) + 1))
        for game in games:
            tie = tie.opened(game)
    except RecordError:
        raise
    except CarromError as reason:
        raise RecordError(f"the tie cannot be played: {reason}") from None
    return tie


def _read_tag(number: int, line: str, tags: dict[str, tuple[str, ...]]) -> None:
    found = _TAG.fullmatch(line)
    if found is None or found[1] not in _TAGS or found[1] in tags:
        expected = f"one of the tags {', '.join(_TAGS)}, each once"
        raise RecordError(f"line {number}: {cut(line)} is not expected here; expected {expected}")
    try:
        tags[found[1]] = tuple(msgspec.json.decode(each, type=str) for each in _QUOTED.findall(found[2]))
    except msgspec.DecodeError:
        raise RecordError(f"line {number}: {cut(line)} is not a tag with quoted texts") from None
    if found[1] == "CarromTie" and tags["CarromTie"] != (VERSION,):
        raise RecordError(f'line {number}: expected [CarromTie "{VERSION}"], the version of the format')


def _begun(tags: dict[str, tuple[str, ...]], rules: Ruleset | None) -> Tie:
    kinds = tags["Order"][0].split()
    if any(kind not in get_args(Rubber) for kind in kinds):
        raise RecordError(f"the tag Order is {cut(tags['Order'][0])}; expected {' and '.join(get_args(Rubber))}")
    dead = tags["DeadRubbers"][0]
    if dead not in ("yes", "no"):
        raise RecordError(f"the tag DeadRubbers is {cut(dead)}; expected yes or no")
    stage = tags.get("Stage", ("",))[0]
    if stage not in ("", *Stage):
        raise RecordError(f"the tag Stage is {cut(stage)}; expected {' or '.join(Stage)}")
    teams = (_team(tags["TeamA"]), _team(tags["TeamB"]))
    order: tuple[Rubber, ...] = tuple(kinds)  # type: ignore[arg-type]
    book = rules if rules is not None else ruleset(tags["Rules"][0])
    return Tie.begin(book, teams, order, dead == "yes", Stage(stage) if stage else None)


def _team(words: tuple[str, ...]) -> Team:
    return Team(name=words[0], players=words[1:])


def _read_pairing(number: int, line: str, due: int) -> Pairing:
    found = _PAIRING.fullmatch(line)
    if found is None or int(found[1]) != due:
        expected = f'the line-up of rubber {due}, such as {due}. ["Asha"] ["Bilal"]'
        raise RecordError(f"line {number}: {cut(line)} is not expected here; expected {expected}")
    try:
        names = [msgspec.json.decode(found[side], type=tuple[str, ...]) for side in (2, 3)]
    except msgspec.DecodeError:
        raise RecordError(f"line {number}: {cut(line)} has a name that is not a quoted text") from None
    return Pairing(a=names[0], b=names[1])
