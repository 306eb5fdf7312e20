"""Net2Net, attention, distillation, and students in a whole run."""

import json

import pytest
import torch

import rules_reference
import rules
from checkpoint import TrainingTotals, load_ema, load_checkpoint, save_checkpoint
from config import OptimizerConfig, NetworkConfig, load_config
from conftest import TRAINING
from net2net import widen
from learner import Learner
from losses import distillation_loss
from network import AmazonAttention, Network, factored_policy, find_amazons
from random_positions import random_positions
from distillation import StudentTrainer, load_students, parse_shape
from test_learning import SMALL, fixed_batch
from train import parse_arguments, train


def random_network(shape: NetworkConfig) -> Network:
    """A network with random non-zero weights everywhere."""
    network = Network(shape)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.05)
    return network


@pytest.mark.parametrize("blocks, channels", [(1, 16), (3, 16), (1, 32), (4, 48)])
def test_widening_keeps_the_outputs(blocks, channels):
    torch.manual_seed(2)
    small = random_network(SMALL)
    shape = NetworkConfig(**{**vars(SMALL), "blocks": blocks, "channels": channels})
    large = widen(small, shape)
    planes = rules_reference.input_planes(random_positions(6, 3))
    for before, after in zip(small(planes), large(planes)):
        assert torch.allclose(before, after, atol=1e-4)
    if (blocks, channels) != (1, 16):  # and the new parts learn
        large(planes)[0].sum().backward()
        assert float(large.value_squares.weight.grad[:, 16:].abs().sum()) > 0 or channels == 16
        assert blocks == 1 or float(large.blocks[-1].second.weight.grad.abs().sum()) > 0


def test_attention_is_added_without_changing_the_outputs():
    torch.manual_seed(2)
    small = random_network(NetworkConfig(**{**vars(SMALL), "blocks": 2}))
    large = widen(small, NetworkConfig(**{**vars(SMALL), "blocks": 5, "attention_every": 2}))
    planes = rules_reference.input_planes(random_positions(6, 3))
    for before, after in zip(small(planes), large(planes)):
        assert torch.allclose(before, after, atol=1e-4)
    large(planes)[0].sum().backward()
    assert all(float(layer.out.weight.grad.abs().sum()) > 0 for layer in large.attention)
    for wrong in (0, 3):
        with pytest.raises(ValueError, match="cannot widen"):
            widen(large, NetworkConfig(**{**vars(SMALL), "blocks": 8, "attention_every": wrong}))
    larger = widen(large, NetworkConfig(**{**vars(SMALL), "blocks": 8, "attention_every": 2}))
    for before, after in zip(large(planes), larger(planes)):
        assert torch.allclose(before, after, atol=1e-4)


def test_attention_is_among_the_amazons_alone():
    torch.manual_seed(4)
    cells = random_positions(12, 4)
    planes = rules_reference.input_planes(cells)
    squares, used = find_amazons(planes)
    for row, board in enumerate(cells.tolist()):
        wanted = [square for square in range(100) if board[square] >= 2]
        assert squares[row][used[row]].tolist() == wanted
        assert set(squares[row].tolist()) == set(wanted)
    layer = AmazonAttention(16)
    x = torch.rand(12, 16, 10, 10)
    out = layer(x, squares, used).detach()
    amazon = (cells >= 2).view(-1, 1, 10, 10)
    assert torch.equal(torch.where(amazon, 0.0, out), torch.where(amazon, 0.0, x))
    assert float(torch.where(amazon, out - x, 0.0).abs().sum()) > 0
    # Which slot an amazon has does not matter.
    order = torch.tensor([7, 6, 5, 4, 3, 2, 1, 0])
    assert torch.allclose(layer(x, squares[:, order], used[:, order]), out, atol=1e-5)


def test_widening_to_a_smaller_network_is_refused():
    with pytest.raises(ValueError, match="cannot widen"):
        widen(Network(SMALL), NetworkConfig(**{**vars(SMALL), "embedding": 4}))


@pytest.mark.parametrize("blocks, channels", [(3, 16), (2, 32)])
def test_a_checkpoint_is_widened(tmp_path, blocks, channels):
    torch.manual_seed(3)
    batch = fixed_batch()
    small = Learner(random_network(SMALL), OptimizerConfig(), "cpu")
    for _ in range(3):
        small.step(batch, 1.0)
    save_checkpoint(tmp_path / "small.pt", small, TrainingTotals(2.5, 10, 100))
    shape = NetworkConfig(**{**vars(SMALL), "blocks": blocks, "channels": channels})
    large = Learner(Network(shape), OptimizerConfig(), "cpu")
    assert load_checkpoint(tmp_path / "small.pt", large) == TrainingTotals(2.5, 10, 100)
    planes = rules_reference.input_planes(random_positions(6, 3))
    for one, other in ((small.network, large.network), (small.ema, large.ema)):
        for before, after in zip(one(planes), other(planes)):
            assert torch.allclose(before, after, atol=1e-4)
    new = [large.network.blocks[-1].first.weight, large.ema.blocks[-1].first.weight]
    assert torch.equal(*new)
    bias = small.network.value_out.bias, large.network.value_out.bias
    moments = [learner.optimizer.state[b]["exp_avg"] for learner, b in zip((small, large), bias)]
    assert torch.allclose(*moments, rtol=0.01) and large.network.stem.weight.requires_grad
    large.step(batch, 1.0)  # what is new has no moments yet, and learns
    save_checkpoint(tmp_path / "large.pt", large, TrainingTotals(2.5, 10, 100))
    with pytest.raises(ValueError, match="cannot widen"):
        load_checkpoint(tmp_path / "large.pt", small)


def test_distillation_loss_is_least_at_the_teacher():
    torch.manual_seed(4)
    batch = fixed_batch()
    cells, codes = batch["cells"], batch["codes"]
    masks = rules.legal_masks(cells, codes)

    def policies(seed):
        torch.manual_seed(seed)
        return factored_policy(torch.randn(len(cells), 5, 100, 8), codes, *masks)

    teacher = policies(1)
    same, other = (distillation_loss(*policies(seed), *teacher, codes) for seed in (1, 2))
    assert float(same.abs().max()) < 1e-5
    assert float(other.min()) > 0.0


def test_distillation_learns():
    torch.manual_seed(6)
    batch = fixed_batch()
    masks = rules.legal_masks(batch["cells"], batch["codes"])
    with torch.no_grad():
        embeddings = random_network(SMALL)(rules.input_planes(batch["cells"]))[3] * 3
    batch["teacher"] = factored_policy(embeddings, batch["codes"], *masks)
    settings = OptimizerConfig(warmup_steps=1, learning_rate=5e-3, policy_weight=0.0)
    learner = Learner(Network(SMALL), settings, "cpu")
    losses = []
    for _ in range(40):
        learner.step(batch, 1.0)
        losses.append(learner.metrics()["distillation"])
    assert losses[-1] < 0.6 * losses[0]


def test_names_of_students(tmp_path):
    assert parse_shape("4x32") == NetworkConfig(blocks=4, channels=32)
    for wrong in ("4", "x32", "4x30", "4x0", "fourx32"):
        with pytest.raises(ValueError, match="invalid student"):
            parse_shape(wrong)
    path = tmp_path / "students.toml"
    path.write_text('grown = ["pairs"]')  # the former key
    with pytest.raises(ValueError, match="invalid student 'pairs'"):
        load_students(path)
    assert load_students(TRAINING / "students.toml").from_scratch


def test_students_learn_beside_the_main_network(tmp_path):
    students = tmp_path / "students.toml"
    students.write_text('from_scratch = ["1x16", "2x16"]\nwidened = ["3x16"]\n[optimizer]\nbatch_size = 16\nwarmup_steps = 1\n')
    out = tmp_path / "out"
    arguments = parse_arguments([
        "--config", str(TRAINING / "tiny.toml"), "--minutes", "2", "--plies", "12", "--out", str(out),
        "--device", "cpu", "--rating-seconds", "0", "--students", str(students)])
    config = load_config(arguments.config)
    train(config, arguments)
    lines = [json.loads(line) for line in (out / "students.jsonl").open()]
    assert {line["student"] for line in lines} == {"1x16", "2x16", "3x16-widened"}
    small, large, widened = lines[-3:]
    assert "distillation" not in widened
    assert small["step"] == large["step"] > 3 and "distillation" in small
    for name, blocks in (("1x16", 1), ("2x16", 2)):
        network, totals = load_ema(out / f"student-{name}.pt")
        assert network.config.blocks == blocks and totals["step"] == large["step"]

    student_config = load_students(students)
    student_config.resume_dir = str(out)
    trainer = StudentTrainer(student_config, Network(config.network), "cpu")
    for name, learner in trainer.learners.items():
        saved = load_ema(out / f"student-{name}.pt")[0].state_dict()
        for network in (learner.network, learner.ema):
            assert all(torch.equal(network.state_dict()[key], saved[key]) for key in saved)
