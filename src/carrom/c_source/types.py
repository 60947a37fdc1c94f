"""C types of the translated subset: scalars, arrays with the type of their elements, records, and several results."""

from collections.abc import Iterator
from dataclasses import dataclass

from carrom.subset.kinds import (
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
    PROFILE,
    Kind,
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
