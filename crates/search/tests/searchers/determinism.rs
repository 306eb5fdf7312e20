//! One thread and a node or depth limit: reports and results are reproducible.

use std::time::Duration;

use amazons::Position;
use game::Game;
use search::{SearchLimits, Searcher, StopSignal};

use crate::evaluators::{alpha_beta, mcts};
use crate::mobility::Mobility;
use crate::oracle::search;

/// All reports, without times, of four moves of self-play, in which tables and trees are reused.
fn play<S: Searcher<Position>>(mut searcher: S, nodes: u64, multipv: usize) -> String {
    let mut position = Position::parse("6x6").expect("the size has a start position");
    let limits = SearchLimits {
        multipv,
        ..SearchLimits::nodes(nodes)
    };
    let mut transcripts = String::new();
    for _ in 0..4 {
        let mut reports = Vec::new();
        let result = searcher.search(&position, &limits, &StopSignal::new(), &mut |mut report| {
            report.time = Duration::ZERO;
            reports.push(report);
        });
        assert!(reports.len() > multipv, "only {} reports", reports.len());
        assert!(result.nodes <= nodes);
        transcripts += &format!("{reports:?} {} {}\n", result.depth, result.nodes);
        position.play(result.best_move().expect("the game is not over"));
    }
    transcripts
}

#[test]
fn searches_are_deterministic() {
    for multipv in [1, 3] {
        let small_table = || alpha_beta(Mobility).with_memory_limit(1 << 16);
        let [first, again] = [(); 2].map(|()| play(small_table(), 2_000, multipv));
        assert_eq!(first, again);
        let [first, again] = [(); 2].map(|()| play(mcts(Mobility), 500, multipv));
        assert_eq!(first, again);
    }
}

#[test]
fn a_cleared_searcher_behaves_like_a_new_one() {
    let position = Position::parse("5x5").expect("the size has a start position");
    let mut alpha_beta = alpha_beta(Mobility);
    let mut mcts = mcts(Mobility);
    let searchers: [(&mut dyn Searcher<Position>, _); 2] = [
        (&mut alpha_beta, SearchLimits::depth(3)),
        (&mut mcts, SearchLimits::nodes(500)),
    ];
    for (searcher, limits) in searchers {
        let first = search(searcher, &position, &limits);
        let second = search(searcher, &position, &limits);
        assert_ne!(second, first, "the first search speeds up the second");
        searcher.clear();
        assert_eq!(search(searcher, &position, &limits), first);
    }
}
