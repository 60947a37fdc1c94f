"""What the worker of the static site needs runs without NumPy, Numba, a web framework or a database driver."""

from blocked import output_of


def test_the_tables_and_the_requests_of_a_page_import_without_numpy_numba_or_a_web_framework() -> None:
    output_of("import carrom.offline.browser, carrom.offline.requests, carrom.offline.tables, carrom.offline.outside")
    output_of("import carrom.offline.sheets")


ASK = """
import asyncio, json
from random import Random
from carrom.offline import small_numpy
small_numpy.install()
from carrom import protocol
from carrom.offline.requests import answer_request
from carrom.practice_answers.answer import answer

def get(address):
    status, kind, body = asyncio.run(answer_request(None, "GET", address, "", ""))
    return status, json.loads(body) if kind == "application/json" else body
"""


def test_rule_books_lessons_puzzles_and_drills_are_answered_in_the_page() -> None:
    printed = output_of(
        ASK
        + """
for path in ("/api/rules?language=hi", "/api/rules/icf", "/api/rules/club/cases", "/api/rules/icf/lessons",
             "/api/rules/icf/compare/club", "/api/puzzles", "/api/puzzles/today", "/api/puzzles/1", "/api/drills",
             "/api/drills/cut"):
    print(path, get(path)[0])
print(get("/api/leaderboards"))
print(get("/api/rules/nothing")[0], get("/api/puzzles/99999")[0])
"""
    ).splitlines()
    assert [line.split()[-1] for line in printed[:10]] == ["200"] * 10
    assert printed[10] == (
        "(501, {'detail': 'This needs a Carrom server: here you play at one screen or against the computer.'})"
    )
    assert printed[11] == "404 400"


def test_a_board_set_up_by_hand_a_puzzle_and_a_drill_are_judged_in_the_page() -> None:
    printed = output_of(
        ASK
        + """
from carrom.practice.setup import SetupPosition
moment = SetupPosition(rules="icf", position="c1W1100,100")
nonce = "nonce-0000000001"
print(type(answer(protocol.Arrange(nonce=nonce, moment=moment), Random(1))).__name__)
print(answer(protocol.Solve(nonce=nonce, puzzle=1, stroke=None), Random(1)).reached)
print(answer(protocol.Drill(nonce=nonce, drill="cut", number=1, stroke=None, tries=0, hits=0), Random(1)).reached)
print(answer(protocol.RunAlone(nonce=nonce), Random(1)).training.run is not None)
"""
    ).split()
    assert printed == ["Arranged", "True", "True", "True"]
