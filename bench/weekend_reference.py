"""Standings of a weekend computed by themselves, from the results that the organiser's script has typed.

Nothing of `carrom.tournament` is used here: two points for a win and one for a draw; level entrants by the matches
among them, net points among them, net points, points made, and the lot.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

WALKOVER = (25, 0)


@dataclass
class Weekend:
    """What was typed: groups of ids, results by pair, and who has withdrawn."""

    lot: str = ""
    groups: list[list[str]] = field(default_factory=list)
    results: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """Points of a pair, in the order of the pair."""
    gone: set[str] = field(default_factory=set)
    winner: str = ""
    """Who won the last match of the knockout that was typed, the one for third place excepted."""

    def tables(self) -> list[list[tuple[str, int]]]:
        """Return every group in order, with match points; entrants whose matches are annulled are left out."""
        return [self._table(group) for group in self.groups]

    def _table(self, group: Sequence[str]) -> list[tuple[str, int]]:
        annulled = {id for id in group if id in self.gone and 2 * self._finished(id, group) < len(group) - 1}
        left = [id for id in group if id not in annulled]
        rows: dict[str, dict[str, tuple[int, int]]] = {id: {} for id in left}
        for at, a in enumerate(left):
            for b in left[at + 1 :]:
                score = self._score(a, b)
                if score is not None:
                    rows[a][b], rows[b][a] = score, (score[1], score[0])
        points = {id: _points(rows[id].values()) for id in left}
        parts = _ranked(left, 0, rows, self.lot)
        return [(id, points[id]) for part in parts for id in part]

    def _finished(self, id: str, group: Sequence[str]) -> int:
        return sum((a, b) in self.results or (b, a) in self.results for a in (id,) for b in group if b != id)

    def _score(self, a: str, b: str) -> tuple[int, int] | None:
        if (a, b) in self.results:
            return self.results[a, b]
        if (b, a) in self.results:
            made = self.results[b, a]
            return made[1], made[0]
        if a in self.gone and b not in self.gone:
            return WALKOVER[1], WALKOVER[0]
        return WALKOVER if b in self.gone and a not in self.gone else None


def _points(games: Iterable[tuple[int, int]]) -> int:
    return sum(2 if a > b else 1 if a == b else 0 for a, b in games)


KEYS = ("points", "head", "head-net", "net", "total", "lot")
Rows = Mapping[str, Mapping[str, tuple[int, int]]]


def _ranked(level: list[str], at: int, rows: Rows, lot: str) -> list[list[str]]:
    """Return entrants in order from a criterion on; a split by `head` or later starts again at `head`."""
    if len(level) == 1 or at == len(KEYS):
        return [level]
    key = KEYS[at]
    met = all(other in rows[id] for id in level for other in level if other != id)
    if key in ("head", "head-net") and not met:
        return _ranked(level, at + 1, rows, lot)
    value = {id: _value(key, id, level, rows, lot) for id in level}
    parts = [[id for id in level if value[id] == one] for one in sorted(set(value.values()), reverse=True)]
    if len(parts) == 1:
        return _ranked(level, at + 1, rows, lot)
    again = KEYS.index("head") if at >= KEYS.index("head") else at + 1
    return [inner for part in parts for inner in _ranked(part, again, rows, lot)]


def _value(key: str, id: str, level: Sequence[str], rows: Rows, lot: str) -> int:
    games = rows[id]
    among = [games[other] for other in level if other in games]
    match key:
        case "points":
            return _points(games.values())
        case "head":
            return _points(among)
        case "head-net":
            return sum(a - b for a, b in among)
        case "net":
            return sum(a - b for a, b in games.values())
        case "total":
            return sum(a for a, _ in games.values())
    return -int.from_bytes(hashlib.sha256(f"{lot}\ng\n{id}".encode()).digest()[:8], "big")
