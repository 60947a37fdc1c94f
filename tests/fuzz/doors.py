"""Fuzz targets: what each command calls, with slightly malformed inputs.

A target generates an input (`make`) and tries it. `try_it` returns the messages a user would see, or raises what the
command turns into a message; any other exception is a bug. Inputs share no state.
"""

import contextlib
import io
import json
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import strategies_game as players
from agreed import friends

from carrom import protocol
from carrom.analysis import requests
from carrom.board.notation import read_position, read_stroke, write_position, write_stroke
from carrom.board.picture import picture
from carrom.board.position import check_position
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_spot
from carrom.books.cases import decided
from carrom.cli import main
from carrom.cli.replay import as_json
from carrom.cli.simulate import form, in_words, json_or_text, play
from carrom.engine.external import stroke_of
from carrom.engine.geometry import HandNoise
from carrom.engine.physics_service import PhysicsService
from carrom.engine.protocol_lines import parse
from carrom.errors import CarromError, NotationError
from carrom.game.events import Contest, decode_event, encode_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences, steps, told
from carrom.physics.surface import surface
from carrom.rules.ruleset import ruleset
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings, rules_from
from carrom.tokens import hashed
from carrom.umpire.score_card import score_card
from carrom.umpire.table import HELP, UmpireTable, hear
from carrom.umpire.wording import standing

from . import halls, mutate

TESTS = Path(__file__).parents[1]
WHEN = 1_760_000_000
TOLD = (CarromError, CommandRefused, SystemExit)
"""Exceptions that the commands and the server turn into a message."""


class Door(NamedTuple):
    """A fuzz target."""

    make: Callable[[Random], Any]
    try_it: Callable[[Any], Iterable[str]]
    """Try an input; return the messages of refusals that were not raised as exceptions."""
    share: int = 100
    """Relative number of inputs; most targets get 100."""


# -- judge --------------------------------------------------------------------------------------------------------


@cache
def cases() -> tuple[bytes, ...]:
    """Return every line of the casebook."""
    files = sorted((TESTS / "cases").glob("*.jsonl"))
    return tuple(line for file in files for line in file.read_bytes().splitlines() if line.strip())


def case(chance: Random) -> bytes:
    """Return a malformed casebook line."""
    given = chance.choice(cases())
    if chance.random() < 0.1:
        return mutate.raw(chance, given)
    others = (msgspec.json.decode(chance.choice(cases())),)
    return json.dumps(mutate.tree(chance, msgspec.json.decode(given), others)).encode()


def judged(line: bytes) -> Iterable[str]:
    """Judge the line."""
    answer = decided(line)
    msgspec.json.encode(answer)
    return [answer["error"]] if "error" in answer else []


# -- simulate, draw, board text -----------------------------------------------------------------------------------

PLACES = (
    '{"W1": [0, 0], "Q": [40000, 1000]}',
    '{"Q": [0, 0], "W1": [100000, -200000], "B9": null, "S": [0, -235000]}',
    "c1_Q.0.0_W1.-4.-31824_B1.27561.15908",
    "c1",
)
STROKES = (
    '{"x": 0, "vx": 0, "vy": 2000000}',
    '{"x": 120000, "vx": -300000, "vy": 5000000, "y": 1000, "spin": -2000}',
    "x0.vx0.vy3500000",
    "x12000.vx150000.vy3500000.y-400.spin90000",
)
SURFACES = ("club", "slow", '{"friction": 0.2, "disc_restitution": 0.9}', '{"frame_friction": 0}')
LINES = tuple(
    {"position": json_or_text(place), "stroke": json_or_text(stroke), "surface": json_or_text(on), "seat": seat}
    for place, stroke, on, seat in zip(PLACES, STROKES, SURFACES, Seat, strict=True)
)


def line(chance: Random) -> Any:
    """Return a line of `carrom simulate`, decoded and perhaps malformed."""
    if chance.random() < 0.3:
        given = dict(chance.choice(LINES))
        given["stroke"] = mutate.text(chance, chance.choice(STROKES[2:]), STROKES)
        return given | ({"position": mutate.text(chance, PLACES[2])} if chance.random() < 0.5 else {})
    return mutate.tree(chance, chance.choice(LINES) | {"legal": chance.random() < 0.5}, LINES)


def simulated(given: Any) -> Iterable[str]:
    """Simulate the line, and print the result in both formats."""
    played = play(given, True)
    json.dumps(form(played, True))
    in_words(played)
    return ()


def notation(chance: Random) -> tuple[str, str]:
    """Return the texts of a position and of a stroke, perhaps malformed."""
    return (
        mutate.text(chance, chance.choice(PLACES[2:]), PLACES),
        chance.choice(STROKES[2:]) if chance.random() < 0.5 else mutate.text(chance, chance.choice(STROKES), STROKES),
    )


def noted(given: tuple[str, str]) -> Iterable[str]:
    """Read both, write them again, and draw the position."""
    position, stroke = read_position(given[0]), read_stroke(given[1])
    assert read_position(write_position(position)) == position
    assert read_stroke(write_stroke(stroke)) == stroke
    check_position(position)
    picture(position, Seat.EAST, True)
    check_spot(position, Seat.WEST, stroke)
    return ()


def powder(chance: Random) -> str:
    """Return a malformed surface, as given on the command line."""
    return mutate.text(chance, chance.choice(SURFACES), SURFACES)


def spread(given: str) -> Iterable[str]:
    """Read the surface."""
    surface(json_or_text(given))
    return ()


# -- umpire and records -------------------------------------------------------------------------------------------

CONTESTS: tuple[Contest, ...] = ("game", "match", "board")


@cache
def games() -> tuple[GameHistory, ...]:
    """Return games of every rule set, at all stages."""
    made: list[GameHistory] = []
    for number, name in enumerate(players.RULE_SETS * 4):
        chance = Random(number)
        four = number % 3 == 1 and 4 in ruleset(name).parameters.players
        several = ruleset(name).parameters.games_of_match > 1
        contest = CONTESTS[number % 3] if several else ("game", "board")[number % 2]
        game = GameHistory.begin(players.header(name, players.DOUBLES if four else None, contest), when=WHEN)
        for _ in range((3, 12, 40, 160)[number // len(players.RULE_SETS)]):
            if game.is_over:
                break
            game = game.apply(players.next_event(game, chance))
        made.append(game)
    return tuple(made)


TYPED = (
    *HELP,
    *("w1", "b1", "q", "s", "w2 b1 s", "q w1", "-", "miss", "jump q", "w1 jump b1 s", "improper", "direct b1", "slip"),
    *(
        "toss A",
        "choose break",
        "seats keep",
        "trial B",
        "play",
        "play north",
        "place all",
        "waive",
        "forfeit",
        "no-room",
    ),
    *(
        "pass",
        "demand 2",
        "foul touched",
        "foul elbow before",
        "foul talking north",
        "call unforeseen",
        "concede A game",
    ),
    *("undo", "undo 2", "state", "card", "help calls"),
)


def sheet(chance: Random) -> tuple[int, tuple[str, ...]]:
    """Return a game's index and up to six lines to type."""
    lines = tuple(
        chance.choice(TYPED) if chance.random() < 0.5 else mutate.text(chance, chance.choice(TYPED), TYPED)
        for _ in range(chance.randrange(1, 7))
    )
    return chance.randrange(len(games())), lines


def heard(given: tuple[int, tuple[str, ...]]) -> Iterable[str]:
    """Type the lines; a refused line changes nothing."""
    table, refusals = UmpireTable(games()[given[0]]), []
    for typed in given[1]:
        try:
            table, _ = hear(table, typed, WHEN)
        except CarromError as refusal:
            refusals.append(str(refusal))
    standing(table.game)
    score_card(table.game)
    return refusals


@cache
def records() -> tuple[str, ...]:
    """Return records of the games, and one of a simulated board."""
    saved = [write_record(game) for game in games() if len(game.events) < 60]
    return (*saved, (TESTS / "playthroughs" / "simulated.carrom").read_text(encoding="utf-8"))


def record(chance: Random) -> tuple[str, bool]:
    """Return an edited or truncated record, and whether to read it as a live one."""
    given, other = chance.choice(records()), chance.choice(records())
    if chance.random() < 0.5:
        return mutate.text(chance, given, (other,)), chance.random() < 0.5
    lines = given.split("\n")
    place = chance.randrange(len(lines))
    lines[place] = mutate.text(chance, lines[place], (chance.choice(other.split("\n")),))
    return "\n".join(lines), chance.random() < 0.5


def replayed(given: tuple[str, bool]) -> Iterable[str]:
    """Read the record, replay it, verify it, and write it again."""
    game = read_record(given[0], live=given[1])
    for step in steps(game):
        told(step)
        msgspec.json.encode(as_json(step))
    for divergence in divergences(game):
        str(divergence)
    assert read_record(write_record(game)) == game
    return ()


# -- rules --------------------------------------------------------------------------------------------------------

HOUSES = (
    'extends = "icf"\nname = "club night"\nqueen_points = 5\nboard_limit = "none"\n',
    'extends = "classic-29"\noff_board_foul = true\nforward = ["flick"]\n',
    'extends = "points"\nblack_points = 10\nqueen_points = 25\nplayers = [2, 4]\n',
    'extends = "three-player"\ntitle = "Three at home"\nbreak_attempts = 2\n',
    'extends = "club"\nbreak_fail_penalty = 1\nlast_own_before_queen = "return"\n',
)


def house(chance: Random) -> str:
    """Return a malformed rule set file."""
    return mutate.text(chance, chance.choice(HOUSES), HOUSES)


def ruled(given: str) -> Iterable[str]:
    """Read the rule set as every command does, and print it in all formats."""
    Path("house.toml").write_bytes(given.encode("utf-8", "surrogatepass"))
    ruleset("house.toml")
    calls = (["rules", "house.toml"], ["rules", "house.toml", "--json"], ["rules", "--diff", "icf", "house.toml"])
    return [refusal for words in calls for refusal in ran((words, b""))]


# -- the command line ---------------------------------------------------------------------------------------------

CALLS = (
    "judge --ruleset icf",
    "rules icf --json",
    "rules --diff icf points",
    "rules house.toml",
    "draw c1_Q.0.0_W1.100000.-200000 --seat east --labels",
    "draw --rack 45 --seed 7 --size 200",
    "draw - --stroke x0.vx400000.vy7000000 --surface tournament",
    "simulate --json --trajectory --legal",
    "simulate --position c1_Q.0.0 --stroke x0.vx0.vy3500000 --seat east --surface slow",
    "physics calibrate --runs 3.5 --speed 4 --frame-restitution 0.75 --json",
    "umpire final.carrom --players Asha,Bilal --contest match --stage late --first-break A",
    "umpire doubles.carrom --ruleset club --players Asha,Bilal,Chitra,Dev --event Cup --date 2026-11-20",
    "umpire kept.carrom --card",
    "replay kept.carrom --json",
    "verify kept.carrom",
    "board check --surface 740 --frame 70",
    "fan c1_Q.0.0_W1.0.0",
)
COMMANDS = tuple(dict.fromkeys(call.split(" ")[0] for call in CALLS))
"""The commands in `CALLS`; they end without input and write only to the working directory."""


def called(chance: Random) -> tuple[list[str], bytes]:
    """Return the words of a command line and its standard input."""
    words = chance.choice(CALLS).split(" ")
    for _ in range(chance.choice((0, 1, 1, 2))):
        place = chance.randrange(1, len(words) + 1)
        how = chance.randrange(4)
        if how == 0:
            del words[place : place + 1]
        elif how == 1:
            words.insert(place, chance.choice((*mutate.WORDS, *(str(number) for number in mutate.NUMBERS))))
        elif how == 2:
            words.insert(place, chance.choice(chance.choice(CALLS).split(" ")[1:] or ["-"]))
        elif place < len(words):
            words[place] = mutate.text(chance, words[place])
    words = [_as_given(word) for word in words if not word.startswith(("-o", "--o", "--p", "--b"))]
    reply = chance.choice(
        (case(chance), json.dumps(line(chance)).encode(), "\n".join(sheet(chance)[1]).encode("utf-8", "replace"))
    )
    return words, reply


def _as_given(word: str) -> str:
    """Return a word as an operating system can pass it: without NUL, undecodable bytes as surrogates."""
    return word.replace("\0", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def ran(given: tuple[list[str], bytes]) -> Iterable[str]:
    """Run the command; its standard error is the refusal."""
    words, typed = given
    Path("kept.carrom").write_text(records()[0], encoding="utf-8")
    for made in ("final.carrom", "doubles.carrom"):
        Path(made).unlink(missing_ok=True)
    out, said = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said), _standard_input(typed):
        try:
            code = main(words)
        except SystemExit as ended:
            assert ended.code in (0, 2), f"exit code {ended.code}"
            return ()
    assert code in (0, 1, 2), f"exit code {code}"
    refusal = said.getvalue().rstrip("\n")
    return [refusal] if refusal else []


@contextlib.contextmanager
def _standard_input(typed: bytes) -> Any:
    import sys

    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(typed))
    try:
        yield
    finally:
        sys.stdin = before


# -- server -------------------------------------------------------------------------------------------------------


@cache
def messages(side: str) -> tuple[Any, ...]:
    """Return the stored example messages of client or server."""
    return tuple(json.loads(path.read_bytes()) for path in sorted((TESTS / "messages" / side).glob("*.json")))


def message(chance: Random) -> bytes:
    """Return a malformed client message."""
    given = chance.choice(messages("client"))
    if chance.random() < 0.2:
        return mutate.raw(chance, json.dumps(given).encode())
    return json.dumps(mutate.tree(chance, given, messages("client"))).encode()


@cache
def room() -> Room:
    """Return a new game's room."""
    return Room.begin("game-0001", friends(), Random(1), WHEN * 1000)[0]


def received(given: bytes) -> Iterable[str]:
    """Decode the message as a connection does, and let the room handle it."""
    try:
        asked = protocol.decode_client(given)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise NotationError(str(fault)) from None
    match asked:
        case protocol.NewGame():
            GameSettings.of(asked.terms).header(WHEN)
        case protocol.Resume():
            assert len(hashed(asked.key or "")) == 64
        case protocol.Replay():
            room().replayed(asked)
        case protocol.Strike() | protocol.Undo() | protocol.Next():
            current = msgspec.structs.replace(asked, version=room().version)
            room().propose(current, frozenset(Seat), WHEN * 1000)
        case protocol.ReadRules():
            rules_from(asked.rules)
        case _:
            pass
    return ()


def stored(chance: Random) -> bytes:
    """Return an event as a database might return it, perhaps damaged."""
    given = encode_event(chance.choice(chance.choice(games()).events))
    if chance.random() < 0.3:
        return mutate.raw(chance, given)
    other = encode_event(chance.choice(chance.choice(games()).events))
    return json.dumps(mutate.tree(chance, json.loads(given), (json.loads(other),))).encode()


def restored(given: bytes) -> Iterable[str]:
    """Decode the event as a server does when it opens an old game."""
    decode_event(given)
    return ()


# -- analysis, engines from outside -------------------------------------------------------------------------------


QUESTION = {
    "job": "position", "surface": "club", "hand": "0.4,0.05,300", "lines": 3, "seconds": 2.0,
    "moment": {"rules": "icf", "position": "c1_W1.300000.300000_B1.-100000.50000", "turn": "south", "queen": "mover"},
    "stroke": {"x": 0, "vx": 1_000_000, "vy": 2_000_000},
}  # fmt: skip


def question(chance: Random) -> bytes:
    """Return a malformed request to analyse a position."""
    others = messages("client")
    return json.dumps(mutate.tree(chance, QUESTION, others)).encode()


def asked_about(given: bytes) -> Iterable[str]:
    """Check whether the request can be answered."""
    try:
        job = msgspec.json.decode(given, type=requests.Job)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise NotationError(str(fault)) from None
    requests.check(job)
    return []


def answer(chance: Random) -> bytes:
    """Return a malformed answer from an engine."""
    given = {"type": "stroke", "id": 1, "x": 12_000, "y": 0, "vx": 300_000, "vy": 2_500_000, "spin": 0}
    if chance.random() < 0.3:
        return mutate.raw(chance, json.dumps(given).encode())
    return json.dumps(mutate.tree(chance, given, messages("server"))).encode()


@cache
def situation() -> Any:
    """Return the situation for which an engine has to choose a stroke."""
    return requests.situation_of(
        msgspec.convert({key: QUESTION[key] for key in ("job", "moment")}, requests.PositionRequest)
    )


def meant(given: bytes) -> Iterable[str]:
    """Read the answer as an engine's stroke."""
    stroke_of(parse(given.decode("utf-8", "replace")), situation())
    return []


SIMULATION = {
    "type": "simulate", "id": 1, "samples": 2, "noise": {"direction": 0.4, "speed": 0.05, "place": 300.0}, "seed": 3,
    "strokes": [{"x": 0, "vx": 100_000, "vy": 2_000_000}, [12_000, 0, 1_500_000, 0, 0]], "detail": "situation",
    "situation": {
        "rules": "icf", "seat": "south", "breaker": "south", "attempt": None, "queen": "covered", "covered_by": 1,
        "position": {"W1": [300_000, 300_000], "B1": [-100_000, 50_000], "B2": [0, 0]}, "struck": False,
        "sides": [{"seats": ["south"], "colour": "white", "due": 0}, {"seats": ["north"], "colour": "black", "due": 0}],
        "surface": {"friction": 0.12},
    },
}  # fmt: skip


def simulation(chance: Random) -> bytes:
    """Return a malformed `simulate` request of an engine."""
    if chance.random() < 0.3:
        return mutate.raw(chance, json.dumps(SIMULATION).encode())
    return json.dumps(mutate.tree(chance, SIMULATION, messages("client"))).encode()


def served(given: bytes) -> Iterable[str]:
    """Answer the request, as during an engine's turn; a result is one line of JSON."""
    found = PhysicsService(situation(), HandNoise(0.4, 0.05, 300.0)).answer(
        parse(given.decode("utf-8", "replace")), time.monotonic() + 0.5
    )
    assert "\n" not in json.dumps(found, allow_nan=False)
    return [found["reason"]] if found["type"] == "error" else []


DOORS = {
    "judge": Door(case, judged),
    "simulate": Door(line, simulated),
    "notation": Door(notation, noted),
    "surface": Door(powder, spread),
    "umpire": Door(sheet, heard),
    "record": Door(record, replayed),
    "rules": Door(house, ruled),
    "command": Door(called, ran),
    "message": Door(message, received),
    "event": Door(stored, restored, share=50),
    "question": Door(question, asked_about, share=50),
    "engine": Door(answer, meant, share=50),
    "physics": Door(simulation, served, share=50),
    "proposal": Door(halls.proposal, halls.proposed),
    "championship": Door(halls.edited, halls.opened, share=50),
    "card": Door(halls.card, halls.added, share=50),
}
