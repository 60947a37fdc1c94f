"""The games of an online tournament: created as the lobby creates its own, and their results."""

from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.game.scoring.progress import is_points_game, match_score
from carrom.server.lobby.game_from_seek import setting_of
from carrom.server.lobby.seek import LobbyParty, Seek, SeekPlace
from carrom.server.ratings.limits import strokes_of
from carrom.server.tournaments.settings import TournamentSettings
from carrom.tables.seats import sitters_of
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import LAW_OF_ABSENCE, who_called_off
from carrom.tokens import hashed
from carrom.tournament.identifiers import Games, turned
from carrom.tournament.online.events import Ending, GameOver, Member, Result
from carrom.tournament.online.state import OnlineTournament, Pairing
from carrom.tournament.standings.glicko import Rating
from carrom.values import changed

SHORTEST_ABSENCE = 60
"""The fewest seconds after which a player who left a game on their turn loses it."""


def nonce_of(tournament: str, pairing: int) -> str:
    """Return a nonce derived from a pairing, so that any process creates the same game, and only once."""
    return hashed(f"tournament {tournament} game {pairing}")


def seek_of(setting: TournamentSettings, state: OnlineTournament, pairing: Pairing, names: dict[str, str]) -> Seek:
    """Return the full seek from which the lobby's code creates the game of a pairing."""
    seats = seats_of(setting.size)
    people = [state.entry(pairing.a).members, state.entry(pairing.b).members]
    places = tuple(
        SeekPlace(seat=seat, who=party_of(member, names), hash=member.hash, rating=_rating(member))
        for side, members in zip(seats, people, strict=True)
        for seat, member in zip(side, members, strict=True)
    )
    return Seek(id=f"pairing-{pairing.number}", terms=setting.terms.game, places=places, made=pairing.at, shown=0)


def settings_of(seek: Seek, appear: int, nonce: str) -> GameSettings:
    """Return the settings of the game; a player who stays away on their turn loses it.

    Which side breaks first follows from the game's nonce: the toss of the laws has no clock, so that a player could
    hold up the tournament in it.
    """
    setting = setting_of(seek)
    first, second = seats_of(len(setting.sitters) // 2)
    breaks = first[0] if int(nonce, 16) % 2 == 0 else second[0]
    terms = changed(setting.terms, forfeit_after=max(SHORTEST_ABSENCE, appear), first_break=breaks)
    return changed(setting, terms=terms)


def seats_of(size: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats of the first and of the second entry, for entries of one or two persons."""
    if size == 1:
        return (Seat.SOUTH,), (Seat.NORTH,)
    return (Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)


def party_of(member: Member, names: dict[str, str]) -> LobbyParty:
    """Return a member as the lobby knows them; `names` are those of accounts."""
    name = member.name if member.account is None else names.get(member.account, "")
    return LobbyParty(party=member.party, name=name, account=member.account, bot=member.bot)


def game_over(number: int, game: GameHistory, at: int) -> GameOver | None:
    """Return the result of a pairing's game that ended at `at` (ms since 1970); None while it is played."""
    result = game.result
    if result is None:
        return None
    sides = game.state.sides
    first = next(side for side in sides if Seat.SOUTH in sitters_of(game, side))
    called_off = who_called_off(game)
    how: Ending = "absent" if result.law == LAW_OF_ABSENCE or result.how == "walkover" else "played"
    if called_off is not None:
        winners = [side for side in sides if called_off not in sitters_of(game, side)]
        how = "absent"
    else:
        winners = list(result.winners)
        if result.how in ("conceded", "retired", "disqualified"):
            how = "resigned"
    told: Result = "nobody" if not winners else "draw" if len(winners) > 1 else "first"
    if told == "first" and winners[0] != first:
        told = "second"
    return GameOver(
        at=at, number=number, result=told, how=how, strokes=strokes_of(game), games=_games(game, first == "A")
    )


def _games(game: GameHistory, is_in_order: bool) -> Games:
    """Return the points of each game, those of the first entry first; empty if there are none."""
    try:
        if is_points_game(game.state):
            score = () if game.result is None else game.result.score
            found: Games = ((score[0], score[1]),) if len(score) == 2 else ()
        else:
            found = tuple((line.score[0], line.score[1]) for line in match_score(game.state).games)
    except CarromError:
        return ()
    return found if is_in_order else turned(found)


def _rating(member: Member) -> Rating | None:
    return None if member.rating is None else Rating(member.rating, 60)
