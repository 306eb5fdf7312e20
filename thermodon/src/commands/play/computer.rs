//! The computer's seat at the table.

use amazons::{Move, Position};
use anyhow::Context;
use engine::{Engine, Limits};

/// The engine, as an opponent.
pub struct Computer(Engine);

impl Computer {
    /// An opponent whose choices follow from a seed; 0 takes other ones every time.
    pub fn new(seed: u64) -> anyhow::Result<Self> {
        let mut engine = Engine::new();
        engine.set_option("Seed", &seed.to_string())?;
        Ok(Self(engine))
    }

    /// The move that it plays in a position that has one.
    pub fn choose(&mut self, position: &Position) -> anyhow::Result<Move> {
        let answer = self.0.answer(position, Limits::default())?;
        answer.best_move.context("the computer found no move")
    }
}
