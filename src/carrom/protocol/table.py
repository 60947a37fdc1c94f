"""The table of a game: players, presence, clock, offers, and the facts that stay the same."""

from enum import StrEnum

from carrom.board.equipment import Equipment
from carrom.board.seat import Seat
from carrom.protocol.client import OfferKind
from carrom.protocol.scalars import MAX_SPEED, GameId
from carrom.protocol.terms import ClockPlan, Guide, Length, Terms
from carrom.values import Value


class SitterKind(StrEnum):
    """Kind of player at a seat."""

    HUMAN = "human"
    PROGRAM = "program"
    OPEN = "open"
    """Nobody yet: the seat waits for an invited player."""


class Sitter(Value, frozen=True, kw_only=True):
    """One player, identified by their seat at the start of the game."""

    seat: Seat
    name: str
    kind: SitterKind
    level: str | None = None
    """Level of the computer; null for a person."""
    here: bool = True
    """Whether the player is connected; always true for programs."""
    bot: bool = False
    """Whether a program plays with this account."""
    account: bool = False
    """Whether the name belongs to an account, which has a page; a guest's name is not verified."""
    rating: int | None = None
    """Rating in the game's pool when the player sat down; null if there is none or it is not used."""


class Seated(Value, frozen=True):
    """The player at a seat at present."""

    seat: Seat
    sitter: Seat
    """The player, identified by their seat at the start of the game."""


class Clock(Value, frozen=True, kw_only=True):
    """The clock of the seat whose turn it is. Times are in ms since 1970, UTC, by the server's clock."""

    seat: Seat
    starts: int
    """When the seat's time starts to run: at the end of the last stroke's animation."""
    ends: int
    now: int
    paused: int | None = None
    """While paused, the remaining time in ms; null while the clock runs."""


class Offered(Value, frozen=True, kw_only=True, tag_field="type", tag="offered"):
    """An offer, and the players who have agreed to it; if there are none, the offer is closed."""

    what: OfferKind
    by: tuple[Seat, ...]
    """Players who have agreed, identified by their seats at the start of the game."""
    declined: Seat | None = None
    """The player who declined, if there is one."""


class RubberOf(Value, frozen=True, kw_only=True):
    """The tie and rubber that a game belongs to."""

    tie: GameId
    rubber: int
    """Number of the rubber, from 1."""
    teams: tuple[str, ...]
    """Names of the teams; the first one plays as side A."""


class Card(Value, frozen=True, kw_only=True):
    """The facts that stay the same throughout a game."""

    game: GameId
    sitters: tuple[Sitter, ...]
    """In order of play. `Seats` reports later arrivals and presence."""
    ruleset: str
    title: str = ""
    """Title of the rule set, in English."""
    edition: str
    length: Length = Length.GAME
    games_to_win: int = 1
    target: int | None
    """Points that win the game; null if the rule set has no target."""
    board_limit: int | None
    """Number of boards after which the leader wins; null for no limit."""
    colours_owned: bool = True
    """False in points games, where each piece counts for the player who pockets it."""
    white_is_brown: bool = False
    concede: str = ""
    """The clause on conceding."""
    clock: ClockPlan | None = None
    guide: Guide = Guide.LONG
    handicap: tuple[int, ...] = ()
    terms: Terms | None = None
    """The agreed terms, for a rematch; null while practising, where nothing is agreed."""
    surface: str
    """Name of a preset, or parameters such as `friction=0.1,frame_restitution=0.7`; the others are those of `club`."""
    physics: str = "2"
    """Version of the physics."""
    equipment: Equipment
    tie: RubberOf | None = None
    """The tie that this game is a rubber of; null if it is not part of a tie."""
    coach: bool = False
    """Whether coaching is allowed during the game: only if all its people play on one screen."""
    offline: bool = False
    """Whether its players may go on without a connection: an unrated game without a clock, at one screen."""
    rated: bool = False
    """Whether the game counts for the players' ratings; undo is then not possible."""
    imported: bool = False
    """Whether the game was imported from a record: it can be replayed and reviewed, not continued."""
    max_speed: int = MAX_SPEED
    """Maximum speed of a stroke, µm/s."""
