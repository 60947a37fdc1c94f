"""Style rules: unidiomatic words, inheritance, constructor parameters."""

import ast
import re
import tokenize
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "src" / "carrom"

WORDS = (
    r"\b(he|him|his|himself|whoever|somebody|reckon(?:s|ed)?|anew|so many|lets go|looks? on|nobody knows|beside him"
    r"|is told|are told|was told|tells|told of)\b"
)
DIALECT = re.compile(WORDS + r"|(?:^|[.;:] )Who [a-z]+ [^?]*$", re.IGNORECASE | re.MULTILINE)
"""Unidiomatic words and patterns: gendered pronouns, code that "tells", clipped "Who ..." sentences."""
SUSPECT = re.compile(WORDS + r"|(?:^[\s\"#r]*|[.;:] )Who ", re.IGNORECASE | re.MULTILINE)
"""Occurs in every module with such a pattern; only these are split into code and prose, which takes long."""
METAPHORS = {
    *("told", "kept", "attic", "kennel", "shelf", "door", "company", "fellows", "afterwards", "growing", "whom"),
    *("tries", "trying", "aside", "asked", "seen", "spoken", "typed"),
}
"""Module names that mean nothing to a newcomer."""
MOST_PARAMETERS = 6
PARENTS = {"ABC", "Protocol", "Enum", "Value", "NamedTuple", "TypedDict", "Generic"}
"""Base classes that are always allowed: values, protocols, enumerations and type machinery."""

RULES = ("dialect", "metaphors", "parents", "constructors")


@cache
def sources() -> dict[str, str]:
    """Return the text of every module by its path below the package."""
    return {p.relative_to(HOME).as_posix(): p.read_text(encoding="utf-8") for p in sorted(HOME.rglob("*.py"))}


def prose(text: str) -> str:
    """Return the docstrings and comments of a module, one per line."""
    parts = [ast.get_docstring(node) or "" for node in definitions(text)]
    comments = (
        t.string.lstrip("# ") for t in tokenize.generate_tokens(StringIO(text).readline) if t.type == tokenize.COMMENT
    )
    return "\n".join([*parts, *comments])


@cache
def definitions(text: str) -> list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the module, the classes and the functions of a text."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


@cache
def counted(rule: str) -> dict[str, int]:
    """Return the number of violations of a rule, by place."""
    return {"dialect": _dialect, "metaphors": _metaphors, "parents": _parents, "constructors": _constructors}[rule]()


def _dialect() -> dict[str, int]:
    """Return the number of unidiomatic words in each module, except law texts, which quote their sources."""
    found = {
        path: len(DIALECT.findall(prose(text)))
        for path, text in sources().items()
        if not path.startswith("rules/") and SUSPECT.search(text)
    }
    return {path: number for path, number in found.items() if number}


def _metaphors() -> dict[str, int]:
    return {path: 1 for path in sources() if Path(path).stem in METAPHORS}


@cache
def _classes() -> dict[str, tuple[str, ast.ClassDef]]:
    return {
        f"{path}:{node.name}": (path, node)
        for path, text in sources().items()
        if re.search(r"^ *class ", text, re.MULTILINE)
        for node in definitions(text)
        if isinstance(node, ast.ClassDef)
    }


def _parents() -> dict[str, int]:
    """Return classes that inherit code from one of our classes that is no value, protocol, exception or enumeration."""
    classes = _classes()
    by_name: dict[str, ast.ClassDef] = {node.name: node for _, node in classes.values()}

    def names(node: ast.ClassDef) -> list[str]:
        return [
            base.id
            for base in (b.value if isinstance(b, ast.Subscript) else b for b in node.bases)
            if isinstance(base, ast.Name)
        ]

    def plain(name: str) -> bool:
        if name in PARENTS or name.endswith(("Enum", "Error", "Exception")) or name not in by_name:
            return True
        return bool(names(by_name[name])) and any(
            parent in PARENTS - {"ABC", "Generic"} or parent.endswith(("Enum", "Error", "Exception"))
            or (parent in by_name and parent != name and plain(parent) and not _holds_code(by_name[parent]))
            for parent in names(by_name[name])
        )  # fmt: skip

    return {key: 1 for key, (_, node) in classes.items() if not all(plain(name) for name in names(node))}


def _holds_code(node: ast.ClassDef) -> bool:
    return any(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)


def _constructors() -> dict[str, int]:
    """Return classes whose `__init__` takes more than six parameters besides `self`."""
    found = {}
    for key, (_, node) in _classes().items():
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                number = len(part.args.args) + len(part.args.kwonlyargs) - 1
                if number > MOST_PARAMETERS:
                    found[key] = number
    return found


@pytest.mark.parametrize("rule", RULES)
def test_no_code_breaks_a_rule_of_style(rule):
    assert not counted(rule), f"{rule}: {counted(rule)}; write it as CONTRIBUTING.md says"


@pytest.mark.parametrize(
    "sentence",
    ["Who leaves a game loses it.", "The server tells him.", "Ratings are reckoned anew.", "What is told to somebody."],
)
def test_sentences_of_the_dialect_are_found(sentence):
    assert DIALECT.search(sentence)
    assert SUSPECT.search(sentence)


@pytest.mark.parametrize(
    "sentence", ["A player who leaves a game loses it.", "Return the rating after a game.", "Who may strike next?"]
)
def test_plain_sentences_pass(sentence):
    assert not DIALECT.search(sentence)
