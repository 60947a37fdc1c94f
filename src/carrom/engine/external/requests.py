"""What is asked of an external engine, as JSON objects: strokes, placings, demands and choices.

docs/reference/engine-protocol.md describes every field.
"""

from typing import Any

from carrom.board.placement.striker_spots import legal_spans, placing_spots
from carrom.board.seat import Seat
from carrom.engine.evaluation.outcome_value import wanted
from carrom.engine.external import situation_message
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.position.situation import Situation
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.game import GameHistory
from carrom.rules.phases import Demand, PlaceDue

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
        "situation": situation_message.write(situation),
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
        "situation": situation_message.write(situation),
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
        "situation": situation_message.write(situation),
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
