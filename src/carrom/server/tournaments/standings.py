"""The standings of an online tournament, the same for every system."""

from carrom.tournament.online.arena_scoring import arena_standings, is_on_streak
from carrom.tournament.online.rounds import rounds_standings
from carrom.tournament.online.state import OnlineTournament
from carrom.values import Value


class EntryPlace(Value, frozen=True, kw_only=True):
    """A row of the standings without names."""

    entry: int
    place: int
    points: int
    played: int
    won: int
    scores: tuple[int, ...] = ()
    streak: bool = False
    tiebreak: int = 0
    out: bool = False


def standings_of(state: OnlineTournament) -> tuple[EntryPlace, ...]:
    """Return the standings of the complete entries, best first; blocks for some ms where there are many."""
    if state.terms.kind == "arena":
        found = []
        for each in arena_standings(state.complete):
            entry = state.entry(each.entry)
            found.append(
                EntryPlace(
                    entry=each.entry,
                    place=each.place,
                    points=entry.points,
                    played=entry.played,
                    won=entry.won,
                    scores=entry.scores,
                    streak=is_on_streak(entry),
                )
            )
        return tuple(found)
    return tuple(
        EntryPlace(
            entry=each.entry,
            place=each.place,
            points=each.points,
            played=each.played,
            won=each.won,
            tiebreak=each.buchholz,
            out=each.out,
        )
        for each in rounds_standings(state)
    )
