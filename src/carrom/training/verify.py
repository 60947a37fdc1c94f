"""Find and verify puzzles: one decision clearly best, on fresh samples and on other surfaces."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from carrom import files
from carrom.analysis.analysis import analyse
from carrom.analysis.messages import Analysis
from carrom.board.notation import write_stroke
from carrom.board.stroke import Stroke
from carrom.engine.engine import as_row
from carrom.engine.situation import Situation
from carrom.files import append, recorded
from carrom.lab.workers import done
from carrom.physics import simulate
from carrom.practice.play import ruled
from carrom.training import break_puzzles, due_puzzles
from carrom.training.make_puzzles import Estimates, SourcePosition, proposals
from carrom.training.puzzle_files import EXPERT, FINDS, GRADERS, Idea, Passes, aimed_rate, chosen_rate, rating_of
from carrom.training.puzzle_judge import PuzzleJudge
from carrom.training.puzzles import BAR, Puzzle, PuzzleCandidate, situation_of
from carrom.training.stroke_chances import STRONG, Chance, Look
from carrom.training.views import CHAINS, PuzzleGoal, Rival
from carrom.values import Value, changed

LEAST, MARGIN = 0.65, 0.2
"""Least success rate of the best stroke at `STRONG` accuracy, and least margin over every other idea."""
LEAST_OF_TWO = 0.5
"""Least success rate of a best decision that needs a second stroke or leaves the other player one."""
ROUGH_LEAST, ROUGH_MARGIN = 0.55, 0.1
"""The same as LEAST and MARGIN with a tenth less and a tenth more friction."""
ROUGH_LOSS = 0.25
"""What a decision of two strokes, or a defence, may lose with other frictions."""
FRICTIONS = (0.9, 1.1)
SPARE = 0.04
"""By how much the first, quick search must exceed LEAST and MARGIN."""
GRID = 12_000
SAMPLES = 1_024
QUICK, SURE, ROUGH = 10, 48, 16
"""Samples of decisions with replies: when ideas are compared, when they are proved, and with other frictions."""
ROUGH_RIVALS = 3
"""Strongest other strokes that are compared with other frictions."""
COMPARED = 6
"""Ideas that are compared with replies."""
AS_EASY = 0.5
"""In an order puzzle another piece falls at least this often."""
NO_SHOT = 0.45
"""In a defence no stroke keeps the turn more often than this."""


def least_of(goal: PuzzleGoal) -> float:
    """Return the least success rate of the best decision for a goal."""
    return LEAST_OF_TWO if goal in CHAINS or goal is PuzzleGoal.DEFENCE else LEAST


def found(at: SourcePosition, goal: PuzzleGoal, seed: int) -> PuzzleCandidate | None:
    """Return the puzzle of a position for a goal, verified and graded, or None; everything follows from `seed`."""
    if goal is PuzzleGoal.DUE:
        return due_puzzles.found(at, seed)
    if goal is PuzzleGoal.BREAK:
        return break_puzzles.found(at, seed)
    situation = situation_of(at.moment)
    ideas = compared(situation, goal, seed)
    if not ideas:
        return None
    best, others = ideas[0], ideas[1:]
    proof = proof_of(situation, goal, best, seed, others)
    if proof is None:
        return None
    success, rivals = proof
    rough = [on_friction(at, goal, best, rivals, seed, friction, success) for friction in FRICTIONS]
    if None in rough:
        return None
    if goal in CHAINS and goal is not PuzzleGoal.QUEEN:
        goal = PuzzleGoal.ORDER if _is_order(situation, best, others, seed) else PuzzleGoal.PLAN
    puzzle = Puzzle(
        number=0,
        rules=at.moment.rules,
        goal=goal,
        position=at.moment.position,
        white=at.moment.white,
        queen=at.moment.queen,
        best=write_stroke(best.stroke),
        name=best.name,
        disc=best.disc,
        pocket=best.pocket,
        success=round(success, 3),
        rival=rival_of(rivals),
        solved=(),
        rating=0,
        deviation=0,
        source=at.source,
    )
    graded = with_grades(puzzle, rivals, seed)
    if graded.solved[EXPERT] < FINDS:
        return None
    return PuzzleCandidate(puzzle=graded, frictions=tuple(round(each, 3) for each in rough if each is not None))


def compared(situation: Situation, goal: PuzzleGoal, seed: int) -> list[Chance]:
    """Return the ideas of a position with their worth, the best first; none if it is not clearly ahead."""
    rng = Random(f"find {seed}")
    if goal is PuzzleGoal.DEFENCE and Look(situation, STRONG, rng).best_success() > NO_SHOT:
        return []
    ideas = proposals(situation, goal, rng)
    if not ideas:
        return []
    least, apart = least_of(goal) + SPARE, MARGIN + SPARE
    if goal not in CHAINS and goal is not PuzzleGoal.DEFENCE:
        others = [each for each in ideas if not alike(goal, each, ideas[0])]
        ahead = ideas[0].success - (others[0].success if others else 0.0)
        return [ideas[0], *others] if ideas[0].success >= least and ahead >= apart else []
    if ideas[0].success < least - 0.2:
        return []
    judge = PuzzleJudge(situation, goal)
    known: list[Chance] = []
    for idea in first_of_each(goal, ideas)[:COMPARED]:
        known.append(_worth(idea, judge, QUICK, seed))
        top = sorted(known, key=lambda each: -each.success)
        # Two ideas that are both good cannot be told apart by more of them.
        if len(top) > 1 and top[1].success > 1.0 - apart:
            return []
    if top[0].success < least or (len(top) > 1 and top[0].success - top[1].success < apart):
        return []
    return top


def _worth(idea: Chance, judge: PuzzleJudge, samples: int, seed: int) -> Chance:
    return Chance(idea.stroke, idea.name, idea.disc, idea.pocket, judge.success(idea.stroke, samples, seed))


def proof_of(
    situation: Situation, goal: PuzzleGoal, best: Chance, seed: int, others: Sequence[Chance] = ()
) -> tuple[float, list[Chance]] | None:
    """Return the best stroke's success rate on fresh samples, and the strokes of other ideas, the strongest first.

    None if the stroke is not good enough, or another comes too near. `others` are the ideas found before; without them
    they are searched.
    """
    judge, fresh = PuzzleJudge(situation, goal), 7 * seed + 1
    if goal not in CHAINS and goal is not PuzzleGoal.DEFENCE:
        success = judge.success(best.stroke, SAMPLES, fresh)
        if success < LEAST:
            return None
    else:
        success = judge.success(best.stroke, SURE, fresh)
        if success < LEAST_OF_TWO:
            return None
    rivals = rivals_to(best, judge, seed, others)
    return (success, rivals) if not rivals or success - rivals[0].success >= MARGIN else None


def rivals_to(best: Chance, judge: PuzzleJudge, seed: int, others: Sequence[Chance] = ()) -> list[Chance]:
    """Return the strokes of other ideas than the best one, on fresh samples, the strongest first.

    `others` are the ideas found before; without them they are searched.
    """
    situation, goal, fresh = judge.situation, judge.goal, 7 * seed + 1
    if goal not in CHAINS and goal is not PuzzleGoal.DEFENCE:
        look = Look(situation, STRONG, Random(f"proof {seed}"), goal)
        return [each for each in look.chances(GRID, finalists=3) if not alike(goal, each, best)]
    found = others or proposals(situation, goal, Random(f"proof {seed}"))
    found = [each for each in first_of_each(goal, found) if not alike(goal, each, best)]
    rivals = [_worth(each, judge, QUICK, fresh) for each in found[:COMPARED]]
    rivals.sort(key=lambda each: -each.success)
    rivals[:1] = [_worth(each, judge, SURE, fresh) for each in rivals[:1]]
    return rivals


def again(puzzle: Puzzle, seed: int, graded: bool = False) -> Puzzle | None:
    """Return a puzzle that passes verification on other samples, with new grades if asked; None if it fails.

    It is verified on the normal surface and on slower and faster ones.
    """
    if puzzle.goal is PuzzleGoal.DUE:
        return puzzle if due_puzzles.holds(puzzle, seed) else None
    if puzzle.goal is PuzzleGoal.BREAK:
        return puzzle if break_puzzles.holds(puzzle, seed) else None
    stroke = puzzle.stroke
    assert stroke is not None, "the goal asks for a stroke"
    best = Chance(stroke, puzzle.name, puzzle.disc, puzzle.pocket, puzzle.success)
    proof = proof_of(situation_of(puzzle.moment), puzzle.goal, best, seed)
    if proof is None:
        return None
    at = SourcePosition(puzzle.moment, puzzle.source)
    rough = (on_friction(at, puzzle.goal, best, proof[1], seed, friction, puzzle.success) for friction in FRICTIONS)
    if any(each is None for each in rough):
        return None
    return with_grades(puzzle, proof[1], seed) if graded else puzzle


def alike(goal: PuzzleGoal, one: Chance, other: Chance) -> bool:
    """Whether two strokes are one decision: the same piece and pocket; safeties if they touch the same piece first."""
    return one.disc is other.disc and (goal is PuzzleGoal.DEFENCE or one.pocket == other.pocket)


def first_of_each(goal: PuzzleGoal, ideas: Sequence[Chance]) -> list[Chance]:
    """Return the first stroke of every decision."""
    distinct: list[Chance] = []
    for idea in ideas:
        if not any(alike(goal, idea, other) for other in distinct):
            distinct.append(idea)
    return distinct


def on_friction(
    at: SourcePosition,
    goal: PuzzleGoal,
    best: Chance,
    rivals: Sequence[Chance],
    seed: int,
    friction: float,
    plain: float,
) -> float | None:
    """Return the best stroke's success rate with another friction; None if it, or its lead, does not hold there."""
    situation = situation_of(at.moment, friction)
    judge = PuzzleJudge(situation, goal)
    if goal in CHAINS or goal is PuzzleGoal.DEFENCE:
        success = judge.success(best.stroke, ROUGH, seed + 3)
        return success if success >= plain - ROUGH_LOSS else None
    success = judge.success(best.stroke, SAMPLES // 4, seed + 3)
    if success < ROUGH_LEAST:
        return None
    others = (judge.success(each.stroke, SAMPLES // 4, seed + 3) for each in rivals[:ROUGH_RIVALS])
    return success if success - max(others, default=0.0) >= ROUGH_MARGIN else None


def _is_order(situation: Situation, best: Chance, others: Sequence[Chance], seed: int) -> bool:
    """Whether another piece falls nearly as easily as the one that must come first."""
    judge = PuzzleJudge(situation, PuzzleGoal.TURN)
    return any(
        each.disc is not best.disc and judge.success(each.stroke, 128, seed) >= AS_EASY for each in others[:COMPARED]
    )


def rival_of(rivals: Sequence[Chance]) -> Rival | None:
    """Return the strongest other idea."""
    if not rivals:
        return None
    first = rivals[0]
    return Rival(first.name, first.disc, first.pocket, round(first.success, 3))


# -- grades ------------------------------------------------------------------------------------------------------------


def graded_again(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return a puzzle with new solve rates by today's graders, without verifying it again."""
    if puzzle.goal is PuzzleGoal.DUE:
        solved = due_puzzles.solve_rates(puzzle, seed)
    elif puzzle.goal is PuzzleGoal.BREAK:
        solved = break_puzzles.solve_rates(puzzle, seed)
    else:
        judge, stroke = PuzzleJudge(situation_of(puzzle.moment), puzzle.goal), puzzle.stroke
        assert stroke is not None, "the goal asks for a stroke"
        best = Chance(stroke, puzzle.name, puzzle.disc, puzzle.pocket, puzzle.success)
        return with_grades(puzzle, rivals_to(best, judge, seed), seed)
    rating, deviation = rating_of(solved)
    return changed(puzzle, solved=solved, rating=rating, deviation=deviation)


def with_grades(puzzle: Puzzle, rivals: Sequence[Chance], seed: int) -> Puzzle:
    """Return a puzzle of strokes with the graders' solve rates and its rating."""
    situation, stroke = situation_of(puzzle.moment), puzzle.stroke
    assert stroke is not None, "dues are graded by `due_puzzles`"
    plain = PuzzleJudge(situation, PuzzleGoal.TURN)
    shots = (stroke, *(each.stroke for each in rivals))
    values = (puzzle.success, *(each.success for each in rivals))
    firsts = [plain.success(each, 64, seed) for each in shots] if puzzle.goal in CHAINS else values
    ideas = [Idea(puzzle.name, puzzle.success, firsts[0], True)]
    ideas += [Idea(each.name, each.success, first, False) for each, first in zip(rivals, firsts[1:], strict=True)]
    passes = _passes(situation, puzzle.goal, stroke, BAR)
    following = _following(situation, puzzle.goal, stroke, seed)
    solved = []
    for grader in GRADERS:
        rate = chosen_rate(grader, ideas, seed)
        if rate:
            rate *= aimed_rate(grader, stroke, passes, seed)
        if rate and following is not None:
            rate *= aimed_rate(grader, following[0], following[1], seed + 1)
        solved.append(round(rate, 2))
    rating, deviation = rating_of(solved)
    return changed(puzzle, solved=tuple(solved), rating=rating, deviation=deviation)


def _passes(situation: Situation, goal: PuzzleGoal, best: Stroke, bar: float) -> Passes:
    """Return the test which aimed strokes solve the puzzle, by estimate where the judge would take too long."""
    look = Look(situation, STRONG, Random("grade"), goal)
    noise = look.few
    if goal in CHAINS or goal is PuzzleGoal.DEFENCE:
        estimates = Estimates(situation, goal, look)
        least = bar * float(estimates.of(np.array([as_row(best)], dtype=np.int64), noise)[0])
        return lambda strokes: estimates.of(strokes, noise) >= least
    least = bar * float(look.shares(np.array([as_row(best)], dtype=np.int64), noise)[0])
    return lambda strokes: look.shares(strokes, noise) >= least


def _following(situation: Situation, goal: PuzzleGoal, stroke: Stroke, seed: int) -> tuple[Stroke, Passes] | None:
    """Return the best second stroke after the first was played exactly, and the test for it; None if there is none."""
    if goal not in CHAINS:
        return None
    after = second_situation(situation, stroke)
    if after is None:
        return None
    chances = Look(after, STRONG, Random(f"second {seed}")).chances(1_200, finalists=0)
    if not chances:
        return None
    return chances[0].stroke, _passes(after, PuzzleGoal.TURN, chances[0].stroke, BAR)


def second_situation(situation: Situation, stroke: Stroke) -> Situation | None:
    """Return the situation after a stroke that is played exactly; None unless the same player strikes again."""
    played = simulate(situation.position, stroke, situation.round.turn, situation.surface)
    after = ruled(situation.round, played.outcome, played.rest)
    assert after.round is not None, "the stroke was judged"
    if after.round.result is not None or after.round.turn is not situation.round.turn:
        return None
    return Situation(after.round, after.position, situation.surface)


# -- verification again, on other samples, before the selection --------------------------------------------------------


SEED = 50_000_000
"""Offset of the seeds for these verifications; the search and `carrom puzzles check` use other seeds."""

CHECKS = 100
"""Verification numbers above this belong to `carrom puzzles check`, which has samples of its own."""


class Proved(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one further verification of a puzzle."""

    position: str
    best: str
    time: int
    """Number of the verification, from 1."""
    held: bool
    solved: tuple[float, ...] = ()
    """New solve rates, if the puzzle was graded again."""


class Proofs:
    """Further verifications, recorded one by one so that none is repeated."""

    def __init__(self, record: Path, times: int, again: Callable[[Puzzle, int, bool], Puzzle | None] = again) -> None:
        """Continue a record. Raises `RefusedRequest` for one that cannot be read."""
        self._record, self._times, self._again = record, times, again
        self._known = recorded_checks(record)
        self.asked = self.held = 0
        """Number of puzzles verified, and of those that passed."""

    def passed(self, puzzle: Puzzle, graded: bool = False) -> Puzzle | None:
        """Return a puzzle that passes all further verifications, also with a tenth less and more friction.

        With `graded` the last of them gives it new solve rates.
        """
        self.asked += 1
        for number in range(1, self._times + 1):
            proved = self._proved(puzzle, number, graded and number == self._times)
            if not proved.held:
                return None
            if proved.solved:
                puzzle = changed(puzzle, solved=proved.solved)
        self.held += 1
        return puzzle

    def _proved(self, puzzle: Puzzle, time: int, graded: bool) -> Proved:
        key = puzzle.position, puzzle.best, time
        if key not in self._known or (graded and self._known[key].held and not self._known[key].solved):
            made = self._again(puzzle, seed_of(puzzle, time), graded)
            self._known[key] = Proved(
                position=puzzle.position,
                best=puzzle.best,
                time=time,
                held=made is not None,
                solved=made.solved if made is not None and graded else (),
            )
            files.append(self._record, self._known[key])
        return self._known[key]


def seed_of(puzzle: Puzzle, time: int) -> int:
    """Return the seed of a further verification, from the puzzle's origin instead of its number."""
    source = puzzle.source
    return SEED * time + 10_000 * source.board + 20 * source.stroke + 4 * source.moved


def recorded_checks(record: Path) -> dict[tuple[str, str, int], Proved]:
    """Return the results of a record; a truncated last line is discarded."""
    results = files.recorded(record, Proved, "`carrom puzzles make`")
    return {(each.position, each.best, each.time): each for each in results}


# -- puzzles whose solution the analysis shows -------------------------------------------------------------------------
# A player who missed a puzzle asks the analysis why. It looks for the best chance to win the board; a puzzle whose
# solution is not among its lines asks for something else than good play, and is not published.


LINES = 5
"""Strokes that the analysis shows."""
SECONDS = 5.0
"""Processor time of an analysis."""
CHECKED, REPLIES = 512, 48
"""Samples by which a stroke is judged, without and with a reply in each."""


class Listing(Value, frozen=True):
    """Whether the analysis lists a puzzle's solution, as recorded."""

    number: int
    """Number of the puzzle."""
    best: str
    """Its solution, in notation."""
    place: int | None
    """Place of the first line that solves it, from 0; null if none does."""


def with_listing(
    record: Path, puzzles: Sequence[Puzzle], seed: int, seconds: float = SECONDS, workers: int = 1
) -> Iterator[tuple[Puzzle, bool]]:
    """Yield each puzzle and whether the analysis lists its solution; puzzles without a stroke always count as listed.

    `seconds` is the processor time of each analysis. Results are recorded one by one, and those of the record are not
    computed again. Raises `RefusedRequest` for a record that cannot be read.
    """
    known = {(each.number, each.best): each for each in recorded(record, Listing, "`carrom puzzles analyse`")}
    jobs = [(each, seed, seconds) for each in puzzles if each.goal.strokes and (each.number, each.best) not in known]
    new = done(_listing, jobs, workers, "processes" if workers > 1 else "here")
    for puzzle in puzzles:
        key = puzzle.number, puzzle.best
        if puzzle.goal.strokes and key not in known:
            known[key] = next(new)
            append(record, known[key])
        yield puzzle, not puzzle.goal.strokes or known[key].place is not None


def place_in_analysis(puzzle: Puzzle, seed: int, seconds: float = SECONDS) -> int | None:
    """Return the place, from 0, of the first line of an analysis that solves a puzzle; None if none does.

    `seconds` is the processor time of the analysis.
    """
    situation = replace(situation_of(puzzle.moment), stands=puzzle.stands)
    analysis = analyse(situation, STRONG, lines=LINES, seconds=seconds, seed=seed, clock=time.process_time)
    *_, last = (each for each in analysis if isinstance(each, Analysis))
    judge = PuzzleJudge(situation, puzzle.goal)
    has_replies = puzzle.goal in CHAINS or puzzle.goal is PuzzleGoal.DEFENCE
    low, high = puzzle.stands or (-(10**9), 10**9)
    for place, line in enumerate(last.lines):
        stroke = line.stroke
        if low <= stroke.x <= high and judge.success(stroke, REPLIES if has_replies else CHECKED, seed) >= puzzle.bar:
            return place
    return None


def _listing(job: tuple[Puzzle, int, float]) -> Listing:
    """Return whether the analysis lists a puzzle's solution; a job for a worker."""

    puzzle, seed, seconds = job
    return Listing(puzzle.number, puzzle.best, place_in_analysis(puzzle, seed, seconds))
