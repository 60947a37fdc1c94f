"""The state of a game in one sentence."""

from carrom.board.seat import Seat
from carrom.game.expected.expectations import ChooseBreakOrSide, ChooseSeat, Expectation, StrikerHasNoSpot, phrase
from carrom.game.game import GameHistory
from carrom.game.notation.player_names import name_of, side_name
from carrom.game.scoring.progress import ContestResult
from carrom.rules.phases import Demand, PlaceDue, Strike


def sentence(game: GameHistory) -> str:
    """Return the state of the game, with the players' names."""
    if game.result is not None:
        return _ended(game, game.result)
    awaited = game.expected[0]
    seat = seat_of(game, awaited)
    to_do = phrase((awaited,))
    if seat is not None:
        to_do = to_do.removeprefix(seat.value).strip()
        to_do = f"{_player(game, seat)} {to_do}"
    number = game.state.game.counted + (game.state.playing is not None)
    board = f"Board {number}, " if number else ""
    games = f", games {_dashed(game.games_won)}" if game.header.contest == "match" else ""
    score = f"score {_dashed(game.score)}{games}"
    return f"{board}{score}: {to_do}." if board else f"{score.capitalize()}: {to_do}."


def seat_of(game: GameHistory, awaited: Expectation) -> Seat | None:
    """Return the seat that is to act; None for acts that concern everybody, such as the toss and racking."""
    match awaited:
        case Strike(seat=seat) | PlaceDue(seat=seat) | Demand(seat=seat) | StrikerHasNoSpot(seat=seat):
            return seat
        case ChooseBreakOrSide(side=side) | ChooseSeat(side=side):
            return game.state.seats_of(side)[0]
        case _:
            return None


def _player(game: GameHistory, seat: Seat) -> str:
    """Return the player's name, with the seat unless the name is the seat."""
    name = name_of(game, game.state.player_at(seat))
    return name if name.lower() == seat.value else f"{name} ({seat.value})"


def _ended(game: GameHistory, result: ContestResult) -> str:
    winners = " and ".join(side_name(game, side) for side in result.winners)
    score = f", {_dashed(result.score)}" if result.score else ""
    if not winners:
        return f"Nobody has won{score}."
    conceded = " by concession" if result.conceded else ""
    return f"{winners} {'have' if ' and ' in winners else 'has'} won{conceded}{score}."


def _dashed(points: tuple[int, ...]) -> str:
    return "-".join(map(str, points))
