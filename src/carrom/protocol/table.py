"""Who sits at the table, what is played there, whose time runs, and what is offered."""

from enum import StrEnum

from carrom.board.equipment import Equipment
from carrom.board.seat import Seat
from carrom.protocol.client import OfferKind
from carrom.protocol.scalars import MAX_SPEED, GameId
from carrom.protocol.terms import ClockPlan, Guide, Length, Terms
from carrom.values import Value


class SitterKind(StrEnum):
    """Who sits at a seat."""

    HUMAN = "human"
    PROGRAM = "program"
    OPEN = "open"
    """Nobody yet: the seat waits for a friend."""


class Sitter(Value, frozen=True, kw_only=True):
    """One player, named by the seat he has at the beginning."""

    seat: Seat
    name: str
    kind: SitterKind
    level: str | None = None
    """The program's level; null for a person."""
    here: bool = True
    """Whether somebody who holds the seat is connected; programs always are."""
    bot: bool = False
    """Whether a program plays in this person's account."""
    account: bool = False
    """Whether the name is that of an account, which has a page; a guest's is what he says."""
    rating: int | None = None
    """In the pool of the game, as it was when he sat down; null: none, or it is not looked at."""


class Seated(Value, frozen=True):
    """Who sits where at the moment."""

    seat: Seat
    sitter: Seat
    """His seat at the beginning."""


class Clock(Value, frozen=True, kw_only=True):
    """The time of who is asked to act; ms since 1970 by the server's clock."""

    seat: Seat
    starts: int
    """When his time begins: with the end of the last stroke's film."""
    ends: int
    now: int
    paused: int | None = None
    """Where the clock stands still, the ms that are left; null while it runs."""


class Offered(Value, frozen=True, kw_only=True, tag_field="type", tag="offered"):
    """What is offered and who has agreed so far; nobody: it is off the table."""

    what: OfferKind
    by: tuple[Seat, ...]
    """The players that have agreed, by their seats at the beginning."""
    declined: Seat | None = None
    """Who said no, when somebody did."""


class RubberOf(Value, frozen=True, kw_only=True):
    """Which rubber of which tie a game is."""

    tie: GameId
    rubber: int
    """From 1."""
    teams: tuple[str, ...]
    """Their names, the first one's side A."""


class Card(Value, frozen=True, kw_only=True):
    """What stays the same throughout a game."""

    game: GameId
    sitters: tuple[Sitter, ...]
    """In the order of play. Who has come meanwhile, and who is here, is told by `Seats`."""
    ruleset: str
    title: str = ""
    """The rule set's, in English."""
    edition: str
    length: Length = Length.GAME
    games_to_win: int = 1
    target: int | None
    """Points that win the game; null in a rule set without."""
    board_limit: int | None
    """Boards after which the leader wins; null for no limit."""
    colours_owned: bool = True
    """False in points games, where every man counts for whoever pockets him."""
    white_is_brown: bool = False
    concede: str = ""
    """The clause on what may be conceded."""
    clock: ClockPlan | None = None
    guide: Guide = Guide.LONG
    handicap: tuple[int, ...] = ()
    terms: Terms | None = None
    """As agreed, to be agreed again; null in games of older versions."""
    surface: str
    equipment: Equipment
    tie: RubberOf | None = None
    """The tie that this game is a rubber of."""
    coach: bool = False
    """Whether a coach may speak while it is played: only where all its people sit at one screen."""
    rated: bool = False
    """Whether it counts for the players' ratings; nothing is taken back then."""
    max_speed: int = MAX_SPEED
    """The fastest stroke the server accepts, µm/s."""
