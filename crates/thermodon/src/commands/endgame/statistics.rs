//! `thermodon endgame stats`.

use std::io::Write;

use anyhow::bail;
use serde_json::{Value, json};

use super::Stats;
use super::counting::grouped;

pub(super) fn run(options: &Stats, out: &mut dyn Write) -> anyhow::Result<()> {
    let table = options.place.table()?;
    let size = options.size.map_or(table.max_size(), usize::from);
    if size > table.max_size() {
        bail!("the table goes up to {} squares", table.max_size());
    }
    let values = table.score_histogram(size)?;
    let total: u64 = values.iter().map(|&(_, count)| count).sum();
    let share = |wanted: &dyn Fn(i8, i8) -> bool| {
        let count: u64 = values
            .iter()
            .filter(|(pair, _)| match (pair.black_first, pair.white_first) {
                (Some(black), Some(white)) => wanted(black, white),
                _ => false,
            })
            .map(|&(_, count)| count)
            .sum();
        count as f64 / total as f64
    };
    // Moving is worth something to both if who begins does better than the other way round.
    let hot = share(&|black, white| black > white);
    let even = share(&|black, white| black == white);
    let cold = share(&|black, white| black < white);
    let one_sided = values
        .iter()
        .filter(|(pair, _)| pair.black_first.is_some() != pair.white_first.is_some())
        .map(|&(_, count)| count)
        .sum::<u64>() as f64
        / total as f64;
    if options.json {
        let pairs = values.iter().map(|(pair, count)| {
            json!({"black_first": pair.black_first, "white_first": pair.white_first, "count": count})
        });
        let report = json!({
            "size": size, "values": total, "pairs": Value::from_iter(pairs),
            "hot": hot, "even": even, "cold": cold, "one_sided": one_sided,
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} placements on shapes of {size} squares (mirror images of symmetric shapes counted each)\n",
        grouped(total)
    )?;
    let percent = |share: f64| format!("{:5.1} %", 100.0 * share);
    writeln!(out, "worth moving in for both      {}", percent(hot))?;
    writeln!(out, "the same whoever begins       {}", percent(even))?;
    writeln!(out, "better not to begin           {}", percent(cold))?;
    writeln!(out, "only one side has a move      {}", percent(one_sided))?;
    writeln!(
        out,
        "nobody has a move             {}\n",
        percent(1.0 - hot - even - cold - one_sided)
    )?;
    writeln!(
        out,
        "{:>12}{:>12}{:>18}",
        "Black first", "White first", "placements"
    )?;
    let value = |value: Option<i8>| value.map_or("-".to_owned(), |value| format!("{value:+}"));
    for (pair, count) in &values {
        writeln!(
            out,
            "{:>12}{:>12}{:>18}",
            value(pair.black_first),
            value(pair.white_first),
            grouped(*count)
        )?;
    }
    Ok(())
}
