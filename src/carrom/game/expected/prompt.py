"""The umpire's prompt: what the game expects, and the commands that can be typed."""

from carrom.board.disc import Kind
from carrom.board.seat import Seat
from carrom.game.events import SideName
from carrom.game.expected.expectations import (
    BeginRound,
    ChooseBreakOrSide,
    ChooseSeat,
    Expectation,
    StrikerHasNoSpot,
    Toss,
)
from carrom.game.game import GameHistory
from carrom.game.notation.abbreviations import listed
from carrom.game.notation.player_names import seat_word, side_name, side_word, sitting
from carrom.game.scoring import progress
from carrom.game.scoring.clauses import ScoringTopic, clause
from carrom.rules.phases import Demand, PlaceDue, Strike


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


def told(game: GameHistory, each: Expectation) -> str:
    """Describe one expectation, with the names of the players who are to act."""
    match each:
        case Toss(break_only=True):
            return "the toss for the break of the extra board"
        case Toss():
            return "the toss"
        case ChooseBreakOrSide(side=side):
            return f"{side_name(game, side)} to choose break or side"
        case ChooseSeat(side=side):
            return f"{side_name(game, side)} to keep the seats or change them"
        case BeginRound():
            return f"{_which_board(game, each)}, {_or(game, each.breakers)} to break{_interval(game)}"
        case StrikerHasNoSpot(seat=seat):
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


def answers(game: GameHistory, each: Expectation) -> tuple[str, ...]:
    """Return the commands that answer one expectation, each in backticks, explained where needed."""
    match each:
        case Toss(sides=sides):
            return tuple(f"`toss {side_word(game, side)}`" for side in sides)
        case ChooseBreakOrSide():
            return ("`choose break`", "`choose side`")
        case ChooseSeat():
            return ("`seats keep`", "`seats swap`")
        case BeginRound(breakers=breakers):
            plays = ("`play`",) if len(breakers) == 1 else tuple(f"`play {seat_word(game, s)}`" for s in breakers)
            return plays + tuple(f"`trial {side_word(game, side)}`" for side in untried(game))
        case StrikerHasNoSpot():
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


def _which_board(game: GameHistory, begin: BeginRound) -> str:
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
