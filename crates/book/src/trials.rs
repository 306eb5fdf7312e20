//! Games played from positions of a book, to learn what searches cannot know: how such positions end.
//!
//! All searches of a book share an evaluation, and where that errs, minimax over it errs too, the more so as it picks the moves that look better than they
//! are. Games that are played to their end do not. What a position's search said, in logits, is corrected by as much as the results differ from it, but drawn
//! towards the correction of the position before: few games say little, and a position that was never tried itself errs most likely as its parent does. Then, from
//! the last positions back, each value that minimax finds is drawn towards what the games from there say.

use std::collections::{HashMap, HashSet};

use crate::builder::Changes;
use crate::games::{Games, Played};
use crate::graph::Book;
use crate::key::Key;
use crate::node::{Node, shifted};
use crate::policy::Reach;

/// By how much the error of a search differs from that of the search before, as a standard deviation in logits.
const DEVIATION: f64 = 0.3;

/// Newton's steps to the likeliest correction; no logit is farther away, nor needs more at the end.
const STEPS: usize = 24;

/// The temperature of the players in whose games a position should come up to be tried, in thousandths.
const TEMPERATURE: f64 = 50.0;

/// With so many games a position is half as urgent as one that was never tried.
const HALF_TRIED: f64 = 64.0;

impl Book {
    /// The positions from which games would say most: those that games between good players come to, the less tried the sooner.
    #[must_use]
    pub fn most_worth_trying(&self, tried: &Games, count: usize) -> Vec<Key> {
        let temperature = TEMPERATURE;
        let probabilities = Reach { temperature }.probabilities(self);
        let mut wanted: Vec<(f64, Key)> = self
            .nodes()
            .filter(|(_, node)| !node.value().is_decided())
            .map(|(key, _)| {
                let reached = probabilities.get(key).copied().unwrap_or(0.0);
                let games = tried.get(key).map_or(0, |played| played.games);
                (reached / (HALF_TRIED + f64::from(games)), *key)
            })
            .collect();
        // Equal ones by their keys, for the book itself has no order.
        wanted.sort_by(|(one, this), (two, that)| two.total_cmp(one).then(this.cmp(that)));
        wanted.into_iter().take(count).map(|(_, key)| key).collect()
    }

    /// Corrects what searches said by how games ended, and brings all values up to date. Says what has changed.
    pub fn correct(&mut self, tried: &Games) -> Changes {
        let before: HashMap<Key, i32> = self
            .nodes()
            .map(|(key, node)| (*key, node.correction))
            .collect();
        let mut layers: Vec<(u32, Key)> = self
            .nodes()
            .map(|(key, node)| (node.layer(), *key))
            .collect();
        layers.sort_unstable();
        for (_, key) in &layers {
            let inherited = self.inherited(key);
            let played = tried.get(key).copied().unwrap_or_default();
            if let Some(node) = self.node_mut(key) {
                node.set_correction(correction(node, played, inherited));
            }
        }
        self.back_up_all();
        for (_, key) in layers.iter().rev() {
            // Nobody chooses to come to where the book begins, and games that tried several moves there say less than the best of them.
            let is_chosen = !self.parents(key).is_empty();
            if let Some(played) = tried.get(key).filter(|_| is_chosen) {
                self.agree_with(key, *played);
            }
        }
        self.back_up_all();
        let is_changed =
            |key: &Key| self.node(key).map(Node::correction) != before.get(key).copied();
        let written = layers.into_iter().map(|(_, key)| key);
        Changes {
            written: written.filter(is_changed).collect(),
            gone: Vec::new(),
        }
    }

    /// Minimax takes an opponent for one who knows the book; games tell how well others do. All below is moved alike, so that no preference
    /// between its moves changes.
    fn agree_with(&mut self, key: &Key, played: Played) {
        self.back_up_one(key);
        let Some(node) = self.node(key).filter(|node| !node.value.is_decided()) else {
            return;
        };
        let by = corrected(played, f64::from(node.value.thousandths()), 0.0);
        let top = node.layer();
        let mut moved = HashSet::from([*key]);
        let mut waiting = vec![*key];
        while let Some(next) = waiting.pop() {
            let Some(node) = self.node_mut(&next) else {
                continue;
            };
            let is_same_side = (node.layer() - top).is_multiple_of(2);
            let by = if is_same_side { by } else { -by };
            node.set_correction(node.correction + by);
            node.value = shifted(node.value, by);
            let below = node.choices.iter().map(|choice| choice.child);
            waiting.extend(below.filter(|child| moved.insert(*child)));
        }
    }

    /// The mean correction of the positions before, as the other player sees it, in thousandths.
    fn inherited(&self, key: &Key) -> f64 {
        let parents = self.parents(key).iter();
        let corrections = parents.filter_map(|parent| self.node(parent));
        let (sum, count) = corrections.fold((0.0, 0.0_f64), |(sum, count), parent| {
            (sum - f64::from(parent.correction), count + 1.0)
        });
        sum / count.max(1.0)
    }
}

/// The correction that a node's games and what it inherits speak for.
fn correction(node: &Node, played: Played, inherited: f64) -> i32 {
    let word = node.own_value();
    if word.is_decided() {
        return inherited.round() as i32;
    }
    let said = f64::from(word.thousandths() - node.correction);
    corrected(played, said, inherited)
}

/// By how much something said is to be corrected, in thousandths, that without games would be by so much: what is likeliest if errors are normal and each
/// game is won with the chance that the corrected word says.
fn corrected(played: Played, said: f64, otherwise: f64) -> i32 {
    let prior = 1.0 / (DEVIATION * DEVIATION);
    let (games, won) = (f64::from(played.games), f64::from(played.won));
    let expected = (said + otherwise) / 1_000.0;
    let mut logit = expected;
    for _ in 0..STEPS {
        let share = 1.0 / (1.0 + (-logit).exp());
        let slope = prior * (expected - logit) + won - games * share;
        let curvature = prior + games * share * (1.0 - share);
        // Far from the summit Newton's steps would lead astray.
        logit += (slope / curvature).clamp(-1.0, 1.0);
    }
    (1_000.0 * logit - said).round() as i32
}
