"""The views of online tournaments that the API sends."""

from carrom.protocol.http.lobby import WatchableGame
from carrom.protocol.http.tournaments import (
    TournamentBracket,
    TournamentEnding,
    TournamentGame,
    TournamentMatch,
    TournamentMember,
    TournamentOwn,
    TournamentResult,
    TournamentRow,
    TournamentStage,
    TournamentState,
    TournamentSummary,
)
from carrom.server.tournaments.game_results import seats_of
from carrom.server.tournaments.live import LiveTournament
from carrom.server.tournaments.names import AccountNames
from carrom.server.tournaments.registry import PastTournament
from carrom.server.tournaments.standings import EntryPlace
from carrom.tournament.draws.knockout import waves_of
from carrom.tournament.online.events import Member
from carrom.tournament.online.rounds import RoundsMatch, bracket
from carrom.tournament.online.schedule import next_at
from carrom.tournament.online.state import Entry, Pairing

TOP = 20
"""Rows of the standings in a tournament's state."""


def member_told(member: Member, names: AccountNames) -> TournamentMember:
    """Return the view of a person of an entry."""
    return TournamentMember(
        name=names.known(member), account=member.account is not None, bot=member.bot, rating=member.rating
    )


def names_of(entry: Entry, names: AccountNames) -> str:
    """Return the names of an entry, those of a pair joined by ` / `."""
    return " / ".join(names.known(each) for each in entry.members)


def row_told(live: LiveTournament, place: EntryPlace, names: AccountNames) -> TournamentRow:
    """Return the view of a row of the standings."""
    entry = live.state.entry(place.entry)
    return TournamentRow(
        entry=place.entry,
        place=place.place,
        members=tuple(member_told(each, names) for each in entry.members),
        points=place.points,
        played=place.played,
        won=place.won,
        scores=place.scores,
        streak=place.streak,
        tiebreak=place.tiebreak,
        paused=entry.paused,
        out=place.out,
    )


def game_told(live: LiveTournament, pairing: Pairing, names: AccountNames) -> TournamentGame:
    """Return the view of a game."""
    return TournamentGame(
        number=pairing.number,
        round=pairing.round,
        game=pairing.game,
        entries=pairing.entries,
        names=tuple(names_of(live.state.entry(number), names) for number in pairing.entries),
        began=pairing.at,
        ended=pairing.ended,
        result=None if pairing.result is None else TournamentResult(pairing.result),
        how=None if pairing.how is None else TournamentEnding(pairing.how),
        points=pairing.points,
        score=pairing.games[-1] if pairing.games else (),
    )


def bracket_told(live: LiveTournament, names: AccountNames) -> TournamentBracket:
    """Return the view of a knockout's bracket."""

    def named(number: int) -> str:
        return names_of(live.state.entry(number), names) if number else ""

    def match(each: RoundsMatch) -> TournamentMatch:
        pairing = live.state.pairing(each.pairing) if each.pairing else None
        is_played = pairing is not None and pairing.how == "played" and bool(pairing.games)
        return TournamentMatch(
            entries=(each.a, each.b),
            names=(named(each.a), named(each.b)),
            bye=each.is_bye,
            winner=each.winner,
            game=None if pairing is None else pairing.game,
            score=_score_of(each, pairing) if pairing is not None and is_played else (),
        )

    return TournamentBracket(rounds=tuple(tuple(match(each) for each in row) for row in bracket(live.state)))


def _score_of(match: RoundsMatch, pairing: Pairing) -> tuple[int, ...]:
    """Return the score of a match's last set of boards, in the order of the bracket."""
    score = pairing.games[-1]
    return score if pairing.a == match.a else score[::-1]


def summary_told(live: LiveTournament, names: AccountNames) -> TournamentSummary:
    """Return the view of a tournament in a list."""
    state, setting = live.state, live.setting
    outcome = setting.outcome
    return TournamentSummary(
        id=live.id,
        terms=setting.terms,
        stage=TournamentStage(state.stage),
        by=names.known(setting.by),
        locked=setting.locked,
        players=len(state.complete),
        starts=state.began or state.terms.starts,
        ends=state.ends,
        winner="" if outcome is None else " / ".join(names.known(each) for each in outcome.winner),
    )


def past_told(past: PastTournament, names: AccountNames) -> TournamentSummary:
    """Return the view in a list of a tournament that is over and not in memory."""
    setting, outcome = past.setting, past.setting.outcome
    winner = () if outcome is None else outcome.winner
    return TournamentSummary(
        id=past.id,
        terms=setting.terms,
        stage=TournamentStage.CANCELLED if outcome is not None and outcome.cancelled else TournamentStage.FINISHED,
        by=names.known(setting.by),
        locked=setting.locked,
        players=0 if outcome is None else outcome.players,
        starts=setting.terms.starts,
        ends=past.ended,
        winner=" / ".join(names.known(each) for each in winner),
    )


def state_told(
    live: LiveTournament,
    places: tuple[EntryPlace, ...],
    tv: WatchableGame | None,
    names: AccountNames,
    now: int,
) -> TournamentState:
    """Return the view of a tournament's state."""
    state = live.state
    is_rounds = state.terms.kind != "arena"
    waits = is_rounds and state.stage == "running" and not state.running
    return TournamentState(
        summary=summary_told(live, names),
        now=now,
        top=tuple(row_told(live, each, names) for each in places[:TOP]),
        playing=len(state.running),
        round=state.round,
        rounds=_rounds(live),
        next=next_at(state) if waits else None,
        tv=tv,
        note=state.note,
    )


def _rounds(live: LiveTournament) -> int:
    """Return the number of rounds; 0 in an arena, and in a knockout that has not started."""
    state = live.state
    if state.terms.kind == "swiss":
        return state.terms.rounds
    if state.terms.kind == "knockout" and state.hall is not None:
        return waves_of(len(state.hall.entrants))
    return 0


def own_told(
    live: LiveTournament,
    entry: Entry,
    party: str,
    place: EntryPlace | None,
    names: AccountNames,
    *,
    is_here: bool,
    manages: bool,
) -> TournamentOwn:
    """Return the situation of a person of an entry.

    `place` is their row of the standings, `is_here` whether all of the entry are connected.
    """
    state = live.state
    gathers = not state.is_complete(entry)
    own = TournamentOwn(
        entry=entry.number,
        row=None if place is None else row_told(live, place, names),
        gathers=gathers,
        paused=entry.paused,
        waiting=state.stage == "running" and is_here and not gathers and not entry.paused and not entry.playing,
        manages=manages,
    )
    pairing = state.pairing(entry.playing) if entry.playing else None
    if pairing is None or pairing.game is None:
        return own
    side = pairing.entries.index(entry.number)
    member = next(at for at, each in enumerate(entry.members) if each.party == party)
    return TournamentOwn(
        entry=own.entry,
        row=own.row,
        paused=own.paused,
        game=pairing.game,
        seat=seats_of(live.setting.size)[side][member],
        against=names_of(state.entry(pairing.entries[1 - side]), names),
        until=pairing.at + live.setting.terms.appear * 1000,
        manages=manages,
    )
