"""The strokes of a game that count, with the game before and after each."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from carrom.analysis.review.review_values import Reviewed
from carrom.analysis.win_chances import ContestStanding, standing_after
from carrom.board.disc import STRIKER
from carrom.board.placement.striker_spots import check_spot
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.engine.play.player import situation_of
from carrom.errors import CarromError
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.game.notation.player_names import names_in
from carrom.physics.simulate import check_stroke, most_spin
from carrom.practice.setup import SetupPosition, may_sit, moment_of
from carrom.rules.book.technique import technique_for
from carrom.rules.round import Round
from carrom.rules.ruleset import NAMES
from carrom.rules.settle import settle


@dataclass(frozen=True)
class GameStroke:
    """A stroke of a game with its context."""

    number: int
    """Number among the strokes that count, from 1."""
    line: int
    """Number of its event in the record."""
    board: int
    player: int
    """Index of the player who struck."""
    side: int
    """Index of the player's side."""
    game: GameHistory
    """The game before the stroke."""
    event: Struck
    after: Round
    """The round after the ruling."""
    lay: Position
    """The rest positions, including the pieces that the umpire put back."""
    then: ContestStanding | None
    """The score for the side that struck, including this board; None while the board goes on, and if no points decide
    the game."""
    why: str
    """The ruling, in English."""

    @property
    def stroke(self) -> Stroke:
        """The stroke that was played."""
        assert self.event.stroke is not None, "a simulated game stores its strokes"
        return self.event.stroke

    @cached_property
    def intention(self) -> Stroke | None:
        """The intended stroke, if the record has it and it was legal."""
        meant = self.event.meant
        if meant is None or meant == self.stroke:
            return meant
        situation = situation_of(self.game)
        try:
            check_stroke(meant, most_spin(situation.surface))
            check_spot(situation.position, self.event.seat, meant, situation.equipment, situation.cover)
            technique_for(situation.round.ruleset, meant)
        except CarromError:
            return None
        return meant

    @property
    def moment(self) -> SetupPosition | None:
        """The position as it can be set up by hand; None if it cannot."""
        assert self.game.round is not None
        assert self.game.position is not None
        seats = tuple(side.seats for side in self.game.round.sides)
        can = may_sit(seats) and self.game.round.ruleset.name in NAMES
        return moment_of(self.game.round, self.game.position) if can else None


def strokes_of(game: GameHistory) -> Iterator[GameStroke]:
    """Yield the strokes of a simulated game that count, in order."""
    live, number = GameHistory.begin(game.header, game.rules), 0
    for event in game.in_force[1:]:
        before, live = live, live.apply(event)
        if not isinstance(event, Struck) or event.stroke is None or before.round is None:
            continue
        number += 1
        ruling = live.rulings[-1]
        side = next(k for k, side in enumerate(before.round.sides) if event.seat in side.seats)
        yield GameStroke(
            number=number,
            line=_line_of(game, event),
            board=len(before.state.game.boards) + 1,
            player=_player(before, event),
            side=side,
            game=before,
            event=event,
            after=settle(before.round, ruling),
            lay=live.position or (event.rest or Position()).without(STRIKER),
            then=standing_after(before, live, side),
            why=ruling.told(names_in(live, ruling)),
        )


def _line_of(game: GameHistory, event: Struck) -> int:
    """Return the number of an event's line in the record; 0 if a correction replaced it."""
    return next((number for number, each in enumerate(game.events) if each is event), 0)


def players_of(game: GameHistory) -> tuple[Reviewed, ...]:
    """Return the players."""
    letters = sorted({each.side for each in game.header.players})
    return tuple(
        Reviewed(name=each.name, seat=each.seat, side=letters.index(each.side)) for each in game.header.players
    )


def _player(game: GameHistory, event: Struck) -> int:
    """Return the index of the player who struck."""
    name = game.state.player_at(event.seat)
    of_side = [index for index, each in enumerate(game.header.players) if each.side == name[0]]
    return of_side[int(name[1:] or "1") - 1]
