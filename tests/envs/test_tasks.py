"""The graded tasks, single and batched: bit-identical to `simulate`, autoreset, states, seeds."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position, check_position
from carrom.board.seat import Seat
from carrom.board.striker_spots import legal_spans, spot_fault
from carrom.board.stroke import Stroke
from carrom.envs.actions import FASTEST, SLOWEST
from carrom.envs.config import Noise
from carrom.envs.tasks import TASKS, Drill, TaskEnv, laid, task_vector_env
from carrom.envs.vector_env import NAMES, NOWHERE, struck
from carrom.errors import RefusedRequest
from carrom.physics import simulate
from carrom.physics.surface import PRESETS


def position(places):
    return Position.of((NAMES[k], Point(int(x), int(y))) for k, (x, y) in enumerate(places) if x != NOWHERE)


def on_lines(places, shares):
    """Return x, y and the span ends of strikers at these shares (-1 to 1) of each board's baselines."""
    drill = Drill(TASKS["full"], [PRESETS["club"]], Noise(), len(places))
    drill.places[:] = places
    strokes, ends = drill.meant(np.column_stack((shares, np.zeros((len(shares), 2)))), np.arange(len(places)))
    return strokes[:, 0], strokes[:, 3], ends[:, 0], ends[:, 1]


@pytest.mark.parametrize("name", TASKS)
def test_men_are_laid_clear_of_each_other_and_of_the_pockets(name):
    many = laid(TASKS[name], np.arange(40))
    for places in many:
        check_position(position(places))
    assert len({places.tobytes() for places in many}) == 40
    assert (many == laid(TASKS[name], np.arange(40))).all()


def test_many_strokes_at_once_end_as_each_of_them_alone():
    rng = np.random.default_rng(5)
    places = laid(TASKS["full"], np.arange(30))
    places[rng.random(places.shape[:2]) < 0.5] = NOWHERE
    x, y, _, _ = on_lines(places, rng.uniform(-1, 1, 30))
    angle, speed = rng.uniform(0, np.pi, 30), rng.uniform(0.5e6, 7e6, 30)
    strokes = np.column_stack((x, speed * np.cos(angle), speed * np.sin(angle), y, rng.integers(-9e4, 9e4, 30)))
    strokes = strokes.astype(np.int64)
    for surface in (PRESETS["club"], PRESETS["slow"]):
        rest, fallen = struck(places, strokes, surface)
        for board in range(30):
            x, vx, vy, y, spin = map(int, strokes[board])
            alone = simulate(position(places[board]), Stroke(x, vx, vy, y, spin), Seat.SOUTH, surface)
            assert position(rest[board]) == alone.rest.without(STRIKER)
            assert fallen[board] == (STRIKER in alone.outcome.pocketed)


def test_every_share_is_a_legal_spot_and_the_ends_are_those_of_the_lines():
    places = laid(TASKS["full"], np.arange(60))
    places[::2, :8, 1] = -252_600 + np.arange(-4, 4) * 3_000
    places[::2, :8, 0] = np.arange(-4, 4) * 60_000
    for share in (-1.0, -0.3, 0.2, 1.0):
        x, y, low, high = on_lines(places, np.full(60, share))
        for board in range(60):
            lying = position(places[board])
            spans = legal_spans(lying, Seat.SOUTH)
            assert spot_fault(lying, Seat.SOUTH, int(x[board]), int(y[board])) is None
            assert any(span.low == low[board] and span.high == high[board] for span in spans)
            if abs(share) == 1:
                assert x[board] == (spans[0].low if share < 0 else spans[-1].high)


def test_a_stroke_along_the_line_pockets_the_man():
    env = TaskEnv("straight", actions="round")
    good = 0
    for seed in range(30):
        env.reset(seed=seed)
        (man,) = env.standing.places
        side = 1 if man[0] > 0 else -1
        way = np.array([side * 347_750 - man[0], 347_750 - man[1]], dtype=float)
        start = man[0] - way[0] * (man[1] + 252_600) / way[1]
        spans = legal_spans(position([man]), Seat.SOUTH)
        total = sum(span.high - span.low + 1 for span in spans)
        before = sum(max(0, min(span.high, start) - span.low + 1) for span in spans)
        far, near = np.hypot(*way) / 1e6, np.hypot(man[0] - start, man[1] + 252_600) / 1e6
        needed = (np.sqrt(2.354 * far) + 0.3) / 1.36
        speed = np.sqrt(needed**2 + 2.354 * near)
        share = np.clip(2 * before / total - 1, -1, 1)
        good += env.step(np.array([share, *(way / 1e6), 2 * (speed - SLOWEST) / (FASTEST - SLOWEST) - 1]))[1] == 1.0
    assert good > 15


def test_a_stroke_that_pockets_the_striker_too_brings_nothing():
    boards = 40
    drill, which = Drill(TASKS["straight"], [PRESETS["club"]], Noise(), boards), np.arange(boards)
    drill.begin(which, which)
    drill.places[:] = 300_000
    numbers = np.zeros((boards, 4))
    numbers[:, 1:3] = (300_000, 300_000 + STANDARD.baseline)
    numbers[:, 3] = np.linspace(-0.9, 1.0, boards)
    gained, _ = drill.step(numbers, which)
    pocketed = (drill.places[:, 0] == NOWHERE).all(axis=-1)
    foul = np.isfinite(drill.boards.seen.fell[:, 0])
    assert (pocketed & foul).any()
    assert (pocketed & ~foul).any()
    assert (gained == (pocketed & ~foul)).all()


def vector(name="straight", boards=5, **given):
    return gymnasium.make_vec(
        f"carrom/{name.title()}-v0", num_envs=boards, vectorization_mode="vector_entry_point", **given
    )


def test_many_boards_play_as_one_board_each():
    many = vector("three", boards=4, noise=Noise(direction=1.0, speed=0.1, place=500.0))
    many.reset(seed=11)
    alone = [TaskEnv("three", noise=Noise(direction=1.0, speed=0.1, place=500.0)) for _ in range(4)]
    from carrom.envs.tasks import DrillStanding

    drill = many.unwrapped._stage.drill
    for board, env in enumerate(alone):
        env.reset(seed=0)
        env.standing = DrillStanding(
            tuple((int(x), int(y)) for x, y in drill.places[board]), int(drill.seeds[board]), int(drill.left[board])
        )
    rng = np.random.default_rng(1)
    for _ in range(5):
        acts = rng.uniform(-1, 1, (4, 3))
        seen, gained, over, _, _ = many.step(acts)
        for board, env in enumerate(alone):
            one = env.step(acts[board])
            assert (one[0] == seen[board]).all()
            assert (one[1], one[2]) == (gained[board], over[board])


def clearing(name, seed):
    """Return actions that clear the board of a task early: the best of 300 random ones, stroke by stroke."""
    rng, found, over = np.random.default_rng(seed), [], np.zeros(300, dtype=bool)
    env = vector(name, 300, autoreset_mode="Disabled").unwrapped
    env.reset(seed=[seed] * 300)
    while not over.any():
        stored, tried = env.standing, rng.uniform(-1, 1, (300, 3))
        found.append(tried[int(env.step(tried)[1].argmax())])
        env.standing = stored
        over = env.step(np.tile(found[-1], (300, 1)))[2]
    return np.array(found)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", TASKS)
def test_the_last_observation_of_an_episode_is_the_same_alone_and_among_many(name):
    early = 0
    for seed in range(2 if name == "full" else 6):
        acts = clearing(name, seed)
        alone, many = TaskEnv(name), vector(name, 3, autoreset_mode="SameStep")
        alone.reset(seed=seed)
        many.reset(seed=[99, seed, 98])
        for act in acts:
            one = alone.step(act)
            seen, gained, over, _, info = many.step(np.tile(act, (3, 1)))
            last = info["final_obs"][1] if over[1] else seen[1]
            assert (one[0] == last).all()
            assert one[1:3] == (gained[1], over[1])
        assert one[2]
        early += bool(one[0][-1] > 0)
    assert early or name in ("straight", "anywhere"), "no board was cleared with strokes left"


def test_the_next_step_begins_anew_by_default_and_brings_nothing():
    env = vector(boards=3)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    first, _ = env.reset(seed=1)
    _, _, over, _, info = env.step(np.zeros((3, 3)))
    assert over.all()
    assert info == {}
    seen, gained, over, _, _ = env.step(np.zeros((3, 3)))
    assert not gained.any()
    assert not over.any()
    assert (seen != first).any(axis=1).all()
    assert env.step(np.zeros((3, 3)))[2].all()


def test_the_same_step_begins_anew_and_keeps_what_was_last_seen():
    env = vector(boards=3, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    for _ in range(3):
        seen, _, over, _, info = env.step(np.zeros((3, 3)))
        assert over.all()
        assert info["_final_obs"].all()
        assert all(last[3] == 0.0 for last in info["final_obs"])
        assert (seen[:, 3] == 1.0).all()


def test_without_autoreset_boards_are_reset_by_a_mask():
    env = vector(boards=3, autoreset_mode="Disabled")
    first, _ = env.reset(seed=1)
    env.step(np.zeros((3, 3)))
    with pytest.raises(RefusedRequest, match="board 0 has ended"):
        env.step(np.zeros((3, 3)))
    seen, _ = env.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(RefusedRequest, match="board 1 has ended"):
        env.step(np.zeros((3, 3)))
    assert (seen[0] != first[0]).any()
    env.reset(options={"reset_mask": np.array([False, True, False])})
    assert env.step(np.zeros((3, 3)))[2].all()


def test_the_same_seed_gives_the_same_boards_however_many_there_are():
    few, many = vector(boards=2), vector(boards=6)
    assert (few.reset(seed=3)[0] == many.reset(seed=3)[0][:2]).all()
    assert (few.reset(seed=3)[0] == few.reset(seed=[3, 4])[0]).all()


def test_boards_may_lie_on_surfaces_of_their_own():
    env = vector(boards=3, surface={"friction": (0.08, 0.3)})
    env.reset(seed=1)
    grounds = env.unwrapped._stage.drill.boards.surfaces
    assert len({ground.friction for ground in grounds}) == 3
    env.step(np.zeros((3, 3)))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros((3, 4)), "expected \\(3, 3\\)"),
        (np.array([[0, 0, 0], [0, np.nan, 0], [0, 0, 0]]), "the action of board 1 is .*nan"),
        (None, "expected \\(3, 3\\)"),
    ],
)
def test_actions_that_mean_nothing_are_refused_and_play_nothing(actions, said):
    env = vector(boards=3).unwrapped
    before = env.reset(seed=1)[0]
    with pytest.raises(RefusedRequest, match=said):
        env.step(actions)
    assert (env._stage.drill.seen() == before).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"autoreset_mode": "often"}, "expected one of"),
        ({"num_envs": 0}, "expected a whole number from 1"),
        ({"render_mode": "film"}, "expected one of ansi, rgb_array"),
    ],
)
def test_what_cannot_be_made_is_refused(given, said):
    with pytest.raises(RefusedRequest, match=said):
        task_vector_env(**given)


def test_a_state_of_another_task_is_refused_and_pictures_show_the_men():
    one, three = TaskEnv("straight", render_mode="ansi"), TaskEnv("three", render_mode="rgb_array")
    one.reset(seed=1)
    three.reset(seed=1)
    with pytest.raises(RefusedRequest, match="expected what `standing` gave for this task"):
        one.standing = three.standing
    assert one.render().count("w") == 1
    assert three.render().shape == (384, 384, 3)
    assert Disc.Q in NAMES
