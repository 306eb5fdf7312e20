//! The searchers as players: what was asked of the engine in their words, and what they found in the
//! engine's.

use std::fmt;
use std::sync::Arc;

use amazons::{Move, Position};
use search::monte_carlo::{Parameters, StaticExpander};
use search::opponent_model::Width;
use search::{AlphaBeta, Memory, MonteCarlo, OpponentModel, Report, Searcher, Signal};

use crate::analysis::{Answer, Event, Info, Score};
use crate::candidates::Staging;
use crate::covered;
use crate::endings::Endings;
use crate::filling;
use crate::knowledge::Knowledge;
use crate::learned::Learned;
use crate::limits::Limits;
use crate::noise::Noise;
use crate::opponent::Opponents;
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

/// Any searcher of Amazons.
pub(crate) type BoxedSearcher = Box<dyn Searcher<Position> + Send>;

/// A searcher with what it remembers from move to move, and the endings that need none.
pub(crate) struct Thinker {
    searcher: BoxedSearcher,
    endings: Endings,
}

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
        Staging::new(
            evaluation,
            self.knowledge.path,
            self.tuning.steps_kept(),
            self.endings(),
        )
        .with_noise(self.noise)
    }

    fn endings(&self) -> Endings {
        self.knowledge.endings()
    }

    fn bytes(&self) -> usize {
        self.resources.mebibytes << 20
    }

    fn alpha_beta(&self) -> AlphaBeta<Staging> {
        AlphaBeta::new(self.staging())
            .with_parameters(self.tuning.alpha_beta())
            .with_memory(self.bytes())
            .with_threads(self.resources.threads)
    }
}

impl Thinker {
    /// Alpha-beta over the fast evaluation.
    pub(crate) fn alpha_beta(means: &Means) -> Self {
        Self::new(means, Box::new(means.alpha_beta()))
    }

    /// Search with models of the opponent over the fast evaluation; alpha-beta while none of them fits.
    pub(crate) fn opponent_model(means: &Means, opponents: &Opponents) -> Self {
        let parameters = means.tuning.alpha_beta();
        let width = Width {
            at_root: parameters.kept_at_root,
            below: parameters.kept,
        };
        let searcher = OpponentModel::new(means.staging(), opponents.habits()).with_width(width);
        let searcher: BoxedSearcher = if opponents.is_guarded {
            Box::new(searcher.with_fallback(means.alpha_beta()))
        } else {
            Box::new(searcher)
        };
        Self::new(means, searcher)
    }

    /// Monte-Carlo tree search over the fast evaluation.
    pub(crate) fn monte_carlo(means: &Means) -> Self {
        let expander =
            StaticExpander::new(means.staging()).with_parameters(means.tuning.expansion());
        let searcher = MonteCarlo::new(expander)
            .with_parameters(means.tuning.monte_carlo(Parameters::default()))
            .with_memory(means.bytes())
            .with_threads(means.resources.threads);
        Self::new(means, Box::new(searcher))
    }

    /// Monte-Carlo tree search over the network.
    pub(crate) fn network(means: &Means) -> Self {
        let network = Arc::clone(&means.knowledge.network);
        let expander = Learned::new(network, means.tuning.policy_temperature(), means.endings());
        let searcher = MonteCarlo::new(expander)
            .with_parameters(means.tuning.monte_carlo(NETWORK_PARAMETERS))
            .with_memory(means.bytes())
            .with_threads(means.resources.threads);
        Self::new(means, Box::new(searcher))
    }

    fn new(means: &Means, searcher: BoxedSearcher) -> Self {
        Self {
            searcher,
            endings: means.endings(),
        }
    }

    /// Tells what is known for certain, and answers without a search where the best move is known, if nothing but a move was asked
    /// for.
    pub(crate) fn answer_at_once(
        &self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        signal: &Signal,
        listener: &mut impl FnMut(Event),
    ) -> Option<Answer> {
        let exact = self
            .endings
            .exact()
            .and_then(|values| values.look(position));
        if let Some(exact) = &exact {
            listener(Event::Exact(exact.clone()));
        }
        if lines > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let filling = filling::answer(position, listener);
        let known =
            filling.or_else(|| covered::answer_exactly(position, exact.as_ref()?, listener));
        known.or_else(|| {
            let table = self.endings.table()?;
            covered::answer(position, table, signal, listener)
        })
    }

    /// The searcher itself.
    pub(crate) fn into_searcher(self) -> BoxedSearcher {
        self.searcher
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
        let answer = self
            .searcher
            .search(position, &limits, signal, &mut listener);
        Answer {
            best_move: answer.best_move(),
            expected_reply: answer.expected_reply(),
        }
    }

    /// Forgets what was learned: the next position belongs to another game.
    pub(crate) fn forget(&mut self) {
        self.searcher.forget();
    }

    /// How much it remembers.
    pub(crate) fn memory(&self) -> Memory {
        self.searcher.memory()
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
