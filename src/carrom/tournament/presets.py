"""Championships as they are usually held: the rule set and the sections of each, to be changed by whoever holds one."""

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.values import Value


class Preset(Value, frozen=True, kw_only=True):
    """A usual championship: sections as they are written in a line, without the word `section`."""

    summary: str
    rules: str
    sections: tuple[str, ...]


_TIES = "kind=team rubbers=singles,singles,doubles"
PRESETS: tuple[tuple[str, Preset], ...] = (
    (
        "swiss",
        Preset(
            summary="a Swiss of seven waves, one game to 25 or 45 minutes, and a final of the first two",
            rules="icf",
            sections=(
                "s swiss name=Swiss waves=7 minutes=45 keys=points,buchholz,net,total,seed bye=25-0",
                "final cup name=Final from=s qualify=2 match=best-of-3 stage=late",
            ),
        ),
    ),
    (
        "national",
        Preset(
            summary="groups of everybody against everybody, then a cup, matches of three games",
            rules="icf",
            sections=(
                "g groups name=Groups groups=4 match=best-of-3 qualify=2",
                "cup cup name=Cup from=g match=best-of-3 third=match",
            ),
        ),
    ),
    (
        "teams",
        Preset(
            summary="a league of teams, two singles and a doubles, matches of three games, in any order; a final",
            rules="icf",
            sections=(
                f"l league name=League {_TIES} rubber_order=free match=best-of-3 qualify=2",
                f"final cup name=Final from=l {_TIES} rubber_order=free match=best-of-3",
            ),
        ),
    ),
    (
        "event-sheet",
        Preset(
            summary="a college competition: singles, singles, doubles, each to 25 without a limit of boards",
            rules="team-event",
            sections=(
                f"l league name=League {_TIES} qualify=2",
                f"final cup name=Final from=l {_TIES}",
            ),
        ),
    ),
    (
        "club-night",
        Preset(
            summary="one group, games of 30 minutes, and a cup of the first four",
            rules="icf",
            sections=(
                "g groups name=Groups minutes=30 qualify=4",
                "cup cup name=Cup from=g minutes=60 third=match",
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
