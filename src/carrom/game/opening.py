"""Opening of a game: its header, seats, toss and choices, and trial boards (Laws 27, 28, 39, 40)."""

from functools import lru_cache

from carrom.board.equipment import EQUIPMENT
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.board_start import check_start
from carrom.game.events import Chosen, Header, Seated, SideName, Tossed, TrialPlayed
from carrom.game.expected.check import awaited_of, refusing
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.header import Player
from carrom.game.rulebook import with_rulebook
from carrom.game.state import State
from carrom.game.turn_order import Seating, check_seating
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset
from carrom.values import changed


def open_game(header: Header, rules: Ruleset) -> State:
    """Return the initial state of a game. Raises `RefusedRequest` for a header that cannot be played."""
    if header.equipment not in EQUIPMENT:
        raise RefusedRequest(f"no equipment is called {header.equipment!r}; expected one of {', '.join(EQUIPMENT)}")
    points_game = not rules.colours_are_owned
    if points_game and header.contest not in ("board", "game"):
        raise RefusedRequest(f"{rules.name} is played for points; expected the contest 'board' or 'game'")
    if header.contest == "match" and rules.parameters.games_of_match < 2:
        raise RefusedRequest(f"a match of {rules.name} is one game; expected the contest 'game'")
    seating = seating_of(header)
    refusing(check_seating, rules, seating)
    sides = {player.side for player in header.players}
    if header.first_break is not None and header.first_break not in sides:
        raise RefusedRequest(f"{header.first_break} cannot break first: the sides are {', '.join(sorted(sides))}")
    if header.handicap:
        refusing(Round.begin, rules, *_rounds(seating), None, header.handicap)
    refusing(check_start, header, rules, len(sides))
    alone: SideName | None = "A" if len(sides) == 1 else None
    breaks = header.first_break or alone
    return State(header=with_rulebook(header, rules), rules=rules, seating=seating, breaks=breaks)


def _rounds(seating: Seating) -> tuple[tuple[tuple[Seat, ...], ...], Seat]:
    """Return the seats of each side, and a seat that may break."""
    sides = sorted({player[0] for player in seating.players})
    seats = tuple(tuple(seat for seat, player in seating.places if player[0] == side) for side in sides)
    return seats, seating.places[0][0]


def seating_of(header: Header) -> Seating:
    """Name the players A, B, C or A1, B1, A2, B2, in the header's order within each side."""
    return _seated(header.players)


@lru_cache(1024)
def _seated(players: tuple[Player, ...]) -> Seating:
    seats: dict[Seat, str] = {}
    counts: dict[str, int] = {}
    for player in players:
        if player.seat in seats:
            raise RefusedRequest(f"two players sit {player.seat.value}; expected one player at each side of the board")
        counts[player.side] = counts.get(player.side, 0) + 1
        seats[player.seat] = player.side + (str(counts[player.side]) if len(players) == 4 else "")
    return Seating.of(seats)


def tossed(state: State, event: Tossed, number: int) -> State:
    """Return the state after a toss: its winner breaks or has the choice."""
    awaited: Toss = awaited_of(state, Toss, "a toss")
    if event.won_by not in awaited.sides:
        raise RefusedRequest(f"{event.won_by} cannot win the toss: the sides are {', '.join(awaited.sides)}")
    if awaited.break_only or len(state.sides) > 2:
        return changed(state, breaks=event.won_by)
    return changed(state, toss_won_by=event.won_by)


def chosen(state: State, event: Chosen, number: int) -> State:
    """Return the state after the choice of the toss winner; the loser gets the other option."""
    awaited: ChooseBreakOrSide = awaited_of(state, ChooseBreakOrSide, "a choice")
    if event.side != awaited.side:
        raise RefusedRequest(f"{state.called(awaited.side)} won the toss and chooses, not {state.called(event.side)}")
    loser = next(side for side in state.sides if side != event.side)
    breaks, seats = (event.side, loser) if event.what == "break" else (loser, event.side)
    return changed(state, breaks=breaks, choice_of_side=seats)


def seated(state: State, event: Seated, number: int) -> State:
    """Return the state after the choice of side."""
    awaited: ChooseSeat = awaited_of(state, ChooseSeat, "a choice of side")
    if event.side != awaited.side:
        raise RefusedRequest(
            f"{state.called(awaited.side)} may keep or change the seats, not {state.called(event.side)}"
        )
    quarters = 0 if not event.swap else 1 if state.seating.doubles else 2
    return changed(state, seating=state.seating.moved(quarters), choice_of_side=None)


def trial(state: State, event: TrialPlayed, number: int) -> State:
    """Return the state after a side's trial board."""
    awaited: BeginRound = awaited_of(state, BeginRound, "a trial board")
    if state.game.opener or awaited.number != 1:
        raise RefusedRequest("trial boards are played before the first board only")
    if len(state.trials) >= state.rules.parameters.trial_boards:
        raise RefusedRequest(
            f"{state.rules.name} has {state.rules.parameters.trial_boards} trial boards, and all have been played"
        )
    if event.side in state.trials or event.side not in state.sides:
        raise RefusedRequest(f"no trial board is left for {state.called(event.side)}; there is one for each side")
    return changed(state, trials=(*state.trials, event.side))
