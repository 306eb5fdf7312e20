//! Who judges positions.

use amazons::Position;
use evaluation::{Estimate, Evaluation, Layout, Lieberum, Paper, Staged};
use network::{Network, Workspace};

/// Their names.
pub(super) const JUDGES: [&str; 6] = [
    "network",
    "hand-made",
    "paper, learned",
    "paper, unlearned",
    "Lieberum",
    "who moves first",
];

/// All of them.
pub(super) struct Judges {
    workspace: Workspace,
    hand_made: Staged,
}

impl Judges {
    pub(super) fn new() -> Self {
        Self {
            workspace: Network::embedded().workspace(),
            hand_made: Staged::default(),
        }
    }

    /// What each says of a position after so many moves: the logarithm of the odds of who is to move, in
    /// thousandths.
    pub(super) fn judge(&mut self, position: &Position, ply: usize) -> [i32; JUDGES.len()] {
        let layout = Layout::of(position);
        let network = Network::embedded().evaluate(&mut self.workspace, position);
        // Who knows nothing but who moved first believes in him, as much as experience will tell.
        let first = if ply.is_multiple_of(2) { 1.0 } else { -1.0 };
        [
            Estimate::from_logit(network.win_logit.into()),
            self.hand_made.evaluate(&layout),
            Paper::RUN_A.evaluate(&layout),
            Paper::UNLEARNED.evaluate(&layout),
            Lieberum.evaluate(&layout),
            Estimate::from_logit(first),
        ]
        .map(Estimate::thousandths)
    }
}
