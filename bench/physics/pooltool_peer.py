"""pooltool, for comparing speed: an event-driven simulator of pool, with rolling balls instead of sliding discs.

Its physics differs, so results cannot be compared, only the time per stroke with the same number of balls. A break is
pooltool's own eight-ball rack (16 balls) at 4 m/s.
"""

import time

import numpy as np
import pooltool

NAME = f"pooltool {pooltool.__version__}"


def rate(discs: int, strokes: int) -> float:
    """Return strokes per second of processor time: breaks for a full board, else `discs` balls at random places."""
    rng = np.random.default_rng(3)
    systems = [_break() if discs >= 16 else _strewn(rng, discs) for _ in range(strokes + 1)]
    pooltool.simulate(systems.pop(), inplace=True)  # compile first
    begun = time.process_time()
    for system in systems:
        pooltool.simulate(system, inplace=True)
    return strokes / (time.process_time() - begun)


def _break() -> "pooltool.System":
    table = pooltool.Table.default()
    balls = pooltool.get_rack(pooltool.GameType.EIGHTBALL, table)
    system = pooltool.System(table=table, balls=balls, cue=pooltool.Cue(cue_ball_id="cue"))
    system.strike(V0=4.0, phi=pooltool.aim.at_ball(system, "1"))
    return system


def _strewn(rng: np.random.Generator, count: int) -> "pooltool.System":
    table = pooltool.Table.default()
    names = ["cue", *(str(k) for k in range(1, count))]
    places: list[np.ndarray] = []
    while len(places) < count:
        at = rng.uniform(0.06, 1.0, 2) * (table.w - 0.06, table.l - 0.06)
        if all(np.hypot(*(at - other)) > 0.06 for other in places):
            places.append(at)
    balls = {name: pooltool.Ball.create(name, xy=tuple(at)) for name, at in zip(names, places, strict=True)}
    system = pooltool.System(table=table, balls=balls, cue=pooltool.Cue(cue_ball_id="cue"))
    system.strike(V0=float(rng.uniform(1.0, 3.0)), phi=pooltool.aim.at_ball(system, "1"))
    return system
