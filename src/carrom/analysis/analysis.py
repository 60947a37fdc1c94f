"""Analysis of a position, streamed as messages that improve while it runs."""

import time
from collections.abc import Callable, Iterator

from carrom.analysis.best_strokes import FRESH, BestStrokeSearch, Pause, nothing
from carrom.analysis.break_explorer import following
from carrom.analysis.messages import Analysis, Assessed, Heat, Stakes, StrokeFacts, spread_of
from carrom.analysis.stroke_details import detailed, heat_of, line_of
from carrom.board.striker_spots import check_spot
from carrom.board.stroke import Stroke
from carrom.engine.geometry import HandNoise
from carrom.engine.rollouts import is_compiled
from carrom.engine.situation import Situation
from carrom.physics.simulate import check_stroke, most_spin
from carrom.rules.book import technique_for
from carrom.values import changed

SIMULATIONS = 6_000
"""Simulations of the first search; each later one has twice as many."""
BREAKS = 200
"""The same for an unbroken rack, where a stroke costs more to simulate."""
INTERPRETED = 200
STAGES = 10
"""Searches at most."""
SAMPLES = 512
"""Fresh samples per stroke after the first search; twice as many after each later one, up to `FRESH`."""
HEATS = {0: 0, 3: 1, 4: 2}
"""Fineness of the heat map by stage; the three cost 26,000, 78,000 and 207,000 simulations."""
DETAILED = 1
"""Stage from which every line gets its details; before it, only the best line does."""
EXPECTED = (2, 3)
"""Stages from which the best line, and then every line, get their expected lines, which cost more than the details."""
RESERVE = 0.25, 1.5
"""Share of the time limit, and seconds at most, left for the details of the last lines."""
PLAYS = (64, 64, 64, 128, 256)
"""Samples that are simulated in detail, by stage."""
FEW_PLAYS = 24
STEPS = 3
"""Strokes of the expected line."""

Clock = Callable[[], float]


def analyse(
    situation: Situation,
    hand: HandNoise,
    *,
    lines: int = 5,
    seconds: float = 30.0,
    stages: int = STAGES,
    seed: int = 0,
    threads: int = 1,
    stakes: Stakes | None = None,
    clock: Clock = time.monotonic,
    pause: Pause = nothing,
) -> Iterator[Analysis | Heat]:
    """Yield analyses of a situation for an accuracy, each better than the last; the last one has `done`.

    The search ends when the caller stops iterating or when `pause`, called every few milliseconds, raises. As long as
    the time limit is not reached, the same seed and number of stages yield the same values on any machine with any
    number of threads. `stakes` is copied into every value. Raises `RefusedRequest` if there is no stroke to analyse.
    """
    share, most = RESERVE
    until = clock() + seconds
    searched_until = until - min(share * seconds, most)
    study, known = BestStrokeSearch(situation, hand, seed, threads, pause), _Known(seed, stakes)
    yield from _staged(study, known, lines, stages, lambda: clock() > searched_until, lambda: clock() > until)


def _staged(
    study: BestStrokeSearch,
    known: "_Known",
    lines: int,
    stages: int,
    is_late: Callable[[], bool],
    is_over: Callable[[], bool],
) -> Iterator[Analysis | Heat]:
    """Yield an analysis after each search; `is_late` ends the searches, `is_over` the details of their lines."""
    first = SIMULATIONS if is_compiled() else INTERPRETED
    first = min(first, BREAKS) if study.breaking else first
    for stage in range(stages):
        for _ in study.searched(first << stage, lines, stage):
            if is_late() and study.found:
                break
        best = study.best(lines, SAMPLES << stage)
        found = [line_of(study, each) for each in best]
        late = is_late()
        done = late or stage == stages - 1
        yield _message(study, known, found, stage, done=False)
        for number, line in enumerate(found if done or stage >= DETAILED else found[:1]):
            is_expected = done or stage >= EXPECTED[min(number, 1)]
            is_new = known.learn(study, line, 0 if late else stage, with_next=is_expected and not is_over())
            if is_new and number == 0 and not late:
                yield _message(study, known, found, stage, done=False)
        fineness = HEATS.get(stage)
        if fineness is not None and not is_late() and not (study.breaking and stage):
            yield heat_of(study, fineness)
        yield _message(study, known, found, stage, done=done)
        if done:
            break


def assess(
    situation: Situation, hand: HandNoise, stroke: Stroke, *, seed: int = 0, threads: int = 1, pause: Pause = nothing
) -> Iterator[Assessed]:
    """Yield an estimate of a stroke, and then one with details. Raises `CarromError` for an illegal stroke."""
    stroke = check_stroke(stroke, most_spin(situation.surface))
    check_spot(situation.position, situation.round.turn, stroke, situation.equipment, situation.cover)
    technique_for(situation.round.ruleset, stroke)
    study, known = BestStrokeSearch(situation, hand, seed, threads, pause), _Known(seed)
    each = study.candidate(stroke)
    for stage, samples in enumerate((SAMPLES, FRESH)):
        study.sample([each], samples)
        line = line_of(study, each)
        if stage:
            known.learn(study, line, len(PLAYS) - 1)
        yield Assessed(
            hand=spread_of(hand), line=known.shown([line])[0], simulations=study.spent, done=samples == FRESH
        )


class _Known:
    """The detailed results of strokes, the finest for each stroke."""

    def __init__(self, seed: int, stakes: Stakes | None = None) -> None:
        self._seed, self.stakes = seed, stakes
        self._found: dict[Stroke, tuple[int, StrokeFacts]] = {}

    def learn(self, study: BestStrokeSearch, line: StrokeFacts, stage: int, with_next: bool = True) -> bool:
        """Simulate a stroke's samples in detail unless that was done at this level; return whether it was done now.

        `with_next` adds the expected line, if it is not known yet.
        """
        count = PLAYS[min(stage, len(PLAYS) - 1)] if is_compiled() else FEW_PLAYS
        before = self._found.get(line.stroke)
        steps = before[1].next if before is not None else ()
        if before is not None and before[0] >= count and (steps or not with_next):
            return False
        found = detailed(study, line, count) if before is None or before[0] < count else before[1]
        if not steps and with_next:
            steps = following(study.situation, line.stroke, study.hand, STEPS, self._seed)
        self._found[line.stroke] = max(count, before[0] if before else 0), changed(found, next=steps)
        return True

    def shown(self, lines: list[StrokeFacts]) -> tuple[StrokeFacts, ...]:
        """Return lines with the details known for them."""
        found = []
        for line in lines:
            _, known = self._found.get(line.stroke, (0, line))
            found.append(changed(line, window=known.window, wrong=known.wrong, clouds=known.clouds, next=known.next))
        return tuple(found)


def _message(study: BestStrokeSearch, known: _Known, found: list[StrokeFacts], stage: int, done: bool) -> Analysis:
    lines = known.shown(found)
    best = lines[0]
    return Analysis(
        stage=stage + 1,
        seat=study.situation.round.turn,
        hand=spread_of(study.hand),
        win=best.win,
        points=best.points,
        lines=lines,
        simulations=study.spent,
        stakes=known.stakes,
        done=done,
    )
