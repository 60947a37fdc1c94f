"""All exceptions of this package.

::

    CarromError                 one sentence: what was given, and what was expected
    ├── NotationError           a text that is not a position, stroke or record
    ├── IllegalPosition         discs that overlap or are off the board
    ├── IllegalStroke           a stroke that is not allowed or not possible
    ├── IllegalSurface          a surface parameter outside its range
    ├── SimulationDiverged      the event budget ran out: a bug, with all data needed to report it
    ├── RulesError              an unknown rule set, clause, parameter or switch
    │   └── Contradiction       facts that cannot all be true
    ├── LessonError             a lesson file that cannot be read, or a lesson that cannot be played
    ├── RefusedRequest          a request that the game does not expect now
    ├── EngineError             an external engine that crashed, does not respond, or gives an invalid answer
    ├── RecordError             a record that is truncated, edited or in another format
    ├── StoreError              a database that cannot be read or was made by a newer program
    │   ├── DamagedGame         a stored game whose data has been altered
    │   ├── Conflict            a write that lost against another one; the current state must be read first
    │   ├── NewerVersion        a stored game that a newer program has continued
    │   └── CommitUncertain     a write whose outcome is unknown
    ├── SetupError              something is missing on this machine; the message says what to run
    └── TranslationError        Python code outside the subset that is translated to C

A foul is a value, an illegal request is an exception, an impossible state is an assertion.
"""

LONGEST_WORD, LONGEST = 300, 1200
"""Maximum length in characters of a word in a sentence, and of a sentence, before its middle is cut out."""


def sentence(text: str) -> str:
    """Return a text on one line, without control characters, and with overlong parts shortened in the middle."""
    words = "".join(each if each.isprintable() else f" {each!a:.8} " for each in " ".join(text.split())).split(" ")
    text = " ".join(word if len(word) <= LONGEST_WORD else f"{word[:60]}...{word[-20:]}" for word in words)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 400]} ... {text[-300:]}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural ends in s: `1 entrant`, `2 entrants`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


class CarromError(Exception):
    """Base of all errors of this package; the message is one sentence that a user can act on.

    >>> import carrom
    >>> try:
    ...     carrom.Game("chess")
    ... except carrom.CarromError as reason:
    ...     print(type(reason).__name__)
    RulesError
    """

    def __str__(self) -> str:
        return sentence(super().__str__())


class NotationError(CarromError, ValueError):
    """A text that is not a position, stroke or record."""


class IllegalPosition(CarromError, ValueError):
    """Discs that overlap or are off the board."""


class IllegalStroke(CarromError, ValueError):
    """A stroke that is not allowed or not possible."""


class IllegalSurface(CarromError, ValueError):
    """A surface parameter outside its range."""


class SimulationDiverged(CarromError, RuntimeError):
    """The event budget ran out: a bug; the message holds the complete position and stroke."""

    def __str__(self) -> str:
        return str(self.args[0])


class RulesError(CarromError, ValueError):
    """An unknown rule set, clause, parameter or switch."""


class Contradiction(RulesError):
    """Facts that cannot all be true."""


class LessonError(CarromError, ValueError):
    """A lesson file that cannot be read, or a lesson that cannot be played."""


class RefusedRequest(CarromError):
    """A request that the game does not expect now; nothing has changed."""


class EngineError(CarromError, RuntimeError):
    """An external engine that crashed, does not respond, or gives an invalid answer."""


class RecordError(CarromError, ValueError):
    """A record that is truncated, edited or in another format."""


class StoreError(CarromError):
    """A database that cannot be read, or was made by a newer program."""


class DamagedGame(StoreError):
    """A stored game whose data has been altered; it stays stored and cannot be continued."""


class Conflict(StoreError):
    """A write that lost against another process: nothing was stored, and the current state must be read first."""


class NewerVersion(StoreError):
    """A game that a newer version of this program has continued: this version cannot read it."""


class CommitUncertain(StoreError):
    """A write whose outcome is unknown; it is safe to retry, because the same write is applied only once."""


class SetupError(CarromError):
    """Something is missing on this machine; the message says what to run."""


class TranslationError(CarromError):
    """Python code outside the subset that is to be translated; the message names file, line and construct."""
