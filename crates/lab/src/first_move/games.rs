//! Games to their last move.

use amazons::{Game, Move, Position};
use engine::{Engine, GoLimits};

use super::{PlayedGame, PlayerConfig};
use crate::games::engine_with;
use crate::prelude::*;

/// Chooses the moves of both sides.
pub(super) enum MoveChooser {
    Random,
    /// An engine and its nodes per move.
    Engine(Box<Engine>, u64),
}

impl MoveChooser {
    pub(super) fn new(player: &PlayerConfig) -> Result<Self, BoxError> {
        if player.player == "random" {
            return Ok(Self::Random);
        }
        let engine = engine_with(&[
            ("Player", player.player.as_str()),
            ("Hash", "4"),
            // The same on every machine.
            ("EndgameTable", "built-in"),
            ("ExactEndgames", "off"),
            ("Book", "none"),
        ])?;
        Ok(Self::Engine(Box::new(engine), player.nodes))
    }

    fn new_game(&mut self) {
        if let Self::Engine(engine, _) = self {
            engine.new_game();
        }
    }

    fn choose_move(&mut self, position: &Position, rng: &mut SplitMix64) -> Result<Move, BoxError> {
        match self {
            Self::Random => random_move(position, rng),
            Self::Engine(engine, nodes) => {
                let best = engine.best_move(position, GoLimits::nodes(*nodes))?;
                Ok(best.mv.ok_or("the engine has no move")?)
            }
        }
    }
}

fn random_move(position: &Position, rng: &mut SplitMix64) -> Result<Move, BoxError> {
    let mv = rng.choose(&position.moves()).copied();
    Ok(mv.ok_or("there is no move")?)
}

/// Plays a game to its last move.
pub(super) fn play_game(
    start: Position,
    opening_plies: usize,
    chooser: &mut MoveChooser,
    rng: &mut SplitMix64,
) -> Result<PlayedGame, BoxError> {
    chooser.new_game();
    let first = start.to_move();
    let mut position = start;
    let mut move_counts = Vec::new();
    let mut separation_ply = None;
    let outcome = loop {
        if separation_ply.is_none() && position.is_separated() {
            separation_ply = Some(move_counts.len());
        }
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let mv = if move_counts.len() < opening_plies {
            random_move(&position, rng)?
        } else {
            chooser.choose_move(&position, rng)?
        };
        move_counts.push(u32::try_from(position.move_count())?);
        position.play(mv);
    };
    Ok(PlayedGame {
        first_won: outcome.winner() == Some(first),
        separation_ply: separation_ply.unwrap_or(move_counts.len()),
        move_counts,
    })
}
