//! The engine as a player.

use std::sync::mpsc;
use std::time::Duration;

use amazons::{Move, Position};
use anyhow::Context;
use engine::{BookStatus, Engine, Event, GoLimits, Level, OptionError};

use super::PlayArgs;

/// The engine and its time per move.
pub struct EnginePlayer {
    engine: Engine,
    move_time: Duration,
}

impl EnginePlayer {
    pub fn new(args: &PlayArgs) -> anyhow::Result<Self> {
        let mut engine = Engine::new();
        match &args.opponent_model {
            Some(model) => {
                engine.set_option("Player", "opponent-model")?;
                engine.set_option("Opponent", model)?;
            }
            None => engine.set_option("Player", &args.engine.player)?,
        }
        engine.set_option("Seed", &args.seed.to_string())?;
        engine.set_option("Level", &args.level.to_string())?;
        args.engine.set_options(&mut engine)?;
        let move_time = Duration::try_from_secs_f64(args.time)
            .with_context(|| format!("--time {} is not a valid time", args.time))?;
        Ok(Self { engine, move_time })
    }

    pub fn level(&self) -> Level {
        self.engine.level()
    }

    pub fn set_level(&mut self, number: &str) -> Result<(), OptionError> {
        self.engine.set_option("Level", number)
    }

    /// The move that the engine plays, and its relation to the opening book. The position must have
    /// a move.
    pub fn best_move(&mut self, position: &Position) -> anyhow::Result<(Move, Option<BookStatus>)> {
        let (sender, openings) = mpsc::channel();
        let limits = GoLimits::move_time(self.move_time);
        let search = self.engine.start(position, limits, move |event| {
            if let Event::Book(opening) = event {
                // The receiver outlives the search.
                let _ = sender.send(opening);
            }
        })?;
        let answer = search.wait();
        let mv = answer.mv.context("the engine found no move")?;
        Ok((mv, openings.try_iter().last()))
    }
}
