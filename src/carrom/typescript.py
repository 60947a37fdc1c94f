"""Generate the protocol for the client: TypeScript types, a JSON schema and reference pages.

`python -m carrom.typescript [folder]` writes the types below a checkout, and with them the golden messages of
`tests/messages` as TypeScript constants, so that the compiler checks them too. Building the client and `dev.py npm` run
it; `tools/reference.py` writes the schema and the pages.
"""

import ast
import enum
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from carrom import protocol
from carrom.board.equipment import STANDARD
from carrom.protocol import client, http_games, http_lobby, http_scoresheet, http_tournaments

UNIONS = {
    "ClientMessage": (protocol.ClientMessage, "Messages from a client."),
    "ServerMessage": (protocol.ServerMessage, "Messages from the server."),
    "GameCommand": (protocol.GameCommand, "Client messages that become events of a game."),
    "Question": (protocol.Question, "Questions by a client about a board set up by hand."),
    "Expected": (protocol.Expected, "What the game expects next."),
    "TieRequest": (protocol.TieRequest, "Requests by a client about a tie."),
    "TieExpected": (protocol.TieExpected, "What a tie expects next."),
    "AnalysisView": (protocol.AnalysisView, "Results of an analysis, line by line."),
    "AssessedView": (protocol.AssessedView, "Assessment of a trial stroke."),
    "BreaksView": (protocol.BreaksView, "The breaks of the book, line by line."),
    "ReviewLine": (protocol.ReviewLine, "Results of a review, line by line."),
    "Streamed": (protocol.Streamed, "Values streamed over HTTP, line by line."),
    "SheetRequest": (client.SheetRequest, "Requests by a page about an umpire's sheet."),
    "SheetAnswer": (http_scoresheet.SheetAnswer, "Answers about an umpire's sheet."),
    "EventAnswer": (http_tournaments.EventAnswer, "Public data of championships."),
    "HallRequest": (http_tournaments.HallRequest, "Requests by the holder of a link to a hall."),
    "HallAnswer": (http_tournaments.HallAnswer, "Answers of a hall to the holder of a link."),
    "SetupRequest": (http_tournaments.SetupRequest, "Requests by the organiser about the set-up of tournaments."),
    "SetupAnswer": (http_tournaments.SetupAnswer, "Answers about the set-up of tournaments."),
    "PrintMessage": (http_tournaments.PrintMessage, "A request by an official for a print, and its answer."),
    "LobbyRequest": (http_lobby.LobbyRequest, "Requests in the lobby; the URL selects the type."),
    "OfflineMessage": (http_games.OfflineMessage, "Messages for play without a connection; the URL selects the type."),
    "LobbyAnswer": (http_lobby.LobbyAnswer, "Answers of the lobby."),
    "TournamentRequest": (
        http_tournaments.TournamentRequest,
        "Requests about online tournaments; the URL selects the type.",
    ),
    "TournamentAnswer": (http_tournaments.TournamentAnswer, "Answers about online tournaments."),
    "TrainingRequest": (http_lobby.TrainingRequest, "Requests about training; the URL selects the type."),
    "TrainingAnswer": (http_lobby.TrainingAnswer, "Answers about training."),
    "GameEvent": (protocol.Event, "Server messages with a new version of the game."),
}
FOLDERS = {"client": "ClientMessage", "server": "ServerMessage", "streamed": "Streamed"}
"""Of golden messages, with the union that they are of."""
WEBSOCKET, HTTP = "protocol.md", "protocol-http.md"
WEBSOCKET_HEAD = """Messages on `/ws`, each a JSON object whose `type` (in brackets below) names it. New to it? Read
[A websocket client in ten minutes](../tutorials/websocket-client.md) first. The same as a JSON schema:
[protocol.schema.json](protocol.schema.json). Units: lengths µm, speeds µm/s, times µs, angles mrad; moments ms since
1970. Fields that a message does not have are refused.
"""
HTTP_HEAD = """Messages over HTTP, as JSON or as lines of JSON. The addresses are in [the operations](operations.md);
records that the websocket uses too are on [its page](protocol.md), which also has the units.
"""
COMMON = {
    (True, "nonce"): "Chosen by the client; the same nonce is answered again and not executed twice.",
    (True, "version"): "The last version that the client has seen.",
    (True, "seat"): "The seat that acts.",
    (True, "game"): "The game's identifier.",
    (True, "key"): "The client's secret for its seats.",
    (True, "invite"): "The word that lets somebody take an open seat.",
    (True, "watch"): "The word that lets somebody look on.",
    (False, "nonce"): "That of the request which it answers.",
    (False, "version"): "The version after it.",
}
"""Meanings of fields that many messages have, by whether clients send them."""
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


def pages() -> dict[str, str]:
    """Return the two pages of the protocol reference, by their names in `docs/reference`."""
    websocket = (
        ("Client messages", get_args(protocol.ClientMessage)),
        ("Server messages", get_args(protocol.ServerMessage)),
        ("What a game waits for (`State.expected`)", get_args(protocol.Expected)),
        ("What a tie waits for (`TieSnapshot.expected`)", get_args(protocol.TieExpected)),
    )
    http = (
        ("Lines of an analysis or a review", get_args(protocol.Streamed)),
        ("Umpires' sheets: requests", get_args(client.SheetRequest)),
        ("Umpires' sheets: answers", get_args(http_scoresheet.SheetAnswer)),
        ("Championships", get_args(http_tournaments.EventAnswer)),
        ("Halls: requests", get_args(http_tournaments.HallRequest)),
        ("Halls: answers", get_args(http_tournaments.HallAnswer)),
        ("Set-up of tournaments: requests", get_args(http_tournaments.SetupRequest)),
        ("Set-up of tournaments: answers", get_args(http_tournaments.SetupAnswer)),
        ("Prints", get_args(http_tournaments.PrintMessage)),
        ("The lobby: requests", get_args(http_lobby.LobbyRequest)),
        ("The lobby: answers", get_args(http_lobby.LobbyAnswer)),
        ("Online tournaments: requests", get_args(http_tournaments.TournamentRequest)),
        ("Online tournaments: answers", get_args(http_tournaments.TournamentAnswer)),
        ("Training: requests", get_args(http_lobby.TrainingRequest)),
        ("Training: answers", get_args(http_lobby.TrainingAnswer)),
        ("Play without a connection", get_args(http_games.OfflineMessage)),
    )
    homes = {kind: WEBSOCKET for _, kinds in websocket for kind in kinds}
    homes.update({kind: HTTP for _, kinds in http for kind in kinds})
    for kind in types():
        is_websocket = any(kind in _members_of(union) for union in (protocol.ClientMessage, protocol.ServerMessage))
        homes.setdefault(kind, WEBSOCKET if is_websocket else HTTP)
    return {
        name: _page(title, head, parts, name, homes)
        for name, title, head, parts in (
            (WEBSOCKET, "Protocol: the websocket", WEBSOCKET_HEAD, websocket),
            (HTTP, "Protocol: messages over HTTP", HTTP_HEAD, http),
        )
    }


def _page(
    title: str, head: str, parts: tuple[tuple[str, tuple[Any, ...]], ...], name: str, homes: dict[type, str]
) -> str:
    """Return one page: its messages in sections, then the records and enumerations they share."""
    links = {
        kind.__name__: ("" if home == name else home) + "#" + _anchor(kind)
        for kind, home in homes.items()
        if issubclass(kind, msgspec.Struct)
    }
    shown = {kind for _, kinds in parts for kind in kinds}
    shared = [kind for kind in sorted(homes, key=lambda kind: kind.__name__) if homes[kind] == name]
    records = [kind for kind in shared if kind not in shown and issubclass(kind, msgspec.Struct)]
    enums = [kind for kind in shared if issubclass(kind, enum.Enum)]
    text = [f"# {title}\n", f"<!-- {HEADER} -->\n", head]
    text.append("## Common fields\n\n| field | sent by the | meaning |\n|---|---|---|")
    text += [f"| `{field}` | {'client' if sent else 'server'} | {note} |" for (sent, field), note in COMMON.items()]
    text.append("")
    for heading, kinds in (*parts, ("Records", tuple(records))):
        text.append(f"## {heading}\n")
        text += [_entry(kind, links) for kind in kinds]
    text.append("## Enumerations\n\n| name | values |\n|---|---|")
    text += [_enum_row(kind) for kind in enums]
    return "\n".join(text) + "\n"


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


def write(root: Path) -> None:
    """Write the types and the golden messages for the client of the checkout at `root`, unless they are up to date."""
    texts = {root / "web" / "src" / "protocol.ts": typescript()}
    if (root / "tests" / "messages").is_dir():
        texts[root / "web" / "tests" / "golden.ts"] = golden(root)
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


def types() -> list[type]:
    """Return every record and enumeration the messages consist of, each after those it contains."""
    line = _members_of(protocol.ClientMessage) | _members_of(protocol.ServerMessage) | _members_of(protocol.Streamed)
    more = (
        client.SheetRequest,
        http_scoresheet.SheetAnswer,
        http_tournaments.EventAnswer,
        http_tournaments.HallRequest,
        http_tournaments.HallAnswer,
        http_tournaments.SetupRequest,
        http_tournaments.SetupAnswer,
        http_tournaments.PrintMessage,
        http_games.OfflineMessage,
        http_tournaments.TournamentRequest,
        http_tournaments.TournamentAnswer,
    )
    for union in (
        *more,
        http_lobby.LobbyRequest,
        http_lobby.LobbyAnswer,
        http_lobby.TrainingRequest,
        http_lobby.TrainingAnswer,
    ):
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
    elif isinstance(info, shape.TupleType):
        for part in info.item_types:
            _collect(part, found)
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
    asked = (
        protocol.ClientMessage,
        client.SheetRequest,
        http_tournaments.HallRequest,
        http_lobby.LobbyRequest,
        http_tournaments.TournamentRequest,
        http_lobby.TrainingRequest,
    )
    if (
        kind in get_args(http_tournaments.SetupRequest) or kind is http_tournaments.AskPrint
    ):  # the records in them are answers too
        return True
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
        case shape.LiteralType():
            return " | ".join(f'"{value}"' for value in info.values)
        case shape.VarTupleType():
            inner = _name(info.item_type)
            return f"readonly ({inner})[]" if "|" in inner or " " in inner else f"readonly {inner}[]"
        case shape.TupleType():
            return f"readonly [{', '.join(map(_name, info.item_types))}]"
        case shape.UnionType():
            return " | ".join(_name(part) for part in info.types)
        case _:
            raise AssertionError(f"no TypeScript for {info}")


def _anchor(kind: Any) -> str:
    """Return the anchor that a heading gets on the site and on code hosts."""
    tag = kind.__struct_config__.tag
    return str(kind.__name__).lower() + (f"-{tag}" if tag else "")


def _entry(kind: Any, links: dict[str, str]) -> str:
    """Return the heading, the summary and the fields of one record."""
    tag = kind.__struct_config__.tag
    heading = f"### {kind.__name__}" + (f" (`{tag}`)" if tag else "") + "\n\n"
    summary = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
    notes = notes_of(kind)
    is_request = _sent_by_clients(kind)
    common, rows = [], []
    for field in shape.type_info(kind).fields:  # type: ignore[attr-defined]
        meaning = COMMON.get((is_request, field.name), "") if tag else ""
        note = notes.get(field.name, meaning)
        if meaning and note == meaning and field.required:
            common.append(f"`{field.name}`")
        else:
            optional = " (optional)" if is_request and not field.required else ""
            rows.append((f"`{field.name}`", _linked(field.type, links) + optional, note))
    text = f"{heading}{summary}\n"
    if any(note for _, _, note in rows):
        table = "\n".join(f"| {name} | {shown} | {note} |" for name, shown, note in rows)
        text += f"\n| field | type | meaning |\n|---|---|---|\n{table}\n"
    elif rows:
        text += "\nFields: " + ", ".join(f"{name} {shown}" for name, shown, _ in rows) + ".\n"
    return text + (f"\nCommon fields: {', '.join(common)}.\n" if common else "")


def _linked(info: shape.Type, links: dict[str, str]) -> str:
    """Return a field's type for a table, with records linked to their headings."""
    text = _name(info).replace("readonly ", "").replace("[]", "\\[]").replace("|", "\\|")
    return re.sub(r"\w+", lambda word: f"[{word[0]}]({links[word[0]]})" if word[0] in links else word[0], text)


def _enum_row(kind: Any) -> str:
    """Return an enumeration as a row: its values, each with its note."""
    notes = notes_of(kind)
    values = (f"`{member.value}`" + (f" ({notes[member.name]})" if member.name in notes else "") for member in kind)
    return f"| `{kind.__name__}` | {', '.join(values)} |"


def notes_of(kind: type) -> dict[str, str]:
    """Return the docstrings that stand below the fields of a class, by field."""
    tree = _classes(kind.__module__).get(kind.__name__)
    assert tree is not None, f"{kind} is not defined in its module's source"
    notes = {}
    for statement, following in zip(tree.body, tree.body[1:], strict=False):
        target = statement.target if isinstance(statement, ast.AnnAssign) else None
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]  # type: ignore[assignment]
        text = following.value if isinstance(following, ast.Expr) else None
        if isinstance(target, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
            notes[target.id] = " ".join(text.value.split())
    return notes


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the class definitions of a module by name; a module is parsed once, however many classes it has."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def _comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
