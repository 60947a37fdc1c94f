"""The layout of an observation: the table of the documentation, the bounds of every number, what names stand for."""

from pathlib import Path

import numpy as np
import pytest

from carrom.envs import carrom_v0
from carrom.envs.observation import FIRST, LAYOUT, LEAST, MOST, SIZE, table

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "environments.md"


def test_the_page_has_the_table_of_every_number():
    assert table() in PAGE.read_text(encoding="utf-8"), f"the page needs this table:\n{table()}"


def test_the_entries_cover_every_number_once():
    covered = [FIRST[each.name] + k for each in LAYOUT for k in range(each.count)]
    assert covered == list(range(SIZE))
    assert SIZE == 83
    assert all(LEAST <= each.low < each.high <= MOST for each in LAYOUT)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(
    ("ruleset", "players"), [("icf", 2), ("club", 4), ("points", 2), ("three-player", 3), ("classic-29", 2)]
)
def test_every_number_lies_within_the_bounds_of_its_entry_and_says_what_the_game_says(ruleset, players):
    env, rng = carrom_v0.raw_env(ruleset, players), np.random.default_rng(3)
    env.reset(seed=2)
    kinds = set()
    for _ in range(120):
        if any(env.terminations.values()):
            break
        game, decision = env.standing.game, env._play.decision
        for agent in env.agents:
            seen = env.observe(agent)
            for each in LAYOUT:
                part = seen[FIRST[each.name] : FIRST[each.name] + each.count]
                assert ((part >= each.low) & (part <= each.high)).all(), each.name

            def told(name, seen=seen):
                return seen[FIRST[name]]

            side = game.round.side_of(game.state.seating.seat_of(env._player(agent)))
            mine = game.round.sides[side]
            assert told("own_decision") == (agent == env.agent_selection)
            assert [told(name) for name in ("stroke", "place", "demand")] == [
                decision.asked == name for name in ("stroke", "place", "demand")
            ]
            for name, value, unit in (
                ("own_dues", mine.due, 9),
                ("own_score", mine.score, 25),
                ("own_points", mine.points, 100),
                ("own_left", game.round.men_on_board(side), 9),
                ("misses", game.round.misses, 2),
                ("up_to", decision.up_to, 10),
            ):
                assert told(name) == pytest.approx(np.clip(value / unit, LEAST, MOST))
            assert seen[2:57:3].sum() == len(game.position)
        kinds.add(str(decision.asked))
        env.step(rng.uniform(-1, 1, 4))
    assert "stroke" in kinds
