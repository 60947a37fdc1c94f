"""The functions of Python modules: their syntax trees, the functions they reach, their signatures from annotations."""

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from carrom.errors import TranslationError
from carrom.javascript.expressions import Signature
from carrom.javascript.kinds import ELEMENTS, annotated
from carrom.javascript.variables import unused

KEYWORDS = frozenset(
    """
    arguments arrays await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for function if implements import in instanceof interface let new null of package private
    protected public return static super switch this throw true try typeof undefined var void while with yield
    Math Number BigInt Float64Array Int32Array Uint32Array Object RangeError Infinity NaN Table
    """.split()  # noqa: SIM905
)
"""Names that no variable of the output may have."""
PAGE = "docs/contributing/compiled-subset.md"
"""The page that describes the subset."""


@dataclass(frozen=True)
class Source:
    """One function of the modules."""

    tree: ast.FunctionDef
    module: ModuleType
    path: str
    name: str
    """Its JavaScript name."""

    def refuse(self, node: ast.AST, what: str) -> TranslationError:
        """Return the error for a construct that is refused."""
        return TranslationError(
            f"{self.path}:{getattr(node, 'lineno', 0)}: {what} cannot be translated to JavaScript; see {PAGE}."
        )

    @property
    def summary(self) -> str:
        """The first paragraph of its docstring, as a JavaScript comment."""
        text = (ast.get_docstring(self.tree) or "").split("\n\n")[0]
        return f"/** {' '.join(text.split())} */"


def known(entry: Callable[..., object], sources: Mapping[FunctionType, Source]) -> FunctionType:
    """Return a function that is to be exported."""
    if not isinstance(entry, FunctionType) or entry not in sources:
        raise TranslationError(f"{getattr(entry, '__name__', entry)} is not a function of the translated modules.")
    return entry


def sources_of(modules: Sequence[ModuleType], taken: set[str] | None = None) -> dict[FunctionType, Source]:
    """Return the functions that modules define, under names that are not taken."""
    names = set(KEYWORDS) if taken is None else taken
    return {function: source for module in modules for function, source in _sources(module, names)}


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


def reached(entries: Iterable[FunctionType], sources: Mapping[FunctionType, Source]) -> set[FunctionType]:
    """Return the functions that entries call, directly or not, and the entries."""
    found: set[FunctionType] = set()
    ahead = list(entries)
    while ahead:
        function = ahead.pop()
        if function not in found:
            found.add(function)
            names = vars(sources[function].module)
            called = [names.get(n.id) for n in ast.walk(sources[function].tree) if isinstance(n, ast.Name)]
            ahead += [value for value in called if isinstance(value, FunctionType) and value in sources]
    return found


def signature_of(source: Source, shared: Mapping[str, object]) -> Signature:
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
    is_shared = tuple(
        argument.arg if argument.arg in shared and kind in ELEMENTS else None
        for argument, kind in zip(arguments.args, kinds, strict=True)
    )
    return Signature(source.name, kinds, result, is_shared)
