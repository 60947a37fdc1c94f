"""Translate one function to C: its statements, with the variables declared where they are needed."""

import ast
from collections.abc import Sequence

from carrom.c_source.expressions import Code, Expressions, Scope
from carrom.c_source.types import WORDS, CType, usual
from carrom.subset.kinds import ELEMENTS, INT, NONE, Kind, takes
from carrom.subset.sources import Signature
from carrom.subset.variables import Variable, described, is_true, unused

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
