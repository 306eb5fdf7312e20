//! A player that searches with a fixed node limit and varies its opening moves.

use amazons::{Move, Position};
use game::SplitMix64;
use serde::{Deserialize, Serialize};

use super::BoxError;
use crate::GoLimits;
use crate::engine::Engine;
use crate::opening_book::sample_near_first;

/// Number of candidate moves to vary among.
const MULTIPV: &str = "4";

/// How both sides of a game play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayConfig {
    /// Value of engine option `Player`.
    pub player: String,
    /// Nodes per move.
    pub nodes: u64,
    /// Number of opening plies in which a random good move is played.
    pub varied_plies: u32,
    /// Softmax temperature of these moves in millilogits.
    pub temperature: f64,
}

impl PlayConfig {
    /// Settings for fast games of the network player, with little variety in the opening.
    #[must_use]
    pub fn fast(nodes: u64) -> Self {
        Self {
            player: "network".to_owned(),
            nodes,
            varied_plies: 12,
            temperature: 20.0,
        }
    }

    /// The same with a node limit drawn log-uniformly between `nodes` and `max_nodes`.
    pub(super) fn with_random_nodes(&self, max_nodes: u64, rng: &mut SplitMix64) -> Self {
        let unit = rng.unit_f64();
        let (min, max) = (self.nodes as f64, max_nodes as f64);
        Self {
            nodes: (min * (max / min).powf(unit)).round() as u64,
            ..self.clone()
        }
    }
}

/// A player that always searches, without a book.
#[derive(Debug)]
pub struct SearchPlayer {
    engine: Engine,
    config: PlayConfig,
}

impl SearchPlayer {
    /// Creates a player whose moves depend on config and seed alone.
    ///
    /// # Errors
    /// If the config has an unknown player.
    pub fn new(config: &PlayConfig, seed: u64) -> Result<Self, BoxError> {
        let mut engine = Engine::new();
        engine.set_option("Player", &config.player)?;
        engine.set_option("Hash", "16")?;
        // Tables in the data directory would make moves depend on the machine.
        engine.set_option("EndgameTable", "built-in")?;
        engine.set_option("Seed", &(seed % u64::from(u32::MAX) + 1).to_string())?;
        engine.set_option("Book", "none")?;
        Ok(Self {
            engine,
            config: config.clone(),
        })
    }

    /// The engine, to set further options.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Searches for a move; in the opening plays a random one of the good moves.
    ///
    /// # Errors
    /// If the position has no move.
    pub fn search_move(
        &mut self,
        position: &Position,
        ply: u32,
        rng: &mut SplitMix64,
    ) -> Result<Move, BoxError> {
        let is_varied = ply < self.config.varied_plies;
        self.engine
            .set_option("MultiPV", if is_varied { MULTIPV } else { "1" })?;
        let mut limits = GoLimits::nodes(self.config.nodes);
        limits.search.final_report_only = true;
        let analysis = self.engine.analyze(position, limits)?;
        let candidates = analysis.lines().iter().filter_map(|line| {
            let probability = line.score?.win_probability().clamp(1e-9, 1.0 - 1e-9);
            let millilogits = (1_000.0 * (probability / (1.0 - probability)).ln()) as i32;
            Some((*line.pv.first()?, millilogits))
        });
        let (moves, values): (Vec<Move>, Vec<i32>) = candidates.unzip();
        let best_move = *moves.first().ok_or("the engine has no move")?;
        let sampled = sample_near_first(&values, self.config.temperature, rng);
        Ok(sampled.map_or(best_move, |index| moves[index]))
    }
}
