"""Racks the pieces and plays strokes on the simulated board, as events."""

from carrom.board import Position, Seat, Stroke
from carrom.board.rack import nominal_rack, rack, with_gaps
from carrom.board.striker_spots import check_spot
from carrom.errors import RefusedRequest
from carrom.game.apply import start_of
from carrom.game.events import Header, RoundBegun, Struck
from carrom.game.expected import BeginRound, cover_of, phrase
from carrom.game.game import GameHistory
from carrom.game.record import of_header
from carrom.game.state import sides_of
from carrom.physics import PHYSICS_VERSION, SURFACE_VERSION, Played, simulate
from carrom.rules.book import technique_for as technique_by_law
from carrom.rules.parameters import Technique
from carrom.rules.phases import Strike
from carrom.rules.round import Round
from carrom.values import changed


def strike(
    game: GameHistory,
    seat: Seat,
    stroke: Stroke,
    technique: Technique | None = None,
    *,
    trajectory: bool = False,
    meant: Stroke | None = None,
    seed: int = 0,
    when: int | None = None,
) -> tuple[Struck, Played]:
    """Simulate a stroke; return its event for `game.apply`, and the full result of the simulation.

    `meant`, if known, is recorded with it: the intended stroke, before the player's aim error. The first stroke of a
    nominal rack draws the gaps from `seed`, and is simulated with them. Raises `RefusedRequest` if this seat is not to
    strike, and `IllegalStroke` for an illegal striker position or a technique that the rule set does not allow for this
    stroke.
    """
    position = check_legal(game, seat, stroke, technique)
    lies = with_gaps(position, seed) if game.state.nominal else position
    equipment = game.state.equipment
    played = simulate(lies, stroke, seat, of_header(game.header), trajectory=trajectory, equipment=equipment)
    struck = Struck(seat=seat, stroke=stroke, meant=meant, outcome=played.outcome, rest=played.rest, when=when)
    return (changed(struck, rack=lies, seed=seed) if game.state.nominal else struck), played


def check_legal(game: GameHistory, seat: Seat, stroke: Stroke, technique: Technique | None = None) -> Position:
    """Return the position that a legal stroke of this seat is played from.

    Raises `RefusedRequest` if this seat is not to strike, and `IllegalStroke` with the reason and the clause.
    """
    if not any(isinstance(each, Strike) and each.seat is seat for each in game.expected):
        awaited = phrase(game.expected, game.state.called)
        raise RefusedRequest(f"a stroke by {game.state.called(seat)} is not expected now; expected is {awaited}")
    if game.position is None:
        raise RefusedRequest("a wooden board has no positions; expected the umpire's observation of the stroke")
    check_spot(game.position, seat, stroke, game.state.equipment, cover_of(game.rules))
    technique_for(game, stroke, technique)
    return game.position


def racked(
    game: GameHistory,
    seed: int | None = 0,
    breaker: Seat | None = None,
    angle: int | None = None,
    when: int | None = None,
) -> RoundBegun:
    """Return the event that begins the next board, with the pieces racked, for `game.apply`.

    Without a seed the rack is nominal: its gaps are drawn with the first stroke, so nobody can know them in advance. A
    game with a start position uses it for its first board. `breaker` is needed only if a pair chooses which of them
    breaks. `angle` is the direction of the first white arm, in degrees with the breaker at 270; it defaults to the rule
    set's. On a wooden board nothing is placed.
    """
    begin = next((each for each in game.expected if isinstance(each, BeginRound)), None)
    if begin is None:
        raise RefusedRequest(f"no board is to begin now; expected is {phrase(game.expected, game.state.called)}")
    seat = begin.breakers[0] if breaker is None else breaker
    if game.header.surface is None:
        return RoundBegun(breaker=seat, when=when)
    start = None if game.state.game.opener else start_of(game.header)
    if start is not None:
        return RoundBegun(breaker=seat, position=start, when=when)
    arm = game.rules.parameters.setup_angle if angle is None else angle
    equipment = game.state.equipment
    position = nominal_rack(arm, seat, equipment) if seed is None else rack(arm, seed, seat, equipment)
    if game.header.handicap or game.rules.parameters.handicap:
        bare = Round.begin(game.rules, sides_of(game.state), seat, None, game.header.handicap or None)
        for disc in set(position.discs) - set(bare.on_board):
            position = position.without(disc)
    return RoundBegun(breaker=seat, position=position, seed=seed, angle=arm, nominal=seed is None, when=when)


def technique_for(game: GameHistory, stroke: Stroke, technique: Technique | None = None) -> Technique:
    """Return the technique of a stroke: the given one, or the first that the rule set allows for its direction.

    Raises `IllegalStroke` with the clause that defines what is allowed.
    """
    return technique_by_law(game.rules, stroke, technique)


def simulated(header: Header) -> Header:
    """Return the header with the current versions of physics and surface, for a game that begins now."""
    return changed(header, physics=PHYSICS_VERSION, surface_version=str(SURFACE_VERSION))
