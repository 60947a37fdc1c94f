"""The OpenAPI 3.1 description of the HTTP API, generated from the table of operations."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as shape

from carrom.server.http.operation import JSON, LINES, Operation
from carrom.server.http.problem import MEDIA, Problem
from carrom.server.identity.sessions import PLAIN_COOKIE, SAFE_COOKIE
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
