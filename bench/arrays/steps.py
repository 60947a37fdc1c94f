"""Measure array steps with rules: the parts of a step, and batches of strokes compared with the kernel alone."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from carrom.arrays import BoardOptions, Boards, Status, Table, layout
from carrom.arrays.boards import aimed_strokes, random_strokes
from carrom.arrays.values import desk
from carrom.physics.batch import _BatchArrays, _Inputs, _surfaces, batch
from carrom.rules.rulesets import named

PLAYERS = {"team-event": 4, "three-player": 3}
POLICIES = {"random play": random_strokes, "a decent player": aimed_strokes}
COUNT, WARM, LONGEST = 512, 120, 250


class Parts(NamedTuple):
    """The rate of steps, and how a step's time is spent."""

    rate: float
    """Steps with rules per second, including new racks."""
    law: float
    """Share of the time spent on laws and on placing pieces."""
    kernel: float
    """Share of the kernel in the time of a step and its new racks."""


def timed(act: Callable[..., Any], *given: Any) -> float:
    """Return the processor time of a call, in s."""
    start = time.process_time()
    act(*given)
    return time.process_time() - start


def measured(rules: str, name: str, steps: int) -> Parts:
    """Print and return the times of batched steps, first while the table of rulings fills up, then with it full."""
    players = PLAYERS.get(rules, 2)
    table = Table(named(rules), players if players < 4 else 2)
    found = Parts(0.0, 0.0, 0.0)
    for answer in ("table still filling", "table full"):
        found = _played(rules, players, table, name, steps, answer)
    return found


def _played(rules: str, players: int, table: Table, name: str, steps: int, text: str) -> Parts:
    boards, dice = Boards(COUNT, rules, players, threads=1, options=BoardOptions(table)), np.random.default_rng(0)
    boards.reset(np.arange(COUNT))
    spent: list[tuple[float, ...]] = []
    for turn in range(WARM + steps):
        strokes = POLICIES[name](boards, dice)
        step, *parts = (
            in_turns(boards, strokes, turn) if turn >= WARM - 2 else (timed(boards.step, strokes), 0.0, 0.0, 0.0)
        )
        over = (boards.status != Status.STRIKE) | (boards.info[:, layout.STROKES] > LONGEST)
        racks = timed(boards.reset, np.arange(COUNT) + turn * COUNT, over) if over.any() else 0.0
        spent.append((step, racks, *parts))
    step, racks, check, kernel, law = np.array(spent[WARM:]).sum(axis=0)
    count = steps * COUNT
    rest = 1 - (check + kernel + law) / step
    print(
        f"{name}, {rules}, {text}: {count / (step + racks):,.0f} steps with rules per second; shares of a step: kernel "
        f"{kernel / step:.1%}, laws and placing {law / step:.1%} ({law / count * 1e6:.2f} µs), check "
        f"{check / step:.1%}, other {rest:.1%}; racks {racks / count * 1e6:.2f} µs; {len(table)} keys",
        flush=True,
    )
    return Parts(count / (step + racks), law / step, kernel / (step + racks))


def in_turns(boards: Boards, strokes: Any, turn: int) -> tuple[float, ...]:
    """Time a step and its parts; whichever runs first is slower, so the order alternates with `turn`."""
    stored = boards.info.copy(), boards.places.copy(), boards.queues.copy()

    def back() -> None:
        boards.info[:], boards.places[:], boards.queues[:] = stored

    if turn % 2:
        parts = in_parts(boards, strokes)
        back()
        return (timed(boards.step, strokes), *parts)
    step = timed(boards.step, strokes)
    after = boards.info.copy(), boards.places.copy(), boards.queues.copy()
    back()
    parts = in_parts(boards, strokes)
    boards.info[:], boards.places[:], boards.queues[:] = after
    return (step, *parts)


def in_parts(boards: Boards, strokes: Any) -> tuple[float, float, float]:
    """Return the times of the three parts of a step: checks, kernel, and laws with placing."""
    picks = np.nonzero(boards.status == Status.STRIKE)[0]
    given = boards.tables, boards.seen, boards.ground, desk(boards.kernel, boards.equipment)
    law, ends = layout.Law(boards.table.slots, boards.table.decisions), (picks, 0, len(picks))
    tables, seen, ground, here = given
    check = timed(boards.check, strokes, picks)
    kernel = timed(boards._do["play_boards"], boards.kernel.profile, *given, strokes, *ends)
    ruled = timed(boards._do["rule_boards"], tables, seen, law, ground, here, *ends)
    return check, kernel, ruled


def batched() -> float:
    """Print the speed of a batch on mid-game boards, and return its time as a multiple of the kernel's alone."""
    boards, dice = Boards(COUNT, threads=1), np.random.default_rng(0)
    boards.reset(np.arange(COUNT))
    for _ in range(30):
        boards.step(aimed_strokes(boards, dice))
    strokes, quarters = aimed_strokes(boards, dice), boards.info[:, layout.TURN].copy()
    playing = boards.status == Status.STRIKE
    places, strokes, quarters = boards.places[playing], strokes[playing], quarters[playing]
    job = _BatchArrays(_Inputs(places, strokes, True, quarters, _surfaces("club", len(places)), boards.equipment))
    room, rows = job._room(), np.arange(len(places))
    alone, whole = [], []
    for _ in range(31):
        whole.append(timed(lambda: batch(places, strokes, quarters, paired=True, threads=1)))
        alone.append(timed(lambda: job._play((job.kernel.profile, rows, 0, len(rows)), room)))
    ratio = float(np.median(np.array(alone) / np.array(whole)))
    print(f"a batch of {len(places)} positions with a stroke each: {len(places) / np.median(whole):,.0f} per second")
    return ratio
