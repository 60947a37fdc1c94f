"""Display names in a team match, after accounts were deleted or renamed.

The terms and line-ups of a tie are events in a hash chain and are never rewritten. New names are stored with the
tie's seats (`accounts/deletion.py`) and replace the old ones wherever the tie is read.
"""

from collections.abc import Iterable, Mapping

from carrom.game.game import GameHistory
from carrom.game.scoring.lineup import Names
from carrom.protocol import TeamPlan, Who
from carrom.server.ties.terms import numbered
from carrom.storage.models import StoredSeat
from carrom.tables.terms import FORMER
from carrom.values import changed


def names_now(teams: Iterable[TeamPlan], seats: Iterable[StoredSeat]) -> dict[str, str]:
    """Return the replacement for each name that is no longer shown.

    A player who joined by link has the name of their seat. Players at a deleted captain's screen become former players
    too. Names in a tie are unique: a name that is already used gets its place appended.
    """
    held = {each.seat: each for each in seats if each.account is not None}
    players = [each for side, team in zip("AB", teams, strict=True) for each in numbered(side, team)]
    used, names = {each.name for each in players}, dict[str, str]()
    for player in players:
        seat = held.get(player.place if player.plan.who is Who.LINK else player.place[0])
        if seat is None or player.plan.who is Who.PROGRAM or seat.name == player.name:
            continue
        if player.plan.who is Who.LINK or seat.name == FORMER:
            name = f"{seat.name} ({player.place})" if seat.name in used else seat.name
            names[player.name] = name
            used.add(name)
    return names


def renamed_team(team: TeamPlan, names: Mapping[str, str]) -> TeamPlan:
    """Return a team with current names."""
    players = (changed(each, name=names.get(each.name, each.name)) for each in team.players)
    return changed(team, players=tuple(players)) if names else team


def renamed_sheet(rubbers: Names, names: Mapping[str, str]) -> Names:
    """Return a line-up with current names."""
    return tuple(tuple(names.get(name, name) for name in rubber) for rubber in rubbers)


def renamed_game(game: GameHistory, names: Mapping[str, str]) -> GameHistory:
    """Return the game of a rubber with current names."""
    header = game.header
    players = tuple(changed(each, name=names.get(each.name, each.name)) for each in header.players)
    return game if players == header.players else game.with_header(changed(header, players=players))
