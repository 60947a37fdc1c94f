"""The principal of a request: the account, and the scopes in which a request may act."""

from enum import StrEnum

from carrom.values import Value


class Scope(StrEnum):
    """What a program may be allowed to do in somebody's name."""

    READ = "read"
    """Read the games, records and ratings of the account, and change nothing."""
    PLAY = "play"
    """Act in games and follow them; includes `read`."""
    SEEKS = "seeks"
    """Look for games in the lobby."""
    CHALLENGES = "challenges"
    """Challenge others, accept and decline."""
    STUDY = "study"
    """Let positions and games be analysed."""
    BOT = "bot"
    """Play as a program that is marked as one."""


EVERYTHING = frozenset(Scope)


class Person(Value, frozen=True):
    """Who has an account."""

    id: str
    name: str
    bot: bool = False
    """Whether a program plays in this name."""


class Principal(Value, frozen=True, kw_only=True):
    """Who a request comes from, and what it may do."""

    person: Person
    scopes: frozenset[Scope]
    """What is allowed: everything to a person's own page, what its token says to a program."""
    hash: str
    """That of the session's or the token's word."""
    is_page: bool
    """Whether it is a session of a page, and no program's token: only a page may change the account itself."""
    since: int = 0
    """When it signed in, in seconds since 1970."""
    muted: bool = False
    """Whether he may say nothing to others for now."""
    moderates: bool = False
    """Whether he is a moderator, and this is his page."""

    def may(self, scope: Scope) -> bool:
        """Whether something is allowed; who may play may read."""
        return scope in self.scopes or (scope is Scope.READ and Scope.PLAY in self.scopes)

    def lacks(self, scope: Scope) -> str:
        """Return what is told to a token that may not do something."""
        has = ", ".join(sorted(self.scopes)) or "none"
        return f"This token has not the scope {scope.value} (it has {has}); make one that has it on the account's page."
