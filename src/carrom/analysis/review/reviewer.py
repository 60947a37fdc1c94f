"""Review a finished game: the cost of each decision (mistakes, blunders), and the luck of its execution.

With W the probability of winning the board, the *said* loss is W of the best stroke minus W of the intended one, and
*luck* is W after the stroke minus W of the intended one. A said loss that is larger than the error of W is checked by
rollouts; only what they confirm is a loss (`carrom.analysis.review.stroke_judgement`).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from carrom.analysis.analysis import Clock
from carrom.analysis.best_strokes import BestStrokeSearch, Pause, nothing
from carrom.analysis.messages import Stakes, StrokeFacts, spread_of
from carrom.analysis.review.game_strokes import GameStroke, players_of, strokes_of
from carrom.analysis.review.review_values import (
    GameReview,
    PlayerReview,
    ReviewBegun,
    StrokeReviewed,
    Turning,
    Wider,
)
from carrom.analysis.review.rolled_loss import LOOKS, rolled_loss
from carrom.analysis.review.stroke_judgement import Grade, RolledLoss, judged
from carrom.analysis.stroke_details import class_of, line_of
from carrom.analysis.stroke_ranking import DEAD_BAND
from carrom.analysis.win_chances import standing_of
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play import position_value
from carrom.engine.play.player import situation_of
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import is_ready
from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.values import changed

ROUNDS = ((4_000, 512), (32_000, 2_048))
"""Simulations and fresh samples per stroke, in the quick and the precise round."""
BREAKS, INTERPRETED = 10, 20
"""Divisors of the budget for a break, and where strokes run interpreted."""
KINDS = 4
FEWEST = 4
"""Pairs of play-outs for a stroke where strokes run interpreted."""
MOMENTS = 3
"""Turning points that are reported."""


@dataclass
class _Seen:
    """A stroke of the game with its search and review so far."""

    past: GameStroke
    study: BestStrokeSearch | None = None
    latest: StrokeReviewed | None = None
    after: float = 0.5
    rolled: RolledLoss | None = None
    succeeded: bool = False


def review(
    game: GameHistory, hand: HandNoise, *, seconds: float = 120.0, clock: Clock = time.monotonic, pause: Pause = nothing
) -> Iterator[ReviewBegun | StrokeReviewed | GameReview]:
    """Yield the review of a game's strokes for an accuracy: all quickly, then all precisely, then rollouts.

    Rollouts check every stroke that the value says lost more than its own error, the largest said loss first. After
    `seconds` the review stops where it is, and what was not checked is not called anything. Raises `RefusedRequest` for
    a game on a wooden board, which has no positions, and for a game without strokes.
    """
    if not game.header.measured:
        raise RefusedRequest("A record of a wooden board has no disc positions: expected a simulated game.")
    past = [_Seen(each) for each in strokes_of(game)]
    if not past:
        raise RefusedRequest("No stroke has been played in this game: there is nothing to review.")
    deadline = clock() + seconds
    yield ReviewBegun(players=players_of(game), strokes=len(past), hand=spread_of(hand), dead_band=DEAD_BAND)
    for stage, (simulations, samples) in enumerate(ROUNDS):
        late = False
        for each in past:
            late = stage > 0 and clock() > deadline
            if late:
                break
            yield _looked_at(each, hand, simulations, samples, stage, pause)
        yield _whole(game, past, done=False)
        if late:
            break
    for each in sorted(past, key=_said, reverse=True):
        if each.latest is not None and each.latest.pending:
            yield _rolled(each, hand, pause) if clock() < deadline else _left_open(each)
    yield _whole(game, past, done=True)


def review_stroke(
    game: GameHistory, number: int, hand: HandNoise, *, pause: Pause = nothing
) -> Iterator[StrokeReviewed]:
    """Yield the review of one stroke of a game: quickly, precisely, with rollouts if needed; `number` counts from 1.

    Raises `RefusedRequest` for a game on a wooden board, and for a number without a stroke.
    """
    if not game.header.measured:
        raise RefusedRequest("A record of a wooden board has no disc positions: expected a simulated game.")
    strokes = list(strokes_of(game))
    if not 1 <= number <= len(strokes):
        raise RefusedRequest(f"There is no stroke {number}: {len(strokes)} have been played.")
    seen = _Seen(strokes[number - 1])
    for stage, (simulations, samples) in enumerate(ROUNDS):
        yield _looked_at(seen, hand, simulations, samples, stage, pause)
    if seen.latest is not None and seen.latest.pending:
        yield _rolled(seen, hand, pause)


# -- one stroke ---------------------------------------------------------------------------------------------------


def _looked_at(
    seen: _Seen, hand: HandNoise, simulations: int, samples: int, stage: int, pause: Pause
) -> StrokeReviewed:
    """Return the review of a stroke."""
    past = seen.past
    if seen.study is None:
        seen.study = BestStrokeSearch(situation_of(past.game), hand, past.number, pause=pause)
    study = seen.study
    share = (BREAKS if study.breaking else 1) * (1 if is_ready() else INTERPRETED)
    for _ in study.searched(simulations // share, KINDS, stage):
        pass
    meant = study.candidate(past.intention or past.stroke)
    study.sample([meant], samples)
    best = line_of(study, study.best_against(meant, samples))
    line = line_of(study, meant)
    seen.after = _after(study, past)
    seen.succeeded = bool(study.gains.prices.kept[class_of(study, past.event.outcome)])
    seen.latest = _review_of(past, line, best, seen.after, None)
    return seen.latest


def _rolled(seen: _Seen, hand: HandNoise, pause: Pause) -> StrokeReviewed:
    """Return the review of a stroke after rollouts of it and of the best one."""
    past, before = seen.past, seen.latest
    assert before is not None, "a stroke is rolled out after it was searched"
    assert seen.study is not None
    rolled = rolled_loss(
        seen.study.situation,
        before.meant.stroke,
        before.best.stroke,
        hand,
        f"rollouts {past.number}",
        most=LOOKS[-1] if is_ready() else FEWEST,
        pause=pause,
    )
    seen.latest = _review_of(past, before.meant, before.best, seen.after, rolled)
    return seen.latest


def _left_open(seen: _Seen) -> StrokeReviewed:
    """Return the review of a stroke that there was no time to roll out: nothing is called."""
    assert seen.latest is not None
    seen.latest = changed(seen.latest, pending=False)
    return seen.latest


def _said(seen: _Seen) -> float:
    return 0.0 if seen.latest is None else seen.latest.said


def _after(study: BestStrokeSearch, past: GameStroke) -> float:
    """Return the probability that the side wins the board, after the stroke."""
    round_, result = past.after, past.after.result
    if result is not None:
        share = 0.5 if result.replay or len(result.winners) != 1 else float(past.side in result.winners)
        return share
    lies = Situation(round_, past.lay, study.situation.surface, study.situation.equipment)
    found = position_value.of(lies, study.hand)
    return round(found.win if round_.mover == past.side else 1.0 - found.win, 4)


def _review_of(
    past: GameStroke,
    meant: StrokeFacts,
    best: StrokeFacts,
    after: float,
    rolled: RolledLoss | None,
) -> StrokeReviewed:
    said = round(max(0.0, best.win - meant.win), 4)
    judgement = judged(said, rolled)
    before = standing_of(past.game, past.side)
    stakes = None if before is None else before.stakes()
    return StrokeReviewed(
        number=past.number,
        event=past.line,
        board=past.board,
        player=past.player,
        seat=past.event.seat,
        moment=past.moment,
        played=past.stroke,
        meant=meant,
        is_known=past.intention is not None,
        best=best,
        after=after,
        said=said,
        rolled=rolled,
        pending=judgement.pending,
        loss=judgement.loss,
        luck=round(after - meant.win, 4),
        accuracy=judgement.accuracy,
        grade=judgement.grade,
        first=after if past.side == 0 else round(1.0 - after, 4),
        stakes=stakes,
        wider=_wider(past, after, stakes),
        why=past.why,
    )


def _wider(past: GameStroke, after: float, stakes: Stakes | None) -> Wider | None:
    """Return the win probabilities of game and match after the stroke; from the score if the board is over."""
    if stakes is None:
        return None
    if past.then is not None:
        game, match = past.then.between()
        return Wider(game=game, match=match)
    return Wider(game=stakes.game.of(after), match=None if stakes.match is None else stakes.match.of(after))


# -- the whole game -----------------------------------------------------------------------------------------------


def _whole(game: GameHistory, seen: list[_Seen], done: bool) -> GameReview:
    """Return the review of the whole game."""
    known = [(each, each.latest) for each in seen if each.latest is not None]
    order = sorted(known, key=lambda one: -max(one[1].loss, abs(one[1].luck)))
    return GameReview(
        players=tuple(
            _summed(player, [one for one in known if one[0].past.player == player])
            for player in range(len(game.header.players))
        ),
        turning=tuple(Turning(number=each.number, loss=each.loss, luck=each.luck) for _, each in order[:MOMENTS]),
        done=done,
    )


def _summed(player: int, known: list[tuple[_Seen, StrokeReviewed]]) -> PlayerReview:
    """Return one player's totals."""
    reviews = [each for _, each in known]
    checked = [each for each in reviews if not each.unchecked]
    count = max(1, len(reviews))
    return PlayerReview(
        player=player,
        strokes=len(reviews),
        loss=round(sum(each.loss for each in reviews) / count, 4),
        said=round(sum(each.said for each in reviews) / count, 4),
        luck=round(sum(each.luck for each in reviews), 4),
        accuracy=round(sum(each.accuracy for each in checked) / max(1, len(checked)), 1),
        succeeded=sum(seen.succeeded for seen, _ in known),
        expected=round(sum(each.meant.success for each in reviews), 2),
        grades=tuple(sum(each.grade is grade for each in checked) for grade in Grade),
    )
