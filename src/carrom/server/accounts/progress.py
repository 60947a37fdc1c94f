"""The progress of an account's owner: puzzles, medals, achievements and the diary, merged from their browsers."""

import msgspec

from carrom.errors import StoreError
from carrom.server.identity.models import done
from carrom.storage.database import Database
from carrom.training.progress import Progress, merged

ATTEMPTS = 50
"""Number of times that a write is repeated because another browser's came first."""


class ProgressStore:
    """The progress of every account, one row each. Every method blocks on the database."""

    def __init__(self, database: Database) -> None:
        """Store in the table `progress`."""
        self._database = database

    def of(self, account: str) -> Progress:
        """Return an account's progress, empty if there is none or it cannot be read."""
        return self._read(account)[1]

    def add(self, account: str, sent: Progress) -> Progress:
        """Merge what a browser has into an account's progress, and return the result.

        Raises `StoreError` if other browsers' writes come first every time.
        """
        for _ in range(ATTEMPTS):
            version, before = self._read(account)
            after = merged(before, sent)
            if version and after == before:
                return before
            body = msgspec.json.encode(after).decode()
            update: tuple[str, tuple[object, ...]]
            if version:
                update = (
                    "UPDATE progress SET version = ?, body = ? WHERE account = ? AND version = ? RETURNING version",
                    (version + 1, body, account, version),
                )
            else:
                update = (
                    "INSERT INTO progress (account, version, body) VALUES (?, 1, ?) ON CONFLICT DO NOTHING "
                    "RETURNING version",
                    (account, body),
                )
            if done(self._database, update):
                return after
        raise StoreError("Your progress is being written from several places; try again.")

    def _read(self, account: str) -> tuple[int, Progress]:
        """Return the version and the progress; version 0 if there is no row."""
        rows = self._database.ask("SELECT version, body FROM progress WHERE account = ?", (account,))
        if not rows:
            return 0, Progress()
        try:
            return rows[0][0], msgspec.json.decode(rows[0][1], type=Progress)
        except msgspec.DecodeError:
            return rows[0][0], Progress()
