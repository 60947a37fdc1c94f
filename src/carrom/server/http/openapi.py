"""The OpenAPI 3.1 description of the HTTP API, generated from the table of operations, and its reference pages."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import Any

import msgspec
from msgspec import inspect as shape
from starlette.responses import Response

from carrom.server.http.problem import CODES, MEDIA, Problem
from carrom.server.http.router import GET, JSON, LINES, Operation, OperationRequest, marked
from carrom.server.people.sessions import PLAIN_COOKIE, SAFE_COOKIE
from carrom.typescript import notes_of
from carrom.version import __version__

REF = "#/components/schemas/{name}"
TITLE = "Carrom"
ABOUT = (
    "The HTTP API of carrom: play, watch and analyse games, judge cases. Lengths are in µm, speeds in µm/s, times in "
    "µs, angles in mrad; positions are in the board's frame, strokes in the frame of the seat that plays. A token "
    "(`Authorization: Bearer`) belongs to an account, or is the key of one game. Errors are problem details (RFC "
    "9457). Streams are newline-delimited JSON. The error of a rate-limited request has the limit and the time to wait."
)
PAGE = (
    f"The session cookie of a signed-in browser, named {PLAIN_COOKIE} over plain HTTP. It has every scope, and is "
    "accepted from this server's own pages only."
)
Schema = dict[str, Any]


def description(operations: Iterable[Operation]) -> Schema:
    """Return the OpenAPI document."""
    table = tuple(operations)
    schemas = _Schemas(table)
    paths: Schema = {}
    for operation in table:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, schemas)
    groups = list(dict.fromkeys(operation.group for operation in table))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": __version__,
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": group} for group in groups],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.components.items())),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "page": {"type": "apiKey", "in": "cookie", "name": SAFE_COOKIE, "description": PAGE},
            },
        },
    }


class _Schemas:
    """The schemas of all types that the operations use."""

    def __init__(self, table: Iterable[Operation]) -> None:
        kinds: dict[Any, None] = {Problem: None}
        for operation in table:
            for kind in (operation.words, operation.body, operation.answers):
                if kind is not None and kind not in (str, bytes):
                    kinds.setdefault(kind)
        found, self.components = msgspec.json.schema_components(tuple(kinds), ref_template=REF)
        self._of = dict(zip(kinds, found, strict=True))
        records = _records(kinds)
        for name, schema in self.components.items():
            for field, note in notes(records[name]).items() if name in records else ():
                if field in schema.get("properties", ()):
                    schema["properties"][field] = _described(schema["properties"][field], note)
        names = {operation.words: self._of[operation.words]["$ref"].rpartition("/")[2] for operation in table}
        self._words = {kind: self.components.pop(name) for kind, name in names.items()}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a body or a response."""
        return {"type": "string"} if kind in (str, bytes) else self._of[kind]

    def parameters(self, operation: Operation) -> list[Schema]:
        """Return the path and query parameters of an operation."""
        schema = self._words[operation.words]
        parameters = []
        for name, kind in schema["properties"].items():
            in_path = f"{{{name}}}" in operation.path
            kind = {key: value for key, value in _without_null(kind).items() if value is not None}
            note = kind.pop("description", "")
            parameter = {"name": name, "in": "path" if in_path else "query", "schema": kind}
            parameter |= {"description": note} if note else {}
            if in_path or name in schema.get("required", ()):
                parameter["required"] = True
            if kind.get("type") == "array":
                parameter |= {"style": "form", "explode": False}
            parameters.append(parameter)
        return parameters


def _operation(operation: Operation, schemas: _Schemas) -> Schema:
    """Return the description of an operation."""
    entry: Schema = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": operation.sentence,
        "description": f"Counts as {operation.cost:g} calls." if operation.cost != 1 else "Counts as one call.",
        "x-cost": operation.cost,
        "x-endless": operation.endless,
        "security": [
            *(() if operation.account else ({},)),
            {"bearer": [] if operation.scope is None else [operation.scope]},
            {"page": []},
        ],
    }
    if parameters := schemas.parameters(operation):
        entry["parameters"] = parameters
    if operation.body is not None:
        media = "text/plain" if operation.body is bytes else JSON
        entry["requestBody"] = {"required": True, "content": {media: {"schema": schemas.of(operation.body)}}}
    answers = schemas.of(operation.answers)
    success = "JSON lines; an empty line is a heartbeat." if operation.media == LINES else "Success."
    entry["responses"] = {
        str(operation.status): {"description": success, "content": {operation.media: {"schema": answers}}}
    }
    if operation.marked:
        entry["responses"]["304"] = {"description": "Not modified since the `ETag` in the request."}
    refused = {"schema": {"$ref": REF.format(name="Problem")}}
    entry["responses"]["default"] = {"description": "Error; nothing has changed.", "content": {MEDIA: refused}}
    return entry


@cache
def notes(kind: type) -> dict[str, str]:
    """Return the docstrings of a record's fields by name; empty if its source is not available."""
    try:
        return {name: note for base in reversed(_bases(kind)) for name, note in notes_of(base).items()}
    except (OSError, TypeError, AssertionError):
        return {}


def _bases(kind: type) -> list[type]:
    return [base for base in kind.__mro__ if issubclass(base, msgspec.Struct) and base.__module__.startswith("carrom")]


def _records(kinds: Iterable[Any]) -> dict[str, type]:
    """Return every record type reachable from some types, by schema name."""
    found: dict[str, type] = {}
    ahead = [shape.type_info(kind) for kind in kinds]
    while ahead:
        info = ahead.pop()
        if isinstance(info, shape.StructType):
            name = info.cls.__name__ if info.cls.__name__ not in found else _whole_name(info.cls)
            if info.cls not in found.values():
                found[name] = info.cls
                ahead += [field.type for field in info.fields]
            continue
        for name in ("type", "item_type", "key_type", "value_type"):
            if isinstance(inner := getattr(info, name, None), shape.Type):
                ahead.append(inner)
        for name in ("types", "item_types"):
            ahead += getattr(info, name, ())
        ahead += [field.type for field in getattr(info, "fields", ()) if hasattr(field, "type")]
    return found


def _whole_name(kind: type) -> str:
    """Return the schema name of a record whose class name is not unique."""
    return f"{kind.__module__}.{kind.__qualname__}".replace(".", "_")


def _described(schema: Schema, note: str) -> Schema:
    return {**schema, "description": note}


def _without_null(schema: Schema) -> Schema:
    """Return the schema of a parameter without null."""
    others = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf" and not (key == "default" and value is None)}
    if not others:
        return rest
    return {**rest, **others[0]} if len(others) == 1 else {**rest, "anyOf": others}


# -- the API reference: HTML at `/api`, Markdown in the documentation --------------------------------------------------


STYLE = """:root { color-scheme: light dark; --ink: #33221a; --paper: #fdf9f0; --line: #d8c39a; --soft: #6b5747; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1e6d2; --paper: #1d1613; --line: #4a3a30; --soft: #b9a591; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; } h2 { margin-top: 2.5rem; font-size: 1.25rem; } h3 { margin: 1.6rem 0 .2rem; font-size: 1rem; }
code { font: .92em/1.4 ui-monospace, monospace; } a { color: inherit; } p { margin: .3rem 0 .6rem; }
.soft { color: var(--soft); } table { border-collapse: collapse; width: 100%; margin: .4rem 0 .8rem; }
td, th { border-top: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: start; vertical-align: top; }
td:nth-child(1) { width: 9rem; } td:nth-child(2) { width: 16rem; }
@media (max-width: 40rem) { td, th, td:nth-child(n) { display: block; width: auto; border: 0; padding: .1rem 0; }
  tr { display: block; border-top: 1px solid var(--line); padding: .3rem 0; } }
"""
_LARGE = 10**9
"""Numeric bounds from here on are not shown."""


def html(document: Schema) -> str:
    """Return the reference as an HTML page without scripts."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The API of carrom</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/api/page.css"></head><body><main><h1>The API of carrom</h1>'
        f"<p>{_inline(ABOUT)}</p>"
        '<p>Also available as an <a href="/api/openapi.json">OpenAPI document</a>.</p>'
    ]
    for group, operations in _groups(document):
        parts.append(f"<h2>{escape(group)}</h2>")
        for method, path, operation in operations:
            parts.append(
                f'<h3 id="{escape(operation["operationId"])}"><code>{method} {escape(path)}</code></h3>'
                f"<p>{_inline(operation['summary'])} <span class='soft'>{_led(_gives(operation), document)}</span></p>"
            )
            rows = list(_rows(operation))
            if rows:
                cells = "".join(
                    f"<tr><td><code>{escape(name)}</code></td><td>{_led(kind, document)}</td>"
                    f"<td>{_inline(note)}</td></tr>"
                    for name, kind, note in rows
                )
                parts.append(f"<table>{cells}</table>")
    codes = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{_inline(note)}</td></tr>' for code, note in CODES.items()
    )
    parts.append(f"<h2>Errors</h2><table>{codes}</table><h2>Types</h2>")
    for name, schema in document["components"]["schemas"].items():
        parts.append(f'<h3 id="form-{escape(name)}">{escape(name)}</h3><p>{_inline(schema.get("description", ""))}</p>')
        cells = "".join(
            f"<tr><td><code>{escape(field)}</code></td><td>{_linked(kind)}</td>"
            f"<td>{_inline(kind.get('description', ''))}</td></tr>"
            for field, kind in schema.get("properties", {}).items()
        )
        parts.append(f"<table>{cells}</table>" if cells else f"<p><code>{escape(kind_of(schema))}</code></p>")
    parts.append("</main></body></html>\n")
    return "".join(parts)


def markdown(document: Schema) -> str:
    """Return the reference as Markdown for the documentation."""
    parts = [
        "# API operations\n\n<!-- Generated from the table of operations by "
        "`tools/reference.py`; do not edit. -->\n\n"
        "The operations of [the HTTP API](../how-to/api.md). A running server has this reference at `/api`, and an "
        "OpenAPI document at `/api/openapi.json`. Types are described in [protocol.md](protocol.md) or there.\n"
    ]
    for group, operations in _groups(document):
        parts.append(f"\n## {group}\n")
        for method, path, operation in operations:
            parts.append(f"\n### `{method} {path}`\n\n{operation['summary']} {_gives(operation)}\n")
            rows = list(_rows(operation))
            if rows:
                parts.append("\n| parameter | type | meaning |\n|---|---|---|\n")
                parts += [f"| `{name}` | {kind.replace('|', chr(92) + '|')} | {note} |\n" for name, kind, note in rows]
    parts.append("\n## Errors\n\n| `code` | |\n|---|---|\n")
    parts += [f"| `{code}` | {note} |\n" for code, note in CODES.items()]
    return "".join(parts)


def kind_of(schema: Schema) -> str:
    """Return a short name for the type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(str(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(kind_of(each) for each in schema["anyOf"]))
    if schema.get("type") == "array":
        inner = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return f"{kind_of(inner) if isinstance(inner, dict) else 'anything'}[]"
    kind = str(schema.get("type", "anything"))
    least, most = schema.get("minimum"), schema.get("maximum")
    is_bounded = least is not None and most is not None and most < _LARGE
    return f"{kind}, {least} to {most}" if is_bounded else kind


def _groups(document: Schema) -> Iterator[tuple[str, list[tuple[str, str, Schema]]]]:
    rows = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    for tag in document["tags"]:
        yield tag["name"], [row for row in rows if tag["name"] in row[2]["tags"]]


def _rows(operation: Schema) -> Iterable[tuple[str, str, str]]:
    """Yield name, type and description of each parameter and of the body."""
    for parameter in operation.get("parameters", ()):
        note = parameter.get("description", "")
        default = parameter["schema"].get("default")
        rest = (
            " Required."
            if parameter.get("required")
            else f" Default: `{default}`."
            if default not in (None, [])
            else ""
        )
        yield parameter["name"], kind_of(parameter["schema"]), (note + rest).strip()
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield "(body)", kind_of(content["schema"]), content["schema"].get("description", "")


def _gives(operation: Schema) -> str:
    """Return a sentence about the response, the cost and the scope."""
    status = next(iter(operation["responses"]))
    ((media, content),) = operation["responses"][status]["content"].items()
    what = kind_of(content["schema"]) if "json" in media else media
    what = f"`{what}`" if what.endswith("[][]") else what
    lines = "one per line" if media.endswith("ndjson") else ""
    cost = f" Counts as {operation['x-cost']:g} calls." if operation["x-cost"] > 1 else ""
    scope = [each["bearer"] for each in operation["security"] if each.get("bearer")]
    may = f" Scope `{scope[0][0]}`." if scope else ""
    return f"Returns {', '.join(part for part in (what, lines) if part)}.{cost}{may}"


def _led(text: str, document: Schema) -> str:
    """Return text as HTML with links to the types it names."""
    names = document["components"]["schemas"]
    words = re.split(r"(\w+)", text)
    return "".join(
        f'<a href="#form-{escape(word)}">{escape(word)}</a>' if word in names else escape(word) for word in words
    ).replace("`", "")


def _linked(schema: Schema) -> str:
    """Return the type of a field as HTML, linked to its description."""
    if "$ref" in schema:
        name = escape(kind_of(schema))
        return f'<a href="#form-{name}">{name}</a>'
    return escape(kind_of(schema))


def _inline(text: str) -> str:
    """Return text as HTML, with text in backticks as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))


# -- the operations that serve both ------------------------------------------------------------------------------------


GROUP = "The API"


def with_description(operations: Iterable[Operation]) -> tuple[Operation, ...]:
    """Return the operations together with those that describe all of them."""
    table: tuple[Operation, ...] = ()

    @cache
    def document() -> dict[str, Any]:
        return description(table)

    @cache
    def as_json() -> bytes:
        return msgspec.json.encode(document())

    @cache
    def as_page() -> bytes:
        return html(document()).encode()

    def serves(made: Callable[[], bytes], media: str) -> Callable[[OperationRequest], Any]:
        async def does(call: OperationRequest) -> Response:
            return marked(call.request, made(), media=media)

        return does

    table = (
        *operations,
        Operation(
            name="api",
            group=GROUP,
            method=GET,
            path="/api",
            sentence="The API reference as a page.",
            does=serves(as_page, "text/html"),
            answers=str,
            media="text/html",
            cost=0,
            marked=True,
        ),
        Operation(
            name="api.description",
            group=GROUP,
            method=GET,
            path="/api/openapi.json",
            sentence="The API as an OpenAPI 3.1 document.",
            does=serves(as_json, "application/json"),
            answers=dict[str, Any],
            cost=0,
            marked=True,
        ),
        Operation(
            name="api.style",
            group=GROUP,
            method=GET,
            path="/api/page.css",
            sentence="The style sheet of the reference page.",
            does=serves(STYLE.encode, "text/css"),
            answers=str,
            media="text/css",
            cost=0,
            marked=True,
        ),
    )
    return table
