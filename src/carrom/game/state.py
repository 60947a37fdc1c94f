"""The state of a game: seats, toss, games with their boards, the current round and the positions of the discs."""

from carrom.board import Position, Seat
from carrom.board.equipment import EQUIPMENT, Equipment
from carrom.errors import RefusedRequest
from carrom.game.events import Awarded, Header, Remark, SideName
from carrom.game.score import Board, Gain
from carrom.game.turn_order import Seating
from carrom.rules.phases import PutDown
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling
from carrom.values import Value

LETTERS: tuple[SideName, ...] = ("A", "B", "C")


class Judged(Value, frozen=True):
    """A ruling, and the number of its event."""

    event: int
    ruling: Ruling


class BoardRecord(Value, frozen=True, kw_only=True):
    """A finished board, as on the score card: who broke, who won, how many points and why.

    >>> import carrom
    >>> from random import Random
    >>> game, rng = carrom.Game(contest="board", surface=None, seed=7), Random(7)
    >>> while game.result is None:
    ...     ruling = game.push(game.random_act(rng))
    >>> [board] = game.boards()
    >>> board.number, board.winners == game.result.winners
    (1, True)
    """

    number: int
    """Its number in the game, from 1; a replayed board has the same number again."""
    breaker: str
    """The player who broke."""
    winners: tuple[SideName, ...]
    """The side that won; several for equal totals in points games; none if the board is replayed."""
    points: int = 0
    taken: bool = False
    """Whether the points are taken from the loser's score instead."""
    men: tuple[int, ...] = ()
    """Number of pieces left on the board, for each side."""
    queen: SideName | None = None
    """The side that covered the queen."""
    totals: tuple[int, ...] = ()
    """Points of every side, in points games."""
    clauses: tuple[str, ...] = ()
    """Clauses of the last ruling."""
    slam: str | None = None
    """`white` or `black` (Law 26)."""
    replay: bool = False
    extra: bool = False
    """Whether it was the extra board of Law 56b."""
    uncounted: bool = False
    """Whether it was lost by conduct under a rule set that does not count such boards (C54)."""
    event: int = 0
    """The number of the event that ended it."""
    began: int = 0
    """The number of the event that began it; equal to `event` if only its row is recorded."""
    kept: Board | None = None
    """Its row on the score card, if only that is recorded."""

    @property
    def gain(self) -> Gain:
        """The result that scoring needs (boards of two sides)."""
        winner = self.winners[0] if len(self.winners) == 1 and not self.replay else None
        assert winner != "C"
        return Gain(winner, self.points, self.taken, self.uncounted)


class GameRecord(Value, frozen=True, kw_only=True):
    """One game of a contest, finished or not."""

    opener: str = ""
    """The player who breaks its first board; empty until the toss."""
    boards: tuple[BoardRecord, ...] = ()
    conceded: SideName | None = None
    timed: bool = False
    """Whether the clock ended it."""
    awarded: Awarded | None = None

    @property
    def counted(self) -> int:
        """Boards that were not replayed."""
        return sum(not board.replay for board in self.boards)


class Remarked(Value, frozen=True, kw_only=True):
    """A recorded remark: its event, the player concerned, and its place in the contest."""

    event: int
    remark: Remark
    player: str = ""
    """The player (`A`, `B2` …) at the seat it names; empty if it names none."""
    game: int
    """Number of the game in the contest, from 1."""
    board: int
    """Number of the current or last board in that game; 0 before the first."""


class State(Value, frozen=True, kw_only=True):
    """Complete state of a game between two events; `Game` adds the history."""

    header: Header
    rules: Ruleset
    seating: Seating
    breaks: SideName | None = None
    """The side that breaks the next board, if a toss or the header decides it."""
    toss_won_by: SideName | None = None
    choice_of_side: SideName | None = None
    """The side that may still keep or change the seats."""
    trials: tuple[SideName, ...] = ()
    games: tuple[GameRecord, ...] = ()
    round: Round | None = None
    """The current board, or the last one until the next begins."""
    position: Position | None = None
    nominal: bool = False
    """Whether the pieces are at their nominal places, and the first stroke draws the gaps between them."""
    rulings: tuple[Judged, ...] = ()
    conceded: SideName | None = None
    """The side that conceded the whole contest."""
    awarded: Awarded | None = None
    """The award of the whole contest, if any."""
    retired: tuple[SideName, ...] = ()
    """Sides of three that have retired while the others play on."""
    began: int = 0
    """The number of the event that began the current board."""
    put_down: tuple[PutDown, ...] = ()
    """Due pieces placed since the current placing began; they may be ordered off again (Law 88b)."""
    sat: Seating | None = None
    """The seating before the change of sides that followed the last board; None if none did."""
    change_in: int = 0
    """Number of boards after which a change of sides that was missed is made (Law 60c); 0 if none was missed."""
    remarks: tuple[Remarked, ...] = ()
    """Recorded remarks, in order."""

    @property
    def equipment(self) -> Equipment:
        """The board and discs in use."""
        return EQUIPMENT[self.header.equipment]

    @property
    def sides(self) -> tuple[SideName, ...]:
        """The sides in play, in the order of their letters."""
        return LETTERS[: min(len(self.seating), 3) if len(self.seating) != 4 else 2]

    def seats_of(self, side: SideName) -> tuple[Seat, ...]:
        """Return the current seats of a side's players, the first player's first."""
        players = sorted((player, seat) for seat, player in self.seating.places if player[0] == side)
        return tuple(seat for _, seat in players)

    def player_at(self, seat: Seat) -> str:
        """Return the player (`A`, `B2` …) now at a seat; refuse an empty seat."""
        for place, player in self.seating.places:
            if place is seat:
                return player
        seats = ", ".join(place.value for place, _ in self.seating.places)
        raise RefusedRequest(f"nobody sits {seat.value}; the seats taken are {seats}")

    def name_at(self, seat: Seat) -> str:
        """Return the name of the player now at a seat."""
        player = self.player_at(seat)
        names = [each.name for each in self.header.players if each.side == player[0]]
        return names[int(player[1:] or "1") - 1]

    def called(self, who: str) -> str:
        """Return the name of the player now at a seat, or the names of a side."""
        if who in {seat.value for seat in Seat}:
            return self.name_at(Seat(who))
        return " and ".join(player.name for player in self.header.players if player.side == who) or who

    def side_at(self, seat: Seat) -> SideName:
        """Return the side whose player is now at a seat."""
        return LETTERS["ABC".index(self.player_at(seat)[0])]

    @property
    def playing(self) -> Round | None:
        """The unfinished current round, or None between boards."""
        return None if self.round is None or self.round.is_over else self.round

    @property
    def game(self) -> GameRecord:
        """The current game, or the last one."""
        return self.games[-1] if self.games else GameRecord()


def sides_of(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of every side, as `Round.begin` needs them."""
    return tuple(state.seats_of(side) for side in state.sides)


def board_facts(round: Round) -> tuple[tuple[int, ...], SideName | None]:
    """Return the number of pieces each side has left on the board, and the side that covered the queen."""
    men = tuple(round.men_on_board(index) for index in range(len(round.sides)))
    covered = round.queen is QueenState.COVERED and round.queen_side is not None
    return men, LETTERS[round.queen_side] if covered and round.queen_side is not None else None
