//! Builds a searcher from the engine's configuration and translates limits and reports.

use std::fmt;
use std::sync::Arc;

use amazons::{Move, Position};
use search::mcts::{EvaluatorExpander, MctsParameters};
use search::opponent_model::SearchWidth;
use search::{AlphaBeta, Mcts, MemoryUsage, OpponentModelSearch, Searcher, StopSignal};

use crate::endgames::{EndgameKnowledge, filling, table_moves};
use crate::engine_data::EngineData;
use crate::events::{BestMove, Event, Score, SearchInfo};
use crate::limits::GoLimits;
use crate::network_expander::NetworkExpander;
use crate::noise::EvaluationNoise;
use crate::opponent_model::OpponentModels;
use crate::parameter_overrides::{ParameterOverrides, SearchParameters};
use crate::staged_evaluator::StagedEvaluator;

/// MCTS parameters with the network. Its policy is reliable, so few moves are kept and all of them
/// are searched from the start; its values are less noisy than the hand-made evaluation, so means
/// weigh more. Tuned by matches: `docs/results/search.md`.
const NETWORK_PARAMETERS: MctsParameters = MctsParameters {
    max_moves: 48,
    max_root_moves: 96,
    cpuct: 0.35,
    mean_weight: 0.75,
    widening_base: 96.0,
    widening_factor: 0.0,
    smart_pruning_factor: 0.7,
};

/// Any searcher of Amazons.
pub(crate) type BoxedSearcher = Box<dyn Searcher<Position> + Send>;

/// A searcher with its memory, and the endgame knowledge that answers without a search.
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
        StagedEvaluator::new(evaluation, data.path, max_steps, data.endgame_knowledge())
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
    /// Alpha-beta with the hand-made evaluation.
    pub(crate) fn alpha_beta(config: &SearchConfig) -> Self {
        Self::new(config, Box::new(config.alpha_beta()))
    }

    /// Opponent-model search with the hand-made evaluation; with a fallback, alpha-beta while no
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

    /// MCTS with the hand-made evaluation.
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

    /// Reports the exact result, if known. If one line of any legal move is requested and the best
    /// move is known, reports and returns it.
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

    /// Searches until a limit is reached or the signal is given.
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
            // The signal measures the time, since the clock may start during the search.
            time: None,
            multipv,
            search_moves: limits.search_moves.clone(),
            threads: limits.threads,
            final_report_only: limits.final_report_only,
        };
        let mut listener = |report| listener(Event::Info(search_info(report)));
        let answer = self
            .searcher
            .search(position, &limits, signal, &mut listener);
        BestMove {
            mv: answer.best_move(),
            ponder: answer.ponder_move(),
        }
    }

    /// Clears the memory for a new game.
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

fn search_info(report: search::SearchInfo<Move>) -> SearchInfo {
    let score = match report.line.score {
        search::Score::Estimate(millilogits) => Score::Estimate(millilogits),
        search::Score::Win { plies } => Score::Win { plies },
        search::Score::Loss { plies } => Score::Loss { plies },
        // Amazons has no draws.
        search::Score::Draw => Score::Estimate(0),
    };
    SearchInfo {
        depth: report.depth,
        multipv: u32::try_from(report.multipv).unwrap_or(u32::MAX),
        score: Some(score),
        nodes: report.nodes,
        time: report.time,
        pv: report.line.moves,
        visits: report.line.visits,
    }
}
