"""JSON schemas of the HTTP API for games and events."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.seat import Seat
from carrom.protocol import GameId, Key, Length, Name, Nonce, Offered, Sitter, Terms, Version
from carrom.protocol.http.lobby import ChallengeTold
from carrom.values import Value

Moment = Annotated[int, Meta(ge=0, le=1 << 52)]
"""Ms since 1970."""


class Begin(Value, frozen=True, kw_only=True):
    """A game to be begun; words that are left out are made by the server."""

    terms: Terms
    nonce: Nonce | None = None
    """Asked again with the same one and the same key, the same game is told."""
    key: Key | None = None
    """Opens the seats of who begins."""
    invite: Key | None = None
    """Whoever brings it may take an open seat."""
    watch: Key | None = None
    """Whoever brings it may look on."""


class Begun(Value, frozen=True, kw_only=True):
    """A game that was begun or joined, with the words that open it: they are told this once."""

    game: GameId
    yours: tuple[Seat, ...]
    """The players that the key acts for, by their seats at the beginning."""
    version: Version
    page: str
    """Where people see it."""
    key: Key
    invite: Key | None = None
    watch: Key | None = None


class JoinIt(Value, frozen=True, kw_only=True):
    """Take an open seat."""

    invite: Key
    name: Name = ""
    """Of a guest; who has an account sits down in its name."""
    seat: Seat | None = None
    """Null: any that is open."""
    key: Key | None = None
    """Opens the seat from then on; made by the server where it is left out."""


class How(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    CONCEDED = "conceded"
    """Somebody gave it up."""
    FORFEITED = "forfeited"
    """By the law: somebody stayed away, or lost it by what he did."""
    ABORTED = "aborted"
    """It was called off before its first stroke: nobody has won, and it does not count."""


class Ended(Value, frozen=True, kw_only=True):
    """How a game has ended."""

    how: How
    sides: tuple[tuple[Seat, ...], ...]
    """The players of each side, by their seats at the beginning."""
    winners: tuple[int, ...]
    """The sides that have won, by their places in `sides`; several share it, none: nobody has won."""
    score: tuple[int, ...]
    """The points of each side; in a match the games that it has won."""


class GameLine(Value, frozen=True, kw_only=True):
    """A game in a list."""

    game: GameId
    ruleset: str
    length: Length
    sitters: tuple[Sitter, ...]
    yours: tuple[Seat, ...]
    """Those of who asks, by their seats at the beginning."""
    begun: Moment
    ended: Moment | None
    last: Moment
    """When something happened in it last."""
    version: Version
    rated: bool
    """Whether it counts for its players' ratings."""
    result: Ended | None = None
    """How it ended; null while it goes on, and where it cannot be read."""


class Imported(Value, frozen=True, kw_only=True):
    """A game that was brought as a record."""

    game: GameId
    key: Key
    """Opens it."""
    page: str


class Here(Value, frozen=True, kw_only=True, tag_field="type", tag="game"):
    """How one of your games stands; told at the beginning of the stream of events, and when it changes."""

    game: GameId
    version: Version
    ruleset: str
    sitters: tuple[Sitter, ...]
    yours: tuple[Seat, ...]
    turn: Seat | None
    """The player who is asked to act, by his seat at the beginning."""
    mine: bool
    """Whether that is you."""
    over: bool
    offers: tuple[Offered, ...] = ()
    """What is offered and waits for an answer, a rematch for instance."""
    rematch: GameId | None = None
    """The game in which the same is played again, once all have agreed."""


class RematchTold(Value, frozen=True, kw_only=True):
    """Who has agreed to play the same again, and the game that has come of it."""

    game: GameId | None
    """Null until all have agreed; the same key or account opens it."""
    by: tuple[Seat, ...]
    """Who waits for the others, by their seats at the beginning."""


class PlayingNow(Value, frozen=True, kw_only=True):
    """Your games under way."""

    games: tuple[Here, ...]


class Bid(StrEnum):
    """What has become of a challenge."""

    OPEN = "open"
    TAKEN = "taken"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Challenged(Value, frozen=True, kw_only=True, tag_field="type", tag="challenge"):
    """A challenge to you or one of yours: told while it waits for its answer, and once more with the answer."""

    challenge: ChallengeTold
    mine: bool
    """Whether you have made it."""
    state: Bid
    game: GameId | None = None
    """What has come of it."""


class All(Value, frozen=True, kw_only=True, tag_field="type", tag="all"):
    """Everything that there is has been told; what follows is new."""

    games: int


class OfGame(Value, frozen=True, kw_only=True):
    """One game."""

    id: GameId


class Since(OfGame, frozen=True, kw_only=True):
    """One game, and what of it was seen."""

    since: Version | None = None
    """The last version that was seen: what came after it is told again, as far as it is kept."""


class OfStrokeNumber(OfGame, frozen=True, kw_only=True):
    """A stroke of a game."""

    number: Annotated[int, Meta(ge=1, le=100_000)]
    """Its number in the history, from 1."""


class Which(Value, frozen=True, kw_only=True):
    """Which of one's games are meant; all conditions hold together."""

    since: Moment | None = None
    """Begun then or later, ms since 1970."""
    until: Moment | None = None
    """Begun then or before."""
    vs: Annotated[str, Meta(max_length=40)] | None = None
    """Against this name, or this level."""
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    over: bool | None = None
    """Whether it has ended."""
    rated: bool | None = None
    max: Annotated[int, Meta(ge=1, le=1000)] = 100
    """The last begun first, so many at most."""


class Search(Which, frozen=True, kw_only=True):
    """What is looked for among one's games."""

    text: Annotated[str, Meta(max_length=80)]
    """Words that stand in a player's name, the rule set or the length; all of them."""
