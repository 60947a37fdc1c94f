"""The compiled subset of Python: syntax trees, static types and local variables, for every translator."""

import ast
import inspect
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from carrom.errors import TranslationError

# -- static types: numbers, arrays, tables, records, annotations -------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """The type of a value: its name, and the types of its parts if it is a tuple or a record."""

    name: str
    parts: tuple["Kind", ...] = ()
    fields: tuple[str, ...] = ()
    """The names of the parts of a record."""

    def field(self, name: str) -> "Kind | None":
        """Return the type of a record's field; None if there is no such field."""
        return dict(zip(self.fields, self.parts, strict=False)).get(name)


INT = Kind("int")
BIG = Kind("wide int")
"""An integer in a function whose integers may pass 2⁵³, computed as a BigInt."""
FLOAT = Kind("float")
BOOL = Kind("bool")
NONE = Kind("None")
INTS = Kind("array of int")
FLOATS = Kind("array of float")
PROFILE = Kind("profile")
"""An array of floats, or None."""
INT_TABLE = Kind("table of int")
FLOAT_TABLE = Kind("table of float")
INT_CUBE = Kind("cube of int")
"""An array of three axes, of which two indices give a row."""
NUMBERS = (INT, FLOAT)
ELEMENTS = {INTS: INT, FLOATS: FLOAT, PROFILE: FLOAT, INT_TABLE: INT, FLOAT_TABLE: FLOAT, INT_CUBE: INT}
ROWS = {INT_TABLE: INTS, FLOAT_TABLE: FLOATS, INT_CUBE: INTS}

ANNOTATIONS = {
    "int": INT,
    "float": FLOAT,
    "bool": BOOL,
    "Floats": FLOATS,
    "Marks": INTS,
    "Numbers": INTS,
    "Profile": PROFILE,
    "IntegerTable": INT_TABLE,
    "FloatTable": FLOAT_TABLE,
    "IntegerCube": INT_CUBE,
}
"""Annotations of parameters and results, by the names that the compiled modules give them."""

Refuse = Callable[[ast.AST, str], Exception]
"""Make the error for a construct that is refused."""


def tuple_of(parts: tuple[Kind, ...]) -> Kind:
    """Return the kind of a tuple."""
    return Kind("tuple", parts)


def annotated(node: ast.expr | None, at: ast.AST, what: str, refuse: Refuse, module: Mapping[str, Any]) -> Kind:
    """Return the kind that an annotation names; `what` is the parameter, result or field that it describes."""
    if node is None:
        raise refuse(at, f"{what} has no annotation")
    if isinstance(node, ast.Constant) and node.value is None:
        return NONE
    if isinstance(node, ast.Name) and node.id in ANNOTATIONS:
        return ANNOTATIONS[node.id]
    if isinstance(node, ast.Name) and hasattr(module.get(node.id), "_fields"):
        return _record(module[node.id], node, refuse, module)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "tuple":
        given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        parts = tuple(annotated(part, at, what, refuse, module) for part in given)
        if len(parts) > 1 and set(parts) <= {INT, FLOAT}:
            return tuple_of(parts)
    names = ", ".join(ANNOTATIONS)
    raise refuse(
        node,
        f"the annotation {ast.unparse(node)!r} of {what}; expected one of {names}, a NamedTuple of arrays and "
        "numbers, or a tuple of numbers",
    )


def _record(record: type, at: ast.AST, refuse: Refuse, module: Mapping[str, Any]) -> Kind:
    """Return the kind of a NamedTuple, from the annotations in its source: at run time they are all the same."""
    is_here = record.__module__ == module["__name__"]
    tree = ast.parse(Path(module["__file__"] if is_here else inspect.getfile(record)).read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == record.__name__)

    def refused(_: ast.AST, what: str) -> Exception:
        return refuse(at, what)  # the record may be in another file

    fields = {
        node.target.id: annotated(
            node.annotation, at, f"the field {node.target.id!r} of {record.__name__}", refused, {}
        )
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return Kind(record.__name__, tuple(fields.values()), tuple(fields))


def takes(wanted: Kind, given: Kind) -> bool:
    """Whether a value of one kind may be used where another is wanted, without any conversion."""
    return wanted == given or (wanted == FLOAT and given == INT) or (wanted == PROFILE and given in (FLOATS, NONE))


# -- local variables: reaching definitions, and where each is declared -------------------------------------------------
# A Python name may stand for several unrelated values, one after the other. Assignments that reach a common use are
# one variable; each variable becomes a C variable of its own, declared in the innermost block that holds all its uses.
# A use that some path reaches without an assignment is refused.


UNSET = 0
"""The definition of a name that has not been assigned."""

SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.NamedExpr)
"""Expressions that assign names; none of them is translated."""

State = dict[str, frozenset[int]]
"""For each local name, the definitions that may have given it its value."""
BlockPath = tuple[tuple[int, int], ...]
"""Where a statement is: for each block around it, the block's number and the index of the statement in it."""


@dataclass
class Variable:
    """One variable of the output."""

    python: str
    name: str
    is_parameter: bool = False
    definitions: int = 0
    uses: int = 0
    paths: list[BlockPath] = field(default_factory=list)
    place: tuple[int, int] = (-1, -1)
    """The block, and the statement in it, before which or by which it is declared."""

    @property
    def is_inside_first(self) -> bool:
        """Whether the outermost statement that names it holds all the others, as a loop holds its variable."""
        outermost = min(self.paths, key=len)
        return all(path[: len(outermost)] == outermost for path in self.paths)


class Variables:
    """The variables of one function, by the nodes that name them."""

    def __init__(self, function: ast.FunctionDef, refuse: Refuse, taken: set[str]) -> None:
        flow = Flow(function, refuse)
        self._paths: dict[int, BlockPath] = {}
        self._blocks: dict[int, int] = {}
        self._place(function.body, ())
        joined = Joined(len(flow.names))
        for node in flow.reaching.values():
            joined.join(*node)
        for number, definition in flow.definitions.items():
            joined.join(definition, *flow.reaching.get(number, ()))
        self._root = {number: joined.root(min(reaching)) for number, reaching in flow.reaching.items()} | {
            number: joined.root(definition) for number, definition in flow.definitions.items()
        }
        self._found: dict[int, Variable] = {}
        taken = set(taken)
        for number, root in sorted(self._root.items(), key=lambda item: item[1]):
            found = self._found.get(root)
            if found is None:
                name = flow.names[root]
                found = self._found[root] = Variable(name, unused(name, taken))
            if number in flow.definitions:
                found.definitions += 1
            if number in flow.reaching:
                found.uses += 1
            if number in self._paths:
                found.paths.append(self._paths[number])
            else:
                found.is_parameter = True
        for found in self._found.values():
            if not found.is_parameter:
                found.place = _common(found.paths)

    def of(self, node: ast.AST) -> Variable | None:
        """Return the variable that a name or parameter stands for; None for a name that is not local."""
        root = self._root.get(id(node))
        return None if root is None else self._found[root]

    def all(self) -> Iterator[Variable]:
        """Yield every variable."""
        yield from self._found.values()

    def block_of(self, body: Sequence[ast.stmt]) -> int:
        """Return the number of a block of statements."""
        return self._blocks[id(body)]

    def _place(self, body: list[ast.stmt], above: BlockPath) -> None:
        """Number the blocks, and note the path of every name's statement."""
        number = self._blocks[id(body)] = len(self._blocks)
        for index, statement in enumerate(body):
            path = (*above, (number, index))
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    self._paths[id(node)] = path
            for inner in _blocks_of(statement):
                self._place(inner, path)


class Flow:
    """Reaching definitions: which assignments may have given each use of a name its value."""

    def __init__(self, function: ast.FunctionDef, refuse: Refuse) -> None:
        self._refuse = refuse
        self._loops: list[tuple[list[State], list[State]]] = []
        self.names = [""]
        """The name that each definition assigns."""
        self.definitions: dict[int, int] = {}
        """The definition made by each node that assigns, by the node's id."""
        self.reaching: dict[int, frozenset[int]] = {}
        """The definitions that reach each node that uses a name, by the node's id."""
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        state: State = dict.fromkeys(stored, frozenset({UNSET}))
        for argument in function.args.args:
            state[argument.arg] = frozenset({self._define(argument, argument.arg)})
        self._block(function.body, state)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and UNSET in self.reaching.get(id(node), ()):
                raise refuse(node, f"the variable {node.id!r}, which may be used before it is assigned")

    def _define(self, node: ast.AST, name: str) -> int:
        if id(node) not in self.definitions:
            self.definitions[id(node)] = len(self.names)
            self.names.append(name)
        return self.definitions[id(node)]

    def _use(self, expression: ast.AST | None, state: State) -> None:
        for node in ast.walk(expression) if expression is not None else ():
            if isinstance(node, SCOPES):
                raise self._refuse(node, described(node))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in state:
                self._reach(node, state)

    def _reach(self, node: ast.Name, state: State) -> None:
        self.reaching[id(node)] = self.reaching.get(id(node), frozenset()) | state[node.id]

    def _assign(self, target: ast.expr, state: State) -> None:
        if isinstance(target, ast.Name):
            state[target.id] = frozenset({self._define(target, target.id)})
        elif isinstance(target, ast.Tuple):
            for part in target.elts:
                self._assign(part, state)
        else:
            self._use(target, state)

    def _block(self, body: Sequence[ast.stmt], state: State | None) -> State | None:
        """Follow a block; return the state at its end, None if the end is not reached."""
        for statement in body:
            if state is None:
                raise self._refuse(statement, "a statement that is never reached")
            state = self._statement(statement, state)
        return state

    def _statement(self, statement: ast.stmt, before: State) -> State | None:
        state = dict(before)
        match statement:
            case ast.If():
                self._use(statement.test, state)
                return _merged(self._block(statement.body, state), self._block(statement.orelse, state))
            case ast.While() | ast.For():
                return self._loop(statement, state)
            case ast.Break():
                self._loops[-1][0].append(state)
                return None
            case ast.Continue():
                self._loops[-1][1].append(state)
                return None
            case ast.Return():
                self._use(statement.value, state)
                return None
            case ast.Assign():
                self._use(statement.value, state)
                for target in statement.targets:
                    self._assign(target, state)
            case ast.AugAssign():
                self._use(statement.value, state)
                if isinstance(statement.target, ast.Name):
                    self._reach(statement.target, state)
                self._assign(statement.target, state)
            case ast.Expr():
                self._use(statement.value, state)
            case ast.Pass():
                pass
            case _:
                raise self._refuse(statement, f"the statement `{ast.unparse(statement).splitlines()[0]:.60}`")
        return state

    def _loop(self, loop: ast.While | ast.For, entry: State) -> State | None:
        """Follow a loop until the state at its head no longer grows."""
        is_endless = isinstance(loop, ast.While) and is_true(loop.test)
        if isinstance(loop, ast.For):
            self._use(loop.iter, entry)
        head = entry
        while True:
            inside = dict(head)
            if isinstance(loop, ast.For):
                self._assign(loop.target, inside)
            else:
                self._use(loop.test, inside)
            self._loops.append(([], []))
            end = self._block(loop.body, inside)
            breaks, continues = self._loops.pop()
            grown = _merged(head, end, *continues)
            if grown == head:
                return _merged(*breaks, None if is_endless else head)
            assert grown is not None
            head = grown


class Joined:
    """Disjoint sets of numbers (union–find)."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, number: int) -> int:
        """Return the number that stands for the set of a number: its least."""
        while self._above[number] != number:
            number = self._above[number]
        return number

    def join(self, *numbers: int) -> None:
        """Join the sets of these numbers."""
        roots = [self.root(number) for number in numbers]
        for root in roots:
            self._above[root] = min(roots)


def described(node: ast.AST) -> str:
    """Return what a node is, for an error message."""
    return f"{type(node).__name__} ({ast.unparse(node)!r:.60})"


def is_true(test: ast.expr) -> bool:
    """Whether a condition is the constant True."""
    return isinstance(test, ast.Constant) and test.value is True


def unused(name: str, taken: set[str]) -> str:
    """Return the name, with a number behind it if it is taken, and take it."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    taken.add(found)
    return found


def _merged(*states: State | None) -> State | None:
    """Return the state where several paths meet; None if none of them arrives."""
    arriving = [state for state in states if state is not None]
    if not arriving:
        return None
    return {name: frozenset().union(*(state[name] for state in arriving)) for name in arriving[0]}


def _common(paths: Sequence[BlockPath]) -> tuple[int, int]:
    """Return the innermost block that holds all paths, and the first statement in it that one of them passes."""
    depth = 0
    while all(len(path) > depth + 1 and path[depth] == paths[0][depth] for path in paths):
        depth += 1
    while len({path[depth][0] for path in paths}) > 1:
        depth -= 1
    return paths[0][depth][0], min(path[depth][1] for path in paths)


def _blocks_of(statement: ast.stmt) -> list[list[ast.stmt]]:
    """Return the blocks inside a statement."""
    if isinstance(statement, ast.If | ast.While | ast.For):
        return [block for block in (statement.body, statement.orelse) if block]
    return []


# -- constants: what Python computes at translation --------------------------------------------------------------------


FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
"""Operations of constants."""

UNLIKE = ("hypot", "pow", "lgamma")
"""Functions whose last bits differ between CPython, NumPy and C, as those of `**` do."""


def check_alike(node: ast.AST, refuse: Refuse) -> None:
    """Raise the error for a power or a function that does not give the same bits everywhere."""
    match node:
        case ast.BinOp(op=ast.Pow()) | ast.AugAssign(op=ast.Pow()):
            what, instead = "`**`", "write a product"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in UNLIKE:
            what, instead = f"{name}()", "write sqrt(x * x + y * y)" if name == "hypot" else "write it out"
        case _:
            return
    raise refuse(node, f"{what}, whose bits differ between languages ({instead}),")


def constant(node: ast.AST, module: Mapping[str, Any], variables: Variables, refuse: Refuse) -> Any:
    """Return the value of a constant expression, None if it is not one."""
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return value
        case ast.Name(id=name) if variables.of(node) is None:
            known = module.get(name)
            return known if isinstance(known, bool | int | float) else None
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            number = constant(operand, module, variables, refuse)
            return -number if isinstance(number, int | float) and not isinstance(number, bool) else None
        case ast.BinOp(op=op, left=left, right=right) if type(op) in FOLDED:
            numbers = [constant(part, module, variables, refuse) for part in (left, right)]
            if any(isinstance(number, bool) or number is None for number in numbers):
                return None
            try:
                return FOLDED[type(op)](*numbers)
            except ZeroDivisionError:
                raise refuse(node, "a division by zero") from None
    return None


# -- the functions of modules: syntax trees and signatures -------------------------------------------------------------


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
