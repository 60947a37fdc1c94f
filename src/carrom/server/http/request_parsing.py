"""Request parsing: parameters and body, decoded into the types of the operation."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request

from carrom.server.http.body import read_body
from carrom.server.http.operation import Operation
from carrom.server.http.problem import Stop
from carrom.values import Value

_DIGITS = re.compile("-?[0-9]+")


def words_of(request: Request, operation: Operation) -> Value:
    """Return the path and query parameters; raises `Stop` (422) for a missing, unknown, repeated or invalid one."""
    kind = operation.words
    known, many = kind.__struct_fields__, _lists(kind)
    given: dict[str, Any] = dict(request.path_params)
    for name, text in request.query_params.multi_items():
        if name not in known or name in given:
            why = "is given twice" if name in given else f"is unknown; {_allowed(operation)}"
            raise Stop(422, "malformed", f"The parameter {name!r:.40} {why}.")
        if text.lower() == "null" and name not in _texts(kind):  # msgspec would read it as None
            raise Stop(422, "malformed", f"The parameter {name} is null; leave it out instead.")
        given[name] = [part for part in text.split(",") if part] if name in many else text
        if name in _whole(kind) and not all(map(_DIGITS.fullmatch, given[name] if name in many else [text])):
            numbers = "whole numbers" if name in many else "a whole number"  # msgspec accepts 0.0
            raise Stop(422, "malformed", f"The parameter {name} is {text!r:.40}; expected {numbers}.")
    try:
        return msgspec.convert(given, type=kind, strict=False)
    except (msgspec.ValidationError, OverflowError) as fault:
        raise Stop(422, "malformed", _explained(str(fault), given, operation)) from None


async def body_of(request: Request, operation: Operation) -> Any:
    """Return the body as the type that the operation declares; raises `Stop`."""
    if operation.body is None:
        return None
    content = await read_body(request, operation.longest)
    return content if operation.body is bytes else decoded(content, operation.body)


def decoded(content: bytes, kind: Any) -> Any:
    """Return a JSON body as a value of a type; raises `Stop`."""
    try:
        return _decoder(kind).decode(content)
    except msgspec.ValidationError as fault:
        raise Stop(422, "malformed", f"The body does not match the schema: {fault}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Stop(400, "malformed", f"The body is not valid JSON: {fault}.") from None


@cache
def _lists(kind: type[Value]) -> frozenset[str]:
    """Return the names of the list parameters, whose items are separated by commas."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return frozenset(field.name for field in fields if isinstance(field.type, msgspec.inspect.VarTupleType))


@cache
def _whole(kind: type[Value]) -> frozenset[str]:
    """Return the names of the parameters that are integers or lists of integers."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    kinds = {
        field.name: getattr(field.type, "types", (getattr(field.type, "item_type", field.type),)) for field in fields
    }
    return frozenset(
        name
        for name, parts in kinds.items()
        if all(isinstance(part, msgspec.inspect.IntType | msgspec.inspect.NoneType) for part in parts)
    )


@cache
def _texts(kind: type[Value]) -> frozenset[str]:
    """Return the names of the parameters that are strings, in which `null` is an ordinary word."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    kinds = {field.name: getattr(field.type, "types", (field.type,)) for field in fields}
    return frozenset(
        name for name, parts in kinds.items() if any(isinstance(part, msgspec.inspect.StrType) for part in parts)
    )


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _allowed(operation: Operation) -> str:
    """Return the allowed query parameters as half a sentence."""
    names = [name for name in operation.words.__struct_fields__ if f"{{{name}}}" not in operation.path]
    return f"expected {', '.join(names)}" if names else "this operation has no parameters"


def _explained(fault: str, given: Mapping[str, Any], operation: Operation) -> str:
    """Return an error message for a parameter from msgspec's, with the value that was read."""
    if fault.startswith("Object missing required field"):
        missing = fault.split("`")[1]
        return f"The parameter {missing} is missing; {_allowed(operation)}."
    reason, _, where = fault.partition(" - at `$.")
    name = where.rstrip("`").partition("[")[0]
    read = given.get(name)
    text = ",".join(read) if isinstance(read, list) else read
    if reason.startswith(("Expected `int", "Expected `float")):
        return f"The parameter {name} is {text!r:.40}; expected a number."
    return f"The parameter {name} is {text!r:.40}; {reason[:1].lower()}{reason[1:]}."
