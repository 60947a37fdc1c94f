"""JSON schemas of the account routes. Times are seconds since 1970."""

from typing import Annotated

from msgspec import Meta

from carrom.server.identity.principal import Scope
from carrom.values import Value

Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=400)]
Id = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=128)]


class LoginRequest(Value, frozen=True, kw_only=True):
    """A name and its password."""

    name: Word
    password: Words


class Recovery(Value, frozen=True, kw_only=True):
    """A name, its recovery code and the new password."""

    name: Word
    code: Word
    password: Words


class NewPasskey(Value, frozen=True, kw_only=True):
    """Ask for a passkey: for a new account with this name, or for the account that is signed in."""

    name: Word | None = None


class CredentialAnswer(Value, frozen=True, kw_only=True):
    """The credential that a browser created or used."""

    answer: Annotated[str, Meta(max_length=20_000)]
    """The credential as JSON."""
    name: Word | None = None
    label: Word = ""


class Password(Value, frozen=True, kw_only=True):
    """A new password."""

    password: Words


class TokenSelection(Value, frozen=True, kw_only=True):
    """One item of a list by its id; an empty id means all others."""

    id: Word = ""


class NewToken(Value, frozen=True, kw_only=True):
    """A request for an API token: its label, its scopes and its lifetime in days."""

    label: Word
    scopes: tuple[Scope, ...]
    days: int


class PageKeys(Value, frozen=True, kw_only=True):
    """The seat keys stored in a browser."""

    keys: tuple[Key, ...]


class OneGame(Value, frozen=True, kw_only=True):
    """A game or a tie."""

    game: Id


class OneName(Value, frozen=True, kw_only=True):
    """The name of an account."""

    name: Word


class ReportRequest(Value, frozen=True, kw_only=True):
    """A report of another player to the moderators."""

    name: Word
    reason: Word
    said: Annotated[str, Meta(max_length=500)] = ""
    game: Word = ""


class Welcomed(Value, frozen=True, kw_only=True):
    """The account that has just signed in."""

    name: str
    code: str | None = None
    """The new recovery code, shown only once."""


class LoginMethod(Value, frozen=True, kw_only=True):
    """A way to open the account: a passkey or the password."""

    id: str
    kind: str
    label: str
    made: int
    used: int


class Where(Value, frozen=True, kw_only=True):
    """A browser session."""

    id: str
    label: str
    made: int
    used: int
    here: bool


class AccessToken(Value, frozen=True, kw_only=True):
    """An API token, without its text."""

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    used: int
    expires: int


class Warning(Value, frozen=True, kw_only=True):
    """A warning from a moderator."""

    made: int
    why: str


class Me(Value, frozen=True, kw_only=True):
    """The account that is signed in; a guest has an empty name."""

    name: str = ""
    bot: bool = False
    moderates: bool = False
    fresh: bool = False
    """Whether the user signed in recently enough to change passwords, passkeys and tokens."""
    safe: bool = False
    """Whether the connection is encrypted or stays on this machine."""
    passkeys: bool = False
    """Whether passkeys can be used at this address."""
    made: int = 0
    ways: tuple[LoginMethod, ...] = ()
    sessions: tuple[Where, ...] = ()
    tokens: tuple[AccessToken, ...] = ()
    blocked: tuple[str, ...] = ()
    warnings: tuple[Warning, ...] = ()
    """Warnings of recent months, newest first."""
    scopes: tuple[str, ...] = tuple(Scope)


class ListedTie(Value, frozen=True, kw_only=True):
    """A tie of teams in a list."""

    tie: str
    begun: int
    last: int
    places: tuple[str, ...]
    """The places that the account opens: `A` and `B` are captains, `A2` is a player."""
    teams: tuple[str, ...]


class ListedGame(Value, frozen=True, kw_only=True):
    """A game in a list."""

    game: str
    begun: int
    ended: int | None
    last: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
