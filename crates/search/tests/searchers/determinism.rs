//! One thread and a node or depth limit: reports and results are reproducible.

use amazons::{BoardSize, Position};
use game::Game;
use search::{AlphaBeta, SearchInfo, SearchLimits, SearchResult, Searcher, StopSignal};

use crate::evaluators::mcts;
use crate::mobility::Mobility;

/// All reports of a search, without times, and its result.
fn transcript<G: Game>(
    searcher: &mut impl Searcher<G>,
    position: &G,
    limits: &SearchLimits<G::Move>,
) -> (Vec<SearchInfo<G::Move>>, SearchResult<G::Move>) {
    let mut reports = Vec::new();
    let result = searcher.search(position, limits, &StopSignal::new(), &mut |mut report| {
        report.time = Default::default();
        reports.push(report);
    });
    (reports, result)
}

/// Transcript of four moves of self-play, in which tables and trees are reused.
fn play<S: Searcher<Position>>(mut searcher: S, nodes: u64, multipv: usize) -> String {
    let size = BoardSize::new(6, 6).expect("the size is valid");
    let mut position = Position::start(size).expect("the size has a start position");
    let limits = SearchLimits {
        multipv,
        ..SearchLimits::nodes(nodes)
    };
    let mut transcripts = String::new();
    for _ in 0..4 {
        let (reports, result) = transcript(&mut searcher, &position, &limits);
        assert!(reports.len() > multipv, "only {} reports", reports.len());
        assert!(result.nodes <= nodes);
        let mv = result.best_move().expect("the game is not over");
        transcripts += &format!("{reports:?} {result:?}\n");
        position.play(mv);
    }
    transcripts
}

#[test]
fn alpha_beta_is_deterministic() {
    let searcher = || AlphaBeta::new(Mobility).with_memory_limit(1 << 16);
    for multipv in [1, 3] {
        assert_eq!(
            play(searcher(), 2_000, multipv),
            play(searcher(), 2_000, multipv)
        );
    }
}

#[test]
fn mcts_is_deterministic() {
    let searcher = || mcts(Mobility);
    for multipv in [1, 3] {
        assert_eq!(
            play(searcher(), 500, multipv),
            play(searcher(), 500, multipv)
        );
    }
}

#[test]
fn a_cleared_searcher_behaves_like_a_new_one() {
    let position = Position::start(BoardSize::new(5, 5).expect("the size is valid"));
    let position = position.expect("the size has a start position");
    let mut alpha_beta = AlphaBeta::new(Mobility).with_memory_limit(1 << 20);
    let mut mcts = mcts(Mobility);
    let searchers: [(&mut dyn Searcher<Position>, _); 2] = [
        (&mut alpha_beta, SearchLimits::depth(3)),
        (&mut mcts, SearchLimits::nodes(500)),
    ];
    for (searcher, limits) in searchers {
        let mut run = || searcher.search(&position, &limits, &StopSignal::new(), &mut |_| {});
        let first = run();
        assert_ne!(run(), first, "the first search speeds up the second");
        searcher.clear();
        let again = searcher.search(&position, &limits, &StopSignal::new(), &mut |_| {});
        assert_eq!(again, first);
    }
}
