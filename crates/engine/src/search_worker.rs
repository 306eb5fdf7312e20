//! Searcher of an engine: built from the configuration, with limits and reports converted between
//! the engine's types and those of the `search` crate.

use std::fmt;
use std::sync::Arc;

use amazons::{Move, Position};
use search::mcts::{EvaluatorExpander, MctsParameters};
use search::opponent_model::SearchWidth;
use search::{AlphaBeta, Mcts, MemoryUsage, OpponentModelSearch, Searcher, StopSignal};

use crate::endgames::{EndgameKnowledge, filling, table_moves};
use crate::engine_data::EngineData;
use crate::events::{BestMove, Event, SearchInfo};
use crate::limits::GoLimits;
use crate::network_expander::NetworkExpander;
use crate::noise::EvaluationNoise;
use crate::opponent_model::OpponentModels;
use crate::parameter_overrides::{ParameterOverrides, SearchParameters};
use crate::staged_evaluator::StagedEvaluator;

/// MCTS parameters with the network. Its policy is reliable, so fewer moves are searched, without
/// progressive widening; its values are less noisy than the handcrafted evaluation, so the mean over
/// visits has more weight. Tuned by matches: `docs/results/search.md`.
const NETWORK_PARAMETERS: MctsParameters = MctsParameters {
    max_moves: 48,
    max_root_moves: 96,
    cpuct: 0.35,
    mean_weight: 0.75,
    widening_base: 96.0,
    widening_factor: 0.0,
    smart_pruning_factor: 0.7,
};

/// A searcher of Amazons positions, by any algorithm.
pub(crate) type BoxedSearcher = Box<dyn Searcher<Position> + Send>;

/// A searcher with what it keeps between searches (transposition table or tree), and the endgame
/// knowledge that finds moves without a search.
pub(crate) struct SearchWorker {
    searcher: BoxedSearcher,
    endgame_knowledge: EndgameKnowledge,
}

/// Threads and memory of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchResources {
    pub(crate) threads: usize,
    pub(crate) hash_mib: usize,
}

/// Everything a searcher is built from.
#[derive(Clone, Debug)]
pub(crate) struct SearchConfig {
    pub(crate) data: EngineData,
    pub(crate) resources: SearchResources,
    pub(crate) overrides: ParameterOverrides,
    pub(crate) noise: EvaluationNoise,
}

impl SearchConfig {
    fn staged_evaluator(&self) -> StagedEvaluator {
        let data = &self.data;
        let evaluation = Arc::clone(&data.evaluation);
        let max_steps = self.parameters().max_steps;
        StagedEvaluator::new(
            evaluation,
            data.backend,
            max_steps,
            data.endgame_knowledge(),
        )
        .with_noise(self.noise)
    }

    fn parameters(&self) -> SearchParameters {
        self.overrides.apply_to(SearchParameters::default())
    }

    fn hash_bytes(&self) -> usize {
        self.resources.hash_mib << 20
    }

    fn alpha_beta(&self) -> AlphaBeta<StagedEvaluator> {
        AlphaBeta::new(self.staged_evaluator())
            .with_parameters(self.parameters().alpha_beta)
            .with_memory_limit(self.hash_bytes())
            .with_threads(self.resources.threads)
    }
}

impl SearchWorker {
    /// Alpha-beta with the handcrafted evaluation.
    pub(crate) fn alpha_beta(config: &SearchConfig) -> Self {
        Self::new(config, Box::new(config.alpha_beta()))
    }

    /// Opponent-model search with the handcrafted evaluation; with a fallback, alpha-beta while no
    /// model fits.
    pub(crate) fn opponent_model(config: &SearchConfig, opponents: &OpponentModels) -> Self {
        let parameters = config.parameters().alpha_beta;
        let width = SearchWidth {
            root: parameters.max_root_moves,
            below: parameters.max_moves,
        };
        let searcher = OpponentModelSearch::new(config.staged_evaluator(), opponents.predictors())
            .with_width(width);
        let searcher: BoxedSearcher = if opponents.has_fallback {
            Box::new(searcher.with_fallback(config.alpha_beta()))
        } else {
            Box::new(searcher)
        };
        Self::new(config, searcher)
    }

    /// MCTS with the handcrafted evaluation.
    pub(crate) fn monte_carlo(config: &SearchConfig) -> Self {
        let parameters = config.parameters();
        let expander =
            EvaluatorExpander::new(config.staged_evaluator()).with_parameters(parameters.expansion);
        let searcher = Mcts::new(expander)
            .with_parameters(parameters.monte_carlo)
            .with_memory_limit(config.hash_bytes())
            .with_threads(config.resources.threads);
        Self::new(config, Box::new(searcher))
    }

    /// MCTS with the network.
    pub(crate) fn network(config: &SearchConfig) -> Self {
        let parameters = config.overrides.apply_to(SearchParameters {
            monte_carlo: NETWORK_PARAMETERS,
            ..SearchParameters::default()
        });
        let expander = NetworkExpander::new(
            Arc::clone(&config.data.network),
            parameters.policy_temperature,
            config.data.endgame_knowledge(),
        );
        let searcher = Mcts::new(expander)
            .with_parameters(parameters.monte_carlo)
            .with_memory_limit(config.hash_bytes())
            .with_threads(config.resources.threads);
        Self::new(config, Box::new(searcher))
    }

    fn new(config: &SearchConfig, searcher: BoxedSearcher) -> Self {
        Self {
            searcher,
            endgame_knowledge: config.data.endgame_knowledge(),
        }
    }

    /// Reports the exact result, if known. Also reports and returns the best move if it is known
    /// without a search; never with several lines (`multipv`) or restricted root moves.
    pub(crate) fn answer_without_search(
        &self,
        position: &Position,
        limits: &GoLimits,
        multipv: usize,
        signal: &StopSignal,
        listener: &mut impl FnMut(Event),
    ) -> Option<BestMove> {
        let exact = self
            .endgame_knowledge
            .exact_values()
            .and_then(|prover| prover.analyze(position));
        if let Some(exact) = &exact {
            listener(Event::ExactResult(exact.clone()));
        }
        if multipv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        filling::best_filling_move(position, listener)
            .or_else(|| table_moves::best_exact_move(position, exact.as_ref()?, listener))
            .or_else(|| {
                let table = self.endgame_knowledge.table()?;
                table_moves::best_table_move(position, table, signal, listener)
            })
    }

    pub(crate) fn into_searcher(self) -> BoxedSearcher {
        self.searcher
    }

    /// Searches until a limit is reached or `signal` stops the search.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &GoLimits,
        multipv: usize,
        signal: &StopSignal,
        listener: &mut impl FnMut(Event),
    ) -> BestMove {
        let limits = search::SearchLimits {
            depth: limits.depth,
            nodes: limits.nodes,
            // The signal holds the deadline, since a ponder hit starts the clock during the search.
            time: None,
            multipv,
            search_moves: limits.search_moves.clone(),
            threads: limits.threads,
            final_report_only: limits.final_report_only,
        };
        let mut listener = |info| listener(Event::Info(search_info(info)));
        let result = self
            .searcher
            .search(position, &limits, signal, &mut listener);
        BestMove {
            mv: result.best_move(),
            ponder: result.ponder_move(),
        }
    }

    /// Drops everything kept from earlier searches, for a new game.
    pub(crate) fn clear(&mut self) {
        self.searcher.clear();
    }

    pub(crate) fn memory_usage(&self) -> MemoryUsage {
        self.searcher.memory_usage()
    }
}

impl fmt::Debug for SearchWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchWorker")
    }
}

fn search_info(info: search::SearchInfo<Move>) -> SearchInfo {
    SearchInfo {
        depth: info.depth,
        multipv: u32::try_from(info.multipv).unwrap_or(u32::MAX),
        score: Some(info.line.score),
        nodes: info.nodes,
        time: info.time,
        pv: info.line.moves,
        visits: info.line.visits,
    }
}
