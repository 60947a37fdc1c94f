"""A plausible player without physics: seeded outcomes for every rule set.

It plays like an average club player who improves as a board goes on: most strokes touch something, many pocket an
own piece, some the queen once it is allowed, a few the striker, an opponent's piece, or send a piece over the frame.
"""

import random
from collections.abc import Iterable

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.game.events import (
    Chosen,
    Contest,
    Demanded,
    Event,
    Header,
    Passed,
    Placed,
    Player,
    RoundBegun,
    Seated,
    Struck,
    Tossed,
    TrialPlayed,
    Waived,
)
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.game import GameHistory
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import Round

SINGLES = (Player(name="Asha", seat=Seat.SOUTH, side="A"), Player(name="Bilal", seat=Seat.NORTH, side="B"))
DOUBLES = (
    Player(name="Asha", seat=Seat.SOUTH, side="A"),
    Player(name="Bilal", seat=Seat.EAST, side="B"),
    Player(name="Chitra", seat=Seat.NORTH, side="A"),
    Player(name="Dev", seat=Seat.WEST, side="B"),
)
THREE = (
    Player(name="Asha", seat=Seat.SOUTH, side="A"),
    Player(name="Bilal", seat=Seat.EAST, side="B"),
    Player(name="Chitra", seat=Seat.NORTH, side="C"),
)
RULE_SETS = ("icf", "classic-29", "club", "three-player", "eight-rounds", "team-event", "points")


def header(ruleset: str = "icf", players: tuple[Player, ...] | None = None, contest: Contest = "game") -> Header:
    """Return a game header for a wooden board."""
    if players is None:
        players = THREE if ruleset == "three-player" else SINGLES
    return Header(ruleset=ruleset, players=players, contest=contest, surface=None, date="2026-11-20")


def next_event(game: GameHistory, rng: random.Random) -> Event:
    """Return one of the expected events, as a sensible player or umpire would choose it."""
    awaited = rng.choice(game.expected)
    match awaited:
        case Toss(sides=sides):
            return Tossed(won_by=rng.choice(sides))
        case ChooseBreakOrSide(side=side):
            return Chosen(side=side, what=rng.choice(("break", "side")))
        case ChooseSeat(side=side):
            return Seated(side=side, swap=rng.random() < 0.5)
        case BeginRound(breakers=breakers):
            untried = [side for side in game.state.sides if side not in game.state.trials]
            may_try = not game.state.game.opener and game.rules.parameters.trial_boards > len(game.state.trials)
            if may_try and untried and rng.random() < 0.3:
                return TrialPlayed(side=untried[0])
            return RoundBegun(breaker=rng.choice(breakers))
        case Strike(seat=seat, may_pass=may_pass):
            if may_pass and rng.random() < 0.01:
                return Passed(seat=seat)
            assert game.round is not None
            return Struck(seat=seat, outcome=outcome(game.round, rng))
        case PlaceDue(seat=seat, disc=disc):
            assert game.round is not None
            may_waive = game.round.men_on_board(game.round.placings[0].owner) > 0
            return Waived(seat=seat) if may_waive and rng.random() < 0.05 else Placed(seat=seat, disc=disc)
        case Demand(seat=seat, up_to=up_to):
            return Demanded(seat=seat, points=rng.randint(0, up_to))
    raise AssertionError(f"nobody knows what to do about {awaited}")


def outcome(round: Round, rng: random.Random) -> Outcome:
    """Return a plausible outcome of an average player's stroke."""
    if rng.random() < 0.04:
        return _nothing_touched(rng)
    colour = round.sides[round.mover].colour
    men = [disc for disc in round.on_board if disc is not QUEEN]
    own = [disc for disc in men if colour is None or disc.kind is colour]
    theirs = [disc for disc in men if disc not in own]
    fallen: list[Disc] = []
    allowed = len(own) < 9 or colour is None
    if QUEEN in round.on_board and rng.random() < (0.25 if allowed and len(own) > 1 else 0.02):
        fallen.append(QUEEN)
    leave_last = QUEEN in round.on_board and QUEEN not in fallen and len(own) == 1 and rng.random() < 0.9
    while own and not leave_last and rng.random() < 0.45:
        fallen.append(own.pop(rng.randrange(len(own))))
    if theirs and rng.random() < 0.05:
        fallen.append(rng.choice(theirs))
    if rng.random() < 0.06:
        fallen.append(STRIKER)
    rng.shuffle(fallen)
    staying = [disc for disc in round.on_board if disc not in fallen]
    jumped = [rng.choice(staying)] if staying and rng.random() < 0.01 else []
    if STRIKER not in fallen and rng.random() < 0.01:
        jumped.append(STRIKER)
    breaches = (Breach.IMPROPER,) if rng.random() < 0.01 else ()
    touched = _touched([*fallen, *staying], rng)
    return Outcome(pocketed=tuple(fallen), touched=touched, jumped=tuple(jumped), breaches=breaches)


def _nothing_touched(rng: random.Random) -> Outcome:
    if rng.random() < 0.2:
        return Outcome(moved=False, lines_left=LinesLeft.NONE)
    return Outcome(moved=False, pocketed=(STRIKER,) if rng.random() < 0.1 else ())


def _touched(discs: Iterable[Disc], rng: random.Random) -> tuple[Disc, ...]:
    here = [disc for disc in discs if disc is not STRIKER]
    return tuple(rng.sample(here, min(len(here), rng.randint(1, 2))))


def play(game: GameHistory, rng: random.Random, most: int = 20_000) -> GameHistory:
    """Play until the game is over; fail after `most` events."""
    for _ in range(most):
        if game.is_over:
            return game
        game = game.apply(next_event(game, rng))
    raise AssertionError(f"no end after {most} events: {game.score}")


__all__ = ["DOUBLES", "RULE_SETS", "SINGLES", "THREE", "header", "next_event", "outcome", "play"]
