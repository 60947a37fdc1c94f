"""Whether a coach may speak during a game: never where people play against each other remotely."""

from carrom.protocol import SitterKind, Who
from carrom.tables.access import Access
from carrom.tables.terms import GameSettings

NO_COACH = (
    "A coach speaks only to those who play, and only in games against a program or at one screen: not where people who "
    "sit apart play each other. It can be reviewed when it is over."
)


def is_at_one_screen(setting: GameSettings) -> bool:
    """Whether by its terms everybody who plays is a program or sits at the screen where the game was begun.

    A rubber of a tie is played for a team, and a game without terms (of version 0.1.0) does not say.
    """
    if setting.tie is not None or setting.terms is None:
        return False
    seats = setting.terms.seats
    return all(plan.who is not Who.LINK for plan in seats) and any(plan.who is not Who.PROGRAM for plan in seats)


def may_be_coached(setting: GameSettings, door: Access) -> bool:
    """Whether a coach may speak: at one screen, and by the seats' own keys, too, which must be one."""
    people = {each.seat for each in setting.sitters if each.kind is SitterKind.HUMAN}
    keys = {each.hash for each in door.seats if each.seat in people}
    return is_at_one_screen(setting) and len(keys) == 1
