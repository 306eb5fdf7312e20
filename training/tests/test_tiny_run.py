"""The whole command in the tiny setting: new run, resume, ladder."""

import json

import torch

from conftest import TRAINING
from configuration import load_configuration
from train import parse_arguments, train


def run(out, checkpoint=None):
    words = ["--config", str(TRAINING / "tiny.toml"), "--minutes", "2", "--plies", "30", "--out", str(out),
             "--device", "cpu", "--report-seconds", "2", "--snapshot-seconds", "2",
             "--ladder-seconds", "1"]
    if checkpoint:
        words += ["--checkpoint", str(checkpoint)]
    arguments = parse_arguments(words)
    return train(load_configuration(arguments.config), arguments)


def test_trains_and_resumes(tmp_path):
    first = run(tmp_path / "first")
    lines = [json.loads(line) for line in (tmp_path / "first/figures.jsonl").open()]
    assert lines[-1]["step"] > 0 and lines[-1]["total_games"] > 0
    assert all(torch.isfinite(torch.tensor(line["loss"])) for line in lines if "loss" in line)
    run(tmp_path / "second", first)
    more = [json.loads(line) for line in (tmp_path / "second/figures.jsonl").open()]
    assert more[: len(lines)] == lines and more[-1]["step"] > lines[-1]["step"]
    assert more[-1]["minutes"] > lines[-1]["minutes"]
    ladder = json.loads((tmp_path / "second/ladder.json").read_text())
    assert ladder["matches"] and ladder["ratings"]
