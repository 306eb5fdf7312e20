//! `thermodon endgame build`.

use std::io::Write;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use endgame::{BuildProgress, ScoreTable, Shard, TableError, ValueBuildProgress, ValueTable};
use indicatif::{ProgressBar, ProgressStyle};

use super::Build;
use super::counting::grouped;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

pub(super) fn run(options: &Build, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = options.place.folder()?;
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed))
        .context("cannot listen for interrupts")?;
    let threads = options.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start threads")?;
    let display = Display::new();
    let watch = |progress: BuildProgress| {
        display.show(&progress.shard.to_string(), progress.done, progress.total);
        !stop.load(Ordering::Relaxed)
    };
    let begin = Instant::now();
    let built = match &options.shard {
        None if options.exact => {
            let watch = |progress: ValueBuildProgress| {
                let label = format!("{} squares, {} values", progress.size, progress.values);
                display.show(&label, progress.done, progress.total);
                !stop.load(Ordering::Relaxed)
            };
            pool.install(|| endgame::build_value_table(&folder, usize::from(options.size), &watch))
        }
        None => {
            pool.install(|| endgame::build_score_table(&folder, usize::from(options.size), &watch))
        }
        Some(name) => {
            let shard: Shard = name.parse()?;
            pool.install(|| endgame::build_score_shard(&folder, shard, &watch))
        }
    };
    display.bar.finish_and_clear();
    match built {
        Err(TableError::Interrupted) => {
            bail!("interrupted; what is finished stays, and the same command goes on")
        }
        built => built?,
    }
    let seconds = begin.elapsed().as_secs_f64();
    match &options.shard {
        Some(shard) => writeln!(out, "{shard} is in {} ({seconds:.1} s)", folder.display())?,
        None if options.exact => {
            let table = ValueTable::open(&folder)?;
            writeln!(
                out,
                "the exact values of all subgames up to {} squares are in {}: {} different values, {:.1} MB ({seconds:.1} s)",
                options.size,
                folder.display(),
                grouped(u64::from(table.value_count())),
                table.size_in_bytes() as f64 / 1e6
            )?;
        }
        None => {
            let table = ScoreTable::open(&folder)?;
            let bytes = table.size_in_bytes();
            writeln!(
                out,
                "all subgames up to {} squares are in {}: {:.1} MB ({seconds:.1} s)",
                options.size,
                folder.display(),
                bytes as f64 / 1e6
            )?;
        }
    }
    Ok(())
}

/// The build under way, on standard error: a bar on a terminal, a line now and then elsewhere.
struct Display {
    bar: ProgressBar,
    last_said: Mutex<Instant>,
}

impl Display {
    fn new() -> Self {
        let template = "{bar:40} {percent} %, {msg}, {elapsed} gone, {eta} to go";
        let style = ProgressStyle::with_template(template);
        Self {
            bar: ProgressBar::new(1)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            last_said: Mutex::new(Instant::now()),
        }
    }

    fn show(&self, label: &str, done: u64, total: u64) {
        if self.bar.position() == 0 {
            // What was there before took no time.
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.reset_eta();
        }
        self.bar.set_message(label.to_owned());
        self.bar.set_position(done);
        let Ok(mut last_said) = self.last_said.try_lock() else {
            return;
        };
        if self.bar.is_hidden() && last_said.elapsed() >= PERIOD {
            *last_said = Instant::now();
            let percent = 100.0 * done as f64 / total as f64;
            let to_go = self.bar.eta().as_secs();
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(
                anstream::stderr(),
                "{percent:.1} %, {label}, {to_go} s to go"
            );
        }
    }
}
