//! `thermodon endgame verify`.

use std::io::Write;
use std::process::ExitCode;

use amazons::Game;
use endgame::{Placements, ShapeCatalogue};
use engine::RandomNumbers;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::Verify;
use super::counting::grouped;

/// Subgames that are drawn at a time.
const BATCH: usize = 256;

pub(super) fn run(options: &Verify, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let table = options.place.table()?;
    let files = table.verify()?;
    let bytes: u64 = files.iter().map(|file| file.length).sum();
    writeln!(
        out,
        "{} files, {} values: all checksums are right; checksum of all checksums {:016x}",
        files.len(),
        grouped(bytes),
        table.checksum()
    )?;
    let catalogue = ShapeCatalogue::new(table.max_size());
    let mut numbers = RandomNumbers::from_seed(options.seed);
    let sizes = usize::from(options.from)..=table.max_size();
    let total = u64::from(options.sample) * sizes.clone().count() as u64;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} played out, {eta} to go");
    let bar =
        ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut wrong = 0;
    for size in sizes {
        let shapes = catalogue.shapes(size);
        let boards: Vec<(u16, u16)> = Placements::new(size).all().collect();
        let drawn: Vec<(usize, usize)> = (0..options.sample)
            .map(|_| (numbers.below(shapes.len()), numbers.below(boards.len())))
            .collect();
        for batch in drawn.chunks(BATCH) {
            let different: Vec<String> = batch
                .par_iter()
                .map(|&(shape, board)| {
                    let (black, white) = boards[board];
                    let position = endgame::position_from_shape(shapes[shape], black, white);
                    let truth = endgame::exhaustive_score(&position);
                    let found = table.score_by_index(size, shape, board)?;
                    Ok((found != Some(truth))
                        .then(|| format!("{}: {found:?} instead of {truth:?}", position.to_text())))
                })
                .filter_map(anyhow::Result::transpose)
                .collect::<anyhow::Result<_>>()?;
            bar.inc(batch.len() as u64);
            for line in &different {
                writeln!(out, "{line}")?;
            }
            wrong += different.len();
        }
    }
    bar.finish_and_clear();
    writeln!(
        out,
        "{} of {} values drawn at random are those of playing the subgames out",
        grouped(total - wrong as u64),
        grouped(total)
    )?;
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
