//! Engines and studies, made as the server wants them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use amazons::{Color, Move, Position};
use engine::{Engine, Level, OngoingStudy};
use network::Network;

use crate::dto::analysis::Analyst;

/// No search uses more threads: each has its own memory for the network, and beyond this a second search
/// makes better use of a core.
const MOST_THREADS: usize = 8;

/// Makes studies and players.
#[derive(Debug)]
pub struct Engines {
    network: Mutex<Engine>,
    monte_carlo: Mutex<Engine>,
}

impl Engines {
    /// Studies that use at most so many threads and so much memory each.
    #[must_use]
    pub fn new(threads: usize, mebibytes: usize) -> Self {
        let engine = |player: &str| {
            let mut engine = Engine::new();
            set(&mut engine, "Player", player);
            set(&mut engine, "Threads", threads.clamp(1, MOST_THREADS));
            set(&mut engine, "Hash", mebibytes.clamp(1, 65_536));
            set(&mut engine, "BookVariety", "varied");
            Mutex::new(engine)
        };
        Self {
            network: engine("network"),
            monte_carlo: engine("monte-carlo"),
        }
    }

    /// A study of that position with so many lines.
    ///
    /// # Panics
    /// Never: neither of the analysts is the random player.
    #[must_use]
    pub fn study(&self, position: &Position, lines: usize, analyst: Analyst) -> OngoingStudy {
        let mut engine = self.lock(analyst);
        set(&mut engine, "MultiPV", lines.clamp(1, 500));
        engine.ongoing_study(position).expect("both analysts think")
    }

    /// The move that the opening book has for a position: another good one every time, so that games differ.
    #[must_use]
    pub fn book_move(&self, position: &Position) -> Option<Move> {
        self.lock(Analyst::Network).book_move(position)
    }

    /// What the strongest of them knows.
    #[must_use]
    pub fn weights(&self) -> String {
        self.lock(Analyst::Network).provenance()
    }

    /// A player of that level.
    #[must_use]
    pub fn player(level: Level) -> Engine {
        let mut engine = Engine::new();
        set(&mut engine, "Level", level.number());
        engine
    }

    /// No panic can leave an option half-set.
    fn lock(&self, analyst: Analyst) -> MutexGuard<'_, Engine> {
        let engine = match analyst {
            Analyst::Network => &self.network,
            Analyst::MonteCarlo => &self.monte_carlo,
        };
        engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets an option to something that it can be.
fn set(engine: &mut Engine, name: &str, value: impl ToString) {
    engine
        .set_option(name, &value.to_string())
        .expect("the option exists and the value is within its range");
}

/// By how many squares the network expects Black to come out ahead; negative if White.
#[must_use]
pub fn expected_margin(position: &Position) -> f64 {
    let network = Network::embedded();
    let evaluation = network.evaluate(&mut network.workspace(), position);
    let margin = f64::from(evaluation.margin);
    match position.to_move() {
        Color::Black => margin,
        Color::White => -margin,
    }
}
