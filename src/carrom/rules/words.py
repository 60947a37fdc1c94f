"""A ruling in plain words: what was seen, what follows with the clause of each consequence, and remarks.

What follows comes as keys with values (`carrom.rules.consequences`); `ENGLISH` has the sentences, and another language
is another such table. Without `Names` the player in turn is spoken to as "you".

Names others build on: `why`, `Names`, `happened`, `CALLS`, `ENGLISH`.
"""

import re
from collections.abc import Iterable
from typing import Any

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.data import Value
from carrom.rules.clauses import Ruleset
from carrom.rules.consequences import Decided, Said, consequences
from carrom.rules.effects import REMARK
from carrom.rules.phrases import count_of, listed
from carrom.rules.round import COLOUR


class Names(Value, frozen=True):
    """How those at the board are called in a ruling's words."""

    player: str
    """The player in turn."""
    mover: str
    """His side."""
    other: str
    """The other side; in points games the side at fault where it is not the mover's."""


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
