//! What is learned from many games at once: the weights that foretell them best ("Texel's method").

use std::fmt;
use std::str::FromStr;

use amazons::Position;
use serde::{Deserialize, Serialize};

use crate::form::{Form, Slopes};
use crate::lesson::searched_chance;
use crate::record::PlayedGame;
use crate::regression::{Example, Examples, fit, loss};

/// What a position is to foretell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// Who won.
    Result,
    /// The chance that the search gave to the player to move.
    Search,
    /// Half of each.
    Both,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Result, Self::Search, Self::Both];

    /// The name, as users type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Search => "search",
            Self::Both => "both",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|target| target.name() == text);
        let names = Self::ALL.map(Self::name).join(", ");
        found.ok_or_else(|| format!("there is no target {text:?}, only {names}"))
    }
}

/// Positions with what they foretell, for weights of a form.
#[derive(Clone, Debug)]
pub struct Tuning {
    slopes: Slopes,
    form: Form,
    target: Target,
    /// One position in so many is taken of a game.
    every: usize,
    positions: Vec<(Position, f64)>,
    games: usize,
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The numbers, in the order of [`Form::names`].
    pub numbers: Vec<f64>,
    /// What the numbers lose that it began with, per position.
    pub loss_before: f64,
    /// What these lose.
    pub loss_after: f64,
}

/// What it costs to move weights: enough to hold those that few positions tell about, such as that of a domain in the
/// opening, where there is none.
const RIDGE: f64 = 100.0;

impl Tuning {
    /// Nothing to learn from yet. One position in `every` is taken of each game, since neighbours tell the same.
    #[must_use]
    pub fn new(form: Form, target: Target, every: usize) -> Self {
        Self {
            slopes: Slopes::new(form),
            form,
            target,
            every: every.max(1),
            positions: Vec::new(),
            games: 0,
        }
    }

    /// Adds the positions of a game.
    pub fn add(&mut self, game: &PlayedGame) {
        let positions = game.positions();
        // Not the same plies of every game.
        let first = self.games % self.every;
        let plies = positions.iter().zip(&game.plies);
        for (position, ply) in plies.skip(first).step_by(self.every) {
            let result = if position.to_move() == game.winner {
                1.0
            } else {
                0.0
            };
            let chance = match self.target {
                Target::Result => result,
                Target::Search => searched_chance(ply),
                Target::Both => (result + searched_chance(ply)) / 2.0,
            };
            self.positions.push((*position, chance));
        }
        self.games += 1;
    }

    /// How many games and positions there are.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.games, self.positions.len())
    }

    /// Finds the best numbers near those, which say what the games do not.
    #[must_use]
    pub fn tune(&self, start: &[f64]) -> Tuned {
        let numbers = fit(start, self, RIDGE);
        Tuned {
            loss_before: loss(start, self),
            loss_after: loss(&numbers, self),
            numbers,
        }
    }

    /// The weights to learn.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }
}

impl Examples for Tuning {
    fn examples(&self) -> impl Iterator<Item = Example> {
        self.positions.iter().map(|(position, target)| Example {
            slope: self.slopes.of(position, position.to_move()),
            target: *target,
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;

    use super::*;
    use crate::record::tests::random_game;

    #[test]
    fn tuned_weights_foretell_better() {
        let mut numbers = RandomNumbers::from_seed(3);
        for target in Target::ALL {
            let mut tuning = Tuning::new(Form::Paper, target, 2);
            for number in 0..200 {
                tuning.add(&random_game(number, &mut numbers));
            }
            let (games, positions) = tuning.counts();
            assert!(games == 200 && positions > 1_000, "{games} {positions}");
            let start = tuning.form().start();
            let tuned = tuning.tune(&start);
            assert!(tuned.loss_after < tuned.loss_before, "{target}: {tuned:?}");
            assert_eq!(target.name().parse(), Ok(target));
        }
    }
}
