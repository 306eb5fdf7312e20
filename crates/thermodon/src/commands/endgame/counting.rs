//! `thermodon endgame count`.

use std::io::Write;

use endgame::{MAX_AMAZONS, ShapeCatalogue};
use serde_json::{Value, json};

use super::Count;

pub(super) fn run(options: &Count, out: &mut dyn Write) -> anyhow::Result<()> {
    let largest = usize::from(options.size);
    let catalogue = ShapeCatalogue::new(largest);
    let counts: Vec<_> = (1..=largest)
        .map(|size| endgame::count_subgames(&catalogue, size))
        .collect();
    let pairs: Vec<(usize, usize)> = (0..=MAX_AMAZONS)
        .flat_map(|black| (0..=black).map(move |white| (black, white)))
        .collect();
    let total: u64 = pairs
        .iter()
        .flat_map(|&(black, white)| counts.iter().map(move |sized| sized[black][white]))
        .sum();
    if options.json {
        let rows = pairs.iter().map(|&(black, white)| {
            let sizes: Vec<u64> = counts.iter().map(|sized| sized[black][white]).collect();
            json!({"black": black, "white": white, "counts": sizes})
        });
        let report = json!({
            "sizes": (1..=largest).collect::<Vec<_>>(),
            "rows": Value::from_iter(rows),
            "total": total,
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    write!(out, "{:>5} {:>5}", "black", "white")?;
    for size in 1..=largest {
        let squares = if size == 1 { "square" } else { "squares" };
        write!(out, "{:>14}", format!("{size} {squares}"))?;
    }
    writeln!(out)?;
    for (black, white) in pairs {
        write!(out, "{black:>5} {white:>5}")?;
        for sized in &counts {
            write!(out, "{:>14}", grouped(sized[black][white]))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{} subgames in all", grouped(total))?;
    Ok(())
}

/// A number with commas between its thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
