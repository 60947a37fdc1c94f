"""Events of a tournament: every line of its file, with author and time."""

from typing import Literal

from carrom.tournament.format import Kind, StageFormat
from carrom.tournament.identifiers import Games, Score
from carrom.values import Value

How = Literal["played", "clock", "conceded", "retired", "walkover", "double-walkover", "disqualified", "void"]


class TournamentEvent(Value, frozen=True, kw_only=True):
    """Anything that happens; `by` is a role and a name, `when` whole seconds since 1970."""

    by: str = ""
    when: int = 0
    nonce: str = ""
    """What a hall's page called it when it was proposed, so that the same proposal sent again happens once."""


class Entered(TournamentEvent, frozen=True, kw_only=True, tag="entrant"):
    """A player, a pair or a team is entered."""

    id: str
    name: str
    seed: int | None = None
    kind: Kind = "player"
    club: str = ""
    nation: str = ""
    players: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    """The sections it plays in; empty: every one that it may."""


class Opened(TournamentEvent, frozen=True, kw_only=True, tag="section"):
    """A section is opened with its terms."""

    terms: StageFormat


class Present(TournamentEvent, frozen=True, kw_only=True, tag="present"):
    """Who of a section is there when it begins, or in the next wave of a Swiss; without this line everybody is."""

    section: str
    entrants: tuple[str, ...]


class Late(TournamentEvent, frozen=True, kw_only=True, tag="late"):
    """Somebody comes into a section from a wave on."""

    entrant: str
    section: str
    wave: int


class Withdrawn(TournamentEvent, frozen=True, kw_only=True, tag="withdraw"):
    """Somebody plays no further in a section."""

    entrant: str
    section: str
    reason: str = ""


class LotDrawn(TournamentEvent, frozen=True, kw_only=True, tag="lot"):
    """A text that was drawn in public, from which the chance of every draw follows."""

    lot: str


class Seated(TournamentEvent, frozen=True, kw_only=True, tag="seat"):
    """Who plays in the groups of a section, or at which seed of a cup."""

    section: str
    seats: tuple[tuple[str, ...], ...]
    hand: bool = False
    """Whether somebody made them by hand."""


class Meeting(Value, frozen=True):
    """Two entrants drawn to meet at a board; without a second one the first has the bye, or rests."""

    first: str
    second: str = ""
    board: int = 0


class Drawn(TournamentEvent, frozen=True, kw_only=True, tag="draw"):
    """The pairs of a wave, with what each criterion adds up to in the whole of it."""

    section: str
    wave: int
    meetings: tuple[Meeting, ...]
    totals: tuple[int, ...] = ()
    hand: bool = False
    """Whether somebody made it by hand."""


class Begun(TournamentEvent, frozen=True, kw_only=True, tag="begin"):
    """A fixture has begun at its board."""

    fixture: str


class LinedUp(TournamentEvent, frozen=True, kw_only=True, tag="lineup"):
    """Who plays the rubbers of a tie for one team."""

    fixture: str
    entrant: str
    players: tuple[tuple[str, ...], ...]
    reason: str = ""
    """Why the referee changes a line-up that both teams have seen."""


class Told(TournamentEvent, frozen=True, kw_only=True):
    """How a fixture ended, as it is told: by a finish, by its correction or by a ruling."""

    games: Games = ()
    how: How = "played"
    against: str = ""
    """Who was absent, retired, conceded or was disqualified."""
    winner: str = ""
    """Who won a level fixture by what decides it."""
    boards: Score | None = None
    """Boards won by each side, where they are known."""
    slams: tuple[str, ...] = ()
    law: str = ""
    reason: str = ""


class Finished(Told, frozen=True, kw_only=True, tag="finish"):
    """A fixture, or a rubber of a tie, is over."""

    fixture: str
    source: str = ""
    """The file of the record that it comes from, beside the championship."""
    sha256: str = ""


class Claimed(Told, frozen=True, kw_only=True, tag="claim"):
    """One side says how a fixture ended; it is finished when the other says the same."""

    fixture: str
    side: str


class SheetSigned(Told, frozen=True, kw_only=True, tag="sheet"):
    """The sheet of a fixture that is already finished was signed; the referee decides if its result is another."""

    fixture: str
    source: str = ""
    """The file of its record, beside the championship."""
    sha256: str = ""


class Corrected(Told, frozen=True, kw_only=True, tag="correct"):
    """A finish was told wrongly; what it says takes the place of a line."""

    line: int


class Ruled(Told, frozen=True, kw_only=True, tag="rule"):
    """The referee decides a finish anew, or lets it stand after a protest."""

    line: int
    stands: bool = False


class Deducted(TournamentEvent, frozen=True, kw_only=True, tag="deduct"):
    """Match points are taken from somebody."""

    entrant: str
    section: str
    points: int
    reason: str


class Protested(TournamentEvent, frozen=True, kw_only=True, tag="protest"):
    """Somebody protests against a finish, which is shown and not counted until it is ruled on."""

    line: int
    side: str
    reason: str
    board: int = 0
    fee: str = ""


class Retracted(TournamentEvent, frozen=True, kw_only=True, tag="retract"):
    """A draw is taken back before any of its fixtures has begun."""

    section: str
    wave: int
    reason: str


class Stated(TournamentEvent, frozen=True, kw_only=True, tag="statement"):
    """A protest is given its text in writing."""

    line: int
    text: str


class Placed(TournamentEvent, frozen=True, kw_only=True, tag="place"):
    """A fixture is given a board, a time and an umpire."""

    fixture: str
    board: int = 0
    time: str = ""
    umpire: str = ""
    called: bool = False
    """Whether its players are called to the board now."""


class Appointed(TournamentEvent, frozen=True, kw_only=True, tag="umpire"):
    """Somebody umpires; never a match of his own club."""

    id: str
    name: str
    club: str = ""


class Voided(TournamentEvent, frozen=True, kw_only=True, tag="links"):
    """The links of a role, or of one person in it, open nothing any more; new ones are handed out."""

    role: str


AnyHappening = (
    Entered
    | Opened
    | Present
    | Late
    | Withdrawn
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
    | Protested
    | Retracted
    | Stated
    | Placed
    | Appointed
    | Voided
)
