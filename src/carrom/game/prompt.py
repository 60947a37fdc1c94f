"""The prompt: what the game expects, the commands for it, a random legal act, and the state in one sentence."""

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import TypeVar

from carrom.board import RACKED, STRIKER, Disc, Kind, Outcome, Seat, Stroke
from carrom.board.striker_spots import placing_spots, striker_at
from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game import expected, progress
from carrom.game.events import Event, SideName
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked
from carrom.game.player_names import listed, name_of, seat_word, side_name, side_word, sitting
from carrom.game.progress import ContestResult
from carrom.game.score import ScoringTopic, clause
from carrom.rules.book import techniques
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import Round


def awaited(game: GameHistory) -> str:
    """Return what is expected now, and the commands for it."""
    awaits = game.expected
    if not awaits:
        return "nothing more: it is decided (type `card`, `sign` and who signs, `undo` or `quit`)"
    return " or ".join(told(game, each) for each in awaits) + hint(game)


def hint(game: GameHistory) -> str:
    """Return the commands that answer what is expected, in brackets."""
    forms = [form for each in game.expected for form in answers(game, each)]
    return f" (type {listed(forms)})" if forms else ""


def told(game: GameHistory, each: expected.Expectation) -> str:
    """Describe one expectation, with the names of the players who are to act."""
    match each:
        case expected.Toss(break_only=True):
            return "the toss for the break of the extra board"
        case expected.Toss():
            return "the toss"
        case expected.ChooseBreakOrSide(side=side):
            return f"{side_name(game, side)} to choose break or side"
        case expected.ChooseSeat(side=side):
            return f"{side_name(game, side)} to keep the seats or change them"
        case expected.BeginRound():
            return f"{_which_board(game, each)}, {_or(game, each.breakers)} to break{_interval(game)}"
        case expected.StrikerHasNoSpot(seat=seat):
            return f"the call that {sitting(game, seat)} has no room for the striker"
        case Strike(seat=seat, breaking=True, attempt=attempt):
            return f"{sitting(game, seat)} to break, attempt {attempt}"
        case Strike(seat=seat):
            return f"{sitting(game, seat)} to strike"
        case PlaceDue(seat=seat, disc=disc, left=left):
            more = f", {left} in all" if left > 1 else ""
            return f"{sitting(game, seat)} to place {a_man(game, disc.kind)}{more}"
        case Demand(seat=seat, up_to=up_to):
            return f"{sitting(game, seat)} to demand up to {up_to} extra point{'' if up_to == 1 else 's'}"
    raise AssertionError(f"no words for {each}")


def answers(game: GameHistory, each: expected.Expectation) -> tuple[str, ...]:
    """Return the commands that answer one expectation, each in backticks, explained where needed."""
    match each:
        case expected.Toss(sides=sides):
            return tuple(f"`toss {side_word(game, side)}`" for side in sides)
        case expected.ChooseBreakOrSide():
            return ("`choose break`", "`choose side`")
        case expected.ChooseSeat():
            return ("`seats keep`", "`seats swap`")
        case expected.BeginRound(breakers=breakers):
            plays = ("`play`",) if len(breakers) == 1 else tuple(f"`play {seat_word(game, s)}`" for s in breakers)
            return plays + tuple(f"`trial {side_word(game, side)}`" for side in untried(game))
        case expected.StrikerHasNoSpot():
            return ("`call no-striker-spot`",)
        case Strike(may_pass=may_pass):
            first = "n1" if game.rules.parameters.white_is_brown else "w1"
            fallen = f"what fell, `{first}` say", "`-` if nothing fell", "`miss` if nothing was touched"
            return (*fallen, "`pass`") if may_pass else fallen
        case PlaceDue(left=left):
            return ("`place`", *(("`place all`",) if left > 1 else ()), "`waive`", "`no-room`", "`forfeit`")
        case Demand(up_to=up_to):
            return tuple(f"`demand {points}`" for points in range(up_to + 1))
    raise AssertionError(f"no command answers {each}")


def untried(game: GameHistory) -> tuple[SideName, ...]:
    """Return the sides that may still play a trial board, before the first board (Law 40)."""
    state = game.state
    if state.game.opener or len(state.games) > 1 or len(state.trials) >= game.rules.parameters.trial_boards:
        return ()
    return tuple(side for side in state.sides if side not in state.trials)


def a_man(game: GameHistory, kind: Kind) -> str:
    """Return the umpire's words for a piece to be placed: `a white man`, or `a brown counter` in a points game."""
    figures = game.rules.parameters
    colour = "brown" if kind is Kind.WHITE and figures.white_is_brown else kind.value
    return f"a {colour} {'counter' if progress.is_points_game(game.state) else 'man'}"


def _which_board(game: GameHistory, begin: expected.BeginRound) -> str:
    board = "the extra board" if begin.extra else f"board {begin.number}"
    several = progress.best_of_games(game.state) > 1 and begin.number == 1 and len(game.state.games) > 1
    return f"game {len(game.state.games)}, {board}" if several else board


def _or(game: GameHistory, seats: tuple[Seat, ...]) -> str:
    return " or ".join(sitting(game, seat) for seat in seats)


def _interval(game: GameHistory) -> str:
    """Return a note on the interval if the deciding game is next (Law 138)."""
    if not interval_now(game):
        return ""
    return f" after the interval of ten minutes ({clause(game.rules, ScoringTopic.INTERVAL)})"


def interval_now(game: GameHistory) -> bool:
    """Return whether the contest is in the interval before the last game of its match."""
    state, best_of = game.state, progress.best_of_games(game.state)
    return best_of > 1 and len(state.games) == best_of and not state.game.boards and state.playing is None


# -- a random legal act ------------------------------------------------------------------------------------------------


T = TypeVar("T")

SLOWEST, FASTEST = 500_000, 6_000_000
"""Range of the speed of random strokes, in µm/s."""
WAIVED = 0.05
"""Probability of waiving a due where that is allowed."""


def random_act(game: GameHistory, rng: Random, seed: int | None) -> Event | Stroke:
    """Return a random legal act; a board is racked with micro-gaps from `seed`, or nominally if it is None.

    On a simulated board, a stroke is aimed near a random disc from a legal spot; on a wooden board, a plausible outcome
    is returned. Raises `RefusedRequest` when the game is over.
    """
    if not game.expected:
        raise RefusedRequest("the game is over; an act can only be taken back")
    match rng.choice(game.expected):
        case expected.Toss(sides=sides):
            return happens.Tossed(won_by=rng.choice(sides))
        case expected.ChooseBreakOrSide(side=side):
            return happens.Chosen(side=side, what=rng.choice(("break", "side")))
        case expected.ChooseSeat(side=side):
            return happens.Seated(side=side, swap=rng.random() < 0.5)
        case expected.BeginRound(breakers=breakers):
            return racked(game, seed, rng.choice(breakers))
        case expected.StrikerHasNoSpot():
            return happens.Called(what="no-striker-spot")
        case Strike(seat=seat):
            assert game.round is not None
            if game.position is None:
                return happens.Struck(seat=seat, outcome=random_outcome(game.round, rng))
            return random_stroke(game, rng)
        case PlaceDue() as due:
            return random_place(game, due, rng)
        case Demand(seat=seat, up_to=up_to):
            return happens.Demanded(seat=seat, points=rng.randint(0, up_to))


def random_place(game: GameHistory, due: PlaceDue, rng: Random) -> Event:
    """Return an event that places the due piece at a random allowed point; rarely, and only where allowed, a waiver."""
    assert game.round is not None
    may_waive = game.round.men_on_board(game.round.placings[0].owner) > 0
    if may_waive and rng.random() < WAIVED:
        return happens.Waived(seat=due.seat)
    if game.position is None:
        return happens.Placed(seat=due.seat, disc=due.disc)
    spots = placing_spots(game.position, due.disc, game.state.equipment, anywhere=game.rules.dues_anywhere)
    return happens.Placed(seat=due.seat, disc=due.disc, at=rng.choice(spots))


def random_stroke(game: GameHistory, rng: Random) -> Stroke:
    """Return a stroke of random speed from a random legal spot, aimed near a random disc."""
    assert game.position is not None
    assert game.round is not None
    spans, seat = expected.spans_of(game.state), game.round.turn
    span = rng.choices(spans, [each.high - each.low + 1 for each in spans])[0]
    x = rng.randint(span.low, span.high)
    at = striker_at(seat, x, span.y, game.state.equipment)
    there = rng.choice(game.position.placed).at
    across, ahead = seat.from_board(there.x - at.x, there.y - at.y)
    across += rng.randint(-game.state.equipment.man_diameter, game.state.equipment.man_diameter)
    speed, far = rng.uniform(SLOWEST, FASTEST), hypot(across, ahead) or 1.0
    vx, vy = round(speed * across / far), round(speed * ahead / far)
    if not techniques(game.rules, Stroke(x, vx, vy)):
        vy = -vy
    return Stroke(x, vx, vy or 1, span.y)


def random_outcome(round: Round, rng: Random) -> Outcome:
    """Return a plausible outcome of a stroke in this round: a few discs are pocketed at most, rarely the striker."""
    fallen: list[Disc] = rng.sample(round.on_board, min(len(round.on_board), _few(rng)))
    if rng.random() < 0.06:
        fallen.append(STRIKER)
    rng.shuffle(fallen)
    touched = _sample(round.on_board, rng.randint(1, 3), rng)
    return Outcome(pocketed=tuple(fallen), touched=tuple(sorted(touched, key=RACKED.index)))


def _few(rng: Random) -> int:
    """Return a random number of pocketed discs: usually none or one."""
    return rng.choices((0, 1, 2, 3), (11, 7, 2, 1))[0]


def _sample(among: Sequence[T], most: int, rng: Random) -> list[T]:
    return rng.sample(among, min(most, len(among)))


# -- the state of a game in one sentence -------------------------------------------------------------------------------


def sentence(game: GameHistory) -> str:
    """Return the state of the game, with the players' names."""
    if game.result is not None:
        return _ended(game, game.result)
    awaited = game.expected[0]
    seat = seat_of(game, awaited)
    to_do = expected.phrase((awaited,))
    if seat is not None:
        to_do = to_do.removeprefix(seat.value).strip()
        to_do = f"{_player(game, seat)} {to_do}"
    number = game.state.game.counted + (game.state.playing is not None)
    board = f"Board {number}, " if number else ""
    games = f", games {_dashed(game.games_won)}" if game.header.contest == "match" else ""
    score = f"score {_dashed(game.score)}{games}"
    return f"{board}{score}: {to_do}." if board else f"{score.capitalize()}: {to_do}."


def seat_of(game: GameHistory, awaited: expected.Expectation) -> Seat | None:
    """Return the seat that is to act; None for acts that concern everybody, such as the toss and racking."""
    match awaited:
        case Strike(seat=seat) | PlaceDue(seat=seat) | Demand(seat=seat) | expected.StrikerHasNoSpot(seat=seat):
            return seat
        case expected.ChooseBreakOrSide(side=side) | expected.ChooseSeat(side=side):
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
