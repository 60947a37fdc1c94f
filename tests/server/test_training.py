"""Puzzles, drills and solo runs over HTTP."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import convert
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.outcome import LinesLeft
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError
from carrom.practice.setup import Facts, Happened, SetupPosition, Whose
from carrom.practice_answers import drilled, run_alone, solved
from carrom.protocol import SeatPlan, Terms, Who
from carrom.rules.effects import CODES
from carrom.server.http.training import DailyPuzzles, DailyStore, PracticeService
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import GameSettings
from carrom.tables.views import is_at_one_screen
from carrom.training.daily import daily_number
from carrom.training.drills import board_of
from carrom.training.puzzles import puzzle_of, shelf
from carrom.training.views import PuzzleGoal
from carrom.values import changed

from .places import KINDS, place_of
from .test_accounts import Browser, Club

NONCE = "A" * 22


def test_the_best_stroke_solves_a_puzzle_and_the_rating_rises():
    puzzle = puzzle_of(1)
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=puzzle.stroke, rating=protocol.Rate()))
    read = answer.training
    assert isinstance(read, protocol.PuzzleRead)
    assert answer.reached is True
    assert read.success >= read.bar
    assert read.rating is not None
    assert read.rating.rating > 1500
    assert read.rating.deviation < 350


def test_a_stroke_at_nothing_does_not_solve_it_and_a_try_that_is_not_rated_leaves_the_rating():
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=Stroke(0, 0, 300_000)))
    assert answer.reached is False
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.training.rating is None
    assert answer.training.best.stroke == puzzle_of(1).stroke


def test_the_best_stroke_is_shown_without_being_rated():
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=2, stroke=None, rating=protocol.Rate()))
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.training.rating is None
    assert answer.motion is not None


@pytest.mark.slow
@pytest.mark.parametrize("goal", [PuzzleGoal.QUEEN, PuzzleGoal.PLAN, PuzzleGoal.ORDER])
def test_a_puzzle_of_two_strokes_goes_on_after_the_first_and_is_rated_after_the_second(goal: PuzzleGoal):
    going_on = 0
    for puzzle in [puzzle for puzzle in shelf()[1] if puzzle.goal is goal][:6]:
        ask = protocol.Solve(nonce=NONCE, puzzle=puzzle.number, stroke=puzzle.stroke, rating=protocol.Rate())
        first = solved(ask)
        assert isinstance(first.training, protocol.PuzzleRead)
        if not first.training.goes_on:
            continue
        going_on += 1
        assert (first.reached, first.training.rating) == (None, None)
        best = solved(changed(ask, stroke=None, moment=first.moment)).training
        assert isinstance(best, protocol.PuzzleRead)
        second = solved(changed(ask, stroke=best.best.stroke, moment=first.moment))
        assert isinstance(second.training, protocol.PuzzleRead)
        assert second.training.rating is not None
        assert second.reached is second.training.solved is True
        miss = solved(changed(ask, stroke=Stroke(best.best.stroke.x, 0, 300_000), moment=first.moment))  # type: ignore[union-attr]
        assert miss.reached is False
    assert going_on >= 3


def test_a_due_is_placed_and_judged_by_what_it_leaves_its_owner():
    puzzle = next(puzzle for puzzle in shelf()[1] if puzzle.goal is PuzzleGoal.DUE)
    ask = protocol.Solve(nonce=NONCE, puzzle=puzzle.number, at=puzzle.at, rating=protocol.Rate())
    answer = solved(ask)
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.reached is True
    assert puzzle.disc in answer.state.position.discs
    assert answer.training.reply == pytest.approx(1 - answer.training.success)
    with pytest.raises(CarromError, match="may not be placed there"):
        solved(changed(ask, at=Point(300_000, 300_000)))
    with pytest.raises(CarromError, match="asks for a place"):
        solved(changed(ask, at=None, stroke=Stroke(0, 0, 1_000_000)))


def test_a_second_stroke_or_a_place_is_refused_where_one_stroke_is_asked_for():
    ask = protocol.Solve(nonce=NONCE, puzzle=1, stroke=puzzle_of(1).stroke)
    with pytest.raises(CarromError, match="has one stroke"):
        solved(changed(ask, moment=puzzle_of(1).moment))
    with pytest.raises(CarromError, match="asks for a stroke"):
        solved(changed(ask, stroke=None, at=Point(0, 60_000)))


def test_a_break_from_another_part_of_the_baseline_is_refused():
    puzzle = next(puzzle for puzzle in shelf()[1] if puzzle.goal is PuzzleGoal.BREAK)
    assert puzzle.stands is not None
    with pytest.raises(CarromError, match="expected is a place from"):
        solved(protocol.Solve(nonce=NONCE, puzzle=puzzle.number, stroke=Stroke(puzzle.stands[1] + 9_000, 0, 3_000_000)))


def test_a_drill_counts_hits_and_tells_the_interval():
    stroke = board_of("cut", 1).stroke
    hit = drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=stroke, tries=3, hits=1))
    miss = drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=Stroke(0, 0, 300_000), tries=3, hits=1))
    assert isinstance(hit.training, protocol.DrillRead)
    assert isinstance(miss.training, protocol.DrillRead)
    assert (hit.training.tries, hit.training.hits, hit.reached) == (4, 2, True)
    assert (miss.training.tries, miss.training.hits, miss.reached) == (4, 1, False)
    assert hit.training.low < 0.5 < hit.training.high


def test_more_hits_than_tries_are_refused():
    with pytest.raises(CarromError, match="at most as many hits as tries"):
        drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=None, tries=3, hits=400))


def test_a_run_alone_goes_on_from_what_the_page_brings_back():
    begun = run_alone(protocol.RunAlone(nonce=NONCE), Random(5))
    assert isinstance(begun.training, protocol.AloneRead)
    run, moment = begun.training.run, begun.moment
    for _ in range(3):
        asked = protocol.RunAlone(nonce=NONCE, stroke=Stroke(0, 0, 4_000_000), moment=moment, run=run)
        answer = run_alone(asked, Random(0))
        assert isinstance(answer.training, protocol.AloneRead)
        run, moment = answer.training.run, answer.moment
    assert run.strokes == 3
    assert answer.training.hand is not None


def test_a_run_whose_discs_were_moved_is_refused():
    begun = run_alone(protocol.RunAlone(nonce=NONCE), Random(5))
    assert isinstance(begun.training, protocol.AloneRead)
    moved = changed(begun.moment, position="c1_W1.0.0")
    with pytest.raises(CarromError, match="begin a new one"):
        run_alone(
            protocol.RunAlone(nonce=NONCE, stroke=Stroke(0, 0, 4_000_000), moment=moved, run=begun.training.run),
            Random(0),
        )


@pytest.mark.parametrize("rating", [-10_000, 10_000])
@pytest.mark.parametrize("deviation", [1, 350])
@pytest.mark.parametrize("volatility", [0.0001, 1])
def test_whatever_rating_a_page_brings_it_is_told_one_that_it_may_bring_again(
    rating: float, deviation: float, volatility: float
) -> None:
    brought = protocol.Rate(rating=rating, deviation=deviation, volatility=volatility)
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=Stroke(0, 0, 300_000), rating=brought))
    assert answer.training is not None
    assert answer.training.rating is not None
    assert msgspec.convert(msgspec.to_builtins(answer.training.rating), protocol.Rate).value == answer.training.rating


# -- The daily puzzle over HTTP: judged by the server, counted once for each browser and account, without names

NOON = 1_795_435_200
"""2026-11-23 12:00 UTC in seconds since 1970."""
DAY = 86_400
TODAY, YESTERDAY, BEFORE, TOMORROW = "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-24"
MISS = {"x": 0, "vx": 0, "vy": 300_000}


def best(day: str) -> dict[str, int]:
    stroke = puzzle_of(daily_number(date.fromisoformat(day))).stroke
    return {"x": stroke.x, "vx": stroke.vx, "vy": stroke.vy}


def token(number: int) -> str:
    return f"token-of-a-browser-{number:06d}"


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture
def club(static: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(DailyPuzzles, "now", staticmethod(lambda: NOON))
    made = Club(":memory:", static)
    with made.client:
        yield made


@pytest.fixture(params=KINDS)
def days(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DailyStore]:
    store = Store(place_of(request.param, tmp_path).where)
    yield DailyStore(store.database)
    store.close()


def tries(page: Browser, number: int, stroke: Any = MISS, day: str = TODAY, code: int = 200) -> Any:
    answer = page.client.post(f"/api/puzzles/days/{day}/try", json={"stroke": stroke, "token": token(number)})
    assert answer.status_code == code, answer.text
    return answer.json()


def test_today_has_a_puzzle_without_its_solution_and_nobody_has_tried_it(club: Club) -> None:
    found = club.browser().client.get("/api/puzzles/today").json()
    assert (found["day"], found["tried"], found["solved"]) == (TODAY, 0, 0)
    assert found["puzzle"]["number"] == daily_number(date(2026, 11, 23))
    assert "best" not in found["puzzle"]


def test_a_first_try_is_judged_by_the_server_and_counted(club: Club) -> None:
    page = club.browser()
    assert tries(page, 1, best(TODAY)) == {"day": TODAY, "counted": True, "tried": 1, "solved": 1}
    assert tries(page, 2) == {"day": TODAY, "counted": True, "tried": 2, "solved": 1}
    found = page.client.get("/api/puzzles/today").json()
    assert (found["tried"], found["solved"]) == (2, 1)


def test_a_second_try_of_the_same_browser_counts_neither_for_nor_against_it(club: Club) -> None:
    page = club.browser()
    tries(page, 1)
    assert tries(page, 1, best(TODAY)) == {"day": TODAY, "counted": False, "tried": 1, "solved": 0}


def test_an_account_counts_once_whatever_its_tokens(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    tries(page, 1)
    for number in range(2, 6):
        assert tries(page, number, best(TODAY))["counted"] is False
    assert tries(club.browser(), 1)["tried"] == 2, "another browser's token is not the account's"


def test_one_address_with_many_fresh_tokens_is_counted_only_so_often(club: Club) -> None:
    page = club.browser()
    counted = []
    for number in range(40):
        club.clock.now += 60  # stay below the rate limit
        counted.append(tries(page, number, best(TODAY))["counted"])
    assert counted == [True] * DailyPuzzles.PER_ADDRESS + [False] * (40 - DailyPuzzles.PER_ADDRESS)
    assert page.client.get("/api/puzzles/today").json()["tried"] == DailyPuzzles.PER_ADDRESS


def test_a_claim_to_have_solved_it_is_not_believed(club: Club) -> None:
    page = club.browser()
    body = {"stroke": MISS, "token": token(1), "solved": True}
    answer = page.client.post(f"/api/puzzles/days/{TODAY}/try", json=body)
    assert answer.status_code == 422
    assert "solved" in answer.json()["detail"]
    assert page.client.get("/api/puzzles/today").json()["tried"] == 0


@pytest.mark.parametrize("stroke", [None, {"x": 0, "vx": 0, "vy": 900_000_000}, {"x": 9_999_999, "vx": 0, "vy": 1}])
def test_no_stroke_or_an_impossible_one_is_refused_and_not_counted(club: Club, stroke: Any) -> None:
    page = club.browser()
    tries(page, 1, stroke, code=422)
    assert page.client.get("/api/puzzles/today").json()["tried"] == 0


@pytest.mark.parametrize("day", [TOMORROW, BEFORE, "2026-02-31", "2026-13-01"])
def test_a_day_that_is_not_open_is_refused_in_a_sentence(club: Club, day: str) -> None:
    answer = tries(club.browser(), 1, MISS, day, 404)
    assert "today" in answer["detail"]


def test_yesterday_is_open_for_those_who_began_before_midnight(club: Club) -> None:
    assert tries(club.browser(), 1, best(YESTERDAY), YESTERDAY)["solved"] == 1


@pytest.mark.parametrize("word", ["", "short", "x" * 65, "with spaces and more than 22", "é" * 30])
def test_a_token_that_is_none_is_refused(club: Club, word: str) -> None:
    page = club.browser()
    answer = page.client.post(f"/api/puzzles/days/{TODAY}/try", json={"stroke": MISS, "token": word})
    assert answer.status_code == 422


def test_nothing_stored_names_a_browser_an_address_or_an_account(club: Club) -> None:
    page = club.browser()
    page.sign_up("Mundari")
    tries(page, 1)
    tries(club.browser(), 2)
    rows = club.store.database.ask("SELECT * FROM daily_try", ())
    assert len(rows) == 2
    account = club.store.database.ask("SELECT id FROM account", ())[0][0]
    for secret in ("undari", token(1), token(2), "testclient", account):
        assert secret not in str(rows)


def test_past_days_become_two_numbers(days: DailyStore) -> None:
    for who, success in (("a", True), ("b", False), ("c", True)):
        days.count(BEFORE, who, success)
    days.count(TODAY, "a", False)
    days.close_before(YESTERDAY)
    days.close_before(YESTERDAY)
    assert [days.totals(day) for day in (BEFORE, YESTERDAY, TODAY)] == [(3, 2), (0, 0), (1, 0)]
    assert [day for day, *_ in days.database.ask("SELECT day, who FROM daily_try", ())] == [TODAY]


def test_a_closed_day_is_not_counted_again(days: DailyStore) -> None:
    days.count(BEFORE, "a", True)
    days.close_before(TODAY)
    days.count(BEFORE, "late", True)
    days.close_before(TODAY)
    assert days.totals(BEFORE) == (1, 1)


def test_the_same_person_twice_is_one_row_and_the_first_try_stays(days: DailyStore) -> None:
    assert days.count(TODAY, "a", False) is True
    assert days.count(TODAY, "a", True) is False
    assert days.totals(TODAY) == (1, 0)


# -- The practice board: requests about a position set up by hand, and their answers

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


# -- The coach in a game: available on one screen, refused if the players sit at different screens

HEADERS = {"host": "127.0.0.1:8137"}
KEY = "k" * 32
INVITE, WATCH = "i" * 32, "w" * 32
GENTLE = Stroke(0, 0, 700_000)
START = "c1_W1.300000.300000_W2.-100000.150000_B1.-100000.50000_B2.-200000.-50000_Q.0.0"


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, reply: Any) -> None:
        """Do nothing."""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    (tmp_path / "index.html").write_text("<!doctype html><title>Carrom</title>")
    app = application(Store(":memory:"), static=tmp_path, warmth=Cold())
    with TestClient(app, headers=HEADERS) as found:
        yield found


def terms(*who: Who, **more: Any) -> Terms:
    seats = zip((Seat.SOUTH, Seat.NORTH), who, strict=True)
    plans = tuple(SeatPlan(seat=seat, who=one, level="casual" if one is Who.PROGRAM else None) for seat, one in seats)
    return Terms(seats=plans, length=protocol.Length.BOARD, first_break=Seat.SOUTH, position=START, **more)


class Played:
    """A game in which South has struck once."""

    def __init__(self, client: TestClient, *who: Who) -> None:
        self.client = client
        with client.websocket_connect("/ws", headers=HEADERS) as socket:
            self.socket = socket
            self.hear(protocol.Welcome)
            begin = protocol.NewGame(nonce="n" * 16, key=KEY, invite=INVITE, watch=WATCH, terms=terms(*who))
            self.say(begin)
            self.name = self.hear(protocol.Joined).game
            shot = self.hear(protocol.Snapshot)
            if Who.LINK in who:
                self.join()
                shot = self.hear(protocol.Snapshot)
            self.card = shot.card
            self.say(
                protocol.Strike(nonce="s" * 16, version=shot.version, seat=Seat.SOUTH, stroke=GENTLE, meant=GENTLE)
            )
            self.hear(protocol.Played)

    def join(self) -> None:
        """Join as a friend from another browser, with a separate key."""
        with self.client.websocket_connect("/ws", headers=HEADERS) as other:
            other.send_text(protocol.encode(protocol.Join(nonce="j" * 16, game=self.name, invite=INVITE, key="o" * 32)))
            while not isinstance(protocol.decode_server(other.receive_text()), protocol.Snapshot):
                pass

    def say(self, message: protocol.ClientMessage) -> None:
        self.socket.send_text(protocol.encode(message))

    def hear(self, kind: type[Any]) -> Any:
        while True:
            message = protocol.decode_server(self.socket.receive_text())
            assert not isinstance(message, protocol.Refused), message
            if isinstance(message, kind):
                return message

    def asked(self, word: str | None, query: str = "stroke=1") -> Any:
        headers = {} if word is None else {"authorization": f"Bearer {word}"}
        return self.client.get(f"/api/coach/{self.name}?{query}", headers=headers)


@pytest.mark.slow
def test_a_coach_tells_of_a_stroke_while_a_game_against_a_program_goes_on(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.PROGRAM)
    assert game.card.coach
    message = [protocol.decode_streamed(line) for line in game.asked(KEY, "stroke=1&hand=club").text.splitlines()]
    assert all(isinstance(each, protocol.StrokeReviewed) for each in message)
    last = message[-1]
    assert (last.number, last.seat, last.played) == (1, Seat.SOUTH, GENTLE)
    assert last.is_known
    assert last.moment is not None
    assert last.stakes is None  # one board alone has no effect on a match


@pytest.mark.slow
def test_who_sits_at_one_screen_may_have_a_coach_and_others_at_it_may_not(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.HERE)
    assert game.card.coach
    assert game.asked(None).status_code == 401
    assert game.asked("x" * 32).status_code == 401
    watching = game.asked(WATCH)
    assert (watching.status_code, "only to the players" in watching.text) in ((401, False), (409, True))
    for query, words in (("stroke=9", "There is no stroke 9: 1 have been played."), ("stroke=0", "no stroke 0")):
        assert words in game.asked(KEY, query).text
    assert game.asked(KEY, "hand=-2&stroke=1").status_code == 422


def test_nobody_is_coached_while_people_who_sit_apart_play_each_other(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.LINK)
    assert not game.card.coach
    for key in (KEY, "o" * 32):
        refused = game.asked(key)
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith(
            "Coaching is available only to the players, in games against the computer"
        )


def test_only_terms_that_name_no_guest_and_no_tie_let_a_coach_speak() -> None:
    def told(*who: Who, **more: Any) -> bool:
        return is_at_one_screen(GameSettings(sitters=GameSettings.of(terms(*who)).sitters, terms=terms(*who), **more))

    assert told(Who.ME, Who.PROGRAM)
    assert told(Who.ME, Who.HERE)
    assert not told(Who.ME, Who.LINK)
    assert not told(Who.PROGRAM, Who.PROGRAM)
    tie = protocol.RubberOf(tie="tie-00001", rubber=1, teams=("A", "B"))
    assert not told(Who.ME, Who.HERE, tie=tie)
