"""Laws and rulings in plain words."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.rules.effects import (
    COUNTER_BACK,
    KEEP,
    LOSE,
    OWN_BACK,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REMARK,
    REPLAY,
    VOID,
    Due,
    Effect,
    Ends,
    OthersBack,
    Retry,
)
from carrom.rules.parameters import Parameters
from carrom.rules.round import COLOUR, QueenState
from carrom.rules.ruling import Finding, Ruling, Turn

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spoken(says: Callable[..., Iterator[Effect]] | str, rules: Parameters) -> str:
    """Return the sentence of a clause, its names in braces filled in from the parameters."""
    return filled(says if isinstance(says, str) else says.__doc__ or "", rules)


def filled(text: str, rules: Parameters) -> str:
    """Return a text with its names in braces filled in from the parameters."""
    return " ".join(text.format_map(_phrases(rules)).split())


def _phrases(rules: Parameters) -> dict[str, Any]:
    """Return the words that a law's sentence may ask for."""
    queen = f"{rules.queen_points} points" if rules.queen_points != 1 else "1 point"
    capped = f" (nothing from {rules.queen_cap} on)" if rules.queen_cap else ""
    three_or_one = f"{queen}, or 1 from a score of {rules.queen_cap} on" if rules.queen_cap else queen
    by_himself = rules.queen_right == "self"
    own_men = {"lose-queen-and-men": f"{queen}{capped} and one for each man of the other side"}
    theirs = {
        "men-and-queen": f"the men the striking side has left and {queen}{capped}",
        "queen": three_or_one,
        "icf": f"the men the striking side has left and {queen}{capped}, unless that side had covered the queen",
    }
    return {
        **{field: getattr(rules, field) for field in rules.__struct_fields__},
        "forward_words": _alternatives(rules.forward),
        "back_words": f"made with {_alternatives(rules.backward)}" if rules.backward else "not allowed",
        "white": "brown" if rules.white_is_brown else "white",
        "queen_value": queen,
        "queen_unless_capped": queen + capped,
        "three_or_one": three_or_one,
        "lost_before_queen": own_men.get(rules.last_own_before_queen, three_or_one),
        "others_last_price": theirs[rules.others_last_points],
        "stroke_lines": "both lines" if rules.stroke_made == "leaves-both-lines" else "any of its lines",
        "break_fail": "one man is due" if rules.break_fail_penalty else "nothing is due",
        "missed_break": "one man is due" if rules.missed_break_faults_cost else "nothing is due",
        "striker_with_own": "the turn goes on" if rules.striker_with_own_continues else "the turn ends",
        "striker_with_queen": "the turn goes on" if rules.striker_with_queen_continues else "the turn ends",
        "right_to_queen": "he has pocketed a man of his own himself" if by_himself else "any man of his has fallen",
        "right_to_queen_short": "he has pocketed a man himself" if by_himself else "a man of his has been pocketed",
    }


def _alternatives(names: tuple[str, ...]) -> str:
    words = [f"{name} finger" if name in ("index", "middle") else name for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


# -- a ruling in words --------------------------------------------------------------------------------------------


def why(ruling: Ruling) -> str:
    """Return a whole ruling in one to three sentences, each part with the clause it rests on."""
    if ruling.turn is Turn.REFUSE:
        return f"{_first(ruling).sentence} ({_first(ruling).clause})"
    happened = _happened(ruling)
    parts = [part for part in _consequences(ruling) if part]
    text = ", and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
    lead = f"{_capital(happened)}: {text}." if happened else f"{_capital(text)}."
    return _cited_once(lead) + "".join(f" {sentence}" for sentence in _asides(ruling))


def _cited_once(text: str) -> str:
    """Return a sentence in which each clause stands in brackets only where it is first needed."""
    seen: set[str] = set()

    def first(match: re.Match[str]) -> str:
        new = match.group() not in seen
        seen.add(match.group())
        return match.group() if new else ""

    return re.sub(r" \((?:Law \S+|§[\d.]+|House \w+)\)", first, text)


def _first(ruling: Ruling) -> Finding:
    return ruling.findings[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _colour(ruling: Ruling, disc: Disc) -> str:
    """Return what a man is called here."""
    if COLOUR[disc] is Kind.WHITE:
        return "brown" if ruling.ruleset.parameters.white_is_brown else "white"
    return "black"


def count_of(number: int, name: str) -> str:
    """Return a small number with a noun: `one white`, `two whites`."""
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {name}{'' if number == 1 else 's'}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _men(ruling: Ruling, discs: Iterable[Disc]) -> list[str]:
    names = [_colour(ruling, disc) for disc in discs if disc is not QUEEN and disc is not STRIKER]
    return [count_of(names.count(name), name) for name in dict.fromkeys(names)]


def _happened(ruling: Ruling) -> str:
    """Return what was seen: what fell, what jumped, or what was called."""
    if ruling.call is not None:
        return CALLS.get(ruling.call.what, ruling.call.what)
    outcome = ruling.outcome
    if outcome is None:
        return ""
    fallen = outcome.pocketed
    parts = (["queen"] if QUEEN in fallen else []) + (["striker"] if STRIKER in fallen else [])
    parts += _men(ruling, fallen)
    words = _listed(parts) if parts else "nothing fell"
    gone = [name for disc, name in ((QUEEN, "queen"), (STRIKER, "striker")) if disc in outcome.jumped]
    gone += _men(ruling, outcome.jumped)
    words += f"; {_listed(gone)} off the board" if gone else ""
    return words + (", by an improper stroke" if "improper" in outcome.breaches else "")


def _consequences(ruling: Ruling) -> list[str]:
    """Return the parts of the main sentence: men back, dues, queen, points, turn."""
    if ruling.result is not None:
        return [_ending(ruling)]
    return [_men_back(ruling), _owed(ruling), _queen(ruling), _points(ruling), _turn(ruling)]


def _cite(ruling: Ruling, *effects: Effect | type) -> str:
    """Return the first clause that yielded one of these effects, in brackets."""
    for finding in ruling.findings:
        for effect in finding.effects:
            if effect in effects or type(effect) in effects:
                return f" ({finding.clause})"
    return ""


def _men_back(ruling: Ruling) -> str:
    own = [p for p in ruling.placings if p.owner == ruling.mover]
    theirs = len(ruling.placings) - len(own)
    says = []
    if own:
        says.append(f"{_coming(ruling, len(own))} back{_cite(ruling, OWN_BACK, Due)}")
    if _cite(ruling, COUNTER_BACK):
        says.append(f"the last counter goes back to the centre{_cite(ruling, COUNTER_BACK)}")
    if theirs:
        says.append(f"{_plural_men(theirs)} of the other side {'comes' if theirs == 1 else 'come'} back")
    if any(type(effect) is OthersBack for finding in ruling.findings for effect in finding.effects):
        says.append(f"the opponent's last man goes back to the centre{_cite(ruling, OthersBack)}")
    return ", ".join(says)


def _coming(ruling: Ruling, number: int) -> str:
    """Return `one man comes`, `both due men come`, `two counters come`, …"""
    if not ruling.ruleset.parameters.colours_are_owned:
        return f"{count_of(number, 'counter')} {'comes' if number == 1 else 'come'}"
    return "both due men come" if number == 2 else f"{_plural_men(number)} {'comes' if number == 1 else 'come'}"


def _plural_men(number: int) -> str:
    return count_of(number, "man").replace("mans", "men")


def _owed(ruling: Ruling) -> str:
    owed = ruling.dues[ruling.mover] if ruling.dues else 0
    others = sum(ruling.dues) - owed if ruling.ruleset.parameters.colours_are_owned else 0
    says = []
    if owed:
        says.append(f"you owe {_plural_men(owed)}{'' if ruling.placings else _cite(ruling, Due)}")
    if others:
        says.append(f"the other side owes {_plural_men(others)}")
    return ", ".join(says)


def _queen(ruling: Ruling) -> str:
    if _cite(ruling, QUEEN_BACK) and QUEEN in ruling.centred:
        return f"the queen goes back to the centre{_cite(ruling, QUEEN_BACK)}"
    if _cite(ruling, QUEEN_COVERED) and ruling.queen is QueenState.COVERED:
        return f"the queen is covered{_cite(ruling, QUEEN_COVERED)}"
    if ruling.queen is QueenState.PENDING:
        return f"the queen must be covered by the next stroke{_cite(ruling, QUEEN_PENDING)}"
    if ruling.queen is QueenState.ASIDE:
        return f"the queen lies aside until the turn ends{_cite(ruling, QUEEN_ASIDE)}"
    return "the queen goes back to the centre" if QUEEN in ruling.centred else ""


def _points(ruling: Ruling) -> str:
    if not ruling.points:
        return ""
    void = _cite(ruling, VOID)
    if ruling.points < 0:
        return f"you lose {_worth(-ruling.points)}{void}"
    return f"you score {ruling.points}"


def _worth(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _turn(ruling: Ruling) -> str:
    keep, lose = _cite(ruling, KEEP), _cite(ruling, LOSE)
    match ruling.turn:
        case Turn.CONTINUE if ruling.call is not None:
            return f"the player in turn keeps it{keep}"
        case Turn.CONTINUE:
            return f"you strike again{keep}"
        case Turn.RETRY:
            return f"you try again{_cite(ruling, Retry)}"
        case _:
            return f"the turn passes{lose}"


def _ending(ruling: Ruling) -> str:
    """Return who gains the board, or that it is replayed."""
    result = ruling.result
    assert result is not None
    if result.replay:
        return f"the board is played again by the same breaker{_cite(ruling, REPLAY)}"
    if not ruling.ruleset.parameters.colours_are_owned:
        own = f"you score {ruling.points}, " if ruling.points else ""
        return f"{own}all counters are down and the highest total is {result.points}"
    who = "you win" if ruling.mover in result.winners else "the other side wins"
    if result.taken:
        return f"{who} the board, and you lose {_worth(result.points)}{_cite(ruling, Ends)}"
    points = _worth(result.points)
    extra = f" and may demand {result.up_to} more" if result.up_to else ""
    return f"{who} the board with {points}{extra}{_cite(ruling, Ends)}"


def _asides(ruling: Ruling) -> list[str]:
    """Return up to two sentences on what the main one leaves out: clauses that change nothing but explain."""
    if ruling.call is not None or ruling.turn is Turn.RETRY:
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
