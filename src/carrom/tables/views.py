"""Client views of a table: welcome, game card, state, animations, announcements, score cards."""

from collections.abc import Callable, Iterable
from functools import cache

from carrom import protocol
from carrom.board import Disc, Kind, Position, Seat
from carrom.board.equipment import EQUIPMENT
from carrom.board.striker_spots import legal_spans, placing_spots
from carrom.engine.levels import LEVELS, Level, registered
from carrom.game import events as game_events
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss, cover_of
from carrom.game.game import GameHistory
from carrom.game.progress import is_points_game
from carrom.game.record import of_header
from carrom.game.score import ScoringTopic, add_points, clause, queen_credit
from carrom.game.state import BoardRecord, GameRecord
from carrom.observability import span
from carrom.physics import PHYSICS_VERSION
from carrom.physics.played import Played, StrokeContact, digest, digest_of
from carrom.physics.simulate import simulate
from carrom.physics.surface import PRESETS
from carrom.protocol import SitterKind, Who
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.tables.history import TableHistory, board_number
from carrom.tables.log import CompressedMessage
from carrom.tables.proposal import PendingChange
from carrom.tables.seats import first_seats, seat_of, sitters_of
from carrom.tables.snapshots import EncodedReplay, motion_of, past_of, raw, verdict_of
from carrom.tables.terms import Access, GameSettings
from carrom.tables.turn_clock import CALLED_OFF, who_called_off
from carrom.values import changed
from carrom.version import __version__

# -- announcements: the message to every client after an event ---------------------------------------------------------


_ACT = {
    game_events.Placed: protocol.Act.PLACED,
    game_events.Waived: protocol.Act.WAIVED,
    game_events.Demanded: protocol.Act.DEMANDED,
    game_events.Passed: protocol.Act.PASSED,
    game_events.Conceded: protocol.Act.RESIGNED,
    game_events.Undone: protocol.Act.UNDONE,
    game_events.Tossed: protocol.Act.TOSSED,
    game_events.Chosen: protocol.Act.CHOSEN,
    game_events.Seated: protocol.Act.CHOSEN,
    game_events.Forfeited: protocol.Act.FORFEITED,
    game_events.Awarded: protocol.Act.FORFEITED,
}
"""Events not listed here (racking, a board called off) are reported as racking."""


def told(
    event: game_events.Event,
    before: TableHistory,
    after: TableHistory,
    state: protocol.State,
    played: Played | None,
    at: int,
    clock: protocol.Clock | None,
) -> protocol.Event:
    """Return the message about an event; `played` is given for a stroke, `at` is the present time in ms since 1970."""
    if played is not None:
        shown = after.shown
        assert shown is not None, "a stroke that has just been played"
        return protocol.StrokePlayed(
            version=after.version,
            after=before.version,
            at=at,
            seat=shown.seat,
            stroke=shown.stroke,
            rack=event.rack if isinstance(event, game_events.Struck) else None,
            digest=digest_of(played),
            past=past_of(shown, len(after.strokes)),
            state=state,
            clock=clock,
        )
    return protocol.Acted(
        version=after.version,
        after=before.version,
        act=_act(event),
        seat=_actor(event, before.game, after.game),
        disc=event.disc if isinstance(event, game_events.Placed) else None,
        points=event.points if isinstance(event, game_events.Demanded) else None,
        state=state,
        clock=clock,
    )


def with_film(change: PendingChange) -> PendingChange:
    """Return a change whose message has the film, if it is a stroke and lacks it."""
    played, message, shown = change.played, change.message, change.history.shown
    if played is None or message is None or shown is None:
        return change
    with span("film", contacts=len(played.contacts)):
        given = protocol.decode_server(message)
        assert isinstance(given, protocol.StrokePlayed), "the message of a stroke"
        film = protocol.Played(
            version=given.version,
            after=given.after,
            at=given.at,
            motion=motion_of(shown, played),
            past=given.past,
            ruling=verdict_of(shown.ruling),
            state=given.state,
            clock=given.clock,
        )
        return changed(change, message=CompressedMessage.of(protocol.encode(film), without_film=message), played=None)


def received(text: str) -> CompressedMessage:
    """Return a message from another process; for a stroke with its film, also the message without it."""
    message = protocol.decode_server(text)
    if not isinstance(message, protocol.Played):
        return CompressedMessage.of(text)
    motion = message.motion
    contacts = tuple(StrokeContact(each.time, each.kind, each.discs, each.at) for each in motion.contacts)
    brief = protocol.StrokePlayed(
        version=message.version,
        after=message.after,
        at=message.at,
        seat=motion.seat,
        stroke=motion.stroke,
        rack=motion.before,
        digest=digest(motion.duration, motion.rest, contacts),
        past=message.past,
        state=message.state,
        clock=message.clock,
    )
    return CompressedMessage.of(text, without_film=CompressedMessage.of(protocol.encode(brief)))


def _act(event: game_events.Event) -> protocol.Act:
    if isinstance(event, game_events.Called) and event.by is not None:
        return protocol.Act.TIMED_OUT
    if isinstance(event, game_events.Awarded) and event.how == "retired":
        return protocol.Act.RESIGNED
    if isinstance(event, game_events.Awarded) and event.law == CALLED_OFF:
        return protocol.Act.ABORTED
    return _ACT.get(type(event), protocol.Act.RACKED)


def _actor(event: game_events.Event, before: GameHistory, after: GameHistory) -> Seat | None:
    """Return the seat of the player who acted; None for the umpire."""
    match event:
        case (
            game_events.Conceded(side=side)
            | game_events.Tossed(won_by=side)
            | game_events.Chosen(side=side)
            | game_events.Seated(side=side)
        ):
            return before.state.seats_of(side)[0]
        case game_events.Called(by=by):
            return by
        case game_events.Awarded(side=None):
            sitter = who_called_off(after)
            return None if sitter is None else seat_of(before, sitter)
        case game_events.Awarded(side=side):
            return next(seat for seat, player in before.state.seating.places if player[0] != side)
        case _:
            return getattr(event, "seat", None)


# -- whether coaching is allowed ---------------------------------------------------------------------------------------


NO_COACH = (
    "Coaching is available only to the players, in games against the computer or on one screen, and not when people "
    "play each other remotely. The game can be reviewed when it is over."
)


def is_at_one_screen(setting: GameSettings) -> bool:
    """Return whether all players are programs or sit at the screen where the game was started.

    False for a rubber of a tie, which is played for a team.
    """
    if setting.tie is not None:
        return False
    seats = setting.terms.seats
    return all(plan.who is not Who.LINK for plan in seats) and any(plan.who is not Who.PROGRAM for plan in seats)


def may_be_coached(setting: GameSettings, access: Access) -> bool:
    """Return whether coaching is allowed: all people play on one screen and share one seat key."""
    people = {each.seat for each in setting.sitters if each.kind is SitterKind.HUMAN}
    keys = {each.hash for each in access.seats if each.seat in people}
    return is_at_one_screen(setting) and len(keys) == 1


# -- games at one screen that may be played without a connection -------------------------------------------------------


_LEVELS = frozenset(level.name for level in LEVELS)


def may_go_offline(setting: GameSettings) -> bool:
    """Return whether a game of these settings may be played without a connection."""
    return (
        is_at_one_screen(setting)
        and setting.clock is None
        and setting.terms.forfeit_after is None
        and setting.pool is None
        and not setting.found
        and not setting.open_seats
        and _LEVELS.issuperset(setting.programs.values())
    )


# -- the game card: what stays the same throughout a game --------------------------------------------------------------


def card_of(header: game_events.Header, rules: Ruleset, name: str, setting: GameSettings) -> protocol.Card:
    """Return the facts that stay the same throughout the game `name`."""
    parameters, terms = rules.parameters, setting.terms
    handicap = header.handicap or parameters.handicap
    return protocol.Card(
        game=name,
        sitters=setting.sitters,
        ruleset=rules.name,
        title=rules.title,
        edition=header.edition or rules.edition,
        length=protocol.Length(header.contest) if header.contest in _LENGTHS else protocol.Length.GAME,
        games_to_win=parameters.games_of_match // 2 + 1 if header.contest == "match" else 1,
        target=parameters.target_points,
        board_limit=1 if header.contest == "board" else parameters.board_limit,
        colours_owned=rules.colours_are_owned,
        white_is_brown=parameters.white_is_brown,
        concede=clause(rules, ScoringTopic.CONCEDE),
        clock=terms.clock,
        guide=terms.guide,
        handicap=handicap if any(handicap) else (),
        terms=terms,
        surface=header.surface or "",
        physics=header.physics or PHYSICS_VERSION,
        equipment=EQUIPMENT[header.equipment],
        tie=setting.tie,
        coach=is_at_one_screen(setting),
        offline=may_go_offline(setting) and not header.imported,
        rated=setting.pool is not None,
        imported=bool(header.imported),
    )


_LENGTHS = {length.value for length in protocol.Length}


def info_of(rules: Ruleset) -> protocol.RulesetInfo:
    """Return the facts about a rule set that are needed to start a game."""
    parameters = rules.parameters
    lengths = [protocol.Length.BOARD, protocol.Length.GAME]
    if rules.colours_are_owned and parameters.games_of_match > 1:
        lengths.append(protocol.Length.MATCH)
    return protocol.RulesetInfo(
        name=rules.name,
        title=rules.title,
        about=f"{rules.prose(rules.intro).split('. ')[0].rstrip('.')}.",
        players=parameters.players,
        lengths=tuple(lengths),
        target=parameters.target_points,
        board_limit=parameters.board_limit,
        games_of_match=parameters.games_of_match,
        clock=protocol.ClockPlan(stroke=_seconds(parameters.stroke_seconds), place=_seconds(parameters.place_seconds)),
        colours_owned=rules.colours_are_owned,
        rubbers=tuple(map(protocol.RubberKind, parameters.rubbers)),
        white_is_brown=parameters.white_is_brown,
    )


def _seconds(figure: int) -> int:
    """Return a time limit of the laws, at least the minimum of a clock."""
    return max(3, figure)


# -- a past stroke again, with the state before and after it -----------------------------------------------------------


def film_at(history: TableHistory, number: int, state_of: Callable[[TableHistory], protocol.State]) -> EncodedReplay:
    """Return stroke `number` (from 1) of a game, simulated again; `state_of` returns the state for a history."""
    game, event = history.game, history.strokes[number - 1].event
    *events, last = game.events[: event + 1]
    before = TableHistory.fold(tuple(events))
    after = before.apply(last)
    shown = after.shown
    assert shown is not None, "the line of a stroke names its event"
    surface, equipment = of_header(game.header), game.state.equipment
    played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
    return EncodedReplay(
        past=raw(past_of(shown, number)),
        motion=raw(motion_of(shown, played)),
        ruling=raw(verdict_of(shown.ruling)),
        position=raw(shown.after),
        before=raw(state_of(before)),
        state=raw(state_of(after)),
    )


# -- the score card: finished boards, and the result -------------------------------------------------------------------


Demands = Iterable[tuple[int, int]]
"""The extra points demanded, each with the number of the event that ended its board."""


def last_game_of(game: GameHistory, demanded: Demands) -> tuple[protocol.BoardResult, ...]:
    """Return the boards of the game that has just ended, until the next game's first board is racked."""
    games = game.state.games
    if game.round is not None or len(games) < 2 or games[-1].boards:
        return ()
    return boards_of(game, demanded, games[-2])


def boards_of(
    game: GameHistory, demanded: Demands, record: GameRecord | None = None
) -> tuple[protocol.BoardResult, ...]:
    """Return the finished boards of a game, by default the current one, with the score after each."""
    sides, first = game.state.sides, first_seats(game)
    totals, extra, found = [0] * len(sides), dict(demanded), []
    for board in (record or game.state.game).boards:
        before = tuple(totals)
        if is_points_game(game.state):
            totals = totals if board.replay else [a + b for a, b in zip(totals, board.totals, strict=True)]
        elif len(board.winners) == 1:
            add_points(totals, sides.index(board.winners[0]), board.gain)
        men, queen, points = _split(game, board, before, extra.get(board.event, 0))
        found.append(
            protocol.BoardResult(
                winner=_winner(game, board.winners),
                points=0 if board.taken else board.points,
                score=tuple(totals),
                breaker=first.get(board.breaker),
                men=men,
                queen=queen,
                demanded=points,
                extra=board.extra,
                clauses=board.clauses,
            )
        )
    return tuple(found)


def _split(game: GameHistory, board: BoardRecord, before: tuple[int, ...], demanded: int) -> tuple[int, int, int]:
    """Return the winner's points for pieces, for the queen, and as demanded extra points.

    The cost of a mistake with the last piece is counted with the queen, as on the score card.
    """
    if board.taken or len(board.winners) != 1 or is_points_game(game.state):
        return 0, 0, 0
    winner = game.state.sides.index(board.winners[0])
    left, rest = board.men[1 - winner], board.points - demanded
    took = board.queen == board.winners[0]
    queen = min(rest, queen_credit(game.rules, before[winner])) if took else max(0, rest - left)
    return rest - queen, queen, demanded


def result_of(game: GameHistory) -> protocol.GameResult | None:
    """Return the result of the game, or None while it is not over."""
    result = game.result
    if result is None:
        return None
    aborted = who_called_off(game) is not None
    return protocol.GameResult(
        winner=_winner(game, result.winners),
        score=result.score,
        conceded=result.conceded or result.how == "retired",
        games=game.games_won if game.header.contest == "match" else (),
        forfeited=not aborted and result.how in ("walkover", "disqualified", "loss"),
        aborted=aborted,
    )


def _winner(game: GameHistory, winners: tuple[game_events.SideName, ...]) -> Seat | None:
    """Return the seat at the start of the winning side's first player; None if there is no single winner."""
    return sitters_of(game, winners[0])[0] if len(winners) == 1 else None


# -- the state, with the legal actions ---------------------------------------------------------------------------------


_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


def state_of(
    history: TableHistory, asked: Seat | None = None, *, can_undo: bool, can_abort: bool = False
) -> protocol.State:
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


def _last_ruling(history: TableHistory) -> protocol.Verdict | None:
    """Return the last ruling of the present board."""
    rulings = history.game.state.rulings
    return verdict_of(rulings[-1].ruling) if rulings and rulings[-1].event >= history.racked else None


# -- the welcome message: engines, rule sets, surfaces, features -------------------------------------------------------


def welcome(
    reach: protocol.Reach,
    kernel: protocol.KernelStatus,
    accounts: bool,
    name: str | None,
    *,
    open_racks: bool = False,
    offline: bool = False,
) -> protocol.Welcome:
    """Return the welcome message; `name` is that of the account signed in, or None.

    `open_racks`: whether a rack's gaps follow from the nonce of its first stroke; `offline`: whether the server has the
    files for play without a connection.
    """
    return protocol.Welcome(
        protocol=protocol.PROTOCOL,
        program=__version__,
        levels=tuple(level_view(level) for level in LEVELS),
        engines=tuple(level_view(each.level, outside=True) for each in registered()),
        rulesets=_rulesets(),
        surfaces=tuple(PRESETS),
        reach=reach,
        kernel=kernel,
        accounts=accounts,
        you=name,
        films_optional=True,
        open_racks=open_racks,
        offline=offline,
    )


def level_view(level: Level, outside: bool = False) -> protocol.LevelInfo:
    """Return a level as sent to the page."""
    power = round(100 * level.hand.speed, 1)
    return protocol.LevelInfo(name=level.name, aim=level.hand.direction, power=power, outside=outside)


@cache
def _rulesets() -> tuple[protocol.RulesetInfo, ...]:
    """Return what the page needs to know about every rule set."""
    return tuple(info_of(named(name)) for name in NAMES)
