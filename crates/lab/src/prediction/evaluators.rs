//! The evaluations that are compared.

use std::fmt::Display;

use amazons::Position;
use evaluation::{
    DominationDistance, EvalBoard, EvaluationFunction, Lieberum, LogOdds, TaperedEvaluation,
    TermWeights, WeightsError,
};
use network::{Network, Workspace};

use crate::prelude::*;

/// Names of the evaluations that are always compared.
const NAMES: [&str; 6] = [
    "network",
    "handcrafted",
    "paper, learned",
    "paper, unlearned",
    "Lieberum",
    "first player",
];

/// Name of the evaluation from a weights file.
const FROM_FILE: &str = "weights file";

/// Names of all evaluations.
pub(super) fn names(has_file: bool) -> Vec<&'static str> {
    let from_file = has_file.then_some(FROM_FILE);
    NAMES.into_iter().chain(from_file).collect()
}

/// All evaluations.
pub(super) struct Evaluators {
    workspace: Workspace,
    handcrafted: TaperedEvaluation,
    from_file: Option<TaperedEvaluation>,
}

/// Maximum size of a weights file.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;

impl Evaluators {
    /// With the evaluation of a weights file, unless its name is empty.
    pub(super) fn new(weights: &str) -> Result<Self, BoxError> {
        let read = |file: &str| -> Result<TaperedEvaluation, BoxError> {
            let error = |error: &dyn Display| format!("cannot read weights {file}: {error}");
            let text = storage::read_text_file(file.as_ref(), MAX_WEIGHTS_BYTES)
                .map_err(|io| error(&io))?;
            let weights: TermWeights = text.parse().map_err(|parse: WeightsError| error(&parse))?;
            Ok(TaperedEvaluation::new(&weights))
        };
        Ok(Self {
            workspace: Network::embedded().workspace(),
            handcrafted: TaperedEvaluation::default(),
            from_file: match weights {
                "" => None,
                file => Some(read(file)?),
            },
        })
    }

    /// Log-odds of the player to move in millilogits, by evaluation.
    pub(super) fn evaluate_all(&mut self, position: &Position, ply: usize) -> Vec<i32> {
        let layout = EvalBoard::from(position);
        let network = Network::embedded().evaluate(&mut self.workspace, position);
        let first = if ply.is_multiple_of(2) { 1.0 } else { -1.0 };
        let values = [
            LogOdds::from_logit(network.win_logit.into()),
            self.handcrafted.evaluate(&layout),
            DominationDistance::RUN_A.evaluate(&layout),
            DominationDistance::BASELINE.evaluate(&layout),
            Lieberum.evaluate(&layout),
            LogOdds::from_logit(first),
        ];
        let from_file = self.from_file.iter().map(|one| one.evaluate(&layout));
        let all = values.into_iter().chain(from_file);
        all.map(LogOdds::millilogits).collect()
    }
}
