"""Environments for research: Gymnasium's and PettingZoo's shells over the same game that people play.

They need the extra `lab` (`pip install "carrom[lab]"`). Importing this room tells Gymnasium their names, and
`gymnasium.make("carrom.envs:carrom/Solo-v0")` does both at once. docs/how-to/research.md shows them in use and says
what every action, observation and reward means. Nothing here knows a law: what is legal and what
follows comes from `carrom.game`.
"""

from carrom.errors import SetupError

try:
    import gymnasium
except ImportError:
    raise SetupError('Environments need the extra "lab": pip install "carrom[lab]".') from None

_TASK, _TASKS = "carrom.envs.batched.task_envs:TaskEnv", "carrom.envs.batched.task_envs:TaskVectorEnv"
ENVIRONMENTS: dict[str, tuple[str | None, str | None, dict[str, str]]] = {
    "carrom/Solo-v0": ("carrom.envs.solo:Solo", "carrom.envs.batched.lawful_boards:SoloVectorEnv", {}),
    "carrom/Duel-v0": ("carrom.envs.duel:Duel", "carrom.envs.batched.lawful_boards:DuelVectorEnv", {}),
    "carrom/Break-v0": ("carrom.envs.breaks:Break", "carrom.envs.batched.lawful_boards:BreakVectorEnv", {}),
    "carrom/Board-v0": (None, "carrom.envs.batched.lawful_boards:LawfulVectorEnv", {}),
    "carrom/Straight-v0": (_TASK, _TASKS, {"task": "straight"}),
    "carrom/Anywhere-v0": (_TASK, _TASKS, {"task": "anywhere"}),
    "carrom/Three-v0": (_TASK, _TASKS, {"task": "three"}),
    "carrom/Full-v0": (_TASK, _TASKS, {"task": "full"}),
}
"""Name, the environment, many of them at once, and what they are made with."""

for _name, (_one, _many, _given) in ENVIRONMENTS.items():
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point=_one, vector_entry_point=_many, kwargs=dict(_given))
