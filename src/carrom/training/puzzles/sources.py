"""Sources of puzzles: positions from self-play."""

from collections.abc import Iterator
from random import Random

from carrom.board.disc import QUEEN, STRIKER, Disc, Kind
from carrom.board.notation import read_position, write_position
from carrom.board.placement.striker_spots import placing_spots
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import Level
from carrom.engine.play.player import EnginePlayer
from carrom.engine.search.budget import Budget
from carrom.engine.strength.self_play import answer, begun, hands_of
from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.practice.check_position import fault_of
from carrom.practice.setup import SetupPosition, moment_of, round_of
from carrom.rules.phases import Strike
from carrom.rules.round import COLOUR, Phase, Round
from carrom.values import Value, changed

PLAYERS = (
    Level("strong", HandNoise(0.6, 0.07, 400), Budget(1_500, 3.0)),
    Level("plain", HandNoise(1.2, 0.11, 800), Budget(1_500, 3.0)),
)
"""Players of the boards: fast, and inaccurate enough to leave pieces on the board."""
FEWEST, MOST = 1, 4
"""Range of the number of pieces of the player in turn in a position that is used."""
SHIFT = 28_000.0
"""Standard deviation of a disc's shift in a disturbed position, µm."""
EVENTS = 400
"""Events after which a board is stopped."""


class _QuickPlayer:
    """The player of a level, except that it places a due on the first free spot instead of searching for the best."""

    def __init__(self, level: Level) -> None:
        player = EnginePlayer(level)
        self.choose, self.execute, self.demand = player.choose, player.execute, player.demand

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the first free spot; None if there is none."""
        assert game.round is not None, "a piece is to be placed"
        assert game.position is not None, "and the board is simulated"
        spots = placing_spots(game.position, game.round.placings[0].disc)
        return spots[0] if spots else None


class Source(Value, frozen=True):
    """Origin of a position."""

    board: int
    """Seed of the board."""
    stroke: int
    """Strokes played before on the board."""
    moved: int = 0
    """0 for the position as played; otherwise the number of the disturbed variant."""
    without: tuple[Disc, ...] = ()
    """Discs removed, in this order."""
    barred: int = 0
    """Number of pieces moved into the paths of rival strokes."""


class SourcePosition(Value, frozen=True):
    """A position seen from south, and its origin."""

    moment: SetupPosition
    source: Source


def positions(board: int, disturbed: int = 1) -> Iterator[SourcePosition]:
    """Yield the positions of the board of that seed, each followed by `disturbed` variants.

    Everything follows from `board`.
    """
    one, other = (_QuickPlayer(level) for level in (PLAYERS if board % 4 < 2 else PLAYERS[::-1]))
    seated = {Seat.SOUTH: one, Seat.NORTH: other}
    game, hands = begun(seated, board), hands_of(seated, board)
    strokes = 0
    while not game.is_over and len(game.events) < EVENTS:
        if isinstance(game.expected[0], Strike):
            moment = asked(game)
            if moment is not None:
                yield SourcePosition(moment, Source(board, strokes))
                for number in range(1, disturbed + 1):
                    shifted = _shifted(moment, Random(f"{board} {strokes} {number}"))
                    if shifted is not None:
                        yield SourcePosition(shifted, Source(board, strokes, number))
            strokes += 1
        game = game.apply(answer(game, seated, hands, board))


def asked(game: GameHistory) -> SetupPosition | None:
    """Return the position of a game seen from south, as a person would set it up; None if it is unsuitable."""
    round_, position = game.round, game.position
    if round_ is None or position is None or round_.phase is not Phase.PLAY or round_.placings:
        return None
    if any(side.due for side in round_.sides):
        return None
    own = round_.men_on_board(round_.mover)
    if not FEWEST <= own <= MOST or not round_.men_on_board(1 - round_.mover):
        return None
    return turned(round_, position)


def turned(round_: Round, position: Position) -> SetupPosition | None:
    """Return the position with the player in turn in the south; None if it could not be set up by hand."""
    seat = round_.turn
    there = {
        placed.disc: Point(*seat.from_board(placed.at.x, placed.at.y))
        for placed in position
        if placed.disc is not STRIKER
    }
    mine = round_.sides[round_.mover].colour
    moment = SetupPosition(
        rules=round_.ruleset.name,
        position=write_position(Position.of(there)),
        white=Seat.SOUTH if mine is Kind.WHITE else Seat.NORTH,
        queen=moment_of(round_, position).queen,
    )
    return moment if is_sound(moment) else None


def is_sound(moment: SetupPosition) -> bool:
    """Whether a person could set this position up: discs are placed legally, and its facts are consistent."""
    try:
        return fault_of(read_position(moment.position)) is None and round_of(moment).result is None
    except CarromError:
        return False


def without(found: SourcePosition, disc: Disc) -> SourcePosition | None:
    """Return the position without a piece of the player in turn; None if no piece would be left or it is invalid."""
    position, round_ = read_position(found.moment.position), round_of(found.moment)
    own = [each for each in position.discs if each is not QUEEN and COLOUR[each] is round_.sides[round_.mover].colour]
    if disc is QUEEN or disc not in own or len(own) < 2:
        return None
    bare = position.without(disc)
    moment = changed(found.moment, position=write_position(bare))
    source = changed(found.source, without=(*found.source.without, disc))
    return SourcePosition(moment, source) if is_sound(moment) else None


def _shifted(moment: SetupPosition, rng: Random) -> SetupPosition | None:
    """Return the position with every disc shifted a little and one in six removed; None if no attempt is legal."""
    position = read_position(moment.position)
    for _ in range(6):
        there = {
            placed.disc: Point(
                placed.at.x + round(SHIFT * rng.gauss(0.0, 1.0)), placed.at.y + round(SHIFT * rng.gauss(0.0, 1.0))
            )
            for placed in position
            if placed.disc is QUEEN or rng.random() > 1 / 6
        }
        made = changed(moment, position=write_position(Position.of(there)))
        kinds = {COLOUR[disc] for disc in there if disc is not QUEEN}
        if len(kinds) == 2 and is_sound(made):
            return made
    return None
