"""A tie between two teams: who may play which rubber, and where it stands by the games played (event sheet; C39)."""

from collections.abc import Sequence

from carrom.data import Value
from carrom.errors import RefusedRequest
from carrom.game.game import Game
from carrom.game.match import Entry, Rubber, TieScore, score_tie
from carrom.game.score import SIDES, Side, Stage
from carrom.game.state import GameRecord
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
            if before and not rules.parameters.may_play_both:
                raise RefusedRequest(f"{name} plays a {before[0]} already; {rules.name} lets nobody play both")
            before.append(kind)


def tie_of(
    rules: Ruleset,
    games: Sequence[Game],
    order: Sequence[Rubber] | None = None,
    play_out: bool | None = None,
    stage: Stage | None = None,
) -> TieScore:
    """Return where a tie stands by its games, the last of which may be open; dead rubbers as the rule set has it."""
    rubbers = order_of(rules) if order is None else tuple(order)
    out = rules.parameters.play_dead_rubber if play_out is None else play_out
    return score_tie(rules, rubbers, [_entry(game) for game in games], out, stage)


def _entry(game: Game) -> Entry:
    """Return a game as a rubber: its boards, and who conceded it."""
    if game.header.contest != "game":
        raise RefusedRequest(f"a rubber is a game; one was played as a {game.header.contest}")
    record = game.state.game if game.state.games else GameRecord()
    conceded = game.state.conceded
    return Entry(
        boards=tuple(board.gain for board in record.boards),
        conceded="A" if conceded == "A" else "B" if conceded == "B" else None,
    )
