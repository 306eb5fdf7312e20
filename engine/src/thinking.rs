//! The searchers as players: what was asked of the engine in their words, and what they found in the
//! engine's.

use std::fmt;
use std::sync::Arc;

use amazons::{Move, Position};
use search::monte_carlo::{Parameters, StaticExpander};
use search::{AlphaBeta, Memory, MonteCarlo, Report, Searcher, Signal};

use crate::analysis::{Answer, Event, Info, Score};
use crate::candidates::Staging;
use crate::knowledge::Knowledge;
use crate::learned::Learned;
use crate::limits::Limits;
use crate::noise::Noise;
use crate::tuning::Tuning;

/// With a policy that knows which moves are good, few are kept and all of them considered at once; and a
/// network's values are less noisy than the hand-made ones, so that averages say more. Each number was
/// found by matches: `docs/results/search.md`.
const NETWORK_PARAMETERS: Parameters = Parameters {
    kept: 48,
    kept_at_root: 96,
    exploration: 0.35,
    exploration_growth: 0.0,
    average_share: 0.75,
    first_play_reduction: 0.0,
    widening_base: 96.0,
    widening_factor: 0.0,
    rival_share: 0.7,
};

/// A searcher with what it remembers from move to move.
pub(crate) struct Thinker(Box<dyn Searcher<Position> + Send>);

/// How much of the machine a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resources {
    pub(crate) threads: usize,
    pub(crate) mebibytes: usize,
}

/// All that a searcher is made of.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    pub(crate) knowledge: Knowledge,
    pub(crate) resources: Resources,
    pub(crate) tuning: Tuning,
    pub(crate) noise: Noise,
}

impl Means {
    fn staging(&self) -> Staging {
        let evaluation = self.knowledge.evaluation.clone();
        Staging::new(evaluation, self.knowledge.path, self.tuning.steps_kept())
            .with_noise(self.noise)
    }

    fn bytes(&self) -> usize {
        self.resources.mebibytes << 20
    }
}

impl Thinker {
    /// Alpha-beta over the fast evaluation.
    pub(crate) fn alpha_beta(means: &Means) -> Self {
        let searcher = AlphaBeta::new(means.staging())
            .with_parameters(means.tuning.alpha_beta())
            .with_memory(means.bytes())
            .with_threads(means.resources.threads);
        Self(Box::new(searcher))
    }

    /// Monte-Carlo tree search over the fast evaluation.
    pub(crate) fn monte_carlo(means: &Means) -> Self {
        let expander =
            StaticExpander::new(means.staging()).with_parameters(means.tuning.expansion());
        let searcher = MonteCarlo::new(expander)
            .with_parameters(means.tuning.monte_carlo(Parameters::default()))
            .with_memory(means.bytes())
            .with_threads(means.resources.threads);
        Self(Box::new(searcher))
    }

    /// Monte-Carlo tree search over the network.
    pub(crate) fn network(means: &Means) -> Self {
        let network = Arc::clone(&means.knowledge.network);
        let searcher = MonteCarlo::new(Learned::new(network, means.tuning.policy_temperature()))
            .with_parameters(means.tuning.monte_carlo(NETWORK_PARAMETERS))
            .with_memory(means.bytes())
            .with_threads(means.resources.threads);
        Self(Box::new(searcher))
    }

    /// Searches until a limit is reached or the signal is given.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        signal: &Signal,
        listener: &mut impl FnMut(Event),
    ) -> Answer {
        let limits = search::Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            // The signal keeps the time, since it may start to count in the middle of a search.
            time: None,
            lines,
            moves: limits.search_moves.clone(),
            threads: limits.threads,
            quiet: limits.quiet,
        };
        let mut listener = |report| listener(Event::Info(info(report)));
        let answer = self.0.search(position, &limits, signal, &mut listener);
        Answer {
            best_move: answer.best_move(),
            expected_reply: answer.expected_reply(),
        }
    }

    /// Forgets what was learned: the next position belongs to another game.
    pub(crate) fn forget(&mut self) {
        self.0.forget();
    }

    /// How much it remembers.
    pub(crate) fn memory(&self) -> Memory {
        self.0.memory()
    }
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinker")
    }
}

fn info(report: Report<Move>) -> Info {
    let score = match report.line.score {
        search::Score::Estimate(thousandths) => Score::Estimate(thousandths),
        search::Score::Win { plies } => Score::Win { plies },
        search::Score::Loss { plies } => Score::Loss { plies },
        // No game of Amazons is drawn; the word is there for other games.
        search::Score::Draw => Score::Estimate(0),
    };
    Info {
        depth: report.depth,
        rank: u32::try_from(report.rank).unwrap_or(u32::MAX),
        score: Some(score),
        nodes: report.nodes,
        time: report.time,
        line: report.line.moves,
        visits: report.line.visits,
    }
}
