//! `thermodon endgame verify`.

use std::io::Write;
use std::process::ExitCode;

use amazons::Game;
use endgame::{Placements, ShapeCatalogue};
use game::SplitMix64;
use indicatif::HumanCount;
use rayon::prelude::*;
use serde_json::json;

use super::VerifyArgs;
use crate::commands::print;
use crate::commands::progress::ProgressReporter;

/// Number of entries checked between progress reports.
const BATCH_SIZE: usize = 256;

pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let table = args.tables.score_table()?;
    let files = table.verify()?;
    let bytes: u64 = files.iter().map(|file| file.length).sum();
    let fingerprint = format!("{:016x}", table.checksum());
    if !args.json {
        writeln!(
            out,
            "{} files, {} entries: all checksums are valid; checksum of all checksums {fingerprint}",
            files.len(),
            HumanCount(bytes)
        )?;
    }
    let catalogue = ShapeCatalogue::new(table.max_size());
    let mut random = SplitMix64::from_seed(args.seed);
    let sizes = usize::from(args.min_squares)..=table.max_size();
    let total = u64::from(args.samples) * sizes.clone().count() as u64;
    let progress = ProgressReporter::bar("entries", 0, total);
    let mut differences = Vec::new();
    for size in sizes {
        let shapes = catalogue.shapes(size);
        let boards: Vec<(u16, u16)> = Placements::new(size).all().collect();
        let samples: Vec<(usize, usize)> = (0..args.samples)
            .map(|_| (random.below(shapes.len()), random.below(boards.len())))
            .collect();
        for batch in samples.chunks(BATCH_SIZE) {
            let found: Vec<String> = batch
                .par_iter()
                .map(|&(shape, board)| {
                    let (black, white) = boards[board];
                    let position = endgame::position_from_shape(shapes[shape], black, white);
                    let expected = endgame::exhaustive_score(&position);
                    let stored = table.score_by_index(size, shape, board)?;
                    Ok((stored != Some(expected)).then(|| {
                        format!("{}: {stored:?} instead of {expected:?}", position.to_text())
                    }))
                })
                .filter_map(anyhow::Result::transpose)
                .collect::<anyhow::Result<_>>()?;
            progress.inc(batch.len() as u64);
            if !args.json {
                for line in &found {
                    writeln!(out, "{line}")?;
                }
            }
            differences.extend(found);
        }
    }
    progress.finish();
    let report = json!({
        "files": files.len(),
        "entries": bytes,
        "fingerprint": fingerprint,
        "checked": total,
        "differences": differences,
    });
    let text = format!(
        "{} of {} random entries agree with exhaustive search",
        HumanCount(total - differences.len() as u64),
        HumanCount(total)
    );
    print(out, args.json, &report, &text)?;
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}
