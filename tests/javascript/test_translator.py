"""The translator to JavaScript: each construct gives the same bits as in Python, and everything else is refused."""

import base64
import importlib.util
import json
import math
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import hatch_build
import numpy as np
import pytest
from javascript import snippets
from javascript.snippets import Record

from carrom.errors import TranslationError
from carrom.javascript import translate
from carrom.javascript.memory import Memory

FLOATS = [0.0, -0.0, 0.3, -0.3, 1.0, 1.5, -2.5, 1e300, 5e-324, -3e-310, 2.0**52 + 0.5, 1 / 3]
WHOLE = [0, 1, -1, 2, 3, 7, -5, 24, 2**31, -(2**31) - 1, 2**40 + 3, -(2**45)]
SMALL = [0, 1, 3, -7, 24]
CALLS: dict[str, list[tuple]] = {
    "as_float": [(n,) for n in WHOLE],
    **{
        name: [(a, b) for a in (*SMALL, 2**48 + 7) for b in (1, 2, -2, 7, -24)]
        for name in ("floor_divided", "modulo", "divided", "floor_zero", "rest_zero", "product_zero")
    },
    "negated_zero": [(0,), (5,), (-5,)],
    "truncated_zero": [(x,) for x in FLOATS if abs(x) < 1e16],
    "negated_float": [(x,) for x in FLOATS],
    "shifted": [(a, n) for a in (1, -1, 3, 2**20) for n in (0, 1, 20, 30, 31)],
    "shifted_right": [(a, n) for a in WHOLE for n in (0, 1, 31, 32, 63, 70)],
    "bits": [(a, b) for a in WHOLE for b in WHOLE],
    "without_bit": [(a, k) for a in (-1, 2**24 - 1, 2**45 + 2**33) for k in (0, 5, 23, 31, 33)],
    "inverted": [(n,) for n in WHOLE],
    **{name: [(x,) for x in FLOATS] for name in ("constants", "endless", "without_profile", "shadowing")},
    "rooted": [(abs(x),) for x in FLOATS],
    "parts_of": [(x,) for x in (*FLOATS, math.inf, -math.inf)],
    "between": [(0, x, 1) for x in FLOATS],
    "logic": [(a, x) for a in range(6) for x in (-1.0, 1.0, 5.0)],
    "bool_of": [(a,) for a in range(6)],
    "one_of": [(a,) for a in range(11)],
    "chosen": [(a, 0.5) for a in range(4)],
    "optional": [([0.0, 2.5], 1.5), (None, 1.5)],
    "summed": [([0.5, 1.5, -3.0], [2, 0, -7])],
    "countdown": [(n,) for n in (0, 1, 7, 12, 40)],
    "over_tuples": [(2, 5), (-3, 0)],
    "unpacked": [(0.5, 3), (2.5, -4)],
    "swapped": [([1.5, 2.0, 3.0, 4.5], 3)],
    "named_again": [(0.5, n) for n in range(5)],
    "table_sum": [([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [[0.5, 1.5, 2.5], [3.5, 4.5, 5.5]], 1)],
    "record_sum": [
        (Record([1.5, 2.5], [[1, 2], [3, 4]], [[[1, -1], [7, 8]], [[2, 3], [9, 10]]], 3), k) for k in (0, 1)
    ],
    "several_targets": [(n, [0, 0]) for n in (0, -3, 7)],
    "as_bool": [(n, x) for n in (0, 1, 2) for x in (1.0, 3.0)],
    "is_within": [(a, w, s) for a in (0, 3, 10**12 + 1) for w, s in ((1, 9), (10**6, 10**12 + 2), (10**6, 10**12 + 3))],
}
"""Arguments for each function of snippets.py."""
RUN = """
import * as module from %s;
import { readFileSync } from 'node:fs';
const made = (given) => {
  if (typeof given === 'string') return Number(given);
  if (given !== null && given.record) {
    return Object.fromEntries(Object.entries(given.record).map(([name, one]) => [name, made(one)]));
  }
  if (!Array.isArray(given)) return given;
  if (!Array.isArray(given[0])) return Float64Array.from(given);
  const flat = given.flat(Infinity);
  const depth = flat.length / given.length / given[0].length;
  return new module.Table(Float64Array.from(flat), given.length, given[0].length, depth);
};
const shown = (value) => {
  if (typeof value === 'boolean') return value;
  return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);
};
const twins = module.webAssembly ? await module.webAssembly() : module;
const calls = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(calls.map(([name, given]) => {
  try { return shown(twins[name](...given.map(made))); } catch (error) { return `${error}`; }
})));
"""


def node() -> str:
    """Return the path of Node."""
    found = hatch_build.system_npm()
    return str(shutil.which("node")) if found is not None else hatch_build.wheel_npm()[0][0]


def in_javascript(folder: Path, text: str, calls: list[tuple[str, tuple]]) -> list:
    """Return the results of calls of a translated module."""
    (folder / "module.mjs").write_text(text, encoding="utf-8")
    (folder / "run.mjs").write_text(RUN % json.dumps("./module.mjs"), encoding="utf-8")
    given = json.dumps([(name, [sent(argument) for argument in arguments]) for name, arguments in calls])
    done = subprocess.run([node(), folder / "run.mjs"], input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def sent(argument: object) -> object:
    """Return an argument as JSON can hold it."""
    if isinstance(argument, Record):
        return {"record": argument._asdict()}
    if isinstance(argument, float) and (math.isinf(argument) or (argument == 0.0 and math.copysign(1.0, argument) < 0)):
        return str(argument).replace("inf", "Infinity").removesuffix(".0")
    return argument


def in_python(name: str, arguments: tuple) -> object:
    """Return a result as the JavaScript side shows it."""
    found = getattr(snippets, name)(*map(in_arrays, arguments))
    if isinstance(found, bool | np.bool_):
        return bool(found)
    return f"{struct.unpack('<Q', struct.pack('<d', float(found)))[0]:x}"


def in_arrays(argument: object) -> object:
    """Return an argument as Python takes it: a copy, and an array if it has several axes."""
    if isinstance(argument, Record):
        return Record(*map(in_arrays, argument))
    if isinstance(argument, list):
        return np.array(argument) if isinstance(argument[0], list) else list(argument)
    return argument


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return the results of all calls in JavaScript, with checks in the code, by function."""
    names = [name for name, calls in CALLS.items() if calls]
    entries = [getattr(snippets, name) for name in names]
    made = translate([snippets], entries, wide=(snippets.is_within,), is_checked=True)
    plain = translate([snippets], entries, wide=(snippets.is_within,))
    calls = [(name, arguments) for name in names for arguments in CALLS[name]]
    found = []
    for text in (made, plain):
        results = in_javascript(tmp_path_factory.mktemp("translated"), text.javascript, calls)
        found.append({})
        for (name, _), result in zip(calls, results, strict=True):
            found[-1].setdefault(name, []).append(result)
    return found


@pytest.mark.parametrize("name", [name for name, calls in CALLS.items() if calls])
def test_a_construct_gives_the_same_bits_in_javascript(name, answers):
    expected = [in_python(name, arguments) for arguments in CALLS[name]]
    checked, plain = answers
    assert plain[name] == expected
    assert checked[name] == expected


IN_WEBASSEMBLY = """
as_float negated_zero product_zero truncated_zero negated_float shifted bits without_bit inverted constants endless
rooted parts_of between logic bool_of one_of chosen countdown unpacked named_again shadowing
""".split()  # noqa: SIM905
"""Functions without tables, and without division by what is no constant."""


def test_constructs_give_the_same_bits_in_webassembly(tmp_path):
    entries = [getattr(snippets, name) for name in IN_WEBASSEMBLY]
    memory = Memory({}, {"spare": ("Float64Array", 8)})
    made = translate([snippets], entries, memory=memory, compiled=entries)
    calls = [(name, arguments) for name in IN_WEBASSEMBLY for arguments in CALLS[name]]
    found = in_javascript(tmp_path, made.javascript, calls)
    expected = [in_python(name, arguments) for name, arguments in calls]
    wrong = [(call, a, b) for call, a, b in zip(calls, found, expected, strict=True) if a != b]
    assert wrong == []
    assert "$compiled.parts_of" in made.javascript


LANES = """
LANES = 6
(P, Q, R, S) = (LANES * index for index in range(4))
def f(state: Floats, x: float, k: int) -> float:
    for k in range(LANES):
        a = state[P + k] - x
        b = -state[Q + k]
        moving = (a > 0.0) & (b <= 2.0)
        c = a * b if moving else a / (b + 3.0)
        c = sqrt(0.0 if c < 0.0 else c) if (not moving) | (c == 1.5) else c
        state[R + k] = c
        state[S + k] = b if c >= 1.0 else -0.0
    return state[R + 1]
"""


def test_a_loop_over_lanes_gives_the_same_bits_in_vectors(tmp_path):
    module = module_of(tmp_path, LANES)
    memory = Memory({"state": ("Float64Array", 24)}, {})
    made = translate([module], [module.f], memory=memory, compiled=[module.f])
    assert vectors(made.javascript) > 10
    values = [0.5, -0.0, 3.25, -2.5, 1e300, 1.0, 0.0, 7.0, -3.0, -3.5, 1e-300, -1.5, *[0.0] * 12]
    expected = list(values)
    module.f(expected, 0.75, 0)
    script = f"""
const module = await import({json.dumps((tmp_path / "module.mjs").as_uri())});
const twins = await module.webAssembly();
module.arrays.state.set({json.dumps(values).replace("-0.0", "-0")});
twins.f(0.75, 0);
console.log([...new BigUint64Array(module.arrays.state.slice().buffer)].map((bits) => bits.toString(16)).join(' '));
"""
    (tmp_path / "module.mjs").write_text(made.javascript, encoding="utf-8")
    done = subprocess.run([node(), "--input-type=module", "-e", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [f"{struct.unpack('<Q', struct.pack('<d', value))[0]:x}" for value in expected]


def vectors(javascript: str) -> int:
    """Return the number of vector instructions (roughly: bytes of their prefix) in the WebAssembly of a module."""
    found = re.search(r"^  '([\w+/=]+)';$", javascript, re.MULTILINE)
    return base64.b64decode(found[1]).count(0xFD) if found else 0


def test_every_function_of_the_snippets_is_called():
    own = {name for name, value in vars(snippets).items() if getattr(value, "__module__", "") == snippets.__name__}
    assert own == {*CALLS, "three", "again", "of_calls", "row_sum", "Record", "of_record", "length_of"}


HEAD = """import math
from math import floor, hypot, sin, sqrt
from typing import Any, NamedTuple, TypeAlias
Floats: TypeAlias = list[float]
Marks: TypeAlias = list[int]
Profile: TypeAlias = tuple[float, ...]
IntegerTable: TypeAlias = Any
IntegerCube: TypeAlias = Any
class Record(NamedTuple):
    numbers: Floats
class Texts(NamedTuple):
    text: str
NAMES = ("a", "b")
def many(x: float) -> tuple[float, float]:
    return x, x
def helper(x: float, n: int) -> float:
    return x * n
"""
REFUSED = {
    "round(x)": ("def f(x: float) -> float:\n    return round(x)", 2, "round()"),
    "abs(x)": ("def f(x: float) -> float:\n    return abs(x)", 2, "abs()"),
    "sin(x)": ("def f(x: float) -> float:\n    return sin(x)", 2, "sin()"),
    "a power": ("def f(x: float) -> float:\n    return x ** 2.0", 2, "`**`, whose bits differ between languages"),
    "a power of integers": ("def f(n: int) -> int:\n    return n ** 2", 2, "`**`, whose bits"),
    "a power in place": ("def f(x: float) -> float:\n    x **= 2.0\n    return x", 2, "`**`, whose bits"),
    "hypot(x, y)": ("def f(x: float) -> float:\n    return hypot(x, x)", 2, "hypot(), whose bits differ between"),
    "math.hypot(x, y)": ("def f(x: float) -> float:\n    return math.hypot(x, x)", 2, "hypot(), whose bits differ"),
    "pow(x, n)": ("def f(x: float) -> float:\n    return pow(x, 2)", 2, "pow(), whose bits differ"),
    "// of floats": (
        "def f(x: float) -> float:\n    return x // 2.0",
        2,
        "`//` of float and float; it is for integers",
    ),
    "% of floats": ("def f(x: float) -> float:\n    return x % 2.0", 2, "it is for integers"),
    "bits of floats": ("def f(x: float) -> float:\n    return x & 2.0", 2, "it is for integers"),
    "a sum of booleans": ("def f(n: int) -> int:\n    return (n > 1) + 1", 2, "`+` of bool and int"),
    "a float as condition": (
        "def f(x: float) -> float:\n    if x:\n        return 1.0\n    return x",
        2,
        "float as a condition",
    ),
    "or of numbers": ("def f(n: int) -> int:\n    return n or 3", 2, "`and`, `or` with int"),
    "bool and int compared": ("def f(n: int) -> bool:\n    return (n > 1) == n", 2, "a comparison of bool and int"),
    "a chain with a call": (
        "def f(x: float) -> bool:\n    return 0.0 < helper(x, 2) < 1.0",
        2,
        "in the middle of a comparison",
    ),
    "is": ("def f(n: int) -> bool:\n    return n is 3", 2, "`is`"),
    "in an array": ("def f(n: int, a: Marks) -> bool:\n    return n in a", 2, "`in`"),
    "a negative index": ("def f(a: Floats) -> float:\n    return a[-1]", 2, "the negative index -1"),
    "a float as index": ("def f(a: Floats, x: float) -> float:\n    return a[x]", 2, "float where an int is expected"),
    "a slice": ("def f(a: Floats) -> float:\n    return a[1:2]", 2, "a slice"),
    "an element of a number": ("def f(x: float) -> float:\n    return x[0]", 2, "an element of float"),
    "one index of a table": ("def f(t: IntegerTable) -> int:\n    t[0] = 3\n    return 1", 2, "two indices"),
    "three indices of a table": ("def f(t: IntegerTable) -> int:\n    return t[0, 1, 2]", 2, "which has two indices"),
    "a float in an int array": (
        "def f(a: Marks, x: float) -> None:\n    a[0] = x",
        2,
        "float stored in an array of int",
    ),
    "a bool in an array": ("def f(a: Floats, x: float) -> None:\n    a[0] = x > 1.0", 2, "bool stored"),
    "a name of two kinds": (
        "def f(n: int) -> float:\n    x = 1\n    if n > 1:\n        x = 0.5\n    return x",
        4,
        "the variable 'x', which is int and becomes float",
    ),
    "a use before assignment": (
        "def f(n: int) -> int:\n    if n > 1:\n        k = 2\n    return k",
        4,
        "may be used before",
    ),
    "a loop variable after its loop": (
        "def f(n: int) -> int:\n    k = 0\n    for k in range(n):\n        n = 3\n    return k",
        3,
        "assigned or used outside its loop",
    ),
    "a loop variable that is assigned": (
        "def f(n: int) -> int:\n    for k in range(n):\n        k += 1\n        n = k\n    return n",
        2,
        "assigned or used outside its loop",
    ),
    "a loop over an array": (
        "def f(a: Floats) -> float:\n    for x in a:\n        return x\n    return 0.0",
        2,
        "a loop, except over",
    ),
    "a step that varies": (
        "def f(n: int) -> int:\n    for k in range(0, 9, n):\n        return k\n    return n",
        2,
        "a step that is not",
    ),
    "else of a loop": (
        "def f(n: int) -> int:\n    while n > 1:\n        n -= 1\n    else:\n        n = 5\n    return n",
        2,
        "`else`",
    ),
    "a comprehension": ("def f(n: int) -> int:\n    return len([k for k in range(n)])", 2, "ListComp"),
    "a lambda": ("def f(n: int) -> int:\n    g = lambda: n\n    return n", 2, "Lambda"),
    "a text": ("def f(n: int) -> int:\n    s = 'a'\n    return n", 2, "Constant"),
    "a formatted text": ("def f(x: float) -> int:\n    return len(f'{x}')", 2, "JoinedStr"),
    "a list": ("def f(n: int) -> int:\n    a = [1, 2]\n    return n", 2, "List"),
    "try": (
        "def f(n: int) -> int:\n    try:\n        return n\n    finally:\n        n = 1",
        2,
        "the statement `try:`",
    ),
    "raise": ("def f(n: int) -> int:\n    raise ValueError", 2, "the statement `raise ValueError`"),
    "assert": ("def f(n: int) -> int:\n    assert n\n    return n", 2, "the statement `assert n`"),
    "an inner function": (
        "def f(n: int) -> int:\n    def g() -> int:\n        return 1\n    return n",
        2,
        "the statement `def g()",
    ),
    "global": ("def f(n: int) -> int:\n    global COUNT\n    return n", 2, "the statement `global"),
    "an annotated assignment": ("def f(n: int) -> int:\n    k: int = n\n    return k", 2, "the statement `k: int = n`"),
    "a field that a record does not have": (
        "def f(r: Record) -> int:\n    return r.size",
        2,
        "'r.size': Record has no such field",
    ),
    "a field of a number": ("def f(n: int) -> int:\n    return n.real", 2, "'n.real': int has no such field"),
    "a record with a field without a kind": ("def f(r: Texts) -> int:\n    return 1", 1, "the field 'text' of Texts"),
    "a record as result": ("def f(r: Record) -> Record:\n    return r", 1, "which is an array or a record"),
    "two indices of three axes": ("def f(c: IntegerCube) -> int:\n    return c[0, 1]", 2, "array of int returned"),
    "one index of three axes": ("def f(c: IntegerCube) -> int:\n    return len(c[0])", 2, "which has three indices"),
    "a tuple for several names": (
        "def f(x: float) -> float:\n    a = b = many(x)\n    return x",
        2,
        "tuple where a number",
    ),
    "bool(x)": ("def f(x: float) -> bool:\n    return bool(x)", 2, "float as a condition"),
    "a name that is no number": ("def f(n: int) -> int:\n    return len(NAMES)", 2, "the name 'NAMES'"),
    "a method": ("def f(x: float) -> bool:\n    return x.is_integer()", 2, "a call of 'x.is_integer'"),
    "an argument by name": ("def f(x: float) -> float:\n    return helper(x, n=2)", 2, "an argument by name"),
    "too few arguments": ("def f(x: float) -> float:\n    return helper(x)", 2, "1 arguments for helper()"),
    "a float for an int": ("def f(x: float) -> float:\n    return helper(x, x)", 2, "float as an argument of helper()"),
    "a tuple as a number": ("def f(x: float) -> float:\n    return many(x) + 1.0", 2, "`+` of tuple and float"),
    "a variable with a tuple": (
        "def f(x: float) -> float:\n    t = many(x)\n    return x",
        2,
        "the variable 't' with tuple",
    ),
    "a wrong number of targets": ("def f(x: float) -> float:\n    a, b, c = many(x)\n    return a", 2, "3 targets"),
    "a wrong result": ("def f(x: float) -> int:\n    return x", 2, "float returned by a function annotated int"),
    "an end without result": (
        "def f(x: float) -> float:\n    if x > 1.0:\n        return x",
        1,
        "returns nothing there",
    ),
    "code after return": ("def f(x: float) -> float:\n    return x\n    x = 1.0", 3, "never reached"),
    "no annotation": ("def f(x) -> float:\n    return 1.0", 1, "the parameter 'x' of f() has no annotation"),
    "an unknown annotation": ("def f(x: str) -> float:\n    return 1.0", 1, "the annotation 'str'"),
    "an array as result": ("def f(a: Floats) -> Floats:\n    return a", 1, "which is an array"),
    "a default": ("def f(x: float = 1.0) -> float:\n    return x", 1, "not a plain one without default"),
    "an integer of 2⁵³": ("def f(n: int) -> int:\n    return n + 9007199254740992", 2, "not below 2⁵³"),
    "a division by zero": ("def f(x: float) -> float:\n    return x + 1.0 / 0.0", 2, "a division by zero"),
    "a call in a target": ("def f(a: Floats, x: float) -> None:\n    a[int(x)] = 1.0", 2, "a call in the index"),
}
"""Code that is refused, the line of the construct, and what the message says of it."""


def module_of(folder: Path, text: str):
    """Return a module with this text."""
    path = folder / "refused.py"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("refused", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "dont_write_bytecode", True)
        spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_the_subset_is_refused_with_file_line_and_construct(name, tmp_path):
    text, line, what = REFUSED[name]
    module = module_of(tmp_path, text)
    with pytest.raises(TranslationError) as refused:
        translate([module], [module.f])
    assert str(refused.value).startswith(f"refused.py:{HEAD.count(chr(10)) + line}: ")
    assert what in str(refused.value)
    assert "docs/contributing/compiled-subset.md" in str(refused.value)


CHECKED = {
    "an index beyond the end": ("def f(a: Floats, n: int) -> float:\n    return a[n]", ([1.0], 1), "the index 1"),
    "a negative index": ("def f(a: Floats, n: int) -> float:\n    return a[n]", ([1.0], -1), "the index -1"),
    "an integer beyond 2⁵³": ("def f(n: int) -> int:\n    return n * n", (2**27,), "an integer is 18014398509481984"),
    "a number that is no integer": (
        "def f(x: float) -> int:\n    return int(x)",
        (math.inf,),
        "an integer is Infinity",
    ),
}


@pytest.mark.parametrize("name", CHECKED)
def test_the_checked_code_refuses_what_javascript_cannot_compute_exactly(name, tmp_path):
    text, arguments, message = CHECKED[name]
    module = module_of(tmp_path, text)
    made = translate([module], [module.f], is_checked=True)
    assert message in in_javascript(tmp_path, made.javascript, [("f", arguments)])[0]


def test_an_array_that_is_shared_is_not_passed(tmp_path):
    text = "def g(state: Floats, k: int) -> float:\n    return state[k]\ndef f(state: Floats, x: float) -> float:\n"
    module = module_of(tmp_path, text + "    state[1] = x\n    return g(state, 1) + state[0]")
    made = translate([module], [module.f], memory=Memory({"state": ("Float64Array", 2)}, {}))
    assert "readonly state: Float64Array" in made.typescript
    assert "function f(x: number): number" in made.typescript
    assert in_javascript(tmp_path, made.javascript, [("f", (2.5,))]) == ["4004000000000000"]


def test_another_array_in_the_place_of_a_shared_one_is_refused(tmp_path):
    text = "def g(state: Floats) -> float:\n    return state[0]\ndef f(state: Floats, other: Floats) -> float:\n"
    module = module_of(tmp_path, text + "    return g(other)")
    with pytest.raises(TranslationError, match="'other' for the shared array 'state'"):
        translate([module], [module.f], memory=Memory({"state": ("Float64Array", 2)}, {}))


def test_an_entry_that_is_not_in_the_modules_is_refused():
    with pytest.raises(TranslationError, match="sqrt is not a function of the translated modules"):
        translate([snippets], [math.sqrt])
