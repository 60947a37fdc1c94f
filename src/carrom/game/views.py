"""Views of a game for programs: the strokes allowed now, and the strokes and boards played so far."""

from collections.abc import Iterator
from random import Random

from carrom.board import Outcome, Position, Seat, Stroke
from carrom.board.striker_spots import Span
from carrom.errors import IllegalStroke, RefusedRequest
from carrom.game import apply
from carrom.game.events import Struck
from carrom.game.expected import phrase, spans_of
from carrom.game.game import GameHistory
from carrom.game.play_stroke import check_legal
from carrom.game.prompt import random_stroke
from carrom.physics.simulate import check_stroke
from carrom.rules.phases import Strike
from carrom.rules.ruling import Ruling
from carrom.values import Value

# -- the strokes that the player in turn may play ----------------------------------------------------------------------


class LegalStrokes:
    """The legal strokes of the player in turn; there are none while the game expects something else.

    A stroke has five continuous numbers, so the set cannot be listed: test with `in`, ask `check` why one is refused,
    read the legal striker offsets from `spots`, or draw one with `sample`. It is false if no stroke is due.

    >>> import carrom
    >>> from random import Random
    >>> game = carrom.Game(seed=1)
    >>> bool(game.legal_strokes)
    False
    >>> breaker = game.set_up()
    >>> game.legal_strokes.sample(Random(1)) in game.legal_strokes
    True
    >>> carrom.Stroke(x=200_000, vx=0, vy=1_000_000) in game.legal_strokes
    False
    """

    def __init__(self, history: GameHistory) -> None:
        """Take the moment of a game."""
        self._history = history

    @property
    def seat(self) -> Seat | None:
        """The seat of the player who strikes now; None if no stroke is due."""
        return next((each.seat for each in self._history.expected if isinstance(each, Strike)), None)

    @property
    def spots(self) -> tuple[Span, ...]:
        """Intervals of legal striker offsets in the player's frame, in µm; empty on a wooden board."""
        return spans_of(self._history.state) if self and self._history.position is not None else ()

    def __bool__(self) -> bool:
        return self.seat is not None

    def __contains__(self, stroke: object) -> bool:
        if not isinstance(stroke, Stroke):
            return False
        try:
            self.check(stroke)
        except (IllegalStroke, RefusedRequest):
            return False
        return True

    def check(self, stroke: Stroke) -> None:
        """Raise `IllegalStroke` or `RefusedRequest` with the reason and the clause if the stroke may not be played."""
        stroke = check_stroke(stroke)
        seat = self.seat
        if seat is None:
            raise RefusedRequest(f"a stroke is not expected now; expected is {phrase(self._history.expected)}")
        check_legal(self._history, seat, stroke)

    def sample(self, rng: Random) -> Stroke:
        """Return a random legal stroke, aimed near a random disc. Raises `RefusedRequest` if no stroke is due."""
        if not self or self._history.position is None:
            raise RefusedRequest(f"a stroke is not expected now; expected is {phrase(self._history.expected)}")
        return random_stroke(self._history, rng)

    def __repr__(self) -> str:
        seat = self.seat
        return "<LegalStrokes: none>" if seat is None else f"<LegalStrokes of {seat.value}: {len(self.spots)} spots>"


# -- the strokes of a game one by one, with position and ruling --------------------------------------------------------


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
    state = apply.open_game(game.header, game.rules)
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
