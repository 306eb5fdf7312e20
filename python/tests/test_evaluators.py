"""The network, the handcrafted evaluation and distance maps."""

import threading
from pathlib import Path

import numpy as np
import pytest

import thermodon
from thermodon import Board, Evaluation, Network, distance_maps

WEIGHTS = Path(__file__).parents[2] / "crates" / "network" / "default.weights"


def test_network_output() -> None:
    network = Network()
    boards = [Board(), Board("8x8"), Board("x..#o b"), Board("x#o b")]
    output = network.evaluate(boards, policies=True)
    assert output.values.shape == output.margins.shape == (4,)
    assert output.values.dtype == output.ownership.dtype == np.float32
    assert ((output.values >= 0) & (output.values <= 1)).all()
    assert not output.ownership[1, 8:].any() and not output.ownership[1, :, 8:].any()
    for board, policy in zip(boards, output.policies, strict=True):
        assert len(policy) == len(board.legal_moves)
    assert np.allclose([policy.sum() for policy in output.policies[:3]], 1.0, atol=1e-3)
    # The order of the policy is that of the legal moves.
    [(best, probability), *_] = network.top_moves(boards[0], 3)
    index = int(output.policies[0].argmax())
    assert boards[0].legal_moves[index] == best
    assert np.isclose(output.policies[0][index], probability, rtol=1e-4)
    assert network.top_moves(boards[3]) == [] and network.top_moves(boards[0], 0) == []
    assert network.evaluate([]).ownership.shape == (0, 10, 10)
    single = network.evaluate(boards[1])
    assert single.values[0] == output.values[1] and single.policies == []


def test_the_arrays_own_what_the_evaluation_made() -> None:
    values = Network().evaluate([Board()] * 3).values
    values[0] = 0.25
    assert values[0] == 0.25 and values.flags.c_contiguous


def test_a_file_gives_the_same_network() -> None:
    embedded, loaded = Network(), Network(WEIGHTS)
    assert loaded.provenance == embedded.provenance and not loaded.is_float
    assert (loaded.blocks, loaded.channels, loaded.kernel) == (
        embedded.blocks,
        embedded.channels,
        embedded.kernel,
    )
    assert loaded.evaluate(Board()).values == embedded.evaluate(Board()).values
    with pytest.raises(thermodon.FileError, match="cannot read the network file"):
        Network("missing.weights")
    with pytest.raises(thermodon.FileError, match="not a network weights file"):
        Network(__file__)


def test_threads_share_a_network() -> None:
    network, board = Network(), Board("6x6")
    expected = network.evaluate(board).values[0]
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.extend(network.evaluate([board] * 20).values))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 80


def test_evaluation(tmp_path: Path) -> None:
    evaluation = Evaluation()
    boards = [Board(), Board("6x6")]
    logits = evaluation.evaluate(boards)
    assert logits.shape == (2,)
    for board, logit in zip(boards, logits, strict=True):
        assert np.isclose(sum(evaluation.contributions(board).values()), logit, atol=0.01)
        assert set(evaluation.features(board)) == set(Evaluation.TERMS)
    assert evaluation.weights.shape == (len(Evaluation.TERMS), len(evaluation.phases))
    path = tmp_path / "weights.txt"
    evaluation.save(path)
    assert (Evaluation(path).evaluate(boards) == logits).all()
    zero = evaluation.with_weights(np.zeros_like(evaluation.weights))
    assert not zero.evaluate(boards).any() and evaluation.evaluate(boards)[0] == logits[0]
    assert zero.phase_axis == evaluation.phase_axis and evaluation.provenance
    for weights in (np.zeros((2, 2)), np.full_like(evaluation.weights, np.nan)):
        with pytest.raises(thermodon.OptionError):
            evaluation.with_weights(weights)
    with pytest.raises(thermodon.FileError):
        Evaluation(tmp_path / "missing.txt")
    with pytest.raises(thermodon.FileError):
        evaluation.save(tmp_path / "missing" / "weights.txt")
    with pytest.raises(thermodon.ParseError):
        Evaluation.from_text("hello")


def test_distance_maps() -> None:
    maps = distance_maps(Board("x...|....|...o"))
    assert maps.king_black.tolist() == [[2, 2, 2, -1], [1, 1, 2, 3], [-1, 1, 2, 3]]
    assert maps.queen_black.tolist() == [[1, 2, 1, -1], [1, 1, 2, 2], [-1, 1, 1, 1]]
    assert (maps.queen_white == maps.queen_black[::-1, ::-1]).all()
