"""A new score sheet: its name, its header, and the keys that open it."""

import hashlib
import hmac
import time
from base64 import urlsafe_b64encode
from typing import get_args

from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.game.header import Contest, Header, Player, SideName
from carrom.game.scoring.score import Stage
from carrom.protocol.http.scoresheet_state import SheetRefusal, SheetRole
from carrom.protocol.scoresheet import BeginSheet
from carrom.rules.ruleset import NAMES, named
from carrom.tables.scoresheets.sheet import RefuseSheet
from carrom.tokens import hashed
from carrom.values import Value

_SEATS = {1: (Seat.SOUTH,), 2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}
_SIDES: dict[int, tuple[SideName, ...]] = {1: ("A",), 2: ("A", "B"), 3: ("A", "B", "C"), 4: ("A", "B", "A", "B")}


class SheetKeyHashes(Value, frozen=True, kw_only=True):
    """The hashes of a sheet's keys."""

    umpire: str
    referee: str
    watch: str

    @classmethod
    def of(cls, request: BeginSheet) -> "SheetKeyHashes":
        """Return the hashes of a new sheet's keys."""
        return cls(umpire=hashed(request.key), referee=hashed(request.referee), watch=hashed(request.watch))

    def role(self, key: str | None) -> SheetRole | None:
        """Return the role of a key's holder; None for a wrong key."""
        word = hashed(key or "")
        found = {
            SheetRole.UMPIRE: hmac.compare_digest(self.umpire, word),
            SheetRole.REFEREE: hmac.compare_digest(self.referee, word),
            SheetRole.READER: hmac.compare_digest(self.watch, word),
        }
        return next((role for role, opens in found.items() if opens), None)


def header_of(request: BeginSheet) -> Header:
    """Return the header of a game on a real board; raises `RefuseSheet` for invalid settings."""
    names = [" ".join(name.split()) for name in request.players]
    if not all(names):
        raise RefuseSheet(SheetRefusal.NOT_SO, "a player has no name; expected one for each")
    if request.ruleset not in NAMES:
        raise RefuseSheet(
            SheetRefusal.NOT_SO, f"no rule set is called {request.ruleset!r}: there are {', '.join(NAMES)}"
        )
    players = tuple(
        Player(name=name, seat=seat, side=side)
        for name, seat, side in zip(names, _SEATS[len(names)], _SIDES[len(names)], strict=True)
    )
    try:
        if request.contest not in get_args(Contest):
            raise RefuseSheet(SheetRefusal.NOT_SO, f"no contest is called {request.contest!r}")
        return Header(
            players=players,
            ruleset=request.ruleset,
            edition=named(request.ruleset).edition,
            contest=request.contest,  # type: ignore[arg-type]
            stage=None if request.stage is None else Stage(request.stage),
            handicap=request.handicap,
            surface=None,
            event=request.event,
            round=request.round,
            match_number=request.match,
            place=request.place,
            umpire=request.umpire,
            date=request.date or time.strftime("%Y-%m-%d"),
        )
    except (ValueError, CarromError) as fault:
        raise RefuseSheet(SheetRefusal.NOT_SO, str(fault)) from None


def name_of(nonce: str) -> str:
    """Return the name of the sheet that a nonce creates; it cannot be guessed without the nonce."""
    return urlsafe_b64encode(hashlib.sha256(f"sheet:{nonce}".encode()).digest()[:15]).decode()
