"""A ruling in plain words: what was seen, what follows with the clause of each consequence, and remarks.

Everything said is a `Said`: the key of a sentence, its values, and the clause it rests on. `ENGLISH` has the sentences;
another language is another such table. Without `Names` the player in turn is spoken to as "you".

Names others build on: `why`, `Names`, `Said`, `consequences`, `happened`, `CALLS`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.data import Value
from carrom.rules.clauses import Ruleset
from carrom.rules.effects import (
    COUNTER_BACK,
    KEEP,
    LOSE,
    OWN_BACK,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REFUSE,
    REMARK,
    REPLAY,
    VOID,
    Due,
    Effect,
    Ends,
    Fault,
    OthersBack,
    Over,
    Retry,
)
from carrom.rules.phrases import count_of, counted, listed, men_counted
from carrom.rules.round import COLOUR, QueenState


class Names(Value, frozen=True):
    """How those at the board are called in a ruling's words."""

    player: str
    """The player in turn."""
    mover: str
    """His side."""
    other: str
    """The other side; in points games the side at fault where it is not the mover's."""


class Said(Value, frozen=True):
    """Something said: the key of its sentence, the values in it, and the clause it rests on (none: a fact seen)."""

    key: str
    values: tuple[tuple[str, int | str], ...] = ()
    clause: str = ""


class Finding(Protocol):
    """What this file reads of a finding."""

    @property
    def clause(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def effects(self) -> tuple[Effect, ...]: ...
    @property
    def sentence(self) -> str: ...


class Decided(Protocol):
    """What this file reads of a ruling."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def mover(self) -> int: ...
    @property
    def findings(self) -> Any: ...
    @property
    def turn(self) -> Any: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def call(self) -> Any: ...
    @property
    def queen(self) -> QueenState: ...
    @property
    def centred(self) -> tuple[Disc, ...]: ...
    @property
    def placings(self) -> Any: ...
    @property
    def dues(self) -> tuple[int, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def result(self) -> Any: ...


ENGLISH = {
    "comes-back": "{men} {come} back",
    "others-come-back": "{men} of {other} {come} back",
    "counter-to-the-centre": "the last counter goes back to the centre",
    "their-last-to-the-centre": "the opponent's last man goes back to the centre",
    "owe": "you owe {men}",
    "owe-named": "{mover} {owes} {men}",
    "still-owe": "you still owe {men}",
    "still-owe-named": "{mover} still {owes} {men}",
    "others-owe": "{other} {other_owes} {men}",
    "queen-back": "the queen goes back to the centre",
    "queen-covered": "the queen is covered",
    "queen-waits": "the queen must be covered by the next stroke",
    "queen-aside": "the queen lies aside until the turn ends",
    "lose-points": "you lose {points}",
    "lose-points-named": "{mover} {loses} {points}",
    "score": "you score {points}",
    "score-named": "{mover} {scores} {points}",
    "keep": "the player in turn keeps it",
    "keep-named": "{player} keeps the turn",
    "again": "you strike again",
    "again-named": "{player} strikes again",
    "try-again": "you try again",
    "try-again-named": "{player} tries again",
    "pass": "the turn passes",
    "replay": "the board is played again by the same breaker",
    "refused": "the stroke is not played",
    "all-down": "all counters are down and the highest total is {total}",
    "win": "you win the board with {points}",
    "win-named": "{mover} {wins} the board with {points}",
    "others-win": "the other side wins the board with {points}",
    "others-win-named": "{other} {other_wins} the board with {points}",
    "others-win-taken": "the other side wins the board, and you lose {points}",
    "others-win-taken-named": "{other} {other_wins} the board, and {mover} {loses} {points}",
    "and-may-demand": "and may demand {up_to} more",
}
"""The sentences of a ruling; `-named` is what is said with names instead of "you"."""


def why(ruling: Decided, names: Names | None = None) -> str:
    """Return a whole ruling in one to three sentences, each part with the clause it rests on."""
    if ruling.turn == "refuse":
        first = ruling.findings[0]
        return f"{first.sentence!s} ({first.clause!s})"
    parts = [_spoken(said, names) for said in consequences(ruling)]
    text = ", and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
    seen = happened(ruling)
    lead = f"{_capital(seen)}: {text}." if seen else f"{_capital(text)}."
    return _cited_once(lead) + "".join(f" {sentence}" for sentence in _remarks(ruling))


def _spoken(said: Said, names: Names | None) -> str:
    """Return one thing said, in English, with its clause in brackets."""
    values: dict[str, Any] = dict(said.values)
    who = names or Names("you", "you", "the other side")
    verbs = {"owes": "owe", "wins": "win", "loses": "lose", "scores": "score"}
    for verb, plural in verbs.items():
        values[verb] = plural if _several(who.mover) else verb
        values[f"other_{verb}"] = plural if _several(who.other) else verb
    key = f"{said.key}-named" if names is not None and f"{said.key}-named" in ENGLISH else said.key
    text: str = ENGLISH[key].format_map({**values, "player": who.player, "mover": who.mover, "other": who.other})
    return f"{text} ({said.clause})" if said.clause else text


def _several(name: str) -> bool:
    """Whether a side's name is that of several people."""
    return " and " in name


def _cited_once(text: str) -> str:
    """Return a sentence in which each clause stands in brackets only where it is first needed."""
    seen: set[str] = set()

    def first(match: re.Match[str]) -> str:
        new = match.group() not in seen
        seen.add(match.group())
        return match.group() if new else ""

    return re.sub(r" \((?:Law \S+|§[\d.]+|House \w+)\)", first, text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- what was seen ------------------------------------------------------------------------------------------------


def happened(ruling: Decided) -> str:
    """Return what was seen: what fell, what jumped, or what was called."""
    if ruling.call is not None:
        what: str = ruling.call.what
        return CALLS.get(what, what)
    outcome = ruling.outcome
    if outcome is None:
        return ""
    fallen = outcome.pocketed
    parts = (["queen"] if QUEEN in fallen else []) + (["striker"] if STRIKER in fallen else [])
    parts += _men(ruling, fallen)
    words = listed(parts) if parts else "nothing fell"
    gone = [name for disc, name in ((QUEEN, "queen"), (STRIKER, "striker")) if disc in outcome.jumped]
    gone += _men(ruling, outcome.jumped)
    words += f"; {listed(gone)} off the board" if gone else ""
    return words + (", by an improper stroke" if "improper" in outcome.breaches else "")


def colour_of(rules: Ruleset, disc: Disc) -> str:
    """Return what a man is called in this rule set."""
    if COLOUR[disc] is Kind.WHITE:
        return "brown" if rules.parameters.white_is_brown else "white"
    return "black"


def _men(ruling: Decided, discs: Iterable[Disc]) -> list[str]:
    names = [colour_of(ruling.ruleset, disc) for disc in discs if disc is not QUEEN and disc is not STRIKER]
    return [count_of(names.count(name), name) for name in dict.fromkeys(names)]


# -- what follows -------------------------------------------------------------------------------------------------


def consequences(ruling: Decided) -> tuple[Said, ...]:
    """Return what follows, each with the clause it rests on: men back, dues, queen, points, turn, end of the board."""
    if ruling.result is not None:
        return tuple(_ending(ruling))
    if ruling.turn == "retry":
        return (*_queen_jumped(ruling), *_turn(ruling))
    return (*_men_back(ruling), *_owed(ruling), *_queen(ruling), *_points(ruling), *_turn(ruling))


def _by(ruling: Decided, *effects: Effect | type | str) -> str:
    """Return the first clause that yielded one of these effects, or that has one of these keys."""
    for finding in ruling.findings:
        if finding.key in effects:
            return str(finding.clause)
        for effect in finding.effects:
            if effect in effects or type(effect) in effects:
                return str(finding.clause)
    return ""


def _men_back(ruling: Decided) -> Iterator[Said]:
    own = sum(p.owner == ruling.mover for p in ruling.placings)
    theirs = len(ruling.placings) - own
    owned = ruling.ruleset.colours_are_owned
    if own:
        men = "both due men" if own == 2 and owned else men_counted(own, owned)
        clause = _by(ruling, OWN_BACK, Fault) or _charge(ruling, True) or _paying(ruling)
        yield Said("comes-back", (("men", men), ("come", "comes" if own == 1 else "come")), clause)
    if clause := _by(ruling, COUNTER_BACK):
        yield Said("counter-to-the-centre", (), clause)
    if theirs:
        clause = _charge(ruling, False) or _by(ruling, "striking_player_places_their_due") or _paying(ruling)
        come = "comes" if theirs == 1 else "come"
        yield Said("others-come-back", (("men", men_counted(theirs, owned)), ("come", come)), clause)
    if clause := _by(ruling, OthersBack):
        yield Said("their-last-to-the-centre", (), clause)


def _paying(ruling: Decided) -> str:
    """Return the clause by which a man owed from before is paid."""
    keys = ("first_man_pays_the_due", "each_man_pays_one_due", "what_cannot_be_paid_is_owed")
    others = ("what_cannot_be_paid_is_forgiven", "no_man_is_ever_due", "counters_of_a_void_turn_come_back")
    found = (_by(ruling, key) for key in (*keys, *others))
    return next((clause for clause in found if clause), "")


def _charge(ruling: Decided, mover: bool) -> str:
    """Return the clause that charged a side for a man."""
    for finding in ruling.findings:
        if any(type(effect) is Due and effect.mover is mover for effect in finding.effects):
            return str(finding.clause)
    return ""


def _owed(ruling: Decided) -> Iterator[Said]:
    """Yield what is owed, where a clause speaks of it; a pass that changes no due says nothing of dues."""
    owed = ruling.dues[ruling.mover] if ruling.dues else 0
    others = sum(ruling.dues) - owed
    owned = ruling.ruleset.colours_are_owned
    owing = _by(ruling, "what_cannot_be_paid_is_owed")
    charged = _charge(ruling, True) or _by(ruling, Fault)
    if owed and (clause := (charged if not ruling.placings else "") or owing or charged):
        yield Said("owe" if charged else "still-owe", (("men", men_counted(owed, owned)),), clause)
    if others and (clause := _charge(ruling, False) or owing):
        yield Said("others-owe", (("men", men_counted(others, owned)),), clause)


def _queen(ruling: Decided) -> Iterator[Said]:
    if QUEEN in ruling.centred:
        yield Said("queen-back", (), _by(ruling, QUEEN_BACK) or _by(ruling, *_JUMPED) or _by(ruling, LOSE, Fault))
    elif ruling.queen is QueenState.COVERED and (clause := _by(ruling, QUEEN_COVERED)):
        yield Said("queen-covered", (), clause)
    elif ruling.queen is QueenState.PENDING and ruling.turn == "continue":
        yield Said("queen-waits", (), _by(ruling, QUEEN_PENDING, *_COVERING) or _by(ruling, KEEP))
    elif ruling.queen is QueenState.ASIDE:
        yield Said("queen-aside", (), _by(ruling, QUEEN_ASIDE, "queen_aside_cannot_be_covered") or _by(ruling, KEEP))


def _queen_jumped(ruling: Decided) -> Iterator[Said]:
    """Yield that she goes back to the centre although the stroke did not count."""
    if QUEEN in ruling.centred:
        yield Said("queen-back", (), _by(ruling, *_JUMPED) or _by(ruling, Retry))


_JUMPED = ("jumped_man_goes_to_the_centre", "jumped_queen_goes_first", "off_the_board_is_a_foul")
_COVERING = ("own_man_covers_the_queen", "uncovered_queen_goes_back_with_the_turn")


def _points(ruling: Decided) -> Iterator[Said]:
    if ruling.points < 0:
        clause = _by(ruling, VOID) or _by(ruling, Fault, OWN_BACK) or _charge(ruling, True) or _paying(ruling)
        yield Said("lose-points", (("points", counted(-ruling.points, "point")),), clause)
    elif ruling.points:
        yield Said(
            "score", (("points", str(ruling.points)),), _by(ruling, "counters_count") or _by(ruling, QUEEN_COVERED)
        )


def _turn(ruling: Decided) -> Iterator[Said]:
    match ruling.turn:
        case "continue":
            yield Said("keep" if ruling.call is not None else "again", (), _by(ruling, KEEP))
        case "retry":
            yield Said("try-again", (), _by(ruling, Retry))
        case "refuse":
            yield Said("refused", (), _by(ruling, REFUSE))
        case _:
            yield Said("pass", (), _by(ruling, LOSE, Fault))


def _ending(ruling: Decided) -> Iterator[Said]:
    """Yield who gains the board, or that it is replayed."""
    result = ruling.result
    if result.replay:
        yield Said("replay", (), _by(ruling, REPLAY))
        return
    if not ruling.ruleset.colours_are_owned:
        if ruling.points:
            yield Said(
                "score", (("points", str(ruling.points)),), _by(ruling, "counters_count") or _by(ruling, QUEEN_COVERED)
            )
        yield Said("all-down", (("total", result.points),), _by(ruling, Over))
        return
    key = "win" if ruling.mover in result.winners else "others-win"
    points = counted(result.points, "point")
    if result.taken:
        key += "-taken"
    elif result.up_to:
        points += f" and may demand {result.up_to} more"
    yield Said(key, (("points", points),), _by(ruling, Ends))


def _remarks(ruling: Decided) -> list[str]:
    """Return up to two sentences on what the main one leaves out: clauses that change nothing but explain."""
    if ruling.call is not None or ruling.turn == "retry":
        return []
    remarks = [finding for finding in ruling.findings if set(finding.effects) == {REMARK}]
    return [f"{finding.sentence.rstrip('.')} ({finding.clause})." for finding in remarks[:2]]


CALLS = {
    "touched-man": "a piece touched or moved",
    "board-hit": "the board hit or disturbed",
    "talking": "talk or signs between partners",
    "powder": "powder put on or taken off after the start",
    "body": "a part of the body where it must not be",
    "elbow": "the elbow over the surface or beyond the line",
    "striker-on-frame": "the striker kept on the frame or in a pocket",
    "run-test": "the run of the striker tried out",
    "solid-object": "something besides the striker held in a hand",
    "placed-on-centre": "a man placed on the centre circle",
    "placed-outside": "a man placed outside the outer circle",
    "placed-with-disturbance": "other pieces disturbed while placing",
    "placed-wrong-man": "the placer put down a man of his own",
    "placed-for-a-shot": "a man placed so that it makes a shot with the queen",
    "seat": "a player got up from his seat",
    "out-of-turn": "a stroke out of turn",
    "played-during-appeal": "a stroke while play was stopped",
    "position-wrecked": "the position destroyed beyond repair",
    "three-passes": "three passes each in a row",
    "no-striker-spot": "no legal spot for the striker",
    "unforeseen": "circumstances beyond the umpire's control",
    "opponent-man-noticed": "a man of the opponent that fell unnoticed",
    "men-overlap": "men resting on each other",
    "man-on-edge": "a man standing on its rim",
    "slow-stroke": "more than the time for a stroke",
    "slow-placing": "more than the time to place a man",
    "pass": "a pass",
}
"""What an umpire calls, in words."""
