"""Check line-ups of a tie: players of the team, in as many singles and doubles as the terms allow."""

from collections.abc import Sequence

from carrom.errors import RefusedRequest, plural
from carrom.tournament.format import StageFormat
from carrom.tournament.state import Championship


def check_lineup(
    championship: Championship,
    terms: StageFormat,
    entrant: str,
    players: Sequence[Sequence[str]],
    former: Sequence[str] = (),
) -> None:
    """Check a line-up, which may cover the first rubbers only; `former` players of the team have already played in this
    tie. Raises `RefusedRequest` if the section does not allow it.
    """
    team = championship.entrant(entrant)
    if len(players) > len(terms.rubbers):
        raise RefusedRequest(
            f"{team.name} has a line-up for {len(players)} rubbers; expected at most {len(terms.rubbers)}"
        )
    played: dict[str, list[str]] = {}
    for number, (kind, names) in enumerate(zip(terms.rubbers, players, strict=False), 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(
                f"rubber {number} is a {kind}; {team.name} lists {plural(len(names), 'player')}, expected {wanted}"
            )
        for name in names:
            if name not in team.players and name not in former:
                raise RefusedRequest(
                    f"{name} does not belong to {team.name}; expected one of {', '.join(team.players)}"
                )
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} already plays a {kind}; expected another player in rubber {number}")
            if before and terms.plays_both == "no":
                raise RefusedRequest(
                    f"{name} already plays a {before[0]}; in stage {terms.id} a player may not play both"
                )
            before.append(kind)
