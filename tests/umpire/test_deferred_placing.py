"""Dues for which there was no room: who places them, and when (Laws 79, 79b, 81)."""

import pytest
from strategies_game import DOUBLES
from strategies_table import table, typed

import carrom
from carrom.board.arithmetic import direction
from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.game.apply import apply
from carrom.game.events import Forfeited, NoRoom, Placed, Struck, Waived
from carrom.rules.phases import PlaceDue, Strike
from carrom.rules.round import Phase
from carrom.values import changed

OWNED = ("icf", "classic-29", "club", "eight-rounds", "team-event")


def placer(at) -> str:
    (due,) = at.game.expected
    return at.game.state.name_at(due.seat)


@pytest.mark.parametrize("book", OWNED)
def test_once_the_right_to_place_has_passed_to_the_partner_only_the_partner_places(book: str) -> None:
    """Law 79b: Bilal is to Asha's right, Dev to Chitra's."""
    owed, _ = typed("play asha", "w1", "s", at=table(book, players=DOUBLES))
    assert placer(owed) == "Bilal"
    bilals, _ = typed("no-room", "-", at=owed)
    assert placer(bilals) == "Bilal", "it is Bilal's own turn"
    partners, _ = typed("no-room", "-", at=bilals)
    assert placer(partners) == "Dev"
    disc = partners.game.round.placings[0].disc
    dev = partners.game.expected[0].seat
    bilal = owed.game.expected[0].seat
    for event in (Placed(seat=bilal, disc=disc), Waived(seat=bilal), NoRoom(seat=bilal), Forfeited(seat=bilal)):
        with pytest.raises(RefusedRequest, match=r"^\w+ places \w+, not \w+|Dev"):
            partners.game.apply(event)
    after = partners.game.apply(Placed(seat=dev, disc=disc))
    assert (after.round.men_on_board(0), after.round.sides[0].due) == (9, 0)


@pytest.mark.parametrize("book", OWNED)
def test_room_that_appears_in_the_placers_turn_is_used_at_once(book: str) -> None:
    """Law 81: before the placer strikes again."""
    at, _ = typed("play asha", "w1", "s", "no-room", "b1", at=table(book))
    assert isinstance(at.game.expected[0], PlaceDue)
    assert placer(at) == "Bilal"
    with pytest.raises(RefusedRequest, match="a stroke is not expected now"):
        typed("b1", at=at)
    at, _ = typed("place", at=at)
    (strike,) = at.game.expected
    assert isinstance(strike, Strike)
    assert at.game.state.name_at(strike.seat) == "Bilal", "the turn continues"
    assert at.game.round.sides[0].due == 0


def ring(radius: int) -> dict[Disc, Point]:
    """Return nine pieces around the centre: at 50 mm they leave no place inside the outer circle."""
    around = (direction(40 * step) for step in range(9))
    discs = (*BLACKS[:8], WHITES[1])
    return {disc: Point(round(radius * x), round(radius * y)) for disc, (x, y) in zip(discs, around, strict=True)}


def test_a_simulated_board_asks_the_placer_in_turn_as_soon_as_a_stroke_has_made_room() -> None:
    """Law 81: North owes nothing, and places South's due in North's own turn."""
    game = carrom.Game("icf", seed=4, first_break="A")
    game.set_up()
    far = {QUEEN: Point(300_000, 0), BLACKS[8]: Point(300_000, 300_000)}
    packed, spread = {**ring(50_000), **far}, {**ring(200_000), QUEEN: far[QUEEN]}
    state = game.fold.state
    round = changed(
        state.round,
        phase=Phase.PLAY,
        turn=Seat.NORTH,
        on_board=tuple(disc for disc in state.round.on_board if disc in packed),
        pocketed=tuple(disc for disc in state.round.on_board if disc not in packed),
        sides=(changed(state.round.sides[0], due=1), state.round.sides[1]),
    )
    owed = changed(state, round=round, position=Position.of(packed), nominal=False)
    crowded = apply(owed, struck(packed, BLACKS[8]), 9)
    assert (crowded.round.placings, crowded.round.sides[0].due, crowded.round.turn) == ((), 1, Seat.NORTH)
    after = apply(crowded, struck(spread), 10)
    assert [(each.by, each.owner) for each in after.round.placings] == [(Seat.NORTH, 0)]


def struck(lying: dict[Disc, Point], *fell: Disc) -> Struck:
    rest = {disc: at for disc, at in lying.items() if disc not in fell} | {STRIKER: Point(0, 250_000)}
    outcome = Outcome(pocketed=fell, touched=fell)
    return Struck(seat=Seat.NORTH, stroke=Stroke(0, 0, 1_000_000), outcome=outcome, rest=Position.of(rest))
