"""The figures of a rule set: points, limits, seconds, counts, and the words of its players.

Figures never decide which laws hold: a law holds if its clause is in the rule set (`Ruleset.has`). The defaults are
those of the official Laws; `C n` is the number of a reading (docs/rules/readings.md).
"""

from typing import Annotated, Literal

from msgspec import Meta

from carrom.values import Value

Points = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Technique = Literal["index", "middle", "scissors", "thumb"]


class Parameters(Value, frozen=True, kw_only=True):
    """The figures of one rule set."""

    players: tuple[Annotated[int, Meta(ge=1, le=4)], ...] = (2, 4)
    """Numbers of players allowed; one alone only where colours are not owned."""

    target_points: Count | None = 25
    """Points that win a game; `None`: boards decide."""
    board_limit: Count | None = 8
    """Boards after which a game ends; `None`: no limit."""
    late_board_limit: Count | None = None
    """The same from the quarter-finals on (C28)."""
    boards_won_limit: Count | None = None
    """Boards won that win a game (C18)."""

    queen_points: Points = 3
    """Points for a covered queen."""
    queen_cap: Count | None = 22
    """Score before the board from which on the queen is worth nothing (C26)."""
    board_max: Count | None = 12
    """Maximum points of a board."""
    black_points: Points = 1
    """Points games: points of a black counter."""
    white_points: Points = 1
    """Points games: points of a white (or brown) counter."""
    white_is_brown: bool = False
    """Whether the white discs are called brown."""

    break_attempts: Annotated[int, Meta(ge=1, le=9)] = 3
    """Number of attempts to break the rack."""
    break_fail_penalty: Annotated[int, Meta(ge=0, le=9)] = 0
    """Men owed after the last attempt failed (C3)."""
    strokes_per_turn: Annotated[int, Meta(ge=1, le=9)] = 1
    """Number of strokes in a turn that may pocket no own man; a foul ends the turn at once."""

    forward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes away from the player (C38)."""
    backward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes towards the player's own frame (C38)."""
    setup_angle: Annotated[int, Meta(ge=0, lt=360)] = 270
    """Direction of one white arm in degrees, with the breaker at 270."""
    trial_boards: Annotated[int, Meta(ge=0, le=2)] = 2
    """Trial boards after the toss, one per side (Law 40)."""
    handicap: tuple[Annotated[int, Meta(ge=0, le=8)], ...] = ()
    """Men removed from the board before the break, for the sides A and B in turn."""

    games_of_match: Literal[1, 3, 5] = 3
    """Maximum number of games in a match."""
    rubbers: tuple[Literal["singles", "doubles"], ...] = ()
    """Rubbers of a tie, in order; empty where there are no ties."""
    decider_change_boards: Count | None = 4
    """Deciding game: boards after which sides change, up to the pre-quarter-finals."""
    decider_change_points: Count | None = 13
    """Deciding game: points after which sides change."""
    mid_game_change_points: Count | None = None
    """Points after which sides change once in a single long game (C36)."""
    stroke_seconds: Count = 15
    """Time for a stroke (Laws 46, 50)."""
    place_seconds: Count = 15
    """Time to place or waive a due man (Laws 87, 88)."""
