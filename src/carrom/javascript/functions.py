"""Translate one function: its statements, with the variables declared where they are needed."""

import ast
from collections.abc import Sequence

from carrom.javascript.expressions import Code, Expressions, Scope
from carrom.subset.kinds import BIG, ELEMENTS, INT, NONE, Kind, takes
from carrom.subset.sources import Signature
from carrom.subset.variables import Variable, described, is_true, unused


class FunctionWriter:
    """Write one function as JavaScript."""

    def __init__(self, function: ast.FunctionDef, signature: Signature, scope: Scope, taken: set[str]) -> None:
        self.function = function
        self.signature = signature
        self.scope = scope
        self.refuse = scope.refuse
        self.expressions = Expressions(scope)
        self._lines: list[str] = []
        self._depth = 1
        self._taken = taken | {variable.name for variable in scope.variables.all()}
        self._declared: set[str] = set()
        self._pending: dict[tuple[int, int], list[Variable]] = {}
        for variable in scope.variables.all():
            if not variable.is_parameter:
                self._pending.setdefault(variable.place, []).append(variable)

    def text(self) -> str:
        """Return the function as JavaScript."""
        names = []
        signature = self.signature
        arguments = zip(self.function.args.args, signature.parameters, signature.shared, strict=True)
        for argument, kind, shared in arguments:
            variable = self.scope.variables.of(argument)
            assert variable is not None
            is_big = kind == INT and self.scope.is_wide
            self.scope.kinds[variable.name] = BIG if is_big else kind
            name = unused(f"{variable.name}_given", self._taken) if is_big else variable.name
            if shared is None:
                names.append(name)
            if is_big:
                self._line(f"const {variable.name} = BigInt({name});")
        self._block(self.function.body)
        if self.signature.result != NONE and not _ends(self.function.body):
            raise self.refuse(self.function, f"the end of {self.function.name}(), which returns nothing there")
        head = f"function {self.signature.name}({', '.join(names)}) {{"
        return "\n".join([head, *self._lines, "}"])

    def _line(self, text: str) -> None:
        self._lines.append("  " * self._depth + text)

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
            self._line(f"let {', '.join(early)};")
            self._declared |= set(early)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return
            case ast.Expr(value=ast.Call() as call):
                self._line(f"{self.expressions.value(call)[0]};")
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

    def _assignment(self, statement: ast.Assign) -> None:
        value = statement.value
        if len(statement.targets) > 1:
            (code,) = self._held([value])
            for part in statement.targets:
                self._store(part, code)
            return
        target = statement.targets[0]
        if not isinstance(target, ast.Tuple):
            self._store(target, self.expressions.value(value))
        elif isinstance(value, ast.Call):
            self._unpack(target, value)
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            for part, code in zip(target.elts, self._held(value.elts), strict=True):
                self._store(part, code)
        else:
            raise self.refuse(statement, "an assignment to a tuple, except from a call or a tuple of the same length")

    def _unpack(self, target: ast.Tuple, call: ast.Call) -> None:
        """Assign the results of a call; a variable that is never used is left out."""
        code, kind = self.expressions.value(call)
        if kind.name != "tuple" or len(kind.parts) != len(target.elts):
            raise self.refuse(call, f"{len(target.elts)} targets for a call that returns {kind.name}")
        codes = [code, *(f"$results[{index}]" for index in range(len(kind.parts) - 1))]
        for index, (part, text, part_kind) in enumerate(zip(target.elts, codes, kind.parts, strict=True)):
            variable = self.scope.variables.of(part)
            if variable is not None and variable.uses == 0:
                if index == 0:
                    self._line(f"{text};")
            else:
                self._store(part, (text, part_kind))

    def _held(self, values: Sequence[ast.expr]) -> list[Code]:
        """Evaluate several expressions, in order, before any of them is stored."""
        codes = []
        for value in values:
            code, kind = self.expressions.value(value)
            if kind == NONE or kind.name == "tuple":
                raise self.refuse(value, f"{kind.name} where a number or an array is expected")
            held = unused("held", self._taken)
            self._line(f"const {held} = {code};")
            codes.append((held, kind))
        return codes

    def _store(self, target: ast.expr, code: Code) -> None:
        """Assign a value to a variable or an element of an array."""
        text, kind = code
        if isinstance(target, ast.Subscript):
            if any(isinstance(node, ast.Call) for node in ast.walk(target)):
                raise self.refuse(target, "a call in the index of an assignment")
            place, element = self.expressions.place(target)
            if not takes(element, kind):
                raise self.refuse(target, f"{kind.name} stored in an array of {element.name}")
            self._line(f"{place} = {_bare(text)};")
            return
        variable = self.scope.variables.of(target)
        if variable is None:
            raise self.refuse(target, f"an assignment to {ast.unparse(target)!r}")
        self._set_kind(target, variable, kind)
        self._line(f"{self._declaration(variable)}{variable.name} = {_bare(text)};")

    def _declaration(self, variable: Variable) -> str:
        if variable.is_parameter or variable.name in self._declared:
            return ""
        self._declared.add(variable.name)
        return "const " if variable.definitions == 1 else "let "

    def _set_kind(self, node: ast.AST, variable: Variable, kind: Kind) -> None:
        known = self.scope.kinds.setdefault(variable.name, kind)
        if kind == NONE or kind.name == "tuple":
            raise self.refuse(node, f"the variable {variable.python!r} with {kind.name}")
        if known != kind and not (variable.is_parameter and takes(known, kind)):
            raise self.refuse(node, f"the variable {variable.python!r}, which is {known.name} and becomes {kind.name}")

    def _change(self, statement: ast.AugAssign) -> None:
        """Write an augmented assignment."""
        target = statement.target
        if isinstance(target, ast.Subscript):
            self._store(target, self.expressions.changed(statement, self.expressions.place(target)))
            return
        variable = self.scope.variables.of(target)
        if variable is None:
            raise self.refuse(target, f"an assignment to {ast.unparse(target)!r}")
        changed = self.expressions.changed(statement, (variable.name, self.scope.kinds[variable.name]))
        self._store(target, changed)

    def _return(self, statement: ast.Return) -> None:
        wanted = self.signature.result
        if statement.value is None or wanted == NONE:
            if statement.value is not None or wanted != NONE:
                raise self.refuse(statement, f"a return that does not match the annotation {wanted.name}")
            self._line("return;")
            return
        if isinstance(statement.value, ast.Tuple) and len(statement.value.elts) == len(wanted.parts):
            self._return_many(statement.value)
            return
        code, kind = self.expressions.value(statement.value)
        if not takes(wanted, kind):
            raise self.refuse(statement, f"{kind.name} returned by a function annotated {wanted.name}")
        self._line(f"return {_bare(code)};")

    def _return_many(self, value: ast.Tuple) -> None:
        """Return the first number, and write the others to `$results`."""
        has_calls = any(isinstance(node, ast.Call) for node in ast.walk(value))
        codes = self._held(value.elts) if has_calls else [self.expressions.number(part) for part in value.elts]
        for (_, kind), wanted, part in zip(codes, self.signature.result.parts, value.elts, strict=True):
            if not takes(wanted, kind):
                raise self.refuse(part, f"{kind.name} returned where {wanted.name} is annotated")
        for index, (code, _) in enumerate(codes[1:]):
            self._line(f"{self.scope.helper('$results')}[{index}] = {_bare(code)};")
        self._line(f"return {_bare(codes[0][0])};")

    def _if(self, statement: ast.If) -> None:
        self._line(f"if ({_bare(self.expressions.condition(statement.test))}) {{")
        self._inner(statement.body)
        if statement.orelse:
            self._line("} else {")
            self._inner(statement.orelse)
        self._line("}")

    def _while(self, statement: ast.While) -> None:
        if statement.orelse:
            raise self.refuse(statement, "`else` of a loop")
        test = "true" if is_true(statement.test) else _bare(self.expressions.condition(statement.test))
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
                self._each(statement, variable, self._held(values.elts))
            case _:
                self._array(statement, variable)

    def _range(self, statement: ast.For, variable: Variable, call: ast.Call) -> None:
        """Write a loop over a range; the bounds are evaluated once."""
        bounds = [self.expressions.integer(bound) for bound in call.args]
        if not 1 <= len(bounds) <= 3 or call.keywords:
            raise self.refuse(call, f"range() with {len(bounds)} arguments")
        step = self.expressions.constant(call.args[2]) if len(bounds) == 3 else 1
        if type(step) is not int or step == 0:
            raise self.refuse(call, "range() with a step that is not a constant")
        start, end = ("0", bounds[0]) if len(bounds) == 1 else bounds[:2]
        name = variable.name
        self._set_kind(statement, variable, INT)
        self._declared.add(name)
        head = f"let {name} = {_bare(start)}"
        if not end.isdigit():
            limit = unused(f"{name}_end", self._taken)
            head += f", {limit} = {_bare(end)}"
            end = limit
        forward = f"{name}++" if step == 1 else f"{name}--" if step == -1 else f"{name} += {step}"
        self._line(f"for ({head}; {name} {'<' if step > 0 else '>'} {end}; {forward}) {{")
        self._inner(statement.body)
        self._line("}")

    def _each(self, statement: ast.For, variable: Variable, values: list[Code]) -> None:
        """Write a loop over a tuple that is written out; its values are evaluated once."""
        kinds = {kind for _, kind in values}
        if len(kinds) != 1:
            raise self.refuse(statement, "a loop over values of several kinds")
        self._set_kind(statement, variable, kinds.pop())
        self._declared.add(variable.name)
        index = unused(f"{variable.name}_index", self._taken)
        chosen = values[-1][0]
        for number in range(len(values) - 2, -1, -1):
            chosen = f"{index} === {number} ? {values[number][0]} : {chosen}"
        self._line(f"for (let {index} = 0; {index} < {len(values)}; {index}++) {{")
        self._depth += 1
        self._line(f"const {variable.name} = {chosen};")
        self._block(statement.body)
        self._depth -= 1
        self._line("}")

    def _array(self, statement: ast.For, variable: Variable) -> None:
        """Write a loop over a tuple of the module."""
        code, kind = self.expressions.value(statement.iter)
        if kind not in ELEMENTS or self.scope.variables.of(statement.iter) is not None:
            raise self.refuse(statement.iter, "a loop, except over range(), a tuple, or a constant tuple")
        self._set_kind(statement, variable, ELEMENTS[kind])
        self._declared.add(variable.name)
        self._line(f"for (const {variable.name} of {code}) {{")
        self._inner(statement.body)
        self._line("}")


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple) else [target]


def _bare(code: str) -> str:
    """Return code without parentheses around all of it."""
    if not code.startswith("("):
        return code
    depth = 0
    for index, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return code[1:-1] if index == len(code) - 1 and not _has_comma(code[1:-1]) else code
    return code


def _has_comma(code: str) -> bool:
    """Whether code is a list of expressions, which needs its parentheses."""
    depth = 0
    for sign in code:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign == ",":
            return True
    return False


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Whether the end of a block is never reached."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        return is_true(last.test) and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, ast.Return)
