//! Corrects the values of a book by game results.
//!
//! All searches of a book share an evaluation. Minimax repeats its errors, and prefers the moves
//! that it overestimates; the results of games do not. The search value of a position, in logits,
//! gets the maximum a posteriori correction with a normal prior centered on the parent's
//! correction: few games change little, and an untried position errs as its parent does. Then, from
//! the deepest layer up, each minimax value is corrected by the results of the games from there in
//! the same way.

use std::collections::{HashMap, HashSet};

use crate::build::BookChanges;
use crate::game_results::{GameResults, ResultCount};
use crate::graph::Book;
use crate::key::BookKey;
use crate::node::{Node, offset_estimate};
use crate::policy::ReachProbability;

/// Standard deviation of a search error from that of the parent, in logits.
const PRIOR_SIGMA: f64 = 0.3;

/// Newton steps of the maximum a posteriori estimate: enough for any distance and full precision.
const NEWTON_STEPS: usize = 24;

/// Temperature of the players whose games a trial position should come up in, in millilogits.
const SELECTION_TEMPERATURE: f64 = 50.0;

/// Number of games that halves the urgency of a trial.
const TRIAL_HALF_LIFE: f64 = 64.0;

impl Book {
    /// Nodes from which trial games tell most: those that good players often reach and that have
    /// few results.
    #[must_use]
    pub fn select_trial_positions(&self, results: &GameResults, count: usize) -> Vec<BookKey> {
        let temperature = SELECTION_TEMPERATURE;
        let probabilities = ReachProbability { temperature }.probabilities(self);
        let mut ranked: Vec<(f64, BookKey)> = self
            .nodes()
            .filter(|(_, node)| !node.value().is_decisive())
            .map(|(key, _)| {
                let probability = probabilities.get(key).copied().unwrap_or(0.0);
                let games = results.get(key).map_or(0, |result| result.games);
                (probability / (TRIAL_HALF_LIFE + f64::from(games)), *key)
            })
            .collect();
        // Ties by key, since nodes have no order.
        ranked.sort_by(|(one, this), (two, that)| two.total_cmp(one).then(this.cmp(that)));
        ranked.into_iter().take(count).map(|(_, key)| key).collect()
    }

    /// Sets all corrections by game results and recomputes all values. Returns the changed nodes.
    pub fn learn_from_results(&mut self, results: &GameResults) -> BookChanges {
        let before: HashMap<BookKey, i32> = self
            .nodes()
            .map(|(key, node)| (*key, node.correction))
            .collect();
        let keys: Vec<BookKey> = self.nodes_by_layer().iter().map(|(key, _)| **key).collect();
        for key in &keys {
            let parent_correction = self.parent_correction(key);
            let result = results.get(key).copied().unwrap_or_default();
            if let Some(node) = self.node_mut(key) {
                node.set_correction(correction(node, result, parent_correction));
            }
        }
        self.recompute_values();
        for key in keys.iter().rev() {
            // No player chooses the root, and the results of several moves there say less than
            // those of the best.
            let is_chosen = !self.parents(key).is_empty();
            if let Some(result) = results.get(key).filter(|_| is_chosen) {
                self.fit_to_results(key, *result);
            }
        }
        self.recompute_values();
        let is_changed =
            |key: &BookKey| self.node(key).map(Node::correction) != before.get(key).copied();
        BookChanges {
            updated: keys.into_iter().filter(is_changed).collect(),
            removed: Vec::new(),
        }
    }

    /// Fits a minimax value to results, since minimax assumes an opponent who knows the book. The
    /// whole subtree is offset alike, so that no preference between its moves changes.
    fn fit_to_results(&mut self, key: &BookKey, result: ResultCount) {
        self.recompute_value(key);
        let Some(node) = self.node(key).filter(|node| !node.value.is_decisive()) else {
            return;
        };
        let offset = map_correction(result, f64::from(node.value.millilogits()), 0.0);
        let top = node.layer();
        let mut visited = HashSet::from([*key]);
        let mut open = vec![*key];
        while let Some(next) = open.pop() {
            let Some(node) = self.node_mut(&next) else {
                continue;
            };
            let is_same_side = (node.layer() - top).is_multiple_of(2);
            let offset = if is_same_side { offset } else { -offset };
            node.set_correction(node.correction + offset);
            node.value = offset_estimate(node.value, offset);
            let children = node.moves.iter().map(|book_move| book_move.child);
            open.extend(children.filter(|child| visited.insert(*child)));
        }
    }

    /// Mean correction of the parents, for the player to move, in millilogits.
    fn parent_correction(&self, key: &BookKey) -> f64 {
        let parents = self.parents(key).iter();
        let parents = parents.filter_map(|parent| self.node(parent));
        let (sum, count) = parents.fold((0.0, 0.0_f64), |(sum, count), parent| {
            (sum - f64::from(parent.correction), count + 1.0)
        });
        sum / count.max(1.0)
    }
}

/// Correction of a node by its results and the correction of its parents.
fn correction(node: &Node, result: ResultCount, parent_correction: f64) -> i32 {
    let value = node.search_value();
    if value.is_decisive() {
        return parent_correction.round() as i32;
    }
    let uncorrected = f64::from(value.millilogits() - node.correction);
    map_correction(result, uncorrected, parent_correction)
}

/// Maximum a posteriori correction of a value, in millilogits: normal prior around `prior_mean`,
/// Bernoulli likelihood of each game with the corrected win probability.
fn map_correction(result: ResultCount, value: f64, prior_mean: f64) -> i32 {
    let precision = 1.0 / (PRIOR_SIGMA * PRIOR_SIGMA);
    let (games, wins) = (f64::from(result.games), f64::from(result.wins));
    let expected = (value + prior_mean) / 1_000.0;
    let mut logit = expected;
    for _ in 0..NEWTON_STEPS {
        let probability = 1.0 / (1.0 + (-logit).exp());
        let slope = precision * (expected - logit) + wins - games * probability;
        let curvature = precision + games * probability * (1.0 - probability);
        // Far from the maximum Newton steps overshoot.
        logit += (slope / curvature).clamp(-1.0, 1.0);
    }
    (1_000.0 * logit - value).round() as i32
}
