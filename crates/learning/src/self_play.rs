//! The engine against itself.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use amazons::{Game, Position};
use engine::{Engine, Event, Info, Limits, OptionError, RandomNumbers};
use evaluation::Weights;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::{PlayedGame, Ply};

/// How games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlaySettings {
    /// Where they begin.
    pub position: String,
    /// The positions that a search looks at for a move; no limit if there is none.
    pub nodes: Option<u64>,
    /// How deep a search looks; no limit if there is none.
    pub depth: Option<u32>,
    /// The largest random number on an evaluation, in thousandths of a logit: what makes games differ.
    pub noise: u32,
    /// Random moves that a game begins with.
    pub random_plies: u32,
    /// Whether decided games are played to their last move.
    pub to_the_end: bool,
    /// Whether the lines are kept that the players expected.
    pub keep_lines: bool,
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self {
            position: "startpos".to_owned(),
            nodes: Some(50),
            depth: None,
            noise: 50,
            random_plies: 0,
            to_the_end: false,
            keep_lines: false,
        }
    }
}

/// Why no game can be played.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The start is no position.
    #[error("games cannot begin at {0:?}: {1}")]
    Start(String, String),
    /// Nothing ends a search.
    #[error("a search needs a limit on its nodes or its depth")]
    Unlimited,
    /// The engine refused an option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No thread for the engine.
    #[error("the engine cannot think: {0}")]
    Engine(#[from] io::Error),
    /// The engine is at a loss.
    #[error("the engine has no move")]
    NoMove,
}

/// Plays games by alpha-beta over weights that may change from game to game.
#[derive(Debug)]
pub struct SelfPlayer {
    engine: Engine,
    start: Position,
    limits: Limits,
    settings: PlaySettings,
}

impl SelfPlayer {
    /// Prepares an engine.
    ///
    /// # Errors
    /// If the settings make no game.
    pub fn new(settings: &PlaySettings) -> Result<Self, SelfPlayError> {
        let start = amazons::notation::parse_position(&settings.position)
            .map_err(|error| SelfPlayError::Start(settings.position.clone(), error.to_string()))?;
        if settings.nodes.is_none() && settings.depth.is_none() {
            return Err(SelfPlayError::Unlimited);
        }
        let mut engine = Engine::new();
        engine.set_option("Player", "alpha-beta")?;
        // Enough for so few nodes, and soon forgotten.
        engine.set_option("Hash", "1")?;
        // The same on every machine.
        engine.set_option("EndgameTable", "built-in")?;
        engine.set_option("ExactEndgames", "off")?;
        // What is known by heart teaches nothing.
        engine.set_option("Book", "none")?;
        engine.set_option("Noise", &settings.noise.to_string())?;
        let limits = Limits {
            nodes: settings.nodes,
            depth: settings.depth,
            ..Limits::default()
        };
        Ok(Self {
            engine,
            start,
            limits,
            settings: settings.clone(),
        })
    }

    /// Plays a game, which follows from weights and random numbers alone.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn play(
        &mut self,
        number: u32,
        weights: &Weights,
        mut numbers: RandomNumbers,
    ) -> Result<PlayedGame, SelfPlayError> {
        self.engine.set_weights(weights);
        // Nought would take another seed every time.
        let seed = 1 + numbers.below(u32::MAX as usize);
        self.engine.set_option("Seed", &seed.to_string())?;
        let mut position = self.start;
        let mut plies = Vec::new();
        let outcome = loop {
            let outcome = if self.settings.to_the_end {
                position.outcome()
            } else {
                position.proven_outcome()
            };
            if let Some(outcome) = outcome {
                break outcome;
            }
            let ply = if plies.len() < self.settings.random_plies as usize {
                random_ply(&position, &mut numbers)?
            } else {
                self.choose(&position)?
            };
            position.play(ply.mv);
            plies.push(ply);
        };
        Ok(PlayedGame {
            number,
            start: self.start,
            plies,
            winner: outcome.winner().ok_or(SelfPlayError::NoMove)?,
        })
    }

    fn choose(&mut self, position: &Position) -> Result<Ply, SelfPlayError> {
        let latest: Arc<Mutex<Option<Info>>> = Arc::default();
        let heard = Arc::clone(&latest);
        let search = self
            .engine
            .start(position, self.limits.clone(), move |event| {
                if let Event::Info(info) = event {
                    *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(info);
                }
            })?;
        let mv = search.wait().best_move.ok_or(SelfPlayError::NoMove)?;
        let info = latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .filter(|info| info.line.first() == Some(&mv));
        let line = match &info {
            Some(info) if self.settings.keep_lines => info.line[1..].to_vec(),
            _ => Vec::new(),
        };
        Ok(Ply {
            mv,
            score: Ply::score_of(info.and_then(|info| info.score)),
            line,
        })
    }
}

fn random_ply(position: &Position, numbers: &mut RandomNumbers) -> Result<Ply, SelfPlayError> {
    let moves = position.moves();
    let drawn = moves.get(numbers.below(moves.len()));
    Ok(Ply {
        mv: *drawn.ok_or(SelfPlayError::NoMove)?,
        score: 0,
        line: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use evaluation::Paper;

    use super::*;

    #[test]
    fn games_repeat_with_their_numbers_and_differ_without() {
        let settings = PlaySettings {
            position: "6x6".to_owned(),
            keep_lines: true,
            ..PlaySettings::default()
        };
        let weights = Paper::RUN_A.to_weights("a test").unwrap();
        let mut player = SelfPlayer::new(&settings).unwrap();
        let mut play = |seed| {
            let numbers = RandomNumbers::from_seed(seed);
            player.play(0, &weights, numbers).unwrap()
        };
        let game = play(1);
        assert_eq!(play(1), game);
        assert!((2..6).any(|seed| play(seed).plies != game.plies));
        let last = *game.positions().last().unwrap();
        assert_eq!(
            last.proven_outcome().and_then(|end| end.winner()),
            Some(game.winner)
        );
        assert!(
            game.plies
                .iter()
                .any(|ply| ply.score != 0 && !ply.line.is_empty())
        );
    }

    #[test]
    fn decided_games_can_be_played_out() {
        let settings = PlaySettings {
            position: "6x6".to_owned(),
            to_the_end: true,
            random_plies: 2,
            ..PlaySettings::default()
        };
        let weights = Paper::RUN_A.to_weights("a test").unwrap();
        let mut player = SelfPlayer::new(&settings).unwrap();
        let game = player
            .play(3, &weights, RandomNumbers::from_seed(1))
            .unwrap();
        assert_eq!(game.number, 3);
        assert!(game.positions().last().unwrap().outcome().is_some());
    }

    #[test]
    fn what_makes_no_game_is_said() {
        let refusal = |settings| SelfPlayer::new(&settings).unwrap_err().to_string();
        let nowhere = PlaySettings {
            position: "moon".to_owned(),
            ..PlaySettings::default()
        };
        assert!(refusal(nowhere).starts_with("games cannot begin at \"moon\": "));
        let endless = PlaySettings {
            nodes: None,
            ..PlaySettings::default()
        };
        assert!(refusal(endless).starts_with("a search needs a limit"));
    }
}
