"""Who may be lined up for a tie: players of the roster, in as many singles and doubles as the terms allow."""

from collections.abc import Sequence

from carrom.errors import RefusedRequest
from carrom.tournament.format import StageFormat
from carrom.tournament.state import Championship


def check_lineup(
    championship: Championship, terms: StageFormat, entrant: str, players: Sequence[Sequence[str]]
) -> None:
    """Refuse a line-up that the section does not allow; it may name the first rubbers only. Raises `RefusedRequest`."""
    team = championship.entrant(entrant)
    if len(players) > len(terms.rubbers):
        raise RefusedRequest(f"{team.name} lines up {len(players)} rubbers; the tie has {len(terms.rubbers)}")
    played: dict[str, list[str]] = {}
    for number, (kind, names) in enumerate(zip(terms.rubbers, players, strict=False), 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(f"rubber {number} is a {kind}; {team.name} names {len(names)}, expected {wanted}")
        for name in names:
            if name not in team.players:
                raise RefusedRequest(f"{name} is not of {team.name}; expected one of {', '.join(team.players)}")
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} plays a {kind} already; expected another player in rubber {number}")
            if before and terms.plays_both == "no":
                raise RefusedRequest(f"{name} plays a {before[0]} already; nobody plays both in section {terms.id}")
            before.append(kind)
