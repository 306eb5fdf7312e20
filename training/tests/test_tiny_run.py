"""The whole command with tiny.toml: new run, resume, ratings, old file names."""

import json

import torch

from conftest import TRAINING
from config import load_config
from train import parse_arguments, train


def run(out, checkpoint=None):
    arguments = ["--config", str(TRAINING / "tiny.toml"), "--minutes", "2", "--plies", "30",
                 "--out", str(out), "--device", "cpu", "--report-seconds", "2",
                 "--snapshot-seconds", "2", "--rating-seconds", "1"]
    if checkpoint:
        arguments += ["--checkpoint", str(checkpoint)]
    parsed = parse_arguments(arguments)
    return train(load_config(parsed.config), parsed)


def test_trains_and_resumes(tmp_path):
    first = run(tmp_path / "first")
    lines = [json.loads(line) for line in (tmp_path / "first/metrics.jsonl").open()]
    assert lines[-1]["step"] > 0 and lines[-1]["total_games"] > 0
    assert all(torch.isfinite(torch.tensor(line["loss"])) for line in lines if "loss" in line)
    run(tmp_path / "second", first)
    more = [json.loads(line) for line in (tmp_path / "second/metrics.jsonl").open()]
    assert more[: len(lines)] == lines and more[-1]["step"] > lines[-1]["step"]
    assert more[-1]["minutes"] > lines[-1]["minutes"]
    ratings = json.loads((tmp_path / "second/ratings.json").read_text())
    assert ratings["matches"] and ratings["ratings"]


def test_resumes_files_with_their_old_names(tmp_path):
    first = run(tmp_path / "first")
    for new, old in (("resume.pt", "running.pt"), ("past_networks.pt", "ladder.pt"),
                     ("ratings.json", "ladder.json"), ("metrics.jsonl", "figures.jsonl")):
        (tmp_path / "first" / new).rename(tmp_path / "first" / old)
    ratings = json.loads((tmp_path / "first/ladder.json").read_text())
    ratings["networks"]["earlier"] = {"minutes": 0.0}
    (tmp_path / "first/ladder.json").write_text(json.dumps(ratings))
    run(tmp_path / "second", first)
    more = (tmp_path / "second/metrics.jsonl").read_text()
    assert more.startswith((tmp_path / "first/figures.jsonl").read_text())
    assert "earlier" in json.loads((tmp_path / "second/ratings.json").read_text())["networks"]
