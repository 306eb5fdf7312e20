//! What is learned from a game.

use std::fmt;
use std::str::FromStr;

use amazons::{Game, Position};
use evaluation::Weights;
use game::Color;
use serde::{Deserialize, Serialize};

use crate::differences::{Differences, Slope, logistic};
use crate::form::{Form, Slopes};
use crate::record::{PlayedGame, Ply};

/// How a game is learned from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// TD(λ) over the positions of the game, as the paper has it.
    Td,
    /// TDLeaf(λ): over the positions at the ends of the lines that the players expected, whose values are those
    /// of the searches.
    TdLeaf,
    /// Every position learns the value that the search found for it.
    Search,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Td, Self::TdLeaf, Self::Search];

    /// The name, as users type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Td => "td",
            Self::TdLeaf => "td-leaf",
            Self::Search => "search",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|method| method.name() == text);
        let names = Self::ALL.map(Self::name).join(", ");
        found.ok_or_else(|| format!("there is no method {text:?}, only {names}"))
    }
}

/// Weights that learn.
#[derive(Clone, Debug)]
pub struct Learner {
    form: Form,
    method: Method,
    differences: Differences,
    slopes: Slopes,
    numbers: Vec<f64>,
}

/// "Own" is one colour for the whole of every game, so that successive chances can be compared.
const OWN: Color = Color::Black;

impl Learner {
    /// Weights that have learned nothing yet.
    #[must_use]
    pub fn new(form: Form, method: Method, differences: Differences) -> Self {
        Self {
            form,
            method,
            differences,
            slopes: Slopes::new(form),
            numbers: form.start(),
        }
    }

    /// The same, beginning with those numbers, one for each of [`Form::names`].
    #[must_use]
    pub fn starting_from(self, numbers: &[f64]) -> Self {
        Self {
            numbers: numbers.to_vec(),
            ..self
        }
    }

    /// What was learned, in the order of [`Form::names`].
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// What was learned, to play with.
    #[must_use]
    pub fn weights(&self, provenance: &str) -> Weights {
        self.form
            .weights(&self.numbers, self.differences.omega, provenance)
    }

    /// Learns from a game at a rate (the paper's α).
    pub fn learn(&mut self, game: &PlayedGame, rate: f64) {
        let change = match self.method {
            Method::Td => self.by_differences(game, &game_positions(game)),
            Method::TdLeaf => self.by_differences(game, &leaves(game)),
            Method::Search => self.by_search_values(game),
        };
        for (number, change) in self.numbers.iter_mut().zip(change) {
            *number += rate * change;
        }
    }

    fn by_differences(&self, game: &PlayedGame, positions: &[Position]) -> Vec<f64> {
        let result = if game.winner == OWN { 1.0 } else { 0.0 };
        let slopes = self.slopes_of(positions);
        self.differences.change(&self.numbers, &slopes, result)
    }

    fn by_search_values(&self, game: &PlayedGame) -> Vec<f64> {
        let positions = game_positions(game);
        let targets: Vec<f64> = positions
            .iter()
            .zip(&game.plies)
            .map(|(position, ply)| {
                let chance = searched_chance(ply);
                if position.to_move() == OWN {
                    chance
                } else {
                    1.0 - chance
                }
            })
            .collect();
        let slopes = self.slopes_of(&positions);
        self.differences
            .change_towards(&self.numbers, &slopes, &targets)
    }

    fn slopes_of(&self, positions: &[Position]) -> Vec<Slope> {
        let slope = |position| self.slopes.of(position, OWN);
        positions.iter().map(slope).collect()
    }
}

/// The positions in which moves were chosen; what the last one led to is known by the result.
fn game_positions(game: &PlayedGame) -> Vec<Position> {
    let mut positions = game.positions();
    positions.pop();
    positions
}

/// The ends of the lines that the players expected, up to the first that is a proof: that one's value is the result,
/// and no weight has a part in it.
fn leaves(game: &PlayedGame) -> Vec<Position> {
    let plies = game.plies.iter();
    game.positions()
        .iter()
        .zip(plies.take_while(|ply| ply.score.abs() != Ply::PROVEN))
        .map(|(position, ply)| {
            let mut leaf = *position;
            for &mv in std::iter::once(&ply.mv).chain(&ply.line) {
                leaf.play(mv);
            }
            leaf
        })
        .collect()
}

/// The chance that a search gave the player who moved.
pub(crate) fn searched_chance(ply: &Ply) -> f64 {
    match ply.score {
        Ply::PROVEN => 1.0,
        score if score == -Ply::PROVEN => 0.0,
        score => logistic(f64::from(score) / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;

    use super::*;
    use crate::record::tests::random_game;

    fn learner(method: Method) -> Learner {
        Learner::new(Form::Paper, method, Differences::default())
    }

    /// Learning from a game again and again makes its result likelier.
    #[test]
    fn every_method_learns_what_it_is_told() {
        let mut game = random_game(0, &mut RandomNumbers::from_seed(5));
        for (place, ply) in game.plies.iter_mut().enumerate() {
            let by_winner = (place % 2 == 0) == (game.start.to_move() == game.winner);
            ply.score = if by_winner { 4_000 } else { -4_000 };
        }
        for method in Method::ALL {
            let mut learner = learner(method);
            let positions = match method {
                Method::TdLeaf => leaves(&game),
                _ => game_positions(&game),
            };
            let loss = |learner: &Learner| -> f64 {
                let slopes = positions
                    .iter()
                    .map(|position| learner.slopes.of(position, game.winner));
                let chances =
                    slopes.map(|slope| learner.differences.chance(&learner.numbers, &slope));
                chances.map(|chance| -chance.ln()).sum()
            };
            let before = loss(&learner);
            for _ in 0..50 {
                learner.learn(&game, 0.1);
            }
            let after = loss(&learner);
            assert!(after < before, "{method}: {after}, not less than {before}");
            assert_eq!(method.name().parse(), Ok(method));
        }
    }

    #[test]
    fn leaves_end_with_the_first_proof() {
        let mut game = random_game(0, &mut RandomNumbers::from_seed(6));
        for ply in &mut game.plies {
            ply.score = 0;
        }
        game.plies[4].score = -Ply::PROVEN;
        assert_eq!(leaves(&game).len(), 4);
        assert_eq!(searched_chance(&game.plies[4]), 0.0);
        assert_eq!(searched_chance(&game.plies[3]), 0.5);
    }
}
