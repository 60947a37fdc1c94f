"""The physics kernel in JavaScript for the browser: `python -m carrom.javascript.page_kernel` writes it.

The files are `web/src/physics/kernel.js` and its declarations. They are committed, so that the page builds and its
tests run without Python; a test fails when they are stale.
"""

import json
import sys
from pathlib import Path
from types import ModuleType

from carrom.board.arithmetic import integers
from carrom.board.placement import disc_spots, free_space, striker_spans
from carrom.javascript.es_module import Translation, translate
from carrom.javascript.memory import Memory
from carrom.physics.kernel import compiled, friction_profile, keyframes, layout, loop, stroke_batch
from carrom.physics.kernel.motion import TURNING_DRAG
from carrom.physics.simulate import FASTEST, MOST_SPIN, MOST_SPIN_1
from carrom.physics.surface import LIP, PATIENCE, PRESETS, TOIL, parameters_of

FILES = ("web/src/physics/kernel.js", "web/src/physics/kernel.d.ts", "web/src/physics/surfaces.json")
"""Below the root of a checkout."""
HEADER = "// Generated from src/carrom/physics/kernel by `python -m carrom.javascript.page_kernel`; do not edit."
MODULES: tuple[ModuleType, ...] = tuple(
    dict.fromkeys((*free_space.MODULES, *compiled.MODULES[:2], friction_profile, *compiled.MODULES[2:]))
)
ENTRIES = (
    friction_profile.write_profile,
    loop.play,
    stroke_batch.play_many,
    stroke_batch.first_refused,
    stroke_batch.lay,
    stroke_batch.note,
    stroke_batch.still_at,
    keyframes.write_frames,
    integers.nearest,
    striker_spans.free_at,
    striker_spans.spans,
    disc_spots.due_places,
    disc_spots.centre_place,
)
"""Functions that the page calls."""
WIDE = (integers.is_within,)
"""Functions whose integers may pass 2⁵³."""
MEMORY = Memory(
    shared={"state": ("Float64Array", layout.STATE), "marks": ("Int32Array", layout.MARKS)},
    buffers={
        "world": ("Float64Array", layout.PARAMETERS),
        "begun": ("Float64Array", stroke_batch.ALL_DISCS * keyframes.BEGUN),
        "launched": ("Float64Array", 3),
        "profile": ("Float64Array", friction_profile.SIZE),
        "log": ("Float64Array", 4_000 * layout.E_WIDTH),
        "out": ("Float64Array", 4_000 * keyframes.FRAME),
    },
)
"""Longer logs and lists of keyframes are arrays of their own, which only JavaScript works on."""
COMPILED = (loop.play, keyframes.write_frames)
"""Functions that are also written as WebAssembly."""
LAYOUT = tuple(
    """
    STATE MARKS X Y WX WY RADIUS SPIN SINCE STOP REST_X REST_Y FELL TOUCHED BRANCH WATCHED TURNING NEVER PARAMETERS
    BUDGET DISC FRAME_X FRAME_Y POCKET RIM E_KIND E_FIRST E_SECOND E_TIME E_X1 E_Y1 E_NX E_NY E_NORMAL E_BEFORE
    E_AFTER E_WIDTH GRAVITY
    """.split()  # noqa: SIM905
)
"""Names of the kernel's layout that the page uses."""
CONSTANTS = {
    **{name: getattr(layout, name) for name in LAYOUT},
    **{name: getattr(stroke_batch, name) for name in ("ALL_DISCS", "NOWHERE", "SIZES", "MEASURES", "STROKE", "FACTS")},
    **{name: getattr(stroke_batch, name) for name in ("F_EVENTS", "F_DURATION", "F_LINES")},
    **{name: getattr(keyframes, name) for name in ("BEGUN", "FRAME")},
    "PROFILE_SIZE": friction_profile.SIZE,
    "PROFILE_NUMBERS": friction_profile.NUMBERS,
    "TURNING_DRAG": TURNING_DRAG,
    "LIP": LIP,
    "RIM_PATIENCE": PATIENCE["rim"],
    "CENTRE_PATIENCE": PATIENCE["centre"],
    "RIM_TOIL": TOIL["rim"],
    "CENTRE_TOIL": TOIL["centre"],
    "FASTEST": FASTEST,
    "MOST_SPIN": MOST_SPIN,
    "MOST_SPIN_1": MOST_SPIN_1,
}
"""Constants that the module exports."""


def page_kernel(is_checked: bool = False) -> Translation:
    """Return the kernel as an ES module and its declarations."""
    return translate(
        MODULES,
        ENTRIES,
        wide=WIDE,
        memory=MEMORY,
        compiled=() if is_checked else COMPILED,
        constants=CONSTANTS,
        is_checked=is_checked,
        header=HEADER,
    )


def write(root: Path) -> list[Path]:
    """Write the kernel below a checkout; return the files."""
    for name, text in files().items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="\n")
    return [root / name for name in FILES]


def files() -> dict[str, str]:
    """Return the text of every file, by its path below the root of a checkout."""
    made = page_kernel()
    presets = {name: parameters_of(surface) for name, surface in PRESETS.items()}
    return dict(zip(FILES, (made.javascript, made.typescript, f"{json.dumps(presets, indent=2)}\n"), strict=True))


if __name__ == "__main__":
    for written in write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[3]):
        print(f"wrote {written}")
