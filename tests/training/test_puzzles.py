"""The shipped puzzles: sound, solvable, of every goal under every rule set, and judged independently of luck."""

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from carrom.board.notation import read_position
from carrom.board.striker_spots import place_fault, placing_spots
from carrom.board.stroke import Stroke, StrokeKind
from carrom.cli import main
from carrom.errors import RefusedRequest
from carrom.practice.setup import fault_of, position_of, round_of
from carrom.rules.ruleset import NAMES
from carrom.training.generate import lots, made, recorded_lots, regraded, wanted
from carrom.training.make_puzzles import Source, SourcePosition, laid
from carrom.training.puzzle_files import (
    EXPERT,
    FINDS,
    GRADERS,
    Grader,
    Idea,
    are_alike,
    canonical,
    chosen,
    chosen_rate,
    fitted_strengths,
    rating_of,
)
from carrom.training.puzzle_judge import PuzzleJudge, hardness
from carrom.training.puzzles import Puzzle, puzzle_of, read, shelf, situation_of, with_placed, written
from carrom.training.stroke_chances import Chance, same_idea
from carrom.training.verify import MARGIN, Proofs, again, least_of, place_in_analysis, with_listing
from carrom.training.views import CHAINS, PuzzleGoal
from carrom.values import changed

PUZZLES = shelf()[1]
OF_GOAL = {goal: [puzzle for puzzle in PUZZLES if puzzle.goal is goal] for goal in PuzzleGoal}
STRIKES = [goal for goal in PuzzleGoal if goal.strokes]
SLICE = [puzzle for goal in STRIKES for puzzle in OF_GOAL[goal][:: max(1, len(OF_GOAL[goal]) // 3)][:3]]


def test_there_are_puzzles_of_every_goal_under_every_rule_set_from_easy_to_hard():
    goals, rules = Counter(puzzle.goal for puzzle in PUZZLES), Counter(puzzle.rules for puzzle in PUZZLES)
    assert all(goals[goal] >= 20 for goal in PuzzleGoal)
    assert set(rules) == set(NAMES)
    assert all(rules[name] >= 80 for name in NAMES)
    ratings = sorted(puzzle.rating for puzzle in PUZZLES)
    assert ratings[len(ratings) // 50] < 900
    assert ratings[-len(ratings) // 50] > 1_800


@pytest.mark.parametrize("puzzle", PUZZLES[::9], ids=lambda puzzle: str(puzzle.number))
def test_every_puzzle_is_a_board_that_a_person_could_set_up(puzzle: Puzzle):
    assert fault_of(position_of(puzzle.moment)) is None
    assert round_of(puzzle.moment).result is None
    if puzzle.goal is PuzzleGoal.DUE:
        assert puzzle.at is not None
        assert place_fault(read_position(puzzle.position), puzzle.disc, puzzle.at) is None
    elif puzzle.goal is not PuzzleGoal.BREAK:
        assert puzzle.success >= least_of(puzzle.goal)
        assert puzzle.rival is None or puzzle.success - puzzle.rival.success >= MARGIN - 1e-3
    assert len(puzzle.solved) == len(GRADERS)
    assert puzzle.rating == rating_of(puzzle.solved, shelf()[0].strengths)[0]


@pytest.mark.slow
def test_no_two_puzzles_are_alike_whichever_way_they_are_turned():
    families: dict[tuple[object, ...], list[Puzzle]] = {}
    for puzzle in PUZZLES:
        families.setdefault((puzzle.goal, puzzle.rules, puzzle.stands), []).append(puzzle)
    twins = []
    for family in families.values():
        seen = [canonical(puzzle) for puzzle in family]
        twins += [(i, j) for i, one in enumerate(seen) for j, other in enumerate(seen[:i]) if are_alike(one, other)]
    assert twins == []


def test_a_mirror_image_is_alike_and_a_man_more_is_not_far_enough():
    one = canonical(PUZZLES[0])
    assert are_alike(one, tuple((kind, -x, y) for kind, x, y in one))
    assert not are_alike(one, tuple((kind, x, y + 60_000) for kind, x, y in one))


@pytest.mark.slow(first=8)
@pytest.mark.parametrize("puzzle", SLICE, ids=lambda puzzle: f"{puzzle.goal}-{puzzle.number}")
def test_the_best_stroke_solves_it_and_a_stroke_at_nothing_does_not(puzzle: Puzzle):
    judge = PuzzleJudge(situation_of(puzzle.moment), puzzle.goal)
    samples = 48 if puzzle.goal in CHAINS or puzzle.goal is PuzzleGoal.DEFENCE else 1_024
    assert puzzle.stroke is not None
    assert judge.success(puzzle.stroke, samples) >= puzzle.bar
    if puzzle.goal is not PuzzleGoal.DEFENCE:
        assert judge.success(Stroke(puzzle.stroke.x, 0, 300_000), min(samples, 64)) < puzzle.bar


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("goal", PuzzleGoal)
def test_a_puzzle_is_graded_again_as_when_it_was_made_and_a_record_goes_on(goal: PuzzleGoal, tmp_path: Path):
    puzzle, record = OF_GOAL[goal][0], tmp_path / "grades.jsonl"
    graded = list(regraded(record, [puzzle]))
    assert [changed(each, solved=puzzle.solved) for each in graded] == [puzzle]
    assert abs(rating_of(graded[0].solved, shelf()[0].strengths)[0] - puzzle.rating) <= 1
    with record.open("ab") as file:
        file.write(b'{"number":9')
    assert list(regraded(record, [puzzle])) == graded
    record.write_text('{"number":1,"solved":[0.5]}\n', encoding="utf-8")
    with pytest.raises(RefusedRequest, match="line 1 has 1 solve rates; expected 10"):
        next(regraded(record, [puzzle]))


def test_the_analysis_lists_the_solution_of_a_puzzle_and_none_for_one_that_no_stroke_solves():
    easy = min(OF_GOAL[PuzzleGoal.TURN], key=lambda puzzle: puzzle.rating)
    assert place_in_analysis(easy, seed=1, seconds=0.5) is not None
    assert place_in_analysis(changed(easy, success=1.5), seed=1, seconds=0.2) is None


def test_puzzles_that_the_analysis_does_not_list_are_dropped_and_a_record_goes_on(tmp_path, monkeypatch, capsys):
    some = (*OF_GOAL[PuzzleGoal.TURN][:3], OF_GOAL[PuzzleGoal.DUE][-1])
    alike = tuple(changed(some[2], number=some[3].number + more) for more in (1, 2))  # under other rules, as breaks are
    some = (*some, *alike)
    file, record, output = tmp_path / "some.jsonl", tmp_path / "listed.jsonl", tmp_path / "kept.jsonl"
    file.write_bytes(written(changed(shelf()[0], listed=1.0), some))
    asked = []

    def fake(puzzle: Puzzle, seed: int, seconds: float) -> int | None:
        asked.append(puzzle.number)
        assert seconds == 3.0
        return None if puzzle in (some[1], alike[0]) else 0

    monkeypatch.setattr("carrom.training.verify.place_in_analysis", fake)
    words = ["puzzles", "analyse", str(record), "--file", str(file), "--output", str(output), "--seconds", "3"]
    assert [main(words), main(words)] == [0, 0]
    assert asked == [puzzle.number for puzzle in (*some[:3], *alike)]
    making, stored = read(output.read_bytes())
    assert (making.listed, stored) == (3.0, (some[0], some[2], some[3], alike[1]))
    assert "4 of 6 puzzles are kept; not listed: 2 turn" in capsys.readouterr().out
    others = ["puzzles", "analyse", str(tmp_path / "plans.jsonl"), "--file", str(file), "--goal", "plan"]
    assert main([*others, "--output", str(output)]) == 0
    assert read(output.read_bytes())[0].listed == 1.0, "the others were not analysed"
    assert "6 of 6 puzzles are kept; not listed: none" in capsys.readouterr().out
    assert main([*words, "--seconds", "0"]) == 1
    assert "--seconds is 0; expected a positive number" in capsys.readouterr().err
    record.write_bytes(b"[]\n")
    with pytest.raises(RefusedRequest, match=r"listed\.jsonl, line 1: .*; expected a line that `carrom puzzles"):
        list(with_listing(record, some, 1))


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("goal", PuzzleGoal)
def test_a_puzzle_of_each_goal_holds_on_other_samples(goal: PuzzleGoal):
    clear = max(OF_GOAL[goal], key=lambda puzzle: puzzle.success - (puzzle.rival.success if puzzle.rival else 0.0))
    assert again(clear, 5) is not None


@pytest.mark.parametrize("goal", STRIKES)
def test_a_puzzle_with_a_wrong_best_stroke_does_not_hold(goal: PuzzleGoal):
    assert again(changed(OF_GOAL[goal][0], best="x0.vx0.vy300000", success=1.0), 5) is None


def test_a_due_in_the_open_is_worse_than_at_the_best_place():
    puzzle = max(OF_GOAL[PuzzleGoal.DUE], key=lambda each: each.success)
    at = SourcePosition(puzzle.moment, puzzle.source)
    assert puzzle.at is not None
    assert hardness(with_placed(at.moment, puzzle.disc, puzzle.at)) >= puzzle.bar
    assert again(changed(puzzle, success=1.0, best=_easiest(puzzle)), 5) is None


def _easiest(puzzle: Puzzle) -> str:
    spots = placing_spots(read_position(puzzle.position), puzzle.disc)[::12]
    at = SourcePosition(puzzle.moment, puzzle.source)
    spot = min(spots, key=lambda each: hardness(with_placed(at.moment, puzzle.disc, each)))
    return f"{puzzle.disc}.{spot.x}.{spot.y}"


def test_the_page_names_the_bounds_of_ratings_with_these_graders():
    text = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "training.md").read_text(encoding="utf-8")
    easiest = rating_of((1.0,) * len(GRADERS))[0]
    hardest = rating_of((0.0,) * EXPERT + (FINDS,) * (len(GRADERS) - EXPERT))[0]
    assert f"a rating lies between {easiest} (" in text
    assert f"and {hardest} (" in text
    assert all(easiest <= puzzle.rating <= hardest for puzzle in PUZZLES)


def test_a_harder_puzzle_has_a_higher_rating():
    easy, hard = [0.1, 0.3, 0.6, 0.8, 0.9, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0.2, 0.4, 0.7, 0.9, 1]
    assert rating_of(easy)[0] + 300 < rating_of(hard)[0]


def test_fitted_strengths_rise_from_the_weakest_grader_to_the_strongest():
    strengths = fitted_strengths([puzzle.solved for puzzle in PUZZLES[::10]])
    assert list(strengths) == sorted(strengths)
    assert strengths[-1] - strengths[0] > 400


def test_a_grader_chooses_by_eye_and_only_among_strokes_that_it_knows():
    ideas = (Idea(StrokeKind.CUT, 0.9, 0.9, True), Idea(StrokeKind.STRAIGHT, 0.5, 0.5, False))
    careful, careless = Grader(1.0, 0.1, 0.01, 1.0), Grader(1.0, 0.1, 3.0, 1.0)
    assert chosen_rate(careful, ideas, 1) == 1.0
    assert 0.4 < chosen_rate(careless, ideas, 1) < 1.0
    assert chosen_rate(changed(careful, families=frozenset({StrokeKind.STRAIGHT})), ideas, 1) == 0.0


def test_who_looks_one_stroke_ahead_only_takes_the_easier_first_stroke():
    ideas = (Idea(StrokeKind.CUT, 0.9, 0.7, True), Idea(StrokeKind.STRAIGHT, 0.4, 0.99, False))
    assert chosen_rate(Grader(1.0, 0.1, 0.01, 0.0), ideas, 1) == 0.0
    assert chosen_rate(Grader(1.0, 0.1, 0.01, 1.0), ideas, 1) == 1.0


def test_a_file_reads_back_and_a_spoilt_one_is_refused_with_its_line():
    making = shelf()[0]
    text = written(making, PUZZLES[:2])
    assert read(text) == (making, PUZZLES[:2])
    with pytest.raises(RefusedRequest, match="line 3"):
        read(text[:-30])
    with pytest.raises(RefusedRequest, match="line 1"):
        read(b"")
    with pytest.raises(RefusedRequest, match="rising"):
        read(written(making, (PUZZLES[1], PUZZLES[0])))
    with pytest.raises(RefusedRequest, match="numbered from 1"):
        puzzle_of(10**6)


def test_every_goal_is_searched_under_rule_sets_where_it_makes_sense():
    asked = {wanted(number) for number in range(900)}
    assert {goal for goal, _ in asked} == set(PuzzleGoal)
    assert {rules for _, rules in asked} == set(NAMES)
    assert not any(goal in (PuzzleGoal.DUE, PuzzleGoal.DEFENCE) and rules == "points" for goal, rules in asked)


@pytest.mark.parametrize("goal", PuzzleGoal)
def test_a_laid_position_is_legal_and_the_same_again(goal: PuzzleGoal):
    one, other = (laid(goal, "icf", Source(1), Random(4)) for _ in range(2))
    assert one == other
    assert one is not None
    assert fault_of(position_of(one.moment)) is None


@pytest.mark.slow
def test_a_search_finds_the_same_puzzle_again_and_a_record_goes_on(tmp_path):
    number = next(number for number in range(300, 400) if wanted(number)[0] is PuzzleGoal.TURN)
    one, other = made(number), made(number)
    assert one == other
    record = tmp_path / "found.jsonl"
    record.write_bytes(msgspec.json.encode(one) + b"\n" + b'{"number": 2, "loo')
    assert recorded_lots(record) == {number: one}
    assert next(lots(record, [number], 1)) == one


def test_alike_candidates_are_chosen_once_and_known_numbers_stay():
    new = [changed(puzzle, number=0) for puzzle in (PUZZLES[0], PUZZLES[1])]
    passed = list(chosen([PUZZLES[0], *new], first=900))
    assert [puzzle.number for puzzle in passed] == [PUZZLES[0].number, 900]


def test_strokes_at_one_man_from_one_place_are_one_idea():
    puzzle = PUZZLES[0]
    assert puzzle.stroke is not None
    one = Chance(puzzle.stroke, puzzle.name, puzzle.disc, puzzle.pocket, 1.0)
    assert same_idea(one, changed(one, stroke=changed(puzzle.stroke, x=puzzle.stroke.x + 9_000)))
    assert not same_idea(one, changed(one, pocket=(puzzle.pocket + 1) % 4))


def test_a_puzzle_that_does_not_hold_again_is_not_chosen_and_no_proof_is_made_twice(tmp_path):
    asked: list[tuple[str, int]] = []

    def holds_but_one(puzzle: Puzzle, seed: int, graded: bool) -> Puzzle | None:
        asked.append((puzzle.position, seed))
        if puzzle.position == PUZZLES[1].position:
            return None
        return changed(puzzle, solved=(0.5,) * len(GRADERS)) if graded else puzzle

    record = tmp_path / "found.again.jsonl"
    proofs = Proofs(record, 2, holds_but_one)
    stored = list(chosen(PUZZLES[:3], lambda puzzle: proofs.passed(puzzle, graded=True)))
    assert [puzzle.position for puzzle in stored] == [PUZZLES[0].position, PUZZLES[2].position]
    assert {puzzle.solved for puzzle in stored} == {(0.5,) * len(GRADERS)}
    assert (proofs.held, proofs.asked) == (2, 3)
    assert len(asked) == len(set(asked)) == 5  # the failing position is tried only once
    with record.open("ab") as file:
        file.write(b'{"position":"c1_')
    again_ = Proofs(record, 2, holds_but_one)
    assert list(chosen(PUZZLES[:3], lambda puzzle: again_.passed(puzzle, graded=True))) == stored
    assert len(asked) == 5
    record.write_bytes(b"{}\n")
    with pytest.raises(RefusedRequest, match=r"again\.jsonl"):
        Proofs(record, 2)
