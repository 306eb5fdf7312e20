//! Games to their last move.

use amazons::{Game, Move, Position};
use engine::{Engine, Limits, RandomNumbers};

use super::{PlayedGame, Player};
use crate::experiment::Failure;

/// Whoever chooses the moves.
pub(super) enum Chooser {
    Random,
    Engine(Box<Engine>, Limits),
}

impl Chooser {
    pub(super) fn new(player: &Player) -> Result<Self, Failure> {
        if player.player == "random" {
            return Ok(Self::Random);
        }
        let mut engine = Engine::new();
        engine.set_option("Player", &player.player)?;
        // Enough for so few nodes, and soon forgotten.
        engine.set_option("Hash", "4")?;
        // The same on every machine.
        engine.set_option("EndgameTable", "built-in")?;
        engine.set_option("ExactEndgames", "off")?;
        engine.set_option("Book", "none")?;
        let limits = Limits {
            nodes: Some(player.nodes),
            ..Limits::default()
        };
        Ok(Self::Engine(Box::new(engine), limits))
    }

    fn new_game(&mut self) {
        if let Self::Engine(engine, _) = self {
            engine.new_game();
        }
    }

    fn choose(
        &mut self,
        position: &Position,
        numbers: &mut RandomNumbers,
    ) -> Result<Move, Failure> {
        let legal = || position.moves();
        Ok(match self {
            Self::Random => random_move(&legal(), numbers).ok_or("there is no move")?,
            Self::Engine(engine, limits) => {
                let answer = engine.answer(position, limits.clone())?;
                answer.best_move.ok_or("the engine has no move")?
            }
        })
    }
}

fn random_move(legal: &[Move], numbers: &mut RandomNumbers) -> Option<Move> {
    legal.get(numbers.below(legal.len())).copied()
}

/// Plays to the last move.
pub(super) fn play(
    start: Position,
    opening_plies: usize,
    chooser: &mut Chooser,
    numbers: &mut RandomNumbers,
) -> Result<PlayedGame, Failure> {
    chooser.new_game();
    let first = start.to_move();
    let mut position = start;
    let mut choices = Vec::new();
    let mut separated = None;
    let outcome = loop {
        if separated.is_none() && position.is_separated() {
            separated = Some(choices.len());
        }
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let mv = if choices.len() < opening_plies {
            random_move(&position.moves(), numbers).ok_or("there is no move")?
        } else {
            chooser.choose(&position, numbers)?
        };
        choices.push(u32::try_from(position.move_count())?);
        position.play(mv);
    };
    Ok(PlayedGame {
        first_won: outcome.winner() == Some(first),
        separated: separated.unwrap_or(choices.len()),
        choices,
    })
}
