"""The search against a naive version that goes board by board and move by move."""

import math
import random

import pytest
import torch

import rules
from config import TrainingConfig, SearchConfig, StartConfig, update_from, override_search
from network import move_tables
from notation import parse_position
from random_positions import random_positions
from search import search
from start_positions import irregular_start


class FakeNetwork:
    """Policy and value that look random but follow from the board alone."""

    def __init__(self, spread: float):
        rng = torch.Generator().manual_seed(17)
        self.mixer = torch.randn(100, 4, 10, 10, generator=rng) * spread
        self.table = torch.randn(4, 5 * 100 * 8, generator=rng) * spread

    def trunk(self, cells):
        return torch.einsum("ns,scij->ncij", torch.sin(cells.float() * 2.0), self.mixer)

    def value(self, trunk):
        return torch.sin(trunk.sum((1, 2, 3)))

    def embeddings(self, trunk):
        return (torch.sin(trunk.mean((2, 3))) @ self.table).view(-1, 5, 100, 8)


def uniform_network():
    """Every move is as good as any other, every rng is even."""
    return FakeNetwork(0.0)


def naive_moves(network, board, count):
    """The `count` likeliest moves of one board: (code, probability), the likeliest first."""
    tables = move_tables(network.embeddings(network.trunk(board[None])))
    codes, log_policy = (row[0].tolist() for row in rules.policy_moves(board[None], *tables))
    moves = [(code, math.exp(p)) for code, p in zip(codes, log_policy) if p > -math.inf]
    return sorted(moves, key=lambda move: -move[1])[:count]


def naive_child(network, board, code):
    """(child, is it finished, win probability of the side that moved)."""
    child = rules.child_boards(board[None], torch.tensor([[code]], dtype=torch.int32))[0, 0]
    finished, margin, _ = rules.terminal_result(child[None])
    if bool(finished):
        return child, True, 0.0 if float(margin) > 0 else 1.0
    return child, False, 1.0 - float(torch.sigmoid(network.value(network.trunk(child[None]))))


def naive_improve(moves, values, scale):
    """(score of each move, improved policy, value)."""
    mean = sum(p * v for (_, p), v in zip(moves, values)) / sum(p for _, p in moves)
    weights = [p * math.exp(scale * (v - mean)) for (_, p), v in zip(moves, values)]
    others = max(0.0, 1.0 - sum(p for _, p in moves))
    value = sum(w * v for w, v in zip(weights, values)) / sum(weights)
    return weights, [w / (sum(weights) + others) for w in weights], value


def naive_search_deeper(network, moves, looked, plies, scale):
    """Values of the children after searching the replies to the best of them."""
    values = [value for _, _, value in looked]
    if not plies:
        return values
    (asked, reply_count), *deeper = plies
    weights, _, _ = naive_improve(moves, values, scale)
    changes = {}
    for i in sorted(range(len(moves)), key=lambda i: -weights[i])[:asked]:
        child, finished, before = looked[i]
        if finished:
            continue
        replies = naive_moves(network, child, reply_count)
        answers = [naive_child(network, child, code) for code, _ in replies]
        opponent = naive_improve(replies, naive_search_deeper(network, replies, answers, deeper, scale), scale)[2]
        changes[i] = 1.0 - opponent - before
    shift = sum(changes.values()) / max(1, len(changes))
    return [value if finished else min(1.0, max(0.0, value + changes.get(i, shift)))
            for i, (_, finished, value) in enumerate(looked)]


def naive_search(network, board, settings):
    moves = naive_moves(network, board, settings.candidates)
    looked = [naive_child(network, board, code) for code, _ in moves]
    values = naive_search_deeper(network, moves, looked, settings.plies, settings.value_scale)
    weights, policy, value = naive_improve(moves, values, settings.value_scale)
    best = max(range(len(moves)), key=lambda i: weights[i])
    return {code: p for (code, _), p in zip(moves, policy)}, value, moves[best][0]


@pytest.mark.parametrize("settings", [
    SearchConfig(12, 8.0),
    SearchConfig(12, 8.0, plies=[[3, 4]]),
    SearchConfig(5, 30.0, plies=[[9, 2]]),
    SearchConfig(8, 20.0, plies=[[4, 5], [2, 4]]),
    SearchConfig(6, 20.0, plies=[[3, 4], [2, 3], [2, 2]]),
])
def test_against_the_naive_version(settings):
    network, cells = FakeNetwork(0.5), random_positions(12, 21, 40)
    cells = cells[~rules.terminal_result(cells)[0]]
    found = search(network, cells, settings, noise=0.0)
    for row, board in enumerate(cells):
        policy, value, chosen = naive_search(network, board, settings)
        got = {int(c): float(p) for c, p in zip(found.codes[row], found.policy[row]) if c >= 0}
        assert got.keys() == policy.keys()
        assert all(got[code] == pytest.approx(policy[code], abs=2e-3) for code in policy)
        assert float(found.value[row]) == pytest.approx(value, abs=2e-3)
        assert int(found.chosen[row]) == chosen


def test_plays_the_winning_move():
    cells = torch.tensor([parse_position("q3/*1**/Q3")], dtype=torch.uint8)
    found = search(uniform_network(), cells, SearchConfig(64, 100.0), noise=0.0)
    after = rules.child_boards(cells, found.chosen[:, None])[:, 0]
    finished, margin, _ = rules.terminal_result(after)
    assert bool(finished) and float(margin) < 0  # the opponent, to move, has lost
    assert float(found.value) > 0.9
    assert abs(float(found.policy.sum()) - 1.0) < 1e-3


def loses_at_once(board, code):
    """Does the move lose by counting, or let the opponent win so with the next?"""
    child, finished, value = naive_child(uniform_network(), board, code)
    if finished:
        return value == 0.0
    replies = [reply for reply, _ in naive_moves(uniform_network(), child, 4096)]
    after = rules.child_boards(child[None], torch.tensor([replies], dtype=torch.int32))[0]
    finished, margin, _ = rules.terminal_result(after)
    return bool((finished & (margin < 0)).any())


def test_second_ply_sees_the_answer():
    """Where some moves lose at once and others do not, the second ply plays none that does."""
    rng, settings = random.Random(3), StartConfig(smallest=3, largest=4, burned_share=0.5)
    one_ply = SearchConfig(20, 40.0)
    all_moves = SearchConfig(20, 40.0, plies=[[20, 60]])
    met = missed_by_one_ply = 0
    while met < 8:
        board = torch.tensor(irregular_start(rng, settings), dtype=torch.uint8)
        moves = naive_moves(uniform_network(), board, 4096)
        if bool(rules.terminal_result(board[None])[0]) or not 2 <= len(moves) <= all_moves.candidates:
            continue
        losing = {code: loses_at_once(board, code) for code, _ in moves}
        if len(set(losing.values())) == 2:
            met += 1
            chosen, blind = (int(search(uniform_network(), board[None], how, noise=0.0).chosen)
                             for how in (all_moves, one_ply))
            assert not losing[chosen]
            missed_by_one_ply += losing[blind]
    assert missed_by_one_ply > 0  # or this test would show nothing


def test_search_config():
    base = SearchConfig(32, plies=[[4, 8]])
    assert base.evaluations == 65 and base.depth == 2
    assert SearchConfig(32).depth == 1
    three = override_search(base, "plies=[[4, 8], [3, 6]],value_scale=64")
    assert three.evaluations == 65 + 4 * 3 * 6 and three.depth == 3 and three.value_scale == 64.0
    assert override_search(base, "") == base
    for wrong in ("candidate=3", "candidates=many", "candidates=2.5", "candidates", "candidates=0",
                  "plies=[[4]]", "plies=[[4, 0]]", "plies=[4, 8]", "plies=3"):
        with pytest.raises(ValueError):
            override_search(base, wrong)
    with pytest.raises(ValueError, match="optimizer.compile"):
        update_from(TrainingConfig(), {"optimizer": {"compile": 1.0}})


def test_old_configuration_keys():
    config = TrainingConfig()
    update_from(config, {
        "selfplay": {"second_ply_children": 6, "second_ply_replies": 8, "third_ply_children": 3,
                     "third_ply_replies": 6, "older_opponents": 0.25},
        "learning": {"passes": 3.0, "average_decay": 0.99}, "ladder": {"games": 8}})
    assert config.selfplay.plies == [[6, 8], [3, 6]]
    assert config.selfplay.past_opponent_fraction == 0.25 and config.ratings.games == 8
    assert config.optimizer.samples_per_position == 3.0 and config.optimizer.ema_decay == 0.99
