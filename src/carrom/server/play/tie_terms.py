"""Terms of a team match (tie): the teams, the rules, each rubber's settings, and the names to display."""

from collections.abc import Iterable, Mapping

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.engine.levels import level_named
from carrom.errors import RefusedRequest
from carrom.game.game import GameHistory
from carrom.game.match import Names, Pairing, fewest, first_lineup, order_of
from carrom.game.tie import Team, Tie
from carrom.physics.surface import PRESETS
from carrom.protocol import Length, PlayerPlan, SeatPlan, Sitter, SitterKind, TeamPlan, Terms, TieTerms, Who
from carrom.rules.ruleset import Ruleset
from carrom.storage.database import StoredSeat
from carrom.tables.terms import FORMER, GameSettings, on_one_line, recorded, rules_of
from carrom.values import Value, changed

_SEATS = {1: ((Seat.SOUTH,), (Seat.NORTH,)), 2: ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST))}
"""The seats of each team in a rubber, by the number of players per team."""


class Numbered(Value, frozen=True):
    """A player with their place in the tie (`A2`) and their name as in records and line-ups."""

    place: str
    name: str
    plan: PlayerPlan


def agreed(terms: TieTerms) -> TieTerms:
    """Return the terms with every name filled in.

    Raises `RefusedRequest` or `RulesError` if they cannot be played.
    """
    rules, (first, second) = rules_of(terms), terms.teams
    order_of(rules)
    if terms.surface not in PRESETS:
        raise RefusedRequest(f"no surface is called {terms.surface!r:.40}; expected one of {', '.join(PRESETS)}")
    if terms.captain is Who.PROGRAM and not second.players:
        level = level_named(terms.level or "").name
        program = PlayerPlan(who=Who.PROGRAM, level=level)
        second = changed(second, players=(program,) * fewest(rules, order_of(rules)))
    if terms.captain is Who.PROGRAM and any(player.who is not Who.PROGRAM for player in second.players):
        raise RefusedRequest(f"{second.name} is led by the computer; expected only computer players in it")
    named = agreed_team(rules, first, "First team")
    later = not second.players and terms.captain is Who.LINK
    other = (
        changed(second, name=on_one_line(second.name) or "Second team")
        if later
        else agreed_team(rules, second, "Second team", (named,))
    )
    Tie.begin(rules, (team_of(named), team_of(other)))
    return changed(terms, teams=(named, other))


def agreed_team(rules: Ruleset, plan: TeamPlan, unnamed: str, others: Iterable[TeamPlan] = ()) -> TeamPlan:
    """Return a team with every name filled in, checked: it can be lined up and its names are unique in the tie.

    Raises `RefusedRequest`.
    """
    team = on_one_line(plan.name) or unnamed
    players = tuple(_named(player, f"{team} {number}") for number, player in enumerate(plan.players, 1))
    taken = {each.name for other in others for each in numbered("A", other)}
    found = changed(plan, name=team, players=players)
    for each in numbered("A", found):
        if each.name in taken:
            raise RefusedRequest(f"{each.name} is named twice; expected a different name for every player of the tie")
        taken.add(each.name)
    first_lineup(rules, [each.name for each in numbered("A", found)])
    return found


def _named(player: PlayerPlan, unnamed: str) -> PlayerPlan:
    name = on_one_line(player.name) or unnamed
    level = level_named(player.level or "").name if player.who is Who.PROGRAM else None
    who = Who.HERE if player.who is Who.ME else player.who
    return PlayerPlan(name=name, who=who, level=level)


def numbered(side: str, team: TeamPlan) -> tuple[Numbered, ...]:
    """Return the players of a team with their places and names."""
    return tuple(
        Numbered(f"{side}{number}", recorded(_sitter(Seat.SOUTH, player)), player)
        for number, player in enumerate(team.players, 1)
    )


def team_of(plan: TeamPlan) -> Team:
    """Return a team as the rules see it."""
    return Team(name=plan.name, players=tuple(each.name for each in numbered("A", plan)))


def setting_of(
    terms: TieTerms, tie: protocol.RubberOf, pairing: Pairing, players: Mapping[str, PlayerPlan]
) -> GameSettings:
    """Return the settings of a rubber's game; `players` are keyed by their names in the line-up."""
    seats = {seat: players[name] for seat, name in seats_of(pairing).items()}
    plans = tuple(
        SeatPlan(seat=seat, who=seats[seat].who, name=seats[seat].name, level=seats[seat].level)
        for seat in SEATS
        if seat in seats
    )
    agreed = Terms(
        ruleset=terms.ruleset,
        rules=terms.rules,
        length=Length.GAME,
        seats=plans,
        clock=terms.clock,
        guide=terms.guide,
        surface=terms.surface,
        watching=terms.watching,
    )
    return GameSettings(sitters=tuple(_sitter(plan.seat, seats[plan.seat]) for plan in plans), terms=agreed, tie=tie)


def seats_of(pairing: Pairing) -> dict[Seat, str]:
    """Return the names of a pairing by seat."""
    return {
        seat: name
        for names, seats in zip((pairing.a, pairing.b), _SEATS[len(pairing.a)], strict=True)
        for name, seat in zip(names, seats, strict=True)
    }


def _sitter(seat: Seat, player: PlayerPlan) -> Sitter:
    kind = SitterKind.PROGRAM if player.who is Who.PROGRAM else SitterKind.HUMAN
    return Sitter(seat=seat, name=player.name, kind=kind, level=player.level, here=kind is SitterKind.PROGRAM)


# -- display names, after accounts were deleted or renamed -------------------------------------------------------------
# The terms and line-ups of a tie are events in a hash chain and are never rewritten. New names are stored with the
# tie's seats (`people/accounts.py`) and replace the old ones wherever the tie is read.


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
