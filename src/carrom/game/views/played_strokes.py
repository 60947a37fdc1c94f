"""The strokes of a game one by one, each with the position before it and the ruling on it."""

from collections.abc import Iterator

from carrom.board.outcome import Outcome
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.game import apply, opening
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.rules.ruling import Ruling
from carrom.values import Value


class PlayedStroke(Value, frozen=True, kw_only=True):
    """One stroke of a game.

    >>> import carrom
    >>> game = carrom.Game(names=["Asha", "Bilal"], seed=8)
    >>> breaker = game.set_up()
    >>> ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
    >>> [stroke] = game.strokes()
    >>> stroke.player, stroke.board, len(stroke.before)
    ('Asha', 1, 19)
    >>> stroke.ruling == ruling
    True
    """

    event: int
    """Number of its event, as in the record."""
    board: int
    """Number of its board in the contest, from 1; a replayed board counts again."""
    seat: Seat
    player: str
    """Name of the player."""
    stroke: Stroke | None
    """The stroke as played; None on a wooden board."""
    meant: Stroke | None
    """The intended stroke, where known."""
    before: Position | None
    """The pieces before it, with the gaps of a rack; None on a wooden board."""
    after: Position | None
    """Where everything came to rest, including the striker if it stayed on the board."""
    outcome: Outcome
    """What the laws need to know: what fell, what was touched, and so on."""
    ruling: Ruling


def played_strokes(game: GameHistory) -> Iterator[PlayedStroke]:
    """Yield the strokes in force, in order; undone ones are left out, and corrections are applied."""
    state = opening.open_game(game.header, game.rules)
    for number, event in game.numbered[1:]:
        after = apply.apply(state, event, number)
        if isinstance(event, Struck):
            yield PlayedStroke(
                event=number,
                board=sum(len(each.boards) for each in state.games) + 1,
                seat=event.seat,
                player=state.name_at(event.seat),
                stroke=event.stroke,
                meant=event.meant,
                before=state.position if event.rack is None else event.rack,
                after=event.rest,
                outcome=event.outcome,
                ruling=after.rulings[-1].ruling,
            )
        state = after
