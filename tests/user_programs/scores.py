"""Boards of a match as rows."""

from random import Random

import carrom

match, rng = carrom.Game("club", contest="match", surface=None, seed=7), Random(7)
while match.result is None:
    match.push(match.random_act(rng))
rows = [(board.number, board.breaker, board.winners, board.points) for board in match.boards()]
board: carrom.BoardRecord = next(match.boards())
assert len(rows) > 1
print(board.clauses, match.result.score)
