"""The functions of Python modules: their syntax trees, the functions they reach, their signatures from annotations."""

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from carrom.errors import TranslationError
from carrom.subset.kinds import ELEMENTS, Kind, annotated
from carrom.subset.variables import unused

PAGE = "docs/contributing/compiled-subset.md"
"""The page that describes the subset."""


@dataclass(frozen=True)
class Signature:
    """A function of the translated modules: its name in the output, and the kinds of parameters and result."""

    name: str
    parameters: tuple[Kind, ...]
    result: Kind


@dataclass(frozen=True)
class Source:
    """One function of the modules."""

    tree: ast.FunctionDef
    module: ModuleType
    path: str
    name: str
    """Its name in the output."""

    def refuse(self, node: ast.AST, what: str) -> TranslationError:
        """Return the error for a construct that is refused."""
        place = f"{self.path}:{getattr(node, 'lineno', 0)}"
        return TranslationError(f"{place}: {what} cannot be translated to C; see {PAGE}.")

    @property
    def summary(self) -> str:
        """The first paragraph of its docstring, as a comment of C."""
        text = (ast.get_docstring(self.tree) or "").split("\n\n")[0]
        return f"/** {' '.join(text.split())} */"


def known(entry: Callable[..., object], sources: Mapping[FunctionType, Source]) -> FunctionType:
    """Return a function that is to be exported."""
    if not isinstance(entry, FunctionType) or entry not in sources:
        raise TranslationError(f"{getattr(entry, '__name__', entry)} is not a function of the translated modules.")
    return entry


def sources_of(modules: Sequence[ModuleType], taken: set[str]) -> dict[FunctionType, Source]:
    """Return the functions that modules define, under names that are not taken."""
    return {function: source for module in modules for function, source in _sources(module, taken)}


def _sources(module: ModuleType, taken: set[str]) -> list[tuple[FunctionType, Source]]:
    """Return the functions that a module defines, in its order, under names that are not taken."""
    path = inspect.getfile(module)
    found = []
    for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
        function = vars(module).get(node.name) if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.FunctionDef) and isinstance(function, FunctionType):
            found.append((function, Source(node, module, _short(path), unused(node.name, taken))))
    return found


def _short(path: str) -> str:
    """Return a source's path from the package on."""
    parts = Path(path).parts
    return "/".join(parts[parts.index("carrom") :]) if "carrom" in parts else Path(path).name


def signature_of(source: Source) -> Signature:
    """Return a function's signature from its annotations."""
    tree, arguments = source.tree, source.tree.args
    if tree.decorator_list:
        raise source.refuse(tree, f"the decorator of {tree.name}()")
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs or arguments.defaults:
        raise source.refuse(tree, f"a parameter of {tree.name}() that is not a plain one without default")
    kinds = tuple(
        annotated(
            argument.annotation,
            argument,
            f"the parameter {argument.arg!r} of {tree.name}()",
            source.refuse,
            vars(source.module),
        )
        for argument in arguments.args
    )
    result = annotated(tree.returns, tree, f"the result of {tree.name}()", source.refuse, vars(source.module))
    if result in ELEMENTS or result.fields:
        raise source.refuse(tree, f"the result of {tree.name}(), which is an array or a record")
    return Signature(source.name, kinds, result)
