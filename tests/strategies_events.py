"""Strategies for game events: arbitrary ones for round trips, and plausible clock and umpire events for a live game."""

import random
from typing import Any

from hypothesis import strategies as st
from strategies_game import next_event

from carrom.board.disc import Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.position import Point
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import CarromError
from carrom.game import events as happens
from carrom.game import officials
from carrom.game.events import Event
from carrom.game.expected import BeginRound
from carrom.game.game import GameHistory
from carrom.game.progress import is_points_game
from carrom.game.score import Board, Ending
from carrom.rules.phases import Strike

SEATS = st.sampled_from(tuple(Seat))
SIDES = st.sampled_from(("A", "B", "C"))
TWO = st.sampled_from(("A", "B"))
DISCS = st.sampled_from(tuple(Disc))
NUMBERS = st.integers(0, 10**9)
TEXTS = st.text(max_size=40)
CODES = st.from_regex(r"[a-z][a-z-]{0,20}", fullmatch=True)
WHENS = st.none() | st.integers(0, 2 * 10**9)
FEW = st.lists(DISCS, unique=True, max_size=4).map(tuple)

OUTCOMES = st.builds(
    Outcome,
    pocketed=FEW,
    touched=FEW,
    jumped=FEW,
    moved=st.booleans(),
    lines_left=st.sampled_from(tuple(LinesLeft)),
    breaches=st.lists(st.sampled_from(tuple(Breach)), unique=True).map(tuple),
)
STROKES = st.none() | st.builds(Stroke, st.integers(-200_000, 200_000), st.integers(-9, 9), st.integers(1, 6_000_000))
BOARDS = st.builds(
    Board,
    winner=st.none() | TWO,
    men_left=st.integers(0, 9),
    queen=st.none() | TWO,
    special=st.none() | st.sampled_from(tuple(Ending)),
    demand=st.integers(0, 2),
)


POSITIONS = st.integers(0, 99).map(lambda seed: rack(270, seed))


def _made(kind: type[Any], **fields: Any) -> st.SearchStrategy[Any]:
    return st.builds(kind, when=WHENS, **fields)


_AT_THE_BOARD: tuple[st.SearchStrategy[Any], ...] = (
    _made(happens.Tossed, won_by=SIDES),
    _made(happens.Chosen, side=SIDES, what=st.sampled_from(("break", "side"))),
    _made(happens.Seated, side=SIDES, swap=st.booleans()),
    _made(happens.TrialPlayed, side=SIDES),
    _made(
        happens.RoundBegun,
        breaker=SEATS,
        seed=st.none() | NUMBERS,
        angle=st.none() | st.integers(0, 359),
        nominal=st.booleans(),
        position=st.none() | POSITIONS,
    ),
    _made(
        happens.Struck,
        seat=SEATS,
        outcome=OUTCOMES,
        stroke=STROKES,
        meant=STROKES,
        out_of_turn=st.booleans(),
        rack=st.none() | POSITIONS,
        seed=st.none() | NUMBERS,
        rest=st.none() | POSITIONS,
    ),
    _made(
        happens.Placed,
        seat=SEATS,
        disc=DISCS,
        at=st.none() | st.builds(Point, st.integers(-(10**9), 10**9), st.integers(-9, 9)),
    ),
    _made(happens.Waived, seat=SEATS),
    _made(happens.NoRoom, seat=SEATS),
    _made(happens.Forfeited, seat=SEATS, ordered_off=st.booleans()),
    _made(happens.ChangeMissed, boards=st.integers(1, 99)),
    _made(happens.Passed, seat=SEATS),
    _made(happens.Demanded, seat=SEATS, points=st.integers(0, 9)),
    _made(happens.Called, what=CODES, by=st.none() | SEATS, after_stroke=st.booleans(), during=st.booleans()),
    _made(happens.Conceded, side=SIDES, what=st.sampled_from(("game", "match"))),
    _made(happens.TimeCalled),
    _made(
        happens.Awarded,
        side=st.none() | SIDES,
        law=TEXTS,
        reason=TEXTS,
        how=st.sampled_from(("walkover", "retired", "disqualified", "loss")),
        what=st.sampled_from(("game", "match")),
    ),
    _made(happens.BoardKept, breaker=SEATS, board=st.none() | BOARDS),
    _made(happens.BoardKept, breaker=SEATS, totals=st.lists(st.integers(-9, 200), min_size=1, max_size=4).map(tuple)),
    _made(
        happens.Noticed,
        what=st.sampled_from(("wrong-man", "queen", "opponent-man")),
        disc=DISCS,
        instead=st.none() | DISCS,
        seat=st.none() | SEATS,
    ),
    _made(happens.Noted, text=TEXTS),
    _made(happens.Warned, seat=SEATS, what=CODES, law=TEXTS, reason=TEXTS),
    _made(happens.Appealed, seat=SEATS, text=TEXTS),
    _made(happens.Protested, side=SIDES, text=TEXTS, fee=TEXTS),
    _made(
        happens.Ruled,
        clause=TEXTS,
        reason=TEXTS,
        author=TEXTS,
        answers=st.none() | NUMBERS,
        back_to=st.none() | NUMBERS,
    ),
    _made(
        happens.Signed,
        name=TEXTS,
        role=st.sampled_from(("player", "umpire", "referee", "scorer")),
        side=st.none() | SIDES,
    ),
    _made(happens.Undone, to=NUMBERS),
)
_SOME = st.lists(st.one_of(*_AT_THE_BOARD), max_size=3).map(tuple)
EVENTS: st.SearchStrategy[Event] = st.one_of(*_AT_THE_BOARD, _made(happens.Corrected, at=NUMBERS, events=_SOME))
"""Any event except the first: well-formed, but not necessarily legal."""


_OFTEN = {
    **dict.fromkeys(("note", "warn", "appeal", "rule", "late", "correct"), 3.0),
    **dict.fromkeys(("protest", "sign", "turn"), 2.0),
    **{"keep": 6.0, "back": 1.0, "time": 0.3, "award": 0.3},
}
"""Kinds of umpire events with their relative frequencies."""


def office_event(game: GameHistory, rng: random.Random) -> Event:
    """Return a plausible clock, umpire or late-discovery event; a game may refuse it."""
    seat = rng.choice([seat for seat, _ in game.state.seating.places])
    side = rng.choice(game.state.sides)
    begun = [number for number, each in game.numbered if isinstance(each, happens.RoundBegun | happens.BoardKept)]
    matters = [each.event for each in officials.open_matters(game.state)]
    kinds = rng.choices(tuple(_OFTEN), tuple(_OFTEN.values()))
    ruled = {"clause": "Law 1", "reason": "heard", "author": "Ravi"}
    match kinds[0]:
        case "note":
            return happens.Noted(text='"{' + str(rng.random()))
        case "warn":
            return happens.Warned(seat=seat, law="Law 143h")
        case "appeal":
            return happens.Appealed(seat=seat)
        case "protest":
            return happens.Protested(side=side, text="wrong")
        case "rule":
            return happens.Ruled(**ruled, answers=rng.choice([*matters, None]))
        case "back" if begun:
            return happens.Ruled(**ruled, back_to=begun[-1])
        case "late":
            what = rng.choice(("wrong-man", "queen", "opponent-man"))
            disc = Disc.Q if what == "queen" else rng.choice(tuple(Disc))
            instead = rng.choice(tuple(Disc)) if what == "wrong-man" else None
            return happens.Noticed(what=what, disc=disc, instead=instead, seat=seat)  # type: ignore[arg-type]
        case "turn":
            return happens.Struck(seat=seat, outcome=Outcome(touched=(Disc.W1,)), out_of_turn=True)
        case "keep":
            return _kept(game, rng)
        case "correct" if len(game.line) > 2:
            return _correction(game, rng)
        case "time":
            return happens.TimeCalled()
        case "award":
            return happens.Awarded(side=side, law="Law 143", what=rng.choice(("game", "match")))
        case _:
            return happens.Signed(name="Zoe", side=side)


def _kept(game: GameHistory, rng: random.Random) -> Event:
    begin = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    breaker = rng.choice(begin.breakers) if begin else Seat.SOUTH
    if is_points_game(game.state):
        return happens.BoardKept(breaker=breaker, totals=tuple(rng.randint(0, 9) for _ in game.state.sides))
    board = Board(winner=rng.choice(("A", "B")), men_left=rng.randint(1, 9), queen=rng.choice(("A", "B")))
    return happens.BoardKept(breaker=breaker, board=board)


def _correction(game: GameHistory, rng: random.Random) -> Event:
    number = rng.choice(game.line[1:])
    event = game.events[number]
    if rng.random() < 0.3 or isinstance(event, happens.Corrected):
        return happens.Corrected(at=number)
    if isinstance(event, happens.Struck) and rng.random() < 0.5:
        other = happens.Struck(seat=event.seat, outcome=Outcome(touched=event.outcome.touched[:1]))
        return happens.Corrected(at=number, events=(other,))
    return happens.Corrected(at=number, events=(event,))


def official_game(game: GameHistory, rng: random.Random, most: int, often: float = 0.15) -> GameHistory:
    """Play up to `most` events with clock and umpire events in between, skipping refused ones."""
    for _ in range(most):
        if game.is_over and rng.random() < 0.5:
            return game
        try:
            if game.is_over or rng.random() < often:
                game = game.apply(office_event(game, rng))
            elif rng.random() < 0.03 and any(isinstance(each, Strike) for each in game.expected):
                game = game.apply(game.undo())
            else:
                game = game.apply(next_event(game, rng))
        except CarromError:
            continue
    return game
