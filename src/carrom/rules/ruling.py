"""Rulings: the consequences of a stroke or a call, with their clauses."""

from enum import StrEnum

from carrom.board import Disc, Outcome, Seat
from carrom.i18n import TranslatableText, filled
from carrom.rules.clauses import Ruleset
from carrom.rules.consequences import consequences
from carrom.rules.effects import Effect
from carrom.rules.round import Placing, QueenState, RoundResult
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
    """An umpire's call without a stroke; `what` is a casebook code."""

    what: str
    side: int | None = None
    """Index of the side at fault; None if nobody is."""
    after_stroke: bool = False
    """Whether it happened during or after the first stroke of the turn."""
    partner: bool = False
    """Whether the partner of the player in turn is at fault, who is not in turn (Law 63b)."""
    during: bool = False
    """Whether it happened during the last stroke, whose pieces then come out too (Law 64b)."""


class Finding(Value, frozen=True):
    """What one clause found: the key and the values of its sentence, for use in any language.

    Of a clause with several parts only the one that applied is quoted (`carrom.rules.judge`).
    """

    clause: str
    """The clause's number, as cited."""
    key: str
    """The name of its law."""
    text: str
    """The sentence in English, with placeholders in braces."""
    values: tuple[tuple[str, int | str], ...]
    """The values of the placeholders, in the form of `carrom.i18n`."""
    effects: tuple[Effect, ...]
    part: str = ""
    """Key of the sentence, if it is not that of the whole law."""

    @property
    def told_by(self) -> str:
        """Key of its sentence in the catalogue."""
        return self.part or f"law.{self.key}"

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return filled(self.text, dict(self.values))


class Ruling(Value, frozen=True, kw_only=True):
    """What the laws decide about a stroke or a call, with the clauses that decide it.

    `why` says it in words, `clauses` and `turn` for programs; `carrom.rules.settle.settle(round, ruling)` returns the
    round after it.

    >>> import carrom
    >>> seen = carrom.Outcome(pocketed=(carrom.Disc.W1,), touched=(carrom.Disc.W1,))
    >>> ruling = carrom.judge(carrom.Round.begin(carrom.ruleset("icf")), seen)
    >>> ruling.why
    'One white: you strike again (Law 48).'
    """

    ruleset: Ruleset
    seat: Seat
    """The seat in turn."""
    mover: int
    """Index of the side in turn."""
    findings: tuple[Finding, ...]
    turn: Turn
    outcome: Outcome | None = None
    call: Call | None = None
    queen: QueenState = QueenState.BOARD
    queen_side: int | None = None
    attempt: int = 1
    """Number of the next break attempt, if the turn stays."""
    centred: tuple[Disc, ...] = ()
    """Discs that the umpire puts on the centre now, in order: the queen first, then jumped pieces (Laws 65, 93)."""
    placings: tuple[Placing, ...] = ()
    """Pieces that come out of the pockets and are placed by a player."""
    dues: tuple[int, ...] = ()
    """What each side owes afterwards, without pieces that are about to be placed."""
    points: int = 0
    """Points games: change of the mover's points once every returning piece is placed."""
    gained: int = 0
    """Points games: change of the mover's points now; returning pieces are paid for when placed."""
    voided: tuple[Disc, ...] = ()
    """Points games: counters whose points are void."""
    result: RoundResult | None = None

    def __repr__(self) -> str:
        return f"<Ruling of {self.ruleset.name}: {', '.join(self.clauses)}; {self.turn.value}>"

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of its clauses, in the order in which they were read."""
        return tuple(finding.clause for finding in self.findings)

    @property
    def consequences(self) -> tuple[TranslatableText, ...]:
        """The consequences, one by one, each with its clause."""
        return consequences(self)

    @property
    def said(self) -> tuple[TranslatableText, ...]:
        """All of its sentences as keys with values: what was seen, the consequences, remarks."""
        return said_of(self)

    @property
    def why(self) -> str:
        """The ruling in plain words, addressed to the player in turn."""
        return why(self)

    def told(self, names: Names | None, language: str = "en") -> str:
        """Return the ruling in plain words in a language, with names in place of "you" if given."""
        return why(self, names, language)
