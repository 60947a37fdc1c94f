"""WebAssembly target: the numeric functions of the compiled subset as a binary module, with the same bits.

Integers are i64 and floats f64, as Numba compiles them; nothing is fused or reordered. Arrays are addresses in the
imported memory. Only code that `es_module.translate` accepts is written; tables are not supported.
"""

import ast
import math
import struct
from collections.abc import Iterable, Sequence
from types import FunctionType, ModuleType
from typing import Any

from carrom.javascript.expressions import KEYWORDS
from carrom.javascript.memory import Memory
from carrom.javascript.wasm_binary import name_of, section, signed, unsigned, vector
from carrom.javascript.wasm_lanes import vectorized
from carrom.subset.constants import FOLDED
from carrom.subset.kinds import BOOL, FLOAT, FLOATS, INT, INTS, NONE, PROFILE, Kind, Refuse
from carrom.subset.sources import Signature, Source, reached, signature_of, sources_of
from carrom.subset.variables import Variables, is_true

I32, I64, F64 = 0x7F, 0x7E, 0x7C
TYPES = {INT: I64, FLOAT: F64, BOOL: I32, PROFILE: I32}
INTEGERS = {ast.Add: 0x7C, ast.Sub: 0x7D, ast.Mult: 0x7E, ast.BitAnd: 0x83, ast.BitOr: 0x84, ast.BitXor: 0x85,
            ast.LShift: 0x86, ast.RShift: 0x87}  # fmt: skip
FLOATING = {ast.Add: 0xA0, ast.Sub: 0xA1, ast.Mult: 0xA2, ast.Div: 0xA3}
COMPARED_INTEGERS = {ast.Eq: 0x51, ast.NotEq: 0x52, ast.Lt: 0x53, ast.Gt: 0x55, ast.LtE: 0x57, ast.GtE: 0x59}
COMPARED_FLOATS = {ast.Eq: 0x61, ast.NotEq: 0x62, ast.Lt: 0x63, ast.Gt: 0x64, ast.LtE: 0x65, ast.GtE: 0x66}
COMPARED_BOOLEANS = {ast.Eq: 0x46, ast.NotEq: 0x47}
BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, RETURN, CALL, DROP, SELECT = (
    0x02, 0x03, 0x04, 0x05, 0x0B, 0x0C, 0x0D, 0x0F, 0x10, 0x1A, 0x1B)  # fmt: skip
GET, SET, TEE = 0x20, 0x21, 0x22
EMPTY = 0x40
UNREACHABLE = 0x00
TO_FLOAT = bytes([0xB9])
TO_I32 = bytes([0xA7])
PURE = ("sqrt", "int", "float", "len")

Code = tuple[bytes, Kind]


class FunctionCode:
    """The code of one function."""

    def __init__(self, source: Source, signature: Signature, module: "WasmModule") -> None:
        self.source, self.signature, self.module = source, signature, module
        self.refuse: Refuse = source.refuse
        self.names = vars(source.module)
        self.variables = Variables(source.tree, source.refuse, set())
        self.locals: dict[str, int] = {}
        self.kinds: dict[str, Kind] = {}
        self.types: list[int] = []
        self.out = bytearray()
        self.depth = 0
        self.loops: list[tuple[int, int]] = []
        for argument, kind, shared in zip(source.tree.args.args, signature.parameters, signature.shared, strict=True):
            name = self._variable(argument)
            self.kinds[name] = kind
            if shared is None:
                self._new(name, TYPES.get(kind, I32))
                if kind in (FLOATS, INTS):
                    self._new(f"{name}.length", I32)
        self.given = len(self.types)
        self.block(source.tree.body)
        if signature.result != NONE:
            self.out.append(UNREACHABLE)

    def body(self) -> bytes:
        """Return the function's entry in the code section."""
        own = [unsigned(1) + bytes([kind]) for kind in self.types[self.given :]]
        content = vector(own) + bytes(self.out) + bytes([END])
        return unsigned(len(content)) + content

    def _variable(self, node: ast.AST) -> str:
        found = self.variables.of(node)
        if found is None:
            raise self.refuse(node, f"the name {ast.unparse(node)!r}")
        return found.name

    def _new(self, name: str, kind: int) -> int:
        self.locals[name] = len(self.types)
        self.types.append(kind)
        return self.locals[name]

    def _held(self, kind: Kind) -> int:
        return self.new_local(TYPES[kind])

    def new_local(self, kind: int) -> int:
        """Return a new local variable without a name."""
        return self._new(f".{len(self.types)}", kind)

    def emit(self, *parts: int | bytes) -> None:
        """Append instructions."""
        for part in parts:
            self.out += bytes([part]) if isinstance(part, int) else part

    # Values.

    def constant(self, node: ast.AST) -> Any:
        """Return the value of a constant expression, None if it is not one."""
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                return value
            case ast.Name(id=name) if self.variables.of(node) is None:
                known = self.names.get(name)
                return known if isinstance(known, bool | int | float) else None
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self.constant(operand)
                return None if number is None else -number
            case ast.BinOp(op=op, left=left, right=right) if type(op) in FOLDED:
                numbers = [self.constant(part) for part in (left, right)]
                return None if None in numbers else FOLDED[type(op)](*numbers)
        return None

    def value(self, node: ast.expr) -> Code:
        """Return the code and kind of an expression."""
        known = self.constant(node)
        if isinstance(known, bool):
            return bytes([0x41, int(known)]), BOOL
        if isinstance(known, int):
            return b"\x42" + signed(int(known)), INT
        if isinstance(known, float):
            return b"\x44" + struct.pack("<d", known), FLOAT
        match node:
            case ast.Name():
                name = self._variable(node)
                return bytes([GET]) + unsigned(self.locals[name]), self.kinds[name]
            case ast.BinOp():
                return self.operation(node, node.op, self.value(node.left), self.value(node.right), node.right)
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node.operand) + b"\x45", BOOL
            case ast.UnaryOp(op=ast.USub()):
                code, kind = self.value(node.operand)
                return (code + b"\x9a", FLOAT) if kind == FLOAT else (b"\x42\x00" + code + b"\x7d", INT)
            case ast.UnaryOp(op=ast.Invert()):
                return self.value(node.operand)[0] + b"\x42\x7f\x85", INT
            case ast.Compare():
                return self.comparison(node), BOOL
            case ast.BoolOp():
                return self.condition(node), BOOL
            case ast.IfExp():
                return self.choice(node)
            case ast.Subscript(value=ast.Call() as call):
                code, kind = self.call(call)
                which = self.constant(node.slice)
                keep = self._held(kind.parts[which])
                taken = b"".join(
                    bytes([SET]) + unsigned(keep) if index == which else bytes([DROP])
                    for index in reversed(range(len(kind.parts)))
                )
                return code + taken + bytes([GET]) + unsigned(keep), kind.parts[which]
            case ast.Subscript():
                address, load, _, kind = self.place(node)
                return address + load, kind
            case ast.Call():
                return self.call(node)
        raise self.refuse(node, ast.unparse(node))

    def as_float(self, code: Code) -> bytes:
        """Return code for a number as a float."""
        return code[0] + TO_FLOAT if code[1] == INT else code[0]

    def converted(self, node: ast.expr, kind: Kind) -> bytes:
        """Return code for an expression as a value of a kind."""
        code = self.value(node)
        return self.as_float(code) if kind == FLOAT else code[0]

    def operation(self, node: ast.AST, op: ast.operator, left: Code, right: Code, divisor: ast.expr) -> Code:
        """Return a binary operation."""
        sort = type(op)
        if left[1] == right[1] == BOOL:
            return left[0] + right[0] + bytes([0x71 if sort is ast.BitAnd else 0x72]), BOOL
        if left[1] == right[1] == INT and sort in INTEGERS:
            return left[0] + right[0] + bytes([INTEGERS[sort]]), INT
        if sort in FLOATING:
            return self.as_float(left) + self.as_float(right) + bytes([FLOATING[sort]]), FLOAT
        by = self.constant(divisor)
        if not isinstance(by, int) or by <= 0:
            raise self.refuse(node, "a division of integers by what is no positive constant")
        held = self._held(INT)
        number = b"\x42" + signed(by)
        got = bytes([GET]) + unsigned(held)
        rest = got + number + b"\x81"
        below = rest + b"\x42\x3f\x87"
        first = left[0] + bytes([SET]) + unsigned(held)
        if sort is ast.FloorDiv:
            return first + got + number + b"\x7f" + below + b"\x7c", INT
        return first + rest + below + number + b"\x83\x7c", INT

    def comparison(self, node: ast.Compare) -> bytes:
        """Return a comparison, or a chain of them."""
        operands = [node.left, *node.comparators]
        parts = [self._pair(*part) for part in zip(operands, node.ops, operands[1:], strict=False)]
        return b"".join(parts) + b"\x71" * (len(parts) - 1)

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> bytes:
        if isinstance(op, ast.Is | ast.IsNot):
            return self.value(left)[0] + (b"\x45" if isinstance(op, ast.Is) else b"\x41\x00\x47")
        if isinstance(op, ast.In | ast.NotIn):
            assert isinstance(right, ast.Tuple)
            found = [self._pair(left, ast.Eq(), part) for part in right.elts]
            code = b"".join(found) + b"\x72" * (len(found) - 1)
            return code if isinstance(op, ast.In) else code + b"\x45"
        a, b = self.value(left), self.value(right)
        if a[1] == b[1] == BOOL:
            return a[0] + b[0] + bytes([COMPARED_BOOLEANS[type(op)]])
        if a[1] == b[1] == INT:
            return a[0] + b[0] + bytes([COMPARED_INTEGERS[type(op)]])
        return self.as_float(a) + self.as_float(b) + bytes([COMPARED_FLOATS[type(op)]])

    def condition(self, node: ast.expr) -> bytes:
        """Return a condition as an i32."""
        if isinstance(node, ast.BoolOp):
            code = self.condition(node.values[-1])
            for part in reversed(node.values[:-1]):
                first = self.condition(part) + bytes([IF, I32])
                if isinstance(node.op, ast.And):
                    code = first + code + bytes([ELSE, 0x41, 0, END])
                else:
                    code = first + bytes([0x41, 1, ELSE]) + code + bytes([END])
            return code
        code, kind = self.value(node)
        return code + b"\x42\x00\x52" if kind == INT else code

    def choice(self, node: ast.IfExp) -> Code:
        """Return a choice: without a branch, unless a part of it calls a function."""
        yes, no = self.value(node.body), self.value(node.orelse)
        kind = yes[1] if yes[1] == no[1] else FLOAT
        one, other = (self.as_float(part) if kind == FLOAT else part[0] for part in (yes, no))
        test = self.condition(node.test)
        if _calls(node.body) or _calls(node.orelse):
            return test + bytes([IF, TYPES[kind]]) + one + bytes([ELSE]) + other + bytes([END]), kind
        return one + other + test + bytes([SELECT]), kind

    def place(self, node: ast.Subscript) -> tuple[bytes, bytes, bytes, Kind]:
        """Return the address of an element, the instructions that load and store it, and its kind."""
        name = self._variable(node.value)
        kind = self.kinds[name]
        shared = self.module.shared.get(name)
        width = 4 if shared is not None and shared[0] == "Int32Array" else 8
        offset = shared[2] if shared is not None else 0
        index = node.slice
        while isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add):
            left, right = self.constant(index.left), self.constant(index.right)
            if isinstance(left, int) and left >= 0:
                offset, index = offset + left * width, index.right
            elif isinstance(right, int) and right >= 0:
                offset, index = offset + right * width, index.left
            else:
                break
        address = self.value(index)[0] + TO_I32 + b"\x41" + signed(2 if width == 4 else 3) + b"\x74"
        if shared is None:
            address = bytes([GET]) + unsigned(self.locals[name]) + address + b"\x6a"
        memory = unsigned(2 if width == 4 else 3) + unsigned(offset)
        if kind in (FLOATS, PROFILE):
            return address, b"\x2b" + memory, b"\x39" + memory, FLOAT
        if width == 4:
            return address, b"\x34" + memory, b"\x3e" + memory, INT
        return address, b"\x2b" + memory + b"\xfc\x06", TO_FLOAT + b"\x39" + memory, INT

    def call(self, node: ast.Call) -> Code:
        """Return a call."""
        assert isinstance(node.func, ast.Name)
        value = self.names.get(node.func.id, node.func.id)
        if value == "len":
            return bytes([GET]) + unsigned(self.locals[f"{self._variable(node.args[0])}.length"]) + b"\xac", INT
        if value == "int":
            code, kind = self.value(node.args[0])
            return (code, INT) if kind == INT else (code + b"\xfc\x06", INT)
        if value == "float":
            return self.as_float(self.value(node.args[0])), FLOAT
        if value is math.sqrt:
            return self.converted(node.args[0], FLOAT) + b"\x9f", FLOAT
        if value is math.frexp:
            return self.converted(node.args[0], FLOAT) + bytes([CALL]) + unsigned(0), Kind("tuple", (FLOAT, INT))
        if not isinstance(value, FunctionType):
            raise self.refuse(node, f"a call of {node.func.id}()")
        signature = self.module.signatures[value]
        code = b""
        for argument, kind, shared in zip(node.args, signature.parameters, signature.shared, strict=True):
            if shared is not None:
                continue
            if isinstance(argument, ast.Constant) and argument.value is None:
                code += b"\x41\x00"
                continue
            code += self.converted(argument, kind)
            if kind in (FLOATS, INTS):
                code += bytes([GET]) + unsigned(self.locals[f"{self._variable(argument)}.length"])
        return code + bytes([CALL]) + unsigned(self.module.indices[value]), signature.result

    # Statements.

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Write statements."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        """Write a statement."""
        match statement:
            case ast.Expr(value=ast.Call() as call):
                code, kind = self.call(call)
                parts = len(kind.parts) if kind.name == "tuple" else int(kind != NONE)
                self.emit(code, bytes([DROP]) * parts)
            case ast.Expr() | ast.Pass():
                return
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call() as call):
                code, kind = self.call(call)
                self.emit(code)
                held = [self._held(part) for part in kind.parts]
                for number in reversed(held):
                    self.emit(SET, unsigned(number))
                for target, number, part in zip(targets, held, kind.parts, strict=True):
                    self.store(target, (bytes([GET]) + unsigned(number), part))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                codes = [self.value(value) for value in values]
                held = [self._held(kind) for _, kind in codes]
                for (code, _), number in zip(codes, held, strict=True):
                    self.emit(code, SET, unsigned(number))
                for target, number, (_, kind) in zip(targets, held, codes, strict=True):
                    self.store(target, (bytes([GET]) + unsigned(number), kind))
            case ast.Assign(targets=[target], value=value):
                self.store(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                self.store(target, self.operation(statement, op, self.value(target), self.value(value), value))
            case ast.Return(value=returned):
                result = self.signature.result
                if isinstance(returned, ast.Tuple):
                    for value, kind in zip(returned.elts, result.parts, strict=True):
                        self.emit(self.converted(value, kind))
                elif returned is not None:
                    self.emit(self.converted(returned, result))
                self.emit(RETURN)
            case ast.If():
                self.emit(self.condition(statement.test), IF, EMPTY)
                self.depth += 1
                self.block(statement.body)
                if statement.orelse:
                    self.emit(ELSE)
                    self.block(statement.orelse)
                self.depth -= 1
                self.emit(END)
            case ast.While():
                self.emit(BLOCK, EMPTY, LOOP, EMPTY)
                self.depth += 2
                if not is_true(statement.test):
                    self.emit(self.condition(statement.test), 0x45, BR_IF, unsigned(1))
                self.inside(statement.body, self.depth - 1, self.depth)
                self.emit(BR, unsigned(0), END, END)
                self.depth -= 2
            case ast.For():
                self.loop(statement)
            case ast.Break() | ast.Continue():
                exit_depth, next_depth = self.loops[-1]
                target_depth = exit_depth if isinstance(statement, ast.Break) else next_depth
                self.emit(BR, unsigned(self.depth - target_depth))
            case _:
                raise self.refuse(statement, ast.unparse(statement))

    def inside(self, body: Sequence[ast.stmt], exit_depth: int, next_depth: int) -> None:
        """Write the body of a loop; `break` and `continue` leave the blocks at these depths."""
        self.loops.append((exit_depth, next_depth))
        self.block(body)
        self.loops.pop()

    def loop(self, statement: ast.For) -> None:
        """Write a loop over a range, or over a tuple, which is unrolled."""
        name = self._variable(statement.target)
        if isinstance(statement.iter, ast.Tuple):
            codes = [self.value(value) for value in statement.iter.elts]
            held = [self._held(kind) for _, kind in codes]
            for (code, _), number in zip(codes, held, strict=True):
                self.emit(code, SET, unsigned(number))
            self.kinds[name] = codes[0][1]
            self._new(name, TYPES[codes[0][1]])
            self.emit(BLOCK, EMPTY)
            self.depth += 1
            for number in held:
                self.emit(GET, unsigned(number), SET, unsigned(self.locals[name]), BLOCK, EMPTY)
                self.depth += 1
                self.inside(statement.body, self.depth - 1, self.depth)
                self.depth -= 1
                self.emit(END)
            self.depth -= 1
            self.emit(END)
            return
        lanes = vectorized(self, statement)
        if lanes is not None:
            self.emit(lanes)
            return
        assert isinstance(statement.iter, ast.Call)
        bounds = statement.iter.args
        step = self.constant(bounds[2]) if len(bounds) == 3 else 1
        start = self.value(bounds[0])[0] if len(bounds) > 1 else b"\x42\x00"
        end = self.value(bounds[1] if len(bounds) > 1 else bounds[0])[0]
        self.kinds[name] = INT
        counter = self._new(name, I64)
        if self.constant(bounds[-1 if len(bounds) < 3 else 1]) is None:
            limit = self._held(INT)
            self.emit(end, SET, unsigned(limit))
            end = bytes([GET]) + unsigned(limit)
        self.emit(start, SET, unsigned(counter), BLOCK, EMPTY, LOOP, EMPTY)
        self.emit(GET, unsigned(counter), end, 0x59 if step > 0 else 0x57, BR_IF, unsigned(1), BLOCK, EMPTY)
        self.depth += 3
        self.inside(statement.body, self.depth - 2, self.depth)
        self.depth -= 3
        self.emit(END, GET, unsigned(counter), b"\x42", signed(step), 0x7C, SET, unsigned(counter))
        self.emit(BR, unsigned(0), END, END)

    def store(self, target: ast.expr, code: Code) -> None:
        """Assign a value to a variable or an element."""
        if isinstance(target, ast.Subscript):
            address, _, put, kind = self.place(target)
            self.emit(address, self.as_float(code) if kind == FLOAT else code[0], put)
            return
        name = self._variable(target)
        if name not in self.locals:
            self.kinds[name] = code[1]
            self._new(name, TYPES[code[1]])
        self.emit(self.as_float(code) if self.kinds[name] == FLOAT else code[0], SET, unsigned(self.locals[name]))


def _calls(node: ast.expr) -> bool:
    """Whether an expression calls a function of the modules."""
    return any(
        isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id not in PURE
        for part in ast.walk(node)
    )


class WasmModule:
    """A WebAssembly module of functions of the subset; memory is imported as `page.memory`."""

    def __init__(self, modules: Sequence[ModuleType], entries: Iterable[FunctionType], memory: Memory) -> None:
        self.shared = {name: memory.arrays[name] for name in memory.shared}
        sources = sources_of(modules, set(KEYWORDS))
        entries = list(entries)
        called = reached(entries, sources)
        functions = [function for function in sources if function in called]
        self.signatures = {function: signature_of(sources[function], memory.shared) for function in functions}
        self.indices = {function: index for index, function in enumerate(functions, 1)}
        self._types: list[bytes] = []
        own = [self._type(self.signatures[function]) for function in functions]
        frexp = self._add(b"\x60" + vector([bytes([F64])]) + vector([bytes([F64]), bytes([I64])]))
        bodies = [FREXP, *(FunctionCode(sources[f], self.signatures[f], self).body() for f in functions)]
        size = unsigned(memory.pages)
        imported = vector([name_of("page") + name_of("memory") + b"\x02\x01" + size + size])
        exports = [name_of(entry.__name__) + b"\x00" + unsigned(self.indices[entry]) for entry in entries]
        self.bytes = (
            b"\0asm\1\0\0\0"
            + section(1, vector(self._types))
            + section(2, imported)
            + section(3, vector([unsigned(number) for number in (frexp, *own)]))
            + section(7, vector(exports))
            + section(10, vector(bodies))
        )

    def _type(self, signature: Signature) -> int:
        given: list[bytes] = []
        for kind, shared in zip(signature.parameters, signature.shared, strict=True):
            if shared is None:
                given += [bytes([TYPES.get(kind, I32)])] * (2 if kind in (FLOATS, INTS) else 1)
        result = signature.result
        parts = result.parts if result.name == "tuple" else () if result == NONE else (result,)
        return self._add(b"\x60" + vector(given) + vector([bytes([TYPES[part]]) for part in parts]))

    def _add(self, kind: bytes) -> int:
        if kind not in self._types:
            self._types.append(kind)
        return self._types.index(kind)


def _frexp() -> bytes:
    """Return the code of frexp: mantissa and exponent of a positive or negative number, (x, 0) for 0, ∞ and NaN."""
    x, bits, offset = b"\x20\x00", b"\x20\x01", b"\x20\x02"
    exponent = b"\x42\x34\x88\x42" + signed(0x7FF) + b"\x83"
    code = b"".join(
        (
            x, b"\xbd\x21\x01\x42", signed(1022), b"\x21\x02",
            # 0, infinite, not a number
            x, b"\x44", struct.pack("<d", 0.0), b"\x61", bits, exponent, b"\x42", signed(0x7FF), b"\x51\x72",
            bytes([IF, EMPTY]), x, b"\x42\x00", bytes([RETURN, END]),
            # subnormal
            bits, exponent, b"\x50", bytes([IF, EMPTY]), x, b"\x44", struct.pack("<d", 2.0**54), b"\xa2\xbd\x21\x01",
            b"\x42", signed(1076), b"\x21\x02", bytes([END]),
            bits, b"\x42", signed(0x800FFFFFFFFFFFFF - 2**64), b"\x83\x42", signed(0x3FE0000000000000), b"\x84\xbf",
            bits, exponent, offset, b"\x7d",
        )
    )  # fmt: skip
    content = vector([unsigned(2) + bytes([I64])]) + code + bytes([END])
    return unsigned(len(content)) + content


FREXP = _frexp()
