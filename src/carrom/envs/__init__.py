"""Reinforcement learning environments: Gymnasium and PettingZoo wrappers around the game that people play.

They need the extra `lab` (`pip install "carrom[lab]"`). Importing this package registers them with Gymnasium;
`gymnasium.make("carrom.envs:carrom/Solo-v0")` imports and makes one at once. docs/how-to/research.md describes every
action, observation and reward. The laws are not implemented here: legality and consequences come from `carrom.game`.
"""

from carrom.errors import SetupError

try:
    import gymnasium
except ImportError:
    raise SetupError('Environments need the extra "lab": pip install "carrom[lab]".') from None

_TASK, _TASKS = "carrom.envs.tasks:TaskEnv", "carrom.envs.tasks:task_vector_env"
ENVIRONMENTS: dict[str, tuple[str | None, str | None, dict[str, str]]] = {
    "carrom/Solo-v0": ("carrom.envs.board:solo_env", "carrom.envs.lawful_boards:solo_vector_env", {}),
    "carrom/Duel-v0": ("carrom.envs.duel:duel_env", "carrom.envs.lawful_boards:duel_vector_env", {}),
    "carrom/Break-v0": ("carrom.envs.board:break_env", "carrom.envs.lawful_boards:break_vector_env", {}),
    "carrom/Board-v0": (None, "carrom.envs.lawful_boards:board_vector_env", {}),
    "carrom/Straight-v0": (_TASK, _TASKS, {"task": "straight"}),
    "carrom/Anywhere-v0": (_TASK, _TASKS, {"task": "anywhere"}),
    "carrom/Three-v0": (_TASK, _TASKS, {"task": "three"}),
    "carrom/Full-v0": (_TASK, _TASKS, {"task": "full"}),
}
"""By id: the entry points of the single and of the vector environment, and their fixed keyword arguments."""

THRESHOLDS = {
    "carrom/Solo-v0": 0.95,
    "carrom/Duel-v0": 10.0,
    "carrom/Break-v0": 0.45,
    "carrom/Straight-v0": 0.95,
    "carrom/Anywhere-v0": 0.95,
    "carrom/Three-v0": 0.95,
    "carrom/Full-v0": 0.9,
}
"""Mean reward of an episode, without noise, from which an environment counts as solved: about what the easiest stroke
by geometry earns, which needs no learning (docs/how-to/research.md). Self-play in `Board` has none."""

for _name, (_one, _many, _given) in ENVIRONMENTS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(
            _name,
            entry_point=_one,
            vector_entry_point=_many,
            kwargs=dict(_given),
            reward_threshold=THRESHOLDS.get(_name),
            nondeterministic=False,
            order_enforce=True,
            disable_env_checker=False,
        )
