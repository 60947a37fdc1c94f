"""Measure how much the time in which a disc falls into a pocket matters: `python -m bench.physics.pockets`.

Plays the benchmark's strokes with both rules of falling, and with half and twice the lip
(docs/decisions/physics-model.md).
"""

from typing import Any

import numpy as np
from bench.physics.jobs import Array, Job, break_job, masses, mid_job, radii

from carrom.board.equipment import STANDARD
from carrom.physics.kernel import compiled, layout
from carrom.physics.simulate import parameters
from carrom.physics.surface import LIP, PRESETS, Surface
from carrom.values import changed

ROOM = 20_000


class Player:
    """The kernel and its arrays."""

    def __init__(self) -> None:
        self.kernel = compiled.current()
        self.state, self.marks = self.kernel.floats(layout.STATE), self.kernel.integers(layout.MARKS)
        self.log: Any = np.zeros(ROOM * layout.E_WIDTH)

    def play(self, job: Job, stroke: int, world: Array) -> tuple[frozenset[int], Array]:
        """Return which discs fall in a stroke of a job, and the speeds (m/s) of discs that leave a pocket again."""
        n, state = job.discs, self.state
        fields = (layout.X, layout.Y, layout.WX, layout.WY, layout.SPIN, layout.RADIUS, layout.MASS)
        values = (job.x[stroke], job.y[stroke], job.vx[stroke], job.vy[stroke], 0.0, radii(n), masses(n))
        for field, value in zip(fields, values, strict=True):
            state[field : field + n] = value
        events = self.kernel.play(self.kernel.profile, state, self.marks, world, self.log, n)
        rows = self.log.reshape(-1, layout.E_WIDTH)[: min(events, ROOM)]
        out = rows[rows[:, layout.E_KIND] == layout.RIM]
        fell = np.nonzero(state[layout.FELL : layout.FELL + n] < layout.NEVER)[0]
        return frozenset(int(k) for k in fell), np.hypot(out[:, layout.E_BEFORE], out[:, layout.E_BEFORE + 1])


def worlds(surface: Surface) -> dict[str, Array]:
    """Return a surface's kernel parameters for each rule that is compared."""
    found = {"centre": np.array(parameters(changed(surface, pocket="centre"), STANDARD))}
    for name, lip in (("half", LIP / 2), ("rim", LIP), ("twice", 2 * LIP)):
        found[name] = np.array(parameters(surface, STANDARD))
        found[name][layout.P_LIP] = lip
    return found


def faster(job: Job, times: float) -> Job:
    """Return the job with all speeds multiplied."""
    return Job(job.name, job.x, job.y, job.vx * times, job.vy * times)


def main() -> None:
    """Print both tables."""
    player = Player()
    jobs = {
        "mid-game, 1 to 3 m/s": mid_job(2000),
        "mid-game, 2 to 6 m/s": faster(mid_job(2000), 2.0),
        "break, 4 m/s": break_job(300),
        "break, 6 m/s": faster(break_job(300), 1.5),
    }
    print("| strokes | surface | falls by the centre | falls | come out again | of the visits | slower than 3 m/s "
          "| same discs fall | half the lip | twice |")  # fmt: skip
    print("|" + "---|" * 10)
    for name, job in jobs.items():
        for surface in PRESETS:
            answer = {rule: [player.play(job, k, world) for k in range(len(job))] for rule, world in
                    worlds(PRESETS[surface]).items()}  # fmt: skip
            falls = {rule: sum(len(fell) for fell, _ in found) for rule, found in answer.items()}
            out = {rule: np.concatenate([speeds for _, speeds in found]) for rule, found in answer.items()}
            share = {rule: len(out[rule]) / max(1, len(out[rule]) + falls[rule]) for rule in answer}
            same = np.mean([one[0] == other[0] for one, other in zip(answer["centre"], answer["rim"], strict=True)])
            slow = np.mean(out["rim"] < 3.0) if len(out["rim"]) else 0.0
            print(f"| {name} | {surface} | {falls['centre']} | {falls['rim']} | {len(out['rim'])} | {share['rim']:.1%} "
                  f"| {slow:.0%} | {same:.1%} | {share['half']:.1%} | {share['twice']:.1%} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
