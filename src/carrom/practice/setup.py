"""A board set up by hand: its position, rule book, side in turn and dues, stated facts, and checks."""

from enum import StrEnum
from itertools import combinations
from typing import Annotated

import msgspec
from msgspec import Meta

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.equipment import MM, STANDARD
from carrom.board.notation import read_position, write_position
from carrom.board.outcome import LinesLeft
from carrom.board.position import ROUNDING, Position, over_pocket, squared_distance
from carrom.board.seat import Seat
from carrom.board.striker_spots import Span, check_position, legal_spans
from carrom.errors import Contradiction, IllegalPosition, RulesError
from carrom.game.expected import cover_of
from carrom.rules.points import worth
from carrom.rules.round import Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruleset import NAMES, Ruleset, named
from carrom.values import Value

# -- `Facts`: what a person states to have happened, for a ruling ------------------------------------------------------


class Happened(StrEnum):
    """The kind of event to rule on."""

    STROKE = "stroke"
    PASS = "pass"
    CALL = "call"


class Whose(StrEnum):
    """The side at fault in an umpire's call."""

    MOVER = "mover"
    OPPONENT = "opponent"
    NOBODY = "nobody"


class Facts(Value, frozen=True, kw_only=True):
    """A stroke, a pass or an umpire's call, stated by a person and not simulated."""

    happened: Happened = Happened.STROKE

    falls: tuple[Disc, ...] = ()
    """Pocketed discs in falling order, the striker among them if it fell."""
    touched: bool = True
    """Whether the striker touched any disc."""
    direct: bool = False
    """Whether the striker itself touched an opponent's piece that fell."""
    improper: bool = False
    """Whether the stroke broke the rules of technique or placing."""
    before_play: bool = False
    """Whether it was struck before the umpire called "Play"."""
    jumped: tuple[Disc, ...] = ()
    """Discs that left the board over the frame; the striker may be among them."""
    lines: LinesLeft = LinesLeft.BOTH
    """How many of the two baselines the striker has left."""
    passes: Annotated[int, Meta(ge=0, le=99)] = 0
    """Consecutive passes before this one."""
    call: Annotated[str, Meta(max_length=40)] = ""
    """The umpire's call, by its code in the casebook."""
    by: Whose = Whose.MOVER
    after_stroke: bool = False
    """Whether the call is about something during or after the first stroke of the turn."""


# -- the position: discs, rule book, side in turn, and dues ------------------------------------------------------------


SEATS: dict[int, tuple[tuple[Seat, ...], ...]] = {
    2: ((Seat.SOUTH,), (Seat.NORTH,)),
    3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)),
    4: ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)),
}
"""Seats of the sides, by the number of players."""

QUEENS = ("board", "pending", "mover", "opponent", "aside")
"""States of the queen, from the view of the side in turn."""


class SetupPosition(Value, frozen=True, kw_only=True):
    """A board as a person set it up; `kept` is the server's full state of a board that goes on."""

    rules: Annotated[str, Meta(max_length=40)] = "icf"
    """Name of a rule book that ships with the package."""
    position: Annotated[str, Meta(max_length=1000)]
    """Positions of the discs, in notation."""
    turn: Seat = Seat.SOUTH
    white: Seat = Seat.SOUTH
    """The seat that plays white, where sides own colours."""
    queen: Annotated[str, Meta(max_length=8)] = "board"
    """One of board, pending (not yet covered), mover or opponent (covered by that side), aside."""
    due: Annotated[tuple[Annotated[int, Meta(ge=0, le=18)], ...], Meta(max_length=3)] = ()
    """Number of pieces owed, the side in turn first."""
    score: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=3)] = ()
    """Points in the game before this board, the side in turn first."""
    attempt: Annotated[int, Meta(ge=1, le=9)] | None = None
    """The attempt at the break; null once the rack is broken."""
    kept: Annotated[str, Meta(max_length=4000)] = ""
    """State from the server's last answer, to continue exactly; empty for a board set up by hand."""
    partners: bool = False
    """Whether four play, partners opposite each other."""


class RoundSetup(Value, frozen=True, kw_only=True):
    """A round without its rule set: the state that a setup carries to continue exactly."""

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
    """Whether the sides may sit like this: as at the beginning, or after a change of seats."""
    return any(set(seats) == set(known) for known in SEATS.values())


def rules_of(moment: SetupPosition) -> Ruleset:
    """Return the rule book of a setup. Raises `RulesError` for an unknown one."""
    if moment.rules not in NAMES:
        raise RulesError(f"no rule book is called {moment.rules!r}: there are {', '.join(NAMES)}")
    return named(moment.rules)


def position_of(moment: SetupPosition) -> Position:
    """Return the position without the striker. Raises `NotationError`."""
    return read_position(moment.position).without(STRIKER)


def round_of(moment: SetupPosition) -> Round:
    """Return the round of a setup. Raises `CarromError` for contradictory facts."""
    rules, position = rules_of(moment), position_of(moment)
    return _gone_on(moment, rules, position) if moment.kept else _set_up(moment, rules, position)


def moment_of(round: Round, position: Position) -> SetupPosition:
    """Return the setup that continues a round in which no piece waits to be placed."""
    names = RoundSetup.__struct_fields__
    stored = RoundSetup(**{name: getattr(round, name) for name in names})
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
        kept=msgspec.json.encode(stored).decode(),
        partners=any(len(side.seats) > 1 for side in round.sides),
    )


def _queen_word(round: Round) -> str:
    if round.queen is QueenState.COVERED:
        return "mover" if round.queen_side == round.mover else "opponent"
    return "aside" if round.queen is QueenState.ASIDE else round.queen.value


def _gone_on(moment: SetupPosition, rules: Ruleset, position: Position) -> Round:
    """Return the round stored in `kept`, if it fits the position shown."""
    try:
        stored = msgspec.json.decode(moment.kept, type=RoundSetup)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Contradiction(f"the stored state of this board cannot be read: {fault}") from None
    if stored.on_board != in_rack_order(position.discs) or {*stored.on_board} & {*stored.pocketed}:
        raise Contradiction("the discs are not where they were when the board was left: set it up again")
    seats = tuple(side.seats for side in stored.sides)
    if not may_sit(seats) or stored.turn not in {seat for side in seats for seat in side}:
        raise Contradiction("the players do not sit where they sat when the board was left: set it up again")
    return Round(ruleset=rules, **{name: getattr(stored, name) for name in RoundSetup.__struct_fields__})


# -- a board set up by hand --------------------------------------------------------------------------------------------


def _set_up(moment: SetupPosition, rules: Ruleset, position: Position) -> Round:
    """Return the round of a board set up by hand; pieces that are not on the board count as pocketed."""
    seats = SEATS[_players(moment, rules)]
    order = _order(moment, seats)
    on_board = in_rack_order(position.discs)
    gone = tuple(disc for disc in RACKED if disc not in on_board)
    phase = Phase.PLAY if moment.attempt is None else Phase.BREAK
    queen, queen_side = _queen(moment, rules, QUEEN in on_board, order)
    if phase is Phase.BREAK and gone:
        raise Contradiction("the rack is unbroken, but some discs are not on the board")
    if not any(disc is not QUEEN for disc in on_board):
        raise Contradiction("there is no piece on the board: put at least one there")
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


def _players(moment: SetupPosition, rules: Ruleset) -> int:
    """Return the number of players of a setup."""
    known = rules.parameters.players
    if moment.partners and 4 not in known:
        raise Contradiction(f"partners play in fours, but {rules.name} is for {' or '.join(map(str, known))} players")
    return 4 if moment.partners else 3 if known == (3,) else 2


def _order(moment: SetupPosition, seats: tuple[tuple[Seat, ...], ...]) -> tuple[int, ...]:
    """Return the indices of the sides, the side in turn first."""
    mover = next((index for index, side in enumerate(seats) if moment.turn in side), None)
    if mover is None:
        raise Contradiction(f"nobody sits {moment.turn}: the seats are {', '.join(s for side in seats for s in side)}")
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
    """Return one side; in rule sets without owned colours the pocketed pieces belong to the side in turn."""
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
            f"{whose} owes {due} although {len(down)} of its pieces are pocketed: a due is paid as soon as a piece "
            "is available"
        )
    target = rules.parameters.target_points
    if target is not None and score >= target:
        raise Contradiction(f"{whose} has {score} points before this board: with {target} the game is won already")
    return Side(
        seats=seats[index], colour=colour, score=score, due=due, pocketed_before=bool(down), pocketed_by_self=bool(down)
    )


def _queen(moment: SetupPosition, rules: Ruleset, lies: bool, order: tuple[int, ...]) -> tuple[QueenState, int | None]:
    """Return the queen's state and its side, checked against the position."""
    word = moment.queen
    if word not in QUEENS:
        raise Contradiction(f"the queen is said to be {word!r}: expected one of {', '.join(QUEENS)}")
    if lies != (word == "board"):
        place = "is on the board" if lies else "is not on the board"
        expected = "board" if lies else ", ".join(each for each in QUEENS if each != "board")
        raise Contradiction(f"the queen {place}, but is said to be {word!r}; expected {expected}")
    if word == "aside" and not rules.has("queen_too_early_is_laid_aside"):
        raise Contradiction(f"a queen that lies aside until the turn ends does not exist in {rules.name}")
    if word in ("mover", "opponent"):
        return QueenState.COVERED, order[0 if word == "mover" else 1]
    return QueenState.ASIDE if word == "aside" else QueenState(word), None


# -- the check of a position, with a sentence for each fault -----------------------------------------------------------


class PositionFault(Value, frozen=True):
    """Why a position is illegal, in a sentence, and the discs concerned."""

    sentence: str
    discs: tuple[Disc, ...]


def fault_of(position: Position) -> PositionFault | None:
    """Return the first fault of a position, with lengths in mm; None if it is legal."""
    reach = STANDARD.half - STANDARD.man_diameter // 2
    for placed in position:
        disc, out = placed.disc, max(abs(placed.at.x), abs(placed.at.y)) - reach
        if out > ROUNDING:
            sentence = f"{disc} reaches {_mm(out)} into the frame; it must lie on the playing surface."
            return PositionFault(sentence, (disc,))
        if over_pocket(placed.at):
            return PositionFault(f"{disc} lies over a pocket and would fall; move it away from the hole.", (disc,))
    for one, other in combinations(position, 2):
        apart = STANDARD.radius(one.disc) + STANDARD.radius(other.disc)
        given = squared_distance(one.at, other.at)
        if given < (apart - ROUNDING) ** 2:
            sentence = f"{one.disc} overlaps {other.disc} by {_mm(apart - given**0.5)}; discs may touch, not overlap."
            return PositionFault(sentence, (one.disc, other.disc))
    try:
        check_position(position)
    except IllegalPosition as fault:
        return PositionFault(str(fault), ())
    return None


def _mm(length: float) -> str:
    """Return a length in µm as text in mm."""
    return f"{length / MM:.0f} mm" if length >= MM else f"{length / MM:.1g} mm"


def spans(rules: Ruleset, position: Position, seat: Seat, legal: bool) -> tuple[Span, ...]:
    """Return where the striker may stand: by the law, or anywhere on the player's side that no disc blocks."""
    if legal:
        return legal_spans(position, seat, cover=cover_of(rules))
    end = STANDARD.half - STANDARD.striker_diameter // 2
    free = [(-end, end)]
    for placed in position:
        across, up = seat.from_board(placed.at.x, placed.at.y)
        apart = STANDARD.radius(STRIKER) + STANDARD.radius(placed.disc)
        room = apart * apart - (up + STANDARD.baseline) ** 2
        if room > 0:
            reach = int(room**0.5) + 1
            free = [
                piece
                for low, high in free
                for piece in ((low, min(high, across - reach)), (max(low, across + reach), high))
                if piece[0] <= piece[1]
            ]
    return tuple(Span(low, high, 0) for low, high in free)
