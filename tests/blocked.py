"""Runs code in an interpreter that cannot import NumPy, a web framework or a database driver."""

import subprocess
import sys
from textwrap import dedent

BLOCKED = (
    "numpy", "starlette", "fastapi", "uvicorn", "websockets", "anyio", "sqlalchemy", "psycopg", "sqlite3",
)  # fmt: skip

BLOCK = f"""
import os
import sys

os.environ["CARROM_KERNELS"] = "interpreted"  # native kernels take arrays of NumPy, and a browser has none


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ImportError(f"{{name}} is blocked")
        return None


sys.meta_path.insert(0, Blocker())


def import_all(package):
    import importlib
    import pkgutil

    modules = [package, *(each.name for each in pkgutil.walk_packages(
        importlib.import_module(package).__path__, package + "."))]
    for name in modules:
        importlib.import_module(name)
    return modules
"""
"""Makes the blocked packages impossible to import, and defines `import_all`."""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter that has the blocked packages blocked."""
    return subprocess.run(
        [sys.executable, "-c", BLOCK + dedent(code)], capture_output=True, text=True, timeout=120, check=False
    )


def output_of(code: str) -> str:
    """Return what code prints that succeeds in such an interpreter."""
    found = run(code)
    assert found.returncode == 0, found.stderr
    return found.stdout
