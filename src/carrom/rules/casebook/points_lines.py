"""Casebook lines of kind `points`: rule sets in which colours are not owned.

Besides the common keys, a stroke may be `improper`, and a line may have a `call` instead of a stroke.
"""

from collections.abc import Mapping
from typing import Any

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RulesError
from carrom.i18n import text_of
from carrom.rules.casebook.read_keys import call_of, flag, number, object_of, one_of
from carrom.rules.judge import judge, judge_any, judge_spot
from carrom.rules.phases import Placed, apply
from carrom.rules.points import worth
from carrom.rules.readings.stroke_rulings import marks, readings_of
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side, in_rack_order
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling, Turn
from carrom.rules.settle import settle
from carrom.rules.wording import Names
from carrom.values import changed

Json = Mapping[str, Any]
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
        told = object_of(line, "call")
        call = call_of(told, names)
        round = _during(round, told) if call.during else round
        ruling = judge_any(round, call)
        decision = _decision(book, round, ruling, names, language)
        return decision | _of_others(round, ruling, names) if told.get("by") in names[1:] else decision
    stroke = object_of(line, "stroke")
    placement = one_of(stroke, "placement", ("legal", "off-lines", "cut-moon", "on-arrow"), "legal")
    outcome = points_outcome(book, round, stroke)
    ruling = judge_spot(round, placement) or judge(round, outcome)
    return _decision(book, round, ruling, names, language)


def _decision(book: Ruleset, round: Round, ruling: Ruling, names: list[str], language: str) -> dict[str, Any]:
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
    told = [{"name": name, "points": side.points - was.points, "due": side.due} for name, was, side in sides]
    return {"others": told[1:]}


def _during(round: Round, told: Json) -> Round:
    """Return the round right after a stroke that pocketed the player's last counters and included a violation.

    `own` is the number of the player's counters pocketed in that stroke, `queen` whether it took or covered the queen,
    `paid` how many more have come back for dues. Raises `Contradiction` for impossible numbers of counters.
    """
    own, queen, paid = number(told, "own", 0, 18, 0), flag(told, "queen", False), number(told, "paid", 0, 18, 0)
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


def _fallen(ruling: Ruling) -> tuple[Disc, ...]:
    return ruling.outcome.pocketed if ruling.outcome is not None else ()


def points_round(book: Ruleset, before: Json, players: int) -> Round:
    """Return the round that `before` describes, with the player in turn south. Raises `Contradiction`."""
    wanted = sorted({1: 1, 3: 3}.get(number, 2) for number in book.parameters.players)
    if players not in wanted:
        allowed = " or ".join(map(str, dict.fromkeys(wanted)))
        raise Contradiction(f"{players} players or teams are listed: {book.name} is played by {allowed}")
    player = object_of(before, "player")
    lying = _lying(book, object_of(before, "on_board"))
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


def _other(book: Ruleset, seats: tuple[Seat, ...], told: Json, down: list[Disc]) -> Side:
    """Return the side of another player; their counters are removed from `down`. Raises `Contradiction`."""
    taken = []
    for word in _words(told, "pocketed"):
        kind = _kind(book, word)
        disc = next((each for each in down if COLOUR[each] is kind), None)
        if disc is None:
            raise Contradiction(f"more {word} counters are with the players than are down")
        down.remove(disc)
        taken.append(disc)
    score, due = number(told, "score", -10_000, 10_000, 0), number(told, "due", 0, 99, 0)
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


def _lying(book: Ruleset, told: Json) -> list[Disc]:
    """Return the counters on the board."""
    white = "brown" if book.parameters.white_is_brown else "white"
    return [
        *WHITES[: number(told, white, 0, 9)],
        *BLACKS[: number(told, "black", 0, 9)],
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
