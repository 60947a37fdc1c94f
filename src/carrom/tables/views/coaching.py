"""Whether coaching is allowed during a game: never if people play against each other remotely."""

from carrom.protocol import SitterKind, Who
from carrom.tables.access import Access
from carrom.tables.terms import GameSettings

NO_COACH = (
    "Coaching is available only to the players, in games against the computer or on one screen, and not when people "
    "play each other remotely. The game can be reviewed when it is over."
)


def is_at_one_screen(setting: GameSettings) -> bool:
    """Return whether all players are programs or sit at the screen where the game was started.

    False for a rubber of a tie, which is played for a team.
    """
    if setting.tie is not None:
        return False
    seats = setting.terms.seats
    return all(plan.who is not Who.LINK for plan in seats) and any(plan.who is not Who.PROGRAM for plan in seats)


def may_be_coached(setting: GameSettings, door: Access) -> bool:
    """Return whether coaching is allowed: all people play on one screen and share one seat key."""
    people = {each.seat for each in setting.sitters if each.kind is SitterKind.HUMAN}
    keys = {each.hash for each in door.seats if each.seat in people}
    return is_at_one_screen(setting) and len(keys) == 1
