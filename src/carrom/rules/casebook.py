"""Casebook lines: read a line, decide it by the laws, and render the cases of a rule set as a page."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from carrom.board import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Breach, Disc, Kind, LinesLeft, Outcome, Seat
from carrom.errors import Contradiction, RulesError
from carrom.i18n import listed, text_of
from carrom.rules.effects import BREACHES
from carrom.rules.judge import judge, judge_any, judge_spot
from carrom.rules.parameters import NUMBERS
from carrom.rules.phases import Demanded, Placed, apply, demander
from carrom.rules.points import worth
from carrom.rules.reading_facts import marks, readings_of
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruleset import NAMES, Ruleset, ruleset
from carrom.rules.ruling import Call, Ruling, Turn
from carrom.rules.settle import settle
from carrom.rules.wording import CALLS, Names
from carrom.values import changed

# -- the keys of a line, with a clear error for each unexpected value --------------------------------------------------


Json = Mapping[str, Any]


def said(facts: Json, key: str) -> str:
    """Return the value of a key for an error message, shortened, or that there is none."""
    if key not in facts:
        return f"{key!r} is missing"
    text = json.dumps(facts[key], ensure_ascii=False)
    return f"{key!r} is {text if len(text) <= 60 else text[:57] + '...'}"


def object_of(line: Json, key: str) -> Json:
    """Return the object under a key."""
    value = line.get(key)
    if not isinstance(value, Mapping):
        raise RulesError(f"{said(line, key)}: an object was expected")
    return value


def number(facts: Json, key: str, least: int, most: int, default: int | None = None) -> int:
    """Return the integer under a key, between two limits."""
    value = facts.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulesError(f"{said(facts, key)}: a whole number from {least} to {most} was expected")
    return value


def flag(facts: Json, key: str, default: bool) -> bool:
    """Return the boolean under a key."""
    value = facts.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"{said(facts, key)}: true or false was expected")
    return value


def one_of(facts: Json, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """Return the word under a key, one of those allowed."""
    value = facts.get(key, default)
    if value not in allowed:
        raise RulesError(f"{said(facts, key)}: {', '.join(allowed[:-1])} or {allowed[-1]} was expected")
    return str(value)


def call_of(given: Json, names: Sequence[str] = ()) -> Call:
    """Return the call of a line; `names` are the players of a points game, the one in turn first.

    `by` is `mover`, `opponent` (the next side), null, or one of the names.
    """
    by = given.get("by")
    sides: dict[object, int | None] = {name: index for index, name in enumerate(names)}
    sides |= {"mover": 0, "opponent": 1, None: None}
    if not (by is None or isinstance(by, str)) or by not in sides:
        known = ", ".join(["'mover'", "'opponent'", *(repr(name) for name in names)])
        raise RulesError(f"'by' is {by!r}: {known} or null was expected")
    when = one_of(given, "when", ("before-stroke", "during-stroke", "after-stroke"), "before-stroke")
    what = given.get("what")
    if not isinstance(what, str):
        raise RulesError(f"'what' is {what!r}: the code of a call was expected")
    return Call(
        what=what,
        side=sides[by],
        after_stroke=when != "before-stroke",
        during=when == "during-stroke",
        partner=flag(given, "partner", False),
    )


# -- the decision of a line --------------------------------------------------------------------------------------------
# The format is described in docs/rules/casebook.md. Unknown keys are ignored; a line with contradictory facts is
# refused.


MOVER, OPPONENT = 0, 1
"""Indices of the sides: the mover is always south with the white pieces, the opponent north with the black."""


def decide(line: Json, language: str = "en") -> dict[str, Any]:
    """Return the decision on a `stroke`, `call` or `points` line: the keys of `expect`, `clauses` and `why`.

    Raises `Contradiction` or `RulesError`.
    """
    book = _book(line)
    kind = one_of(line, "kind", ("stroke", "call", "points"))
    if kind == "points":
        return decide_points(book, line, language)
    if not book.colours_are_owned:
        raise RulesError(f"{book.name} has no cases of kind {kind!r}: nobody owns a colour in it, use kind 'points'")
    round = owned_round(book, object_of(line, "before"))
    if kind == "call":
        result = object_of(line, "call")
        call = call_of(result)
        round = _during(round, result) if call.during else round
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


def _during(round: Round, given: Json) -> Round:
    """Return the round right after a stroke that pocketed `own` pieces and maybe the queen, and included a violation.

    `paid` further pieces of it have come back for dues. Raises `Contradiction` for impossible numbers of pieces.
    """
    own, queen, paid = number(given, "own", 0, 9, 0), flag(given, "queen", False), number(given, "paid", 0, 9, 0)
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


# -- from a line to a round --------------------------------------------------------------------------------------------


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
        result = object_of(before, name)
        men_left, due = number(result, "men", 1, 9), number(result, "due", 0, 99, 0)
        if due and men_left < 9 and not no_room:
            raise Contradiction(
                f"the {name} owes {due} although {9 - men_left} of their men are in the pockets and there is room: "
                "a due is paid as soon as a man is available"
            )
        lying += men[:men_left]
        pocketed += men[men_left:]
        score = number(result, "score", 0, 10_000, 0)
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
    result = before.get("queen_covered_by")
    covered = word if word in ("mover", "opponent") else None
    if "queen_covered_by" in before and result != covered:
        raise Contradiction(
            f"the queen is {word!r}, but queen_covered_by says {result!r}: it must repeat who covered it"
        )
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


# -- parsing a line ----------------------------------------------------------------------------------------------------


def _book(line: Json) -> Ruleset:
    name = line.get("ruleset")
    if not isinstance(name, str):
        raise RulesError(f"'ruleset' is {name!r}: one of {', '.join(NAMES)} was expected")
    return ruleset(name)


# -- the cases of a rule set as a page ---------------------------------------------------------------------------------


Case = dict[str, Any]


def cases_page(rules: Ruleset, cases: Iterable[tuple[Case, Case]]) -> str:
    """Return the page of a rule set's cases, each with its decision, as Markdown.

    Raises `RulesError` if a case lacks a field that its situation is written with.
    """
    lines = [
        f"# Worked cases for {rules.title} (`{rules.name}`)",
        "",
        "<!-- Generated by `carrom rules --books`. -->",
        "",
        f"The clauses are explained in [the rule book]({rules.name}.md). “You” are the player in turn.",
        "",
    ]
    for case, decision in cases:
        try:
            lines += [f"### {case['id']}", "", case_text(case), ""]
        except KeyError as field:
            raise RulesError(
                f"case {case.get('id')} has no field {field}; a page of cases needs every field of its "
                "situation and its stroke, also those that a decision could do without"
            ) from None
        lines += [f"**Decision.** {decision['why']}", "", f"Rests on {_ground(decision)}."]
        note = case.get("note")
        lines += ["", f"Note: {note}.", ""] if note else [""]
    return "\n".join(lines).rstrip() + "\n"


def _ground(decision: Case) -> str:
    """Return the clauses of a decision, and the readings where no text settles it."""
    clauses = ", ".join(decision["clauses"]) or "no clause"
    readings = [f"[{number}](readings.md#{number.lower()})" for number in decision.get("readings", ())]
    return f"{clauses}; read by {', '.join(readings)}" if readings else clauses


def case_text(case: Case) -> str:
    """Describe the situation and the event; sequences and orders stay in their notation."""
    match case["kind"]:
        case "stroke":
            return f"{_situation(case['before'])} {_stroke(case['stroke'])}{_demand(case)}"
        case "call":
            return f"{_situation(case['before'])} {_call(case['call'])}"
        case "points" if "call" in case:
            return f"{_points_situation(case['before'])} {_call(case['call'])}"
        case "points":
            return f"{_points_situation(case['before'])} {_points_stroke(case['stroke'])}"
        case _:
            asked = {key: value for key, value in case.items() if key in _ASKED}
            return f"`{json.dumps(asked, ensure_ascii=False)}`"


_ASKED = ("form", "ask", "seats", "given", "stage", "format", "first_break", "boards", "games", "rubbers", "players")


def _number(number: int, word: str = "man", many: str = "men") -> str:
    return f"{NUMBERS[number]} {word if number == 1 else many}"


def _situation(before: Case) -> str:
    mover, other = before["mover"], before["opponent"]
    result = f"You have {_number(mover['men'])} on the board, the opponent {NUMBERS[other['men']]}"
    if mover["score"] or other["score"]:
        result += f", at {mover['score']} to {other['score']} in the game"
    result += f"; {_queen(before['queen'])}."
    if before["phase"] == "break":
        result = f"You break, attempt {before['attempt']}."
    if mover["due"]:
        result += f" You owe {_number(mover['due'])}."
    if other["due"]:
        result += f" The opponent owes {_number(other['due'])}."
    if mover["men"] == 9 and before["pocketed_before"]:
        result += " A man of yours has been pocketed before and come back."
    if before.get("pocketed_by_self") is False and before["pocketed_before"]:
        result += " You have not pocketed one of your men yourself yet."
    return result + (" There is no room for a due." if before.get("no_room") else "")


def _queen(state: str) -> str:
    return {
        "board": "the queen lies on the board",
        "pending": "you took the queen with the stroke before",
        "mover": "you have covered the queen",
        "opponent": "the opponent has covered the queen",
        "covered": "the queen is covered",
        "off-until-turn-end": "the queen lies beside the board",
    }[state]


def _stroke(stroke: Case) -> str:
    placed = stroke.get("placement", "legal")
    if placed != "legal":
        where = {
            "off-lines": "off the base lines",
            "cut-moon": "partly on a base circle",
            "on-arrow": "touching the arrow",
        }[placed]
        return f"You want to strike from a spot {where}."
    parts = [_number(stroke["own"], "own man", "own men")] if stroke["own"] else []
    parts += [_number(stroke["opponent"], "man of the opponent", "men of the opponent")] if stroke["opponent"] else []
    parts += ["the queen"] if stroke["queen"] else []
    parts += ["the striker"] if stroke["striker"] else []
    improper = "By an improper stroke you" if stroke["improper"] else "You"
    if stroke.get("before_play"):
        improper = 'Before the umpire has called "Play" you'
    text = f"{improper} pocket {listed(parts)}" if parts else f"{improper} pocket nothing"
    text += "" if stroke["touched"] else ", touching no man"
    left = stroke.get("left", "both")
    text += {"both": "", "one": ", and the striker has left one line only", "none": ", the striker still on its lines"}[
        left
    ]
    if stroke.get("direct") is not None:
        text += ", struck by the striker itself" if stroke["direct"] else ", not struck by the striker itself"
    return f"{text}{_jumped(stroke['jumped'])}."


def _jumped(jumped: Case) -> str:
    gone = [_number(jumped["own"], "own man", "own men")] if jumped["own"] else []
    gone += [_number(jumped["opponent"], "man of the opponent", "men of the opponent")] if jumped["opponent"] else []
    gone += ["the queen"] if jumped["queen"] else []
    gone += ["the striker"] if jumped["striker"] else []
    return f"; off the board went {listed(gone)}" if gone else ""


def _demand(case: Case) -> str:
    return f" The gainer demands {case['demand']} extra." if case.get("demand") else ""


def _call(call: Case) -> str:
    event = CALLS.get(call["what"], call["what"])
    who = {"mover": " by you", "opponent": " by the opponent", None: ""}.get(call["by"], f" by {call['by']}")
    when = "before your first stroke of this turn" if call.get("when") == "before-stroke" else "after your first stroke"
    return f"The umpire notes {event}{who}, {when}." if call["by"] else f"The umpire notes {event}."


def _points_situation(before: Case) -> str:
    on = ", ".join(f"{NUMBERS[number]} {colour}" for colour, number in before["on_board"].items())
    player = before["player"]
    result = f"On the board: {on}; {_queen(before['queen'])}. You have {player['score']} points"
    result += f", {player['turn_points']} of them from this turn" if player["turn_points"] else ""
    others = listed([f"{other['name']} {other['score']}" for other in before["others"]])
    result += f" ({', '.join(player['pocketed'])})" if player["pocketed"] else ""
    if before["phase"] == "break":
        return f"You break, attempt {before['attempt']}."
    return f"{result}; {others}." + (f" You owe {NUMBERS[player['due']]}." if player["due"] else "")


def _points_stroke(stroke: Case) -> str:
    counts = {colour: stroke["pocketed"].count(colour) for colour in dict.fromkeys(stroke["pocketed"])}
    facts = {"own": 0, "opponent": 0, "improper": False, "direct": None, **stroke}
    facts["jumped"] = {
        "own": sum(word not in ("queen", "striker") for word in stroke["jumped"]),
        "opponent": 0,
        "queen": "queen" in stroke["jumped"],
        "striker": "striker" in stroke["jumped"],
    }
    result = _stroke(facts).replace("own man", "counter").replace("own men", "counters")
    if not counts:
        return result
    fallen = listed([f"{NUMBERS[number]} {colour}" for colour, number in counts.items()])
    if "pocket nothing" in result:
        return result.replace("pocket nothing", f"pocket {fallen}")
    return result.replace("pocket ", f"pocket {fallen} and ", 1)


# -- lines of kind `points`: rule sets in which colours are not owned --------------------------------------------------
# Besides the common keys, a stroke may be `improper`, and a line may have a `call` instead of a stroke.


SEATS = {1: ((Seat.SOUTH,),), 2: ((Seat.SOUTH,), (Seat.NORTH,)), 3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,))}


def decide_points(book: Ruleset, line: Json, language: str = "en") -> dict[str, Any]:
    """Return the decision on one line of kind `points`. Raises `Contradiction` or `RulesError`."""
    if book.colours_are_owned:
        raise RulesError(f"{book.name} has no cases of kind 'points': each side owns a colour in it, use kind 'stroke'")
    before = object_of(line, "before")
    names = [_name(object_of(before, "player")), *(_name(other) for other in _others(before))]
    if len(set(names)) != len(names):
        raise Contradiction(f"the players are called {', '.join(names)}: each needs a different name")
    round = points_round(book, before, len(names))
    if "call" in line:
        result = object_of(line, "call")
        call = call_of(result, names)
        round = _points_round_after_stroke(round, result) if call.during else round
        ruling = judge_any(round, call)
        decision = _points_decision(book, round, ruling, names, language)
        return decision | _of_others(round, ruling, names) if result.get("by") in names[1:] else decision
    stroke = object_of(line, "stroke")
    placement = one_of(stroke, "placement", ("legal", "off-lines", "cut-moon", "on-arrow"), "legal")
    outcome = points_outcome(book, round, stroke)
    ruling = judge_spot(round, placement) or judge(round, outcome)
    return _points_decision(book, round, ruling, names, language)


def _points_decision(book: Ruleset, round: Round, ruling: Ruling, names: list[str], language: str) -> dict[str, Any]:
    """Return the decision, with every returning counter placed at once."""
    after = _placed(round, ruling)
    back = [placing.disc for placing in ruling.placings]
    back += [disc for disc in ruling.centred if disc is not QUEEN and disc in _fallen(ruling)]
    over = ruling.turn in (Turn.END, Turn.REPLAY)
    winners = (
        None if after.result is None or after.result.replay else sorted(names[index] for index in after.result.winners)
    )
    return {
        "turn": str(ruling.turn),
        "returned": [_word(book, disc) for disc in back],
        "queen": None if over else str(after.queen),
        "points": after.sides[0].points - round.sides[0].points,
        "due": 0 if over else after.sides[0].due,
        "result": None if winners is None else {"winners": winners},
        "clauses": list(ruling.clauses),
        "why": ruling.told(_called(names, language), language),
        **marks(readings_of(round, ruling)),
    }


def _placed(round: Round, ruling: Ruling) -> Round:
    """Return the round after a ruling, with every returning counter placed at once."""
    after = settle(round, ruling)
    while after.placings:
        after = apply(after, Placed(after.placings[0].by, after.placings[0].disc))
    return after


def _of_others(round: Round, ruling: Ruling, names: list[str]) -> dict[str, Any]:
    """Return the effects of a call against another player on the other players: change of points, and dues
    afterwards."""
    sides = zip(names, round.sides, _placed(round, ruling).sides, strict=True)
    result = [{"name": name, "points": side.points - was.points, "due": side.due} for name, was, side in sides]
    return {"others": result[1:]}


def _points_round_after_stroke(round: Round, given: Json) -> Round:
    """Return the round right after a stroke that pocketed the player's last counters and included a violation.

    `own` is the number of the player's counters pocketed in that stroke, `queen` whether it took or covered the queen,
    `paid` how many more have come back for dues. Raises `Contradiction` for impossible numbers of counters.
    """
    own, queen, paid = number(given, "own", 0, 18, 0), flag(given, "queen", False), number(given, "paid", 0, 18, 0)
    lying = [disc for disc in round.on_board if disc is not QUEEN]
    if paid > len(lying):
        raise Contradiction(f"{paid} counters are said to have paid dues, but {len(lying)} are on the board")
    taken = round.sides[0].taken
    if own > len(taken):
        raise Contradiction(f"{own} counters are said to have fallen in the stroke, but the player has {len(taken)}")
    if queen and round.queen is QueenState.BOARD:
        raise Contradiction("the queen cannot have fallen in the stroke: it is on the board")
    fallen = (*lying[:paid], *taken[len(taken) - own :], *((QUEEN,) if queen else ()))
    covered = queen and round.queen is QueenState.COVERED
    return changed(round, struck=True, fallen=fallen, covered_now=covered)


def points_round(book: Ruleset, before: Json, players: int) -> Round:
    """Return the round that `before` describes, with the player in turn south. Raises `Contradiction`."""
    wanted = sorted({1: 1, 3: 3}.get(number, 2) for number in book.parameters.players)
    if players not in wanted:
        allowed = " or ".join(map(str, dict.fromkeys(wanted)))
        raise Contradiction(f"{players} players or teams are listed: {book.name} is played by {allowed}")
    player = object_of(before, "player")
    lying = _counters_on_board(book, object_of(before, "on_board"))
    queen = QueenState(one_of(before, "queen", ("board", "pending", "covered"), "board"))
    phase = Phase(one_of(before, "phase", ("break", "play")))
    attempt = number(before, "attempt", 1, book.parameters.break_attempts, 1)
    taken = _taken(book, player, lying)
    _check(phase, attempt, lying, queen, player, taken)
    _check_points(book, player, taken, queen)
    down = [disc for disc in RACKED if disc not in lying and disc is not QUEEN and disc not in taken]
    side = Side(
        seats=(Seat.SOUTH,),
        due=number(player, "due", 0, 99, 0),
        points=number(player, "score", -10_000, 10_000, 0),
        turn_points=number(player, "turn_points", -10_000, 10_000, 0),
        pocketed_before=flag(player, "pocketed_before", bool(taken)),
        pocketed_by_self=flag(player, "pocketed_before", bool(taken)),
        taken=taken,
    )
    down_of_others = list(down)
    others = tuple(
        _other(book, seats, other, down_of_others)
        for seats, other in zip(SEATS[players][1:], _others(before), strict=True)
    )
    on = [QUEEN] if queen is QueenState.BOARD else []
    return Round(
        ruleset=book,
        sides=(side, *others),
        breaker=Seat.SOUTH,
        turn=Seat.SOUTH,
        phase=phase,
        attempt=attempt,
        on_board=in_rack_order((*on, *lying)),
        pocketed=(*down, *taken, *([] if on else [QUEEN])),
        queen=queen,
        queen_side=0 if queen is QueenState.COVERED else None,
    )


def _other(book: Ruleset, seats: tuple[Seat, ...], given: Json, down: list[Disc]) -> Side:
    """Return the side of another player; their counters are removed from `down`. Raises `Contradiction`."""
    taken = []
    for word in _words(given, "pocketed"):
        kind = _kind(book, word)
        disc = next((each for each in down if COLOUR[each] is kind), None)
        if disc is None:
            raise Contradiction(f"more {word} counters are with the players than are down")
        down.remove(disc)
        taken.append(disc)
    score, due = number(given, "score", -10_000, 10_000, 0), number(given, "due", 0, 99, 0)
    return Side(seats=seats, points=score, due=due, pocketed_before=bool(taken), taken=tuple(taken))


def _called(names: list[str], language: str) -> Names:
    """Return the names of the players of a line: the player in turn is addressed, several others are named."""
    sides = tuple(names) if len(names) > 2 else ()
    return Names("", "", text_of(language, "side.other"), sides, you=True)


def _check(
    phase: Phase, attempt: int, lying: list[Disc], queen: QueenState, player: Json, taken: tuple[Disc, ...]
) -> None:
    """Raise `Contradiction` for contradictory facts."""
    if phase is Phase.BREAK and (len(lying) < 18 or queen is not QueenState.BOARD):
        raise Contradiction("the rack is unbroken, but some counters or the queen are not on the board")
    if phase is Phase.PLAY and attempt != 1:
        raise Contradiction(f"attempt {attempt} while the rack is broken already: only a break has attempts")
    if not lying:
        raise Contradiction("no counter lies on the board: the game is over already")
    if taken and not flag(player, "pocketed_before", True):
        raise Contradiction(f"the player has {len(taken)} counters, but is said never to have pocketed one")
    if taken and number(player, "due", 0, 99, 0):
        raise Contradiction("the player owes a counter although they have some: a due is paid as soon as possible")


def _check_points(book: Ruleset, player: Json, taken: tuple[Disc, ...], queen: QueenState) -> None:
    """Raise `Contradiction` for points that the player's counters cannot give.

    If a game has more than one board, the score may include points of earlier boards.
    """
    figures = book.parameters
    down = worth(figures, taken)
    most = down + (figures.queen_points if queen is QueenState.COVERED else 0)
    score, turn = number(player, "score", -10_000, 10_000, 0), number(player, "turn_points", -10_000, 10_000, 0)
    if turn > most:
        raise Contradiction(f"{turn} points are said to be gained in this turn, but the player has {most} down in all")
    if figures.board_limit == 1 and score not in (down, most):
        raise Contradiction(f"the player's score is {score}, but their counters and the queen bring {down} or {most}")


def _taken(book: Ruleset, player: Json, lying: list[Disc]) -> tuple[Disc, ...]:
    """Return the discs the player has scored, in falling order."""
    free = {kind: [disc for disc in men if disc not in lying] for kind, men in _KINDS.items()}
    taken = []
    for word in _words(player, "pocketed"):
        kind = _kind(book, word)
        if not free[kind]:
            raise Contradiction(f"more {word} counters are on the board and with the player than the nine there are")
        taken.append(free[kind].pop())
    return tuple(taken)


def _counters_on_board(book: Ruleset, given: Json) -> list[Disc]:
    """Return the counters on the board."""
    white = "brown" if book.parameters.white_is_brown else "white"
    return [
        *WHITES[: number(given, white, 0, 9)],
        *BLACKS[: number(given, "black", 0, 9)],
    ]


def points_outcome(book: Ruleset, round: Round, stroke: Json) -> Outcome:
    """Return the facts of the stroke, with discs named."""
    left = {kind: [disc for disc in reversed(men) if disc in round.on_board] for kind, men in _KINDS.items()}
    fallen = [_next(book, left, word, "pocketed") for word in _words(stroke, "pocketed")]
    jumped = []
    for word in _words(stroke, "jumped"):
        if word in ("queen", "striker"):
            jumped.append(QUEEN if word == "queen" else STRIKER)
        else:
            jumped.append(_next(book, left, word, "off the board"))
    queen = (QUEEN,) if flag(stroke, "queen", False) else ()
    striker = (STRIKER,) if flag(stroke, "striker", False) else ()
    return Outcome(
        pocketed=(*fallen, *queen, *striker),
        jumped=tuple(jumped),
        moved=flag(stroke, "touched", True),
        breaches=(Breach.IMPROPER,) if flag(stroke, "improper", False) else (),
        lines_left=LinesLeft(one_of(stroke, "left", ("both", "one", "none"), "both")),
    )


def _next(book: Ruleset, left: dict[Kind, list[Disc]], word: str, what: str) -> Disc:
    men = left[_kind(book, word)]
    if not men:
        raise Contradiction(f"more {word} counters are said to be {what} than were left on the board")
    return men.pop(0)


_KINDS = {Kind.WHITE: WHITES, Kind.BLACK: BLACKS}


def _kind(book: Ruleset, word: str) -> Kind:
    white = "brown" if book.parameters.white_is_brown else "white"
    if word not in ("black", white):
        raise RulesError(f"{word!r} is no counter of {book.name}: 'black' or '{white}' was expected")
    return Kind.BLACK if word == "black" else Kind.WHITE


def _word(book: Ruleset, disc: Disc) -> str:
    white = "brown" if book.parameters.white_is_brown else "white"
    return white if COLOUR[disc] is Kind.WHITE else "black"


def _words(facts: Json, key: str) -> list[str]:
    value = facts.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise RulesError(f"{key!r} is {value!r}: a list of colours was expected")
    return value


def _others(before: Json) -> list[Json]:
    value = before.get("others")
    if not isinstance(value, list) or not all(isinstance(other, Mapping) for other in value):
        raise RulesError(f"'others' is {value!r}: a list of the other players was expected")
    return value


def _name(player: Json) -> str:
    name = player.get("name")
    if not isinstance(name, str):
        raise RulesError(f"'name' is {name!r}: a player's name was expected")
    return name
