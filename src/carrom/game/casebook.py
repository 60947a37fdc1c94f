"""Casebook lines of the kinds `match` and `order`: parsing, decisions and explanations."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import msgspec

from carrom.board.seat import Seat
from carrom.errors import Contradiction
from carrom.game import match, score, turn_order
from carrom.game.score import Board, Side, Stage, Totals
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import Value

# -- fields of the lines, by form and question -------------------------------------------------------------------------


class CasebookLine(Value, frozen=True, forbid_unknown_fields=False):
    """Keys common to all lines; other keys (`expect`, `basis`, a note) are ignored."""

    ruleset: str


class BoardForm(Value, frozen=True, forbid_unknown_fields=False):
    """One board of a sequence."""

    winner: Side | None
    men_left: int
    queen: Side | None
    special: score.Ending | None = None
    demand: int = 0

    def board(self) -> Board:
        """Return the board as the scoring module expects it."""
        return Board(
            winner=self.winner,
            men_left=self.men_left,
            queen=self.queen,
            special=self.special,
            demand=self.demand,
        )


class EntryForm(Value, frozen=True, forbid_unknown_fields=False):
    """One game of a match or rubber of a tie: its boards, or a finished score."""

    boards: tuple[BoardForm, ...] | None = None
    score: Totals | None = None
    clock: bool = False
    """Whether time ran out."""

    def entry(self) -> match.GameEntry:
        """Return the game as the scoring module expects it."""
        boards = None if self.boards is None else tuple(board.board() for board in self.boards)
        return match.GameEntry(boards=boards, score=self.score, timed=self.clock)


class CasebookGame(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: game`."""

    first_break: Side
    boards: tuple[BoardForm, ...]
    stage: Stage | None = None
    format: str | None = None


class MatchLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: match`."""

    first_break: Side
    games: tuple[EntryForm, ...]
    stage: Stage | None = None


class TieLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: tie`."""

    order: tuple[match.Rubber, ...]
    play_out: bool
    rubbers: tuple[EntryForm, ...]
    stage: Stage | None = None


class HaulForm(Value, frozen=True, forbid_unknown_fields=False):
    """One player's counters in `form: totals`."""

    name: str
    black: int = 0
    white: int | None = None
    brown: int | None = None
    queen: bool = False
    void: int = 0


class TotalsLine(CasebookLine, frozen=True, forbid_unknown_fields=False):
    """`form: totals`."""

    players: tuple[HaulForm, ...]


class NextTurnForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `next-turn`."""

    striker: str
    turn: Literal["continue", "pass", "retry"]


class NextBreakForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `next-break`."""

    last_break: str


class BreakFailedForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `break-failed`."""

    striker: str


class OpenerForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `game-opener`."""

    game: int
    first_opener: str


class PlacerForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `placer`."""

    in_turn: str
    owes: str


class ChangeForm(Value, frozen=True, forbid_unknown_fields=False):
    """Arguments of `change-in-game`."""

    game: int
    running: tuple[Totals, ...]
    stage: Stage | None = None


class NothingForm(Value, frozen=True, forbid_unknown_fields=False):
    """A question without arguments besides the seats."""


# -- the decision of a line, with its clauses and reasons --------------------------------------------------------------


KINDS = ("match", "order")
FORMATS = {"best-of-3-boards": 3, "best-of-5-boards": 5, "most-of-8-boards": 8}
FORMAT_BOOKS = ("classic-29",)
"""Rule sets with games counted in boards (C43)."""


T = TypeVar("T")
Decision = dict[str, Any]


def decide(line: dict[str, Any]) -> Decision:
    """Return the decision on one `match` or `order` line: the keys of its `expect`, with `clauses` and `why`.

    Raises `Contradiction` when the facts cannot all be true, and `RulesError` for an unknown rule set.
    """
    kind = line.get("kind")
    deciders, key = {"match": (FORMS, "form"), "order": (ASKS, "ask")}.get(str(kind), ({}, "kind"))
    name = line.get(key)
    if not isinstance(name, str) or name not in deciders:
        expected = ", ".join(deciders or KINDS)
        raise Contradiction(f"{key} is {name!r}; expected one of {expected}")
    rules = ruleset(_read(CasebookLine, line).ruleset)
    return deciders[name](rules, line)


def _read(form: type[T], line: Any) -> T:
    try:
        return msgspec.convert(line, form)
    except msgspec.ValidationError as reason:
        text = str(reason)
        raise Contradiction(text[:1].lower() + text[1:]) from None


def _stage(rules: Ruleset, stage: Stage | None) -> Stage | None:
    """Return the stage; refuse None for a rule set whose board limit depends on it (C28)."""
    figures = rules.parameters
    if stage is None and _book(rules) == "icf" and figures.board_limit != figures.late_board_limit:
        raise Contradiction(f"stage is null; {rules.name} needs 'early' or 'late' to know whether boards are limited")
    return stage


def _book(rules: Ruleset) -> str:
    """Return the built-in rule set that `rules` is or extends."""
    return rules.extends or rules.name


def _game(rules: Ruleset, line: Any) -> Decision:
    given = _read(CasebookGame, line)
    best_of = FORMATS.get(given.format) if given.format else None
    if given.format is not None and (best_of is None or _book(rules) not in FORMAT_BOOKS):
        known = ", ".join(FORMATS) if _book(rules) in FORMAT_BOOKS else "null"
        raise Contradiction(f"format is {given.format!r}; {rules.name} knows {known}")
    boards = [board.board() for board in given.boards]
    stand = score.score_game(rules, boards, given.first_break, _stage(rules, given.stage), best_of)
    decision: Decision = {
        "running": [list(pair) for pair in stand.running],
        "finished": stand.finished,
        "winner": stand.winner,
        "score": list(stand.score),
        "next": stand.next,
        "breaker": stand.breaker,
    }
    if rules.parameters.boards_won_limit is not None:
        decision["rounds"] = list(stand.won)
    why = _outcome("game", stand)
    return _with(decision, stand.clauses, why, stand.reading)


def _match(rules: Ruleset, line: Any) -> Decision:
    given = _read(MatchLine, line)
    best_of = rules.parameters.games_of_match
    if best_of < 2:
        raise Contradiction(f"a match of {rules.name} is one game; ask for the form 'game'")
    games = [entry.entry() for entry in given.games]
    stand = match.score_match(rules, games, given.first_break, _stage(rules, given.stage), best_of)
    decision = {
        "games": _lines(stand.games),
        "finished": stand.finished,
        "winner": stand.winner,
        "score": list(stand.score),
        "next": stand.next,
        "breaker": stand.breaker,
        "interval": stand.interval,
    }
    why = _outcome("match", stand)
    if stand.interval:
        why += " Ten minutes' interval comes first."
    return _with(decision, stand.clauses, why, stand.reading)


def _tie(rules: Ruleset, line: Any) -> Decision:
    given = _read(TieLine, line)
    rubbers = [entry.entry() for entry in given.rubbers]
    stand = match.score_tie(rules, given.order, rubbers, given.play_out, given.stage)
    decision = {
        "rubbers": _lines(stand.rubbers),
        "finished": stand.finished,
        "winner": stand.winner,
        "score": list(stand.score),
        "next": stand.next,
    }
    tally = f"{stand.score[0]}-{stand.score[1]} in rubbers"
    ended = f"{stand.winner} has won the tie, {tally}." if stand.winner else f"The tie stands {tally}."
    coming = f" The next rubber is {stand.next}." if stand.next else ""
    return _with(decision, stand.clauses, ended + coming)


def _totals(rules: Ruleset, line: Any) -> Decision:
    given = _read(TotalsLine, line)
    hauls = [
        score.PointsTaken(name=h.name, dark=h.black, light=h.white or h.brown or 0, queen=h.queen, void=h.void)
        for h in given.players
    ]
    light, wrong = ("brown", "white") if rules.parameters.white_is_brown else ("white", "brown")
    for haul in given.players:
        if getattr(haul, wrong) is not None:
            raise Contradiction(f"{haul.name} has {wrong} counters; {rules.name} plays black and {light}")
    stand = score.total(rules, hauls)
    decision = {"scores": dict(stand.scores), "winners": list(stand.winners)}
    won = " and ".join(stand.winners) + (" has" if len(stand.winners) == 1 else " share")
    return _with(
        decision, stand.clauses, f"{won} the highest total, {max(points for _, points in stand.scores)} points."
    )


def _ordered(
    form: type[T], ask: Callable[[Ruleset, turn_order.Seating, T], Decision]
) -> Callable[[Ruleset, Any], Decision]:
    """Return a decider that first parses the seats and `given`."""

    def decide_order(rules: Ruleset, line: Any) -> Decision:
        seating = turn_order.Seating.of(_read(dict[Seat, str], line.get("seats")))
        turn_order.check_seating(rules, seating)
        return ask(rules, seating, _read(form, line.get("given")))

    return decide_order


def _next_turn(rules: Ruleset, seating: turn_order.Seating, given: NextTurnForm) -> Decision:
    answer = turn_order.next_turn(rules, seating, given.striker, given.turn)
    stays = "keeps the turn" if given.turn != "pass" else "follows to the right of " + given.striker
    return _with({"player": answer.player}, answer.clauses, f"{answer.player} {stays}.")


def _next_break(rules: Ruleset, seating: turn_order.Seating, given: NextBreakForm) -> Decision:
    answer = turn_order.next_break(rules, seating, given.last_break)
    why = f"The break passes from {given.last_break} to {answer.player}."
    return _with({"player": answer.player, "white": answer.white}, answer.clauses, why + _white(answer))


def _break_failed(rules: Ruleset, seating: turn_order.Seating, given: BreakFailedForm) -> Decision:
    answer = turn_order.break_failed(rules, seating, given.striker)
    why = f"{given.striker} has lost the right to break, {answer.player} strikes next."
    colours = f" {answer.white} keeps the white pieces." if answer.white else ""
    return _with({"player": answer.player, "white": answer.white}, answer.clauses, why + colours)


def _opener(rules: Ruleset, seating: turn_order.Seating, given: OpenerForm) -> Decision:
    answer = turn_order.game_opener(rules, seating, given.game, given.first_opener)
    why = f"{answer.player} opens game {given.game}."
    return _with({"player": answer.player}, answer.clauses, why, answer.reading)


def _placer(rules: Ruleset, seating: turn_order.Seating, given: PlacerForm) -> Decision:
    answer = turn_order.placer(rules, seating, given.in_turn, given.owes)
    return _with({"player": answer.player}, answer.clauses, f"{answer.player} places the piece that {given.owes} owes.")


def _seats(rules: Ruleset, seating: turn_order.Seating, _: NothingForm) -> Decision:
    after, clauses = turn_order.seats_after_game(rules, seating)
    moved = "one place to his right" if seating.doubles else "to the opposite side"
    why = f"Everybody moves {moved}." if after != seating else "Everybody keeps his seat."
    return _with({"seats": {seat.value: player for seat, player in after.places}}, clauses, why)


def _change(rules: Ruleset, seating: turn_order.Seating, given: ChangeForm) -> Decision:
    after, clauses = turn_order.change_in_game(rules, given.game, given.stage, given.running)
    why = f"Sides change after board {after}." if after else "No change of sides within this game so far."
    return _with({"after_board": after}, clauses, why)


FORMS: dict[str, Callable[[Ruleset, Any], Decision]] = {
    "game": _game,
    "match": _match,
    "tie": _tie,
    "totals": _totals,
}
ASKS: dict[str, Callable[[Ruleset, Any], Decision]] = {
    "next-turn": _ordered(NextTurnForm, _next_turn),
    "next-break": _ordered(NextBreakForm, _next_break),
    "break-failed": _ordered(BreakFailedForm, _break_failed),
    "game-opener": _ordered(OpenerForm, _opener),
    "placer": _ordered(PlacerForm, _placer),
    "seats-after-game": _ordered(NothingForm, _seats),
    "change-in-game": _ordered(ChangeForm, _change),
}


def _lines(lines: tuple[match.GameScoreLine, ...]) -> list[Decision]:
    return [{"winner": line.winner, "score": list(line.score)} for line in lines]


def _with(decision: Decision, clauses: tuple[str, ...], why: str, reading: str = "") -> Decision:
    """Return the decision with its clauses and reasons; one based on a reading is marked as a judgement."""
    complete = {**decision, "clauses": [text for text in clauses if text], "why": why}
    return {**complete, "judgement": True, "readings": [reading]} if reading else complete


def _white(answer: turn_order.BreakerAndWhite) -> str:
    return f" {answer.white} has the white pieces." if answer.white else ""


def _outcome(word: str, stand: score.GameScore | match.MatchScore) -> str:
    tally = f"{stand.score[0]}-{stand.score[1]}"
    if stand.winner:
        return f"{stand.winner} has won the {word}, {tally}."
    if stand.next is None:
        return f"The {word} is drawn, {tally}."
    stands = f"The {word} stands {tally}."
    if stand.next == "extra-board":
        if stand.reading == score.SAME_BREAKER:
            return f"{stands} The extra board is played again, and who broke it breaks it again, without another toss."
        return f"{stands} An extra board decides; a toss settles who breaks it."
    opened = "opens the next game" if stand.next == "game" else "breaks the next board"
    return f"{stands} {stand.breaker} {opened}."
