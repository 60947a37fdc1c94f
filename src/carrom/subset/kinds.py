"""Static types of the translated subset: numbers, arrays, tables, records, and the annotations that name them."""

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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
