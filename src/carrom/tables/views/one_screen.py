"""Games at one screen: which of them may be played without a connection."""

from carrom.engine.play.levels import LEVELS
from carrom.tables.terms import GameSettings
from carrom.tables.views.coaching import is_at_one_screen

_LEVELS = frozenset(level.name for level in LEVELS)


def may_go_offline(setting: GameSettings) -> bool:
    """Return whether a game of these settings may be played without a connection."""
    return (
        is_at_one_screen(setting)
        and setting.clock is None
        and setting.terms.forfeit_after is None
        and setting.pool is None
        and not setting.found
        and not setting.open_seats
        and _LEVELS.issuperset(setting.programs.values())
    )
