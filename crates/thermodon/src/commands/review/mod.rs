//! `thermodon review`: the engine's judgement of every move of a game.

mod game_text;
mod graph;
mod json;
pub(super) mod sgf;

use std::io::Write;

use amazons::Move;
use amazons::records::{self, Record};
use anyhow::bail;
use clap::{Args, ValueHint};
use engine::review::GameReview;

use super::analyze::{AnalysisArgs, search_positions};
use super::num_threads;
use crate::input;

#[derive(Args, Debug)]
#[command(after_help = "\
The loss of a move is the win probability of its player before the move, with best play, minus \
that after it.
  inaccuracy ?!   5 % or more      in SGF: DO
  mistake    ?   10 % or more              BM[1]
  blunder    ??  20 % or more              BM[2]
Accuracy is the mean of e^(-loss / 20 %) over the moves of a player: 100 % without any loss, 37 % \
with a loss of 20 % per move. Moves of a decided game (98 % before and after) do not count. \
`won in 7` is a proof; it counts the moves of both players.

Examples:
  thermodon review game.sgf                     graph, table of moves, mistakes, turning point
  thermodon review game.sgf --sgf > notes.sgf   the review as annotations of the game record")]
pub struct ReviewArgs {
    /// File with a game in any format, or - for standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Number of the game in a file of several.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

pub fn run(args: &ReviewArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = input::read_game(&args.input, args.game)?;
    if record.main_line().next().is_none() {
        bail!(
            "{} has no moves to review; analyze a position with `thermodon analyze`",
            args.input
        );
    }
    review(&record, &args.analysis, out)
}

/// Reviews a game and prints the report.
pub(super) fn review(
    record: &Record,
    args: &AnalysisArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let moves: Vec<Move> = record.main_line().collect();
    let multipv = args.multipv.map_or(1, usize::from);
    let threads = args.threads.map_or_else(num_threads, usize::from);
    let studies = search_positions(
        &record.main_line_positions(),
        &args.search,
        multipv,
        threads,
    )?;
    let Some(review) = GameReview::new(studies, &moves) else {
        bail!(
            "--player {} reports no scores to judge moves by; choose another one",
            args.search.engine.player
        );
    };
    if args.json {
        writeln!(out, "{}", json::to_json(record, &review))?;
    } else if args.sgf {
        writeln!(out, "{}", records::sgf::write(&sgf::game(record, &review)))?;
    } else {
        out.write_all(game_text::to_text(record, &review).as_bytes())?;
    }
    Ok(())
}
