"""Legal striker spots in a game."""

from carrom.board.placement.striker_spots import Cover, Span, legal_spans
from carrom.errors import RefusedRequest
from carrom.game.state import State
from carrom.rules.laws.attempt import red_discs_and_arrows_are_respected
from carrom.rules.ruleset import Ruleset


def cover_of(rules: Ruleset) -> Cover:
    """Return what of a base circle the striker must cover under a rule set."""
    return Cover.RED if rules.has(red_discs_and_arrows_are_respected) else Cover.RING


def spans_of(state: State) -> tuple[Span, ...]:
    """Return where the striker of who is in turn may stand, in his own frame (µm).

    Raises `RefusedRequest` between boards and on a wooden board.
    """
    if state.position is None or state.playing is None:
        raise RefusedRequest("the striker has no place now; expected a simulated board that is being played")
    return legal_spans(state.position, state.playing.turn, state.equipment, cover_of(state.rules))
