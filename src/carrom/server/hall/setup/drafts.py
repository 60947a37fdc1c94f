"""Drafts of tournaments on disk: one file each, replaced atomically, with a version against lost updates."""

import os
import time
from pathlib import Path

import msgspec

from carrom.errors import RefusedRequest, SetupError
from carrom.file_replacement import replace
from carrom.tournament.setup.draft import SetupDraft
from carrom.values import Value


class StoredDraft(Value, frozen=True, kw_only=True):
    """A draft with its version, which grows with every change."""

    version: int
    draft: SetupDraft


class DraftStore:
    """The drafts of a hall's folder."""

    def __init__(self, folder: Path) -> None:
        """Store drafts in `folder`, which is created with the first one."""
        self._folder = folder

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all drafts, the one changed last first."""
        paths = [path for path in self._folder.glob("*.json") if path.is_file()]
        return tuple(path.stem for path in sorted(paths, key=lambda path: (-path.stat().st_mtime_ns, path.stem)))

    def read(self, id: str) -> StoredDraft:
        """Return a draft. Raises `RefusedRequest` if there is none, or `SetupError` if its file cannot be read."""
        try:
            content = self._path(id).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise RefusedRequest(
                f"there is no set-up called {id!r:.70} here; it may have been opened already"
            ) from None
        except OSError as reason:
            raise SetupError(f"the set-up {id} cannot be read: {reason.strerror}") from None
        try:
            return msgspec.json.decode(content, type=StoredDraft)
        except (msgspec.DecodeError, UnicodeError) as reason:
            raise SetupError(f"the set-up {id} cannot be read: {reason}") from None

    def add(self, draft: SetupDraft) -> StoredDraft:
        """Store a new draft."""
        return self._write(StoredDraft(version=1, draft=draft))

    def replace(self, version: int, draft: SetupDraft) -> StoredDraft:
        """Store a draft in place of its version `version`. Raises `RefusedRequest` if there is a newer one."""
        now = self.read(draft.id)
        if now.draft == draft:
            return now  # a repeated request, or nothing changed
        if now.version != version:
            raise RefusedRequest("this set-up was changed on another page; load it again to see the changes")
        return self._write(StoredDraft(version=version + 1, draft=draft))

    def discard(self, id: str) -> None:
        """Rename a draft's file, so that it is no longer listed."""
        path = self._path(id)
        if path.exists():
            path.replace(path.with_suffix(f".json.discarded-{time.time_ns()}"))

    def _write(self, stored: StoredDraft) -> StoredDraft:
        path = self._path(stored.draft.id)
        part = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with open(part, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(stored), indent=1))
                file.flush()
                os.fsync(file.fileno())
            replace(part, path)
        except OSError as reason:
            raise SetupError(f"the set-up cannot be stored: {reason.strerror}") from None
        return stored
