"""A position as text for a terminal: one letter per disc, about forty characters wide."""

from collections.abc import Iterable

from carrom.board.disc import Kind
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.place import Lying
from carrom.board.seat import Seat

WIDTH, HEIGHT = 39, 19
_LETTER = {Kind.STRIKER: "S", Kind.QUEEN: "Q", Kind.WHITE: "w", Kind.BLACK: "b"}


def letters(placed: Iterable[Lying], seat: Seat = Seat.SOUTH, equipment: Equipment = STANDARD) -> str:
    """Return the discs as lines of text, with `seat` at the bottom: w, b, Q, S; O marks pockets, * several discs."""
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for line in (_row(-equipment.baseline, equipment), _row(equipment.baseline, equipment)):
        ends = [_column(sign * equipment.base_circle_offset, equipment) for sign in (-1, 1)]
        for column in range(ends[0], ends[1] + 1):
            rows[line][column] = "o" if column in ends else "-"
    rows[HEIGHT // 2][WIDTH // 2] = "+"
    for row, column in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        rows[row][column] = "O"
    taken: set[tuple[int, int]] = set()
    for lying in placed:
        across, up = seat.from_board(lying.at.x, lying.at.y)
        at = _row(up, equipment), _column(across, equipment)
        rows[at[0]][at[1]] = "*" if at in taken else _LETTER[lying.disc.kind]
        taken.add(at)
    edge = "+" + "-" * WIDTH + "+"
    return "\n".join([edge, *(f"|{''.join(row)}|" for row in rows), edge])


def _column(across: int, equipment: Equipment) -> int:
    return min(WIDTH - 1, max(0, (across + equipment.half) * WIDTH // equipment.surface))


def _row(up: int, equipment: Equipment) -> int:
    return min(HEIGHT - 1, max(0, (equipment.half - up) * HEIGHT // equipment.surface))
