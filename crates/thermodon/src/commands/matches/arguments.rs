//! The words of `thermodon match`.

use std::path::PathBuf;

use arena::control::ClockSetting;
use arena::statistics::Sprt;
use clap::{Args, ValueEnum, ValueHint};

/// Play a match between engines and say which one is stronger.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A player, as fields with commas between them; at least two. See below.
    #[arg(long = "player", value_name = "FIELDS", required = true, num_args = 1)]
    pub players: Vec<String>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = PairingChoice::RoundRobin)]
    pub pairing: PairingChoice,
    /// The games between each two that meet, an even number: every opening is played twice, with
    /// colours swapped.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: usize,
    /// Where games begin: random:N for N random moves, file:FILE for the games or positions in a
    /// file, in random order, or start.
    #[arg(long, value_name = "KIND", default_value = "random:4")]
    pub openings: String,
    /// How many moves to take of each game in a file of openings.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub opening_plies: usize,
    /// Where random moves start.
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    pub position: String,
    /// Makes openings, and engines with an option Seed, repeatable.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Milliseconds for each move [default: 1000, if there is no other limit].
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// A clock: seconds for the game and for each move, such as 60+0.6.
    #[arg(long, value_name = "BASE+INC")]
    pub tc: Option<ClockSetting>,
    /// Positions to look at for each move.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How deep to look for each move.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Milliseconds that may pass beyond a player's time before it has lost.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// Seconds to wait for anything that no clock measures.
    #[arg(long, value_name = "S", default_value_t = 60)]
    pub patience: u64,
    /// How many games to play at a time [default: what the processors allow].
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Stop as soon as a sequential test on pairs is decided, such as
    /// elo0=0,elo1=10,alpha=0.05,beta=0.05; model=logistic takes Elo by the expected score instead
    /// of normalised Elo.
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<Sprt>,
    /// Keep the match in this folder: journal, games, moves, results, plot.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
    /// Go on with the match in the folder, if there is one.
    #[arg(long, requires = "folder")]
    pub resume: bool,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PairingChoice {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

const AFTER_HELP: &str = "\
Fields of a player:
  name=NAME           what to call it
  engine              our engine, in this process; or:
  cmd=COMMAND         another program, with its arguments; quotation marks hold words together
  protocol=uci|gtp    what it speaks (uci)
  dir=FOLDER          where it runs
  option.NAME=VALUE   an option to set; in GTP, which has none, a command and its arguments
  movetime=, tc=, nodes=, depth=
                      limits of its own, instead of those for all

Example: is a new version stronger, by a test that stops when it knows?
  thermodon match --player name=new,engine --player \"name=old,cmd=./old uci\" \\
      --movetime 100 --games 20000 --sprt elo0=0,elo1=10 --folder new-against-old

A match can be killed at any moment and resumed with --resume. More games can be asked for then.
A player that breaks the rules, crashes or falls silent loses that game, and the match goes on.

Exit status: 0 if all games are played or H1 is accepted, 1 if H0 is accepted, 2 for an error.";
