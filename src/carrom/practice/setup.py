"""A moment of play that a person has set up: where the discs lie, by which rules, who is in turn, what is owed."""

from typing import Annotated

import msgspec
from msgspec import Meta

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.notation import read_position, write_position
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RulesError
from carrom.rules.points import worth
from carrom.rules.round import Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.values import Value

SEATS: dict[int, tuple[tuple[Seat, ...], ...]] = {
    2: ((Seat.SOUTH,), (Seat.NORTH,)),
    3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)),
}
"""Where the sides of a moment sit."""

QUEENS = ("board", "pending", "mover", "opponent", "aside")
"""What may have become of the queen, as the side in turn says it."""


class SetupPosition(Value, frozen=True, kw_only=True):
    """What a person says of a board that he has set up; `kept` is what the server knew of it besides."""

    rules: Annotated[str, Meta(max_length=40)] = "icf"
    """One of the rule books that come with the program."""
    position: Annotated[str, Meta(max_length=1000)]
    """Where the discs lie, in notation."""
    turn: Seat = Seat.SOUTH
    white: Seat = Seat.SOUTH
    """Who plays the white men, where colours are owned."""
    queen: Annotated[str, Meta(max_length=8)] = "board"
    """One of board, pending, mover, opponent, aside: where she is, or who has covered her."""
    due: Annotated[tuple[Annotated[int, Meta(ge=0, le=18)], ...], Meta(max_length=3)] = ()
    """Men owed, the side in turn first."""
    score: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=3)] = ()
    """Points in the game before this board, the side in turn first."""
    attempt: Annotated[int, Meta(ge=1, le=9)] | None = None
    """The attempt at the break; null once the rack is broken."""
    kept: Annotated[str, Meta(max_length=4000)] = ""
    """From an answer of the server, to go on from it exactly; empty for a board set up by hand."""


class Kept(Value, frozen=True, kw_only=True):
    """A round but for its rules: what a moment that goes on carries with it."""

    sides: tuple[Side, ...]
    breaker: Seat
    turn: Seat
    phase: Phase
    attempt: int
    struck: bool
    turns: int
    passes: int
    on_board: tuple[Disc, ...]
    pocketed: tuple[Disc, ...]
    queen: QueenState
    queen_side: int | None
    queen_turn: int | None
    no_room: bool
    fallen: tuple[Disc, ...]
    covered_now: bool
    misses: int


def may_sit(seats: tuple[tuple[Seat, ...], ...]) -> bool:
    """Whether the sides of a moment may sit so: as they begin, or after a change of seats."""
    return any(set(seats) == set(known) for known in SEATS.values())


def rules_of(moment: SetupPosition) -> Ruleset:
    """Return the rule book of a moment; raises `RulesError` for one that does not come with the program."""
    if moment.rules not in NAMES:
        raise RulesError(f"no rule book is called {moment.rules!r}: there are {', '.join(NAMES)}")
    return named(moment.rules)


def position_of(moment: SetupPosition) -> Position:
    """Return where the discs lie, the striker left aside; raises `NotationError`."""
    return read_position(moment.position).without(STRIKER)


def round_of(moment: SetupPosition) -> Round:
    """Return the round of a moment. Raises `CarromError` for facts that cannot be true together."""
    rules, position = rules_of(moment), position_of(moment)
    return _gone_on(moment, rules, position) if moment.kept else _set_up(moment, rules, position)


def moment_of(round: Round, position: Position) -> SetupPosition:
    """Return the moment of a round in which nothing waits to be placed, to go on from."""
    names = Kept.__struct_fields__
    kept = Kept(**{name: getattr(round, name) for name in names})
    mover = round.mover
    order = (mover, *(index for index in range(len(round.sides)) if index != mover))
    white = next((side.seats[0] for side in round.sides if side.colour is Kind.WHITE), Seat.SOUTH)
    return SetupPosition(
        rules=round.ruleset.name,
        position=write_position(position),
        turn=round.turn,
        white=white,
        queen=_queen_word(round),
        due=tuple(round.sides[index].due for index in order),
        score=tuple(round.sides[index].score for index in order),
        attempt=round.attempt if round.phase is Phase.BREAK else None,
        kept=msgspec.json.encode(kept).decode(),
    )


def _queen_word(round: Round) -> str:
    if round.queen is QueenState.COVERED:
        return "mover" if round.queen_side == round.mover else "opponent"
    return "aside" if round.queen is QueenState.ASIDE else round.queen.value


def _gone_on(moment: SetupPosition, rules: Ruleset, position: Position) -> Round:
    """Return the round that the server has kept, if it is that of the board shown."""
    try:
        kept = msgspec.json.decode(moment.kept, type=Kept)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Contradiction(f"what was kept of this board cannot be read: {fault}") from None
    if kept.on_board != in_rack_order(position.discs) or {*kept.on_board} & {*kept.pocketed}:
        raise Contradiction("the discs do not lie as they did when the board was left: set it up anew")
    seats = tuple(side.seats for side in kept.sides)
    if not may_sit(seats) or kept.turn not in {seat for side in seats for seat in side}:
        raise Contradiction("the players do not sit as they did when the board was left: set it up anew")
    return Round(ruleset=rules, **{name: getattr(kept, name) for name in Kept.__struct_fields__})


# -- a board set up by hand ---------------------------------------------------------------------------------------


def _set_up(moment: SetupPosition, rules: Ruleset, position: Position) -> Round:
    """Return the round of discs that a person has laid: what is not on the board lies in the pockets."""
    seats = SEATS[3 if rules.parameters.players == (3,) else 2]
    order = _order(moment, seats)
    on_board = in_rack_order(position.discs)
    gone = tuple(disc for disc in RACKED if disc not in on_board)
    phase = Phase.PLAY if moment.attempt is None else Phase.BREAK
    queen, queen_side = _queen(moment, rules, QUEEN in on_board, order)
    if phase is Phase.BREAK and gone:
        raise Contradiction("the rack is unbroken, but some discs are not on the board")
    if not any(disc is not QUEEN for disc in on_board):
        raise Contradiction("no man lies on the board: put at least one there")
    sides = tuple(_side(moment, rules, index, order, seats, gone, queen is QueenState.COVERED) for index in order)
    return Round(
        ruleset=rules,
        sides=tuple(sides[order.index(index)] for index in range(len(seats))),
        breaker=moment.turn if phase is Phase.BREAK else moment.white,
        turn=moment.turn,
        phase=phase,
        attempt=min(moment.attempt or 1, rules.parameters.break_attempts),
        turns=2,
        on_board=on_board,
        pocketed=gone,
        queen=queen,
        queen_side=queen_side,
        queen_turn=0 if queen is QueenState.COVERED else None,
    )


def _order(moment: SetupPosition, seats: tuple[tuple[Seat, ...], ...]) -> tuple[int, ...]:
    """Return the indices of the sides, the side in turn first."""
    mover = next((index for index, side in enumerate(seats) if moment.turn in side), None)
    if mover is None:
        raise Contradiction(f"nobody sits {moment.turn}: the seats are {', '.join(side[0] for side in seats)}")
    if not any(moment.white in side for side in seats):
        raise Contradiction(f"nobody sits {moment.white}: white is played by one of {', '.join(s[0] for s in seats)}")
    return (mover, *(index for index in range(len(seats)) if index != mover))


def _side(
    moment: SetupPosition,
    rules: Ruleset,
    index: int,
    order: tuple[int, ...],
    seats: tuple[tuple[Seat, ...], ...],
    gone: tuple[Disc, ...],
    covered: bool,
) -> Side:
    """Return one side; where nobody owns a colour the counters that are down are the side's in turn."""
    place = order.index(index)
    due = moment.due[place] if place < len(moment.due) else 0
    score = moment.score[place] if place < len(moment.score) else 0
    if not rules.colours_are_owned:
        taken = tuple(disc for disc in gone if disc is not QUEEN) if place == 0 else ()
        points = worth(rules.parameters, taken)
        points += rules.parameters.queen_points if covered and place == (moment.queen == "opponent") else 0
        return Side(
            seats=seats[index], due=due, points=points, taken=taken, pocketed_before=bool(taken),
            pocketed_by_self=bool(taken),
        )  # fmt: skip
    colour = Kind.WHITE if moment.white in seats[index] else Kind.BLACK
    down = [disc for disc in gone if disc in (WHITES if colour is Kind.WHITE else BLACKS)]
    whose = "the side in turn" if place == 0 else "the other side"
    if due and down:
        raise Contradiction(
            f"{whose} owes {due} although {len(down)} of its men lie in the pockets: a due is paid as soon as a man "
            "is there"
        )
    target = rules.parameters.target_points
    if target is not None and score >= target:
        raise Contradiction(f"{whose} has {score} points before this board: with {target} the game is won already")
    return Side(
        seats=seats[index], colour=colour, score=score, due=due, pocketed_before=bool(down), pocketed_by_self=bool(down)
    )


def _queen(moment: SetupPosition, rules: Ruleset, lies: bool, order: tuple[int, ...]) -> tuple[QueenState, int | None]:
    """Return where the queen is, and whose; what is said has to fit what lies on the board."""
    word = moment.queen
    if word not in QUEENS:
        raise Contradiction(f"the queen is said to be {word!r}: one of {', '.join(QUEENS)} was expected")
    if lies != (word == "board"):
        said = "lies on the board" if lies else "does not lie on the board"
        raise Contradiction(f"the queen {said}, but is said to be {word!r}")
    if word == "aside" and not rules.has("queen_too_early_is_laid_aside"):
        raise Contradiction(f"a queen that lies aside until the turn ends does not exist in {rules.name}")
    if word in ("mover", "opponent"):
        return QueenState.COVERED, order[0 if word == "mover" else 1]
    return QueenState.ASIDE if word == "aside" else QueenState(word), None
