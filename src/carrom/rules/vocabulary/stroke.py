"""The facts of one stroke: what fell, what jumped, what kind of stroke it was."""

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.rules.effects import Effect
from carrom.rules.parameters import Parameters
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side
from carrom.rules.ruling import Call

NO_STROKE = Outcome(moved=False)
_IMPROPER, _BEFORE_PLAY = Breach.IMPROPER, Breach.BEFORE_PLAY
_NONE, _BOTH = LinesLeft.NONE, LinesLeft.BOTH


class StrokeFacts:
    """Numbers of men are named `own…` for the mover's side and `others…` for the other."""

    __slots__ = (
        "after_stroke",
        "attempt",
        "before_play",
        "by_mover",
        "by_partner",
        "call",
        "direct",
        "found",
        "improper",
        "is_break",
        "jumped",
        "lines_left",
        "mover",
        "mover_side",
        "other",
        "other_side",
        "no_room",
        "others",
        "others_before",
        "others_discs",
        "own",
        "own_before",
        "own_discs",
        "placement",
        "queen_before",
        "queen_by_mover",
        "queen_down",
        "round",
        "rules",
        "striker_down",
        "striker_jumped",
        "touched",
    )

    def __init__(
        self, round: Round, outcome: Outcome = NO_STROKE, call: Call | None = None, placement: str = "legal"
    ) -> None:
        self.round = round
        self.mover = mover = round.mover
        self.other = (mover + 1) % len(round.sides)
        self.mover_side: Side = round.sides[mover]
        """The side in turn."""
        self.other_side: Side = round.sides[self.other]
        """The side not in turn (points games: the next)."""
        self.rules: Parameters = round.ruleset.parameters
        self.found: list[Effect] = []
        self.no_room = round.no_room
        self.call = call.what if call else ""
        self.by_mover = call.by_mover if call else None
        self.by_partner = call.partner if call else False
        self.after_stroke = call.after_stroke if call else False
        self.placement = placement
        self.is_break = round.phase is Phase.BREAK
        self.attempt = round.attempt
        self.queen_before = round.queen
        self.queen_by_mover = round.queen is QueenState.COVERED and round.queen_side == mover
        self.lines_left = outcome.lines_left
        self.touched = outcome.moved or bool(outcome.touched)
        self.improper = _IMPROPER in outcome.breaches
        self.before_play = _BEFORE_PLAY in outcome.breaches and self.rules.colours_are_owned
        self.jumped = outcome.jumped
        self.striker_jumped = STRIKER in outcome.jumped
        self.queen_down = QUEEN in outcome.pocketed
        self.striker_down = STRIKER in outcome.pocketed
        self._count_men(round, outcome)

    def _count_men(self, round: Round, outcome: Outcome) -> None:
        """Fill in whose men fell and how many lay on the board."""
        colour = self.mover_side.colour
        men = [disc for disc in outcome.pocketed if disc is not QUEEN and disc is not STRIKER]
        lying = [disc for disc in round.on_board if disc is not QUEEN]
        if colour is None:
            own, others, own_lying = men, [], len(lying)
        else:
            own = [disc for disc in men if COLOUR[disc] is colour]
            others = [disc for disc in men if COLOUR[disc] is not colour]
            own_lying = sum(1 for disc in lying if COLOUR[disc] is colour)
        self.own_discs: list[Disc] = own
        self.others_discs: list[Disc] = others
        self.own, self.others = len(own), len(others)
        self.own_before, self.others_before = own_lying, len(lying) - own_lying
        self.direct = bool(others) and any(disc in outcome.touched for disc in others)

    @property
    def own_fell(self) -> bool:
        """At least one man of the mover fell."""
        return self.own > 0

    @property
    def only_theirs_fell(self) -> bool:
        """Men of the opponent fell, none of the mover's."""
        return self.others > 0 and not self.own

    @property
    def own_left(self) -> int:
        """The mover's men on the board after the stroke; a man that jumped is still one of them."""
        return self.own_before - self.own

    @property
    def others_left(self) -> int:
        """The opponent's men on the board after the stroke."""
        return self.others_before - self.others

    @property
    def own_last(self) -> bool:
        """The mover's last man fell."""
        return self.own > 0 and self.own_before == self.own

    @property
    def others_last(self) -> bool:
        """The opponent's last man fell."""
        return self.others > 0 and self.others_before == self.others

    @property
    def both_last(self) -> bool:
        """Both last men fell in this stroke."""
        return self.own_last and self.others_last

    @property
    def only_own_last(self) -> bool:
        """The mover's last man fell and the opponent still has men."""
        return self.own_last and not self.others_last

    @property
    def only_others_last(self) -> bool:
        """The opponent's last man fell and the mover still has men."""
        return self.others_last and not self.own_last

    @property
    def a_last_man_fell(self) -> bool:
        """The last man of either side fell."""
        return (self.own > 0 and self.own_before == self.own) or (self.others > 0 and self.others_before == self.others)

    @property
    def touched_nothing(self) -> bool:
        """The striker touched no man, and none was moved."""
        return not self.touched

    @property
    def stays_on_the_lines(self) -> bool:
        """Nothing moved, and the striker has not left the lines as far as this rule set asks."""
        if self.touched or self.striker_down or self.striker_jumped or self.own or self.others or self.queen_down:
            return False
        return self.short_of_the_lines

    @property
    def short_of_the_lines(self) -> bool:
        """The striker has not left its lines as far as this rule set asks."""
        wanted_both = self.rules.stroke_made == "leaves-both-lines"
        return self.lines_left is not _BOTH if wanted_both else self.lines_left is _NONE

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched

    @property
    def attempts_left(self) -> bool:
        """The breaker may try again after this attempt."""
        return self.attempt < self.rules.break_attempts

    @property
    def men_jumped(self) -> bool:
        """A man or the queen left the board over the frame."""
        return any(disc is not STRIKER for disc in self.jumped)

    @property
    def jumped_men(self) -> tuple[Disc, ...]:
        """The men and the queen that left the board over the frame."""
        return tuple(disc for disc in self.jumped if disc is not STRIKER)

    @property
    def queen_jumped(self) -> bool:
        """The queen left the board over the frame."""
        return QUEEN in self.jumped

    @property
    def proper(self) -> bool:
        """The stroke kept to the rules of technique and placing."""
        return not self.improper

    @property
    def faults(self) -> int:
        """Striker in the pocket and improper stroke, one each: the extra points that may be demanded."""
        return self.striker_down + self.improper

    @property
    def faultless(self) -> bool:
        """Neither striker in the pocket nor improper."""
        return not self.striker_down and not self.improper
