"""The tables of `carrom bench physics`: strokes per second on one core, compared with peers.

Every rate is the median processor time of interleaved repeats; every ratio is the median of the ratios of all repeats.
An engine's error is the distance of its worst disc from the exact result in the median stroke, and the share of strokes
in which the same discs fall. Time-stepping peers play without contact friction, so that their model is the kernel's
constant-deceleration path, which serves as the exact result.

Every bar is a ratio to something measured in the same run, the kernel's own time above all, so that neither the machine
nor other load on it decides. "The full model" has contact friction and spin, and pockets that take a disc at its centre
(`pocket="centre"`), as all engines here do: that is the physics of version 1. "As in games" has the pockets of games.
"""

import argparse
import platform

import numpy as np
from bench.physics import calls, cores, ours, peers
from bench.physics.clock import interleaved
from bench.physics.jobs import Array, Job, break_job, mid_job
from bench.unit import bar

from carrom.physics import PHYSICS_VERSION

STROKES = {"break": 300, "mid": 3000}


def run(args: argparse.Namespace) -> int:
    """Measure and print; return 1 if a measured limit is missed (never in a quick run)."""
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    print(f"carrom physics {PHYSICS_VERSION}, {machine}; one core, processor time")
    met: list[bool] = []
    for name, make in (("break", break_job), ("mid", mid_job)):
        count = STROKES[name] // (10 if args.quick else 1)
        _job(make(count), args)
    repeats = 5 if args.quick else args.repeats
    print(f"\ncalls, recording, cores (physics {PHYSICS_VERSION})")
    met.append(bar("kernel with every event recorded", calls.recording(repeats), "times without", most=2.0))
    met.append(bar("simulate(trajectory=True)", calls.trajectory(repeats), "times simulate()", most=2.0))
    overhead, took = calls.overhead(repeats)
    met.append(bar(f"simulate() beyond its kernel ({took:.0f} µs)", overhead, "mid-game strokes of it", most=18))
    count, frames, took = calls.keyframes(repeats)
    met.append(bar(f"the {count} keyframes of a break ({took:.2f} ms)", frames, "breaks of the kernel", most=6.5))
    by_clock, by_time = cores.scaling(0.5 if args.quick else 4.0)
    text = f"two processes by processor time (by the clock {by_clock:.2f} of one, which needs two idle cores)"
    met.append(bar(text, by_time, "times one", least=1.45))
    return int(not all(met) and not args.quick)


def _job(job: Job, args: argparse.Namespace) -> None:
    """Measure one job and print its table."""
    repeats = 5 if args.quick else args.repeats
    fast = ours.runners(job)
    times = interleaved({name: (play, len(job)) for name, play in fast.items()}, repeats)
    exact = {name: play() for name, play in fast.items()}
    print(f"\n{job.name}: {len(job)} strokes, {job.discs} discs{'':24} strokes/s   ours is    error   same discs fall")
    for name in fast:
        model = name if name in (ours.CONSTANT, ours.GAMES) else ours.FULL
        _line(name, times.rate(name), times.ratio(model, name), exact[name], exact[model])
    if not args.no_peers:
        rates = {name: times.rate(name) for name in (ours.CONSTANT, ours.FULL)}
        _peers(job, rates, exact[ours.CONSTANT], args.quick)


def _peers(job: Job, rates: dict[str, float], exact: Array, quick: bool) -> None:
    """Play the first strokes of the job with each installed peer, at each of its step rates."""
    for peer in peers.installed():
        for hz in peer.RATES:
            if quick and hz > 240:
                continue
            count = max(2, int((2 if quick else 30) * (240 / hz) ** 0.7))
            rest, rate = peers.timed(peer, job.first(count), hz)
            name = f"{peer.NAME}, {hz} Hz"
            _line(name, rate, rates[ours.FULL] / rate, rest, exact[:count])
    for name, rate in peers.pooltool_rates(job.discs, quick):
        print(f"  {name:46} {rate:12,.1f} {rates[ours.FULL] / rate:9,.0f} x   (rolling balls: different physics)")


def _line(name: str, rate: float, ratio: float, rest: Array, exact: Array) -> None:
    apart = np.hypot(rest[..., 0] - exact[..., 0], rest[..., 1] - exact[..., 1])
    worst = np.nanmax(np.where(np.isnan(apart), 0.0, apart), axis=1)
    same = (np.isnan(rest[..., 0]) == np.isnan(exact[..., 0])).all(axis=1).mean()
    print(f"  {name:46} {rate:12,.1f} {ratio:9,.2f} x  {np.median(worst) * 1e3:9.2g} mm {same:8.2f}", flush=True)
