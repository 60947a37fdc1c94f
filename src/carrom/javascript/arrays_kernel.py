"""The functions of boards in arrays in JavaScript: `python -m carrom.javascript.arrays_kernel FILE` writes the module.

Nothing in the page uses it, so it is not committed. The test and `carrom bench arrays --javascript` translate it
each time and compare every result with the compiled functions.
"""

import inspect
import sys
from pathlib import Path
from types import FunctionType

from carrom.arrays import compiled
from carrom.javascript import page_kernel
from carrom.javascript.es_module import Translation, translate

HEADER = "// Generated from src/carrom/arrays by `python -m carrom.javascript.arrays_kernel`."


def entries() -> tuple[FunctionType, ...]:
    """Return every function that is compiled for boards in arrays."""
    return tuple(
        function
        for module in compiled.MODULES
        for _, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
    )


def arrays_kernel(is_checked: bool = False) -> Translation:
    """Return the functions of boards in arrays as an ES module and its declarations."""
    modules = (*page_kernel.MODULES, *compiled.MODULES)
    return translate(modules, entries(), wide=page_kernel.WIDE, is_checked=is_checked, header=HEADER)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(arrays_kernel().javascript, encoding="utf-8", newline="\n")
    print(f"wrote {sys.argv[1]}")
