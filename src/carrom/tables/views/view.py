"""The state view: everything that a client displays of a game, with the legal actions."""

from carrom import protocol
from carrom.board.disc import Disc, Kind
from carrom.board.placement.striker_spots import legal_spans, placing_spots
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss
from carrom.game.expected.striker_spot import cover_of
from carrom.game.game import GameHistory
from carrom.game.scoring.clauses import ScoringTopic, clause
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import QueenState, Round
from carrom.tables.log.history import History, board_number
from carrom.tables.seats import first_seats
from carrom.tables.views.animation import verdict_of
from carrom.tables.views.results import boards_of, last_game_of, result_of
from carrom.values import changed

_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


def state_of(history: History, asked: Seat | None = None, *, can_undo: bool, can_abort: bool = False) -> protocol.State:
    """Return the state of a game for clients; `asked` is the person who answers the toss."""
    game, round_ = history.game, history.game.round
    position = game.position or Position()
    expected = tuple(_expected(game, position, asked, each) for each in game.expected)
    scores = game.score
    games = game.games_won if game.header.contest == "match" else (0,) * len(game.state.sides)
    return protocol.State(
        position=position,
        phase=_phase(game),
        turn=next((each.seat for each in expected if not isinstance(each, protocol.ExpectNext)), None),
        expected=expected,
        board=board_number(game),
        breaker=_breaker(game),
        sides=tuple(_side(game, round_, index, scores[index], games[index]) for index in range(len(game.state.sides))),
        queen=protocol.QueenState(where=protocol.QueenWhere.BOARD) if round_ is None else _queen(game, round_),
        boards=boards_of(game, history.demanded),
        ruling=_last_ruling(history),
        result=result_of(game),
        can_undo=can_undo,
        can_resign=game.result is None,
        can_abort=can_abort,
        strokes=len(history.strokes),
        seated=_seated(game),
        game=max(1, len(game.state.games)),
        changed_seats=history.changed_seats,
        last_game=last_game_of(game, history.demanded),
    )


def _breaker(game: GameHistory) -> Seat:
    """Return who breaks the present or next board; before the toss is decided, the first player."""
    if game.round is not None:
        return game.round.breaker
    begin = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    return game.state.seating.places[0][0] if begin is None else begin.breakers[0]


def _seated(game: GameHistory) -> tuple[protocol.Seated, ...]:
    first = first_seats(game)
    return tuple(protocol.Seated(seat, first[player]) for seat, player in game.state.seating.places)


def _expected(game: GameHistory, position: Position, asked: Seat | None, each: Expectation) -> protocol.Expected:
    """Return an expected action with its legal options."""
    match each:
        case Strike(seat=seat, attempt=attempt, breaking=breaking, may_pass=may_pass):
            spans = legal_spans(position, seat, game.state.equipment, cover_of(game.rules))
            strike = protocol.ExpectStrike(
                seat=seat,
                attempt=attempt if breaking else None,
                attempts=game.rules.parameters.break_attempts,
                intervals=tuple(protocol.Interval(span.low, span.high, span.y) for span in spans),
                may_pass=may_pass,
            )
            return _counting_passes(game, strike)
        case PlaceDue(seat=seat, disc=disc):
            kit, anywhere = game.state.equipment, game.rules.dues_anywhere
            spots = tuple(placing_spots(position, disc, kit, anywhere=anywhere))
            return protocol.ExpectPlace(seat=seat, disc=disc, spots=spots, may_waive=True)
        case Demand(seat=seat, up_to=up_to):
            return protocol.ExpectDemand(seat=seat, up_to=up_to)
        case BeginRound(breakers=breakers):
            return protocol.ExpectNext(breaker=breakers[0] if len(breakers) == 1 else None)
        case Toss() if asked is not None:
            return protocol.ExpectGuess(seat=asked)
        case ChooseBreakOrSide() if asked is not None:
            return protocol.ExpectChoose(seat=asked)
        case ChooseSeat() if asked is not None:
            return protocol.ExpectSit(seat=asked)
        case Toss():
            return protocol.ExpectNext(breaker=None)
        case _:
            raise AssertionError(f"{each} is carried out by the server automatically")


def _counting_passes(game: GameHistory, strike: protocol.ExpectStrike) -> protocol.ExpectStrike:
    """Return the expected stroke, with the number of passes so far if passing is allowed."""
    if not strike.may_pass or game.round is None:
        return strike
    return changed(
        strike,
        passes=game.round.passes,
        most_passes=game.round.passes_to_replay,
        passes_clause=clause(game.rules, ScoringTopic.REPLAY),
    )


def _phase(game: GameHistory) -> protocol.Phase:
    """Return the phase of the game."""
    if game.result is not None:
        return protocol.Phase.GAME_OVER
    match game.expected[0]:
        case Strike(breaking=breaking):
            return protocol.Phase.BREAK if breaking else protocol.Phase.PLAY
        case PlaceDue():
            return protocol.Phase.PLACE
        case Demand():
            return protocol.Phase.DEMAND
        case Toss() | ChooseBreakOrSide() | ChooseSeat():
            return protocol.Phase.TOSS
        case _:
            return protocol.Phase.BOARD_OVER


def _side(game: GameHistory, round_: Round | None, index: int, score: int, games: int) -> protocol.SideState:
    """Return the state of one side; pieces waiting to be placed count as due and as pocketed."""
    if round_ is None:
        seats = game.state.seats_of(game.state.sides[index])
        return protocol.SideState(seats=seats, colour=None, score=score, on_board=0, pocketed=(), due=0, games=games)
    side = round_.sides[index]
    waiting = sum(placing.owner == index for placing in round_.placings)
    return protocol.SideState(
        seats=game.state.seats_of(game.state.sides[index]),
        colour=_COLOUR[side.colour],
        score=score,
        on_board=round_.men_on_board(index),
        pocketed=_men_down(round_, index),
        due=0 if round_.is_over else side.due + waiting,
        games=games,
    )


def _men_down(round_: Round, index: int) -> tuple[Disc, ...]:
    return tuple(disc for disc in round_.in_pockets(index) if disc is not Disc.Q)


def _queen(game: GameHistory, round_: Round) -> protocol.QueenState:
    """Return the state and owner of the queen."""
    side = round_.queen_side if round_.queen is QueenState.COVERED else None
    if round_.queen in (QueenState.PENDING, QueenState.ASIDE):
        side = round_.mover
    seat = None if side is None else game.state.seats_of(game.state.sides[side])[0]
    return protocol.QueenState(where=_QUEEN[round_.queen], seat=seat)


def _last_ruling(history: History) -> protocol.Verdict | None:
    """Return the last ruling of the present board."""
    rulings = history.game.state.rulings
    return verdict_of(rulings[-1].ruling) if rulings and rulings[-1].event >= history.racked else None
