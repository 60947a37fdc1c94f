"""Agents and players of one's own: loaded by name or given as objects, in every command of the laboratory."""

import sys
from pathlib import Path
from random import Random

import agents_of_ones_own as own
import gymnasium
import numpy as np
import pytest

import carrom
from carrom.board.seat import Seat
from carrom.cli import main
from carrom.envs.agents import PolicyPlayer
from carrom.errors import RefusedRequest
from carrom.game.events import Placed
from carrom.lab.benchmark_tasks import against, graded
from carrom.lab.games import GameJob, played
from carrom.lab.players import load_agent, name_of, player

HERE = "agents_of_ones_own"
ENGINE = f"pipe:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'straight_engine.py'}"


def test_an_agent_is_a_function_or_a_class_or_a_trained_model():
    seen = np.array([0.1, 0.2, 1.0, 1.0], dtype=np.float32)
    assert load_agent(f"{HERE}:towards_the_piece") is own.towards_the_piece
    assert isinstance(load_agent(f"{HERE}:Soft"), own.Soft)
    assert (load_agent(f"{HERE}:Model")(seen, None) == own.towards_the_piece(seen, None)).all()


def test_a_module_of_the_current_folder_is_found(tmp_path, monkeypatch):
    (tmp_path / "agent_in_a_folder.py").write_text("def policy(observation, mask):\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert load_agent("agent_in_a_folder:policy")(None, None) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("policy", "names no agent; expected module:attribute"),
        ("no_such_module:policy", "cannot be imported .No module named 'no_such_module'."),
        (f"{HERE}:nothing", "has no attribute 'nothing'; expected the name of a policy"),
        (f"{HERE}:seven", r"is 7; expected a callable policy\(observation, mask\) -> action"),
        (f"{HERE}:NeedsPath", "cannot be made without arguments"),
    ],
)
def test_what_is_no_agent_is_refused_in_one_sentence(text, said):
    with pytest.raises(RefusedRequest, match=said):
        load_agent(text)


def test_unknown_actions_and_dues_are_refused():
    def policy(observation, mask):
        return 0

    policy.actions = "words"
    with pytest.raises(RefusedRequest, match="actions are 'words'; expected one of forward, round, choices"):
        player(policy)
    policy.actions, policy.dues = "choices", "somewhere"
    with pytest.raises(RefusedRequest, match="dues are 'somewhere'; expected one of nearest, engine, decide"):
        player(policy)


def test_an_agent_that_answers_with_a_choice_plays_the_easiest_stroke():
    game = carrom.Game(seed=4, first_break="A")
    game.set_up()
    game.push(game.random_act(Random(1)))
    while game.places:
        game.push(game.places[0])
    from carrom.envs.actions import choices, decision_of

    stroke = player(own.easiest_choice).choose(game.history, game.turn, Random(0))
    assert stroke == choices(game.history, decision_of(game.history))[0]


def test_an_action_that_means_nothing_is_refused_with_its_numbers():
    game = carrom.Game(seed=4, first_break="A")
    game.set_up()
    with pytest.raises(RefusedRequest, match="expected 3 numbers from -1 to 1"):
        player(own.failing).choose(game.history, Seat.SOUTH, Random(0))
    with pytest.raises(RefusedRequest, match="expected the number of a choice, or 3 or 4 numbers"):
        player(lambda observation, mask: np.zeros(5)).choose(game.history, Seat.SOUTH, Random(0))


@pytest.mark.slow
def test_boards_are_scored_between_objects_and_names_and_the_results_are_the_same():
    objects = against(own.easiest_choice, own.Pusher(), 2, engine="here")
    names = against(f"{HERE}:easiest_choice", f"{HERE}:Pusher", 2, engine="here")
    assert objects == names
    assert objects.success > 0.4
    assert against(f"{HERE}:easiest_choice", own.Pusher(), 2, workers=2) == objects


def test_an_object_that_cannot_go_to_another_process_is_refused_and_plays_here():
    with pytest.raises(RefusedRequest, match='expected functions and classes of a module, or the engine "here"'):
        against(lambda observation, mask: np.zeros(3), "random", 2)
    assert graded("straight", lambda seen, mask: own.towards_the_piece(seen, mask), 4, engine="here").episodes == 4


def test_a_class_is_made_anew_for_every_board_so_that_boards_do_not_depend_on_workers():
    made = own.counted.made
    game = played(GameJob(players=(f"{HERE}:Soft", "random"), seed=3))
    assert own.counted.made == made + 1
    assert {row.player for row in game.rows} == {f"{HERE}:Soft", "random"}


def test_players_are_named_in_tables_as_they_were_given():
    assert name_of(own.towards_the_piece) == f"{HERE}:towards_the_piece"
    assert name_of(own.Pusher()) == f"{HERE}:Pusher"
    assert name_of("one-ply/club") == "one-ply/club"


def test_an_agent_plays_a_task_in_its_environment_and_a_level_lends_it_its_accuracy():
    exact = graded("anywhere", f"{HERE}:towards_the_piece", 30, engine="here")
    assert exact == graded("anywhere", own.towards_the_piece, 30, engine="here")
    env = gymnasium.make("carrom/Anywhere-v0").unwrapped
    gains = []
    for seed in range(30):
        seen, _ = env.reset(seed=seed)
        gains.append(env.step(own.towards_the_piece(seen, None))[1])
    assert exact.gained == round(sum(gains) / 30, 6)
    assert graded("anywhere", own.round_the_piece, 30, engine="here").gained == pytest.approx(exact.gained, abs=0.07)
    assert graded("three", own.Model(), 2, engine="here").strokes > 1
    env = gymnasium.make("carrom/Anywhere-v0", noise="first-timer").unwrapped
    env.reset(seed=1)
    noisy = graded("anywhere", f"{HERE}:towards_the_piece/first-timer", 30, engine="here")
    assert noisy.player == f"{HERE}:towards_the_piece/first-timer"


def test_an_agent_that_decides_on_dues_is_asked_for_them():
    for seed in range(6):
        game = played_by(own.Decider(), seed)
        mine = [event for event in game.events if isinstance(event, Placed)]
        if mine:
            assert all(abs(event.at.x) + abs(event.at.y) > 20_000 for event in mine), "not by the centre"
            return
    raise AssertionError("no due was placed")


def played_by(agent, seed):
    """Return a board in which an agent plays against a player who strikes hard and commits fouls."""
    from envs.opponents import Wild

    from carrom.engine.self_play import answer, begun, hands_of

    seated = {Seat.SOUTH: PolicyPlayer(agent), Seat.NORTH: Wild()}
    game, hands = begun(seated, seed), hands_of(seated, seed)
    while not game.is_over and len(game.strokes) < 60:
        game = game.apply(answer(game, seated, hands, seed))
    return game


@pytest.mark.slow
def test_an_agent_is_the_opponent_of_a_duel():
    env = gymnasium.make("carrom/Duel-v0", opponent=own.easiest_choice, actions="choices").unwrapped
    for seed in range(2):
        env.reset(seed=seed)
        _, _, _, _, info = env.step(0)
    assert info["strokes"] >= 2


def test_an_external_engine_plays_boards_and_tasks_and_its_process_ends():
    found = graded("straight", ENGINE, 2, engine="here")
    assert found.player == ENGINE
    assert against(ENGINE, "uniform", 2, engine="here").success > 0.1


@pytest.mark.slow
def test_uniform_is_what_an_untrained_learner_does():
    found = graded("straight", "uniform", 400, engine="here")
    assert 0.01 < found.gained < 0.08, "3.7 % over 200,000 strokes"


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["evaluate", "straight", f"{HERE}:Model", "--episodes", "4"], f"| `{HERE}:Model` |"),
        (["score", f"{HERE}:easiest_choice", "uniform", "--boards", "2"], f"{HERE}:easiest_choice won 2 of 2 boards"),
        (
            ["ladder", "uniform", f"{HERE}:easiest_choice", "--boards", "2"],
            f"`{HERE}:easiest_choice` against `uniform`",
        ),
        (["train", "straight", "--learner", f"{HERE}:steady_learner", "--strokes", "100", "--points", "2"], "0.2500"),
    ],
)
def test_every_command_takes_agents_by_name(argv, said, capsys):
    backend = [] if argv[0] == "train" else ["--backend", "here"]
    assert main(["lab", *argv, *backend]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.slow
def test_tables_and_playthroughs_are_played_by_agents_too(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    players = f"{HERE}:easiest_choice,{HERE}:Pusher"
    games = ["--players", players, "--games", "1", "--backend", "here"]
    assert main(["lab", "play", str(tmp_path / "games"), *games]) == 0
    written = tmp_path / "episode.txt"
    agent = ["--agent", f"{HERE}:Decider", "--actions", "round"]
    assert main(["lab", "playthrough", str(written), *agent, "--decisions", "5"]) == 0
    assert written.read_text().count("does: [1.0,0.2,1.0,0.3]") == 5


def test_a_wrong_name_is_refused_by_the_command_before_anything_is_played(capsys):
    assert main(["lab", "score", f"{HERE}:nothing", "random", "--boards", "2"]) == 1
    assert "has no attribute 'nothing'" in capsys.readouterr().err
