//! The searchers as players: what was asked of the engine in their words, and what they found in the
//! engine's.

use std::fmt;

use amazons::{Move, Position};
use search::monte_carlo::{Parameters, StaticExpander};
use search::{AlphaBeta, MonteCarlo, Report, Searcher, Signal};

use crate::analysis::{Answer, Event, Info, Score};
use crate::candidates::HandMade;
use crate::learned::Learned;
use crate::limits::Limits;

/// With a policy that knows which moves are good, few are kept and all of them considered at once; and a
/// network's values are less noisy than the hand-made ones, so that averages say more.
const NETWORK_PARAMETERS: Parameters = Parameters {
    kept: 48,
    kept_at_root: 96,
    exploration: 0.8,
    average_share: 0.75,
    first_play_reduction: 0.1,
    widening_base: 96.0,
    widening_factor: 0.0,
};

/// A searcher with what it remembers from move to move.
pub(crate) struct Thinker(Box<dyn Searcher<Position> + Send>);

/// Which search, and how much of the machine it may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resources {
    pub(crate) threads: usize,
    pub(crate) mebibytes: usize,
}

impl Thinker {
    /// Alpha-beta over the hand-made evaluation.
    pub(crate) fn alpha_beta(resources: Resources) -> Self {
        let searcher = AlphaBeta::new(HandMade::default())
            .with_memory(resources.mebibytes << 20)
            .with_threads(resources.threads);
        Self(Box::new(searcher))
    }

    /// Monte-Carlo tree search over the hand-made evaluation.
    pub(crate) fn monte_carlo(resources: Resources) -> Self {
        let searcher = MonteCarlo::new(StaticExpander::new(HandMade::default()))
            .with_memory(resources.mebibytes << 20)
            .with_threads(resources.threads);
        Self(Box::new(searcher))
    }

    /// Monte-Carlo tree search over the network that ships.
    pub(crate) fn network(resources: Resources) -> Self {
        let searcher = MonteCarlo::new(Learned::embedded())
            .with_memory(resources.mebibytes << 20)
            .with_parameters(NETWORK_PARAMETERS)
            .with_threads(resources.threads);
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
    }
}
