"""Self-play: thousands of games at once, one ply of all of them a step.

A game that ends is replaced at once by a new one from a pool of start
positions, so the batch stays full. Nothing here waits for the GPU; counts stay
on the device until `figures` asks for them.

In the first games of the batch, where `older_opponents` asks for it, an older network has one side. Every game moves
on by one ply a step, so the older network moves at even steps in the games of even number and at odd
steps in the others. All positions of such games teach what they are worth: the stronger side is to move in one half of
them, the weaker in the other, so its strength does not show in the mean. Only what the present network played
teaches how to move.
"""

import random

import torch

import rules
from configuration import Configuration
from play import PlayNetwork
from replay import Replay
from search import Searched, search
from starts import STANDARD, start_pool


class SelfPlay:
    def __init__(self, configuration: Configuration, network, replay: Replay, device):
        self.settings, self.starts = configuration.selfplay, configuration.starts
        self.network, self.replay, self.device = network, replay, device
        self.chance = random.Random(random.getrandbits(64))
        self.refill()
        games = self.settings.games
        index = torch.arange(games, device=device) % len(self.pool_cells)
        self.cells, self.kind = self.pool_cells[index].clone(), self.pool_kind[index].clone()
        self.plies = torch.zeros(games, dtype=torch.long, device=device)
        self.older, self.steps = None, 0
        # finished games; of the untouched standard start: games, first mover's wins, plies
        self.counts = torch.zeros(4, dtype=torch.float64, device=device)

    def refill(self) -> None:
        """Draws a fresh pool of start positions."""
        self.pool_cells, self.pool_kind = start_pool(self.settings.pool, self.starts, self.chance,
                                                     self.device)

    def meet(self, older: PlayNetwork) -> None:
        """From now on that network has one side in the share of games that the settings give it."""
        self.older = older

    def _search(self) -> Searched:
        """Finds a move in every game, by the network whose turn it is."""
        shared = int(len(self.cells) * self.settings.older_opponents) if self.older else 0
        if not shared:
            return search(self.network, self.cells, self.settings)
        index = torch.arange(len(self.cells), device=self.device)
        turn = self.steps % 2
        theirs = index[turn:shared:2]
        ours = torch.cat([index[1 - turn : shared : 2], index[shared:]])
        found = search(self.network, self.cells[ours], self.settings)
        other = search(self.older, self.cells[theirs], self.settings)
        order = torch.cat([ours, theirs]).argsort()
        codes = torch.cat([found.codes, torch.full_like(other.codes, -1)])
        policy = torch.cat([found.policy, torch.zeros_like(other.policy)])
        return Searched(codes[order], policy[order], torch.cat([found.value, other.value])[order],
                        torch.cat([found.chosen, other.chosen])[order])

    def step(self) -> None:
        """Plays one ply in every game and records it."""
        searched = self._search()
        self.steps += 1
        self.replay.write(self.cells, searched, self.kind)
        self.cells = rules.children(self.cells, searched.chosen[:, None])[:, 0]
        self.plies += 1
        finished, margin, ownership = rules.judge(self.cells)
        self.replay.finish(finished, self.plies, margin, ownership)
        self._count(finished, margin)
        fresh = torch.randint(len(self.pool_cells), (len(self.cells),), device=self.device)
        self.cells = torch.where(finished[:, None], self.pool_cells[fresh], self.cells)
        self.kind = torch.where(finished, self.pool_kind[fresh], self.kind)
        self.plies = torch.where(finished, 0, self.plies)

    def _count(self, finished, margin) -> None:
        plain = finished & (self.kind == STANDARD)
        # After an even number of plies the first mover is to move again.
        first_wins = plain & ((margin > 0) == (self.plies % 2 == 0))
        self.counts += torch.stack([finished.sum(), plain.sum(), first_wins.sum(),
                                    (plain * self.plies).sum()])

    def figures(self) -> dict:
        """Counts since the last call."""
        games, plain, first_wins, plies = self.counts.tolist()
        self.counts.zero_()
        return {
            "games": int(games),
            "standard_games": int(plain),
            "first_mover_wins": round(first_wins / max(plain, 1), 4),
            "mean_plies": round(plies / max(plain, 1), 2),
        }

    def saved(self) -> dict:
        """Running games; only their boards, so that a resumed run starts out of step."""
        return {"cells": self.cells.cpu(), "kind": self.kind.cpu()}

    def restore(self, saved: dict) -> None:
        count = min(len(saved["cells"]), len(self.cells))
        self.cells[:count] = saved["cells"][:count].to(self.device)
        self.kind[:count] = saved["kind"][:count].to(self.device)
        # Restored games do not start from the start position: leave them out of its figures.
        self.kind[:count].clamp_(min=STANDARD + 1)
