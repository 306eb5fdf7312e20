//! Which weights there are to learn.
//!
//! All forms are [`Weights`] of which some terms are free and the others nought, so that whatever is learned
//! can be written to a file and played with.

use std::fmt;
use std::str::FromStr;

use amazons::Position;
use evaluation::paper::TYPE_TERMS;
use evaluation::weights::Axis;
use evaluation::{Features, Layout, Term, Terms, Weights};
use game::Color;
use serde::{Deserialize, Serialize};

use crate::differences::Slope;

/// A set of weights to learn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The paper's nine, for shares of the squares that somebody reaches (equations 3 and 4).
    Paper,
    /// The same without ties, for those who would credit them to nobody.
    NoTies,
    /// The paper's nine without the division of equation 4: for a square.
    Undivided,
    /// The paper's nine at five stages of the game.
    Staged,
    /// All terms of the engine at five stages, for shares.
    Wide,
    /// All terms of the engine at eight stages of openness, for a square: the form of the weights that ship.
    Engine,
}

/// Stages of forms whose terms are divided, by squares that somebody reaches.
const SHARE_STAGES: &[u8] = &[10, 30, 50, 70, 90];

impl Form {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Paper,
        Self::NoTies,
        Self::Undivided,
        Self::Staged,
        Self::Wide,
        Self::Engine,
    ];

    /// The name, as users type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::NoTies => "no-ties",
            Self::Undivided => "undivided",
            Self::Staged => "staged",
            Self::Wide => "wide",
            Self::Engine => "engine",
        }
    }

    /// The free terms.
    #[must_use]
    pub fn terms(self) -> &'static [Term] {
        match self {
            Self::Paper | Self::Undivided | Self::Staged => &TYPE_TERMS,
            Self::NoTies => TYPE_TERMS.split_at(2).1,
            Self::Wide | Self::Engine => &Term::ALL,
        }
    }

    /// Weights of this form that are all nought.
    #[must_use]
    pub fn zero(self) -> Weights {
        let (axis, stages): (Axis, &[u8]) = match self {
            Self::Paper | Self::NoTies => (Axis::Share, &[0]),
            Self::Undivided => (Axis::Empty, &[0]),
            Self::Staged | Self::Wide => (Axis::Share, SHARE_STAGES),
            Self::Engine => (Axis::Openness, &[0, 4, 10, 20, 35, 50, 62, 72]),
        };
        Weights::zero(axis, stages).expect("the stages are few and rise")
    }

    /// The numbers to begin with: 1 for each of the paper's nine, as there; nothing else counts yet.
    #[must_use]
    pub fn start(self) -> Vec<f64> {
        let stages = self.zero().stages().len();
        let of_term = |term: &Term| if TYPE_TERMS.contains(term) { 1.0 } else { 0.0 };
        let terms = self.terms().iter();
        terms.flat_map(|term| vec![of_term(term); stages]).collect()
    }

    /// What a name stands behind each number: its term, and its stage if there are several.
    #[must_use]
    pub fn names(self) -> Vec<String> {
        let zero = self.zero();
        let name = |term: Term, stage: u8| match zero.stages() {
            [_] => term.name().to_owned(),
            _ => format!("{}@{stage}", term.name()),
        };
        let stages = zero.stages();
        let terms = self.terms().iter();
        terms
            .flat_map(|&term| stages.iter().map(move |&stage| (term, stage)))
            .map(|(term, stage)| name(term, stage))
            .collect()
    }

    /// The numbers as weights to play with, where `omega` of V make a logit. What is too large for a file is
    /// cut off.
    #[must_use]
    pub fn weights(self, numbers: &[f64], omega: f64, provenance: &str) -> Weights {
        let mut weights = self.zero();
        weights.provenance = provenance.to_owned();
        let (stages, limit) = (weights.stages().len(), weights.limit());
        for (&term, numbers) in self.terms().iter().zip(numbers.chunks_exact(stages)) {
            for (stage, number) in numbers.iter().enumerate() {
                let logits = (number / omega).clamp(-limit, limit);
                // Only what is not a number is refused now, and counts as nothing.
                let _ = weights.set(term, stage, logits);
            }
        }
        weights
    }

    /// The numbers that stand behind weights of this form.
    #[must_use]
    pub fn numbers(self, weights: &Weights) -> Vec<f64> {
        let of_term = |&term: &Term| weights.of(term).to_vec();
        self.terms().iter().flat_map(of_term).collect()
    }
}

/// Finds what a position's value consists of.
#[derive(Clone, Debug)]
pub struct Slopes {
    form: Form,
    zero: Weights,
}

impl Slopes {
    /// For weights of that form.
    #[must_use]
    pub fn new(form: Form) -> Self {
        Self {
            form,
            zero: form.zero(),
        }
    }

    /// What each number is multiplied by in V, as `color` sees the position.
    #[must_use]
    pub fn of(&self, position: &Position, color: Color) -> Slope {
        let features = Features::of(&Layout::of(position));
        let terms = Terms::of(&features, position.to_move());
        let axis = self.zero.axis();
        let stage = axis.stage(&features);
        // Terms are as the player to move sees them, ties credited to him.
        let sign = if color == position.to_move() {
            1.0
        } else {
            -1.0
        };
        let factor = sign / axis.divisor(stage);
        let stages = self.zero.stages().len();
        let mut slope = Slope::new();
        for (place, &term) in self.form.terms().iter().enumerate() {
            let value = terms.get(term) * factor;
            for (index, share) in self.zero.between(stage) {
                if value * share != 0.0 {
                    slope.push((place * stages + index, value * share));
                }
            }
        }
        slope
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        let names = Self::ALL.map(Self::name).join(", ");
        found.ok_or_else(|| format!("there is no form {text:?} of weights, only {names}"))
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;
    use engine::RandomNumbers;
    use evaluation::{Evaluation, Paper, Staged};

    use super::*;
    use crate::differences::Differences;

    /// Positions of random games on several boards.
    fn positions() -> Vec<Position> {
        let mut numbers = RandomNumbers::from_seed(1);
        let mut positions = Vec::new();
        for start in ["startpos", "6x6", "8x8"] {
            let mut position = amazons::notation::parse_position(start).unwrap();
            while position.outcome().is_none() {
                positions.push(position);
                let moves = position.moves();
                position.play(moves[numbers.below(moves.len())]);
            }
        }
        positions
    }

    /// What is learned is what is played: V by slopes is what the engine's evaluation makes of the weights.
    #[test]
    fn values_by_slopes_are_the_evaluations() {
        let mut numbers = RandomNumbers::from_seed(2);
        for form in Form::ALL {
            let slopes = Slopes::new(form);
            let weights: Vec<f64> = form
                .start()
                .iter()
                .map(|_| numbers.below(2_000) as f64 / 10_000.0 - 0.1)
                .collect();
            let staged = Staged::new(&form.weights(&weights, 2.0, "a test"));
            for position in positions() {
                let estimate = staged.evaluate(&Layout::of(&position)).logit();
                let slope = slopes.of(&position, position.to_move());
                let value = Differences::value(&weights, &slope) / 2.0;
                assert!(
                    (value - estimate).abs() < 3e-3,
                    "{form}: {value}, not {estimate}"
                );
                let other = slopes.of(&position, !position.to_move());
                assert_eq!(-value, Differences::value(&weights, &other) / 2.0);
            }
        }
    }

    #[test]
    fn the_papers_form_is_the_papers_evaluation() {
        let slopes = Slopes::new(Form::Paper);
        for position in positions() {
            let features = Features::of(&Layout::of(&position));
            let expected = Paper::coefficients(&features, position.to_move());
            let mut found = [0.0; 9];
            for (index, by) in slopes.of(&position, position.to_move()) {
                found[index] += by;
            }
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn numbers_and_names_stand_for_each_other() {
        for form in Form::ALL {
            let start = form.start();
            assert_eq!(form.names().len(), start.len());
            assert_eq!(form.numbers(&form.weights(&start, 1.0, "")), start);
            assert_eq!(form.name().parse(), Ok(form));
        }
        assert!(
            "moon"
                .parse::<Form>()
                .unwrap_err()
                .contains("paper, no-ties")
        );
    }
}
