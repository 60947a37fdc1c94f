"""Which clause of which book decides scores, order and seats.

The laws of single boards carry their clauses themselves; those between boards are named here. A rule set that is silent
on a topic rests on the official Laws, so its table holds only what its own source says.
"""

from enum import StrEnum

from carrom.rules.ruleset import Ruleset


class Topic(StrEnum):
    """What a decision between boards can rest on."""

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


T = Topic

_OFFICIAL: dict[Topic, str] = {
    T.MEN: "Law 53a",
    T.QUEEN: "Law 53b",
    T.QUEEN_OF_LOSER: "Law 53c",
    T.QUEEN_CAP: "Law 54",
    T.BOARD_MAX: "Law 55",
    T.LAST_OWN: "Law 107a",
    T.OPPONENT_LAST: "Law 106a",
    T.BOTH_LAST: "Law 102a",
    T.LOSS_OF_BOARD: "Law 91",
    T.REPLAY: "Law 137",
    T.DEMAND: "Law 87b",
    T.TARGET: "Law 56a",
    T.BOARD_LIMIT: "Law 56a",
    T.NO_LIMIT: "Law 60b",
    T.EXTRA_BOARD: "Law 56b",
    T.MATCH: "Law 57",
    T.INTERVAL: "Law 138",
    T.TURN: "Law 48",
    T.TURN_DOUBLES: "Law 49b",
    T.BREAK_SINGLES: "Law 49a",
    T.BREAK_DOUBLES: "Law 49b",
    T.COLOUR: "Law 43",
    T.BREAK_FAILED: "Law 45b",
    T.OPENER: "Law 49a",
    T.OPENER_DOUBLES: "Law 49b",
    T.PLACER: "Law 78a",
    T.PLACER_DOUBLES: "Law 78b(i)",
    T.PLACER_OWN_STROKE: "Law 78b(ii)",
    T.SEATS_SINGLES: "Law 58",
    T.SEATS_DOUBLES: "Law 59",
    T.CHANGE_EARLY: "Law 60a",
    T.CHANGE_LATE: "Law 60b",
    T.SLAM_WHITE: "Law 26a",
    T.SLAM_BLACK: "Law 26b",
    T.CONCEDE: "Law 139",
    T.TOSS: "Law 39",
}

_OWN: dict[str, dict[Topic, str]] = {
    "classic-29": {
        **dict.fromkeys(
            (T.MEN, T.QUEEN, T.QUEEN_OF_LOSER, T.QUEEN_CAP, T.BOARD_MAX, T.TARGET, T.NO_LIMIT, T.BOARDS_WON),
            "29-point guide: scoring",
        ),
        **dict.fromkeys((T.TURN, T.TURN_DOUBLES), "29-point guide: order of play"),
        **dict.fromkeys(
            (T.BREAK_SINGLES, T.BREAK_DOUBLES, T.COLOUR, T.BREAK_FAILED, T.OPENER, T.OPENER_DOUBLES),
            "29-point guide: break",
        ),
        **dict.fromkeys((T.PLACER, T.PLACER_DOUBLES), "29-point guide: fouls"),
        **dict.fromkeys(
            (T.SEATS_SINGLES, T.SEATS_DOUBLES, T.CHANGE_EARLY, T.CHANGE_LATE), "29-point guide: change of sides"
        ),
        T.TOSS: "29-point guide: toss",
    },
    "club": {
        **dict.fromkeys(
            (T.MEN, T.QUEEN, T.QUEEN_OF_LOSER, T.QUEEN_CAP, T.TARGET, T.BOARD_LIMIT), "club sheet: scoring"
        ),
        **dict.fromkeys((T.LAST_OWN, T.OPPONENT_LAST, T.BOTH_LAST, T.PLACER), "club sheet: miscellaneous"),
        **dict.fromkeys((T.TURN,), "club sheet: how to play"),
        T.COLOUR: "club sheet: set-up",
        T.BREAK_FAILED: "club sheet: miscellaneous",
        T.TOTALS: "club sheet: three players",
    },
    "three-player": {
        T.TOTALS: "club sheet: three players",
        T.TURN: "club sheet: how to play",
        T.BREAK_FAILED: "club sheet: miscellaneous",
    },
    "eight-rounds": {
        **dict.fromkeys((T.MEN, T.BOARD_MAX), "parlour sheet: points"),
        **dict.fromkeys((T.QUEEN, T.QUEEN_OF_LOSER, T.QUEEN_CAP), "parlour sheet: queen"),
        **dict.fromkeys((T.TARGET, T.BOARDS_WON), "parlour sheet: goal"),
        T.TURN: "parlour sheet: shot outcomes",
        T.BREAK_FAILED: "parlour sheet: fouls",
        T.COLOUR: "parlour sheet: set-up",
    },
    "team-event": {
        **dict.fromkeys((T.MEN, T.QUEEN, T.QUEEN_OF_LOSER, T.QUEEN_CAP, T.BOARD_MAX), "event sheet: scoring list"),
        **dict.fromkeys((T.LAST_OWN, T.OPPONENT_LAST, T.BOTH_LAST), "event sheet: scoring list"),
        **dict.fromkeys((T.TARGET, T.NO_LIMIT), "event sheet: scoring list"),
        T.TIE: "event sheet: format",
        T.TURN: "event sheet: basic rules",
    },
    "points": {
        T.TOTALS: "café card: ending the game",
        T.VOID: "café card: rules of play",
        T.TURN: "café card: take turns",
        T.BREAK_FAILED: "café card: first turn",
    },
}


def clause(rules: Ruleset, topic: Topic) -> str:
    """Return the clause of `rules` that decides `topic`: its own source's section, else the official Law."""
    book = rules.extends or rules.name
    own = _OWN.get(book, {})
    return own.get(topic) or _OFFICIAL.get(topic) or f"{book}: {topic.value}"
