"""The reducer: how each event changes the state of a game; unexpected events are refused."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from carrom.board import QUEEN, STRIKER, Disc, Position, Seat
from carrom.board.equipment import EQUIPMENT
from carrom.board.notation import read_position
from carrom.board.rack import JITTER
from carrom.board.striker_spots import centre_spot, check_position, has_room, place_fault
from carrom.errors import CarromError, RefusedRequest
from carrom.game import events, officials, progress
from carrom.game.check import awaited_of, expected, refusing, turn_of
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss, phrase
from carrom.game.state import BoardRecord, Judged, State, board_facts, sides_of
from carrom.game.turn_order import Seating, check_seating
from carrom.rules import phases
from carrom.rules.effects import FORFEITS
from carrom.rules.judge import judge, judge_call, judge_pass
from carrom.rules.round import Phase, QueenState, Round, Side
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle, without_side
from carrom.values import changed, grown

# -- the start of a board: from a rack, or from a given position -------------------------------------------------------


def start_of(header: events.Header) -> Position | None:
    """Return the position that the first board begins with; None for the rack."""
    return read_position(header.start) if header.start else None


def check_start(header: events.Header, rules: Ruleset, sides: int) -> None:
    """Refuse a header whose start position cannot be played."""
    if not header.start:
        return
    if not header.measured:
        raise RefusedRequest("a wooden board has no recorded positions; expected a header without a start position")
    if header.handicap:
        raise RefusedRequest("a handicap needs a rack; expected a handicap or a start position, not both")
    try:
        position = read_position(header.start)
        check_position(position, EQUIPMENT[header.equipment])
    except CarromError as reason:
        raise RefusedRequest(f"the start position cannot be played: {reason}") from None
    men = {disc.value[0] for disc in position.discs if disc not in (QUEEN, STRIKER)}
    if STRIKER in position.discs:
        raise RefusedRequest("the start position holds the striker; expected pieces and queen only")
    if not men or (rules.colours_are_owned and sides == 2 and men != {"W", "B"}):
        raise RefusedRequest("the start position leaves a side without pieces; expected at least one of each colour")


def started(begun: Round, discs: Sequence[Disc]) -> Round:
    """Return the round with only these discs on the board, in rack order; the others count as already pocketed.

    The rack counts as broken. A missing queen counts as covered by the side that begins.
    """
    on_board = tuple(disc for disc in begun.on_board if disc in set(discs))
    gone = tuple(disc for disc in begun.on_board if disc not in set(discs))
    if not gone:
        return begun
    sides = tuple(_played(begun, side, gone) for side in begun.sides)
    covered = QUEEN in gone
    return changed(
        begun,
        sides=sides,
        phase=Phase.PLAY,
        turns=2,
        on_board=on_board,
        pocketed=gone,
        queen=QueenState.COVERED if covered else begun.queen,
        queen_side=begun.mover if covered else None,
        queen_turn=0 if covered else None,
    )


def _played(begun: Round, side: Side, gone: tuple[Disc, ...]) -> Side:
    """Return a side that has pocketed its missing pieces."""
    if side.colour is None or not any(disc.kind is side.colour for disc in gone):
        return side
    return changed(side, pocketed_before=True, pocketed_by_self=True)


def drawn(nominal: Position, given: Position | None) -> Position:
    """Return the actual position of a nominal rack when it was struck; refuse one outside the tolerance of the gaps."""
    if given is None:
        raise RefusedRequest("the first stroke draws the gaps of the rack; expected it with the actual rack")
    ours, theirs = ({placed.disc: placed.at for placed in position} for position in (nominal, given))
    if set(ours) != set(theirs):
        raise RefusedRequest("the drawn rack has other discs than the one that was set up")
    for disc, at in ours.items():
        if max(abs(at.x - theirs[disc].x), abs(at.y - theirs[disc].y)) > JITTER:
            raise RefusedRequest(f"the gaps of a rack are at most {JITTER} µm a coordinate; {disc} is further off")
    return given


# -- the opening: header, seats, toss and choices (Laws 27, 28, 39, 40) ------------------------------------------------


def open_game(header: events.Header, rules: Ruleset) -> State:
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
    alone: events.SideName | None = "A" if len(sides) == 1 else None
    breaks = header.first_break or alone
    return State(header=events.with_rulebook(header, rules), rules=rules, seating=seating, breaks=breaks)


def _rounds(seating: Seating) -> tuple[tuple[tuple[Seat, ...], ...], Seat]:
    """Return the seats of each side, and a seat that may break."""
    sides = sorted({player[0] for player in seating.players})
    seats = tuple(tuple(seat for seat, player in seating.places if player[0] == side) for side in sides)
    return seats, seating.places[0][0]


def seating_of(header: events.Header) -> Seating:
    """Name the players A, B, C or A1, B1, A2, B2, in the header's order within each side."""
    return _seated(header.players)


@lru_cache(1024)
def _seated(players: tuple[events.Player, ...]) -> Seating:
    seats: dict[Seat, str] = {}
    counts: dict[str, int] = {}
    for player in players:
        if player.seat in seats:
            raise RefusedRequest(f"two players sit {player.seat.value}; expected one player at each side of the board")
        counts[player.side] = counts.get(player.side, 0) + 1
        seats[player.seat] = player.side + (str(counts[player.side]) if len(players) == 4 else "")
    return Seating.of(seats)


def tossed(state: State, event: events.Tossed, number: int) -> State:
    """Return the state after a toss: its winner breaks or has the choice."""
    awaited: Toss = awaited_of(state, Toss, "a toss")
    if event.won_by not in awaited.sides:
        raise RefusedRequest(f"{event.won_by} cannot win the toss: the sides are {', '.join(awaited.sides)}")
    if awaited.break_only or len(state.sides) > 2:
        return changed(state, breaks=event.won_by)
    return changed(state, toss_won_by=event.won_by)


def chosen(state: State, event: events.Chosen, number: int) -> State:
    """Return the state after the choice of the toss winner; the loser gets the other option."""
    awaited: ChooseBreakOrSide = awaited_of(state, ChooseBreakOrSide, "a choice")
    if event.side != awaited.side:
        raise RefusedRequest(f"{state.called(awaited.side)} won the toss and chooses, not {state.called(event.side)}")
    loser = next(side for side in state.sides if side != event.side)
    breaks, seats = (event.side, loser) if event.what == "break" else (loser, event.side)
    return changed(state, breaks=breaks, choice_of_side=seats)


def seated(state: State, event: events.Seated, number: int) -> State:
    """Return the state after the choice of side."""
    awaited: ChooseSeat = awaited_of(state, ChooseSeat, "a choice of side")
    if event.side != awaited.side:
        raise RefusedRequest(
            f"{state.called(awaited.side)} may keep or change the seats, not {state.called(event.side)}"
        )
    quarters = 0 if not event.swap else 1 if state.seating.doubles else 2
    return changed(state, seating=state.seating.moved(quarters), choice_of_side=None)


def trial(state: State, event: events.TrialPlayed, number: int) -> State:
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


# -- the reducer -------------------------------------------------------------------------------------------------------


def apply(state: State, event: events.Event, number: int) -> State:
    """Return the state after `event`, which has the given number. Raises `RefusedRequest` if it is not allowed now."""
    act = _ACTS.get(type(event))
    if act is None:
        raise RefusedRequest("a game begins once, and only a game's history can be undone")
    if progress.result(state) is not None and not isinstance(event, events.REMARKS):
        raise RefusedRequest("the game is over; nothing more is expected but an undo")
    after: State = act(state, event, number)
    return after


def _round_begun(state: State, event: events.RoundBegun, number: int) -> State:
    awaited: BeginRound = awaited_of(state, BeginRound, "a new board")
    if event.breaker not in awaited.breakers:
        raise RefusedRequest(
            f"{state.name_at(event.breaker)} does not break; expected is {phrase((awaited,), state.called)}"
        )
    if (event.position is not None) is not state.header.measured:
        raise RefusedRequest("a simulated board begins with the rack's position, a wooden one without")
    begun = Round.begin(
        state.rules,
        sides_of(state),
        event.breaker,
        progress.points_so_far(state),
        state.header.handicap or None,
    )
    for side in state.retired:
        begun = without_side(begun, state.sides.index(side))
    start = None if state.game.opener else start_of(state.header)
    if start is not None:
        if event.position != start or event.nominal:
            raise RefusedRequest("the first board begins with the position of the header; this one is another")
        begun = started(begun, start.discs)
    if event.position is not None:
        if set(event.position.discs) != set(begun.on_board):
            due = len(begun.on_board)
            raise RefusedRequest(
                f"a rack has the queen and {due - 1} pieces here; this one has {len(event.position)} discs"
                if len(event.position) != due
                else "the rack has other pieces than the handicap leaves on the board"
            )
        refusing(check_position, event.position, state.equipment)
    games = progress.opened_by(state, event.breaker)
    nominal = event.nominal and event.position is not None
    return changed(
        state,
        games=games,
        round=begun,
        position=event.position,
        nominal=nominal,
        breaks=None,
        began=number,
        put_down=(),
        sat=None,
    )


def _struck(state: State, event: events.Struck, number: int) -> State:
    lost: Ruling | None = None
    if event.out_of_turn:
        round, lost = officials.out_of_turn(state, event.seat)
    else:
        round = turn_of(state, phases.Strike, event.seat, "a stroke")
    _check_rest(state, event)
    state = _with_gaps(state, event)
    ruling = judge(round, event.outcome)
    if ruling.turn is Turn.REFUSE:
        raise RefusedRequest(ruling.why)
    if lost is not None:
        ruling = _after_the_lost_turn(lost, ruling)
    return _ruled(state, round, ruling, number, event.rest)


def _after_the_lost_turn(lost: Ruling, ruling: Ruling) -> Ruling:
    """Return the ruling on a stroke out of turn, including what happened to the queen in the turn it cut short."""
    assert ruling.outcome is not None
    returned = tuple(disc for disc in lost.centred if disc not in ruling.outcome.pocketed)
    return changed(ruling, findings=(*lost.findings, *ruling.findings), centred=(*returned, *ruling.centred))


def _with_gaps(state: State, event: events.Struck) -> State:
    """Return the state with the actual rack of a nominal one, whose gaps are drawn by the first stroke."""
    if state.nominal and state.position is not None:
        return changed(state, position=drawn(state.position, event.rack), nominal=False)
    if event.rack is not None:
        raise RefusedRequest("only the first stroke of a nominal rack draws its gaps; expected a stroke without them")
    return state


def _check_rest(state: State, event: events.Struck) -> None:
    """Refuse a stroke whose final position does not hold exactly the discs that its outcome leaves."""
    if state.position is None:
        if event.rest is not None:
            raise RefusedRequest("a wooden board has no recorded positions; expected a stroke without a rest")
        return
    if event.rest is None:
        raise RefusedRequest("a simulated board records positions; expected a stroke with its rest")
    gone = {*event.outcome.pocketed, *event.outcome.jumped}
    left = {disc for disc in state.position.discs if disc not in gone}
    given = {disc for disc in event.rest.discs if disc is not STRIKER or STRIKER in gone}
    if given != left:
        odd = ", ".join(sorted(disc.value for disc in given ^ left))
        raise RefusedRequest(f"the rest and the outcome of the stroke disagree about {odd}")


def _ruled(
    state: State,
    round: Round,
    ruling: Ruling,
    number: int,
    rest: Position | None = None,
) -> State:
    """Apply a ruling: settle the round, place the pieces the umpire places, and finish the board if it is over."""
    ruling = _within_the_score(round, ruling)
    after = settle(round, ruling)
    position = state.position if rest is None else rest.without(STRIKER)
    if position is not None:
        for disc in ruling.centred:
            bare = position.without(disc)
            position = bare.having(disc, centre_spot(bare, disc, after.turn, state.equipment))
    rulings = grown(state.rulings, Judged(number, ruling))
    down = state.put_down if round.placings else ()
    settled = changed(state, round=after, position=position, rulings=rulings, put_down=down)
    return with_room(_finished(settled, number))


def _within_the_score(round: Round, ruling: Ruling) -> Ruling:
    """Return the ruling with its points limited to what the loser of the board has."""
    result = ruling.result
    if result is None or not result.taken:
        return ruling
    had = next(side.score for index, side in enumerate(round.sides) if index not in result.winners)
    return changed(ruling, result=changed(result, points=min(result.points, had)))


def _finished(state: State, number: int) -> State:
    """If the board is over, record it, change sides and open the next game where that follows."""
    round = state.round
    if round is None or not round.is_over or round.result is None:
        return state
    men, queen = board_facts(round)
    game, result = state.game, round.result
    last = state.rulings[-1].ruling.clauses if state.rulings else ()
    board = BoardRecord(
        number=game.counted + 1,
        breaker=state.player_at(round.breaker),
        winners=tuple(state.sides[index] for index in result.winners),
        points=result.points,
        taken=result.taken,
        men=men,
        queen=queen,
        totals=tuple(side.points for side in round.sides) if progress.is_points_game(state) else (),
        clauses=last,
        slam=result.slam,
        replay=result.replay,
        extra=_is_extra(state),
        uncounted=_lost_by_conduct(state) and state.rules.has("lost-board-uncounted"),
        event=number,
        began=state.began,
    )
    games = (*state.games[:-1], changed(game, boards=(*game.boards, board)))
    return progress.after_board(changed(state, games=games))


def _lost_by_conduct(state: State) -> bool:
    """Return whether the last ruling took the board from a side for its conduct."""
    call = state.rulings[-1].ruling.call if state.rulings else None
    return call is not None and call.what in FORFEITS


def _is_extra(state: State) -> bool:
    """Return whether the current board is the extra board of a game level at its board limit."""
    return not progress.is_points_game(state) and progress.match_score(state).next == "extra-board"


def _placed(state: State, event: events.Placed, number: int) -> State:
    round = turn_of(state, phases.PlaceDue, event.seat, "placing a piece")
    position = state.position
    if (event.at is None) is not (position is None):
        raise RefusedRequest("a simulated board needs the point where the piece is placed, a wooden one has none")
    after = phases.apply(round, phases.Placed(event.seat, event.disc))
    if position is not None and event.at is not None:
        fault = place_fault(position, event.disc, event.at, state.equipment, state.rules.dues_anywhere)
        if fault is not None:
            raise RefusedRequest(fault.sentence)
        position = position.having(event.disc, event.at)
    down = (*state.put_down, phases.put_down(round, after))
    return with_room(changed(state, round=after, position=position, put_down=down))


def with_room(state: State) -> State:
    """Defer dues for which a simulated board has no room (Law 79); no event is needed.

    A side's only piece cannot be deferred, because nothing would be left to play for: the umpire places it as they
    would place the queen.
    """
    round, position = state.round, state.position
    while round is not None and position is not None and round.placings:
        first = round.placings[0]
        if has_room(position, first.disc, state.equipment, state.rules.dues_anywhere):
            break
        if round.men_on_board(first.owner):
            round = phases.apply(round, phases.NoRoom(first.by))
        else:
            round = phases.apply(round, phases.Placed(first.by, first.disc))
            position = position.having(first.disc, centre_spot(position, first.disc, round.turn, state.equipment))
    return state if round is state.round else changed(state, round=round, position=position)


def _giving_up(action: type[Any], what: str) -> Callable[[State, Any, int], State]:
    """Return the reducer of an event by which a placer gives up placing the remaining due pieces."""

    def act(state: State, event: Any, number: int) -> State:
        round = turn_of(state, phases.PlaceDue, event.seat, what)
        if action is phases.NoRoom and state.position is not None:
            raise RefusedRequest(f"there is room for {round.placings[0].disc.value}: place it, waive it or forfeit it")
        if action is phases.Forfeited and event.ordered_off:
            return _ordered_off(state, round, event.seat)
        return with_room(changed(state, round=phases.apply(round, action(event.seat))))

    return act


def _ordered_off(state: State, round: Round, seat: Seat) -> State:
    """Return the state after what a late placer has placed was taken off the board again (Law 88b)."""
    if not state.rules.has("breach_slow_placing"):
        raise RefusedRequest(f"{state.rules.name} has no time limit for placing; expected a forfeit")
    if state.rules.has("late-placing-stays"):
        raise RefusedRequest("by this rule set what was placed stays on the board; expected a forfeit")
    after = phases.ordered_off(round, seat, state.put_down)
    position = state.position
    if position is not None:
        for disc in round.on_board:
            position = position if disc in after.on_board else position.without(disc)
    return with_room(changed(state, round=after, position=position, put_down=()))


def _change_missed(state: State, event: events.ChangeMissed, number: int) -> State:
    """Return the state with the sides as they were before the last change, which is made later (Law 60c)."""
    if state.header.measured:
        raise RefusedRequest("sides of a simulated board change by themselves; no change can be missed")
    if state.playing is not None or state.sat is None:
        raise RefusedRequest("no change of sides has just been made that could have been missed")
    if not 1 <= event.boards <= progress.MOST_BOARDS_MISSED:
        raise RefusedRequest(
            f"a missed change of sides cannot follow after {event.boards} boards; expected 1 to "
            f"{progress.MOST_BOARDS_MISSED}"
        )
    return changed(state, seating=state.sat, sat=None, change_in=event.boards)


def _passed(state: State, event: events.Passed, number: int) -> State:
    round = turn_of(state, phases.Strike, event.seat, "a pass")
    if not awaited_of(state, phases.Strike, "a pass").may_pass:
        raise RefusedRequest(
            f"nobody passes before the rack is broken; expected is {phrase(expected(state), state.called)}"
        )
    return _ruled(state, round, judge_pass(round), number)


def _demanded(state: State, event: events.Demanded, number: int) -> State:
    round = turn_of(state, phases.Demand, event.seat, "a demand")
    after = phases.apply(round, phases.Demanded(event.seat, event.points))
    return _finished(changed(state, round=after), number)


def _called(state: State, event: events.Called, number: int) -> State:
    round = state.playing
    if round is None or round.result is not None:
        raise RefusedRequest(f"a call is not expected now; expected is {phrase(expected(state), state.called)}")
    if event.by is not None:
        officials.check_still_plays(state, event.by)
    side = None if event.by is None else state.sides.index(state.side_at(event.by))
    call = Call(
        what=event.what,
        side=side,
        after_stroke=round.struck if event.untimed else event.after_stroke,
        partner=side == round.mover and event.by is not round.turn,
        during=event.during,
    )
    ruling = judge_call(round, call)
    if ruling.turn is Turn.REFUSE:
        raise RefusedRequest(f"{state.rules.name} has no clause on {event.what!r}; expected a call that it prices")
    return _ruled(state, round, ruling, number)


def _noticed(state: State, event: events.Noticed, number: int) -> State:
    find = {"wrong-man": officials.wrong_man, "queen": officials.queen_kept}
    round = find.get(event.what, officials.opponents_man)(state, event)
    if event.what == "opponent-man" and event.seat is round.turn:
        ruling = judge_call(round, Call(what="opponent-man-noticed", side=round.mover, after_stroke=True))
    else:
        round = officials.missing_a_turn(round, event)
        paid = officials.paid_now(round, event)
        if paid is None:
            return changed(state, round=round)
        ruling = paid
    return _ruled(changed(state, round=round), round, ruling, number)


def _conceded(state: State, event: events.Conceded, number: int) -> State:
    if event.side not in state.sides:
        raise RefusedRequest(f"{event.side} cannot concede: the sides are {', '.join(state.sides)}")
    if event.play_on:
        return officials.retired(state, event.side)
    if event.what == "match" or progress.best_of_games(state) == 1:
        return changed(state, conceded=event.side)
    if not state.game.opener:
        raise RefusedRequest(f"no game has begun; expected is {phrase(expected(state), state.called)}")
    games = (*state.games[:-1], changed(state.game, conceded=event.side))
    return progress.after_game(changed(state, games=games, round=None, position=None))


_ACTS: dict[type[Any], Callable[[State, Any, int], State]] = {
    events.Tossed: tossed,
    events.Chosen: chosen,
    events.Seated: seated,
    events.TrialPlayed: trial,
    events.RoundBegun: _round_begun,
    events.Struck: _struck,
    events.Placed: _placed,
    events.Waived: _giving_up(phases.Waived, "waiving"),
    events.NoRoom: _giving_up(phases.NoRoom, "deferring a piece"),
    events.Forfeited: _giving_up(phases.Forfeited, "forfeiting"),
    events.ChangeMissed: _change_missed,
    events.Passed: _passed,
    events.Demanded: _demanded,
    events.Called: _called,
    events.Conceded: _conceded,
    events.Noticed: _noticed,
    events.TimeCalled: officials.time_called,
    events.Awarded: officials.awarded,
    events.BoardKept: officials.board_kept,
    **dict.fromkeys(events.REMARKS, officials.remarked),
}
