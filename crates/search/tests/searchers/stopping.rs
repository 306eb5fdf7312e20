//! A search stops promptly, even with a slow evaluator.

use std::time::{Duration, Instant};

use amazons::Position;
use game::Game;
use search::{Evaluator, SearchLimits, Searcher, StopSignal, Value};

use crate::evaluators::{alpha_beta, mcts};
use crate::mobility::Mobility;

/// Far more than needed, since the machine may be busy; less than [`Slow`] takes for the children
/// of the start position, so that a search that checks only between nodes fails.
const MAX_STOP_LATENCY: Duration = Duration::from_secs(1);

/// Needs 1.7 seconds for all children of the standard start position.
#[derive(Clone)]
struct Slow;

impl Evaluator<Position> for Slow {
    fn evaluate(&mut self, position: &Position) -> Value {
        let began = Instant::now();
        while began.elapsed() < Duration::from_micros(800) {
            std::hint::spin_loop();
        }
        Mobility.evaluate(position)
    }
}

/// Minimum time between signal and result over a few runs.
fn latency(searcher: &mut (dyn Searcher<Position> + Send)) -> Duration {
    let position = Position::standard_start();
    let run = |searcher: &mut (dyn Searcher<Position> + Send)| {
        let signal = StopSignal::new();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let result =
                    searcher.search(&position, &SearchLimits::unlimited(), &signal, &mut |_| {});
                (result, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(60));
            let stopped = Instant::now();
            signal.stop();
            let (result, ended) = search.join().expect("the search does not panic");
            let mv = result.best_move().expect("a stopped search has a move");
            assert!(position.is_legal(mv));
            ended - stopped
        })
    };
    (0..5).map(|_| run(searcher)).min().unwrap_or_default()
}

fn searchers<E: Evaluator<Position> + Clone + Send + 'static>(
    evaluator: &E,
    threads: usize,
) -> Vec<Box<dyn Searcher<Position> + Send>> {
    vec![
        Box::new(alpha_beta(evaluator.clone()).with_threads(threads)),
        Box::new(mcts(evaluator.clone()).with_threads(threads)),
    ]
}

#[test]
fn a_stop_signal_stops_the_search() {
    for searcher in searchers(&Mobility, 2)
        .iter_mut()
        .chain(&mut searchers(&Slow, 1))
    {
        let latency = latency(searcher.as_mut());
        assert!(latency < MAX_STOP_LATENCY, "{latency:?}");
    }
}

#[test]
fn time_limits_and_deadlines_are_kept() {
    let position = Position::standard_start();
    let time = Duration::from_millis(50);
    for searcher in &mut searchers(&Slow, 1) {
        let began = Instant::now();
        let limits = SearchLimits::time(time);
        let _ = searcher.search(&position, &limits, &StopSignal::new(), &mut |_| {});
        let by_limit = began.elapsed();
        let signal = StopSignal::new();
        signal.set_deadline(time);
        let began = Instant::now();
        let _ = searcher.search(&position, &SearchLimits::unlimited(), &signal, &mut |_| {});
        for elapsed in [by_limit, began.elapsed()] {
            assert!(elapsed >= time, "{elapsed:?}");
            assert!(elapsed < time + MAX_STOP_LATENCY, "{elapsed:?}");
        }
    }
}

#[test]
fn a_panic_of_the_listener_stops_all_threads() {
    for searcher in &mut searchers(&Mobility, 3) {
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let (position, limits) = (Position::standard_start(), SearchLimits::unlimited());
            let mut panic = |_| std::panic::resume_unwind(Box::new("enough"));
            searcher.search(&position, &limits, &StopSignal::new(), &mut panic)
        }));
        assert!(panicked.is_err());
    }
}
