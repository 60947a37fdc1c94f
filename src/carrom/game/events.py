"""Events of a game, a tagged union of small values, and the header with which a game begins.

Seats are where people sit at that moment; sides are the letters `A`, `B` (and `C`) that they score for. Positions are
not recorded on a wooden board: there `stroke`, `rest`, `position` and the points of placed pieces are None."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from carrom.board import Disc, Outcome, Point, Position, Seat, Stroke
from carrom.errors import RecordError, RulesError
from carrom.game.score import Board, Stage
from carrom.rules.ruleset import Ruleset, named, ruleset
from carrom.values import Value, changed

__all__ = [
    "Appealed",
    "Awarded",
    "BoardKept",
    "Called",
    "ChangeMissed",
    "Chosen",
    "Conceded",
    "Contest",
    "Corrected",
    "Demanded",
    "Event",
    "Forfeited",
    "GameBegun",
    "Header",
    "NoRoom",
    "Noted",
    "Noticed",
    "Passed",
    "Placed",
    "Player",
    "Protested",
    "RoundBegun",
    "Ruled",
    "Scope",
    "Seated",
    "SideName",
    "Signed",
    "Struck",
    "TimeCalled",
    "Tossed",
    "TrialPlayed",
    "Undone",
    "Waived",
    "Warned",
    "decode_event",
    "encode_event",
]


# -- the header: players, rules, surface, event, as on the score card --------------------------------------------------


SideName = Literal["A", "B", "C"]
Contest = Literal["board", "game", "match", "best-of-3-boards", "best-of-5-boards", "most-of-8-boards"]
Scope = Literal["game", "match"]


class Player(Value, frozen=True, kw_only=True):
    """A person or program, and their seat when the game begins."""

    name: str
    seat: Seat
    side: SideName


class Header(Value, frozen=True, kw_only=True):
    """Players, rules and everything needed to simulate the game again."""

    players: tuple[Player, ...]
    ruleset: str = "icf"
    edition: str = ""
    """Edition of the rule set; empty for the current one, which `Game.begin` fills in."""
    extends: str = ""
    """For a custom rule set: the built-in rule set that it extends."""
    changes: str = ""
    """For a custom rule set: the parameters it changes, as a JSON object."""
    contest: Contest = "game"
    stage: Stage | None = None
    first_break: SideName | None = None
    """The side that breaks first; None if a toss decides."""
    handicap: tuple[int, ...] = ()
    """Number of pieces removed before each board, for each side in the order of their letters; empty for none."""
    start: str = ""
    """The position that the first board begins with, in notation; empty for the rack."""
    equipment: str = "standard"
    surface: str | None = "club"
    """The surface, by name or as its parameters; None for a wooden board, where positions are not recorded."""
    surface_version: str = ""
    physics: str = ""
    """Version of the physics that simulated the game."""
    event: str = ""
    """Name of the championship; this and the following fields appear on the official score card."""
    round: str = ""
    match_number: str = ""
    date: str = ""
    place: str = ""
    umpire: str = ""
    imported: str = ""
    """The day on which a server imported the record of a finished game; empty for a game that was played there."""

    @property
    def measured(self) -> bool:
        """Whether positions are recorded (a simulated board), or only the umpire's observations."""
        return self.surface is not None


# -- the clock and the officials: time, awards, warnings, remarks ------------------------------------------------------
# None of them changes a score, except a board recorded only by its row and a ruling that has a board played again. The
# clock ends a game with the score as it is.


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


# -- play --------------------------------------------------------------------------------------------------------------


class GameBegun(Value, frozen=True, kw_only=True, tag="begun"):
    """The game is set up."""

    header: Header
    when: int | None = None


class Tossed(Value, frozen=True, kw_only=True, tag="tossed"):
    """A side has won the toss (Law 39), or the toss for the break of an extra board (Law 56b)."""

    won_by: SideName
    when: int | None = None


class Chosen(Value, frozen=True, kw_only=True, tag="chosen"):
    """The winner of the toss chooses to break, or to choose the seats (Law 39a)."""

    side: SideName
    what: Literal["break", "side"]
    when: int | None = None


class Seated(Value, frozen=True, kw_only=True, tag="seated"):
    """The side that may choose the seats keeps or changes them (Law 39c)."""

    side: SideName
    swap: bool
    when: int | None = None


class TrialPlayed(Value, frozen=True, kw_only=True, tag="trial"):
    """A side has played its trial board (Law 40); its strokes do not count and are not recorded."""

    side: SideName
    when: int | None = None


class RoundBegun(Value, frozen=True, kw_only=True, tag="round"):
    """The pieces are racked and the breaker may strike."""

    breaker: Seat
    position: Position | None = None
    seed: int | None = None
    """Seed of the rack's gaps; `position` holds the resulting coordinates."""
    angle: int | None = None
    """Direction of the first white arm, in degrees, with the breaker at 270; `position` reflects it too."""
    nominal: bool = False
    """Whether the pieces are at their nominal places, and the first stroke draws the gaps between them."""
    when: int | None = None


class Struck(Value, frozen=True, kw_only=True, tag="struck"):
    """A stroke and its outcome."""

    seat: Seat
    outcome: Outcome
    stroke: Stroke | None = None
    meant: Stroke | None = None
    """The intended stroke, where known; `stroke` is the one actually played, with the player's aim error."""
    rest: Position | None = None
    """Final positions of all discs, including the striker if it stayed on the board."""
    out_of_turn: bool = False
    """Whether the stroke was played out of turn and stands, because it was noticed only after the next one (Law 51)."""
    rack: Position | None = None
    """For the first stroke of a nominal rack: the actual positions of the pieces, gaps included."""
    seed: int | None = None
    """Seed of those gaps; `rack` holds the resulting coordinates."""
    when: int | None = None


class Placed(Value, frozen=True, kw_only=True, tag="placed"):
    """A due piece is placed."""

    seat: Seat
    disc: Disc
    at: Point | None = None
    """The point, in the board's frame; None on a wooden board."""
    when: int | None = None


class Waived(Value, frozen=True, kw_only=True, tag="waived"):
    """The player who may place waives all of the other side's dues of this moment (Law 87a)."""

    seat: Seat
    when: int | None = None


class NoRoom(Value, frozen=True, kw_only=True, tag="no-room"):
    """The umpire finds no room for the piece: it stays due (Law 79). A simulated board does not need this event."""

    seat: Seat
    when: int | None = None


class Forfeited(Value, frozen=True, kw_only=True, tag="forfeited"):
    """The player who may place was unwilling or too late, and loses the right (Laws 80, 83, 88)."""

    seat: Seat
    ordered_off: bool = False
    """Whether what they have placed of these dues is taken off the board again (Law 88b)."""
    when: int | None = None


class ChangeMissed(Value, frozen=True, kw_only=True, tag="change-missed"):
    """The change of sides that follows the last board was not made, and nobody noticed.

    It is made after that many more boards (Law 60c), unless the next change comes before.
    """

    boards: int = 1
    when: int | None = None


class Passed(Value, frozen=True, kw_only=True, tag="passed"):
    """A player passes the turn without a stroke (Law 137)."""

    seat: Seat
    when: int | None = None


class Demanded(Value, frozen=True, kw_only=True, tag="demanded"):
    """The winner of a board asks for extra points, or for none (Law 87b)."""

    seat: Seat
    points: int
    when: int | None = None


class Called(Value, frozen=True, kw_only=True, tag="called"):
    """An umpire's call, by its casebook code; `by` is the player at fault, None if nobody is."""

    what: str
    by: Seat | None = None
    after_stroke: bool = False
    during: bool = False
    """Whether it happened during the last stroke: the pieces pocketed by that stroke come out too (Law 64b)."""
    untimed: bool = False
    """Whether no moment was given: the call then counts as after the first stroke of the turn, if there was one."""
    when: int | None = None


class Conceded(Value, frozen=True, kw_only=True, tag="conceded"):
    """A side concedes the current game, or the whole contest (Law 139)."""

    side: SideName
    what: Scope = "match"
    play_on: bool = False
    """Whether the other sides continue: one of three has retired (reading C81)."""
    when: int | None = None


class Undone(Value, frozen=True, kw_only=True, tag="undone"):
    """Return to the state right after event number `to` (0 is the beginning); undone events stay in the history."""

    to: int
    when: int | None = None


class Corrected(Value, frozen=True, kw_only=True, tag="corrected"):
    """Replace event number `at` with these events and replay everything after it; no events: delete it."""

    at: int
    events: "tuple[Event, ...]" = ()
    when: int | None = None


Event: TypeAlias = (
    GameBegun
    | Tossed
    | Chosen
    | Seated
    | TrialPlayed
    | RoundBegun
    | Struck
    | Placed
    | Waived
    | NoRoom
    | Forfeited
    | ChangeMissed
    | Passed
    | Demanded
    | Called
    | Conceded
    | TimeCalled
    | Awarded
    | BoardKept
    | Noticed
    | Noted
    | Warned
    | Appealed
    | Protested
    | Ruled
    | Signed
    | Corrected
    | Undone
)
"""Any event. `when` is its time in seconds since 1970, or None; nothing depends on it."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    """Return the event as a JSON object, tagged by `type`; equal events give equal bytes."""
    return _ENCODER.encode(event)


def decode_event(row: bytes | str) -> Event:
    """Return the event of a JSON object. Raises `RecordError` if it is not an event."""
    try:
        event: Event = _DECODER.decode(row)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as reason:
        raise RecordError(f"not an event of a game: {reason}") from None
    return event


# -- the rule set of a header; a custom one is stored in it ------------------------------------------------------------


def rulebook(header: Header) -> Ruleset:
    """Return the rule set of a header. Raises `RulesError` if it is unknown or its changes are not allowed."""
    if not header.extends:
        return ruleset(header.ruleset)
    from carrom.rules.custom import custom

    changes = _changes(header.changes)
    book = custom({**changes, "extends": header.extends, "name": header.ruleset}, header.ruleset, recorded=True)
    same = header.edition.startswith(f"{named(header.extends).edition}; ")
    return changed(book, edition=header.edition) if same else book


def _changes(text: str) -> dict[str, Any]:
    try:
        changes = msgspec.json.decode(text or "{}")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        changes = None
    if not isinstance(changes, dict):
        raise RulesError(f"the changes of the rule set are {text[:60]!r}; expected a JSON object of parameters")
    return changes


def with_rulebook(header: Header, rules: Ruleset) -> Header:
    """Return the header with the rule set's name and edition, and with the changes of a custom one."""
    edition = header.edition or rules.edition
    if not rules.extends:
        return changed(header, ruleset=rules.name, edition=edition)
    return changed(header, ruleset=rules.name, edition=edition, extends=rules.extends, changes=rules.changes)
