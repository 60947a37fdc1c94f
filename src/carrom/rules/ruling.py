"""What a stroke or a call leads to, with the clauses it rests on.

Names others build on: `Ruling`, `Finding`, `Turn`, `Call`.
"""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.i18n import TranslatableText, filled
from carrom.rules.clauses import Ruleset
from carrom.rules.consequences import consequences
from carrom.rules.effects import Effect
from carrom.rules.round import Placing, QueenState, Result
from carrom.rules.wording import Names, said_of, why
from carrom.values import Value


class Turn(StrEnum):
    """Who strikes next."""

    CONTINUE = "continue"
    PASS = "pass"
    RETRY = "retry"
    """The same player repeats the break attempt, or the stroke did not count."""
    END = "end"
    REPLAY = "replay"
    REFUSE = "refuse"


class Call(Value, frozen=True, kw_only=True):
    """What an umpire calls without a stroke. `what` is one of the codes of the casebook."""

    what: str
    side: int | None = None
    """Index of the side at fault; `None` when nobody is."""
    after_stroke: bool = False
    """Whether it happened during or after the first stroke of the turn."""
    partner: bool = False
    """Whether the one at fault is the partner of the player in turn, and so not in turn himself (Law 63b)."""
    during: bool = False
    """Whether it happened in the very stroke just played, whose men then come out too (Law 64b)."""


class Finding(Value, frozen=True):
    """One clause's say: the key of its sentence and the values in it, so that any language can tell it."""

    clause: str
    """Its number, as people cite it."""
    key: str
    text: str
    """The sentence in English, with names in braces."""
    values: tuple[tuple[str, int | str], ...]
    """What the names in braces stand for, as `carrom.i18n` says it in any language."""
    effects: tuple[Effect, ...]

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return filled(self.text, dict(self.values))


class Ruling(Value, frozen=True, kw_only=True):
    """What follows. `settle(round, ruling)` gives the round after it."""

    ruleset: Ruleset
    seat: Seat
    """Who was in turn."""
    mover: int
    """Index of his side."""
    findings: tuple[Finding, ...]
    turn: Turn
    outcome: Outcome | None = None
    call: Call | None = None
    queen: QueenState = QueenState.BOARD
    queen_side: int | None = None
    attempt: int = 1
    """The break attempt that comes next, when the turn stays."""
    centred: tuple[Disc, ...] = ()
    """What the umpire puts on the centre now, in this order: the queen first, then jumped men (Laws 65, 93)."""
    placings: tuple[Placing, ...] = ()
    """Men that come out of the pockets and are placed by a player."""
    dues: tuple[int, ...] = ()
    """What each side owes afterwards, men that wait to be placed not counted."""
    points: int = 0
    """Points games: change of the mover's points once every man that comes back is placed."""
    gained: int = 0
    """Points games: change of the mover's points now; what comes back is paid when it is placed."""
    voided: tuple[Disc, ...] = ()
    """Points games: counters whose points are void."""
    result: Result | None = None

    def __repr__(self) -> str:
        return f"<Ruling of {self.ruleset.name}: {', '.join(self.clauses)}; {self.turn.value}>"

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of the clauses it rests on, in the order they were read."""
        return tuple(finding.clause for finding in self.findings)

    @property
    def consequences(self) -> tuple[TranslatableText, ...]:
        """What follows, piece by piece, each with the clause it rests on."""
        return consequences(self)

    @property
    def said(self) -> tuple[TranslatableText, ...]:
        """All that it says, as keys with values: what was seen, what follows, remarks."""
        return said_of(self)

    @property
    def why(self) -> str:
        """The whole ruling in plain words, spoken to the player in turn."""
        return why(self)

    def told(self, names: Names | None, language: str = "en") -> str:
        """Return the whole ruling in plain words in a language, with names instead of "you" where they are given."""
        return why(self, names, language)
