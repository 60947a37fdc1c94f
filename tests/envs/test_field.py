"""One board in arrays compared with its game: the same observations, rewards, scores and strokes."""

import numpy as np
import pytest
from envs.opponents import Pusher, Wild

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.striker_spots import legal_spans
from carrom.board.stroke import Stroke
from carrom.envs.actions import decision_of, stroke_of
from carrom.envs.board import DISCS, break_env, solo_env
from carrom.envs.config import Noise, terms
from carrom.envs.duel import duel_env
from carrom.envs.observation import observed, rewards
from carrom.envs.play import EpisodeState, Play
from carrom.game.events import Called, Struck
from carrom.game.expected import spans_of
from carrom.game.game import GameHistory
from carrom.rules.round import Phase
from carrom.rules.rulesets import named
from carrom.rules.ruling import Turn
from carrom.values import changed

HAND = Noise(model="student-t", direction=1.5, speed=0.1, place=3_000.0)


def wild(rng: np.random.Generator, size: int) -> np.ndarray:
    """Return a random action that pockets something now and then."""
    return rng.uniform(-1, 1, size) * ([1, 0.5, 0.7] if size == 3 else [1, 1, 1, 0.7])


def agrees(env, seen, info) -> None:
    """Assert that the observation and the info match those of the game rebuilt from its events."""
    game: GameHistory = env.standing.game
    assert seen == pytest.approx(observed(game, env._seat, decision_of(game)), abs=1e-6)
    assert info["score"] == game.score
    assert info["strokes"] == len(game.strokes) == env.standing.strokes
    assert env._play.decision == decision_of(game)


@pytest.mark.parametrize("reward", ["progress", "misses"])
def test_a_solo_in_arrays_is_the_game_that_its_strokes_make(reward):
    env = solo_env(noise=HAND, surface={"friction": (0.08, 0.2)}, reward=reward, actions="round", most_strokes=35)
    rng = np.random.default_rng(0)
    for seed in (3,):
        seen, info = env.reset(seed=seed)
        agrees(env, seen, info)
        done = cut = False
        while not done and not cut:
            before = env.standing.game
            seen, gained, done, cut, info = env.step(wild(rng, 4))
            after = env.standing.game
            agrees(env, seen, info)
            taken = len(before.position) - len(after.position)
            assert gained == (taken / DISCS if reward == "progress" else -1.0 if taken <= 0 else 0.0)
        assert done is after.is_over


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("ruleset", "reward"),
    [("icf", "points"), ("icf", "win"), ("classic-29", "win"), ("eight-rounds", "points"), ("points", "points")],
)
def test_a_duel_in_arrays_is_the_game_that_its_strokes_make(ruleset, reward):
    env = duel_env(opponent=Pusher(), ruleset=ruleset, actions="choices", reward=reward, most_strokes=30)
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        done = cut = False
        begun, total = env.standing.game, 0.0
        while not done and not cut:
            seen, gained, done, cut, info = env.step(0)
            total += gained
        agrees(env, seen, info)
        assert total == rewards(begun, env.standing.game, reward)["A"]
        if done:
            return
    raise AssertionError("no board came to its end")


@pytest.mark.slow
@pytest.mark.parametrize("dues", ["engine", "decide"])
def test_dues_that_do_not_settle_themselves_are_settled_as_in_the_game(dues):
    env = duel_env(opponent=Wild(), noise=HAND, dues=dues, most_strokes=40, actions="round")
    rng = np.random.default_rng(2)
    seen, info = env.reset(seed=6)
    done = cut = False
    while not done and not cut:
        seen, _, done, cut, info = env.step(wild(rng, 4))
        agrees(env, seen, info)


def test_a_break_in_arrays_is_the_game_that_its_stroke_makes():
    env, rng, good = break_env("icf", noise=HAND), np.random.default_rng(3), 0
    for seed in range(60):
        env.reset(seed=seed)
        seen, gained, _, _, info = env.step(np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.1, 0.1), 0.9]))
        agrees(env, seen, info)
        after = env.standing.game
        assert env._seat is after.round.breaker
        struck = next(event for event in reversed(after.events) if isinstance(event, Struck))
        goes_on = after.state.rulings[0].ruling.turn is Turn.CONTINUE
        assert gained == float(bool(struck.outcome.pocketed) and goes_on)
        good += gained
    assert 0 < good < 60


@pytest.mark.parametrize("ruleset", ["icf", "team-event", "three-player"])
def test_hands_err_in_arrays_as_they_do_in_a_game(ruleset):
    players = {"icf": 2, "team-event": 4, "three-player": 3}[ruleset]
    hands = tuple(Noise(direction=1.0 + k, speed=0.1, place=2_000.0) for k in range(players))
    given = terms(ruleset, players, "board", "club", hands, "nearest", 100)
    rng = np.random.default_rng(4)
    play = Play(given, 17)
    for _ in range(30):
        if play.decision is None:
            break
        numbers = wild(rng, 3)
        meant = stroke_of(numbers, spans_of(play.game.state), given.rules)[0]
        expected = play.strayed(meant, play.decision)
        play.act_by(numbers)
        assert play.game.strokes[-1].stroke == expected


def test_an_episode_goes_on_from_where_it_stood_and_after_a_board_that_is_played_again():
    play = Play(terms("icf", 2, "board", "club", None, "nearest", 100), 3)
    rng = np.random.default_rng(5)
    for _ in range(6):
        play.act_by(wild(rng, 3))
    stored = play.standing
    other = Play(play.terms, 99)
    other.standing = stored
    for _ in range(6):
        numbers = wild(rng, 3)
        play.act_by(numbers)
        other.act_by(numbers)
        assert play.standing == other.standing


def test_a_board_without_a_spot_is_played_again_in_arrays_as_in_the_game():
    play = Play(terms("icf", 2, "board", "club", None, "nearest", 100), 4)
    men = Position.of({Disc(f"W{k + 5}"): Point(62_000 * k, 252_600) for k in range(-4, 5)})
    state = play.game.state
    round_ = changed(state.round, phase=Phase.PLAY, on_board=men.discs)
    state = changed(state, position=men, nominal=False, round=round_)
    play.standing = EpisodeState(changed(play.game, state=state), 4)
    play.act(Stroke(0, 300_000, 400_000))
    assert play.field.number[0] == 2
    assert play.decision.seat is Seat.SOUTH
    for _ in range(2):
        game = play.game
        assert sum(isinstance(event, Called) for event in game.events) == 1
        assert play.field.boards.position(0) == game.position
        assert play.field.seen(np.zeros(1, dtype=np.int64))[0] == pytest.approx(
            observed(game, Seat.SOUTH, decision_of(game)), abs=1e-6
        )
        play.act_by(np.array([0.0, 0.0, 0.8]))


def test_a_direction_backwards_is_mirrored_where_the_rules_forbid_back_strokes():
    icf = named("icf")
    forwards_only = changed(icf, parameters=changed(icf.parameters, backward=()))
    numbers, spans = np.array([0.0, 0.3, -0.4, 0.0]), legal_spans(Position(), Seat.SOUTH)
    meant, mirrored = (stroke_of(numbers, spans, rules)[0] for rules in (icf, forwards_only))
    assert meant.vy < 0 < meant.vx
    assert (mirrored.vx, mirrored.vy) == (meant.vx, -meant.vy)
