"""Effects: small values that laws yield and `resolve` turns into a ruling, and the codes of umpire's calls.

Laws never change state themselves. If effects contradict each other, the stricter one wins: `Lose` over `Keep`, the
queen going back over the queen staying down."""

from typing import TypeAlias

from carrom.values import Value


class Remark(Value, frozen=True, tag=True):
    """The clause applies without changing anything.

    `quiet`: it is obvious and omitted from the ruling's text. `part`: the part of its sentence that applies, if it has
    several (`remark.<law>.<part>` in the catalogue).
    """

    quiet: bool = False
    part: str = ""


class Keep(Value, frozen=True, tag=True):
    """The turn continues."""


class Lose(Value, frozen=True, tag=True):
    """The turn ends, whatever else was pocketed."""


class Retry(Value, frozen=True, tag=True):
    """The same player strikes again, as if nothing had happened. `attempt`: it used up a break attempt."""

    attempt: bool = False


class Refuse(Value, frozen=True, tag=True):
    """The stroke may not be played; nothing changes."""


class Replay(Value, frozen=True, tag=True):
    """The board is cancelled and played again by the same breaker."""


class Fault(Value, frozen=True, tag=True):
    """The stroke is a foul: the turn ends, the mover's pieces of the stroke come back, and `men` more are due.

    `striker`: this includes the price of a pocketed striker, so no other clause charges for it.
    """

    men: int = 1
    striker: bool = False

    def with_another(self, other: "Fault") -> "Fault":
        """Return both fouls combined into one."""
        return Fault(self.men + other.men, self.striker or other.striker)


class Due(Value, frozen=True, tag=True):
    """A side owes pieces: the side in turn if `mover`, otherwise the other side at fault."""

    men: int = 1
    mover: bool = True


class OwnBack(Value, frozen=True, tag=True):
    """The mover's pieces of this stroke come back out of the pockets."""


class OthersBack(Value, frozen=True, tag=True):
    """Pieces of the opponent come out of the pockets and go to the centre."""

    men: int = 1


class CounterBack(Value, frozen=True, tag=True):
    """The last counter of this stroke goes back to the centre and scores nothing (points games)."""


class QueenBack(Value, frozen=True, tag=True):
    """The queen goes back to the centre."""


class QueenPending(Value, frozen=True, tag=True):
    """The queen was pocketed and needs a cover."""


class QueenCovered(Value, frozen=True, tag=True):
    """The queen is covered by the mover."""


class QueenAside(Value, frozen=True, tag=True):
    """The queen lies beside the board until the turn ends."""


class Void(Value, frozen=True, tag=True):
    """The points of this turn are void (points games)."""


class VoidedBack(Value, frozen=True, tag=True):
    """The counters of a voided turn come back out of the pockets (points games)."""


class Ends(Value, frozen=True, tag=True):
    """The board is over. `up_to`: extra points for faults that the winner may demand, if the rule set allows it."""

    mover_wins: bool
    points: int
    up_to: int = 0


class Extra(Value, frozen=True, tag=True):
    """The winner may demand extra points."""


class Taken(Value, frozen=True, tag=True):
    """The points of the board are subtracted from the loser's score, not added to the winner's."""


class Over(Value, frozen=True, tag=True):
    """All counters are pocketed: the totals decide (points games)."""


Effect: TypeAlias = (
    Remark
    | Keep
    | Lose
    | Retry
    | Refuse
    | Replay
    | Fault
    | Due
    | OwnBack
    | OthersBack
    | CounterBack
    | QueenBack
    | QueenPending
    | QueenCovered
    | QueenAside
    | Void
    | VoidedBack
    | Ends
    | Extra
    | Taken
    | Over
)

REMARK, QUIET, KEEP, LOSE, REPLAY, REFUSE = Remark(), Remark(quiet=True), Keep(), Lose(), Replay(), Refuse()
STROKE_AGAIN, ATTEMPT_AGAIN = Retry(), Retry(attempt=True)
FAULT = Fault()
ONE_DUE, ONE_DUE_OF_THE_OTHER = Due(), Due(mover=False)
OWN_BACK, ONE_OF_THEIRS_BACK, COUNTER_BACK = OwnBack(), OthersBack(), CounterBack()
QUEEN_BACK, QUEEN_PENDING, QUEEN_COVERED, QUEEN_ASIDE = QueenBack(), QueenPending(), QueenCovered(), QueenAside()
VOID, VOIDED_BACK, EXTRA, TAKEN, OVER = Void(), VoidedBack(), Extra(), Taken(), Over()


# -- the codes of umpire's calls in the casebook -----------------------------------------------------------------------


BREACHES = (
    "touched-man",
    "board-hit",
    "talking",
    "powder",
    "body",
    "elbow",
    "striker-on-frame",
    "run-test",
    "solid-object",
    "placed-on-centre",
    "placed-outside",
    "placed-with-disturbance",
    "placed-wrong-man",
    "placed-for-a-shot",
    "placed-while-holding",
    "slow-stroke",
    "slow-placing",
)
"""Codes of violations that cost a man, and also the turn during or after its first stroke."""
FORFEITS = ("seat", "out-of-turn", "played-during-appeal", "position-wrecked")
"""Codes of violations that cost the board."""
REPLAYS = ("three-passes", "no-striker-spot", "unforeseen")
LEFT_ALONE = ("men-overlap", "man-on-edge")
PASSED_OVER = "passed-over"
"""The code of a turn that ends because another player struck out of turn, and the stroke stands (Law 51)."""
FOUND_LATE = "found-late"
"""The code of a late finding that puts a piece into a pocket with which a side pays what it owes (Laws 72c, 78a)."""
CODES = (*BREACHES, *FORFEITS, *REPLAYS, *LEFT_ALONE, "opponent-man-noticed")
