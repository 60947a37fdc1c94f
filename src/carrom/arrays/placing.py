"""After the settlement of a stroke: returning discs to the centre, placing dues, and the next status of a board."""

from carrom.arrays.layout import (
    ALL_DISCS,
    ANYWHERE,
    BY_ITSELF,
    DEMAND,
    DOWN,
    NO_SPOT,
    NONE,
    NOWHERE,
    OVER,
    OWNED,
    OWNER,
    PLACE,
    POINTS,
    STATUS,
    STRIKE,
    TURN,
    UP_TO,
    WAITING,
    WINNERS,
    BoardParameters,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.queues import drop, put_off, wait_no_more
from carrom.arrays.settlement import lose, men_on_board
from carrom.arrays.striker_lines import has_spot
from carrom.board.disc_spots import centre_place, due_place
from carrom.board.tangent_spots import INNER, OUTER, QUEEN_X, QUEEN_Y, SHOTS
from carrom.physics.kernel.stroke_batch import HALF, MAN_WIDTH


def go_on(tables: Tables, b: int, ground: BoardParameters, desk: ThreadWorkspace) -> None:
    """Place the dues that can be placed, and set the board's status."""
    info, queues, by_itself = tables.info, tables.queues, tables.book[BY_ITSELF]
    while queues[b, WAITING, 0] != NONE:
        disc = queues[b, WAITING, 0]
        if has_place(tables, b, disc, ground, desk):
            if by_itself == 0:
                info[b, STATUS] = PLACE
                return
            placed(tables, b)
            put(tables, b, disc, desk)
        elif men_on_board(tables, b, queues[b, OWNER, 0]) > 0:
            put_off(tables, b)
        else:
            placed(tables, b)
            put_on_centre(tables, b, disc, ground, desk)
    if info[b, WINNERS] != 0:
        if by_itself != 0:
            info[b, POINTS] += info[b, UP_TO]
            info[b, UP_TO] = 0
        info[b, STATUS] = DEMAND if info[b, UP_TO] > 0 else OVER
    else:
        info[b, STATUS] = STRIKE if has_spot(tables, b, ground, desk) else NO_SPOT


def has_place(tables: Tables, b: int, disc: int, ground: BoardParameters, desk: ThreadWorkspace) -> bool:
    """Whether there is room for a due piece; if so, write the legal place nearest to the centre to the workspace."""
    limits, places, wide = desk.limits, tables.places, ground.measures[MAN_WIDTH]
    n = circles_about(tables, b, disc, wide, limits[OUTER] + wide, desk)
    anywhere = tables.book[ANYWHERE] != 0
    inner = limits[INNER]
    limits[INNER] = 0 if anywhere else inner
    limits[SHOTS] = 1 if anywhere or places[b, 1, 0] == NOWHERE else 0
    limits[QUEEN_X] = places[b, 1, 0]
    limits[QUEEN_Y] = places[b, 1, 1]
    is_found = due_place(desk.circles, n, limits, ground.grid, desk.points, desk.found)
    limits[INNER] = inner
    return is_found


def circles_about(tables: Tables, b: int, disc: int, apart: int, reach: int, desk: ThreadWorkspace) -> int:
    """Write the circles (x, y, radius) that a piece's centre must avoid; return their number.

    Only discs within `reach` of the board's centre along both axes count.
    """
    n = 0
    for other in range(1, ALL_DISCS):
        x = tables.places[b, other, 0]
        y = tables.places[b, other, 1]
        if other != disc and -reach <= x <= reach and -reach <= y <= reach:
            desk.circles[3 * n] = x
            desk.circles[3 * n + 1] = y
            desk.circles[3 * n + 2] = apart
            n += 1
    return n


def put_on_centre(tables: Tables, b: int, disc: int, ground: BoardParameters, desk: ThreadWorkspace) -> None:
    """Return a disc to the centre, or to the next best place for the next player."""
    n = circles_about(tables, b, disc, ground.measures[MAN_WIDTH], ground.measures[HALF], desk)
    centre_place(desk.circles, n, ground.board, tables.info[b, TURN], desk.limits[0], desk.points, desk.found)
    put(tables, b, disc, desk)


def put(tables: Tables, b: int, disc: int, desk: ThreadWorkspace) -> None:
    """Put a disc on the place in the workspace."""
    tables.places[b, disc, 0] = desk.found[0]
    tables.places[b, disc, 1] = desk.found[1]


def placed(tables: Tables, b: int) -> None:
    """Remove the first waiting piece from the queues; in a points game its owner loses its points."""
    queues = tables.queues
    disc = queues[b, WAITING, 0]
    if tables.book[OWNED] == 0:
        lose(tables, b, queues[b, OWNER, 0], disc)
    drop(queues, b, DOWN, disc)
    wait_no_more(queues, b)
