"""Games folded from events: expected and refused actions, and the sequence of boards."""

import copy
import pickle
import random

import pytest
from strategies_game import DOUBLES, SINGLES, header, next_event, play

from carrom import protocol
from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.striker_spots import placing_spots
from carrom.errors import CarromError, RefusedRequest
from carrom.game import check
from carrom.game.events import (
    Called,
    Chosen,
    Conceded,
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
    Undone,
    decode_event,
    encode_event,
)
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Toss
from carrom.game.game import GameHistory
from carrom.rules.phases import PlaceDue, Strike
from carrom.tables.terms import GameSettings
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat


def wooden(first_break: str | None = "A", **fields: object) -> GameHistory:
    return GameHistory.begin(changed(header(), first_break=first_break, **fields))


def strike(game: GameHistory, *fell: Disc) -> GameHistory:
    assert game.round is not None
    seat = game.round.turn
    return game.apply(Struck(seat=seat, outcome=Outcome(pocketed=fell, touched=(Disc.W1,))))


def cleared(game: GameHistory, left: int = 4, queen: bool = True) -> GameHistory:
    """Play a board that the breaker clears in one turn, with `left` opposing pieces on the board."""
    begin = game.expected[0]
    assert isinstance(begin, BeginRound)
    game = game.apply(RoundBegun(breaker=begin.breakers[0]))
    game = strike(game, *WHITES[:3])
    game = strike(game, QUEEN, WHITES[3])
    return strike(game, *WHITES[4:], *BLACKS[left:])


def test_the_winner_of_the_toss_chooses_and_the_loser_gets_the_rest() -> None:
    game = wooden(first_break=None)
    assert game.expected == (Toss(("A", "B")),)
    game = game.apply(Tossed(won_by="B"))
    assert game.expected == (ChooseBreakOrSide("B"),)
    game = game.apply(Chosen(side="B", what="break"))
    assert game.expected == (ChooseSeat("A"),)
    game = game.apply(Seated(side="A", swap=True))
    assert game.expected == (BeginRound((SOUTH,), 1),)
    assert game.state.player_at(SOUTH) == "B"


def test_the_choice_of_side_leaves_the_break_to_the_loser() -> None:
    game = wooden(first_break=None).apply(Tossed(won_by="A")).apply(Chosen(side="A", what="side"))
    assert game.expected == (ChooseSeat("A"),)
    assert game.apply(Seated(side="A", swap=False)).expected == (BeginRound((NORTH,), 1),)


def test_each_side_has_one_trial_board_before_the_first() -> None:
    game = wooden().apply(TrialPlayed(side="A")).apply(TrialPlayed(side="B"))
    with pytest.raises(RefusedRequest, match="trial boards"):
        game.apply(TrialPlayed(side="A"))
    with pytest.raises(RefusedRequest, match="before the first board"):
        cleared(game).apply(TrialPlayed(side="A"))


def test_breaks_alternate_and_points_add_up() -> None:
    game = cleared(wooden(), left=4)
    assert (game.score, game.expected) == ((7, 0), (BeginRound((NORTH,), 2),))
    game = cleared(game, left=2)
    assert (game.score, game.expected) == ((7, 5), (BeginRound((SOUTH,), 3),))


def test_in_doubles_the_break_passes_to_the_right() -> None:
    game = GameHistory.begin(changed(header(players=DOUBLES), first_break="A"))
    assert game.expected == (BeginRound((SOUTH, NORTH), 1),)
    game = cleared(game)
    assert game.expected == (BeginRound((EAST,), 2),)


def test_a_match_changes_sides_after_each_game_and_the_other_player_opens() -> None:
    game = GameHistory.begin(changed(header(contest="match"), first_break="A"))
    for left in (9, 1, 9, 1, 9):
        game = cleared(game, left)
    assert game.games_won == (1, 0)
    assert game.state.player_at(NORTH) == "A"
    assert game.expected == (BeginRound((SOUTH,), 1),)
    assert game.state.player_at(SOUTH) == "B"


def test_sides_change_within_the_deciding_game_at_thirteen_points() -> None:
    game = GameHistory.begin(changed(header(contest="match"), first_break="A"))
    game = game.apply(RoundBegun(breaker=SOUTH)).apply(Conceded(side="A", what="game"))
    game = game.apply(Conceded(side="B", what="game"))
    assert game.state.player_at(SOUTH) == "A"
    game = cleared(game, left=9)
    assert game.state.player_at(SOUTH) == "A"
    game = cleared(cleared(game, left=1), left=1)
    assert (game.score, game.state.player_at(SOUTH)) == ((16, 4), "B")


def test_a_game_level_after_eight_boards_has_a_toss_and_an_extra_board() -> None:
    game = wooden()
    for _ in range(8):
        game = cleared(game, left=2, queen=True)
    assert game.expected == (Toss(("A", "B"), break_only=True),)
    game = game.apply(Tossed(won_by="B"))
    assert game.expected == (BeginRound((NORTH,), 9, extra=True),)
    game = cleared(game, left=1)
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.expected) == (("B",), (20, 24), ())


def test_a_due_man_is_placed_by_the_opponent_before_the_next_stroke() -> None:
    game = strike(wooden().apply(RoundBegun(breaker=SOUTH)), WHITES[0])
    game = strike(game, STRIKER)
    assert game.expected == (PlaceDue(NORTH, WHITES[0], 1),)
    with pytest.raises(RefusedRequest, match="a stroke is not expected now; expected is Bilal to place W1"):
        strike(game, WHITES[1])
    game = game.apply(Placed(seat=NORTH, disc=WHITES[0]))
    assert isinstance(game.expected[0], Strike)


def test_a_call_while_men_wait_to_be_placed_keeps_them_waiting() -> None:
    game = strike(wooden().apply(RoundBegun(breaker=SOUTH)), WHITES[0], WHITES[1])
    game = strike(game, WHITES[2], STRIKER)
    assert len(game.round.placings) == 2
    game = game.apply(Called(what="elbow", by=SOUTH, after_stroke=True))
    assert [placing.disc for placing in game.round.placings] == [WHITES[2], WHITES[1], WHITES[0]]
    assert game.round.turn is NORTH
    for disc in (WHITES[2], WHITES[1], WHITES[0]):
        game = game.apply(Placed(seat=NORTH, disc=disc))
    assert len(game.round.on_board) == 19


def test_three_passes_each_have_the_board_replayed_by_the_same_breaker() -> None:
    game = strike(wooden().apply(RoundBegun(breaker=SOUTH)))
    for seat in (NORTH, SOUTH) * 3:
        game = game.apply(Passed(seat=seat))
    assert game.expected == (BeginRound((SOUTH,), 1),)
    assert game.score == (0, 0)


def test_nobody_passes_before_the_break() -> None:
    with pytest.raises(RefusedRequest, match="before the rack is broken"):
        wooden().apply(RoundBegun(breaker=SOUTH)).apply(Passed(seat=SOUTH))


def test_undoing_is_an_event_and_deletes_nothing() -> None:
    before = strike(wooden().apply(RoundBegun(breaker=SOUTH)), WHITES[0])
    game = strike(before, STRIKER)
    back = game.apply(game.undo())
    assert back.state == before.state
    assert len(back.events) == len(game.events) + 1
    assert back.strokes == before.strokes
    with pytest.raises(RefusedRequest, match="cannot go back to event 3"):
        back.apply(Undone(to=3))
    assert back.apply(Undone(to=1)).apply(Undone(to=0)).state == wooden().state


def test_conceding_ends_the_contest() -> None:
    game = wooden().apply(RoundBegun(breaker=SOUTH)).apply(Conceded(side="A"))
    assert game.result is not None
    assert (game.result.winners, game.result.conceded, game.expected) == (("B",), True, ())
    with pytest.raises(RefusedRequest, match="the game is over"):
        strike(game)


REFUSED: dict[str, Event] = {
    "a stroke by who is not in turn": Struck(seat=NORTH, outcome=Outcome()),
    "a stroke from an empty seat": Struck(seat=EAST, outcome=Outcome()),
    "a man placed that nobody owes": Placed(seat=NORTH, disc=Disc.W1),
    "a toss after the start": Tossed(won_by="A"),
    "a new board in the middle of one": RoundBegun(breaker=NORTH),
    "a call that does not exist": Called(what="smiling", by=SOUTH),
    "a call from an empty seat": Called(what="elbow", by=EAST),
    "a third side conceding": Conceded(side="C"),
    "undoing what never was": Undone(to=7),
    "a rest on a wooden board": Struck(seat=SOUTH, outcome=Outcome(), rest=Position()),
    "a disc that is not there": Struck(seat=SOUTH, outcome=Outcome(pocketed=(Disc.W1, Disc.W1), touched=(Disc.W1,))),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_expected_is_refused_and_nothing_changes(what: str) -> None:
    game = wooden().apply(RoundBegun(breaker=SOUTH))
    before = (game.events, game.line, game.state)
    with pytest.raises(CarromError) as refusal:
        game.apply(REFUSED[what])
    assert "\n" not in str(refusal.value)
    assert (game.events, game.line, game.state) == before


BAD_HEADERS: dict[str, dict[str, object]] = {
    "one player": {"players": SINGLES[:1]},
    "two at one seat": {"players": (SINGLES[0], changed(SINGLES[1], seat=SOUTH))},
    "opponents side by side": {"players": (SINGLES[0], changed(SINGLES[1], seat=EAST))},
    "partners side by side": {"players": (*DOUBLES[:2], changed(DOUBLES[2], side="B"), changed(DOUBLES[3], side="A"))},
    "a rule set nobody wrote": {"ruleset": "house"},
    "equipment nobody made": {"equipment": "marble"},
    "a breaker who does not play": {"first_break": "C"},
}


@pytest.mark.parametrize("what", BAD_HEADERS)
def test_a_header_that_cannot_be_played_is_refused(what: str) -> None:
    with pytest.raises(CarromError):
        GameHistory.begin(changed(header(), **BAD_HEADERS[what]))


def simulated() -> GameHistory:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    return game.apply(RoundBegun(breaker=SOUTH, position=rack(seed=1), seed=1))


def resting(game: GameHistory, *gone: Disc, striker: Point | None = None) -> Position:
    assert game.position is not None
    left = game.position.without(*gone)
    return left if striker is None else left.having(STRIKER, striker)


def test_the_queen_comes_back_to_the_centre_by_the_umpires_hand() -> None:
    game = simulated()
    outcome = Outcome(pocketed=(QUEEN,), touched=(Disc.W1,))
    game = game.apply(Struck(seat=SOUTH, outcome=outcome, rest=resting(game, QUEEN, striker=Point(0, -200_000))))
    assert game.position is not None
    assert abs(game.position[QUEEN].x) < 100
    assert STRIKER not in game.position


def test_a_due_man_is_refused_off_the_legal_ground_and_put_where_it_is_legal() -> None:
    game = simulated()
    gone = (Disc.W1, Disc.W4, Disc.W5, Disc.B4, Disc.W2, Disc.W6)
    game = game.apply(
        Struck(seat=SOUTH, outcome=Outcome(pocketed=gone[:5], touched=(Disc.W1,)), rest=resting(game, *gone[:5]))
    )
    game = game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(STRIKER,), touched=(Disc.W3,)), rest=resting(game)))
    awaited = game.expected[0]
    assert isinstance(awaited, PlaceDue)
    with pytest.raises(RefusedRequest, match="outer circle"):
        game.apply(Placed(seat=NORTH, disc=awaited.disc, at=Point(0, 200_000)))
    with pytest.raises(RefusedRequest, match="needs the point"):
        game.apply(Placed(seat=NORTH, disc=awaited.disc))
    assert game.position is not None
    at = placing_spots(game.position, awaited.disc)[0]
    game = game.apply(Placed(seat=NORTH, disc=awaited.disc, at=at))
    assert game.position is not None
    assert game.position[awaited.disc] == at


def test_a_man_that_finds_no_room_stays_owed_without_anybody_saying_so() -> None:
    game = simulated()
    game = game.apply(
        Struck(seat=SOUTH, outcome=Outcome(pocketed=(Disc.W1,), touched=(Disc.W1,)), rest=resting(game, Disc.W1))
    )
    outcome = Outcome(pocketed=(STRIKER,), touched=(Disc.W3,))
    filled = resting(game).having(QUEEN, rack(seed=1)[Disc.W1])
    game = game.apply(Struck(seat=SOUTH, outcome=outcome, rest=filled))
    assert game.position is not None
    assert placing_spots(game.position, Disc.W1) == ()
    assert game.expected == (Strike(NORTH, may_pass=True),)
    assert game.round.sides[0].due == 1


def test_a_rest_that_does_not_fit_the_outcome_is_refused() -> None:
    game = simulated()
    with pytest.raises(RefusedRequest, match="disagree about W1"):
        game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(Disc.W1,), touched=(Disc.W1,)), rest=resting(game)))


def test_events_are_json_rows_that_read_back() -> None:
    rng = random.Random(5)
    game = play(GameHistory.begin(header()), rng)
    rows = [encode_event(event) for event in game.events]
    assert GameHistory.fold(decode_event(row) for row in rows) == game


def test_a_history_without_its_header_is_refused() -> None:
    game = wooden()
    with pytest.raises(RefusedRequest, match="begins with its header"):
        GameHistory.fold([])
    with pytest.raises(RefusedRequest, match="begins once"):
        game.apply(game.events[0])


def test_what_a_player_would_do_next_is_always_among_the_expected() -> None:
    rng = random.Random(11)
    game = GameHistory.begin(header(contest="match"))
    for _ in range(400):
        if game.is_over:
            break
        game = game.apply(next_event(game, rng))
    assert game.is_over


def test_going_back_to_where_one_cannot_says_where_one_can() -> None:
    game = strike(wooden().apply(RoundBegun(breaker=SOUTH)), WHITES[0])
    with pytest.raises(RefusedRequest, match=r"^cannot go back to event 9; expected 0 to 1$"):
        game.apply(Undone(to=9))
    back = strike(game.apply(Undone(to=1)), WHITES[1])
    assert back.line == (0, 1, 4)
    with pytest.raises(RefusedRequest, match=r"^cannot go back to event 2; expected 0 to 1$"):
        back.apply(Undone(to=2))
    with pytest.raises(RefusedRequest, match=r"^cannot go back to event 2; expected one of 0, 1, 4$"):
        strike(back, WHITES[2]).apply(Undone(to=2))
    with pytest.raises(RefusedRequest, match=r"^cannot go back to event 7; expected 0$"):
        wooden().apply(RoundBegun(breaker=SOUTH)).apply(Undone(to=7))


def test_a_match_of_a_book_whose_matches_are_one_game_is_refused() -> None:
    with pytest.raises(RefusedRequest, match=r"^a match of team-event is one game; expected the contest 'game'$"):
        GameHistory.begin(header("team-event", contest="match"))


# -- The expected actions of a game are computed once per game value


def game() -> GameHistory:
    seats = (
        protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME),
        protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.ME),
    )
    header, rules = GameSettings.of(protocol.Terms(seats=seats, first_break=Seat.SOUTH)).header(0)
    return GameHistory.begin(header, rules)


def test_what_a_game_expects_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed, expected = [], check.expected
    monkeypatch.setattr(check, "expected", lambda state: computed.append(state) or expected(state))
    one = game()
    computed.clear()
    assert one.expected == one.expected == expected(one.state)
    assert one.expected is one.expected
    assert len(computed) == 1


def test_a_game_that_was_asked_what_it_expects_is_equal_and_can_be_copied_and_pickled() -> None:
    asked, other = game(), game()
    assert asked.expected
    assert asked == other
    assert hash(asked) == hash(other)
    assert copy.copy(asked) is asked
    assert copy.deepcopy(asked) is asked
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked
    assert again.expected == asked.expected


def test_a_changed_game_does_not_inherit_what_the_one_before_expected() -> None:
    begun = game()
    assert begun.expected
    player = begun.header.players[0]
    assert isinstance(player, Player)
    renamed = begun.with_header(
        changed(begun.header, players=(changed(player, name="Asha"), *begun.header.players[1:]))
    )
    assert isinstance(renamed.header, Header)
    assert "expected" not in vars(renamed)
    assert "expected" not in vars(changed(begun, events=begun.events))
