//! The computer's seat at the table.

use std::sync::mpsc;
use std::time::Duration;

use amazons::{Move, Position};
use anyhow::Context;
use engine::{Engine, Event, Level, Limits, Opening, OptionError};

use crate::cli::Play;

/// The engine, as an opponent.
pub struct Computer {
    engine: Engine,
    time: Duration,
}

impl Computer {
    /// The opponent that the options ask for.
    pub fn new(options: &Play) -> anyhow::Result<Self> {
        let mut engine = Engine::new();
        match &options.opponent {
            Some(opponent) => {
                engine.set_option("Player", "opponent-model")?;
                engine.set_option("Opponent", opponent)?;
            }
            None => engine.set_option("Player", &options.player)?,
        }
        engine.set_option("Seed", &options.seed.to_string())?;
        let time = Duration::try_from_secs_f64(options.seconds)
            .with_context(|| format!("a move cannot take {} seconds", options.seconds))?;
        let mut computer = Self { engine, time };
        computer.set_level(&options.level.to_string())?;
        Ok(computer)
    }

    /// How strongly it plays.
    pub fn level(&self) -> Level {
        self.engine.level()
    }

    /// Plays at another level from now on.
    pub fn set_level(&mut self, number: &str) -> Result<(), OptionError> {
        self.engine.set_option("Level", number)
    }

    /// The move that it plays in a position that has one, and what its opening book had to do with it.
    pub fn choose(&mut self, position: &Position) -> anyhow::Result<(Move, Option<Opening>)> {
        let (sender, events) = mpsc::channel();
        let limits = Limits::move_time(self.time);
        let search = self.engine.start(position, limits, move |event| {
            if let Event::Opening(opening) = event {
                // Nobody has gone away: the receiver is below.
                let _ = sender.send(opening);
            }
        })?;
        let answer = search.wait();
        let mv = answer.best_move.context("the computer found no move")?;
        Ok((mv, events.try_iter().last()))
    }
}
