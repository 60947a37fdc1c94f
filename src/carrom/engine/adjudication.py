"""Adjudication: ends a board whose winner is certain by arithmetic, or clear to a referee engine."""

from typing import Literal

from carrom.board.disc import QUEEN, Kind
from carrom.engine import play_out
from carrom.engine.levels import level_named
from carrom.engine.player import situation_of
from carrom.engine.stakes import of_state
from carrom.game import progress
from carrom.game.events import SideName
from carrom.game.game import GameHistory
from carrom.game.state import LETTERS
from carrom.rules.phases import Strike
from carrom.rules.round import COLOUR, Round
from carrom.values import Value

Ground = Literal["arithmetic", "referee"]


class Adjudication(Value, frozen=True, kw_only=True):
    """When a board is awarded before its end."""

    arithmetic: bool = False
    """Whether a lead that the pieces left, or the boards left, cannot make up for wins."""
    referee: str = ""
    """The level at whose accuracy the winner is estimated; empty: no referee."""
    win: float = 0.98
    """Win probability from which the referee counts a stroke for a side."""
    strokes: int = 6
    """Strokes in a row that must count for the same side."""


class Adjudicator:
    """Watches one game."""

    def __init__(self, terms: Adjudication) -> None:
        self._terms = terms
        self._hand = level_named(terms.referee).hand if terms.referee else None
        self._side: SideName | None = None
        self._row, self._seen = 0, -1

    def found(self, game: GameHistory) -> tuple[SideName, Ground, str] | None:
        """Return the side that the game is awarded to, on which ground, and one sentence; None while it is open."""
        if not isinstance(game.expected[0], Strike) or game.round is None:
            return None
        if self._terms.arithmetic and (certain := certain_winner(game)) is not None:
            return certain[0], "arithmetic", certain[1]
        if self._hand is None or len(game.state.sides) != 2 or game.header.contest != "board":
            return None
        self._look(game)
        if self._side is None or self._row < self._terms.strokes:
            return None
        return (
            self._side,
            "referee",
            (
                f"a referee of level {self._terms.referee} gave this side {self._terms.win:.0%} or more before "
                f"{self._row} strokes in a row"
            ),
        )

    def _look(self, game: GameHistory) -> None:
        """Estimate the winner before the next stroke, once for each stroke."""
        if self._seen == len(game.strokes):
            return
        assert self._hand is not None
        assert game.round is not None
        self._seen = len(game.strokes)
        mover = game.round.mover
        win = play_out.of(situation_of(game), self._hand).win
        leader = mover if win >= 0.5 else 1 - mover
        side = LETTERS[leader] if max(win, 1.0 - win) >= self._terms.win else None
        self._row = 0 if side is None else self._row + 1 if side == self._side else 1
        self._side = side


def certain_winner(game: GameHistory) -> tuple[SideName, str] | None:
    """Return the side that wins by arithmetic, with one sentence, or None.

    Where nobody owns a colour: a side leads by more than all pieces that can still be scored, returned dues included.
    In a game of several boards: no result of the current board can change who wins.
    """
    assert game.round is not None
    if progress.is_points_game(game.state):
        return _leads_by_more(game, game.round)
    if game.header.contest in ("board", "match") or of_state(game.state) is not None:
        return None
    best_of = progress.best_of_boards(game.state)
    stand = progress.game_score(game.state)
    mine, theirs = stand.totals if best_of is None else stand.won
    if mine == theirs:
        return None
    return LETTERS[0 if mine > theirs else 1], f"no result of this board can change a game at {mine}-{theirs}"


def _leads_by_more(game: GameHistory, round_: Round) -> tuple[SideName, str] | None:
    if not _is_last_board(game):
        return None
    totals = list(progress.points_standing(game.state))
    prices = round_.ruleset.parameters
    price = {Kind.WHITE: prices.white_points, Kind.BLACK: prices.black_points}
    left = sum(price.get(COLOUR[disc], prices.queen_points) for disc in round_.on_board)
    if QUEEN not in round_.on_board and round_.queen_side is None:
        left += prices.queen_points
    left += max(price.values()) * sum(side.due for side in round_.sides) + sum(
        price.get(COLOUR[each.disc], prices.queen_points) for each in round_.placings
    )
    best = max(range(len(totals)), key=totals.__getitem__)
    second = max(total for index, total in enumerate(totals) if index != best)
    at_risk = max(price.values()) * round_.sides[best].due
    if totals[best] - second <= left + at_risk:
        return None
    return LETTERS[best], f"a lead of {totals[best] - second} points cannot be made up with {left} points left"


def _is_last_board(game: GameHistory) -> bool:
    """Whether the current board decides the contest: one board, or the last one of a points game."""
    limit = 1 if game.header.contest == "board" else game.rules.parameters.board_limit
    return limit is not None and game.state.game.counted + 1 >= limit
