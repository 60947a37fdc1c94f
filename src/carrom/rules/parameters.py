"""The figures and switches of a rule set: everything in which rule sets differ by a value.

Each is documented here once; the defaults are those of the official Laws. `C n` is the number of a conflict between
the source texts for which the switch was made (docs/rules/readings.md).
"""

from typing import Annotated, Literal

from msgspec import Meta

from carrom.data import Value

Points = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Technique = Literal["index", "middle", "scissors", "thumb"]


class Parameters(Value, frozen=True, kw_only=True):
    """The figures and switches of one rule set."""

    players: tuple[Annotated[int, Meta(ge=1, le=4)], ...] = (2, 4)
    """How many may play."""
    colours_are_owned: bool = True
    """Whether each side plays its own colour; `false` in points games."""

    target_points: Count | None = 25
    """Points that win a game; `None`: the round decides."""
    board_limit: Count | None = 8
    """Boards after which a game ends; `None`: no limit."""
    late_board_limit: Count | None = None
    """The same from the quarter-finals on (C28)."""
    boards_won_limit: Count | None = None
    """Boards won that win a game (C18)."""

    queen_points: Points = 3
    """What a covered queen is worth."""
    queen_cap: Count | None = 22
    """From this score before the board on she is worth nothing."""
    board_max: Count | None = 12
    """Most points a board can bring."""
    black_points: Points = 1
    """Points games: what a black counter is worth."""
    white_points: Points = 1
    """Points games: what a white (or brown) counter is worth."""
    white_is_brown: bool = False
    """Whether the white discs are called brown."""

    break_attempts: Annotated[int, Meta(ge=1, le=9)] = 3
    break_fail_penalty: Annotated[int, Meta(ge=0, le=1)] = 0
    """Men owed after the last attempt failed (C3)."""
    missed_break_faults_cost: bool = False
    """Whether striker in the pocket or an improper attempt costs a man although nothing was touched (45c: no)."""
    stroke_made: Literal["leaves-any-line", "leaves-both-lines"] = "leaves-any-line"
    """When a stroke that moved no man counts (C5)."""

    striker_with_own_continues: bool = True
    striker_with_queen_continues: bool = True
    fouls_add_up: bool = True
    """Whether several faults in one stroke cost a man each (Law 72b), or one together (C6)."""
    others_pocketed_penalty: Literal["never", "direct", "always"] = "never"
    """When a man of the opponent that falls costs a penalty (C9)."""
    off_board_foul: bool = False
    """Whether a piece over the frame is a foul."""
    touch_costs_turn: bool = False
    """Whether touching a man costs the turn even before the first stroke of it."""

    queen_right: Literal["any", "self", "anytime"] = "any"
    """Who must have pocketed a man of the side before the queen is allowed (C29)."""
    queen_early: Literal["return-pass", "aside"] = "return-pass"
    """A queen taken too early: back at once and the turn is lost, or aside until the turn ends (C30)."""
    queen_plus_others: Literal["pending", "return-pass"] = "pending"
    """Queen and a man of the opponent, none of one's own (C7)."""
    nine_on_board_cover: Literal["pending", "covered"] = "pending"
    """Queen and exactly one own man while all nine lay on the board (Law 97b, C11)."""
    striker_keeps_cover_open: bool = True
    """Whether striker and own man while covering leave one more try (Law 101a)."""
    direct_strike_returns_covered_queen: bool = False
    """Whether a direct strike brings back a queen covered earlier (C25)."""

    last_own_before_queen: Literal["lose-queen", "lose-queen-and-men", "return"] = "lose-queen"
    """The last own man falls while the queen is on the board (C13, C14)."""
    last_own_points: Literal["gained", "taken"] = "gained"
    """Whether what that costs is gained by the other side, or taken from the loser's score, never below 0 (C14)."""
    others_last: Literal["table", "lose", "return"] = "table"
    """The opponent's last man falls (C15, C16)."""
    others_last_points: Literal["men-and-queen", "queen", "icf"] = "men-and-queen"
    """What it costs where it loses the board (C15)."""
    cover_with_others_last: Literal["men-and-queen", "men"] = "men-and-queen"
    """The cover falls together with the opponent's last man (C32)."""
    extra_points: bool = True
    """Whether the gainer of a lost board may demand extra points (Law 87b)."""
    loss_credits_covered_queen: bool = False
    """Whether who gains a forfeited board is credited a queen he covered (C48)."""
    void_turn_if_uncovered: bool = False
    """Points games: whether an uncovered queen voids the points of the turn."""
    void_returns_counters: bool = False
    """Points games: whether the counters of a voided turn come back (C22)."""

    forward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes away from the player."""
    backward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes towards his own frame."""
    base_circle_by_disc: bool = False
    """Whether covering the 2.54 cm disc is enough on a base circle (C46)."""
    setup_angle: Annotated[int, Meta(ge=0, lt=360)] = 270
    """Direction of one white arm in degrees, the breaker sitting at 270."""
    trial_boards: Annotated[int, Meta(ge=0, le=2)] = 2
    """Boards to try out after the toss, one a side (Law 40)."""

    games_of_match: Literal[1, 3, 5] = 3
    """Best of how many games a match is."""
    rubbers: tuple[Literal["singles", "doubles"], ...] = ()
    """Rubbers of a tie, in order; empty where there are no ties."""
    play_dead_rubber: bool = False
    """Whether rubbers are played on when the tie is decided (C39)."""
    may_play_both: bool = True
    """Whether a player of a tie may play one singles and the doubles (C39)."""
    decider_change_boards: Count | None = 4
    """Deciding game: boards after which sides change, up to the pre-quarter-finals."""
    decider_change_points: Count | None = 13
    """Deciding game: points after which sides change."""
    mid_game_change_points: Count | None = None
    """Points after which sides change once in a single long game (C36)."""
    change_after_game: bool = True
    """Whether sides change after each game."""
    stroke_seconds: Count = 15
    place_seconds: Count = 15
