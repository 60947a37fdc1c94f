"""Every function that Numba compiles for games, the engine and boards in arrays has a translation to JavaScript."""

import inspect
from types import FunctionType, ModuleType

from carrom.arrays import compiled as boards
from carrom.board.placement import free_space
from carrom.engine.rollouts import runner
from carrom.javascript import arrays_kernel, engine_kernel, page_kernel
from carrom.physics.kernel import compiled
from carrom.subset.sources import known, reached, sources_of


def functions_of(*modules: ModuleType) -> set[FunctionType]:
    """Return the functions that modules define."""
    return {
        function
        for module in modules
        for _, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
    }


def translated(entries: tuple, *modules: ModuleType) -> set[FunctionType]:
    """Return the entries and the functions that they call."""
    sources = sources_of(modules, set())
    return reached([known(entry, sources) for entry in entries], sources)


def test_every_compiled_function_is_translated() -> None:
    everything = functions_of(*free_space.MODULES, *compiled.MODULES, *runner.MODULES, *boards.MODULES)
    page = translated(page_kernel.ENTRIES, *page_kernel.MODULES)
    search = translated(engine_kernel.entries(), *page_kernel.MODULES, *runner.MODULES)
    arrays = translated(arrays_kernel.entries(), *page_kernel.MODULES, *boards.MODULES)
    assert {function.__qualname__ for function in everything - page - search - arrays} == set()


def test_the_module_of_boards_in_arrays_exports_every_function_and_checks_integers_and_indices() -> None:
    made = arrays_kernel.arrays_kernel(is_checked=True).javascript
    names = {name.strip() for name in made.rsplit("export {", 1)[1].split("}")[0].split(",")}
    assert len(names) == len(arrays_kernel.entries()) > 40
    assert names >= set(boards.ENTRIES)
    assert "$inside(" in made
    assert "$whole(" in made
