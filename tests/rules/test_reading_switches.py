"""Each switch that selects another reading changes the decision that rests on it, and the ruling cites a house rule."""

from pathlib import Path
from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.rules.casebook import decide
from carrom.rules.custom import custom
from carrom.rules.judge import judge, judge_call, judge_passed_over
from carrom.rules.phases import NoRoom, Waived, apply
from carrom.rules.readings import CONFLICTS
from carrom.rules.round import Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .oracle import Facts
from .test_custom import decided
from .test_custom import house as file_of

S, E, N = Seat.SOUTH, Seat.EAST, Seat.NORTH
MEN = {"men": 9, "theirs": 9, "right": False, "breaking": True}
OWN_CASES: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("C8", "club", {"others_end_turn": True}, {"own": 1, "opp": 1}, {"turn": "continue"}, {"turn": "pass"}),
    (
        "C34",
        "icf",
        {"others_end_turn": True},
        {"opp": 1, "queen_down": True, "striker": True},
        {"turn": "continue", "queen": "board"},
        {"turn": "pass", "queen": "board"},
    ),
    (
        "C65",
        "icf",
        {"others_end_turn": True},
        {"own": 2, "opp": 1, "queen_down": True},
        {"turn": "continue", "queen": "mover"},
        {"turn": "pass", "queen": "mover"},
    ),
    (
        "C12",
        "club",
        {"striker_with_several": "two"},
        {"own": 3, "striker": True},
        {"turn": "continue", "returned": {"mover": 4, "opponent": 0}},
        {"turn": "continue", "returned": {"mover": 2, "opponent": 0}},
    ),
    (
        "C31",
        "icf",
        {"striker_with_queen_and_nine": "always"},
        {"men": 9, "right": False, "own": 1, "queen_down": True, "striker": True},
        {"turn": "continue", "queen": "board"},
        {"turn": "pass", "queen": "board"},
    ),
    (
        "C69",
        "team-event",
        {"striker_with_queen_and_nine": "never"},
        {"men": 9, "right": False, "by_self": False, "queen_down": True, "striker": True},
        {"turn": "pass"},
        {"turn": "continue"},
    ),
    (
        "C33",
        "icf",
        {"paying_men_free_queen": True},
        {"men": 9, "due": 1, "own": 2, "queen_down": True},
        {"turn": "pass", "queen": "board"},
        {"turn": "continue", "queen": "mover"},
    ),
    (
        "C35",
        "icf",
        {"jumped_cover_tries_again": True},
        {"queen": "pending", "jumped_own": 1},
        {"turn": "pass", "queen": "board"},
        {"turn": "continue", "queen": "pending"},
    ),
    (
        "C44",
        "icf",
        {"last_man_covers": False},
        {"men": 1, "theirs": 4, "own": 1, "queen_down": True},
        {"result": {"winner": "mover", "points": 7}},
        {"result": {"winner": "opponent", "points": 3}},
    ),
    (
        "C44",
        "eight-rounds",
        {"last_man_covers": False},
        {"men": 1, "theirs": 4, "own": 1, "queen_down": True},
        {"result": {"winner": "mover", "points": 7}},
        {"turn": "pass", "queen": "board", "returned": {"mover": 2, "opponent": 0}},
    ),
    (
        "C53",
        "icf",
        {"striker_before_play_costs": False},
        {**MEN, "own": 1, "striker": True, "before_play": True},
        {"turn": "pass", "due": {"mover": 2, "opponent": 0}},
        {"turn": "pass", "due": {"mover": 1, "opponent": 0}},
    ),
    (
        "C56",
        "icf",
        {"faulty_break_costs": False},
        {**MEN, "own": 1, "improper": True},
        {"turn": "pass", "due": {"mover": 1, "opponent": 0}},
        {"turn": "pass", "due": {"mover": 0, "opponent": 0}, "returned": {"mover": 1, "opponent": 0}},
    ),
    (
        "C57",
        "icf",
        {"both_last_after_queen": "other"},
        {"men": 1, "theirs": 1, "own": 1, "opp": 1, "queen": "mover"},
        {"result": {"winner": "mover", "points": 3}},
        {"result": {"winner": "opponent", "points": 1}},
    ),
    (
        "C58",
        "icf",
        {"unnamed_striker_point": False},
        {"men": 3, "theirs": 1, "opp": 1, "queen": "pending", "striker": True, "demand": 1},
        {"result": {"winner": "opponent", "points": 7}},
        {"result": {"winner": "opponent", "points": 6}},
    ),
    (
        "C59",
        "icf",
        {"extra_points": False},
        {"men": 3, "theirs": 1, "opp": 1, "queen": "pending", "striker": True, "improper": True, "demand": 2},
        {"result": {"winner": "opponent", "points": 8}},
        {"result": {"winner": "opponent", "points": 6}},
    ),
    (
        "C60",
        "icf",
        {"cover_with_others_last": "men"},
        {"men": 4, "theirs": 1, "own": 1, "opp": 1, "queen_down": True},
        {"result": {"winner": "opponent", "points": 6}},
        {"result": {"winner": "opponent", "points": 3}},
    ),
]


@pytest.mark.parametrize(
    ("number", "book", "switch", "facts", "before", "after"),
    OWN_CASES,
    ids=[f"{row[0]} {row[1]} {next(iter(row[2]))}" for row in OWN_CASES],
)
def test_a_switch_selects_the_other_reading_of_a_stroke(
    number: str,
    book: str,
    switch: dict[str, Any],
    facts: dict[str, Any],
    before: dict[str, Any],
    after: dict[str, Any],
    tmp_path: Path,
) -> None:
    path = file_of(tmp_path, book, **switch)
    plain, other = decide(Facts(book, **facts).line()), decided(path, book, **facts)
    assert {key: plain[key] for key in before} == before, plain["why"]
    assert {key: other[key] for key in after} == after, other["why"]
    added = any(clause.number.startswith("House") for clause in ruleset(path).clauses)
    assert any(clause.startswith("House") for clause in other["clauses"]) is added
    assert number not in other.get("readings", ())
    (name,) = switch
    assert name in next(each for each in CONFLICTS if each.number == number).switches


def house(book: str, **switches: Any) -> Ruleset:
    return custom({"extends": book, **switches}, "house") if switches else ruleset(book)


def in_play(rules: Ruleset, down: tuple[Disc, ...] = (), **changes: Any) -> Round:
    """Return a round in play in which the discs `down` are in the pockets, those of each side by that side."""
    start = Round.begin(rules, ((S,), (E,), (N,)) if 2 not in rules.parameters.players else ((S,), (N,)))
    taken = tuple(disc for disc in down if disc is not QUEEN)
    sides = tuple(
        changed(
            side,
            pocketed_before=True,
            pocketed_by_self=True,
            taken=taken if side.colour is None and index == 0 else (),
        )
        for index, side in enumerate(start.sides)
    )
    lying = in_rack_order(disc for disc in RACKED if disc not in down)
    return changed(start, phase=Phase.PLAY, turns=2, sides=sides, on_board=lying, pocketed=down, **changes)


def struck(round: Round, *fallen: Disc, **facts: Any) -> tuple[Round, Ruling]:
    ruling = judge(round, Outcome(pocketed=fallen, touched=RACKED[-1:], **facts))
    return settle(round, ruling), ruling


@pytest.mark.parametrize(("switches", "queen"), [({}, QueenState.PENDING), ({"earlier_man_covers": True}, "covered")])
def test_a_man_of_the_stroke_before_may_cover_the_queen(switches: dict[str, Any], queen: str) -> None:
    round, _ = struck(in_play(house("classic-29", **switches), WHITES[:1]), WHITES[1])
    after, ruling = struck(round, QUEEN)
    assert (after.queen, ruling.turn) == (queen, Turn.CONTINUE)


def test_a_man_of_an_earlier_turn_never_covers_the_queen() -> None:
    _, ruling = struck(in_play(house("classic-29", earlier_man_covers=True), WHITES[:1]), QUEEN)
    assert ruling.queen is QueenState.PENDING


def test_an_early_queen_laid_aside_goes_back_where_a_man_of_the_opponent_ends_the_turn() -> None:
    start = Round.begin(house("team-event", others_end_turn=True))
    _, ruling = struck(changed(start, phase=Phase.PLAY), QUEEN, WHITES[0], BLACKS[0])
    assert (ruling.turn, ruling.queen, ruling.centred) == (Turn.PASS, QueenState.BOARD, (QUEEN,))


def called(round: Round, what: str, side: int = 0, **facts: Any) -> Ruling:
    return judge_call(round, Call(what=what, side=side, **facts))


@pytest.mark.parametrize(
    ("book", "switches", "what", "side", "plain", "other"),
    [
        ("classic-29", {"touch_out_of_turn_costs": False}, "touched-man", 1, ("continue", 1), ("continue", 0)),
        ("icf", {"powder_costs_turn": True}, "powder", 0, ("continue", 1), ("pass", 1)),
        ("icf", {"placing_faults_cost": False}, "placed-for-a-shot", 1, ("continue", 1), ("continue", 0)),
        ("icf", {"placing_faults_cost": False}, "placed-wrong-man", 1, ("continue", 1), ("continue", 0)),
        ("points", {"misconduct_costs": "turn"}, "seat", 0, ("continue", 1), ("pass", 0)),
        ("three-player", {"misconduct_costs": "turn"}, "out-of-turn", 1, ("continue", 1), ("continue", 0)),
    ],
)
def test_a_switch_selects_the_other_price_of_a_call(
    book: str, switches: dict[str, Any], what: str, side: int, plain: tuple[str, int], other: tuple[str, int]
) -> None:
    for rules, wanted in ((ruleset(book), plain), (house(book, **switches), other)):
        ruling = called(in_play(rules, (WHITES[0], BLACKS[0])), what, side)
        assert (ruling.turn, len(ruling.placings) + sum(ruling.dues)) == wanted, ruling.why
    assert any(clause.startswith("House") for clause in ruling.clauses)


@pytest.mark.parametrize(
    ("switches", "queen", "due"), [({}, "board", 1), ({"foul_during_undoes": False}, "covered", 0)]
)
def test_a_foul_during_a_stroke_may_leave_the_queen_covered_and_the_due_paid(
    switches: dict[str, Any], queen: str, due: int
) -> None:
    rules = house("icf", **switches)
    start = in_play(rules, (*WHITES[:2], QUEEN), queen=QueenState.PENDING)
    round, _ = struck(start, WHITES[2])
    assert called(round, "body", after_stroke=True, during=True).queen == queen
    owing = changed(in_play(rules), sides=(changed(in_play(rules).sides[0], due=1), in_play(rules).sides[1]))
    round, _ = struck(owing, WHITES[0])
    round = changed(round, placings=(), on_board=RACKED, pocketed=())
    assert sum(called(round, "body", after_stroke=True, during=True).dues) == 1 + due


@pytest.mark.parametrize(("switches", "queen"), [({}, "covered"), ({"passed_over_queen": "back"}, "board")])
@pytest.mark.parametrize("book", ["icf", "points"])
def test_a_queen_passed_over_may_go_back(book: str, switches: dict[str, Any], queen: str) -> None:
    rules = house(book, **switches)
    waiting = in_play(rules, (WHITES[0], QUEEN), queen=QueenState.PENDING, struck=True)
    assert judge_passed_over(waiting).queen == queen


@pytest.mark.parametrize(("switches", "due"), [({}, 2), ({"no_room_dues": "lapse"}, 0)])
def test_a_due_without_room_may_lapse(switches: dict[str, Any], due: int) -> None:
    round, ruling = struck(in_play(house("icf", **switches), WHITES[:1]), WHITES[1], STRIKER)
    assert len(ruling.placings) == 2
    after = apply(round, NoRoom(round.placings[0].by))
    assert (after.sides[0].due, after.placings) == (due, ())


@pytest.mark.parametrize(("switches", "due"), [({}, 0), ({"waiver_takes_all": False}, 1)])
def test_a_waiver_may_leave_what_could_not_be_placed(switches: dict[str, Any], due: int) -> None:
    round, ruling = struck(in_play(house("icf", **switches)), WHITES[0], STRIKER, breaches=())
    assert (len(ruling.placings), ruling.dues[0]) == (1, 1)
    assert apply(round, Waived(round.placings[0].by)).sides[0].due == due


@pytest.mark.parametrize(("switches", "queen"), [({}, "covered"), ({"same_stroke_covers": False}, "pending")])
def test_only_the_next_counter_may_cover_the_queen(switches: dict[str, Any], queen: str) -> None:
    rules = house("points", **switches)
    after, ruling = struck(in_play(rules, WHITES[:1]), QUEEN, WHITES[1])
    assert (after.queen, ruling.turn) == (queen, Turn.CONTINUE)
    assert struck(after, WHITES[2])[0].queen is QueenState.COVERED
    down = tuple(disc for disc in RACKED if disc not in (QUEEN, WHITES[1]))
    assert struck(in_play(rules, down), QUEEN, WHITES[1])[1].turn is Turn.END, "no counter is left that could follow"


@pytest.mark.parametrize("book", ["points", "three-player"])
def test_the_queen_may_be_taken_after_the_last_counter(book: str) -> None:
    down = tuple(disc for disc in RACKED if disc not in (QUEEN, WHITES[0]))
    after, ruling = struck(in_play(ruleset(book), down), WHITES[0])
    assert (ruling.turn, ruling.centred) == (Turn.PASS, (WHITES[0],))
    rules = house(book, last_counter_before_queen="plays-on")
    after, ruling = struck(in_play(rules, down), WHITES[0])
    assert (ruling.turn, ruling.centred) == (Turn.CONTINUE, ())
    after, _ = struck(after)
    assert after.result is None
    ended, ruling = struck(changed(after, turn=S), QUEEN)
    assert (ruling.turn, ended.sides[0].points - after.sides[0].points) == (Turn.END, rules.parameters.queen_points)
