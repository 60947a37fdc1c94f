"""The program that a newly installed wheel must run, with and without extras; uses nothing of the repository."""

import importlib
import os
import subprocess
import sys
from importlib import metadata, resources

import carrom


def main() -> None:
    """Play, judge, store, draw and ask the command line; print one line."""
    assert "site-packages" in carrom.__file__, carrom.__file__
    assert metadata.version("carrom") == carrom.__version__
    game = carrom.Game("icf", names=["Asha", "Bilal"], seed=8)
    game.set_up()
    ruling = game.push(carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9))
    assert ruling.clauses == ("Law 44", "Law 48"), ruling.clauses
    assert carrom.Game.from_text(game.to_text(), seed=8).history == game.history
    assert carrom.picture(game.position).startswith("<svg")
    page = resources.files("carrom").joinpath("static/index.html").read_text(encoding="utf-8")
    assert "<title>" in page
    for words in (["--version"], ["--help"], ["levels"], ["rules", "icf"]):
        said = command(*words)
        assert said, words
    answer = (
        "without extras: " + without() if not os.environ.get("CARROM_TRIAL_EXTRAS") else "with extras: " + with_them()
    )
    print(f"carrom {carrom.__version__} plays, {answer}")


def command(*words: str) -> str:
    """Return what the command line prints; fails unless it succeeds."""
    done = subprocess.run([sys.executable, "-m", "carrom", *words], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def without() -> str:
    """Import what needs an extra; fails unless one sentence names it."""
    try:
        importlib.import_module("carrom.envs")
    except carrom.CarromError as refusal:
        assert 'pip install "carrom[lab]"' in str(refusal), refusal
        return f'refuses environments with "{refusal}"'
    raise AssertionError("carrom.envs works although the extra is not installed")


def with_them() -> str:
    """Take a step in an environment and draw a PNG."""
    import gymnasium

    assert importlib.import_module("carrom.envs").ENVIRONMENTS
    env = gymnasium.make("carrom/Straight-v0")
    env.reset(seed=1)
    env.action_space.seed(1)
    assert env.step(env.action_space.sample())[2]
    import argon2  # noqa: F401
    import openskill  # noqa: F401
    import resvg_py
    import typst  # noqa: F401

    assert resvg_py.__name__
    return "an environment steps"


if __name__ == "__main__":
    main()
