"""Review a finished game: the cost of each decision (mistakes, blunders), and the luck of its execution.

With W the probability of winning the board, the *said* loss is W of the best stroke minus W of the intended one, and
*luck* is W after the stroke minus W of the intended one. A said loss that is larger than the error of W is checked by
rollouts; only what they confirm is a loss (`carrom.analysis.review_values`).
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean, stdev

from carrom.analysis import review_values
from carrom.analysis.analysis import Clock
from carrom.analysis.best_strokes import BestStrokeSearch, Pause, nothing
from carrom.analysis.messages import Stakes, StrokeFacts, spread_of
from carrom.analysis.stroke_details import class_of, line_of
from carrom.analysis.win_chances import ContestStanding, standing_after, standing_of
from carrom.board import STRIKER, Position, Stroke
from carrom.board.striker_spots import check_spot
from carrom.engine import play_out
from carrom.engine.geometry import HandNoise, disturbances
from carrom.engine.play_out import PlayOuts
from carrom.engine.player import situation_of
from carrom.engine.rollouts import is_compiled
from carrom.engine.situation import Situation
from carrom.errors import CarromError, RefusedRequest
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.game.player_names import names_in
from carrom.physics.simulate import check_stroke, most_spin
from carrom.practice.setup import SetupPosition, may_sit, moment_of
from carrom.rules.book import technique_for
from carrom.rules.round import Round
from carrom.rules.ruleset import NAMES
from carrom.rules.settle import settle
from carrom.values import changed

# -- the loss of a stroke by rollouts, against the best alternative ----------------------------------------------------
# The value that a search uses is wrong by more than its samples show, and the best of several strokes is often the one
# that it overrates most. Play-outs decide by results instead (`carrom.engine.play_out`).


LOOKS = (16, 32, 64, 128)
"""Numbers of pairs of play-outs after which it is decided whether more are needed."""
AT_A_LOOK = 2.36
"""Half-width of the interval at each look, in standard errors: four looks together err in 5 % (Pocock, 1977)."""
HOPE = 1.28
"""Standard errors by which the pairs to come may exceed those so far; if even that confirms nothing, it ends."""


def rolled_loss(
    situation: Situation,
    played: Stroke,
    best: Stroke,
    hand: HandNoise,
    seed: str,
    *,
    most: int = LOOKS[-1],
    settings: PlayOuts | None = None,
    pause: Callable[[], None] = lambda: None,
) -> review_values.RolledLoss:
    """Return how much less a stroke wins than another, for the side in turn, by at most `most` pairs of play-outs.

    `seed` makes the chances; they are the same for both strokes and had no part in finding either. `pause` is called
    before each play-out; what it raises ends the comparison.
    """
    gaps: list[float] = []
    pairs = pairs_of(situation, played, best, hand, seed, settings=settings, pause=pause)
    for look in LOOKS:
        while len(gaps) < min(look, most):
            mine, other = next(pairs)
            gaps.append(other - mine)
        found = estimate(gaps)
        if len(gaps) >= most or is_decided(found, stdev(gaps), most):
            break
    return found


def estimate(gaps: list[float]) -> review_values.RolledLoss:
    """Return the loss from the gaps of at least two pairs."""
    error = stdev(gaps) / math.sqrt(len(gaps))
    mean = fmean(gaps)
    return review_values.RolledLoss(
        loss=round(mean, 4),
        error=round(error, 4),
        games=2 * len(gaps),
        confirmed=mean > review_values.DEAD_BAND and mean - AT_A_LOOK * error > 0.0,
    )


def is_decided(found: review_values.RolledLoss, spread: float, most: int) -> bool:
    """Whether more pairs would change nothing: the loss is confirmed, or cannot be confirmed any more."""
    if found.confirmed:
        return True
    done = found.games // 2
    left = most - done
    hoped = found.loss + HOPE * spread / math.sqrt(left)
    mean = (done * found.loss + left * hoped) / most
    return mean <= max(review_values.DEAD_BAND, AT_A_LOOK * spread / math.sqrt(most))


def pairs_of(
    situation: Situation,
    played: Stroke,
    best: Stroke,
    hand: HandNoise,
    seed: str,
    *,
    settings: PlayOuts | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Iterator[tuple[float, float]]:
    """Yield the results of both strokes without luck, one pair after another, without end."""
    outs = settings if settings is not None else PlayOuts(hand)
    number = 0
    while True:
        for noise in disturbances(LOOKS[0], Random(f"{seed} noise {number}")):
            results = []
            for stroke in (played, best):
                pause()
                results.append(outs.after(situation, stroke, noise, Random(f"{seed} {number}")).fair)
            number += 1
            yield results[0], results[1]


# -- the strokes of a game that count, with the game before and after each ---------------------------------------------


@dataclass(frozen=True)
class GameStroke:
    """A stroke of a game with its context."""

    number: int
    """Number among the strokes that count, from 1."""
    line: int
    """Number of its event in the record."""
    board: int
    player: int
    """Index of the player who struck."""
    side: int
    """Index of the player's side."""
    game: GameHistory
    """The game before the stroke."""
    event: Struck
    after: Round
    """The round after the ruling."""
    lay: Position
    """The rest positions, including the pieces that the umpire put back."""
    then: ContestStanding | None
    """The score for the side that struck, including this board; None while the board goes on, and if no points decide
    the game."""
    why: str
    """The ruling, in English."""

    @property
    def stroke(self) -> Stroke:
        """The stroke that was played."""
        assert self.event.stroke is not None, "a simulated game stores its strokes"
        return self.event.stroke

    @cached_property
    def intention(self) -> Stroke | None:
        """The intended stroke, if the record has it and it was legal."""
        meant = self.event.meant
        if meant is None or meant == self.stroke:
            return meant
        situation = situation_of(self.game)
        try:
            check_stroke(meant, most_spin(situation.surface))
            check_spot(situation.position, self.event.seat, meant, situation.equipment, situation.cover)
            technique_for(situation.round.ruleset, meant)
        except CarromError:
            return None
        return meant

    @property
    def moment(self) -> SetupPosition | None:
        """The position as it can be set up by hand; None if it cannot."""
        assert self.game.round is not None
        assert self.game.position is not None
        seats = tuple(side.seats for side in self.game.round.sides)
        can = may_sit(seats) and self.game.round.ruleset.name in NAMES
        return moment_of(self.game.round, self.game.position) if can else None


def strokes_of(game: GameHistory) -> Iterator[GameStroke]:
    """Yield the strokes of a simulated game that count, in order."""
    live, number = GameHistory.begin(game.header, game.rules), 0
    for event in game.in_force[1:]:
        before, live = live, live.apply(event)
        if not isinstance(event, Struck) or event.stroke is None or before.round is None:
            continue
        number += 1
        ruling = live.rulings[-1]
        side = next(k for k, side in enumerate(before.round.sides) if event.seat in side.seats)
        yield GameStroke(
            number=number,
            line=_line_of(game, event),
            board=len(before.state.game.boards) + 1,
            player=_player(before, event),
            side=side,
            game=before,
            event=event,
            after=settle(before.round, ruling),
            lay=live.position or (event.rest or Position()).without(STRIKER),
            then=standing_after(before, live, side),
            why=ruling.told(names_in(live, ruling)),
        )


def _line_of(game: GameHistory, event: Struck) -> int:
    """Return the number of an event's line in the record; 0 if a correction replaced it."""
    return next((number for number, each in enumerate(game.events) if each is event), 0)


def players_of(game: GameHistory) -> tuple[review_values.Reviewed, ...]:
    """Return the players."""
    letters = sorted({each.side for each in game.header.players})
    return tuple(
        review_values.Reviewed(name=each.name, seat=each.seat, side=letters.index(each.side))
        for each in game.header.players
    )


def _player(game: GameHistory, event: Struck) -> int:
    """Return the index of the player who struck."""
    name = game.state.player_at(event.seat)
    of_side = [index for index, each in enumerate(game.header.players) if each.side == name[0]]
    return of_side[int(name[1:] or "1") - 1]


# -- the reviewer ------------------------------------------------------------------------------------------------------


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
    latest: review_values.StrokeReviewed | None = None
    after: float = 0.5
    rolled: review_values.RolledLoss | None = None
    succeeded: bool = False


def review(
    game: GameHistory, hand: HandNoise, *, seconds: float = 120.0, clock: Clock = time.monotonic, pause: Pause = nothing
) -> Iterator[review_values.ReviewBegun | review_values.StrokeReviewed | review_values.GameReview]:
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
    yield review_values.ReviewBegun(
        players=players_of(game), strokes=len(past), hand=spread_of(hand), dead_band=review_values.DEAD_BAND
    )
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
) -> Iterator[review_values.StrokeReviewed]:
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


# -- one stroke --------------------------------------------------------------------------------------------------------


def _looked_at(
    seen: _Seen, hand: HandNoise, simulations: int, samples: int, stage: int, pause: Pause
) -> review_values.StrokeReviewed:
    """Return the review of a stroke."""
    past = seen.past
    if seen.study is None:
        seen.study = BestStrokeSearch(situation_of(past.game), hand, past.number, pause=pause)
    study = seen.study
    share = (BREAKS if study.breaking else 1) * (1 if is_compiled() else INTERPRETED)
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


def _rolled(seen: _Seen, hand: HandNoise, pause: Pause) -> review_values.StrokeReviewed:
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
        most=LOOKS[-1] if is_compiled() else FEWEST,
        pause=pause,
    )
    seen.latest = _review_of(past, before.meant, before.best, seen.after, rolled)
    return seen.latest


def _left_open(seen: _Seen) -> review_values.StrokeReviewed:
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
    found = play_out.of(lies, study.hand)
    return round(found.win if round_.mover == past.side else 1.0 - found.win, 4)


def _review_of(
    past: GameStroke,
    meant: StrokeFacts,
    best: StrokeFacts,
    after: float,
    rolled: review_values.RolledLoss | None,
) -> review_values.StrokeReviewed:
    said = round(max(0.0, best.win - meant.win), 4)
    judgement = review_values.judged(said, rolled)
    before = standing_of(past.game, past.side)
    stakes = None if before is None else before.stakes()
    return review_values.StrokeReviewed(
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


def _wider(past: GameStroke, after: float, stakes: Stakes | None) -> review_values.Wider | None:
    """Return the win probabilities of game and match after the stroke; from the score if the board is over."""
    if stakes is None:
        return None
    if past.then is not None:
        game, match = past.then.between()
        return review_values.Wider(game=game, match=match)
    return review_values.Wider(
        game=stakes.game.of(after), match=None if stakes.match is None else stakes.match.of(after)
    )


# -- the whole game ----------------------------------------------------------------------------------------------------


def _whole(game: GameHistory, seen: list[_Seen], done: bool) -> review_values.GameReview:
    """Return the review of the whole game."""
    known = [(each, each.latest) for each in seen if each.latest is not None]
    order = sorted(known, key=lambda one: -max(one[1].loss, abs(one[1].luck)))
    return review_values.GameReview(
        players=tuple(
            _summed(player, [one for one in known if one[0].past.player == player])
            for player in range(len(game.header.players))
        ),
        turning=tuple(
            review_values.Turning(number=each.number, loss=each.loss, luck=each.luck) for _, each in order[:MOMENTS]
        ),
        done=done,
    )


def _summed(player: int, known: list[tuple[_Seen, review_values.StrokeReviewed]]) -> review_values.PlayerReview:
    """Return one player's totals."""
    reviews = [each for _, each in known]
    checked = [each for each in reviews if not each.unchecked]
    count = max(1, len(reviews))
    return review_values.PlayerReview(
        player=player,
        strokes=len(reviews),
        loss=round(sum(each.loss for each in reviews) / count, 4),
        said=round(sum(each.said for each in reviews) / count, 4),
        luck=round(sum(each.luck for each in reviews), 4),
        accuracy=round(sum(each.accuracy for each in checked) / max(1, len(checked)), 1),
        succeeded=sum(seen.succeeded for seen, _ in known),
        expected=round(sum(each.meant.success for each in reviews), 2),
        grades=tuple(sum(each.grade is grade for each in checked) for grade in review_values.Grade),
    )
