"""Time zones of tournaments: names of the IANA database, such as `Asia/Kolkata`.

All times of a tournament are local times of its zone. Without a zone they are local to the venue, wherever that is:
they are shown and exported as they are written.
"""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut

_NAME = re.compile(r"[A-Z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")
_LINK = Path("/etc/localtime")
_NAMED = Path("/etc/timezone")


def zone_of(name: str) -> ZoneInfo | None:
    """Return a zone of the IANA database; None if there is none of that name on this machine."""
    if _NAME.fullmatch(name) is None:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def check_zone(name: str) -> None:
    """Raise `RefusedRequest` unless a text is empty or the name of a zone."""
    if name and zone_of(name) is None:
        raise RefusedRequest(f"{cut(name)} is not a time zone; expected a name such as Asia/Kolkata or Europe/London")


def machine_zone() -> str:
    """Return the name of this machine's zone; empty if it cannot be found."""
    found = [os.environ.get("TZ", "").removeprefix(":")]
    try:
        found.append(str(_LINK.resolve()).partition("zoneinfo/")[2])
        found.append(_NAMED.read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError):
        pass
    return next((name for name in found if name and zone_of(name) is not None), "")


def local_time(seconds: int, zone: str) -> datetime:
    """Return a time, in seconds since 1970, as a naive datetime of a zone; of this machine's zone if it is unknown."""
    return datetime.fromtimestamp(seconds, zone_of(zone)).replace(tzinfo=None)


def universal_time(local: datetime, zone: ZoneInfo) -> datetime:
    """Return a naive local time of a zone in UTC; of an hour that occurs twice, the first."""
    return local.replace(tzinfo=zone).astimezone(UTC)
