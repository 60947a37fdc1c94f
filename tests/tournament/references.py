"""References written from the definitions in `docs/how-to/events.md`, without the code that they check."""

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple


class Match(NamedTuple):
    """One match that counts: the sides, the points of each game, and the rubbers if it is a tie."""

    a: str
    b: str
    games: tuple[tuple[int, int], ...]
    rubbers: tuple[int, int] = (0, 0)
    winner: str = ""
    """Id of the winner; empty for a draw; `both` if both lose."""


def value_of(id: str, key: str, matches: Sequence[Match], byes: Sequence[str], taken: dict[str, int]) -> Fraction:
    """Return the value of one key for one entrant, straight from the results; more is better."""
    points = {"": 1, id: 2}
    mine = [match for match in matches if id in (match.a, match.b)]
    own = [[(game[0], game[1]) if id == match.a else (game[1], game[0]) for game in match.games] for match in mine]
    free = 25 * byes.count(id)
    all_points = sum(points.get(match.winner, 0) for match in mine) + 2 * byes.count(id) - taken.get(id, 0)
    net = sum(a - b for games in own for a, b in games) + free
    match key:
        case "points":
            return Fraction(all_points)
        case "net":
            return Fraction(net)
        case "total":
            return Fraction(sum(a for games in own for a, _ in games) + free)
        case "games":
            return Fraction(sum((a > b) - (a < b) for games in own for a, b in games) + byes.count(id))
        case "rubbers":
            return Fraction(sum((m.rubbers[0] - m.rubbers[1]) * (1 if id == m.a else -1) for m in mine))
        case "points-each":
            return Fraction(all_points, len(mine) or 1)
        case "net-each":
            return Fraction(net, len(mine) or 1)
        case "buchholz":
            others = [match.b if id == match.a else match.a for match in mine]
            return sum((value_of(other, "points", matches, byes, taken) for other in others), Fraction(0))
    raise AssertionError(key)


def ranking(
    ids: Sequence[str],
    keys: Sequence[str],
    matches: Sequence[Match],
    legs: int = 1,
    byes: Sequence[str] = (),
    taken: dict[str, int] | None = None,
) -> list[list[str]]:
    """Return the entrants in parts that are level in everything, best first; `ids` are in the order of the seeds."""

    def among(level: Sequence[str]) -> list[Match]:
        return [match for match in matches if match.a in level and match.b in level]

    def met(level: Sequence[str]) -> bool:
        pairs = [frozenset((match.a, match.b)) for match in among(level)]
        return all(pairs.count(frozenset(pair)) >= legs for pair in combinations(level, 2))

    def split(level: list[str], at: int) -> list[list[str]]:
        if len(level) == 1 or at == len(keys):
            return [level]
        key = keys[at]
        if key in ("head", "head-net"):
            if not met(level):
                return split(level, at + 1)
            plain = {"head": "points", "head-net": "net"}[key]
            worth = {id: value_of(id, plain, among(level), (), {}) for id in level}
        elif key == "seed":
            worth = {id: Fraction(-ids.index(id)) for id in level}
        else:
            worth = {id: value_of(id, key, matches, byes, taken or {}) for id in level}
        parts = [[id for id in level if worth[id] == value] for value in sorted(set(worth.values()), reverse=True)]
        if len(parts) == 1:
            return split(level, at + 1)
        again = keys.index("head") if "head" in keys and at >= keys.index("head") else at + 1
        return [part for each in parts for part in split(each, again)]

    return split(list(ids), 0)


def best_round(
    order: Sequence[str], points: dict[str, int], met: Iterable[frozenset[str]], salt: str
) -> set[frozenset[str]]:
    """Return the best Swiss pairing of an even number of entrants, found by trying all subsets."""
    rank = {id: at for at, id in enumerate(order)}
    size = {value: sum(points[id] == value for id in order) for value in points.values()}
    known = set(met)

    def cost(a: str, b: str) -> tuple[int, int, int, int] | None:
        return None if frozenset((a, b)) in known else pair_cost(a, b, rank, points, size, salt)

    @cache
    def best(left: frozenset[str]) -> tuple[tuple[int, ...], tuple[frozenset[str], ...]] | None:
        if not left:
            return (0, 0, 0, 0), ()
        first = min(left, key=rank.__getitem__)
        found = None
        for other in left - {first}:
            one = cost(first, other)
            rest = best(left - {first, other}) if one is not None else None
            if one is None or rest is None:
                continue
            whole = tuple(a + b for a, b in zip(one, rest[0], strict=True))
            if found is None or whole < found[0]:
                found = whole, (*rest[1], frozenset((first, other)))
        return found

    chosen = best(frozenset(order))
    assert chosen is not None
    return set(chosen[1])


def pair_cost(
    a: str, b: str, rank: dict[str, int], points: dict[str, int], size: dict[int, int], salt: str
) -> tuple[int, int, int, int]:
    """Return the costs of a Swiss pair: point difference, places between, distance from the half, and the lot."""
    gap, distance = points[a] - points[b], abs(rank[a] - rank[b])
    between = (distance - 1) ** 2 if gap else 0
    within = 0 if gap else (distance - size[points[a]] // 2) ** 2
    digest = hashlib.sha256("\n".join([salt, *sorted((a, b))]).encode()).digest()
    return gap**2, between, within, int.from_bytes(digest[:4], "big")


def qualifiers(
    groups: Sequence[Sequence[str]], each: int, best: int, matches: Sequence[Match], seeds: Sequence[str]
) -> list[str]:
    """Return who goes on from groups already ranked: place by place, each compared by points and net a match."""

    def merit(id: str) -> tuple[Fraction, Fraction, int]:
        values = [value_of(id, key, matches, (), {}) for key in ("points-each", "net-each")]
        return -values[0], -values[1], seeds.index(id)

    found: list[str] = []
    for place in range(each):
        found += sorted((group[place] for group in groups if place < len(group)), key=merit)
    return found + sorted((group[each] for group in groups if each < len(group)), key=merit)[:best]


def first_round(seeds: Sequence[str], group_of: dict[str, int]) -> list[tuple[str, str]]:
    """Return the first round of a knockout in bracket order, groups kept apart; an empty name is a bye."""
    full = 1
    while full < len(seeds):
        full *= 2
    places = [1]
    while len(places) < full:
        both = [(old, 2 * len(places) + 1 - old) for old in places]
        places = [seed for at, pair in enumerate(both) for seed in (pair if at % 2 == 0 else pair[::-1])]
    pairs = [sorted(places[at : at + 2]) for at in range(0, full, 2)]

    def clash(pair: Sequence[int]) -> bool:
        return pair[1] <= len(seeds) and group_of[seeds[pair[0] - 1]] == group_of[seeds[pair[1] - 1]]

    for pair in sorted(pairs, key=lambda each: each[0]):
        if not clash(pair):
            continue
        others = [each for each in pairs if each is not pair and each[1] <= len(seeds)]
        for other in sorted(others, key=lambda each: (abs(each[1] - pair[1]), -each[1])):
            if not clash((pair[0], other[1])) and not clash((other[0], pair[1])):
                pair[1], other[1] = other[1], pair[1]
                break
    return [(seeds[a - 1], seeds[b - 1] if b <= len(seeds) else "") for a, b in pairs]
