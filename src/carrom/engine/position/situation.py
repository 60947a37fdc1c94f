"""The situation an engine is asked about: position, laws, score and what it may know."""

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
    """Whether the player knows the gaps of the rack that lies there, as no person can."""
    ledger: MatchStakes | None = None
    """What the board brings the side in turn in its game; None: its points."""
    alone: bool = False
    """Whether nobody answers, so that only what keeps the turn counts."""

    @property
    def cover(self) -> Cover:
        """What of a base circle the striker must cover under this rule set."""
        return cover_of(self.round.ruleset)

    def table(self, seat: Seat, targets: tuple[Disc, ...]) -> PlayerView:
        """Return the table as that seat sees it, with the places where its striker may stand.

        The striker stands midway between the lines; only where that leaves no place at all it is moved across them.
        """
        for across in (0, *offsets_across(self.equipment)):
            found = places(self.position, seat, across, self.equipment, self.cover)
            if found:
                break
        return PlayerView.seen_from(
            self.position,
            seat,
            targets=targets,
            places=found,
            ground=self.surface,
            equipment=self.equipment,
            across=across,
        )
