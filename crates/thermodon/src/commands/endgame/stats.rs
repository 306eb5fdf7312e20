//! `thermodon endgame stats`: distribution of the scores in the endgame table.

use std::io::Write;

use anyhow::bail;
use indicatif::HumanCount;
use serde_json::{Value, json};

use super::{StatsArgs, format_squares};

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let table = args.tables.score_table()?;
    let squares = args.squares.map_or(table.max_size(), usize::from);
    if squares > table.max_size() {
        bail!(
            "the table has only subgames of up to {} squares",
            table.max_size()
        );
    }
    let scores = table.score_histogram(squares)?;
    let total: u64 = scores.iter().map(|&(_, count)| count).sum();
    let share_where = |is_counted: &dyn Fn(i8, i8) -> bool| {
        let count: u64 = scores
            .iter()
            .filter(|(pair, _)| match (pair.black_first, pair.white_first) {
                (Some(black), Some(white)) => is_counted(black, white),
                _ => false,
            })
            .map(|&(_, count)| count)
            .sum();
        count as f64 / total as f64
    };
    let hot = share_where(&|black, white| black > white);
    let equal = share_where(&|black, white| black == white);
    let zugzwang = share_where(&|black, white| black < white);
    let one_sided = scores
        .iter()
        .filter(|(pair, _)| pair.black_first.is_some() != pair.white_first.is_some())
        .map(|&(_, count)| count)
        .sum::<u64>() as f64
        / total as f64;
    if args.json {
        let pairs = scores.iter().map(|(pair, count)| {
            json!({"black_first": pair.black_first, "white_first": pair.white_first, "count": count})
        });
        let report = json!({
            "size": squares, "values": total, "pairs": Value::from_iter(pairs),
            "hot": hot, "even": equal, "cold": zugzwang, "one_sided": one_sided,
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} placements on shapes of {} (not reduced by symmetries of a shape)\n",
        HumanCount(total),
        format_squares(squares as u32)
    )?;
    let percent = |share: f64| format!("{:5.1} %", 100.0 * share);
    writeln!(out, "hot (moving first gains)           {}", percent(hot))?;
    writeln!(out, "equal (the order does not matter)  {}", percent(equal))?;
    writeln!(
        out,
        "zugzwang (moving first loses)      {}",
        percent(zugzwang)
    )?;
    writeln!(
        out,
        "only one player has a move         {}",
        percent(one_sided)
    )?;
    writeln!(
        out,
        "neither player has a move          {}\n",
        percent(1.0 - hot - equal - zugzwang - one_sided)
    )?;
    writeln!(
        out,
        "{:>12}{:>12}{:>18}",
        "Black first", "White first", "placements"
    )?;
    let score_text = |score: Option<i8>| score.map_or("-".to_owned(), |score| format!("{score:+}"));
    for (pair, count) in &scores {
        writeln!(
            out,
            "{:>12}{:>12}{:>18}",
            score_text(pair.black_first),
            score_text(pair.white_first),
            HumanCount(*count).to_string()
        )?;
    }
    Ok(())
}
