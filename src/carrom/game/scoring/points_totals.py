"""Totals in points games: the value of each player's pieces."""

from collections.abc import Sequence

from carrom.errors import Contradiction
from carrom.game.scoring.clauses import ScoringTopic, clause
from carrom.rules.ruleset import Ruleset
from carrom.values import Value


class PointsTaken(Value, frozen=True, kw_only=True):
    """What one player or team pocketed: `dark` (black) and `light` (white or brown) counters, the queen, and voided
    points."""

    name: str
    dark: int = 0
    light: int = 0
    queen: bool = False
    void: int = 0


class Totalled(Value, frozen=True):
    """The points of every player in the order given, and the names with the highest total, alphabetically."""

    scores: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    clauses: tuple[str, ...]


def total(rules: Ruleset, hauls: Sequence[PointsTaken]) -> Totalled:
    """Return the totals of a points game; refuse hauls that no set of nineteen discs allows."""
    if rules.colours_are_owned:
        raise Contradiction(f"in {rules.name} boards are won by a side; use the form 'game'")
    _check(rules, hauls)
    scores = tuple((haul.name, points(rules, haul)) for haul in hauls)
    best = max(score for _, score in scores)
    topics = (ScoringTopic.TOTALS, ScoringTopic.VOID) if any(haul.void for haul in hauls) else (ScoringTopic.TOTALS,)
    return Totalled(
        scores,
        tuple(sorted(name for name, score in scores if score == best)),
        tuple(clause(rules, topic) for topic in topics),
    )


def points(rules: Ruleset, haul: PointsTaken) -> int:
    """Return the points of one haul, minus voided points."""
    return _counters(rules, haul) + haul.queen * rules.parameters.queen_points - haul.void


def _counters(rules: Ruleset, haul: PointsTaken) -> int:
    return haul.dark * rules.parameters.black_points + haul.light * rules.parameters.white_points


def _check(rules: Ruleset, hauls: Sequence[PointsTaken]) -> None:
    names = [haul.name for haul in hauls]
    if len(set(names)) != len(names):
        raise Contradiction(f"a player is named twice: {', '.join(names)}")
    players = rules.parameters.players
    allowed = sorted({*players, *((2,) if 4 in players else ())})
    if len(hauls) not in allowed:
        raise Contradiction(f"totals of {len(hauls)}; {rules.name} has them of {' or '.join(map(str, allowed))}")
    for colour, counts in (("dark", [h.dark for h in hauls]), ("light", [h.light for h in hauls])):
        if min(counts) < 0 or sum(counts) > 9:
            raise Contradiction(f"{sum(counts)} {colour} counters are pocketed in total; there are 9")
    if sum(haul.queen for haul in hauls) > 1:
        raise Contradiction("two players have covered the queen; there is one")
    for haul in hauls:
        loose = _counters(rules, haul)
        if haul.void and not rules.has("void"):
            raise Contradiction(f"{haul.name} has {haul.void} points voided; {rules.name} voids no points")
        if not 0 <= haul.void <= loose:
            raise Contradiction(f"{haul.name} has {haul.void} points voided of {loose}; expected 0 to {loose}")
