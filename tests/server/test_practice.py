"""The practice board: requests about a position set up by hand, and their answers."""

import asyncio
from random import Random
from typing import Any

import pytest
from msgspec import convert

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.outcome import LinesLeft
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.practice.setup import Facts, Happened, SetupPosition, Whose
from carrom.rules.effects import CODES
from carrom.server.http.training import PracticeService
from carrom.tables.proposal import CommandRefused
from carrom.values import changed

NONCE = "A" * 22
READY = "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000"
MOMENT = SetupPosition(position=READY)
STRAIGHT = Stroke(0, 1_180_000, 2_000_000)


def answer(asked: Any) -> Any:
    """Return a new practice service's answer."""
    bench = PracticeService(Random(1))
    try:
        return asyncio.run(bench.answer(asked))
    finally:
        bench.close()


def test_a_board_that_can_lie_so_is_told_with_where_the_striker_may_stand():
    found = answer(protocol.Arrange(nonce=NONCE, moment=MOMENT, judged=True))
    assert found.fault is None
    (strike,) = found.state.expected
    assert strike.seat is Seat.SOUTH
    assert strike.intervals
    assert [side.on_board for side in found.state.sides] == [2, 1]


def test_a_board_that_cannot_lie_so_is_told_with_its_fault_and_is_no_refusal():
    found = answer(protocol.Arrange(nonce=NONCE, moment=SetupPosition(position="c1_W4.0.0_B2.28800.0")))
    assert found.fault == "W4 overlaps B2 by 3 mm; discs may touch, not overlap."
    assert found.discs == (Disc.W4, Disc.B2)
    assert found.state is None


def test_facts_that_contradict_each_other_are_a_fault_only_where_the_law_is_asked():
    moment = SetupPosition(position="c1_Q.0.0")
    assert answer(protocol.Arrange(nonce=NONCE, moment=moment)).fault is None
    refused = answer(protocol.Arrange(nonce=NONCE, moment=moment, judged=True))
    assert refused.fault.startswith("There is no piece on the board")


def test_a_stroke_comes_with_its_film_and_the_board_it_leaves():
    found = answer(protocol.Try(nonce=NONCE, moment=MOMENT, stroke=STRAIGHT))
    assert found.motion.keyframes
    assert Disc.S in found.motion.before
    assert found.pocketed == (Disc.W1,)
    assert found.ruling is None
    assert "W1" not in found.moment.position
    assert Disc.S not in found.state.position


def test_the_law_is_asked_without_a_stroke():
    found = answer(protocol.WhatIf(nonce=NONCE, moment=MOMENT, facts=Facts(falls=(Disc.S,), touched=False)))
    assert found.motion is None
    assert found.ruling.findings[0].clause == "Law 72a"
    assert found.state.turn is Seat.NORTH
    assert found.moment.kept


def test_the_program_answers_on_the_same_board():
    first = answer(protocol.WhatIf(nonce=NONCE, moment=MOMENT, facts=Facts()))
    assert first.moment.turn is Seat.NORTH
    second = answer(protocol.Try(nonce=NONCE, moment=first.moment, stroke=None, level="beginner", judged=True))
    assert second.motion.seat is Seat.NORTH


def test_a_step_of_a_lesson_is_judged():
    hit = protocol.Attempt(nonce=NONCE, lesson="straight", step=1, stroke=STRAIGHT)
    missed = protocol.Attempt(nonce=NONCE, lesson="straight", step=1, stroke=Stroke(0, 0, 500_000))
    assert answer(hit).reached is True
    assert answer(missed).reached is False


@pytest.mark.slow
def test_the_last_lesson_goes_on_with_the_program_and_a_coach():
    first = answer(protocol.Attempt(nonce=NONCE, lesson="endgame", step=6, stroke=Stroke(-150_000, 0, 300_000)))
    assert first.reached is None
    assert [said.key for said in first.said] == ["lesson.coach.missed"]
    second = answer(protocol.Attempt(nonce=NONCE, lesson="endgame", step=6, moment=first.moment))
    assert second.motion.seat is Seat.NORTH
    assert second.said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=Stroke(200_000, 0, 1)), "circle"),
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=STRAIGHT, surface="ice"), "ice"),
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=Stroke(10**17, 0, 1), legal=False), "in the way"),
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=Stroke(0, 0, 10**17)), "12"),
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=Stroke(0, 0, 10**6, 0, 10**17)), "spin"),
        (protocol.Try(nonce=NONCE, moment=MOMENT, stroke=STRAIGHT, level="god"), "no level"),
        (protocol.WhatIf(nonce=NONCE, moment=MOMENT, facts=Facts(falls=(Disc.W9,))), "W9"),
        (protocol.WhatIf(nonce=NONCE, moment=SetupPosition(position="x"), facts=Facts()), "begins with"),
        (protocol.Attempt(nonce=NONCE, lesson="straight", step=9), "has 6 steps, not 9"),
        (protocol.Attempt(nonce=NONCE, lesson="sky", step=1), "no lesson is called"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(asked, said):
    with pytest.raises(CommandRefused) as refusal:
        answer(asked)
    assert said.lower() in refusal.value.reason.lower()
    assert refusal.value.code is protocol.Refusal.ILLEGAL


def what_if(**facts):
    """Return the ruling on these facts in the default position."""
    return answer(protocol.WhatIf(nonce=NONCE, moment=MOMENT, facts=Facts(**facts)))


def test_the_law_is_asked_about_a_pass_and_about_the_last_of_three_each():
    found = what_if(happened=Happened.PASS)
    assert (found.ruling.turn, found.ruling.findings[0].clause) == (protocol.Turn.PASS, "Law 137")
    found = what_if(happened=Happened.PASS, passes=5)
    assert found.ruling.turn is protocol.Turn.REPLAY
    assert found.state.phase is protocol.Phase.BOARD_OVER


def test_the_law_is_asked_about_an_umpires_call_and_whose_fault_it_is():
    mine = what_if(happened=Happened.CALL, call="touched-man", after_stroke=True)
    theirs = what_if(happened=Happened.CALL, call="touched-man", by=Whose.OPPONENT)
    assert "Law 134" in {each.clause for each in mine.ruling.findings}
    assert mine.state.turn is Seat.NORTH
    assert theirs.state.turn is Seat.SOUTH


def test_the_law_is_asked_about_discs_that_leave_the_board_over_the_frame():
    found = what_if(jumped=(Disc.Q,))
    assert found.ruling.findings
    assert Disc.Q in found.state.position, "the umpire has put her back"
    assert found.pocketed == ()


def test_the_law_is_asked_about_lines_not_left_and_strokes_before_the_call():
    assert what_if(lines=LinesLeft.NONE).ruling.said != what_if().ruling.said
    with pytest.raises(CommandRefused, match="can only be a break"):
        what_if(before_play=True)


def test_a_board_that_is_judged_is_told_with_the_calls_that_its_book_prices():
    icf = answer(protocol.Arrange(nonce=NONCE, moment=MOMENT, judged=True)).calls
    points = answer(protocol.Arrange(nonce=NONCE, moment=changed(MOMENT, rules="points"), judged=True)).calls
    assert set(icf) == set(CODES)
    assert set(icf) - set(points) == {"placed-wrong-man", "opponent-man-noticed"}, "nobody owns a colour"
    assert answer(protocol.Arrange(nonce=NONCE, moment=MOMENT)).calls == ()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"falls": (Disc.W1,), "jumped": (Disc.W1,)}, "W1 is stated both to have fallen and to have left the board"),
        ({"happened": "call", "call": "yawning"}, "no call 'yawning'"),
        ({"happened": "call", "call": "seat", "by": "nobody"}, "needs the side at fault"),
    ],
)
def test_a_question_that_cannot_be_is_refused_in_one_sentence(facts, said):
    asked = convert({"type": "what-if", "nonce": NONCE, "moment": {"position": READY}, "facts": facts}, protocol.WhatIf)
    with pytest.raises(CommandRefused, match=said):
        answer(asked)


def test_a_board_that_is_won_is_told_with_who_won_it():
    last = SetupPosition(position="c1_W1.250000.180000_B1.-60000.250000", queen="mover")
    found = answer(protocol.WhatIf(nonce=NONCE, moment=last, facts=Facts(falls=(Disc.W1,))))
    (board,) = found.state.boards
    assert (board.winner, board.points, board.score) == (Seat.SOUTH, 4, (4, 0))
