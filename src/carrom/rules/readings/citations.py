"""The clauses at which each reading is cited: a table of numbers, rule sets, and laws or topics."""

from collections.abc import Iterator
from functools import lru_cache

from carrom.rules.chapters.paragraph import family
from carrom.rules.ruleset import Clause, Ruleset

ICF, GUIDE, CLUB, THREE = "icf", "classic-29", "club", "three-player"
PARLOUR, EVENT, CARD = "eight-rounds", "team-event", "points"
OWNED = (ICF, GUIDE, CLUB, PARLOUR, EVENT)
ALL = (*OWNED, THREE, CARD)

AT: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("C3", (GUIDE,), ("last_missed_break_loses_the_turn",)),
    ("C4", (PARLOUR, EVENT, CARD), ("a_touch_is_a_break",)),
    ("C5", (ICF, GUIDE, PARLOUR, EVENT, CARD), ("staying_on_the_lines_is_no_stroke",)),
    ("C5", (CLUB, THREE), ("both_lines_must_be_left",)),
    ("C6", (GUIDE, PARLOUR), ("own_men_of_a_foul_come_back", "several_reasons_cost_one_man")),
    ("C7", (ICF, CLUB, EVENT), ("own_man_covers_the_queen",)),
    ("C8", (CLUB, EVENT), ("their_man_stays_down",)),
    ("C9", (GUIDE,), ("their_man_by_a_direct_strike", "own_man_with_theirs_keeps_the_turn")),
    ("C10", (GUIDE, EVENT), ("own_man_covers_the_queen",)),
    ("C11", (GUIDE, CLUB, THREE), ("queen_with_nine_men_on_board",)),
    ("C11", (PARLOUR,), ("queen_and_own_man_together",)),
    ("C12", (CLUB, EVENT), ("striker_with_own_men",)),
    ("C13", (GUIDE,), ("own_last_man_comes_back",)),
    ("C14", (CLUB, EVENT), ("own_last_loses_with_men",)),
    ("C15", (CLUB, EVENT), ("their_last_loses",)),
    ("C16", (GUIDE, PARLOUR), ("their_last_man_comes_back",)),
    ("C17", (CLUB, THREE), ("breach_placed_outside",)),
    ("C18", (PARLOUR,), ("target",)),
    ("C19", (EVENT,), ("target",)),
    ("C21", (CARD, THREE), ("last_counter_before_the_queen_comes_back",)),
    ("C22", (CARD,), ("uncovered_queen_voids_the_turn",)),
    ("C23", (CARD,), ("last_pocketed_counter_comes_back",)),
    ("C24", (CARD, THREE), ("what_cannot_be_paid_is_owed",)),
    ("C25", (GUIDE,), ("direct_strike_brings_the_queen_back",)),
    ("C26", OWNED, ("queen_is_worth_nothing_from_the_cap_on",)),
    ("C27", OWNED, ("target",)),
    ("C28", (ICF,), ("no-limit",)),
    ("C29", (ICF, CLUB, PARLOUR), ("queen_once_a_man_fell",)),
    ("C29", (GUIDE, EVENT), ("queen_once_he_pocketed_a_man",)),
    ("C30", (EVENT,), ("queen_aside_cannot_be_covered",)),
    ("C31", (ICF, CLUB), ("queen_own_and_striker",)),
    ("C32", (ICF,), ("their_last_in_covering",)),
    ("C33", (ICF, GUIDE, CLUB, PARLOUR), ("queen_while_owing",)),
    ("C34", (ICF, CLUB, EVENT), ("queen_and_striker", "striker_instead_of_cover")),
    ("C35", OWNED, ("own_man_covers_the_queen",)),
    ("C36", (GUIDE,), ("change-early",)),
    ("C37", (CLUB, PARLOUR), ("queen_is_worth_nothing_from_the_cap_on",)),
    ("C37", (THREE,), ("counters_count",)),
    ("C38", ALL, ("forward-strokes", "back-shots")),
    ("C39", (EVENT,), ("plays-both", "dead-rubbers-left")),
    ("C40", OWNED, ("first_man_pays_the_due",)),
    ("C41", tuple(book for book in ALL if book != GUIDE), ("breach_placed_for_a_shot",)),
    ("C42", OWNED, ("what_cannot_be_paid_is_owed",)),
    ("C42", (GUIDE, EVENT), ("queen_once_he_pocketed_a_man",)),
    ("C43", (GUIDE,), ("boards-won",)),
    ("C44", (GUIDE, PARLOUR), ("clearing_wins_the_board",)),
    ("C45", (GUIDE,), ("change-early", "seats-singles", "seats-doubles")),
    ("C46", (ICF, CLUB), ("base_circles_and_arrows_are_respected",)),
    ("C47", (PARLOUR,), ("both_lines_are_touched",)),
    ("C48", OWNED, ("leaving_the_seat", "striking_out_of_turn", "playing_during_an_appeal", "wrecking_the_position")),
    ("C49", (ICF, CLUB, EVENT, THREE), ("striker_alone",)),
    ("C49", (GUIDE, PARLOUR), ("striker_is_a_foul",)),
    ("C49", (CARD,), ("last_pocketed_counter_comes_back",)),
    ("C50", OWNED, ("placer-doubles",)),
    ("C51", (ICF,), ("opener-doubles",)),
    ("C52", (ICF, CLUB), ("extra-board",)),
    ("C53", OWNED, ("break_before_play",)),
    ("C84", (ICF,), ("slam-white", "slam-black")),
    ("C85", OWNED, ("their_man_noticed_late",)),
    ("C86", (CARD,), ("uncovered_queen_voids_the_turn",)),
    ("C87", (ICF,), ("no_room_defers_the_due",)),
    ("C88", ALL, ("breach_slow_placing",)),
    ("C89", (*OWNED, THREE, CARD), ("foul_during_a_stroke",)),
    ("C90", ALL, ("three_passes_each",)),
    ("C91", (ICF,), ("change-early", "change-late")),
    ("C92", OWNED, ("target",)),
    ("C92", (THREE, CARD), ("totals",)),
    ("C82", (GUIDE,), ("breach_placed_outside",)),
    ("C83", (ICF, CLUB, EVENT, THREE), ("queen_while_owing",)),
    ("C81", (THREE,), ("turn-doubles",)),
    ("C80", (THREE, CARD), ("loss_of_the_board_costs_a_counter",)),
    ("C79", (ICF,), ("what_cannot_be_paid_is_owed",)),
    ("C78", (*OWNED, THREE, CARD), ("queen_in_the_pocket_counts_as_covered",)),
    ("C54", OWNED, ("leaving_the_seat", "striking_out_of_turn", "playing_during_an_appeal", "wrecking_the_position")),
    ("C77", (ICF,), ("no_room_defers_the_due",)),
    ("C56", (ICF,), ("missed_break_with_a_fault",)),
    ("C57", (ICF,), ("clearing_by_either_side_wins_the_board",)),
    ("C58", (ICF,), ("their_last_in_covering", "both_last_before_the_queen")),
    (
        "C59",
        (ICF,),
        (
            "their_last_in_covering_improperly",
            "both_last_before_the_queen_improperly",
            "both_last_after_own_queen_improperly",
            "both_last_after_their_queen_improperly",
        ),
    ),
    ("C60", (ICF,), ("their_last_before_the_queen",)),
    ("C61", (ICF,), ("improper_and_own_men",)),
    ("C62", (ICF,), ("Law 82a", "Law 114")),
    ("C63", OWNED, ("three_passes_each", "unforeseen_circumstances", "no_spot_for_the_striker")),
    ("C64", (ICF,), ("queen_with_nine_men_on_board",)),
    ("C65", (ICF,), ("striker_with_men_of_both",)),
    ("C66", (GUIDE, CLUB, THREE, PARLOUR, EVENT, CARD), ("improper_stroke",)),
    ("C67", (THREE, CARD), ("turn-doubles", "totals")),
    ("C68", (EVENT,), ("back-shots",)),
    ("C69", (EVENT,), ("queen_and_striker_with_nine_men",)),
    ("C70", (ICF, GUIDE, CLUB), ("concede",)),
    ("C71", (ICF, GUIDE, CLUB, EVENT, THREE, CARD), ("jumped_queen_goes_first",)),
    ("C72", (ICF,), ("Law 122b",)),
    ("C73", (GUIDE,), ("touching_ends_the_turn",)),
    ("C74", (PARLOUR,), ("their_last_man_comes_back",)),
    ("C75", (CARD,), ("any_counter_covers_the_queen",)),
    ("C76", (GUIDE,), ("boards-won",)),
)


def readings_at(rules: Ruleset, clause: Clause) -> tuple[str, ...]:
    """Return the numbers of the readings cited at a clause of a rule set."""
    return tuple(dict.fromkeys(number for name in names(clause) for number in _at(family(rules), name)))


def names(clause: Clause) -> Iterator[str]:
    """Yield the names by which a clause can be found: its law, its topics, its number, the Law it is taken from."""
    if not isinstance(clause.says, str):
        yield clause.says.__name__
    yield from clause.topic.split()
    yield from (clause.number, clause.source)


@lru_cache(maxsize=4096)
def _at(book: str, name: str) -> tuple[str, ...]:
    return tuple(number for number, books, at in AT if book in books and name in at)
