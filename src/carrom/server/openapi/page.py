"""The API reference: HTML at `/api`, Markdown in the documentation."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from carrom.server.http.problem import CODES
from carrom.server.openapi.description import ABOUT

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
Schema = dict[str, Any]
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
