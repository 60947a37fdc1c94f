"""Role links of a venue: derived from the folder's secret, with a tournament, a role, a holder and a revocation count.

The organiser's link opens every tournament of the folder; any other link opens its own tournament only.
"""

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.file_replacement import replace
from carrom.tournament.identifiers import PERSONAL, ROLES
from carrom.tournament.state import Championship
from carrom.tournament.venue.permissions import LinkHolder

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
