//! Progress on standard error: a bar on a terminal, a line every few seconds elsewhere.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Interval between lines where standard error is not a terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Minimum interval between changes of the message on a terminal.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Interval between the frames of a spinner.
const SPINNER_INTERVAL: Duration = Duration::from_millis(100);

/// Reports the progress of a command; threads may share it.
pub struct ProgressReporter {
    bar: ProgressBar,
    unit: &'static str,
    /// `None` if the next message is due at once.
    last_shown: Mutex<Option<Instant>>,
    is_silent: bool,
}

impl ProgressReporter {
    /// A bar with a message below it. `done` of the `total` units are already finished and do not
    /// count toward the ETA. `total` is 0 if it is not known yet.
    pub fn bar(unit: &'static str, done: u64, total: u64) -> Self {
        let template =
            format!("{{bar:40}} {{pos}}/{{len}} {unit}, elapsed {{elapsed}}, ETA {{eta}}\n{{msg}}");
        let bar = ProgressBar::new(total).with_position(done);
        bar.reset_eta();
        Self::with_template(unit, bar, &template)
    }

    /// A message and the elapsed time, for an unknown amount of work.
    pub fn spinner(message: &'static str) -> Self {
        let bar = ProgressBar::new_spinner().with_message(message);
        bar.enable_steady_tick(SPINNER_INTERVAL);
        Self::with_template("", bar, "{spinner} {msg}, elapsed {elapsed}")
    }

    /// Shows no progress; only [`println`](Self::println) writes.
    pub fn hidden() -> Self {
        Self {
            is_silent: true,
            ..Self::with_template("", ProgressBar::hidden(), "")
        }
    }

    fn with_template(unit: &'static str, bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            bar,
            unit,
            last_shown: Mutex::new(Some(Instant::now())),
            is_silent: false,
        }
    }

    /// Shows the first message at once.
    pub fn eager(self) -> Self {
        Self {
            last_shown: Mutex::new(None),
            ..self
        }
    }

    /// Adds finished units.
    pub fn inc(&self, units: u64) {
        self.bar.inc(units);
        self.show(|| self.bar.message());
    }

    /// Sets the number of finished units, and the message if it is due. A new total restarts the
    /// ETA.
    pub fn update(&self, done: u64, total: u64, message: impl FnOnce() -> String) {
        self.bar.set_position(done);
        if self.bar.length() != Some(total) {
            self.bar.set_length(total);
            self.bar.reset_eta();
        }
        self.show(message);
    }

    /// Shows a message if one is due.
    pub fn show(&self, message: impl FnOnce() -> String) {
        let is_logged = self.bar.is_hidden();
        let interval = if is_logged {
            LOG_INTERVAL
        } else {
            REDRAW_INTERVAL
        };
        let Ok(mut last_shown) = self.last_shown.try_lock() else {
            return;
        };
        let is_due = last_shown.is_none_or(|last| last.elapsed() >= interval);
        if self.is_silent || !is_due {
            return;
        }
        *last_shown = Some(Instant::now());
        if is_logged {
            self.log(&message());
        } else {
            self.bar.set_message(message());
        }
    }

    /// Sets the message at once; without a terminal, only [`inc`](Self::inc) logs it.
    pub fn set_message(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Writes a line above the bar.
    pub fn println(&self, line: &str) {
        self.bar.suspend(|| {
            // There is nowhere to report a failed write to standard error.
            let _ = writeln!(anstream::stderr(), "{line}");
        });
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn log(&self, message: &str) {
        let counts = self.bar.length().map(|total| {
            let (done, eta) = (self.bar.position(), self.bar.eta().as_secs());
            format!("{done}/{total} {}, ETA {eta} s", self.unit)
        });
        let message = Some(message.to_owned()).filter(|message| !message.is_empty());
        let parts: Vec<String> = counts.into_iter().chain(message).collect();
        self.println(&parts.join(": "));
    }
}
