//! `thermodon analyze`: what the engine thinks of a position, or of every move of a game.

mod game_text;
mod graph;
mod json;
mod position_text;
mod sgf;
mod studying;

use std::io::Write;

use amazons::records::{self, Record};
use amazons::{Move, Position};
use anyhow::bail;
use clap::{Args, ValueHint};
use engine::review::Review;

use super::input;
use super::thinking::{Thinking, processors};

/// The lines that are shown of a position unless somebody says how many.
const POSITION_LINES: usize = 3;

/// Say what the engine thinks of a position, or of every move of a game.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A position, a file with a game or position in any notation, or - for standard input.
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Take the Nth game of a file that holds several.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// Analyse the position after that many moves of the game, instead of the whole game.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// How many of the best lines to give [default: 3 for a position, 1 for each move of a game].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: Option<u16>,
    /// How many threads think [default: as many as there are processors]. Those of a game take one
    /// position each, those of a single position share it; with --nodes or --depth a single position
    /// has one thread unless more are asked for, so that the result is the same every time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// How the engine thinks.
    #[command(flatten)]
    pub thinking: Thinking,
    /// Print JSON for programs: one object.
    #[arg(long, conflicts_with = "sgf")]
    pub json: bool,
    /// Print the game as SGF: the value of each move, marks and better lines for the bad ones.
    #[arg(long)]
    pub sgf: bool,
}

const AFTER_HELP: &str = "\
A move is judged by the win probability that it gave away: that of its player before it, with the best \
play that the engine knows, less that after it.
  inaccuracy ?!   5 % or more      in SGF: DO
  mistake    ?   10 % or more              BM[1]
  blunder    ??  20 % or more              BM[2]
Accuracy is the mean of e^(-loss / 20 %) over a player's moves: 100 % for one who gives nothing away, 37 % \
for one who blunders away 20 % with every move. Moves in games that were decided (98 %) before and after \
them do not count. `won in 7` is a proof, with the moves of both players together.

Examples:
  thermodon analyze game.sgf                     a table, a graph, and where the game turned
  thermodon analyze game.sgf --sgf > notes.sgf   the same as notes in the game record
  thermodon analyze startpos --time 10 --lines 5 the five best first moves";

/// Analyses and prints.
///
/// # Errors
/// If the input cannot be read or has no such game or move, if the engine cannot be set so, or if
/// nothing can be written.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = &input::game(&options.input, options.game)?;
    let moves: Vec<Move> = record.main_line().collect();
    match options.ply {
        Some(ply) if ply > moves.len() => {
            let plies = moves.len();
            bail!("there is no position after {ply} moves: the game has {plies}")
        }
        Some(ply) => {
            let last_move = ply.checked_sub(1).map(|last| moves[last]);
            position(&record.positions()[ply], last_move, options, out)
        }
        None if moves.is_empty() => position(record.start(), None, options, out),
        None => game(record, &moves, options, out),
    }
}

fn position(
    position: &Position,
    last_move: Option<Move>,
    options: &Arguments,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let lines = options.lines.map_or(POSITION_LINES, usize::from);
    let is_repeatable = options.thinking.nodes.is_some() || options.thinking.depth.is_some();
    let threads = match options.threads {
        Some(threads) => threads.into(),
        None if is_repeatable => 1,
        None => processors(),
    };
    let study = studying::one(position, &options.thinking, lines, threads)?;
    if options.json {
        let report = serde_json::Value::Object(crate::study_json::study(&study));
        writeln!(out, "{report}")?;
    } else if options.sgf {
        writeln!(out, "{}", sgf::position(&study))?;
    } else {
        out.write_all(position_text::text(&study, last_move).as_bytes())?;
    }
    Ok(())
}

fn game(
    record: &Record,
    moves: &[Move],
    options: &Arguments,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let lines = options.lines.map_or(1, usize::from);
    let threads = options.threads.map_or_else(processors, usize::from);
    let studies = studying::all(&record.positions(), &options.thinking, lines, threads)?;
    let Some(review) = Review::new(studies, moves) else {
        bail!(
            "{} gives no values to judge moves by: choose another player",
            options.thinking.player
        );
    };
    if options.json {
        writeln!(out, "{}", json::report(record, &review))?;
    } else if options.sgf {
        writeln!(out, "{}", records::sgf::write(&sgf::game(record, &review)))?;
    } else {
        out.write_all(game_text::text(record, &review).as_bytes())?;
    }
    Ok(())
}
