"""A PettingZoo AEC environment of carrom: two, three or four players, every rule set, a board or a match.

    from carrom.envs import carrom_v0
    env = carrom_v0.env("club", players=4, actions="choices")

Agents are `player_0`, `player_1`, ... in the order of play; in doubles 0 and 2 are partners. `infos` name an agent's
player in the game record (`A`, `B2`). A turn lasts as long as the laws allow, so the same agent may be selected again.
By default the agent that the laws name decides on dues and demands; `dues="nearest"` or `"engine"` settles them by that
policy.
"""

from typing import Any, ClassVar, Unpack

import numpy as np

from carrom.envs.actions import Actions, Choice, check_actions, choices_of, mask_of, meant, space_of
from carrom.envs.config import Hands, MatchSettings, only_known_keywords, root_of, terms
from carrom.envs.observation import MODES, SIZE, Reward, check_mode, check_reward, observed, rewards, shown
from carrom.envs.play import EpisodeState, Play
from carrom.errors import SetupError
from carrom.numeric import checked_seed
from carrom.rules.ruleset import Ruleset

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise SetupError('PettingZoo\'s environments need the extra "lab": pip install "carrom[lab]".') from None


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo carries no types
    """Carrom as a sequence of decisions, each made by one agent."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "carrom_v0",
        "render_modes": ["human", *MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    @only_known_keywords
    def __init__(
        self,
        ruleset: Ruleset | str = "icf",
        players: int | None = None,
        actions: Actions = "round",
        noise: Hands = None,
        reward: Reward = "points",
        render_mode: str | None = None,
        **settings: Unpack[MatchSettings],
    ) -> None:
        """Make the environment; docs/how-to/research.md describes the arguments.

        Without `players`, the smallest number that the rule set allows play. Raises `RefusedRequest`, `RulesError` or
        `IllegalSurface` for an unsupported argument.
        """
        super().__init__()
        check_actions(actions)
        check_reward(reward, ("points", "win"))
        check_mode(render_mode, ("human", *MODES))
        settings.setdefault("dues", "decide")
        self.terms = terms(ruleset, players, hand=noise, **settings)
        self.actions, self.reward, self.render_mode = actions, reward, render_mode
        self._play = Play(self.terms, 0)
        self._players = self._play.game.state.seating.players
        self.possible_agents = [f"player_{number}" for number in range(self.terms.players)]
        self.agents: list[str] = []
        self._fresh = np.random.SeedSequence()
        self._choices: tuple[Choice, ...] = ()
        seen = spaces.Box(-1.0, 2.0, (SIZE,), np.float32)
        self._seen = (
            spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, mask_of(()).shape, np.int8)})
            if actions == "choices"
            else seen
        )
        self._acts = {agent: space_of(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent (`carrom.envs.observation`), with a mask if actions are choices."""
        return self._seen

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent (`carrom.envs.actions`)."""
        return self._acts[agent]

    @property
    def standing(self) -> EpisodeState:
        """The state of the episode as a value; assign it to resume from there."""
        return self._play.standing

    @standing.setter
    def standing(self, standing: EpisodeState) -> None:
        self._play.standing = standing
        self._begin()
        self._go_on()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the episode of a seed; without a seed, the next episode of the environment's own random sequence.

        A seed is a whole number from 0 of any size. `standing.seed` is the episode's: resetting with it plays it again.
        """
        if seed is None:
            seed = int(self._fresh.spawn(1)[0].generate_state(1, np.uint64)[0] >> np.uint64(1))
        else:
            self._fresh = np.random.SeedSequence(checked_seed(seed))
            seed = root_of(seed)
        self._play = Play(self.terms, seed)
        self._begin()
        self._go_on()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"player": self._player(agent)} for agent in self.agents}

    def _player(self, agent: str) -> str:
        """Return an agent's player in the game: `A`, `B2`."""
        return self._players[self.possible_agents.index(agent)]

    def _go_on(self) -> None:
        """Select the next agent, or mark all agents as terminated or truncated."""
        play = self._play
        decision = play.decision
        if decision is not None and not play.is_truncated:
            player = play.game.state.player_at(decision.seat)
            self.agent_selection = self.possible_agents[self._players.index(player)]
            self._choices = choices_of(play.game, decision, self.actions)
            return
        over = play.game.is_over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self._choices = ()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """Return an agent's observation; only the selected agent's mask has choices."""
        game, decision = self._play.game, self._play.decision
        seen = observed(game, game.state.seating.seat_of(self._player(agent)), decision)
        if self.actions != "choices":
            return seen
        return {"observation": seen, "action_mask": mask_of(self._choices if agent == self.agent_selection else ())}

    def step(self, action: Any) -> None:
        """Play the selected agent's action. Raises `RefusedRequest` for an invalid one and changes nothing then."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        decision, before, agent = self._play.decision, self._play.game, self.agent_selection
        assert decision is not None
        self._play.act(meant(action, self.actions, before, decision, self._choices))
        after = self._play.game
        self._cumulative_rewards[agent] = 0.0
        gained = rewards(before, after, self.reward)
        self.rewards = {each: gained[self._player(each)[0]] for each in self.agents}
        self._accumulate_rewards()
        rulings = after.state.rulings[len(before.state.rulings) :]
        self.infos[agent] = {"player": self._player(agent)}
        if rulings:
            self.infos[agent]["clauses"] = rulings[0].ruling.clauses
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Return the board as pixels or text from the selected agent's seat; `human` prints the text."""
        if self.render_mode is None:
            return None
        seat = self._play.game.state.seating.seat_of(self._player(self.agent_selection))
        if self.render_mode == "human":
            print(shown(self._play.game, seat, "ansi"))
            return None
        return shown(self._play.game, seat, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def env(ruleset: Ruleset | str = "icf", **kwargs: Any) -> Any:
    """Return the environment in PettingZoo's wrapper that checks the order of calls; arguments as for `raw_env`."""
    return OrderEnforcingWrapper(raw_env(ruleset, **kwargs))


__all__ = ["env", "raw_env"]
