"""The translator from the compiled subset of Python to C: types, expressions, functions, and whole modules."""

import ast
import builtins
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from carrom.subset import (
    BOOL,
    ELEMENTS,
    FLOAT,
    FLOAT_TABLE,
    FLOATS,
    INT,
    INT_CUBE,
    INT_TABLE,
    INTS,
    NONE,
    NUMBERS,
    PROFILE,
    ROWS,
    Kind,
    Refuse,
    Signature,
    Variable,
    Variables,
    check_alike,
    constant,
    described,
    is_true,
    known,
    signature_of,
    sources_of,
    takes,
    tuple_of,
    unused,
)

SCALARS = {INT: "int64_t", FLOAT: "double", BOOL: "bool", NONE: "void"}
WORDS = {"f8": "double", "f4": "float", "i8": "int64_t", "i4": "int32_t", "i2": "int16_t", "i1": "int8_t"}
"""C types of elements, by NumPy's names of their types."""
AXES = {FLOAT_TABLE: 2, INT_TABLE: 2, INT_CUBE: 3}
"""Axes of arrays that have more than one."""
STRUCTS = {
    1: "typedef struct {{ {word} *at; int64_t size; }} {name};",
    2: "typedef struct {{ {word} *at; int64_t size, row; }} {name};",
    3: "typedef struct {{ {word} *at; int64_t size, row, depth; }} {name};",
}
"""Arrays by their axes: `size` rows of `row` elements, whose last axis has `depth` elements."""
LETTERS = {1: "array", 2: "table", 3: "cube"}


@dataclass(frozen=True)
class CType:
    """The type of a value in C."""

    kind: Kind
    element: str = ""
    """The type of an array's elements, a key of `WORDS`; empty for anything else."""
    parts: tuple["CType", ...] = ()
    """The types of a record's fields or of several results."""

    @property
    def name(self) -> str:
        """The type's name in C."""
        if self.kind in SCALARS:
            return SCALARS[self.kind]
        if self.kind.name == "tuple":
            return f"results_{''.join('d' if part == FLOAT else 'q' for part in self.kind.parts)}"
        if self.kind.fields:
            return self.kind.name + suffix(self.parts)
        return f"{LETTERS[self.axes]}_{self.element}"

    @property
    def axes(self) -> int:
        """How many axes an array has; 0 for anything else."""
        return AXES.get(self.kind, 1) if self.kind in ELEMENTS else 0

    @property
    def definition(self) -> str:
        """The definition of the type; empty for a scalar."""
        if self.kind in SCALARS:
            return ""
        if self.kind.name == "tuple":
            parts = " ".join(f"{SCALARS[part]} p{index};" for index, part in enumerate(self.kind.parts))
            return f"typedef struct {{ {parts} }} {self.name};"
        if self.kind.fields:
            parts = " ".join(f"{part.name} {field};" for field, part in zip(self.kind.fields, self.parts, strict=True))
            return f"typedef struct {{ {parts} }} {self.name};"
        return STRUCTS[self.axes].format(word=WORDS[self.element], name=self.name)

    def field(self, name: str) -> "CType | None":
        """Return the type of a record's field; None if there is no such field."""
        return dict(zip(self.kind.fields, self.parts, strict=False)).get(name)

    def needed(self) -> Iterator["CType"]:
        """Yield the types that its definition names, and itself."""
        for part in self.parts:
            yield from part.needed()
        yield self


def usual(kind: Kind) -> CType:
    """Return the C type of a kind whose arrays have elements of 64 bits."""
    if kind in ELEMENTS:
        return CType(kind, "f8" if ELEMENTS[kind] == FLOAT else "i8")
    return CType(kind, parts=tuple(usual(part) for part in kind.parts) if kind.fields else ())


def given(kind: Kind, element: object) -> CType:
    """Return the C type of a kind with elements other than the usual: a name of `WORDS`, or names by field."""
    if isinstance(element, str):
        return CType(kind, element)
    if isinstance(element, dict):
        fields = zip(kind.fields, kind.parts, strict=True)
        return CType(kind, parts=tuple(given(part, element.get(field)) for field, part in fields))
    return usual(kind)


def row_of(array: CType) -> CType:
    """Return the type of a row of a table, or of the last axis of a cube."""
    return CType(FLOATS if ELEMENTS[array.kind] == FLOAT else INTS, array.element)


def suffix(types: tuple[CType, ...]) -> str:
    """Return what distinguishes a function or record of these types from one of the usual types."""
    if all(one == usual(one.kind) for one in types):
        return ""
    return "_" + "".join(_short(one) for one in types if one.element or one.parts)


def _short(one: CType) -> str:
    return one.element if one.element else "".join(_short(part) for part in one.parts)


def same_shape(wanted: Kind, one: CType) -> bool:
    """Whether a value may be passed as a parameter of that kind, with its own elements."""
    return one.kind == wanted or (wanted == PROFILE and one.kind in (FLOATS, NONE))


# -- expressions: numbers, comparisons, array elements, calls ----------------------------------------------------------
# Integers have 64 bits and wrap around, floats are doubles. Where Python fixes an order of evaluation that C does not,
# the expression is refused (`check_order`).


ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
DIVIDED: dict[type[ast.operator], str] = {ast.FloorDiv: "floor_quotient", ast.Mod: "floor_rest"}
BITS: dict[type[ast.operator], str] = {ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BUILTINS = (int, float, bool, len, round, math.sqrt, math.frexp, math.sin, math.cos)
FROM_THE_LIBRARY = {math.sqrt: "sqrt", math.sin: "sin", math.cos: "cos"}

Code = tuple[str, CType]
"""The C of an expression, and its type."""
WHOLE, REAL, TRUTH = usual(INT), usual(FLOAT), usual(BOOL)


@dataclass(frozen=True)
class Scope:
    """What the names in a function stand for."""

    module: Mapping[str, Any]
    """The globals of the function's module."""
    variables: Variables
    kinds: dict[str, CType]
    """The types of the C variables seen so far."""
    call: Callable[[FunctionType, tuple[CType, ...], ast.AST], tuple[str, CType]]
    """Return name and result type of a function of the modules for arguments of these types."""
    parameters: Callable[[object], tuple[Kind, ...] | None]
    """Return the kinds of a function's parameters; None if it is not of the modules."""
    is_writing: Callable[[object], bool]
    """Whether a function writes to arrays."""
    arrays: dict[str, str]
    """The C names of constant tuples, by type and contents; filled as they are used."""
    refuse: Refuse


class Expressions:
    """Translate the expressions of one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.refuse = scope.refuse

    def value(self, node: ast.expr) -> Code:
        """Return the code and type of an expression."""
        known = self.constant(node)
        if known is not None:
            return literal(known)
        match node:
            case ast.Name():
                return self._name(node)
            case ast.BinOp():
                return self.operation(node, node.op, self.value(node.left), self.value(node.right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return self._comparison(node), TRUTH
            case ast.BoolOp():
                return self._all(node, [self.boolean(part) for part in node.values]), TRUTH
            case ast.IfExp():
                return self._choice(node)
            case ast.Subscript():
                return self._element(node)
            case ast.Attribute():
                return self._field(node)
            case ast.Call():
                return self._call(node)
        raise self.refuse(node, f"{described(node)} as a value")

    def constant(self, node: ast.AST) -> Any:
        """Return the value of a constant expression, None if it is not one."""
        return constant(node, self.scope.module, self.scope.variables, self.refuse)

    def boolean(self, node: ast.expr) -> str:
        """Return an expression that must be a bool."""
        code, one = self.value(node)
        if one.kind != BOOL:
            raise self.refuse(node, f"`and`, `or` with {one.kind.name}, which give the value of an operand")
        return code

    def condition(self, node: ast.expr) -> str:
        """Return an expression as a condition: a bool, or an integer other than 0."""
        if isinstance(node, ast.BoolOp):
            return self._all(node, [self.condition(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self.condition(node.operand)})"
        code, one = self.value(node)
        if one.kind == BOOL:
            return code
        if one.kind == INT:
            return f"({code} != 0)"
        raise self.refuse(node, f"{one.kind.name} as a condition")

    def integer(self, node: ast.expr) -> str:
        """Return an expression that must be an integer."""
        code, one = self.value(node)
        if one.kind != INT:
            raise self.refuse(node, f"{one.kind.name} where an int is expected")
        return code

    def place(self, node: ast.Subscript) -> Code:
        """Return an element of an array or table as a place to read or write, with the type of the array."""
        array, one = self.value(node.value)
        if one.kind not in ELEMENTS:
            raise self.refuse(node, f"an element of {one.kind.name}")
        if one.kind not in ROWS:
            return f"{array}.at[{self._index(node.slice)}]", one
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        if len(indices) != one.axes:
            raise self.refuse(node, f"an element of a {one.kind.name}, which has {one.axes} indices")
        parts = [self._index(index) for index in indices]
        rest = parts[1] if len(parts) == 2 else f"{parts[1]} * {array}.depth + {parts[2]}"
        return f"{array}.at[{parts[0]} * {array}.row + {rest}]", one

    def _name(self, node: ast.Name) -> Code:
        variable = self.scope.variables.of(node)
        if variable is not None:
            return variable.name, self.scope.kinds[variable.name]
        value = self.scope.module.get(node.id)
        if isinstance(value, tuple) and value and all(type(part) in (int, float) for part in value):
            one = usual(INTS if all(isinstance(part, int) for part in value) else FLOATS)
            word = "int64_t" if one.kind == INTS else "double"
            contents = ", ".join(literal(part if one.kind == INTS else float(part))[0] for part in value)
            line = f"static const {word} {{name}}[] = {{{{{contents}}}}};"
            if line not in self.scope.arrays:
                self.scope.arrays[line] = unused(node.id, set(self.scope.arrays.values()))
            return f"(({one.name}){{({word} *){self.scope.arrays[line]}, {len(value)}}})", one
        raise self.refuse(node, f"the name {node.id!r}, which is no number, tuple of numbers or translated function")

    def operation(self, node: ast.AST, op: ast.operator, left: Code, right: Code) -> Code:
        """Return a binary operation."""
        check_alike(node, self.refuse)
        (a, one), (b, other) = left, right
        kinds = one.kind, other.kind
        if kinds == (BOOL, BOOL) and isinstance(op, ast.BitAnd | ast.BitOr):
            return f"({a} {BITS[type(op)]} {b})", TRUTH
        if not set(kinds) <= set(NUMBERS):
            raise self.refuse(node, f"an operation on {one.kind.name} and {other.kind.name}")
        is_whole = kinds == (INT, INT)
        if isinstance(op, ast.Div):
            return f"((double){a} / (double){b})" if is_whole else f"({a} / {b})", REAL
        if type(op) in ARITHMETIC:
            return f"({a} {ARITHMETIC[type(op)]} {b})", WHOLE if is_whole else REAL
        if is_whole and type(op) in DIVIDED:
            return f"{DIVIDED[type(op)]}({a}, {b})", WHOLE
        if is_whole and type(op) in BITS:
            return f"({a} {BITS[type(op)]} {b})", WHOLE
        if is_whole and isinstance(op, ast.LShift):
            return f"((int64_t)((uint64_t){a} << {b}))", WHOLE
        raise self.refuse(node, f"{type(op).__name__} of {one.kind.name} and {other.kind.name}")

    def _unary(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return f"!({self.condition(node.operand)})", TRUTH
        code, one = self.value(node.operand)
        if isinstance(node.op, ast.USub) and one.kind in NUMBERS:
            return f"(-{code})", one
        if isinstance(node.op, ast.Invert) and one.kind == INT:
            return f"(~(int64_t){code})", one
        raise self.refuse(node, f"{type(node.op).__name__} of {one.kind.name}")

    def _comparison(self, node: ast.Compare) -> str:
        """Return a comparison; the middle of a chain is written twice, so it must not call anything."""
        for middle in node.comparators[:-1]:
            if any(isinstance(each, ast.Call) for each in ast.walk(middle)):
                raise self.refuse(middle, f"{ast.unparse(middle)!r} in the middle of a comparison; assign it first")
        operands = [node.left, *node.comparators]
        parts = [self._pair(*part) for part in zip(operands, node.ops, operands[1:], strict=False)]
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        code, one = self.value(left)
        if isinstance(op, ast.Is | ast.IsNot):
            if one.kind != PROFILE or not (isinstance(right, ast.Constant) and right.value is None):
                raise self.refuse(left, "`is`, except of a profile and None")
            return f"({code}.at {'==' if isinstance(op, ast.Is) else '!='} NULL)"
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple) or not isinstance(left, ast.Name):
                raise self.refuse(left, "`in`, except of a variable and a tuple written out")
            found = " || ".join(f"{code} == {self.value(part)[0]}" for part in right.elts)
            return f"({found})" if isinstance(op, ast.In) else f"!({found})"
        text, other = self.value(right)
        is_equality = type(op) in (ast.Eq, ast.NotEq) and one.kind == other.kind == BOOL
        if not is_equality and not {one.kind, other.kind} <= set(NUMBERS):
            raise self.refuse(left, f"a comparison of {one.kind.name} and {other.kind.name}")
        return f"({code} {COMPARISONS[type(op)]} {text})"

    def _all(self, node: ast.BoolOp, parts: list[str]) -> str:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(parts)})"

    def _choice(self, node: ast.IfExp) -> Code:
        test = self.condition(node.test)
        (yes, one), (no, other) = self.value(node.body), self.value(node.orelse)
        if one != other and not {one.kind, other.kind} <= set(NUMBERS):
            raise self.refuse(node, f"a choice between {one.kind.name} and {other.kind.name}")
        wide = "(int64_t)" if one.kind == other.kind == INT else ""
        return f"({test} ? {wide}{yes} : {no})", one if one == other else REAL

    def _element(self, node: ast.Subscript) -> Code:
        """Return an element of an array or table, a row of a table, or a result of a call."""
        if isinstance(node.value, ast.Call):
            code, one = self._call(node.value)
            which = self.constant(node.slice)
            if one.kind.name != "tuple" or type(which) is not int or not 0 <= which < len(one.kind.parts):
                raise self.refuse(node, "an element of a call, except of one that returns a tuple, by its number")
            return f"{code}.p{which}", usual(one.kind.parts[which])
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            return self._shape(node, node.value)
        array, one = self.value(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(indices[-1], ast.Slice) and one.axes == len(indices) <= 2:
            return self._tail(array, one, indices, indices[-1])
        if one.kind == INT_CUBE and len(indices) == 2:
            first, second = (self._index(index) for index in indices)
            row = row_of(one)
            start = f"{array}.at + {first} * {array}.row + {second} * {array}.depth"
            return f"(({row.name}){{{start}, {array}.depth}})", row
        if one.kind in ROWS and one.kind != INT_CUBE and len(indices) == 1:
            row = row_of(one)
            start = f"{array}.at + {self._index(indices[0])} * {array}.row"
            return f"(({row.name}){{{start}, {array}.row}})", row
        code, _ = self.place(node)
        kind = ELEMENTS[one.kind]
        if one.element not in ("f8", "i8"):
            code = f"({'double' if kind == FLOAT else 'int64_t'}){code}"
            code = f"({code})"
        return code, usual(kind)

    def _tail(self, array: str, one: CType, indices: list[ast.expr], part: ast.Slice) -> Code:
        """Return an array, or a row of a table, from an index on."""
        if part.lower is None or part.upper is not None or part.step is not None:
            raise self.refuse(part, "a slice, except from an index to the end")
        first = self._index(part.lower)
        if len(indices) == 1:
            return f"(({one.name}){{{array}.at + {first}, {array}.size - {first}}})", one
        row = row_of(one)
        start = f"{array}.at + {self._index(indices[0])} * {array}.row + {first}"
        return f"(({row.name}){{{start}, {array}.row - {first}}})", row

    def _shape(self, node: ast.Subscript, shape: ast.Attribute) -> Code:
        """Return the length of an axis of a table."""
        array, one = self.value(shape.value)
        which = self.constant(node.slice)
        if one.axes != 2 or which not in (0, 1):
            raise self.refuse(node, f"{ast.unparse(node)!r}, except of a table")
        return f"{array}.{'size' if which == 0 else 'row'}", WHOLE

    def _field(self, node: ast.Attribute) -> Code:
        """Return a field of a record."""
        record, one = self.value(node.value)
        found = one.field(node.attr)
        if found is None:
            raise self.refuse(node, f"{ast.unparse(node)!r}: {one.kind.name} has no such field and")
        return f"{record}.{node.attr}", found

    def _index(self, node: ast.expr) -> str:
        if isinstance(node, ast.Slice):
            raise self.refuse(node, "a slice")
        known = self.constant(node)
        if isinstance(known, int) and known < 0:
            raise self.refuse(node, f"the negative index {known}, which counts from the end")
        return self.integer(node)

    def _call(self, node: ast.Call) -> Code:
        check_alike(node, self.refuse)
        if node.keywords:
            raise self.refuse(node, "an argument by name")
        if not isinstance(node.func, ast.Name):
            raise self.refuse(node, f"a call of {ast.unparse(node.func)!r}")
        name = node.func.id
        value = self.scope.module.get(name, getattr(builtins, name, None))
        if value in BUILTINS:
            if len(node.args) != 1:
                raise self.refuse(node, f"{name}() with {len(node.args)} arguments")
            return self._builtin(node, value)
        wanted = self.scope.parameters(value)
        if wanted is None:
            raise self.refuse(node, f"a call of {name}(), which is not in the subset")
        if len(node.args) != len(wanted):
            raise self.refuse(node, f"{len(node.args)} arguments for {name}(), which takes {len(wanted)}")
        given = [self._argument(argument, kind, name) for argument, kind in zip(node.args, wanted, strict=True)]
        called, result = self.scope.call(value, tuple(one for _, one in given), node)
        return f"{called}({', '.join(code for code, _ in given)})", result

    def _argument(self, node: ast.expr, wanted: Kind, name: str) -> Code:
        if isinstance(node, ast.Constant) and node.value is None and wanted == PROFILE:
            one = usual(PROFILE)
            return f"(({one.name}){{NULL, 0}})", one
        code, one = self.value(node)
        if wanted in ELEMENTS or wanted.fields:
            if not same_shape(wanted, one):
                raise self.refuse(node, f"{one.kind.name} as an argument of {name}(), which takes {wanted.name}")
            return code, CType(wanted, one.element, one.parts)
        if not takes(wanted, one.kind):
            raise self.refuse(node, f"{one.kind.name} as an argument of {name}(), which takes {wanted.name}")
        return code, usual(wanted)

    def _builtin(self, node: ast.Call, function: Any) -> Code:
        """Return a call of int, float, bool, len, round, sqrt, sin, cos or frexp."""
        argument = node.args[0]
        if function is bool:
            return self.condition(argument), TRUTH
        code, one = self.value(argument)
        if function is len:
            if one.kind not in ELEMENTS or one.kind == PROFILE:
                raise self.refuse(node, f"len() of {one.kind.name}")
            return f"{code}.size", WHOLE
        if one.kind not in NUMBERS:
            raise self.refuse(node, f"{ast.unparse(node.func)}() of {one.kind.name}")
        if function is int:
            return (code, one) if one.kind == INT else (f"((int64_t){code})", WHOLE)
        if function is round:
            return (code, one) if one.kind == INT else (f"((int64_t)rint({code}))", WHOLE)
        if function is float:
            return (code, one) if one.kind == FLOAT else (f"((double){code})", REAL)
        if function in FROM_THE_LIBRARY:
            return f"{FROM_THE_LIBRARY[function]}({code})", REAL
        return f"parts_of({code})", usual(tuple_of((FLOAT, INT)))

    def check_order(self, node: ast.AST) -> None:
        """Refuse an expression in which a call writes while C may read or call something else before or after it."""
        if isinstance(node, ast.BoolOp | ast.IfExp):
            for part in ast.iter_child_nodes(node):
                self.check_order(part)
            return
        parts = list(ast.iter_child_nodes(node))
        writing = [part for part in parts if self.writes(part)]
        for part in writing:
            self.check_order(part)
            for other in parts:
                if other is not part and any(isinstance(each, ast.Call | ast.Subscript) for each in ast.walk(other)):
                    raise self.refuse(
                        node, f"{ast.unparse(node)!r}, in which a call writes to an array; assign it first"
                    )

    def writes(self, node: ast.AST) -> bool:
        """Whether an expression contains a call that writes to an array."""
        calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name))
        return any(self.scope.is_writing(self.scope.module.get(call.func.id)) for call in calls)  # type: ignore[attr-defined]


def literal(value: float) -> Code:
    """Return a constant as C writes it."""
    if isinstance(value, bool):
        return ("true" if value else "false"), TRUTH
    if isinstance(value, int):
        return (f"(INT64_C({value}))" if abs(value) >= 2**31 else f"({value})" if value < 0 else str(value)), WHOLE
    if math.isinf(value):
        return ("INFINITY" if value > 0.0 else "(-INFINITY)"), REAL
    return (f"({value!r})" if value < 0.0 or math.copysign(1.0, value) < 0.0 else repr(value)), REAL


# -- functions: statements, with variables declared where needed -------------------------------------------------------


LANES = 16
"""Loops over at least as many elements, a constant number, are computed in vectors."""


class FunctionWriter:
    """Write one function as C, for arguments of given types."""

    def __init__(
        self, function: ast.FunctionDef, signature: Signature, arguments: Sequence[CType], scope: Scope, taken: set[str]
    ) -> None:
        self.function = function
        self.signature = signature
        self.arguments = arguments
        self.scope = scope
        self.refuse = scope.refuse
        self.expressions = Expressions(scope)
        self._lines: list[str | list[str]] = []
        """Lines, and the names of variables to declare: their types are known only later."""
        self._depths: list[int] = []
        self._depth = 1
        self._taken = taken | {variable.name for variable in scope.variables.all()}
        self._declared: set[str] = set()
        self._pending: dict[tuple[int, int], list[Variable]] = {}
        for variable in scope.variables.all():
            if not variable.is_parameter:
                self._pending.setdefault(variable.place, []).append(variable)

    def text(self) -> tuple[str, str]:
        """Return the function's declaration, without its end, and its body."""
        parameters = []
        for argument, one in zip(self.function.args.args, self.arguments, strict=True):
            variable = self.scope.variables.of(argument)
            assert variable is not None
            self.scope.kinds[variable.name] = one
            parameters.append(f"{one.name} {variable.name}")
        self._block(self.function.body)
        body = []
        for line, depth in zip(self._lines, self._depths, strict=True):
            texts = [line] if isinstance(line, str) else [f"{self.scope.kinds[name].name} {name};" for name in line]
            body += ["  " * depth + text for text in texts]
        return ", ".join(parameters) or "void", "\n".join(body)

    def _line(self, line: str | list[str]) -> None:
        self._lines.append(line)
        self._depths.append(self._depth)

    def _inner(self, body: Sequence[ast.stmt]) -> None:
        self._depth += 1
        self._block(body)
        self._depth -= 1

    def _block(self, body: Sequence[ast.stmt]) -> None:
        number = self.scope.variables.block_of(body)
        for index, statement in enumerate(body):
            self._declare(statement, self._pending.get((number, index), []))
            self._statement(statement)

    def _declare(self, statement: ast.stmt, variables: list[Variable]) -> None:
        """Declare the variables that this statement does not declare itself."""
        own: list[Variable | None] = []
        if isinstance(statement, ast.Assign):
            targets = [part for target in statement.targets for part in _parts(target)]
            own = [self.scope.variables.of(target) for target in targets if isinstance(target, ast.Name)]
        elif isinstance(statement, ast.For):
            own = [self.scope.variables.of(statement.target)]
        early = [variable.name for variable in variables if variable not in own]
        if early:
            self._line(early)
            self._declared |= set(early)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return
            case ast.Expr(value=ast.Call() as call):
                self._line(f"{self._value(call)[0]};")
            case ast.Assign():
                self._assignment(statement)
            case ast.AugAssign():
                self._change(statement)
            case ast.Return():
                self._return(statement)
            case ast.If():
                self._if(statement)
            case ast.While():
                self._while(statement)
            case ast.For():
                self._for(statement)
            case ast.Break():
                self._line("break;")
            case ast.Continue():
                self._line("continue;")
            case _:
                raise self.refuse(statement, described(statement))

    def _value(self, node: ast.expr) -> Code:
        """Return an expression; the operands of an operation in which a call writes to an array are held in order."""
        if isinstance(node, ast.BinOp) and self.expressions.writes(node):
            left, right = self._held([node.left, node.right])
            return self.expressions.operation(node, node.op, left, right)
        self.expressions.check_order(node)
        return self.expressions.value(node)

    def _condition(self, node: ast.expr) -> str:
        self.expressions.check_order(node)
        return bare(self.expressions.condition(node))

    def _assignment(self, statement: ast.Assign) -> None:
        value = statement.value
        if len(statement.targets) > 1:
            (code,) = self._held([value])
            for part in statement.targets:
                self._store(part, code)
            return
        target = statement.targets[0]
        if not isinstance(target, ast.Tuple):
            is_apart = isinstance(target, ast.Subscript) and self.expressions.writes(value)
            self._store(target, self._held([value])[0] if is_apart else self._value(value))
        elif isinstance(value, ast.Call):
            self._unpack(target, value)
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            for part, code in zip(target.elts, self._held(value.elts), strict=True):
                self._store(part, code)
        else:
            raise self.refuse(statement, "an assignment to a tuple, except from a call or a tuple of the same length")

    def _unpack(self, target: ast.Tuple, call: ast.Call) -> None:
        """Assign the results of a call; a variable that is never used is left out."""
        code, one = self._value(call)
        if one.kind.name != "tuple" or len(one.kind.parts) != len(target.elts):
            raise self.refuse(call, f"{len(target.elts)} targets for a call that returns {one.kind.name}")
        held = unused("held", self._taken)
        self._line(f"{one.name} {held} = {code};")
        for index, (part, kind) in enumerate(zip(target.elts, one.kind.parts, strict=True)):
            variable = self.scope.variables.of(part)
            if variable is None or variable.uses > 0:
                self._store(part, (f"{held}.p{index}", usual(kind)))

    def _held(self, values: Sequence[ast.expr]) -> list[Code]:
        """Evaluate several expressions, in order, before any of them is stored."""
        codes = []
        for value in values:
            code, one = self._value(value)
            if one.kind == NONE or one.kind.name == "tuple":
                raise self.refuse(value, f"{one.kind.name} where a number or an array is expected")
            held = unused("held", self._taken)
            self._line(f"{one.name} {held} = {bare(code)};")
            codes.append((held, one))
        return codes

    def _store(self, target: ast.expr, code: Code) -> None:
        """Assign a value to a variable or an element of an array."""
        text, one = code
        if isinstance(target, ast.Subscript):
            if any(isinstance(node, ast.Call) for node in ast.walk(target)):
                raise self.refuse(target, "a call in the index of an assignment")
            place, array = self.expressions.place(target)
            if not takes(ELEMENTS[array.kind], one.kind):
                raise self.refuse(target, f"{one.kind.name} stored in an array of {ELEMENTS[array.kind].name}")
            cast = "" if array.element in ("f8", "i8") else f"({WORDS[array.element]})"
            self._line(f"{place} = {cast}{text if cast else bare(text)};")
            return
        variable = self.scope.variables.of(target)
        if variable is None:
            raise self.refuse(target, f"an assignment to {ast.unparse(target)!r}")
        self._set_kind(target, variable, one)
        self._line(f"{self._declaration(variable)}{variable.name} = {bare(text)};")

    def _declaration(self, variable: Variable) -> str:
        if variable.is_parameter or variable.name in self._declared:
            return ""
        self._declared.add(variable.name)
        return f"{self.scope.kinds[variable.name].name} "

    def _set_kind(self, node: ast.AST, variable: Variable, one: CType) -> None:
        known = self.scope.kinds.setdefault(variable.name, one)
        if one.kind == NONE or one.kind.name == "tuple":
            raise self.refuse(node, f"the variable {variable.python!r} with {one.kind.name}")
        if known != one and not (
            variable.is_parameter and takes(known.kind, one.kind) and known.element == one.element
        ):
            raise self.refuse(
                node, f"the variable {variable.python!r}, which is {known.kind.name} and becomes {one.kind.name}"
            )

    def _change(self, statement: ast.AugAssign) -> None:
        """Write an augmented assignment."""
        target = statement.target
        if isinstance(target, ast.Subscript):
            self._change_element(statement, target)
            return
        variable = self.scope.variables.of(target)
        if variable is None:
            raise self.refuse(target, f"an assignment to {ast.unparse(target)!r}")
        old = variable.name, self.scope.kinds[variable.name]
        self._store(target, self.expressions.operation(statement, statement.op, old, self._value(statement.value)))

    def _change_element(self, statement: ast.AugAssign, target: ast.Subscript) -> None:
        """Write an augmented assignment to an element; what a call may overwrite is read before it."""
        old = ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
        if not self.expressions.writes(statement.value):
            codes = [self.expressions.value(old), self._value(statement.value)]
        elif any(isinstance(node, ast.Subscript) for node in ast.walk(target.slice)):
            raise self.refuse(statement, "a call that writes to an array, added to an element with an index from one")
        else:
            codes = self._held([old, statement.value])
        self._store(target, self.expressions.operation(statement, statement.op, *codes))

    def _return(self, statement: ast.Return) -> None:
        wanted = self.signature.result
        if statement.value is None or wanted == NONE:
            if statement.value is not None or wanted != NONE:
                raise self.refuse(statement, f"a return that does not match the annotation {wanted.name}")
            self._line("return;")
            return
        if isinstance(statement.value, ast.Tuple) and len(statement.value.elts) == len(wanted.parts):
            self._return_many(statement.value, wanted)
            return
        code, one = self._value(statement.value)
        if not takes(wanted, one.kind):
            raise self.refuse(statement, f"{one.kind.name} returned by a function annotated {wanted.name}")
        self._line(f"return {bare(code)};")

    def _return_many(self, value: ast.Tuple, wanted: Kind) -> None:
        has_calls = any(isinstance(node, ast.Call) for node in ast.walk(value))
        codes = self._held(value.elts) if has_calls else [self._value(part) for part in value.elts]
        for (_, one), kind, part in zip(codes, wanted.parts, value.elts, strict=True):
            if not takes(kind, one.kind):
                raise self.refuse(part, f"{one.kind.name} returned where {kind.name} is annotated")
        self._line(f"return ({usual(wanted).name}){{{', '.join(bare(code) for code, _ in codes)}}};")

    def _if(self, statement: ast.If) -> None:
        self._line(f"if ({self._condition(statement.test)}) {{")
        self._inner(statement.body)
        if statement.orelse:
            self._line("} else {")
            self._inner(statement.orelse)
        self._line("}")

    def _while(self, statement: ast.While) -> None:
        if statement.orelse:
            raise self.refuse(statement, "`else` of a loop")
        test = "true" if is_true(statement.test) else self._condition(statement.test)
        self._line(f"while ({test}) {{")
        self._inner(statement.body)
        self._line("}")

    def _for(self, statement: ast.For) -> None:
        if statement.orelse:
            raise self.refuse(statement, "`else` of a loop")
        target = statement.target
        variable = self.scope.variables.of(target)
        if not isinstance(target, ast.Name) or variable is None:
            raise self.refuse(target, "a loop over several variables")
        if variable.definitions > 1 or not variable.is_inside_first:
            raise self.refuse(target, f"the loop variable {target.id!r}, which is assigned or used outside its loop")
        match statement.iter:
            case ast.Call(func=ast.Name(id="range")) as call:
                self._range(statement, variable, call)
            case ast.Tuple() as values:
                self._each(statement, variable, [self._value(part) for part in values.elts])
            case _:
                self._array(statement, variable)

    def _range(self, statement: ast.For, variable: Variable, call: ast.Call) -> None:
        """Write a loop over a range; the bounds are evaluated once."""
        for bound in call.args:
            self.expressions.check_order(bound)
        bounds = [self.expressions.integer(bound) for bound in call.args]
        if not 1 <= len(bounds) <= 3 or call.keywords:
            raise self.refuse(call, f"range() with {len(bounds)} arguments")
        step = self.expressions.constant(call.args[2]) if len(bounds) == 3 else 1
        if type(step) is not int or step == 0:
            raise self.refuse(call, "range() with a step that is not a constant")
        start, end = ("0", bounds[0]) if len(bounds) == 1 else bounds[:2]
        name = variable.name
        self._set_kind(statement, variable, usual(INT))
        self._declared.add(name)
        head = f"int64_t {name} = {bare(start)}"
        if not end.isdigit():
            limit = unused(f"{name}_end", self._taken)
            head += f", {limit} = {bare(end)}"
            end = limit
        if end.isdigit() and int(end) >= LANES:
            self._line("LANES_LOOP")
        forward = f"{name}++" if step == 1 else f"{name}--" if step == -1 else f"{name} += {step}"
        self._line(f"for ({head}; {name} {'<' if step > 0 else '>'} {end}; {forward}) {{")
        self._inner(statement.body)
        self._line("}")

    def _each(self, statement: ast.For, variable: Variable, values: list[Code]) -> None:
        """Write a loop over a tuple that is written out; its values are evaluated once."""
        types = {one for _, one in values}
        if len(types) != 1:
            raise self.refuse(statement, "a loop over values of several kinds")
        one = types.pop()
        self._set_kind(statement, variable, one)
        self._declared.add(variable.name)
        held, index = (unused(f"{variable.name}_{what}", self._taken) for what in ("values", "index"))
        self._line(f"{one.name} {held}[] = {{{', '.join(bare(code) for code, _ in values)}}};")
        self._line(f"for (int {index} = 0; {index} < {len(values)}; {index}++) {{")
        self._depth += 1
        self._line(f"{one.name} {variable.name} = {held}[{index}];")
        self._block(statement.body)
        self._depth -= 1
        self._line("}")

    def _array(self, statement: ast.For, variable: Variable) -> None:
        """Write a loop over a tuple of the module."""
        code, one = self._value(statement.iter)
        if one.kind not in ELEMENTS or self.scope.variables.of(statement.iter) is not None:
            raise self.refuse(statement.iter, "a loop, except over range(), a tuple, or a constant tuple")
        element = usual(ELEMENTS[one.kind])
        self._set_kind(statement, variable, element)
        self._declared.add(variable.name)
        held, index = (unused(f"{variable.name}_{what}", self._taken) for what in ("values", "index"))
        self._line(f"{one.name} {held} = {bare(code)};")
        self._line(f"for (int64_t {index} = 0; {index} < {held}.size; {index}++) {{")
        self._depth += 1
        self._line(f"{element.name} {variable.name} = {held}.at[{index}];")
        self._block(statement.body)
        self._depth -= 1
        self._line("}")


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple) else [target]


def bare(code: str) -> str:
    """Return code without parentheses around all of it."""
    if not code.startswith("("):
        return code
    depth = 0
    for index, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return code[1:-1] if index == len(code) - 1 and "{" not in code else code
    return code


# -- modules: one C file, whose entries take their arguments as words --------------------------------------------------


KEYWORDS = frozenset(
    """
    auto bool break case char const continue default do double else enum extern false float for goto if inline int long
    main register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile
    while NULL INFINITY NAN rint sqrt sin cos word ints at size row depth LANES_LOOP floor_quotient floor_rest parts_of
    div exp log pow abs floor ceil round y0 y1 yn j0 j1 jn gamma index time signal remove rename
    """.split()  # noqa: SIM905
)
"""Names that no function or variable of the output may have."""
PRELUDE = """#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __wasm__ /* There is no C library; these are instructions. */
#define INFINITY __builtin_inf()
#define fabs __builtin_fabs
#define memcpy __builtin_memcpy
#define rint __builtin_rint
#define sqrt __builtin_sqrt
#else
#include <math.h>
#include <string.h>
#endif

#if FLT_EVAL_METHOD != 0
#error "Floating-point numbers are computed with more bits than they are stored with: this would change results."
#endif
#ifdef __FAST_MATH__
#error "-ffast-math changes results."
#endif

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
#ifdef __wasm__ /* clang believes that vectors of two do not pay. */
#define LANES_LOOP _Pragma("clang loop vectorize_width(2)")
#else
#define LANES_LOOP
#endif

/* An argument or a result of an entry. */
typedef union { int64_t q; double d; void *p; } word;

/* a // b, rounded down, and 0 for a divisor of 0. */
static inline int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t quotient = a / b, rest = a % b;
  return quotient - (rest != 0 && (rest < 0) != (b < 0));
}

/* a % b with the sign of b, and 0 for a divisor of 0. */
static inline int64_t floor_rest(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}"""
PARTS_OF = """/* Mantissa and exponent of a number, as math.frexp of Python. */
static inline results_dq parts_of(double number) {
  int64_t bits, offset = 1022;
  double scaled = number;
  if (number == 0.0 || !(fabs(number) < INFINITY)) return (results_dq){number, 0};
  if (fabs(number) < DBL_MIN) {
    scaled = number * 18014398509481984.0;
    offset = 1076;
  }
  memcpy(&bits, &scaled, 8);
  int64_t exponent = ((bits >> 52) & 0x7ff) - offset;
  bits = (int64_t)(((uint64_t)bits & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3fe0000000000000));
  memcpy(&scaled, &bits, 8);
  return (results_dq){scaled, exponent};
}"""

IDENTITY = """#ifdef SOURCES
/* The digest of the Python sources. */
EXPORTED const char *carrom_sources(void) { return SOURCES; }

/* Levels of instructions that this machine has and for which the entries are compiled, the best first. */
EXPORTED const char *carrom_levels(void) {
#ifdef IS_X86_64
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_avx2 && has_avx512) return "avx512 avx2 base";
  if (has_avx2) return "avx2 base";
#endif
  return "base";
}
"""


@dataclass(frozen=True)
class Entry:
    """A function that is called from outside."""

    function: Callable[..., object]
    elements: Mapping[str, object]
    """Types of the elements of its array parameters where they are not of 64 bits: names of `types.WORDS`, or for a
    record such names by field."""


class CModule:
    """The C file of some modules."""

    def __init__(self, modules: Sequence[ModuleType], entries: Iterable[Entry], header: str = "") -> None:
        """Translate the entries and all that they call in these modules."""
        self._taken = set(KEYWORDS)
        self._sources = sources_of(modules, self._taken)
        self._signatures: dict[FunctionType, Signature] = {}
        self._writing: dict[FunctionType, bool] = {}
        self._instances: dict[tuple[FunctionType, tuple[CType, ...]], str] = {}
        self._types: dict[str, str] = {}
        self._arrays: dict[str, str] = {}
        self._heads: list[str] = []
        self._bodies: list[str] = []
        self._ahead: list[tuple[FunctionType, tuple[CType, ...], str]] = []
        self._header = header
        self._forms: dict[str, list[object]] = {}
        self._entries: list[str] = []
        for kind in (tuple_of((FLOAT, INT)), FLOATS, INTS):  # of `parts_of`, and of constant tuples
            self._note_type(usual(kind))
        for entry in entries:
            self._entry(entry)
            while self._ahead:
                self._function(*self._ahead.pop())

    @property
    def text(self) -> str:
        """The C file."""
        constants = [line.format(name=name) for line, name in self._arrays.items()]
        forms = json.dumps(self._forms, separators=(",", ":")).replace("\\", "\\\\").replace('"', '\\"')
        parts = [
            self._header,
            PRELUDE,
            "\n".join(self._types.values()),
            PARTS_OF,
            "\n".join(constants),
            "\n".join(self._heads),
            *self._bodies,
            *self._entries,
            IDENTITY,
            f"/* The parameters of every entry, as JSON. */\n"
            f'EXPORTED const char *carrom_entries(void) {{\n  return "{forms}";\n}}\n#endif',
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _note_type(self, one: CType) -> None:
        for needed in one.needed():
            if needed.definition:
                self._types.setdefault(needed.name, needed.definition)

    def _signature(self, function: FunctionType) -> Signature:
        if function not in self._signatures:
            self._signatures[function] = signature_of(self._sources[function])
        return self._signatures[function]

    def _parameters(self, function: object) -> tuple[Kind, ...] | None:
        is_known = isinstance(function, FunctionType) and function in self._sources
        return self._signature(function).parameters if is_known else None  # type: ignore[arg-type]

    def _is_writing(self, function: object) -> bool:
        """Whether a function of the modules writes to an array, itself or by a function that it calls."""
        if not isinstance(function, FunctionType) or function not in self._sources:
            return False
        if function not in self._writing:
            self._writing[function] = False  # for a function that calls itself
            source = self._sources[function]
            nodes = list(ast.walk(source.tree))
            stores = any(isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) for node in nodes)
            names = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
            called = [vars(source.module).get(name) for name in names]
            self._writing[function] = stores or any(self._is_writing(each) for each in called)
        return self._writing[function]

    def _instance(self, function: FunctionType, arguments: tuple[CType, ...], _: ast.AST) -> tuple[str, CType]:
        """Return name and result type of a function for arguments of these types; it is written later."""
        key = function, arguments
        if key not in self._instances:
            self._instances[key] = self._sources[function].name + suffix(arguments)
            self._ahead.append((function, arguments, self._instances[key]))
        result = usual(self._signature(function).result)
        self._note_type(result)
        return self._instances[key], result

    def _function(self, function: FunctionType, arguments: tuple[CType, ...], name: str) -> None:
        source, signature = self._sources[function], self._signature(function)
        for one in arguments:
            self._note_type(one)
        scope = Scope(
            module=vars(source.module),
            variables=Variables(source.tree, source.refuse, self._taken),
            kinds={},
            call=self._instance,
            parameters=self._parameters,
            is_writing=self._is_writing,
            arrays=self._arrays,
            refuse=source.refuse,
        )
        writer = FunctionWriter(source.tree, signature, arguments, scope, self._taken)
        parameters, body = writer.text()
        for one in scope.kinds.values():
            self._note_type(one)
        head = f"static {usual(signature.result).name} {name}({parameters})"
        self._heads.append(f"{head};")
        self._bodies.append(f"{source.summary}\n{head} {{\n{body}\n}}")

    def _entry(self, entry: Entry) -> None:
        """Write the function that takes the arguments of an entry as words, and note their form."""
        function = known(entry.function, self._sources)
        source, signature = self._sources[function], self._signature(function)
        names = [argument.arg for argument in source.tree.args.args]
        arguments = tuple(
            given(kind, entry.elements.get(name)) for name, kind in zip(names, signature.parameters, strict=True)
        )
        if unknown := set(entry.elements) - set(names):
            raise source.refuse(source.tree, f"{source.name}() with elements of {sorted(unknown)}")
        called, result = self._instance(function, arguments, source.tree)
        words = _Words()
        codes = ", ".join(words.code(one) for one in arguments)
        call = f"{called}({codes})"
        body = f"{call};\n  return 0" if result.kind == NONE else f"return {call}"
        returned = "double" if result.kind == FLOAT else "int64_t"
        if result.kind.name == "tuple":
            raise source.refuse(source.tree, f"the entry {source.name}(), which returns several numbers")
        self._entries.append(f"EXPORTED {returned} ENTRY({source.name})(const word *w) {{\n  {body};\n}}")
        form = "f" if result.kind == FLOAT else "b" if result.kind == BOOL else "n" if result.kind == NONE else "i"
        name = f"{function.__module__}.{function.__name__}"
        self._forms[name] = [source.name, form, [_form(one) for one in arguments]]


class _Words:
    """The words of an entry's arguments, in order."""

    def __init__(self) -> None:
        self._next = 0

    def code(self, one: CType) -> str:
        """Return the C that reads an argument from its words."""
        if one.kind.fields:
            return f"({one.name}){{{', '.join(self.code(part) for part in one.parts)}}}"
        if one.kind == FLOAT:
            return f"w[{self._take()}].d"
        if one.kind not in ELEMENTS:
            return f"w[{self._take()}].q{' != 0' if one.kind == BOOL else ''}"
        pointer, size = f"w[{self._take()}].p", f"w[{self._take()}].q"
        if one.axes == 1:
            return f"({one.name}){{{pointer}, {size}}}"
        axes = [f"w[{self._take()}].q" for _ in range(one.axes - 1)]
        if one.axes == 2:
            return f"({one.name}){{{pointer}, {size}, {axes[0]}}}"
        return f"({one.name}){{{pointer}, {size}, {axes[0]} * {axes[1]}, {axes[1]}}}"

    def _take(self) -> int:
        self._next += 1
        return self._next - 1


def _form(one: CType) -> object:
    """Return what a caller must pass for an argument: `i`, `f`, `b`, an array as `<f8:1`, or a record as a list."""
    if one.kind.fields:
        return [_form(part) for part in one.parts]
    if one.kind in ELEMENTS:
        return f"<{one.element}:{one.axes}{'?' if one.kind.name == 'profile' else ''}"
    return "f" if one.kind == FLOAT else "b" if one.kind == BOOL else "i"
