"""Verify a puzzle: one clearly best stroke, on fresh samples and other surfaces."""

from random import Random

from carrom.board.notation import write_stroke
from carrom.training.messages import Rival
from carrom.training.puzzles.grade import GRADERS, STRONGEST, WEAK, rating_of, solve_rate
from carrom.training.puzzles.isolate import situation_of
from carrom.training.puzzles.puzzle import BAR, Puzzle, PuzzleCandidate
from carrom.training.puzzles.sources import SourcePosition
from carrom.training.stroke_chances import STRONG, Chance, Look, Wish, same_idea
from carrom.values import Value

LEAST, MARGIN = 0.65, 0.2
"""Least success rate of the best stroke at `STRONG` accuracy, and least margin over every other idea."""
ROUGH_LEAST, ROUGH_MARGIN = 0.55, 0.1
"""The same with a tenth less and a tenth more friction."""
FRICTIONS = (0.9, 1.1)
FINDS, MISSES = 0.5, 0.35
"""Least solve rate of the strong grader, and largest of the weak one."""
GRID, ROUGH_GRID = 12_000, 5_000
SAMPLES = 1_024


class Proof(Value, frozen=True):
    """Success rate of the best stroke and the strongest other stroke, at one friction."""

    success: float
    rival: Rival | None

    @property
    def ahead(self) -> float:
        """Margin over the strongest other idea."""
        return self.success - (0.0 if self.rival is None else self.rival.success)


def proved(found: SourcePosition, wish: Wish, best: Chance, seed: int) -> PuzzleCandidate | None:
    """Return the verified puzzle of a position, or None if it fails; everything follows from `seed`."""
    for friction in FRICTIONS:
        look = Look(situation_of(found.moment, friction), STRONG, Random(seed), wish)
        if look.share(best.stroke, SAMPLES // 4, seed) < ROUGH_LEAST:
            return None
    proof = proof_of(found, wish, best, seed)
    if proof.success < LEAST or proof.ahead < MARGIN:
        return None
    rough = [proof_of(found, wish, best, seed + 1, friction) for friction in FRICTIONS]
    if any(each.success < ROUGH_LEAST or each.ahead < ROUGH_MARGIN for each in rough):
        return None
    situation, bar = situation_of(found.moment), BAR * proof.success
    known = {
        number: solve_rate(GRADERS[number], situation, wish, bar, seed + 2 + number) for number in (STRONGEST, WEAK)
    }
    if known[STRONGEST] < FINDS or known[WEAK] > MISSES:
        return None
    solved = tuple(
        round(known[number] if number in known else solve_rate(level, situation, wish, bar, seed + 2 + number), 3)
        for number, level in enumerate(GRADERS)
    )
    rating, deviation = rating_of(solved)
    puzzle = Puzzle(
        number=0,
        position=found.moment.position,
        white=found.moment.white,
        queen=found.moment.queen,
        wish=wish,
        best=write_stroke(best.stroke),
        name=best.name,
        disc=best.disc,
        pocket=best.pocket,
        success=round(proof.success, 4),
        rival=proof.rival,
        solved=solved,
        rating=rating,
        deviation=deviation,
        source=found.source,
    )
    return PuzzleCandidate(puzzle=puzzle, frictions=(round(rough[0].success, 4), round(rough[1].success, 4)))


def proof_of(found: SourcePosition, wish: Wish, best: Chance, seed: int, friction: float = 1.0) -> Proof:
    """Return the best stroke's success rate on fresh samples, and the strongest stroke of another idea."""
    situation = situation_of(found.moment, friction)
    look = Look(situation, STRONG, Random(f"proof {seed} {friction}"), wish)
    success = look.share(best.stroke, SAMPLES, seed)
    chances = look.chances(GRID if friction == 1.0 else ROUGH_GRID, finalists=3)
    other = next((chance for chance in chances if not same_idea(chance, best)), None)
    rival = None if other is None else Rival(other.name, other.disc, other.pocket, round(other.success, 4))
    return Proof(success, rival)


__all__ = ["FRICTIONS", "Proof", "proof_of", "proved"]
