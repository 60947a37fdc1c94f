"""`carrom.Game`, the mutable handle over an immutable game history."""

import inspect
import pickle
import random
from random import Random

import pytest

import carrom
from carrom.errors import CarromError, IllegalStroke, RecordError, RefusedRequest
from carrom.game.api import KEPT
from carrom.game.commands import typed as line_of
from carrom.game.events import Chosen, RoundBegun, Struck, Tossed
from carrom.game.expected import BeginRound, Toss
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
    assert one.history == same.history
    assert one.position == other.position, "nobody knows the gaps before the break"
    for game in (one, same, other):
        game.push(carrom.Stroke(x=0, vx=0, vy=300_000))
    assert one.history == same.history
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
    assert game.history.strokes[-1].stroke == HARD
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
    before = game.history
    game.push(HARD)
    event = game.pop()
    assert isinstance(event, Struck)
    assert game.history == before
    assert game.push(event) is not None
    assert game.history.strokes == (event,)


def test_everything_can_be_popped_down_to_the_beginning() -> None:
    game = played(carrom.Game(surface=None, seed=2), 2, acts=2 * KEPT + 30)
    acts = list(game.history.events[1:])
    assert len(acts) > 2 * KEPT
    back = [game.pop() for _ in acts]
    assert back == acts[::-1]
    assert game.history == carrom.Game(surface=None, seed=2).history
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
        (carrom.Game(seed=1).history.events[0], "a game begins once"),
    ],
    ids=lambda given: str(given)[:20],
)
def test_what_is_not_expected_is_refused_and_changes_nothing(act, said) -> None:
    game = carrom.Game(seed=1)
    before = game.history
    with pytest.raises(CarromError, match=said):
        game.push(act)
    assert game.history is before
    assert game.legal == (Toss(("A", "B")),)


def test_a_stroke_from_an_illegal_spot_is_refused_with_the_reason() -> None:
    game = carrom.Game(seed=1, first_break="A")
    game.set_up()
    before = game.history
    with pytest.raises(IllegalStroke, match="partly on a base circle"):
        game.push(carrom.Stroke(200_000, 0, 1_000_000))
    with pytest.raises(RefusedRequest, match="a simulated board records positions"):
        game.push("w2 b1 s")
    assert game.history is before


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
    before = game.history
    with pytest.raises(CarromError):
        game.push("place all")
    assert game.history is before


def test_a_record_is_written_read_and_played_on() -> None:
    game = played(carrom.Game("club", players=4, surface=None, seed=8), 8, acts=60)
    again = carrom.Game.from_text(game.to_text(), seed=8)
    assert again.history == game.history
    assert game.why is not None
    assert again.why == game.why
    assert again.pop() == game.history.events[-1]
    assert played(carrom.Game.from_text(game.to_text(), seed=8), 9).to_text() == played(game, 9).to_text()
    with pytest.raises(RecordError, match="line 1"):
        carrom.Game.from_text("no record")
    with pytest.raises(RecordError, match="5 is no record; expected its text"):
        carrom.Game.from_text(5)


def test_a_copy_goes_its_own_way() -> None:
    game = carrom.Game(seed=1, first_break="A")
    other = game.copy()
    assert other.set_up() is carrom.Seat.SOUTH
    assert isinstance(game.legal[0], BeginRound)
    assert game.set_up() is carrom.Seat.SOUTH
    assert game.history == other.history


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", carrom.RULESETS)
def test_random_players_play_whole_matches_on_wooden_boards(name) -> None:
    for count in seats(name):
        game = played(carrom.Game(name, count, "match", None, seed=count), count)
        assert game.result is not None
        assert (game.legal, game.turn) == ((), None)
        assert " won" in game.status
        assert carrom.Game.from_text(game.to_text()).history == game.history
        with pytest.raises(RefusedRequest, match="the game is over"):
            game.random_act(random.Random(0))


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", carrom.RULESETS)
def test_random_players_play_whole_boards_on_simulated_boards(name) -> None:
    game = played(carrom.Game(name, max(seats(name)), "board", "tournament", seed=1), 1)
    assert game.result is not None
    assert game.history.strokes


def test_random_acts_depend_on_their_generator_alone() -> None:
    one, same = (played(carrom.Game(surface=None, seed=3), 4, acts=200) for _ in range(2))
    assert one.to_text() == same.to_text()


def test_spots_and_places_are_those_that_the_game_accepts() -> None:
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
        ({"names": ["Asha"]}, "1 name given for 2 players; expected one for each"),
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
    assert carrom.Game("points", contest="match").history.header.contest == "game"
    assert carrom.Game("icf", contest="match").history.header.contest == "match"


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
        assert carrom.Game(given).history.rules.parameters.target_points == 9


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
    club, rng = carrom.level("beginner"), random.Random(1)
    game = carrom.Game(seed=1)
    with pytest.raises(RefusedRequest, match="Nobody is in turn at the board; expected is the toss"):
        club.act(game, rng)
    game.set_up()
    for _ in range(6):
        game.push(club.act(game, rng))
    assert len(game.history.events) >= 10
    assert club.act(game.history, random.Random(2)) == club.act(game, random.Random(2))


def test_what_is_done_after_a_pop_is_popped_to_where_it_began() -> None:
    game = carrom.Game(surface=None, seed=2, first_break="A")
    game.set_up()
    for word in ("w1", "w1", "w1"):
        game.push(word)
    game.pop()
    there = game.history
    for word in ("w2", "w1"):
        game.push(word)
    game.pop()
    game.pop()
    assert game.history == there


def test_a_rule_set_for_another_number_of_players_seats_the_fewest_it_is_for():
    seated = {name: len(carrom.Game(name).history.header.players) for name in carrom.RULESETS}
    assert seated == {name: 3 if name == "three-player" else 2 for name in carrom.RULESETS}
    assert len(carrom.Game("icf", players=4).history.header.players) == 4
    assert len(carrom.Game("icf", names=["Asha", "Bilal"]).history.header.players) == 2


def test_what_a_session_shows_of_a_ruling_a_rule_set_and_a_fold_fits_a_few_lines():
    game = carrom.Game("icf", seed=8)
    game.set_up()
    ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
    assert repr(ruling) == "<Ruling of icf: Law 44, Law 48; continue>"
    assert repr(ruling.ruleset) == "<Ruleset icf: ICF Laws 1-143, current text, second reading>"
    assert repr(game.history) == f"<GameHistory of icf, 2 players, game: {len(game.history.events)} events>"
    assert len(repr(game.history.round)) < 2_000
    assert repr(carrom.judge(game.history.round, carrom.Outcome())).startswith("<Ruling of icf: Law ")


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
        assert sheet.history.events[-1].text == text
        line = line_of(sheet.history, sheet.history.events[-1])
        sheet.push(line)
        assert sheet.history.events[-1].text == text
        again = carrom.Game.from_text(sheet.to_text())
        assert again.history == sheet.history


def test_an_unknown_option_of_a_new_game_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'first_brake'"):
        carrom.Game(seed=1, first_brake="A")


POSITION = "c1_Q.0.0_W1.250000.250000_W2.0.100000_B1.-200000.100000"


def test_a_game_begins_with_a_given_position_and_its_first_stroke_is_no_break():
    game = carrom.Game(position=POSITION, first_break="A", contest="board", seed=3)
    assert game.set_up() is carrom.Seat.SOUTH
    assert game.position == carrom.Position.from_text(POSITION)
    assert game.history.round.phase.value == "play"
    assert len(game.history.round.pocketed) == 15
    same = carrom.Game(position=carrom.Position.from_text(POSITION), first_break="A", contest="board", seed=3)
    same.set_up()
    assert same == game == carrom.Game.from_text(game.to_text(), seed=3)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("c1_W1.0", "is not a disc and place"),
        ("c1_W1.0.100000", "leaves a side without pieces"),
        ("c1_W1.0.0_B1.10.10", "cannot be played"),
        (7, "7 is no position; expected a Position or its text"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_in_a_sentence(position, sentence):
    with pytest.raises(CarromError, match=sentence):
        carrom.Game(position=position)


def test_a_wooden_board_has_no_start_position():
    with pytest.raises(CarromError, match="a wooden board has no recorded positions"):
        carrom.Game(position=POSITION, surface=None)


def test_legal_strokes_are_those_that_push_accepts():
    game = played(carrom.Game(seed=5), 5, 6)
    rng = Random(2)
    legal = game.legal_strokes
    assert legal.seat is game.turn
    for _ in range(40):
        x = rng.randint(-260_000, 260_000)
        stroke = carrom.Stroke(x=x, vx=rng.randint(-(10**6), 10**6), vy=rng.choice([-1, 1]) * 2_000_000)
        try:
            game.copy().push(stroke)
            accepted = True
        except CarromError as reason:
            accepted = False
            with pytest.raises(type(reason)):
                legal.check(stroke)
        assert (stroke in legal) is accepted
    assert legal.sample(rng) in legal
    assert "a stroke" not in legal


def test_nothing_is_legal_where_no_stroke_is_due():
    game = carrom.Game(seed=1)
    assert not game.legal_strokes
    assert game.legal_strokes.spots == ()
    with pytest.raises(CarromError, match="a stroke is not expected now"):
        game.legal_strokes.sample(Random(1))


def test_strokes_and_boards_of_a_game_are_iterated_with_their_positions_and_rulings():
    game, rng = carrom.Game("club", seed=9), Random(9)
    while len(list(game.boards())) < 2:
        game.push(game.random_act(rng))
    strokes = list(game.strokes())
    assert [each.stroke for each in strokes] == [each.stroke for each in game.history.strokes]
    assert [each.ruling for each in strokes] == [each.ruling for each in game.history.state.rulings]
    assert {each.board for each in strokes} >= {1, 2}
    for each in strokes:
        simulated = carrom.simulate(each.before, each.stroke, each.seat, "club")
        assert (simulated.outcome, simulated.rest) == (each.outcome, each.after)
    first = strokes[0]
    assert game.before(first.event).legal_strokes.seat is first.seat


def test_an_undone_stroke_is_not_among_the_strokes():
    sheet = carrom.Game(surface=None, first_break="A", seed=1)
    sheet.push("play")
    sheet.push("w1")
    sheet.push("undo")
    sheet.push("b1")
    assert [each.outcome.pocketed for each in sheet.strokes()] == [(carrom.Disc.B1,)]
    assert [each.before for each in sheet.strokes()] == [None]


def test_comments_and_variations_are_in_the_record_and_survive_reading_copying_and_pickling():
    game = played(carrom.Game(seed=8), 5, 9)
    last = len(game.history.events) - 1
    branch = game.before(last)
    branch.push(branch.random_act(Random(99)))
    branch.push(branch.random_act(Random(98)))
    game.set_comment("The final", 0)
    game.set_comment('A "brave" cut {so} \\ é')
    game.add_variation(branch)
    text = game.to_text()
    again = carrom.Game.from_text(text, seed=8)
    assert again == game == pickle.loads(pickle.dumps(game)) == game.copy()
    assert (again.comment(0), again.comment()) == ("The final", 'A "brave" cut {so} \\ é')
    [(event, other)] = again.variations()
    assert event == last
    assert other.history == branch.history
    assert carrom.Game.from_text(game.copy().to_text(), seed=8).to_text() == text
    game.set_comment("", 0)
    assert "The final" not in game.to_text()


def test_comments_of_what_is_taken_back_go_with_it():
    game = played(carrom.Game(seed=8), 5, 9)
    game.set_comment("soon gone")
    game.pop()
    assert "soon gone" not in game.to_text()


@pytest.mark.parametrize(
    "line",
    [
        '# comment 900 "far"',
        "# comment 1 unquoted",
        '# variation 1 "no event"',
        '# comment 1 "a" "b"',
        "# variation 1 ",
    ],
)
def test_a_malformed_comment_is_refused_with_its_line(line):
    text = played(carrom.Game(seed=8), 5, 3).to_text().replace("\nend ", f"\n{line}\nend ")
    with pytest.raises(RecordError, match=r"line \d+: .*expected # comment EVENT"):
        carrom.Game.from_text(text)


def test_a_plain_remark_in_a_record_is_skipped():
    game = played(carrom.Game(seed=8), 5, 3)
    assert carrom.Game.from_text(game.to_text().replace("\nend ", "\n# comments are welcome\nend "), seed=8) == game


def test_a_variation_without_a_difference_is_refused():
    game = played(carrom.Game(seed=8), 5, 3)
    with pytest.raises(CarromError, match="nothing of its own"):
        game.add_variation(game.copy())
