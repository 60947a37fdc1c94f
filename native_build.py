"""Compile `native/kernels.c` into the package: `python native_build.py`, also for wheels and checkouts.

The object serves every version of Python on one platform. Its name has the digest of the Python sources that the C was
translated from (`src/carrom/compiling/kernel_sources.py`); carrom refuses an object of other sources. On x86-64 every
function is compiled three times, for any processor, for those with AVX2 and with AVX-512; a multiplication and an
addition are never contracted, so all give the same bits. `CARROM_SKIP_NATIVE=1` omits the object, and `CC` names
another compiler.
"""

from __future__ import annotations

import os
import platform as machine
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "native" / "kernels.c"
sys.path.insert(0, str(ROOT / "src" / "carrom" / "compiling"))
import kernel_sources  # noqa: E402  (without importing the package, which may not be installed)

sys.path.pop(0)

FLAGS = ("-std=c11", "-O3", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-fno-math-errno", "-fno-trapping-math",
         "-ffp-contract=off", "-fno-tree-slp-vectorize",
         "-fno-builtin-sin", "-fno-builtin-cos", "-w")  # fmt: skip
"""Nothing here changes a result: no -ffast-math, no contraction, integers that wrap around,
the library's own sine and cosine."""
AVX2 = ("-mavx2", "-mbmi", "-mbmi2")
LEVELS = {
    "base": (),
    "avx2": AVX2,
    "avx512": (*AVX2, "-mavx512f", "-mavx512vl", "-mavx512dq", "-mavx512bw", "-mprefer-vector-width=256"),
}
"""Sets of instructions on x86-64."""


def compiler() -> list[str] | None:
    """Return the command of the C compiler: `CC`, otherwise cc, gcc or clang; None if there is none."""
    if os.environ.get("CARROM_SKIP_NATIVE") == "1" or sys.platform == "win32":
        return None
    words = shlex.split(os.environ.get("CC", ""))
    found = next((name for name in (words[:1] or ("cc", "gcc", "clang")) if shutil.which(name)), None)
    return None if found is None else [found, *words[1:]]


def target() -> Path:
    """Return the path of the object that belongs to the sources."""
    return kernel_sources.OBJECTS / kernel_sources.object_name(kernel_sources.digest())


def must_build() -> bool:
    """Return whether the object is missing or out of date and can be built from the committed C."""
    return is_current() and not target().exists() and compiler() is not None


def is_current() -> bool:
    """Return whether the committed C is the translation of the sources, by the digest in its first lines."""
    if not SOURCE.exists():
        return False
    with SOURCE.open(encoding="utf-8") as lines:
        return kernel_sources.digest() in lines.read(1_000)


def build(source: Path = SOURCE) -> Path:
    """Compile the kernels and remove older objects of this platform; return the path. Raises `OSError`."""
    command, made = compiler(), target()
    if command is None:
        raise OSError("there is no C compiler")
    is_x86 = machine.machine().lower() in ("x86_64", "amd64")
    levels = LEVELS if is_x86 else {"base": ()}
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=made.parent) as folder:
        parts = []
        for level, flags in levels.items():
            part = str(Path(folder) / f"{level}.o")
            own = [f"-DENTRY(name)=carrom_##name##_{level}"]
            if level == "base":
                own.append(f'-DSOURCES="{kernel_sources.digest()}"')
                own += ["-DIS_X86_64"] if is_x86 else []
            run([*command, *FLAGS, *flags, *own, "-c", str(source), "-o", part])
            parts.append(part)
        whole = Path(folder) / made.name
        link = ["-dynamiclib"] if sys.platform == "darwin" else ["-shared", "-Wl,-s"]
        run([*command, *link, *parts, "-o", str(whole), "-lm"])
        for old in made.parent.glob(f"kernels-*-{kernel_sources.platform()}.*"):
            old.unlink(missing_ok=True)
        whole.replace(made)
    return made


def wheel_tag() -> str:
    """Return the tag of a wheel with the object: any Python 3 of this platform, by the oldest C library that fits."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = [int(found) for found in re.findall(rb"GLIBC_2\.(\d+)", target().read_bytes())]
    if platform.startswith("linux_") and needed:
        platform = platform.replace("linux", f"manylinux_2_{max(17, *needed)}", 1)
    return f"py3-none-{platform}"


def run(command: list[str]) -> None:
    """Run the compiler. Raises `OSError` with its message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"`{' '.join(command)}` failed: {done.stderr.strip()[:2000]}")


if __name__ == "__main__":
    try:
        print(f"built {build(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE)}")
    except OSError as fault:
        sys.exit(f"native_build.py: the kernels were not compiled: {fault}")
