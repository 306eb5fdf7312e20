//! `thermodon endgame probe`.

use std::io::Write;

use amazons::{Color, Position, Region};
use endgame::{ScorePair, ScoreTable, ScoredMove};
use protocol::describe;
use protocol::terminal_board::{self, Highlights};
use serde_json::{Value, json};

use super::{ProbeArgs, format_squares};

/// Maximum number of equally good moves listed.
const MAX_LISTED_MOVES: usize = 4;

/// A region and its entry in the table.
struct RegionInfo {
    region: Region,
    scores: Option<ScorePair>,
    /// The best moves of Black and of White.
    best_moves: [Vec<ScoredMove>; 2],
}

pub(super) fn run(args: &ProbeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.position()?;
    let table = args.tables.score_table()?;
    let regions: Vec<RegionInfo> = position
        .regions()
        .map(|region| probe_region(&table, &position, region))
        .collect::<anyhow::Result<_>>()?;
    if args.json {
        let regions: Vec<Value> = regions.iter().map(to_json).collect();
        let report = json!({"largest": table.max_size(), "regions": regions});
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    let board = terminal_board::render(&position, Highlights::default());
    writeln!(out, "{board}")?;
    for info in &regions {
        write_text(info, &table, out)?;
    }
    Ok(())
}

fn probe_region(
    table: &ScoreTable,
    position: &Position,
    region: Region,
) -> anyhow::Result<RegionInfo> {
    let scores = table.probe(&region)?;
    let mut best_moves = [Vec::new(), Vec::new()];
    if scores.is_some() {
        for (side, best) in Color::ALL.into_iter().zip(&mut best_moves) {
            let mut turns = table
                .scored_moves(position, &region, side)?
                .unwrap_or_default();
            let top = turns.first().map(|turn| turn.score);
            turns.retain(|turn| Some(turn.score) == top);
            *best = turns;
        }
    }
    Ok(RegionInfo {
        region,
        scores,
        best_moves,
    })
}

fn write_text(info: &RegionInfo, table: &ScoreTable, out: &mut dyn Write) -> anyhow::Result<()> {
    let region = &info.region;
    let names = describe::square_names(region.squares());
    let [black, white] = Color::ALL.map(|side| region.amazons(side).len());
    let shown = if names.len() > table.max_size() {
        format!("from {}", names[0])
    } else {
        names.join(" ")
    };
    writeln!(
        out,
        "{} ({shown}), {black} black, {white} white",
        format_squares(region.squares().len())
    )?;
    let Some(scores) = info.scores else {
        writeln!(
            out,
            "  not in the table (up to {} squares and 4 amazons of a color)",
            table.max_size()
        )?;
        return Ok(());
    };
    for (side, score) in Color::ALL
        .into_iter()
        .zip([scores.black_first, scores.white_first])
    {
        let player = describe::color_name(side);
        let Some(score) = score else {
            writeln!(out, "  {player} has no move")?;
            continue;
        };
        let moves = &info.best_moves[usize::from(side == Color::White)];
        let moves = moves.iter().map(|scored| scored.mv.to_string());
        let list = describe::list_text(moves, MAX_LISTED_MOVES);
        writeln!(out, "  {player} to move: {score:+}  {list}")?;
    }
    Ok(())
}

fn to_json(info: &RegionInfo) -> Value {
    let names = describe::square_names;
    let moves =
        |turns: &[ScoredMove]| -> Vec<String> { turns.iter().map(|t| t.mv.to_string()).collect() };
    json!({
        "squares": names(info.region.squares()),
        "black": names(info.region.amazons(Color::Black)),
        "white": names(info.region.amazons(Color::White)),
        "known": info.scores.is_some(),
        "black_first": info.scores.and_then(|scores| scores.black_first),
        "white_first": info.scores.and_then(|scores| scores.white_first),
        "best_black": moves(&info.best_moves[0]),
        "best_white": moves(&info.best_moves[1]),
    })
}
