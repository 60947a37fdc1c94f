"""Opponents that need no search: one plays softly straight ahead, one hard in a random direction."""

from carrom.board.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.envs.actions import spot
from carrom.game.expected import spans_of


class Pusher:
    """An opponent that strikes softly straight ahead."""

    def choose(self, game, seat, rng):
        x, span = spot(0.0, spans_of(game.state))
        return Stroke(x, 0, 700_000 + rng.randrange(100_000), span.y)

    def place(self, game, seat):
        return placing_spots(game.position, game.expected[0].disc)[0]

    def demand(self, game, seat):
        return 0


class Wild(Pusher):
    """An opponent that strikes hard in a random direction, and so commits fouls."""

    def choose(self, game, seat, rng):
        soft = super().choose(game, seat, rng)
        return Stroke(soft.x, rng.randrange(-4_000_000, 4_000_000), 4_000_000, soft.y)
