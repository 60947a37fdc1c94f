"""An operator's list of the online tournaments of a database, and the cancelling of one, also while servers run."""

import time

import msgspec

from carrom.errors import Conflict, RefusedRequest
from carrom.server.tournaments.live import outcome_of, state_of
from carrom.server.tournaments.settings import TournamentSettings
from carrom.storage.models import StoredEvent
from carrom.storage.store import Store
from carrom.tournament.online.apply import apply
from carrom.tournament.online.events import Cancelled, Over
from carrom.tournament.online.state import OnlineTournament
from carrom.values import Value, changed

_NOTE = "It was ended by the operator of this server."
_TRIES = 20


class OpenTournament(Value, frozen=True, kw_only=True):
    """A tournament that is not over."""

    id: str
    setting: TournamentSettings
    state: OnlineTournament


def open_tournaments(store: Store) -> tuple[OpenTournament, ...]:
    """Return the tournaments that are not over, the earliest start first; blocks, and raises `StoreError`."""
    rows = store.database.ask("SELECT id FROM tournament WHERE ended IS NULL", ())
    found = (_opened(store, str(id)) for (id,) in rows)
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.state.terms.starts))


def cancel_tournament(store: Store, prefix: str) -> OpenTournament:
    """Cancel the tournament whose id begins so, or end it if it runs, and return it as it was.

    Servers notice it within five seconds. Raises `RefusedRequest` if there is no such tournament or more than one.
    """
    found = [each for each in open_tournaments(store) if each.id.startswith(prefix)]
    if len(found) != 1:
        raise RefusedRequest(
            f"{len(found)} open tournaments begin with {prefix!r:.40}, expected one; `carrom admin tournaments` "
            "lists them."
        )
    for _ in range(_TRIES):
        there = _opened(store, found[0].id)
        if there is None:
            break
        at = int(time.time() * 1000)
        event = Over(at=at, note=_NOTE) if there.state.stage == "running" else Cancelled(at=at, note=_NOTE)
        stored = store.tournaments.load(there.id)
        assert stored is not None
        body = msgspec.json.encode(event).decode()
        try:
            version = len(stored.events) + 1
            store.tournaments.append(there.id, (StoredEvent(version=version, body=body),), ended=True)
        except Conflict:
            continue
        outcome = outcome_of(apply(there.state, event))
        setting = changed(there.setting, outcome=outcome, address="")
        store.tournaments.set_setting(there.id, msgspec.json.encode(setting).decode())
        break
    return found[0]


def _opened(store: Store, id: str) -> OpenTournament | None:
    stored = store.tournaments.load(id)
    if stored is None or stored.ended is not None:
        return None
    setting = msgspec.json.decode(stored.setting, type=TournamentSettings)
    return OpenTournament(id=id, setting=setting, state=state_of(stored))
