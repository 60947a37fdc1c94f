"""Vectorized loops for WebAssembly: two lanes of float64 at once (SIMD), each lane with the bits of the plain loop.

A loop over a constant even number of lanes is vectorized if its body only computes floats and conditions from the
elements `array[constant + k]` of shared arrays, and stores them likewise. Other loops are left as they are.
"""

import ast
import math
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrom.javascript.wasm_binary import signed, unsigned
from carrom.subset.kinds import FLOAT, FLOATS

if TYPE_CHECKING:
    from carrom.javascript.web_assembly import FunctionCode

V128 = 0x7B
ARITHMETIC = {ast.Add: 240, ast.Sub: 241, ast.Mult: 242, ast.Div: 243}
COMPARED = {ast.Eq: 71, ast.NotEq: 72, ast.Lt: 73, ast.Gt: 74, ast.LtE: 75, ast.GtE: 76}
LOAD, STORE, CONST, SPLAT, NOT, AND, OR, CHOOSE, NEGATE, ROOT = 0, 11, 12, 20, 77, 78, 80, 82, 237, 239
GET, SET = 0x20, 0x21
WIDTH = 2
"""Lanes in a vector."""


class NotVectorizable(Exception):
    """A loop that is left as it is."""


def vectorized(host: "FunctionCode", loop: ast.For) -> bytes | None:
    """Return the code of a loop in vectors, None if it cannot be vectorized."""
    try:
        return Lanes(host, loop).code
    except NotVectorizable:
        return None


class Lanes:
    """One loop over lanes."""

    def __init__(self, host: "FunctionCode", loop: ast.For) -> None:
        self.host = host
        self.uniform: dict[str, int] = {}
        """Vectors of the values from outside the loop that it uses, by name."""
        self.own: dict[str, tuple[int, bool]] = {}
        """The loop's own vectors, and whether they are conditions."""
        bounds = loop.iter.args if isinstance(loop.iter, ast.Call) else []
        count = host.constant(bounds[0]) if len(bounds) == 1 else None
        if type(count) is not int or count % WIDTH or not isinstance(loop.target, ast.Name):
            raise NotVectorizable
        self.counter = host.new_local(0x7F)
        self.lane = loop.target.id
        body = self.block(loop.body)
        counter = bytes([GET]) + unsigned(self.counter)
        prologue = b"".join(
            bytes([GET]) + unsigned(host.locals[name]) + op(SPLAT) + bytes([SET]) + unsigned(number)
            for name, number in self.uniform.items()
        )
        self.code = b"".join(
            (
                *(prologue, b"\x41\x00", bytes([SET]), unsigned(self.counter), b"\x03\x40", body),
                *(counter, b"\x41", signed(8 * WIDTH), b"\x6a", bytes([0x22]), unsigned(self.counter)),
                *(b"\x41", signed(8 * count), b"\x48\x0d\x00\x0b"),
            )
        )

    def block(self, body: Sequence[ast.stmt]) -> bytes:
        """Return the code of statements."""
        return b"".join(self.statement(statement) for statement in body)

    def statement(self, statement: ast.stmt) -> bytes:
        """Return the code of a statement."""
        match statement:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                code, is_condition = self.value(value)
                name = self.name(target)
                if name in self.host.locals:
                    raise NotVectorizable
                number, known = self.own.setdefault(name, (self.host.new_local(V128), is_condition))
                if known != is_condition:
                    raise NotVectorizable
                return code + bytes([SET]) + unsigned(number)
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return self.address(target) + self.float(value) + self.memory(STORE, target)
            case ast.If(test=ast.Compare(ops=[ast.Is() | ast.IsNot()]) as test, orelse=[]):
                return self.host.condition(test) + b"\x04\x40" + self.block(statement.body) + b"\x0b"
        raise NotVectorizable

    def name(self, node: ast.Name) -> str:
        """Return the variable of a name."""
        found = self.host.variables.of(node)
        if found is None:
            raise NotVectorizable
        return found.name

    def float(self, node: ast.expr) -> bytes:
        """Return the code of a vector of floats."""
        code, is_condition = self.value(node)
        if is_condition:
            raise NotVectorizable
        return code

    def condition(self, node: ast.expr) -> bytes:
        """Return the code of a vector of conditions: all bits of a lane are 1 or 0."""
        code, is_condition = self.value(node)
        if not is_condition:
            raise NotVectorizable
        return code

    def value(self, node: ast.expr) -> tuple[bytes, bool]:
        """Return the code of a vector, and whether it is one of conditions."""
        known = self.host.constant(node)
        if isinstance(known, float):
            return op(CONST) + struct.pack("<dd", known, known), False
        match node:
            case ast.Name():
                return self.variable(node)
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() as sign, left=left, right=right):
                both = self.condition(left) + self.condition(right)
                return both + op(AND if isinstance(sign, ast.BitAnd) else OR), True
            case ast.BinOp(op=sign, left=left, right=right) if type(sign) in ARITHMETIC:
                return self.float(left) + self.float(right) + op(ARITHMETIC[type(sign)]), False
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.float(operand) + op(NEGATE), False
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand) + op(NOT), True
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in COMPARED:
                return self.float(left) + self.float(right) + op(COMPARED[type(sign)]), True
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.float(body) + self.float(orelse) + self.condition(test) + op(CHOOSE), False
            case ast.Subscript():
                return self.address(node) + self.memory(LOAD, node), False
            case ast.Call(func=ast.Name(id=name), args=[argument]) if self.host.names.get(name) is math.sqrt:
                return self.float(argument) + op(ROOT), False
        raise NotVectorizable

    def variable(self, node: ast.Name) -> tuple[bytes, bool]:
        """Return a vector of the loop, or one of a value from outside."""
        name = self.name(node)
        if name in self.own:
            number, is_condition = self.own[name]
            return bytes([GET]) + unsigned(number), is_condition
        if self.host.kinds.get(name) != FLOAT:
            raise NotVectorizable
        if name not in self.uniform:
            self.uniform[name] = self.host.new_local(V128)
        return bytes([GET]) + unsigned(self.uniform[name]), False

    def address(self, node: ast.Subscript) -> bytes:
        """Return the address of the lanes of an element, apart from its constant part."""
        self.offset(node)
        return bytes([GET]) + unsigned(self.counter)

    def memory(self, which: int, node: ast.Subscript) -> bytes:
        """Return the instruction that loads or stores the lanes of an element."""
        return op(which) + unsigned(3) + unsigned(self.offset(node))

    def offset(self, node: ast.Subscript) -> int:
        """Return the address of the first lane of `array[constant + k]`."""
        match node.slice:
            case ast.BinOp(op=ast.Add(), left=left, right=ast.Name(id=name)) if name == self.lane:
                first = self.host.constant(left)
            case _:
                raise NotVectorizable
        array = self.name(node.value) if isinstance(node.value, ast.Name) else ""
        kind, _, address = self.host.module.shared.get(array, ("", 0, 0))
        if type(first) is not int or kind != "Float64Array" or self.host.kinds.get(array) != FLOATS:
            raise NotVectorizable
        return address + 8 * first


def op(number: int) -> bytes:
    """Return a vector instruction."""
    return b"\xfd" + unsigned(number)
