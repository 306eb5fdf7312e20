//! Arguments of `thermodon train`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use learning::{FeatureSet, LearningMethod, TexelTarget};

use crate::input::StartArg;

#[derive(Args, Debug)]
#[command(after_help = "\
The result is a file of weights. Alpha-beta and monte-carlo use it with the engine option \
WeightsFile, as in
  thermodon match --engine name=trained,builtin,option.Player=alpha-beta,option.WeightsFile=FILE …")]
pub struct TrainArgs {
    #[command(subcommand)]
    pub command: TrainCommand,
}

#[derive(Subcommand, Debug)]
pub enum TrainCommand {
    /// Train by self-play with temporal-difference learning.
    Td(Box<TdArgs>),
    /// Tune on files of games by logistic regression.
    Tune(TuneArgs),
    /// Show a file of games.
    Games(GamesArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "\
The directory of a run holds games.bin, the self-play games, from which everything else follows; \
weights.txt, the current weights; and curve.csv, their history. A run can be interrupted or killed \
at any time; the same command continues it and ends with the same weights. The number of threads \
does not affect the result.

Feature sets: paper: nine weights for shares of the reached squares; no-ties: paper without ties; \
undivided: paper per square; staged: paper at five game phases; wide: 23 terms at five phases; \
engine: that of the built-in weights. Methods: td: as in the paper; td-leaf: at the leaves of the \
principal variations; search: towards the search values.")]
pub struct TdArgs {
    /// Directory of the run.
    #[arg(long, alias = "folder", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Number of games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub games: u32,
    /// Feature set to train.
    #[arg(long, alias = "form", value_name = "NAME", default_value_t = FeatureSet::Paper)]
    pub features: FeatureSet,
    /// Learning method.
    #[arg(long, value_name = "METHOD", default_value_t = LearningMethod::Td)]
    pub method: LearningMethod,
    /// Initial weights of the same feature set [default: those of the feature set].
    #[arg(long, alias = "weights", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub init_weights: Option<PathBuf>,
    /// Initial learning rate; 0 only plays the games.
    #[arg(long, alias = "rate", value_name = "ALPHA", default_value_t = 0.1)]
    pub learning_rate: f64,
    /// Number of games after which the rate is halved, falling as their inverse [default: linear to
    /// 0].
    #[arg(long, alias = "half-after", value_name = "N")]
    pub rate_half_life: Option<u32>,
    /// Decay of the eligibility traces.
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.95)]
    pub lambda: f64,
    /// Evaluation per logit (the paper's omega).
    #[arg(long, alias = "omega", value_name = "OMEGA", default_value_t = 1.0)]
    pub logit_scale: f64,
    /// Node limit per move [default: 50 without --depth].
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Depth limit per move in plies.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Maximum random noise on an evaluation.
    #[arg(long, alias = "noise", value_name = "MILLILOGITS")]
    #[arg(default_value_t = 50)]
    pub eval_noise: u32,
    /// Number of random plies at the start of each game.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random_plies: u32,
    /// Play decided games to the end.
    #[arg(long, alias = "to-the-end")]
    pub no_adjudication: bool,
    #[command(flatten)]
    pub start: StartArg,
    /// Seed of all random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Staleness of the weights: game n is played with those learned from games 1 to n − N. 1 is
    /// sequential, as in the paper.
    #[arg(long, alias = "lag", value_name = "N")]
    #[arg(default_value_t = NonZeroU32::MIN.saturating_add(15))]
    pub staleness: NonZeroU32,
    /// Number of threads, each with its own game [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct TuneArgs {
    /// Files of games, such as games.bin of `train td`.
    #[arg(value_name = "GAMES", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<PathBuf>,
    /// File for the weights.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Feature set to tune; see `train td`.
    #[arg(long, alias = "form", value_name = "NAME", default_value_t = FeatureSet::Engine)]
    pub features: FeatureSet,
    /// Initial weights of the same feature set, which stay where the games say nothing [default:
    /// 0].
    #[arg(long, alias = "weights", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub init_weights: Option<PathBuf>,
    /// Target of the regression: result, search (the search value) or both.
    #[arg(long, value_name = "TARGET", default_value_t = TexelTarget::Result)]
    pub target: TexelTarget,
    /// Use every Nth position of each game.
    #[arg(long, alias = "every", value_name = "N")]
    #[arg(default_value_t = NonZeroUsize::MIN.saturating_add(1))]
    pub sample_every: NonZeroUsize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct GamesArgs {
    /// File of games.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Number of games to print, each as a line that `thermodon show` and `convert` read.
    #[arg(long, alias = "print", value_name = "N", default_value_t = 0)]
    pub limit: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
