"""The practice bench: answers what is asked of boards set up by hand. It keeps nothing, and stores nothing."""

import asyncio
from collections.abc import Callable
from random import Random

from carrom import protocol
from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.board.legal import Span, striker_at
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.text import write_position
from carrom.data import changed
from carrom.engine.levels import LEVELS, level_named
from carrom.errors import CarromError, SimulationDiverged
from carrom.game.score import add_points
from carrom.physics.surface import surface
from carrom.practice.arrange import fault_of, spans
from carrom.practice.coach import advice, meaning
from carrom.practice.lesson import reached
from carrom.practice.lessons import lesson_named
from carrom.practice.moment import Moment, moment_of, position_of, round_of, rules_of
from carrom.practice.play import After, answered, calls, fallen, tried, what_if
from carrom.rules.round import Phase, QueenState, Round
from carrom.server.fair import FairThreads
from carrom.server.film import film_of, verdict_of
from carrom.server.refuse import Refuse
from carrom.texts import Said

TEACHER = LEVELS[0].name
"""The level that a pupil meets in the last lesson."""
_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


class Bench:
    """Answers questions one after the other, in a thread of its own: practice never holds up a game."""

    def __init__(self, chance: Random, charge: Callable[[str, float], None] = lambda payer, seconds: None) -> None:
        """Take what hands err by from `chance`; `charge` is told how many seconds of computing an address has used."""
        self._chance = chance
        self._thread = FairThreads(1, "practice", charge)

    async def answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.Tried:
        """Return the answer to a question; raises `Refuse` with one sentence."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, asked)
        except SimulationDiverged:
            raise
        except CarromError as fault:
            raise Refuse(protocol.Refusal.ILLEGAL, str(fault)) from None

    def close(self) -> None:
        """Answer nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.Tried:
        rng = Random(self._chance.getrandbits(64))
        match asked:
            case protocol.Arrange():
                return _arranged(asked)
            case protocol.Try(stroke=None, moment=moment):
                after = answered(moment, asked.level or TEACHER, surface(asked.surface), rng)
                return _told(asked.nonce, moment, after, asked.legal)
            case protocol.Try(stroke=stroke, moment=moment) if stroke is not None:
                hand = None if asked.level is None else level_named(asked.level).hand
                ground = surface(asked.surface)
                after = tried(moment, stroke, ground, legal=asked.legal, judged=asked.judged, hand=hand, rng=rng)
                return _told(asked.nonce, moment, after, asked.legal)
            case protocol.WhatIf(moment=moment, facts=facts):
                return _told(asked.nonce, moment, what_if(moment, facts), True)
            case protocol.Attempt():
                return _attempted(asked, rng)
        raise AssertionError(f"{asked} is no question of the bench")


def _arranged(asked: protocol.Arrange) -> protocol.Arranged:
    """Return how a board set up by hand stands, or its fault."""
    try:
        rules, position = rules_of(asked.moment), position_of(asked.moment)
        fault = fault_of(position)
        if fault is not None:
            return protocol.Arranged(nonce=asked.nonce, fault=fault.sentence, discs=fault.discs)
        round = round_of(asked.moment) if asked.judged else None
    except CarromError as refusal:
        return protocol.Arranged(nonce=asked.nonce, fault=_sentence(str(refusal)))
    seat = asked.moment.turn if round is None else round.turn
    free = spans(rules, position, seat, asked.legal)
    known = () if round is None else calls(round)
    return protocol.Arranged(nonce=asked.nonce, state=_state(round, position, seat, free, None), calls=known)


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."


def _attempted(asked: protocol.Attempt, rng: Random) -> protocol.Tried:
    """Return what became of a step of a lesson, and what the teacher says."""
    steps = lesson_named(asked.lesson).under(rules_of(Moment(rules=asked.rules, position="c1")))
    if asked.step > len(steps):
        raise Refuse(protocol.Refusal.ILLEGAL, f"The lesson {asked.lesson} has {len(steps)} steps, not {asked.step}.")
    step, ground = steps[asked.step - 1], surface("club")
    rules = rules_of(Moment(rules=asked.rules, position="c1"))
    moment = asked.moment if asked.moment is not None and step.goal.wins else step.moment(rules)
    if asked.stroke is None:
        after = answered(moment, TEACHER, ground, rng)
    else:
        after = tried(moment, asked.stroke, ground, legal=True, judged=True, hand=None, rng=rng)
    found = reached(step.goal, after)
    answer = _told(asked.nonce, moment, after, True)
    said: tuple[Said, ...] = ()
    if step.goal.wins and after.round is not None:
        mine = moment.turn is Seat.SOUTH
        said = meaning(after, mine)
        if found is None and after.round.turn is Seat.SOUTH:
            said += advice(after.round, after, ground, rng)
    return changed(answer, reached=found, said=said)


# -- an answer ----------------------------------------------------------------------------------------------------


def _told(nonce: str, moment: Moment, after: After, legal: bool) -> protocol.Tried:
    """Return what a stroke has led to, with the board that it leaves."""
    following = _following(moment, after)
    rules, seat = rules_of(moment), following.turn
    over = after.round is not None and after.round.result is not None
    free = () if over else spans(rules, after.position, seat, legal)
    played = after.played
    ruling = None if after.ruling is None else verdict_of(after.ruling)
    motion = None
    if played is not None and after.stroke is not None:
        there = striker_at(moment.turn, after.stroke.x, after.stroke.y)
        motion = film_of(moment.turn, after.stroke, position_of(moment).having(STRIKER, there), played)
    return protocol.Tried(
        nonce=nonce,
        motion=motion,
        pocketed=(*fallen(after), *((STRIKER,) if played is not None and STRIKER in played.outcome.pocketed else ())),
        touched=played.outcome.touched if played is not None else (),
        ruling=ruling,
        state=_state(after.round, after.position, seat, free, ruling),
        moment=following,
    )


def _following(moment: Moment, after: After) -> Moment:
    """Return the moment that follows, to go on from."""
    if after.round is not None:
        return moment_of(after.round, after.position)
    taken = moment.queen == "board" and QUEEN not in after.position
    queen = "mover" if taken else moment.queen
    return changed(moment, position=write_position(after.position), queen=queen, attempt=None, kept="")


def _state(
    round: Round | None,
    position: Position,
    seat: Seat,
    free: tuple[Span, ...],
    ruling: protocol.Verdict | None,
) -> protocol.State:
    """Return how a board stands, with where the striker may stand; without a round nobody owns anything."""
    over = round is not None and round.result is not None
    breaking = round is not None and round.phase is Phase.BREAK and not over
    strike = protocol.ExpectStrike(
        seat=seat,
        attempt=round.attempt if round is not None and breaking else None,
        attempts=round.ruleset.parameters.break_attempts if round is not None else 1,
        intervals=tuple(protocol.Interval(span.low, span.high, span.y) for span in free),
        may_pass=False,
    )
    playing = protocol.Phase.BREAK if breaking else protocol.Phase.PLAY
    return protocol.State(
        position=position,
        phase=protocol.Phase.BOARD_OVER if over else playing,
        turn=None if over else seat,
        expected=() if over else (strike,),
        board=1,
        breaker=round.breaker if round is not None else seat,
        sides=tuple(_side(round, index) for index in range(len(round.sides))) if round is not None else (),
        queen=_queen(round),
        boards=() if round is None or not over else _boards(round),
        ruling=ruling,
        result=None,
        can_undo=False,
        can_resign=False,
        strokes=0,
    )


def _side(round: Round, index: int) -> protocol.SideState:
    side = round.sides[index]
    return protocol.SideState(
        seats=side.seats,
        colour=_COLOUR[side.colour],
        score=side.score + side.points,
        on_board=round.men_on_board(index),
        pocketed=tuple(disc for disc in round.in_pockets(index) if disc is not Disc.Q),
        due=side.due,
    )


def _queen(round: Round | None) -> protocol.QueenState:
    if round is None:
        return protocol.QueenState(where=protocol.QueenWhere.BOARD)
    side = round.queen_side if round.queen is QueenState.COVERED else None
    if round.queen in (QueenState.PENDING, QueenState.ASIDE):
        side = round.mover
    return protocol.QueenState(where=_QUEEN[round.queen], seat=None if side is None else round.sides[side].seats[0])


def _boards(round: Round) -> tuple[protocol.BoardResult, ...]:
    """Return how the board ended, as the one row of a card."""
    result = round.result
    assert result is not None, "a board that is over has a result"
    alone = result.winners[0] if len(result.winners) == 1 else None
    totals = [side.score + side.points for side in round.sides]
    if alone is not None and round.ruleset.colours_are_owned:
        add_points(totals, alone, result)
    winner = None if alone is None else round.sides[alone].seats[0]
    return (protocol.BoardResult(winner=winner, points=result.points, score=tuple(totals)),)
