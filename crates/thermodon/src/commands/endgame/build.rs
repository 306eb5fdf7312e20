//! `thermodon endgame build`.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, bail};
use endgame::{BuildProgress, ScoreTable, Shard, TableError, ValueBuildProgress, ValueTable};
use indicatif::HumanCount;
use serde_json::json;

use super::BuildArgs;
use crate::commands::progress::ProgressReporter;
use crate::commands::{interrupt_flag, print};

pub(super) fn run(args: &BuildArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let dir = args.tables.dir()?;
    let max_squares = usize::from(args.max_squares);
    let stop = interrupt_flag()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .context("cannot start threads")?;
    let reporter = ProgressReporter::bar("subgames", 0, 0);
    let observe = |progress: BuildProgress| {
        let message = || progress.shard.to_string();
        reporter.update(progress.done, progress.total, message);
        !stop.load(Ordering::Relaxed)
    };
    let observe_exact = |progress: ValueBuildProgress| {
        let message = || format!("{} squares, {} values", progress.size, progress.values);
        reporter.update(progress.done, progress.total, message);
        !stop.load(Ordering::Relaxed)
    };
    let start = Instant::now();
    let built = match &args.shard {
        None if args.exact => {
            pool.install(|| endgame::build_value_table(&dir, max_squares, &observe_exact))
        }
        None => pool.install(|| endgame::build_score_table(&dir, max_squares, &observe)),
        Some(name) => {
            let shard: Shard = name.parse()?;
            pool.install(|| endgame::build_score_shard(&dir, shard, &observe))
        }
    };
    reporter.finish();
    match built {
        Err(TableError::Interrupted) => {
            bail!("interrupted; the same command continues the build")
        }
        built => built?,
    }
    let seconds = start.elapsed().as_secs_f64();
    let mut report = json!({"dir": dir, "seconds": seconds});
    let summary = match &args.shard {
        Some(shard) => {
            report["shard"] = shard.as_str().into();
            format!("built shard {shard}")
        }
        None if args.exact => {
            let table = ValueTable::open(&dir)?;
            let (values, bytes) = (table.value_count(), table.size_in_bytes());
            report["max_squares"] = max_squares.into();
            report["values"] = values.into();
            report["bytes"] = json!(bytes);
            format!(
                "exact values of all subgames of up to {max_squares} squares: {} distinct values, \
                 {:.1} MB",
                HumanCount(values.into()),
                bytes as f64 / 1e6
            )
        }
        None => {
            let bytes = ScoreTable::open(&dir)?.size_in_bytes();
            report["max_squares"] = max_squares.into();
            report["bytes"] = json!(bytes);
            format!(
                "all subgames of up to {max_squares} squares: {:.1} MB",
                bytes as f64 / 1e6
            )
        }
    };
    let text = format!("{summary} in {} ({seconds:.1} s)", dir.display());
    print(out, args.json, &report, &text)
}
