"""Carrom: boards, strokes, laws and games. See docs/tutorials/library.md for examples.

>>> import carrom
>>> game = carrom.Game(seed=1)
>>> breaker = game.set_up()
>>> ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))

This module holds the public names of the package; no module of the package imports from it. Each name is loaded on
first use, so importing `carrom` is fast.
"""

from carrom.version import __version__ as __version__

TYPE_CHECKING = False
"""True for type checkers only; importing `typing` would take time."""
if TYPE_CHECKING:
    from carrom import errors as errors
    from carrom.board.disc import Disc as Disc
    from carrom.board.equipment import EQUIPMENT as EQUIPMENT
    from carrom.board.equipment import Equipment as Equipment
    from carrom.board.outcome import Outcome as Outcome
    from carrom.board.picture import picture as picture
    from carrom.board.position import Position as Position
    from carrom.board.rack import rack as rack
    from carrom.board.seat import Point as Point
    from carrom.board.seat import Seat as Seat
    from carrom.board.stroke import Stroke as Stroke
    from carrom.draw import stroke_picture as stroke_picture
    from carrom.engine.levels import LEVELS as LEVELS
    from carrom.engine.player import level as level
    from carrom.errors import CarromError as CarromError
    from carrom.game.api import Game as Game
    from carrom.game.state import BoardRecord as BoardRecord
    from carrom.game.views import LegalStrokes as LegalStrokes
    from carrom.game.views import PlayedStroke as PlayedStroke
    from carrom.physics.kernel.compiled import warm as warm
    from carrom.physics.played import Played as Played
    from carrom.physics.simulate import simulate as simulate
    from carrom.physics.surface import PRESETS as SURFACES
    from carrom.physics.surface import Surface as Surface
    from carrom.physics.surface import surface as surface
    from carrom.rules.judge import judge as judge
    from carrom.rules.round import Round as Round
    from carrom.rules.ruleset import NAMES as RULESETS
    from carrom.rules.ruleset import Ruleset as Ruleset
    from carrom.rules.ruleset import ruleset as ruleset
    from carrom.rules.ruling import Ruling as Ruling
    from carrom.umpire.score_card import score_card as score_card

_HOMES = {
    "BoardRecord": "game.state",
    "CarromError": "errors",
    "Disc": "board.disc",
    "EQUIPMENT": "board.equipment",
    "Equipment": "board.equipment",
    "Game": "game.api",
    "LEVELS": "engine.levels",
    "LegalStrokes": "game.views",
    "Outcome": "board.outcome",
    "Played": "physics.played",
    "PlayedStroke": "game.views",
    "Point": "board.seat",
    "Position": "board.position",
    "RULESETS": "rules.ruleset:NAMES",
    "Round": "rules.round",
    "Ruleset": "rules.ruleset",
    "Ruling": "rules.ruling",
    "SURFACES": "physics.surface:PRESETS",
    "Seat": "board.seat",
    "Stroke": "board.stroke",
    "Surface": "physics.surface",
    "errors": "errors:",
    "judge": "rules.judge",
    "level": "engine.player",
    "picture": "board.picture",
    "rack": "board.rack",
    "ruleset": "rules.ruleset",
    "score_card": "umpire.score_card",
    "simulate": "physics.simulate",
    "stroke_picture": "draw",
    "surface": "physics.surface",
    "warm": "physics.kernel.compiled",
}
"""Home of each public name: a module, and after a colon the name there if it differs (empty: the module itself)."""

__all__ = [
    "BoardRecord",
    "CarromError",
    "Disc",
    "EQUIPMENT",
    "Equipment",
    "Game",
    "LEVELS",
    "LegalStrokes",
    "Outcome",
    "Played",
    "PlayedStroke",
    "Point",
    "Position",
    "RULESETS",
    "Round",
    "Ruleset",
    "Ruling",
    "SURFACES",
    "Seat",
    "Stroke",
    "Surface",
    "errors",
    "judge",
    "level",
    "picture",
    "rack",
    "ruleset",
    "score_card",
    "simulate",
    "stroke_picture",
    "surface",
    "warm",
    "__version__",
]

if not TYPE_CHECKING:

    def __getattr__(name):
        """Load a public name on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        module, colon, inner = _HOMES[name].partition(":")
        home = importlib.import_module(f"{__name__}.{module}")
        value = home if colon and not inner else getattr(home, inner or name)
        globals()[name] = value
        return value

    def __dir__():
        """Return all public names, loaded or not."""
        return sorted({*globals(), *_HOMES} - {"TYPE_CHECKING"})
