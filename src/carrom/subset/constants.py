"""Constants of the translated subset: what Python computes at translation."""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from carrom.subset.kinds import Refuse
from carrom.subset.variables import Variables

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
"""Functions whose last bits differ between CPython, NumPy, Numba and C, as those of `**` do."""


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
