"""Clauses that decide scores, turn order and seats.

The clauses are defined in the rule sets, each with the topics for which it is cited; this module defines the topics.
"""

from enum import StrEnum

from carrom.errors import RulesError
from carrom.rules.ruleset import Ruleset, ruleset


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
