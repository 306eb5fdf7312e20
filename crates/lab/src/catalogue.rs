//! All experiments, in the order in which they are listed.

use crate::book::{
    AtAGlance, ByAlphaBeta, ByNetwork, ByPolicy, ByWidth, DropOut, Matches, Shape, Shipped,
};
use crate::experiment::Listed;
use crate::game::FirstMover;
use crate::kinds::{
    AgainstPlain, ByResults, Captured, Captures, Checks, Deeper, Drops, InAmazons, Learned, Pieces,
    Several,
};
use crate::om::{
    Bait, BetaPruning, EqualDepths, ExactModel, InShogi, InTicTacToe, LargerBoards, Mistakes,
    Mixture, ModelError, RootValue, Trees, UnequalDepths, Values,
};
use crate::prediction::Prediction;
use crate::subgames::{
    ExactSums, Figure4, Proved, Sampled, Table3, Table4, Table5, Table6, Table7, Table8, Table9,
    TurnOrders,
};
use crate::td::{
    Against, AllWeights, Converging, Frequencies, KingOnly, LearnedWeights, Methods, QueenOnly,
    Readings, Steps,
};

/// Every experiment; a new one gets a line here.
pub const ALL: &[&dyn Listed] = &[
    &FirstMover,
    &Prediction,
    &Table3,
    &Sampled(Table4),
    &Sampled(Table5),
    &Sampled(Table6),
    &Sampled(Table7),
    &Sampled(Table8),
    &Sampled(Table9),
    &Figure4,
    &TurnOrders,
    &ExactSums,
    &Proved,
    &Trees(Mistakes),
    &Trees(BetaPruning),
    &Trees(RootValue),
    &Trees(Values),
    &InTicTacToe,
    &ExactModel(EqualDepths),
    &ExactModel(LargerBoards),
    &ExactModel(UnequalDepths),
    &InShogi,
    &Bait,
    &ModelError,
    &Mixture,
    &Frequencies,
    &LearnedWeights,
    &Against(AllWeights),
    &Against(QueenOnly),
    &Against(KingOnly),
    &Readings,
    &Methods,
    &Steps,
    &Converging,
    &Shape(ByNetwork),
    &Shape(ByAlphaBeta),
    &Shape(AtAGlance),
    &DropOut,
    &Matches(ByWidth),
    &Matches(ByPolicy),
    &Shipped,
    &Learned(Drops),
    &Learned(Captures),
    &Learned(Checks),
    &Learned(Several),
    &Learned(Pieces),
    &Learned(Captured),
    &Learned(Deeper),
    &AgainstPlain,
    &ByResults,
    &InAmazons,
];

/// The experiment of that name.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Listed> {
    ALL.iter().copied().find(|entry| entry.about().id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::experiment::Scale;

    #[test]
    fn every_experiment_has_a_name_of_its_own_and_something_to_do() {
        let mut names = HashSet::new();
        for entry in ALL {
            let about = entry.about();
            let (paper, name) = about.id.split_once('/').expect("PAPER/EXPERIMENT");
            let is_plain = |text: &str| {
                let mut letters = text.chars();
                letters
                    .next()
                    .is_some_and(|first| first.is_ascii_lowercase())
                    && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            };
            assert!(is_plain(paper) && is_plain(name), "{}", about.id);
            assert!(names.insert(about.id), "{} is there twice", about.id);
            assert!(find(about.id).is_some());
            for scale in Scale::ALL {
                let units = entry.units(&entry.settings(scale)).unwrap();
                assert!(units > 0, "{} {scale}", about.id);
            }
        }
        assert!(find("game/nothing").is_none());
    }
}
