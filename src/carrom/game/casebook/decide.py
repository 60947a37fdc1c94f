"""Casebook lines of the kinds `match` and `order`: decides one line, with its clauses and reasons."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from carrom.board.seat import Seat
from carrom.errors import Contradiction
from carrom.game import turn_order
from carrom.game.casebook import forms
from carrom.game.scoring import match, points_totals, score
from carrom.game.scoring.score import Stage
from carrom.rules.ruleset import Ruleset, ruleset

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
    rules = ruleset(_read(forms.CasebookLine, line).ruleset)
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
    given = _read(forms.CasebookGame, line)
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
    given = _read(forms.MatchLine, line)
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
    given = _read(forms.TieLine, line)
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
    given = _read(forms.TotalsLine, line)
    hauls = [
        points_totals.PointsTaken(name=h.name, dark=h.black, light=h.white or h.brown or 0, queen=h.queen, void=h.void)
        for h in given.players
    ]
    light, wrong = ("brown", "white") if rules.parameters.white_is_brown else ("white", "brown")
    for haul in given.players:
        if getattr(haul, wrong) is not None:
            raise Contradiction(f"{haul.name} has {wrong} counters; {rules.name} plays black and {light}")
    stand = points_totals.total(rules, hauls)
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


def _next_turn(rules: Ruleset, seating: turn_order.Seating, given: forms.NextTurnForm) -> Decision:
    answer = turn_order.next_turn(rules, seating, given.striker, given.turn)
    stays = "keeps the turn" if given.turn != "pass" else "follows to the right of " + given.striker
    return _with({"player": answer.player}, answer.clauses, f"{answer.player} {stays}.")


def _next_break(rules: Ruleset, seating: turn_order.Seating, given: forms.NextBreakForm) -> Decision:
    answer = turn_order.next_break(rules, seating, given.last_break)
    why = f"The break passes from {given.last_break} to {answer.player}."
    return _with({"player": answer.player, "white": answer.white}, answer.clauses, why + _white(answer))


def _break_failed(rules: Ruleset, seating: turn_order.Seating, given: forms.BreakFailedForm) -> Decision:
    answer = turn_order.break_failed(rules, seating, given.striker)
    why = f"{given.striker} has lost the right to break, {answer.player} strikes next."
    kept = f" {answer.white} keeps the white pieces." if answer.white else ""
    return _with({"player": answer.player, "white": answer.white}, answer.clauses, why + kept)


def _opener(rules: Ruleset, seating: turn_order.Seating, given: forms.OpenerForm) -> Decision:
    answer = turn_order.game_opener(rules, seating, given.game, given.first_opener)
    why = f"{answer.player} opens game {given.game}."
    return _with({"player": answer.player}, answer.clauses, why, answer.reading)


def _placer(rules: Ruleset, seating: turn_order.Seating, given: forms.PlacerForm) -> Decision:
    answer = turn_order.placer(rules, seating, given.in_turn, given.owes)
    return _with({"player": answer.player}, answer.clauses, f"{answer.player} places the piece that {given.owes} owes.")


def _seats(rules: Ruleset, seating: turn_order.Seating, _: forms.NothingForm) -> Decision:
    after, clauses = turn_order.seats_after_game(rules, seating)
    moved = "one place to his right" if seating.doubles else "to the opposite side"
    why = f"Everybody moves {moved}." if after != seating else "Everybody keeps his seat."
    return _with({"seats": {seat.value: player for seat, player in after.places}}, clauses, why)


def _change(rules: Ruleset, seating: turn_order.Seating, given: forms.ChangeForm) -> Decision:
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
    "next-turn": _ordered(forms.NextTurnForm, _next_turn),
    "next-break": _ordered(forms.NextBreakForm, _next_break),
    "break-failed": _ordered(forms.BreakFailedForm, _break_failed),
    "game-opener": _ordered(forms.OpenerForm, _opener),
    "placer": _ordered(forms.PlacerForm, _placer),
    "seats-after-game": _ordered(forms.NothingForm, _seats),
    "change-in-game": _ordered(forms.ChangeForm, _change),
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
