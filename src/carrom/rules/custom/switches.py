"""Set switches of a rule set file: remove clauses and insert others in reading order.

Most switches are sets of laws for each value (`carrom.rules.custom.switch_table`). A few need more than that, and some
are sentences about matters between boards.

Public names: `switched`, `value_of`, `NAMES_OF_SWITCHES`, `SWITCHES`, `SWITCH`, `TEXTS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from carrom.rules.book.clause_order import with_laws, without_laws
from carrom.rules.clauses import Clause, Law, Ruleset, told
from carrom.rules.custom.switch_table import COVER, SWITCH, SWITCHES, UNCOVERED, Setting
from carrom.rules.laws import foul, points, queen, striker
from carrom.values import changed

__all__ = ["NAMES_OF_SWITCHES", "SWITCH", "SWITCHES", "TEXTS", "Setting", "switched", "value_of"]

# -- switches that affect several sets of laws -------------------------------------------------------------------

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
_MEN_OF_BOTH = (striker.striker_with_men_of_both, striker.striker_with_men_of_both_ends_the_turn)
_CARD = (
    points.last_pocketed_counter_comes_back,
    points.last_pocketed_counter_comes_back_and_the_turn_goes_on,
)


def _striker_by_situation(book: Ruleset) -> Ruleset:
    """Return a rule set in which pocketing the striker is not a foul, but costs by what fell with it, and ends the
    turn."""
    if not book.has(foul.striker_is_a_foul):
        return book
    bare = changed(book, chapters=without_laws(book.chapters, (foul.striker_is_a_foul,)))
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
    if not book.has(striker.striker_alone):
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
    if goes_on and book.has(foul.striker_is_a_foul):
        book = _striker_by_situation(book)
        book = changed(book, chapters=with_laws(book, (queen.queen_and_striker_with_nine_men,)))
    return SWITCH["striker_with_queen_continues"].applied(book, goes_on) if book.has(striker.striker_alone) else book


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


# -- switches whose values are sentences -------------------------------------------------------------------------


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
