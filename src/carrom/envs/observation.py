"""Observations of a game from one player's seat, pictures of it, and rewards.

An observation has SIZE float32 values in the order of `LAYOUT`. Lengths and points are shares of a usual maximum, so
that most values lie between -1 and 1; all are clipped to `LEAST` and `MOST`. docs/reference/environments.md has the
table of `LAYOUT`."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from carrom.board import BLACKS, QUEEN, WHITES, Kind, Position, Seat
from carrom.board.equipment import Equipment
from carrom.draw.book_drawings import letters
from carrom.draw.pixels import pixels
from carrom.envs.actions import Decision, DecisionKind
from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.prompt import sentence
from carrom.game.state import BoardRecord
from carrom.rules.round import Phase, QueenState, Round
from carrom.values import Value

LEAST, MOST = -1.0, 2.0
"""Bounds to which values are clipped."""
ROWS = 19
"""Discs: the queen, the player's own nine pieces (white if no side owns a colour), then the nine others."""


class Entry(Value, frozen=True):
    """A number of an observation, or several alike."""

    name: str
    about: str
    low: float = 0.0
    """The smallest value; after the clipping."""
    high: float = 1.0
    unit: float = 1.0
    """What a value of 1 stands for, in the unit that `about` names."""
    count: int = 1


LAYOUT = (
    Entry(
        "discs",
        "for each of nineteen discs x and y in the player's frame (shares of half the board; 1 is 370,000 µm of the "
        "standard board), and 1 if it is on the board, otherwise 0, 0, 0: the queen, the player's own nine pieces "
        "(white if no side owns a colour), the nine others",
        LEAST,
        count=3 * ROWS,
    ),
    Entry("own_decision", "1 if the decision is the player's own"),
    Entry("stroke", "1 if a stroke is to be decided on"),
    Entry("place", "1 if the placing of a piece is"),
    Entry("demand", "1 if a demand for extra points is"),
    Entry("unbroken", "1 while the rack is unbroken"),
    Entry("attempt", "number of the break attempt", high=MOST, unit=3.0),
    Entry("queen_on_board", "1 if the queen is on the board"),
    Entry("queen_waits", "1 if it waits for its cover"),
    Entry("queen_covered", "1 if it is covered"),
    Entry("queen_aside", "1 if it is set aside"),
    Entry("own_queen", "1 if the player's side has covered the queen"),
    Entry("other_queen", "1 if another side has"),
    Entry("own_dues", "pieces that the player's side owes", high=MOST, unit=9.0),
    Entry("other_dues", "pieces that the other sides owe", high=MOST, unit=9.0),
    Entry("own_score", "points of the player's side in the game", LEAST, MOST, 25.0),
    Entry("other_score", "points of the best other side", LEAST, MOST, 25.0),
    Entry("own_points", "points of the player's side in this board of a points game", LEAST, MOST, 100.0),
    Entry("other_points", "the same of the best other side", LEAST, MOST, 100.0),
    Entry("own_left", "pieces on the board that the player's side may pocket", high=MOST, unit=9.0),
    Entry("other_left", "pieces that the other sides may pocket", high=MOST, unit=9.0),
    Entry("own_pocketed", "1 if the player's side has pocketed a piece of its own in this board"),
    Entry("misses", "misses of this turn", high=MOST, unit=2.0),
    Entry("due_own", "1 if the piece to be placed is the player's own"),
    Entry("due_other", "1 if it is another side's"),
    Entry("due_queen", "1 if it is the queen"),
    Entry("up_to", "points that may be demanded", high=MOST, unit=10.0),
)
"""Every number of an observation, in order."""
FIRST = {each.name: sum(before.count for before in LAYOUT[:k]) for k, each in enumerate(LAYOUT)}
"""The index of each entry, the first one of several."""
_UNITS = {each.name: each.unit for each in LAYOUT}
SIZE = sum(each.count for each in LAYOUT)
_QUEEN = dict(zip(QueenState, ("queen_on_board", "queen_waits", "queen_covered", "queen_aside"), strict=True))
_ASKED = {DecisionKind.STROKE: "stroke", DecisionKind.PLACE: "place", DecisionKind.DEMAND: "demand"}


def observed(game: GameHistory, seat: Seat, decision: Decision | None) -> NDArray[np.float32]:
    """Return the observation of the player at `seat`; zeros if no board has begun or the seat is empty."""
    if game.round is None or seat not in game.round.seats:
        return np.zeros(SIZE, dtype=np.float32)
    return viewed(game.round, game.position, game.state.equipment, seat, decision)


def viewed(
    round_: Round, position: Position | None, equipment: Equipment, seat: Seat, decision: Decision | None
) -> NDArray[np.float32]:
    """Return the observation of a round and a position for the player at `seat`."""
    seen, side = np.zeros(SIZE, dtype=np.float32), round_.side_of(seat)
    _discs(seen, position, equipment.half, seat, round_.sides[side].colour)
    values = _law(round_, side)
    if decision is not None:
        values["own_decision"] = decision.seat is seat
        values[_ASKED[decision.asked]] = 1
        values["up_to"] = decision.up_to
        if decision.disc is not None:
            owner = round_.placings[0].owner
            values["due_queen" if decision.disc is QUEEN else "due_own" if owner == side else "due_other"] = 1
    for name, value in values.items():
        seen[FIRST[name]] = value / _UNITS[name]
    return np.clip(seen, LEAST, MOST)


def table() -> str:
    """Return `LAYOUT` as a table in Markdown."""
    lines = ["| index | name | content | a value of 1 is | from | to |", "|---|---|---|---|---|---|"]
    for each in LAYOUT:
        first = FIRST[each.name]
        index = f"{first}" if each.count == 1 else f"{first} to {first + each.count - 1}"
        lines.append(f"| {index} | `{each.name}` | {each.about} | {each.unit:g} | {each.low:g} | {each.high:g} |")
    return "\n".join(lines) + "\n"


def _discs(seen: NDArray[np.float32], position: Position | None, half: int, seat: Seat, colour: Kind | None) -> None:
    men = BLACKS + WHITES if colour is Kind.BLACK else WHITES + BLACKS
    rows = {disc: row for row, disc in enumerate((QUEEN, *men))}
    for lying in position.placed if position is not None else ():
        across, up = seat.from_board(lying.at.x, lying.at.y)
        row = rows[lying.disc]
        seen[3 * row : 3 * row + 3] = across / half, up / half, 1


def _law(round_: Round, side: int) -> dict[str, float]:
    """Return the values that follow from the laws' state of a board, by name, before they are divided."""
    mine, others = round_.sides[side], [each for index, each in enumerate(round_.sides) if index != side]
    return {
        "unbroken": round_.phase is Phase.BREAK,
        "attempt": round_.attempt,
        _QUEEN[round_.queen]: 1,
        "own_queen": round_.queen_side == side,
        "other_queen": round_.queen_side is not None and round_.queen_side != side,
        "own_dues": mine.due,
        "other_dues": sum(each.due for each in others),
        "own_score": mine.score,
        "other_score": max((each.score for each in others), default=0),
        "own_points": mine.points,
        "other_points": max((each.points for each in others), default=0),
        "own_left": round_.men_on_board(side),
        "other_left": sum(round_.men_on_board(index) for index in range(len(round_.sides)) if index != side),
        "own_pocketed": mine.pocketed_by_self,
        "misses": round_.misses,
    }


# -- rendering as pixels or text ---------------------------------------------------------------------------------------


MODES = ("ansi", "rgb_array")
PIXELS = 384
"""Width and height of a picture in pixels."""


def check_mode(mode: str | None, modes: tuple[str, ...] = MODES) -> None:
    """Raise `RefusedRequest` for an unknown render mode."""
    if mode is not None and mode not in modes:
        raise RefusedRequest(f"the render mode is {mode!r:.40}; expected one of {', '.join(modes)}, or None")


def shown(game: GameHistory, seat: Seat, mode: str) -> Any:
    """Return a game's board as pixels or as text with a sentence below, seen from `seat`."""
    position = game.position if game.position is not None else Position()
    if mode == "rgb_array":
        return pixels(position.placed, seat, PIXELS, game.state.equipment)
    return f"{lettered(position, seat, game.state.equipment)}{sentence(game)}\n"


def lettered(position: Position, seat: Seat, equipment: Equipment) -> str:
    """Return a board as text."""
    return letters(position.placed, seat, equipment) + "\n"


# -- rewards: points of finished boards, or win and loss ---------------------------------------------------------------


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
