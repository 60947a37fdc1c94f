"""Challenges in a client's event stream: waiting, answered, withdrawn or expired."""

import asyncio
from collections.abc import Callable

import msgspec

from carrom.protocol.http.games import Bid, Challenged
from carrom.server.api.event_stream import StreamClient
from carrom.server.lobby.schemas import challenge_told
from carrom.server.lobby.seek import SeekState
from carrom.server.lobby.seek_store import SeekStore, StoredSeek
from carrom.server.lobby.service import CHALLENGE_STANDS

_STATES = {
    SeekState.OPEN: Bid.OPEN,
    SeekState.TAKEN: Bid.TAKEN,
    SeekState.DECLINED: Bid.DECLINED,
    SeekState.WITHDRAWN: Bid.WITHDRAWN,
    SeekState.GATHERING: Bid.OPEN,
}


class ChallengeEvents:
    """The challenges that a client sees in its event stream."""

    def __init__(self, shelf: SeekStore, now: Callable[[], int]) -> None:
        """Read from the seek store; `now` returns ms since 1970."""
        self._shelf, self._now = shelf, now

    async def besides(self, party: StreamClient) -> dict[str, str]:
        """Return the challenges from or to the client as JSON, by event name.

        Challenges that no longer wait are included only if the client has received them before, or if they were made
        after its stream began: they may be answered before the stream is polled for the first time.
        """
        maker = f"guest:{party.hash}" if party.account is None else f"account:{party.account}"
        now = self._now()
        party.began = now if party.began is None else party.began
        found = await asyncio.to_thread(self._shelf.challenges_of, maker, party.account, now - 2 * CHALLENGE_STANDS)
        told = {f"challenge {kept.seek.id}": kept for kept in found}
        return {
            name: msgspec.json.encode(_line(kept, maker, now)).decode()
            for name, kept in told.items()
            if kept.waits(now) or name in party.last or kept.seek.made >= party.began
        }


def _line(kept: StoredSeek, maker: str, now: int) -> Challenged:
    state = _STATES[kept.state]
    return Challenged(
        challenge=challenge_told(kept),
        mine=kept.seek.maker.party == maker,
        state=Bid.EXPIRED if state is Bid.OPEN and not kept.waits(now) else state,
        game=kept.game,
    )
