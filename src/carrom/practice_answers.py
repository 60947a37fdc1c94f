"""Answers to questions about boards set up by hand, as messages: practice, lessons, puzzles, drills, solo runs."""

from random import Random

from carrom import protocol
from carrom.board import QUEEN, STRIKER, Disc, Kind, Point, Position, Seat
from carrom.board.notation import write_position
from carrom.board.striker_spots import Span, place_fault, striker_at
from carrom.engine.levels import LEVELS, level_named
from carrom.engine.rollouts import is_compiled
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import called
from carrom.errors import CarromError, Contradiction
from carrom.game.score import add_points
from carrom.game.solo import PLAYER, SoloRun, SoloStep
from carrom.i18n import TranslatableText
from carrom.numeric import wilson
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.practice.lessons import advice, lesson_named, meaning, reached
from carrom.practice.play import PracticeResult, answered, calls, fallen, tried, what_if
from carrom.practice.setup import SetupPosition, fault_of, moment_of, position_of, round_of, rules_of, spans
from carrom.rules.round import Phase, QueenState, Round
from carrom.tables.proposal import CommandRefused
from carrom.tables.snapshots import film_of, verdict_of
from carrom.tournament.glicko import RatedResult, Rating, rated
from carrom.training.accuracy import told as accuracy_told
from carrom.training.drills import DRILLS, DrillGoal, board_of, check_stands, put, struck
from carrom.training.progress import moment, resumed, running
from carrom.training.puzzle_judge import SECOND, PuzzleJudge, hardness
from carrom.training.puzzles import BAR, Puzzle, puzzle_of, situation_of
from carrom.training.stroke_chances import STRONG, Look
from carrom.training.views import CHAINS, PuzzleGoal
from carrom.values import changed

# -- positions set up by hand ------------------------------------------------------------------------------------------


_QUEEN = {
    QueenState.BOARD: protocol.QueenWhere.BOARD,
    QueenState.PENDING: protocol.QueenWhere.PENDING,
    QueenState.COVERED: protocol.QueenWhere.COVERED,
    QueenState.ASIDE: protocol.QueenWhere.ASIDE,
}
_COLOUR = {Kind.WHITE: protocol.Colour.WHITE, Kind.BLACK: protocol.Colour.BLACK, None: None}


def told(nonce: str, moment: SetupPosition, after: PracticeResult, legal: bool) -> protocol.TriedStroke:
    """Return the result of a stroke, with the board after it."""
    following = _following(moment, after)
    rules, seat = rules_of(moment), following.turn
    over = after.round is not None and after.round.result is not None
    free = () if over else spans(rules, after.position, seat, legal)
    played = after.played
    ruling = None if after.ruling is None else verdict_of(after.ruling)
    motion = None
    if played is not None and after.stroke is not None:
        there = striker_at(moment.turn, after.stroke.x, after.stroke.y)
        motion = film_of(moment.turn, after.stroke, position_of(moment).having(STRIKER, there), played)
    return protocol.TriedStroke(
        nonce=nonce,
        motion=motion,
        pocketed=(*fallen(after), *((STRIKER,) if played is not None and STRIKER in played.outcome.pocketed else ())),
        touched=played.outcome.touched if played is not None else (),
        ruling=ruling,
        state=state_of(after.round, after.position, seat, free, ruling),
        moment=following,
    )


def _following(moment: SetupPosition, after: PracticeResult) -> SetupPosition:
    """Return the position after the stroke, to continue from."""
    if after.round is not None:
        return moment_of(after.round, after.position)
    taken = moment.queen == "board" and QUEEN not in after.position
    queen = "mover" if taken else moment.queen
    return changed(moment, position=write_position(after.position), queen=queen, attempt=None, kept="")


def state_of(
    round: Round | None,
    position: Position,
    seat: Seat,
    free: tuple[Span, ...],
    ruling: protocol.Verdict | None,
) -> protocol.State:
    """Return the state of a board with the legal striker positions; without a round, neither side owns a colour."""
    over = round is not None and round.result is not None
    breaking = round is not None and round.phase is Phase.BREAK and not over
    strike = protocol.ExpectStrike(
        seat=seat,
        attempt=round.attempt if round is not None and breaking else None,
        attempts=round.ruleset.parameters.break_attempts if round is not None else 1,
        intervals=tuple(protocol.Interval(span.low, span.high, span.y) for span in free),
        may_pass=False,
    )
    playing = protocol.Phase.BREAK if breaking else protocol.Phase.PLAY
    return protocol.State(
        position=position,
        phase=protocol.Phase.BOARD_OVER if over else playing,
        turn=None if over else seat,
        expected=() if over else (strike,),
        board=1,
        breaker=round.breaker if round is not None else seat,
        sides=tuple(_side(round, index) for index in range(len(round.sides))) if round is not None else (),
        queen=_queen(round),
        boards=() if round is None or not over else _boards(round),
        ruling=ruling,
        result=None,
        can_undo=False,
        can_resign=False,
        strokes=0,
    )


def _side(round: Round, index: int) -> protocol.SideState:
    side = round.sides[index]
    return protocol.SideState(
        seats=side.seats,
        colour=_COLOUR[side.colour],
        score=side.score + side.points,
        on_board=round.men_on_board(index),
        pocketed=tuple(disc for disc in round.in_pockets(index) if disc is not Disc.Q),
        due=side.due,
    )


def _queen(round: Round | None) -> protocol.QueenState:
    if round is None:
        return protocol.QueenState(where=protocol.QueenWhere.BOARD)
    side = round.queen_side if round.queen is QueenState.COVERED else None
    if round.queen in (QueenState.PENDING, QueenState.ASIDE):
        side = round.mover
    return protocol.QueenState(where=_QUEEN[round.queen], seat=None if side is None else round.sides[side].seats[0])


def _boards(round: Round) -> tuple[protocol.BoardResult, ...]:
    """Return the result of the board as the only row of a scorecard."""
    result = round.result
    assert result is not None, "a board that is over has a result"
    alone = result.winners[0] if len(result.winners) == 1 else None
    totals = [side.score + side.points for side in round.sides]
    if alone is not None and round.ruleset.colours_are_owned:
        add_points(totals, alone, result)
    winner = None if alone is None else round.sides[alone].seats[0]
    return (protocol.BoardResult(winner=winner, points=result.points, score=tuple(totals)),)


# -- puzzle attempts, drill strokes and solo runs ----------------------------------------------------------------------


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
    if not is_compiled():
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
    stored = 0 if now.over else max(0, now.strokes - now.idle - lost - 1)
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
            hand=accuracy_told(misses, stored, lost) if misses or stored + lost else None,
        ),
    )


# -- the answers by request --------------------------------------------------------------------------------------------


TEACHER = LEVELS[0].name
"""The level of the opponent in the last lesson."""


def answer(asked: protocol.Question, rng: Random) -> protocol.Arranged | protocol.TriedStroke:
    """Return the answer to a question; raises `CommandRefused` or `CarromError` with one sentence."""
    match asked:
        case protocol.Arrange():
            return _arranged(asked)
        case protocol.Try(stroke=None, moment=moment):
            after = answered(moment, asked.level or TEACHER, surface(asked.surface), rng)
            return told(asked.nonce, moment, after, asked.legal)
        case protocol.Try(stroke=stroke, moment=moment) if stroke is not None:
            hand = None if asked.level is None else level_named(asked.level).hand
            ground = surface(asked.surface)
            after = tried(moment, stroke, ground, legal=asked.legal, judged=asked.judged, hand=hand, rng=rng)
            return told(asked.nonce, moment, after, asked.legal)
        case protocol.WhatIf(moment=moment, facts=facts):
            return told(asked.nonce, moment, what_if(moment, facts), True)
        case protocol.Attempt():
            return _attempted(asked, rng)
        case protocol.Solve():
            return solved(asked)
        case protocol.Drill():
            return drilled(asked)
        case protocol.RunAlone():
            return run_alone(asked, rng)
    raise AssertionError(f"unexpected question {asked}")


def _arranged(asked: protocol.Arrange) -> protocol.Arranged:
    """Return the state of a board set up by hand, or its fault."""
    try:
        rules, position = rules_of(asked.moment), position_of(asked.moment)
        fault = fault_of(position)
        if fault is not None:
            return protocol.Arranged(nonce=asked.nonce, fault=fault.sentence, discs=fault.discs)
        round = round_of(asked.moment) if asked.judged else None
    except CarromError as refusal:
        return protocol.Arranged(nonce=asked.nonce, fault=_sentence(str(refusal)))
    seat = asked.moment.turn if round is None else round.turn
    free = spans(rules, position, seat, asked.legal)
    known = () if round is None else calls(round)
    return protocol.Arranged(nonce=asked.nonce, state=state_of(round, position, seat, free, None), calls=known)


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."


def _attempted(asked: protocol.Attempt, rng: Random) -> protocol.TriedStroke:
    """Return the result of a lesson step, with the teacher's comments."""
    steps = lesson_named(asked.lesson).under(rules_of(SetupPosition(rules=asked.rules, position="c1")))
    if asked.step > len(steps):
        raise CommandRefused(
            protocol.Refusal.ILLEGAL, f"The lesson {asked.lesson} has {len(steps)} steps, not {asked.step}."
        )
    step, ground = steps[asked.step - 1], surface("club")
    rules = rules_of(SetupPosition(rules=asked.rules, position="c1"))
    moment = asked.moment if asked.moment is not None and step.goes_on else step.moment(rules)
    if asked.stroke is None:
        after = answered(moment, TEACHER, ground, rng)
    else:
        after = tried(moment, asked.stroke, ground, legal=True, judged=True, hand=None, rng=rng)
    found = reached(step.goal, moment, after, ground)
    answer = told(asked.nonce, moment, after, True)
    said: tuple[TranslatableText, ...] = ()
    if step.goal.wins and after.round is not None:
        mine = moment.turn is Seat.SOUTH
        said = meaning(after, mine)
        if found is None and after.round.turn is Seat.SOUTH:
            said += advice(after.round, after, ground, rng)
    return changed(answer, reached=found, said=said)
