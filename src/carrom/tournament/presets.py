"""Presets: the rule set and sections of common kinds of tournament, which the organiser can change."""

from carrom.errors import RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.values import Value


class Preset(Value, frozen=True, kw_only=True):
    """A preset; sections are written as lines without the word `section`."""

    summary: str
    rules: str
    sections: tuple[str, ...]


_TIES = "kind=team rubbers=singles,singles,doubles"
PRESETS: tuple[tuple[str, Preset], ...] = (
    (
        "swiss",
        Preset(
            summary="a Swiss of seven rounds, each one game to 25 points or 45 minutes, then a final of the first two",
            rules="icf",
            sections=(
                "s swiss name=Swiss waves=7 minutes=45 keys=points,buchholz,net,total,seed bye=25-0 qualify=2",
                "final cup name=Final from=s match=best-of-3 stage=late",
            ),
        ),
    ),
    (
        "national",
        Preset(
            summary="round-robin groups, then a knockout; matches are best of three games",
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
            summary="a team league with ties of two singles and a doubles in any order, best of three games, "
            "then a final",
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
            summary="a college competition with ties of two singles and a doubles, each to 25 points without a "
            "board limit",
            rules="team-event",
            sections=(
                f"l league name=League {_TIES} qualify=2",
                f"final cup name=Final from=l {_TIES}",
            ),
        ),
    ),
    (
        "league",
        Preset(
            summary="a league in which everybody meets everybody twice, home and away; games of 45 minutes",
            rules="icf",
            sections=("l league name=League legs=2 minutes=45",),
        ),
    ),
    (
        "club-night",
        Preset(
            summary="one group with games of 30 minutes, then a knockout of the first four",
            rules="icf",
            sections=(
                "g groups name=Groups minutes=30 qualify=4",
                "cup cup name=Cup from=g minutes=60 third=match",
            ),
        ),
    ),
)


def preset(name: str) -> Preset:
    """Return the preset of that name. Raises `RefusedRequest`."""
    for each, found in PRESETS:
        if each == name:
            return found
    raise RefusedRequest(f"{cut(name)} is not a preset; expected one of {', '.join(each for each, _ in PRESETS)}")
