"""The sources of the native kernels, and their digest, which names the object made of them.

It imports nothing of the package, so that `native_build.py` can use it before the package is installed.
"""

import hashlib
import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
OBJECTS = Path(__file__).resolve().parent / "objects"
"""Folder of the compiled objects."""
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
SOURCES = (
    "arrays/facts.py",
    "arrays/layout.py",
    "arrays/observation_rows.py",
    "arrays/placing.py",
    "arrays/queues.py",
    "arrays/settlement.py",
    "arrays/step.py",
    "arrays/striker_lines.py",
    "board/__init__.py",
    "board/disc.py",
    "board/disc_spots.py",
    "board/equipment.py",
    "board/free_space.py",
    "board/integers.py",
    "board/notation_words.py",
    "board/outcome.py",
    "board/position.py",
    "board/seat.py",
    "board/spots.py",
    "board/striker_spans.py",
    "board/striker_spots.py",
    "board/stroke.py",
    "board/tangent_spots.py",
    "c_source/kernels.py",
    "c_source/translator.py",
    "engine/geometry.py",
    "engine/pocketing.py",
    "engine/rollout_kernel.py",
    "numeric.py",
    "physics/fitting/filming.py",
    "physics/invariants.py",
    "physics/kernel/collision_times.py",
    "physics/kernel/contact.py",
    "physics/kernel/distance_bounds.py",
    "physics/kernel/friction_profile.py",
    "physics/kernel/keyframes.py",
    "physics/kernel/layout.py",
    "physics/kernel/loop.py",
    "physics/kernel/motion.py",
    "physics/kernel/pocket.py",
    "physics/kernel/stroke_batch.py",
    "physics/random_strokes.py",
    "physics/tables/layout.py",
    "subset.py",
    "values.py",
)
"""Every file of the package that the C of the kernels depends on: the compiled modules, what they import, and the
translator."""


def digest(package: Path = PACKAGE) -> str:
    """Return the digest of the sources; line endings do not matter."""
    found = hashlib.sha256()
    for name in SOURCES:
        found.update(name.encode() + b"\0" + (package / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()


def platform() -> str:
    """Return the name of this operating system and processor, such as `linux-x86_64`."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "unknown")
    return f"{sys.platform}-{machine.lower()}"


def object_name(sources: str) -> str:
    """Return the name of the object made of sources with this digest, for this platform."""
    return f"kernels-{sources[:16]}-{platform()}{SUFFIX}"
