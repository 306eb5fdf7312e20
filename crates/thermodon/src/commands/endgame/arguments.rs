//! The words of `thermodon endgame`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use amazons::Color;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use endgame::MAX_SQUARES;

/// Build and ask the table of all endgames that are cut off from the rest of the board.
#[derive(Args, Debug)]
#[command(after_help = "\
A subgame is a region that fire has cut off, with up to four amazons of each colour on it. The table \
knows what each is worth if the players take turns in it: Black's moves minus White's, with Black to \
begin and with White to begin. Up to 8 squares take seconds and 80 MB, up to 9 minutes and 1.5 GB, up to 10 \
an hour or less and 18 GB.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with the table.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Count the subgames of each size, by the amazons on them.
    Count(Count),
    /// Build the table, or what is missing of it.
    Build(Build),
    /// Say what the regions of a position are worth, and which moves are best in them.
    Probe(Probe),
    /// Explain a position that fire has taken apart: what each region is worth, who wins by how many moves, which moves keep the win, and
    /// how both play best to the end.
    Explain(Explain),
    /// Check the files, and compare values drawn at random with playing them out.
    Verify(Verify),
    /// Say how often each value occurs.
    Stats(Stats),
}

/// Where the table is.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of the table [default: endgame in the user's data folder].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
}

/// A number of squares.
fn size() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(1..=MAX_SQUARES as i64)
}

/// Count the subgames.
#[derive(Args, Debug)]
pub struct Count {
    /// The most squares.
    #[arg(long, value_name = "N", default_value_t = MAX_SQUARES as u8, value_parser = size())]
    pub size: u8,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Build the table.
#[derive(Args, Debug)]
#[command(after_help = "\
A build can be interrupted or killed at any moment: what is finished stays, and the same command goes on. \
With --exact, up to 8 squares take some 200 MB, up to 9 some 4 GB. Shards can be built alone, on many machines that all have the smaller sizes, and their files be put together in \
one folder: they are the same, byte for byte, wherever they are built.")]
pub struct Build {
    /// The most squares.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = size(), conflicts_with = "shard")]
    pub size: u8,
    /// Build the table of exact values instead: what each subgame is worth as a combinatorial game.
    #[arg(long, conflicts_with = "shard")]
    pub exact: bool,
    /// Build only this part, such as 10-shapes-0007 or 09-sums-0000.
    #[arg(long, value_name = "SHARD")]
    pub shard: Option<String>,
    /// How many processors to use [default: all].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where the table is.
    #[command(flatten)]
    pub place: Place,
}

/// Look a position up.
#[derive(Args, Debug)]
pub struct Probe {
    /// A position, a file with a game or position in any notation, or - for standard input.
    #[arg(value_name = "POSITION|FILE", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Take the position after that many moves of a game, instead of the last one.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Say what each region is worth as a combinatorial game, and who wins all of them together.
    #[arg(long)]
    pub exact: bool,
    /// Draw the thermographs of the regions into this file, as SVG.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "exact")]
    pub thermographs: Option<PathBuf>,
    /// Where the table is.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Explain a position.
#[derive(Args, Debug)]
#[command(after_help = "\
Who is to move plays in one of the regions, and loses if there is no move in any. Ahead by N moves means that the opponent could \
pass N times and would still lose, but not N + 1 times: so many moves the winner has left when the opponent has run out, if both \
play best. Regions that `thermodon endgame build --exact` has in its table are looked up there, and others worked out as far as \
--steps go; what is beyond is only known within bounds, and then the board solver is asked who wins.")]
pub struct Explain {
    /// A position, a file with a game or position in any notation, or - for standard input; several boards are one game.
    #[arg(value_name = "POSITION|FILE", required = true, value_hint = ValueHint::FilePath)]
    pub boards: Vec<String>,
    /// Take the position after that many moves of a game, instead of the last one.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Whose moves are looked at [default: who is to move on the first board].
    #[arg(long, value_name = "SIDE")]
    pub first: Option<SideChoice>,
    /// List all moves that keep the win.
    #[arg(long)]
    pub all: bool,
    /// How many positions of a region to play out before it is given up as too large.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub steps: u64,
    /// How long to search for who wins where a region is too large.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub seconds: f64,
    /// Where the table of exact values is.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// A side, as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SideChoice {
    /// Black.
    Black,
    /// White.
    White,
}

impl SideChoice {
    /// The side itself.
    #[must_use]
    pub fn color(self) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}

/// A time that somebody may want to wait.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    match (0.0..=1e6).contains(&seconds) {
        true => Ok(seconds),
        false => Err("it must lie between 0 and 1000000".to_owned()),
    }
}

/// Check the table.
#[derive(Args, Debug)]
pub struct Verify {
    /// How many subgames of each size to play out.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub sample: u32,
    /// The smallest size to draw from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = size())]
    pub from: u8,
    /// What the draw follows from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Where the table is.
    #[command(flatten)]
    pub place: Place,
}

/// Count the values.
#[derive(Args, Debug)]
pub struct Stats {
    /// The size to look at [default: the largest].
    #[arg(long, value_name = "N", value_parser = size())]
    pub size: Option<u8>,
    /// Where the table is.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}
