"""Signs, symmetries, normalisation, replay, checkpoints and engine games."""

import json

import pytest
import torch

import rules
import selfplay
from checkpoint import TrainingTotals, load_checkpoint, save_checkpoint
from config import TrainingConfig, OptimizerConfig, NetworkConfig, ReplayConfig
from engine_games import game_from_log_entry, load_games
from checkpoint_ratings import CheckpointRatings, fit_bradley_terry
from learner import Learner
from losses import losses, policy_loss
from match import elo_interval
from network import Network, factored_policy, move_log_policy, move_tables
from notation import parse_move, parse_position
from inference import InferenceNetwork
from random_positions import random_positions
from replay_buffer import ReplayBuffer, augment, pack, unpack
from search import SearchResult
from selfplay import SelfPlay

SMALL = NetworkConfig(blocks=1, channels=16, embedding=8, value_channels=8, value_hidden=16)


def unfinished_positions(count, seed, plies=30):
    cells = random_positions(count, seed, plies)
    return cells[~rules.terminal_result(cells)[0]]


def test_policy_sums_to_one_and_both_forms_agree():
    torch.manual_seed(5)
    cells = unfinished_positions(8, 5)
    embeddings = torch.randn(len(cells), 5, 100, 8)
    codes, log_policy = rules.policy_moves(cells, *move_tables(embeddings))
    assert torch.allclose(log_policy.exp().sum(1), torch.ones(len(cells)), atol=1e-4)
    best, index = log_policy.topk(12)
    chosen = torch.where(best > -torch.inf, codes.gather(1, index), -1)
    masks = rules.legal_masks(cells, chosen)
    again = move_log_policy(*factored_policy(embeddings, chosen, *masks), chosen, masks[0])
    known = chosen >= 0
    assert torch.allclose(again[known], best[known], atol=1e-4)


def test_policy_loss_is_least_at_its_target():
    policy = torch.tensor([[0.5, 0.2, 0.0]])
    at_target = policy_loss(torch.tensor([[0.5, 0.2, 0.05]]).log(), policy)
    for other in ([0.6, 0.2, 0.05], [0.5, 0.3, 0.05], [0.3, 0.2, 0.05]):
        assert policy_loss(torch.tensor([other]).log(), policy) > at_target


def test_replay_signs():
    """First mover A wins: rows where A moved say +1, rows where B moved say -1."""
    replay = ReplayBuffer(ReplayConfig(rows=128), 2, 3, "cpu")
    cells = torch.tensor([parse_position("Q1/1q")] * 2, dtype=torch.uint8)
    for ply in range(3):
        searched = SearchResult(torch.full((2, 3), -1), torch.zeros(2, 3), torch.full((2,), 0.5),
                            torch.zeros(2))
        replay.append(cells, searched, torch.zeros(2, dtype=torch.int8))
    # After A, B, A it is B's turn and B has lost by 2.5; game 1 goes on.
    ownership = torch.zeros(2, 100, dtype=torch.int8)
    ownership[0, 7] = -1  # A's square, as B sees it
    replay.set_results(torch.tensor([True, False]), torch.tensor([3, 3]), torch.tensor([-2.5, 1.0]),
                  ownership)
    assert replay.result[:3, 0].tolist() == [1, -1, 1]
    assert replay.margin[:3, 0].tolist() == [2.5, -2.5, 2.5]
    assert replay.ownership[:3, 0, 7].tolist() == [1, -1, 1]
    assert replay.result[:3, 1].tolist() == [0, 0, 0]


def test_selfplay_results_match_the_games():
    """Replays recorded games by hand and compares every stored result."""
    torch.manual_seed(9)
    config = TrainingConfig()
    config.selfplay.games, config.selfplay.start_pool_size = 8, 16
    config.selfplay.candidates = 3
    config.starts.largest = 5
    replay = ReplayBuffer(ReplayConfig(rows=128), 8, 3, "cpu")
    player = InferenceNetwork(Network(SMALL), "cpu")
    play = SelfPlay(config, player, replay, "cpu")
    ends = []
    for _ in range(30):
        before = play.plies.clone()
        play.step()
        ends.append((before + 1) * (play.plies == 0))
    for game in range(8):
        start = 0
        for row in range(30):
            if not int(ends[row][game]):
                continue
            last = replay.cells[row, game][None]
            results = replay.result[start : row + 1, game].tolist()
            assert all(r in (-1, 1) for r in results)
            assert results == [results[-1] * (-1) ** (row - r) for r in range(start, row + 1)]
            codes = replay.codes[row, game][None]
            finished, margin, _ = rules.terminal_result(rules.child_boards(last, codes)[0])
            lost_next = (margin < 0) == (results[-1] == 1)
            assert bool((finished & lost_next & (codes[0] >= 0)).any())
            start = row + 1
    assert sum(int((e > 0).sum()) for e in ends) > 0


def test_past_networks_play_one_side_of_some_games(monkeypatch):
    torch.manual_seed(10)
    config = TrainingConfig()
    options = config.selfplay
    options.games, options.start_pool_size, options.candidates = 8, 16, 3
    options.past_opponent_fraction = 0.5
    config.starts.largest = 5
    replay = ReplayBuffer(ReplayConfig(rows=128), 8, 3, "cpu")
    present, older = (InferenceNetwork(Network(SMALL), "cpu") for _ in range(2))
    play = SelfPlay(config, present, replay, "cpu")
    play.step()
    assert bool((replay.codes[0, :, 0] >= 0).all())  # no past opponent yet
    asked = []
    real = selfplay.search

    def spy(network, cells, how):
        asked.append((network is older, len(cells)))
        return real(network, cells, how)

    monkeypatch.setattr(selfplay, "search", spy)
    play.set_past_opponent(older)
    for row in range(1, 24):
        before, plies = play.cells.clone(), play.plies.clone()
        play.step()
        theirs = torch.tensor([game < 4 and game % 2 == row % 2 for game in range(8)])
        assert torch.equal(replay.codes[row, :, 0] < 0, theirs)
        assert float(replay.policy[row, theirs].abs().sum()) == 0.0
        going_on = play.plies == plies + 1
        burned = (play.cells == 0).sum(1) - (before == 0).sum(1)
        assert bool((burned[going_on] == 1).all())
    assert asked == [(False, 6), (True, 2)] * 23
    ended = replay.result[:24] != 0
    assert bool(ended[:, :4].any()), "games against older networks end, and their results count"


def test_positions_without_a_policy_train_only_the_value():
    batch = fixed_batch()
    network, settings = Network(SMALL), OptimizerConfig()
    plain = losses(network, batch, settings)
    silent = dict(batch, codes=batch["codes"].clone(), policy=batch["policy"].clone())
    silent["codes"][::2], silent["policy"][::2] = -1, 0
    half = {name: tensor[1::2] for name, tensor in batch.items()}
    got, wanted = losses(network, silent, settings), losses(network, half, settings)
    assert got["policy"].item() == pytest.approx(wanted["policy"].item(), rel=1e-4)
    assert got["value"].item() == pytest.approx(plain["value"].item(), rel=1e-4)


def test_augmentation_keeps_moves_legal():
    cells = unfinished_positions(16, 7)
    zeros = torch.zeros(len(cells), 100, 100)
    codes, log_policy = rules.policy_moves(cells, zeros, zeros, zeros)
    best, index = log_policy.topk(5)
    codes = torch.where(best > -torch.inf, codes.gather(1, index), -1)
    batch = {"cells": cells, "codes": codes, "ownership": (cells == 2).to(torch.int8)}
    for symmetry in range(8):
        turned = augment(batch, torch.full((len(cells),), symmetry))
        assert torch.equal(turned["ownership"], (turned["cells"] == 2).to(torch.int8))
        plain, moved = (rules.legal_masks(b["cells"], b["codes"]) for b in (batch, turned))
        assert torch.equal(plain[2].sum(2), moved[2].sum(2))
        children = rules.child_boards(cells, codes)
        forward, _ = rules.symmetries("cpu")
        again = rules.child_boards(turned["cells"], turned["codes"])
        known = codes >= 0
        assert torch.equal(children[:, :, forward[symmetry]][known], again[known])


def fixed_batch():
    cells = unfinished_positions(24, 13)
    count = len(cells)
    zeros = torch.zeros(count, 100, 100)
    codes, log_policy = rules.policy_moves(cells, zeros, zeros, zeros)
    best, index = log_policy.topk(4)
    legal = best > -torch.inf
    policy = torch.where(legal, 1.0, 0.0)
    more_own = ((cells == 2).sum(1) * 2 >= (cells >= 2).sum(1))
    return {
        "cells": cells, "codes": torch.where(legal, codes.gather(1, index), -1),
        "policy": (policy / policy.sum(1, keepdim=True)).half(),
        "search_value": more_own.half(), "result": more_own.to(torch.int8) * 2 - 1,
        "margin": more_own.half() * 4 - 2, "ownership": torch.zeros(count, 100, dtype=torch.int8),
        "kind": torch.zeros(count, dtype=torch.int8)}


def test_learner_fits_a_batch_and_resumes(tmp_path):
    torch.manual_seed(3)
    batch = fixed_batch()
    learner = Learner(Network(SMALL), OptimizerConfig(warmup_steps=1), "cpu")

    def found(of):
        return {name: part.item() for name, part in losses(of.network, batch, of.config).items()}

    before = found(learner)
    for _ in range(40):
        learner.step(batch, 1.0)
    after = found(learner)
    assert after["loss"] < 0.8 * before["loss"] and after["value"] < before["value"]
    save_checkpoint(tmp_path / "c.pt", learner, TrainingTotals(1.5, 10, 100))
    other = Learner(Network(SMALL), OptimizerConfig(), "cpu")
    assert load_checkpoint(tmp_path / "c.pt", other) == TrainingTotals(1.5, 10, 100)
    assert found(other) == pytest.approx(after)
    other.step(batch, 1.0)
    assert other.step_count == 41


def test_damaged_checkpoint_is_refused(tmp_path):
    path = tmp_path / "bad.pt"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(ValueError, match="bad.pt"):
        load_checkpoint(path, Learner(Network(SMALL), OptimizerConfig(), "cpu"))


def test_engine_games(tmp_path):
    path = tmp_path / "games.jsonl"
    game = {"start": "q3/*1**/Q3", "moves": ["a1-b1/b2"], "winner": "first"}
    path.write_text(json.dumps(game) + "\n")
    positions = load_games(path, 4, "cpu")
    assert positions["result"].tolist() == [1]
    assert positions["codes"].tolist() == [[parse_move("a1-b1/b2"), -1, -1, -1]]
    path.write_text(json.dumps({**game, "moves": ["a1-a2/a1"]}) + "\n")
    with pytest.raises(ValueError, match="line 1"):
        load_games(path, 4, "cpu")


def test_games_of_a_match(tmp_path):
    """A journal's line, Black to move first, with an opening move and all kinds of value."""
    entry = {"start": "Q4/5/q4/5/5 b - - 0 1", "first": "black", "result": "black", "ending": "proven",
             "opening_moves": ["a3-b3/c3"],
             "moves": [{"move": "a5-b5/c5", "value": {"estimate": 1000}},
                       {"move": "b3-b2/b3", "value": {"win_in": 3}}, {"move": "b5-a5/b5"}]}
    game = game_from_log_entry(entry)
    assert game["start"] == "q4/5/Q4/5/5" and game["winner"] == "first" and game["opening"] == 1
    assert game["values"] == [None, 0.7311, 1.0, None]
    assert game_from_log_entry({**entry, "ending": "time"}) is None
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(game) + "\n")
    positions = load_games(path, 2, "cpu")
    assert positions["codes"][:, 0].tolist() == [-1, *map(parse_move, game["moves"][1:])]
    assert positions["policy"].sum(1).tolist() == [0, 1, 1, 1]
    assert positions["result"].tolist() == [1, -1, 1, -1]
    assert positions["search_value"].tolist() == pytest.approx([1.0, 0.7311, 1.0, 0.0], abs=1e-3)
    path.write_text(json.dumps({**game, "values": [0.5]}) + "\n")
    with pytest.raises(ValueError, match="line 1: there are 4 moves and 1 values"):
        load_games(path, 2, "cpu")


def test_ratings():
    matches = [{"first": "b", "second": "a", "wins": 760, "losses": 240},
               {"first": "c", "second": "b", "wins": 760, "losses": 240}]
    ratings = fit_bradley_terry(["a", "b", "c"], matches)
    assert ratings[0]["elo"] == 0 and 190 < ratings[1]["elo"] < 210 and ratings[2]["elo"] > 390
    elo, low, high = elo_interval(760, 240)
    assert low < elo < high and abs(elo - 200) < 2


def test_packed_positions():
    torch.manual_seed(1)
    count = 200
    policy = torch.rand(count, 16).pow(8)
    positions = {
        "cells": torch.randint(4, (count, 100), dtype=torch.uint8),
        "codes": torch.randint(1000000, (count, 16)).int(),
        "policy": (policy / policy.sum(1, keepdim=True)).half(),
        "search_value": torch.rand(count).half(), "margin": torch.randn(count).half(),
        "result": torch.randint(-1, 2, (count,)).to(torch.int8),
        "ownership": torch.randint(-1, 2, (count, 100)).to(torch.int8),
        "kind": torch.randint(4, (count,)).to(torch.int8)}
    again = unpack(pack(positions))
    for name in ("cells", "search_value", "margin", "result", "ownership", "kind"):
        assert torch.equal(positions[name], again[name]), name
    policy, order = positions["policy"].sort(1, descending=True)
    assert float((policy.float() - again["policy"].float()).abs().max()) < 0.003
    kept = again["codes"] >= 0
    assert torch.equal(positions["codes"].gather(1, order)[kept], again["codes"][kept])
    assert 0.1 < float(kept.float().mean()) < 0.9


def test_ratings_of_each_search_depth_are_separate(tmp_path):
    store = CheckpointRatings(tmp_path, tmp_path)
    for minute in (1, 4, 8, 12, 15, 16):
        store.add_network(f"m{minute}", {"w": torch.zeros(1)}, {"minutes": float(minute)})
    store.add_match("m4", "m1", 760, 240, plies=1)
    del store.content["matches"][0]["plies"]  # as matches were written before there were two kinds
    store.add_match("m8", "m4", 640, 360, plies=2)
    store.add_match("m16", "m15", 500, 500, plies=2)  # no match connects them with the others
    assert store.retained() == ["m4", "m8", "m12", "m15", "m16"]
    store.save(tmp_path)
    again = CheckpointRatings(tmp_path, tmp_path)
    assert list(again.weights) == store.retained()
    ratings = {(r["name"], r["plies"]): r["elo"] for r in again.content["ratings"]}
    assert set(ratings) == {("m1", 1), ("m4", 1), ("m4", 2), ("m8", 2)}
    assert ratings["m4", 1] == ratings["m4", 2]  # where both curves meet
    assert 90 < ratings["m8", 2] - ratings["m4", 2] < 110
