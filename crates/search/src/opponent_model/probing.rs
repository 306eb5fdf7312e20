//! OM search with probing (OMβPb): searches our moves, and only the predicted replies.
//!
//! A model is asked for the opponent's move in one position at a time, so it can be any searcher
//! with any depth. Several models with weights make a MIN node an expectation over their moves
//! (PrOM search).
//!
//! After every reply the posterior of the models is updated. Alpha-beta takes over while the models
//! are not credible.

use std::collections::HashMap;

use game::Game;

use super::one_pass::OmCounts;
use super::posterior::ModelPosterior;
use super::predictor::Predictor;
use crate::evaluator::find_move;
use crate::win_probability::{value_of_probability, win_probability};
use crate::{
    AlphaBeta, Candidate, CandidateRequest, Candidates, Evaluator, MemoryUsage, Score,
    SearchBudget, SearchInfo, SearchLimits, SearchResult, Searcher, StopSignal, Value,
};

const MAX_DEPTH: u32 = 250;

/// Size at which the cache of predictions is cleared.
const MAX_CACHED_PREDICTIONS: usize = 1 << 18;

/// Maximum number of our moves searched per position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchWidth {
    /// At the root.
    pub root: usize,
    /// Below the root.
    pub below: usize,
}

impl SearchWidth {
    /// All moves.
    pub const ALL: Self = Self {
        root: usize::MAX,
        below: usize::MAX,
    };
}

/// Searcher for game `G` with evaluator `F` that predicts the opponent's replies with models `P`.
#[derive(Debug)]
pub struct OpponentModelSearch<G: Game, F, P> {
    own: F,
    models: Vec<P>,
    width: SearchWidth,
    posterior: ModelPosterior,
    /// Searcher while the models are not credible; `None` to always trust them.
    fallback: Option<AlphaBeta<F>>,
    /// Predicted moves by position, plies left (where they matter) and model.
    prediction_cache: HashMap<(u64, u32, usize), Option<G::Move>>,
    /// Position after our last move, and the depth of the search from there.
    expected_position: Option<(G, u32)>,
    counts: OmCounts,
}

impl<G: Game, F, P> OpponentModelSearch<G, F, P> {
    /// A searcher with our evaluator and weighted models. Searches all moves and always trusts the
    /// models.
    ///
    /// # Panics
    /// If `models` is empty.
    #[must_use]
    pub fn new(own: F, models: Vec<(P, f64)>) -> Self {
        assert!(
            !models.is_empty(),
            "OpponentModelSearch needs at least one model"
        );
        let (models, weights): (Vec<P>, Vec<f64>) = models.into_iter().unzip();
        Self {
            own,
            models,
            width: SearchWidth::ALL,
            posterior: ModelPosterior::new(&weights),
            fallback: None,
            prediction_cache: HashMap::new(),
            expected_position: None,
            counts: OmCounts::default(),
        }
    }

    /// Limits the number of our moves searched.
    #[must_use]
    pub fn with_width(self, width: SearchWidth) -> Self {
        Self { width, ..self }
    }

    /// Sets the searcher to use while the models are not credible.
    #[must_use]
    pub fn with_fallback(self, searcher: AlphaBeta<F>) -> Self {
        Self {
            fallback: Some(searcher),
            ..self
        }
    }

    /// Posterior of the models.
    #[must_use]
    pub fn posterior(&self) -> &ModelPosterior {
        &self.posterior
    }

    /// Work of the last search: our evaluations and the nodes of the models.
    #[must_use]
    pub fn counts(&self) -> OmCounts {
        self.counts
    }
}

impl<G, F, P> Searcher<G> for OpponentModelSearch<G, F, P>
where
    G: Game,
    F: Evaluator<G> + Send,
    P: Predictor<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        signal: &StopSignal,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> SearchResult<G::Move> {
        self.counts = OmCounts::default();
        let mut search = ProbingSearch {
            searcher: self,
            weights: Vec::new(),
            budget: &SearchBudget::new(limits, signal),
            signal,
            is_stopped: false,
        };
        search.update_posterior(position);
        search.weights = search.searcher.posterior.weights();
        let result = match &mut search.searcher.fallback {
            Some(fallback) if !search.searcher.posterior.is_credible() => {
                fallback.search(position, limits, signal, listener)
            }
            _ => search.iterative_deepening(position, limits, listener),
        };
        self.expected_position = result.best_move().map(|mv| {
            let mut after = position.clone();
            after.play(mv);
            (after, result.depth.saturating_sub(1).max(1))
        });
        result
    }

    fn clear(&mut self) {
        self.prediction_cache.clear();
        self.expected_position = None;
        self.posterior.clear();
        if let Some(fallback) = &mut self.fallback {
            fallback.clear();
        }
    }

    fn memory_usage(&self) -> MemoryUsage {
        let entry = size_of::<((u64, u32, usize), Option<G::Move>)>();
        let fallback = self.fallback.as_ref().map_or(0, AlphaBeta::bytes);
        MemoryUsage {
            bytes: self.prediction_cache.capacity() * entry + fallback,
            is_full: false,
        }
    }
}

/// A running search.
struct ProbingSearch<'a, G: Game, F, P> {
    searcher: &'a mut OpponentModelSearch<G, F, P>,
    weights: Vec<f64>,
    budget: &'a SearchBudget<'a>,
    signal: &'a StopSignal,
    is_stopped: bool,
}

impl<G, F, P> ProbingSearch<'_, G, F, P>
where
    G: Game,
    F: Evaluator<G> + Send,
    P: Predictor<G>,
{
    /// Compares the opponent's reply with the predictions.
    fn update_posterior(&mut self, position: &G) {
        let Some((previous, plies)) = self.searcher.expected_position.take() else {
            return;
        };
        let mut child = previous.clone();
        let reply = find_move(&previous, |mv| {
            let undo = child.play(mv);
            let is_reply = child.key() == position.key();
            child.unplay(mv, undo);
            is_reply
        });
        // Without one, the game is another or our move was not played.
        if let Some(reply) = reply {
            let was_hit: Vec<bool> = (0..self.searcher.models.len())
                .map(|model| self.predicted_move(&previous, plies, model) == Some(reply))
                .collect();
            if !self.signal.should_stop() {
                self.searcher.posterior.update(&was_hit);
            }
        }
    }

    /// Iterative deepening until the budget is exhausted or all lines are proven.
    fn iterative_deepening(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> SearchResult<G::Move> {
        let mut moves = self.root_moves(position, limits);
        let multipv = limits.multipv.max(1);
        let mut reached = 0;
        let mut lines = self.lines(position, &moves[..multipv.min(moves.len())], 0);
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            let deeper = self.root_values(position, &moves, depth);
            if self.is_stopped {
                break;
            }
            moves = deeper;
            reached = depth;
            let best = &moves[..multipv.min(moves.len())];
            lines = self.lines(position, best, depth);
            lines.iter().cloned().for_each(&mut *listener);
            // Another iteration takes several times as long as the last.
            let saves_time = self.budget.should_save_time(1.0);
            if best.iter().all(|root| root.value.is_decisive()) || saves_time {
                break;
            }
        }
        SearchResult {
            lines,
            depth: reached,
            nodes: self.budget.nodes(),
        }
    }

    fn root_moves(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
    ) -> Vec<Candidate<G::Move>> {
        let max_moves = limits.max_root_moves(self.searcher.width.root);
        let mut candidates = Candidates::new();
        if position.outcome().is_none() {
            self.fill_candidates(position, max_moves, &mut candidates);
        }
        let all_lose = |list: &Candidates<G::Move>| {
            list.as_slice()
                .iter()
                .all(|candidate| candidate.value.is_loss())
        };
        if !candidates.is_complete() && all_lose(&candidates) && !self.budget.is_exhausted() {
            self.fill_candidates(position, usize::MAX, &mut candidates);
        }
        let mut moves: Vec<_> = candidates
            .as_slice()
            .iter()
            .filter(|candidate| limits.allows(candidate.mv))
            .copied()
            .collect();
        // A search stopped at once still has a result.
        if moves.is_empty()
            && let Some(mv) = find_move(position, |mv| limits.allows(mv))
        {
            let value = Value::DRAW;
            moves.push(Candidate { mv, value });
        }
        moves
    }

    /// The root moves with their values at a depth, best first (stable).
    fn root_values(
        &mut self,
        position: &G,
        moves: &[Candidate<G::Move>],
        depth: u32,
    ) -> Vec<Candidate<G::Move>> {
        let mut position = position.clone();
        let mut evaluated = Vec::with_capacity(moves.len());
        for root in moves {
            let value = if depth == 1 || root.value.is_decisive() {
                root.value
            } else {
                let undo = position.play(root.mv);
                let value = self.min_node(&mut position, depth - 1);
                position.unplay(root.mv, undo);
                value.to_parent()
            };
            if self.is_stopped {
                return Vec::new();
            }
            evaluated.push(Candidate { value, ..*root });
        }
        evaluated.sort_by_key(|root| std::cmp::Reverse(root.value));
        evaluated
    }

    /// A line for each move: the move and the most likely reply.
    fn lines(
        &mut self,
        position: &G,
        moves: &[Candidate<G::Move>],
        depth: u32,
    ) -> Vec<SearchInfo<G::Move>> {
        let most_likely = (0..self.weights.len()).max_by(|&one, &other| {
            self.weights[one]
                .total_cmp(&self.weights[other])
                .then(other.cmp(&one))
        });
        let mut lines = Vec::with_capacity(moves.len());
        for (multipv, root) in (1..).zip(moves) {
            let mut pv = vec![root.mv];
            if depth > 1
                && !root.value.is_decisive()
                && let Some(model) = most_likely
            {
                let mut after = position.clone();
                after.play(root.mv);
                pv.extend(self.predicted_move(&after, depth - 1, model));
            }
            lines.push(SearchInfo {
                depth,
                multipv,
                score: Some(Score::from(root.value)),
                nodes: self.budget.nodes(),
                time: self.budget.elapsed(),
                pv,
                visits: None,
            });
        }
        lines
    }

    /// The move that a model predicts.
    fn predicted_move(&mut self, position: &G, plies: u32, model: usize) -> Option<G::Move> {
        let searcher = &mut *self.searcher;
        let uses_depth = searcher.models[model].depends_on_depth();
        let key = (position.key(), if uses_depth { plies } else { 0 }, model);
        if let Some(&cached) = searcher.prediction_cache.get(&key) {
            return cached;
        }
        let prediction = searcher.models[model].predict(position, plies, self.signal);
        let nodes = prediction.map_or(0, |prediction| prediction.nodes);
        searcher.counts.model_evaluations += nodes;
        self.budget.add_nodes(nodes);
        let mv = prediction.map(|prediction| prediction.mv);
        if !self.signal.should_stop() {
            if searcher.prediction_cache.len() >= MAX_CACHED_PREDICTIONS {
                searcher.prediction_cache.clear();
            }
            searcher.prediction_cache.insert(key, mv);
        }
        mv
    }

    fn fill_candidates(
        &mut self,
        position: &G,
        max_moves: usize,
        candidates: &mut Candidates<G::Move>,
    ) {
        let request = CandidateRequest {
            max_moves,
            cutoff: Value::MAX,
            budget: self.budget,
        };
        self.searcher.own.candidates(position, &request, candidates);
        self.searcher.counts.own_evaluations += candidates.as_slice().len() as u64;
    }

    fn count_node(&mut self) -> bool {
        self.is_stopped |= !self.budget.try_count_node();
        !self.is_stopped
    }

    /// Value for us of a position where we move.
    fn max_node(&mut self, position: &mut G, depth: u32) -> Value {
        if !self.count_node() {
            return Value::DRAW;
        }
        let mut candidates = Candidates::new();
        self.fill_candidates(position, self.searcher.width.below, &mut candidates);
        let mut best = self.best_value(position, &candidates, depth);
        if best.is_loss() && !candidates.is_complete() && !self.is_stopped {
            self.fill_candidates(position, usize::MAX, &mut candidates);
            best = self.best_value(position, &candidates, depth);
        }
        self.is_stopped |= self.budget.is_exhausted();
        best
    }

    fn best_value(&mut self, position: &mut G, list: &Candidates<G::Move>, depth: u32) -> Value {
        let mut best = Value::MIN;
        for candidate in list.as_slice() {
            let value = if depth <= 1 || candidate.value.is_decisive() {
                candidate.value
            } else {
                let undo = position.play(candidate.mv);
                let value = match self.searcher.own.proven_outcome(position) {
                    Some(outcome) => Value::from_outcome(outcome, position.to_move()),
                    None => self.min_node(position, depth - 1),
                };
                position.unplay(candidate.mv, undo);
                value.to_parent()
            };
            if self.is_stopped {
                break;
            }
            best = best.max(value);
        }
        best
    }

    /// Value for the opponent of a position where they move: the expectation over the predicted
    /// replies.
    fn min_node(&mut self, position: &mut G, depth: u32) -> Value {
        if !self.count_node() {
            return Value::DRAW;
        }
        if let Some(outcome) = self.searcher.own.proven_outcome(position) {
            return Value::from_outcome(outcome, position.to_move());
        }
        let mut replies: Vec<(G::Move, f64)> = Vec::with_capacity(1);
        for model in 0..self.weights.len() {
            let Some(mv) = self.predicted_move(position, depth, model) else {
                continue;
            };
            match replies.iter_mut().find(|(reply, _)| *reply == mv) {
                Some((_, weight)) => *weight += self.weights[model],
                None => replies.push((mv, self.weights[model])),
            }
        }
        let mut values = Vec::with_capacity(replies.len());
        for (mv, weight) in replies {
            let undo = position.play(mv);
            let value = match self.searcher.own.proven_outcome(position) {
                Some(outcome) => Value::from_outcome(outcome, position.to_move()),
                None if depth <= 1 => {
                    self.searcher.counts.own_evaluations += 1;
                    self.searcher.own.evaluate(position)
                }
                None => self.max_node(position, depth - 1),
            };
            position.unplay(mv, undo);
            values.push((to_estimate(value.to_parent()), weight));
        }
        expected_value(&values)
    }
}

/// A value that rests on a prediction is not proven. Sooner wins stay better.
fn to_estimate(value: Value) -> Value {
    let max = Value::MAX_ESTIMATE;
    match value.plies_to_end() {
        Some(plies) if value.is_win() => Value::from_millilogits(max - plies.min(1_000) as i32),
        Some(plies) => Value::from_millilogits(plies.min(1_000) as i32 - max),
        None => value,
    }
}

/// Value of the mean win probability.
fn expected_value(values: &[(Value, f64)]) -> Value {
    match values {
        [] => Value::DRAW,
        [(value, _)] => *value,
        _ => {
            let sum: f64 = values.iter().map(|(_, weight)| weight).sum();
            let weighted =
                |&(value, weight): &(Value, f64)| f64::from(win_probability(value)) * weight;
            let mean = values.iter().map(weighted).sum::<f64>() / sum;
            value_of_probability(mean as f32)
        }
    }
}
