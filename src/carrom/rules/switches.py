"""Switches of a rule set file: options other than figures, set by removing clauses and inserting others.

Most switches are sets of laws for each value. A few need more than that, and some are sentences about matters between
boards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from carrom.rules.clause_order import with_laws, without_laws
from carrom.rules.clauses import Clause, Law, Ruleset, told
from carrom.rules.laws import attempt, calls, ending, fouls, men, points, queen
from carrom.values import changed

__all__ = ["NAMES_OF_SWITCHES", "SWITCH", "SWITCHES", "TEXTS", "Setting", "switched", "value_of"]


# -- the table of switches ---------------------------------------------------------------------------------------------
# Each value of a switch is a set of laws. The value of a rule set is derived from its clauses; to change it, the laws
# of the old value are removed and those of the new value inserted in reading order (`carrom.rules.clause_order`).
# `C n` is the number of a reading (docs/rules/readings.md).


Setting: TypeAlias = bool | str
Kind = Literal["owned", "points", "any"]


@dataclass(frozen=True, kw_only=True)
class Switch:
    """One switch of a rule set file."""

    name: str
    says: str
    """What it decides, in one sentence."""
    values: Mapping[Setting, tuple[Any, ...]]
    """The laws of each value; a rule set has the first value whose first law it includes."""
    kind: Kind = "any"
    """Where it applies: where each side owns a colour, where colours are not owned, or both."""
    default: Setting
    """The value of a rule set that has none of the laws."""
    with_it: Mapping[Setting, tuple[Law, ...]] = field(default_factory=dict)
    """Laws to add when a value has been chosen."""

    def value(self, book: Ruleset) -> Setting:
        """Return the value in a rule set."""
        for setting, laws in self.values.items():
            if laws and book.has(laws[0]):
                return setting
        return self.default

    def applied(self, book: Ruleset, setting: Setting) -> Ruleset:
        """Return the rule set with this value."""
        if self.value(book) == setting:
            return book
        wanted = (*self.values[setting], *self.with_it.get(setting, ()))
        others = tuple(law for laws in self.values.values() for law in laws if law not in wanted)
        put = changed(book, chapters=without_laws(book.chapters, others))
        return changed(put, chapters=with_laws(put, wanted))


_FOUL = (fouls.own_men_of_a_foul_come_back, fouls.fouls_bring_the_queen_back)
"""Laws that a rule set needs once some stroke is a foul."""
_OFF_BOARD = (
    fouls.striker_over_the_frame,
    men.jumped_man_goes_to_the_centre,
    men.jumped_queen_goes_first,
    men.several_jumped_men_go_to_the_centre,
)
COVER = (queen.own_man_covers_the_queen, queen.queen_and_own_man_together)
UNCOVERED = (
    queen.queen_with_nine_men_on_board,
    queen.uncovered_queen_goes_back,
    queen.striker_instead_of_cover,
    queen.striker_with_the_cover,
    queen.striker_with_the_cover_spoils_it,
    queen.striker_with_the_cover_ends_the_turn,
)
_THEIRS_BY_TABLE = (*ending.THEIR_LAST, ending.clearing_by_either_side_wins_the_board)

SWITCHES = (
    Switch(
        name="missed_break_faults_cost",
        says="Whether the striker in a pocket or an improper attempt costs a man although the break touched nothing "
        "(Law 45c: no).",
        values={
            False: (attempt.missed_break_with_a_fault,),
            True: (attempt.missed_break_with_a_fault_costs_a_man,),
        },
        default=False,
    ),
    Switch(
        name="stroke_made",
        says="When a stroke that moved no man counts (C5).",
        values={
            "leaves-any-line": (attempt.leaving_a_line_is_a_stroke, attempt.staying_on_the_lines_is_no_stroke),
            "leaves-both-lines": (attempt.both_lines_must_be_left,),
        },
        default="leaves-any-line",
    ),
    Switch(
        name="base_circle_by_disc",
        says="Whether covering the 2.54 cm disc is enough on a base circle (C46).",
        values={
            False: (attempt.base_circles_and_arrows_are_respected,),
            True: (attempt.red_discs_and_arrows_are_respected,),
        },
        default=False,
    ),
    Switch(
        name="striker_with_own_continues",
        says="Whether the turn goes on when the striker falls with men of one's own (Law 73, C6).",
        values={
            True: (fouls.striker_with_own_men, fouls.striker_with_men_of_both, queen.queen_own_and_striker),
            False: (
                fouls.striker_with_own_men_ends_the_turn,
                fouls.striker_with_men_of_both_ends_the_turn,
                queen.queen_own_and_striker_ends_the_turn,
            ),
        },
        default=False,
    ),
    Switch(
        name="striker_with_queen_continues",
        says="Whether the turn goes on when the striker falls with the queen (Law 99a, C6).",
        values={True: (queen.queen_and_striker,), False: (queen.queen_and_striker_ends_the_turn,)},
        default=False,
    ),
    Switch(
        name="striker_with_queen_while_owing",
        says="Whether the turn goes on when the striker falls with the queen while men are owed (Laws 98a, 99a), or is "
        "lost (Law 95b, C83).",
        values={False: (queen.queen_while_owing,), True: (queen.queen_while_owing_without_the_striker,)},
        default=False,
    ),
    Switch(
        name="striker_with_queen_and_nine",
        says="When queen and striker lose the turn because all nine men lay on the board: `without-own`: if no own man "
        "fell with them (Law 95d); `always`: even then; or `never` (C31, C69).",
        values={
            "without-own": (queen.queen_and_striker_with_nine_men,),
            "always": (queen.queen_and_striker_with_nine_men_and_own,),
            "never": (),
        },
        default="never",
    ),
    Switch(
        name="striker_with_several",
        says="How many men come back when the striker falls with several own men: those men and one more (`all`, Law "
        "73), or `two` in all (C12).",
        values={"two": (fouls.two_men_come_back_with_the_striker,), "all": ()},
        default="all",
    ),
    Switch(
        name="striker_before_play_costs",
        says='Whether the striker in a pocket costs a man of its own in a break before "Play" (C53).',
        values={True: (attempt.break_before_play,), False: (attempt.break_before_play_costs_one_man,)},
        default=True,
        kind="owned",
    ),
    Switch(
        name="faulty_break_costs",
        says="Whether a break that touches a man costs the usual price if it pockets the striker or is improper, or "
        "only the turn (C56).",
        values={False: (attempt.faulty_break_loses_the_turn,), True: ()},
        default=True,
    ),
    Switch(
        name="striker_keeps_cover_open",
        says="Whether striker and own man while covering leave one more try (Law 101a).",
        values={
            True: (queen.striker_with_the_cover,),
            False: (queen.striker_with_the_cover_spoils_it,),
        },
        default=False,
    ),
    Switch(
        name="fouls_add_up",
        says="Whether several faults in one stroke cost a man each (Law 72b), or one together (C6).",
        values={False: (fouls.several_reasons_cost_one_man,), True: ()},
        default=True,
        kind="owned",
    ),
    Switch(
        name="others_pocketed_penalty",
        says="When a man of the opponent that falls costs a penalty (C9).",
        values={
            "direct": (fouls.their_man_by_a_direct_strike, fouls.direct_strike_brings_the_queen_back),
            "always": (fouls.their_man_is_a_foul, fouls.their_man_with_the_queen_is_a_foul),
            "never": (),
        },
        default="never",
        kind="owned",
        with_it={"direct": _FOUL, "always": _FOUL},
    ),
    Switch(
        name="others_end_turn",
        says="Whether a man of the opponent ends the turn although an own man, or the queen with the fouls, fell too "
        "(C8, C34, C65).",
        values={True: (men.their_man_ends_the_turn,), False: (men.own_man_with_theirs_keeps_the_turn,)},
        default=False,
        kind="owned",
    ),
    Switch(
        name="direct_strike_returns_covered_queen",
        says="Whether a direct strike brings back a queen covered earlier in the same turn (C25).",
        values={True: (fouls.direct_strike_brings_a_covered_queen_back,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="off_board_foul",
        says="Whether a piece over the frame is a foul.",
        values={True: (fouls.off_the_board_is_a_foul,), False: _OFF_BOARD},
        default=False,
        kind="owned",
        with_it={True: _FOUL},
    ),
    Switch(
        name="touch_costs_turn",
        says="Whether touching a man costs the turn even before the first stroke of it.",
        values={True: (calls.touching_ends_the_turn,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="touch_out_of_turn_costs",
        says="Whether a piece touched by anyone but the player in turn costs a man, or is only put back (C73).",
        values={False: (calls.touch_out_of_turn_is_put_right,), True: ()},
        default=True,
    ),
    Switch(
        name="powder_costs_turn",
        says='Whether powder put on or removed after "Play" costs the turn even before the first stroke of it (C72).',
        values={True: (calls.powder_ends_the_turn,), False: ()},
        default=False,
    ),
    Switch(
        name="placing_faults_cost",
        says="Whether a due placed as a shot with the queen, or an own man put down, costs a man, or is only corrected "
        "(C62).",
        values={False: (calls.placing_faults_are_corrected,), True: ()},
        default=True,
        kind="owned",
    ),
    Switch(
        name="foul_during_undoes",
        says="Whether a foul during a stroke also undoes the cover of the queen and the payment of a due by that "
        "stroke (C89).",
        values={True: (calls.foul_during_a_stroke,), False: (calls.foul_during_a_stroke_leaves_the_queen,)},
        default=True,
    ),
    Switch(
        name="replay_breaker",
        says="Who breaks a board that is played again: the `same` player, or the `next`; then a new toss decides about "
        "an extra board (C52, C63).",
        values={
            "same": (calls.three_passes_each, calls.unforeseen_circumstances, calls.no_spot_for_the_striker),
            "next": (
                calls.three_passes_each_and_the_next_breaks,
                calls.unforeseen_and_the_next_breaks,
                calls.no_spot_and_the_next_breaks,
            ),
        },
        default="same",
    ),
    Switch(
        name="queen_right",
        says="Who must have pocketed a man of the side before the queen is allowed (C29).",
        values={
            "any": (queen.queen_once_a_man_fell,),
            "self": (queen.queen_once_he_pocketed_a_man,),
            "anytime": (queen.queen_at_any_time,),
        },
        default="any",
    ),
    Switch(
        name="queen_early",
        says="A queen taken too early: back at once and the turn is lost, or aside until the turn ends (C30).",
        values={
            "aside": (
                queen.queen_too_early_is_laid_aside,
                queen.queen_aside_cannot_be_covered,
                queen.queen_aside_returns_with_the_turn,
            ),
            "return-pass": (queen.queen_before_any_man,),
        },
        default="return-pass",
        kind="owned",
    ),
    Switch(
        name="queen_plus_others",
        says="Queen and a man of the opponent fall, none of one's own (C7).",
        values={"return-pass": (queen.queen_with_their_man_only,), "pending": ()},
        default="pending",
        kind="owned",
    ),
    Switch(
        name="nine_on_board_cover",
        says="Queen and exactly one own man while all nine lay on the board (Law 97b, C11).",
        values={"pending": (queen.queen_with_nine_men_on_board,), "covered": ()},
        default="covered",
    ),
    Switch(
        name="earlier_man_covers",
        says="Whether an own man pocketed with the stroke before, in the same turn, covers the queen (C10).",
        values={True: (queen.earlier_man_covers_the_queen,), False: ()},
        default=False,
    ),
    Switch(
        name="paying_men_free_queen",
        says="Whether own men that fall with the queen pay what is owed first and so give a right to it, or the queen "
        "goes back (Law 95b, C33).",
        values={True: (queen.own_men_with_the_queen_pay_first,), False: ()},
        default=False,
    ),
    Switch(
        name="jumped_cover_tries_again",
        says="Whether the queen waits for one more stroke if the man that should cover it leaves the board (C35).",
        values={True: (queen.jumped_cover_leaves_one_more_try,), False: ()},
        default=False,
    ),
    Switch(
        name="last_man_covers",
        says="Whether the last own man covers the queen that falls with it, or counts as fallen before the queen "
        "(C44).",
        values={False: (ending.last_man_does_not_cover,), True: ()},
        default=True,
        kind="owned",
    ),
    Switch(
        name="passed_over_queen",
        says="A queen that waits for its cover when another player strikes out of turn and the stroke stands: it is "
        "`covered`, or goes `back` (C78).",
        values={
            "covered": (queen.queen_in_the_pocket_counts_as_covered,),
            "back": (queen.queen_passed_over_goes_back,),
        },
        default="covered",
    ),
    Switch(
        name="queen_cover",
        says="Whether the queen needs a cover, or belongs to the player who takes it.",
        values={"none": (queen.queen_needs_no_cover,), "needed": COVER},
        default="needed",
        kind="any",
    ),
    Switch(
        name="last_own_before_queen",
        says="The last own man falls while the queen is on the board (C13, C14); `plays-on`: it may be taken last.",
        values={
            "lose-queen": ending.OWN_LAST,
            "lose-queen-and-men": (ending.own_last_loses_with_men,),
            "return": (fouls.own_last_man_comes_back,),
            "plays-on": (
                ending.own_last_leaves_the_queen,
                ending.the_queen_alone_wins,
                ending.the_other_side_has_no_man_left,
            ),
        },
        default="lose-queen",
        kind="owned",
        with_it={"return": _FOUL},
    ),
    Switch(
        name="last_own_points",
        says="Whether what that costs is gained by the other side, or taken from the loser's score, never below 0 "
        "(C14).",
        values={"taken": (ending.the_loss_is_taken_from_the_loser,), "gained": ()},
        default="gained",
        kind="owned",
    ),
    Switch(
        name="others_last",
        says="The opponent's last man falls (C15, C16).",
        values={
            "table": _THEIRS_BY_TABLE,
            "return": (fouls.their_last_man_comes_back, ending.clearing_wins_the_board),
            "lose": (ending.their_last_loses, ending.clearing_wins_the_board),
        },
        default="lose",
        kind="owned",
        with_it={"return": _FOUL},
    ),
    Switch(
        name="others_last_points",
        says="What it costs where the opponent's last man loses the board (C15).",
        values={
            "men-and-queen": (ending.their_last_loses,),
            "queen": (ending.their_last_loses_the_queen,),
            "icf": (ending.their_last_loses_as_official,),
        },
        default="men-and-queen",
        kind="owned",
    ),
    Switch(
        name="cover_with_others_last",
        says="The cover falls together with the opponent's last man (C32), or with it and the queen (C60).",
        values={
            "men": ending.MEN_ONLY,
            "men-and-queen": tuple(ending.ROWS[row.__name__.removesuffix("_men_only")] for row in ending.MEN_ONLY),
        },
        default="men-and-queen",
        kind="owned",
    ),
    Switch(
        name="both_last_after_queen",
        says="Who wins if both last men fall in a proper stroke after the queen was covered: the `striking` side, or "
        "the `other` (C57).",
        values={
            "striking": (ending.clearing_by_either_side_wins_the_board,),
            "other": (ending.clearing_both_sides_wins_for_the_other,),
        },
        default="striking",
        kind="owned",
    ),
    Switch(
        name="extra_points",
        says="Whether the gainer of a lost board may demand extra points (Law 87b, C59).",
        values={True: (ending.extra_points_are_demanded,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="unnamed_striker_point",
        says="Whether one of them may be demanded for the striker where no Law names it (C58).",
        values={False: (ending.unnamed_striker_brings_nothing,), True: ()},
        default=True,
        kind="owned",
    ),
    Switch(
        name="loss_credits_covered_queen",
        says="Whether the side that gains a forfeited board is credited with a queen it covered (C48).",
        values={True: (calls.a_forfeit_credits_a_covered_queen,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="due_placing",
        says="Where a due piece is placed inside the outer circle: `official`: not on the centre circle and not as a "
        "shot with the queen (Laws 89b, 114); `anywhere` (C82).",
        values={"official": (calls.PLACED_ON_CENTRE, calls.PLACED_FOR_A_SHOT), "anywhere": ()},
        default="anywhere",
    ),
    Switch(
        name="dues",
        says="What cannot be paid is owed, or paid now or never; or no man is ever due.",
        values={
            "none": (fouls.no_man_is_ever_due,),
            "now": (fouls.what_cannot_be_paid_is_forgiven,),
            "owed": (fouls.what_cannot_be_paid_is_owed,),
        },
        default="owed",
    ),
    Switch(
        name="no_room_dues",
        says="Whether a due for which there is no room stays `owed`, or will `lapse` (C77).",
        values={"owed": (fouls.no_room_defers_the_due,), "lapse": (fouls.no_room_writes_the_due_off,)},
        default="owed",
    ),
    Switch(
        name="same_stroke_covers",
        says="Points games: whether a counter of the queen's own stroke covers it, or only one of the next (C75).",
        values={
            True: (points.any_counter_covers_the_queen,),
            False: (points.only_the_next_counter_covers_the_queen,),
        },
        default=True,
        kind="points",
    ),
    Switch(
        name="last_counter_before_queen",
        says="Points games: the last counter falls while the queen is on the board: it comes back (`return`), or "
        "counts and the queen is taken last, without a cover (`plays-on`; C21).",
        values={
            "return": (points.last_counter_before_the_queen_comes_back,),
            "plays-on": (points.queen_may_be_taken_last,),
        },
        default="return",
        kind="points",
    ),
    Switch(
        name="misconduct_costs",
        says="Points games: what leaving the chair, striking out of turn, playing while play is stopped and wrecking "
        "the position cost: a `counter`, or only the `turn` (C80).",
        values={
            "counter": (calls.loss_of_the_board_costs_a_counter,),
            "turn": (calls.misconduct_costs_the_turn,),
        },
        default="counter",
        kind="points",
    ),
    Switch(
        name="void_turn_if_uncovered",
        says="Points games: whether an uncovered queen voids the points of the turn.",
        values={True: (points.uncovered_queen_voids_the_turn,), False: (points.uncovered_queen_ends_the_turn,)},
        default=False,
        kind="points",
    ),
    Switch(
        name="void_returns_counters",
        says="Points games: whether the counters of a voided turn come back (C22).",
        values={True: (points.counters_of_a_void_turn_come_back,), False: ()},
        default=False,
        kind="points",
    ),
)
"""Every switch whose values are laws."""

SWITCH = {switch.name: switch for switch in SWITCHES}


# -- setting a switch --------------------------------------------------------------------------------------------------


# -- switches that affect several sets of laws -------------------------------------------------------------------------

_BY_SITUATION = (
    fouls.striker_alone,
    fouls.striker_with_own_men_ends_the_turn,
    fouls.striker_with_their_men,
    fouls.striker_with_men_of_both_ends_the_turn,
    queen.queen_own_and_striker_ends_the_turn,
    queen.queen_and_striker_ends_the_turn,
    queen.striker_instead_of_cover,
    queen.striker_with_the_cover_ends_the_turn,
)
_MEN_OF_BOTH = (fouls.striker_with_men_of_both, fouls.striker_with_men_of_both_ends_the_turn)
_CARD = (
    points.last_pocketed_counter_comes_back,
    points.last_pocketed_counter_comes_back_and_the_turn_goes_on,
)


def _striker_by_situation(book: Ruleset) -> Ruleset:
    """Return a rule set in which pocketing the striker is not a fouls, but costs by what fell with it, and ends the
    turn."""
    if not book.has(fouls.striker_is_a_foul):
        return book
    bare = changed(book, chapters=without_laws(book.chapters, (fouls.striker_is_a_foul,)))
    return changed(bare, chapters=with_laws(bare, _BY_SITUATION))


def _swapped(book: Ruleset, out: tuple[Law, ...], put: tuple[Law, ...]) -> Ruleset:
    """Return the rule set with some laws replaced, if it has any of them."""
    if not any(book.has(law) for law in out):
        return book
    bare = changed(book, chapters=without_laws(book.chapters, tuple(law for law in out if law not in put)))
    return changed(bare, chapters=with_laws(bare, put))


def _striker_with_own(book: Ruleset, goes_on: Setting) -> Ruleset:
    if any(book.has(law) for law in _CARD):
        return _swapped(book, _CARD, _CARD[1:] if goes_on else _CARD[:1])
    if goes_on:
        book = _striker_by_situation(book)
    if not book.has(fouls.striker_alone):
        return book
    book = SWITCH["striker_with_own_continues"].applied(book, goes_on)
    if not book.colours_are_owned:
        book = changed(book, chapters=without_laws(book.chapters, _MEN_OF_BOTH))
    cover = (
        queen.striker_with_the_cover,
        queen.striker_with_the_cover_spoils_it,
        queen.striker_with_the_cover_ends_the_turn,
    )
    if not goes_on:
        return _swapped(book, cover, cover[2:])
    return _swapped(book, cover[2:], cover[1:2])


def _striker_with_queen(book: Ruleset, goes_on: Setting) -> Ruleset:
    if goes_on and book.has(fouls.striker_is_a_foul):
        book = _striker_by_situation(book)
        book = changed(book, chapters=with_laws(book, (queen.queen_and_striker_with_nine_men,)))
    return SWITCH["striker_with_queen_continues"].applied(book, goes_on) if book.has(fouls.striker_alone) else book


def _queen_right(book: Ruleset, right: Setting) -> Ruleset:
    book = SWITCH["queen_right"].applied(book, right)
    owing = queen.queen_while_owing_without_the_striker
    sends_back = [owing if book.has(owing) else queen.queen_while_owing]
    if not book.has(queen.queen_too_early_is_laid_aside):
        sends_back.append(queen.queen_before_any_man)
    if right == "anytime":
        return changed(book, chapters=without_laws(book.chapters, sends_back))
    return changed(book, chapters=with_laws(book, sends_back))


def _queen_early(book: Ruleset, early: Setting) -> Ruleset:
    """Return the rule set in which a queen laid aside returns whenever a turn ends: by a stroke, a call or a pass."""
    book = SWITCH["queen_early"].applied(book, early)
    if early != "aside":
        return book
    law = queen.queen_aside_returns_with_the_turn
    chapters = tuple(
        changed(chapter, clauses=(*chapter.clauses, Clause("", law, "house rule")))
        if chapter.key in _WITHOUT_A_STROKE and not any(clause.says is law for clause in chapter.clauses)
        else chapter
        for chapter in book.chapters
    )
    return changed(book, chapters=chapters)


def _queen_cover(book: Ruleset, cover: Setting) -> Ruleset:
    if cover == "needed":
        return book
    bare = changed(book, chapters=without_laws(book.chapters, (*COVER, *UNCOVERED)))
    return changed(bare, chapters=with_laws(bare, (queen.queen_needs_no_cover,)))


def _dues(book: Ruleset, setting: Setting) -> Ruleset:
    """Return the rule set with another law on dues that cannot be paid, wherever it occurs."""
    switch = SWITCH["dues"]
    (wanted,), laws = switch.values[setting], [law for laws in switch.values.values() for law in laws]
    chapters = tuple(
        changed(
            chapter,
            clauses=tuple(
                Clause("", wanted, "house rule", clause.topic) if clause.says in laws else clause
                for clause in chapter.clauses
            ),
        )
        for chapter in book.chapters
    )
    return changed(book, chapters=chapters)


_QUEEN_LEFT = (
    queen.uncovered_queen_goes_back,
    points.uncovered_queen_voids_the_turn,
    points.uncovered_queen_ends_the_turn,
)
"""The laws on a turn lost with the queen uncovered: a rule set has one of them, for strokes, passes and calls."""


def _uncovered(book: Ruleset, void: Setting) -> Ruleset:
    """Return the rule set with another law on an uncovered queen, for every way of losing the turn."""
    switch = SWITCH["void_turn_if_uncovered"]
    (law,) = switch.values[void]
    put = Clause("", law, "house rule")
    return _without_a_stroke(book, switch.applied(book, void), lambda _: (put,))


def _void_returns(book: Ruleset, returns: Setting) -> Ruleset:
    """Return the rule set in which the counters of a voided turn come back, for every way of losing the turn."""
    put = SWITCH["void_returns_counters"].applied(book, returns)
    more = Clause("", points.counters_of_a_void_turn_come_back, "house rule")
    return _without_a_stroke(book, put, lambda clause: (clause, more)) if returns else put


def _without_a_stroke(book: Ruleset, put: Ruleset, instead: Callable[[Clause], tuple[Clause, ...]]) -> Ruleset:
    """Return a rule set with other clauses for an uncovered queen where a turn ends without a stroke."""
    anew = {
        chapter.key: changed(
            chapter,
            clauses=tuple(
                each
                for clause in chapter.clauses
                for each in (instead(clause) if clause.says in _QUEEN_LEFT else (clause,))
            ),
        )
        for chapter in book.chapters
        if chapter.key in _WITHOUT_A_STROKE
    }
    return changed(put, chapters=tuple(anew.get(chapter.key, chapter) for chapter in put.chapters))


_WITHOUT_A_STROKE = ("calls", "pass")
"""The chapters on turns that end without a stroke."""

_SPECIAL: Mapping[str, Callable[[Ruleset, Setting], Ruleset]] = {
    "striker_with_own_continues": _striker_with_own,
    "striker_with_queen_continues": _striker_with_queen,
    "queen_right": _queen_right,
    "queen_early": _queen_early,
    "queen_cover": _queen_cover,
    "dues": _dues,
    "void_turn_if_uncovered": _uncovered,
    "void_returns_counters": _void_returns,
}


def value_of(book: Ruleset, name: str) -> Setting:
    """Return the value of a switch in a rule set."""
    if name in TEXTS:
        return TEXTS[name].value(book)
    if name == "striker_with_own_continues" and book.has(_CARD[1]):
        return True
    return SWITCH[name].value(book)


def switched(book: Ruleset, name: str, setting: Setting) -> Ruleset:
    """Return the rule set with a switch set to a value."""
    if name in TEXTS:
        return TEXTS[name].applied(book, bool(setting))
    if value_of(book, name) == setting:
        return book
    return _SPECIAL.get(name, SWITCH[name].applied)(book, setting)


# -- switches whose values are sentences -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TextSwitch:
    """A switch on matters between boards: sentences that a rule set has or not."""

    name: str
    says: str
    clauses: tuple[Clause, ...]
    when_true: bool = True
    """Whether the clauses mean `true`."""
    chapter: str

    def value(self, book: Ruleset) -> bool:
        """Return the value in a rule set."""
        return book.has(self.clauses[0].key) is self.when_true

    def applied(self, book: Ruleset, setting: bool) -> Ruleset:
        """Return the rule set with this value."""
        if self.value(book) is setting:
            return book
        mine = {clause.key for clause in self.clauses}
        bare = tuple(
            changed(chapter, clauses=tuple(clause for clause in chapter.clauses if clause.key not in mine))
            for chapter in book.chapters
        )
        if setting is self.when_true:
            key = self.chapter if any(chapter.key == self.chapter for chapter in bare) else "order"
            bare = tuple(
                changed(chapter, clauses=(*chapter.clauses, *self.clauses)) if chapter.key == key else chapter
                for chapter in bare
            )
        return changed(book, chapters=tuple(chapter for chapter in bare if chapter.clauses))


TEXTS: Mapping[str, TextSwitch] = {
    switch.name: switch
    for switch in (
        TextSwitch(
            name="change_after_game",
            says="Whether sides change after each game (Laws 58, 59).",
            chapter="order",
            clauses=(
                told("house rule", "After each game the players of a singles change sides.", "seats-singles"),
                told(
                    "house rule",
                    "After each game the players of a doubles move one place to the right.",
                    "seats-doubles",
                ),
            ),
        ),
        TextSwitch(
            name="late_placing_comes_off",
            says="Whether what a late placer has placed may be ordered off again (Law 88b, C88).",
            chapter="dues",
            when_true=False,
            clauses=(told("house rule", "What a late placer has placed stays on the board.", "late-placing-stays"),),
        ),
        TextSwitch(
            name="waiver_takes_all",
            says="Whether a waiver, or the loss of the right to place, takes what could not be placed yet, too (C79).",
            chapter="dues",
            when_true=False,
            clauses=(
                told(
                    "house rule",
                    "A waiver takes only what could be placed; what could not be placed yet stays owed.",
                    "waiver-in-part",
                ),
            ),
        ),
        TextSwitch(
            name="late_man_costs_next_turn",
            says="Whether a player misses the next turn for a man of the opponent noticed after their turn (C85).",
            chapter="calls",
            clauses=(
                told(
                    "house rule",
                    "A player whose turn is over when a man of the opponent is noticed misses the next turn.",
                    "late-man-next-turn",
                ),
            ),
        ),
        TextSwitch(
            name="late_queen_restores_points",
            says="Points games: whether a queen noticed too late brings the points that its missing cover made void "
            "(C86).",
            chapter="calls",
            when_true=False,
            clauses=(
                told(
                    "house rule",
                    "A queen noticed too late brings its own points and none of that turn.",
                    "late-queen-alone",
                ),
            ),
        ),
        TextSwitch(
            name="third_game_by_first_opener",
            says="Whether the player who opened the first game of a doubles opens the third, too (Law 49a, C51).",
            chapter="order",
            clauses=(
                told("house rule", "In doubles the player who opened the first game opens the third.", "third-opener"),
            ),
        ),
        TextSwitch(
            name="score_beyond_target",
            says="Whether points beyond the target stand in the score of a game (C27).",
            chapter="score",
            clauses=(
                told("house rule", "Points beyond the target stand in the score of a game.", "score-beyond-target"),
            ),
        ),
        TextSwitch(
            name="level_boards_drawn",
            says="Whether a game of most boards of eight is drawn if both sides won as many, or an extra board "
            "decides (C76).",
            chapter="score",
            clauses=(
                told(
                    "house rule", "A game in which both sides have won as many boards is drawn.", "level-boards-drawn"
                ),
            ),
        ),
        TextSwitch(
            name="level_totals_shared",
            says="Points games: whether level totals share the win, or another board is played (C67).",
            chapter="order",
            when_true=False,
            clauses=(
                told(
                    "house rule", "While the highest totals are level, another board is played.", "level-totals-play-on"
                ),
            ),
        ),
        TextSwitch(
            name="lost_board_counts",
            says="Whether a board lost by conduct counts towards the limit of boards and for the order of breaks "
            "(C54).",
            chapter="score",
            when_true=False,
            clauses=(
                told(
                    "house rule",
                    "A board lost by conduct brings points, but is not counted, and the same player breaks again.",
                    "lost-board-uncounted",
                ),
            ),
        ),
        TextSwitch(
            name="calls_break_passes",
            says="Whether an umpire's call between passes begins their count anew (Law 137, C90).",
            chapter="pass",
            clauses=(told("house rule", "A call between passes begins their count anew.", "calls-break-passes"),),
        ),
        TextSwitch(
            name="may_play_both",
            says="Whether a player of a tie may play one singles and the doubles (C39).",
            chapter="score",
            clauses=(told("house rule", "A player may play one singles and the doubles of a tie.", "plays-both"),),
        ),
        TextSwitch(
            name="play_dead_rubber",
            says="Whether rubbers are played on when the tie is decided (C39).",
            chapter="score",
            when_true=False,
            clauses=(
                told("house rule", "Once the tie is decided the rubbers left are not played.", "dead-rubbers-left"),
            ),
        ),
    )
}
NAMES_OF_SWITCHES = (*SWITCH, *TEXTS)
