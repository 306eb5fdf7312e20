//! A course under way, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use learning::Progress;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

/// Of more weights than this only the first are shown.
const SHOWN: usize = 9;

pub(super) struct Display {
    bar: ProgressBar,
    names: Vec<String>,
    last_said: Instant,
    games: u32,
    busy: f64,
}

impl Display {
    pub(super) fn new(games: u32, names: Vec<String>) -> Self {
        let template = "{bar:30} {pos}/{len} games, {elapsed} gone, {eta} to go\n{msg}";
        let style = ProgressStyle::with_template(template);
        Self {
            bar: ProgressBar::new(games.into())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            names,
            last_said: Instant::now(),
            games: 0,
            busy: 0.0,
        }
    }

    /// Shows how far it has come; the first time, it is what there was before.
    pub(super) fn show(&mut self, progress: &Progress) {
        if self.games == 0 {
            self.bar.set_position(progress.games.into());
            self.bar.reset_eta();
        }
        (self.games, self.busy) = (progress.games, progress.busy);
        self.bar.set_position(progress.games.into());
        let is_time = self.bar.is_hidden() && self.last_said.elapsed() >= PERIOD;
        if !is_time && self.bar.is_hidden() {
            return;
        }
        let numbers = self.names.iter().zip(&progress.numbers).take(SHOWN);
        let numbers = numbers.map(|(name, number)| format!("{name} {number:.3}"));
        let mut text = numbers.collect::<Vec<_>>().join(", ");
        if self.names.len() > SHOWN {
            text.push_str(", …");
        }
        if is_time {
            self.last_said = Instant::now();
            let to_go = self.bar.eta().as_secs();
            let plies = progress.plies as f64 / f64::from(progress.games.max(1));
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(
                anstream::stderr(),
                "{} games of {plies:.1} plies, {to_go} s to go: {text}",
                progress.games
            );
        }
        self.bar.set_message(text);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    pub(super) fn games(&self) -> u32 {
        self.games
    }

    /// The share of the threads' time that went into games.
    pub(super) fn busy(&self) -> f64 {
        self.busy
    }
}
