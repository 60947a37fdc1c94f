"""`carrom/Duel-v0`: a board, a game or a match against a level of the engine or any other player."""

from random import Random
from typing import Unpack

import numpy as np

from carrom.board import Seat, Stroke
from carrom.engine.player import EnginePlayer, level
from carrom.engine.program import Program
from carrom.envs.actions import Actions, Decision, DecisionKind
from carrom.envs.agents import Agent, PolicyPlayer, agent_of
from carrom.envs.board import LearnerBoard, first_seat
from carrom.envs.config import NO_NOISE, MatchSettings, Noise, only_known_keywords, terms, word
from carrom.envs.config import noise as noise_of
from carrom.envs.episodes import MIND, RIVALS, BatchedEpisodes, Opponent, rival
from carrom.envs.observation import Reward, check_reward, rewards
from carrom.envs.play import Play
from carrom.errors import RefusedRequest
from carrom.game.events import Demanded, Event, Placed, Waived
from carrom.game.game import GameHistory
from carrom.rules.ruleset import Ruleset


class DuelTask:
    """Play against one opponent; the learner breaks in every other episode.

    Reward `points`: the learner's points of each board less the opponent's; `win`: 1 or -1 at the end.
    """

    def __init__(self, opponent: Program | Opponent | Agent | str, reward: Reward) -> None:
        """Play against `opponent`: a level's name, a player of games, an agent, or a vectorized opponent.

        Raises `RefusedRequest` for an unknown opponent or reward.
        """
        check_reward(reward, ("points", "win"))
        self.reward = reward
        self.rival: Opponent | None = None
        self.opponent: Program | None = None
        if hasattr(opponent, "strokes") or (isinstance(opponent, str) and opponent in RIVALS):
            self.rival = rival(opponent)
        else:
            self.opponent = _program(opponent)

    def seat(self, play: Play, field: BatchedEpisodes | None) -> Seat:
        """Return the learner's seat."""
        return first_seat(play, field)

    def is_done(self, play: Play) -> bool:
        """Return whether the contest is over."""
        return play.is_over

    def others(self, play: Play, field: BatchedEpisodes | None) -> None:
        """Play the opponent's actions until the learner must decide."""
        while (decision := play.decision) is not None and not play.is_truncated:
            if play.side_in_turn == "A":
                return
            if self.rival is not None:
                play.act(_stroke_of(self.rival, field), exact=True)
                continue
            play.act(self._answer(play, decision), exact=True)

    def _answer(self, play: Play, decision: Decision) -> Stroke | Event:
        assert self.opponent is not None
        game, seat = play.game, decision.seat
        if decision.asked is DecisionKind.STROKE:
            mind = Random(word(play.standing.seed, len(game.events), MIND))
            return self.opponent.choose(game, seat, mind)
        if decision.disc is None:
            return Demanded(seat=seat, points=self.opponent.demand(game, seat))
        at = self.opponent.place(game, seat)
        return Waived(seat=seat) if at is None else Placed(seat=seat, disc=decision.disc, at=at)

    def mark(self, play: Play) -> GameHistory | None:
        """Return the game before the action, if the reward cannot be read from the arrays."""
        return None if play.stands_in_arrays else play.game

    def gained(self, mark: GameHistory | None, play: Play, field: BatchedEpisodes | None) -> float:
        """Return the learner's reward."""
        if mark is None and play.stands_in_arrays and field is not None:
            one = np.zeros(1, dtype=np.int64)
            return float((field.won if self.reward == "win" else field.points)(one, one)[0])
        return rewards(play.game if mark is None else mark, play.game, self.reward)["A"]


@only_known_keywords
def duel_env(
    opponent: Program | Opponent | Agent | str = "casual",
    ruleset: Ruleset | str = "icf",
    actions: Actions = "forward",
    noise: Noise | str | None = None,
    reward: Reward = "points",
    render_mode: str | None = None,
    **settings: Unpack[MatchSettings],
) -> LearnerBoard:
    """Return the environment. Raises an exception of `carrom.errors` for an unsupported argument.

    An agent as opponent is asked as in `carrom.envs.agents`; it has no execution error. `noise` is the learner's
    execution error; a level has its own. `dues` applies to both sides; with `decide` the
    opponent places its own dues.
    """
    task = DuelTask(opponent, reward)
    contest, dues = settings.get("contest", "board"), settings.get("dues", "nearest")
    if task.rival is not None and (contest != "board" or dues != "nearest"):
        raise RefusedRequest("a vectorized opponent plays single boards with automatic dues; expected contest "
                             f'"board" and dues "nearest", not {contest!r:.40} and {dues!r:.40}')  # fmt: skip
    settings.setdefault("most_strokes", 300)
    config = terms(ruleset, 2, hand=(noise_of(noise), NO_NOISE), **settings)
    return LearnerBoard(task, config, actions, render_mode)


def _stroke_of(rival: Opponent, field: BatchedEpisodes | None) -> Stroke:
    assert field is not None
    return Stroke(*rival.strokes(field, np.zeros(1, dtype=np.int64))[0].tolist())


def _program(given: object) -> Program:
    """Return the level of that name, the player itself, or an agent as a player; no level ever reads a clock.

    Raises `RefusedRequest`.
    """
    found = level(given, timed=False) if isinstance(given, str) else given
    if type(found) is EnginePlayer:
        return EnginePlayer(found.level, timed=False)
    if all(hasattr(found, each) for each in ("choose", "place", "demand")):
        return found  # type: ignore[return-value]
    if callable(found) or hasattr(found, "predict"):
        return PolicyPlayer(agent_of(found, f"the opponent {given!r:.60}"))
    raise RefusedRequest(f"the opponent is {given!r:.60}; expected a level's name, a player of games or an agent")
