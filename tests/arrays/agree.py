"""Compare vectorized boards with games: the same strokes, and everything compared after each."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from rules.combinations import anything, made

from carrom.arrays import BoardOptions, Boards, Status, Table
from carrom.arrays.boards import SEATING, aimed_strokes
from carrom.board.disc import BLACKS, QUEEN, RACKED, WHITES, Disc
from carrom.board.position import Point, Position
from carrom.board.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.game import apply
from carrom.game.events import Called, Demanded, Placed, Struck
from carrom.game.expected import StrikerHasNoSpot
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import racked
from carrom.game.state import State
from carrom.physics.simulate import simulate
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import COLOUR, Phase, QueenState, Round
from carrom.rules.ruleset import Ruleset
from carrom.values import changed

LONGEST = 150
"""Number of strokes after which a board is restarted."""


@dataclass
class Agreement:
    """A comparison's result: number of strokes, differences as text, and counts of rare situations."""

    strokes: int = 0
    differences: list[str] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    keys: int = 0


def compare(rules: Ruleset, players: int, strokes: int, seed: int = 0, count: int = 64) -> Agreement:
    """Play strokes on `count` vectorized boards and as games, and compare rounds and positions after each."""
    dice, found = random.Random(seed), Agreement()
    boards = Boards(count, rules, players, threads=1, options=BoardOptions(Table(rules, len(SEATING[players]))))
    opened = opened_state(rules, boards)
    states: list[State] = [fresh(boards, b, opened, dice) for b in range(count)]
    generator = np.random.default_rng(seed)
    while found.strokes < strokes and not found.differences:
        table = aimed_strokes(boards, generator, good=generator.random(count) < 0.7)
        playing = boards.status == Status.STRIKE
        boards.step(table)
        for b in np.nonzero(playing)[0]:
            states[b] = follow(boards, int(b), states[b], Stroke(*map(int, table[b])), found)
            round = states[b].round
            if found.differences or round is None:
                break
            if boards.status[b] != Status.STRIKE or round.turns > LONGEST:
                found.met[Status(boards.status[b]).name] += 1
                states[b] = fresh(boards, int(b), opened, dice)
    found.keys = len(boards.table)
    return found


def custom_sets(dice: random.Random) -> Iterator[tuple[Ruleset, int]]:
    """Yield random custom rule sets, each with a number of players."""
    while True:
        base, changes = anything(dice)
        if base == "points" and dice.random() < 0.5:
            changes["players"] = [1]
        rules = made(base, changes)
        if rules is not None:
            yield rules, dice.choice(rules.parameters.players)


def opened_state(rules: Ruleset, boards: Boards) -> State:
    """Return the state of a one-board game, whose round and position the caller replaces."""
    players = sum(map(len, boards.seating))
    game = GameHistory.begin(header_of(rules, players, "board", "club", None, "A", None, ()), rules)
    return game.apply(racked(game)).state


def follow(boards: Boards, b: int, state: State, stroke: Stroke, found: Agreement) -> State:
    """Play the stroke in the game too, with the arrays' placings, and record differences."""
    assert state.round is not None
    assert state.position is not None
    before = state
    seat = state.round.turn
    played = simulate(state.position, stroke, seat)
    state = applied(state, Struck(seat=seat, stroke=stroke, outcome=played.outcome, rest=played.rest))
    found.strokes += 1
    while (awaited := apply.expected(state)) and isinstance(first := awaited[0], PlaceDue | Demand):
        if isinstance(first, Demand):
            found.met["demand"] += 1
            state = applied(state, Demanded(seat=first.seat, points=first.up_to))
            continue
        found.met["placed"] += 1
        spot = placing_spots(state.position, first.disc, anywhere=state.rules.dues_anywhere)[0]  # type: ignore[arg-type]
        state = applied(state, Placed(seat=first.seat, disc=first.disc, at=spot))
    answer = differences(boards, b, state)
    if answer:
        found.differences.append(
            f"board {b} after {stroke} by {seat} ({played.outcome}): {answer}\n"
            f"before: {before.round}\n{before.position}"
        )
    return state


def applied(state: State, event: Struck | Placed | Demanded | Called) -> State:
    """Return the state after an event, with an empty list of rulings."""
    return changed(apply.apply(state, event, 1), rulings=())


def differences(boards: Boards, b: int, state: State) -> str:
    """Return the differences between a vectorized board and a game as text; empty if there are none."""
    assert state.round is not None
    assert state.position is not None
    mine, theirs = boards.round(b), state.round
    answer = [
        f"{name}: {getattr(mine, name)} in arrays, {getattr(theirs, name)} in the game"
        for name in Round.__struct_fields__
        if name != "ruleset" and getattr(mine, name) != getattr(theirs, name)
    ]
    if boards.position(b) != state.position:
        answer.append(f"position: {boards.position(b)} in arrays, {state.position} in the game")
    awaited = apply.expected(state)
    expected = Status.OVER
    if theirs.result is None:
        expected = Status.NO_SPOT if isinstance(awaited[0], StrikerHasNoSpot) else Status.STRIKE
        assert expected is Status.NO_SPOT or isinstance(awaited[0], Strike)
    if boards.status[b] != expected:
        answer.append(f"waits for {Status(boards.status[b]).name} in arrays, {expected.name} in the game")
    return "; ".join(answer)


def fresh(boards: Boards, b: int, opened: State, dice: random.Random) -> State:
    """Set a board to a rack or to a late position, and return the matching state of a game."""
    round = begin(boards, dice)
    if dice.random() < 0.3:
        seeds = np.full(boards.count, dice.randrange(10**9))
        which = np.arange(boards.count) == b
        boards.reset(seeds, which, round.breaker)
        boards.load(b, round, None)
        return changed(opened, round=round, position=boards.position(b))
    round, position = late(round, dice)
    boards.load(b, round, position)
    return changed(opened, round=round, position=position)


def begin(boards: Boards, dice: random.Random) -> Round:
    """Return a new round with a random breaker and random scores."""
    seats = [seat for side in boards.seating for seat in side]
    scores = [dice.choice((0, 0, 21, 22, 24)) for _ in boards.seating]
    return Round.begin(boards.rules, boards.seating, dice.choice(seats), scores)


def late(round: Round, dice: random.Random) -> tuple[Round, Position]:
    """Return a round in progress, with few pieces on the board, many near the pockets or in the centre."""
    whites, blacks = (dice.sample(men, dice.choice((1, 1, 1, 2, 3, 6, 9))) for men in (WHITES, BLACKS))
    waits = QueenState.BOARD if '"queen_cover":"none"' in round.ruleset.changes else QueenState.PENDING
    queen = dice.choice((QueenState.BOARD, QueenState.BOARD, waits, QueenState.COVERED))
    lying = {*whites, *blacks, *([QUEEN] if queen is QueenState.BOARD else [])}
    position = strewn([disc for disc in RACKED if disc in lying], dice)
    down = [disc for disc in RACKED if disc not in lying]
    dice.shuffle(down)
    turns = dice.choice((0, 1, 2, 9))
    covered = queen is QueenState.COVERED
    seats = [seat for side in round.sides for seat in side.seats]
    recent = dice.choice((0, 0, 1, 2))
    taken = shared(round, [disc for disc in down if disc is not QUEEN], dice)
    sides = tuple(
        changed(
            side,
            due=dice.choice((0, 0, 0, 1, 2)),
            pocketed_before=(before := own_down(side.colour, down) or dice.random() < 0.3),
            pocketed_by_self=before and dice.random() < 0.7,
            taken=taken[index],
            points=worth(round, taken[index]),
            turn_points=worth(round, taken[index][-recent:] if recent else ()),
        )
        for index, side in enumerate(round.sides)
    )
    after = changed(
        round,
        sides=sides,
        turn=dice.choice(seats),
        phase=Phase.PLAY,
        turns=turns,
        misses=dice.choice((0, 0, 1)),
        on_board=position.discs,
        pocketed=tuple(down),
        queen=queen,
        queen_side=dice.randrange(len(sides)) if covered else None,
        queen_turn=dice.choice((0, turns)) if covered else None,
    )
    return after, position


def own_down(colour: object, down: list[Disc]) -> bool:
    """Return whether a piece of this colour has been pocketed."""
    return any(disc is not QUEEN and (colour is None or COLOUR[disc] is colour) for disc in down)


def shared(round: Round, men: list[Disc], dice: random.Random) -> list[tuple[Disc, ...]]:
    """Return each side's scored counters, assigned at random; empty in games with own colours."""
    owners = [dice.randrange(len(round.sides)) for _ in men]
    owned = round.ruleset.colours_are_owned
    return [
        () if owned else tuple(disc for disc, owner in zip(men, owners, strict=True) if owner == side)
        for side in range(len(round.sides))
    ]


def worth(round: Round, men: tuple[Disc, ...]) -> int:
    """Return the total value of counters in points."""
    figures = round.ruleset.parameters
    return sum(figures.white_points if disc in WHITES else figures.black_points for disc in men)


def strewn(discs: list[Disc], dice: random.Random) -> Position:
    """Return random positions for discs: some near the pockets, some around the centre, some on the lines."""
    lying: dict[Disc, Point] = {}
    for disc in discs:
        while True:
            x, y = dice.randint(-354_100, 354_100), dice.randint(-354_100, 354_100)
            if (where := dice.random()) < 0.35:
                x, y = (dice.choice((-1, 1)) * dice.randint(290_000, 354_100) for _ in range(2))
            elif where < 0.5:
                x, y = dice.randint(-80_000, 80_000), dice.randint(-80_000, 80_000)
            elif where < 0.55:
                x, y = dice.randint(-230_000, 230_000), dice.choice((-252_600, 252_600))
            if (abs(x) - 347_750) ** 2 + (abs(y) - 347_750) ** 2 < 22_500**2:
                continue
            if all((x - at.x) ** 2 + (y - at.y) ** 2 > 31_900**2 for at in lying.values()):
                break
        lying[disc] = Point(x, y)
    return Position.of(lying)
