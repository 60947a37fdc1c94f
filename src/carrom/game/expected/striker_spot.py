"""Legal striker positions in a game."""

from carrom.board.placement.striker_spots import Cover, Span, legal_spans
from carrom.errors import RefusedRequest
from carrom.game.state import State
from carrom.rules.laws.attempt import red_discs_and_arrows_are_respected
from carrom.rules.ruleset import Ruleset


def cover_of(rules: Ruleset) -> Cover:
    """Return how the striker must cover a base circle under a rule set."""
    return Cover.RED if rules.has(red_discs_and_arrows_are_respected) else Cover.RING


def spans_of(state: State) -> tuple[Span, ...]:
    """Return the legal striker offsets of the player in turn, in their own frame, in µm.

    Raises `RefusedRequest` between boards and on a wooden board.
    """
    if state.position is None or state.playing is None:
        raise RefusedRequest("no striker position is defined now; expected a simulated board in progress")
    return legal_spans(state.position, state.playing.turn, state.equipment, cover_of(state.rules))
