"""The order of laws in a rule set: the reading order within each chapter, used to insert new laws."""

from collections.abc import Iterable

from carrom.rules.clauses import Chapter, Clause, Law, Part, Ruleset
from carrom.rules.laws import attempt, calls, ending, fouls, men, points, queen
from carrom.values import changed

_STROKES: tuple[tuple[str, str, str, bool, tuple[Law, ...]], ...] = (
    ("spot", "Placing the striker", "", False,
     (attempt.both_lines_are_touched, attempt.base_circles_and_arrows_are_respected,
      attempt.red_discs_and_arrows_are_respected)),
    ("stroke-made", "Was it a stroke?", "", True,
     (attempt.leaving_a_line_is_a_stroke, attempt.staying_on_the_lines_is_no_stroke,
      attempt.both_lines_must_be_left)),
    ("break", "The break", "is_break", True,
     (attempt.break_before_play, attempt.break_before_play_costs_one_man, attempt.faulty_break_loses_the_turn,
      attempt.a_touch_is_a_break, attempt.missed_break_is_repeated,
      attempt.last_missed_break_loses_the_turn, attempt.missed_break_with_a_fault,
      attempt.missed_break_with_a_fault_costs_a_man)),
    ("improper", "Fouls", "out_of_the_ordinary", False,
     (fouls.striker_is_a_foul, fouls.off_the_board_is_a_foul, fouls.their_man_by_a_direct_strike,
      fouls.direct_strike_brings_the_queen_back, fouls.direct_strike_brings_a_covered_queen_back,
      fouls.their_man_is_a_foul, fouls.their_man_with_the_queen_is_a_foul, fouls.own_last_man_comes_back,
      fouls.their_last_man_comes_back, calls.improper_stroke, calls.improper_and_nothing_fell,
      calls.improper_with_the_queen, calls.improper_and_striker, calls.improper_and_their_men,
      calls.improper_and_own_men, calls.improper_striker_and_own_men,
      calls.improper_queen_own_and_striker, calls.improper_queen_and_striker,
      calls.improper_striker_instead_of_cover, calls.improper_striker_with_the_cover,
      fouls.own_men_of_a_foul_come_back, fouls.several_reasons_cost_one_man, fouls.fouls_bring_the_queen_back)),
    ("end", "The end of the board", "may_end", True,
     (ending.last_man_does_not_cover, ending.clearing_wins_the_board, *ending.CLEARED_BY_EITHER,
      *(row for _, row in ending.TABLE), *ending.MEN_ONLY, ending.own_last_loses_with_men, ending.their_last_loses,
      ending.their_last_loses_the_queen, ending.their_last_loses_as_official, ending.the_queen_alone_wins,
      ending.the_loss_is_taken_from_the_loser, ending.a_last_man_can_be_the_cover,
      ending.queen_counts_up_to_the_cap, ending.queen_counts_for_a_winner_who_covered_her,
      ending.queen_of_the_loser_counts_for_nobody, ending.queen_is_worth_nothing_from_the_cap_on,
      ending.a_board_brings_a_maximum, ending.unnamed_striker_brings_nothing, ending.extra_points_are_demanded,
      points.last_counter_before_the_queen_comes_back, points.queen_may_be_taken_last)),
    ("queen", "The queen", "queen_is_concerned", False,
     (queen.queen_too_early_is_laid_aside, queen.queen_aside_cannot_be_covered, queen.queen_before_any_man,
      queen.own_men_with_the_queen_pay_first, queen.queen_while_owing, queen.queen_while_owing_without_the_striker,
      queen.queen_with_nine_men_again, queen.queen_and_striker_with_nine_men,
      queen.queen_and_striker_with_nine_men_and_own,
      queen.queen_with_their_man_only, queen.queen_once_a_man_fell, queen.queen_once_he_pocketed_a_man,
      queen.queen_at_any_time, queen.queen_needs_no_cover, queen.queen_and_own_man_together,
      queen.queen_with_nine_men_on_board, queen.earlier_man_covers_the_queen, queen.own_man_covers_the_queen,
      points.the_next_counter_covers_the_queen, points.any_counter_covers_the_queen,
      points.only_the_next_counter_covers_the_queen, queen.jumped_cover_leaves_one_more_try,
      queen.uncovered_queen_goes_back, points.uncovered_queen_voids_the_turn,
      points.uncovered_queen_ends_the_turn, points.counters_of_a_void_turn_come_back, queen.queen_own_and_striker,
      queen.queen_own_and_striker_ends_the_turn, queen.queen_and_striker, queen.queen_and_striker_ends_the_turn,
      queen.striker_instead_of_cover, queen.striker_with_the_cover, queen.striker_with_the_cover_spoils_it,
      queen.striker_with_the_cover_ends_the_turn)),
    ("striker", "The striker in a pocket", "out_of_the_ordinary", False,
     (points.last_pocketed_counter_comes_back, points.last_pocketed_counter_comes_back_and_the_turn_goes_on,
      fouls.striker_alone, fouls.two_men_come_back_with_the_striker, fouls.striker_with_own_men,
      fouls.striker_with_own_men_ends_the_turn,
      fouls.striker_with_their_men, fouls.striker_with_men_of_both,
      fouls.striker_with_men_of_both_ends_the_turn, fouls.striker_over_the_frame)),
    ("off-board", "Men over the frame, men of the opponent", "out_of_the_ordinary", False,
     (men.missed_stroke_is_no_foul, men.their_man_ends_the_turn, men.own_man_with_theirs_keeps_the_turn,
      men.jumped_man_goes_to_the_centre,
      men.jumped_queen_goes_first, men.several_jumped_men_go_to_the_centre, men.their_man_stays_down,
      ending.own_last_leaves_the_queen)),
    ("dues", "Dues", "men_are_owed", False,
     (fouls.no_man_is_ever_due, fouls.what_cannot_be_paid_is_forgiven, fouls.what_cannot_be_paid_is_owed,
      fouls.no_room_defers_the_due, fouls.no_room_writes_the_due_off)),
    ("turn", "Whose turn follows", "", False,
     (ending.the_other_side_has_no_man_left, men.a_turn_has_several_strokes, men.own_man_keeps_the_turn,
      men.any_counter_keeps_the_turn,
      queen.queen_aside_returns_with_the_turn)),
)  # fmt: skip
"""Key, title, `when`, `decides` and laws of the chapters about strokes, in reading order."""

_CALLS: tuple[Law, ...] = (
    calls.PLACED_ON_CENTRE,
    calls.PLACED_FOR_A_SHOT,
    calls.touching_ends_the_turn,
    calls.touch_out_of_turn_is_put_right,
    calls.powder_ends_the_turn,
    calls.placing_faults_are_corrected,
    calls.misconduct_costs_the_turn,
    calls.foul_during_a_stroke,
    calls.foul_during_a_stroke_leaves_the_queen,
    calls.leaving_the_seat,
    calls.striking_out_of_turn,
    calls.playing_during_an_appeal,
    calls.wrecking_the_position,
    calls.a_forfeit_credits_a_covered_queen,
    queen.queen_in_the_pocket_counts_as_covered,
    queen.queen_passed_over_goes_back,
    calls.three_passes_each,
    calls.three_passes_each_and_the_next_breaks,
    calls.unforeseen_circumstances,
    calls.unforeseen_and_the_next_breaks,
    calls.no_spot_for_the_striker,
    calls.no_spot_and_the_next_breaks,
    calls.loss_of_the_board_costs_a_counter,
)
LAWS: tuple[Law, ...] = tuple(dict.fromkeys((*(law for *_, laws in _STROKES for law in laws), *_CALLS)))
"""Every law that a rule set may include."""
ORDER = tuple(key for key, *_ in _STROKES)
_LAWS: dict[str, tuple[Law, ...]] = {key: laws for key, _, _, _, laws in _STROKES} | {"calls": _CALLS}
_TOPICS = {
    ending.own_last_loses_with_men: "last-own",
    fouls.own_last_man_comes_back: "last-own",
    ending.ROWS["own_last_before_the_queen"]: "last-own",
    ending.their_last_loses: "opponent-last both-last",
    ending.their_last_loses_the_queen: "opponent-last both-last",
    ending.their_last_loses_as_official: "opponent-last both-last",
    fouls.their_last_man_comes_back: "opponent-last both-last",
    ending.ROWS["their_last_before_the_queen"]: "opponent-last",
    ending.ROWS["both_last_in_covering"]: "both-last",
    ending.extra_points_are_demanded: "demand",
    points.uncovered_queen_voids_the_turn: "void",
    fouls.no_room_defers_the_due: "no-room",
    fouls.no_room_writes_the_due_off: "no-room",
    calls.three_passes_each: "replay",
    calls.three_passes_each_and_the_next_breaks: "replay",
    points.any_counter_covers_the_queen: "queen",
    points.only_the_next_counter_covers_the_queen: "queen",
}
"""Topics for which a law is cited."""


def home_of(law: Law) -> str:
    """Return the key of the chapter to which a law belongs."""
    return next(key for key, laws in _LAWS.items() if law in laws)


def with_laws(book: Ruleset, laws: Iterable[Law], source: str = "house rule") -> tuple[Chapter, ...]:
    """Return the chapters with laws inserted in reading order; laws already there stay."""
    chapters = book.chapters
    for law in laws:
        if not any(clause.says is law for chapter in chapters for clause in chapter.clauses):
            chapters = _with(chapters, law, source)
    return chapters


def without_laws(chapters: tuple[Chapter, ...], laws: Iterable[Law]) -> tuple[Chapter, ...]:
    """Return the chapters without the clauses of some laws; chapters left empty are removed."""
    out = tuple(laws)
    left = (
        changed(chapter, clauses=tuple(clause for clause in chapter.clauses if clause.says not in out))
        for chapter in chapters
    )
    return tuple(chapter for chapter in left if chapter.clauses)


def _with(chapters: tuple[Chapter, ...], law: Law, source: str) -> tuple[Chapter, ...]:
    key = home_of(law)
    clause = Clause("", law, source, _TOPICS.get(law, ""))
    if not any(chapter.key == key for chapter in chapters):
        return _with_chapter(chapters, key, clause)
    made = []
    for chapter in chapters:
        if chapter.key == key:
            at = _after(chapter, _LAWS[key], law)
            clauses = (*chapter.clauses[:at], clause, *chapter.clauses[at:])
            widened = "out_of_the_ordinary" if key == "improper" else chapter.when
            chapter = changed(chapter, clauses=clauses, when=widened)
        made.append(chapter)
    return tuple(made)


def _after(chapter: Chapter, order: tuple[Law, ...], law: Law) -> int:
    """Return the index after the last clause that is read before a law."""
    before = order[: order.index(law)]
    places = [index for index, clause in enumerate(chapter.clauses, 1) if clause.says in before]
    return max(places, default=0)


def _with_chapter(chapters: tuple[Chapter, ...], key: str, clause: Clause) -> tuple[Chapter, ...]:
    """Return the chapters with a new one, after the last that is read before it."""
    _, title, when, decides, _ = next(row for row in _STROKES if row[0] == key)
    before = ORDER[: ORDER.index(key)]
    at = max((index for index, chapter in enumerate(chapters, 1) if chapter.key in before), default=0)
    new = Chapter(key=key, title=title, part=Part.STROKE, when=when, decides=decides, clauses=(clause,))
    return (*chapters[:at], new, *chapters[at:])
