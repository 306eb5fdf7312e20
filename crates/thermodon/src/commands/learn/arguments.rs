//! The words of `thermodon learn`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use learning::{Form, Method, Target};

/// Let the hand-made evaluation teach itself.
#[derive(Args, Debug)]
#[command(after_help = "\
What is learned is a file of weights. Alpha-beta and monte-carlo play with it by the option WeightsFile, as in \
`thermodon match --player name=learned,engine,option.Player=alpha-beta,option.WeightsFile=FILE …`.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// How to learn.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Play against itself and learn from every game by temporal differences.
    Td(Box<Td>),
    /// Learn from the games of many files at once, by logistic regression.
    Tune(Tune),
    /// Show a file of games.
    Games(Games),
}

/// Learn by temporal differences.
#[derive(Args, Debug)]
#[command(after_help = "\
The folder holds games.bin, all games that were played, from which everything else follows; weights.txt, what was \
learned so far; and curve.csv, how it changed. It can be interrupted or killed at any moment; the same command goes on \
with it, and ends with the same weights. Threads change nothing but the time.

Forms: paper, nine weights for shares of the squares that somebody reaches; no-ties, the same without ties; undivided, for \
single squares; staged, the nine at five stages of the game; wide, 23 terms at five stages; engine, as those that \
ship. Methods: td, as the paper has it; td-leaf, at the ends of the lines that the players expected; search, from \
the values of their searches.")]
pub struct Td {
    /// Where the course is kept.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub games: u32,
    /// Which weights to learn.
    #[arg(long, value_name = "FORM", default_value_t = Form::Paper)]
    pub form: Form,
    /// How to learn them.
    #[arg(long, value_name = "METHOD", default_value_t = Method::Td)]
    pub method: Method,
    /// The weights to begin with, of the same form; those of the form if left out.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub weights: Option<PathBuf>,
    /// The learning rate at the beginning; at 0 the games alone are wanted.
    #[arg(long, value_name = "ALPHA", default_value_t = 0.1)]
    pub rate: f64,
    /// The rate is halved after so many games, and goes on falling as their inverse; evenly to nothing if left out.
    #[arg(long, value_name = "N")]
    pub half_after: Option<u32>,
    /// How much earlier positions learn from a later difference.
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.95)]
    pub lambda: f64,
    /// How much of a value makes a logit.
    #[arg(long, value_name = "OMEGA", default_value_t = 1.0)]
    pub omega: f64,
    /// The positions that a search looks at for a move; 50 if no depth is given either.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How deep a search looks.
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<u32>,
    /// The largest random number on an evaluation, in thousandths of a logit.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub noise: u32,
    /// Random moves that every game begins with.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random_plies: u32,
    /// Play decided games to their last move.
    #[arg(long)]
    pub to_the_end: bool,
    /// Where games begin.
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    pub position: String,
    /// What all random numbers follow from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// A game begins when all but the last so many, less one, were learned from; 1 as in the paper, which keeps one
    /// thread busy.
    #[arg(long, value_name = "N", default_value_t = NonZeroU32::MIN.saturating_add(15))]
    pub lag: NonZeroU32,
    /// How many games to play at a time [default: what the processors allow].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Learn by regression.
#[derive(Args, Debug)]
pub struct Tune {
    /// Files of games, such as `learn td` leaves.
    #[arg(value_name = "GAMES", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<PathBuf>,
    /// Where to write the weights.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Which weights to learn; `learn td` explains them.
    #[arg(long, value_name = "FORM", default_value_t = Form::Engine)]
    pub form: Form,
    /// The weights to begin with, of the same form, which say what the games do not; all nought if left out.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub weights: Option<PathBuf>,
    /// What positions are to foretell: result, search (the value that the search found), or both.
    #[arg(long, value_name = "TARGET", default_value_t = Target::Result)]
    pub target: Target,
    /// Take one position in so many of each game.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(1))]
    pub every: NonZeroUsize,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Show a file of games.
#[derive(Args, Debug)]
pub struct Games {
    /// The file.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Print so many of the games, each as a line that `thermodon show` and `convert` read.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub print: usize,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}
