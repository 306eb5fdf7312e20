//! Evaluation rates without search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use amazons::Position;
use engine::evaluation_backend;
use evaluation::{EvalBoard, TaperedEvaluation};
use network::{Kernel, Network};

/// Duration of a measurement.
const MEASURE_TIME: Duration = Duration::from_millis(400);

/// Maximum number of policy moves that a search requests.
const MAX_POLICY_MOVES: usize = 48;

/// Evaluations per second.
pub(super) struct EvaluationRates {
    pub(super) handcrafted: f64,
    /// Value and policy of the network.
    pub(super) network: f64,
}

impl EvaluationRates {
    /// Measures the rates; `None` if the processor lacks the instruction set.
    pub(super) fn measure(positions: &[Position], kernel: Kernel) -> Option<Self> {
        let staged = TaperedEvaluation::default();
        let path = evaluation_backend(kernel)?;
        let handcrafted = rate(positions, |position| {
            black_box(path.evaluate(&staged, &EvalBoard::from(black_box(position))));
        });
        let network = Network::embedded().with_kernel(kernel)?;
        let mut workspace = network.workspace();
        let network = rate(positions, |position| {
            let evaluation = network.evaluate(&mut workspace, black_box(position));
            let policy = network.policy(position, &evaluation);
            black_box(policy.top_moves(MAX_POLICY_MOVES));
        });
        Some(Self {
            handcrafted,
            network,
        })
    }
}

/// Evaluations per second, in rounds over all positions.
fn rate(positions: &[Position], mut evaluate: impl FnMut(&Position)) -> f64 {
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < MEASURE_TIME {
        // Reading the clock costs as much as a fast evaluation, so several rounds go between.
        for _ in 0..4 {
            positions.iter().for_each(&mut evaluate);
        }
        count += 4 * positions.len();
    }
    count as f64 / start.elapsed().as_secs_f64()
}
