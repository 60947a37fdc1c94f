"""A second, independent implementation of the rule tables, for rule sets in which each side owns a colour.

It is written directly from the printed tables (end of a board, improper strokes, variant matrix) and shares no
code with the rules package; `test_tables.py` compares the two over thousands of combinations.
"""

from dataclasses import dataclass, field
from typing import Any

GENTLE = ("icf", "club", "team-event")
"""A striker pocketed with own pieces keeps the turn; only an improper stroke is a foul."""
STRICT = ("classic-29", "eight-rounds")
"""Every foul ends the turn; the pieces pocketed by the stroke come back, plus one more."""


@dataclass
class Facts:
    book: str
    men: int = 5
    theirs: int = 5
    due: int = 0
    their_due: int = 0
    score: int = 0
    their_score: int = 0
    queen: str = "board"
    right: bool = True
    by_self: bool = True
    breaking: bool = False
    attempt: int = 1
    own: int = 0
    opp: int = 0
    queen_down: bool = False
    striker: bool = False
    touched: bool = True
    direct: bool = False
    jumped_own: int = 0
    jumped_opp: int = 0
    jumped_queen: bool = False
    jumped_striker: bool = False
    improper: bool = False
    before_play: bool = False
    left: str = "both"
    demand: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """Return the facts as a casebook line."""
        covered = self.queen if self.queen in ("mover", "opponent") else None
        before: dict[str, Any] = {
            "phase": "break" if self.breaking else "play",
            "attempt": self.attempt,
            "mover": {"men": self.men, "due": self.due, "score": self.score},
            "opponent": {"men": self.theirs, "due": self.their_due, "score": self.their_score},
            "queen": self.queen,
            "pocketed_before": self.right,
            "queen_covered_by": covered,
        }
        if self.book in ("classic-29", "team-event"):
            before["pocketed_by_self"] = self.by_self
        return {
            "id": "X",
            "ruleset": self.book,
            "kind": "stroke",
            "before": before,
            "stroke": {
                "own": self.own,
                "opponent": self.opp,
                "queen": self.queen_down,
                "striker": self.striker,
                "touched": self.touched,
                "direct": self.direct if self.book == "classic-29" and self.opp else None,
                "jumped": {
                    "own": self.jumped_own,
                    "opponent": self.jumped_opp,
                    "queen": self.jumped_queen,
                    "striker": self.jumped_striker,
                },
                "improper": self.improper,
                "left": self.left,
                **({"before_play": True} if self.before_play else {}),
            },
            "demand": self.demand,
        }


Answer = dict[str, Any]


def decide(f: Facts) -> Answer:
    """Return the decision, with the keys of a casebook `expect`."""
    if not f.touched and (f.left == "none" or (f.left == "one" and f.book == "club")):
        return _same(f, "retry")
    if f.breaking and f.before_play:
        return _open(f, "pass", back=f.own, charge=1 + (f.striker and f.touched and f.book in GENTLE), queen="board")
    if f.breaking and not f.touched:
        return _missed_break(f)
    return _gentle(f) if f.book in GENTLE else _strict(f)


def _missed_break(f: Facts) -> Answer:
    strict = f.book == "eight-rounds"
    if f.striker or f.improper or (strict and f.jumped_striker):
        return _open(f, "pass", charge=int(strict), queen="board")
    if f.attempt < 3:
        return _same(f, "retry")
    return _open(f, "pass", charge=int(strict), queen="board")


def _three(score: int) -> int:
    return 3 if score < 22 else 1


def _plus(score: int) -> int:
    return 3 if score < 22 else 0


def _gentle(f: Facts) -> Answer:
    a, b = f.men - f.own, f.theirs - f.opp
    own_last, their_last = a == 0, b == 0
    allowed = f.right if f.book != "team-event" else f.by_self
    early = f.book == "team-event" and f.queen_down and not allowed
    queen = f.queen
    if f.queen_down:
        queen = "off-until-turn-end" if early else "now"
    out = queen in ("board", "off-until-turn-end")
    if own_last or their_last:
        end = _icf_end(f, a, b, queen, out) if f.book == "icf" else _club_end(f, a, b, queen, out)
        if end is not None:
            return end
    faults = f.striker + f.improper
    if f.improper:
        state = f.queen if f.queen in ("mover", "opponent") else "board"
        return _open(f, "pass", back=f.own, charge=faults, queen=state)
    if f.striker:
        return _gentle_striker(f, early)
    if f.queen_down:
        return _gentle_queen(f, allowed, early)
    if f.queen == "pending":
        if f.own:
            return _open(f, "continue", queen="mover")
        return _open(f, "pass", queen="board")
    if f.own:
        return _open(f, "continue", queen=f.queen)
    return _open(f, "pass", queen="board" if f.queen == "off-until-turn-end" else f.queen)


def _gentle_striker(f: Facts, early: bool) -> Answer:
    if f.queen_down:
        if f.own:  # 98a; by 95b the turn ends if a piece was due when the queen fell, taken too early or not (C83)
            turn = "pass" if f.due else "continue"
            return _open(f, turn, back=f.own, charge=1, queen="board")
        turn = "pass" if f.men == 9 else "continue"  # 95d, 99a
        return _open(f, turn, charge=1, queen="board")
    if f.own:  # 73, 75, 101a
        return _open(f, "continue", back=f.own, charge=1, queen=f.queen)
    state = f.queen if f.queen in ("mover", "opponent") else "board"
    return _open(f, "pass", charge=1, queen=state)


def _gentle_queen(f: Facts, allowed: bool, early: bool) -> Answer:
    if f.book == "team-event":
        if early:
            return _open(f, "continue", queen="off-until-turn-end")
        if f.due:
            return _open(f, "pass", queen="board")
        return _open(f, "continue", queen="mover" if f.own else "pending")
    if f.due:
        return _open(f, "pass", queen="board")  # 95b
    if not f.own:
        return _open(f, "continue", queen="pending") if allowed else _open(f, "pass", queen="board")
    if f.men == 9 and f.own == 1:
        return _open(f, "continue", queen="pending")  # 97b
    return _open(f, "continue", queen="mover")


def _icf_end(f: Facts, a: int, b: int, queen: str, out: bool) -> Answer | None:
    mine, theirs = f.score, f.their_score
    faults = f.striker + f.improper
    if a == 0 and b > 0:
        if out:
            return _over(f, "opponent", _three(theirs), faults)
        if f.striker or f.improper:
            return None
        return _over(f, "mover", b + (_plus(mine) if queen != "opponent" else 0), 0)
    if b == 0 and a > 0:
        return _over(f, "opponent", a + (_plus(theirs) if queen != "mover" else 0), faults)
    if queen == "board":
        return _over(f, "opponent", _three(theirs), faults)
    if faults == 0:
        if queen == "opponent":
            return _over(f, "mover", 1, 0)
        return _over(f, "mover", _three(mine), 0)
    return _over(f, "opponent", 1 if queen == "mover" else _three(theirs), faults)


def _club_end(f: Facts, a: int, b: int, queen: str, out: bool) -> Answer | None:
    if b == 0:
        return _over(f, "opponent", a + _plus(f.their_score) if a else _three(f.their_score), 0)
    if out:
        return _over(f, "opponent", b + _plus(f.their_score), 0)
    if f.striker or f.improper:
        return None
    return _over(f, "mover", b + (_plus(f.score) if queen != "opponent" else 0), 0)


def _strict(f: Facts) -> Answer:
    a, b = f.men - f.own, f.theirs - f.opp
    jumped = f.jumped_own or f.jumped_opp or f.jumped_queen or f.jumped_striker
    eight = f.book == "eight-rounds"
    out = f.queen == "board" and not f.queen_down
    foul = f.striker or f.improper or (a == 0 and out) or b == 0 or (eight and bool(jumped or f.opp))
    foul = foul or (not eight and f.opp > 0 and f.direct)
    if foul:
        state = f.queen if f.queen in ("mover", "opponent") else "board"
        return _open(f, "pass", back=f.own, charge=1, queen=state, theirs_back=int(b == 0))
    allowed = f.right if eight else f.by_self
    if a == 0:
        credit = (5 if f.score < 24 else 0) if not eight else _plus(f.score)
        return _over(f, "mover", b + (credit if f.queen != "opponent" else 0), 0)
    if f.queen_down:
        if f.due or (not f.own and (f.opp or not allowed)):
            return _open(f, "pass", queen="board")
        if not f.own:
            return _open(f, "continue", queen="pending")
        first = not eight and f.own == 1 and (f.men == 9 or not allowed)
        return _open(f, "continue", queen="pending" if first else "mover")
    if f.queen == "pending":
        return _open(f, "continue", queen="mover") if f.own else _open(f, "pass", queen="board")
    return _open(f, "continue" if f.own else "pass", queen=f.queen)


def _over(f: Facts, winner: str, points: int, extras: int) -> Answer:
    most = 14 if f.book == "classic-29" else 12
    if f.book == "icf":
        points += min(f.demand, extras)
    return {
        "turn": "end",
        "returned": {"mover": 0, "opponent": 0},
        "queen": None,
        "due": {"mover": 0, "opponent": 0},
        "result": {"winner": winner, "points": min(points, most)},
    }


def _same(f: Facts, turn: str) -> Answer:
    return {
        "turn": turn,
        "returned": {"mover": 0, "opponent": 0},
        "queen": f.queen,
        "due": {"mover": f.due, "opponent": f.their_due},
        "result": None,
    }


def _open(f: Facts, turn: str, *, queen: str, back: int = 0, charge: int = 0, theirs_back: int = 0) -> Answer:
    """Return the decision of a board that goes on: pieces returned, dues paid with pocketed pieces."""
    in_pockets = 9 - (f.men - f.own) - back
    owed = f.due + charge
    paid = min(owed, in_pockets)
    their_pockets = 9 - (f.theirs - f.opp) - theirs_back
    their_paid = min(f.their_due, their_pockets)
    return {
        "turn": turn,
        "returned": {"mover": back + paid, "opponent": theirs_back + their_paid},
        "queen": queen,
        "due": {"mover": owed - paid, "opponent": f.their_due - their_paid},
        "result": None,
    }
