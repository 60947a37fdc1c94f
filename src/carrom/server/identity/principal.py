"""The principal of a request: the account, and the scopes that the request may use."""

from enum import StrEnum

from carrom.values import Value


class Scope(StrEnum):
    """A permission that an API token may have."""

    READ = "read"
    """Read the games, records and ratings of the account."""
    PLAY = "play"
    """Act in games and follow them; includes `read`."""
    SEEKS = "seeks"
    """Seek games in the lobby."""
    CHALLENGES = "challenges"
    """Challenge other players, accept and decline challenges."""
    STUDY = "study"
    """Request analyses of positions and games."""
    BOT = "bot"
    """Play as a bot account."""


EVERYTHING = frozenset(Scope)


class Person(Value, frozen=True):
    """The owner of an account."""

    id: str
    name: str
    bot: bool = False
    """Whether the account is a bot's."""


class Principal(Value, frozen=True, kw_only=True):
    """The authenticated sender of a request, with its permissions."""

    person: Person
    scopes: frozenset[Scope]
    """The scopes: all of them for a browser session, the token's own for an API token."""
    hash: str
    """The hash of the session secret or the token."""
    is_page: bool
    """Whether it is a browser session rather than an API token; only a session may change the account itself."""
    since: int = 0
    """The time of signing in, in seconds since 1970."""
    muted: bool = False
    """Whether the account is muted."""
    moderates: bool = False
    """Whether this is a browser session of a moderator."""

    def may(self, scope: Scope) -> bool:
        """Return whether a scope is granted; `play` includes `read`."""
        return scope in self.scopes or (scope is Scope.READ and Scope.PLAY in self.scopes)

    def lacks(self, scope: Scope) -> str:
        """Return the error message for a token without a scope."""
        has = ", ".join(sorted(self.scopes)) or "none"
        return f"This token lacks the scope {scope.value} (it has {has}); create one that has it on the account's page."
