//! One thread and a fixed number of nodes: the same reports and the same answer every time.

use amazons::{BoardSize, Position};
use game::Game;
use search::monte_carlo::StaticExpander;
use search::{AlphaBeta, Answer, Limits, MonteCarlo, Report, Searcher, Signal};

use crate::evaluators::Mobility;

/// Everything a search says, but for the time.
fn transcript<G: Game>(
    searcher: &mut impl Searcher<G>,
    position: &G,
    limits: &Limits<G::Move>,
) -> (Vec<Report<G::Move>>, Answer<G::Move>) {
    let mut reports = Vec::new();
    let answer = searcher.search(position, limits, &Signal::new(), &mut |mut report| {
        report.time = Default::default();
        reports.push(report);
    });
    (reports, answer)
}

/// A few moves of a game against itself, so that tables and trees are carried along.
fn play<S: Searcher<Position>>(mut searcher: S, nodes: u64, lines: usize) -> String {
    let size = BoardSize::new(6, 6).expect("the size is possible");
    let mut position = Position::start(size).expect("there is a start");
    let limits = Limits {
        lines,
        ..Limits::nodes(nodes)
    };
    let mut said = String::new();
    for _ in 0..4 {
        let (reports, answer) = transcript(&mut searcher, &position, &limits);
        assert!(reports.len() > lines, "only {} reports", reports.len());
        assert!(answer.nodes <= nodes);
        let mv = answer.best_move().expect("the game is not over");
        said += &format!("{reports:?} {answer:?}\n");
        position.play(mv);
    }
    said
}

#[test]
fn alpha_beta_says_the_same_twice() {
    let searcher = || AlphaBeta::new(Mobility).with_memory(1 << 16);
    for lines in [1, 3] {
        assert_eq!(
            play(searcher(), 2_000, lines),
            play(searcher(), 2_000, lines)
        );
    }
}

#[test]
fn monte_carlo_says_the_same_twice() {
    let searcher = || MonteCarlo::new(StaticExpander::new(Mobility)).with_memory(1 << 22);
    for lines in [1, 3] {
        assert_eq!(play(searcher(), 500, lines), play(searcher(), 500, lines));
    }
}

/// Forgetting makes a searcher as good as new.
#[test]
fn forgetting_is_complete() {
    let position = Position::start(BoardSize::new(5, 5).expect("the size is possible"));
    let position = position.expect("there is a start");
    let mut alpha_beta = AlphaBeta::new(Mobility).with_memory(1 << 20);
    let mut monte_carlo = MonteCarlo::new(StaticExpander::new(Mobility)).with_memory(1 << 22);
    let searchers: [(&mut dyn Searcher<Position>, _); 2] = [
        (&mut alpha_beta, Limits::depth(3)),
        (&mut monte_carlo, Limits::nodes(500)),
    ];
    for (searcher, limits) in searchers {
        let mut run = || searcher.search(&position, &limits, &Signal::new(), &mut |_| {});
        let first = run();
        assert_ne!(run(), first, "what was found is of use");
        searcher.forget();
        let again = searcher.search(&position, &limits, &Signal::new(), &mut |_| {});
        assert_eq!(again, first);
    }
}
