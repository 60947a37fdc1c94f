"""Where a game stands: seats, toss, games with their boards, the round being played and where its discs lie."""

from carrom.board.equipment import EQUIPMENT, Equipment
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.header import Header, SideName
from carrom.game.officials.official_events import Awarded, Remark
from carrom.game.scoring.score import Board, Gain
from carrom.game.turn_order import Seating
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling
from carrom.values import Value

LETTERS: tuple[SideName, ...] = ("A", "B", "C")


class Judged(Value, frozen=True):
    """A ruling by the laws, and the number of the event that it was given on."""

    event: int
    ruling: Ruling


class BoardRecord(Value, frozen=True, kw_only=True):
    """A finished board: what the score card has of it."""

    number: int
    """Which board of its game, from 1; a replayed board has the number again."""
    breaker: str
    """The player who broke."""
    winners: tuple[SideName, ...]
    """The side that won; several for equal totals in points games; none when the board is replayed."""
    points: int = 0
    taken: bool = False
    """Whether the points are taken from the loser's score instead."""
    men: tuple[int, ...] = ()
    """Men of each side left on the board."""
    queen: SideName | None = None
    """Who had covered the queen."""
    totals: tuple[int, ...] = ()
    """Points games: everybody's points."""
    clauses: tuple[str, ...] = ()
    """What the last ruling rests on."""
    slam: str | None = None
    """`white` or `black` (Law 26)."""
    replay: bool = False
    extra: bool = False
    """Whether it was the extra board of Law 56b."""
    event: int = 0
    """The number of the event that ended it."""
    began: int = 0
    """The number of the event that began it; the same where only its row of the card is known."""
    kept: Board | None = None
    """Its row of the card, where only that is known."""

    @property
    def gain(self) -> Gain:
        """What scoring reads of it (boards of two sides)."""
        winner = self.winners[0] if len(self.winners) == 1 and not self.replay else None
        assert winner != "C"
        return Gain(winner, self.points, self.taken)


class GameRecord(Value, frozen=True, kw_only=True):
    """One game of a contest, finished or not."""

    opener: str = ""
    """The player who breaks its first board; empty while a toss is to decide."""
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
    """Something written down: the number of its event, who sat at the seat it names, and when in the contest it was."""

    event: int
    remark: Remark
    player: str = ""
    """The player (`A`, `B2` …) at its seat then; empty where it names none."""
    game: int
    """The game of the contest, from 1."""
    board: int
    """The board of that game that was being played, or was played last; 0 before the first."""


class State(Value, frozen=True, kw_only=True):
    """Everything a game knows between two events; `Game` adds the history that led here."""

    header: Header
    rules: Ruleset
    seating: Seating
    breaks: SideName | None = None
    """The side that breaks the next board where a toss or the header says it."""
    toss_won_by: SideName | None = None
    choice_of_side: SideName | None = None
    """Who may still keep or change the seats."""
    trials: tuple[SideName, ...] = ()
    games: tuple[GameRecord, ...] = ()
    round: Round | None = None
    """The board being played, or the last one until the next begins."""
    position: Position | None = None
    nominal: bool = False
    """Whether the men lie as they are meant to, and the first stroke draws the gaps between them."""
    rulings: tuple[Judged, ...] = ()
    conceded: SideName | None = None
    """Who gave up the whole contest."""
    awarded: Awarded | None = None
    """How the whole contest was awarded, if it was."""
    retired: tuple[SideName, ...] = ()
    """Those of three who have retired while the others play on."""
    began: int = 0
    """The number of the event that began the board being played."""
    remarks: tuple[Remarked, ...] = ()
    """What was written down, in order."""

    @property
    def equipment(self) -> Equipment:
        """The board and discs that are played with."""
        return EQUIPMENT[self.header.equipment]

    @property
    def sides(self) -> tuple[SideName, ...]:
        """The sides that play, in the order of their letters."""
        return LETTERS[: min(len(self.seating), 3) if len(self.seating) != 4 else 2]

    def seats_of(self, side: SideName) -> tuple[Seat, ...]:
        """Return where the players of a side sit now, the first one first."""
        players = sorted((player, seat) for seat, player in self.seating.places if player[0] == side)
        return tuple(seat for _, seat in players)

    def player_at(self, seat: Seat) -> str:
        """Return the player (`A`, `B2` …) who sits there now; refuse an empty seat."""
        for place, player in self.seating.places:
            if place is seat:
                return player
        seats = ", ".join(place.value for place, _ in self.seating.places)
        raise RefusedRequest(f"nobody sits {seat.value}; the seats taken are {seats}")

    def name_at(self, seat: Seat) -> str:
        """Return the name of the player who sits there now."""
        player = self.player_at(seat)
        names = [each.name for each in self.header.players if each.side == player[0]]
        return names[int(player[1:] or "1") - 1]

    def called(self, who: str) -> str:
        """Return the name of the player who sits at a seat now, or the names of a side."""
        if who in {seat.value for seat in Seat}:
            return self.name_at(Seat(who))
        return " and ".join(player.name for player in self.header.players if player.side == who) or who

    def side_at(self, seat: Seat) -> SideName:
        """Return the side whose player sits there now."""
        return LETTERS["ABC".index(self.player_at(seat)[0])]

    @property
    def playing(self) -> Round | None:
        """The round in which something is still to be done, or None between boards."""
        return None if self.round is None or self.round.is_over else self.round

    @property
    def game(self) -> GameRecord:
        """The running game, or the last one."""
        return self.games[-1] if self.games else GameRecord()


def sides_of(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of every side, as a round is begun with them."""
    return tuple(state.seats_of(side) for side in state.sides)


def board_facts(round: Round) -> tuple[tuple[int, ...], SideName | None]:
    """Return the men each side has left on the board, and who covered the queen."""
    men = tuple(round.men_on_board(index) for index in range(len(round.sides)))
    covered = round.queen is QueenState.COVERED and round.queen_side is not None
    return men, LETTERS[round.queen_side] if covered and round.queen_side is not None else None
