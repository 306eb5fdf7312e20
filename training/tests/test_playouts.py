"""Playouts from given positions, and the command's batches over pipes."""

import io
import json
import random
import subprocess
import sys

import pytest
import torch

import match
import playouts
import rules
from checkpoint import TrainingTotals, save_checkpoint
from config import SearchConfig, StartConfig, load_config
from conftest import TRAINING
from inference import InferenceNetwork
from learner import Learner
from match import Player, play_to_end
from network import Network
from notation import parse_position
from search import search
from playouts import OpeningNoise, count_wins, read_batches, read_position
from start_positions import irregular_start

WON, LOST = "Q3/****/q2*", "q3/****/Q2*"  # apart already: three squares against two
EVEN = "Q2/***/q2"  # as many each: the side to move loses
STUCK = "Q*3/**3/3q1"
OPEN = ["q3q/5/5/5/Q3Q", "1q3/5/2*2/5/3Q1", "q3q/5/1**2/5/Q3Q w - - 0 1"]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    config = load_config(TRAINING / "tiny.toml")
    torch.manual_seed(3)
    learner = Learner(Network(config.network), config.optimizer, "cpu")
    path = tmp_path_factory.mktemp("trials") / "tiny.pt"
    save_checkpoint(path, learner, TrainingTotals(), ema_only=True)
    return path


@pytest.fixture(scope="module")
def player():
    torch.manual_seed(3)
    network = Network(load_config(TRAINING / "tiny.toml").network)
    return Player(InferenceNetwork(network, "cpu"), SearchConfig(4))


def command_line(checkpoint, *more):
    return [str(checkpoint), "--config", str(TRAINING / "tiny.toml"), *more]


def lines_of(*positions) -> str:
    return "".join(json.dumps({"position": position}) + "\n" for position in positions)


def ask(monkeypatch, capsys, text: str, *arguments):
    """(exit status, standard output, standard error) of the command."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status = 0
    try:
        playouts.main(list(arguments))
    except SystemExit as end:
        status = end.code
    return status, *capsys.readouterr()


def test_finished_positions_need_no_play(player, monkeypatch):
    monkeypatch.setattr(match, "search", None)  # must not be called
    positions = [read_position(text) for text in (WON, LOST, EVEN, STUCK)]
    assert count_wins(player, positions, 5, OpeningNoise()) == [5, 0, 0, 0]


def test_the_winning_move_counts_for_the_player_to_move(player):
    """One move parts the sides and wins: after it the loser is to move, an odd number of plies on."""
    careful = Player(player.network, SearchConfig(64, 100.0))
    positions = [read_position("q3/*1**/Q3"), read_position(WON)]
    assert count_wins(careful, positions, 3, OpeningNoise(0)) == [3, 3]


def test_as_games_played_one_by_one(player):
    """Without noise the batch, whose games leave it one after the other, ends as each game alone does."""
    rng, settings = random.Random(5), StartConfig(smallest=3, largest=5)
    cells = torch.tensor([irregular_start(rng, settings) for _ in range(24)], dtype=torch.uint8)
    expected = []
    for board in cells:
        board, mover_is_first = board[None], True
        while not bool(rules.terminal_result(board)[0]):
            chosen = search(player.network, board, player.search, noise=0.0).chosen
            board, mover_is_first = rules.child_boards(board, chosen[:, None])[:, 0], not mover_is_first
        expected.append(bool(rules.terminal_result(board)[1] > 0) == mover_is_first)
    assert play_to_end(cells, (player, player)).tolist() == expected
    assert len(set(expected)) == 2  # or this would show little


def test_noise_only_in_the_first_plies(player, monkeypatch):
    heard = []
    monkeypatch.setattr(match, "search", lambda network, cells, config, noise: (
        heard.append(noise), search(network, cells, config, noise))[1])
    play_to_end(torch.tensor([parse_position(OPEN[0])] * 4, dtype=torch.uint8), (player, player),
                OpeningNoise(3, 0.5).strength_at)
    assert heard[:3] == [0.5] * 3 and len(heard) > 3 and not any(heard[3:])


def test_every_game_counts_for_its_own_position(player, monkeypatch, capsys):
    """Chunks that cut through positions lose and mix up nothing."""
    monkeypatch.setattr(playouts, "MAX_BATCH", 5)
    positions = [read_position(text) for text in (LOST, WON, OPEN[0], LOST, WON)]
    first, second, opened, *others = count_wins(player, positions, 7, OpeningNoise())
    assert (first, second, others) == (0, 7, [0, 7]) and 0 <= opened <= 7
    assert "chunk 7 of 7: 5 games in" in capsys.readouterr().err
    assert count_wins(player, [], 7, OpeningNoise()) == []


def test_games_differ_only_by_noise(player):
    torch.manual_seed(1)
    board = [read_position("q3q/5/5/5/Q3Q")]
    assert 0 < count_wins(player, board, 48, OpeningNoise())[0] < 48
    assert count_wins(player, board, 8, OpeningNoise(strength=0.0))[0] in (0, 8)


def test_the_side_to_move_of_a_position():
    text = "1q3/5/2*2/5/3QQ"
    own = parse_position(text)
    other = rules.swap_sides(torch.tensor(own, dtype=torch.uint8)).tolist()
    assert own != other
    assert read_position(text) == read_position(f"{text} w - - 0 1") == own
    assert read_position(f"{text} b - - 0 1") == other
    assert read_position(f"{text.swapcase()} b") == own
    standard = read_position("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")
    assert (standard.count(2), standard.count(3), standard[3]) == (4, 4, 2)  # an amazon on d1 is White's


def test_black_to_move_wins_what_white_would(monkeypatch, capsys, checkpoint):
    positions = [WON, f"{WON} w - - 0 1", f"{WON} b - - 0 1", f"{LOST} b - - 0 1",
                 f"{OPEN[1]} w", f"{OPEN[1].swapcase()} b"]
    status, out, err = ask(monkeypatch, capsys, lines_of(*positions),
                           *command_line(checkpoint, "--games", "2", "--noise", "0"))
    results = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and [result["position"] for result in results] == positions
    assert all(result["games"] == 2 for result in results)
    assert [result["won"] for result in results[:4]] == [2, 2, 0, 2]
    assert results[4]["won"] == results[5]["won"]
    assert err.startswith("chunk 1 of 1: 12 games in ") and err.count("\n") == 1


@pytest.mark.parametrize("line, complaint", [
    ("{", "line 3: "),
    ('{"place": "3"}', 'line 3: expected an object'),
    ('["3"]', "line 3: expected an object"),
    ('{"position": 3}', "line 3: expected an object"),
    ('{"position": ""}', "line 3: position text: board of 0x1"),
    ('{"position": "Q2/3x/q2"}', "line 3: position text: unexpected 'x'"),
    ('{"position": "Q2/***/q2 white"}', "line 3: position text: the side to move is w or b, not 'white'"),
    ('{"position": "QQQQQ/5/q4"}', "line 3: a side has more than 4 amazons"),
])
def test_a_bad_line_is_refused(monkeypatch, capsys, checkpoint, line, complaint):
    text = f"{lines_of(WON)}\n{line}\n{lines_of(LOST)}"
    status, out, err = ask(monkeypatch, capsys, text, *command_line(checkpoint))
    assert (status, out) == (2, "") and err.startswith(f"playouts.py: {complaint}") and err.count("\n") == 1


@pytest.mark.parametrize("more", [("--games", "0"), ("--noise-plies", "-1"), ("--noise", "-1"),
                                  ("--noise", "nan"), ("--search", "candidates=0")])
def test_bad_options_are_refused(monkeypatch, capsys, checkpoint, more):
    status, out, err = ask(monkeypatch, capsys, lines_of(WON), *command_line(checkpoint, *more))
    assert (status, out) == (2, "") and err.startswith("playouts.py: ") and err.count("\n") == 1


def test_a_batch_ends_at_an_empty_line_or_at_the_end():
    text = f"{lines_of(WON)}\n\n{lines_of(LOST, EVEN)}".encode().splitlines(keepends=True)
    named = [[name for name, _ in batch] for batch in read_batches(text, interactive=True)]
    assert named == [[WON], [], [LOST, EVEN]]
    named = [[name for name, _ in batch] for batch in read_batches(text, interactive=False)]
    assert named == [[WON, LOST, EVEN]]


def test_interactive_batches_equal_one_batch(monkeypatch, capsys, checkpoint):
    """Each answer must come before the next question is asked."""
    arguments = command_line(checkpoint, "--games", "2", "--noise", "0")
    parts = [[OPEN[0], WON], [], OPEN[1:], [LOST]]
    together = lines_of(*(position for part in parts for position in part))
    status, expected, _ = ask(monkeypatch, capsys, together, *arguments)
    assert status == 0 and expected.count("\n") == 5
    answers = ""
    with subprocess.Popen([sys.executable, str(TRAINING / "playouts.py"), *arguments, "--interactive"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for part in parts:
            process.stdin.write(lines_of(*part) + "\n")
            process.stdin.flush()
            while line := process.stdout.readline().rstrip("\n"):
                answers += line + "\n"
        process.stdin.close()
        assert process.stdout.read() == "" and process.wait(timeout=60) == 0
    assert answers == expected
