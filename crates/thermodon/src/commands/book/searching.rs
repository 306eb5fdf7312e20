//! Who searches for a book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use book::{Analyst, Provenance};
use engine::{Appraiser, Engine};

use super::Searching;
use crate::commands::thinking::{processors, set_options};

impl Searching {
    /// An engine for each thread.
    ///
    /// # Errors
    /// If an option is none of the engine's or cannot be that.
    pub(super) fn analysts(&self) -> anyhow::Result<Vec<Box<dyn Analyst>>> {
        if self.player == "random" {
            bail!("chance has no opinion on moves: a book needs a player that searches");
        }
        let threads = self.threads.map_or_else(processors, usize::from);
        (0..threads)
            .map(|_| {
                let analyst: Box<dyn Analyst> =
                    Box::new(Appraiser::new(self.engine()?, self.nodes));
                Ok(analyst)
            })
            .collect()
    }

    fn engine(&self) -> anyhow::Result<Engine> {
        let mut engine = Engine::new();
        engine.set_option("Player", &self.player)?;
        // A book should be the same wherever it is built.
        engine.set_option("EndgameTable", "built-in")?;
        set_options(&mut engine, &self.options)?;
        Ok(engine)
    }

    /// Who says what the book will say.
    pub(super) fn provenance(&self) -> anyhow::Result<Provenance> {
        Ok(Provenance {
            engine: format!("Thermodon {}", env!("CARGO_PKG_VERSION")),
            weights: self.engine()?.provenance(),
            nodes: self.nodes,
            date: lab::date::now(),
        })
    }
}

/// A switch that an interrupt from the keyboard sets.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed))
        .context("cannot listen for interrupts")?;
    Ok(stop)
}
