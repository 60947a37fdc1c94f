"""Self-play: games between engines, answering everything a game can expect."""

from collections.abc import Iterable, Mapping
from random import Random

from carrom.board.seat import SEATS, Seat
from carrom.engine.program import Program, executed
from carrom.game import events as happened
from carrom.game.events import Contest, Event, Header, SideName
from carrom.game.expected import BeginRound, StrikerHasNoSpot
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.score import Stage
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.values import changed

Seated = Mapping[Seat, Program]
MOST_EVENTS = 1500
"""Events after which a board counts as endless."""


def answer(game: GameHistory, seated: Seated, hands: Mapping[Seat, Random], seed: int) -> Event:
    """Return the next event of a game: the act of the player in turn, the rack, or the umpire's call.

    `hands` is each player's random source. The gaps of the rack, drawn at its first stroke, follow from `seed` and the
    number of the event. The game must not be over or waiting for the toss.
    """
    match game.expected[0]:
        case BeginRound():
            return racked(game, None)
        case Strike(seat=seat):
            gaps = seed + 1_000_003 * (len(game.events) - 1)
            played, meant = executed(seated[seat], game, seat, hands[seat])
            return strike(game, seat, played, meant=meant, seed=gaps)[0]
        case PlaceDue(seat=seat, disc=disc):
            at = seated[seat].place(game, seat)
            return happened.Waived(seat=seat) if at is None else happened.Placed(seat=seat, disc=disc, at=at)
        case Demand(seat=seat):
            return happened.Demanded(seat=seat, points=seated[seat].demand(game, seat))
        case StrikerHasNoSpot():
            return happened.Called(what="no-striker-spot")
        case other:
            raise AssertionError(f"no player can answer {other}")


def play_board(
    south: Program,
    north: Program,
    seed: int,
    *,
    ruleset: str = "icf",
    surface: str = "club",
    contest: Contest = "board",
) -> GameHistory:
    """Return the finished game of one board (or a longer `contest`) between two players; see `play`."""
    return play({Seat.SOUTH: south, Seat.NORTH: north}, seed, ruleset=ruleset, surface=surface, contest=contest)


def play(
    seated: Seated, seed: int, *, ruleset: str = "icf", surface: str = "club", contest: Contest = "board"
) -> GameHistory:
    """Return the finished game of these players; with four, opposite players are partners.

    Racks and execution noise follow from `seed`; south's side breaks first if it is even, the next one if it is odd.
    Raises AssertionError if the game does not end.
    """
    game = begun(seated, seed, ruleset, surface, contest)
    hands = hands_of(seated, seed)
    limit = MOST_EVENTS * (1 if contest == "board" else 40)
    while not game.is_over:
        assert len(game.events) < limit, f"the game of seed {seed} does not end: {limit} events"
        game = game.apply(answer(game, seated, hands, seed))
    return game


def begun(
    seated: Iterable[Seat],
    seed: int,
    ruleset: str = "icf",
    surface: str = "club",
    contest: Contest = "board",
    **details: object,
) -> GameHistory:
    """Return the game of that seed before its first rack; `details` replace fields of its header."""
    header = _header(tuple(seated), seed, ruleset, surface, contest)
    return GameHistory.begin(simulated(changed(header, **details)))


def hands_of(seated: Seated, seed: int) -> dict[Seat, Random]:
    """Return a random source for each player."""
    return {seat: Random(f"{seed} {seat.value}") for seat in seated}


def _header(seats: tuple[Seat, ...], seed: int, ruleset: str, surface: str, contest: Contest) -> Header:
    letters: tuple[SideName, ...] = ("A", "B", "C") if len(seats) == 3 else ("A", "B", "A", "B")
    taken = tuple(seat for seat in SEATS if seat in seats)
    return Header(
        players=tuple(
            happened.Player(name=seat.value.title(), seat=seat, side=letter)
            for seat, letter in zip(taken, letters, strict=False)
        ),
        ruleset=ruleset,
        contest=contest,
        surface=surface,
        first_break="A" if seed % 2 == 0 else "B",
        stage=Stage.EARLY if contest in ("game", "match") else None,
    )
