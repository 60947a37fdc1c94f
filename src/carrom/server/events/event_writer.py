"""The single writer of a championship file, and the role links that may propose lines to it.

A proposal is checked and synced to disk before it is broadcast."""

import asyncio
import base64
import hashlib
import hmac
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.files import replace
from carrom.tournament.entrants import local_time
from carrom.tournament.event_file import write_happening
from carrom.tournament.event_log import Journal
from carrom.tournament.events import AnyEvent
from carrom.tournament.identifiers import PERSONAL, ROLES
from carrom.tournament.permissions import LinkHolder, meant
from carrom.tournament.state import Championship
from carrom.values import Value, changed

# -- role links, derived from the folder's secret ----------------------------------------------------------------------
# The organiser's link opens every tournament of the folder; any other link opens its own tournament only.


SECRET = "hall.secret"
ORGANISER = "organiser"
"""The role whose link is the same for all tournaments of a folder."""
_BYTES = 15


class VoidLink(CarromError):
    """A link that is invalid or was revoked."""


def secret_of(folder: Path) -> bytes:
    """Return the secret of a venue's folder, creating it the first time; raises `SetupError`."""
    path = folder / SECRET
    try:
        if not path.exists():
            part = folder / f"{SECRET}.part"
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
                file.flush()
                os.fsync(file.fileno())
            replace(part, path)
        secret = path.read_bytes()
    except OSError as reason:
        raise SetupError(f"{path} cannot be stored: {reason.strerror}") from None
    if len(secret) != 32:
        raise SetupError(f"{path} has {len(secret)} bytes; expected 32. Move it away to create new links for all roles")
    return secret


class HallLinks:
    """The role links of one tournament of a venue."""

    def __init__(self, secret: bytes, event: str) -> None:
        """Derive links from a secret; `event` is the tournament's id, empty if none is open."""
        self._secret, self._event = secret, event

    def word(self, championship: Championship, who: LinkHolder) -> str:
        """Return the token of a holder's current link."""
        return self._word(who, times_void(championship, who))

    def _word(self, who: LinkHolder, count: int) -> str:
        of = "" if who.role == ORGANISER else f"{self._event}:"
        claim = f"{of}{who.role}:{who.name}:{count}"
        digest = hmac.new(self._secret, claim.encode(), hashlib.sha256).digest()[:_BYTES]
        return f"{who.role}.{who.name}.{base64.urlsafe_b64encode(digest).decode()}"

    def holder(self, championship: Championship, word: str) -> LinkHolder:
        """Return the holder of a link; raises `VoidLink` if it was revoked or never valid."""
        role, _, rest = word.partition(".")
        name, _, _ = rest.partition(".")
        if role in ROLES and bool(name) == (role in PERSONAL):
            who = LinkHolder(role, name)
            count = times_void(championship, who)
            for each in range(count, -1, -1):
                if hmac.compare_digest(self._word(who, each).encode(), word.encode()):
                    if each < count:
                        raise VoidLink("this link was revoked; ask the organiser for a new one")
                    _check_there(championship, who)
                    return who
        raise VoidLink("this link is not valid here; ask the organiser for one")


def times_void(championship: Championship, who: LinkHolder) -> int:
    """Return how often a holder's links were revoked, alone or with the whole role."""
    counts = dict(championship.voided)
    return counts.get(who.role, 0) + (counts.get(str(who), 0) if who.name else 0)


def _check_there(championship: Championship, who: LinkHolder) -> None:
    """Raise `VoidLink` if the holder is not part of the championship."""
    try:
        if who.role in ("captain", "player"):
            championship.entrant(who.name)
        elif who.role == "umpire" and who.name not in [each.id for each in championship.umpires]:
            raise RefusedRequest(f"{who.name} is not an umpire of this championship")
    except RefusedRequest as reason:
        raise VoidLink(str(reason)) from None


def holders(championship: Championship) -> tuple[tuple[LinkHolder, str], ...]:
    """Return every holder of a link, with their display name."""
    found = [(LinkHolder(role), "") for role in ("organiser", "referee", "scorer")]
    found += [(LinkHolder("umpire", each.id), each.name) for each in championship.umpires]
    found += [(LinkHolder("captain", each.id), each.name) for each in championship.entrants if each.kind == "team"]
    found += [(LinkHolder("player", each.id), each.name) for each in championship.entrants]
    return tuple(found)


# -- the writer --------------------------------------------------------------------------------------------------------


log = logging.getLogger("carrom.server")

Making = Callable[[Championship], Sequence[AnyEvent]]
"""Returns the lines to write for the current championship."""


class WrittenLine(Value, frozen=True):
    """Lines on disk: the number of the first, and their text."""

    first: int
    lines: tuple[str, ...]


class EventWriter:
    """An open championship file. Nothing is acknowledged or broadcast before it is on disk."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Open the file; `now` returns seconds since 1970. Raises `RecordError` or `SetupError`."""
        self._journal = Journal.resume(path)
        self.torn = self._journal.torn
        """A sentence about a last line that was cut off, and where it is now; or empty."""
        if self.torn:
            log.warning("%s", self.torn)
        self.path, self._now = path, now
        self._lock = asyncio.Lock()
        self._followers: set[asyncio.Event] = set()
        self._done: dict[str, tuple[int, int]] = {}
        for number, each in enumerate(self.championship.events, 1):
            if each.nonce:
                self._done[each.nonce] = self._done.get(each.nonce, (number, number))[0], number

    @property
    def id(self) -> str:
        """The id of the championship in URLs."""
        return self.path.name.removesuffix(".carrom-event")

    @property
    def championship(self) -> Championship:
        """The championship as stored on disk."""
        return self._journal.championship

    @property
    def version(self) -> int:
        """The number of lines in the file."""
        return len(self.championship.events)

    async def propose(self, nonce: str, who: LinkHolder, line: str) -> WrittenLine:
        """Write a proposed line, idempotently; if it is refused, raises the reason and leaves the file unchanged."""

        def local(seconds: int) -> datetime:
            return local_time(seconds, self.championship.details.zone)

        now = local(int(self._now()))
        return await self.write(nonce, str(who), lambda at: meant(at, who, line, now, local))

    async def write(self, nonce: str, by: str, makes: Making) -> WrittenLine:
        """Write the lines that `makes` returns, signed and dated, once for each nonce; raises why it refuses."""
        async with self._lock:
            if nonce in self._done:
                return self._again(nonce, by)
            written = await asyncio.to_thread(self._write, nonce, by, makes)
        self.wake()
        return written

    def wake(self) -> None:
        """Set the event of every follower."""
        for news in self._followers:
            news.set()

    def _write(self, nonce: str, by: str, makes: Making) -> WrittenLine:
        when = int(self._now())
        lines = [changed(each, by=by, when=when, nonce=nonce) for each in makes(self.championship)]
        first = self.version + 1
        try:
            self._journal.add(*lines)
        except SetupError as fault:
            raise SetupError(str(fault).replace(f"{self.path.parent}{os.sep}", "")) from None
        if lines:
            self._done[nonce] = first, self.version
        return self._said(first, self.version)

    def _again(self, nonce: str, by: str) -> WrittenLine:
        """Return the result of an earlier proposal; raises `RefusedRequest` if another holder used the nonce."""
        first, last = self._done[nonce]
        if self.championship.events[first - 1].by != by:
            raise RefusedRequest("this nonce was used by someone else; expected a new one")
        return self._said(first, last)

    def _said(self, first: int, last: int) -> WrittenLine:
        lines = self.championship.events[first - 1 : last]
        return WrittenLine(
            first, tuple(f"{number}. {write_happening(each)}" for number, each in enumerate(lines, first))
        )

    def follow(self, news: asyncio.Event) -> None:
        """Set an event after every write from now on."""
        self._followers.add(news)

    def leave(self, news: asyncio.Event) -> None:
        """Stop setting the event."""
        self._followers.discard(news)

    async def close(self) -> None:
        """Close the file after the current write."""
        async with self._lock:
            self._journal.close()
