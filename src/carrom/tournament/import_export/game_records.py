"""Results from game records."""

from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.header import SideName
from carrom.game.officials.apply_official import withheld
from carrom.game.scoring.progress import is_points_game, match_score
from carrom.tournament.events import Finished, How
from carrom.tournament.identifiers import Address, Games, turned
from carrom.tournament.state import Championship, Fixture, stage_of
from carrom.values import changed

_CONTESTS = {"best-of-3": "match", "best-of-5": "match"}
_HOWS: dict[str, How] = {"played": "played", "clock": "clock", "conceded": "conceded", "retired": "retired",
                         "walkover": "walkover", "disqualified": "disqualified", "loss": "disqualified"}  # fmt: skip


def finished(championship: Championship, address: Address, game: GameHistory, source: str, sha256: str) -> Finished:
    """Return the result given by a game record. Raises `RefusedRequest` if it is not a record of this fixture."""
    section, fixture = championship.section(address.section), championship.fixture(address)
    terms, result = section.terms, game.result
    if result is None:
        raise RefusedRequest(f"{source} is not finished; enter the result of {address} when it is")
    if withheld(game.state):
        raise RefusedRequest(f"{source} is under protest; enter the result of {address} after the referee's ruling")
    if game.header.ruleset != championship.details.rules:
        raise RefusedRequest(
            f"{source} was played by the rules {game.header.ruleset}; expected {championship.details.rules}"
        )
    contest = _CONTESTS.get(terms.match, terms.match)
    if game.header.contest != contest:
        raise RefusedRequest(
            f"{source} is a {game.header.contest}; expected a {contest}, the format of stage {section.id}"
        )
    if contest == "match" and game.rules.parameters.games_of_match != terms.best_of:
        raise RefusedRequest(f"{source} is the best of {game.rules.parameters.games_of_match}; expected {terms.match}")
    stage = stage_of(section, address.wave)
    if game.header.stage is not None and game.header.stage is not stage:
        raise RefusedRequest(f"{source} has stage={game.header.stage}; expected {stage}, the stage of {address}")
    first = _first(championship, address, fixture, game, source)
    games = _games(game)
    loser = {"A": "B", "B": "A"}
    against = ""
    if result.how not in ("played", "clock") and len(result.winners) == 1:
        lost = loser[result.winners[0]]
        against = fixture.a if lost == first else fixture.b
    how: How = "double-walkover" if not result.winners else _HOWS[result.how]
    result_event = Finished(
        fixture=str(address),
        games=() if how in ("walkover", "double-walkover") else games if first == "A" else turned(games),
        how=how,
        against=against,
        slams=tuple(_slams(game)),
        law=result.law,
        reason=result.reason[:200],
        source=source,
        sha256=sha256,
    )
    boards = _boards(game)
    return (
        result_event
        if boards is None
        else changed(result_event, boards=boards if first == "A" else (boards[1], boards[0]))
    )


def _games(game: GameHistory) -> Games:
    """Return the points of every game that has begun."""
    if is_points_game(game.state):
        assert game.result is not None
        score = game.result.score
        return ((score[0], score[1]),)
    return tuple((line.score[0], line.score[1]) for line in match_score(game.state).games)


def _boards(game: GameHistory) -> tuple[int, int] | None:
    """Return the boards won by each side, or None in a points game."""
    if is_points_game(game.state):
        return None
    won = [board.winners for record in game.state.games for board in record.boards if not board.replay]
    return won.count(("A",)), won.count(("B",))


def _slams(game: GameHistory) -> list[str]:
    """Return slams as colour and position, such as `white:1.3` for the third board of the first game."""
    return [
        f"{board.slam}:{number}.{board.number}"
        for number, record in enumerate(game.state.games, 1)
        for board in record.boards
        if board.slam and not board.replay
    ]


def _first(championship: Championship, address: Address, fixture: Fixture, game: GameHistory, source: str) -> SideName:
    """Return the side of the record that is the first entrant of the fixture. Raises `RefusedRequest`."""
    played = {
        side: frozenset(each.name.casefold() for each in game.header.players if each.side == side)
        for side in game.state.sides
    }
    if len(played) != 2:
        raise RefusedRequest(f"{source} is a game of {len(played)} sides; expected two")
    meant = [frozenset(name.casefold() for name in people_of(championship, address, fixture, side)) for side in (0, 1)]
    if [played["A"], played["B"]] == meant:
        return "A"
    if [played["B"], played["A"]] == meant:
        return "B"
    names = ", ".join(each.name for each in game.header.players)
    expected = " and ".join(", ".join(people_of(championship, address, fixture, side)) for side in (0, 1))
    raise RefusedRequest(f"{source} was played by {names}; {address} is between {expected}")


def people_of(championship: Championship, address: Address, fixture: Fixture, side: int) -> tuple[str, ...]:
    """Return the players of a side: the entrant, the players of a pair, or the line-up of the rubber."""
    if address.rubber:
        lineup = fixture.lineups[side]
        if len(lineup) < address.rubber:
            team = championship.name((fixture.a, fixture.b)[side])
            raise RefusedRequest(f"{team} has no line-up for {address}; enter it first")
        return lineup[address.rubber - 1]
    entrant = championship.entrant((fixture.a, fixture.b)[side])
    return entrant.players or (entrant.name,)
