"""The client's operations are those that the server describes, with the same types."""

import json
from typing import Any

import msgspec
import pytest

from carrom.client.client import OPERATIONS
from carrom.server.ops.app import whole

NOTES = ("description", "title")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return json.loads(json.dumps(whole()))


def told(schema: Any, components: dict[str, Any], seen: tuple[str, ...] = ()) -> Any:
    """Return a schema with its references followed and its notes left out; a reference to itself stays one."""
    if isinstance(schema, list):
        return [told(each, components, seen) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return name if name in seen else told(components[name], components, (*seen, name))
    stored = {key: told(value, components, seen) for key, value in schema.items() if key not in NOTES}
    return {key: value for key, value in stored.items() if key != "discriminator"}


def of_type(kind: Any) -> Any:
    """Return the schema of a type of the client."""
    (found,), components = msgspec.json.schema_components((kind,), ref_template="#/components/schemas/{name}")
    return told(json.loads(json.dumps(found)), json.loads(json.dumps(components)))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_an_operation_of_the_client_is_the_one_that_the_server_describes(operation, document):
    described = document["paths"][operation.path][operation.method.lower()]
    assert described["operationId"] == operation.name
    components = document["components"]["schemas"]
    success = next(answer for status, answer in described["responses"].items() if status.startswith("2"))
    (content,) = success["content"].values()
    if operation.answers is str:
        assert content["schema"] == {"type": "string"}
    else:
        assert told(content["schema"], components) == of_type(operation.answers)
    if operation.body is None:
        assert "requestBody" not in described
    else:
        (wanted,) = described["requestBody"]["content"].values()
        assert told(wanted["schema"], components) == of_type(operation.body)


def test_a_difference_in_a_type_is_seen(document):
    components = document["components"]["schemas"]
    other = msgspec.defstruct("OpenedGame", [("game", str), ("yours", list[str])])
    assert told({"$ref": "#/components/schemas/OpenedGame"}, components) != of_type(other)
