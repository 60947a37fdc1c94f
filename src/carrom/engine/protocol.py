"""The engine protocol as JSON objects: situations, questions to an engine, and strokes simulated for it.

A situation has everything that the laws need to judge the next stroke. Every field may be left out of a
`simulate` request, and is then taken from the situation of the current request."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from msgspec import UNSET, Meta, UnsetType
from numpy.typing import NDArray

from carrom.board.disc import QUEEN, RACKED, STRIKER, Disc, Kind
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.position import Point, Position, check_position
from carrom.board.seat import Seat
from carrom.board.striker_spots import centre_spot, check_spot, legal_intervals, legal_spans, placing_spots
from carrom.board.stroke import Stroke
from carrom.engine.artifacts import CHOOSING, drawn
from carrom.engine.geometry import HandNoise, NoiseSample, disturbances, disturbed
from carrom.engine.outcome_value import wanted
from carrom.engine.protocol_lines import convert
from carrom.engine.rollouts import is_rack_unseen
from carrom.engine.situation import Situation
from carrom.errors import CarromError, Contradiction, EngineError, NotationError, RefusedRequest, RulesError
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.game import GameHistory
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch, racked
from carrom.physics.simulate import FASTEST, check_stroke, most_spin
from carrom.physics.surface import Surface, parameters_of, surface
from carrom.rules import phases
from carrom.rules.book import technique_for
from carrom.rules.effects import Due, Fault
from carrom.rules.judge import judge
from carrom.rules.phases import Demand, PlaceDue
from carrom.rules.round import Phase, Placing, QueenState, Round, Side, check_seats, in_rack_order
from carrom.rules.ruleset import NAMES, named
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import Value, changed

QUEENS = {
    "board": QueenState.BOARD,
    "pending": QueenState.PENDING,
    "covered": QueenState.COVERED,
    "aside": QueenState.ASIDE,
}
"""States of the queen, by the word of the protocol."""
_WORDS = {state: word for word, state in QUEENS.items()}
FARTHEST = 10**7
"""Largest coordinate that is read, µm; the board check refuses far smaller ones."""
Coordinate = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class SideMessage:
    """The fields of one side; those left out stay as they are."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=2)] | UnsetType = UNSET
    colour: Kind | UnsetType | None = UNSET
    score: Annotated[int, Meta(ge=0, le=10_000)] | UnsetType = UNSET
    points: Annotated[int, Meta(ge=-10_000, le=10_000)] | UnsetType = UNSET
    turn_points: Annotated[int, Meta(ge=-10_000, le=10_000)] | UnsetType = UNSET
    due: Annotated[int, Meta(ge=0, le=18)] | UnsetType = UNSET
    taken: Annotated[tuple[Disc, ...], Meta(max_length=19)] | UnsetType = UNSET
    pocketed_before: bool | UnsetType = UNSET
    pocketed_by_self: bool | UnsetType = UNSET


@dataclass(frozen=True, kw_only=True)
class SituationMessage:
    """The fields of a situation; those left out stay as they are."""

    rules: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    breaker: Seat | UnsetType = UNSET
    position: dict[Disc, tuple[Coordinate, Coordinate]] | UnsetType = UNSET
    sides: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=3)] | UnsetType = UNSET
    attempt: Annotated[int, Meta(ge=1, le=9)] | UnsetType | None = UNSET
    queen: str | UnsetType = UNSET
    covered_by: Annotated[int, Meta(ge=0, le=2)] | UnsetType | None = UNSET
    covered_this_turn: bool | UnsetType = UNSET
    struck: bool | UnsetType = UNSET
    no_room: bool | UnsetType = UNSET
    surface: dict[str, Any] | str | UnsetType = UNSET


def write_situation(situation: Situation) -> dict[str, Any]:
    """Return a situation as a JSON object; the side in turn comes first, the others in their order after it."""
    round_ = _side_in_turn_first(situation.round)
    return {
        "rules": round_.ruleset.name,
        "seat": round_.turn.value,
        "breaker": round_.breaker.value,
        "position": places(situation.position),
        "sides": [_side(side) for side in round_.sides],
        "attempt": round_.attempt if round_.phase is Phase.BREAK else None,
        "queen": _WORDS[round_.queen],
        "covered_by": round_.queen_side,
        "covered_this_turn": round_.queen_turn is not None and round_.queen_turn == round_.turns,
        "struck": round_.struck,
        "no_room": round_.no_room,
        "surface": surface_fields(situation.surface),
    }


def surface_fields(ground: Surface) -> dict[str, Any]:
    """Return the parameters of a surface by name."""
    return parameters_of(ground)


def places(position: Position) -> dict[str, list[int]]:
    """Return the coordinates of each disc, in µm."""
    return {placed.disc.value: [placed.at.x, placed.at.y] for placed in position}


def read(given: object, base: Situation) -> Situation:
    """Return the situation of a JSON object; what it leaves out is as in `base`.

    Raises `CarromError` for a field of the wrong form, and for facts that cannot all be true.
    """
    message = convert(given, SituationMessage, "situation")
    position = base.position
    if message.position is not UNSET:
        position = Position.of((disc, Point(*at)) for disc, at in message.position.items() if disc is not STRIKER)
        check_position(position, base.equipment)
    round_ = _round_of(message, base.round, position)
    ground = base.surface if message.surface is UNSET else surface(message.surface)
    return Situation(round_, position, ground, base.equipment)


def _side(side: Side) -> dict[str, Any]:
    return {
        "seats": [seat.value for seat in side.seats],
        "colour": None if side.colour is None else side.colour.value,
        "score": side.score,
        "points": side.points,
        "turn_points": side.turn_points,
        "due": side.due,
        "taken": [disc.value for disc in side.taken],
        "pocketed_before": side.pocketed_before,
        "pocketed_by_self": side.pocketed_by_self,
    }


def _side_in_turn_first(round_: Round) -> Round:
    """Return the same round with the side in turn as side 0, and the others in their order after it."""
    first, count = round_.mover, len(round_.sides)
    if first == 0:
        return round_

    def moved(index: int | None) -> int | None:
        return None if index is None else (index - first) % count

    return changed(
        round_,
        sides=round_.sides[first:] + round_.sides[:first],
        queen_side=moved(round_.queen_side),
        placings=tuple(Placing(each.disc, each.by, (each.owner - first) % count) for each in round_.placings),
    )


def _round_of(message: SituationMessage, base: Round, position: Position) -> Round:
    """Return the round of a message. Raises `CarromError`."""
    round_ = _seated(message, _placed(base, position, message))
    round_ = _on_board(round_, position, given=message.position is not UNSET)
    attempt = _or(message.attempt, round_.attempt if round_.phase is Phase.BREAK and not round_.pocketed else None)
    most = round_.ruleset.parameters.break_attempts
    phase = Phase.PLAY if attempt is None else Phase.BREAK
    round_ = changed(round_, phase=phase, attempt=min(attempt or 1, most))
    round_ = changed(
        round_,
        struck=_or(message.struck, round_.struck),
        no_room=_or(message.no_room, round_.no_room),
        result=None,
    )
    return _checked(_with_queen(message, round_))


def _placed(base: Round, position: Position, message: SituationMessage) -> Round:
    """Return the round with the waiting pieces placed that the given position has; the others stay in the pockets."""
    if not base.placings:
        return base
    if message.position is UNSET:
        waiting = base.placings[0].disc.value
        raise RefusedRequest(f"{waiting} has to be placed before a stroke; give a situation whose position has it.")
    round_ = base
    while round_.placings:
        first = round_.placings[0]
        if first.disc in position:
            round_ = phases.apply(round_, phases.Placed(first.by, first.disc))
        else:
            round_ = changed(round_, placings=round_.placings[1:])
    return round_


def _seated(message: SituationMessage, base: Round) -> Round:
    """Return the round with the rule set, seats, colours and scores of the message, the side in turn first."""
    round_, given = base, tuple(convert(each, SideMessage, "side") for each in _or(message.sides, ()))
    if message.rules is not UNSET and message.rules != round_.ruleset.name:
        if message.rules not in NAMES:
            raise RulesError(f"no rule set is called {message.rules!r:.60}: there are {', '.join(NAMES)}")
        round_ = changed(round_, ruleset=named(message.rules))
    if message.seat is not UNSET and not given:
        round_ = changed(round_, turn=message.seat)
    round_ = _side_in_turn_first(round_)
    if given:
        if len(given) != len(round_.sides) and any(side.seats is UNSET for side in given):
            raise Contradiction(f"{len(given)} sides need their seats; the situation has {len(round_.sides)} sides.")
        bare = Side(seats=())
        olds = round_.sides if len(given) == len(round_.sides) else (bare,) * len(given)
        sides = tuple(_side_of(each, old) for each, old in zip(given, olds, strict=True))
        turn = _or(message.seat, round_.turn)
        if turn not in sides[0].seats:
            raise Contradiction(f"the first side is the one in turn, and {turn} is not one of its seats")
        round_ = changed(round_, sides=sides, turn=turn)
    breaker = _or(message.breaker, round_.breaker)
    seats = tuple(side.seats for side in round_.sides)
    if message.breaker is UNSET and breaker not in {seat for side in seats for seat in side}:
        breaker = round_.turn
    check_seats(round_.ruleset, seats, breaker)
    return changed(round_, breaker=breaker)


def _side_of(message: SideMessage, old: Side) -> Side:
    fields = {name: value for name, value in vars(message).items() if value is not UNSET}
    return changed(old, **fields)


def _on_board(round_: Round, position: Position, given: bool) -> Round:
    """Return the round with the discs of the position on the board and the others in the pockets."""
    if not given:
        return round_
    lying = in_rack_order(position.discs)
    gone = [disc for disc in (*round_.pocketed, *in_rack_order(round_.on_board)) if disc not in lying]
    return changed(round_, on_board=lying, pocketed=tuple(dict.fromkeys(gone)), fallen=(), placings=())


def _with_queen(message: SituationMessage, round_: Round) -> Round:
    """Return the round with the queen's state; a queen on the board needs none."""
    lies = QUEEN in round_.on_board
    word = _or(message.queen, "board" if lies else _WORDS[round_.queen])
    if word not in QUEENS:
        raise NotationError(f"The queen is said to be {word!r:.60}; expected one of {', '.join(QUEENS)}.")
    if lies != (word == "board"):
        place = "is on the board" if lies else "is not on the board"
        raise Contradiction(f"the queen {place}, but is said to be {word!r}; expected pending, covered or aside")
    state = QUEENS[word]
    if state is QueenState.ASIDE and not round_.ruleset.has("queen_too_early_is_laid_aside"):
        raise Contradiction(f"a queen that lies aside until the turn ends does not exist in {round_.ruleset.name}")
    if state is not QueenState.COVERED:
        return changed(round_, queen=state, queen_side=None, queen_turn=None)
    side = _or(message.covered_by, round_.queen_side)
    if side is None or side >= len(round_.sides):
        raise Contradiction("a covered queen needs `covered_by`: the index of the side that covered it")
    known = round_.queen_turn is not None and round_.queen_turn == round_.turns
    now = _or(message.covered_this_turn, known)
    turn = round_.turns if now else max(0, round_.turns - 1) if round_.turns else -1
    return changed(round_, queen=state, queen_side=side, queen_turn=turn)


def _checked(round_: Round) -> Round:
    """Return the round. Raises `Contradiction` if its colours do not fit its rule set, or nothing is left to play."""
    colours = [side.colour for side in round_.sides]
    if round_.ruleset.colours_are_owned:
        if len(colours) > 1 and set(colours) != {Kind.WHITE, Kind.BLACK}:
            raise Contradiction(f"in {round_.ruleset.name} one side owns white and the other black; give each a colour")
    elif any(colours):
        raise Contradiction(f"in {round_.ruleset.name} nobody owns a colour; expected null")
    if round_.phase is Phase.BREAK and round_.pocketed:
        raise Contradiction("the rack is unbroken, but some discs are not on the board; expected attempt null")
    for index, side in enumerate(round_.sides):
        if not round_.men_on_board(index) and (side.colour is not None or not round_.on_board):
            whose = "nothing" if side.colour is None else f"no {side.colour.value} piece"
            raise Contradiction(f"{whose} is on the board: the board is over, and no stroke is to be played")
    return round_


def _or(value: T | UnsetType, otherwise: T) -> T:
    return otherwise if isinstance(value, UnsetType) else value


# -- questions: strokes, placings, demands and choices -----------------------------------------------------------------
# docs/reference/engine-protocol.md describes every field.


Request = dict[str, Any]
MEASURES = {
    "half": "half",
    "baseline": "baseline",
    "pocket_centre": "pocket_centre",
    "pocket_diameter": "pocket_diameter",
    "striker_diameter": "striker_diameter",
    "piece_diameter": "man_diameter",
    "centre_circle": "centre_circle",
    "outer_circle": "outer_circle",
}
"""The measures of a board that a request for a stroke contains, by their names there, µm."""
CHOICES = {"break-or-side": ("break", "side"), "seats": ("keep", "change")}
"""The options of each choice with fixed options."""


def stroke_request(situation: Situation, hand: HandNoise, may: tuple[str, ...] = ()) -> Request:
    """Return the request for a stroke; `may` lists the other answers that are allowed: `pass`, `concede`."""
    round_ = situation.round
    return {
        "type": "stroke",
        "situation": write_situation(situation),
        "board": {name: getattr(situation.equipment, field) for name, field in MEASURES.items()},
        "spans": _spans(situation),
        "wanted": [disc.value for disc in wanted(round_)],
        "may": list(may),
        "hand": {name: getattr(hand, name) for name in ("direction", "speed", "place", "tails")},
    }


def place_request(situation: Situation) -> Request:
    """Return the request to place the first piece that waits."""
    round_ = situation.round
    first = round_.placings[0]
    count = len(round_.sides)
    left = sum(each.by is first.by and each.owner == first.owner for each in round_.placings)
    spots = placing_spots(situation.position, first.disc, situation.equipment, anywhere=round_.ruleset.dues_anywhere)
    return {
        "type": "place",
        "situation": write_situation(situation),
        "by": first.by.value,
        "disc": first.disc.value,
        "owner": (first.owner - round_.mover) % count,
        "left": left,
        "spots": [[at.x, at.y] for at in spots],
        "may": ["waive"] if round_.men_on_board(first.owner) else [],
    }


def demand_request(situation: Situation, seat: Seat) -> Request:
    """Return the request to name the extra points of a won board."""
    result = situation.round.result
    return {
        "type": "demand",
        "situation": write_situation(situation),
        "by": seat.value,
        "up_to": 0 if result is None else result.up_to,
    }


def choose_request(game: GameHistory, expected: ChooseBreakOrSide | ChooseSeat | BeginRound) -> Request:
    """Return the request to choose: break or side after the toss, seats, or which partner breaks."""
    options: tuple[str, ...]
    match expected:
        case ChooseBreakOrSide(side=side):
            what, options = "break-or-side", CHOICES["break-or-side"]
        case ChooseSeat(side=side):
            what, options = "seats", CHOICES["seats"]
        case BeginRound(breakers=breakers):
            side, what = game.state.side_at(breakers[0]), "breaker"
            options = tuple(seat.value for seat in breakers)
    return {
        "type": "choose",
        "rules": game.rules.name,
        "what": what,
        "options": list(options),
        "seats": [seat.value for seat in game.state.seats_of(side)],
    }


def asked_seat(game: GameHistory, expected: object) -> Seat | None:
    """Return the seat that an expectation asks something of, or None if it asks nobody at the board."""
    match expected:
        case ChooseBreakOrSide(side=side) | ChooseSeat(side=side):
            return game.state.seats_of(side)[0]
        case BeginRound(breakers=breakers):
            return breakers[0]
        case PlaceDue(seat=seat) | Demand(seat=seat):
            return seat
    return getattr(expected, "seat", None)


def _spans(situation: Situation) -> list[list[int]]:
    seat = situation.round.turn
    spans = legal_spans(situation.position, seat, situation.equipment, situation.cover)
    return [[span.low, span.high, span.y] for span in spans]


# -- strokes simulated for an engine: rest, ruling, next player ----------------------------------------------------
# All strokes of a request run as one batch through the compiled kernel. Each distinct outcome is judged once.


MOST = 10_000
"""Simulations in one request."""
PORTION = 1_000
"""Simulations between two looks at the clock."""
LARGEST = HandNoise(20.0, 1.0, 20_000.0)
"""The largest standard deviations that can be requested."""
DISC_NAMES = tuple(disc.value for disc in DISCS)
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
        return {name: at for name, at in zip(DISC_NAMES, self._rest[row].tolist(), strict=True) if at[0] != NOWHERE}


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
        return write_situation(Situation(after, lying, self._situation.surface, equipment))


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
