"""All compiled kernels as one C file: `python -m carrom.c_source.kernels` writes `native/kernels.c`.

`native_build.py` runs it. An sdist contains the file, so that a wheel is built with nothing but a C compiler.
"""

import sys
from pathlib import Path
from types import ModuleType

from carrom.arrays import facts, observation_rows, placing, queues, settlement, step, striker_lines
from carrom.board import disc_spots, free_space, striker_spans
from carrom.c_source.translator import CModule, Entry
from carrom.compiling.kernel_sources import digest
from carrom.engine import pocketing, rollout_kernel
from carrom.physics import invariants, random_strokes
from carrom.physics.fitting import filming
from carrom.physics.kernel import compiled, friction_profile, keyframes, loop, stroke_batch

FILE = "native/kernels.c"
"""Below the root of a checkout."""
HEADER = """// Generated from the compiled modules of src/carrom by `python -m carrom.c_source.kernels`; do not edit.
// `native_build.py` compiles it once for each set of instructions, with ENTRY(name) as the name of an entry there."""
MODULES: tuple[ModuleType, ...] = tuple(
    dict.fromkeys(
        (
            *free_space.MODULES,
            *compiled.MODULES,
            friction_profile,
            pocketing,
            rollout_kernel,
            queues,
            facts,
            settlement,
            striker_lines,
            placing,
            step,
            observation_rows,
            invariants,
            random_strokes,
            filming,
        )
    )
)
TABLES = {"queues": "i1"}
SEEN = {"fallen": "i1"}
DESK = {"rows": "i1"}
ENTRIES = (
    Entry(striker_spans.free_at, {}),
    Entry(striker_spans.spans, {}),
    Entry(disc_spots.due_places, {}),
    Entry(disc_spots.centre_place, {}),
    Entry(loop.play, {}),
    Entry(stroke_batch.play_many, {}),
    Entry(stroke_batch.first_refused, {}),
    Entry(keyframes.write_frames, {}),
    Entry(rollout_kernel.try_many, {"classes": "i2", "lies": "i4"}),
    Entry(rollout_kernel.foresee_men, {}),
    Entry(rollout_kernel.survey, {"rows": "i4"}),
    Entry(rollout_kernel.turn_to_player, {}),
    Entry(pocketing.directs, {}),
    Entry(step.step_boards, {"tables": TABLES, "seen": SEEN, "desk": DESK}),
    Entry(step.play_boards, {"tables": TABLES, "seen": SEEN, "desk": DESK}),
    Entry(step.rule_boards, {"tables": TABLES, "seen": SEEN, "desk": DESK}),
    Entry(striker_lines.first_illegal, {"tables": TABLES}),
    Entry(striker_lines.aim, {"tables": TABLES, "desk": DESK}),
    Entry(observation_rows.lead, {}),
    Entry(observation_rows.observe, {"tables": TABLES, "seen": "f4"}),
    Entry(random_strokes.strew, {}),
    Entry(invariants.play_and_inspect, {}),
    Entry(filming.film, {}),
)
"""Functions that Python calls, and the types of their arrays where these have no elements of 64 bits."""


def kernels() -> str:
    """Return all kernels as one C file."""
    return CModule(MODULES, ENTRIES, f"{HEADER}\n// Digest of the sources: {digest()}").text


if __name__ == "__main__":
    path = (Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[3]) / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(kernels(), encoding="utf-8", newline="\n")
    print(f"wrote {path}")
