"""Learned artifacts: the integer network, its file with a hash, the opening book of breaks, and their training."""

from random import Random

import numpy as np
import pytest
from engine.tables import CLUB, ICF, facing, lying, scattered

from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.cli import main
from carrom.engine.candidates import break_book
from carrom.engine.candidates.break_book import every_course, openings, page
from carrom.engine.evaluation import value_network
from carrom.engine.evaluation.class_values import ClassValues
from carrom.engine.evaluation.learned_terms import LearnedTerms, Stake
from carrom.engine.evaluation.value_network import INPUTS, UNIT, ValueNetwork, lie_inputs, round_inputs
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.learning.fit_value_network import Examples, calibration, chances, fitted
from carrom.engine.learning.self_play_data import TrainingExample, remembered
from carrom.engine.position import artifacts
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts import kernel
from carrom.engine.rollouts.runner import RolloutRunner, deviates, warm
from carrom.engine.strength.player_spec import contestant
from carrom.errors import SetupError
from carrom.rules.round import Round


def some_examples(count=12_000):
    """Return training examples in which a single input decides who wins."""
    rng = np.random.default_rng(3)
    inputs = np.rint(UNIT * rng.random((count, INPUTS)))
    chance = 0.2 + 0.6 * (inputs[:, 20] > UNIT / 2)
    won = (rng.random(count) < chance).astype(float)
    return Examples(inputs, np.full((count, 2), 8.0), np.stack((won, 8 * won - 4), axis=1), np.arange(count))


@pytest.mark.slow
def test_a_net_learns_what_decides_and_says_so_calibrated():
    given = some_examples()
    net = fitted(given, seed=5)
    win, points = chances(net, given)
    high = given.inputs[:, 20] > UNIT / 2
    assert win[high].mean() == pytest.approx(0.8, abs=0.08)
    assert win[~high].mean() == pytest.approx(0.2, abs=0.08)
    assert points[high].mean() > 0 > points[~high].mean()
    assert all(row["positions"] > 0 for row in calibration(win, given.ends[:, 0]))


def test_the_same_seed_makes_the_same_net_and_its_weights_are_whole():
    given = some_examples(800)
    one, other, third = (fitted(given, seed) for seed in (1, 1, 2))
    assert (one.first == other.first).all()
    assert (one.first != third.first).any()
    assert (one.first == np.rint(one.first)).all()
    assert np.abs(one.first).max() * UNIT * INPUTS < 2**50


def test_the_order_of_inputs_in_memory_does_not_change_a_bit():
    net, given = value_network.learned(), some_examples(257)
    win, points = chances(net, given)
    for k in (0, 100, 256):
        alone = chances(net, given.only(np.arange(257) == k))
        assert (alone[0][0], alone[1][0]) == (win[k], points[k])


def test_a_file_that_was_cut_off_or_changed_is_refused_with_its_hash(tmp_path):
    path = tmp_path / "worth.json"
    digest = value_network.learned().write(path)
    assert ValueNetwork.read(path).card == value_network.learned().card
    whole = path.read_bytes()
    for broken in (whole[:-30], whole.replace(b"-1", b"-2", 1), b"", whole[:20]):
        path.write_bytes(broken)
        with pytest.raises(SetupError, match=r"SHA-256 is [0-9a-f]{64}"):
            ValueNetwork.read(path)
    assert digest in whole.decode()
    artifacts.written(path, {"first": [[1]], "bias": [1], "second": [[1, 1]], "last": [1, 1], "card": {}})
    with pytest.raises(SetupError, match="a network of other dimensions"):
        ValueNetwork.read(path)
    with pytest.raises(SetupError, match="cannot be read"):
        ValueNetwork.read(tmp_path / "none.json")


def test_what_is_shipped_is_whole_and_says_where_it_comes_from():
    card = value_network.learned().card
    assert card["log loss"] < card["log loss of the race"]
    assert card["positions"] > 10_000
    for row in card["calibration"]:
        assert row["said"] == pytest.approx(row["came"], abs=0.05 + 2.0 / row["positions"] ** 0.5)


def test_a_board_is_remembered_with_what_each_saw_and_how_it_ended():
    warm()
    memory = remembered(TrainingExample(2, 60))
    again = remembered(TrainingExample(2, 60))
    assert memory is not None
    assert again is not None
    assert (memory.places == again.places).all()
    assert set(np.abs(memory.ends[:, 1]).tolist()) == {abs(int(memory.ends[0, 1]))}
    assert ((memory.ends[:, 0] == 1) == (memory.ends[:, 1] > 0)).all()
    assert TrainingExample(7).degrees == TrainingExample(7, 9).degrees != TrainingExample(8).degrees


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


def test_chances_and_points_are_told_of_both_sides_whatever_the_round():
    situation = facing(scattered(5, 12))
    hand = HandNoise(0.5, 0.05, 300.0)
    trial = RolloutRunner(situation, hand)
    strokes = np.array([[0, 0, 2_000_000, 0, 0], [50_000, 300_000, 1_500_000, 0, 0]], dtype=np.int64)
    classes, lies = trial.rate(strokes, deviates(32, Random(1)), 0, 32)
    prices = ClassValues(situation.round, 0.85, insight=LearnedTerms(value_network.learned(), 0.5))
    win, points = prices.seen(classes, lies)
    assert ((win >= 0) & (win <= 1_000_000)).all()
    assert (np.abs(points) <= 12_000_000).all()
    assert (prices.of(classes, lies) == ClassValues(situation.round, 0.85).of(classes, lies)).all()
    staked = ClassValues(
        situation.round, 0.85, insight=LearnedTerms(value_network.learned(), 0.5), stake=Stake(8.0, 0.0, 0.0)
    )
    assert (staked.of(classes, lies) == 8 * (win - 500_000)).all()


def test_rows_of_the_other_side_are_those_of_this_one_turned():
    row = np.arange(kernel.LIE, dtype=np.int32)[None] * 100_000
    assert (lie_inputs(lie_inputs(row).astype(np.int32), False) <= UNIT).all()
    turned = lie_inputs(row, True)[0]
    assert (turned[0], turned[1]) == (lie_inputs(row)[0, 1], lie_inputs(row)[0, 0])
    assert (np.sort(turned) == np.sort(lie_inputs(row)[0])).all()


def test_inputs_of_a_round_tell_hands_apart_and_stay_small():
    told = (1, 1, 0, 5, 3, 0, 0, 0, 1, 1, 0, 0, 2)
    steady, shaky = round_inputs(told, 0.1), round_inputs(told, 3.0)
    assert steady[0] < shaky[0]
    assert all(abs(each) <= 2 * UNIT for each in (*steady, *shaky))


def test_the_book_has_a_page_for_every_hand_and_nobody_strikes_harder_than_he_can():
    table = Situation(Round.begin(ICF), nominal_rack(), CLUB).table(Seat.SOUTH, ())
    for fastest in (2.5, 3.0, 5.0, 8.0, 10.0):
        for degrees in (0.0, 0.4, 5.0):
            rows = openings(table, 20, fastest, degrees)
            assert len(rows) >= 4
            assert np.hypot(rows[:, 1], rows[:, 2]).max() <= 1e6 * fastest + 2
    assert page(270, CLUB.friction, 0.4, 10.0).courses[0].kept > page(270, CLUB.friction, 0.4, 3.0).courses[0].kept
    assert page(33, CLUB.friction, 0.4, 10.0).angle == 270
    assert {each.angle for each in break_book.book()} == {45, 90, 270}


def test_who_knows_the_gaps_tries_breaks_all_over_the_board():
    table = Situation(Round.begin(ICF), nominal_rack(), CLUB).table(Seat.SOUTH, ())
    rows = every_course(table, 1_000, 10.0)
    assert 500 < len(rows) < 2_000
    assert len({row[0] for row in rows.tolist()}) > 5


def test_a_player_who_plays_what_was_learnt_pockets_the_last_man():
    warm()
    engine = contestant("machine:4000@0.3/learned").engine()
    situation = facing(lying(W1=(150, 150), B1=(-100, 100), B2=(60, -50)))
    assert engine.aim(situation, Random(2)).promise.success > 0.9
