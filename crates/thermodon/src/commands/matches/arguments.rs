//! Arguments of `thermodon match`.

use std::path::PathBuf;

use arena::statistics::Sprt;
use arena::time_control::ClockConfig;
use clap::{Args, ValueEnum, ValueHint};

use crate::commands::search_args::parse_seconds;

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MatchArgs {
    /// Engine, as comma-separated fields (see below). At least two.
    #[arg(long = "engine", alias = "player", value_name = "FIELDS")]
    #[arg(required = true, num_args = 1)]
    pub engines: Vec<String>,
    /// Pairing of the engines.
    #[arg(long, alias = "pairing", value_enum, value_name = "TYPE")]
    #[arg(default_value_t = Tournament::RoundRobin)]
    pub tournament: Tournament,
    /// Number of games per pairing. Must be even: every opening is played twice, with colors
    /// swapped.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// Openings: random:N (N random moves), file:FILE (games or positions of a file in random
    /// order), or start.
    #[arg(long, value_name = "KIND", default_value = "random:4")]
    pub openings: String,
    /// Number of plies to play of each game in a file of openings.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening_plies: usize,
    /// Start position of random openings.
    #[arg(long, alias = "position", value_name = "POSITION")]
    #[arg(default_value = "startpos")]
    pub start: String,
    /// Seed of the openings and of engines with an option Seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Time per move in seconds [default: 1 without other limits].
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub time: Option<f64>,
    /// Former spelling of `--time`, in milliseconds.
    #[arg(long, value_name = "MS", hide = true, conflicts_with = "time")]
    pub movetime: Option<u64>,
    /// Clock: seconds per game and increment per move, such as 60+0.6.
    #[arg(long, value_name = "BASE+INC")]
    pub tc: Option<ClockConfig>,
    /// Node limit per move.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Depth limit per move in plies.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Time that an engine may exceed its limit by before it forfeits, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = parse_seconds)]
    pub time_margin: f64,
    /// Former spelling of `--time-margin`, in milliseconds.
    #[arg(long, value_name = "MS", hide = true, conflicts_with = "time_margin")]
    pub margin: Option<u64>,
    /// Timeout for replies without a clock, in seconds.
    #[arg(long, alias = "patience", value_name = "SECONDS")]
    #[arg(default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Number of games to play at a time [default: as many as the cores allow].
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Stop when a sequential probability ratio test on game pairs is decided, such as
    /// elo0=0,elo1=10,alpha=0.05,beta=0.05; model=logistic uses logistic instead of normalized Elo.
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<Sprt>,
    /// Directory of the match: journal, games, moves, results, plot. An existing match is
    /// continued.
    #[arg(long, alias = "folder", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
    /// Discard the match in the directory and start over.
    #[arg(long, requires = "dir")]
    pub restart: bool,
    /// Former spelling of the default.
    #[arg(long, requires = "dir", hide = true, conflicts_with = "restart")]
    pub resume: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Values of `--tournament`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tournament {
    /// Every engine plays every other.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

const AFTER_HELP: &str = "\
Fields of an engine:
  name=NAME           name in the results
  builtin             this program's engine, in this process; or:
  cmd=COMMAND         external engine with its arguments; quotation marks hold words together
  protocol=uci|gtp    protocol of the external engine (uci)
  dir=DIR             working directory of the external engine
  option.NAME=VALUE   engine option; for GTP, a command and its arguments
  time=, tc=, nodes=, depth=
                      limits of this engine, instead of those for all

Example: test whether a new version is stronger, with early stopping
  thermodon match --engine name=new,builtin --engine \"name=old,cmd=./old uci\" \\
      --time 0.1 --games 20000 --sprt elo0=0,elo1=10 --dir new-vs-old

A match with --dir can be killed at any time; the same command continues it, also with more games.
An engine that plays an illegal move, crashes or times out forfeits that game.

Exit status: 0 if all games are played or H1 is accepted, 1 if H0 is accepted, 2 for an error.";
