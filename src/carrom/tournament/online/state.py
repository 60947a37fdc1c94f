"""The state of an online tournament: its terms, entries and pairings."""

from typing import Literal

from carrom.tournament.format import Match
from carrom.tournament.identifiers import Games
from carrom.tournament.online.events import Ending, Member, Result
from carrom.tournament.state import Championship
from carrom.values import Value

Kind = Literal["arena", "swiss", "knockout"]
Stage = Literal["created", "running", "finished", "cancelled"]


class OnlineTerms(Value, frozen=True, kw_only=True):
    """The terms that its course depends on. Times are in ms."""

    kind: Kind
    starts: int
    """Ms since 1970."""
    rules: str = "icf"
    match: Match = "game"
    size: int = 1
    """Persons of an entry: 2 in doubles."""
    lasts: int = 3_600_000
    """Arena: its duration."""
    rounds: int = 5
    """Swiss."""
    between: int = 60_000
    """Swiss and knockout: from the end of a round to the next."""
    every: int = 0
    """Swiss and knockout: from the start of a round to the next at the earliest."""
    lot: str = ""
    """A text that seeds the random choices of the draws."""


class Entry(Value, frozen=True, kw_only=True):
    """A player or pair, with what they have reached in an arena."""

    number: int
    members: tuple[Member, ...]
    since: int
    """When they joined."""
    word: str | None = None
    """Hash of the secret of the partner who is expected; None if any partner will do."""
    paused: bool = False
    free: int = 0
    """When they last became free."""
    playing: int = 0
    """Number of the pairing that they are playing; 0 for none."""
    last: int = 0
    """The last opponent; 0 for none."""
    points: int = 0
    played: int = 0
    won: int = 0
    run: int = 0
    """Wins in succession."""
    returns: int = 0
    """How often it has returned after a pause."""
    scores: tuple[int, ...] = ()
    """Points of each game."""

    @property
    def rating(self) -> int | None:
        """The mean rating of the members who have one."""
        known = [each.rating for each in self.members if each.rating is not None]
        return round(sum(known) / len(known)) if known else None


class Pairing(Value, frozen=True, kw_only=True):
    """Two entries that play a game, or one that has a bye."""

    number: int
    round: int
    """0 in an arena."""
    a: int
    b: int
    """0 for a bye."""
    at: int
    game: str | None = None
    ended: int | None = None
    result: Result | None = None
    how: Ending | None = None
    points: tuple[int, ...] = ()
    """Arena: the points of each entry."""
    games: Games = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries, one for a bye."""
        return (self.a, self.b) if self.b else (self.a,)


class OnlineTournament(Value, frozen=True, kw_only=True):
    """An online tournament after some events of its log."""

    terms: OnlineTerms
    entries: tuple[Entry, ...] = ()
    """In the order of their numbers, from 1."""
    left: tuple[str, ...] = ()
    """The persons who have left before the start, once for each time."""
    pairings: tuple[Pairing, ...] = ()
    """In the order of their numbers, from 1."""
    running: tuple[int, ...] = ()
    """Numbers of the pairings that are not over."""
    stage: Stage = "created"
    began: int = 0
    ended: int = 0
    note: str = ""
    round: int = 0
    round_began: int = 0
    round_over: int = 0
    """When the last game of the round ended; 0 while one is played."""
    hall: Championship | None = None
    """Swiss and knockout: the same tournament in the engine of the hall, from the start on."""

    @property
    def ends(self) -> int | None:
        """When an arena is over; otherwise when the tournament was finished."""
        if self.ended:
            return self.ended
        if self.terms.kind != "arena":
            return None
        return (self.began or self.terms.starts) + self.terms.lasts

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        return self.entries[number - 1]

    def pairing(self, number: int) -> Pairing:
        """Return a pairing by its number."""
        return self.pairings[number - 1]

    def is_complete(self, entry: Entry) -> bool:
        """Return whether an entry has all its persons."""
        return len(entry.members) == self.terms.size

    def entry_of(self, party: str) -> Entry | None:
        """Return the entry of a person; None if they have not joined."""
        return next((each for each in self.entries if any(one.party == party for one in each.members)), None)

    def joins(self, party: str) -> int:
        """Return how often a person has joined or returned."""
        entry = self.entry_of(party)
        return self.left.count(party) + (0 if entry is None else 1 + entry.returns)

    @property
    def next_entry(self) -> int:
        """The number of the next new entry: before the start the first that everybody has left, if there is one."""
        emptied = (each.number for each in self.entries if not each.members and self.stage == "created")
        return next(emptied, len(self.entries) + 1)

    @property
    def complete(self) -> tuple[Entry, ...]:
        """The entries that have all their persons."""
        return tuple(each for each in self.entries if self.is_complete(each))
