//! How many positions are evaluated in a second, without any search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use amazons::Position;
use engine::Instructions;
use evaluation::{Layout, Staged};
use network::Network;

/// Long enough to even out what else the machine does.
const TIME: Duration = Duration::from_millis(400);

/// A search asks the network for so many moves at most.
const SUGGESTIONS: usize = 48;

/// Evaluations a second.
pub(super) struct EvaluationSpeeds {
    pub(super) hand_made: f64,
    /// With the moves that the network suggests.
    pub(super) network: f64,
}

impl EvaluationSpeeds {
    /// Measures on these positions, one after the other; `None` if the processor does not have the
    /// instructions.
    pub(super) fn measure(positions: &[Position], instructions: Instructions) -> Option<Self> {
        let staged = Staged::default();
        let path = instructions.evaluation_path()?;
        let hand_made = speed(positions, |position| {
            black_box(path.evaluate(&staged, &Layout::of(black_box(position))));
        });
        let network = Network::embedded().on_path(instructions.network_path())?;
        let mut workspace = network.workspace();
        let network = speed(positions, |position| {
            let evaluation = network.evaluate(&mut workspace, black_box(position));
            let policy = network.policy(position, &evaluation);
            black_box(policy.likeliest(SUGGESTIONS));
        });
        Some(Self { hand_made, network })
    }
}

/// How often a second something can be done to the positions, in rounds over all of them.
fn speed(positions: &[Position], mut evaluate: impl FnMut(&Position)) -> f64 {
    let begin = Instant::now();
    let mut count = 0;
    while begin.elapsed() < TIME {
        // Several rounds between looks at the clock, which costs as much as a quick evaluation.
        for _ in 0..4 {
            positions.iter().for_each(&mut evaluate);
        }
        count += 4 * positions.len();
    }
    count as f64 / begin.elapsed().as_secs_f64()
}
