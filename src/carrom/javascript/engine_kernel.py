"""The engine's search kernel in JavaScript for the worker of the static site.

`python -m carrom.javascript.engine_kernel` writes `web/src/offline/kernel.js` and its declarations. They are committed,
as those of the page's kernel are; a test fails when they are stale.
"""

import sys
from pathlib import Path
from types import FunctionType

from carrom.engine.geometry import pocketing
from carrom.engine.rollouts import kernel as rollouts
from carrom.engine.rollouts.runner import ENTRIES
from carrom.javascript import page_kernel
from carrom.javascript.es_module import Translation, translate
from carrom.javascript.memory import Memory
from carrom.physics.batch import LOG
from carrom.physics.kernel import friction_profile, layout, loop

FILES = ("web/src/offline/kernel.js", "web/src/offline/kernel.d.ts")
"""Below the root of a checkout."""
HEADER = (
    "// Generated from src/carrom/engine and src/carrom/physics/kernel by\n"
    "// `python -m carrom.javascript.engine_kernel`; do not edit."
)
MEMORY = Memory(
    shared=page_kernel.MEMORY.shared,
    buffers={
        "world": ("Float64Array", layout.PARAMETERS),
        "profile": ("Float64Array", friction_profile.SIZE),
        "log": ("Float64Array", LOG * layout.E_WIDTH),
    },
)


def entries() -> tuple[FunctionType, ...]:
    """Return the functions that Python calls."""
    return tuple(getattr(pocketing, name, None) or getattr(rollouts, name) for name in ENTRIES)


def engine_kernel(is_checked: bool = False) -> Translation:
    """Return the kernel of the search as an ES module and its declarations."""
    return translate(
        (*page_kernel.MODULES, pocketing, rollouts),
        (*entries(), loop.play),
        wide=page_kernel.WIDE,
        memory=MEMORY,
        compiled=() if is_checked else (loop.play,),
        calls_compiled=not is_checked,
        is_checked=is_checked,
        header=HEADER,
    )


def files() -> dict[str, str]:
    """Return the text of every file, by its path below the root of a checkout."""
    made = engine_kernel()
    return dict(
        zip(
            FILES,
            (
                made.javascript,
                f"{made.typescript}\n{FASTEST}",
            ),
            strict=True,
        )
    )


FASTEST = """/** The functions that the others call: JavaScript's, or those of `webAssembly()` put in their place. */
export declare const fastest: { play: typeof play };
"""


def write(root: Path) -> list[Path]:
    """Write the kernel below a checkout; return the files."""
    for name, text in files().items():
        (root / name).write_text(text, encoding="utf-8", newline="\n")
    return [root / name for name in FILES]


if __name__ == "__main__":
    for written in write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[3]):
        print(f"wrote {written}")
