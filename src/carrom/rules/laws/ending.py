"""The end of the board as one table: the result when a last man falls (Laws 52 to 55, 102 to 112, and other rule sets).

A row has the key of its law, its condition, its effects, and its sentence. A rule set includes the rows of its source
text; every stroke in which a last man falls matches one of them, or is a foul that returns men.
"""

from collections.abc import Callable, Iterable, Iterator

from carrom.rules.case import Case
from carrom.rules.effects import EXTRA, QUEEN_COVERED, QUIET, REMARK, TAKEN, Effect, Ends, Remark

# -- rows: a law's condition and its effects ---------------------------------------------------------------------------
# The condition lists properties of `Case`, separated by spaces; one with `!` before it must not hold: `both_last
# queen_pending !striker_down`.


Yields = Callable[[Case], Iterable[Effect]]


class LawRow:
    """A law with its key, its sentence, its condition, and the effects it yields."""

    def __init__(self, key: str, when: str, yields: Yields, sentence: str) -> None:
        self.__name__ = key
        self.__doc__ = sentence
        self.when = when
        self._wanted = tuple((word.lstrip("!"), not word.startswith("!")) for word in when.split())
        self._yields = yields

    def __call__(self, case: Case) -> Iterable[Effect]:
        """Return the effects of the row if its condition holds."""
        for word, wanted in self._wanted:
            if bool(getattr(case, word)) is not wanted:
                return ()
        return self._yields(case)

    def __eq__(self, other: object) -> bool:
        """Return whether another row is the same law; an unpickled one equals the original."""
        return self is other or (isinstance(other, LawRow) and self._parts == other._parts)

    def __hash__(self) -> int:
        return hash(self.__name__)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.__name__, self.__doc__, self.when, self._yields

    def __repr__(self) -> str:
        return f"<law {self.__name__}>"


# -- the table ---------------------------------------------------------------------------------------------------------


# -- what a board is worth ---------------------------------------------------------------------------------------------


def worth_of_queen(case: Case, mover: bool) -> int:
    """Return the points of the queen for a side: zero at or above the cap."""
    side = case.mover_side if mover else case.other_side
    figures = case.rules.parameters
    return figures.queen_points if figures.queen_cap is None or side.score < figures.queen_cap else 0


def won(case: Case, mover: bool, men: int, queen: bool) -> Ends:
    """Return the end of the board: a side gains points for men and, if it counts, the queen (Laws 52 to 55).

    A board is worth at least one point. Extra points for faults never exceed the maximum of a board.
    """
    points = max(1, men + (worth_of_queen(case, mover) if queen else 0))
    up_to = 0 if mover else case.faults
    if (most := case.rules.parameters.board_max) is not None:
        points = min(points, most)
        up_to = min(up_to, most - points)
    return Ends(mover, points, up_to)


def queen_only(case: Case, mover: bool) -> Ends:
    """Return the end of a board worth only the queen: its points, or one for a winner past the cap."""
    return won(case, mover, 0, True)


def _mover_gets_their_men(case: Case) -> Iterator[Effect]:
    yield won(case, True, case.others_left, not case.queen_by_other)


def _mover_gets_the_queen(case: Case) -> Iterator[Effect]:
    yield queen_only(case, True)


def _mover_gets_one(case: Case) -> Iterator[Effect]:
    yield won(case, True, 1, False)


def _other_gets_the_queen(case: Case) -> Iterator[Effect]:
    yield queen_only(case, False)


def _other_gets_one(case: Case) -> Iterator[Effect]:
    yield won(case, False, 1, False)


def _other_gets_my_men_and_the_queen(case: Case) -> Iterator[Effect]:
    yield won(case, False, case.own_left, True)


def _other_gets_my_men_and_an_uncovered_queen(case: Case) -> Iterator[Effect]:
    """Points for men, and for the queen unless an own man fell with their last one and so covered it (C32, C60)."""
    yield won(case, False, case.own_left, not (case.own and case.queen_open))


def _other_gets_my_men_and_no_queen_of_mine(case: Case) -> Iterator[Effect]:
    if case.both_last:
        yield queen_only(case, False)
    else:
        yield won(case, False, case.own_left, not case.queen_by_mover)


def _other_gets_what_is_left(case: Case) -> Iterator[Effect]:
    yield won(case, False, case.own_left, True) if not case.both_last else queen_only(case, False)


def _other_gets_his_men_and_the_queen(case: Case) -> Iterator[Effect]:
    yield won(case, False, case.others_left, True)


# -- clearing one's men ------------------------------------------------------------------------------------------------


def clearing_wins_the_board(case: Case) -> Iterator[Effect]:
    """The first side with all its men in the pockets, the queen being covered, wins the board and gets one point for
    each man the other side has left."""
    if case.only_own_last and not case.queen_out_of_reach and not case.striker_down and case.good:
        yield from _mover_gets_their_men(case)


def _cleared_by_either_side(case: Case) -> Iterator[Effect]:
    if case.only_own_last and not case.queen_out_of_reach and not case.striker_down and case.good:
        yield from _mover_gets_their_men(case)
    elif case.only_others_last and case.queen_covered:
        yield won(case, False, case.own_left, case.queen_by_other)


def clearing_by_either_side_wins_the_board(case: Case) -> Iterator[Effect]:
    """The first side with all its men in the pockets, no matter who pocketed the last of them, wins the board, the
    queen being covered, and gets one point for each man the other side has left; if both last men fall in one stroke
    the striking side wins, {three_or_one} if it had covered the queen and 1 if the other had."""
    yield from _cleared_by_either_side(case)
    if case.both_last and case.queen_covered and not case.faults:
        yield from _mover_gets_the_queen(case) if case.queen_by_mover else _mover_gets_one(case)


def clearing_both_sides_wins_for_the_other(case: Case) -> Iterator[Effect]:
    """The first side with all its men in the pockets, no matter who pocketed the last of them, wins the board, the
    queen being covered, and gets one point for each man the other side has left; if both last men fall in one stroke
    the side that did not strike wins, {three_or_one} if it had covered the queen and 1 if the other had."""
    yield from _cleared_by_either_side(case)
    if case.both_last and case.queen_covered and not case.faults:
        yield from _other_gets_one(case) if case.queen_by_mover else _other_gets_the_queen(case)


CLEARED_BY_EITHER = (clearing_by_either_side_wins_the_board, clearing_both_sides_wins_for_the_other)
"""Laws by which a side wins although the other pocketed its last man."""


def last_man_does_not_cover(case: Case) -> Iterator[Effect]:
    """A last own man that falls together with the queen does not cover it, and counts as one that fell before the
    queen."""
    if case.queen_with_the_last:
        yield REMARK


# -- the official table, Laws 102 to 112 -------------------------------------------------------------------------------

TABLE: tuple[tuple[str, LawRow], ...] = (
    ("Law 102a", LawRow(
        "both_last_in_covering", "both_last queen_pending proper !striker_down", _mover_gets_the_queen,
        "Both last men fall in the stroke that covers the queen: the striking side wins {three_or_one}.")),
    ("Law 102b", LawRow(
        "both_last_in_covering_improperly", "both_last queen_pending improper !striker_down", _other_gets_the_queen,
        "Both last men fall in an improper covering stroke: the other side gains {three_or_one}, and one on demand.")),
    ("Law 103a", LawRow(
        "their_last_in_covering", "only_others_last queen_pending proper", _other_gets_my_men_and_the_queen,
        "The opponent's last man falls while the queen waits for its cover: the opponent gains the striking side's men "
        "left and {queen_unless_capped}.")),
    ("Law 103b", LawRow(
        "their_last_in_covering_improperly", "only_others_last queen_pending improper",
        _other_gets_my_men_and_the_queen,
        "The opponent's last man falls in an improper stroke while the queen waits for its cover: the opponent gains "
        "the striking side's men left and {queen_unless_capped}, and one on demand, or two if the striker fell too.")),
    ("Law 104a", LawRow(
        "both_last_with_the_queen", "both_last queen_taken proper !striker_down", _mover_gets_the_queen,
        "Both last men and the queen fall in one stroke: the striking side wins {three_or_one}.")),
    ("Law 104b", LawRow(
        "both_last_with_the_queen_improperly", "both_last queen_taken improper !striker_down", _other_gets_the_queen,
        "Both last men and the queen fall in one improper stroke: the other side gains {three_or_one}, and one on "
        "demand.")),
    ("Law 105a", LawRow(
        "both_last_before_the_queen", "both_last queen_out_of_reach proper", _other_gets_the_queen,
        "Both last men fall while the queen lies on the board: the other side gains {three_or_one}.")),
    ("Law 105b", LawRow(
        "both_last_before_the_queen_improperly", "both_last queen_out_of_reach improper", _other_gets_the_queen,
        "Both last men fall in an improper stroke while the queen lies on the board: the other side gains "
        "{three_or_one}, and one on demand, or two if the striker fell too.")),
    ("Law 106a", LawRow(
        "their_last_before_the_queen", "only_others_last !queen_pending !queen_covered proper !striker_down",
        _other_gets_my_men_and_the_queen,
        "The opponent's last man falls before the queen is covered: the opponent gains the striking side's men left "
        "and {queen_unless_capped}.")),
    ("Law 106b", LawRow(
        "their_last_before_the_queen_improperly",
        "only_others_last !queen_pending !queen_covered improper !striker_down", _other_gets_my_men_and_the_queen,
        "The opponent's last man falls by an improper stroke before the queen is covered: the opponent gains the "
        "striking side's men left and {queen_unless_capped}, and one on demand.")),
    ("Law 107a", LawRow(
        "own_last_before_the_queen", "only_own_last queen_out_of_reach proper !striker_down", _other_gets_the_queen,
        "The last own man falls while the queen lies on the board: the board is lost by {three_or_one}.")),
    ("Law 107b", LawRow(
        "own_last_before_the_queen_improperly", "only_own_last queen_out_of_reach improper !striker_down",
        _other_gets_the_queen,
        "The last own man falls by an improper stroke while the queen lies on the board: the board is lost by "
        "{three_or_one}, and one on demand.")),
    ("Law 108a", LawRow(
        "own_last_and_striker_before_the_queen", "only_own_last queen_out_of_reach proper striker_down",
        _other_gets_the_queen,
        "The last own man and the striker fall while the queen lies on the board: the board is lost by {three_or_one}, "
        "and one on demand.")),
    ("Law 108b", LawRow(
        "own_last_and_striker_before_the_queen_improperly", "only_own_last queen_out_of_reach improper striker_down",
        _other_gets_the_queen,
        "The last own man and the striker fall by an improper stroke while the queen lies on the board: the board is "
        "lost by {three_or_one}, and up to two on demand.")),
    ("Law 109a", LawRow(
        "both_last_queen_and_striker", "both_last queen_open striker_down proper", _other_gets_the_queen,
        "Both last men and the striker fall with the queen, or while it waits for its cover: the other side gains "
        "{three_or_one}, and one on demand.")),
    ("Law 109b", LawRow(
        "both_last_queen_and_striker_improperly", "both_last queen_open striker_down improper", _other_gets_the_queen,
        "Both last men and the striker fall by an improper stroke with the queen, or while it waits for its cover: "
        "the other side gains {three_or_one}, and up to two on demand.")),
    ("Law 110a", LawRow(
        "both_last_after_own_queen", "both_last queen_by_mover striker_down proper", _other_gets_one,
        "Both last men and the striker fall after the striking side has covered the queen: the other side gains one, "
        "and one more on demand.")),
    ("Law 110b", LawRow(
        "both_last_after_own_queen_improperly", "both_last queen_by_mover improper", _other_gets_one,
        "Both last men fall in an improper stroke after the striking side has covered the queen: the other side gains "
        "one, and one on demand, or two if the striker fell too.")),
    ("Law 111a", LawRow(
        "their_last_and_striker_before_the_queen",
        "only_others_last !queen_pending !queen_covered proper striker_down", _other_gets_my_men_and_the_queen,
        "The opponent's last man and the striker fall before the queen is covered: the opponent gains the striking "
        "side's men left and {queen_unless_capped}, and one on demand.")),
    ("Law 111b", LawRow(
        "their_last_and_striker_before_the_queen_improperly",
        "only_others_last !queen_pending !queen_covered improper striker_down", _other_gets_my_men_and_the_queen,
        "The opponent's last man and the striker fall by an improper stroke before the queen is covered: the opponent "
        "gains the striking side's men left and {queen_unless_capped}, and up to two on demand.")),
    ("Law 112a", LawRow(
        "both_last_after_their_queen", "both_last queen_by_other striker_down proper", _other_gets_the_queen,
        "Both last men and the striker fall after the opponent has covered the queen: the opponent gains "
        "{three_or_one}, and one on demand.")),
    ("Law 112b", LawRow(
        "both_last_after_their_queen_improperly", "both_last queen_by_other improper", _other_gets_the_queen,
        "Both last men fall in an improper stroke after the opponent has covered the queen: the opponent gains "
        "{three_or_one}, and one on demand, or two if the striker fell too.")),
)  # fmt: skip
"""The official table of board endings, by Law number."""

ROWS = {row.__name__: row for _, row in TABLE}
OWN_LAST = tuple(row for _, row in TABLE if row.__name__.startswith("own_last"))
"""Rows on a side's own last man before the queen (Laws 107, 108)."""
THEIR_LAST = tuple(row for _, row in TABLE if row not in OWN_LAST)
"""Rows on the opponent's last man, alone or with the side's own."""

MEN_ONLY = tuple(
    LawRow(
        f"{key}_men_only",
        ROWS[key].when,
        _other_gets_my_men_and_an_uncovered_queen,
        f"{ROWS[key].__doc__} If {fallen} fell with it, the men only.",
    )
    for key, fallen in (
        ("their_last_in_covering", "an own man"),
        ("their_last_in_covering_improperly", "an own man"),
        ("their_last_before_the_queen", "the queen and an own man"),
    )
)
"""Laws 103 and 106 in the other reading of C32 and C60: the own man that fell with their last has covered the queen."""

# -- laws of other rule sets -------------------------------------------------------------------------------------------

own_last_loses_with_men = LawRow(
    "own_last_loses_with_men",
    "only_own_last queen_out_of_reach",
    _other_gets_his_men_and_the_queen,
    "Pocketing the last own man before the queen loses the board: the other side scores {queen_unless_capped} and one "
    "point for each man it has left.",
)
their_last_loses = LawRow(
    "their_last_loses",
    "others_last",
    _other_gets_what_is_left,
    "Pocketing the opponent's last man loses the board, whichever side covered the queen: the opponent scores the "
    "men the "
    "striking side has left and {queen_unless_capped}; if the last own man falls with it, {three_or_one}.",
)
their_last_loses_the_queen = LawRow(
    "their_last_loses_the_queen",
    "others_last",
    _other_gets_the_queen,
    "Pocketing the opponent's last man loses the board, whichever side covered the queen: the opponent scores "
    "{three_or_one}.",
)
their_last_loses_as_official = LawRow(
    "their_last_loses_as_official",
    "others_last",
    _other_gets_my_men_and_no_queen_of_mine,
    "Pocketing the opponent's last man loses the board: the opponent scores the men the striking side has left and "
    "{queen_unless_capped}, unless that side had covered the queen; if the last own man falls with it, "
    "{three_or_one}.",
)


def own_last_leaves_the_queen(case: Case) -> Iterator[Effect]:
    """A player who has pocketed the last own man before the queen plays on, and needs only the queen."""
    if case.only_own_last and case.queen_out_of_reach and case.good and not case.striker_down and not case.owing:
        yield REMARK


def the_queen_alone_wins(case: Case) -> Iterator[Effect]:
    """A side that has no man left wins the board by pocketing the queen, without a cover."""
    if not case.own_before and case.queen_down and not case.others_last and case.good and not case.striker_down:
        yield from _mover_gets_their_men(case)


def the_other_side_has_no_man_left(case: Case) -> Iterator[Effect]:
    """A side that covers the queen while the other side has no man left loses the board: the other side gets one point
    for each man the striking side has left."""
    if case.has_found(QUEEN_COVERED) and not case.others_left and case.own_left:
        yield won(case, False, case.own_left, False)


def the_loss_is_taken_from_the_loser(case: Case) -> Iterator[Effect]:
    """What the last own man before the queen costs is taken from the loser's points, never below zero, and the other
    side scores nothing."""
    if case.ended is not None and not case.ended.mover_wins and case.only_own_last:
        yield TAKEN


# -- what the winner gets ----------------------------------------------------------------------------------------------


def _cleared(case: Case) -> Ends | None:
    """Return the end of a board that a side has won by clearing its men, with the queen settled."""
    end = case.ended
    if end is None:
        return None
    plain = end.mover_wins and (case.only_own_last or not case.own_before)
    theirs = not end.mover_wins and case.only_others_last and case.queen_covered
    return end if plain or (theirs and any(map(case.has, CLEARED_BY_EITHER))) else None


def queen_credit(case: Case, mover: bool) -> bool:
    """Return whether the winner covered the queen, in this stroke or before."""
    if case.queen_covered:
        return case.queen_by_mover is mover
    return mover and case.queen_open


def queen_counts_for_a_winner_who_covered_her(case: Case) -> Iterator[Effect]:
    """A winner of the board who covered the queen gets {queen_points} points more."""
    end = _cleared(case)
    if end and queen_credit(case, end.mover_wins) and worth_of_queen(case, end.mover_wins):
        yield REMARK


def queen_counts_up_to_the_cap(case: Case) -> Iterator[Effect]:
    """The queen counts for a winner who has fewer than {queen_cap} points before the board."""
    end = _cleared(case)
    if end and queen_credit(case, end.mover_wins) and worth_of_queen(case, end.mover_wins):
        yield QUIET


def a_last_man_can_be_the_cover(case: Case) -> Iterator[Effect]:
    """The man that covers the queen may be the last one."""
    end = case.ended
    if end and end.mover_wins and case.queen_pending and case.own_last:
        yield REMARK


def _covered_by_loser(case: Case, end: Ends) -> bool:
    return case.queen_covered and case.queen_by_mover is not end.mover_wins


def queen_of_the_loser_counts_for_nobody(case: Case) -> Iterator[Effect]:
    """A queen covered by the loser of the board counts for neither side."""
    end = _cleared(case)
    if end and _covered_by_loser(case, end):
        yield REMARK


def queen_is_worth_nothing_from_the_cap_on(case: Case) -> Iterator[Effect]:
    """A side that has {queen_cap} points or more before the board gets nothing for the queen."""
    end = case.ended
    if end and not worth_of_queen(case, end.mover_wins) and not _covered_by_loser(case, end):
        yield REMARK


def extra_points_are_demanded(case: Case) -> Iterator[Effect]:
    """Extra points for the striker in the pocket or an improper stroke may be demanded wholly or in part."""
    spared = _striker_is_unnamed(case) and case.has("unnamed_striker_brings_nothing")
    if case.ended is not None and case.ended.up_to and not spared:
        yield EXTRA


def _striker_is_unnamed(case: Case) -> bool:
    """Return whether a proper stroke ended the board with the striker pocketed, where no Law names it (C58)."""
    reached = case.queen_out_of_reach if case.both_last else case.queen_pending or case.queen_covered
    return case.striker_down and case.proper and case.others_last and reached


def unnamed_striker_brings_nothing(case: Case) -> Iterator[Effect]:
    """Where no Law names the striker in the pocket, nothing may be demanded for it."""
    if case.ended is not None and case.ended.up_to and _striker_is_unnamed(case):
        yield REMARK


def a_board_brings_a_maximum(case: Case) -> Iterator[Effect]:
    """A board never brings more than {board_max} points, and dues still open are written off."""
    end = case.ended
    most = end is not None and end.points == case.rules.parameters.board_max
    due = end is not None and any(side.due for side in case.round.sides)
    if most or due:
        yield Remark(part="" if most and due else "maximum" if most else "dues")
