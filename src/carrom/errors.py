"""Every exception of this package.

::

    CarromError                 one sentence: what was given, and what was expected
    ├── NotationError           a text that is no position, stroke or record
    ├── IllegalPosition         discs that cannot lie so
    ├── IllegalStroke           a stroke nobody may, or can, play
    ├── IllegalSurface          a surface parameter outside its range
    ├── SimulationDiverged      the event budget ran out: a bug, with all that is needed to file it
    ├── RulesError              an unknown rule set, clause, parameter or switch
    │   └── Contradiction       facts that cannot be true together
    ├── RefusedRequest          a request that the game does not expect now
    ├── EngineError             an outside engine that has crashed, is silent, or answers what cannot be
    ├── RecordError             a record that is torn, edited or not of this format
    ├── StoreError              a database that cannot be read or was made by a newer program
    │   ├── DamagedGame         one game in it that is not as it was written
    │   ├── Conflict            a write that somebody else was before; what stands now has to be read first
    │   ├── NewerVersion        one game in it that a newer program has gone on with
    │   └── CommitUncertain     a write whose outcome the disk did not tell
    └── SetupError              this machine lacks something; says what to run

A foul is a value, an illegal request is an exception, an impossible state is an assertion.
"""

LONGEST_WORD, LONGEST = 300, 1200
"""Characters that a word of a sentence, and a sentence, may have before what was quoted in it is cut."""


def sentence(text: str) -> str:
    """Return a text on one line, without control characters, and with what is far too long cut in its middle."""
    words = "".join(each if each.isprintable() else f" {each!a:.8} " for each in " ".join(text.split())).split(" ")
    told = " ".join(word if len(word) <= LONGEST_WORD else f"{word[:60]}...{word[-20:]}" for word in words)
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 400]} ... {told[-300:]}"


class CarromError(Exception):
    """Anything this package refuses; its text is one sentence a user can act on, whatever it quotes."""

    def __str__(self) -> str:
        return sentence(super().__str__())


class NotationError(CarromError, ValueError):
    """A text that is no position, stroke or record."""


class IllegalPosition(CarromError, ValueError):
    """Discs that cannot lie so."""


class IllegalStroke(CarromError, ValueError):
    """A stroke nobody may, or can, play."""


class IllegalSurface(CarromError, ValueError):
    """A surface parameter outside its range."""


class SimulationDiverged(CarromError, RuntimeError):
    """The event budget ran out: a bug; the text holds the position and the stroke, whole."""

    def __str__(self) -> str:
        return str(self.args[0])


class RulesError(CarromError, ValueError):
    """An unknown rule set, clause, parameter or switch."""


class Contradiction(RulesError):
    """Facts that cannot be true together."""


class RefusedRequest(CarromError):
    """A request that the game does not expect now; nothing has changed."""


class EngineError(CarromError, RuntimeError):
    """An outside engine that has crashed, is silent, or answers what cannot be."""


class RecordError(CarromError, ValueError):
    """A record that is torn, edited or not of this format."""


class StoreError(CarromError):
    """A database that cannot be read, or was made by a newer program."""


class DamagedGame(StoreError):
    """One stored game that is not as it was written; it is kept as it is and never goes on."""


class Conflict(StoreError):
    """A write that another process was before: nothing was kept of it, and what stands now has to be read first."""


class NewerVersion(StoreError):
    """A game that another version of this program has gone on with: this one cannot follow it, others can."""


class CommitUncertain(StoreError):
    """A write whose outcome the disk did not tell; the same write may be tried again, and happens once."""


class SetupError(CarromError):
    """This machine lacks something; the text says what to run."""
