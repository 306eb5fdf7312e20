//! Who judges positions.

use std::fs;

use amazons::Position;
use evaluation::{Estimate, Evaluation, Layout, Lieberum, Paper, Staged, Weights, WeightsError};
use network::{Network, Workspace};

use crate::experiment::Failure;

/// The names of those that are always there.
const KNOWN: [&str; 6] = [
    "network",
    "hand-made",
    "paper, learned",
    "paper, unlearned",
    "Lieberum",
    "who moves first",
];

/// The name of one whose weights come from a file.
const GIVEN: &str = "weights given";

/// The names of all; one more if weights are given.
pub(super) fn names(has_given: bool) -> Vec<&'static str> {
    let given = has_given.then_some(GIVEN);
    KNOWN.into_iter().chain(given).collect()
}

/// All of them.
pub(super) struct Judges {
    workspace: Workspace,
    hand_made: Staged,
    given: Option<Staged>,
}

impl Judges {
    /// With weights of a file besides, unless its name is empty.
    pub(super) fn new(weights: &str) -> Result<Self, Failure> {
        let read = |file: &str| -> Result<Staged, Failure> {
            let trouble = |error: &dyn std::fmt::Display| {
                format!("the weights cannot be read: {file}: {error}")
            };
            let text = fs::read_to_string(file).map_err(|error| trouble(&error))?;
            let weights: Weights = text
                .parse()
                .map_err(|error: WeightsError| trouble(&error))?;
            Ok(Staged::new(&weights))
        };
        Ok(Self {
            workspace: Network::embedded().workspace(),
            hand_made: Staged::default(),
            given: match weights {
                "" => None,
                file => Some(read(file)?),
            },
        })
    }

    /// What each says of a position after so many moves: the logarithm of the odds of who is to move, in
    /// thousandths.
    pub(super) fn judge(&mut self, position: &Position, ply: usize) -> Vec<i32> {
        let layout = Layout::of(position);
        let network = Network::embedded().evaluate(&mut self.workspace, position);
        // Who knows nothing but who moved first believes in him, as much as experience will tell.
        let first = if ply.is_multiple_of(2) { 1.0 } else { -1.0 };
        let known = [
            Estimate::from_logit(network.win_logit.into()),
            self.hand_made.evaluate(&layout),
            Paper::RUN_A.evaluate(&layout),
            Paper::UNLEARNED.evaluate(&layout),
            Lieberum.evaluate(&layout),
            Estimate::from_logit(first),
        ];
        let given = self.given.iter().map(|given| given.evaluate(&layout));
        let all = known.into_iter().chain(given);
        all.map(Estimate::thousandths).collect()
    }
}
