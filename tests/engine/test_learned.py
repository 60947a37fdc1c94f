"""Learned artifacts: the integer network, its file with a hash, the opening book of breaks, and their training."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from engine.tables import CLUB, ICF, facing, lying, scattered

from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.cli import main, train
from carrom.engine import artifacts, board_value, break_book, outcome_value, play_out, rollout_kernel
from carrom.engine.board_value import (
    FREE,
    INPUTS,
    KINDS,
    LAYOUT_INPUTS,
    OWNED,
    ROUND_INPUTS,
    UNIT,
    BoardValue,
    LearnedTerms,
    Stake,
    decided,
    inputs_of,
    layout_inputs,
)
from carrom.engine.break_book import every_course, openings, page
from carrom.engine.class_values import ClassValues
from carrom.engine.engine import Engine
from carrom.engine.fitting import Examples, calibration, chances, trained_network
from carrom.engine.geometry import HandNoise
from carrom.engine.ladder import contestant
from carrom.engine.levels import level_named
from carrom.engine.rollouts import RolloutRunner, deviates
from carrom.engine.self_play_data import SEATS_OF, TrainingExample, remembered
from carrom.engine.situation import Situation, facts
from carrom.engine.stakes import MatchStakes
from carrom.errors import SetupError
from carrom.rules.round import Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.values import changed


def some_examples(count=12_000):
    """Return training examples in which a single input decides who wins."""
    rng = np.random.default_rng(3)
    inputs = np.rint(UNIT * rng.random((count, INPUTS[OWNED])))
    chance = 0.2 + 0.6 * (inputs[:, 20] > UNIT / 2)
    won = (rng.random(count) < chance).astype(float)
    return Examples(OWNED, inputs, np.full((count, 2), 8.0), won, 8 * won - 4, np.arange(count))


@pytest.mark.slow
def test_a_net_learns_what_decides_and_says_so_calibrated():
    given = some_examples()
    net = trained_network(given, seed=5)
    win, points = chances(net, given)
    high = given.inputs[:, 20] > UNIT / 2
    assert win[high].mean() == pytest.approx(0.8, abs=0.08)
    assert win[~high].mean() == pytest.approx(0.2, abs=0.08)
    assert points[high].mean() > 0 > points[~high].mean()
    assert all(row["positions"] > 0 for row in calibration(win, given.won))


@pytest.mark.slow
def test_the_same_seed_makes_the_same_net_and_its_weights_are_whole():
    given = some_examples(800)
    one, other, third = (trained_network(given, seed) for seed in (1, 1, 2))
    assert (one.first == other.first).all()
    assert (one.first != third.first).any()
    assert (one.first == np.rint(one.first)).all()
    assert np.abs(one.first).max() * UNIT * INPUTS[OWNED] < 2**50


def test_the_order_of_inputs_in_memory_does_not_change_a_bit():
    net, given = board_value.learned().networks[OWNED], some_examples(257)
    win, points = chances(net, given)
    for k in (0, 100, 256):
        alone = chances(net, given.only(np.arange(257) == k))
        assert (alone[0][0], alone[1][0]) == (win[k], points[k])


def test_a_file_that_was_cut_off_or_changed_is_refused_with_its_hash(tmp_path):
    path = tmp_path / "board_value.json"
    digest = board_value.learned().write(path)
    assert BoardValue.read(path).card == board_value.learned().card
    whole = path.read_bytes()
    for broken in (whole[:-30], whole.replace(b"-1", b"-2", 1), b"", whole[:20]):
        path.write_bytes(broken)
        with pytest.raises(SetupError, match=r"SHA-256 is [0-9a-f]{64}"):
            BoardValue.read(path)
    assert digest in whole.decode()
    small = {"first": [[1]], "bias": [1], "second": [[1, 1]], "last": [1, 1]}
    for content in ({OWNED: small, FREE: small, "card": {}}, {"card": {}}, {OWNED: [1], "card": {}}):
        artifacts.written(path, content)
        with pytest.raises(SetupError, match="networks of other dimensions"):
            BoardValue.read(path)
    with pytest.raises(SetupError, match="cannot be read"):
        BoardValue.read(tmp_path / "none.json")


def test_a_book_that_was_cut_off_or_is_of_another_version_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "breaks.json"
    artifacts.written(path, artifacts.read(break_book.PATH))
    assert break_book.read_book(path) == break_book.book()
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(SetupError, match=r"SHA-256 is [0-9a-f]{64}"):
        break_book.read_book(path)
    page = {"angle": 270, "friction": 1.0, "degrees": 0.4, "fastest": 5.0}
    for content in ([], {}, {"pages": []}, {"pages": [page]}, {"pages": [{**page, "courses": [[1]]}]}, {"pages": [3]}):
        artifacts.written(path, content)
        with pytest.raises(SetupError, match="no pages of breaks that this version can read"):
            break_book.read_book(path)


def test_what_is_shipped_is_whole_and_says_where_it_comes_from():
    card = board_value.learned().card
    assert card["boards"] >= 20 * 1_150
    assert card[OWNED]["log loss"] < card[OWNED]["log loss of the race"]
    for kind in KINDS:
        for row in card[kind]["calibration"]:
            assert row["said"] == pytest.approx(row["came"], abs=0.05 + 2.0 / row["positions"] ** 0.5)


@pytest.mark.slow
def test_a_board_is_remembered_with_what_each_saw_and_how_it_ended():
    for seed in (2, 3, 4):  # two players, three, and four or a rule set without owned colours
        memory, again = remembered(TrainingExample(seed, 60)), remembered(TrainingExample(seed, 60))
        assert memory is not None
        assert again is not None
        assert (memory.places == again.places).all()
        assert (memory.ends == memory.ends[0]).all()
        assert memory.ends[0, :, 0].sum() == 2
    assert TrainingExample(7).degrees == TrainingExample(7, 9).degrees != TrainingExample(8).degrees


def test_self_play_covers_every_kind_of_round_and_number_of_players():
    begun = [TrainingExample(seed).begun() for seed in range(60)]
    assert {(each.ruleset.name, len(each.seats)) for each in begun} >= {
        ("icf", 2), ("icf", 4), ("club", 2), ("points", 2), ("points", 4), ("three-player", 3), ("classic-29", 2)
    }  # fmt: skip


@pytest.mark.slow
def test_training_goes_on_where_it_was_and_makes_the_same_file(tmp_path, capsys):
    folder, boards = tmp_path / "boards", 100
    memory = remembered(TrainingExample(2, 60))
    assert memory is not None
    folder.mkdir()
    for first in (0, 50):
        memory.boards[:, 0] = first
        memory.write(folder / f"boards-{first:06d}-60.npz")
    files = []
    for name in ("one.json", "two.json"):
        asked = ["train", str(folder), "--boards", str(boards), "--simulations", "60", "--output", str(tmp_path / name)]
        assert main(asked) == 0
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert "100 of 100 boards" in capsys.readouterr().err
    (folder / "boards-000000-60.npz").write_bytes(b"PK")
    assert main(["train", str(folder), "--boards", str(boards), "--simulations", "60"]) == 1
    assert "remove it" in capsys.readouterr().err
    assert main(["train"]) == 1
    assert main(["train", str(folder), "--boards", "3"]) == 1


def test_a_folder_that_ended_with_part_of_a_file_gets_the_boards_that_it_lacks(tmp_path, monkeypatch):
    asked = []

    def remembering(lesson):
        asked.append(lesson.seed)
        return changed_boards(lesson.seed)

    memory = remembered(TrainingExample(2, 60))
    assert memory is not None

    def changed_boards(seed):
        return replace(memory, boards=np.full_like(memory.boards, seed))

    monkeypatch.setattr(train, "remembered", remembering)
    train._played(tmp_path, 60, 60, 1)
    assert asked == list(range(60))
    again = train._played(tmp_path, 100, 60, 1)
    assert asked[60:] == list(range(50, 100))
    assert set(again.boards[:, 0].tolist()) == set(range(100))


def test_chances_and_points_are_told_of_both_sides_whatever_the_round():
    situation = facing(scattered(5, 12))
    hand = HandNoise(0.5, 0.05, 300.0)
    trial = RolloutRunner(situation, hand)
    strokes = np.array([[0, 0, 2_000_000, 0, 0], [50_000, 300_000, 1_500_000, 0, 0]], dtype=np.int64)
    classes, lies = trial.rate(strokes, deviates(32, Random(1)), 0, 32)
    terms = LearnedTerms(board_value.learned(), situation.round, 0.5)
    prices = ClassValues(situation.round, 0.85, insight=terms)
    win, points = prices.seen(classes, lies)
    assert ((win >= 0) & (win <= 1_000_000)).all()
    assert (np.abs(points) <= 12_000_000).all()
    assert (prices.of(classes, lies) == ClassValues(situation.round, 0.85).of(classes, lies)).all()
    staked = ClassValues(situation.round, 0.85, insight=terms, stake=Stake(8.0, 0.0, 0.0))
    assert (staked.of(classes, lies) == 8 * (win - 500_000)).all()


def test_the_layout_is_read_from_who_strikes_next_and_who_follows():
    row = np.repeat(np.arange(1, 4, dtype=np.int32) * 100_000, rollout_kernel.BLOCK)[None]

    def read(players, passed):
        return layout_inputs(row, players, passed)[0, :: rollout_kernel.BLOCK].tolist()

    first, second, third = (float(int(share * UNIT)) for share in (0.1, 0.2, 0.3))
    assert read(2, passed=False) == [first, second]
    assert read(2, passed=True) == [second, first]
    assert read(3, passed=True) == read(4, passed=True) == [second, third]
    assert layout_inputs(row, 2).shape == (1, LAYOUT_INPUTS)


def test_inputs_of_a_round_tell_hands_sides_and_scores_apart_and_stay_small():
    for name, seats in (("icf", 2), ("points", 2), ("three-player", 3)):
        begun = Round.begin(ruleset(name), SEATS_OF[seats])
        for side, degrees in ((0, 0.1), (0, 3.0), (1, 0.5)):
            row, _ = inputs_of(facts(begun), side, degrees)
            assert len(row) == ROUND_INPUTS[OWNED if name == "icf" else FREE]
            assert all(abs(each) <= 2 * UNIT for each in row)
        assert inputs_of(facts(begun), 0, 0.1) != inputs_of(facts(begun), 0, 3.0)
        assert name == "icf" or inputs_of(facts(begun), 0, 3.0) != inputs_of(facts(begun), 1, 3.0)


def last_counter(lead, name="points"):
    """Return a round with one black counter left, the queen covered, and South that far ahead."""
    begun = Round.begin(ruleset(name), SEATS_OF[3 if name == "three-player" else 2])
    gone = tuple(disc for disc in begun.on_board if disc.value != "B1")
    sides = (changed(begun.sides[0], points=100 + lead), changed(begun.sides[1], points=100), *begun.sides[2:])
    return changed(
        begun, phase=Phase.PLAY, sides=sides, on_board=in_rack_order({*begun.on_board} - {*gone}), pocketed=gone,
        queen=QueenState.COVERED, queen_side=0,
    )  # fmt: skip


@pytest.mark.parametrize(("name", "price"), [("points", 5), ("three-player", 1)])
def test_a_board_that_arithmetic_decides_is_told_as_won_or_lost(name, price):
    for lead, expected in ((price + 1, True), (price, None), (0, None), (-price, None), (-price - 1, False)):
        round_ = last_counter(lead, name)
        assert decided(facts(round_), 0) is expected
        assert outcome_value.decided(round_, 0) is expected
        situation = Situation(round_, lying(B1=(0, 100)), CLUB)
        if expected is not None:
            assert play_out.of(situation).win == float(expected)


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("level", ["champion", "national"])
@pytest.mark.parametrize("lead", [-40, -3, 0, 30])
def test_whoever_can_score_scores_even_if_the_board_is_lost_or_won(level, lead):
    situation = Situation(last_counter(lead), lying(B1=(230, 230)), CLUB, ledger=MatchStakes())
    aimed = Engine(level_named(level), lambda: 0.0).aim(situation, Random(3))
    assert aimed.promise.success > 0.7


def test_the_book_has_a_page_for_every_hand_and_nobody_strikes_harder_than_he_can():
    table = Situation(Round.begin(ICF), nominal_rack(), CLUB).table(Seat.SOUTH, ())
    for fastest in (2.5, 3.0, 5.0, 8.0, 10.0):
        for degrees in (0.0, 0.4, 5.0):
            rows = openings(table, 20, fastest, degrees)
            assert len(rows) >= 4
            assert np.hypot(rows[:, 1], rows[:, 2]).max() <= 1e6 * fastest + 2
    hard, soft = (page(270, CLUB.friction, 0.4, fastest).courses for fastest in (10.0, 3.0))
    assert max(each.kept for each in hard) > max(each.kept for each in soft)
    assert page(33, CLUB.friction, 0.4, 10.0).angle == 270
    assert {each.angle for each in break_book.book()} == {45, 90, 270}


def test_who_knows_the_gaps_tries_breaks_all_over_the_board():
    table = Situation(Round.begin(ICF), nominal_rack(), CLUB).table(Seat.SOUTH, ())
    rows = every_course(table, 1_000, 10.0)
    assert 500 < len(rows) < 2_000
    assert len({row[0] for row in rows.tolist()}) > 5


def test_a_player_who_plays_what_was_learnt_pockets_the_last_man():
    engine = contestant("machine:4000@0.3/learned").engine()
    situation = facing(lying(W1=(150, 150), B1=(-100, 100), B2=(60, -50)))
    assert engine.aim(situation, Random(2)).promise.success > 0.9
