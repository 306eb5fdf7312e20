//! Arguments of `thermodon book`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use book::PolicyKind;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::commands::search_args::EngineArgs;
use crate::input::PositionArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
A book is built in a database. `book export --to compact` writes the file that the engine plays \
from with its option Book. `play`, `uci`, `gtp` and the app use the built-in book by default.")]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

#[derive(Subcommand, Debug)]
pub enum BookCommand {
    /// Create or extend a book.
    Build(Box<BuildArgs>),
    /// Show the book moves of a position.
    Show(ShowArgs),
    /// Show the size and shape of a book.
    Stats(StatsArgs),
    /// Remove bad moves or distant positions from a book.
    Prune(PruneArgs),
    /// Add other books to a book.
    Merge(MergeArgs),
    /// Add the openings of games to a book.
    Import(ImportArgs),
    /// Correct book values by game results (book learning).
    Trial(TrialArgs),
    /// Convert a book to another format.
    Export(ExportArgs),
}

/// How positions of a book are searched.
#[derive(Args, Debug)]
pub struct BookSearchArgs {
    /// Node limit per search.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of moves that each search adds to the book (the paper's k).
    #[arg(long, alias = "k", value_name = "N", default_value_t = BookSearchArgs::DEFAULT_WIDTH)]
    pub width: NonZeroUsize,
    /// Number of threads, each with its own search [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl BookSearchArgs {
    /// The best k of the paper.
    pub const DEFAULT_WIDTH: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4);
}

#[derive(Args, Debug)]
#[command(after_help = "\
A build can be interrupted or killed at any time without losing a finished search; the same \
command continues it. An existing book is extended with the policy and the searches of this call.

Policies: best-first: the leaf that determines the value of the root (the paper); penalties: \
best-first with a cost for depth and width; drop-out: no opponent should leave the book cheaply; \
repertoire: drop-out for a player who follows the book and errs little; reach: the positions most \
likely to be reached; second-expansion: drop-out, and a full book replaces positions that proved \
unnecessary.")]
pub struct BuildArgs {
    /// Book database.
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Number of searched positions to stop at.
    #[arg(long, alias = "size", value_name = "N", default_value_t = 1_000)]
    pub max_positions: usize,
    /// Expansion policy.
    #[arg(long, value_name = "POLICY", default_value_t = PolicyKind::Repertoire)]
    pub policy: PolicyKind,
    /// Number of times that a full book replaces a tenth of its positions (second-expansion).
    #[arg(long, alias = "renewals", value_name = "N", default_value_t = 5)]
    pub replacement_rounds: usize,
    /// Root position of a new book.
    #[arg(long, alias = "position", value_name = "POSITION")]
    #[arg(default_value = "startpos")]
    pub start: String,
    #[command(flatten)]
    pub search: BookSearchArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Book, compact file or database [default: the built-in one].
    #[arg(long, value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub book: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Book, compact file or database [default: the built-in one].
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PruneArgs {
    /// Book database.
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Remove moves that lose more than this; 250 millilogits turn 50 % into 44 %.
    #[arg(long, alias = "loss", value_name = "MILLILOGITS")]
    #[arg(required_unless_present = "max_positions")]
    #[arg(value_parser = clap::value_parser!(i32).range(0..))]
    pub max_loss: Option<i32>,
    /// Number of searched positions to keep; the most expensive to reach are removed.
    #[arg(long, alias = "size", value_name = "N")]
    pub max_positions: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A compact file has no estimates of moves from before they were searched; the search error \
estimated for a merged book is then too low.")]
pub struct MergeArgs {
    /// Book database to add to.
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Books to add, compact files or databases. They are not changed.
    #[arg(value_name = "OTHER", required = true, value_hint = ValueHint::FilePath)]
    pub others: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Positions of at least --min-games games are searched, and their played moves become book moves \
with searched values. The number of games and wins per position is stored too; importing a game \
twice counts it twice.")]
pub struct ImportArgs {
    /// Existing book database to add to.
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Files with games in any format.
    #[arg(value_name = "GAMES", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<PathBuf>,
    /// Number of plies to import of each game.
    #[arg(long, alias = "plies", value_name = "N", default_value_t = 8)]
    pub max_ply: usize,
    /// Minimum number of games of a position to search.
    #[arg(long, alias = "least-games", value_name = "N", default_value_t = 2)]
    pub min_games: u32,
    #[command(flatten)]
    pub search: BookSearchArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
All searches of a book share the errors of one evaluation; the results of games do not. `--games` \
plays games from the book's start, choosing moves by Thompson sampling. Interrupting loses at most \
the last batch of games. `--expand-plies` adds searched positions where games leave the book.

Games can also be played elsewhere: `--list` prints positions to play from, one JSON object \
{\"position\": \"...\"} per line, and `--results` reads such lines with \"games\" and \"won\", the \
games won by the side to move. `training/playouts.py` plays thousands of them at a time.

Results are stored in the book, and every call adds to them. Without any option, the book is \
corrected again by all results, including positions that were searched since.")]
pub struct TrialArgs {
    /// Book database.
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// List the N positions from which games are most informative.
    #[arg(long, value_name = "N", conflicts_with_all = ["results", "json"])]
    pub list: Option<NonZeroUsize>,
    /// File of results to add, or - for standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub results: Option<PathBuf>,
    /// Number of games to play between the engine with and without the book.
    #[arg(long, alias = "play", value_name = "N", conflicts_with_all = ["list", "results"])]
    pub games: Option<NonZeroU64>,
    /// Node limit per move of these games.
    #[arg(long, value_name = "N", default_value_t = 50, requires = "games")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Maximum nodes per move; each game draws its limit log-uniformly between --nodes and this
    /// [default: --nodes].
    #[arg(long, alias = "most-nodes", value_name = "N", requires = "games")]
    pub max_nodes: Option<u64>,
    /// Expand the book where games leave it within this many plies [default: 0].
    #[arg(long, alias = "learn", value_name = "N", requires = "games")]
    pub expand_plies: Option<u32>,
    /// Node limit per search of an expansion.
    #[arg(long, alias = "learn-nodes", value_name = "N")]
    #[arg(default_value_t = 2_000, requires = "expand_plies")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub expand_nodes: u64,
    /// Number of threads, each with its own game [default: all cores].
    #[arg(long, value_name = "N", requires = "games")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Book, compact file or database [default: the built-in one].
    #[arg(value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Output format.
    #[arg(long = "to", value_enum, value_name = "FORMAT")]
    pub format: ExportFormat,
    /// Output file [default: standard output; required for compact].
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Maximum depth in plies [default: unlimited; 8 for html].
    #[arg(long, alias = "depth", value_name = "N")]
    pub max_ply: Option<u32>,
}

/// Formats of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExportFormat {
    /// Indented moves.
    Text,
    /// All positions and moves.
    Json,
    /// File that the engine plays from.
    Compact,
    /// Self-contained web page.
    Html,
}
