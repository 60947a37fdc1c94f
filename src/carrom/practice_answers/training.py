"""Training: answers about puzzle attempts, drill strokes and solo runs."""

from random import Random

from carrom import protocol
from carrom.board.disc import STRIKER
from carrom.board.placement.striker_spots import striker_at
from carrom.engine.rollouts.runner import is_ready
from carrom.engine.search.stroke_names import called
from carrom.errors import Contradiction
from carrom.game.solo import PLAYER, SoloRun, SoloStep
from carrom.lab.intervals import wilson
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.practice.check_position import spans
from carrom.practice.play import tried
from carrom.practice_answers.positions import state_of, told
from carrom.tables.views.animation import film_of, verdict_of
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
from carrom.training.accuracy import told as hand_told
from carrom.training.drills import DRILLS, board_of
from carrom.training.puzzles.isolate import situation_of
from carrom.training.puzzles.library import puzzle_of
from carrom.training.puzzles.puzzle import Puzzle
from carrom.training.solo_run import moment, resumed, running
from carrom.training.stroke_chances import STRONG, Look
from carrom.values import changed

SAMPLES, FEW = 1_024, 64
"""Samples by which a stroke at a puzzle is judged; fewer when the kernel is interpreted."""


def solved(asked: protocol.Solve) -> protocol.TriedStroke:
    """Return the result of a puzzle attempt, judged by the stroke's success rate rather than by one simulation."""
    puzzle = puzzle_of(asked.puzzle)
    stroke = puzzle.stroke if asked.stroke is None else asked.stroke
    at, ground = puzzle.moment, surface("club")
    after = tried(at, stroke, ground, legal=True, judged=True, hand=None, rng=Random(0))
    if asked.stroke is None:
        success = puzzle.success
    else:
        look = Look(situation_of(at), STRONG, Random(0), puzzle.wish)
        success = look.share(stroke, SAMPLES if is_ready() else FEW)
    is_solved = success >= puzzle.bar
    rating = None
    if asked.rating is not None and asked.stroke is not None:
        meeting = RatedResult(Rating(puzzle.rating, puzzle.deviation), float(is_solved))
        rating = protocol.Rate.within(rated(asked.rating.value, (meeting,)))
    read = protocol.PuzzleRead(
        solved=is_solved, success=success, bar=puzzle.bar, themes=puzzle.themes, best=_best(puzzle), rating=rating
    )
    return changed(told(asked.nonce, at, after, True), reached=is_solved, training=read)


def _best(puzzle: Puzzle) -> protocol.Best:
    return protocol.Best(
        stroke=puzzle.stroke,
        name=puzzle.name.value,
        disc=puzzle.disc,
        pocket=puzzle.pocket,
        success=puzzle.success,
        rival=puzzle.rival,
    )


def drilled(asked: protocol.Drill) -> protocol.TriedStroke:
    """Return the result of a drill stroke: a hit if the drill's piece fell by the drill's kind of stroke, without foul.

    Raises `Contradiction` for impossible counts.
    """
    if asked.hits > asked.tries:
        raise Contradiction(
            f"{asked.hits} hits of {asked.tries} tries were sent; expected at most as many hits as tries"
        )
    board = board_of(asked.drill, asked.number)
    stroke = board.stroke if asked.stroke is None else asked.stroke
    at = board.moment
    after = tried(at, stroke, surface("club"), legal=True, judged=True, hand=None, rng=Random(0))
    found = called(situation_of(at), stroke)
    assert after.played is not None, "a drill is played"
    clean = STRIKER not in after.played.outcome.pocketed
    hit = clean and found.disc is board.disc and found.name in DRILLS[board.drill]
    if found.disc is not None and found.name in DRILLS["double"] and board.drill == "double":
        hit = clean
    tries, hits = asked.tries + 1, asked.hits + hit
    low, high = wilson(hits, tries)
    name = None if found.disc is None else found.name.value
    read = protocol.DrillRead(hit=hit, name=name, tries=tries, hits=hits, low=low, high=high)
    return changed(told(asked.nonce, at, after, True), reached=hit, training=read)


def run_alone(asked: protocol.RunAlone, rng: Random) -> protocol.TriedStroke:
    """Return the state of a solo run: after its next stroke, at its start, or as it was left."""
    if asked.moment is None or asked.run is None:
        if asked.stroke is not None:
            raise Contradiction("a stroke of a solo run needs `moment` and `run` of the last answer")
        return _alone(asked, SoloRun.begin(rng.getrandbits(31)), None)
    alone = resumed(asked.run, asked.moment)
    if asked.stroke is None:
        return _alone(asked, alone, None)
    if alone.over:
        raise Contradiction("the run is over; begin a new one")
    return _alone(asked, alone, alone.struck(asked.stroke))


def _alone(asked: protocol.RunAlone, before: SoloRun, struck: SoloStep | None) -> protocol.TriedStroke:
    now = before if struck is None else struck.after
    free = () if now.over else spans(now.round.ruleset, now.position, PLAYER, True)
    ruling = None if struck is None else verdict_of(struck.ruling)
    misses = (*((now.misses,) if now.over else ()), *asked.misses)
    lost = 0 if now.over else now.misses
    kept = 0 if now.over else max(0, now.strokes - now.idle - lost - 1)
    motion = None
    if struck is not None and asked.stroke is not None:
        played = simulate(before.lies, asked.stroke, PLAYER, surface("club"), trajectory=True)
        standing = before.lies.having(STRIKER, striker_at(PLAYER, asked.stroke.x, asked.stroke.y))
        motion = film_of(PLAYER, asked.stroke, standing, played)
    fell = () if struck is None else struck.played.outcome.pocketed
    return protocol.TriedStroke(
        nonce=asked.nonce,
        motion=motion,
        pocketed=fell,
        touched=() if struck is None else struck.played.outcome.touched,
        ruling=ruling,
        state=state_of(now.round, now.position, PLAYER, free, ruling),
        moment=moment(now),
        training=protocol.AloneRead(
            run=running(now),
            kept=struck is None or struck.kept,
            counts=struck is None or struck.counts,
            hand=hand_told(misses, kept, lost) if misses or kept + lost else None,
        ),
    )
