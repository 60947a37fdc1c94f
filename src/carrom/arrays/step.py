"""The compiled step: a stroke on each board, its key, the decision, payment, placing, and the next status."""

from carrom.arrays.facts import key_of, row_of
from carrom.arrays.layout import (
    ALL_DISCS,
    ASK,
    CENTRE,
    DIVERGED,
    LINES,
    NONE,
    NOWHERE,
    STATUS,
    STROKES,
    TURN,
    BoardParameters,
    IntegerCube,
    IntegerTable,
    Law,
    Numbers,
    Seen,
    Tables,
    ThreadWorkspace,
)
from carrom.arrays.placing import go_on, put_on_centre
from carrom.arrays.queues import length
from carrom.arrays.settlement import settle
from carrom.physics.kernel.layout import NEVER, P_DRAG, Profile
from carrom.physics.kernel.loop import play
from carrom.physics.kernel.stroke_batch import F_EVENTS, F_LINES, S_SPIN, lay, note


def step_boards(
    profile: Profile,
    tables: Tables,
    seen: Seen,
    law: Law,
    ground: BoardParameters,
    desk: ThreadWorkspace,
    strokes: IntegerTable,
    picks: Numbers,
    first: int,
    last: int,
) -> int:
    """Play and settle the strokes of boards `picks[first:last]`; return how many still need a decision."""
    play_boards(profile, tables, seen, ground, desk, strokes, picks, first, last)
    return rule_boards(tables, seen, law, ground, desk, picks, first, last)


def play_boards(
    profile: Profile,
    tables: Tables,
    seen: Seen,
    ground: BoardParameters,
    desk: ThreadWorkspace,
    strokes: IntegerTable,
    picks: Numbers,
    first: int,
    last: int,
) -> None:
    """Play the strokes of boards `picks[first:last]`, whose status becomes ASK.

    `profile` is used for strokes with spin, their own or caused by the surface.
    """
    for pick in range(first, last):
        b = picks[pick]
        if ground.spins[b if len(ground.spins) > 1 else 0] != 0 or strokes[b, S_SPIN] != 0:
            play_board(profile, tables, seen, ground, desk, strokes, b)
        else:
            play_board(None, tables, seen, ground, desk, strokes, b)  # type: ignore[arg-type]


def play_board(
    profile: Profile,
    tables: Tables,
    seen: Seen,
    ground: BoardParameters,
    desk: ThreadWorkspace,
    strokes: IntegerTable,
    b: int,
) -> None:
    """Play a stroke on a board and record its outcome."""
    info, places, measures = tables.info, tables.places, ground.measures
    quarters = info[b, TURN]
    world = b if len(ground.worlds) > 1 else 0
    n = lay(desk.state, ground.sizes, measures, places, b, strokes, b, quarters)
    seen.facts[b, F_EVENTS] = play(profile, desk.state, desk.marks, ground.worlds[world], desk.log, n)
    if seen.facts[b, F_EVENTS] < 0:
        info[b, STATUS] = DIVERGED
        return
    note(profile, desk.state, desk.marks, desk.log, ground.worlds[world, P_DRAG], measures, places, b, quarters, b,
         seen.rest, seen.fell, seen.touched, seen.facts)  # fmt: skip
    info[b, STATUS] = LINES if seen.facts[b, F_LINES] < 0 else ASK


def rule_boards(
    tables: Tables,
    seen: Seen,
    law: Law,
    ground: BoardParameters,
    desk: ThreadWorkspace,
    picks: Numbers,
    first: int,
    last: int,
) -> int:
    """Settle the strokes of boards with status ASK; return how many have a key that the table does not know."""
    left = 0
    for pick in range(first, last):
        b = picks[pick]
        if tables.info[b, STATUS] < ASK:
            continue
        if tables.info[b, STATUS] == ASK:
            seen.keys[b] = key_of(tables, seen, b)
            seen.said[b] = row_of(law.slots, seen.keys[b])
            if seen.said[b] >= 0:
                rule(tables, seen, law, ground, desk, b)
                continue
        left += 1
    return left


def rule(tables: Tables, seen: Seen, law: Law, ground: BoardParameters, desk: ThreadWorkspace, b: int) -> None:
    """Apply the decision on a board's stroke."""
    places, rest = tables.places, seen.rest
    met = in_falling_order(places, b, seen)
    settle(tables, b, law.decisions[seen.said[b]], met, seen.fallen, desk)
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] != NOWHERE:
            places[b, disc, 0] = rest[b, disc, 0]
            places[b, disc, 1] = rest[b, disc, 1]
    for k in range(length(desk.rows, 0, CENTRE)):
        put_on_centre(tables, b, desk.rows[0, CENTRE, k], ground, desk)
    tables.info[b, STROKES] += 1
    go_on(tables, b, ground, desk)


def in_falling_order(places: IntegerCube, b: int, seen: Seen) -> bool:
    """Write the fallen pieces in order, then NONE; return whether the striker touched anything."""
    fell, fallen = seen.fell, seen.fallen
    count = 0
    met = False
    for disc in range(1, ALL_DISCS):
        if places[b, disc, 0] == NOWHERE:
            continue
        met = met or seen.touched[b, disc] < NEVER
        if fell[b, disc] < NEVER:
            at = count
            while at > 0 and fell[b, fallen[b, at - 1]] > fell[b, disc]:
                fallen[b, at] = fallen[b, at - 1]
                at -= 1
            fallen[b, at] = disc
            count += 1
    fallen[b, count] = NONE
    return met
