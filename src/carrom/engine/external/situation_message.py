"""A situation as a JSON object, and back: what an engine is shown, and what it may ask the physics about.

The object has everything that the laws need to judge the next stroke. Every field may be left out of a `simulate`
request, and is then taken from the situation of the current request.
"""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, UnsetType

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.validity import check_position
from carrom.engine.external.json_lines import convert
from carrom.engine.position.situation import Situation
from carrom.errors import Contradiction, NotationError, RefusedRequest, RulesError
from carrom.physics.surface import Surface, parameters_of, surface
from carrom.rules import phases
from carrom.rules.round import Phase, Placing, QueenState, Round, Side, check_seats, in_rack_order
from carrom.rules.ruleset import NAMES, named
from carrom.values import changed

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


def write(situation: Situation) -> dict[str, Any]:
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
