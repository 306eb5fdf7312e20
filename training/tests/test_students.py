"""Students: growth that changes nothing, imitation, the pair network's features, the whole run."""

import json

import pytest
import torch

import reference
import rules
from checkpoint import Totals, load_average, load_checkpoint, save_checkpoint
from configuration import LearningSettings, NetworkShape, load_configuration
from conftest import TRAINING
from growing import grown
from learning import Learner, imitation_loss
from network import Network, factored_policy
from notation import EMPTY, FRAME, OPPONENT, OWN
from pairs import (EMPTY_FEATURES, FEATURES, KING_LEVELS, NEIGHBOURS, QUEEN_LEVELS, PairNetwork,
                   PairShape, features, pair_losses)
from positions import random_positions
from students import School, load_students, shape_of
from test_learning import SMALL, fixed_batch
from train import parse_arguments, train


def restless(shape: NetworkShape) -> Network:
    """A network in which every part matters."""
    network = Network(shape)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.05)
    return network


@pytest.mark.parametrize("blocks, channels", [(1, 16), (3, 16), (1, 32), (4, 48)])
def test_growing_changes_nothing(blocks, channels):
    torch.manual_seed(2)
    small = restless(SMALL)
    shape = NetworkShape(**{**vars(SMALL), "blocks": blocks, "channels": channels})
    large = grown(small, shape)
    planes = reference.planes(random_positions(6, 3))
    for before, after in zip(small(planes), large(planes)):
        assert torch.allclose(before, after, atol=1e-4)
    if (blocks, channels) != (1, 16):  # and the new parts learn
        large(planes)[0].sum().backward()
        assert float(large.value_squares.weight.grad[:, 16:].abs().sum()) > 0 or channels == 16
        assert blocks == 1 or float(large.blocks[-1].second.weight.grad.abs().sum()) > 0


def test_nothing_grows_smaller():
    with pytest.raises(ValueError, match="cannot grow"):
        grown(Network(SMALL), NetworkShape(**{**vars(SMALL), "embedding": 4}))


@pytest.mark.parametrize("blocks, channels", [(3, 16), (2, 32)])
def test_a_checkpoint_grows(tmp_path, blocks, channels):
    torch.manual_seed(3)
    batch = fixed_batch()
    small = Learner(restless(SMALL), LearningSettings(), "cpu")
    for _ in range(3):
        small.step(batch, 1.0)
    save_checkpoint(tmp_path / "small.pt", small, Totals(2.5, 10, 100))
    shape = NetworkShape(**{**vars(SMALL), "blocks": blocks, "channels": channels})
    large = Learner(Network(shape), LearningSettings(), "cpu")
    assert load_checkpoint(tmp_path / "small.pt", large) == Totals(2.5, 10, 100)
    planes = reference.planes(random_positions(6, 3))
    for one, other in ((small.network, large.network), (small.average, large.average)):
        for before, after in zip(one(planes), other(planes)):
            assert torch.allclose(before, after, atol=1e-4)
    new = [large.network.blocks[-1].first.weight, large.average.blocks[-1].first.weight]
    assert torch.equal(*new)
    bias = small.network.value_out.bias, large.network.value_out.bias
    moments = [learner.optimiser.state[b]["exp_avg"] for learner, b in zip((small, large), bias)]
    assert torch.allclose(*moments, rtol=0.01) and large.network.stem.weight.requires_grad
    large.step(batch, 1.0)  # what is new has no moments yet, and learns
    save_checkpoint(tmp_path / "large.pt", large, Totals(2.5, 10, 100))
    with pytest.raises(ValueError, match="cannot grow"):
        load_checkpoint(tmp_path / "large.pt", small)


def test_imitation_is_least_where_the_teacher_stands():
    torch.manual_seed(4)
    batch = fixed_batch()
    cells, codes = batch["cells"], batch["codes"]
    masks = rules.policy_masks(cells, codes)

    def policies(seed):
        torch.manual_seed(seed)
        return factored_policy(torch.randn(len(cells), 5, 100, 8), codes, *masks)

    teacher = policies(1)
    same, other = (imitation_loss(*policies(seed), *teacher, codes) for seed in (1, 2))
    assert float(same.abs().max()) < 1e-5
    assert float(other.min()) > 0.0


def test_a_learner_imitates():
    torch.manual_seed(6)
    batch = fixed_batch()
    masks = rules.policy_masks(batch["cells"], batch["codes"])
    with torch.no_grad():
        embeddings = restless(SMALL)(rules.planes(batch["cells"]))[3] * 3
    batch["teacher"] = factored_policy(embeddings, batch["codes"], *masks)
    settings = LearningSettings(warmup_steps=1, learning_rate=5e-3, policy_weight=0.0)
    learner = Learner(Network(SMALL), settings, "cpu")
    losses = []
    for _ in range(40):
        learner.step(batch, 1.0)
        losses.append(learner.figures()["imitation"])
    assert losses[-1] < 0.6 * losses[0]


def plain_feature(cells, maps, square):
    """One square's feature, from the distance maps of the reference."""
    if cells[square] == EMPTY:
        levels = [min(int(steps[square]), top - 1) - 1 if steps[square] < reference.UNREACHED
                  else top - 1
                  for steps, top in zip(maps, (QUEEN_LEVELS,) * 2 + (KING_LEVELS,) * 2)]
        queen, king = (levels[0] * QUEEN_LEVELS + levels[1], levels[2] * KING_LEVELS + levels[3])
        return queen * KING_LEVELS**2 + king
    if cells[square] not in (OWN, OPPONENT):
        return -1
    rank, file = divmod(square, FRAME)
    around = sum(cells[r * FRAME + f] == EMPTY
                 for r in range(max(rank - 1, 0), min(rank + 2, FRAME))
                 for f in range(max(file - 1, 0), min(file + 2, FRAME)))
    return EMPTY_FEATURES + around + (NEIGHBOURS if cells[square] == OPPONENT else 0)


def test_features_of_squares():
    cells = random_positions(12, 8, 60)
    found = features(rules.planes(cells).bfloat16())
    empty = cells == EMPTY
    maps = [reference.distances(cells == side, reach)
            for reach in (reference.queen_reach(empty), reference.king_reach(empty))
            for side in (OWN, OPPONENT)]
    for row, board in enumerate(cells.tolist()):
        wanted = [plain_feature(board, [m[row] for m in maps], square) for square in range(100)]
        assert found[row].tolist() == wanted
    assert len(found.unique()) > 60


def test_the_other_side_sees_the_exchanged_features():
    cells = random_positions(6, 9, 50)
    network = PairNetwork(PairShape())
    mine = features(rules.planes(cells))
    theirs = features(rules.planes(rules.swap_sides(cells)))
    known = mine >= 0
    assert torch.equal(network.exchanged[mine[known]], theirs[known])
    assert torch.equal(network.exchanged[network.exchanged], torch.arange(FEATURES))


def test_the_pair_network_learns():
    torch.manual_seed(7)
    batch = fixed_batch()
    learner = Learner(PairNetwork(PairShape()), LearningSettings(warmup_steps=1, learning_rate=1e-2),
                      "cpu", pair_losses)
    before = pair_losses(learner.network, batch, learner.settings)
    for _ in range(40):
        learner.step(batch, 1.0)
    assert pair_losses(learner.network, batch, learner.settings)["loss"] < 0.7 * before["loss"]


def test_names_of_students(tmp_path):
    assert shape_of("4x32") == NetworkShape(blocks=4, channels=32)
    for wrong in ("4", "x32", "4x30", "4x0", "fourx32"):
        with pytest.raises(ValueError, match="is no student"):
            shape_of(wrong)
    path = tmp_path / "students.toml"
    path.write_text('grown = ["pairs"]')
    with pytest.raises(ValueError, match="cannot grow"):
        load_students(path)
    assert load_students(TRAINING / "students.toml").scratch


def test_students_learn_beside_the_main_network(tmp_path):
    students = tmp_path / "students.toml"
    students.write_text('scratch = ["1x16", "pairs"]\n[learning]\nbatch = 16\nwarmup_steps = 1\n')
    out = tmp_path / "out"
    arguments = parse_arguments([
        "--config", str(TRAINING / "tiny.toml"), "--minutes", "2", "--plies", "12", "--out", str(out),
        "--device", "cpu", "--ladder-seconds", "0", "--students", str(students)])
    configuration = load_configuration(arguments.config)
    train(configuration, arguments)
    lines = [json.loads(line) for line in (out / "students.jsonl").open()]
    assert {line["student"] for line in lines} == {"1x16", "pairs"}
    small, pairs = lines[-2:]
    assert small["step"] == pairs["step"] > 3
    assert "imitation" in small and "policy" not in pairs
    for name, kind in (("1x16", Network), ("pairs", PairNetwork)):
        network, facts = load_average(out / f"student-{name}.pt")
        assert isinstance(network, kind) and facts["step"] == pairs["step"]

    settings = load_students(students)
    settings.earlier = str(out)
    school = School(settings, Network(configuration.network), "cpu")
    for name, learner in school.learners.items():
        saved = load_average(out / f"student-{name}.pt")[0].state_dict()
        for network in (learner.network, learner.average):
            assert all(torch.equal(network.state_dict()[key], saved[key]) for key in saved)
