"""From the domain's values to what the wire says: a game as `State`, a ruling in words, a stroke as `Motion`."""

import math

from carrom import protocol
from carrom.board.disc import Disc, Kind
from carrom.board.legal import legal_spans, placing_spots
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.game.event import Conceded, Demanded, Event, Passed, Placed, RoundBegun, Undone, Waived
from carrom.game.expectation import BeginRound, Expectation, Toss
from carrom.game.game import Game
from carrom.game.score import add_points
from carrom.game.spot import cover_of
from carrom.physics.event import Event as Impact
from carrom.physics.played import Contact, ContactKind, Played
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import QueenState, Round
from carrom.rules.ruling import Ruling
from carrom.server.history import History, Shown, board_number

_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


def state_of(history: History, *, can_undo: bool) -> protocol.State:
    """Return all that a client draws of a game that has been racked."""
    game, round_, position = history.game, history.game.round, history.game.position
    assert round_ is not None, "the first board is racked when a game begins"
    assert position is not None, "a simulated game keeps places"
    expected = tuple(_expected(game, position, each) for each in game.expected)
    return protocol.State(
        position=position,
        phase=_phase(game),
        turn=next((each.seat for each in expected if not isinstance(each, protocol.ExpectNext)), None),
        expected=expected,
        board=board_number(game),
        breaker=round_.breaker,
        sides=tuple(_side(game, round_, index) for index in range(len(round_.sides))),
        queen=_queen(round_),
        boards=_boards(game),
        ruling=_last_ruling(game),
        result=_result(game),
        can_undo=can_undo,
        can_resign=game.result is None,
        strokes=len(history.strokes),
    )


def told(event: Event, history: History, played: Played | None, *, can_undo: bool) -> protocol.Event:
    """Return what everybody is told of an event; `history` is after it, `played` is given for a stroke."""
    state = state_of(history, can_undo=can_undo)
    if played is not None:
        shown = history.strokes[-1]
        return protocol.Played(
            version=history.version,
            motion=motion_of(shown, played),
            past=past_of(shown, len(history.strokes)),
            ruling=verdict_of(shown.ruling),
            state=state,
        )
    return protocol.Acted(
        version=history.version,
        act=_ACT.get(type(event), protocol.Act.RACKED),
        seat=_actor(event, history.game),
        disc=event.disc if isinstance(event, Placed) else None,
        points=event.points if isinstance(event, Demanded) else None,
        state=state,
    )


def _actor(event: Event, game: Game) -> Seat | None:
    """Return who acted; None for the umpire."""
    if isinstance(event, Conceded):
        return game.state.seats_of(event.side)[0]
    return getattr(event, "seat", None)


_ACT = {
    Placed: protocol.Act.PLACED,
    Waived: protocol.Act.WAIVED,
    Demanded: protocol.Act.DEMANDED,
    Passed: protocol.Act.PASSED,
    Conceded: protocol.Act.RESIGNED,
    Undone: protocol.Act.UNDONE,
}
"""What is not here (a toss, a rack) is told as racking."""


def verdict_of(ruling: Ruling) -> protocol.Verdict:
    """Return a ruling in words."""
    findings = tuple(protocol.Finding(clause=finding.clause, sentence=finding.sentence) for finding in ruling.findings)
    return protocol.Verdict(seat=ruling.seat, turn=protocol.Turn(ruling.turn.value), why=ruling.why, findings=findings)


def past_of(shown: Shown, number: int) -> protocol.PastStroke:
    """Return the line of the history for its stroke `number`, from 1."""
    return protocol.PastStroke(
        number=number,
        board=shown.board,
        seat=shown.seat,
        pocketed=shown.pocketed,
        turn=protocol.Turn(shown.ruling.turn.value),
        why=shown.ruling.why,
    )


def motion_of(shown: Shown, played: Played) -> protocol.Motion:
    """Return a stroke as it is shown; `played` must hold its trajectory."""
    trajectory = played.trajectory
    assert trajectory is not None, "a stroke is shown from its trajectory"
    return protocol.Motion(
        seat=shown.seat,
        stroke=shown.stroke,
        before=shown.before,
        keyframes=trajectory.keyframes,
        contacts=tuple(map(_contact, played.contacts, trajectory.events)),
        duration=played.duration,
        rest=shown.rest,
    )


def _contact(contact: Contact, event: Impact) -> protocol.Contact:
    """Return a contact with how hard it was; speeds in µm/s, impulses in µN·s."""
    before = event.before
    vx, vy = before[0].vx, before[0].vy
    if len(before) > 1:
        vx, vy = vx - before[1].vx, vy - before[1].vy
    if contact.kind is ContactKind.POCKET:
        speed = math.hypot(vx, vy)
    else:
        speed = abs(vx * event.normal[0] + vy * event.normal[1])
    return protocol.Contact(
        time=contact.time,
        kind=contact.kind,
        discs=contact.discs,
        at=contact.at,
        speed=round(speed * 1e6),
        impulse=round(abs(event.normal_impulse) * 1e6),
    )


def _expected(game: Game, position: Position, each: Expectation) -> protocol.Expected:
    """Return one thing the game waits for, with what is legal there."""
    match each:
        case Strike(seat=seat, attempt=attempt, breaking=breaking, may_pass=may_pass):
            spans = legal_spans(position, seat, game.state.equipment, cover_of(game.rules))
            return protocol.ExpectStrike(
                seat=seat,
                attempt=attempt if breaking else None,
                attempts=game.rules.parameters.break_attempts,
                intervals=tuple(protocol.Interval(span.low, span.high, span.y) for span in spans),
                may_pass=may_pass,
            )
        case PlaceDue(seat=seat, disc=disc):
            return protocol.ExpectPlace(
                seat=seat, disc=disc, spots=tuple(placing_spots(position, disc, game.state.equipment)), may_waive=True
            )
        case Demand(seat=seat, up_to=up_to):
            return protocol.ExpectDemand(seat=seat, up_to=up_to)
        case BeginRound(breakers=breakers):
            return protocol.ExpectNext(breaker=breakers[0] if len(breakers) == 1 else None)
        case Toss():
            return protocol.ExpectNext(breaker=None)
        case _:
            raise AssertionError(f"the server does {each} by itself")


def _phase(game: Game) -> protocol.Phase:
    """Return what kind of moment this is."""
    if game.result is not None:
        return protocol.Phase.GAME_OVER
    match game.expected[0]:
        case Strike(breaking=breaking):
            return protocol.Phase.BREAK if breaking else protocol.Phase.PLAY
        case PlaceDue():
            return protocol.Phase.PLACE
        case Demand():
            return protocol.Phase.DEMAND
        case _:
            return protocol.Phase.BOARD_OVER


def _side(game: Game, round_: Round, index: int) -> protocol.SideState:
    """Return one side at this moment; men that wait to be placed are owed and still in the pockets."""
    side = round_.sides[index]
    waiting = sum(placing.owner == index for placing in round_.placings)
    return protocol.SideState(
        seats=side.seats,
        colour=_COLOUR[side.colour],
        score=game.score[index],
        on_board=round_.men_on_board(index),
        pocketed=_men_down(round_, index),
        due=0 if round_.is_over else side.due + waiting,
    )


def _men_down(round_: Round, index: int) -> tuple[Disc, ...]:
    return tuple(disc for disc in round_.in_pockets(index) if disc is not Disc.Q)


def _queen(round_: Round) -> protocol.QueenState:
    """Return where the queen is, and whose."""
    side = round_.queen_side if round_.queen is QueenState.COVERED else None
    if round_.queen in (QueenState.PENDING, QueenState.ASIDE):
        side = round_.mover
    seat = None if side is None else round_.sides[side].seats[0]
    return protocol.QueenState(where=_QUEEN[round_.queen], seat=seat)


def _boards(game: Game) -> tuple[protocol.BoardResult, ...]:
    """Return the finished boards of the running game, with the running score."""
    sides = game.state.sides
    totals = [0] * len(sides)
    found = []
    for board in game.state.game.boards:
        winner = board.winners[0] if len(board.winners) == 1 else None
        if winner is not None:
            add_points(totals, sides.index(winner), board.gain)
        seat = None if winner is None else game.state.seats_of(winner)[0]
        found.append(protocol.BoardResult(winner=seat, points=0 if board.taken else board.points, score=tuple(totals)))
    return tuple(found)


def _last_ruling(game: Game) -> protocol.Verdict | None:
    """Return the last ruling of the board being played."""
    racked = max((number for number in game.line if isinstance(game.events[number], RoundBegun)), default=0)
    if not game.state.rulings or game.state.rulings[-1].event < racked:
        return None
    return verdict_of(game.state.rulings[-1].ruling)


def _result(game: Game) -> protocol.GameResult | None:
    result = game.result
    if result is None:
        return None
    winner = game.state.seats_of(result.winners[0])[0] if len(result.winners) == 1 else None
    return protocol.GameResult(winner=winner, score=result.score, conceded=result.conceded)


def card_of(game: Game, name: str, sitters: tuple[protocol.Sitter, ...]) -> protocol.Card:
    """Return what stays the same throughout the game called `name`."""
    parameters = game.rules.parameters
    return protocol.Card(
        game=name,
        sitters=sitters,
        ruleset=game.header.ruleset,
        edition=game.header.edition,
        target=parameters.target_points,
        board_limit=parameters.board_limit,
        surface=game.header.surface or "",
        equipment=game.state.equipment,
    )
