"""The protocol's messages, and the files generated from them."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from carrom import Stroke, protocol, rack, simulate, typescript
from carrom.errors import IllegalStroke

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "messages"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("client/*.json")), ids=lambda path: path.stem)
def test_a_golden_client_message_survives_the_round_trip(path: Path) -> None:
    message = protocol.decode_client(path.read_bytes())
    assert json.loads(protocol.encode(message)) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("server/*.json")), ids=lambda path: path.stem)
def test_a_golden_server_message_survives_the_round_trip(path: Path) -> None:
    message = protocol.decode_server(path.read_bytes())
    assert json.loads(protocol.encode(message)) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("union", "side"),
    [(protocol.ClientMessage, "client"), (protocol.ServerMessage, "server"), (protocol.Streamed, "streamed")],
    ids=["client", "server", "streamed"],
)
def test_every_kind_of_message_has_a_golden_one(union: object, side: str) -> None:
    shown = {json.loads(path.read_text(encoding="utf-8"))["type"] for path in GOLDEN.glob(f"{side}/*.json")}
    assert shown == {kind.__struct_config__.tag for kind in get_args(union)}


def test_the_greeting_names_the_speed_of_the_fastest_stroke_that_is_played() -> None:
    simulate(rack(), Stroke(0, 0, protocol.MAX_SPEED))
    with pytest.raises(IllegalStroke, match="at most"):
        simulate(rack(), Stroke(0, 0, protocol.MAX_SPEED + 1))


def test_messages_are_values_through_and_through() -> None:
    for kind in typescript.types():
        if issubclass(kind, msgspec.Struct):
            assert kind.__struct_config__.frozen
            assert kind.__struct_config__.forbid_unknown_fields
            info = msgspec.inspect.type_info(kind)
            assert isinstance(info, msgspec.inspect.StructType)
            for field in info.fields:
                assert not isinstance(field.type, msgspec.inspect.ListType | msgspec.inspect.DictType)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "truncated"),
        ("[]", "object"),
        ('{"type":"fly"}', "fly"),
        ('{"type":"strike","nonce":"short","version":1,"seat":"south","stroke":{"x":0,"vx":0,"vy":1}}', "length >= 16"),
        ('{"type":"ping","extra":1}', "extra"),
        ('{"type":"undo","nonce":"0123456789abcdef","version":-1}', ">= 0"),
    ],
)
def test_a_malformed_message_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=complaint):
        protocol.decode_client(text)


def test_a_stroke_holds_whole_numbers_only() -> None:
    text = '{"type":"strike","nonce":"0123456789abcdef","version":1,"seat":"south","stroke":{"x":0.5,"vx":0,"vy":1}}'
    with pytest.raises(msgspec.ValidationError, match="int"):
        protocol.decode_client(text)


def test_the_schema_names_every_message() -> None:
    schema = json.loads(typescript.schema())
    for union in (protocol.ClientMessage, protocol.ServerMessage):
        for kind in get_args(union):
            assert kind.__name__ in schema["$defs"]


@pytest.mark.slow
def test_the_reference_has_each_record_once_and_every_link_leads_to_one() -> None:
    pages = {Path(name).name: text for name, text in typescript.pages().items()}
    anchors = {
        f"{name}#{re.sub(r'[^a-z0-9 _-]', '', heading.lower()).replace(' ', '-')}"
        for name, text in pages.items()
        for heading in re.findall(r"^### (.+)$", text, re.MULTILINE)
    }
    records = [kind for kind in typescript.types() if issubclass(kind, msgspec.Struct)]
    headings = re.findall(r"^### (\w+)", "\n".join(pages.values()), re.MULTILINE)
    assert sorted(headings) == sorted(kind.__name__ for kind in records)
    links = [
        (page or name) + anchor
        for name, text in pages.items()
        for page, anchor in re.findall(r"\]\(([\w.-]*)(#[\w-]+)\)", text)
    ]
    assert len(links) > 100
    assert [link for link in links if link not in anchors] == []


@pytest.mark.slow
def test_a_message_of_the_reference_has_its_fields_with_type_and_meaning() -> None:
    page = typescript.pages()["protocol.md"]
    strike = page[page.index("### Strike") : page.index("### Place")]
    assert "| field | type | meaning |" in strike
    assert "| `stroke` | [Stroke](#stroke) |" in strike
    assert "Common fields: `nonce`, `version`, `seat`." in strike


@pytest.mark.slow
def test_typescript_marks_only_what_clients_may_leave_out() -> None:
    text = typescript.typescript()
    assert "readonly level?: string | null;" in text
    assert "readonly disc: Disc | null;" in text


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("streamed/*.json")), ids=lambda path: path.stem)
def test_a_golden_line_of_a_stream_survives_the_round_trip(path: Path) -> None:
    message = protocol.decode_streamed(path.read_bytes())
    assert json.loads(protocol.encode(message)) == json.loads(path.read_text(encoding="utf-8"))
