"""Measure the overhead of `simulate()` over the kernel: conversion of values, and recording of trajectories."""

import time
from statistics import median

import numpy as np
from bench.physics import ours
from bench.physics.clock import interleaved
from bench.physics.jobs import BASELINE, Job, break_job, mid_job

from carrom.board.disc import MEN
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.stroke import Stroke
from carrom.physics import simulate


def strokes(job: Job) -> list[tuple[Position, Stroke]]:
    """Return the job's strokes as positions and strokes, in whole micrometres."""
    found = []
    for k in range(len(job)):
        men = enumerate(MEN[: job.discs - 1], 1)
        places = {disc: Point(round(job.x[k, i] * 1e6), round(job.y[k, i] * 1e6)) for i, disc in men}
        stroke = Stroke(
            x=round(job.x[k, 0] * 1e6),
            y=round((job.y[k, 0] + BASELINE) * 1e6),
            vx=round(job.vx[k, 0] * 1e6),
            vy=round(job.vy[k, 0] * 1e6),
        )
        found.append((Position.of(places), stroke))
    return found


def overhead(repeats: int) -> tuple[float, float]:
    """Return the overhead of one `simulate()` of a mid-game stroke in strokes of the kernel, and in microseconds.

    The ratio is the median of the repeats'; each compares the two within a fraction of a second.
    """
    job = mid_job(500)
    values = strokes(job)
    players = {
        "simulate": (lambda: [simulate(position, stroke) for position, stroke in values], len(job)),
        "kernel": (ours.runners(job)[ours.FULL], len(job)),
    }
    times = interleaved(players, repeats)
    pairs = zip(times.seconds["simulate"], times.seconds["kernel"], strict=True)
    beyond = [(whole - kernel, kernel) for whole, kernel in pairs]
    return median(more / kernel for more, kernel in beyond), 1e6 * min(more for more, _ in beyond)


def recording(repeats: int) -> float:
    """Return the time of a stroke with all events recorded, as a multiple of an unrecorded one."""
    ratios = []
    for job in (break_job(100), mid_job(1000)):
        players = ours.runners(job)
        times = interleaved({name: (players[name], len(job)) for name in (ours.FULL, ours.RECORDED)}, repeats)
        ratios.append(times.ratio(ours.FULL, ours.RECORDED))
    return max(ratios)


def keyframes(repeats: int) -> tuple[int, float, float]:
    """Return the keyframes of a break at 6 m/s: their number, the time they take in breaks of the kernel, and in ms."""
    shown = simulate(rack(270, 3), Stroke(20_000, -100_000, 6_000_000), trajectory=True).trajectory
    assert shown is not None
    job = break_job(20, speed=6.0)
    times = interleaved(
        {
            "keyframes": (lambda: [len(shown.keyframes) for _ in range(10)], 10),
            "kernel": (ours.runners(job)[ours.FULL], len(job)),
        },
        2 * repeats,
    )
    return len(shown.keyframes), times.ratio("kernel", "keyframes"), 1e3 * min(times.seconds["keyframes"])


def trajectory(repeats: int) -> float:
    """Return the time of `simulate(…, trajectory=True)` as a multiple of `simulate(…)`, mid-game."""
    values = strokes(mid_job(200))

    def seconds(record: bool) -> float:
        begun = time.process_time()
        for position, stroke in values:
            simulate(position, stroke, trajectory=record)
        return time.process_time() - begun

    seconds(True)
    return float(np.median([seconds(True) / seconds(False) for _ in range(repeats)]))
