"""Compare the event log of a game with what was acknowledged and shown to clients."""

import hashlib
from collections import Counter

from bench.chaos_players import Match

from carrom.protocol import Strike
from carrom.server.play.subscribers import told_again
from carrom.storage.store import Store


def check(store: Store, match: Match, found: Counter[str]) -> list[str]:
    """Compare a game's log with what was acknowledged and shown; return a line per error and count kinds in `found`.

    Raises `StoreError` if the log is incomplete.
    """
    if not match.name:
        return []  # the game was never created
    wrong = []
    stored = store.games.load(match.name)
    if stored is None:
        return [f"the game {match.name} is missing"]
    found["events"] += len(stored.events)
    nonces = Counter(event.nonce for event in stored.events if event.nonce is not None)
    found["doubled"] += sum(times - 1 for times in nonces.values())
    at = {event.nonce: event for event in stored.events if event.nonce is not None}
    for nonce, (version, command) in match.acknowledged.items():
        event = at.get(nonce)
        if event is None or event.version != version:
            found["lost"] += 1
            wrong.append(f"version {version} of {match.name} was acknowledged and is missing")
        elif isinstance(command, Strike) and f'"vx":{command.stroke.vx}' not in event.body:
            wrong.append(f"version {version} of {match.name} has a different stroke")
    for version, text in told_again(store.games, match.name):
        found["again"] += 1
        match.films.setdefault(version, set()).add(hashlib.sha256(text.encode()).digest())
    found["other"] += sum(len(each) - 1 for each in match.films.values())
    return wrong
