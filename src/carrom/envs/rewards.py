"""Rewards of the sides: points of finished boards, or win and loss."""

from typing import Literal

from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.state import BoardRecord

Reward = Literal["points", "win"]


def check_reward(given: str, known: tuple[str, ...]) -> None:
    """Raise `RefusedRequest` for an unknown reward."""
    if given not in known:
        raise RefusedRequest(f"the reward is {given!r:.40}; expected {' or '.join(known)}")


def rewards(before: GameHistory, after: GameHistory, reward: Reward) -> dict[str, float]:
    """Return the reward of each side (`A`, `B`, `C`) between two states; with two sides they sum to 0.

    `points`: for every board that ended, a side's points less the mean of the others'; `win`: at the end of the contest
    1 for the winner and -1 for the others, or 0 for all if it was drawn.
    """
    sides = after.state.sides
    if reward == "win":
        return _won(after) if after.is_over and not before.is_over else dict.fromkeys(sides, 0.0)
    total: dict[str, float] = dict.fromkeys(sides, 0.0)
    for board in _boards(after)[len(_boards(before)) :]:
        gained = _gained(board, sides)
        for side in sides:
            others = [gained[other] for other in sides if other != side]
            total[side] += gained[side] - (sum(others) / len(others) if others else 0.0)
    return total


def _boards(game: GameHistory) -> list[BoardRecord]:
    return [board for each in game.state.games for board in each.boards]


def _gained(board: BoardRecord, sides: tuple[str, ...]) -> dict[str, float]:
    gained = dict.fromkeys(sides, 0.0)
    if board.replay:
        return gained
    if board.totals:
        return dict(zip(sides, map(float, board.totals), strict=True))
    for winner in board.winners:
        for side in sides:
            if board.taken:
                gained[side] -= 0.0 if side == winner else board.points
            elif side == winner:
                gained[side] += board.points
    return gained


def _won(game: GameHistory) -> dict[str, float]:
    sides, winners = game.state.sides, game.result.winners if game.result else ()
    if not winners or len(winners) == len(sides) > 1:
        return dict.fromkeys(sides, 0.0)
    return {side: 1.0 if side in winners else -1.0 for side in sides}
