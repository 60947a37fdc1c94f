"""Generate the protocol for the client: TypeScript types, a JSON schema and a reference page.

`python -m carrom.typescript [folder]` writes them below a checkout, and with them the golden messages of
`tests/messages` as TypeScript constants, so that the compiler checks them too. A test fails when any is stale.
"""

import ast
import enum
import inspect
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from carrom import protocol
from carrom.board.equipment import STANDARD
from carrom.protocol import scoresheet
from carrom.protocol.http import championship, hall, lobby, scoresheet_state

UNIONS = {
    "ClientMessage": (protocol.ClientMessage, "Messages from a client."),
    "ServerMessage": (protocol.ServerMessage, "Messages from the server."),
    "GameCommand": (protocol.GameCommand, "Client messages that become events of a game."),
    "Question": (protocol.Question, "Questions by a client about a board set up by hand."),
    "Expected": (protocol.Expected, "What the game expects next."),
    "TieRequest": (protocol.TieRequest, "Requests by a client about a tie."),
    "TieExpected": (protocol.TieExpected, "What a tie expects next."),
    "AnalysisTold": (protocol.AnalysisTold, "Results of an analysis, line by line."),
    "AssessedTold": (protocol.AssessedTold, "Assessment of a trial stroke."),
    "ReviewLine": (protocol.ReviewLine, "Results of a review, line by line."),
    "Streamed": (protocol.Streamed, "Values streamed over HTTP, line by line."),
    "SheetRequest": (scoresheet.SheetRequest, "Requests by a page about an umpire's sheet."),
    "SheetAnswer": (scoresheet_state.SheetAnswer, "Answers about an umpire's sheet."),
    "EventAnswer": (championship.EventAnswer, "Public data of championships."),
    "HallRequest": (hall.HallRequest, "Requests by the holder of a link to a hall."),
    "HallAnswer": (hall.HallAnswer, "Answers of a hall to the holder of a link."),
    "LobbyRequest": (lobby.LobbyRequest, "Requests in the lobby; the URL selects the type."),
    "LobbyAnswer": (lobby.LobbyAnswer, "Answers of the lobby."),
    "GameEvent": (protocol.Event, "Server messages with a new version of the game."),
}
FOLDERS = {"client": "ClientMessage", "server": "ServerMessage", "streamed": "Streamed"}
"""Golden messages, each with its union."""
HEADER = "Generated from src/carrom/protocol by `python -m carrom.typescript`; do not edit."


def typescript() -> str:
    """Return the TypeScript module: plain types, discriminated by `type`."""
    parts = [f"// {HEADER}\n", f"export const PROTOCOL = {protocol.PROTOCOL};\n"]
    parts += [_enum(kind) if issubclass(kind, enum.Enum) else _interface(kind) for kind in types()]
    for name, (union, summary) in UNIONS.items():
        members = "\n  | ".join(member.__name__ for member in get_args(union))
        parts.append(f"/** {summary} */\nexport type {name} =\n  | {members};\n")
    standard = msgspec.json.format(msgspec.json.encode(STANDARD), indent=2).decode()
    parts.append(f"/** Equipment drawn before a game's is known. */\nexport const STANDARD: Equipment = {standard};\n")
    return "\n".join(parts)


def schema() -> str:
    """Return the JSON schema (draft 2020-12) of the three unions."""
    roots = (protocol.ClientMessage, protocol.ServerMessage, protocol.Streamed)
    refs, components = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": HEADER,
        "oneOf": [
            {"title": "ClientMessage", **refs[0]},
            {"title": "ServerMessage", **refs[1]},
            {"title": "Streamed", **refs[2]},
        ],
        "$defs": dict(sorted(components.items())),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def page() -> str:
    """Return the protocol as a Markdown page."""
    listed = {member for union, _ in UNIONS.values() for member in get_args(union)}
    parts = ["# The protocol\n", f"<!-- {HEADER} -->\n", inspect.cleandoc(protocol.__doc__ or "") + "\n"]
    parts.append(_section("Messages from a client", get_args(protocol.ClientMessage)))
    parts.append(_section("Messages from the server", get_args(protocol.ServerMessage)))
    parts.append(_section("Values streamed over HTTP, line by line", get_args(protocol.Streamed)))
    parts.append(_section("What the game may expect", get_args(protocol.Expected)))
    parts.append(_section("What a tie may expect", get_args(protocol.TieExpected)))
    parts.append("## Umpires' score sheets\n\n" + inspect.cleandoc(scoresheet.__doc__ or "") + "\n")
    parts.append(_section("Requests about a sheet", get_args(scoresheet.SheetRequest)))
    parts.append(_section("Answers about a sheet", get_args(scoresheet_state.SheetAnswer)))
    parts.append("## Championships\n\n" + inspect.cleandoc(championship.__doc__ or "") + "\n")
    parts.append(_section("Public data", get_args(championship.EventAnswer)))
    parts.append("## Halls\n\n" + inspect.cleandoc(hall.__doc__ or "") + "\n")
    parts.append(_section("Requests by the holder of a link", get_args(hall.HallRequest)))
    parts.append(_section("Answers to the holder of a link", get_args(hall.HallAnswer)))
    parts.append("## The lobby\n\n" + inspect.cleandoc(lobby.__doc__ or "") + "\n")
    parts.append(_section("Requests in the lobby", get_args(lobby.LobbyRequest)))
    parts.append(_section("Answers of the lobby", get_args(lobby.LobbyAnswer)))
    parts.append(_section("Shared types", tuple(kind for kind in types() if kind not in listed)))
    return "\n".join(parts)


def golden(root: Path) -> str:
    """Return the golden messages of a checkout as TypeScript that compiles only if they fit the types."""
    parts = [f"// {HEADER}\n"]
    parts.append('import type { ClientMessage, ServerMessage, Streamed } from "../src/protocol";\n')
    for path in sorted((root / "tests" / "messages").glob("*/*.json")):
        name = "".join(word.capitalize() for word in path.stem.split("-"))
        union = FOLDERS[path.parent.name]
        text = msgspec.json.format(path.read_bytes(), indent=2).decode()
        parts.append(f"export const golden{name}: {union} = {text};\n")
    return "\n".join(parts)


def files(root: Path) -> dict[str, str]:
    """Return the text of every generated file, by its path in the checkout at `root`."""
    return {
        "web/src/protocol.ts": typescript(),
        "web/tests/golden.ts": golden(root),
        "docs/protocol.schema.json": schema(),
        "docs/protocol.md": page(),
    }


def write(root: Path) -> list[Path]:
    """Write the generated files below `root`, a checkout; return those that changed."""
    changed = []
    for name, text in files(root).items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def stale(root: Path) -> list[str]:
    """Return the generated files below `root` that are not what would be written now."""
    return [
        name
        for name, text in files(root).items()
        if not (root / name).exists() or (root / name).read_text(encoding="utf-8") != text
    ]


def types() -> list[type]:
    """Return every record and enumeration the messages consist of, each after those it contains."""
    line = _members_of(protocol.ClientMessage) | _members_of(protocol.ServerMessage) | _members_of(protocol.Streamed)
    more = (
        scoresheet.SheetRequest,
        scoresheet_state.SheetAnswer,
        championship.EventAnswer,
        hall.HallRequest,
        hall.HallAnswer,
    )
    for union in (*more, lobby.LobbyRequest, lobby.LobbyAnswer):
        line = line | _members_of(union)
    return list(line)


def _collect(info: shape.Type, found: dict[type, None]) -> None:
    """Add the types below `info`, innermost first."""
    if isinstance(info, shape.Metadata):
        _collect(info.type, found)
    elif isinstance(info, shape.EnumType):
        found.setdefault(info.cls)
    elif isinstance(info, shape.UnionType):
        for part in info.types:
            _collect(part, found)
    elif isinstance(info, shape.VarTupleType):
        _collect(info.item_type, found)
    elif isinstance(info, shape.StructType) and info.cls not in found:
        for field in info.fields:
            _collect(field.type, found)
        found.setdefault(info.cls)


def _enum(kind: type[enum.Enum]) -> str:
    values = " | ".join(f'"{member.value}"' for member in kind)
    return f"{_comment(kind.__doc__)}export type {kind.__name__} = {values};\n"


def _interface(kind: type) -> str:
    """Return the interface of one record."""
    info = shape.type_info(kind)
    assert isinstance(info, shape.StructType)
    notes = notes_of(kind)
    lines = [f"{_comment(kind.__doc__)}export interface {kind.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  readonly {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        optional = "?" if not field.required and _sent_by_clients(kind) else ""
        lines.append(f"{_comment(notes.get(field.name), '  ')}  readonly {field.name}{optional}: {_name(field.type)};")
    return "\n".join([*lines, "}\n"])


def _sent_by_clients(kind: type) -> bool:
    """Whether a field with a default may be left out: the server always writes every field."""
    asked = (protocol.ClientMessage, scoresheet.SheetRequest, hall.HallRequest, lobby.LobbyRequest)
    return any(kind in _members_of(union) for union in asked)


@cache
def _members_of(union: Any) -> dict[type, None]:
    """Return every type that the messages of a union consist of."""
    found: dict[type, None] = {}
    for member in get_args(union):
        _collect(shape.type_info(member), found)
    return found


def _name(info: shape.Type) -> str:
    """Return a type's name in TypeScript."""
    match info:
        case shape.Metadata():
            return _name(info.type)
        case shape.IntType() | shape.FloatType():
            return "number"
        case shape.StrType():
            return "string"
        case shape.BoolType():
            return "boolean"
        case shape.NoneType():
            return "null"
        case shape.EnumType() | shape.StructType():
            return info.cls.__name__
        case shape.VarTupleType():
            inner = _name(info.item_type)
            return f"readonly ({inner})[]" if "|" in inner or " " in inner else f"readonly {inner}[]"
        case shape.TupleType():
            return f"readonly [{', '.join(map(_name, info.item_types))}]"
        case shape.UnionType():
            return " | ".join(_name(part) for part in info.types)
        case _:
            raise AssertionError(f"no TypeScript for {info}")


def _section(title: str, kinds: tuple[Any, ...]) -> str:
    """Return a heading and one table or list of values a type."""
    parts = [f"## {title}\n"]
    for kind in kinds:
        tag = kind.__struct_config__.tag if issubclass(kind, msgspec.Struct) else None
        parts.append(f"### {kind.__name__}" + (f" (`{tag}`)" if tag else "") + "\n")
        parts.append(inspect.cleandoc(kind.__doc__ or "") + "\n")
        rows = list(_rows(kind))
        if rows:
            parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def _rows(kind: type) -> Iterator[str]:
    """Yield the lines of a type's table (a record) or list (an enumeration)."""
    notes = notes_of(kind)
    if issubclass(kind, enum.Enum):
        for member in kind:
            note = notes.get(member.name)
            yield f"- `{member.value}`" + (f": {note}" if note else "")
        return
    info = shape.type_info(kind)
    assert isinstance(info, shape.StructType)
    if info.fields:
        yield "| field | type | |\n|---|---|---|"
    for field in info.fields:
        kind_of = _name(field.type).replace("readonly ", "").replace("|", "\\|")
        yield f"| `{field.name}` | {kind_of} | {notes.get(field.name, '')} |"


def notes_of(kind: type) -> dict[str, str]:
    """Return the docstrings that stand below the fields of a class, by field."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    notes = {}
    for statement, following in zip(tree.body, tree.body[1:], strict=False):
        target = statement.target if isinstance(statement, ast.AnnAssign) else None
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]  # type: ignore[assignment]
        text = following.value if isinstance(following, ast.Expr) else None
        if isinstance(target, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
            notes[target.id] = " ".join(text.value.split())
    return notes


def _comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


def main() -> None:
    """Write the generated files below the folder named on the command line, by default this checkout."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    for path in write(root):
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
