"""Compile the C of the kernels: to native code in the package, and to WebAssembly for the page.

`python native_build.py` translates the kernels to C (`native/kernels.c`, which an sdist contains) and compiles them
into the package, also for wheels and checkouts.

The object serves every version of Python on one platform. Its name has the digest of the Python sources that the C was
translated from (`src/carrom/compiling/kernel_sources.py`); carrom refuses an object of other sources. On x86-64 every
function is compiled three times, for any processor, for those with AVX2 and with AVX-512; a multiplication and an
addition are never contracted, so all give the same bits. The compiler is `CC`, otherwise the system's, otherwise zig
from the wheel `ziglang`, as on Windows. `CARROM_SKIP_NATIVE=1` omits the object.

`python native_build.py web` translates the page's kernels to C and compiles them by zig, from the wheel `ziglang`, into
`web/src/physics` and `web/src/offline`, with the constants that the page needs.
"""

from __future__ import annotations

import hashlib
import importlib.util
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
ZIG, ZIG_CC = "ziglang>=0.14", ("-m", "ziglang", "cc")
ZIG_CACHE = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(ROOT / "build" / "zig"))
IMPORTED = {"PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))}
"""The environment in which Python finds the package before it is installed."""
SOURCE = ROOT / "native" / "kernels.c"
sys.path.insert(0, str(ROOT / "src" / "carrom" / "compiling"))
import kernel_sources  # noqa: E402  (without importing the package, which may not be installed)

sys.path.pop(0)

FLAGS = ("-std=c11", "-O3", "-fvisibility=hidden", "-fwrapv", "-fno-math-errno", "-fno-trapping-math",
         "-ffp-contract=off", "-fno-tree-slp-vectorize",
         "-fno-builtin-sin", "-fno-builtin-cos", "-w")  # fmt: skip
"""Nothing here changes a result: no -ffast-math, no contraction, integers that wrap around,
the library's own sine and cosine."""
POSITION = () if sys.platform == "win32" else ("-fPIC",)
"""Windows has no such option: its libraries are moved when they are loaded."""
AVX2 = ("-mavx2", "-mbmi", "-mbmi2")
LEVELS = {
    "base": (),
    "avx2": AVX2,
    "avx512": (*AVX2, "-mavx512f", "-mavx512vl", "-mavx512dq", "-mavx512bw", "-mprefer-vector-width=256"),
}
"""Sets of instructions on x86-64."""

PHYSICS, OFFLINE = ROOT / "web" / "src" / "physics", ROOT / "web" / "src" / "offline"
WEB = {
    "page.c": PHYSICS / "kernel.wasm",
    "search.c": OFFLINE / "kernel.wasm",
    "layout.json": PHYSICS / "layout.json",
    "surfaces.json": PHYSICS / "surfaces.json",
}
"""What `carrom.c_source.page` writes, and where it is for the page, compiled."""
WEB_SOURCES = (ROOT / "native_build.py", *(
    kernel_sources.PACKAGE / name for name in ("c_source/page.py", "physics/simulate.py", "physics/surface.py")
))  # fmt: skip
"""Sources of the page's kernels beside those of the native ones."""
WEB_FLAGS = ("-target", "wasm32-freestanding", "-mcpu=mvp+simd128+bulk_memory+sign_ext", "-std=c11", "-O3", "-fwrapv",
             "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-fno-unroll-loops", "-w", "-nostdlib",
             "-Wl,--no-entry", "-Wl,-s", "-Wl,-z,stack-size=65536", "-DENTRY(name)=carrom_##name")  # fmt: skip
"""An integer of a float that is too large is that of x86, because conversions that never trap are not used."""


def is_skipped() -> bool:
    """Return whether the native object is not wanted."""
    return os.environ.get("CARROM_SKIP_NATIVE") == "1"


def compiler(python: str = sys.executable) -> list[str] | None:
    """Return the command of the C compiler: the system's, otherwise zig of this Python; None if there is none."""
    if is_skipped():
        return None
    return system_compiler() or ([python, *ZIG_CC, "-mcpu=baseline"] if has_zig(python) else None)


def system_compiler() -> list[str] | None:
    """Return the command of the system's C compiler: `CC`, otherwise cc, gcc or clang; None if there is none."""
    if sys.platform == "win32":
        return None
    words = shlex.split(os.environ.get("CC", ""))
    found = next((name for name in (words[:1] or ("cc", "gcc", "clang")) if shutil.which(name)), None)
    return None if found is None else [found, *words[1:]]


def needs_zig() -> bool:
    """Return whether the object must be compiled by zig, on a platform that zig has wheels for."""
    has_wheels = sys.platform in ("linux", "darwin", "win32")
    return has_wheels and not is_skipped() and not target().exists() and system_compiler() is None


def has_zig(python: str) -> bool:
    """Return whether a Python has the wheel `ziglang`."""
    if python == sys.executable:
        return importlib.util.find_spec("ziglang") is not None
    return subprocess.run([python, "-c", "import ziglang"], capture_output=True).returncode == 0


def target() -> Path:
    """Return the path of the object that belongs to the sources."""
    return kernel_sources.OBJECTS / kernel_sources.object_name(kernel_sources.digest())


def must_build() -> bool:
    """Return whether the object is missing or out of date, and there is a C compiler."""
    return not target().exists() and compiler() is not None


def is_current() -> bool:
    """Return whether there is C that is the translation of the sources, by the digest in its first lines."""
    if not SOURCE.exists():
        return False
    with SOURCE.open(encoding="utf-8") as lines:
        return kernel_sources.digest() in lines.read(1_000)


def translate(python: str = sys.executable) -> None:
    """Write the C of the kernels unless it is up to date, by a Python that has NumPy and msgspec. Raises `OSError`."""
    if not is_current():
        run([python, "-m", "carrom.c_source.kernels", str(ROOT)], IMPORTED)


def build(python: str = sys.executable) -> Path:
    """Translate (`translate`) and compile the kernels, and remove older objects of this platform; return the path.

    Raises `OSError`.
    """
    command, made = compiler(python), target()
    if command is None:
        raise OSError(f"there is no C compiler; install one, or zig: pip install '{ZIG}'")
    translate(python)
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
            run([*command, *FLAGS, *POSITION, *flags, *own, "-c", str(SOURCE), "-o", part], ZIG_CACHE)
            parts.append(part)
        whole = Path(folder) / made.name
        link = ["-dynamiclib"] if sys.platform == "darwin" else ["-shared", "-Wl,-s"]
        run([*command, *link, *parts, "-o", str(whole), "-lm"], ZIG_CACHE)
        for old in made.parent.glob(f"kernels-*-{kernel_sources.platform()}.*"):
            old.unlink(missing_ok=True)
        whole.replace(made)
    return made


def web_digest() -> str:
    """Return the digest of the sources of the page's kernels."""
    content = b"\0".join(path.read_bytes().replace(b"\r\n", b"\n") for path in WEB_SOURCES)
    return hashlib.sha256(kernel_sources.digest().encode() + content).hexdigest()[:16]


def is_web_current() -> bool:
    """Return whether the page's kernels are there and made from the present sources."""
    wanted = web_digest().encode()
    return all(path.exists() and (path.suffix != ".wasm" or wanted in path.read_bytes()) for path in WEB.values())


def build_web() -> None:
    """Translate and compile the page's kernels with this Python, which needs msgspec and zig. Raises `OSError`."""
    if not has_zig(sys.executable):
        raise OSError(f"zig compiles them; install it: pip install '{ZIG}'")
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, "-m", "carrom.c_source.page", folder], IMPORTED)
        for name, path in WEB.items():
            made = source = Path(folder) / name
            if path.suffix == ".wasm":
                made = source.with_suffix(".wasm")
                entries = sorted(set(re.findall(r"\bENTRY\((\w+)\)\(", source.read_text(encoding="utf-8"))))
                shown = [f"-Wl,--export={each}" for each in (
                    "__heap_base", "carrom_entries", "carrom_sources", *(f"carrom_{entry}" for entry in entries)
                )]  # fmt: skip
                run([sys.executable, *ZIG_CC, *WEB_FLAGS, f'-DSOURCES="{web_digest()}"', *shown, str(source), "-o",
                     str(made)], ZIG_CACHE)  # fmt: skip
            path.write_bytes(made.read_bytes())


def wheel_tag() -> str:
    """Return the tag of a wheel with the object: any Python 3 of this platform, by the oldest C library that fits."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = [int(found) for found in re.findall(rb"GLIBC_2\.(\d+)", target().read_bytes())]
    if platform.startswith("linux_") and needed:
        platform = platform.replace("linux", f"manylinux_2_{max(17, *needed)}", 1)
    return f"py3-none-{platform}"


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run a command, with more variables of the environment. Raises `OSError` with its message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    if done.returncode:
        said = done.stderr.strip()
        said = said.splitlines()[-1] if said.startswith("Traceback") else said[:2000]
        raise OSError(f"`{' '.join(command)}` failed: {said}")


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["web"]:
            build_web()
            sys.exit()
        print(f"built {build()}")
    except OSError as fault:
        sys.exit(f"native_build.py: the kernels were not compiled: {fault}")
