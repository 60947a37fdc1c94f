"""JSON schemas of the account routes."""

from typing import Annotated

from msgspec import Meta

from carrom.server.identity.principal import Scope
from carrom.values import Value

Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=400)]
Id = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=128)]


class Entry(Value, frozen=True, kw_only=True):
    """A name and its password."""

    name: Word
    password: Words


class Recovery(Value, frozen=True, kw_only=True):
    """A name, its recovery code and the password from now on."""

    name: Word
    code: Word
    password: Words


class NewPasskey(Value, frozen=True, kw_only=True):
    """Ask for a passkey: for a new account of this name, or for one's own."""

    name: Word | None = None


class Made(Value, frozen=True, kw_only=True):
    """What a browser answers."""

    answer: Annotated[str, Meta(max_length=20_000)]
    """The credential as JSON."""
    name: Word | None = None
    label: Word = ""


class Password(Value, frozen=True, kw_only=True):
    """A new password."""

    password: Words


class Which(Value, frozen=True, kw_only=True):
    """One of those that were told; empty: all others."""

    id: Word = ""


class NewToken(Value, frozen=True, kw_only=True):
    """What a program may do, and for how long."""

    label: Word
    scopes: tuple[Scope, ...]
    days: int


class Keys(Value, frozen=True, kw_only=True):
    """The keys that a page keeps."""

    keys: tuple[Key, ...]


class OneGame(Value, frozen=True, kw_only=True):
    """A game, or a tie."""

    game: Id


class OneName(Value, frozen=True, kw_only=True):
    """Somebody's name."""

    name: Word


class Report(Value, frozen=True, kw_only=True):
    """What somebody has done that a moderator should see."""

    name: Word
    reason: Word
    said: Annotated[str, Meta(max_length=500)] = ""
    game: Word = ""


class Welcomed(Value, frozen=True, kw_only=True):
    """Who is signed in now."""

    name: str
    code: str | None = None
    """The recovery code, told this once."""


class Way(Value, frozen=True, kw_only=True):
    """A passkey or the password."""

    id: str
    kind: str
    label: str
    made: int
    used: int


class Where(Value, frozen=True, kw_only=True):
    """A browser that is signed in."""

    id: str
    label: str
    made: int
    used: int
    here: bool


class Program(Value, frozen=True, kw_only=True):
    """A token, without its word."""

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    used: int
    expires: int


class Warned(Value, frozen=True, kw_only=True):
    """What a moderator has warned somebody of."""

    made: int
    why: str


class Me(Value, frozen=True, kw_only=True):
    """A person's own account; without a name: a guest."""

    name: str = ""
    bot: bool = False
    moderates: bool = False
    fresh: bool = False
    """Whether he has signed in just now, so that he may change what opens the account."""
    safe: bool = False
    """Whether the connection is encrypted, or stays on this machine."""
    passkeys: bool = False
    """Whether passkeys can be used at this address."""
    made: int = 0
    ways: tuple[Way, ...] = ()
    sessions: tuple[Where, ...] = ()
    tokens: tuple[Program, ...] = ()
    blocked: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()
    """Of the last months, the last one first."""
    scopes: tuple[str, ...] = tuple(Scope)


class ListedTie(Value, frozen=True, kw_only=True):
    """A tie of teams in a list."""

    tie: str
    begun: int
    last: int
    places: tuple[str, ...]
    """Those that the account opens: `A` and `B` of captains, `A2` of a player."""
    teams: tuple[str, ...]


class Listed(Value, frozen=True, kw_only=True):
    """A game in a list."""

    game: str
    begun: int
    ended: int | None
    last: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
