"""Self-play: thousands of games at once, one ply of all of them per step.

Finished games are replaced by new ones from a pool of start positions. Nothing here waits for
the GPU; counts stay on the device until `metrics` reads them.

In the first `past_opponent_fraction` of the games a past network plays one side: at even steps in
games of even number, at odd steps in the others. All positions of these games train the value;
only those where the current network moved train the policy.
"""

import random

import torch

import rules
from config import TrainingConfig
from inference import InferenceNetwork
from replay_buffer import ReplayBuffer
from search import SearchResult, search
from start_positions import STANDARD, sample_starts


class SelfPlay:
    def __init__(self, config: TrainingConfig, network, replay: ReplayBuffer, device):
        self.config, self.starts = config.selfplay, config.starts
        self.network, self.replay, self.device = network, replay, device
        self.rng = random.Random(random.getrandbits(64))
        self.refresh_starts()
        games = self.config.games
        index = torch.arange(games, device=device) % len(self.pool_cells)
        self.cells, self.kind = self.pool_cells[index].clone(), self.pool_kind[index].clone()
        self.plies = torch.zeros(games, dtype=torch.long, device=device)
        self.past_opponent, self.steps = None, 0
        # finished games; of the standard start: games, first mover's wins, plies
        self.counts = torch.zeros(4, dtype=torch.float64, device=device)

    def refresh_starts(self) -> None:
        """Draws a new pool of start positions."""
        self.pool_cells, self.pool_kind = sample_starts(self.config.start_pool_size, self.starts,
                                                        self.rng, self.device)

    def set_past_opponent(self, network: InferenceNetwork) -> None:
        self.past_opponent = network

    def _search(self) -> SearchResult:
        """Searches every game with the network whose turn it is."""
        shared = int(len(self.cells) * self.config.past_opponent_fraction) if self.past_opponent else 0
        if not shared:
            return search(self.network, self.cells, self.config)
        index = torch.arange(len(self.cells), device=self.device)
        turn = self.steps % 2
        theirs = index[turn:shared:2]
        ours = torch.cat([index[1 - turn : shared : 2], index[shared:]])
        found = search(self.network, self.cells[ours], self.config)
        other = search(self.past_opponent, self.cells[theirs], self.config)
        order = torch.cat([ours, theirs]).argsort()
        codes = torch.cat([found.codes, torch.full_like(other.codes, -1)])
        policy = torch.cat([found.policy, torch.zeros_like(other.policy)])
        return SearchResult(codes[order], policy[order], torch.cat([found.value, other.value])[order],
                            torch.cat([found.chosen, other.chosen])[order])

    def step(self) -> None:
        """Plays one ply in every game and records it."""
        found = self._search()
        self.steps += 1
        self.replay.append(self.cells, found, self.kind)
        self.cells = rules.child_boards(self.cells, found.chosen[:, None])[:, 0]
        self.plies += 1
        finished, margin, ownership = rules.terminal_result(self.cells)
        self.replay.set_results(finished, self.plies, margin, ownership)
        self._count_results(finished, margin)
        fresh = torch.randint(len(self.pool_cells), (len(self.cells),), device=self.device)
        self.cells = torch.where(finished[:, None], self.pool_cells[fresh], self.cells)
        self.kind = torch.where(finished, self.pool_kind[fresh], self.kind)
        self.plies = torch.where(finished, 0, self.plies)

    def _count_results(self, finished, margin) -> None:
        standard = finished & (self.kind == STANDARD)
        # After an even number of plies the first mover is to move again.
        first_wins = standard & ((margin > 0) == (self.plies % 2 == 0))
        self.counts += torch.stack([finished.sum(), standard.sum(), first_wins.sum(),
                                    (standard * self.plies).sum()])

    def metrics(self) -> dict:
        """Counts since the last call."""
        games, standard, first_wins, plies = self.counts.tolist()
        self.counts.zero_()
        return {
            "games": int(games),
            "standard_games": int(standard),
            "first_mover_wins": round(first_wins / max(standard, 1), 4),
            "mean_plies": round(plies / max(standard, 1), 2),
        }

    def snapshot(self) -> dict:
        """Boards of the running games."""
        return {"cells": self.cells.cpu(), "kind": self.kind.cpu()}

    def restore(self, snapshot: dict) -> None:
        count = min(len(snapshot["cells"]), len(self.cells))
        self.cells[:count] = snapshot["cells"][:count].to(self.device)
        self.kind[:count] = snapshot["kind"][:count].to(self.device)
        # Restored games do not begin at the start position: exclude them from its counts.
        self.kind[:count].clamp_(min=STANDARD + 1)
