//! Arguments of `thermodon endgame`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use amazons::Color;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueHint};
use endgame::MAX_SQUARES;

use crate::commands::search_args::parse_seconds;
use crate::input::PositionArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
A subgame is a region cut off by burned squares, with up to four amazons of each color. The table \
has the score of each subgame when the players alternate: Black's moves minus White's, with Black \
to move and with White to move. Subgames of up to 8 squares take seconds and 70 MB, up to 9 \
minutes and 1.1 GB, up to 10 an hour and 18 GB.")]
pub struct EndgameArgs {
    #[command(subcommand)]
    pub command: EndgameCommand,
}

#[derive(Subcommand, Debug)]
pub enum EndgameCommand {
    /// Count the subgames of each size by number of amazons.
    Count(CountArgs),
    /// Build the endgame table, or what is missing of it.
    Build(BuildArgs),
    /// Look up the regions of a position: scores and best moves.
    Probe(ProbeArgs),
    /// Analyze a divided position: values of regions, winner and lead, winning moves, best play.
    #[command(alias = "explain")]
    Analyze(EndgameAnalyzeArgs),
    /// Solve positions: prove who wins with either player to move.
    Solve(SolveArgs),
    /// Verify checksums, and compare random entries with exhaustive search.
    Verify(VerifyArgs),
    /// Show the distribution of scores.
    Stats(StatsArgs),
}

/// Location of the tables.
#[derive(Args, Debug)]
pub struct TableDirArg {
    /// Directory of the endgame tables [default: endgame in the user's data directory].
    #[arg(long, alias = "folder", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub table_dir: Option<PathBuf>,
}

fn squares() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(1..=MAX_SQUARES as i64)
}

#[derive(Args, Debug)]
pub struct CountArgs {
    /// Maximum number of squares.
    #[arg(long, alias = "size", value_name = "N")]
    #[arg(default_value_t = MAX_SQUARES as u8, value_parser = squares())]
    pub max_squares: u8,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A build can be interrupted or killed at any time; the same command continues it. With --exact, \
subgames of up to 8 squares take about 200 MB, up to 9 about 4 GB. Shards can be built on several \
machines that have the tables of all smaller sizes, and copied into one directory; they are \
identical wherever they are built.")]
pub struct BuildArgs {
    /// Maximum number of squares.
    #[arg(long, alias = "size", value_name = "N", default_value_t = 8)]
    #[arg(value_parser = squares(), conflicts_with = "shard")]
    pub max_squares: u8,
    /// Build the table of exact values: the canonical form of each subgame.
    #[arg(long, conflicts_with = "shard")]
    pub exact: bool,
    /// Build one shard only, such as 10-shapes-0007 or 09-sums-0000.
    #[arg(long, value_name = "SHARD")]
    pub shard: Option<String>,
    /// Number of threads [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ProbeArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Show the canonical form, stops, mean and temperature of each region, and who wins their sum.
    #[arg(long)]
    pub exact: bool,
    /// SVG file for the thermographs of the regions.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "exact")]
    pub thermographs: Option<PathBuf>,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
The side to move plays in one of the regions and loses if it has no move in any. Ahead by N moves \
means that the loser could pass N times and would still lose, but not N + 1 times. Values are \
looked up in the table of exact values (`thermodon endgame build --exact`) or computed within \
--region-nodes; larger regions have bounds, and then the solver searches for the winner.")]
pub struct EndgameAnalyzeArgs {
    /// Position, file with a game or position in any format, or - for standard input; several
    /// boards form a sum.
    #[arg(value_name = "POSITION|FILE", required = true, value_hint = ValueHint::FilePath)]
    pub boards: Vec<String>,
    /// Ply of the game [default: the last].
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Side to move [default: that of the first board].
    #[arg(long, alias = "first", value_name = "SIDE", value_parser = colors())]
    pub to_move: Option<Color>,
    /// List all winning moves.
    #[arg(long, alias = "all")]
    pub all_moves: bool,
    /// Node limit per region; larger regions get bounds.
    #[arg(long, alias = "steps", value_name = "N", default_value_t = 200_000)]
    pub region_nodes: u64,
    /// Time limit of the solver in seconds.
    #[arg(long, alias = "seconds", value_name = "SECONDS")]
    #[arg(default_value_t = 10.0, value_parser = parse_seconds)]
    pub time: f64,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

fn colors() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

#[derive(Args, Debug)]
#[command(after_help = "\
The side to move plays on one of the boards and loses if it has no move on any. The result is \
given for both sides to move; the side to move of the boards is ignored. Regions in the table of \
exact values (`thermodon endgame build --exact`) are looked up.")]
pub struct SolveArgs {
    /// FEN, diagram with rows separated by | or newlines, board size such as 5x5, file with one of
    /// these, or - for standard input; several boards form a sum.
    #[arg(value_name = "POSITION|FILE", required = true, value_hint = ValueHint::FilePath)]
    pub boards: Vec<String>,
    /// Stop when the winner is known; list only the winning moves found until then.
    #[arg(long, alias = "first")]
    pub winner_only: bool,
    /// Transposition table size in MiB.
    #[arg(long, alias = "memory", value_name = "MIB", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub hash: u32,
    /// Number of threads [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// File for the state of the search, written every two minutes and at the end; an existing one
    /// is continued.
    #[arg(long, alias = "state", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Number of random entries to check per size.
    #[arg(long, alias = "sample", value_name = "N", default_value_t = 1000)]
    pub samples: u32,
    /// Minimum number of squares of the checked entries.
    #[arg(long, alias = "from", value_name = "N", default_value_t = 1, value_parser = squares())]
    pub min_squares: u8,
    /// Seed of the random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Number of squares [default: the largest in the table].
    #[arg(long, alias = "size", value_name = "N", value_parser = squares())]
    pub squares: Option<u8>,
    #[command(flatten)]
    pub tables: TableDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
