"""Fields of casebook lines of the kinds `match` and `order`, by form and question; other keys are ignored."""

from typing import Literal

from carrom.game.scoring import match, score
from carrom.game.scoring.score import Board, Side, Stage, Totals
from carrom.values import Value


class CasebookLine(Value, frozen=True, forbid_unknown_fields=False):
    """Keys common to all lines; other keys (`expect`, `basis`, a note) are ignored."""

    ruleset: str


class BoardForm(Value, frozen=True, forbid_unknown_fields=False):
    """One board of a sequence."""

    winner: Side | None
    men_left: int
    queen: Side | None
    special: score.Ending | None = None
    demand: int = 0

    def board(self) -> Board:
        """Return the board as the scoring module expects it."""
        return Board(
            winner=self.winner,
            men_left=self.men_left,
            queen=self.queen,
            special=self.special,
            demand=self.demand,
        )


class EntryForm(Value, frozen=True, forbid_unknown_fields=False):
    """One game of a match or rubber of a tie: its boards, or a finished score."""

    boards: tuple[BoardForm, ...] | None = None
    score: Totals | None = None
    clock: bool = False
    """Whether time ran out."""

    def entry(self) -> match.GameEntry:
        """Return the game as the scoring module expects it."""
        boards = None if self.boards is None else tuple(board.board() for board in self.boards)
        return match.GameEntry(boards=boards, score=self.score, timed=self.clock)


class CasebookGame(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: game`."""

    first_break: Side
    boards: tuple[BoardForm, ...]
    stage: Stage | None = None
    format: str | None = None


class MatchLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: match`."""

    first_break: Side
    games: tuple[EntryForm, ...]
    stage: Stage | None = None


class TieLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: tie`."""

    order: tuple[match.Rubber, ...]
    play_out: bool
    rubbers: tuple[EntryForm, ...]
    stage: Stage | None = None


class HaulForm(Value, frozen=True, forbid_unknown_fields=False):
    """One player's counters in `form: totals`."""

    name: str
    black: int = 0
    white: int | None = None
    brown: int | None = None
    queen: bool = False
    void: int = 0


class TotalsLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: totals`."""

    players: tuple[HaulForm, ...]


class NextTurnForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `next-turn`."""

    striker: str
    turn: Literal["continue", "pass", "retry"]


class NextBreakForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `next-break`."""

    last_break: str


class BreakFailedForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `break-failed`."""

    striker: str


class OpenerForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `game-opener`."""

    game: int
    first_opener: str


class PlacerForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `placer`."""

    in_turn: str
    owes: str


class ChangeForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `change-in-game`."""

    game: int
    running: tuple[Totals, ...]
    stage: Stage | None = None


class NothingForm(Value, frozen=True, forbid_unknown_fields=False):
    """A question without arguments besides the seats."""
