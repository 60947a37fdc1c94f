"""Line-ups of a tie: the players of each rubber."""

from collections.abc import Sequence

from carrom.errors import RefusedRequest
from carrom.game.scoring.match import Rubber
from carrom.game.scoring.score import SIDES, Side
from carrom.rules.ruleset import Ruleset
from carrom.values import Value

Names = tuple[tuple[str, ...], ...]
"""One team's players, by rubber."""


class Pairing(Value, frozen=True, kw_only=True):
    """The players of one rubber: one name per side in singles, two in doubles."""

    a: tuple[str, ...]
    b: tuple[str, ...]


def order_of(rules: Ruleset) -> tuple[Rubber, ...]:
    """Return the order of the rubbers of a tie. Raises `RefusedRequest` for a rule set without ties."""
    if not rules.parameters.rubbers:
        raise RefusedRequest(f"{rules.name} has no ties of rubbers; expected a rule set with an order of rubbers")
    return rules.parameters.rubbers


def check_lineup(rules: Ruleset, lineup: Sequence[Pairing], order: Sequence[Rubber] | None = None) -> None:
    """Refuse a line-up that is not allowed; it may cover only the first rubbers of the order.

    A player plays at most one singles and one doubles, and both only if the rule set allows it.
    """
    rubbers = order_of(rules) if order is None else tuple(order)
    if len(lineup) > len(rubbers):
        raise RefusedRequest(f"the line-up has {len(lineup)} rubbers; the tie has {len(rubbers)}")
    for number, pair in enumerate(lineup, 1):
        for name in pair.a:
            if name in pair.b:
                raise RefusedRequest(f"{name} plays for both teams in rubber {number}; expected two different players")
    for side in SIDES:
        check_side(
            rules, side, [(kind, getattr(pair, side.lower())) for kind, pair in zip(rubbers, lineup, strict=False)]
        )


def first_lineup(rules: Ruleset, names: Sequence[str], order: Sequence[Rubber] | None = None) -> Names:
    """Return a line-up that takes a team's players in their order. Raises `RefusedRequest` if there are too few.

    The player with the fewest rubbers plays next, so that everybody gets a rubber where possible.
    """
    rubbers = order_of(rules) if order is None else tuple(order)
    lineup: list[tuple[str, ...]] = []
    for kind in rubbers:
        busy = [name for other, pair in zip(rubbers, lineup, strict=False) if other == kind for name in pair]
        played = [name for pair in lineup for name in pair]
        free = [name for name in names if name not in busy and (rules.has("plays-both") or name not in played)]
        free.sort(key=played.count)
        wanted = 1 if kind == "singles" else 2
        if len(free) < wanted:
            raise RefusedRequest(
                f"{len(names)} player{'' if len(names) == 1 else 's'} cannot play {', '.join(rubbers)}; "
                f"expected {fewest(rules, rubbers)} or more"
            )
        lineup.append(tuple(free[:wanted]))
    return tuple(lineup)


def fewest(rules: Ruleset, rubbers: Sequence[Rubber]) -> int:
    """Return the smallest number of players that a team needs."""
    singles = sum(kind == "singles" for kind in rubbers)
    pairs = 2 * (len(rubbers) - singles)
    return max(singles, pairs) if rules.has("plays-both") else singles + pairs


def check_side(rules: Ruleset, side: Side, rubbers: Sequence[tuple[Rubber, tuple[str, ...]]]) -> None:
    """Refuse an invalid line-up of one side for the first rubbers of a tie."""
    played: dict[str, list[Rubber]] = {}
    for number, (kind, names) in enumerate(rubbers, 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(f"rubber {number} is a {kind}; side {side} names {len(names)}, expected {wanted}")
        for name in names:
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} already plays a {kind}; expected another player in rubber {number}")
            if before and not rules.has("plays-both"):
                raise RefusedRequest(f"{name} already plays a {before[0]}; {rules.name} does not allow both")
            before.append(kind)
