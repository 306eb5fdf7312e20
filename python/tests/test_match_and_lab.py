"""Matches and experiments."""

from pathlib import Path

import pytest

import thermodon
from thermodon import Board, Limit, lab
from thermodon.match import MatchGame, play_match

RESULTS = Path(__file__).parents[2] / "results"
ENGINES = {"alpha-beta": {"Player": "alpha-beta"}, "random": {"Player": "random"}}


def test_a_match_has_games_elo_and_ratings() -> None:
    seen: list[MatchGame] = []
    result = play_match(ENGINES, Limit(depth=1), rounds=3, start="5x5", random_plies=2, progress=seen.append)
    assert result.status == "complete" and sum(result.wins_draws_losses) == 6
    assert sorted(seen) == list(result.games) and len(seen) == 6
    assert result.elo is not None and result.elo.low < result.elo.high and result.elo.pairs == 3
    assert [rating.name for rating in result.ratings] == ["alpha-beta", "random"]
    for game in result.games:
        board = game.board()
        assert len(game.moves) == len(board.move_stack) and {game.black, game.white} == set(ENGINES)
        record = game.to_game()
        assert record.winner is game.winner and record.black == game.black
    assert result.sprt is None


def test_an_sprt_ends_a_match() -> None:
    result = play_match(
        ENGINES, Limit(depth=1), rounds=500, start="5x5", sprt={"elo0": 0, "elo1": 100}, seed=1
    )
    assert result.status == "decided" and result.sprt is not None
    assert result.sprt.decision == "h1" and result.sprt.llr >= result.sprt.upper
    assert len(result.games) < 1000


def test_openings_and_seeds_determine_the_games() -> None:
    board = Board("5x5")
    openings = [[board.legal_moves[index]] for index in (0, 30)]
    results = [
        play_match(ENGINES, Limit(depth=1), rounds=2, start=board, openings=openings, seed=5, concurrency=n)
        for n in (1, 2)
    ]
    games = [[game.moves for game in result.games] for result in results]
    assert games[0] == games[1]
    assert {moves[0] for moves in games[0]} == {str(opening[0]) for opening in openings}


def test_invalid_matches() -> None:
    with pytest.raises(thermodon.OptionError, match="at least two"):
        play_match({"a": {}}, Limit(depth=1))
    with pytest.raises(thermodon.OptionError, match="there is no option"):
        play_match({"a": {"Nonsense": 1}, "b": {}}, Limit(depth=1))
    with pytest.raises(thermodon.OptionError, match="no limit"):
        play_match({"a": {}, "b": {}}, Limit())
    with pytest.raises(thermodon.OptionError):
        play_match(ENGINES, Limit(depth=1), sprt={"elo0": 5, "elo1": 0})
    with pytest.raises(thermodon.ParseError):
        play_match(ENGINES, Limit(depth=1), start="hello")
    with pytest.raises(thermodon.OptionError):
        play_match(ENGINES, Limit(depth=1), rounds=0)


def test_an_experiment(tmp_path: Path) -> None:
    units: list[tuple[int, int]] = []
    run = lab.run("subgames/table3", seed=2, progress=lambda done, all: units.append((done, all)))
    assert run.finished == run.total == units[-1][0] and run.seed == 2
    assert run.tables and all(len(row) == len(table.columns) for table in run.tables for row in table.rows)
    pandas = pytest.importorskip("pandas")
    frames = run.frames()
    assert isinstance(frames[run.tables[0].title], pandas.DataFrame)
    assert len(frames[run.tables[0].title]) == len(run.tables[0].rows)
    again = lab.run("subgames/table3", seed=2, directory=tmp_path, threads=1)
    assert again.tables == run.tables and lab.read("subgames/table3", tmp_path) == again
    with pytest.raises(thermodon.FileError, match="holds a run whose"):
        lab.run("subgames/table3", seed=3, directory=tmp_path)


def test_stored_results_are_read(tmp_path: Path) -> None:
    run = lab.read("book/match", RESULTS / "book" / "match")
    assert (run.scale, run.seed, run.finished) == ("paper", 1, run.total)
    assert run.tables[0].to_frame()["games"].sum() == 2400 and "<svg" in run.figures["points"]
    with pytest.raises(thermodon.FileError, match="there is no run in"):
        lab.read("book/match", tmp_path)
    with pytest.raises(thermodon.FileError, match="book/match"):
        lab.read("om/beta", RESULTS / "book" / "match")
    with pytest.raises(thermodon.OptionError, match="there is no experiment"):
        lab.read("nonsense", tmp_path)


def test_experiments_are_listed() -> None:
    experiments = {experiment.id: experiment for experiment in lab.experiments()}
    assert len(experiments) > 10 and experiments["subgames/table3"].settings["paper"]
    with pytest.raises(thermodon.OptionError, match="there is no experiment"):
        lab.run("nonsense")
    with pytest.raises(thermodon.OptionError, match="scale must be small or paper"):
        lab.run("subgames/table3", scale="huge")  # type: ignore[arg-type]
    with pytest.raises(thermodon.OptionError, match="invalid"):
        lab.run("subgames/table3", settings={"nonsense": 1})
