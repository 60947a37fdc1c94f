"""`carrom bench arrays`: measure the array environments in steps per second on one core, compared with other libraries.

All figures are processor time. The measurements alternate within one run, so that other load affects all of them
equally: compare only ratios and shares, as the bars do; those of environments count loops of `bench.unit`. With
`--conformance` every stroke is played in arrays and as a game, and the results are compared; the code is in
tests/arrays.
"""

import argparse
import os
import platform
from pathlib import Path

from bench.arrays import conformance, environments, peers, steps
from bench.unit import bar, processor

from carrom.physics import PHYSICS_VERSION
from carrom.rules.rulesets import NAMES


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `carrom bench arrays`."""
    parser.add_argument("--steps", type=int, default=60, help="steps of 512 boards to measure (default: 60)")
    parser.add_argument("--ruleset", default="icf", choices=NAMES, help="rule set to measure (default: icf)")
    parser.add_argument(
        "--conformance", type=int, metavar="STROKES", help="compare this many strokes per rule set with games"
    )
    parser.add_argument(
        "--custom",
        type=int,
        metavar="SETS",
        default=0,
        help="with --conformance: random custom rule sets to compare as well (default: 0)",
    )
    parser.add_argument("--only", choices=NAMES, help="with --conformance: only this rule set")


def run(args: argparse.Namespace) -> int:
    """Measure, or compare with games; return 1 if a limit is missed or a result differs."""
    os.environ["CARROM_TABLES"] = ""
    names = (args.only,) if args.only else NAMES
    if args.conformance:
        return conformance.run(args.conformance, names, args.custom)
    print(f"physics {PHYSICS_VERSION}; {machine()}; one core, processor time")
    answer = [steps.measured(args.ruleset, name, args.steps) for name in ("random play", "a decent player")]
    random_play, decent_play = answer
    bars = [
        bar("the kernel's share of a step with rules and new racks, random play", random_play.kernel, "", least=0.55),
        bar(
            "the kernel's share of a step with rules and new racks, a decent player", decent_play.kernel, "", least=0.55
        ),
        bar("share of laws and placing, random play", random_play.law, "", most=0.15),
        bar("share of laws and placing, a decent player", decent_play.law, "", most=0.15),
        bar("a batch in arrays, speed relative to the kernel", steps.batched(), "", least=0.8),
        *(_environment(f"one environment, {name}", environments.alone(name), 0.3) for name in environments.ALONE),
        *(_environment(f"512 environments, {name}", environments.many(name), 0.03) for name in environments.MANY),
    ]
    for name in environments.SHORT:
        print(f"       one environment, {name}, with a reset each step: {environments.alone(name):,.0f}", flush=True)
    for name in environments.LONG:
        print(f"       512 environments, {name}: {environments.many(name):,.0f}", flush=True)
    times = peers.stepping()
    if times is not None:
        bars.append(bar("a step with rules, speed relative to pymunk at 1 kHz", times, "times", least=1_000))
    return int(not all(bars))


def _environment(name: str, rate: float, most: float) -> bool:
    """Print the time of a step, in loops of `bench.unit`, beside its bar; return whether the bar is met."""
    return bar(f"a step of {name} ({rate:,.0f} a second)", 1 / rate / processor(), "loops", most=most)


def machine() -> str:
    """Return a description of this machine and its current load."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    name = models[0] if models else platform.processor() or platform.machine()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}{load}"
