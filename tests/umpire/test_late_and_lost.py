"""Late discoveries in a points game, lost boards in other rule sets, and the text at the end of a game."""

from pathlib import Path

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
from carrom.errors import CarromError, RefusedRequest
from carrom.game.apply import apply
from carrom.game.events import Forfeited, NoRoom, Placed, RoundBegun, Struck, Waived
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.rules.phases import PlaceDue, Strike
from carrom.rules.round import Phase
from carrom.rules.ruleset import NAMES, ruleset
from carrom.umpire.table import UmpireTable
from carrom.values import changed


def test_an_uncovered_queen_noticed_late_brings_her_points_and_those_of_the_turn() -> None:
    at, _ = typed("play", "n2", "q", "-", "-", "late queen asha", at=table("points"))
    words = "\n".join(at.standing)
    assert "Asha: 70 points" in words
    assert "queen: covered by Asha" in words


def test_leaving_the_chair_costs_a_counter_where_nobody_owns_a_colour() -> None:
    for book, fell in (("three-player", "w1"), ("points", "n1")):
        for code in ("seat", "out-of-turn", "position-wrecked", "played-during-appeal"):
            at, words = typed("play", fell, "-", f"foul {code} asha", at=table(book))
            assert "one piece of Asha’s comes back" in words
            assert "Asha: 0 points" in "\n".join(typed("place", at=at)[0].standing)


def test_two_pairs_share_a_game_in_words() -> None:
    _, words = typed("play asha", "time", at=table("points", players=DOUBLES))
    assert "Asha and Chitra share the game with Bilal and Dev" in words


def test_the_standing_of_a_game_that_is_won_shows_the_recorded_score() -> None:
    at, _ = typed("board asha 9 queen", "board asha 9 queen", "board asha 9 queen bilal")
    assert "Asha 25 - Bilal 0" in at.standing[0]


def test_of_three_the_others_have_retired() -> None:
    _, words = typed("play", "retires asha", "retires chitra", at=table("three-player"))
    assert "Bilal wins the game, the others having retired" in words


def test_the_side_that_broke_first_in_a_game_is_entered_first_in_it() -> None:
    won = ("board asha 9 queen broken asha", "board asha 9 queen broken bilal", "board asha 9 queen broken asha")
    at, _ = typed(*won, "board bilal 4 queen broken bilal", at=table(contest="match"))
    card = typed("card", at=at)[1].splitlines()
    heads = [line.split() for line in card if line.split() in (["Asha", "Bilal"], ["Bilal", "Asha"])]
    assert heads == [["Asha", "Bilal"], ["Bilal", "Asha"]]


def test_a_row_of_three_players_adds_up_and_takes_no_queen() -> None:
    for line, words in (
        ("board 12 11 8", "a board has 32 in all once every counter is pocketed"),
        ("board 12 11 9 queen asha", "the points of each side already include the queen's"),
    ):
        with pytest.raises(RefusedRequest, match=words):
            typed(line, at=table("three-player"))
    typed("board 12 11 9", at=table("three-player"))


@pytest.mark.parametrize("book", ["icf", "classic-29", "club", "eight-rounds", "team-event"])
def test_a_piece_that_is_found_late_pays_a_due_at_once(book: str) -> None:
    """Laws 72c and 78a: as soon as one is available."""
    at, words = typed("play", "s", "-", "late man bilal", at=table(book))
    assert "one piece comes back" in words
    assert "Asha keeps the turn" in words
    assert "Bilal (north) to place a white man" in words
    at, words = typed("place", at=at)
    assert "Asha: white, 9 on the board" in words
    assert "to strike" in words


def test_a_due_paid_by_a_late_finding_lets_the_queen_be_taken() -> None:
    """Law 95c, not 95b: nothing is owed any more."""
    _, words = typed("play", "s", "-", "late man bilal", "place", "q")
    assert "the queen must be covered with the next stroke" in words
    assert "Law 95c" in words


def test_a_piece_found_late_that_pays_a_due_is_placed_by_the_player_who_pocketed_it() -> None:
    """Law 78b(ii), in doubles."""
    for lines, placer in ((("play asha", "s", "-"), "bilal"), (("play asha", "s", "-", "-", "-"), "dev")):
        at, _ = typed(*lines, f"late man {placer}", at=table(players=DOUBLES))
        (waiting,) = at.game.round.placings
        assert at.game.state.name_at(waiting.by) == placer.capitalize()


def test_a_player_in_turn_who_is_found_out_late_places_the_due_and_loses_the_turn() -> None:
    at, words = typed("play", "-", "s", "w1", "late man asha")
    assert "one piece of Bilal’s comes back (Law 72c), and the turn passes (Law 125b)" in words
    assert "Asha (south) to place a black man" in words
    assert typed("place", at=at)[0].game.round.turn.value == "north"


def test_a_due_is_paid_once_a_wrong_piece_that_was_placed_stays_and_the_right_one_is_down() -> None:
    at, _ = typed("play", "-", "-", "w1 s", "place", "-", "b1", "late wrong-man")
    assert at.game.round.sides[0].due == 0
    assert [each.disc.kind.value for each in at.game.round.placings] == ["white"]


def test_counters_that_a_late_queen_gives_back_to_their_player_pay_what_is_owed() -> None:
    at, _ = typed("play", "n1", "q", "-", "-", "s", at=table("points"))
    assert at.game.round.sides[0].due == 1
    at, words = typed("late queen asha", at=at)
    assert "one piece of Asha’s comes back" in words
    assert "[]" not in words
    assert (at.game.round.sides[0].due, len(at.game.round.placings)) == (0, 1)
    assert "Asha: 50 points" in typed("place", at=at)[1]


def test_a_late_finding_without_a_due_asks_for_nothing() -> None:
    at, words = typed("play", "-", "-", "late man bilal")
    assert at.game.round.placings == ()
    assert "comes back" not in words


# -- A turn lost with the queen uncovered: the queen is returned with its points, however the turn was lost

ENDED = "Asha: 0 points\n"


@pytest.mark.parametrize(
    "lines",
    [
        ("n2", "q", "-"),
        ("n2", "q", "pass"),
        ("n2", "q", "foul slow-stroke", "place"),
        ("n2", "q", "foul touched during", "place"),
        ("n1", "q", "n1", "foul touched during", "place all"),
    ],
)
def test_the_points_of_a_turn_are_void_however_it_is_lost_with_the_queen_uncovered(lines: tuple[str, ...]) -> None:
    at, _ = typed("play", *lines, at=table("points"))
    words = "\n".join(at.standing)
    assert ENDED in words
    assert "queen: on the board" in words
    assert "next: Bilal" in words


def test_a_foul_during_the_stroke_that_covered_the_queen_takes_her_points_back() -> None:
    at, words = typed("play", "w1", "q", "w1", "foul touched during", at=table("three-player"))
    assert "Asha loses 9 points" in words
    at, _ = typed("place all", at=at)
    assert ENDED in "\n".join(at.standing)
    assert "on the board: 9 white, 9 black" in "\n".join(at.standing)


def test_a_foul_of_another_player_leaves_the_queen_waiting() -> None:
    at, _ = typed("play", "n2", "q", "foul touched bilal", at=table("points"))
    words = "\n".join(at.standing)
    assert "Asha: 20 points" in words
    assert "queen: down, Asha must cover it now" in words


@pytest.mark.parametrize(
    ("book", "line", "late", "clause"),
    [
        ("icf", "w1", "b1", "Law 96(51)"),
        ("team-event", "w1", "b1", "§13.35"),
        ("three-player", "w1", "w1", "§13.27"),
        ("points", "n1", "n1", "§13.27"),
    ],
)
def test_a_queen_in_the_pocket_at_a_stroke_out_of_turn_that_stands_counts_as_covered(
    book: str, line: str, late: str, clause: str
) -> None:
    at, words = typed("play", line, "q", f"{late} by bilal", at=table(book))
    assert f"the queen is covered ({clause})" in words
    assert "queen: covered by Asha" in "\n".join(at.standing)


def test_the_points_of_a_queen_that_counts_as_covered_are_scored() -> None:
    at, _ = typed("play", "n1", "q", "n1 by bilal", at=table("points"))
    assert "Asha: 60 points" in "\n".join(at.standing)


def test_a_queen_laid_aside_goes_back_when_another_strikes_out_of_turn_and_it_is_said() -> None:
    at, words = typed("play", "q", "b1 by bilal", at=table("team-event"))
    assert "the queen goes back to the centre (§13.37)" in words
    assert "queen: on the board" in "\n".join(at.standing)


# -- Dues for which there was no room: who places them, and when (Laws 79, 79b, 81)

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
    state = game.history.state
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


# -- A placer who is too late (Law 88b): what was placed comes off again, and a foul is called

TIMED = [name for name in NAMES if ruleset(name).has("breach_slow_placing")]


def owing(book: str, *more: str):
    """Return a table where two pieces of Asha's are to be placed by Bilal, who has placed one."""
    return typed("play asha", *FELL.get(book, ("w1", "w2 s")), "place", *more, at=table(book))


FELL = {
    **dict.fromkeys(("classic-29", "eight-rounds"), ("w2", "w1 s")),
    "three-player": ("w1", "w1", "foul body asha during"),
    "points": ("n1", "n1", "foul body asha during"),
}
"""Strokes and a foul after which two pieces are to be placed."""


@pytest.mark.parametrize("book", TIMED)
def test_what_was_placed_comes_off_again_and_the_placer_pays_one_piece(book: str) -> None:
    before, _ = owing(book)
    at, words = typed("order-off", at=before)
    assert "What was placed comes off again, and all that Asha owes is let off (Law 88b)" in words
    assert "Bilal owes one piece" in words
    then, now = before.game.round, at.game.round
    assert now.men_on_board(0) == then.men_on_board(0) - 1
    assert (now.placings, now.sides[0].due, now.sides[1].due) == ((), 0, 1)
    assert (now.turn, now.struck) == (then.turn, then.struck)


@pytest.mark.parametrize("book", TIMED)
def test_ordering_off_is_one_line_to_undo_and_is_read_again_from_the_record(book: str) -> None:
    before, _ = owing(book)
    at, _ = typed("order-off", at=before)
    assert read_record(write_record(at.game)).state == at.game.state
    assert f"forfeit {before.game.round.placings[0].by.value} off" in write_record(at.game)
    back, words = typed("undo", at=at)
    assert "Taken back: `forfeit off / foul slow-placing bilal`" in words
    assert back.game.state == before.game.state


def test_an_earlier_entry_is_corrected_while_pieces_are_ordered_off_later() -> None:
    at, _ = owing("icf", "order-off", "correct 2 w2")
    assert at.game.round.men_on_board(0) == 5
    assert "forfeit off / foul slow-placing bilal" in typed("log", at=at)[1]


@pytest.mark.parametrize("book", ["three-player", "points"])
def test_counters_ordered_off_count_again_where_nobody_owns_a_colour(book: str) -> None:
    start, _ = owing(book)
    at, _ = typed("order-off", at=start)
    now, was = at.game.round.sides[0], start.game.round.sides[0]
    worth = 10 if book == "points" else 2
    assert (now.points, len(now.taken)) == (was.points + worth, len(was.taken) + 1)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("play", "w1", "order-off"), "no piece is to be placed now"),
        (("play", "w1", "s", "order-off"), "nothing that was placed can be ordered off again"),
        (("play", "w1", "w2 s", "place", "place", "place", "order-off"), "no piece is to be placed now"),
        (("play", "w2 s", "place", "order-off now"), "now"),
        (("play", "w8", "q w1 s", "place", "order-off"), "nothing would be left to play for"),
    ],
)
def test_only_what_was_placed_by_the_same_player_for_these_dues_can_be_ordered_off(
    lines: tuple[str, ...], words: str
) -> None:
    with pytest.raises(RefusedRequest, match=words):
        typed(*lines)


def test_a_house_rule_leaves_what_was_placed_on_the_board(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlate_placing_comes_off = false\n', encoding="utf-8")
    at, _ = typed("play", "w1", "w2 s", "place", at=UmpireTable.begin(table().game.header, ruleset(str(house))))
    with pytest.raises(RefusedRequest, match="what was placed stays on the board; expected a forfeit"):
        typed("order-off", at=at)
    assert typed("forfeit", at=at)[0].game.round.men_on_board(0) == at.game.round.men_on_board(0)


def test_a_piece_placed_for_an_earlier_due_stays_on_the_board() -> None:
    before, _ = typed("play", "w1", "s", "place", "-", "b2", "-", "w1", "w2 s", "place")
    at, _ = typed("order-off", at=before)
    assert at.game.round.men_on_board(0) == before.game.round.men_on_board(0) - 1


def test_in_doubles_only_what_that_player_placed_comes_off() -> None:
    at, _ = typed("play asha", "w1", "w2 s", "place", at=table(players=DOUBLES))
    placer = at.game.round.placings[0].by
    at, words = typed("order-off", at=at)
    assert at.game.round.men_on_board(0) == 6
    assert at.game.events[-1].by is placer
    assert "Law 63b" in words


# -- A change of sides that nobody noticed is made when it is noticed, after that board (Law 60c)

WON = "board asha 9 queen"
FIRST_GAME = (f"{WON} broken asha", f"{WON} broken bilal", f"{WON} broken asha")


def seats(at) -> dict[str, str]:
    return {player: seat.value for seat, player in at.game.state.seating.places}


def second_game(*lines: str, **fields: object):
    return typed(*FIRST_GAME, *lines, at=table(contest="match", **fields))


def test_a_missed_change_noticed_during_a_board_is_made_after_it() -> None:
    before, _ = second_game()
    assert seats(before) == {"A": "north", "B": "south"}
    at, words = second_game("play", "b1 w1", "-", "w1", "late sides")
    assert seats(at) == {"A": "south", "B": "north"}
    assert "was `play bilal`, now `late sides`, `play bilal`" in words
    at, words = typed("time", at=typed("concede asha game", at=at)[0])[0], words
    on_board = [event for event in at.game.in_force if isinstance(event, RoundBegun | Struck)]
    assert on_board[0].breaker is Seat.NORTH
    assert [each.seat for each in on_board[1:]] == [Seat.NORTH, Seat.NORTH, Seat.SOUTH]


def test_the_players_sit_in_the_new_seats_from_the_next_board_on() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "call unforeseen")
    assert seats(at) == {"A": "south", "B": "north"}, "a cancelled board is no board"
    at, words = typed("board asha 4 queen bilal", at=at)
    assert seats(at) == {"A": "north", "B": "south"}
    assert "Sides change: Bilal south, Asha north" in words or "Sides change" in words


def test_a_missed_change_noticed_between_boards_is_made_now_and_the_boards_since_have_the_old_seats() -> None:
    at, _ = second_game("board asha 4 queen broken bilal", "board bilal 4 queen broken asha", "late sides")
    stored = [event for event in at.game.in_force if type(event).__name__ == "BoardKept"][3:]
    assert [each.breaker for each in stored] == [Seat.NORTH, Seat.SOUTH]
    assert seats(at) == {"A": "north", "B": "south"}
    assert "late sides 2" in typed("log", at=at)[1]


def test_within_the_third_game_the_change_after_four_boards_can_be_missed() -> None:
    lost = ("board bilal 9 queen broken bilal", "board bilal 9 queen broken asha", "board bilal 9 queen broken bilal")
    small = tuple(f"board {who} 1 queen" for who in ("asha", "bilal", "asha", "bilal"))
    at, words = second_game(*lost, *small)
    assert "Sides change" in words
    sat = seats(at)
    at, _ = typed("play", "late sides", at=at)
    assert seats(at) != sat
    at, words = typed("foul seat asha", at=at)
    assert seats(at) == sat
    assert "Sides change" in words


def test_right_after_a_change_the_next_board_is_played_without_it() -> None:
    at, words = second_game("late sides")
    assert "Sides were not changed: " in words
    assert "the change is made after the next board (Law 60c)" in words
    at, words = typed("board asha 4 queen", at=at)
    assert "Sides change" in words
    assert seats(at) == {"A": "north", "B": "south"}


def test_pairs_sit_where_they_sat_and_move_one_place_later() -> None:
    start, _ = typed(f"{WON} broken asha", WON, WON, at=table(contest="match", players=DOUBLES))
    moved = seats(start)
    at, _ = typed("play", "late sides", at=start)
    assert seats(at) == {"A1": "south", "B1": "east", "A2": "north", "B2": "west"}
    at, _ = typed("play", "undo", "late sides", at=start)
    assert seats(at) == {"A1": "south", "B1": "east", "A2": "north", "B2": "west"}
    assert seats(typed("board asha 3 queen", at=at)[0]) == moved


def test_the_record_with_a_missed_change_is_read_again() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "-", "w1")
    text = write_record(at.game)
    assert "change-missed 1" in text
    assert read_record(text).state == at.game.state


def test_a_missed_change_is_deleted_again() -> None:
    at, _ = second_game("play", "w1", "-", "late sides", "w1")
    at, _ = typed("correct 4 nothing", at=at)
    assert seats(at) == {"A": "north", "B": "south"}
    strokes = [event for event in at.game.in_force if isinstance(event, Struck)]
    assert [each.seat for each in strokes] == [Seat.SOUTH, Seat.SOUTH, Seat.NORTH]


@pytest.mark.parametrize(
    "lines",
    [("late sides",), ("play", "w1", "late sides"), (WON, "late sides"), (WON, "play", "late sides")],
)
def test_without_a_change_none_can_have_been_missed(lines: tuple[str, ...]) -> None:
    with pytest.raises(RefusedRequest, match="no change of sides"):
        typed(*lines)
    with pytest.raises(RefusedRequest, match=r"expected e\.g\. `late sides 2`|1 to 99"):
        second_game("late sides 0" if len(lines) > 1 else "late sides x")


def test_the_next_change_of_sides_replaces_a_missed_one() -> None:
    more = ("board bilal 9 queen broken bilal", "board bilal 9 queen broken asha", "board bilal 9 queen broken bilal")
    at, words = second_game("late sides 9", *more)
    assert words.count("Sides change") == 1
    assert seats(at) == {"A": "north", "B": "south"}
    assert at.game.state.change_in == 0


# -- Umpire's lines between two strokes: faults of a named player, calls without effect, and lost points

SOUTH, EAST, NORTH, WEST = Seat


def owed(game: GameHistory) -> tuple[int, ...]:
    assert game.round is not None
    return tuple(side.due for side in game.round.sides)


def placed_next(game: GameHistory) -> int:
    assert game.round is not None
    return len(game.round.placings)


@pytest.mark.parametrize(
    ("who", "turn"), [("chitra", SOUTH), ("asha", EAST), ("bilal", SOUTH), ("dev", SOUTH)], ids=lambda each: str(each)
)
def test_in_doubles_only_the_player_in_turn_loses_the_turn_by_his_own_foul(who: str, turn: Seat) -> None:
    at, _ = typed("play asha", "w2", f"foul talking {who} after", at=table(players=DOUBLES))
    assert at.game.round is not None
    assert at.game.round.turn is turn
    assert (placed_next(at.game), owed(at.game)) == ((1, (0, 0)) if who in ("asha", "chitra") else (0, (0, 1)))


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_calls_between_passes_leave_the_count_of_passes_alone(calls: int) -> None:
    five = ("play", "w1", "-", *["pass"] * 3, *["call men-overlap"] * calls, *["pass"] * 2)
    at, _ = typed(*five)
    assert at.game.round is not None
    assert at.game.round.result is None
    _, words = typed("pass", at=at)
    assert "Board 1 is cancelled and played again; Asha breaks it again." in words


def test_a_house_rule_has_a_call_between_passes_begin_their_count_anew(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\ncalls_break_passes = true\n', encoding="utf-8")
    begun = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, _ = typed("play", "w1", "-", *["pass"] * 5, "call men-overlap", *["pass"] * 5, at=begun)
    assert at.game.round.result is None
    assert "is cancelled" in typed("pass", at=at)[1]


def test_a_stroke_between_passes_begins_their_count_anew() -> None:
    at, words = typed("play", "w1", "-", *["pass"] * 5, "-", *["pass"] * 5)
    assert "cancelled" not in words
    assert "is cancelled" in typed("pass", at=at)[1]


def test_the_men_of_a_stroke_before_the_last_one_are_safe_from_a_foul_during_the_last() -> None:
    at, words = typed("play", "w1", "w2", "foul touched during")
    assert words.startswith("Piece touched or moved: three pieces come back (Law 64b), and the turn passes.")
    assert placed_next(at.game) == 3
    with pytest.raises(CarromError, match="otherwise take the stroke back and give it with `improper`"):
        typed("play", "w3", "-", "foul touched asha during")


POINTS = ("play", "n1", "s")
"""A ten-point counter is pocketed, and the striker owes one."""


@pytest.mark.parametrize(
    ("then", "score", "due"),
    [
        ((), 10, 0),
        (("place",), 0, 0),
        (("waive",), 10, 0),
        (("forfeit",), 10, 0),
        (("no-room",), 10, 1),
        (("no-room", "-"), 10, 1),
        (("no-room", "-", "n1"), 20, 0),
        (("no-room", "-", "n1", "place"), 10, 0),
        (("waive", "-", "n1"), 20, 0),
        (("forfeit", "-", "n1"), 20, 0),
        (("place", "-", "n1"), 10, 0),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else str(each),
)
def test_a_counter_is_lost_once_and_when_it_is_placed(then: tuple[str, ...], score: int, due: int) -> None:
    at, _ = typed(*POINTS, *then, at=table("points"))
    assert (at.game.score, owed(at.game)) == ((score, 0), (due, 0))


@pytest.mark.parametrize("word", ["place", "waive", "forfeit"])
def test_what_was_paid_or_forgiven_is_not_asked_for_again(word: str) -> None:
    at, _ = typed(*POINTS, word, at=table("points"))
    with pytest.raises(CarromError, match="no piece is to be placed now"):
        typed("place", at=at)
    at, _ = typed("-", "n1", "-", at=at)
    assert at.game.expected[0].seat is NORTH  # type: ignore[union-attr]


@pytest.mark.parametrize("book", ["icf", "points", "three-player"])
def test_a_piece_touched_by_who_is_not_in_turn_costs_him_one_and_leaves_the_turn(book: str) -> None:
    at, words = typed("play", "b1" if book != "icf" else "w1", "foul touched bilal", at=table(book))
    assert "Bilal owes one" in words
    assert "Asha keeps the turn" in words
    assert at.game.round is not None
    assert at.game.round.turn is SOUTH
    assert owed(at.game)[:2] == (0, 1)


@pytest.mark.parametrize(
    ("moment", "turn", "back", "due"),
    [("after", NORTH, 1, 0), ("during", NORTH, 1, 1)],
)
def test_a_piece_touched_by_the_player_in_turn_has_its_price_in_points_games_too(
    moment: str, turn: Seat, back: int, due: int
) -> None:
    at, _ = typed("play", "b1", f"foul touched asha {moment}", at=table("points"))
    assert at.game.round is not None
    assert (at.game.round.turn, placed_next(at.game), owed(at.game)) == (turn, back, (due, 0))


def test_a_board_ends_though_its_loser_has_points_taken(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlast_own_points = "taken"\n', encoding="utf-8")
    at = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, _ = typed("play", "w3", "q w1", "w5", at=at)
    assert at.game.score == (12, 0)
    at, words = typed("play", "-", "b8", "b1", at=at)
    assert words.startswith(
        "One black: Asha’s last piece was pocketed while the queen was still on the board, "
        "Bilal wins the board (Law 107a), and Asha loses 3 points."
    )
    assert (len(at.game.state.game.boards), at.game.score) == (2, (9, 0))
    assert "next: board 3, Asha (south) to break" in words


def test_points_taken_stop_at_what_the_loser_has(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "icf"\nlast_own_points = "taken"\n', encoding="utf-8")
    begun = UmpireTable.begin(table().game.header, ruleset(str(house)))
    at, words = typed("play", "-", "b8", "b1", at=begun)
    assert "loses" not in words.partition("Board 1")[0]
    assert "Board 1: Bilal had no points to lose." in words
    assert at.game.score == (0, 0)
    _, words = typed("play", "w8", "w1", at=begun)
    assert "Board 1: Asha had no points to lose." in words
    at, words = typed("board asha 2 queen bilal", "board bilal 9 last-own-before-queen", at=begun)
    assert "Board 2: Asha loses 2 points" in words
    assert at.game.score == (0, 0)
