"""Episodes that Minari records are played again from the seeds in its data set; skipped where it is not installed."""

import gymnasium
import pytest

import carrom.envs  # noqa: F401 - tells Gymnasium the names

minari = pytest.importorskip("minari", reason='needs pip install "minari[hdf5,create]" pillow')


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "given"), [("Straight", {}), ("Three", {"noise": "club"}), ("Solo", {"most_strokes": 5})]
)
def test_recorded_episodes_are_played_again_from_their_seeds(name, given, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(gymnasium.make(f"carrom/{name}-v0", **given))
    env.action_space.seed(1)
    for _ in range(3):
        env.reset()
        is_over = False
        while not is_over:
            *_, done, cut, _ = env.step(env.action_space.sample())
            is_over = done or cut
    env.create_dataset(f"carrom/{name.lower()}-v0", algorithm_name="random")
    data = minari.load_dataset(f"carrom/{name.lower()}-v0")
    again = data.recover_environment()
    assert data.total_episodes == 3
    for episode in data.iterate_episodes():
        (about,) = data.storage.get_episode_metadata([episode.id])
        seen, _ = again.reset(seed=int(about["seed"]))
        assert (seen == episode.observations[0]).all()
        for number, action in enumerate(episode.actions):
            seen, reward, *_ = again.step(action)
            assert (seen == episode.observations[number + 1]).all()
            assert reward == episode.rewards[number]
