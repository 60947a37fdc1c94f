"""Published replays: a page per record that reads without JavaScript, and the data with which it plays the strokes."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.game.events import (
    Chosen,
    Conceded,
    Corrected,
    Event,
    Placed,
    RoundBegun,
    Seated,
    Struck,
    TimeCalled,
    Tossed,
    Undone,
)
from carrom.game.game import GameHistory
from carrom.game.notation.event_lines import write_event
from carrom.game.notation.player_names import names_in, side_name
from carrom.game.notation.surface_text import of_header
from carrom.game.officials.official_events import Signed
from carrom.game.replay import ReplayStep, seen, steps
from carrom.physics.surface import parameters_of
from carrom.tournament.publishing.decisions import words
from carrom.tournament.publishing.html_pages import Place, bdi
from carrom.tournament.publishing.record_files import RecordFile
from carrom.values import changed

FILES = "files"


def replays_html(place: Place, records: tuple[RecordFile, ...]) -> str:
    """Return the list of all replays."""
    items = []
    for each in records:
        if each.game is None:
            continue
        game = each.game
        names = " – ".join(side_name(game, side) for side in game.state.sides)
        score = "–".join(map(str, game.result.score)) if game.result is not None else ""
        link = place.link(each.page, names)
        items.append(f"<li>{link}<br><small>{escape(each.fixture)} · {escape(score)}</small></li>")
    return f'<ul class="names">{"".join(items)}</ul>' if items else f"<p>{place.word('no-replays')}</p>"


def replay_html(place: Place, record: RecordFile, game: GameHistory, superseded: bool) -> str:
    """Return the page of a replay: every event as text; a script plays it where JavaScript runs."""
    is_simulated = game.header.surface is not None
    names = [side_name(game, side) for side in game.state.sides]
    texts = ("previous", "next", "play", "pause", "same", "differs", "white", "black", "queen")
    spoken = {key: words(key, place.language) for key in texts}
    items = "\n".join(_item(place, game, each) for each in steps(game))
    address = record.fixture.split(".")
    wave = f"rounds/{address[0]}.{address[1]}.html"
    path = escape(place.at(f"{FILES}/{record.path}"))
    facts = [
        f'<p class="quiet">{place.link(wave, record.fixture)} · '
        f'<a href="{path}" download>{place.word("record")}</a></p>'
    ]
    if superseded:
        more = place.link("checks.html", words("seals", place.language))
        facts.append(f'<p class="warn">{place.word("corrected-later")} {more}</p>')
    facts.append(f'<p class="quiet">{place.word("exact" if is_simulated else "wood")}</p>')
    return f"""{"".join(facts)}
<h2>{" – ".join(map(bdi, names))}</h2>
<div class="replay" id="replay" data-texts="{escape(json.dumps(spoken, ensure_ascii=False))}">
<div class="player noprint"></div>
<ol class="steps card">
{items}
</ol>
</div>"""


def _item(place: Place, game: GameHistory, step: ReplayStep) -> str:
    score = "–".join(map(str, step.game.score))
    said = " ".join(_said(place.language, step))
    return f'<li><span class="score">{escape(score)}</span><small>{step.number}.</small> {bdi(said)}</li>'


def _said(language: str, step: ReplayStep) -> Iterator[str]:
    """Yield what happened in an event, as sentences."""
    game, event = step.game, step.event
    if step.ruling is not None:
        yield step.ruling.told(names_in(game, step.ruling), language)
    ended = [board for board in game.state.game.boards if board.event == step.number] if game.state.games else []
    known = _event(language, game, event)
    if known:
        yield known
    elif step.ruling is None and not ended:
        yield seen(event.outcome) if isinstance(event, Struck) else write_event(changed(event, when=None))
    for board in ended:
        names = " + ".join(side_name(game, side) for side in board.winners)
        if board.winners and not board.replay:
            yield words("ev.won", language, a=names, board=board.number, points=board.points) + "."
        else:
            yield words("ev.ended", language, board=board.number) + "."


def _event(language: str, game: GameHistory, event: Event) -> str:
    match event:
        case Tossed():
            return words("ev.toss", language, a=side_name(game, event.won_by)) + "."
        case Chosen():
            return words(f"ev.choose.{event.what}", language, a=side_name(game, event.side)) + "."
        case Seated():
            return words("ev.swap" if event.swap else "ev.keep", language, a=side_name(game, event.side)) + "."
        case RoundBegun():
            number = len(game.state.game.boards) + 1
            return words("ev.begin", language, a=game.state.name_at(event.breaker), board=number) + "."
        case TimeCalled():
            return words("ev.time", language) + "."
        case Undone():
            return words("ev.undo", language) + "."
        case Corrected():
            return words("ev.corrected", language, number=event.at) + "."
        case Placed():
            return words("ev.place", language, a=game.state.name_at(event.seat)) + "."
        case Conceded():
            return words("ev.concede", language, a=side_name(game, event.side)) + "."
        case Signed():
            return words("ev.sign", language, a=event.name) + "."
    return ""


def replay_script(game: GameHistory) -> str:
    """Return the data of a replay as a script that hands it to the player, so that it also loads from a folder.

    Positions are lists of disc, x, y (µm); a step has the position after it, and a stroke also the one before it.
    """
    is_simulated = game.header.surface is not None
    before: Position | None = None
    rows = []
    for step in steps(game):
        rows.append(_row(step, before))
        before = step.game.position
    first = game.header.players[0].seat if game.header.players else Seat.SOUTH
    data = {
        "equipment": msgspec.to_builtins(game.state.equipment),
        "surface": parameters_of(of_header(game.header)) if is_simulated else None,
        "bottom": first.value,
        "browns": game.rules.parameters.white_is_brown,
        "steps": rows,
    }
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return f"carromReplay({text.replace('<', chr(92) + 'u003c')});\n"


def _row(step: ReplayStep, before: Position | None) -> dict[str, Any]:
    game, event = step.game, step.event
    board = game.round
    row: dict[str, Any] = {"score": game.score}
    if board is not None:
        row["left"] = [
            sum(disc.value[0] == "W" for disc in board.on_board),
            sum(disc.value[0] == "B" for disc in board.on_board),
            int(Disc.Q in board.on_board),
        ]
    if game.position is not None:
        row["after"] = _placed(game.position)
    if isinstance(event, Struck) and event.stroke is not None and event.rest is not None:
        start = event.rack or before
        if start is not None:
            row["seat"] = event.seat.value
            row["stroke"] = msgspec.to_builtins(event.stroke)
            row["before"] = _placed(start)
            row["rest"] = _placed(event.rest)
    return row


def _placed(position: Position) -> list[list[str | int]]:
    return [[each.disc.value, each.at.x, each.at.y] for each in position.placed]
