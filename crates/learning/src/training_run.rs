//! Training run: self-play games, stored on disk, each followed by a weight update.
//!
//! Several games are played at a time. Game n is played with the weights after game n − lag, and
//! games are learned from in order, so the number of threads does not affect the result. With a
//! policy lag of 1 every game is played with the weights learned from all games before it, as in
//! the paper.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use evaluation::TermWeights;
use serde_json::Value;
use storage::{Difference, first_difference, write_atomic};
use thiserror::Error;

use crate::config::TrainingConfig;
use crate::game_file::{GameFileError, GameWriter};
use crate::game_record::SelfPlayGame;
use crate::learner::Learner;
use crate::self_play::{SelfPlayError, SelfPlayer};
use crate::worker_pool::WorkerPool;

/// Error of a training run.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A number in the config is out of range.
    #[error("invalid training config: games and lag must be at least 1, rate must be finite")]
    InvalidConfig,
    /// The number of initial parameters does not match the feature set.
    #[error("expected {0} initial parameters, found {1}")]
    WrongParameterCount(usize, usize),
    /// The directory contains a run with another config.
    #[error("{0} contains a training run whose {1}")]
    ConfigMismatch(PathBuf, Difference),
    /// Error of the game file.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// Error of self-play.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// A file cannot be written.
    #[error("cannot use {0}: {1}")]
    Io(PathBuf, io::Error),
}

/// Progress of a training run.
#[derive(Clone, Debug)]
pub struct TrainingProgress {
    /// Number of games learned from.
    pub games: u32,
    /// Games found on disk when the run was resumed.
    pub resumed_games: u32,
    /// Total number of moves in these games.
    pub plies: u64,
    /// Number of games won by the player who moved first.
    pub first_won: u32,
    /// The current parameters.
    pub params: Vec<f64>,
    /// Share of the threads' time spent on games rather than waiting.
    pub utilization: f64,
    /// Time since the run was started or resumed.
    pub elapsed: Duration,
}

/// Parameters over the games of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct LearningCurve {
    /// Names of the parameters.
    pub names: Vec<String>,
    /// Numbers of games and the parameters after them.
    pub points: Vec<(u32, Vec<f64>)>,
}

impl LearningCurve {
    fn to_csv(&self) -> String {
        let mut text = format!("games,{}\n", self.names.join(","));
        for (games, params) in &self.points {
            text.push_str(&games.to_string());
            for param in params {
                text.push_str(&format!(",{param}"));
            }
            text.push('\n');
        }
        text
    }
}

/// A training run in a directory.
#[derive(Debug)]
pub struct TrainingRun {
    dir: PathBuf,
    pub(crate) config: TrainingConfig,
    pub(crate) file: GameWriter,
    pub(crate) learner: OrderedLearner,
}

/// Minimum number of points of a complete learning curve.
const MIN_CURVE_POINTS: u32 = 200;

const GAMES_FILE: &str = "games.bin";
const WEIGHTS_FILE: &str = "weights.txt";
const CURVE_FILE: &str = "curve.csv";

impl TrainingRun {
    /// Opens or creates a directory and learns from the games stored there.
    ///
    /// # Errors
    /// If the directory contains a run with another config or cannot be used.
    pub fn open(dir: &Path, config: &TrainingConfig) -> Result<Self, TrainingError> {
        if config.games == 0 || config.policy_lag == 0 || !config.learning_rate.is_finite() {
            return Err(TrainingError::InvalidConfig);
        }
        if let Some(params) = &config.initial_params {
            let expected = config.features.initial_params().len();
            if params.len() != expected {
                return Err(TrainingError::WrongParameterCount(expected, params.len()));
            }
        }
        // Rejects an invalid config before anything is written.
        SelfPlayer::new(&config.play)?;
        let io = |error| TrainingError::Io(dir.to_owned(), error);
        std::fs::create_dir_all(dir).map_err(io)?;
        let header = serde_json::to_string(config).map_err(|error| io(error.into()))?;
        let mut learner = OrderedLearner::new(config);
        let opened = GameWriter::open(&dir.join(GAMES_FILE), &header, |game| {
            learner.add_game(game);
        });
        let file = opened.map_err(|error| match &error {
            GameFileError::ConfigMismatch { found, .. } => {
                let found: Option<Value> = serde_json::from_str(found).ok();
                match found.and_then(|found| first_difference(config, &found)) {
                    Some(difference) => {
                        TrainingError::ConfigMismatch(dir.to_owned(), difference.reversed())
                    }
                    None => error.into(),
                }
            }
            _ => error.into(),
        })?;
        learner.resumed_games = learner.games;
        Ok(Self {
            dir: dir.to_owned(),
            config: config.clone(),
            file,
            learner,
        })
    }

    /// Plays the missing games and learns from them. `on_progress` is called at the beginning and
    /// after every game. Setting `stop` ends the run; all finished games are kept.
    ///
    /// # Errors
    /// If games cannot be played or stored.
    pub fn run(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut (dyn FnMut(&TrainingProgress) + Send),
    ) -> Result<(), TrainingError> {
        let players = (0..threads.max(1)).map(|_| SelfPlayer::new(&self.config.play));
        let mut players = players.collect::<Result<Vec<_>, _>>()?;
        WorkerPool::new(self, players.len(), stop, on_progress).run(&mut players)?;
        self.save()
    }

    /// Syncs the games to disk, and writes weights and learning curve atomically.
    pub(crate) fn save(&self) -> Result<(), TrainingError> {
        self.file.sync()?;
        let write = |name: &str, text: String| {
            write_atomic(&self.dir.join(name), text)
                .map_err(|error| TrainingError::Io(self.dir.clone(), error))
        };
        write(WEIGHTS_FILE, self.weights().to_string())?;
        write(CURVE_FILE, self.curve().to_csv())
    }

    /// Whether all games are played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.learner.games >= self.config.games
    }

    /// The learned weights.
    #[must_use]
    pub fn weights(&self) -> TermWeights {
        self.learner.weights()
    }

    /// The learned parameters, in the order of
    /// [`FeatureSet::param_names`](crate::FeatureSet::param_names).
    #[must_use]
    pub fn params(&self) -> &[f64] {
        self.learner.params()
    }

    /// The parameters over the games.
    #[must_use]
    pub fn curve(&self) -> &LearningCurve {
        &self.learner.curve
    }

    /// Path of the weights file.
    #[must_use]
    pub fn weights_file(&self) -> PathBuf {
        self.dir.join(WEIGHTS_FILE)
    }
}

/// Applies games in order; keeps the last `policy_lag` weight versions and games that arrived
/// early.
#[derive(Debug)]
pub(crate) struct OrderedLearner {
    config: TrainingConfig,
    learner: Learner,
    /// Number of games learned from.
    pub games: u32,
    pub resumed_games: u32,
    pub plies: u64,
    pub first_won: u32,
    pending_games: BTreeMap<u32, SelfPlayGame>,
    /// Weights after the last games, the latest last.
    versions: VecDeque<Arc<TermWeights>>,
    curve: LearningCurve,
}

impl OrderedLearner {
    fn new(config: &TrainingConfig) -> Self {
        let mut learner = Learner::new(config.features, config.method, config.td);
        if let Some(params) = &config.initial_params {
            learner = learner.with_params(params);
        }
        let mut learner = Self {
            config: config.clone(),
            learner,
            games: 0,
            resumed_games: 0,
            plies: 0,
            first_won: 0,
            pending_games: BTreeMap::new(),
            versions: VecDeque::new(),
            curve: LearningCurve {
                names: config.features.param_names(),
                points: Vec::new(),
            },
        };
        learner.push_version();
        learner
    }

    /// Adds a game and learns from all games that are next in order.
    pub fn add_game(&mut self, game: SelfPlayGame) {
        if game.number >= self.games && game.number < self.config.games {
            self.pending_games.insert(game.number, game);
        }
        while let Some(game) = self.pending_games.remove(&self.games) {
            let learning_rate = self.config.learning_rate_at(self.games);
            self.learner.learn(&game, learning_rate);
            self.games += 1;
            self.plies += game.moves.len() as u64;
            self.first_won += u32::from(game.winner == game.start.to_move());
            self.push_version();
        }
    }

    fn push_version(&mut self) {
        let interval = (self.config.games / MIN_CURVE_POINTS).max(1);
        if self.games.is_multiple_of(interval) || self.games == self.config.games {
            let params = self.learner.params().to_vec();
            self.curve.points.push((self.games, params));
        }
        self.versions.push_back(Arc::new(self.learner.weights("")));
        if self.versions.len() > self.config.policy_lag as usize {
            self.versions.pop_front();
        }
    }

    /// Whether a game has arrived before its turn.
    pub fn is_pending(&self, game: u32) -> bool {
        self.pending_games.contains_key(&game)
    }

    /// Weights to play a game with; `None` if they are not learned yet.
    pub fn weights_for_game(&self, game: u32) -> Option<Arc<TermWeights>> {
        let version = (game + 1).saturating_sub(self.config.policy_lag);
        let first = self.games + 1 - self.versions.len() as u32;
        let index = version.checked_sub(first)?;
        self.versions.get(index as usize).cloned()
    }

    pub fn params(&self) -> &[f64] {
        self.learner.params()
    }

    fn weights(&self) -> TermWeights {
        self.learner.weights(&self.config.provenance(self.games))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::self_play::SelfPlayConfig;

    fn config(policy_lag: u32) -> TrainingConfig {
        TrainingConfig {
            games: 12,
            policy_lag,
            play: SelfPlayConfig {
                position: "5x5".to_owned(),
                nodes: Some(2),
                ..SelfPlayConfig::default()
            },
            ..TrainingConfig::default()
        }
    }

    /// Runs until at least `max_games` games are played.
    fn train(dir: &Path, config: &TrainingConfig, threads: usize, max_games: u32) -> TrainingRun {
        let mut run = TrainingRun::open(dir, config).unwrap();
        let stop = AtomicBool::new(false);
        let mut on_progress = |progress: &TrainingProgress| {
            if progress.games - progress.resumed_games >= max_games {
                stop.store(true, Ordering::Relaxed);
            }
        };
        run.run(threads, &stop, &mut on_progress).unwrap();
        run
    }

    fn bits(run: &TrainingRun) -> Vec<u64> {
        run.params().iter().map(|param| param.to_bits()).collect()
    }

    #[test]
    fn threads_and_interruptions_do_not_change_the_result() {
        for policy_lag in [1, 5] {
            let config = config(policy_lag);
            let uninterrupted = tempfile::tempdir().unwrap();
            let expected = train(uninterrupted.path(), &config, 1, u32::MAX);
            assert!(expected.is_complete());
            assert_ne!(expected.params(), config.features.initial_params());
            let interrupted = tempfile::tempdir().unwrap();
            for threads in [1, 3, 2] {
                train(interrupted.path(), &config, threads, 3);
            }
            let run = train(interrupted.path(), &config, 3, u32::MAX);
            assert!(run.is_complete());
            assert_eq!(bits(&run), bits(&expected), "lag {policy_lag}");
            assert_eq!(run.curve(), expected.curve());
            let file = std::fs::read_to_string(run.weights_file()).unwrap();
            assert_eq!(file.parse(), Ok(expected.weights()));
        }
    }

    #[test]
    fn invalid_configs_are_rejected_and_change_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let open_error = |config: &TrainingConfig| {
            let opened = TrainingRun::open(dir.path(), config);
            opened.expect_err("the config is invalid").to_string()
        };
        let mut unlimited = config(1);
        unlimited.play.nodes = None;
        assert!(open_error(&unlimited).starts_with("a search needs a limit"));
        assert!(open_error(&config(0)).starts_with("invalid training config"));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        train(dir.path(), &config(1), 1, 1);
        let short = TrainingConfig {
            initial_params: Some(vec![1.0; 3]),
            ..config(1)
        };
        assert_eq!(open_error(&short), "expected 9 initial parameters, found 3");
        let other = TrainingConfig {
            seed: 2,
            ..config(1)
        };
        assert!(open_error(&other).ends_with("contains a training run whose seed is 1, not 2"));
    }
}
