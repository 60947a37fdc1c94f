"""Decide casebook lines: parse one JSON object, judge it, and return the decision.

The format is described in docs/rules/casebook.md. Unknown keys are ignored; a line with contradictory facts is refused.
"""

from collections.abc import Mapping
from typing import Any

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RulesError
from carrom.rules.casebook.call_codes import BREACHES
from carrom.rules.casebook.read_keys import call_of, flag, number, object_of, one_of
from carrom.rules.judge import judge, judge_any, judge_spot
from carrom.rules.phases import Demanded, Placed, apply, demander
from carrom.rules.readings.stroke_rulings import marks, readings_of
from carrom.rules.round import Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruleset import NAMES, Ruleset, ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.values import changed

Json = Mapping[str, Any]
MOVER, OPPONENT = 0, 1
"""Indices of the sides: the mover is always south with the white pieces, the opponent north with the black."""


def decide(line: Json, language: str = "en") -> dict[str, Any]:
    """Return the decision on a `stroke`, `call` or `points` line: the keys of `expect`, `clauses` and `why`.

    Raises `Contradiction` or `RulesError`.
    """
    book = _book(line)
    kind = one_of(line, "kind", ("stroke", "call", "points"))
    if kind == "points":
        from carrom.rules.casebook.points_lines import decide_points

        return decide_points(book, line, language)
    if not book.colours_are_owned:
        raise RulesError(f"{book.name} has no cases of kind {kind!r}: nobody owns a colour in it, use kind 'points'")
    round = owned_round(book, object_of(line, "before"))
    if kind == "call":
        told = object_of(line, "call")
        call = call_of(told)
        round = _during(round, told) if call.during else round
        _check_moment(round, call)
        ruling = judge_any(round, call)
        return _decision(round, ruling, 0, language)
    stroke = object_of(line, "stroke")
    placement = one_of(stroke, "placement", ("legal", "off-lines", "cut-moon", "on-arrow"), "legal")
    outcome = owned_outcome(round, stroke)
    ruling = judge_spot(round, placement) or judge(round, outcome)
    return _decision(round, ruling, number(line, "demand", 0, 2, 0), language)


def _check_moment(round: Round, call: Call) -> None:
    """Raise `Contradiction` for a queen taken in this turn if nobody has struck in it."""
    taken = round.queen in (QueenState.PENDING, QueenState.ASIDE)
    if taken and call.what in BREACHES and not call.after_stroke:
        raise Contradiction(
            f"the queen is {str(round.queen)!r}, so the side in turn has struck, but the call is said to come "
            "'before-stroke'"
        )


def _during(round: Round, told: Json) -> Round:
    """Return the round right after a stroke that pocketed `own` pieces and maybe the queen, and included a violation.

    `paid` further pieces of it have come back for dues. Raises `Contradiction` for impossible numbers of pieces.
    """
    own, queen, paid = number(told, "own", 0, 9, 0), flag(told, "queen", False), number(told, "paid", 0, 9, 0)
    lying = [disc for disc in WHITES if disc in round.on_board]
    if paid > len(lying):
        raise Contradiction(f"{paid} men of the mover are said to have paid dues, but {len(lying)} are on the board")
    down = [disc for disc in round.pocketed if disc in WHITES]
    if own > len(down):
        raise Contradiction(f"{own} men of the mover are said to have fallen in the stroke, but {len(down)} are down")
    if queen and round.queen not in (QueenState.PENDING, QueenState.COVERED):
        raise Contradiction("the queen cannot have fallen in the stroke: it is on the board")
    fallen = (*lying[:paid], *down[len(down) - own :], *((QUEEN,) if queen else ()))
    covered = queen and round.queen is QueenState.COVERED and round.queen_side == MOVER
    return changed(round, struck=True, fallen=fallen, covered_now=covered)


def _decision(round: Round, ruling: Ruling, demand: int, language: str) -> dict[str, Any]:
    """Return the decision, with every due placed at once and extra points demanded as the case says."""
    after = settle(round, ruling)
    returned = [sum(p.owner == side for p in ruling.placings) for side in (MOVER, OPPONENT)]
    if round.sides[MOVER].colour is not None:
        returned[OPPONENT] += sum(disc in BLACKS and disc in after.on_board for disc in _fallen(ruling))
    while after.placings:
        first = after.placings[0]
        after = apply(after, Placed(first.by, first.disc))
    if after.result is not None and after.result.up_to:
        after = apply(after, Demanded(demander(after), min(demand, after.result.up_to)))
    over = ruling.turn in (Turn.END, Turn.REPLAY)
    return {
        "turn": str(ruling.turn),
        "returned": {"mover": returned[MOVER], "opponent": returned[OPPONENT]},
        "queen": None if over else _queen_word(after),
        "due": {"mover": 0 if over else after.sides[MOVER].due, "opponent": 0 if over else after.sides[OPPONENT].due},
        "result": _result(after),
        "clauses": list(ruling.clauses),
        "why": ruling.told(None, language),
        **marks(readings_of(round, ruling)),
    }


def _fallen(ruling: Ruling) -> tuple[Disc, ...]:
    return ruling.outcome.pocketed if ruling.outcome is not None else ()


def _queen_word(round: Round) -> str:
    if round.queen is QueenState.COVERED:
        return "mover" if round.queen_side == MOVER else "opponent"
    return str(round.queen)


def _result(round: Round) -> dict[str, Any] | None:
    if round.result is None or round.result.replay:
        return None
    winner = "mover" if round.result.winners == (MOVER,) else "opponent"
    return {"winner": winner, "points": round.result.points}


# -- from a line to a round --------------------------------------------------------------------------------------


def owned_round(book: Ruleset, before: Json) -> Round:
    """Return the round that `before` describes, the mover south with white and the opponent north with black.

    Raises `Contradiction` for contradictory facts.
    """
    phase = Phase(one_of(before, "phase", ("break", "play")))
    attempt = number(before, "attempt", 1, book.parameters.break_attempts, 1)
    no_room = flag(before, "no_room", False)
    queen, queen_side = _queen_before(book, before)
    sides: list[Side] = []
    lying: list[Disc] = []
    pocketed: list[Disc] = []
    for name, colour, seat, men in (
        ("mover", Kind.WHITE, Seat.SOUTH, WHITES),
        ("opponent", Kind.BLACK, Seat.NORTH, BLACKS),
    ):
        told = object_of(before, name)
        men_left, due = number(told, "men", 1, 9), number(told, "due", 0, 99, 0)
        if due and men_left < 9 and not no_room:
            raise Contradiction(
                f"the {name} owes {due} although {9 - men_left} of their men are in the pockets and there is room: "
                "a due is paid as soon as a man is available"
            )
        lying += men[:men_left]
        pocketed += men[men_left:]
        score = number(told, "score", 0, 10_000, 0)
        target = book.parameters.target_points
        if target is not None and score >= target:
            raise Contradiction(
                f"the {name} has {score} points before this board: with {target} the game is won already"
            )
        sides.append(Side(seats=(seat,), colour=colour, score=score, due=due))
    sides[MOVER] = _with_rights(before, sides[MOVER], book, 9 - len([d for d in lying if d in WHITES]))
    if phase is Phase.BREAK and (len(lying) < 18 or queen is not QueenState.BOARD):
        raise Contradiction("the rack is unbroken, but some men or the queen are not on the board")
    if phase is Phase.PLAY and attempt != 1:
        raise Contradiction(f"attempt {attempt} while the rack is broken already: only a break has attempts")
    on = [QUEEN] if queen is QueenState.BOARD else []
    return Round(
        ruleset=book,
        sides=tuple(sides),
        breaker=Seat.SOUTH,
        turn=Seat.SOUTH,
        phase=phase,
        attempt=attempt,
        turns=2,
        on_board=in_rack_order((*on, *lying)),
        pocketed=(*pocketed, *([] if on else [QUEEN])),
        queen=queen,
        queen_side=queen_side,
        no_room=no_room,
    )


def _with_rights(before: Json, side: Side, book: Ruleset, down: int) -> Side:
    """Return the mover's side with the facts that entitle it to the queen."""
    ever = flag(before, "pocketed_before", down > 0)
    himself = flag(before, "pocketed_by_self", ever)
    if down and not ever:
        raise Contradiction(f"{down} of the mover's men are in the pockets, but none is said to have been pocketed")
    if himself and not ever:
        raise Contradiction("the mover cannot have pocketed an own man: none has been pocketed")
    if not ever and before.get("queen") in ("pending", "mover"):
        raise Contradiction("the mover cannot have taken the queen: no own man has been pocketed")
    return changed(side, pocketed_before=ever, pocketed_by_self=himself)


def _queen_before(book: Ruleset, before: Json) -> tuple[QueenState, int | None]:
    word = one_of(before, "queen", ("board", "pending", "mover", "opponent", "off-until-turn-end"), "board")
    told = before.get("queen_covered_by")
    covered = word if word in ("mover", "opponent") else None
    if "queen_covered_by" in before and told != covered:
        raise Contradiction(f"the queen is {word!r}, but queen_covered_by says {told!r}: it must repeat who covered it")
    if word == "off-until-turn-end" and not book.has("queen_too_early_is_laid_aside"):
        raise Contradiction(f"a queen that lies aside until the turn ends does not exist in {book.name}")
    if covered:
        return QueenState.COVERED, MOVER if covered == "mover" else OPPONENT
    return QueenState(word), None


def owned_outcome(round: Round, stroke: Json) -> Outcome:
    """Return the facts of a `stroke`, with individual discs. Raises `Contradiction`."""
    own, others = number(stroke, "own", 0, 99, 0), number(stroke, "opponent", 0, 99, 0)
    jumped = object_of(stroke, "jumped") if stroke.get("jumped") is not None else {}
    white, black = _lying(round, WHITES), _lying(round, BLACKS)
    men = _take(white, own, "the mover", "pocketed") + _take(black, others, "the opponent", "pocketed")
    over = _take(white[own:], number(jumped, "own", 0, 99, 0), "the mover", "off the board")
    over += _take(black[others:], number(jumped, "opponent", 0, 99, 0), "the opponent", "off the board")
    direct = stroke.get("direct")
    if direct is not None and not isinstance(direct, bool):
        raise RulesError(f"'direct' is {direct!r}: true, false or null was expected")
    if direct and not others:
        raise Contradiction("the striker is said to have touched an opponent's man that fell, but none fell")
    touched = flag(stroke, "touched", True)
    if direct and not touched:
        raise Contradiction("the striker is said to have struck a man of the opponent, but to have touched nothing")
    return Outcome(
        pocketed=(*men, *_named(QUEEN, stroke, "queen"), *_named(STRIKER, stroke, "striker")),
        touched=(black[0],) if direct else (),
        jumped=(*over, *_named(QUEEN, jumped, "queen"), *_named(STRIKER, jumped, "striker")),
        moved=touched,
        lines_left=LinesLeft(one_of(stroke, "left", ("both", "one", "none"), "both")),
        breaches=tuple(
            breach
            for key, breach in (("improper", Breach.IMPROPER), ("before_play", Breach.BEFORE_PLAY))
            if flag(stroke, key, False)
        ),
    )


def _lying(round: Round, men: tuple[Disc, ...]) -> list[Disc]:
    """Return the pieces of a colour on the board, the highest number first, so that pieces fall in natural order."""
    return [disc for disc in reversed(men) if disc in round.on_board]


def _take(men: list[Disc], wanted: int, whose: str, what: str) -> list[Disc]:
    if wanted > len(men):
        raise Contradiction(
            f"{wanted} men of {whose} are said to be {what}, but only {len(men)} were left on the board"
        )
    return men[:wanted]


def _named(disc: Disc, facts: Json, key: str) -> tuple[Disc, ...]:
    return (disc,) if flag(facts, key, False) else ()


# -- parsing a line ----------------------------------------------------------------------------------------------


def _book(line: Json) -> Ruleset:
    name = line.get("ruleset")
    if not isinstance(name, str):
        raise RulesError(f"'ruleset' is {name!r}: one of {', '.join(NAMES)} was expected")
    return ruleset(name)
