"""Translate modules of the compiled subset to one JavaScript (ES) module and its TypeScript declarations."""

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType

from carrom.javascript.expressions import KEYWORDS, Scope, written
from carrom.javascript.functions import FunctionWriter
from carrom.javascript.memory import Memory
from carrom.javascript.runtime import TABLE_TYPES, helpers
from carrom.javascript.web_assembly import WasmModule
from carrom.subset.kinds import BOOL, FLOATS, INT, INTS, PROFILE, ROWS, Kind
from carrom.subset.sources import Signature, Source, known, reached, signature_of, sources_of
from carrom.subset.variables import Variables

TYPES = {
    "bool": "boolean",
    "None": "void",
    "array of int": "Integers",
    "array of float": "Float64Array",
    "profile": "Float64Array | null",
    "table of int": "Table<Integers>",
    "table of float": "Table<Float64Array>",
    "cube of int": "Table<Integers>",
    "tuple": "number",
}
"""What a value of each kind is in TypeScript; any other kind is a number."""

COMPILED = """/** Instructions of these functions: {names}. */
const $binary =
  '{binary}';

/** Return functions compiled to WebAssembly, with the same results; null where WebAssembly is not available. */
export async function webAssembly() {{
  try {{
    const bytes = Uint8Array.from(atob($binary), (sign) => sign.charCodeAt(0));
    const {{ instance }} = await WebAssembly.instantiate(bytes, {{ page: {{ memory: $memory }} }});
    const $compiled = instance.exports;
    return {{
{wrappers}
    }};
  }} catch {{
    return null;
  }}
}}"""
"""JavaScript that makes the compiled functions. Arrays outside the memory are passed to the JavaScript functions."""


@dataclass(frozen=True)
class Translation:
    """An ES module, and its declarations for TypeScript."""

    javascript: str
    typescript: str


def translate(
    modules: Sequence[ModuleType],
    entries: Iterable[Callable[..., object]],
    *,
    wide: Iterable[Callable[..., object]] = (),
    memory: Memory | None = None,
    compiled: Sequence[Callable[..., object]] = (),
    constants: Mapping[str, float] | None = None,
    calls_compiled: bool = False,
    is_checked: bool = False,
    header: str = "",
) -> Translation:
    """Return the modules' functions as an ES module that exports `entries` and `constants`.

    Functions that no entry calls are left out. Integers of the functions `wide` may pass 2⁵³; they are computed as
    BigInts. `memory` has the arrays that replace parameters: every function with a parameter of that name works on
    that array. The entries `compiled` are also written as WebAssembly, which `webAssembly()` of the module returns.
    With `calls_compiled` the other functions call them through `fastest`, so that they can be made to call those.
    With `is_checked` the code throws a `RangeError` where an integer is not exact or an index is outside its array.
    Raises `TranslationError`, which names file, line and construct, for code outside the subset.
    """
    shared = {} if memory is None else memory.shared
    taken = set(KEYWORDS)
    sources = sources_of(modules, taken)
    exported = [known(entry, sources) for entry in entries]
    used_ones = reached(exported, sources)
    signatures = {function: signature_of(sources[function], shared) for function in sources if function in used_ones}
    twins = [known(function, sources) for function in compiled]
    arrays: dict[str, str] = {}
    kinds = {part for one in signatures.values() for kind in one.parameters for part in (kind, *kind.parts)}
    used = {"Table"} if kinds & set(ROWS) else set()
    texts = []
    wide_ones = set(wide)
    calls = dict(signatures)
    if calls_compiled:
        calls |= {one: replace(signatures[one], name=f"fastest.{signatures[one].name}") for one in twins}
    for function, signature in signatures.items():
        source = sources[function]
        scope = Scope(
            module=vars(source.module),
            signatures=calls,
            arrays=arrays,
            variables=Variables(source.tree, source.refuse, taken),
            kinds={},
            helpers=used,
            is_checked=is_checked,
            is_wide=function in wide_ones,
            refuse=source.refuse,
        )
        texts.append(f"{source.summary}\n{FunctionWriter(source.tree, signature, scope, taken).text()}")
    named = {} if constants is None else constants
    fastest = f"export const fastest = {{ {', '.join(sources[function].name for function in twins)} }};"
    javascript = [
        header,
        "\n".join(f"export const {name} = {written(value)};" for name, value in named.items()),
        "" if memory is None else memory.javascript(),
        helpers(used),
        *(f"const {name} = new Float64Array([{contents}]);" for contents, name in arrays.items()),
        *texts,
        fastest if calls_compiled else "",
        _compiled(modules, twins, {function: sources[function] for function in twins}, signatures, memory),
        f"export {{ {', '.join(sources[function].name for function in exported)} }};",
    ]
    typescript = [
        header,
        TABLE_TYPES,
        "\n".join(f"export declare const {name}: number;" for name in named),
        "" if memory is None else memory.typescript(),
        *(_declaration(sources[function], signatures[function]) for function in exported),
        _compiled_type([sources[function].name for function in twins]),
    ]
    return Translation(_joined(javascript), _joined(typescript))


def _compiled(
    modules: Sequence[ModuleType],
    functions: Sequence[FunctionType],
    sources: Mapping[FunctionType, Source],
    signatures: Mapping[FunctionType, Signature],
    memory: Memory | None,
) -> str:
    """Return the JavaScript that holds functions as WebAssembly."""
    if not functions or memory is None:
        return ""
    binary = base64.b64encode(WasmModule(modules, functions, memory).bytes).decode()
    wrappers = [_wrapper(sources[function], signatures[function]) for function in functions]
    names = ", ".join(source.name for source in sources.values())
    return COMPILED.format(names=names, binary=binary, wrappers="\n".join(wrappers))


def _wrapper(source: Source, signature: Signature) -> str:
    """Return a method that calls a function of the WebAssembly module."""
    names, given, outside = [], [], []
    for argument, kind, shared in zip(source.tree.args.args, signature.parameters, signature.shared, strict=True):
        if shared is not None:
            continue
        name = argument.arg
        names.append(name)
        if kind == PROFILE:
            outside.append(f"({name} !== null && {name}.buffer !== $memory.buffer)")
            given.append(f"{name} === null ? 0 : {name}.byteOffset")
        elif kind in (FLOATS, INTS):
            outside.append(f"{name}.buffer !== $memory.buffer")
            given.append(f"{name}.byteOffset, {name}.length")
        else:
            given.append(f"BigInt({name})" if kind == INT else name)
    call = f"$compiled.{source.name}({', '.join(given)})"
    result = f"Number({call})" if signature.result == INT else f"{call} !== 0" if signature.result == BOOL else call
    return f"""      {source.name}({", ".join(names)}) {{
        if ({" || ".join(outside) or "false"}) return {source.name}({", ".join(names)});
        return {result};
      }},"""


def _compiled_type(names: Sequence[str]) -> str:
    """Return the TypeScript declaration of the compiled functions."""
    if not names:
        return ""
    types = " ".join(f"readonly {name}: typeof {name};" for name in names)
    summary = "/** Return functions compiled to WebAssembly, with the same results; null where it is not available. */"
    return f"{summary}\nexport declare function webAssembly(): Promise<{{ {types} }} | null>;"


def typescript(kind: Kind) -> str:
    """Return a kind as TypeScript writes it."""
    if kind.fields:
        fields = zip(kind.fields, kind.parts, strict=True)
        return f"{{ {' '.join(f'readonly {name}: {typescript(part)};' for name, part in fields)} }}"
    return TYPES.get(kind.name, "number")


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _declaration(source: Source, signature: Signature) -> str:
    """Return the TypeScript declaration of an exported function."""
    parameters = ", ".join(
        f"{argument.arg}: {typescript(kind)}"
        for argument, kind, shared in zip(source.tree.args.args, signature.parameters, signature.shared, strict=True)
        if shared is None
    )
    result = typescript(signature.result)
    return f"{source.summary}\nexport declare function {source.name}({parameters}): {result};"
