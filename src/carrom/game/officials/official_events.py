"""Events of time and officials: the clock, awards, warnings, remarks.

None of it changes a score, but for a board known by its row alone, and a ruling that has a board played again. The
clock ends a game where it stands.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.game.header import Scope, SideName
from carrom.game.scoring.score import Board
from carrom.values import Value

LONGEST = 2000
"""The longest text that is written down, in characters."""
Words = Annotated[str, Meta(max_length=LONGEST)]
"""What a person writes: a reason, a remark, a name."""
Code = Annotated[str, Meta(pattern="^[a-z][a-z-]{0,40}$")]
How = Literal["walkover", "retired", "disqualified", "loss"]
"""Why a game or match is awarded: the other side never came, gave up unfit, was sent off, or lost it by a Law (143)."""
Role = Literal["player", "umpire", "referee", "scorer"]


class TimeCalled(Value, frozen=True, kw_only=True, tag="time"):
    """The clock ends the running game: the score stands, level scores too; a board not finished brings nothing.

    In points games every counter is scored as it falls, so that the points of the running board stand too.
    """

    when: int | None = None


class Awarded(Value, frozen=True, kw_only=True, tag="awarded"):
    """A game or the whole contest goes to a side without being played to its end."""

    side: SideName | None
    """Who has it; None: nobody, because nobody came."""
    law: Words
    """What it rests on, such as `Law 143`."""
    reason: Words = ""
    how: How = "loss"
    what: Scope = "match"
    when: int | None = None


class BoardKept(Value, frozen=True, kw_only=True, tag="kept"):
    """A board of which only its row of the card is known: `board`, or in points games the points of every side."""

    breaker: Seat
    board: Board | None = None
    totals: tuple[int, ...] = ()
    when: int | None = None


class Noticed(Value, frozen=True, kw_only=True, tag="noticed"):
    """Something was noticed too late to be mended, and stands.

    `wrong-man`: `disc` lies on the board, where `instead` should have been placed (Law 82b). `queen`: she had not been
    put back when her cover failed, and counts as covered by the side of `seat` (Law 96). `opponent-man`: `disc` had
    fallen to the player at `seat`; it stays down, and if he is still in turn he loses it (Law 125b).
    """

    what: Literal["wrong-man", "queen", "opponent-man"]
    disc: Disc
    instead: Disc | None = None
    seat: Seat | None = None
    when: int | None = None


class Noted(Value, frozen=True, kw_only=True, tag="noted"):
    """The umpire writes something down."""

    text: Words
    when: int | None = None


class Warned(Value, frozen=True, kw_only=True, tag="warned"):
    """A player is warned; warnings are counted for him, and judge nothing by themselves."""

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
    """A side protests; the result is shown, but not counted until the protest is decided."""

    side: SideName
    text: Words = ""
    fee: Words = ""
    when: int | None = None


class Ruled(Value, frozen=True, kw_only=True, tag="ruled"):
    """An official decides, and says by which clause and why; what he decides about stays in the history."""

    clause: Words
    reason: Words
    author: Words
    answers: int | None = None
    """The number of the appeal or protest that it answers."""
    back_to: int | None = None
    """The number of the event that began the board which is to be played again; None: nothing is played again."""
    when: int | None = None


class Signed(Value, frozen=True, kw_only=True, tag="signed"):
    """Somebody signs the card."""

    name: Words
    role: Role = "player"
    side: SideName | None = None
    """Whose player he is."""
    when: int | None = None


Remark: TypeAlias = Noted | Warned | Appealed | Protested | Ruled | Signed
"""What is written down and changes no score by itself; it stays when a board is sent back to its start."""
REMARKS = (Noted, Warned, Appealed, Protested, Ruled, Signed)
