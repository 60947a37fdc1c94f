"""Casebook lines of the kinds `match` and `order`, and contradictory lines."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_game import header

from carrom.board.disc import BLACKS, MEN, QUEEN, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.errors import CarromError, Contradiction, RefusedRequest
from carrom.game import casebook
from carrom.game.casebook import KINDS, decide
from carrom.game.commands import events_of, outcome, plain, read_stroke
from carrom.game.events import Awarded, Noticed, RoundBegun, Undone
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, score_match
from carrom.game.score import Board, Ending, Gain, ScoringTopic, Side, Stage, check_board, clause, score_game, worth
from carrom.i18n.message import listed
from carrom.rules.custom import custom
from carrom.rules.judge import judge
from carrom.rules.round import Round, RoundResult
from carrom.rules.ruleset import ruleset
from carrom.values import Value, changed

LINES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "cases.jsonl").read_text().splitlines()]
CASES = {line["id"]: line for line in LINES if line["kind"] in KINDS}


def test_cases_are_decided_as_the_casebook_says_by_clauses_of_their_book() -> None:
    for name, case in CASES.items():
        decision = decide(case)
        assert {key: decision[key] for key in case["expect"]} == case["expect"], name
        assert set(decision) == {*case["expect"], "clauses", "why"}, name
        assert decision["why"].endswith("."), name
        books = (case["ruleset"], "icf")
        assert decision["clauses"], name
        assert set(decision["clauses"]) <= {clause.number for book in books for clause in ruleset(book).clauses}, name
        if case["ruleset"] == "icf":
            related = [_related(base, clause) for base in case["basis"] for clause in decision["clauses"]]
            assert any(related), (name, case["basis"], decision["clauses"])


def _related(base: str, clause: str) -> bool:
    """Return whether one clause contains the other: a case may cite Law 56 where the program cites Law 56a."""
    return clause.startswith(base) or base.startswith(clause)


def game(ruleset: str = "club", **changes: Any) -> dict[str, Any]:
    line = {"ruleset": ruleset, "kind": "match", "form": "game", "stage": None, "format": None, "first_break": "A"}
    return {**line, "boards": [], **changes}


def board(winner: str | None = "A", men_left: int = 4, queen: str | None = "A", special: str | None = None) -> Any:
    return {"winner": winner, "men_left": men_left, "queen": queen, "special": special, "demand": 0}


def seated(ask: str, given: dict[str, Any], ruleset: str = "icf", seats: dict[str, str] | None = None) -> Any:
    seats = {"south": "A1", "east": "B1", "north": "A2", "west": "B2"} if seats is None else seats
    return {"ruleset": ruleset, "kind": "order", "ask": ask, "seats": seats, "given": given}


REFUSED = {
    "ten men left": game(boards=[board(men_left=10)]),
    "a won board with no man left": game(boards=[board(men_left=0)]),
    "a board won with the queen uncovered": game(boards=[board(queen=None)]),
    "a winner of a replayed board": game(boards=[board(special="replay", men_left=0, queen=None)]),
    "a board after the end": game(boards=[board(men_left=9)] * 3 + [board()]),
    "both last men where the board would go on": game("eight-rounds", boards=[board(None, 0, None, "both-last")]),
    "extra points where there are none": game(boards=[{**board("A", 3, None, "last-own-before-queen"), "demand": 1}]),
    "extra points for a board cleared": game("icf", stage="early", boards=[{**board(), "demand": 1}]),
    "no stage where the limit hangs on it": game("icf"),
    "a format of another book": game("club", format="best-of-3-boards"),
    "a side that does not exist": game(boards=[board("C")]),
    "a game in a points game": game("points"),
    "a match of a one-game book": {**game("team-event"), "form": "match", "games": []},
    "a level finished game": {**game("icf", stage="early"), "form": "match", "games": [{"score": [25, 25]}]},
    "a finished game above the target": {**game("icf", stage="early"), "form": "match", "games": [{"score": [26, 3]}]},
    "an unfinished game without a limit": {**game("icf", stage="late"), "form": "match", "games": [{"score": [20, 3]}]},
    "a game after an open one": {**game(), "form": "match", "games": [{"boards": [board()]}, {"score": [25, 3]}]},
    "a third game after two wins": {**game(), "form": "match", "games": [{"score": [25, 3]}] * 3},
    "a dead rubber that is not played": {
        **game("team-event"),
        "form": "tie",
        "order": ["singles", "singles", "doubles"],
        "play_out": False,
        "rubbers": [{"score": [25, 1]}] * 3,
    },
    "ten black counters": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 6, "brown": 0}, {"name": "B", "black": 4, "brown": 0}],
    },
    "two queens": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 0, "brown": 0, "queen": True}, {"name": "B", "black": 4, "queen": True}],
    },
    "white counters where they are brown": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 6, "white": 1}, {"name": "B", "black": 0, "brown": 0}],
    },
    "a form nobody knows": {"ruleset": "icf", "kind": "match", "form": "set"},
    "an unknown rule set": seated("seats-after-game", {}, ruleset="house"),
    "an unknown player": seated("next-turn", {"striker": "C", "turn": "pass"}),
    "an unknown turn": seated("next-turn", {"striker": "A1", "turn": "again"}),
    "partners side by side": seated(
        "seats-after-game", {}, seats={"south": "A1", "east": "A2", "north": "B1", "west": "B2"}
    ),
    "opponents at a corner": seated("seats-after-game", {}, seats={"south": "A", "east": "B"}),
    "three at a board for two or four": seated("seats-after-game", {}, seats={"south": "A", "east": "B", "north": "C"}),
    "a debtor who does not play": seated("placer", {"in_turn": "A1", "owes": "C"}),
    "totals that fall": seated("change-in-game", {"game": 3, "stage": "early", "running": [[5, 0], [4, 0]]}),
    "both sides gaining in one board": seated("change-in-game", {"game": 3, "stage": "early", "running": [[5, 2]]}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_contradictory_facts_are_refused_in_one_sentence(what: str) -> None:
    with pytest.raises(CarromError) as refusal:
        decide(REFUSED[what])
    text = str(refusal.value)
    assert text
    assert "\n" not in text


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=5) | st.sampled_from(["A", "B", "icf", "south"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=8 * settings.default.max_examples)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_any_mutilated_case_is_decided_or_refused_in_one_sentence(name: str, data: st.DataObject) -> None:
    case = json.loads(json.dumps(CASES[name]))
    holder: Any = case
    while True:
        keys = sorted(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
            holder = holder[key]
            continue
        holder[key] = data.draw(JUNK)
        break
    try:
        decision = decide(case)
    except CarromError as refusal:
        assert str(refusal)
        assert "\n" not in str(refusal)
    else:
        assert decision["why"]


def test_a_cancelled_extra_board_asks_for_another() -> None:
    boards = [board(winner, 1, winner) for winner in "ABABABAB"] + [board(None, 0, None, "replay")]
    decision = decide(game(boards=boards))
    assert (decision["next"], decision["breaker"], decision["score"]) == ("extra-board", None, [16, 16])


def test_the_maximum_of_a_board_holds_with_extra_points_too() -> None:
    line = game("icf", stage="early", boards=[{**board("A", 9, None, "opponent-last"), "demand": 2}])
    assert decide(line)["running"] == [[12, 0]]


def test_in_doubles_the_third_game_is_opened_to_the_right_of_the_second_opener() -> None:
    given = {"first_opener": "B2"}
    assert decide(seated("game-opener", {"game": 2, **given}))["player"] == "A1"
    assert decide(seated("game-opener", {"game": 3, **given}))["player"] == "B1"


def test_a_replayed_board_is_not_counted_towards_the_change_of_sides() -> None:
    running = [[4, 0], [4, 0], [4, 4], [5, 4], [5, 9]]
    assert decide(seated("change-in-game", {"game": 3, "stage": "early", "running": running}))["after_board"] == 4


def test_in_the_late_rounds_sides_change_at_thirteen_points_only() -> None:
    running = [[4, 0], [4, 4], [5, 4], [5, 9], [5, 12], [13, 12]]
    assert decide(seated("change-in-game", {"game": 3, "stage": "late", "running": running}))["after_board"] == 6
    assert decide(seated("change-in-game", {"game": 2, "stage": "late", "running": running}))["after_board"] is None


def test_a_player_without_a_name_is_refused() -> None:
    placer = next(case for case in CASES.values() if case.get("ask") == "placer")
    with pytest.raises(CarromError, match=r"the player at \w+ has no name"):
        decide({**placer, "seats": dict.fromkeys(placer["seats"], "")})


# -- The interpretation of C14 in which the loser pays for a board lost by pocketing their own last piece


def test_the_last_own_man_may_cost_points_instead_of_giving_them(tmp_path: Path) -> None:
    path = tmp_path / "strict.toml"
    path.write_text('extends = "club"\nlast_own_points = "taken"\n')
    rules = ruleset(str(path))
    round = Round.begin(rules)
    whites = tuple(disc for disc in MEN if disc.kind is Kind.WHITE)
    ruling = judge(round, Outcome(pocketed=whites, touched=whites[:1]))
    assert ruling.result == RoundResult(winners=(1,), points=12, taken=True)
    assert "you lose 12 points" in ruling.why
    boards = [
        Board(winner="A", men_left=4, queen="A"),
        Board(winner="B", men_left=5, special=Ending.LAST_OWN_BEFORE_QUEEN),
        Gain("A", 3, taken=True),
    ]
    assert score_game(rules, boards, "A").running == ((7, 0), (0, 0), (0, 0))


# -- Text details: lists of names, and optional words in a casebook line

FORMS = [form for form in vars(casebook).values() if isinstance(form, type) and form.__module__ == casebook.__name__]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Asha"], "Asha"),
        (["Asha", "Bilal"], "Asha and Bilal"),
        (["Asha", "Bilal", "Chitra"], "Asha, Bilal and Chitra"),
        (["Asha", "Bilal", "Chitra", "Dev"], "Asha, Bilal, Chitra and Dev"),
    ],
)
def test_names_are_listed_with_one_and_before_the_last(names: list[str], said: str) -> None:
    assert listed(names) == said


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_line_of_the_casebook_may_say_more_than_its_form_reads(form: type[Value]) -> None:
    assert not form.__struct_config__.forbid_unknown_fields
    assert form.__struct_config__.frozen


# -- The reason given for a casebook decision, word for word, with the number of pieces on each side

EIGHT = [{"winner": side, "men_left": 1, "queen": side, "special": None, "demand": 0} for side in "ABABABAB"]
CANCELLED = {"winner": None, "men_left": 0, "queen": None, "special": "replay", "demand": 0}


def line(form: str, book: str = "icf", **given: Any) -> dict[str, Any]:
    fixed = {"stage": "early", "first_break": "A"} if form in ("game", "match") else {}
    return {"ruleset": book, "kind": "match", "form": form, **fixed, **given}


def player(name: str, black: int, light: int | None, queen: bool = False, colour: str = "brown") -> dict[str, Any]:
    return {"name": name, "black": black, colour: light, "queen": queen, "void": 0}


def next_turn(turn: str) -> dict[str, Any]:
    seats = {"south": "A1", "east": "B1", "north": "A2", "west": "B2"}
    given = {"striker": "A1", "turn": turn}
    return {"ruleset": "icf", "kind": "order", "ask": "next-turn", "seats": seats, "given": given}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (line("game", format=None, boards=EIGHT[:1]), "The game stands 4-0. B breaks the next board."),
        (line("game", format=None, boards=[{**EIGHT[1], "men_left": 9}] * 3), "B has won the game, 0-25."),
        (
            line("game", format=None, boards=EIGHT),
            "The game stands 16-16. An extra board decides; a toss settles who breaks it.",
        ),
        (
            line("game", format=None, boards=[*EIGHT, CANCELLED]),
            "The game stands 16-16. The extra board is played again, and who broke it breaks it again, without another "
            "toss.",
        ),
        (line("match", games=[{"score": [25, 12]}]), "The match stands 1-0. B opens the next game."),
        (
            line("match", games=[{"score": [25, 12]}, {"score": [3, 25]}]),
            "The match stands 1-1. A opens the next game. Ten minutes' interval comes first.",
        ),
        (line("match", games=[{"score": [2, 25]}, {"score": [3, 25]}]), "B has won the match, 0-2."),
        (
            line("tie", "team-event", stage=None, order=["singles"] * 3, play_out=False, rubbers=[{"score": [9, 25]}]),
            "The tie stands 0-1 in rubbers. The next rubber is singles.",
        ),
        (
            line(
                "tie",
                "team-event",
                stage=None,
                order=["singles", "doubles"],
                play_out=False,
                rubbers=[{"score": [25, 9]}, {"score": [25, 8]}],
            ),
            "A has won the tie, 2-0 in rubbers.",
        ),
        (
            line("totals", "points", players=[player("A", 9, 0), player("B", 0, 9, queen=True)]),
            "B has the highest total, 140 points.",
        ),
        (
            line("totals", "three-player", players=[player(name, 4, 4, colour="white") for name in "AB"]
                 + [player("C", 1, 1, queen=True, colour="white")]),
            "A and B share the highest total, 12 points.",
        ),
        (next_turn("pass"), "B1 follows to the right of A1."),
        (next_turn("continue"), "A1 keeps the turn."),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_a_decision_tells_the_tally_and_what_comes_next(given: dict[str, Any], why: str) -> None:
    assert decide(given)["why"] == why


def test_a_player_without_light_counters_has_none() -> None:
    none = line("totals", "points", players=[player("A", 9, 9, queen=True), player("B", 0, 0)])
    assert decide(none)["scores"] == {"A": 185, "B": 0}
    with pytest.raises(Contradiction, match="B has white counters; points plays black and brown"):
        decide(line("totals", "points", players=[player("A", 9, 9, True), player("B", 0, 0, colour="white")]))


def test_a_player_without_dark_counters_has_none() -> None:
    players = [{"name": "A", "brown": 9, "queen": True}, {"name": "B", "black": 9}]
    assert decide(line("totals", "points", players=players))["scores"] == {"A": 140, "B": 45}


def test_a_line_of_the_wrong_shape_is_refused_from_its_first_letter_to_its_last() -> None:
    with pytest.raises(Contradiction) as refused:
        decide(line("game", format=None, boards=3))
    assert str(refused.value) == "expected `array`, got `int` - at `$.boards`"


@pytest.mark.parametrize("stage", ["early", "late"])
def test_a_stage_is_asked_for_only_where_the_limit_of_boards_depends_on_it(stage: str) -> None:
    with pytest.raises(Contradiction, match="stage is null; icf needs 'early' or 'late'"):
        decide({**line("game", format=None, boards=[]), "stage": None})
    assert decide({**line("game", format=None, boards=[]), "stage": stage})["next"] == "board"
    assert decide({**line("game", "club", format=None, boards=[]), "stage": None})["next"] == "board"


# -- A ruling cites a clause only where it mattered, and a refusal lists the choices

ICF = ruleset("icf")


@pytest.mark.parametrize(
    ("before", "queen", "points", "cited"), [(21, None, 6, False), (22, None, 3, True), (22, "B", 3, False)]
)
def test_the_queens_cap_is_cited_where_it_takes_the_queen_away(
    before: int, queen: Side | None, points: int, cited: bool
) -> None:
    lost = worth(ICF, Board(winner="A", men_left=3, queen=queen, special=Ending.LOSS_OF_BOARD), before)
    assert (lost.points, clause(ICF, ScoringTopic.QUEEN_CAP) in lost.clauses) == (points, cited)


def test_what_cannot_be_taken_back_names_what_can() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    with pytest.raises(RefusedRequest, match="cannot go back to event 0: nothing has been done yet"):
        game.apply(Undone(to=0))
    begun = game.apply(RoundBegun(breaker=game.header.players[0].seat))
    with pytest.raises(RefusedRequest, match=r"cannot go back to event 1; expected 0$"):
        begun.apply(Undone(to=1))


def test_a_last_man_ends_the_board_only_where_he_does_not_come_back() -> None:
    house = custom({"extends": "club", "last_own_before_queen": "return"}, "house")
    own = Board(winner="A", men_left=3, special=Ending.LAST_OWN_BEFORE_QUEEN)
    theirs = Board(winner="A", men_left=3, special=Ending.OPPONENT_LAST)
    check_board(ruleset("club"), own)
    check_board(house, theirs)
    with pytest.raises(Contradiction, match="in house no board ends like that"):
        check_board(house, own)
    other = custom({"extends": "club", "others_last": "return"}, "other")
    check_board(other, own)
    with pytest.raises(Contradiction, match="in other no board ends like that"):
        check_board(other, theirs)


def test_a_game_that_follows_an_open_one_is_refused_with_the_number_of_the_open_one() -> None:
    games = [GameEntry(score=(25, 12)), GameEntry(boards=()), GameEntry(score=(25, 12))]
    with pytest.raises(Contradiction, match="game 3 cannot follow: game 2 is not finished"):
        score_match(ICF, games, "A", Stage.EARLY)


@pytest.mark.parametrize(
    ("discs", "said"),
    [
        ((), "nothing"),
        (WHITES[:1], "one white"),
        (WHITES[:2], "two whites"),
        ((*WHITES[:2], BLACKS[0]), "two whites and one black"),
        ((*WHITES[:3], *BLACKS[:2], QUEEN), "three whites, two blacks and the queen"),
        ((*WHITES[:1], *BLACKS[:1], QUEEN, STRIKER), "one white, one black, the queen and the striker"),
    ],
)
def test_what_lies_or_fell_is_said_with_and_before_the_last(discs: tuple[Disc, ...], said: str) -> None:
    assert plain(discs) == said


def test_a_miss_with_fallen_men_is_refused_with_the_first_of_them() -> None:
    game = GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=Seat.SOUTH))
    assert game.round is not None
    with pytest.raises(RefusedRequest, match=r"^miss and one white off the board contradict each other; expected one$"):
        outcome(read_stroke(("w1", "b1", "miss")), game.round)
    with pytest.raises(RefusedRequest, match=r"^miss and one white off"):
        outcome(read_stroke(("w1", "miss", "slip")), game.round)


@pytest.mark.parametrize(("scores", "cited"), [((), False), (((25, 12),), True), (((12, 25),), True)])
def test_what_wins_a_match_is_cited_as_soon_as_a_game_is_won(scores: tuple[tuple[int, int], ...], cited: bool) -> None:
    stand = score_match(ICF, [GameEntry(score=score) for score in scores], "A", Stage.EARLY)
    assert (clause(ICF, ScoringTopic.MATCH) in stand.clauses) is cited


def test_a_single_game_is_awarded_before_it_has_begun_like_the_whole_contest() -> None:
    over = GameHistory.begin(header()).apply(Awarded(side="B", law="Law 143", what="game"))
    assert over.result is not None
    assert (over.result.winners, over.result.how) == (("B",), "loss")


def test_everything_but_the_beginning_can_be_typed_to_be_taken_back_at_once() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    for line in ("play", "w1", "-"):
        for event in events_of(game, line):
            game = game.apply(event)
    assert [events_of(game, f"undo {steps}") for steps in (1, 2, 3)] == [(Undone(to=to),) for to in (2, 1, 0)]
    with pytest.raises(RefusedRequest, match="cannot take back 4; expected 1 to 3"):
        events_of(game, "undo 4")


def test_the_wrong_man_noticed_late_is_the_last_that_fell() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    for line in ("play", "w1 b3", "w1 s", "place all", "late wrong-man"):
        for event in events_of(game, line):
            game = game.apply(event)
    assert game.events[-1] == Noticed(what="wrong-man", disc=BLACKS[2], instead=WHITES[0])
