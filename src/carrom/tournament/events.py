"""Events of a tournament: the lines of its file, with author and time."""

from typing import Literal

from carrom.tournament.entrants import Kind, StageFormat
from carrom.tournament.identifiers import Games, Score
from carrom.values import Value

How = Literal["played", "clock", "conceded", "retired", "walkover", "double-walkover", "disqualified", "void"]

ClockStep = Literal["start", "pause", "resume", "extend", "end"]


class TournamentEvent(Value, frozen=True, kw_only=True):
    """Any event. `by` is a role and a name, such as `referee:ravi`; `when` is in seconds since 1970."""

    by: str = ""
    when: int = 0
    nonce: str = ""
    """Unique id given by the page that proposed the event, so that a repeated proposal is executed only once."""


class Entered(TournamentEvent, frozen=True, kw_only=True, tag="entrant"):
    """A player, pair or team was entered."""

    id: str
    name: str
    seed: int | None = None
    kind: Kind = "player"
    club: str = ""
    nation: str = ""
    players: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()
    """Stages to play in; empty for every stage that accepts this kind of entrant."""


class Edited(TournamentEvent, frozen=True, kw_only=True, tag="edit"):
    """The entry of an entrant or an umpire was corrected; the id never changes."""

    subject: str
    """Id of an entrant, or an umpire such as `umpire:ravi`."""
    name: str | None = None
    """The new name; None leaves it unchanged. The same is true of the other fields."""
    seed: int | None = None
    """The new seed; 0 removes it."""
    kind: Kind | None = None
    club: str | None = None
    nation: str | None = None
    players: tuple[str, ...] | None = None
    """The new roster: if one player leaves and one is new, the new one takes the place of the other in line-ups."""
    stages: tuple[str, ...] | None = None
    player: str = ""
    """A player of the roster whose name was misspelt, and is `now`."""
    now: str = ""
    reason: str = ""


class Opened(TournamentEvent, frozen=True, kw_only=True, tag="stage"):
    """A stage was created with its terms."""

    terms: StageFormat


class Present(TournamentEvent, frozen=True, kw_only=True, tag="present"):
    """The entrants present at the start of a stage, or in the next Swiss round; without this event everybody is."""

    stage: str
    entrants: tuple[str, ...]


class Late(TournamentEvent, frozen=True, kw_only=True, tag="late"):
    """An entrant joins a stage from a round on."""

    entrant: str
    stage: str
    round: int


class Withdrawn(TournamentEvent, frozen=True, kw_only=True, tag="withdraw"):
    """An entrant withdrew from a stage."""

    entrant: str
    stage: str
    reason: str = ""


class Reinstated(TournamentEvent, frozen=True, kw_only=True, tag="reinstate"):
    """The withdrawal of an entrant was reversed."""

    entrant: str
    stage: str
    reason: str


class LotDrawn(TournamentEvent, frozen=True, kw_only=True, tag="lot"):
    """A text drawn in public, which seeds all random choices of the draws."""

    lot: str


class Seated(TournamentEvent, frozen=True, kw_only=True, tag="seat"):
    """The groups of a stage, or the seeds of a knockout."""

    stage: str
    seats: tuple[tuple[str, ...], ...]
    hand: bool = False
    """Whether they were made by hand."""


class Meeting(Value, frozen=True):
    """Two entrants that meet, and their board; without a second one, the first has the bye."""

    first: str
    second: str = ""
    board: int = 0


class Drawn(TournamentEvent, frozen=True, kw_only=True, tag="draw"):
    """The pairs of a round, with the sums of its criteria."""

    stage: str
    round: int
    meetings: tuple[Meeting, ...]
    totals: tuple[int, ...] = ()
    hand: bool = False
    """Whether it was made by hand."""
    reason: str = ""
    """Why it was made by hand."""


class Begun(TournamentEvent, frozen=True, kw_only=True, tag="begin"):
    """A fixture has begun at its board."""

    fixture: str


class LinedUp(TournamentEvent, frozen=True, kw_only=True, tag="lineup"):
    """A team's players for the rubbers of a tie."""

    fixture: str
    entrant: str
    players: tuple[tuple[str, ...], ...]
    reason: str = ""
    """The reason, if the referee changes a line-up that both teams have seen."""


class EnteredResult(TournamentEvent, frozen=True, kw_only=True):
    """The result of a fixture, as entered by a result, a correction or a ruling."""

    games: Games = ()
    how: How = "played"
    against: str = ""
    """The entrant who was absent, retired, conceded or was disqualified."""
    winner: str = ""
    """The winner of a tied fixture, by its tie-break."""
    boards: Score | None = None
    """Boards won by each side, if known."""
    slams: tuple[str, ...] = ()
    law: str = ""
    reason: str = ""


class Finished(EnteredResult, frozen=True, kw_only=True, tag="finish"):
    """The result of a fixture, or of a rubber of a tie."""

    fixture: str
    source: str = ""
    """Path of the game record that it comes from, relative to the tournament's file."""
    sha256: str = ""


class Claimed(EnteredResult, frozen=True, kw_only=True, tag="claim"):
    """The result that one side reports; it becomes the result when the other side reports the same."""

    fixture: str
    side: str


class SheetSigned(EnteredResult, frozen=True, kw_only=True, tag="sheet"):
    """The signed sheet of a fixture that already has a result; the referee decides if they differ."""

    fixture: str
    source: str = ""
    """Path of its record, relative to the tournament's file."""
    sha256: str = ""


class Corrected(EnteredResult, frozen=True, kw_only=True, tag="correct"):
    """A correction: it replaces the result given by line `line`."""

    line: int


class Ruled(EnteredResult, frozen=True, kw_only=True, tag="rule"):
    """The referee's ruling on the result of line `line`: a new result, or confirmation after a protest."""

    line: int
    stands: bool = False


class Deducted(TournamentEvent, frozen=True, kw_only=True, tag="deduct"):
    """Match points are deducted from an entrant."""

    entrant: str
    stage: str
    points: int
    reason: str


class DeductionReversed(TournamentEvent, frozen=True, kw_only=True, tag="restore"):
    """The deduction of line `line` was reversed."""

    line: int
    reason: str


class Protested(TournamentEvent, frozen=True, kw_only=True, tag="protest"):
    """A protest against the result of line `line`, which is shown but not counted until there is a ruling."""

    line: int
    side: str
    reason: str
    board: int = 0
    fee: str = ""


class Retracted(TournamentEvent, frozen=True, kw_only=True, tag="retract"):
    """A draw is retracted before any of its fixtures has begun."""

    stage: str
    round: int
    reason: str
    seats: bool = False
    """Whether the groups, or the seeds of a knockout, are taken back with the first round."""


class Stated(TournamentEvent, frozen=True, kw_only=True, tag="statement"):
    """The written text of a protest."""

    line: int
    text: str


class Placed(TournamentEvent, frozen=True, kw_only=True, tag="place"):
    """A board, time or umpire is assigned to a fixture."""

    fixture: str
    board: int = 0
    time: str = ""
    umpire: str = ""
    called: bool = False
    """Whether the players are called to the board now."""


class Appointed(TournamentEvent, frozen=True, kw_only=True, tag="umpire"):
    """An umpire is appointed, who never umpires a match of their own club."""

    id: str
    name: str
    club: str = ""


class ClockChanged(TournamentEvent, frozen=True, kw_only=True, tag="clock"):
    """The clock of a round was started, paused, resumed, extended or ended."""

    stage: str
    round: int
    step: ClockStep
    seconds: int = 0
    """Seconds that it runs from its start, or by which it is extended; 0 at the start for the stage's time limit."""


class TableChanged(TournamentEvent, frozen=True, kw_only=True, tag="table"):
    """A table was taken out of use, or is in use again."""

    number: int
    closed: bool
    reason: str = ""


class Voided(TournamentEvent, frozen=True, kw_only=True, tag="links"):
    """The links of a role, or of one person, are revoked; new ones replace them."""

    role: str


class DetailsChanged(TournamentEvent, frozen=True, kw_only=True, tag="details"):
    """The header of the tournament was corrected; a field that is None is unchanged."""

    name: str | None = None
    rules: str | None = None
    """The new rule set, before anything has been played."""
    edition: str | None = None
    """The edition of the rule set, stored with each change of `rules`."""
    boards: int | None = None
    sessions: str | None = None
    zone: str | None = None
    contact: str | None = None
    place: str | None = None
    reason: str = ""


class SettingsChanged(TournamentEvent, frozen=True, kw_only=True, tag="settings"):
    """Settings of a stage were changed before its first draw."""

    stage: str
    terms: StageFormat
    """Holds the new values of the fields in `given`; its other fields mean nothing."""
    given: tuple[str, ...]
    reason: str = ""


class Removed(TournamentEvent, frozen=True, kw_only=True, tag="remove"):
    """An entrant, a stage or an umpire that was entered by mistake was removed, before any draw used it."""

    what: Literal["entrant", "stage", "umpire"]
    id: str
    reason: str = ""


AnyEvent = (
    Entered
    | Edited
    | Opened
    | Present
    | Late
    | Withdrawn
    | Reinstated
    | LotDrawn
    | Seated
    | Drawn
    | Begun
    | LinedUp
    | Finished
    | Claimed
    | SheetSigned
    | Corrected
    | Ruled
    | Deducted
    | DeductionReversed
    | Protested
    | Retracted
    | Stated
    | Placed
    | Appointed
    | Voided
    | DetailsChanged
    | SettingsChanged
    | Removed
    | ClockChanged
    | TableChanged
)
