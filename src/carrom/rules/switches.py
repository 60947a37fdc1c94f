"""Switches: what a rule set file can put in or take out besides figures. A switch is a set of clauses for each value.

Which value a book has is read from its clauses; to give it another, the laws of the old value go and those of the new
one come in, each where it is read (`carrom.rules.places`). `C n` is the number of a reading (docs/rules/readings.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from carrom.data import changed
from carrom.rules.clauses import Clause, Law, Ruleset, told
from carrom.rules.laws import attempt, calls, dues, ending, foul, men, points, queen, striker
from carrom.rules.places import with_laws, without_laws

Setting: TypeAlias = bool | str
Kind = Literal["owned", "points", "any"]


@dataclass(frozen=True, kw_only=True)
class Switch:
    """One switch of a rule set file."""

    name: str
    says: str
    """What it decides, in one sentence."""
    values: Mapping[Setting, tuple[Any, ...]]
    """The laws that stand for each value; a book has the first value whose first law stands."""
    kind: Kind = "any"
    """Where it means something: where each side owns a colour, where nobody does, or in both."""
    default: Setting
    """The value of a book in which none of the laws stands."""
    with_it: Mapping[Setting, tuple[Law, ...]] = field(default_factory=dict)
    """Laws that must stand too where a value has been chosen."""

    def value(self, book: Ruleset) -> Setting:
        """Return the value a book has."""
        for setting, laws in self.values.items():
            if laws and book.has(laws[0]):
                return setting
        return self.default

    def applied(self, book: Ruleset, setting: Setting) -> Ruleset:
        """Return the book with this value."""
        if self.value(book) == setting:
            return book
        wanted = (*self.values[setting], *self.with_it.get(setting, ()))
        others = tuple(law for laws in self.values.values() for law in laws if law not in wanted)
        put = changed(book, chapters=without_laws(book.chapters, others))
        return changed(put, chapters=with_laws(put, wanted))


_FOUL = (foul.own_men_of_a_foul_come_back, foul.fouls_bring_the_queen_back)
"""What a book must say once some stroke is a foul."""
_OFF_BOARD = (
    striker.striker_over_the_frame,
    men.jumped_man_goes_to_the_centre,
    men.jumped_queen_goes_first,
    men.several_jumped_men_go_to_the_centre,
)
_COVER = (queen.own_man_covers_the_queen, queen.queen_and_own_man_together)
_UNCOVERED = (
    queen.queen_with_nine_men_on_board,
    queen.uncovered_queen_goes_back,
    queen.striker_instead_of_cover,
    queen.striker_with_the_cover,
    queen.striker_with_the_cover_spoils_it,
    queen.striker_with_the_cover_ends_the_turn,
)
_THEIRS_BY_TABLE = (ending.clearing_by_either_side_wins_the_board, *ending.THEIR_LAST)

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
            True: (striker.striker_with_own_men, striker.striker_with_men_of_both, queen.queen_own_and_striker),
            False: (
                striker.striker_with_own_men_ends_the_turn,
                striker.striker_with_men_of_both_ends_the_turn,
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
        values={False: (foul.several_reasons_cost_one_man,), True: ()},
        default=True,
        kind="owned",
    ),
    Switch(
        name="others_pocketed_penalty",
        says="When a man of the opponent that falls costs a penalty (C9).",
        values={
            "direct": (foul.their_man_by_a_direct_strike, foul.direct_strike_brings_the_queen_back),
            "always": (foul.their_man_is_a_foul, foul.their_man_with_the_queen_is_a_foul),
            "never": (),
        },
        default="never",
        kind="owned",
        with_it={"direct": _FOUL, "always": _FOUL},
    ),
    Switch(
        name="direct_strike_returns_covered_queen",
        says="Whether a direct strike brings back a queen covered earlier in the same turn (C25).",
        values={True: (foul.direct_strike_brings_a_covered_queen_back,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="off_board_foul",
        says="Whether a piece over the frame is a foul.",
        values={True: (foul.off_the_board_is_a_foul,), False: _OFF_BOARD},
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
        name="queen_cover",
        says="Whether the queen needs a cover, or is his who takes her.",
        values={"none": (queen.queen_needs_no_cover,), "needed": _COVER},
        default="needed",
        kind="any",
    ),
    Switch(
        name="last_own_before_queen",
        says="The last own man falls while the queen is on the board (C13, C14); `plays-on`: she may be taken last.",
        values={
            "lose-queen": ending.OWN_LAST,
            "lose-queen-and-men": (ending.own_last_loses_with_men,),
            "return": (foul.own_last_man_comes_back,),
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
            "return": (foul.their_last_man_comes_back, ending.clearing_wins_the_board),
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
        says="The cover falls together with the opponent's last man (C32).",
        values={
            "men": ending.MEN_ONLY,
            "men-and-queen": tuple(
                ending.ROWS[key] for key in ("their_last_in_covering", "their_last_in_covering_improperly")
            ),
        },
        default="men-and-queen",
        kind="owned",
    ),
    Switch(
        name="extra_points",
        says="Whether the gainer of a lost board may demand extra points (Law 87b).",
        values={True: (ending.extra_points_are_demanded,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="loss_credits_covered_queen",
        says="Whether who gains a forfeited board is credited a queen he covered (C48).",
        values={True: (calls.a_forfeit_credits_a_covered_queen,), False: ()},
        default=False,
        kind="owned",
    ),
    Switch(
        name="dues",
        says="What cannot be paid is owed, or paid now or never; or no man is ever due.",
        values={
            "none": (dues.no_man_is_ever_due,),
            "now": (dues.what_cannot_be_paid_is_forgiven,),
            "owed": (dues.what_cannot_be_paid_is_owed,),
        },
        default="owed",
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


# -- switches that take more than one set of laws ------------------------------------------------------------------

_BY_SITUATION = (
    striker.striker_alone,
    striker.striker_with_own_men_ends_the_turn,
    striker.striker_with_their_men,
    striker.striker_with_men_of_both_ends_the_turn,
    queen.queen_own_and_striker_ends_the_turn,
    queen.queen_and_striker_ends_the_turn,
    queen.striker_instead_of_cover,
    queen.striker_with_the_cover_ends_the_turn,
)
_CARD = (
    points.last_pocketed_counter_comes_back,
    points.last_pocketed_counter_comes_back_and_the_turn_goes_on,
)


def _striker_by_situation(book: Ruleset) -> Ruleset:
    """Return a book in which the striker in a pocket is no foul, but costs by what fell with it, and ends the turn."""
    if not book.has(foul.striker_is_a_foul):
        return book
    bare = changed(book, chapters=without_laws(book.chapters, (foul.striker_is_a_foul,)))
    return changed(bare, chapters=with_laws(bare, _BY_SITUATION))


def _swapped(book: Ruleset, out: tuple[Law, ...], put: tuple[Law, ...]) -> Ruleset:
    """Return the book with laws in the place of others, if any of those stands."""
    if not any(book.has(law) for law in out):
        return book
    bare = changed(book, chapters=without_laws(book.chapters, tuple(law for law in out if law not in put)))
    return changed(bare, chapters=with_laws(bare, put))


def _striker_with_own(book: Ruleset, goes_on: Setting) -> Ruleset:
    if any(book.has(law) for law in _CARD):
        return _swapped(book, _CARD, _CARD[1:] if goes_on else _CARD[:1])
    if goes_on:
        book = _striker_by_situation(book)
    if not book.has(striker.striker_alone):
        return book
    book = SWITCH["striker_with_own_continues"].applied(book, goes_on)
    cover = (
        queen.striker_with_the_cover,
        queen.striker_with_the_cover_spoils_it,
        queen.striker_with_the_cover_ends_the_turn,
    )
    if not goes_on:
        return _swapped(book, cover, cover[2:])
    return _swapped(book, cover[2:], cover[1:2])


def _striker_with_queen(book: Ruleset, goes_on: Setting) -> Ruleset:
    if goes_on and book.has(foul.striker_is_a_foul):
        book = _striker_by_situation(book)
        book = changed(book, chapters=with_laws(book, (queen.queen_and_striker_with_nine_men,)))
    return SWITCH["striker_with_queen_continues"].applied(book, goes_on) if book.has(striker.striker_alone) else book


def _queen_right(book: Ruleset, right: Setting) -> Ruleset:
    book = SWITCH["queen_right"].applied(book, right)
    sends_back = [queen.queen_while_owing]
    if not book.has(queen.queen_too_early_is_laid_aside):
        sends_back.append(queen.queen_before_any_man)
    if right == "anytime":
        return changed(book, chapters=without_laws(book.chapters, sends_back))
    return changed(book, chapters=with_laws(book, sends_back))


def _queen_early(book: Ruleset, early: Setting) -> Ruleset:
    """A queen laid aside returns whenever a turn ends: by a stroke, a call or a pass."""
    book = SWITCH["queen_early"].applied(book, early)
    if early != "aside":
        return book
    law = queen.queen_aside_returns_with_the_turn
    chapters = tuple(
        changed(chapter, clauses=(*chapter.clauses, Clause("", law, "house rule")))
        if chapter.key in ("calls", "pass") and not any(clause.says is law for clause in chapter.clauses)
        else chapter
        for chapter in book.chapters
    )
    return changed(book, chapters=chapters)


def _queen_cover(book: Ruleset, cover: Setting) -> Ruleset:
    if cover == "needed":
        return book
    bare = changed(book, chapters=without_laws(book.chapters, (*_COVER, *_UNCOVERED)))
    return changed(bare, chapters=with_laws(bare, (queen.queen_needs_no_cover,)))


def _dues(book: Ruleset, setting: Setting) -> Ruleset:
    """Return the book with one law on what cannot be paid in the place of another, wherever it stands."""
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


_SPECIAL: Mapping[str, Callable[[Ruleset, Setting], Ruleset]] = {
    "striker_with_own_continues": _striker_with_own,
    "striker_with_queen_continues": _striker_with_queen,
    "queen_right": _queen_right,
    "queen_early": _queen_early,
    "queen_cover": _queen_cover,
    "dues": _dues,
}


def value_of(book: Ruleset, name: str) -> Setting:
    """Return the value that a switch has in a book."""
    if name in TEXTS:
        return TEXTS[name].value(book)
    if name == "striker_with_own_continues" and book.has(_CARD[1]):
        return True
    return SWITCH[name].value(book)


def switched(book: Ruleset, name: str, setting: Setting) -> Ruleset:
    """Return the book with a switch set to a value: clauses go, and others come in where they are read."""
    if name in TEXTS:
        return TEXTS[name].applied(book, bool(setting))
    if value_of(book, name) == setting:
        return book
    return _SPECIAL.get(name, SWITCH[name].applied)(book, setting)


# -- switches whose values are sentences --------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TextSwitch:
    """A switch of what stands between boards: sentences that are in the book or not."""

    name: str
    says: str
    clauses: tuple[Clause, ...]
    when_true: bool = True
    """Whether the clauses stand for `true`."""
    chapter: str

    def value(self, book: Ruleset) -> bool:
        """Return the value a book has."""
        return book.has(self.clauses[0].key) is self.when_true

    def applied(self, book: Ruleset, setting: bool) -> Ruleset:
        """Return the book with this value."""
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
