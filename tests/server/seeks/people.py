"""People in a lobby and the seeks they create, for tests."""

from carrom.board.seat import Seat
from carrom.protocol.common import ClockPlan, Length
from carrom.protocol.http_lobby import Counting, Sought
from carrom.server.lobby.seeks import LobbyParty, Seek, SeekPlace
from carrom.tournament.glicko import Rating

NOW = 1_800_000_000_000


def guest(name: str) -> LobbyParty:
    return LobbyParty(party=f"guest:{name}", name=name)


def person(name: str, *, bot: bool = False) -> LobbyParty:
    return LobbyParty(party=f"account:{name}", name=name, account=name, bot=bot)


def terms(
    ruleset: str = "icf",
    *,
    length: Length = Length.GAME,
    players: int = 2,
    stake: Counting = Counting.EITHER,
    low: int | None = None,
    high: int | None = None,
    clock: ClockPlan | None = None,
) -> Sought:
    return Sought(ruleset=ruleset, length=length, players=players, stake=stake, low=low, high=high, clock=clock)


def seek(
    who: LobbyParty,
    sought: Sought | None = None,
    *,
    id: str = "",
    made: int = NOW,
    shown: int | None = None,
    rating: float | None = None,
    quick: bool = False,
    word: str | None = None,
) -> Seek:
    place = SeekPlace(
        seat=Seat.SOUTH, who=who, hash=f"hash of {who.name}", rating=(rating and Rating(rating, 60)) or None
    )
    return Seek(
        id=id or f"seek-of-{who.name}",
        terms=sought or terms(),
        places=(place,),
        made=made,
        shown=made if shown is None else shown,
        quick=quick,
        word=word,
    )
