"""Translate modules of the compiled subset to one JavaScript (ES) module and its TypeScript declarations."""

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from carrom.errors import TranslationError
from carrom.javascript.expressions import Scope, Signature, written
from carrom.javascript.functions import FunctionWriter
from carrom.javascript.kinds import ELEMENTS, ROWS, annotated
from carrom.javascript.runtime import TABLE_TYPES, helpers
from carrom.javascript.variables import Variables, unused

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
class Translation:
    """An ES module, and its declarations for TypeScript."""

    javascript: str
    typescript: str


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


def translate(
    modules: Sequence[ModuleType],
    entries: Iterable[Callable[..., object]],
    *,
    wide: Iterable[Callable[..., object]] = (),
    shared: Mapping[str, tuple[str, int]] | None = None,
    constants: Mapping[str, float] | None = None,
    is_checked: bool = False,
    header: str = "",
) -> Translation:
    """Return the modules' functions as an ES module that exports `entries` and `constants`.

    Functions that no entry calls are left out. Integers of the functions `wide` may pass 2⁵³; they are computed as
    BigInts. `shared` are parameters that become arrays of the module, with their type and length: every function with
    a parameter of that name works on that array, which is exported as part of `arrays`. With `is_checked` the code
    throws a `RangeError` where an integer is not exact or an index is outside its array. Raises `TranslationError`,
    which names file, line and construct, for code outside the subset.
    """
    shared = {} if shared is None else shared
    taken = set(KEYWORDS)
    sources = {function: source for module in modules for function, source in _sources(module, taken)}
    exported = [_known(entry, sources) for entry in entries]
    reached = _reached(exported, sources)
    signatures = {function: _signature(sources[function], shared) for function in sources if function in reached}
    arrays: dict[str, str] = {}
    used = {"Table"} if any(kind in ROWS for one in signatures.values() for kind in one.parameters) else set()
    texts = []
    wide_ones = set(wide)
    for function, signature in signatures.items():
        source = sources[function]
        scope = Scope(
            module=vars(source.module),
            signatures=signatures,
            arrays=arrays,
            variables=Variables(source.tree, source.refuse, taken),
            kinds={},
            helpers=used,
            is_checked=is_checked,
            is_wide=function in wide_ones,
            refuse=source.refuse,
        )
        texts.append(f"{source.summary}\n{FunctionWriter(source.tree, signature, scope, taken).text()}")
    named = {} if constants is None else constants
    javascript = [
        header,
        "\n".join(f"export const {name} = {written(value)};" for name, value in named.items()),
        _shared(shared),
        helpers(used),
        *(f"const {name} = new Float64Array([{contents}]);" for contents, name in arrays.items()),
        *texts,
        f"export {{ {', '.join(sources[function].name for function in exported)} }};",
    ]
    arrays_types = " ".join(f"readonly {name}: {kind};" for name, (kind, _) in shared.items())
    typescript = [
        header,
        TABLE_TYPES,
        "\n".join(f"export declare const {name}: number;" for name in named),
        f"/** The arrays that all functions work on. */\nexport declare const arrays: {{ {arrays_types} }};"
        if shared
        else "",
        *(_declaration(sources[function], signatures[function]) for function in exported),
    ]
    return Translation(_joined(javascript), _joined(typescript))


def _shared(shared: Mapping[str, tuple[str, int]]) -> str:
    """Return the arrays of the module; they are not exported by name, which would make each access slower."""
    lines = [f"const {name} = new {kind}({length});" for name, (kind, length) in shared.items()]
    return "\n".join([*lines, f"export const arrays = {{ {', '.join(shared)} }};"]) if shared else ""


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


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


def _known(entry: Callable[..., object], sources: Mapping[FunctionType, Source]) -> FunctionType:
    if not isinstance(entry, FunctionType) or entry not in sources:
        raise TranslationError(f"{getattr(entry, '__name__', entry)} is not a function of the translated modules.")
    return entry


def _reached(entries: Iterable[FunctionType], sources: Mapping[FunctionType, Source]) -> set[FunctionType]:
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


def _signature(source: Source, shared: Mapping[str, object]) -> Signature:
    """Return a function's signature from its annotations."""
    tree, arguments = source.tree, source.tree.args
    if tree.decorator_list:
        raise source.refuse(tree, f"the decorator of {tree.name}()")
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs or arguments.defaults:
        raise source.refuse(tree, f"a parameter of {tree.name}() that is not a plain one without default")
    kinds = tuple(
        annotated(argument.annotation, argument, f"the parameter {argument.arg!r} of {tree.name}()", source.refuse)
        for argument in arguments.args
    )
    result = annotated(tree.returns, tree, f"the result of {tree.name}()", source.refuse)
    if result in ELEMENTS:
        raise source.refuse(tree, f"the result of {tree.name}(), which is an array")
    is_shared = tuple(
        argument.arg if argument.arg in shared and kind in ELEMENTS else None
        for argument, kind in zip(arguments.args, kinds, strict=True)
    )
    return Signature(source.name, kinds, result, is_shared)


def _declaration(source: Source, signature: Signature) -> str:
    """Return the TypeScript declaration of an exported function."""
    parameters = ", ".join(
        f"{argument.arg}: {kind.typescript}"
        for argument, kind, shared in zip(source.tree.args.args, signature.parameters, signature.shared, strict=True)
        if shared is None
    )
    result = signature.result.typescript
    return f"{source.summary}\nexport declare function {source.name}({parameters}): {result};"
