//! Limits other than time: depth, nodes, multi-PV, root moves, memory.

use amazons::{Game, Position};
use search::mcts::MctsParameters;
use search::{AlphaBeta, Score, SearchLimits, Searcher, StopSignal};
use toys::TicTacToe;

use crate::evaluators::{WorstMovesOnly, ZeroEvaluator, alpha_beta, mcts};
use crate::mobility::Mobility;
use crate::oracle::search;

fn six_by_six() -> Position {
    Position::parse("6x6").expect("6x6 has a start position")
}

#[test]
fn nodes_and_depth_are_not_exceeded() {
    let position = six_by_six();
    let result = search(
        &mut alpha_beta(Mobility),
        &position,
        &SearchLimits::depth(3),
    );
    assert_eq!(result.depth, 3);
    let limits = SearchLimits::nodes(500);
    for threads in [1, 3] {
        let mut alpha_beta = alpha_beta(Mobility).with_threads(threads);
        assert_eq!(search(&mut alpha_beta, &position, &limits).nodes, 500);
        let mut mcts = mcts(Mobility).with_threads(threads);
        assert_eq!(search(&mut mcts, &position, &limits).nodes, 500);
    }
    let result = search(&mut mcts(Mobility), &position, &SearchLimits::depth(3));
    assert!(result.depth >= 3);
}

/// Asserts that four lines have different first moves, legal moves and reports in order of rank.
fn assert_multipv(searcher: &mut dyn Searcher<Position>, limits: &SearchLimits<amazons::Move>) {
    let position = six_by_six();
    let limits = SearchLimits {
        multipv: 4,
        ..limits.clone()
    };
    let mut ranks = Vec::new();
    let result = searcher.search(&position, &limits, &StopSignal::new(), &mut |info| {
        ranks.push(info.multipv);
    });
    assert_eq!(ranks[ranks.len() - 4..], [1, 2, 3, 4]);
    let mut firsts: Vec<_> = result.lines.iter().map(|line| line.pv[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    for line in &result.lines {
        let mut position = position;
        for &mv in &line.pv {
            position.check_legal(mv).expect("lines have legal moves");
            position.play(mv);
        }
    }
}

#[test]
fn multipv_finds_several_lines() {
    assert_multipv(&mut alpha_beta(Mobility), &SearchLimits::depth(3));
    assert_multipv(&mut mcts(Mobility), &SearchLimits::nodes(500));
}

#[test]
fn alpha_beta_ranks_lines_by_score() {
    let parameters = search::alpha_beta::AlphaBetaParameters::full_width();
    let mut alpha_beta = AlphaBeta::new(Mobility).with_parameters(parameters);
    let limits = SearchLimits {
        multipv: 6,
        ..SearchLimits::depth(2)
    };
    let result = search(&mut alpha_beta, &six_by_six(), &limits);
    let number = |score| match score {
        Some(Score::Estimate(millilogits)) => millilogits,
        _ => panic!("a score at depth 2 is an estimate"),
    };
    let scores: Vec<i32> = result.lines.iter().map(|line| number(line.score)).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // Searching each first move alone gives the same score.
    for line in &result.lines {
        let limits = SearchLimits {
            search_moves: vec![line.pv[0]],
            ..SearchLimits::depth(2)
        };
        let alone = search(&mut alpha_beta, &six_by_six(), &limits);
        assert_eq!(alone.score(), line.score);
    }
}

#[test]
fn search_moves_restrict_the_root() {
    let position = six_by_six();
    let all = position.moves();
    let limits = |limits: SearchLimits<_>| SearchLimits {
        search_moves: vec![all[17], all[400]],
        multipv: 5,
        ..limits
    };
    // Moves that the evaluator omits.
    let mut alpha_beta = alpha_beta(WorstMovesOnly(Mobility, 2));
    let mut mcts = mcts(WorstMovesOnly(Mobility, 2));
    // A reused tree does not have these moves.
    let _ = search(&mut mcts, &position, &SearchLimits::nodes(100));
    for result in [
        search(&mut alpha_beta, &position, &limits(SearchLimits::depth(2))),
        search(&mut mcts, &position, &limits(SearchLimits::nodes(100))),
    ] {
        let mut firsts: Vec<_> = result.lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort_unstable_by_key(|&mv| all.iter().position(|&other| other == mv));
        assert_eq!(firsts, [all[17], all[400]]);
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let position = TicTacToe::parse("xxx/oo./... o").expect("the position is valid");
    let limits = SearchLimits::unlimited();
    for result in [
        search(&mut alpha_beta(ZeroEvaluator), &position, &limits),
        search(&mut mcts(ZeroEvaluator), &position, &limits),
    ] {
        assert_eq!(result.best_move(), None);
    }
}

#[test]
fn a_full_tree_keeps_its_memory_limit_and_goes_on() {
    let bytes = 1 << 20;
    let mut position = six_by_six();
    for threads in [1, 3] {
        let mut searcher = mcts(Mobility)
            .with_memory_limit(bytes)
            .with_threads(threads);
        for _ in 0..6 {
            let result = search(&mut searcher, &position, &SearchLimits::nodes(3_000));
            let used = searcher.memory_usage().bytes;
            assert!(used <= bytes, "{used} bytes");
            assert!(used > bytes / 2, "the tree is nearly full");
            assert_eq!(result.nodes, 3_000);
            position.play(result.best_move().expect("the game is not over"));
        }
        position = six_by_six();
    }
}

#[test]
fn the_tree_is_reused_after_a_move_and_a_reply() {
    let mut position = six_by_six();
    let mut searcher = mcts(Mobility);
    let result = search(&mut searcher, &position, &SearchLimits::nodes(2_000));
    let nodes = searcher.tree_nodes();
    position.play(result.best_move().expect("there is a move"));
    position.play(result.ponder_move().expect("there is a reply"));
    let _ = search(&mut searcher, &position, &SearchLimits::nodes(1));
    let kept = searcher.tree_nodes();
    assert!(
        kept > 2 && kept < nodes / 2,
        "{kept} of {nodes} nodes reused"
    );
    let _ = search(&mut searcher, &six_by_six(), &SearchLimits::nodes(1));
    assert_eq!(
        searcher.tree_nodes(),
        2,
        "an earlier position needs a new tree"
    );
}

#[test]
fn narrow_widening_searches_deeper() {
    let narrow = MctsParameters {
        widening_base: 1.0,
        widening_factor: 0.2,
        ..MctsParameters::default()
    };
    let depth = |parameters| {
        let mut searcher = mcts(Mobility).with_parameters(parameters);
        search(&mut searcher, &six_by_six(), &SearchLimits::nodes(200)).depth
    };
    assert!(depth(narrow) > depth(MctsParameters::default()));
}
