//! A run under way, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lab::Results;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) struct Progress {
    bar: Option<ProgressBar>,
    last_said: Instant,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self {
            bar: None,
            last_said: Instant::now(),
        }
    }

    /// Shows what there is; the first time, it is what there was before.
    pub(super) fn show(&mut self, results: &Results) {
        let done = results.units.len() as u64;
        let bar = self.bar.get_or_insert_with(|| {
            let template = "{bar:40} {pos}/{len} units, {elapsed} gone, {eta} to go";
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::new(results.total as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_position(done);
            bar.reset_eta();
            bar
        });
        bar.set_position(done);
        if bar.is_hidden() && self.last_said.elapsed() >= PERIOD {
            self.last_said = Instant::now();
            let to_go = bar.eta().as_secs();
            let total = results.total;
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(anstream::stderr(), "{done}/{total} units, {to_go} s to go");
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
