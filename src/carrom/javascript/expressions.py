"""Translate expressions: numbers, comparisons, conditions, array elements, and calls of functions of the subset.

Integers are doubles without a fraction, below 2⁵³ in size and never −0; every operation below preserves that. Each
expression has one static kind, which distinguishes integers from floats without looking at values.
"""

import ast
import builtins
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from carrom.subset.constants import check_alike, constant
from carrom.subset.kinds import (
    BIG,
    BOOL,
    ELEMENTS,
    FLOAT,
    FLOATS,
    INT,
    INT_CUBE,
    INTS,
    NONE,
    NUMBERS,
    PROFILE,
    ROWS,
    Kind,
    Refuse,
    takes,
)
from carrom.subset.sources import Signature
from carrom.subset.variables import Variables, described, unused

ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"}
BITS = {ast.LShift: "$left", ast.RShift: "$right", ast.BitAnd: "$and", ast.BitOr: "$or", ast.BitXor: "$xor"}
COMPARISONS = {ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
KEYWORDS = frozenset(
    """
    arguments arrays await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for function if implements import in instanceof interface let new null of package private
    protected public return static super switch this throw true try typeof undefined var void while with yield
    Math Number BigInt Float64Array Int32Array Uint32Array Object RangeError Infinity NaN Table
    """.split()  # noqa: SIM905
)
"""Names that no variable of the output may have."""
BUILTINS = (int, float, bool, len, math.sqrt, math.frexp)
SAFE = 2**53
"""Integers are exact below this size."""


@dataclass
class Scope:
    """What the names in a function stand for."""

    module: Mapping[str, Any]
    """The globals of the function's module."""
    signatures: Mapping[FunctionType, Signature]
    arrays: dict[str, str]
    """The JavaScript names of constant tuples, by their contents; filled as they are used."""
    variables: Variables
    kinds: dict[str, Kind]
    """The kinds of the JavaScript variables seen so far."""
    helpers: set[str]
    """The helpers used so far."""
    is_checked: bool
    """Whether indices and integers are checked when the code runs."""
    is_wide: bool
    """Whether integers are BigInts in this function."""
    refuse: Refuse

    def helper(self, name: str) -> str:
        """Note that a helper is used, and return its name."""
        self.helpers.add(name)
        return name


Code = tuple[str, Kind]
"""The JavaScript of an expression, and its kind."""


class Expressions:
    """Translate the expressions of one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.refuse = scope.refuse

    def value(self, node: ast.expr) -> Code:
        """Return the code and kind of an expression."""
        constant = self.constant(node)
        if constant is not None:
            return self.literal(constant, node)
        match node:
            case ast.Name():
                return self._name(node)
            case ast.BinOp():
                return self._operation(node, node.op, self.value(node.left), self.value(node.right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return self._comparison(node), BOOL
            case ast.BoolOp():
                return self._condition_of_all(node, [self.boolean(part) for part in node.values]), BOOL
            case ast.IfExp():
                return self._choice(node)
            case ast.Subscript():
                return self._element(node)
            case ast.Attribute():
                return self._field(node)
            case ast.Call():
                return self._call(node)
        raise self.refuse(node, f"{described(node)} as a value")

    def number(self, node: ast.expr) -> Code:
        """Return an expression that must be a number."""
        code, kind = self.value(node)
        if kind not in (*NUMBERS, BIG):
            raise self.refuse(node, f"{kind.name} where a number is expected")
        return code, kind

    def boolean(self, node: ast.expr) -> str:
        """Return an expression that must be a bool."""
        code, kind = self.value(node)
        if kind != BOOL:
            raise self.refuse(node, f"`and`, `or` with {kind.name}, which give the value of an operand")
        return code

    def condition(self, node: ast.expr) -> str:
        """Return an expression as a condition: a bool, or an integer other than 0."""
        if isinstance(node, ast.BoolOp):
            return self._condition_of_all(node, [self.condition(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self.condition(node.operand)})"
        code, kind = self.value(node)
        if kind == BOOL:
            return code
        if kind == INT:
            return f"{code} !== 0"
        raise self.refuse(node, f"{kind.name} as a condition")

    def integer(self, node: ast.expr) -> str:
        """Return an expression that must be an integer."""
        code, kind = self.value(node)
        if kind != INT:
            raise self.refuse(node, f"{kind.name} where an int is expected")
        return code

    def place(self, node: ast.Subscript) -> Code:
        """Return an element of an array or table as a place to read or write."""
        array, kind = self.value(node.value)
        if kind not in ELEMENTS:
            raise self.refuse(node, f"an element of {kind.name}")
        if kind not in ROWS:
            index = self._index(node.slice)
            return f"{array}[{self._inside(index, array)}]", ELEMENTS[kind]
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        if len(indices) != (3 if kind == INT_CUBE else 2):
            counts = "three" if kind == INT_CUBE else "two"
            raise self.refuse(node, f"an element of a {kind.name}, which has {counts} indices")
        parts = [self._index(index) for index in indices]
        row = f"{self._inside(parts[0], array)} * {array}.row"
        rest = parts[1] if len(parts) == 2 else f"{parts[1]} * {array}.depth + {parts[2]}"
        return f"{array}.values[{self._inside(f'{row} + {rest}', f'{array}.values')}]", ELEMENTS[kind]

    def constant(self, node: ast.AST) -> Any:
        """Return the value of a constant expression, None if it is not one."""
        return constant(node, self.scope.module, self.scope.variables, self.refuse)

    def literal(self, value: float, node: ast.AST) -> Code:
        """Return a constant as JavaScript writes it."""
        if isinstance(value, bool):
            return ("true" if value else "false"), BOOL
        if isinstance(value, int):
            if abs(value) >= SAFE and not self.scope.is_wide:
                raise self.refuse(node, f"the integer {value}, which is not below 2⁵³ in size")
            code = f"{int(value)}n" if self.scope.is_wide else str(int(value))
            return (f"({code})" if value < 0 else code), BIG if self.scope.is_wide else INT
        code = written(value)
        return (f"({code})" if code.startswith("-") else code), FLOAT

    def _name(self, node: ast.Name) -> Code:
        variable = self.scope.variables.of(node)
        if variable is not None:
            return variable.name, self.scope.kinds[variable.name]
        value = self.scope.module.get(node.id)
        if isinstance(value, tuple) and value and all(type(part) in (int, float) for part in value):
            kind = INTS if all(isinstance(part, int) for part in value) else FLOATS
            contents = ", ".join(written(float(part)) for part in value)
            if contents not in self.scope.arrays:
                self.scope.arrays[contents] = unused(f"${node.id}", set(self.scope.arrays.values()))
            return self.scope.arrays[contents], kind
        raise self.refuse(node, f"the name {node.id!r}, which is no number, tuple of numbers or translated function")

    def _operation(self, node: ast.AST, op: ast.operator, left: Code, right: Code) -> Code:
        """Return a binary operation."""
        check_alike(node, self.refuse)
        (a, kind_a), (b, kind_b) = left, right
        sign = ARITHMETIC.get(type(op))
        if kind_a == kind_b == BOOL and isinstance(op, ast.BitAnd | ast.BitOr):
            return f"({a} {'&&' if isinstance(op, ast.BitAnd) else '||'} {b})", BOOL
        if kind_a == kind_b == BIG and sign in ("+", "-", "*"):
            return f"({a} {sign} {b})", BIG
        if kind_a not in NUMBERS or kind_b not in NUMBERS:
            raise self.refuse(node, f"`{_sign(op)}` of {kind_a.name} and {kind_b.name}")
        is_whole = kind_a == kind_b == INT
        if sign == "/" or (sign in ("+", "-", "*") and not is_whole):
            return f"({a} {sign} {b})", FLOAT
        if not is_whole:
            raise self.refuse(node, f"`{_sign(op)}` of {kind_a.name} and {kind_b.name}; it is for integers")
        if sign in ("+", "-"):
            return self._whole(f"({a} {sign} {b})"), INT
        if sign == "*":
            # A product with a positive constant is never −0.
            positive = any(_is_positive(code) for code in (a, b))
            return self._whole(f"({a} * {b})" if positive else f"({a} * {b} + 0)"), INT
        if sign == "//":
            zero = "" if _is_positive(b) else " + 0"
            return self._whole(f"(Math.floor({a} / {b}){zero})"), INT
        if sign == "%":
            return self._whole(f"{self.scope.helper('$modulo')}({a}, {b})"), INT
        if type(op) in BITS:
            return self._whole(f"{self.scope.helper(BITS[type(op)])}({a}, {b})"), INT
        raise self.refuse(node, f"`{_sign(op)}`")

    def changed(self, node: ast.AugAssign, target: Code) -> Code:
        """Return the new value of the target of an augmented assignment."""
        return self._operation(node, node.op, target, self.value(node.value))

    def _unary(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return f"!({self.condition(node.operand)})", BOOL
        code, kind = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            if kind == FLOAT:
                return f"(-{code})", FLOAT
            return (f"(-{code})", BIG) if kind == BIG else (self._whole(f"(0 - {code})"), INT)
        if isinstance(node.op, ast.Invert) and kind == INT:
            return self._whole(f"(-1 - {code})"), INT
        raise self.refuse(node, f"`{_sign(node.op)}` of {kind.name}")

    def _comparison(self, node: ast.Compare) -> str:
        """Return a comparison; the middle of a chain must be a name or a constant, because it is written twice."""
        for middle in node.comparators[:-1]:
            if not isinstance(middle, ast.Name) and self.constant(middle) is None:
                raise self.refuse(middle, f"{ast.unparse(middle)!r} in the middle of a comparison; assign it first")
        operands = [node.left, *node.comparators]
        parts = [self._pair(*part) for part in zip(operands, node.ops, operands[1:], strict=False)]
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        code, kind = self.value(left)
        if isinstance(op, ast.Is | ast.IsNot):
            if kind != PROFILE or not (isinstance(right, ast.Constant) and right.value is None):
                raise self.refuse(left, "`is`, except of a profile and None")
            return f"{code} {'===' if isinstance(op, ast.Is) else '!=='} null"
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple) or not isinstance(left, ast.Name):
                raise self.refuse(left, "`in`, except of a variable and a tuple written out")
            found = " || ".join(f"{code} === {self.number(part)[0]}" for part in right.elts)
            return f"({found})" if isinstance(op, ast.In) else f"!({found})"
        other, other_kind = self.value(right)
        equal = type(op) in (ast.Eq, ast.NotEq) and kind == other_kind == BOOL
        numbers = {kind, other_kind} <= set(NUMBERS) or kind == other_kind == BIG
        if not equal and not numbers:
            raise self.refuse(left, f"a comparison of {kind.name} and {other_kind.name}")
        return f"({code} {COMPARISONS[type(op)]} {other})"

    def _condition_of_all(self, node: ast.BoolOp, parts: list[str]) -> str:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(parts)})"

    def _choice(self, node: ast.IfExp) -> Code:
        test = self.condition(node.test)
        (yes, kind), (no, other) = self.value(node.body), self.value(node.orelse)
        if kind != other and not {kind, other} <= set(NUMBERS):
            raise self.refuse(node, f"a choice between {kind.name} and {other.name}")
        return f"({test} ? {yes} : {no})", kind if kind == other else FLOAT

    def _element(self, node: ast.Subscript) -> Code:
        """Return an element of an array or table, a row of a table, or a result of a call."""
        if isinstance(node.value, ast.Call):
            code, kind = self._call(node.value)
            which = self.constant(node.slice)
            if kind.name != "tuple" or type(which) is not int or not 0 <= which < len(kind.parts):
                raise self.refuse(node, "an element of a call, except of one that returns a tuple, by its number")
            if which == 0:
                return code, kind.parts[0]
            return f"({code}, {self.scope.helper('$results')}[{which - 1}])", kind.parts[which]
        array, kind = self.value(node.value)
        if kind == INT_CUBE and isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
            first, second = (self._index(index) for index in node.slice.elts)
            return f"{self.scope.helper('$row')}({array}, {self._inside(first, array)}, {second})", INTS
        if kind in ROWS and kind != INT_CUBE and not isinstance(node.slice, ast.Tuple):
            index = self._inside(self._index(node.slice), array)
            return f"{array}.values.subarray({index} * {array}.row, ({index} + 1) * {array}.row)", ROWS[kind]
        return self.place(node)

    def _field(self, node: ast.Attribute) -> Code:
        """Return a field of a record."""
        record, kind = self.value(node.value)
        found = kind.field(node.attr)
        if found is None:
            raise self.refuse(node, f"{ast.unparse(node)!r}: {kind.name} has no such field and")
        return f"{record}.{node.attr}", found

    def _index(self, node: ast.expr) -> str:
        if isinstance(node, ast.Slice):
            raise self.refuse(node, "a slice")
        constant = self.constant(node)
        if isinstance(constant, int) and constant < 0:
            raise self.refuse(node, f"the negative index {constant}, which counts from the end")
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
        signature = self.scope.signatures.get(value) if isinstance(value, FunctionType) else None
        if signature is None:
            raise self.refuse(node, f"a call of {name}(), which is not in the subset")
        if len(node.args) != len(signature.parameters):
            raise self.refuse(node, f"{len(node.args)} arguments for {name}(), which takes {len(signature.parameters)}")
        given = [
            self._argument(argument, kind, name)
            for argument, kind, shared in zip(node.args, signature.parameters, signature.shared, strict=True)
            if not self._is_shared(argument, shared)
        ]
        if signature.result.name == "tuple":
            self.scope.helper("$results")
        return f"{signature.name}({', '.join(given)})", signature.result

    def _is_shared(self, node: ast.expr, shared: str | None) -> bool:
        """Whether an argument is an array of the module, which is not passed."""
        if shared is None:
            return False
        variable = self.scope.variables.of(node)
        if variable is None or not variable.is_parameter or variable.name != shared:
            raise self.refuse(node, f"{ast.unparse(node)!r} for the shared array {shared!r}")
        return True

    def _argument(self, node: ast.expr, wanted: Kind, name: str) -> str:
        is_none = isinstance(node, ast.Constant) and node.value is None
        code, kind = ("null", NONE) if is_none else self.value(node)
        if not takes(wanted, kind):
            raise self.refuse(node, f"{kind.name} as an argument of {name}(), which takes {wanted.name}")
        return code

    def _builtin(self, node: ast.Call, function: Any) -> Code:
        """Return a call of int, float, bool, len, sqrt or frexp."""
        argument = node.args[0]
        code, kind = self.value(argument)
        if function is len:
            if kind not in ELEMENTS or kind == PROFILE:
                raise self.refuse(node, f"len() of {kind.name}")
            return f"{code}.length", INT
        if function is bool:
            return self.condition(argument), BOOL
        if kind == BIG and function is float:
            return f"Number({code})", FLOAT
        if kind not in NUMBERS:
            raise self.refuse(node, f"{ast.unparse(node.func)}() of {kind.name}")
        if function is int:
            return (code, INT) if kind == INT else (self._whole(f"(Math.trunc({code}) + 0)"), INT)
        if function is float:
            return code, FLOAT
        if function is math.sqrt:
            return f"Math.sqrt({code})", FLOAT
        self.scope.helper("$results")
        return f"{self.scope.helper('$frexp')}({code})", Kind("tuple", (FLOAT, INT))

    def _whole(self, code: str) -> str:
        return f"{self.scope.helper('$whole')}({code})" if self.scope.is_checked else code

    def _inside(self, index: str, array: str) -> str:
        return f"{self.scope.helper('$inside')}({index}, {array})" if self.scope.is_checked else index


def written(value: float) -> str:
    """Return a number as JavaScript writes it: the shortest digits that give the same bits."""
    if math.isinf(value):
        return "Infinity" if value > 0.0 else "-Infinity"
    return repr(value).removesuffix(".0")


def _is_positive(code: str) -> bool:
    return code.isdigit() and int(code) > 0


def _sign(op: ast.AST) -> str:
    """Return an operator as Python writes it."""
    if isinstance(op, ast.unaryop):
        return ast.unparse(ast.UnaryOp(op, ast.Name("x"))).strip("x ")
    assert isinstance(op, ast.operator)
    return ast.unparse(ast.BinOp(ast.Name("x"), op, ast.Name("x"))).strip("x ")
