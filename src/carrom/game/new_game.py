"""Check the settings of a new game, and make its header."""

from collections.abc import Iterable
from os import PathLike, fspath
from typing import TypedDict, get_args

from carrom.board import SEATS, Position, Seat
from carrom.errors import RefusedRequest, RulesError, plural
from carrom.game.events import Contest, Header, Player, SideName
from carrom.game.record import write_surface
from carrom.game.score import Stage
from carrom.physics.surface import SurfaceLike
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruleset import ruleset as ruleset_of

_SEATS_OF: dict[int, tuple[tuple[Seat, SideName], ...]] = {
    1: ((Seat.SOUTH, "A"),),
    2: ((Seat.SOUTH, "A"), (Seat.NORTH, "B")),
    3: ((Seat.SOUTH, "A"), (Seat.EAST, "B"), (Seat.NORTH, "C")),
    4: tuple(zip(SEATS, ("A", "B", "A", "B"), strict=True)),
}
"""Seats and sides by the number of players, in order of play; partners sit opposite each other."""


class GameOptions(TypedDict, total=False):
    """Less common settings of a new game."""

    first_break: SideName | None
    """The side that breaks first, without a toss."""
    stage: Stage | str | None
    """The part of an event, which decides about board limits."""
    handicap: tuple[int, ...]
    """Number of pieces removed, for each side."""
    position: Position | str | None
    """The pieces of the first board, instead of a rack, as a position or its text."""


def header_of(
    rules: Ruleset,
    players: int,
    contest: Contest,
    surface: SurfaceLike | None,
    names: Iterable[str] | None,
    first_break: SideName | None = None,
    stage: Stage | str | None = None,
    handicap: tuple[int, ...] = (),
    position: Position | str | None = None,
) -> Header:
    """Return the header of a new game under these rules. Raises `RefusedRequest` for an invalid setting."""
    return Header(
        players=_players(players, names),
        ruleset=rules.name,
        contest=_contest(rules, contest),
        stage=_stage(stage),
        first_break=first_break,
        handicap=handicap,
        start=_start(position),
        surface=None if surface is None else write_surface(surface),
    )


def _players(count: int, names: Iterable[str] | None) -> tuple[Player, ...]:
    if not isinstance(count, int) or count not in _SEATS_OF:
        raise RefusedRequest(f"{count!r:.20} players cannot sit at a board; expected 1 to 4")
    seats = _SEATS_OF[count]
    if names is not None and (isinstance(names, str) or not isinstance(names, Iterable)):
        raise RefusedRequest(f"the names are {names!r:.60}; expected a list of them, one for each player")
    given = [seat.value.capitalize() for seat, _ in seats] if names is None else [str(name) for name in names]
    if len(given) != count:
        raise RefusedRequest(f"{plural(len(given), 'name')} given for {plural(count, 'player')}; expected one for each")
    return tuple(Player(name=name, seat=seat, side=side) for name, (seat, side) in zip(given, seats, strict=True))


def _start(given: Position | str | None) -> str:
    """Return a start position in notation; empty for none. Raises `NotationError` or `RefusedRequest`."""
    if given is None:
        return ""
    if not isinstance(given, Position | str):
        raise RefusedRequest(f"{given!r:.60} is no position; expected a Position or its text")
    return (Position.from_text(given) if isinstance(given, str) else given).to_text()


def rules_of(given: Ruleset | str | PathLike[str]) -> Ruleset:
    """Return the rule set given by a name, a path or a value. Raises `RulesError`."""
    if isinstance(given, Ruleset):
        return given
    if not isinstance(given, str | PathLike):
        raise RulesError(f"{given!r:.60} is no rule set; expected a name, the path of a .toml file or a Ruleset")
    return ruleset_of(fspath(given))


def _stage(given: Stage | str | None) -> Stage | None:
    if given is not None and given not in list(Stage):
        raise RefusedRequest(f"{given!r:.40} is no stage; expected one of {', '.join(Stage)}")
    return None if given is None else Stage(given)


def _contest(rules: Ruleset, contest: Contest) -> Contest:
    """Return the contest; a match becomes a game in rule sets whose matches are a single game."""
    if contest not in get_args(Contest):
        raise RefusedRequest(f"{contest!r:.40} is no contest; expected one of {', '.join(get_args(Contest))}")
    one_game = rules.parameters.games_of_match < 2 or not rules.colours_are_owned
    return "game" if contest == "match" and one_game else contest
