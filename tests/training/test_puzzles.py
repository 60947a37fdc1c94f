"""The shipped puzzles: sound, solvable, and judged independently of luck."""

from random import Random

import msgspec
import pytest

from carrom.board.stroke import Stroke
from carrom.engine.rollouts.runner import warm
from carrom.errors import RefusedRequest
from carrom.practice.check_position import fault_of
from carrom.practice.setup import position_of, round_of
from carrom.training.puzzles.generate import lots, made, recorded
from carrom.training.puzzles.grade import GRADERS, rating_of, strength
from carrom.training.puzzles.isolate import situation_of
from carrom.training.puzzles.library import puzzle_of, read, shelf, written
from carrom.training.puzzles.puzzle import Puzzle, PuzzleCandidate
from carrom.training.puzzles.select import are_alike, canonical, chosen, holds
from carrom.training.puzzles.verify import LEAST, MARGIN
from carrom.training.puzzles.verify_again import Proofs
from carrom.training.stroke_chances import STRONG, Chance, Look, same_idea
from carrom.values import changed

PUZZLES = shelf()[1]
SLICE = PUZZLES[:: max(1, len(PUZZLES) // 6)]


@pytest.fixture(scope="module", autouse=True)
def _warmed():
    warm()


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.number))
def test_every_puzzle_is_a_board_that_a_person_could_set_up(puzzle: Puzzle):
    assert fault_of(position_of(puzzle.moment)) is None
    assert round_of(puzzle.moment).result is None
    assert puzzle.success >= LEAST
    assert puzzle.rival is None or puzzle.success - puzzle.rival.success >= MARGIN - 1e-9
    assert puzzle.solved[1] <= 0.35 < 0.5 <= puzzle.solved[6]
    assert puzzle.themes[0] == puzzle.name


@pytest.mark.slow
def test_no_two_puzzles_are_alike_whichever_way_they_are_turned():
    seen = [canonical(puzzle) for puzzle in PUZZLES]
    twins = [(i, j) for i, one in enumerate(seen) for j, other in enumerate(seen[:i]) if are_alike(one, other)]
    assert twins == []


def test_a_mirror_image_is_alike_and_a_man_more_is_not_far_enough():
    one = canonical(PUZZLES[0])
    assert are_alike(one, tuple((kind, -x, y) for kind, x, y in one))
    assert not are_alike(one, tuple((kind, x, y + 60_000) for kind, x, y in one))


@pytest.mark.parametrize("puzzle", SLICE, ids=lambda puzzle: str(puzzle.number))
def test_the_best_stroke_solves_it_and_a_stroke_at_nothing_does_not(puzzle: Puzzle):
    look = Look(situation_of(puzzle.moment), STRONG, Random(0), puzzle.wish)
    assert look.share(puzzle.stroke, 1_024) >= puzzle.bar
    assert look.share(Stroke(0, 0, 300_000), 1_024) < puzzle.bar


def test_a_puzzle_holds_on_other_samples_and_one_with_a_wrong_best_stroke_does_not():
    clear = max(PUZZLES, key=lambda puzzle: puzzle.success - (puzzle.rival.success if puzzle.rival else 0.0))
    assert holds(clear, 5)
    assert not holds(changed(clear, best="x0.vx0.vy300000"), 5)


def test_a_harder_puzzle_has_a_higher_rating():
    easy, hard = [0.3, 0.6, 0.8, 0.9, 1, 1, 1, 1], [0, 0, 0, 0, 0.2, 0.4, 0.7, 0.9]
    assert rating_of(easy)[0] + 300 < rating_of(hard)[0]
    assert strength(GRADERS[0].hand.direction) < strength(GRADERS[-1].hand.direction)


def test_a_file_reads_back_and_a_spoilt_one_is_refused_with_its_line():
    making = shelf()[0]
    text = written(making, PUZZLES[:2])
    assert read(text) == (making, PUZZLES[:2])
    with pytest.raises(RefusedRequest, match="line 3"):
        read(text[:-30])
    with pytest.raises(RefusedRequest, match="line 1"):
        read(b"")
    with pytest.raises(RefusedRequest, match="numbered from 1"):
        puzzle_of(10**6)


@pytest.mark.slow
def test_a_board_makes_the_same_puzzles_again_and_a_record_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("carrom.training.puzzles.generate.EVERY", 9)
    one, other = made(1), made(1)
    assert one == other
    record = tmp_path / "found.jsonl"
    record.write_bytes(msgspec.json.encode(one) + b"\n" + b'{"seed": 2, "loo')
    assert recorded(record) == {1: one}
    assert next(lots(record, [1], 1)) == one


def test_alike_candidates_are_chosen_once():
    candidates = [
        PuzzleCandidate(puzzle=puzzle, frictions=(1.0, 1.0)) for puzzle in (PUZZLES[0], PUZZLES[0], PUZZLES[1])
    ]
    assert [puzzle.number for puzzle in chosen(candidates)] == [1, 2]


def test_strokes_at_one_man_from_one_place_are_one_idea():
    puzzle = PUZZLES[0]
    one = Chance(puzzle.stroke, puzzle.name, puzzle.disc, puzzle.pocket, 1.0)
    assert same_idea(one, changed(one, stroke=changed(puzzle.stroke, x=puzzle.stroke.x + 9_000)))
    assert not same_idea(one, changed(one, pocket=(puzzle.pocket + 1) % 4))


def test_a_puzzle_that_does_not_hold_again_is_not_chosen_and_no_proof_is_made_twice(tmp_path):
    candidates = [PuzzleCandidate(puzzle=puzzle, frictions=(1.0, 1.0)) for puzzle in PUZZLES[:3]]
    asked: list[tuple[str, int]] = []

    def holds_but_one(puzzle: Puzzle, seed: int) -> bool:
        asked.append((puzzle.position, seed))
        return puzzle.position != PUZZLES[1].position

    record = tmp_path / "found.again.jsonl"
    proofs = Proofs(record, 2, holds_but_one)
    kept = list(chosen(candidates, proofs.stand))
    assert [puzzle.position for puzzle in kept] == [PUZZLES[0].position, PUZZLES[2].position]
    assert [puzzle.number for puzzle in kept] == [1, 2]
    assert (proofs.held, proofs.asked) == (2, 3)
    assert len(asked) == len(set(asked)) == 5  # the failing position is tried only once
    with record.open("ab") as file:
        file.write(b'{"position":"c1_')
    again = Proofs(record, 2, holds_but_one)
    assert list(chosen(candidates, again.stand)) == kept
    assert len(asked) == 5
    record.write_bytes(b"{}\n")
    with pytest.raises(RefusedRequest, match=r"again\.jsonl"):
        Proofs(record, 2)
