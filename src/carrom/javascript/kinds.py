"""Static types of the translated subset: numbers, arrays, tables, tuples, and the annotations that name them."""

import ast
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The type of a value: its name, and the types of its parts if it is a tuple."""

    name: str
    parts: tuple["Kind", ...] = ()

    @property
    def typescript(self) -> str:
        """The type as TypeScript writes it."""
        return _TYPESCRIPT.get(self.name, "number")


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
NUMBERS = (INT, FLOAT)
ELEMENTS = {INTS: INT, FLOATS: FLOAT, PROFILE: FLOAT, INT_TABLE: INT, FLOAT_TABLE: FLOAT}
ROWS = {INT_TABLE: INTS, FLOAT_TABLE: FLOATS}

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
}
"""Annotations of parameters and results, by the names that the compiled modules give them."""

_TYPESCRIPT = {
    "bool": "boolean",
    "None": "void",
    "array of int": "Integers",
    "array of float": "Float64Array",
    "profile": "Float64Array | null",
    "table of int": "Table<Integers>",
    "table of float": "Table<Float64Array>",
    "tuple": "number",
}

Refuse = Callable[[ast.AST, str], Exception]
"""Make the error for a construct that is refused."""


def tuple_of(parts: tuple[Kind, ...]) -> Kind:
    """Return the kind of a tuple."""
    return Kind("tuple", parts)


def annotated(node: ast.expr | None, at: ast.AST, what: str, refuse: Refuse) -> Kind:
    """Return the kind that an annotation names; `what` is the parameter or result that it describes."""
    if node is None:
        raise refuse(at, f"{what} has no annotation")
    if isinstance(node, ast.Constant) and node.value is None:
        return NONE
    if isinstance(node, ast.Name) and node.id in ANNOTATIONS:
        return ANNOTATIONS[node.id]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "tuple":
        given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        parts = tuple(annotated(part, at, what, refuse) for part in given)
        if len(parts) > 1 and set(parts) <= {INT, FLOAT}:
            return tuple_of(parts)
    names = ", ".join(ANNOTATIONS)
    raise refuse(
        node, f"the annotation {ast.unparse(node)!r} of {what}; expected one of {names}, or a tuple of numbers"
    )


def takes(wanted: Kind, given: Kind) -> bool:
    """Whether a value of one kind may be used where another is wanted, without any conversion."""
    return wanted == given or (wanted == FLOAT and given == INT) or (wanted == PROFILE and given in (FLOATS, NONE))
