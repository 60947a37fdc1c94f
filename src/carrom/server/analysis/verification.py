"""Verification of finished games: each is simulated again and compared with its record."""

import time
from enum import StrEnum
from itertools import islice

from carrom.errors import CarromError, DamagedGame
from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.game.verify import divergences
from carrom.storage.database import GAMES, Database, row_of
from carrom.storage.store import Store
from carrom.values import Value
from carrom.version import __version__

QUOTED = 3
"""Differences quoted in a verdict; the rest are counted."""
MOST = 200
"""Maximum number of games returned by one query."""


class VerificationOutcome(StrEnum):
    """The outcome of a verification."""

    SAME = "same"
    DIFFERENT = "different"
    """The simulation differs from the record."""
    FOREIGN = "foreign"
    """The game was played with physics or laws of a version that this program does not have."""
    DAMAGED = "damaged"
    """The stored game has changed or cannot be read."""


class VerificationResult(Value, frozen=True, kw_only=True):
    """The result of verifying one game."""

    game: str
    version: int
    """The game's version at that time."""
    at: int
    """Seconds since 1970."""
    program: str
    """The version of the program."""
    verdict: VerificationOutcome
    said: str
    """One sentence; empty if there is no difference."""


def judged(store: Store, game: str) -> VerificationResult | None:
    """Verify a game, and return the verdict; None if it does not exist or has not ended."""
    try:
        stored = store.games.load(game)
    except DamagedGame as fault:
        found = row_of(store.database.ask, GAMES, game)
        return _verdict(game, 0 if found is None else found[0].version, VerificationOutcome.DAMAGED, str(fault))
    if stored is None or stored.ended is None:
        return None
    version = len(stored.events)
    try:
        played = GameHistory.fold(tuple(decode_event(event.body) for event in stored.events))
        wrong = list(divergences(played))
    except CarromError as fault:
        return _verdict(game, version, VerificationOutcome.DAMAGED, f"It cannot be read: {fault}")
    if not wrong:
        return _verdict(game, version, VerificationOutcome.SAME, "")
    came = (
        VerificationOutcome.FOREIGN
        if wrong[0].event == 0 and wrong[0].stroke is None
        else VerificationOutcome.DIFFERENT
    )
    more = f"; and {len(wrong) - QUOTED} more" if len(wrong) > QUOTED else ""
    return _verdict(game, version, came, "; ".join(str(each) for each in islice(wrong, QUOTED)) + more)


def keep(database: Database, verdict: VerificationResult) -> None:
    """Store a verdict, unless there is one about a later version of the game."""
    cells = (verdict.game, verdict.version, verdict.at, verdict.program, verdict.verdict.value, verdict.said)
    database.do(_KEEP, cells)


def unverified(database: Database, since: int = 0) -> tuple[str, ...]:
    """Return finished games without a verdict, earliest first; `since` is in seconds since 1970."""
    return tuple(name for (name,) in database.ask(_UNVERIFIED, (since, MOST)))


def counts(database: Database) -> dict[VerificationOutcome, int]:
    """Return the number of games for each outcome."""
    found = dict(database.ask("SELECT verdict, count(*) FROM verdict GROUP BY verdict", ()))
    return {came: int(found.get(came.value, 0)) for came in VerificationOutcome}


def verdicts(
    database: Database, besides: VerificationOutcome = VerificationOutcome.SAME
) -> tuple[VerificationResult, ...]:
    """Return the verdicts with any outcome except `besides`, ordered by game."""
    columns = ", ".join(VerificationResult.__struct_fields__)
    rows = database.ask(f"SELECT {columns} FROM verdict WHERE verdict <> ? ORDER BY game", (besides.value,))
    return tuple(
        VerificationResult(
            game=game, version=version, at=at, program=program, verdict=VerificationOutcome(came), said=said
        )
        for game, version, at, program, came, said in rows
    )


def _verdict(game: str, version: int, came: VerificationOutcome, said: str) -> VerificationResult:
    return VerificationResult(
        game=game, version=version, at=int(time.time()), program=__version__, verdict=came, said=said
    )


_KEEP = """
    INSERT INTO verdict (game, version, at, program, verdict, said) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, at = excluded.at, program = excluded.program,
        verdict = excluded.verdict, said = excluded.said
    WHERE verdict.version <= excluded.version RETURNING game"""
_UNVERIFIED = """
    SELECT id FROM game WHERE ended >= ? AND NOT EXISTS (
        SELECT 1 FROM verdict WHERE verdict.game = game.id AND verdict.version = game.version
    ) ORDER BY ended, id LIMIT ?"""
