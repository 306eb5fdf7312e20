//! The match while it is running, on standard error: a live table on a terminal, a line now and
//! then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use amazons::Position;
use arena::{Ending, GameRecord, Match, Standings};
use indicatif::{ProgressBar, ProgressStyle};

use super::report;

/// How often the table is made anew at most.
const GLANCE: Duration = Duration::from_millis(200);

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) struct Progress<'a> {
    plan: &'a Match<Position>,
    bar: ProgressBar,
    last_shown: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(plan: &'a Match<Position>, done: usize) -> Self {
        let template = "{bar:40} {pos}/{len} games, {elapsed} gone, {eta} to go\n{msg}";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(plan.schedule().games() as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_position(done as u64);
        bar.reset_eta();
        Self {
            plan,
            bar,
            last_shown: Instant::now(),
        }
    }

    /// Shows how the match stands after a game; a fault is told at once.
    pub(super) fn show(&mut self, record: &GameRecord, standings: &Standings) {
        if let Ending::Fault(_) = record.ending {
            let name = |player: usize| &self.plan.contestants[player].name;
            self.say(&format!(
                "game {} ({} black, {} white): {}",
                record.game + 1,
                name(record.black),
                name(record.white),
                record.reason()
            ));
        }
        self.bar.set_position(standings.games() as u64);
        let period = if self.bar.is_hidden() { PERIOD } else { GLANCE };
        if self.last_shown.elapsed() < period {
            return;
        }
        self.last_shown = Instant::now();
        let table = report::standing(self.plan, standings);
        if self.bar.is_hidden() {
            let games = self.plan.schedule().games();
            self.say(&format!("{}/{games} games\n{table}", standings.games()));
        }
        self.bar.set_message(table);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, text: &str) {
        // Nobody is left to tell where even this cannot be written.
        self.bar.suspend(|| {
            let _ = writeln!(anstream::stderr(), "{text}");
        });
    }
}
