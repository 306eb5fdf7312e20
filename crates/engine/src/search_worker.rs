//! Builds the searcher of an engine from its configuration, and looks up endgame moves before it.

use std::fmt;
use std::sync::Arc;

use amazons::{Move, Position};
use search::mcts::{EvaluatorExpander, Expander, MctsParameters};
use search::opponent_model::SearchWidth;
use search::{AlphaBeta, Mcts, OpponentModelSearch, SearchLimits, Searcher, StopSignal};

use crate::SearchInfo;
use crate::endgames::{EndgameKnowledge, filling, table_moves};
use crate::engine::PlayerKind;
use crate::engine_data::EngineData;
use crate::events::Event;
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

/// Everything a searcher is built from.
#[derive(Clone, Debug)]
pub(crate) struct SearchConfig {
    pub(crate) player: PlayerKind,
    pub(crate) data: EngineData,
    pub(crate) threads: usize,
    /// Size of the transposition table or the search tree in MiB.
    pub(crate) hash_mib: usize,
    pub(crate) overrides: ParameterOverrides,
    pub(crate) noise: EvaluationNoise,
    /// Models of the opponent-model player; `None` models the opponent as alpha-beta with this
    /// configuration.
    pub(crate) opponents: Option<OpponentModels>,
}

impl SearchConfig {
    /// Creates the searcher of the player; `None` for the random player.
    pub(crate) fn searcher(&self) -> Option<BoxedSearcher> {
        let parameters = self.parameters();
        Some(match self.player {
            PlayerKind::AlphaBeta => Box::new(self.alpha_beta()),
            PlayerKind::MonteCarlo => {
                let expander = EvaluatorExpander::new(self.staged_evaluator())
                    .with_parameters(parameters.expansion);
                Box::new(self.mcts(expander, parameters.monte_carlo))
            }
            PlayerKind::Network => {
                let parameters = self.overrides.apply_to(SearchParameters {
                    monte_carlo: NETWORK_PARAMETERS,
                    ..SearchParameters::default()
                });
                let expander = NetworkExpander::new(
                    Arc::clone(&self.data.network),
                    parameters.policy_temperature,
                    self.data.endgame_knowledge(),
                );
                Box::new(self.mcts(expander, parameters.monte_carlo))
            }
            PlayerKind::OpponentModel => match &self.opponents {
                Some(opponents) => self.opponent_model_search(opponents),
                None => self.opponent_model_search(&OpponentModels::alpha_beta_with(self)),
            },
            PlayerKind::Random => return None,
        })
    }

    fn alpha_beta(&self) -> AlphaBeta<StagedEvaluator> {
        AlphaBeta::new(self.staged_evaluator())
            .with_parameters(self.parameters().alpha_beta)
            .with_memory_limit(self.hash_mib << 20)
            .with_threads(self.threads)
    }

    fn mcts<X>(&self, expander: X, parameters: MctsParameters) -> Mcts<Position, X>
    where
        X: Expander<Position> + Clone,
    {
        Mcts::new(expander)
            .with_parameters(parameters)
            .with_memory_limit(self.hash_mib << 20)
            .with_threads(self.threads)
    }

    /// Opponent-model search with the handcrafted evaluation; with a fallback, alpha-beta while no
    /// model fits.
    fn opponent_model_search(&self, opponents: &OpponentModels) -> BoxedSearcher {
        let parameters = self.parameters().alpha_beta;
        let width = SearchWidth {
            root: parameters.max_root_moves,
            below: parameters.max_moves,
        };
        let searcher = OpponentModelSearch::new(self.staged_evaluator(), opponents.predictors())
            .with_width(width);
        if opponents.has_fallback {
            Box::new(searcher.with_fallback(self.alpha_beta()))
        } else {
            Box::new(searcher)
        }
    }

    fn staged_evaluator(&self) -> StagedEvaluator {
        StagedEvaluator {
            evaluation: Arc::clone(&self.data.evaluation),
            backend: self.data.backend,
            max_steps: self.parameters().max_steps,
            endgame_knowledge: self.data.endgame_knowledge(),
            noise: self.noise,
        }
    }

    fn parameters(&self) -> SearchParameters {
        self.overrides.apply_to(SearchParameters::default())
    }
}

/// A searcher that keeps its transposition table or tree between searches, and the endgame
/// knowledge that finds moves without a search.
pub(crate) struct SearchWorker {
    pub(crate) searcher: BoxedSearcher,
    endgame_knowledge: EndgameKnowledge,
}

impl SearchWorker {
    /// Creates the worker of the player; `None` for the random player.
    pub(crate) fn new(config: &SearchConfig) -> Option<Self> {
        Some(Self {
            searcher: config.searcher()?,
            endgame_knowledge: config.data.endgame_knowledge(),
        })
    }

    /// Reports the exact result to `listener`, if known. Returns the best line if it is known
    /// without a search; always `None` with several lines (`multipv`) or restricted root moves.
    pub(crate) fn known_line(
        &self,
        position: &Position,
        limits: &SearchLimits<Move>,
        signal: &StopSignal,
        listener: &mut impl FnMut(Event),
    ) -> Option<SearchInfo> {
        let exact = self
            .endgame_knowledge
            .exact_values()
            .and_then(|prover| prover.analyze(position));
        if let Some(exact) = &exact {
            listener(Event::ExactResult(exact.clone()));
        }
        if limits.multipv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        filling::best_filling_move(position)
            .or_else(|| table_moves::best_exact_move(position, exact.as_ref()?))
            .or_else(|| {
                let table = self.endgame_knowledge.table()?;
                table_moves::best_table_move(position, table, signal)
            })
    }
}

impl fmt::Debug for SearchWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchWorker")
    }
}
