//! A search ends at once when it is told to, even while an evaluator is busy.

use std::time::{Duration, Instant};

use amazons::Position;
use game::Game;
use search::monte_carlo::StaticExpander;
use search::{AlphaBeta, Evaluator, Limits, MonteCarlo, Searcher, Signal, Value};

use crate::evaluators::Mobility;

/// Far more than what is promised, for the machine may be busy with something else; and far less than
/// [`Slow`] takes for one position, so that a search that looks up only between positions is found out.
const PATIENCE: Duration = Duration::from_secs(1);

/// An evaluator so slow that all children of the standard start take it 1.7 seconds.
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

/// The least time between signal and answer in a few runs: the noise of the machine only adds to it.
fn latency(searcher: &mut (dyn Searcher<Position> + Send)) -> Duration {
    let position = Position::standard_start();
    let run = |searcher: &mut (dyn Searcher<Position> + Send)| {
        let signal = Signal::new();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let answer = searcher.search(&position, &Limits::none(), &signal, &mut |_| {});
                (answer, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(60));
            let told = Instant::now();
            signal.stop();
            let (answer, ended) = search.join().expect("the search does not panic");
            let mv = answer.best_move().expect("there is always a move");
            assert!(position.is_legal(mv));
            ended - told
        })
    };
    (0..5).map(|_| run(searcher)).min().unwrap_or_default()
}

fn searchers<E: Evaluator<Position> + Clone + Send + 'static>(
    evaluator: &E,
    threads: usize,
) -> Vec<Box<dyn Searcher<Position> + Send>> {
    let alpha_beta = AlphaBeta::new(evaluator.clone()).with_memory(1 << 20);
    let monte_carlo = MonteCarlo::new(StaticExpander::new(evaluator.clone())).with_memory(1 << 24);
    vec![
        Box::new(alpha_beta.with_threads(threads)),
        Box::new(monte_carlo.with_threads(threads)),
    ]
}

#[test]
fn a_stop_is_answered_at_once() {
    for searcher in searchers(&Mobility, 2)
        .iter_mut()
        .chain(&mut searchers(&Slow, 1))
    {
        let latency = latency(searcher.as_mut());
        assert!(latency < PATIENCE, "{latency:?}");
    }
}

#[test]
fn time_limits_and_deadlines_are_kept() {
    let position = Position::standard_start();
    let time = Duration::from_millis(50);
    for searcher in &mut searchers(&Slow, 1) {
        let began = Instant::now();
        let _ = searcher.search(&position, &Limits::time(time), &Signal::new(), &mut |_| {});
        let by_limit = began.elapsed();
        let signal = Signal::new();
        signal.stop_after(time);
        let began = Instant::now();
        let _ = searcher.search(&position, &Limits::none(), &signal, &mut |_| {});
        for elapsed in [by_limit, began.elapsed()] {
            assert!(elapsed >= time, "{elapsed:?}");
            assert!(elapsed < time + PATIENCE, "{elapsed:?}");
        }
    }
}

/// A listener that panics must not leave threads behind that nobody ends.
#[test]
fn a_panic_of_the_listener_ends_all_threads() {
    for searcher in &mut searchers(&Mobility, 3) {
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let position = Position::standard_start();
            searcher.search(&position, &Limits::none(), &Signal::new(), &mut |_| {
                std::panic::resume_unwind(Box::new("enough"));
            })
        }));
        assert!(panicked.is_err());
    }
}
