//! `thermodon endgame stats`: distribution of the scores in the endgame table.

use std::cmp::Ordering;
use std::io::Write;

use anyhow::bail;
use endgame::ScorePair;
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
    let share_where = |is_counted: &dyn Fn(&ScorePair) -> bool| {
        let counted = scores.iter().filter(|(pair, _)| is_counted(pair));
        counted.map(|&(_, count)| count).sum::<u64>() as f64 / total as f64
    };
    let share_ordered = |order: Ordering| {
        share_where(&|pair| {
            let scores = pair.black_first.zip(pair.white_first);
            scores.is_some_and(|(black, white)| black.cmp(&white) == order)
        })
    };
    let hot = share_ordered(Ordering::Greater);
    let equal = share_ordered(Ordering::Equal);
    let zugzwang = share_ordered(Ordering::Less);
    let one_sided = share_where(&|pair| pair.black_first.is_some() != pair.white_first.is_some());
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
    let neither = 1.0 - hot - equal - zugzwang - one_sided;
    for (kind, share) in [
        ("hot (moving first gains)", hot),
        ("equal (the order does not matter)", equal),
        ("zugzwang (moving first loses)", zugzwang),
        ("only one player has a move", one_sided),
        ("neither player has a move", neither),
    ] {
        writeln!(out, "{kind:<33}  {:5.1} %", 100.0 * share)?;
    }
    writeln!(out, "\n Black first White first        placements")?;
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
