//! Engines and searches with the server's settings.

use amazons::Position;
use engine::{Engine, GoLimits, IncrementalAnalysis, Level};
use parking_lot::{Mutex, MutexGuard};

use crate::dto::analysis::Searcher;

/// Maximum threads of one search. Each thread has its own network workspace, and beyond this
/// number a second search makes better use of a core.
const MAX_SEARCH_THREADS: usize = 8;

/// Maximum number of lines of an analysis.
pub const MAX_MULTIPV: usize = 500;

/// Creates searches for analyses and moves.
#[derive(Debug)]
pub struct EngineFactory {
    network: Mutex<Engine>,
    monte_carlo: Mutex<Engine>,
}

impl EngineFactory {
    /// Limits the threads and the memory in MiB of each search.
    pub fn new(threads: usize, hash_mib: usize) -> Self {
        let engine = |player: &str| {
            let mut engine = Engine::new();
            set_option(&mut engine, "Player", player);
            set_option(&mut engine, "Threads", threads.clamp(1, MAX_SEARCH_THREADS));
            set_option(&mut engine, "Hash", hash_mib.clamp(1, 65_536));
            set_option(&mut engine, "BookVariety", "varied");
            Mutex::new(engine)
        };
        Self {
            network: engine("network"),
            monte_carlo: engine("monte-carlo"),
        }
    }

    /// Starts a search of a position with `lines` lines.
    pub fn start_search(
        &self,
        position: &Position,
        lines: usize,
        searcher: Searcher,
    ) -> IncrementalAnalysis {
        let mut engine = self.lock(searcher);
        set_option(&mut engine, "MultiPV", lines.clamp(1, MAX_MULTIPV));
        engine
            .incremental_analysis(position)
            .expect("only the random player cannot search")
    }

    /// Starts the search for a move of a level. Book moves vary, so that games differ.
    pub fn start_move(
        &self,
        position: &Position,
        level: Level,
        limits: &GoLimits,
    ) -> IncrementalAnalysis {
        let mut engine = self.lock(Searcher::Network);
        set_option(&mut engine, "MultiPV", 1);
        set_option(&mut engine, "Level", level.number());
        engine
            .incremental_move(position, limits)
            .expect("only the random player cannot search")
    }

    /// Origin of the network's weights.
    pub fn network_provenance(&self) -> String {
        self.lock(Searcher::Network).provenance()
    }

    fn lock(&self, searcher: Searcher) -> MutexGuard<'_, Engine> {
        match searcher {
            Searcher::Network => self.network.lock(),
            Searcher::MonteCarlo => self.monte_carlo.lock(),
        }
    }
}

/// Sets an option to a valid value.
fn set_option(engine: &mut Engine, name: &str, value: impl ToString) {
    engine
        .set_option(name, &value.to_string())
        .expect("the option exists and the value is in its range");
}
