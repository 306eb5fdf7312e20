//! `thermodon endgame count`.

use std::io::Write;

use endgame::{MAX_AMAZONS, ShapeCatalogue};
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::{CountArgs, format_squares};

pub(super) fn run(args: &CountArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let max_squares = args.max_squares;
    let catalogue = ShapeCatalogue::new(max_squares.into());
    let counts: Vec<_> = (1..=max_squares)
        .map(|squares| endgame::count_subgames(&catalogue, squares.into()))
        .collect();
    let pairs: Vec<(usize, usize)> = (0..=MAX_AMAZONS)
        .flat_map(|black| (0..=black).map(move |white| (black, white)))
        .collect();
    let total: u64 = pairs
        .iter()
        .flat_map(|&(black, white)| counts.iter().map(move |count| count[black][white]))
        .sum();
    if args.json {
        let rows = pairs.iter().map(|&(black, white)| {
            let counts: Vec<u64> = counts.iter().map(|count| count[black][white]).collect();
            json!({"black": black, "white": white, "counts": counts})
        });
        let report = json!({
            "sizes": (1..=max_squares).collect::<Vec<_>>(),
            "rows": Value::from_iter(rows),
            "total": total,
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    write!(out, "{:>5} {:>5}", "black", "white")?;
    for squares in 1..=max_squares {
        write!(out, "{:>14}", format_squares(squares.into()))?;
    }
    writeln!(out)?;
    for (black, white) in pairs {
        write!(out, "{black:>5} {white:>5}")?;
        for count in &counts {
            write!(out, "{:>14}", HumanCount(count[black][white]).to_string())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{} subgames in total", HumanCount(total))?;
    Ok(())
}
