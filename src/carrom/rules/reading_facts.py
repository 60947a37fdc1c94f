"""The facts on which readings depend: in strokes, in calls, between boards, and the clauses that cite them."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from carrom.board import QUEEN, STRIKER, Breach, LinesLeft, Outcome
from carrom.rules.chapters import family
from carrom.rules.clauses import Ruleset
from carrom.rules.effects import FORFEITS, PASSED_OVER
from carrom.rules.readings import BY_NUMBER
from carrom.rules.round import COLOUR, MEN_OF_A_SIDE, Phase, QueenState, Round
from carrom.rules.ruleset import Clause
from carrom.rules.ruling import Ruling, Turn
from carrom.values import Value


class Facts(Value, frozen=True, kw_only=True):
    """A stroke or call as counts. Where colours are not owned, every piece counts as the mover's."""

    book: str
    """The built-in rule set that applies or is extended."""
    call: str = ""
    by_mover: bool = False
    after_stroke: bool = False
    own: int = 0
    others: int = 0
    queen: bool = False
    striker: bool = False
    direct: bool = False
    """The striker itself touched a pocketed piece of the other side."""
    jumped: int = 0
    """Pieces over the frame, including the striker."""
    own_jumped: bool = False
    improper: bool = False
    before_play: bool = False
    touched: bool = True
    """Something other than the striker moved."""
    lines: LinesLeft = LinesLeft.BOTH
    is_break: bool = False
    queen_was: QueenState = QueenState.BOARD
    covered_by_mover: bool = False
    men: int = MEN_OF_A_SIDE
    """The mover's pieces on the board before."""
    others_men: int = MEN_OF_A_SIDE
    owing: bool = False
    others_owing: bool = False
    ever: bool = True
    """A piece of the mover had been pocketed before, by either side."""
    himself: bool = True
    turn: Turn = Turn.PASS

    @property
    def own_last(self) -> bool:
        """The mover's last piece was pocketed."""
        return self.own > 0 and self.own == self.men

    @property
    def others_last(self) -> bool:
        """The other side's last piece was pocketed."""
        return self.others > 0 and self.others == self.others_men

    @property
    def nine(self) -> bool:
        """All nine of the mover's pieces were on the board."""
        return self.men == MEN_OF_A_SIDE

    @property
    def pending(self) -> bool:
        """The queen needed a cover."""
        return self.queen_was is QueenState.PENDING

    @property
    def covered(self) -> bool:
        """The queen had been covered."""
        return self.queen_was is QueenState.COVERED

    @property
    def covered_by_gainer(self) -> bool:
        """The side that gains from the other's breach had covered the queen."""
        return self.covered and self.covered_by_mover is not self.by_mover

    @property
    def at_stake(self) -> bool:
        """The queen was pocketed, or needed a cover."""
        return self.queen or self.pending

    @property
    def plain_queen(self) -> bool:
        """The queen was pocketed in a stroke without striker, fault or due."""
        return self.queen and not (self.striker or self.improper or self.before_play or self.owing)

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched


def facts_of(round: Round, ruling: Ruling) -> Facts:
    """Return the facts of a ruling on a round."""
    rules, mover = round.ruleset, round.mover
    side, other = round.sides[mover], round.sides[1 - mover if mover < 2 else 0]
    book = rules.extends or rules.name
    owned = side.colour is not None
    lying = [COLOUR[disc] for disc in round.on_board if disc is not QUEEN]
    men = lying.count(side.colour) if side.colour is not None else len(lying)
    standing: dict[str, Any] = {
        "book": book,
        "is_break": round.phase is Phase.BREAK,
        "queen_was": round.queen,
        "covered_by_mover": round.queen is QueenState.COVERED and round.queen_side == mover,
        "men": men,
        "others_men": len(lying) - men,
        "owing": side.due > 0,
        "others_owing": owned and other.due > 0,
        "ever": side.pocketed_before,
        "himself": side.pocketed_by_self,
        "turn": ruling.turn,
    }
    if ruling.call is not None:
        call = ruling.call
        return Facts(call=call.what, by_mover=call.side == mover, after_stroke=call.after_stroke, **standing)
    return Facts(**standing, **_seen(ruling.outcome or Outcome(), side.colour))


def _seen(outcome: Outcome, colour: object) -> dict[str, Any]:
    """Return the facts of a stroke, counted for the mover's colour (None: every piece is the mover's)."""
    men = [disc for disc in outcome.pocketed if disc is not QUEEN and disc is not STRIKER]
    own = [disc for disc in men if colour is None or COLOUR[disc] is colour]
    theirs = [disc for disc in men if disc not in own]
    over = [disc for disc in outcome.jumped if disc is not QUEEN and disc is not STRIKER]
    return {
        "own": len(own),
        "others": len(theirs),
        "queen": QUEEN in outcome.pocketed,
        "striker": STRIKER in outcome.pocketed,
        "direct": any(disc in outcome.touched for disc in theirs),
        "jumped": len(outcome.jumped),
        "own_jumped": any(colour is None or COLOUR[disc] is colour for disc in over),
        "improper": Breach.IMPROPER in outcome.breaches,
        "before_play": Breach.BEFORE_PLAY in outcome.breaches,
        "touched": outcome.moved,
        "lines": outcome.lines_left,
    }


# -- the clauses at which each reading is cited ------------------------------------------------------------------------


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


# -- decisions between boards that rest on readings --------------------------------------------------------------------


Line: TypeAlias = Mapping[str, Any]
Asked: TypeAlias = Callable[[Line, Line], bool]

EIGHT = 8
"""Numbers of boards at which board limits differ (C18, C19, C28)."""


def readings_between(book: str, line: Line, decision: Line) -> tuple[str, ...]:
    """Return the numbers of the readings on which the decision on a line rests.

    `book` is the built-in rule set that applies or is extended.
    """
    asked = str(line.get("form") or line.get("ask"))
    return tuple(
        number for number, books, form, met in TABLE if form == asked and book in books and met(line, decision)
    )


def _boards(line: Line) -> list[Line]:
    return list(line.get("boards") or ())


def _special(line: Line, *specials: str) -> bool:
    return any(board.get("special") in specials for board in _boards(line))


def _credited(line: Line) -> bool:
    """Return whether a board was lost by conduct after its winner had covered the queen."""
    lost = [board for board in _boards(line) if board.get("special") == "loss-of-board"]
    return any(board.get("queen") == board.get("winner") for board in lost)


def _past_the_limit(line: Line) -> bool:
    return len(_boards(line)) >= EIGHT


def _dead_rubber(line: Line, decision: Line) -> bool:
    """Return whether a rubber was played or omitted after the tie was decided."""
    decided, most = False, len(line.get("order") or ()) // 2
    for played in range(1, len(decision["rubbers"]) + 1):
        won = [rubber["winner"] for rubber in decision["rubbers"][:played]]
        decided = decided or (played < len(line.get("order") or ()) and max(won.count("A"), won.count("B")) > most)
    return decided


OWNED_SETS = ("icf", "classic-29", "club", "eight-rounds", "team-event")
ALONE = ("three-player", "points")

TABLE: tuple[tuple[str, tuple[str, ...], str, Asked], ...] = (
    ("C14", ("club", "team-event"), "game", lambda line, _: _special(line, "last-own-before-queen")),
    ("C15", ("club", "team-event"), "game", lambda line, _: _special(line, "opponent-last")),
    ("C18", ("eight-rounds",), "game", lambda line, got: _past_the_limit(line) and not got["finished"]),
    ("C19", ("team-event",), "game", lambda line, _: _past_the_limit(line)),
    ("C28", ("icf",), "game", lambda line, _: line.get("stage") == "late" and _past_the_limit(line)),
    ("C36", ("classic-29",), "change-in-game", lambda *_: True),
    ("C39", OWNED_SETS, "tie", _dead_rubber),
    ("C48", OWNED_SETS, "game", lambda line, _: _credited(line)),
    ("C63", OWNED_SETS, "game", lambda line, _: _special(line, "replay")),
    ("C67", ALONE, "totals", lambda _, got: len(got["winners"]) > 1),
    ("C67", ALONE, "next-turn", lambda line, _: (line.get("given") or {}).get("turn") == "pass"),
    ("C67", ALONE, "next-break", lambda *_: True),
)
"""Number, rule sets, question, and a condition on the line and the decision."""


# -- rulings on strokes and calls that rest on readings ----------------------------------------------------------------


Met: TypeAlias = Callable[[Facts], bool]

ICF, GUIDE, CLUB, THREE = "icf", "classic-29", "club", "three-player"
PARLOUR, EVENT, CARD = "eight-rounds", "team-event", "points"
ENDED = (Turn.END,)


def readings_of(round: Round, ruling: Ruling) -> tuple[str, ...]:
    """Return the numbers of the readings on which a ruling on `round` rests; empty if the text decides.

    If a rule set file has chosen with a reading's key, the point is a house rule and no longer a reading.
    """
    if ruling.turn is Turn.REFUSE and ruling.call is not None:
        return ("C82",) if round.ruleset.dues_anywhere and ruling.call.what in _PLACED_ANYWHERE else ()
    if ruling.turn is Turn.REFUSE:
        return ("C66",) if (round.ruleset.extends or round.ruleset.name) == CARD else ()
    facts = facts_of(round, ruling)
    found = tuple(dict.fromkeys([number for number, met in _table(facts.book, bool(facts.call)) if met(facts)]))
    return without_chosen(round.ruleset, found)


def without_chosen(rules: Ruleset, numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the readings without those that the rule set chose with its own keys."""
    if not numbers or not rules.changes:
        return numbers
    chosen = _chosen(rules.changes)
    return tuple(number for number in numbers if not chosen & set(BY_NUMBER[number].switches))


_PLACED_ANYWHERE = ("placed-on-centre", "placed-for-a-shot")


@lru_cache(maxsize=64)
def _chosen(changes: str) -> frozenset[str]:
    """Return the keys of a rule set file."""
    return frozenset(msgspec.json.decode(changes))


@lru_cache(maxsize=64)
def _table(book: str, calls: bool) -> tuple[tuple[str, Met], ...]:
    """Return the rows of a rule set, for strokes or for calls."""
    return tuple((number, met) for number, books, met in (OF_CALLS if calls else OF_STROKES) if book in books)


def marks(numbers: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields of a decision about its readings; empty if the text decides."""
    return {"judgement": True, "readings": list(numbers)} if numbers else {}


def _queen_with_first_man(f: Facts) -> bool:
    """Queen and own men were pocketed together, with all nine on the board before and none pocketed earlier."""
    return f.plain_queen and f.own > 0 and not f.ever and (f.nine or f.book == THREE)


def _queen_and_striker_while_owing(f: Facts) -> bool:
    """Queen and striker were pocketed while a man was owed, and the Laws on both disagree about the turn."""
    alone_with_nine = f.nine and not f.own and f.book != THREE
    return f.queen and f.striker and f.owing and not (f.improper or f.before_play or alone_with_nine)


def _direct(f: Facts) -> bool:
    """A direct strike also pocketed something for which the guide has no price."""
    return f.others > 0 and (not f.direct or f.own > 0) and not f.striker and not f.others_last


def _parlour_foul(f: Facts) -> bool:
    """A foul of the parlour sheet or the guide: the striker, an opponent's man, or a piece over the frame."""
    return f.striker or f.others > 0 or f.jumped > 0


def _striker_unnamed(f: Facts) -> bool:
    """A proper stroke ended the board with the striker pocketed, where no Law mentions the striker."""
    if not f.striker or f.improper or not f.others_last:
        return False
    return (not f.at_stake and not f.covered) if f.own_last else (f.at_stake or f.covered)


def _improper_unnamed(f: Facts) -> bool:
    """An improper stroke ended the board with the striker where the Law mentions none, or without it where it does."""
    if not f.improper or not f.others_last:
        return False
    if f.own_last:
        return f.covered and not f.striker if f.covered else not f.at_stake and f.striker
    return (f.at_stake or f.covered) and f.striker


def _nothing_to_pay_with(f: Facts) -> bool:
    """Striker and own men were pocketed, with no man in the pockets for the additional one that comes back."""
    return f.striker and f.own > 0 and f.nine and not f.at_stake and not f.improper


def _of_the_laws(f: Facts) -> bool:
    """The text is silent although it prices similar cases, so a Law fills the gap."""
    match f.book:
        case "three-player":
            early = f.plain_queen and not f.own and not f.ever
            return early or (f.striker and (f.missed_break or f.own > 0 or (f.queen and not f.pending)))
        case "eight-rounds":
            early = f.plain_queen and not f.own and not f.ever and not f.others
            return early or (f.improper and f.touched) or (f.others > 0 and f.others_owing)
        case "team-event":
            return f.striker and f.own > 0 and not (f.at_stake or f.improper or f.owing)
        case "classic-29":
            return f.missed_break and f.striker
        case _:
            return False


OF_STROKES: tuple[tuple[str, tuple[str, ...], Met], ...] = (
    ("C3", (GUIDE,), lambda f: f.missed_break and f.turn is Turn.PASS and not (f.improper or f.before_play)),
    ("C5", (*OWNED[:2], PARLOUR, EVENT, CARD), lambda f: f.touched and f.lines is LinesLeft.NONE),
    ("C5", (CLUB, THREE), lambda f: f.touched and f.lines is not LinesLeft.BOTH),
    ("C6", (GUIDE,), lambda f: f.striker and f.own > 0 and not f.improper),
    ("C6", (GUIDE,), lambda f: f.others > 0 and f.direct and f.own > 0),
    ("C6", (PARLOUR,), lambda f: _parlour_foul(f) and (f.own > 0 or (f.queen and f.striker)) and not f.improper),
    ("C6", (PARLOUR,), lambda f: f.striker and (f.others > 0 or f.jumped > 0) and not f.improper),
    ("C7", (ICF, CLUB, EVENT), lambda f: f.plain_queen and f.others > 0 and not f.own and f.turn is Turn.CONTINUE),
    ("C8", (CLUB, EVENT), lambda f: f.own > 0 and f.others > 0 and f.turn is Turn.CONTINUE and not f.striker),
    ("C9", (GUIDE,), _direct),
    ("C11", (GUIDE, CLUB, THREE, PARLOUR), _queen_with_first_man),
    ("C12", (CLUB,), _nothing_to_pay_with),
    ("C13", (GUIDE,), lambda f: f.own_last and f.queen_was is QueenState.BOARD and not f.queen),
    ("C14", (CLUB, EVENT), lambda f: f.turn in ENDED and f.own_last and not (f.others_last or f.covered or f.at_stake)),
    ("C15", (CLUB, EVENT), lambda f: f.turn in ENDED and f.others_last),
    ("C16", (GUIDE, PARLOUR), lambda f: f.own_last and f.others_last),
    ("C21", (CARD, THREE), lambda f: f.own_last and f.queen_was is QueenState.BOARD and not f.queen and not f.striker),
    ("C23", (CARD,), lambda f: f.striker and f.touched and (f.ever or f.own > 0)),
    ("C24", (CARD,), lambda f: f.owing or (f.striker and f.touched and not f.ever and not f.own)),
    ("C24", (THREE,), lambda f: f.striker and f.touched and not f.own and not f.at_stake),
    ("C29", (GUIDE, EVENT), lambda f: f.queen and f.ever and not f.himself),
    ("C30", (EVENT,), lambda f: f.queen_was is QueenState.ASIDE and f.turn in ENDED),
    ("C31", (ICF, CLUB), lambda f: f.queen and f.striker and f.own > 0 and f.nine and not f.ever and not f.improper),
    ("C32", (ICF,), lambda f: f.others_last and f.pending and f.own > 0 and not f.own_last),
    ("C33", (THREE,), lambda f: f.queen and f.owing),
    ("C34", OWNED, lambda f: f.striker and f.others > 0 and not f.own and f.at_stake and f.turn is not Turn.END),
    ("C35", (ICF, GUIDE, CLUB, EVENT), lambda f: f.pending and f.own_jumped and not f.own),
    ("C53", OWNED, lambda f: f.before_play and f.striker and f.touched),
    ("C56", (ICF,), lambda f: f.is_break and f.touched and f.improper),
    ("C57", (ICF,), lambda f: f.own_last and f.others_last and f.covered and not f.striker and not f.improper),
    ("C58", (ICF,), _striker_unnamed),
    ("C59", (ICF,), _improper_unnamed),
    ("C60", (ICF,), lambda f: f.others_last and not f.own_last and f.queen),
    ("C61", (ICF, EVENT), lambda f: f.improper and f.own > 0 and f.pending and not f.striker and f.turn is Turn.PASS),
    ("C65", (ICF,), lambda f: f.own > 0 and f.others > 0 and f.turn is Turn.CONTINUE and f.striker and f.at_stake),
    ("C65", (ICF,), lambda f: f.others > 0 and _queen_with_first_man(f)),
    ("C66", (GUIDE, THREE, PARLOUR, EVENT), _of_the_laws),
    ("C69", (EVENT,), lambda f: f.queen and f.striker and not f.own and f.nine and not f.improper),
    ("C83", (ICF, CLUB, EVENT, THREE), lambda f: _queen_and_striker_while_owing(f) and f.turn is Turn.PASS),
    ("C74", (PARLOUR,), lambda f: f.others_last and not f.improper),
    ("C75", (CARD,), lambda f: f.plain_queen and f.own > 0),
)
"""Number, rule sets, and a condition on the stroke."""

OF_CALLS: tuple[tuple[str, tuple[str, ...], Met], ...] = (
    ("C48", OWNED, lambda f: f.call in ("out-of-turn", "position-wrecked")),
    ("C48", OWNED, lambda f: f.call in ("seat", "played-during-appeal") and f.covered_by_gainer),
    ("C62", (ICF,), lambda f: f.call in ("placed-wrong-man", "placed-for-a-shot")),
    ("C66", (CLUB,), lambda f: f.call == "seat"),
    ("C80", (THREE, CARD), lambda f: f.call in FORFEITS),
    ("C78", (*OWNED, THREE, CARD), lambda f: f.call == PASSED_OVER and f.pending),
    ("C72", (ICF,), lambda f: f.call == "powder" and f.by_mover and not f.after_stroke),
    ("C73", (GUIDE,), lambda f: f.call == "touched-man" and not f.by_mover),
)
"""The same for umpire's calls."""
