"""A game looked back at: what each stroke cost against the best that was found, and what its execution then brought.

With W the probability to win the board: *decision* is W of the best stroke less W of the one that was meant, *luck* is
what W was when all lay still less W of the one that was meant. Their difference is what the stroke changed in all.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from carrom.analysis.analyse import Clock, spread_of
from carrom.analysis.details import class_of, line_of
from carrom.analysis.lines import Pause, Study, nothing
from carrom.analysis.reviewed import (
    Grade,
    PlayerReview,
    ReviewBegun,
    Reviewed,
    ReviewTold,
    StrokeReviewed,
    Turning,
)
from carrom.analysis.values import Line
from carrom.board.disc import STRIKER
from carrom.board.legal import check_spot
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.engine import worth
from carrom.engine.noise import Hand
from carrom.engine.player import situation_of
from carrom.engine.situation import Situation
from carrom.engine.tries import is_ready
from carrom.errors import CarromError, RefusedRequest
from carrom.game.event import Struck
from carrom.game.game import Game
from carrom.game.people import names_in
from carrom.physics.simulate import check_stroke, most_spin
from carrom.practice.moment import Moment, may_sit, moment_of
from carrom.rules.round import Round
from carrom.rules.ruleset import NAMES
from carrom.rules.settle import settle
from carrom.rules.technique import technique_for

ROUNDS = ((4_000, 512), (32_000, 2_048))
"""Simulations of a stroke's search and its fresh samples: quickly, then well."""
BREAKS, INTERPRETED = 10, 20
"""By how much less is spent on a break, and where strokes run interpreted."""
KINDS = 4
LIMITS = ((0.01, Grade.BEST), (0.03, Grade.GOOD), (0.06, Grade.INACCURACY), (0.12, Grade.MISTAKE))
"""Decision losses up to which a stroke has a grade; beyond, it is a blunder."""
MOMENTS = 3
"""Turning points that are told."""


@dataclass
class _Past:
    """A stroke of the game, and what is known of it."""

    number: int
    board: int
    player: int
    side: int
    game: Game
    event: Struck
    after: Round
    """As the ruling left it."""
    lay: Position
    """Where all lay then, with what the umpire put back."""
    why: str
    study: Study | None = None
    told: StrokeReviewed | None = None
    succeeded: bool = False

    @property
    def stroke(self) -> Stroke:
        """What was played."""
        assert self.event.stroke is not None, "a simulated game keeps strokes"
        return self.event.stroke

    @cached_property
    def intention(self) -> Stroke | None:
        """What was meant, where the record tells it and it could have been played."""
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


def review(
    game: Game, hand: Hand, *, seconds: float = 120.0, clock: Clock = time.monotonic, pause: Pause = nothing
) -> Iterator[ReviewBegun | StrokeReviewed | ReviewTold]:
    """Yield what there is to say of a game's strokes, for a hand: all of them quickly, then all of them well.

    After `seconds` the second round ends where it is. Raises `RefusedRequest` for a game on a wooden board, of which no
    places are known, and for one without strokes.
    """
    if not game.header.measured:
        raise RefusedRequest("A record of a wooden board does not say where the discs lay: expected a simulated game.")
    past = _past(game)
    if not past:
        raise RefusedRequest("Nobody has struck in this game yet: there is nothing to review.")
    deadline = clock() + seconds
    yield ReviewBegun(players=_players(game), strokes=len(past), hand=spread_of(hand))
    for stage, (simulations, samples) in enumerate(ROUNDS):
        late = False
        for each in past:
            late = stage > 0 and clock() > deadline
            if late:
                break
            yield _looked_at(each, hand, simulations, samples, stage, pause)
        yield _whole(game, past, done=late or stage == len(ROUNDS) - 1)
        if late:
            return


def accuracy(loss: float) -> float:
    """Return how accurate a decision was, 0 to 100, by the win probability that it cost (the formula of Lichess)."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def grade_of(loss: float) -> Grade:
    """Return the grade of a decision."""
    return next((grade for most, grade in LIMITS if loss <= most), Grade.BLUNDER)


# -- the game -----------------------------------------------------------------------------------------------------


def _past(game: Game) -> list[_Past]:
    """Return the strokes in force, each with the game before it."""
    found: list[_Past] = []
    live = Game.begin(game.header, game.rules)
    for event in game.in_force[1:]:
        before, live = live, live.apply(event)
        if not isinstance(event, Struck) or event.stroke is None or before.round is None:
            continue
        boards = before.state.game.boards
        ruling = live.rulings[-1]
        found.append(
            _Past(
                number=len(found) + 1,
                board=len(boards) + 1,
                player=_player(before, event),
                side=next(k for k, side in enumerate(before.round.sides) if event.seat in side.seats),
                game=before,
                event=event,
                after=settle(before.round, ruling),
                lay=live.position or (event.rest or Position()).without(STRIKER),
                why=ruling.told(names_in(live, ruling, event)),
            )
        )
    return found


def _player(game: Game, event: Struck) -> int:
    """Return the index of the player who struck."""
    name = game.state.player_at(event.seat)
    of_side = [index for index, each in enumerate(game.header.players) if each.side == name[0]]
    return of_side[int(name[1:] or "1") - 1]


def _players(game: Game) -> tuple[Reviewed, ...]:
    letters = sorted({each.side for each in game.header.players})
    return tuple(
        Reviewed(name=each.name, seat=each.seat, side=letters.index(each.side)) for each in game.header.players
    )


def _moment(game: Game) -> Moment | None:
    """Return how the board stood, as it can be set up by hand; None where it cannot."""
    assert game.round is not None
    assert game.position is not None
    seats = tuple(side.seats for side in game.round.sides)
    can = may_sit(seats) and game.round.ruleset.name in NAMES
    return moment_of(game.round, game.position) if can else None


# -- one stroke ---------------------------------------------------------------------------------------------------


def _looked_at(each: _Past, hand: Hand, simulations: int, samples: int, stage: int, pause: Pause) -> StrokeReviewed:
    """Return what there is to say of a stroke."""
    if each.study is None:
        each.study = Study(situation_of(each.game), hand, each.number, pause=pause)
    study = each.study
    share = (BREAKS if study.breaking else 1) * (1 if is_ready() else INTERPRETED)
    for _ in study.searched(simulations // share, KINDS, stage):
        pass
    meant = study.candidate(each.intention or each.stroke)
    study.sample([meant], samples)
    best = line_of(study, study.best(1, samples)[0])
    played = line_of(study, meant)
    after = _after(study, each)
    each.succeeded = bool(study.gains.prices.kept[class_of(study, each.event.outcome)])
    best = best if best.win > played.win else played
    told = _told(each, played, best, after)
    each.told = told
    return told


def _after(study: Study, each: _Past) -> float:
    """Return the probability that the side wins the board, as all lay still."""
    round_, result = each.after, each.after.result
    if result is not None:
        share = 0.5 if result.replay or len(result.winners) != 1 else float(each.side in result.winners)
        return share
    lies = Situation(round_, each.lay, study.situation.surface, study.situation.equipment)
    found = worth.of(lies, study.hand)
    return round(found.win if round_.mover == each.side else 1.0 - found.win, 4)


def _told(each: _Past, meant: Line, best: Line, after: float) -> StrokeReviewed:
    loss = round(best.win - meant.win, 4)
    return StrokeReviewed(
        number=each.number,
        board=each.board,
        player=each.player,
        seat=each.event.seat,
        moment=_moment(each.game),
        played=each.stroke,
        meant=meant,
        is_known=each.intention is not None,
        best=best,
        after=after,
        loss=loss,
        luck=round(after - meant.win, 4),
        accuracy=round(accuracy(loss), 1),
        grade=grade_of(loss),
        first=after if each.side == 0 else round(1.0 - after, 4),
        why=each.why,
    )


# -- all together -------------------------------------------------------------------------------------------------


def _whole(game: Game, past: list[_Past], done: bool) -> ReviewTold:
    """Return the game as a whole."""
    known = [(each, each.told) for each in past if each.told is not None]
    order = sorted(known, key=lambda one: -max(one[1].loss, abs(one[1].luck)))
    return ReviewTold(
        players=tuple(
            _summed(player, [one for one in known if one[0].player == player])
            for player in range(len(game.header.players))
        ),
        turning=tuple(Turning(number=told.number, loss=told.loss, luck=told.luck) for _, told in order[:MOMENTS]),
        done=done,
    )


def _summed(player: int, known: list[tuple[_Past, StrokeReviewed]]) -> PlayerReview:
    """Return one player's strokes together."""
    told = [each for _, each in known]
    count = max(1, len(told))
    return PlayerReview(
        player=player,
        strokes=len(told),
        loss=round(sum(each.loss for each in told) / count, 4),
        luck=round(sum(each.luck for each in told), 4),
        accuracy=round(sum(each.accuracy for each in told) / count, 1),
        succeeded=sum(past.succeeded for past, _ in known),
        expected=round(sum(each.meant.success for each in told), 2),
        grades=tuple(sum(each.grade is grade for each in told) for grade in Grade),
    )
