//! Engines that search the positions of a book.

use anyhow::bail;
use book::{MoveEvaluator, Provenance};
use engine::{Engine, EngineEvaluator};

use super::BookSearchArgs;
use crate::commands::num_threads;

impl BookSearchArgs {
    /// A searcher for each thread.
    pub(super) fn searchers(&self) -> anyhow::Result<Vec<Box<dyn MoveEvaluator>>> {
        if self.engine.player == "random" {
            bail!(
                "--player random cannot evaluate moves; choose network, alpha-beta or monte-carlo"
            );
        }
        let threads = self.threads.map_or_else(num_threads, usize::from);
        (0..threads)
            .map(|_| {
                let searcher: Box<dyn MoveEvaluator> =
                    Box::new(EngineEvaluator::new(self.engine()?, self.nodes));
                Ok(searcher)
            })
            .collect()
    }

    fn engine(&self) -> anyhow::Result<Engine> {
        // A book must not depend on the tables of the user.
        self.engine.engine(&[("EndgameTable", "built-in")])
    }

    /// Engine, weights, node limit and date of the searches.
    pub(super) fn provenance(&self) -> anyhow::Result<Provenance> {
        Ok(Provenance {
            engine: format!("Thermodon {}", env!("CARGO_PKG_VERSION")),
            weights: self.engine()?.provenance(),
            nodes: self.nodes,
            date: book::timestamp(),
        })
    }
}
