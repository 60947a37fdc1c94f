"""Translate modules of the compiled subset to one C file, whose entries take their arguments as words of 64 bits."""

import ast
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType

from carrom.c_source.expressions import Scope
from carrom.c_source.functions import FunctionWriter
from carrom.c_source.types import CType, given, suffix, usual
from carrom.subset.kinds import BOOL, ELEMENTS, FLOAT, FLOATS, INT, INTS, NONE, Kind, tuple_of
from carrom.subset.sources import Signature, known, signature_of, sources_of
from carrom.subset.variables import Variables

KEYWORDS = frozenset(
    """
    auto bool break case char const continue default do double else enum extern false float for goto if inline int long
    main register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile
    while NULL INFINITY NAN rint sqrt sin cos word ints at size row depth LANES_LOOP floor_quotient floor_rest parts_of
    div exp log pow abs floor ceil round y0 y1 yn j0 j1 jn gamma index time signal remove rename
    """.split()  # noqa: SIM905
)
"""Names that no function or variable of the output may have."""
PRELUDE = """#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __wasm__ /* There is no C library; these are instructions. */
#define INFINITY __builtin_inf()
#define fabs __builtin_fabs
#define memcpy __builtin_memcpy
#define rint __builtin_rint
#define sqrt __builtin_sqrt
#else
#include <math.h>
#include <string.h>
#endif

#if FLT_EVAL_METHOD != 0
#error "Floating-point numbers are computed with more bits than they are stored with: this would change results."
#endif
#ifdef __FAST_MATH__
#error "-ffast-math changes results."
#endif

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
#if defined(__GNUC__) && !defined(__wasm__) /* There it costs a third of the size, and gains nothing. */
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif
#ifdef __wasm__ /* clang believes that vectors of two do not pay. */
#define LANES_LOOP _Pragma("clang loop vectorize_width(2)")
#else
#define LANES_LOOP
#endif

/* An argument or a result of an entry. */
typedef union { int64_t q; double d; void *p; } word;

/* a // b as Numba computes it: rounded down, and 0 for a divisor of 0. */
static inline int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t quotient = a / b, rest = a % b;
  return quotient - (rest != 0 && (rest < 0) != (b < 0));
}

/* a % b with the sign of b, and 0 for a divisor of 0. */
static inline int64_t floor_rest(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}"""
PARTS_OF = """/* Mantissa and exponent of a number, as math.frexp of Python. */
static inline results_dq parts_of(double number) {
  int64_t bits, offset = 1022;
  double scaled = number;
  if (number == 0.0 || !(fabs(number) < INFINITY)) return (results_dq){number, 0};
  if (fabs(number) < DBL_MIN) {
    scaled = number * 18014398509481984.0;
    offset = 1076;
  }
  memcpy(&bits, &scaled, 8);
  int64_t exponent = ((bits >> 52) & 0x7ff) - offset;
  bits = (int64_t)(((uint64_t)bits & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3fe0000000000000));
  memcpy(&scaled, &bits, 8);
  return (results_dq){scaled, exponent};
}"""

IDENTITY = """#ifdef SOURCES
/* The digest of the Python sources. */
EXPORTED const char *carrom_sources(void) { return SOURCES; }

/* Levels of instructions that this machine has and for which the entries are compiled, the best first. */
EXPORTED const char *carrom_levels(void) {
#ifdef IS_X86_64
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_avx2 && has_avx512) return "avx512 avx2 base";
  if (has_avx2) return "avx2 base";
#endif
  return "base";
}
"""


@dataclass(frozen=True)
class Entry:
    """A function that is called from outside."""

    function: Callable[..., object]
    elements: Mapping[str, object]
    """Types of the elements of its array parameters where they are not of 64 bits: names of `types.WORDS`, or for a
    record such names by field."""


class CModule:
    """The C file of some modules."""

    def __init__(
        self, modules: Sequence[ModuleType], entries: Iterable[Entry], inlined: Iterable[str] = (), header: str = ""
    ) -> None:
        """Translate the entries and all that they call; functions named in `inlined` are inlined at every call."""
        self._taken = set(KEYWORDS)
        self._sources = sources_of(modules, self._taken)
        self._signatures: dict[FunctionType, Signature] = {}
        self._inlined = set(inlined)
        self._writing: dict[FunctionType, bool] = {}
        self._instances: dict[tuple[FunctionType, tuple[CType, ...]], str] = {}
        self._types: dict[str, str] = {}
        self._arrays: dict[str, str] = {}
        self._heads: list[str] = []
        self._bodies: list[str] = []
        self._ahead: list[tuple[FunctionType, tuple[CType, ...], str]] = []
        self._header = header
        self._forms: dict[str, list[object]] = {}
        self._entries: list[str] = []
        for kind in (tuple_of((FLOAT, INT)), FLOATS, INTS):  # of `parts_of`, and of constant tuples
            self._note_type(usual(kind))
        for entry in entries:
            self._entry(entry)
            while self._ahead:
                self._function(*self._ahead.pop())

    @property
    def text(self) -> str:
        """The C file."""
        constants = [line.format(name=name) for line, name in self._arrays.items()]
        forms = json.dumps(self._forms, separators=(",", ":")).replace("\\", "\\\\").replace('"', '\\"')
        parts = [
            self._header,
            PRELUDE,
            "\n".join(self._types.values()),
            PARTS_OF,
            "\n".join(constants),
            "\n".join(self._heads),
            *self._bodies,
            *self._entries,
            IDENTITY,
            f"/* The parameters of every entry, as JSON. */\n"
            f'EXPORTED const char *carrom_entries(void) {{\n  return "{forms}";\n}}\n#endif',
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _note_type(self, one: CType) -> None:
        for needed in one.needed():
            if needed.definition:
                self._types.setdefault(needed.name, needed.definition)

    def _signature(self, function: FunctionType) -> Signature:
        if function not in self._signatures:
            self._signatures[function] = signature_of(self._sources[function])
        return self._signatures[function]

    def _parameters(self, function: object) -> tuple[Kind, ...] | None:
        is_known = isinstance(function, FunctionType) and function in self._sources
        return self._signature(function).parameters if is_known else None  # type: ignore[arg-type]

    def _is_writing(self, function: object) -> bool:
        """Whether a function of the modules writes to an array, itself or by a function that it calls."""
        if not isinstance(function, FunctionType) or function not in self._sources:
            return False
        if function not in self._writing:
            self._writing[function] = False  # for a function that calls itself
            source = self._sources[function]
            nodes = list(ast.walk(source.tree))
            stores = any(isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) for node in nodes)
            names = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
            called = [vars(source.module).get(name) for name in names]
            self._writing[function] = stores or any(self._is_writing(each) for each in called)
        return self._writing[function]

    def _instance(self, function: FunctionType, arguments: tuple[CType, ...], _: ast.AST) -> tuple[str, CType]:
        """Return name and result type of a function for arguments of these types; it is written later."""
        key = function, arguments
        if key not in self._instances:
            self._instances[key] = self._sources[function].name + suffix(arguments)
            self._ahead.append((function, arguments, self._instances[key]))
        result = usual(self._signature(function).result)
        self._note_type(result)
        return self._instances[key], result

    def _function(self, function: FunctionType, arguments: tuple[CType, ...], name: str) -> None:
        source, signature = self._sources[function], self._signature(function)
        for one in arguments:
            self._note_type(one)
        scope = Scope(
            module=vars(source.module),
            variables=Variables(source.tree, source.refuse, self._taken),
            kinds={},
            call=self._instance,
            parameters=self._parameters,
            is_writing=self._is_writing,
            arrays=self._arrays,
            refuse=source.refuse,
        )
        writer = FunctionWriter(source.tree, signature, arguments, scope, self._taken)
        parameters, body = writer.text()
        for one in scope.kinds.values():
            self._note_type(one)
        kind = "INLINED" if function.__name__ in self._inlined else "static"
        head = f"{kind} {usual(signature.result).name} {name}({parameters})"
        self._heads.append(f"{head};")
        self._bodies.append(f"{source.summary}\n{head} {{\n{body}\n}}")

    def _entry(self, entry: Entry) -> None:
        """Write the function that takes the arguments of an entry as words, and note their form."""
        function = known(entry.function, self._sources)
        source, signature = self._sources[function], self._signature(function)
        names = [argument.arg for argument in source.tree.args.args]
        arguments = tuple(
            given(kind, entry.elements.get(name)) for name, kind in zip(names, signature.parameters, strict=True)
        )
        if unknown := set(entry.elements) - set(names):
            raise source.refuse(source.tree, f"{source.name}() with elements of {sorted(unknown)}")
        called, result = self._instance(function, arguments, source.tree)
        words = _Words()
        codes = ", ".join(words.code(one) for one in arguments)
        call = f"{called}({codes})"
        body = f"{call};\n  return 0" if result.kind == NONE else f"return {call}"
        returned = "double" if result.kind == FLOAT else "int64_t"
        if result.kind.name == "tuple":
            raise source.refuse(source.tree, f"the entry {source.name}(), which returns several numbers")
        self._entries.append(f"EXPORTED {returned} ENTRY({source.name})(const word *w) {{\n  {body};\n}}")
        form = "f" if result.kind == FLOAT else "b" if result.kind == BOOL else "n" if result.kind == NONE else "i"
        name = f"{function.__module__}.{function.__name__}"
        self._forms[name] = [source.name, form, [_form(one) for one in arguments]]


class _Words:
    """The words of an entry's arguments, in order."""

    def __init__(self) -> None:
        self._next = 0

    def code(self, one: CType) -> str:
        """Return the C that reads an argument from its words."""
        if one.kind.fields:
            return f"({one.name}){{{', '.join(self.code(part) for part in one.parts)}}}"
        if one.kind == FLOAT:
            return f"w[{self._take()}].d"
        if one.kind not in ELEMENTS:
            return f"w[{self._take()}].q{' != 0' if one.kind == BOOL else ''}"
        pointer, size = f"w[{self._take()}].p", f"w[{self._take()}].q"
        if one.axes == 1:
            return f"({one.name}){{{pointer}, {size}}}"
        axes = [f"w[{self._take()}].q" for _ in range(one.axes - 1)]
        if one.axes == 2:
            return f"({one.name}){{{pointer}, {size}, {axes[0]}}}"
        return f"({one.name}){{{pointer}, {size}, {axes[0]} * {axes[1]}, {axes[1]}}}"

    def _take(self) -> int:
        self._next += 1
        return self._next - 1


def _form(one: CType) -> object:
    """Return what a caller must pass for an argument: `i`, `f`, `b`, an array as `<f8:1`, or a record as a list."""
    if one.kind.fields:
        return [_form(part) for part in one.parts]
    if one.kind in ELEMENTS:
        return f"<{one.element}:{one.axes}{'?' if one.kind.name == 'profile' else ''}"
    return "f" if one.kind == FLOAT else "b" if one.kind == BOOL else "i"
