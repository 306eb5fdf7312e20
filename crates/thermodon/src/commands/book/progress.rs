//! A book that grows, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use book::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use super::showing::chance;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) struct Display {
    bar: ProgressBar,
    began: Instant,
    last_said: Option<Instant>,
}

impl Display {
    pub(super) fn new(size: usize, before: usize) -> Self {
        let template = "{bar:30} {pos}/{len} positions, {msg}, {elapsed} gone, {eta} to go";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(size as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(before as u64);
        bar.reset_eta();
        Self {
            bar,
            began: Instant::now(),
            last_said: None,
        }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        let value = progress.value.map_or_else(|| "unknown".to_owned(), chance);
        let text = format!(
            "depth {} (at most {}), value {value}",
            progress.depth, progress.deepest
        );
        self.bar.set_position(progress.searched as u64);
        self.bar.set_message(text.clone());
        let is_time = self.last_said.is_none_or(|said| said.elapsed() >= PERIOD);
        if self.bar.is_hidden() && is_time {
            self.last_said = Some(Instant::now());
            let rate = progress.new as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(
                anstream::stderr(),
                "{} positions, {rate:.1} a second, {text}",
                progress.searched
            );
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
