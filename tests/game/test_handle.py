"""`carrom.Game`, the mutable handle over an immutable game history."""

import inspect
import random

import pytest

import carrom
from carrom.errors import CarromError, IllegalStroke, RecordError, RefusedRequest
from carrom.game.api import KEPT
from carrom.game.events import Chosen, RoundBegun, Struck, Tossed
from carrom.game.expected.expectations import BeginRound, Toss
from carrom.game.notation.format_command import typed as line_of
from carrom.rules.phases import PlaceDue, Strike
from carrom.rules.wording import Names

HARD = carrom.Stroke.aimed(60_000, -1, 9)


def played(game: carrom.Game, seed: int, acts: int = 10_000) -> carrom.Game:
    rng = random.Random(seed)
    for _ in range(acts):
        if game.result is not None:
            break
        game.push(game.random_act(rng))
    return game


def seats(name: str) -> tuple[int, ...]:
    return carrom.ruleset(name).parameters.players


def test_the_constructor_takes_what_is_promised() -> None:
    given = inspect.signature(carrom.Game).parameters
    promised = {"ruleset": "icf", "players": None, "contest": "game", "surface": "club", "names": None, "seed": None}
    assert {name: given[name].default for name in promised} == promised
    assert list(given)[: len(promised)] == list(promised)


def test_a_new_game_waits_for_the_toss_and_can_be_set_up() -> None:
    game = carrom.Game(seed=1)
    assert game.legal == (Toss(("A", "B")),)
    assert (game.turn, game.result, game.why, game.position) == (None, None, None, None)
    assert game.status == "Score 0-0: the toss."
    breaker = game.set_up()
    assert game.turn is breaker
    assert isinstance(game.legal[0], Strike)
    assert game.position is not None
    assert len(game.position) == 19
    assert game.set_up() is breaker


def test_chance_comes_from_the_seed_alone() -> None:
    one, same, other = (carrom.Game(seed=seed) for seed in (5, 5, 6))
    for game in (one, same, other):
        game.set_up()
    assert one.fold == same.fold
    assert one.position == other.position, "nobody knows the gaps before the break"
    for game in (one, same, other):
        game.push(carrom.Stroke(x=0, vx=0, vy=300_000))
    assert one.fold == same.fold
    assert one.position != other.position
    assert carrom.Game().seed != carrom.Game().seed
    tossed = {carrom.Game(seed=seed).set_up() for seed in range(12)}
    assert tossed == {carrom.Seat.SOUTH, carrom.Seat.NORTH}


def test_a_board_is_racked_alike_again_after_a_pop() -> None:
    game = carrom.Game(seed=3, first_break="A")
    game.push("play")
    racked = game.position
    begun = game.pop()
    assert isinstance(begun, RoundBegun)
    assert game.position is None
    game.push("play south")
    assert game.position == racked
    assert carrom.Game(seed=3, first_break="A").random_act(random.Random(0)) == begun


def test_a_stroke_is_simulated_and_ruled() -> None:
    game = carrom.Game(names=["Asha", "Bilal"], seed=1, first_break="A")
    game.set_up()
    ruling = game.push(HARD)
    assert ruling is not None
    assert game.why == ruling.told(Names(player="Asha", mover="Asha", other="Bilal"))
    assert game.fold.strokes[-1].stroke == HARD
    assert game.status in {f"Board 1, score 0-0: {who} to strike." for who in ("Asha (south)", "Bilal (north)")}


def test_the_last_ruling_names_the_players_even_when_the_seats_have_changed_since() -> None:
    sheet = carrom.Game("icf", 4, "match", None, names=["Asha", "Bilal", "Chitra", "Dev"], seed=5)
    rng, heard = random.Random(5), set()
    while sheet.result is None:
        ruling = sheet.push(sheet.random_act(rng))
        if ruling is not None:
            heard.add(sheet.why)
    assert not [words for words in heard if "you" in str(words).split()]
    assert any("Asha and Chitra" in str(words) for words in heard)


def test_a_pop_undoes_the_push_and_leaves_no_trace() -> None:
    game = carrom.Game(seed=1, first_break="A")
    game.set_up()
    before = game.fold
    game.push(HARD)
    event = game.pop()
    assert isinstance(event, Struck)
    assert game.fold == before
    assert game.push(event) is not None
    assert game.fold.strokes == (event,)


def test_everything_can_be_popped_down_to_the_beginning() -> None:
    game = played(carrom.Game(surface=None, seed=2), 2, acts=2 * KEPT + 30)
    acts = list(game.fold.events[1:])
    assert len(acts) > 2 * KEPT
    back = [game.pop() for _ in acts]
    assert back == acts[::-1]
    assert game.fold == carrom.Game(surface=None, seed=2).fold
    with pytest.raises(RefusedRequest, match="there is nothing to take back"):
        game.pop()


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Tossed(won_by="C"), "C cannot win the toss"),
        (Chosen(side="A", what="break"), "a choice is not expected now; expected is the toss"),
        (HARD, "a stroke is not expected now; expected is the toss"),
        (carrom.Point(0, 50_000), "no piece is to be placed now; expected is the toss"),
        ("w1 b", "a stroke is not expected now; expected is the toss"),
        (carrom.Stroke("x", 0, 1), "The stroke's x is 'x'; it must be a whole number"),
        ("dance", "'dance' is not understood"),
        ("", "the line is empty"),
        (Toss(("A", "B")), "cannot be pushed; expected an event, a Stroke, a Point or words"),
        (carrom.Game(seed=1).fold.events[0], "a game begins once"),
    ],
    ids=lambda given: str(given)[:20],
)
def test_what_is_not_expected_is_refused_and_changes_nothing(act, said) -> None:
    game = carrom.Game(seed=1)
    before = game.fold
    with pytest.raises(CarromError, match=said):
        game.push(act)
    assert game.fold is before
    assert game.legal == (Toss(("A", "B")),)


def test_a_stroke_from_an_illegal_spot_is_refused_with_the_reason() -> None:
    game = carrom.Game(seed=1, first_break="A")
    game.set_up()
    before = game.fold
    with pytest.raises(IllegalStroke, match="partly on a base circle"):
        game.push(carrom.Stroke(200_000, 0, 1_000_000))
    with pytest.raises(RefusedRequest, match="a simulated board records positions"):
        game.push("w2 b1 s")
    assert game.fold is before


def test_an_umpires_words_are_pushed_on_a_wooden_board() -> None:
    game = carrom.Game(surface=None, names=["Asha", "Bilal"], seed=1)
    assert game.push("toss Asha") is None
    for words in ("choose break", "seats keep", "play"):
        game.push(words)
    ruling = game.push("w2 b1 s")
    assert ruling is not None
    assert "Law 72c" in ruling.clauses
    assert isinstance(game.legal[0], PlaceDue)
    game.push("place all")
    assert isinstance(game.legal[0], Strike)
    game.push("undo")
    assert isinstance(game.legal[0], PlaceDue)


def test_what_cannot_follow_the_first_of_several_events_leaves_all_undone() -> None:
    game = carrom.Game(seed=4, first_break="A")
    game.set_up()
    before = game.fold
    with pytest.raises(CarromError):
        game.push("place all")
    assert game.fold is before


def test_a_record_is_written_read_and_played_on() -> None:
    game = played(carrom.Game("club", players=4, surface=None, seed=8), 8, acts=60)
    again = carrom.Game.read(game.write(), seed=8)
    assert again.fold == game.fold
    assert game.why is not None
    assert again.why == game.why
    assert again.pop() == game.fold.events[-1]
    assert played(carrom.Game.read(game.write(), seed=8), 9).write() == played(game, 9).write()
    with pytest.raises(RecordError, match="line 1"):
        carrom.Game.read("no record")
    with pytest.raises(RecordError, match="5 is no record; expected its text"):
        carrom.Game.read(5)


def test_a_copy_goes_its_own_way() -> None:
    game = carrom.Game(seed=1, first_break="A")
    other = game.copy()
    assert other.set_up() is carrom.Seat.SOUTH
    assert isinstance(game.legal[0], BeginRound)
    assert game.set_up() is carrom.Seat.SOUTH
    assert game.fold == other.fold


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", carrom.RULESETS)
def test_random_players_play_whole_matches_on_wooden_boards(name) -> None:
    for count in seats(name):
        game = played(carrom.Game(name, count, "match", None, seed=count), count)
        assert game.result is not None
        assert (game.legal, game.turn) == ((), None)
        assert " won" in game.status
        assert carrom.Game.read(game.write()).fold == game.fold
        with pytest.raises(RefusedRequest, match="the game is over"):
            game.random_act(random.Random(0))


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", carrom.RULESETS)
def test_random_players_play_whole_boards_on_simulated_boards(name) -> None:
    carrom.warm()
    game = played(carrom.Game(name, max(seats(name)), "board", "tournament", seed=1), 1)
    assert game.result is not None
    assert game.fold.strokes


def test_random_acts_depend_on_their_generator_alone() -> None:
    one, same = (played(carrom.Game(surface=None, seed=3), 4, acts=200) for _ in range(2))
    assert one.write() == same.write()


def test_spots_and_places_are_those_that_the_game_accepts() -> None:
    carrom.warm()
    game, rng, placings = carrom.Game("club", seed=2), random.Random(2), 0
    for _ in range(400):
        if game.places:
            placings += 1
            assert game.spots == ()
            other, due = game.copy(), game.legal[0]
            with pytest.raises(RefusedRequest, match="expected whole numbers of µm"):
                other.push(carrom.Point(0, 50_000.5))
            other.push(game.places[-1])
            assert other.position[due.disc] == game.places[-1]
        elif game.spots:
            span = rng.choice(game.spots)
            game.copy().push(carrom.Stroke(span.low, 0, 1_000_000, y=span.y))
        if game.result is None:
            game.push(game.random_act(rng))
    assert placings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 5}, "5 players cannot sit at a board; expected 1 to 4"),
        ({"players": 3}, "icf is for 2 or 4"),
        ({"ruleset": "three-player", "players": 2}, "2 players sit at the board; three-player is for 3"),
        ({"names": ["Asha"]}, "1 names are given for 2 players; expected one for each"),
        ({"contest": "war"}, "'war' is no contest; expected one of board, game, match"),
        ({"ruleset": "pool"}, "pool"),
        ({"surface": "ice"}, "ice"),
        ({"first_break": "C"}, "C cannot break first"),
        ({"seed": "x"}, "the seed is 'x'; expected a whole number"),
        ({"players": [2]}, "players cannot sit at a board"),
        ({"names": 5}, "the names are 5; expected a list"),
        ({"names": "AB"}, "the names are 'AB'; expected a list"),
        ({"ruleset": 5}, "5 is no rule set; expected a name"),
        ({"stage": "noon"}, "'noon' is no stage; expected one of early, late"),
    ],
)
def test_what_cannot_be_played_is_refused(given, said) -> None:
    with pytest.raises(CarromError, match=said):
        carrom.Game(**given)


def test_a_match_of_a_book_that_knows_none_is_one_game() -> None:
    assert carrom.Game("points", contest="match").fold.header.contest == "game"
    assert carrom.Game("icf", contest="match").fold.header.contest == "match"


def test_one_may_play_alone_where_the_rules_know_it(tmp_path) -> None:
    file = tmp_path / "alone.toml"
    file.write_text('extends = "points"\nplayers = [1]\n', encoding="utf-8")
    game = carrom.Game(file, players=1, surface=None, seed=2, names=["Asha"])
    assert game.set_up() is carrom.Seat.SOUTH
    assert played(game, 3).status == f"Asha has won, {game.score[0]}."
    with pytest.raises(CarromError, match="icf is for 2 or 4"):
        carrom.Game(players=1)


def test_men_may_be_taken_off_before_the_board() -> None:
    game = carrom.Game(seed=1, first_break="A", handicap=(0, 2))
    game.set_up()
    assert game.position is not None
    assert len(game.position) == 17


def test_a_rule_set_is_a_name_a_path_or_a_value(tmp_path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('extends = "icf"\ntarget_points = 9\n', encoding="utf-8")
    for given in (file, str(file), carrom.ruleset(str(file))):
        assert carrom.Game(given).fold.rules.parameters.target_points == 9


def test_it_shows_itself_in_a_session_and_in_a_notebook() -> None:
    game = carrom.Game(names=["Asha", "Bilal"], seed=1, first_break="B")
    assert repr(game) == "<Game icf, 2 players, game: Score 0-0: board 1 to begin, broken by north.>"
    assert "<svg" in (game._repr_svg_() or "")
    game.set_up()
    shown = game._repr_svg_() or ""
    assert "Bilal (north) to break" in shown
    assert "north sits at the bottom" in shown
    assert carrom.Game(surface=None)._repr_svg_() is None


def test_the_program_plays_with_the_handle() -> None:
    carrom.warm()
    club, rng = carrom.level("beginner"), random.Random(1)
    game = carrom.Game(seed=1)
    with pytest.raises(RefusedRequest, match="Nobody is in turn at the board; expected is the toss"):
        club.act(game, rng)
    game.set_up()
    for _ in range(6):
        game.push(club.act(game, rng))
    assert len(game.fold.events) >= 10
    assert club.act(game.fold, random.Random(2)) == club.act(game, random.Random(2))


def test_what_is_done_after_a_pop_is_popped_to_where_it_began() -> None:
    game = carrom.Game(surface=None, seed=2, first_break="A")
    game.set_up()
    for word in ("w1", "w1", "w1"):
        game.push(word)
    game.pop()
    there = game.fold
    for word in ("w2", "w1"):
        game.push(word)
    game.pop()
    game.pop()
    assert game.fold == there


def test_a_rule_set_for_another_number_of_players_seats_the_fewest_it_is_for():
    seated = {name: len(carrom.Game(name).fold.header.players) for name in carrom.RULESETS}
    assert seated == {name: 3 if name == "three-player" else 2 for name in carrom.RULESETS}
    assert len(carrom.Game("icf", players=4).fold.header.players) == 4
    assert len(carrom.Game("icf", names=["Asha", "Bilal"]).fold.header.players) == 2


def test_what_a_session_shows_of_a_ruling_a_rule_set_and_a_fold_fits_a_few_lines():
    game = carrom.Game("icf", seed=8)
    game.set_up()
    ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
    assert repr(ruling) == "<Ruling of icf: Law 44, Law 48; continue>"
    assert repr(ruling.ruleset) == "<Ruleset icf: ICF Laws 1-143, current text, second reading>"
    assert repr(game.fold) == f"<Fold of icf, 2 players, game: {len(game.fold.events)} events>"
    assert len(repr(game.fold.round)) < 2_000
    assert repr(carrom.judge(game.fold.round, carrom.Outcome())).startswith("<Ruling of icf: Law ")


def test_quotes_around_a_typed_note_are_not_part_of_it():
    sheet = carrom.Game(surface=None, first_break="A")
    sheet.push("play")
    for typed, text in (
        ('note "a good break"', "a good break"),
        ("note a good break", "a good break"),
        ('note : "go on"', '"go on"'),
        ('note "go on" he said "now"', '"go on" he said "now"'),
        ('note "', '"'),
    ):
        sheet.push(typed)
        assert sheet.fold.events[-1].text == text
        line = line_of(sheet.fold, sheet.fold.events[-1])
        sheet.push(line)
        assert sheet.fold.events[-1].text == text
        again = carrom.Game.read(sheet.write())
        assert again.fold == sheet.fold


def test_an_unknown_option_of_a_new_game_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'first_brake'"):
        carrom.Game(seed=1, first_brake="A")
