"""Championships as they are usually held: the rule set and the sections of each, to be changed by whoever holds one."""

from carrom.data import Value
from carrom.errors import RefusedRequest
from carrom.game.words import cut


class Preset(Value, frozen=True, kw_only=True):
    """A usual championship: sections as they are written in a line, without the word `section`."""

    summary: str
    rules: str
    sections: tuple[str, ...]


PRESETS: tuple[tuple[str, Preset], ...] = (
    (
        "swiss",
        Preset(
            summary="a Swiss of seven waves, one game to 25 or 45 minutes, and a final of the first two",
            rules="icf",
            sections=(
                "s swiss waves=7 minutes=45 keys=points,buchholz,net,total,seed bye=25-0",
                "final cup from=s qualify=2 match=best-of-3 stage=late",
            ),
        ),
    ),
    (
        "national",
        Preset(
            summary="groups of everybody against everybody, then a cup, matches of three games",
            rules="icf",
            sections=(
                "g groups groups=4 match=best-of-3 qualify=2",
                "cup cup from=g match=best-of-3 third=match",
            ),
        ),
    ),
    (
        "teams",
        Preset(
            summary="a league of teams, two singles and a doubles, matches of three games, in any order; a final",
            rules="icf",
            sections=(
                "l league rubbers=singles,singles,doubles rubber_order=free match=best-of-3 kind=team qualify=2",
                "final cup from=l rubbers=singles,singles,doubles rubber_order=free match=best-of-3 kind=team",
            ),
        ),
    ),
    (
        "event-sheet",
        Preset(
            summary="a college competition: singles, singles, doubles, each to 25 without a limit of boards",
            rules="team-event",
            sections=(
                "l league rubbers=singles,singles,doubles kind=team qualify=2",
                "final cup from=l rubbers=singles,singles,doubles kind=team",
            ),
        ),
    ),
    (
        "club-night",
        Preset(
            summary="one group, games of 30 minutes, and a cup of the first four",
            rules="icf",
            sections=(
                "g groups minutes=30 qualify=4",
                "cup cup from=g minutes=60 third=match",
            ),
        ),
    ),
)


def preset(name: str) -> Preset:
    """Return a preset by its name. Raises `RefusedRequest`."""
    for each, found in PRESETS:
        if each == name:
            return found
    raise RefusedRequest(f"{cut(name)} is no preset; expected one of {', '.join(each for each, _ in PRESETS)}")
