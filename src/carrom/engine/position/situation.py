"""The situation that an engine evaluates: round, position, surface and stakes."""

from dataclasses import dataclass

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD, Equipment
from carrom.board.placement.striker_spots import Cover, offsets_across
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.engine.geometry.baseline import places
from carrom.engine.geometry.player_view import PlayerView
from carrom.engine.position.stakes import MatchStakes
from carrom.game.expected.striker_spot import cover_of
from carrom.physics.surface import Surface
from carrom.rules.round import Round


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
