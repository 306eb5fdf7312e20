//! The words of `thermodon book`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use book::PolicyName;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

/// Build and look into an opening book.
#[derive(Args, Debug)]
#[command(after_help = "\
A book under construction is a database; `book export --to compact` makes a file of it that the engine plays from by its \
option Book. The program carries one, which `play`, `uci`, `gtp` and the app use.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with a book.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Begin a book, or let one grow.
    Build(Box<Build>),
    /// Say what a book knows of a position.
    Show(Show),
    /// Say how large a book is, and of what shape.
    Stats(Stats),
    /// Take out of a book what it does not need; no value changes.
    Prune(Prune),
    /// Add to a book all that others know.
    Merge(Merge),
    /// Add the openings of people's games to a book.
    Import(Import),
    /// Correct a book by how games from its positions end.
    Trial(Trial),
    /// Write a book in another form.
    Export(Export),
}

/// How positions are searched.
#[derive(Args, Debug)]
pub struct Searching {
    /// The positions that a search looks at.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The moves that each search adds to the book: the paper's k.
    #[arg(long, value_name = "MOVES", default_value_t = Searching::MOVES)]
    pub k: NonZeroUsize,
    /// How many searches go on at a time [default: what the processors allow].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Who searches: network, the strongest; alpha-beta or monte-carlo.
    #[arg(long, value_name = "PLAYER", default_value = "network")]
    pub player: String,
    /// Sets an option of the engine, such as Hash=256; `thermodon uci` lists them when told `uci`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl Searching {
    /// The k that the paper found best.
    pub const MOVES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4);
}

/// Begin a book, or let one grow.
#[derive(Args, Debug)]
#[command(after_help = "\
It can be interrupted or killed at any moment, and loses no finished search; the same command goes on. A book that is \
there grows, by whatever policy and searches are asked for this time.

Policies: best-first, the paper's: the leaf that the root's value comes from; penalties: the same, but depth and width cost \
something; drop-out: no opponent should leave the book cheaply; repertoire: the same for somebody who plays from \
the book and errs little; reach: what is likeliest to come up; \
second-expansion: drop-out, and a full book gives the places of what proved unneeded to others.")]
pub struct Build {
    /// The book.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// When to stop: so many searched positions.
    #[arg(long, value_name = "POSITIONS", default_value_t = 1_000)]
    pub size: usize,
    /// Where it should grow.
    #[arg(long, value_name = "POLICY", default_value_t = PolicyName::Repertoire)]
    pub policy: PolicyName,
    /// How often a full book gives a tenth of its places to others; for second-expansion.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub renewals: usize,
    /// Where a new book begins.
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    pub position: String,
    #[command(flatten)]
    #[expect(missing_docs, reason = "they are its own")]
    pub searching: Searching,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Say what a book knows of a position.
#[derive(Args, Debug)]
pub struct Show {
    /// A position, a file with a game or position in any notation, or - for standard input; of a game the last position.
    #[arg(value_name = "POSITION|FILE", default_value = "startpos", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// The book, in either form; the one that ships if left out.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub book: Option<PathBuf>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Say how large a book is.
#[derive(Args, Debug)]
pub struct Stats {
    /// The book, in either form; the one that ships if left out.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Take out what a book does not need.
#[derive(Args, Debug)]
pub struct Prune {
    /// The book, under construction.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Drop moves that give away more than so many thousandths of a logit; a chance of 50 % less 250 is one of 44 %.
    #[arg(long, value_name = "THOUSANDTHS", required_unless_present = "size", value_parser = clap::value_parser!(i32).range(0..))]
    pub loss: Option<i32>,
    /// Keep at most so many searched positions, those that are cheapest to reach.
    #[arg(long, value_name = "POSITIONS")]
    pub size: Option<usize>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Add what others know.
#[derive(Args, Debug)]
#[command(after_help = "\
A file to look into no longer says what was thought of moves before they were searched themselves; with what comes from one, searches \
seem to err less than they do.")]
pub struct Merge {
    /// The book to add to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The books to add, in either form, which stay as they are.
    #[arg(value_name = "OTHER", required = true, value_hint = ValueHint::FilePath)]
    pub others: Vec<PathBuf>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Add the openings of games.
#[derive(Args, Debug)]
#[command(after_help = "\
Positions that come up in enough games are searched like all others, and the moves played there belong to the book from then on, \
with what searches say of them; how often each came up and who won is kept beside. Importing a game twice counts it twice.")]
pub struct Import {
    /// The book to add to; it must be there.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Games in any notation.
    #[arg(value_name = "GAMES", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<PathBuf>,
    /// Take so many moves of each game.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub plies: usize,
    /// Search only what came up in so many games.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub least_games: u32,
    #[command(flatten)]
    #[expect(missing_docs, reason = "they are its own")]
    pub searching: Searching,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Correct a book by games.
#[derive(Args, Debug)]
#[command(after_help = "\
All searches of a book share an evaluation and its errors; games that are played to their end do not. --play plays them here, from where the book begins, and tries \
most what may be best; it can be interrupted, and loses no finished game but the last few. With --learn the book thinks where games leave it, and remembers: \
so it grows where opponents really go. Or others play them: --list says \
from where, a JSON object a line such as {\"position\": \"...\"}, and --results takes such lines back with \"games\" and \"won\", \
the games that the player to move there has won. `training/trials.py` plays thousands of them at a time.

What was tried stays with the book, and every call adds to it; without any of these options the book is corrected anew by all of it, which takes in positions \
that were searched since.")]
pub struct Trial {
    /// The book, under construction.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Say from which positions games would tell most, so many of them.
    #[arg(long, value_name = "N", conflicts_with_all = ["results", "json"])]
    pub list: Option<NonZeroUsize>,
    /// Results to add; - for standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub results: Option<PathBuf>,
    /// Let the engine play so many games, with the book against without.
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["list", "results"])]
    pub play: Option<NonZeroU64>,
    /// The positions that the engine looks at for a move of such a game.
    #[arg(long, value_name = "N", default_value_t = 50, requires = "play", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Play some games with more positions a move, up to so many, since what wins among hasty players need not win among others [default: as --nodes].
    #[arg(long, value_name = "N", requires = "play")]
    pub most_nodes: Option<u64>,
    /// Let the book grow where games leave it in their first so many plies [default: 0].
    #[arg(long, value_name = "PLIES", requires = "play")]
    pub learn: Option<u32>,
    /// The positions that a search looks at for what is learned.
    #[arg(long, value_name = "N", default_value_t = 2_000, requires = "learn", value_parser = clap::value_parser!(u64).range(1..))]
    pub learn_nodes: u64,
    /// How many games go on at a time [default: what the processors allow].
    #[arg(long, value_name = "N", requires = "play")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Write a book in another form.
#[derive(Args, Debug)]
pub struct Export {
    /// The book, in either form; the one that ships if left out.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// The form.
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: Form,
    /// Where to write; standard output if left out, but for compact.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Go so many moves deep [default: all of it; 8 for html].
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
}

/// The forms of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// Indented lines for people.
    Text,
    /// All positions and moves, for programs.
    Json,
    /// What the engine plays from.
    Compact,
    /// A page to click through, on its own.
    Html,
}
