"""The situation that an engine evaluates: round, position, surface and stakes, with its facts as integers."""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.board import QUEEN, Disc, Kind, Position, Seat
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.striker_spots import Cover, offsets_across
from carrom.engine.geometry import places
from carrom.engine.pocketing import PlayerView
from carrom.engine.stakes import MatchStakes
from carrom.game.expected import cover_of
from carrom.physics.surface import Surface
from carrom.rules import points
from carrom.rules.round import COLOUR, Phase, QueenState, Round


@dataclass(frozen=True)
class Situation:
    """A round between two acts, with the table it is played on."""

    round: Round
    position: Position
    surface: Surface
    equipment: Equipment = STANDARD
    sees_gaps: bool = False
    """Whether the player sees the gaps in the rack, as no person can."""
    ledger: MatchStakes | None = None
    """Value of the board's results for the game of the side in turn; None: its plain points."""
    alone: bool = False
    """Whether there is no opponent, so that only keeping the turn counts."""
    stands: tuple[int, int] | None = None
    """The part of the baseline that strokes are wanted from, in µm from its middle; None: all of it."""

    @property
    def cover(self) -> Cover:
        """How much of a base circle the striker must cover under this rule set."""
        return cover_of(self.round.ruleset)

    def table(self, seat: Seat, targets: tuple[Disc, ...]) -> PlayerView:
        """Return the table from the view of that seat, with the spots where its striker may stand and is wanted.

        The striker stands midway between the baselines; it is moved across them only if there is no legal spot
        otherwise.
        """
        for across in (0, *offsets_across(self.equipment)):
            found = places(self.position, seat, across, self.equipment, self.cover)
            if found:
                break
        return PlayerView.seen_from(
            self.position,
            seat,
            targets=targets,
            places=self.wanted(found),
            ground=self.surface,
            equipment=self.equipment,
            across=across,
        )

    def wanted(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """Return the places that are in the wanted part of the baseline."""
        if self.stands is None:
            return places
        low, high = self.stands
        return tuple(place for place in places if low <= place <= high)


# -- facts of a round as integers, for the board value -----------------------------------------------------------------
# Facts are absolute: sides keep their numbers, seats are quarter turns. `board_value.py` turns them to the
# side that asks.


(
    F_BROKEN,
    F_QUEEN,
    F_QUEEN_SIDE,
    F_MOVER,
    F_FOLLOWER,
    F_SEAT,
    F_NEXT,
    F_THIRD,
    F_SEATS,
    F_SIDES,
    F_WHITES,
    F_BLACKS,
    F_WHITE_POINTS,
    F_BLACK_POINTS,
    F_QUEEN_POINTS,
    F_OF_SIDES,
) = range(16)
"""Whether the break is over; the queen's state, and the side that covered or pocketed it (−1: none); the sides in turn
now and next; the seats that strike now, next and after that; numbers of players and sides; pieces left of each colour;
points of a white piece, a black one and the queen; where the blocks of the sides begin."""
S_COLOUR, S_MEN, S_DUE, S_BEFORE, S_POINTS, S_SCORE, S_QUEEN_POINTS, SIDE = range(8)
"""A side's block: its colour (0: none, 1: white, 2: black), its pieces on the board, those owed or to be placed,
whether one of them was pocketed before, points of this board, points of the game before it, and what the queen would
bring it."""
MOST_SIDES = 3
FACTS = F_OF_SIDES + MOST_SIDES * SIDE
ON_BOARD, PENDING, COVERED = range(3)
"""State of the queen."""


def facts(round_: Round) -> tuple[int, ...]:
    """Return the facts of a round, (FACTS,). Pieces that wait to be placed count as on the board, and as paid for."""
    parameters = round_.ruleset.parameters
    seats = [round_.turn, round_.after(round_.turn)]
    seats.append(round_.after(seats[-1]))
    waiting = [placing.disc for placing in round_.placings]
    colours = [COLOUR[disc] for disc in (*round_.on_board, *waiting) if disc is not QUEEN]
    queen, holder = ON_BOARD, -1
    if round_.queen is QueenState.COVERED:
        queen, holder = COVERED, -1 if round_.queen_side is None else round_.queen_side
    elif round_.queen is QueenState.PENDING:
        queen, holder = PENDING, round_.mover
    row = [
        int(round_.phase is Phase.PLAY),
        queen,
        holder,
        round_.mover,
        round_.side_of(seats[1]),
        *(seat.quarters for seat in seats),
        len(round_.seats),
        len(round_.sides),
        colours.count(Kind.WHITE),
        colours.count(Kind.BLACK),
        parameters.white_points,
        parameters.black_points,
        parameters.queen_points,
    ]
    for index, side in enumerate(round_.sides):
        owed = [placing.disc for placing in round_.placings if placing.owner == index]
        row += [
            {None: 0, Kind.WHITE: 1, Kind.BLACK: 2}[side.colour],
            round_.men_on_board(index),
            side.due + len(owed),
            int(side.pocketed_before),
            side.points - points.worth(parameters, owed),
            side.score,
            0 if capped(round_, index) else parameters.queen_points,
        ]
    return *row, *[0] * (FACTS - len(row))


def seats_of(given: Sequence[int]) -> tuple[int, ...]:
    """Return who strikes, from the facts of a round, as `surveyed` takes it: see `rollouts.runner.SEATED`."""
    colour = given[F_OF_SIDES + given[F_MOVER] * SIDE + S_COLOUR]
    return colour, given[F_SEAT], given[F_NEXT], given[F_THIRD], min(given[F_SEATS], MOST_SIDES)


def capped(round_: Round, side: int) -> bool:
    """Return whether a side has the score from which on the queen brings it no points."""
    cap = round_.ruleset.parameters.queen_cap
    return cap is not None and round_.sides[side].score >= cap
