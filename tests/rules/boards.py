"""Rounds played at the level of the laws, without physics: random outcomes, or those of a plausible player."""

import random
from collections.abc import Iterator
from typing import Any

from carrom.board.disc import QUEEN, RACKED, STRIKER, WHITES, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.rules.effects import BREACHES, CODES, FORFEITS
from carrom.rules.judge import judge, judge_call, judge_pass
from carrom.rules.phases import Demand, Demanded, Forfeited, NoRoom, Placed, PlaceDue, Strike, Waived, apply, expected
from carrom.rules.round import COLOUR, Phase, QueenState, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.ruling import Call, Ruling
from carrom.rules.settle import settle
from carrom.values import changed

S, E, N, W = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST
SINGLES, DOUBLES, THREE = ((S,), (N,)), ((S, N), (E, W)), ((S,), (E,), (N,))


def tables(name: str) -> tuple[tuple[tuple[Seat, ...], ...], ...]:
    """Return the possible seatings of a rule set's players."""
    return (THREE,) if name == "three-player" else (SINGLES, DOUBLES)


def wild(round: Round, rng: random.Random) -> Outcome:
    """Return any possible outcome: several pieces, queen, striker, pieces over the frame, fouls."""
    lying = list(round.on_board)
    if rng.random() < 0.15:
        return Outcome(moved=False, lines_left=rng.choice(list(LinesLeft)))
    gone = rng.sample(lying, k=min(len(lying), rng.choice((0, 0, 1, 1, 1, 2, 3, 6))))
    split = rng.randint(0, len(gone)) if rng.random() < 0.3 else len(gone)
    pocketed, jumped = gone[:split], gone[split:]
    fate = rng.random()
    if fate < 0.15:
        pocketed.insert(rng.randint(0, len(pocketed)), STRIKER)
    elif fate < 0.2:
        jumped.append(STRIKER)
    breaches = [Breach.IMPROPER] if rng.random() < 0.1 else []
    if round.phase is Phase.BREAK and rng.random() < 0.1:
        breaches.append(Breach.BEFORE_PLAY)
    return Outcome(
        pocketed=tuple(pocketed),
        touched=tuple(rng.sample(lying, k=min(len(lying), 2))),
        jumped=tuple(jumped),
        breaches=tuple(breaches),
    )


def sensible(round: Round, rng: random.Random) -> Outcome:
    """Return a plausible player's outcome: often an own piece, the queen when allowed, now and then a mishap."""
    colour = round.sides[round.mover].colour
    mine = [d for d in round.on_board if d is not QUEEN and (colour is None or COLOUR[d] is colour)]
    theirs = [d for d in round.on_board if d is not QUEEN and d not in mine]
    fallen: list[Disc] = []
    wanted = len(mine) <= 4 and QUEEN in round.on_board
    if wanted and rng.random() < 0.5:
        fallen.append(QUEEN)
    if mine and rng.random() < 0.5 and (len(mine) > 1 or QUEEN not in round.on_board or fallen):
        fallen.append(rng.choice(mine))
    if len(theirs) > 1 and rng.random() < 0.05:
        fallen.append(rng.choice(theirs))
    if rng.random() < 0.05:
        fallen.append(STRIKER)
    return Outcome(pocketed=tuple(fallen), touched=tuple(fallen[:1]) if fallen[:1] != [STRIKER] else ())


def steps(
    round: Round, rng: random.Random, play=sensible, calls: bool = False
) -> Iterator[tuple[Round, Ruling | None]]:
    """Yield every round until the board ends, each with the ruling that led to it (`None` after an action)."""
    yield round, None
    while (wanted := expected(round))[:1]:
        ruling = None
        match wanted[0]:
            case Strike() as strike:
                if calls and rng.random() < 0.1:
                    ruling = some_call(round, rng)
                elif calls and strike.may_pass and rng.random() < 0.1:
                    ruling = judge_pass(round)
                else:
                    ruling = judge(round, play(round, rng))
                round = settle(round, ruling)
            case PlaceDue() if calls and rng.random() < 0.05:
                ruling = some_call(round, rng)
                round = settle(round, ruling)
            case PlaceDue(seat=seat, disc=disc):
                could = calls and round.men_on_board(round.placings[0].owner)
                givens = (Waived(seat), NoRoom(seat), Forfeited(seat)) if could else ()
                round = apply(round, rng.choice((*(Placed(seat, disc),) * 6, *givens)))
            case Demand(seat=seat, up_to=up_to):
                round = apply(round, Demanded(seat, rng.randint(0, up_to)))
        yield round, ruling


def some_call(round: Round, rng: random.Random) -> Ruling:
    """Return the ruling on a random call that an umpire could make now."""
    owned = round.ruleset.colours_are_owned
    codes = [code for code in CODES if rng.random() < 0.2 or code not in FORFEITS]
    priced = [code for code in codes if code not in BREACHES or round.ruleset.has(f"breach_{code.replace('-', '_')}")]
    codes = priced if owned else ["touched-man", "body", "men-overlap", "man-on-edge", "unforeseen"]
    in_turn = rng.random() < 0.5 or not owned
    side = (round.mover + (not in_turn)) % len(round.sides)
    return judge_call(round, Call(what=rng.choice(codes), side=side, after_stroke=round.struck))


def begin(name: str, seats: tuple[tuple[Seat, ...], ...], rng: random.Random) -> Round:
    """Return a new round with a random breaker and random scores."""
    breaker = rng.choice([seat for side in seats for seat in side])
    return Round.begin(ruleset(name), seats, breaker, [rng.randint(0, 28) for _ in seats])


def waiting_queen(round: Round) -> bool:
    """Return whether the queen is neither on the board nor covered."""
    return round.queen in (QueenState.PENDING, QueenState.ASIDE)


def played(**changes: Any) -> Round:
    """Return a round in play in which the side to move has pocketed three pieces."""
    round = changed(Round.begin(ruleset("icf")), phase=Phase.PLAY, pocketed=WHITES[:3], turns=2)
    sides = (changed(round.sides[0], pocketed_before=True, pocketed_by_self=True), round.sides[1])
    lying = tuple(disc for disc in RACKED if disc not in WHITES[:3])
    return changed(round, sides=sides, on_board=lying, **changes)
