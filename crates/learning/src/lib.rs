//! Self-play training of evaluation weights.
//!
//! | module | content |
//! |---|---|
//! | `td_lambda` | TD(λ) for linear values, for any game |
//! | `move_costs` | learning of depth costs by kind of move, for any game |
//! | `regression` | logistic regression, for any game |
//! | `spsa` | SPSA: tuning by game results, for any game |
//! | `feature_set` | sets of weights to learn |
//! | `self_play` | games of the engine against itself |
//! | `game_record`, `game_file` | binary encoding of games, and crash-safe files of them |
//! | `learner` | weight updates from one game: TD, TDLeaf or search values |
//! | `texel` | Texel tuning: regression on results or search values of many games |
//! | `config`, `training_run`, `worker_pool` | training runs: play, store and learn on several threads |
//!
//! The file of games is the only state of a [`TrainingRun`]. Weights follow from it, so an
//! interrupted run resumes with bit-identical results. The result are
//! [`evaluation::TermWeights`], which the engine loads from a file.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use learning::{SelfPlayConfig, TrainingConfig, TrainingRun};
//!
//! let mut config = TrainingConfig { games: 2, ..TrainingConfig::default() };
//! config.play = SelfPlayConfig { position: "5x5".to_owned(), nodes: Some(2), ..config.play };
//! let dir = tempfile::tempdir()?;
//! let mut run = TrainingRun::open(dir.path(), &config)?;
//! run.run(1, &AtomicBool::new(false), &mut |progress| println!("{} games", progress.games))?;
//! assert!(run.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Implements `ALL`, `name`, `Display` and `FromStr` for an enum that users choose from.
macro_rules! named_enum {
    ($enum:ident, $description:literal, { $($variant:ident => $name:literal),* $(,)? }) => {
        impl $enum {
            /// All variants.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Name on the command line and in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.into_iter().find(|variant| variant.name() == text);
                let names = Self::ALL.map(Self::name).join(", ");
                found.ok_or_else(|| {
                    format!(concat!("unknown ", $description, " {:?} (expected {})"), text, names)
                })
            }
        }
    };
}

mod config;
mod feature_set;
mod game_file;
mod game_record;
mod learner;
pub mod move_costs;
mod regression;
mod self_play;
pub mod spsa;
pub mod td_lambda;
mod texel;
mod training_run;
mod worker_pool;

pub use config::TrainingConfig;
pub use feature_set::FeatureSet;
pub use game_file::{GameFileError, GameReader};
pub use game_record::{RecordedMove, SelfPlayGame};
pub use learner::LearningMethod;
pub use self_play::{SelfPlayConfig, SelfPlayError, SelfPlayer};
pub use texel::{TexelResult, TexelTarget, TexelTuner};
pub use training_run::{LearningCurve, TrainingError, TrainingProgress, TrainingRun};
