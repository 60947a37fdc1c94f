"""The welcome message of a page: engines, rule sets, surfaces and features of this server."""

from functools import cache

from carrom import protocol
from carrom.engine.play.levels import LEVELS, Level
from carrom.engine.play.opponents import registered
from carrom.physics.surface import PRESETS
from carrom.rules.ruleset import NAMES, named
from carrom.tables.views.card import info_of
from carrom.version import __version__


def welcome(
    reach: protocol.Reach,
    kernel: protocol.KernelStatus,
    accounts: bool,
    name: str | None,
    *,
    open_racks: bool = False,
    offline: bool = False,
) -> protocol.Welcome:
    """Return the welcome message; `name` is that of the account signed in, or None.

    `open_racks`: whether a rack's gaps follow from the nonce of its first stroke; `offline`: whether the server has the
    files for play without a connection.
    """
    return protocol.Welcome(
        protocol=protocol.PROTOCOL,
        program=__version__,
        levels=tuple(told_level(level) for level in LEVELS),
        engines=tuple(told_level(each.level, outside=True) for each in registered()),
        rulesets=_rulesets(),
        surfaces=tuple(PRESETS),
        reach=reach,
        kernel=kernel,
        accounts=accounts,
        you=name,
        films_optional=True,
        open_racks=open_racks,
        offline=offline,
    )


def told_level(level: Level, outside: bool = False) -> protocol.LevelInfo:
    """Return a level as sent to the page."""
    power = round(100 * level.hand.speed, 1)
    return protocol.LevelInfo(name=level.name, aim=level.hand.direction, power=power, outside=outside)


@cache
def _rulesets() -> tuple[protocol.RulesetInfo, ...]:
    """Return what the page needs to know about every rule set."""
    return tuple(info_of(named(name)) for name in NAMES)
