"""The mutations: the operators used from cosmic-ray, our own ones, and the places where each can be applied."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is"
"""Each comparison is negated and shifted by one; other replacements are equivalent to these or make no sense."""
ARITHMETIC = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul BitOr_BitAnd BitAnd_BitOr"
OTHERS = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer"),
    *("RemoveDecorator", "ZeroIterationForLoop", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_USub_UAdd"),
)


Span = tuple[tuple[int, int], tuple[int, int]]
"""Start and end of a piece of source: line from 1, column from 0."""
CAUGHT = "ExceptionReplacer"
"""Our replacement of a cosmic-ray operator, which fails at dotted exceptions such as `json.JSONDecodeError`."""


class Wrong(NamedTuple):
    """One mutation: an operator, and the place in a file where it is applied."""

    file: str
    within: str
    """The enclosing function or class."""
    line: int
    first: int
    """The first line of its statement."""
    text: str
    """The text of the line."""
    operator: str
    occurrence: int
    nth: int
    """Index among this operator's places on lines with this text in this function."""

    @property
    def name(self) -> str:
        """The mutation's name in reports."""
        return f"{self.file}:{self.line} {self.within} {self.operator} {self.nth}: {self.text}"


def operators() -> dict[str, Any]:
    """Return the operators by name, except the one for caught exceptions."""
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    names = [f"ReplaceComparisonOperator_{pair}" for pair in COMPARISONS.split()]
    names += [f"ReplaceBinaryOperator_{pair}" for pair in ARITHMETIC.split()] + list(OTHERS)
    return {**{name: provider[name]() for name in names}, "LeaveOut": _leave_out()}


def _leave_out() -> Any:
    """Return the operator that replaces a call, `raise`, `yield` or bare `return` by `pass`."""
    from cosmic_ray.operators.operator import Operator
    from parso import parse

    class LeaveOut(Operator):  # type: ignore[misc]
        def mutation_positions(self, node: Any) -> Iterator[Any]:
            if node.type == "simple_stmt" and node.children[0].type in ("atom_expr", "raise_stmt", "yield_expr"):
                yield node.children[0].start_pos, node.children[0].end_pos

        def mutate(self, node: Any, index: int) -> Any:
            left = parse("pass").children[0]
            left.prefix = node.children[0].get_first_leaf().prefix
            node.children[0] = left
            return node

        @classmethod
        def examples(cls) -> tuple[Any, ...]:
            return ()

    return LeaveOut()


def wrongs(room: str) -> list[Wrong]:
    """Return every mutation of a package, in the order of its sources."""
    found = []
    for path in sorted((ROOT / "src" / "carrom" / room).rglob("*.py")):
        found += _wrongs_of(path)
    return found


def _wrongs_of(path: Path) -> list[Wrong]:
    """Return the mutations of one file, except in annotations, which have no effect."""
    from cosmic_ray.ast import ast_nodes, get_ast

    source = path.read_text(encoding="utf-8")
    lines, tree = source.split("\n"), ast.parse(source)
    annotated, names, firsts = list(_annotated(tree)), _names(tree, len(lines)), _firsts(tree, len(lines))
    nodes = list(ast_nodes(get_ast(source)))
    found: list[Wrong] = []
    spans = {CAUGHT: caught(tree)}
    for name, operator in operators().items():
        spans[name] = [place for node in nodes for place in operator.mutation_positions(node)]
    for name, places in spans.items():
        seen: dict[tuple[str, str], int] = {}
        for occurrence, (start, _) in enumerate(places):
            if any(begin <= start < end for begin, end in annotated):
                continue
            spot = (names[start[0]], lines[start[0] - 1].strip())
            nth = seen[spot] = seen.get(spot, -1) + 1
            file = path.relative_to(ROOT / "src" / "carrom").as_posix()
            found.append(Wrong(file, spot[0], start[0], firsts[start[0]], spot[1], name, occurrence, nth))
    return sorted(found, key=lambda wrong: (wrong.line, wrong.operator, wrong.occurrence))


def caught(tree: ast.AST) -> list[Span]:
    """Return the places where caught exceptions are named."""
    clauses = [node.type for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type]
    names = [name for clause in clauses for name in (clause.elts if isinstance(clause, ast.Tuple) else [clause])]
    return sorted(_span(name) for name in names)


def _span(part: ast.expr) -> Span:
    return (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _annotated(tree: ast.AST) -> Iterator[Span]:
    """Yield the places of annotations."""
    for node in ast.walk(tree):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                yield _span(part)


def _names(tree: ast.AST, lines: int) -> list[str]:
    """Return the enclosing function or class of each line."""
    names = ["-"] * (lines + 1)

    def walk(node: ast.AST, around: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{around}.{child.name}".lstrip(".")
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                names[first : (child.end_lineno or 0) + 1] = [name] * ((child.end_lineno or 0) + 1 - first)
                walk(child, name)
            else:
                walk(child, around)

    walk(tree, "")
    return names


def _firsts(tree: ast.AST, lines: int) -> list[int]:
    """Return the first line of the innermost statement around each line."""
    firsts = list(range(lines + 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                firsts[line] = node.lineno
    return firsts


def made(wrong: Wrong) -> str:
    """Return the source of the file with the mutation applied."""
    source = (ROOT / "src" / "carrom" / wrong.file).read_text(encoding="utf-8")
    if wrong.operator == CAUGHT:
        return catching_another(source, wrong.occurrence)
    from cosmic_ray.mutating import mutate_code

    return str(mutate_code(source, operators()[wrong.operator], wrong.occurrence))


def catching_another(source: str, occurrence: int) -> str:
    """Return the source with one caught exception replaced by one that does not exist."""
    (line, begin), (_, end) = caught(ast.parse(source))[occurrence]
    lines = source.encode().split(b"\n")
    lines[line - 1] = lines[line - 1][:begin] + b"NoSuchException" + lines[line - 1][end:]
    return b"\n".join(lines).decode()
