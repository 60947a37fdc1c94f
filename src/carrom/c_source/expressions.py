"""Translate expressions to C: numbers, comparisons, conditions, array elements, calls of functions of the subset.

Integers are 64 bits and floats are doubles, as Numba compiles them. Where Python fixes an order of evaluation that C
does not, the expression is refused (`check_order`).
"""

import ast
import builtins
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from carrom.c_source.types import CType, row_of, same_shape, usual
from carrom.subset.constants import check_alike, constant
from carrom.subset.kinds import (
    BOOL,
    ELEMENTS,
    FLOAT,
    FLOATS,
    INT,
    INT_CUBE,
    INTS,
    NUMBERS,
    PROFILE,
    ROWS,
    Kind,
    Refuse,
    takes,
    tuple_of,
)
from carrom.subset.variables import Variables, described, unused

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
