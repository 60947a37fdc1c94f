"""Train a learner of Stable-Baselines3 on every task of carrom-bench-1 and store its policies as ONNX models.

pip install "carrom[lab]" stable-baselines3 onnx onnxruntime
python examples/suite_learners.py ppo models/ --strokes 200000
carrom lab evaluate "models/{task}.onnx" --suite carrom-bench-1 --output ppo.json --name "PPO"

The training boards are the environments' own, with the suite's middle noise; the suite's positions are not among them.
"""

import argparse
from pathlib import Path

import onnx
import stable_baselines3
import torch

from carrom.lab.stable_baselines import vec_env
from carrom.lab.suite_tasks import CARROM_BENCH_1

BOARDS = 256
WORLDS = {
    "break": ("carrom/Break-v0", {}),
    "solo": ("carrom/Solo-v0", {"most_strokes": 24}),
    "duel": ("carrom/Duel-v0", {"ruleset": "classic-29", "opponent": "aim", "reward": "win", "most_strokes": 200}),
}


def learner(name, boards):
    """Return the library's learner."""
    if name == "ppo":
        return stable_baselines3.PPO(
            "MlpPolicy", boards, seed=0, device="cpu", n_steps=16, batch_size=1024, learning_rate=5e-4, target_kl=0.02,
            policy_kwargs={"log_std_init": -1.0},
        )  # fmt: skip
    return stable_baselines3.SAC(
        "MlpPolicy", boards, seed=0, device="cpu", train_freq=1, gradient_steps=32, batch_size=256, buffer_size=200_000,
        learning_starts=5_000, policy_kwargs={"net_arch": [64, 64]},
    )  # fmt: skip


def network(model):
    """Return the layers of the policy's mean action as a torch module."""
    policy = model.policy
    if isinstance(model, stable_baselines3.PPO):
        return torch.nn.Sequential(*policy.mlp_extractor.policy_net, policy.action_net)
    return torch.nn.Sequential(*policy.actor.latent_pi, policy.actor.mu, torch.nn.Tanh())


def stored(module, size, path):
    """Write a chain of linear layers and activations as an ONNX model."""
    kind, nodes, weights, at = onnx.TensorProto.FLOAT, [], [], "seen"
    for number, layer in enumerate(module):
        out = f"h{number}"
        if isinstance(layer, torch.nn.Linear):
            for name, tensor in (("w", layer.weight), ("b", layer.bias)):
                array = tensor.detach().numpy()
                weights.append(onnx.helper.make_tensor(f"{name}{number}", kind, array.shape, array.flatten()))
            nodes.append(onnx.helper.make_node("Gemm", [at, f"w{number}", f"b{number}"], [out], transB=1))
        else:
            nodes.append(onnx.helper.make_node(type(layer).__name__.replace("ReLU", "Relu"), [at], [out]))
        at = out
    graph = onnx.helper.make_graph(
        nodes, "policy", [onnx.helper.make_tensor_value_info("seen", kind, ("n", size))],
        [onnx.helper.make_tensor_value_info(at, kind, ("n", 3))], weights,
    )  # fmt: skip
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9), str(path))


def main():
    """Train on every task and store the models."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("learner", choices=("ppo", "sac"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strokes", type=int, default=200_000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    noise = CARROM_BENCH_1.noises[1].noise
    for task in CARROM_BENCH_1.tasks:
        world, given = WORLDS.get(task.name, (f"carrom/{task.name.title()}-v0", {}))
        path = args.folder / f"{task.name}.onnx"
        if path.exists():
            continue
        boards = vec_env(world, BOARDS, seed=1, noise=noise, **given)
        model = learner(args.learner, boards).learn(args.strokes)
        stored(network(model), boards.observation_space.shape[0], path)
        print(path, flush=True)


if __name__ == "__main__":
    main()
