"""The score: the points of a board, the totals and the result of a game (Laws 52 to 56)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from carrom.errors import Contradiction, RulesError
from carrom.rules.laws import calls, ending, fouls
from carrom.rules.round import RoundResult
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import Value

# -- the topics of the clauses that decide scores, turn order and seats ------------------------------------------------
# The clauses are defined in the rule sets, each with the topics for which it is cited.


class ScoringTopic(StrEnum):
    """A topic on which a decision between boards can rest."""

    MEN = "men"
    QUEEN = "queen"
    QUEEN_OF_LOSER = "queen-of-loser"
    QUEEN_CAP = "queen-cap"
    BOARD_MAX = "board-max"
    LAST_OWN = "last-own"
    OPPONENT_LAST = "opponent-last"
    BOTH_LAST = "both-last"
    LOSS_OF_BOARD = "loss-of-board"
    REPLAY = "replay"
    DEMAND = "demand"
    TARGET = "target"
    BOARD_LIMIT = "board-limit"
    NO_LIMIT = "no-limit"
    EXTRA_BOARD = "extra-board"
    BOARDS_WON = "boards-won"
    MATCH = "match"
    INTERVAL = "interval"
    TIE = "tie"
    TOTALS = "totals"
    VOID = "void"
    TURN = "turn"
    TURN_DOUBLES = "turn-doubles"
    BREAK_SINGLES = "break-singles"
    BREAK_DOUBLES = "break-doubles"
    COLOUR = "colour"
    BREAK_FAILED = "break-failed"
    OPENER = "opener"
    OPENER_DOUBLES = "opener-doubles"
    PLACER = "placer"
    PLACER_DOUBLES = "placer-doubles"
    PLACER_OWN_STROKE = "placer-own-stroke"
    SEATS_SINGLES = "seats-singles"
    SEATS_DOUBLES = "seats-doubles"
    CHANGE_EARLY = "change-early"
    CHANGE_LATE = "change-late"
    SLAM_WHITE = "slam-white"
    SLAM_BLACK = "slam-black"
    CONCEDE = "concede"
    TOSS = "toss"


def clause(rules: Ruleset, topic: ScoringTopic) -> str:
    """Return the number of the clause of `rules` that decides `topic`.

    Falls back on the official Laws where the rule set has none, and returns an empty string if neither has one.
    """
    for book in (rules, ruleset("icf")):
        try:
            return book.clause(topic.value).number
        except RulesError:
            continue
    return ""


# -- totals in points games: the value of each player's pieces ---------------------------------------------------------


class PointsTaken(Value, frozen=True, kw_only=True):
    """What one player or team pocketed: `dark` (black) and `light` (white or brown) counters, the queen, and voided
    points."""

    name: str
    dark: int = 0
    light: int = 0
    queen: bool = False
    void: int = 0


class Totalled(Value, frozen=True):
    """The points of every player in the order given, and the names with the highest total, alphabetically."""

    scores: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    clauses: tuple[str, ...]


def total(rules: Ruleset, hauls: Sequence[PointsTaken]) -> Totalled:
    """Return the totals of a points game; refuse hauls that no set of nineteen discs allows."""
    if rules.colours_are_owned:
        raise Contradiction(f"in {rules.name} boards are won by a side; use the form 'game'")
    _check(rules, hauls)
    scores = tuple((haul.name, points(rules, haul)) for haul in hauls)
    best = max(score for _, score in scores)
    topics = (ScoringTopic.TOTALS, ScoringTopic.VOID) if any(haul.void for haul in hauls) else (ScoringTopic.TOTALS,)
    return Totalled(
        scores,
        tuple(sorted(name for name, score in scores if score == best)),
        tuple(clause(rules, topic) for topic in topics),
    )


def points(rules: Ruleset, haul: PointsTaken) -> int:
    """Return the points of one haul, minus voided points."""
    return _counters(rules, haul) + haul.queen * rules.parameters.queen_points - haul.void


def _counters(rules: Ruleset, haul: PointsTaken) -> int:
    return haul.dark * rules.parameters.black_points + haul.light * rules.parameters.white_points


def _check(rules: Ruleset, hauls: Sequence[PointsTaken]) -> None:
    names = [haul.name for haul in hauls]
    if len(set(names)) != len(names):
        raise Contradiction(f"a player is named twice: {', '.join(names)}")
    players = rules.parameters.players
    allowed = sorted({*players, *((2,) if 4 in players else ())})
    if len(hauls) not in allowed:
        raise Contradiction(f"totals of {len(hauls)}; {rules.name} has them of {' or '.join(map(str, allowed))}")
    for colour, counts in (("dark", [h.dark for h in hauls]), ("light", [h.light for h in hauls])):
        if min(counts) < 0 or sum(counts) > 9:
            raise Contradiction(f"{sum(counts)} {colour} counters are pocketed in total; there are 9")
    if sum(haul.queen for haul in hauls) > 1:
        raise Contradiction("two players have covered the queen; there is one")
    for haul in hauls:
        loose = _counters(rules, haul)
        if haul.void and not rules.has("void"):
            raise Contradiction(f"{haul.name} has {haul.void} points voided; {rules.name} voids no points")
        if not 0 <= haul.void <= loose:
            raise Contradiction(f"{haul.name} has {haul.void} points voided of {loose}; expected 0 to {loose}")


# -- points of a board and result of a game ----------------------------------------------------------------------------


Side = Literal["A", "B"]
SIDES: tuple[Side, Side] = ("A", "B")
Totals = tuple[int, int]


SAME_BREAKER = "C52"
"""Reading: a cancelled extra board is broken again by the same player, without another toss."""


EXTRA_OF_EIGHT = "C76"
"""Reading: an equal number of boards won, in a format of most boards, is settled by an extra board
(docs/decisions/rule-readings-and-tests.md)."""


class Ending(StrEnum):
    """The special ways in which a board can end, other than a side clearing its pieces."""

    LAST_OWN_BEFORE_QUEEN = "last-own-before-queen"
    OPPONENT_LAST = "opponent-last"
    BOTH_LAST = "both-last"
    LOSS_OF_BOARD = "loss-of-board"
    REPLAY = "replay"


class Stage(StrEnum):
    """The part of an event that decides whether a game has a board limit (Laws 56b, 60)."""

    EARLY = "early"
    LATE = "late"


class Board(Value, frozen=True, kw_only=True):
    """One finished board of a game, as recorded on a score card; `special` is set for special endings."""

    winner: Side | None
    men_left: int
    queen: Side | None = None
    special: Ending | None = None
    demand: int = 0


class Gain(Value, frozen=True):
    """One finished board, reduced to its winner and points; without a winner the board is replayed."""

    winner: Side | None
    points: int = 0
    taken: bool = False
    """Whether the points are taken from the loser's score instead."""
    uncounted: bool = False
    """Whether it is not counted towards the limit of boards and for the order of breaks (C54)."""


class Worth(Value, frozen=True):
    """The points of a board for its winner, and their clauses."""

    points: int
    clauses: tuple[str, ...]
    taken: bool = False
    """Whether the points are taken from the loser's score instead."""


class GameScore(Value, frozen=True, kw_only=True):
    """The state of a game after some boards. `running` is not limited to the target; `score` is, once finished."""

    running: tuple[Totals, ...]
    won: Totals
    """Boards won by each side."""
    finished: bool
    winner: Side | None
    score: Totals
    next: Literal["board", "extra-board"] | None
    breaker: Side | None
    clauses: tuple[str, ...] = ()
    reading: str = ""
    """The reading on which it rests where the texts leave it open, such as `C51`; empty for none."""

    @property
    def totals(self) -> Totals:
        """The latest running totals."""
        return self.running[-1] if self.running else (0, 0)


def other(side: Side) -> Side:
    """Return the other side."""
    return "B" if side == "A" else "A"


def queen_credit(rules: Ruleset, before: int) -> int:
    """Return the points of the queen for a winner who had `before` points (Laws 52b, 54)."""
    cap = rules.parameters.queen_cap
    return 0 if cap is not None and before >= cap else rules.parameters.queen_points


def worth(rules: Ruleset, board: Board | Gain, before: int) -> Worth:
    """Return the points of `board` for its winner, who had `before`; refuse contradictory facts."""
    if isinstance(board, Gain):
        return Worth(board.points, (), board.taken)
    check_board(rules, board)
    if board.special is Ending.REPLAY:
        return Worth(0, (clause(rules, ScoringTopic.REPLAY),))
    credit = queen_credit(rules, before)
    men, queen, topics = _parts(rules, board, credit)
    raw = men + queen + board.demand
    if board.demand:
        topics = (*topics, ScoringTopic.DEMAND)
    most = rules.parameters.board_max
    points = raw if most is None else min(raw, most)
    if points == most:
        topics = (*topics, ScoringTopic.BOARD_MAX)
    taken = board.special is Ending.LAST_OWN_BEFORE_QUEEN and takes_points(rules)
    return Worth(points, tuple(dict.fromkeys(clause(rules, topic) for topic in topics)), taken)


def _parts(rules: Ruleset, board: Board, credit: int) -> tuple[int, int, tuple[ScoringTopic, ...]]:
    """Return the points for pieces, the points for the queen, and the topics of their clauses."""
    figures = rules.parameters
    capped = (ScoringTopic.QUEEN_CAP,) if credit != figures.queen_points else ()
    match board.special:
        case None:
            took = board.queen == board.winner
            topics = (ScoringTopic.MEN, ScoringTopic.QUEEN) if took else (ScoringTopic.MEN, ScoringTopic.QUEEN_OF_LOSER)
            return board.men_left, credit if took else 0, (*topics, *(capped if took else ()))
        case Ending.LAST_OWN_BEFORE_QUEEN:
            men = board.men_left if rules.has(ending.own_last_loses_with_men) else int(not credit)
            return men, credit, (ScoringTopic.LAST_OWN, *capped)
        case Ending.BOTH_LAST:
            return int(not credit), credit, (ScoringTopic.BOTH_LAST, *capped)
        case Ending.OPPONENT_LAST:
            lost = _by_table(rules) and board.queen == other(board.winner or "A")
            flat = rules.has(ending.their_last_loses_the_queen)
            queen = 0 if lost else credit
            men = int(not queen) if flat else board.men_left
            return men, queen, (ScoringTopic.OPPONENT_LAST, *(() if lost else capped))
        case _:
            lies = board.queen is None or (
                rules.has(calls.a_forfeit_credits_a_covered_queen) and board.queen == board.winner
            )
            return board.men_left, credit if lies else 0, (ScoringTopic.LOSS_OF_BOARD, *(capped if lies else ()))


def check_board(rules: Ruleset, board: Board) -> None:
    """Refuse a board whose facts contradict each other or the rule set."""
    special, name = board.special, f"a board ended {board.special.value!r}" if board.special else "a won board"
    if special in _GOES_ON and not _ends_board(rules, special):
        raise Contradiction(f"{name}: in {rules.name} no board ends like that; the pieces come back and play continues")
    if (board.winner is None) is not (special is Ending.REPLAY):
        raise Contradiction(f"{name} has winner {board.winner!r}; only a replayed board has no winner")
    fewest, most = (0, 0) if special in (Ending.BOTH_LAST, Ending.REPLAY) else (1, 9)
    if not fewest <= board.men_left <= most:
        expected = "none" if most == 0 else "1 to 9"
        raise Contradiction(f"{name} leaves {board.men_left} pieces; expected {expected}")
    if special is None and board.queen is None:
        raise Contradiction("a board is won only with the queen covered; expected queen 'A' or 'B'")
    if special in _QUEENLESS and board.queen is not None:
        raise Contradiction(f"{name} gives the queen to nobody; expected queen null, got {board.queen!r}")
    if not 0 <= board.demand <= 2:
        raise Contradiction(f"{board.demand} extra points demanded; expected 0 to 2")
    if board.demand and not (rules.has(ending.extra_points_are_demanded) and special in _GOES_ON):
        raise Contradiction(f"{name} in {rules.name} gives no extra points on demand; expected demand 0")


_GOES_ON = (Ending.LAST_OWN_BEFORE_QUEEN, Ending.OPPONENT_LAST, Ending.BOTH_LAST)
_QUEENLESS = (Ending.LAST_OWN_BEFORE_QUEEN, Ending.BOTH_LAST, Ending.REPLAY)


def takes_points(rules: Ruleset) -> bool:
    """Return whether a board can subtract points instead of adding them (C14)."""
    return rules.has(ending.the_loss_is_taken_from_the_loser)


def most_of_a_board(rules: Ruleset) -> int:
    """Return the maximum points of a board: its cap, or nine pieces, the queen and the points that can be demanded."""
    figures = rules.parameters
    most = 9 + figures.queen_points + (2 if rules.has(ending.extra_points_are_demanded) else 0)
    return most if figures.board_max is None else min(most, figures.board_max)


def add_points(totals: list[int], winner: int, worth: Worth | Gain | RoundResult) -> None:
    """Add a board's points to the winner's total, or subtract them from the loser's, down to 0 at most (C14)."""
    if worth.taken:
        totals[1 - winner] = max(0, totals[1 - winner] - worth.points)
    else:
        totals[winner] += worth.points


def board_limit(rules: Ruleset, stage: Stage | None) -> int | None:
    """Return the maximum number of boards of a game at this stage; None for no limit (Law 56b)."""
    return rules.parameters.late_board_limit if stage is Stage.LATE else rules.parameters.board_limit


def score_game(
    rules: Ruleset,
    boards: Sequence[Board | Gain],
    first_break: Side,
    stage: Stage | None = None,
    best_of: int | None = None,
) -> GameScore:
    """Return the state of a game after `boards`; with `best_of`, board wins count instead of points (29-point guide).

    An even `best_of` can end level: an extra board then decides.
    """
    if not rules.colours_are_owned:
        raise Contradiction(f"in {rules.name} one board is one game of points; use the form 'totals'")
    totals, won, played = [0, 0], [0, 0], 0
    running: list[Totals] = []
    clauses: list[str] = []
    state = _standing(rules, (0, 0), (0, 0), 0, stage, best_of)
    reading, breaks, passes = "", 0, replays_pass_the_break(rules)
    for number, board in enumerate(boards, 1):
        if state.winner or state.drawn:
            how = f"{state.winner} had won the game" if state.winner else "the game was drawn"
            raise Contradiction(f"board {number} cannot follow: {how} before it")
        again = board.winner is None and state.next == "extra-board"
        side = 0 if board.winner == "A" else 1
        value = worth(rules, board, totals[side])
        counted = board.winner is not None and not is_uncounted(rules, board)
        breaks += counted or (board.winner is None and passes)
        if board.winner is not None:
            played += counted
            won[side] += 1
            if best_of is not None:
                totals[side] += 1
            else:
                add_points(totals, side, value)
        running.append((totals[0], totals[1]))
        clauses += value.clauses if best_of is None or board.winner is None else ()
        state = _standing(rules, (totals[0], totals[1]), (won[0], won[1]), played, stage, best_of)
        reading = EXTRA_OF_EIGHT if best_of and state.next == "extra-board" else ""
        if again and not passes:
            reading = SAME_BREAKER
    opens = first_break if breaks % 2 == 0 else other(first_break)
    topics = [ScoringTopic.BREAK_SINGLES] if state.next == "board" else []
    if best_of is None and played > (board_limit(rules, stage) or played):
        topics.append(ScoringTopic.EXTRA_BOARD)
    return GameScore(
        running=tuple(running),
        won=(won[0], won[1]),
        finished=state.winner is not None or state.drawn,
        winner=state.winner,
        score=state.score,
        next=state.next,
        breaker=opens if state.next == "board" else None,
        clauses=tuple(dict.fromkeys([*clauses, *state.clauses, *(clause(rules, topic) for topic in topics)])),
        reading=reading if state.winner is None else "",
    )


def replays_pass_the_break(rules: Ruleset) -> bool:
    """Return whether the next player breaks a board that is played again (C52, C63)."""
    return rules.has(calls.three_passes_each_and_the_next_breaks)


def is_uncounted(rules: Ruleset, board: Board | Gain) -> bool:
    """Return whether a board was lost by conduct under a rule set that does not count such boards (C54)."""
    if isinstance(board, Gain):
        return board.uncounted
    return board.special is Ending.LOSS_OF_BOARD and rules.has("lost-board-uncounted")


class _Standing(Value, frozen=True):
    winner: Side | None
    score: Totals
    next: Literal["board", "extra-board"] | None
    clauses: tuple[str, ...]
    drawn: bool = False


def _standing(
    rules: Ruleset, totals: Totals, won: Totals, played: int, stage: Stage | None, best_of: int | None
) -> _Standing:
    """Decide from totals, boards won and boards played whether the game is over (Law 56; C18, C43)."""
    if best_of is not None:
        if played >= best_of and totals[0] == totals[1] and rules.has("level-boards-drawn"):
            return _Standing(None, totals, None, (rules.clause("level-boards-drawn").number,), drawn=True)
        if played >= best_of and totals[0] == totals[1]:
            return _Standing(None, totals, "extra-board", (clause(rules, ScoringTopic.EXTRA_BOARD),))
        return _race(rules, totals, best_of // 2 + 1, ScoringTopic.BOARDS_WON)
    target, limit = rules.parameters.target_points, board_limit(rules, stage)
    if target is not None and max(totals) >= target:
        return _race(rules, totals, target, ScoringTopic.TARGET)
    wins = rules.parameters.boards_won_limit
    if wins is not None and max(won) >= wins:
        leader: Side = "A" if won[0] >= wins else "B"
        return _Standing(leader, totals, None, (clause(rules, ScoringTopic.BOARDS_WON),))
    if limit is not None and played >= limit:
        if totals[0] == totals[1]:
            return _Standing(None, totals, "extra-board", (clause(rules, ScoringTopic.EXTRA_BOARD),))
        topic = ScoringTopic.BOARD_LIMIT if played == limit else ScoringTopic.EXTRA_BOARD
        return _Standing("A" if totals[0] > totals[1] else "B", totals, None, (clause(rules, topic),))
    topic = ScoringTopic.TARGET if wins is None else ScoringTopic.BOARDS_WON
    return _Standing(None, totals, "board", (clause(rules, topic),))


def _race(rules: Ruleset, totals: Totals, target: int, topic: ScoringTopic) -> _Standing:
    """Return the standing of a race to `target`; the recorded score is limited to it, unless the rules differ (C27)."""
    if max(totals) < target:
        return _Standing(None, totals, "board", (clause(rules, topic),))
    cut = totals if rules.has("score-beyond-target") else (min(totals[0], target), min(totals[1], target))
    return _Standing("A" if totals[0] >= target else "B", cut, None, (clause(rules, topic),))


def _ends_board(rules: Ruleset, special: Ending) -> bool:
    """Return whether a last piece pocketed too early ends the board this way, rather than coming back."""
    if special is Ending.LAST_OWN_BEFORE_QUEEN:
        return not rules.has(fouls.own_last_man_comes_back) and not rules.has(ending.own_last_leaves_the_queen)
    return not rules.has(fouls.their_last_man_comes_back)


def _by_table(rules: Ruleset) -> bool:
    """Return whether the loser denies the winner the queen's points by having covered it (Laws 53, 103, 106; C15)."""
    return any(rules.has(law) for law in (*ending.CLEARED_BY_EITHER, ending.their_last_loses_as_official))
