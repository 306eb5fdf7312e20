//! Limits other than time: depth, nodes, lines, chosen moves, memory.

use amazons::{Game, Position};
use search::monte_carlo::{Parameters, StaticExpander};
use search::{AlphaBeta, Limits, MonteCarlo, Score, Searcher, Signal};
use toys::TicTacToe;

use crate::evaluators::{Even, Mobility, Perverse};
use crate::oracle::search;

fn monte_carlo<E: Clone>(evaluator: E) -> MonteCarlo<Position, StaticExpander<E, amazons::Move>>
where
    StaticExpander<E, amazons::Move>: search::monte_carlo::Expander<Position>,
{
    MonteCarlo::new(StaticExpander::new(evaluator)).with_memory(1 << 24)
}

fn six_by_six() -> Position {
    Position::parse("6x6").expect("there is a start")
}

#[test]
fn nodes_and_depth_are_not_exceeded() {
    let position = six_by_six();
    let mut alpha_beta = AlphaBeta::new(Mobility).with_memory(1 << 20);
    let answer = search(&mut alpha_beta, &position, &Limits::depth(3));
    assert_eq!(answer.depth, 3);
    for threads in [1, 3] {
        let mut alpha_beta = AlphaBeta::new(Mobility)
            .with_memory(1 << 20)
            .with_threads(threads);
        assert_eq!(
            search(&mut alpha_beta, &position, &Limits::nodes(500)).nodes,
            500
        );
        let mut monte_carlo = monte_carlo(Mobility).with_threads(threads);
        assert_eq!(
            search(&mut monte_carlo, &position, &Limits::nodes(500)).nodes,
            500
        );
    }
    let answer = search(&mut monte_carlo(Mobility), &position, &Limits::depth(3));
    assert!(answer.depth >= 3);
}

/// Several lines begin with different moves, the best first, and the best is that of a single line.
fn assert_several_lines(searcher: &mut dyn Searcher<Position>, limits: &Limits<amazons::Move>) {
    let position = six_by_six();
    let limits = Limits {
        lines: 4,
        ..limits.clone()
    };
    let mut last_ranks = Vec::new();
    let answer = searcher.search(&position, &limits, &Signal::new(), &mut |report| {
        last_ranks.push(report.rank);
    });
    assert_eq!(last_ranks[last_ranks.len() - 4..], [1, 2, 3, 4]);
    let mut firsts: Vec<_> = answer.lines.iter().map(|line| line.moves[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    for line in &answer.lines {
        let mut position = position;
        for &mv in &line.moves {
            position.check(mv).expect("every move of a line is legal");
            position.play(mv);
        }
    }
}

#[test]
fn several_lines_are_found() {
    let mut alpha_beta = AlphaBeta::new(Mobility).with_memory(1 << 20);
    assert_several_lines(&mut alpha_beta, &Limits::depth(3));
    assert_several_lines(&mut monte_carlo(Mobility), &Limits::nodes(500));
}

#[test]
fn alpha_beta_ranks_lines_by_score() {
    let parameters = search::alpha_beta::Parameters::plain();
    let mut alpha_beta = AlphaBeta::new(Mobility).with_parameters(parameters);
    let limits = Limits {
        lines: 6,
        ..Limits::depth(2)
    };
    let answer = search(&mut alpha_beta, &six_by_six(), &limits);
    let number = |score| match score {
        Score::Estimate(thousandths) => thousandths,
        _ => panic!("nothing is proved at depth 2"),
    };
    let scores: Vec<i32> = answer.lines.iter().map(|line| number(line.score)).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // The same by searching each first move by itself.
    for line in &answer.lines {
        let limits = Limits {
            moves: vec![line.moves[0]],
            ..Limits::depth(2)
        };
        let alone = search(&mut alpha_beta, &six_by_six(), &limits);
        assert_eq!(alone.score(), Some(line.score));
    }
}

#[test]
fn only_chosen_moves_are_answered() {
    let position = six_by_six();
    let all = position.moves();
    let limits = |limits: Limits<_>| Limits {
        moves: vec![all[17], all[400]],
        lines: 5,
        ..limits
    };
    // Left out by the evaluator, but asked for by the user.
    let mut alpha_beta = AlphaBeta::new(Perverse(Mobility, 2)).with_memory(1 << 20);
    let mut monte_carlo = monte_carlo(Perverse(Mobility, 2));
    // A tree from before does not know these moves.
    let _ = search(&mut monte_carlo, &position, &Limits::nodes(100));
    for answer in [
        search(&mut alpha_beta, &position, &limits(Limits::depth(2))),
        search(&mut monte_carlo, &position, &limits(Limits::nodes(100))),
    ] {
        let mut firsts: Vec<_> = answer.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable_by_key(|&mv| all.iter().position(|&other| other == mv));
        assert_eq!(firsts, [all[17], all[400]]);
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let position = TicTacToe::parse("xxx/oo./... o").expect("a position");
    let mut alpha_beta = AlphaBeta::new(Even);
    let mut monte_carlo = MonteCarlo::new(StaticExpander::new(Even));
    assert_eq!(
        search(&mut alpha_beta, &position, &Limits::none()).best_move(),
        None
    );
    assert_eq!(
        search(&mut monte_carlo, &position, &Limits::none()).best_move(),
        None
    );
}

#[test]
fn the_tree_keeps_to_its_memory_and_goes_on() {
    let bytes = 1 << 20;
    let mut position = six_by_six();
    for threads in [1, 3] {
        let mut searcher = monte_carlo(Mobility)
            .with_memory(bytes)
            .with_threads(threads);
        for _ in 0..6 {
            let answer = search(&mut searcher, &position, &Limits::nodes(3_000));
            assert!(
                searcher.memory().bytes <= bytes,
                "{} bytes",
                searcher.memory().bytes
            );
            assert!(
                searcher.memory().bytes > bytes / 2,
                "the test is to fill the memory"
            );
            assert_eq!(answer.nodes, 3_000);
            position.play(answer.best_move().expect("the game is not over"));
        }
        position = six_by_six();
    }
}

/// What lies below the moves played is still there, and only that.
#[test]
fn the_tree_is_reused_after_a_move_and_a_reply() {
    let mut position = six_by_six();
    let mut searcher = monte_carlo(Mobility);
    let answer = search(&mut searcher, &position, &Limits::nodes(2_000));
    let nodes = searcher.tree_nodes();
    position.play(answer.best_move().expect("there is a move"));
    position.play(answer.expected_reply().expect("there is a reply"));
    let _ = search(&mut searcher, &position, &Limits::nodes(1));
    let kept = searcher.tree_nodes();
    assert!(kept > 2 && kept < nodes / 2, "{kept} of {nodes} nodes kept");
    let _ = search(&mut searcher, &six_by_six(), &Limits::nodes(1));
    assert_eq!(
        searcher.tree_nodes(),
        2,
        "an earlier position is a new beginning"
    );
}

/// With less widening the first visits go deeper: parameters reach the search.
#[test]
fn parameters_are_used() {
    let narrow = Parameters {
        widening_base: 1.0,
        widening_factor: 0.2,
        ..Parameters::default()
    };
    let depth = |parameters| {
        let mut searcher = monte_carlo(Mobility).with_parameters(parameters);
        search(&mut searcher, &six_by_six(), &Limits::nodes(200)).depth
    };
    assert!(depth(narrow) > depth(Parameters::default()));
}
