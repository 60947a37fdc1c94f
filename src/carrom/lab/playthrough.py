"""Playthroughs: whole episodes of the turn-based environment as text, for regression tests.

The format follows OpenSpiel's: the environment's parameters and spaces, then for every decision the agent, its
observation, its action, the events and the rewards. A file contains its own actions, so that it can be replayed; any
difference is a change of the environment.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import numpy as np

from carrom.board.stroke import Stroke
from carrom.envs import carrom_v0
from carrom.envs.actions import CHOICES, FASTEST, SIZES, SLOWEST, Actions, Decision, checked, chosen
from carrom.envs.agents import Agent
from carrom.envs.config import Dues, Noise
from carrom.envs.observation import FIRST
from carrom.errors import CarromError, RefusedRequest, StoreError
from carrom.game.event_lines import write_event
from carrom.game.events import Contest
from carrom.game.expected import spans_of
from carrom.lab.players import player
from carrom.values import Value

Acted = list[float] | int
Answer = Callable[[carrom_v0.raw_env, Decision, Random], Acted]
_ACTED = re.compile(r"^  does: (.+)$", re.MULTILINE)
_RECIPE = re.compile(r"^carrom_v0 (\{.*\})$", re.MULTILINE)
WAIVED = 0.3
"""Probability with which a new playthrough waives a due where it may."""


class Recipe(Value, frozen=True, kw_only=True):
    """Parameters of a playthrough's environment."""

    ruleset: str = "icf"
    players: int = 2
    contest: Contest = "board"
    actions: Actions = "round"
    dues: Dues = "decide"
    noise: Noise | str | None = None
    """In numbers if the playthrough must not change when the levels' aim errors are fitted again."""
    surface: str = "club"
    reward: str = "points"
    most_strokes: int = 500
    seed: int = 1

    def env(self) -> carrom_v0.raw_env:
        """Return the environment at its first decision. Raises an exception of `carrom.errors`."""
        given = msgspec.structs.asdict(self)
        seed = given.pop("seed")
        made = carrom_v0.raw_env(**given)
        made.reset(seed=seed)
        return made


def told(recipe: Recipe, acts: Iterator[Acted]) -> str:
    """Return the playthrough of these actions, up to the last one or the end of the episode."""
    env = recipe.env()
    parts = [_head(recipe, env)]
    for number, act in enumerate(acts):
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            break
        parts.append(_step(env, number, act))
    parts.append(_tail(env))
    return "\n\n".join(parts) + "\n"


def again(text: str) -> str:
    """Replay a playthrough from its own recipe and actions. Raises `StoreError` for an invalid text."""
    found = _RECIPE.search(text)
    if found is None:
        raise StoreError("This is not a playthrough: no line has its environment's parameters.")
    try:
        recipe = msgspec.json.decode(found[1], type=Recipe)
        acts = [msgspec.json.decode(each, type=list[float] | int) for each in _ACTED.findall(text)]
    except msgspec.DecodeError as reason:
        raise StoreError(f"The playthrough cannot be read ({reason!s:.120}).") from None
    return told(recipe, iter(acts))


def anew(recipe: Recipe, most: int, mind: int = 0, agent: Agent | None = None) -> str:
    """Return a new playthrough of at most `most` decisions by an agent, which plays for everybody.

    Without an agent: easy geometric strokes and some random ones. Raises `RefusedRequest` for an action of the agent
    that means nothing.
    """
    if most < 1:
        raise RefusedRequest(f"a playthrough cannot have {most} decisions; expected a whole number from 1")
    env, rng = recipe.env(), Random(mind)
    acts: list[Acted] = []
    answer: Answer = _chosen if recipe.actions == "choices" else _numbers
    if agent is not None:
        answer = partial(_by_agent, agent)
    while len(acts) < most and not any((*env.terminations.values(), *env.truncations.values())):
        assert env._play.decision is not None
        acts.append(answer(env, env._play.decision, rng))
        env.step(_given(acts[-1]))
    return told(recipe, iter(acts))


def _given(act: Acted) -> Any:
    return act if isinstance(act, int) else np.array(act)


def _by_agent(agent: Agent, env: carrom_v0.raw_env, decision: Decision, rng: Random) -> Acted:
    seen = env.observe(env.agent_selection)
    row, mask = (seen["observation"], seen["action_mask"]) if isinstance(seen, dict) else (seen, None)
    action = np.asarray(agent(row, mask))
    if mask is not None and action.shape == ():
        return chosen(action, CHOICES)
    size = CHOICES if mask is not None else env.action_space(env.agent_selection).shape[0]
    numbers: list[float] = checked(action, size).tolist()
    return numbers


def _chosen(env: carrom_v0.raw_env, decision: Decision, rng: Random) -> int:
    return min(int(env.observe(env.agent_selection)["action_mask"].sum()) - 1, int(rng.expovariate(0.7)))


def _numbers(env: carrom_v0.raw_env, decision: Decision, rng: Random) -> list[float]:
    """Return the action numbers of a geometric stroke, or random numbers for other decisions."""
    size = env.action_space(env.agent_selection).shape[0]
    if decision.asked != "stroke":
        last = -1.0 if rng.random() < WAIVED else 0.0
        return [*(round(rng.uniform(-1, 1), 3) for _ in range(size - 1)), last]
    game = env.standing.game
    meant = player("random" if rng.random() < 0.2 else "geometric").choose(game, decision.seat, rng)
    where = _share(meant, game)
    hard = (meant.speed - SLOWEST) / (FASTEST - SLOWEST) * 2 - 1
    if size == SIZES["round"]:
        whither = [each / 1e6 / meant.speed for each in (meant.vx, meant.vy)]
    else:
        whither = [float(np.arctan2(meant.vx, abs(meant.vy)) / (np.pi / 2))]
    return [round(min(1.0, max(-1.0, each)), 5) for each in (where, *whither, hard)]


def _share(meant: Stroke, game: Any) -> float:
    spans = spans_of(game.state)
    total = sum(span.high - span.low + 1 for span in spans)
    before = 0
    for span in spans:
        if span.y == meant.y and span.low <= meant.x <= span.high:
            return 2 * (before + meant.x - span.low + 0.5) / total - 1
        before += span.high - span.low + 1
    return 0.0


def _head(recipe: Recipe, env: carrom_v0.raw_env) -> str:
    header = env.standing.game.header
    agents = ", ".join(f"{agent} {env.infos[agent]['player']}" for agent in env.possible_agents)
    return "\n".join((
        "carrom_v0 " + msgspec.json.encode(recipe).decode(),
        f"rules: {header.edition}; physics {header.physics}; surface {header.surface}, {header.surface_version}",
        f"agents: {agents}",
        f"observation_space: {env.observation_space(env.possible_agents[0])}",
        f"action_space: {env.action_space(env.possible_agents[0])}",
    ))  # fmt: skip


def _step(env: carrom_v0.raw_env, number: int, act: Acted) -> str:
    agent, decision, before = env.agent_selection, env._play.decision, env.standing.game
    assert decision is not None
    about = f" of {decision.disc}" if decision.disc is not None else ""
    lines = [f"# {number}: {agent} ({decision.seat.value}), {decision.asked.value}{about}"]
    lines += [f"  {told_of}" for told_of in _seen(env)]
    lines.append(f"  does: {msgspec.json.encode(act).decode()}")
    try:
        env.step(_given(act))
    except CarromError as refusal:
        return "\n".join((*lines, f"  refused: {refusal}"))
    after = env.standing.game
    lines += [f"  {write_event(event)}" for event in after.events[len(before.events) :]]
    for ruled in after.state.rulings[len(before.state.rulings) :]:
        lines.append(f"  ruled: {'; '.join(ruled.ruling.clauses)}")
    lines.append("  rewards: " + ", ".join(f"{each} {gained:g}" for each, gained in env.rewards.items()))
    return "\n".join(lines)


def _seen(env: carrom_v0.raw_env) -> Iterator[str]:
    """Yield what every agent observes: the number of choices, the law's numbers, and a digest of the row."""
    for agent in env.possible_agents:
        row = env.observe(agent)
        if isinstance(row, dict):
            if agent == env.agent_selection:
                yield f"mask: {int(row['action_mask'].sum())} of {len(row['action_mask'])}"
            row = row["observation"]
        digest = hashlib.sha256(np.rint(row * 10_000.0).astype(np.int32).tobytes()).hexdigest()[:12]
        first = FIRST["own_decision"]
        law = " ".join(f"{first + k}={value:.4g}" for k, value in enumerate(row[first:]) if value)
        yield f"{agent} sees: {law}; {digest}"


def _tail(env: carrom_v0.raw_env) -> str:
    over = [agent for agent in env.possible_agents if env.terminations[agent]]
    cut = [agent for agent in env.possible_agents if env.truncations[agent]]
    ended = f"terminated: {', '.join(over)}" if over else f"truncated: {', '.join(cut)}" if cut else "it goes on"
    return f"# end: {ended}; {len(env.standing.game.strokes)} strokes, score {env.standing.game.score}"
