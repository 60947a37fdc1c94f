"""The kernels that run in browsers: their C, for WebAssembly, and what the page must know to call them.

`python -m carrom.c_source.page FOLDER` writes `page.c` (strokes, for the page), `search.c` (the engine's search, for
the worker of the static site), `layout.json` and `surfaces.json`; `native_build.py web` runs it and compiles the two.
Nothing is imported here that needs NumPy, so that the client can be built with msgspec alone.
"""

import json
import sys
from pathlib import Path
from types import ModuleType

from carrom.board import free_space, integers
from carrom.c_source.translator import CModule, Entry
from carrom.engine import pocketing, rollout_kernel
from carrom.physics.kernel import compiled, friction_profile, keyframes, layout, loop, stroke_batch
from carrom.physics.simulate import FASTEST, MOST_SPIN, MOST_SPIN_1
from carrom.physics.surface import LIP, PATIENCE, PRESETS, TOIL, parameters_of

STROKES: tuple[ModuleType, ...] = tuple(dict.fromkeys((*free_space.MODULES, *compiled.MODULES, friction_profile)))
"""The modules of a stroke."""
PAGE = (
    Entry(friction_profile.write_profile, {}),
    Entry(stroke_batch.first_refused, {}),
    Entry(stroke_batch.lay, {}),
    Entry(loop.play, {}),
    Entry(stroke_batch.note, {}),
    Entry(stroke_batch.still_at, {}),
    Entry(keyframes.write_frames, {}),
    Entry(integers.nearest, {}),
)
"""Functions that the page calls."""
SEARCH = (
    Entry(rollout_kernel.try_many, {"classes": "i2", "lies": "i4"}),
    Entry(rollout_kernel.foresee_men, {}),
    Entry(rollout_kernel.survey, {"rows": "i4"}),
    Entry(rollout_kernel.turn_to_player, {}),
    Entry(pocketing.directs, {}),
    Entry(loop.play, {}),
)
"""Functions that the engine in the worker calls, with the types of arrays that have no elements of 64 bits."""
NAMES = tuple(
    """
    STATE MARKS X Y WX WY RADIUS SPIN REST_X REST_Y FELL TOUCHED PARAMETERS DISC FRAME_X FRAME_Y POCKET RIM E_KIND
    E_FIRST E_SECOND E_TIME E_X1 E_Y1 E_NX E_NY E_NORMAL E_BEFORE E_WIDTH GRAVITY
    """.split()  # noqa: SIM905
)
"""Names of the kernel's layout that the page uses."""
CONSTANTS = {
    **{name: getattr(layout, name) for name in NAMES},
    **{name: getattr(stroke_batch, name) for name in ("ALL_DISCS", "NOWHERE", "SIZES", "MEASURES", "STROKE", "FACTS")},
    **{name: getattr(stroke_batch, name) for name in ("F_EVENTS", "F_DURATION", "F_LINES")},
    **{name: getattr(keyframes, name) for name in ("BEGUN", "FRAME")},
    "PROFILE_SIZE": friction_profile.SIZE,
    "PROFILE_NUMBERS": friction_profile.NUMBERS,
    "LIP": LIP,
    "RIM_PATIENCE": PATIENCE["rim"],
    "CENTRE_PATIENCE": PATIENCE["centre"],
    "RIM_TOIL": TOIL["rim"],
    "CENTRE_TOIL": TOIL["centre"],
    "FASTEST": FASTEST,
    "MOST_SPIN": MOST_SPIN,
    "MOST_SPIN_1": MOST_SPIN_1,
}
"""Constants of the kernel that the page uses."""


def files() -> dict[str, str]:
    """Return the text of each file, by its name."""
    presets = {name: parameters_of(surface) for name, surface in PRESETS.items()}
    return {
        "page.c": CModule(STROKES, PAGE).text,
        "search.c": CModule((*STROKES, pocketing, rollout_kernel), SEARCH).text,
        "layout.json": f"{json.dumps(CONSTANTS, indent=2)}\n",
        "surfaces.json": f"{json.dumps(presets, indent=2)}\n",
    }


if __name__ == "__main__":
    for name, text in files().items():
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8", newline="\n")
