"""Line-ups of a tie between two teams: who may play which rubber (event sheet; C39)."""

from collections.abc import Sequence

from carrom.data import Value
from carrom.errors import RefusedRequest
from carrom.game.match import Rubber
from carrom.game.score import SIDES, Side
from carrom.rules.ruleset import Ruleset


class Pairing(Value, frozen=True, kw_only=True):
    """Who plays one rubber: one name a side in singles, two in doubles."""

    a: tuple[str, ...]
    b: tuple[str, ...]


def order_of(rules: Ruleset) -> tuple[Rubber, ...]:
    """Return the rubbers of a tie in their order. Raises `RefusedRequest` for a rule set without ties."""
    if not rules.parameters.rubbers:
        raise RefusedRequest(f"{rules.name} has no ties of rubbers; expected a rule set with an order of rubbers")
    return rules.parameters.rubbers


def check_lineup(rules: Ruleset, lineup: Sequence[Pairing], order: Sequence[Rubber] | None = None) -> None:
    """Refuse a line-up that the event does not allow; it may name fewer rubbers than the order has, the first ones.

    A player plays at most one singles and at most one doubles, and both only where the rule set lets him.
    """
    rubbers = order_of(rules) if order is None else tuple(order)
    if len(lineup) > len(rubbers):
        raise RefusedRequest(f"the line-up has {len(lineup)} rubbers; the tie has {len(rubbers)}")
    for number, pair in enumerate(lineup, 1):
        for name in pair.a:
            if name in pair.b:
                raise RefusedRequest(f"{name} plays for both teams in rubber {number}; expected two different players")
    for side in SIDES:
        _check_side(
            rules, side, [(kind, getattr(pair, side.lower())) for kind, pair in zip(rubbers, lineup, strict=False)]
        )


def _check_side(rules: Ruleset, side: Side, rubbers: Sequence[tuple[Rubber, tuple[str, ...]]]) -> None:
    played: dict[str, list[Rubber]] = {}
    for number, (kind, names) in enumerate(rubbers, 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(f"rubber {number} is a {kind}; side {side} names {len(names)}, expected {wanted}")
        for name in names:
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} plays a {kind} already; expected another player in rubber {number}")
            if before and not rules.has("plays-both"):
                raise RefusedRequest(f"{name} plays a {before[0]} already; {rules.name} lets nobody play both")
            before.append(kind)
