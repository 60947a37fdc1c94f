"""A game as a job: players and seed in, strokes as table rows out."""

from collections.abc import Mapping
from typing import Any

from carrom.board.notation import write_position, write_stroke
from carrom.board.seat import SEATS, Seat
from carrom.engine.self_play import answer, begun, hands_of
from carrom.envs.observation import rewards
from carrom.errors import RefusedRequest, plural
from carrom.game.events import Contest, Struck
from carrom.game.game import GameHistory
from carrom.lab.players import Contender, close, name_of, player
from carrom.physics.surface import surface as surface_of
from carrom.rules.ruleset import ruleset as ruleset_of
from carrom.values import Value

_SITTING: Mapping[int, tuple[Seat, ...]] = {2: (Seat.SOUTH, Seat.NORTH), 3: SEATS[:3], 4: SEATS}


MOST_STROKES = 400
"""Strokes after which a game is stopped: two players without noise may repeat themselves forever."""


class GameJob(Value, frozen=True, kw_only=True):
    """One game to play; its result follows from these fields."""

    players: tuple[Contender, ...]
    """Players (`carrom.lab.players`) in the order of play, by name or as objects."""
    seed: int
    ruleset: str = "icf"
    surface: str = "club"
    contest: Contest = "board"


class StrokeRow(Value, frozen=True, kw_only=True):
    """One stroke of a game, as a row of a table."""

    seed: int
    """Seed of the game."""
    stroke: int
    """Number of the stroke in the game, from 0."""
    seat: str
    player: str
    """Name of the player."""
    position: str
    """Position before the stroke, in notation; at a break the rack with its gaps."""
    played: str
    """The stroke, in notation."""
    pocketed: str
    """Discs that fell, in order, separated by spaces."""
    clauses: str
    """Clauses of the ruling, separated by semicolons."""
    continues: bool
    """Whether the player strikes again by law."""
    won: bool
    """Whether the player's side alone won the game."""
    points: float
    """Points of the player's side in the game, minus the mean of the others."""


class PlayedGame(Value, frozen=True, kw_only=True):
    """A played game: its job, its rows and its result."""

    job: GameJob
    winners: tuple[str, ...]
    """Sides that won; empty for a game stopped after MOST_STROKES."""
    points: tuple[float, ...]
    """Points of each side, minus the mean of the others, in the order of the sides."""
    rows: tuple[StrokeRow, ...]


def check(job: GameJob) -> None:
    """Raise an exception of `carrom.errors` for an invalid job, before any worker starts."""
    rules = ruleset_of(job.ruleset)
    if len(job.players) not in _SITTING or len(job.players) not in rules.parameters.players:
        allowed = " or ".join(str(count) for count in rules.parameters.players)
        raise RefusedRequest(f"{plural(len(job.players), 'player')} named; {job.ruleset} is played by {allowed}")
    surface_of(job.surface)
    for each in job.players:
        player(each)


def played(job: GameJob) -> PlayedGame:
    """Play a game to its end."""
    seats = _SITTING[len(job.players)]
    seated = {seat: player(each) for seat, each in zip(seats, job.players, strict=True)}
    game, hands = begun(seated, job.seed, job.ruleset, job.surface, job.contest), hands_of(seated, job.seed)
    try:
        while not game.is_over and len(game.strokes) < MOST_STROKES:
            game = game.apply(answer(game, seated, hands, job.seed))
    finally:
        close(seated.values())
    winners = game.result.winners if game.result is not None else ()
    return PlayedGame(job=job, winners=winners, points=points_of(game), rows=rows(game, job))


def points_of(game: GameHistory) -> tuple[float, ...]:
    """Return the points of each side over all boards of a game, minus the mean of the others."""
    gained = rewards(GameHistory.begin(game.header, game.rules), game, "points")
    return tuple(gained[side] for side in game.state.sides)


def rows(game: GameHistory, job: GameJob) -> tuple[StrokeRow, ...]:
    """Return the strokes of a finished game."""
    names = dict(zip(_SITTING[len(job.players)], map(name_of, job.players), strict=True))
    found: list[StrokeRow] = []
    history = GameHistory.begin(game.header, game.rules)
    rulings = {judged.event: judged.ruling for judged in game.state.rulings}
    for number, event in enumerate(game.events[1:], 1):
        if isinstance(event, Struck):
            found.append(_row(game, history, event, rulings[number], job, len(found), names))
        history = history.apply(event)
    return tuple(found)


def _row(
    game: GameHistory,
    before: GameHistory,
    event: Struck,
    ruling: Any,
    job: GameJob,
    number: int,
    names: Mapping[Seat, str],
) -> StrokeRow:
    assert event.stroke is not None
    side = before.state.side_at(event.seat)
    lay = event.rack if event.rack is not None else before.position
    assert lay is not None
    return StrokeRow(
        seed=job.seed,
        stroke=number,
        seat=event.seat.value,
        player=names[event.seat],
        position=write_position(lay),
        played=write_stroke(event.stroke),
        pocketed=" ".join(disc.value for disc in event.outcome.pocketed),
        clauses="; ".join(ruling.clauses),
        continues=ruling.turn.value == "continue",
        won=game.result is not None and game.result.winners == (side,),
        points=points_of(game)[before.state.sides.index(side)],
    )
