//! The engine through its public interface.

#[path = "../../src/endgames/brute_force.rs"]
mod brute_force;
mod endgames;
mod levels;
mod opening_book;
mod opponent_model;
mod searches;

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use amazons::{Game, Position};
use engine::{BestMove, Engine, Event, GoLimits, SearchHandle};

/// Enough for a busy machine to run a thread.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Long enough to notice a result that comes too early.
const SHORT_WAIT: Duration = Duration::from_millis(50);

fn position(text: &str) -> Position {
    Position::parse(text).expect("valid position")
}

fn engine_with(options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new();
    for (name, value) in options {
        engine.set_option(name, value).expect("valid option");
    }
    engine
}

fn infinite() -> GoLimits {
    GoLimits {
        infinite: true,
        ..GoLimits::default()
    }
}

fn start(
    engine: &mut Engine,
    position: &Position,
    limits: GoLimits,
) -> (SearchHandle, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    let listener = move |event| {
        // The test may have dropped the receiver.
        let _ = sender.send(event);
    };
    let search = engine.start(position, limits, listener);
    (search.expect("spawned thread"), events)
}

/// Runs a search that ends by itself; returns its events and result.
fn run(engine: &mut Engine, position: &Position, limits: GoLimits) -> (Vec<Event>, BestMove) {
    let (search, events) = start(engine, position, limits);
    let best_move = search.wait();
    (events.iter().collect(), best_move)
}
