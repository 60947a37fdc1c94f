"""Training: answers about puzzle attempts, drill strokes and solo runs."""

from random import Random

from carrom import protocol
from carrom.board.disc import STRIKER, Disc
from carrom.board.notation import write_position
from carrom.board.placement.striker_spots import place_fault, striker_at
from carrom.board.position import Point
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import is_ready
from carrom.engine.search.stroke_names import called
from carrom.errors import Contradiction
from carrom.game.solo import PLAYER, SoloRun, SoloStep
from carrom.lab.intervals import wilson
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.practice.check_position import spans
from carrom.practice.play import PracticeResult, tried
from carrom.practice.setup import SetupPosition, position_of, rules_of
from carrom.practice_answers.positions import state_of, told
from carrom.rules.round import QueenState
from carrom.tables.views.animation import film_of, verdict_of
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
from carrom.training.accuracy import told as hand_told
from carrom.training.drill_results import check_stands, put, struck
from carrom.training.drills import DRILLS, DrillGoal, board_of
from carrom.training.puzzles.goals import CHAINS, PuzzleGoal
from carrom.training.puzzles.judge import SECOND, PuzzleJudge, hardness
from carrom.training.puzzles.library import puzzle_of
from carrom.training.puzzles.puzzle import BAR, Puzzle, situation_of
from carrom.training.solo_run import moment, resumed, running
from carrom.training.stroke_chances import STRONG, Look
from carrom.values import changed

SAMPLES, FEW = 1_024, 64
"""Samples by which a stroke at a puzzle is judged; fewer when the kernel is interpreted."""
REPLIES, FEW_REPLIES = 48, 4
"""The same where each sample needs the best second stroke, or the opponent's best reply."""


def solved(asked: protocol.Solve) -> protocol.TriedStroke:
    """Return the result of a puzzle attempt, judged by how often the decision reaches the goal, not by one simulation.

    Raises `Contradiction` for a decision of another kind than the puzzle asks for.
    """
    puzzle = puzzle_of(asked.puzzle)
    if puzzle.goal is PuzzleGoal.DUE:
        return _puzzle_placed(asked, puzzle)
    if asked.at is not None:
        raise Contradiction(f"puzzle {puzzle.number} asks for a stroke; a place for a piece was sent")
    is_second = asked.moment is not None
    if is_second and puzzle.goal.strokes < 2:
        raise Contradiction(f"puzzle {puzzle.number} has one stroke; a second one was sent")
    at = asked.moment or puzzle.moment
    best = _second_best(at) if is_second else _best(puzzle)
    assert best.stroke is not None, "the goal asks for a stroke"
    stroke = asked.stroke or best.stroke
    check_stands(puzzle.stands, stroke)
    after = tried(at, stroke, surface("club"), legal=True, judged=True, hand=None, rng=Random(0))
    goal = PuzzleGoal.TURN if is_second else puzzle.goal
    bar = BAR * best.success
    success = best.success
    if asked.stroke is not None:
        success = PuzzleJudge(situation_of(at), goal).success(stroke, samples_of(goal))
    enough = success >= bar
    goes_on = enough and not is_second and puzzle.goal.strokes == 2 and _goes_on(puzzle, after)
    if puzzle.goal.strokes == 2 and not is_second and enough and not goes_on:
        # Played exactly, the stroke must do what it is meant to do, or there is no second one to play.
        enough = _is_done(puzzle, after)
    reply = None
    if puzzle.goal is PuzzleGoal.DEFENCE and after.round is not None and after.round.result is None:
        reply = 1.0 - hardness(Situation(after.round, after.position, surface("club")))
    read = protocol.PuzzleRead(
        solved=enough,
        goes_on=goes_on,
        success=success,
        bar=bar,
        reply=reply,
        themes=puzzle.themes,
        best=best,
        rating=None if goes_on else _rating(asked, puzzle, enough),
    )
    return changed(told(asked.nonce, at, after, True), reached=None if goes_on else enough, training=read)


def samples_of(goal: PuzzleGoal) -> int:
    """Return the number of samples by which a decision is judged; fewer when the kernel is interpreted."""
    has_replies = goal in CHAINS or goal is PuzzleGoal.DEFENCE
    if not is_ready():
        return FEW_REPLIES if has_replies else FEW
    return REPLIES if has_replies else SAMPLES


def _rating(asked: protocol.Solve, puzzle: Puzzle, is_solved: bool) -> Rating | None:
    """Return the solver's rating after an attempt; None if it is not rated."""
    if asked.rating is None or (asked.stroke is None and asked.at is None):
        return None
    meeting = RatedResult(Rating(puzzle.rating, puzzle.deviation), float(is_solved))
    return protocol.Rate.within(rated(asked.rating.value, (meeting,)))


def _best(puzzle: Puzzle) -> protocol.Best:
    return protocol.Best(
        stroke=puzzle.stroke,
        at=puzzle.at,
        name=puzzle.name.value,
        disc=puzzle.disc,
        pocket=puzzle.pocket,
        success=puzzle.success,
        rival=puzzle.rival,
    )


def _second_best(moment: SetupPosition) -> protocol.Best:
    """Return the best second stroke of a puzzle. Raises `Contradiction` if there is none."""
    chances = Look(situation_of(moment), STRONG, Random(0)).chances(SECOND, finalists=1)
    if not chances:
        raise Contradiction("no stroke is left that keeps the turn: begin the puzzle again")
    best = chances[0]
    return protocol.Best(
        stroke=best.stroke,
        name=best.name.value,
        disc=best.disc,
        pocket=best.pocket,
        success=best.success,
        rival=None,
    )


def _goes_on(puzzle: Puzzle, after: PracticeResult) -> bool:
    """Whether the second stroke is to be played after the first: a queen must be waiting for its cover."""
    round_ = after.round
    if round_ is None or round_.result is not None or round_.turn is not puzzle.moment.turn:
        return False
    return puzzle.goal is not PuzzleGoal.QUEEN or round_.queen is QueenState.PENDING


def _is_done(puzzle: Puzzle, after: PracticeResult) -> bool:
    """Whether the first stroke alone has reached the goal: the board is won, or the queen is covered."""
    round_ = after.round
    assert round_ is not None, "strokes of a puzzle are judged"
    mine = round_.side_of(puzzle.moment.turn)
    won = round_.result is not None and mine in round_.result.winners
    return won or (puzzle.goal is PuzzleGoal.QUEEN and round_.queen is QueenState.COVERED and round_.queen_side == mine)


def _puzzle_placed(asked: protocol.Solve, puzzle: Puzzle) -> protocol.TriedStroke:
    """Return the result of placing a piece in a puzzle."""
    if asked.stroke is not None:
        raise Contradiction(f"puzzle {puzzle.number} asks for a place for {puzzle.disc}; a stroke was sent")
    spot = asked.at or puzzle.at
    assert spot is not None, "the puzzle has a best place"
    situation = put_down(puzzle.moment, puzzle.disc, spot)
    success = puzzle.success if asked.at is None else hardness(situation)
    is_solved = success >= puzzle.bar
    read = protocol.PuzzleRead(
        solved=is_solved,
        success=success,
        bar=puzzle.bar,
        reply=1.0 - success,
        themes=puzzle.themes,
        best=_best(puzzle),
        rating=_rating(asked, puzzle, is_solved),
    )
    after = PracticeResult(None, situation.round, situation.position, None, None)
    return changed(told(asked.nonce, puzzle.moment, after, True), reached=is_solved, training=read)


def put_down(moment: SetupPosition, disc: Disc, spot: Point) -> Situation:
    """Return the situation after a piece was placed. Raises `Contradiction` for a place where it may not lie."""
    position = position_of(moment)
    fault = place_fault(position, disc, spot, anywhere=rules_of(moment).dues_anywhere)
    if fault is not None:
        raise Contradiction(f"{disc} may not be placed there: {fault.sentence}")
    return situation_of(changed(moment, position=write_position(position.having(disc, spot))))


def drilled(asked: protocol.Drill) -> protocol.TriedStroke:
    """Return the result of a try at a drill, or of the first of its two strokes.

    Raises `Contradiction` for impossible counts, and for a decision of another kind than the drill asks for.
    """
    if asked.hits > asked.tries:
        raise Contradiction(
            f"{asked.hits} hits of {asked.tries} tries were sent; expected at most as many hits as tries"
        )
    board = board_of(asked.drill, asked.number)
    kind = DRILLS[board.drill]
    if kind.goal is DrillGoal.PLACE:
        if asked.stroke is not None:
            raise Contradiction(f"the drill {board.drill} asks for a place for {board.disc}; a stroke was sent")
        spot = asked.at or board.at
        assert spot is not None, "the drill has a good place"
        situation = put_down(board.moment, board.disc, spot)
        result, name = put(board, spot), None
        answer = told(
            asked.nonce, board.moment, PracticeResult(None, situation.round, situation.position, None, None), True
        )
    else:
        if asked.at is not None:
            raise Contradiction(f"the drill {board.drill} asks for a stroke; a place for a piece was sent")
        if asked.moment is not None and kind.strokes < 2:
            raise Contradiction(f"the drill {board.drill} has one stroke; a second one was sent")
        at = asked.moment or board.moment
        stroke = asked.stroke or (_second_best(at).stroke if asked.moment is not None else board.stroke)
        assert stroke is not None, "the drill is of strokes"
        check_stands(board.stands, stroke)
        after = tried(at, stroke, surface("club"), legal=True, judged=True, hand=None, rng=Random(0))
        situation = situation_of(at)
        result, found = struck(board, situation, stroke, after), called(situation, stroke)
        name = None if found.disc is None else found.name.value
        answer = told(asked.nonce, at, after, True)
    tries, hits = asked.tries + (not result.goes_on), asked.hits + result.hit
    low, high = wilson(hits, tries) if tries else (0.0, 1.0)
    read = protocol.DrillRead(
        hit=result.hit, goes_on=result.goes_on, left=result.left, name=name, tries=tries, hits=hits, low=low, high=high
    )
    return changed(answer, reached=None if result.goes_on else result.hit, training=read)


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
