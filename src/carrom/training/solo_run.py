"""A solo run as the page stores it between strokes."""

import msgspec

from carrom.board.disc import WHITES
from carrom.errors import Contradiction
from carrom.game.solo import PLAYER, SoloRun
from carrom.practice.setup import RoundSetup, SetupPosition, moment_of, position_of
from carrom.rules.round import Round
from carrom.rules.ruleset import named
from carrom.values import Value


class Running(Value, frozen=True, kw_only=True):
    """The state of a solo run; together with its board's position it defines the run."""

    seed: int
    blacks: bool = False
    strokes: int = 0
    misses: int = 0
    idle: int = 0
    slam: bool = False
    over: bool = False


def running(alone: SoloRun) -> Running:
    """Return the state of a run."""
    return Running(**{name: getattr(alone, name) for name in Running.__struct_fields__})


def moment(alone: SoloRun) -> SetupPosition:
    """Return the position of a run."""
    return moment_of(alone.round, alone.position)


def resumed(run: Running, at: SetupPosition) -> SoloRun:
    """Return the run with this state and position. Raises `CarromError` if they do not fit together."""
    position = position_of(at)
    try:
        kept = msgspec.json.decode(at.kept, type=RoundSetup)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Contradiction(f"the stored state of this run cannot be read: {fault}") from None
    # While the blacks are played, one white piece remains in the round but not on the board.
    lying = {*position.discs} | ({WHITES[0]} if run.blacks else set())
    if lying != {*kept.on_board} or kept.turn is not PLAYER:
        raise Contradiction("the discs are not where they were when the run was left: begin a new one")
    round_ = Round(ruleset=named("icf"), **{name: getattr(kept, name) for name in RoundSetup.__struct_fields__})
    return SoloRun(round=round_, position=position, **{name: getattr(run, name) for name in Running.__struct_fields__})


__all__ = ["Running", "moment", "resumed", "running"]
