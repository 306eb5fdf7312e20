//! Self-play games of the alpha-beta engine, for training.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use amazons::{Game, Position};
use engine::{Engine, Event, GoLimits, OptionError, SearchInfo};
use evaluation::TermWeights;
use game::SplitMix64;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game_record::{RecordedMove, SelfPlayGame};

/// Configuration of self-play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelfPlayConfig {
    /// Start position, in any notation of [`parse_position`](amazons::notation::parse_position).
    pub position: String,
    /// Maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// Maximum search depth, in plies.
    pub depth: Option<u32>,
    /// Largest absolute value of the uniform noise added to evaluations, in millilogits, so that
    /// games differ.
    #[serde(rename = "noise")]
    pub eval_noise: u32,
    /// Number of uniformly random moves at the start of a game.
    pub random_plies: u32,
    /// Whether games with a proven outcome are played to the last move.
    #[serde(rename = "to_the_end")]
    pub play_out: bool,
    /// Whether principal variations are recorded.
    #[serde(rename = "keep_lines")]
    pub record_pv: bool,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        Self {
            position: "startpos".to_owned(),
            nodes: Some(50),
            depth: None,
            eval_noise: 50,
            random_plies: 0,
            play_out: false,
            record_pv: false,
        }
    }
}

/// Error of self-play.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The start position is invalid.
    #[error("invalid start position {0:?}: {1}")]
    InvalidStart(String, String),
    /// Neither nodes nor depth are limited.
    #[error("a search needs a limit on its nodes or its depth")]
    Unlimited,
    /// The engine rejected an option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The search cannot be started.
    #[error("cannot start the search: {0}")]
    Engine(#[from] io::Error),
    /// The engine returned no move.
    #[error("the engine returned no move")]
    NoMove,
}

/// Plays games of the engine against itself, by alpha-beta search with given weights.
#[derive(Debug)]
pub struct SelfPlayer {
    engine: Engine,
    start: Position,
    limits: GoLimits,
    config: SelfPlayConfig,
}

impl SelfPlayer {
    /// Creates a player with its own engine.
    ///
    /// # Errors
    /// If the config is invalid.
    pub fn new(config: &SelfPlayConfig) -> Result<Self, SelfPlayError> {
        let start = amazons::notation::parse_position(&config.position).map_err(|error| {
            SelfPlayError::InvalidStart(config.position.clone(), error.to_string())
        })?;
        if config.nodes.is_none() && config.depth.is_none() {
            return Err(SelfPlayError::Unlimited);
        }
        let mut engine = Engine::new();
        engine.set_option("Player", "alpha-beta")?;
        // Enough for searches of few nodes, and fast to clear.
        engine.set_option("Hash", "1")?;
        // The same results on every machine, whatever endgame tables it has.
        engine.set_option("EndgameTable", "built-in")?;
        engine.set_option("ExactEndgames", "off")?;
        // Book moves have no search score to learn from.
        engine.set_option("Book", "none")?;
        engine.set_option("Noise", &config.eval_noise.to_string())?;
        let mut limits = GoLimits::default();
        limits.search.nodes = config.nodes;
        limits.search.depth = config.depth;
        Ok(Self {
            engine,
            start,
            limits,
            config: config.clone(),
        })
    }

    /// Plays a game, which depends only on the configuration, the weights and `rng`.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn play(
        &mut self,
        number: u32,
        weights: &TermWeights,
        mut rng: SplitMix64,
    ) -> Result<SelfPlayGame, SelfPlayError> {
        self.engine.set_weights(weights);
        // Seed 0 means a different seed each time.
        let seed = 1 + rng.below(u32::MAX as usize);
        self.engine.set_option("Seed", &seed.to_string())?;
        let mut position = self.start;
        let mut moves = Vec::new();
        let outcome = loop {
            let outcome = if self.config.play_out {
                position.outcome()
            } else {
                position.proven_outcome()
            };
            if let Some(outcome) = outcome {
                break outcome;
            }
            let mv = if moves.len() < self.config.random_plies as usize {
                random_move(&position, &mut rng)?
            } else {
                self.searched_move(&position)?
            };
            position.play(mv.mv);
            moves.push(mv);
        };
        Ok(SelfPlayGame {
            number,
            start: self.start,
            moves,
            winner: outcome.winner().ok_or(SelfPlayError::NoMove)?,
        })
    }

    /// Searches a position and returns the engine's move with its score.
    fn searched_move(&mut self, position: &Position) -> Result<RecordedMove, SelfPlayError> {
        let last_info: Arc<Mutex<Option<SearchInfo>>> = Arc::default();
        let sink = Arc::clone(&last_info);
        let search = self
            .engine
            .start(position, self.limits.clone(), move |event| {
                if let Event::Info(info) = event {
                    *sink.lock().unwrap_or_else(PoisonError::into_inner) = Some(info);
                }
            })?;
        let mv = search.wait().mv.ok_or(SelfPlayError::NoMove)?;
        let info = last_info
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .filter(|info| info.pv.first() == Some(&mv));
        let pv = match &info {
            Some(info) if self.config.record_pv => info.pv[1..].to_vec(),
            _ => Vec::new(),
        };
        Ok(RecordedMove {
            mv,
            score: RecordedMove::score_of(info.and_then(|info| info.score)),
            pv,
        })
    }
}

/// A uniformly random legal move, without a score.
fn random_move(position: &Position, rng: &mut SplitMix64) -> Result<RecordedMove, SelfPlayError> {
    let mv = rng.choose(&position.moves()).copied();
    Ok(RecordedMove {
        mv: mv.ok_or(SelfPlayError::NoMove)?,
        score: 0,
        pv: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use evaluation::DominationDistance;

    use super::*;

    #[test]
    fn games_are_reproducible_by_seed() {
        let config = SelfPlayConfig {
            position: "6x6".to_owned(),
            record_pv: true,
            ..SelfPlayConfig::default()
        };
        let weights = DominationDistance::RUN_A.to_weights("a test").unwrap();
        let mut player = SelfPlayer::new(&config).unwrap();
        let mut play = |seed| {
            let rng = SplitMix64::from_seed(seed);
            player.play(0, &weights, rng).unwrap()
        };
        let game = play(1);
        assert_eq!(play(1), game);
        assert!((2..6).any(|seed| play(seed).moves != game.moves));
        let last = *game.positions().last().unwrap();
        assert_eq!(
            last.proven_outcome().and_then(|outcome| outcome.winner()),
            Some(game.winner)
        );
        assert!(
            game.moves
                .iter()
                .any(|mv| mv.score != 0 && !mv.pv.is_empty())
        );
    }

    #[test]
    fn decided_games_can_be_played_out() {
        let config = SelfPlayConfig {
            position: "6x6".to_owned(),
            play_out: true,
            random_plies: 2,
            ..SelfPlayConfig::default()
        };
        let weights = DominationDistance::RUN_A.to_weights("a test").unwrap();
        let mut player = SelfPlayer::new(&config).unwrap();
        let game = player.play(3, &weights, SplitMix64::from_seed(1)).unwrap();
        assert_eq!(game.number, 3);
        assert!(game.positions().last().unwrap().outcome().is_some());
    }

    #[test]
    fn invalid_configs_are_rejected() {
        let error = |config| SelfPlayer::new(&config).unwrap_err().to_string();
        let invalid = SelfPlayConfig {
            position: "moon".to_owned(),
            ..SelfPlayConfig::default()
        };
        assert!(error(invalid).starts_with("invalid start position \"moon\": "));
        let unlimited = SelfPlayConfig {
            nodes: None,
            ..SelfPlayConfig::default()
        };
        assert!(error(unlimited).starts_with("a search needs a limit"));
    }
}
