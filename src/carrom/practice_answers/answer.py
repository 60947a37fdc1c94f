"""Answers to the page's questions about boards set up by hand, lessons, puzzles, drills and solo runs."""

from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.play.levels import LEVELS, level_named
from carrom.errors import CarromError
from carrom.i18n import TranslatableText
from carrom.physics.surface import surface
from carrom.practice.check_position import fault_of, spans
from carrom.practice.coach import advice, meaning
from carrom.practice.lesson import reached
from carrom.practice.lessons import lesson_named
from carrom.practice.play import answered, calls, tried, what_if
from carrom.practice.setup import SetupPosition, position_of, round_of, rules_of
from carrom.practice_answers.positions import state_of, told
from carrom.practice_answers.training import drilled, run_alone, solved
from carrom.tables.errors import CommandRefused
from carrom.values import changed

TEACHER = LEVELS[0].name
"""The level of the opponent in the last lesson."""


def answer(asked: protocol.Question, rng: Random) -> protocol.Arranged | protocol.TriedStroke:
    """Return the answer to a question; raises `CommandRefused` or `CarromError` with one sentence."""
    match asked:
        case protocol.Arrange():
            return _arranged(asked)
        case protocol.Try(stroke=None, moment=moment):
            after = answered(moment, asked.level or TEACHER, surface(asked.surface), rng)
            return told(asked.nonce, moment, after, asked.legal)
        case protocol.Try(stroke=stroke, moment=moment) if stroke is not None:
            hand = None if asked.level is None else level_named(asked.level).hand
            ground = surface(asked.surface)
            after = tried(moment, stroke, ground, legal=asked.legal, judged=asked.judged, hand=hand, rng=rng)
            return told(asked.nonce, moment, after, asked.legal)
        case protocol.WhatIf(moment=moment, facts=facts):
            return told(asked.nonce, moment, what_if(moment, facts), True)
        case protocol.Attempt():
            return _attempted(asked, rng)
        case protocol.Solve():
            return solved(asked)
        case protocol.Drill():
            return drilled(asked)
        case protocol.RunAlone():
            return run_alone(asked, rng)
    raise AssertionError(f"unexpected question {asked}")


def _arranged(asked: protocol.Arrange) -> protocol.Arranged:
    """Return the state of a board set up by hand, or its fault."""
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
    return protocol.Arranged(nonce=asked.nonce, state=state_of(round, position, seat, free, None), calls=known)


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."


def _attempted(asked: protocol.Attempt, rng: Random) -> protocol.TriedStroke:
    """Return the result of a lesson step, with the teacher's comments."""
    steps = lesson_named(asked.lesson).under(rules_of(SetupPosition(rules=asked.rules, position="c1")))
    if asked.step > len(steps):
        raise CommandRefused(
            protocol.Refusal.ILLEGAL, f"The lesson {asked.lesson} has {len(steps)} steps, not {asked.step}."
        )
    step, ground = steps[asked.step - 1], surface("club")
    rules = rules_of(SetupPosition(rules=asked.rules, position="c1"))
    moment = asked.moment if asked.moment is not None and step.goes_on else step.moment(rules)
    if asked.stroke is None:
        after = answered(moment, TEACHER, ground, rng)
    else:
        after = tried(moment, asked.stroke, ground, legal=True, judged=True, hand=None, rng=rng)
    found = reached(step.goal, moment, after, ground)
    answer = told(asked.nonce, moment, after, True)
    said: tuple[TranslatableText, ...] = ()
    if step.goal.wins and after.round is not None:
        mine = moment.turn is Seat.SOUTH
        said = meaning(after, mine)
        if found is None and after.round.turn is Seat.SOUTH:
            said += advice(after.round, after, ground, rng)
    return changed(answer, reached=found, said=said)
