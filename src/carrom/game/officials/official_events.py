"""Events of the clock and the officials: time, awards, warnings, remarks.

None of them changes a score, except a board recorded only by its row and a ruling that has a board played again. The
clock ends a game with the score as it is.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.game.header import Scope, SideName
from carrom.game.scoring.score import Board
from carrom.values import Value

LONGEST = 2000
"""Maximum length of a recorded text, in characters."""
Words = Annotated[str, Meta(max_length=LONGEST)]
"""A text by a person: a reason, a remark, a name."""
Code = Annotated[str, Meta(pattern="^[a-z][a-z-]{0,40}$")]
How = Literal["walkover", "retired", "disqualified", "loss"]
"""Why a game or match is awarded: a no-show, a retirement, a disqualification, or a loss under Law 143."""
Role = Literal["player", "umpire", "referee", "scorer"]


class TimeCalled(Value, frozen=True, kw_only=True, tag="time"):
    """The clock ends the current game: the score counts, even if level; an unfinished board scores nothing.

    In points games every counter scores as it is pocketed, so the points of the current board count too.
    """

    when: int | None = None


class Awarded(Value, frozen=True, kw_only=True, tag="awarded"):
    """A game or the whole contest is awarded to a side without being finished."""

    side: SideName | None
    """The side that wins; None if nobody came."""
    law: Words
    """The clause, such as `Law 143`."""
    reason: Words = ""
    how: How = "loss"
    what: Scope = "match"
    when: int | None = None


class BoardKept(Value, frozen=True, kw_only=True, tag="kept"):
    """A board recorded only by its row on the score card: `board`, or in points games the points of every side."""

    breaker: Seat
    board: Board | None = None
    totals: tuple[int, ...] = ()
    when: int | None = None


class Noticed(Value, frozen=True, kw_only=True, tag="noticed"):
    """A violation was noticed too late to correct, and stands.

    `wrong-man`: `disc` is on the board, where `instead` should have been placed (Law 82b). `queen`: the queen was not
    put back when its cover failed, and counts as covered by the side of `seat` (Law 96). `opponent-man`: the player at
    `seat` pocketed `disc`; it stays down, and the player loses the turn if still in turn (Law 125b).
    """

    what: Literal["wrong-man", "queen", "opponent-man"]
    disc: Disc
    instead: Disc | None = None
    seat: Seat | None = None
    when: int | None = None


class Noted(Value, frozen=True, kw_only=True, tag="noted"):
    """The umpire writes a note."""

    text: Words
    when: int | None = None


class Warned(Value, frozen=True, kw_only=True, tag="warned"):
    """A player is warned; warnings are counted per player, and have no effect by themselves."""

    seat: Seat
    what: Code = "distraction"
    law: Words = ""
    reason: Words = ""
    when: int | None = None


class Appealed(Value, frozen=True, kw_only=True, tag="appealed"):
    """A player appeals to the umpire; the clocks stop (Law 121)."""

    seat: Seat
    text: Words = ""
    when: int | None = None


class Protested(Value, frozen=True, kw_only=True, tag="protested"):
    """A side protests; the result is shown, but does not count until the protest is decided."""

    side: SideName
    text: Words = ""
    fee: Words = ""
    when: int | None = None


class Ruled(Value, frozen=True, kw_only=True, tag="ruled"):
    """An official gives a decision, with its clause and reason; the events it concerns stay in the history."""

    clause: Words
    reason: Words
    author: Words
    answers: int | None = None
    """Number of the event of the appeal or protest that it answers."""
    back_to: int | None = None
    """Number of the event that began the board to play again; None if no board is played again."""
    when: int | None = None


class Signed(Value, frozen=True, kw_only=True, tag="signed"):
    """A person signs the score card."""

    name: Words
    role: Role = "player"
    side: SideName | None = None
    """The side of a player who signs."""
    when: int | None = None


Remark: TypeAlias = Noted | Warned | Appealed | Protested | Ruled | Signed
"""A recorded remark; it changes no score by itself, and stays in force when a board is sent back to its start."""
REMARKS = (Noted, Warned, Appealed, Protested, Ruled, Signed)
