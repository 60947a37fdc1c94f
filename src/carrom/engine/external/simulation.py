"""Strokes simulated for an engine: where everything rests, what fell, the ruling, and who is next.

All strokes of a request run as one batch through the compiled kernel. Each distinct outcome is judged once.
"""

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import UNSET, Meta, UnsetType
from numpy.typing import NDArray

from carrom.board.disc import RACKED, STRIKER, Disc
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.placement.striker_spots import centre_spot, check_spot, legal_intervals
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.engine.external import situation_message
from carrom.engine.external.json_lines import convert
from carrom.engine.geometry.execution_noise import HandNoise, NoiseSample, disturbances, disturbed
from carrom.engine.position.situation import Situation
from carrom.engine.rack_seeds import CHOOSING, drawn
from carrom.engine.rollouts.runner import is_rack_unseen
from carrom.errors import CarromError, EngineError, RefusedRequest
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch, racked
from carrom.physics.simulate import FASTEST, check_stroke, most_spin
from carrom.rules.book.technique import technique_for
from carrom.rules.effects import Due, Fault
from carrom.rules.judge import judge
from carrom.rules.round import Round
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import Value

MOST = 10_000
"""Simulations in one request."""
PORTION = 1_000
"""Simulations between two looks at the clock."""
LARGEST = HandNoise(20.0, 1.0, 20_000.0)
"""The largest standard deviations that can be requested."""
NAMES = tuple(disc.value for disc in DISCS)
LINES = tuple(LinesLeft)
"""By the number of lines left."""
FATES = ("keeps", "passes", "again", "wins", "loses", "fouls")
"""Shares in a summary; all but `fouls` add up to 1."""
Detail = Literal["summary", "outcome", "rest", "situation"]
Error = Annotated[float, Meta(ge=0)]


class NoiseMessage(Value, frozen=True, kw_only=True):
    """Standard deviations of the aim error: degrees, relative speed, µm."""

    direction: Error = 0.0
    speed: Error = 0.0
    place: Error = 0.0
    tails: bool = False


@dataclass(frozen=True, kw_only=True)
class SimulateMessage:
    """A `simulate` request; docs/reference/engine-protocol.md describes the fields."""

    type: str
    strokes: Annotated[tuple[Any, ...], Meta(min_length=1, max_length=MOST)]
    id: int | str | None = None
    situation: dict[str, Any] | None = None
    samples: Annotated[int, Meta(ge=1, le=MOST)] = 1
    noise: NoiseMessage | Literal["own"] | None = None
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0
    detail: Detail | UnsetType = UNSET


def read_request(message: object) -> SimulateMessage:
    """Return the request of a JSON object. Raises `CarromError`."""
    request = convert(message, SimulateMessage, "request")
    asked = len(request.strokes) * request.samples
    if asked > MOST:
        raise RefusedRequest(
            f"{len(request.strokes)} strokes with {request.samples} samples are {asked} simulations; at most {MOST} "
            "are done in one request."
        )
    return request


def noise_of(request: SimulateMessage, own: HandNoise) -> HandNoise:
    """Return the aim error of a request. Raises `CarromError`."""
    given = request.noise
    if given is None:
        return HandNoise(0.0, 0.0, 0.0)
    if isinstance(given, str):
        return own
    for name in ("direction", "speed", "place"):
        value, most = getattr(given, name), getattr(LARGEST, name)
        if not math.isfinite(value) or value > most:
            raise RefusedRequest(f"The {name} error is {value!r:.40}; expected a number from 0 to {most:g}.")
    return HandNoise(given.direction, given.speed, given.place, given.tails)


def read_stroke(given: object) -> Stroke:
    """Return the stroke of an object with x, vx, vy and optionally y and spin, or of [x, vx, vy, y, spin].

    Values are whole numbers in µm, µm/s and mrad/s, in the player's frame. Raises `EngineError`.
    """
    names = Stroke.__struct_fields__
    if isinstance(given, list) and 3 <= len(given) <= len(names):
        given = dict(zip(names, given, strict=False))
    if not isinstance(given, dict):
        raise EngineError("expected an object with x, vx, vy, y, spin, or these numbers in a list")
    values = {name: given.get(name, 0) for name in names}
    for name, value in values.items():
        if type(value) is not int:
            raise EngineError(f"its {name} is {value!r:.40}; expected a whole number")
    return Stroke(**values)


def check_playable(situation: Situation, stroke: Stroke) -> None:
    """Raise `CarromError` unless the player in turn may play this stroke."""
    check_stroke(stroke, most_spin(situation.surface))
    check_spot(situation.position, situation.round.turn, stroke, situation.equipment, situation.cover)
    technique_for(situation.round.ruleset, stroke)


def simulated(
    situation: Situation, request: SimulateMessage, hand: HandNoise, deadline: float = math.inf
) -> list[dict[str, Any]]:
    """Return the result of every stroke of a request, in order; one that may not be played has an `error` only.

    `deadline` is a time of `time.monotonic`. Raises `RefusedRequest` if it passes first, `CarromError` for positions
    that cannot be simulated.
    """
    found: list[dict[str, Any]] = [{} for _ in request.strokes]
    played: list[tuple[int, Stroke]] = []
    playable = _Playable(situation)
    for index, given in enumerate(request.strokes):
        try:
            stroke = read_stroke(given)
            playable.check(stroke)
            played.append((index, stroke))
        except CarromError as refusal:
            found[index]["error"] = str(refusal)
    detail: Detail = ("rest" if request.samples == 1 else "summary") if request.detail is UNSET else request.detail
    judged = _Judging(situation, detail)
    racks = _racks(situation, request)
    errors = disturbances(request.samples, Random(request.seed))
    at_once = max(1, PORTION // request.samples)
    for first in range(0, len(played), at_once):
        if time.monotonic() > deadline:
            raise RefusedRequest("The time for this stroke is over; nothing more is simulated.")
        part = played[first : first + at_once]
        table = _table(playable, [stroke for _, stroke in part], hand, errors)
        strokes = len(part)
        if racks is None:
            done = batch([situation.position], table, situation.round.turn, situation.surface,
                         threads=1, equipment=situation.equipment)  # fmt: skip
        else:
            done = batch(np.tile(racks, (strokes, 1, 1)), table, situation.round.turn, situation.surface,
                         paired=True, threads=1, equipment=situation.equipment)  # fmt: skip
        rows = _Rows(done)
        for number, (index, _) in enumerate(part):
            found[index] = judged.result(rows, number * request.samples, request.samples)
    return found


def _racks(situation: Situation, request: SimulateMessage) -> NDArray[np.int64] | None:
    """Return a rack for each sample of a break, with gaps of its own as a player meets them; None for any other."""
    if not is_rack_unseen(situation):
        return None
    round_ = situation.round
    seeds = drawn(CHOOSING, request.samples, Random(request.seed))
    places = racked(seeds, round_.ruleset.parameters.setup_angle, round_.breaker, situation.equipment)
    places[:, [DISCS.index(disc) for disc in RACKED if disc not in situation.position]] = NOWHERE
    return places


class _Playable:
    """Checks strokes like `check_playable`, fast for many strokes in one situation."""

    def __init__(self, situation: Situation) -> None:
        self._situation, self._spin = situation, most_spin(situation.surface)
        self._free: dict[int, tuple[tuple[int, int], ...]] = {}
        self._allowed: dict[bool, bool] = {}

    def check(self, stroke: Stroke) -> None:
        """Raise `CarromError` unless the player in turn may play this stroke."""
        squared = stroke.vx * stroke.vx + stroke.vy * stroke.vy
        back = stroke.is_back_stroke
        if not (0 < squared <= FASTEST * FASTEST and abs(stroke.spin) <= self._spin and self.has_spot(stroke)):
            check_playable(self._situation, stroke)
        elif back not in self._allowed:
            technique_for(self._situation.round.ruleset, stroke)
            self._allowed[back] = True

    def has_spot(self, stroke: Stroke) -> bool:
        """Return whether the striker may stand where the stroke starts."""
        free = self._free.get(stroke.y)
        if free is None:
            at = self._situation
            free = legal_intervals(at.position, at.round.turn, stroke.y, at.equipment, at.cover)
            self._free[stroke.y] = free
        return any(low <= stroke.x <= high for low, high in free)


def _table(
    playable: _Playable, strokes: Sequence[Stroke], hand: HandNoise, errors: Sequence[NoiseSample]
) -> NDArray[np.int64]:
    """Return every sample of every stroke as rows of (x, vx, vy, y, spin); all strokes share their disturbances.

    The place error is dropped where it would make the striker's spot illegal, as in play.
    """
    rows = []
    exact = not (hand.direction or hand.speed or hand.place)
    for stroke in strokes:
        for by in errors:
            made = stroke if exact else disturbed(stroke, hand, by)
            if not exact and not playable.has_spot(made):
                made = disturbed(stroke, hand, NoiseSample(by.direction, by.speed, 0.0))
            rows.append((made.x, made.vx, made.vy, made.y, made.spin))
    return np.array(rows, dtype=np.int64)


class _Rows:
    """The results of a batch, one row for each simulation."""

    def __init__(self, done: Batch) -> None:
        count = done.duration.size
        self._fell, self._touched = (array.reshape(count, -1) for array in (done.fell, done.touched))
        self._rest = done.rest.reshape(count, -1, 2)
        self.durations: list[int] = done.duration.ravel().tolist()
        """Microseconds to the last movement."""
        self._lines: list[int] = done.lines.ravel().tolist()
        fell, met = np.isfinite(self._fell), np.isfinite(self._touched)
        bits = 1 << np.arange(len(DISCS), dtype=np.int64)
        pocketed, direct = fell @ bits, (fell & met) @ bits
        self.keys: list[tuple[int, int, bool, int]] = list(
            zip(pocketed.tolist(), direct.tolist(), (met @ bits > 0).tolist(), self._lines, strict=True)
        )
        """What the laws distinguish: discs that fell, those that the striker touched, whether any was, lines left."""

    def pocketed(self, row: int) -> tuple[Disc, ...]:
        """Return the discs that fell, in order."""
        return _in_order(self._fell[row]) if self.keys[row][0] else ()

    def touched(self, row: int) -> tuple[Disc, ...]:
        """Return the discs that the striker touched, in order."""
        return _in_order(self._touched[row]) if self.keys[row][2] else ()

    def lines_left(self, row: int) -> LinesLeft:
        """Return how many of its lines the striker left."""
        return LINES[self._lines[row]]

    def rest(self, row: int) -> dict[str, list[int]]:
        """Return where every disc rests, µm; a disc that fell is left out."""
        return {name: at for name, at in zip(NAMES, self._rest[row].tolist(), strict=True) if at[0] != NOWHERE}


def _in_order(times: NDArray[np.float64]) -> tuple[Disc, ...]:
    """Return the discs with a finite time, in order of time."""
    finite = np.flatnonzero(np.isfinite(times))
    return tuple(DISCS[k] for k in finite[np.argsort(times[finite], kind="stable")])


class _Judging:
    """Judges outcomes in one situation and writes them as JSON."""

    def __init__(self, situation: Situation, detail: Detail) -> None:
        self._situation, self._detail = situation, detail
        self._mover = situation.round.mover
        self._known: dict[object, tuple[Ruling, Round, dict[str, Any]]] = {}

    def result(self, rows: _Rows, first: int, count: int) -> dict[str, Any]:
        """Return the result of one stroke from its samples."""
        shares, fell = dict.fromkeys(FATES, 0), Counter[Disc]()
        for key, times in Counter(rows.keys[first : first + count]).items():
            ruling, after, words = self._ruling(rows, rows.keys.index(key, first))
            shares[_fate(ruling, after, self._mover)] += times
            shares["fouls"] += times * words["foul"]
            for disc in ruling.outcome.pocketed if ruling.outcome is not None else ():
                fell[disc] += times
        summary: dict[str, Any] = {name: shares[name] / count for name in FATES}
        summary["pocketed"] = {disc.value: fell[disc] / count for disc in sorted(fell, key=DISCS.index)}
        if self._detail == "summary":
            return {"summary": summary}
        samples = [self._sample(rows, row, *self._ruling(rows, row)) for row in range(first, first + count)]
        return {"summary": summary, "samples": samples}

    def _ruling(self, rows: _Rows, row: int) -> tuple[Ruling, Round, dict[str, Any]]:
        """Return the ruling on a sample, the round after it, and the ruling as JSON; cached by what the laws see."""
        key: tuple[object, ...] = rows.keys[row]
        if key[0] and self._detail != "summary":
            key = (*key, rows.pocketed(row))  # the order decides which pieces come back
        if key not in self._known:
            round_ = self._situation.round
            ruling = judge(round_, _outcome(rows, row))
            after = settle(round_, ruling)
            self._known[key] = ruling, after, _words(ruling, after)
        return self._known[key]

    def _sample(self, rows: _Rows, row: int, ruling: Ruling, after: Round, words: dict[str, Any]) -> dict[str, Any]:
        sample: dict[str, Any] = {
            "pocketed": [disc.value for disc in rows.pocketed(row)],
            "touched": [disc.value for disc in rows.touched(row)],
            "lines_left": rows.lines_left(row).value,
            "duration": rows.durations[row],
            **words,
        }
        if self._detail == "outcome":
            return sample
        sample["rest"] = rest = rows.rest(row)
        if self._detail == "situation":
            sample["situation"] = None if after.result is not None else self._next(ruling, after, rest)
        return sample

    def _next(self, ruling: Ruling, after: Round, rest: dict[str, list[int]]) -> dict[str, Any]:
        """Return the situation of the next stroke; pieces that a player places are not on the board yet."""
        equipment = self._situation.equipment
        lying = Position.of((Disc(name), Point(*at)) for name, at in rest.items() if name != STRIKER.value)
        for disc in ruling.centred:
            bare = lying.without(disc)
            lying = bare.having(disc, centre_spot(bare, disc, after.turn, equipment))
        return situation_message.write(Situation(after, lying, self._situation.surface, equipment))


def _fate(ruling: Ruling, after: Round, mover: int) -> str:
    """Return what the stroke does to the turn or the board."""
    if after.result is not None and not after.result.replay:
        return "wins" if mover in after.result.winners else "loses"
    return {Turn.CONTINUE: "keeps", Turn.PASS: "passes"}.get(ruling.turn, "again")


def _words(ruling: Ruling, after: Round) -> dict[str, Any]:
    """Return a ruling as JSON."""
    effects = [effect for finding in ruling.findings for effect in finding.effects]
    result = after.result
    return {
        "turn": ruling.turn.value,
        "foul": any(isinstance(effect, Fault) or (isinstance(effect, Due) and effect.mover) for effect in effects),
        "next": None if result is not None else after.turn.value,
        "clauses": list(ruling.clauses),
        "centred": [disc.value for disc in ruling.centred],
        "place": [{"disc": each.disc.value, "by": each.by.value} for each in ruling.placings],
        "result": None
        if result is None
        else {
            "winners": [seat.value for index in result.winners for seat in after.sides[index].seats],
            "points": result.points,
            "up_to": result.up_to,
            "replay": result.replay,
        },
    }


def _outcome(rows: _Rows, row: int) -> Outcome:
    """Return an outcome with only the touched discs that the laws look at: those that fell, or else the first one."""
    pocketed, touched = rows.pocketed(row), rows.touched(row)
    hit = tuple(disc for disc in touched if disc in pocketed)
    return Outcome(pocketed=pocketed, touched=hit or touched[:1], moved=bool(touched), lines_left=rows.lines_left(row))
