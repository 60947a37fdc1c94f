"""`carrom/Break-v0`: one stroke at the unbroken rack, whose gaps nobody knows before."""

from carrom.board.seat import Seat
from carrom.envs.actions import Actions
from carrom.envs.board import Board
from carrom.envs.noise import Noise
from carrom.envs.terms import Surfaces, terms
from carrom.game.event import Struck
from carrom.game.game import Game
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Turn


class Break(Board):
    """Break once: 1 where a man falls and the law lets the breaker strike again, 0 otherwise."""

    def __init__(
        self,
        ruleset: Ruleset | str = "icf",
        actions: Actions = "forward",
        noise: Noise | str | None = None,
        surface: Surfaces = "club",
        render_mode: str | None = None,
    ) -> None:
        """Make the environment. Raises an exception of `carrom.errors` for what cannot be played."""
        super().__init__(terms(ruleset, 2, "board", surface, noise, "nearest", 1), actions, render_mode)

    @property
    def _seat(self) -> Seat:
        """Where the breaker sits: one side breaks in every other episode."""
        round_ = self._running.game.round
        assert round_ is not None
        return round_.breaker

    def gained(self, before: Game, after: Game) -> float:
        """Return whether the break was good."""
        struck = next(event for event in reversed(after.events) if isinstance(event, Struck))
        goes_on = after.state.rulings[0].ruling.turn is Turn.CONTINUE
        return float(bool(struck.outcome.pocketed) and goes_on)

    def is_done(self, before: Game, after: Game) -> bool:
        """One stroke is all there is."""
        return True
