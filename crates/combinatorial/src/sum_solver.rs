//! Decides who wins a sum.
//!
//! The canonical form of a sum can be much larger than what is needed to know the winner. Here
//! opposite summands cancel, numbers are added, and the rest is searched, hottest summand first,
//! with bounds from stops and means.

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::interner::{GameValue, Player};
use crate::store::ValueStore;

/// Default number of cached sums (about 200 MB).
const DEFAULT_MAX_ENTRIES: usize = 2_000_000;

/// Decides who wins sums; caches results.
#[derive(Clone, Debug)]
pub struct SumSolver {
    /// Whether Left wins moving first.
    cache: FxHashMap<SumKey, bool>,
    max_entries: usize,
    nodes: u64,
}

impl Default for SumSolver {
    fn default() -> Self {
        Self::with_max_entries(DEFAULT_MAX_ENTRIES)
    }
}

/// Sorted summands that are not numbers, and the sum of the numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct SumKey {
    parts: Vec<GameValue>,
    number: Dyadic,
}

impl SumSolver {
    /// Caches at most `max_entries` sums; the cache is cleared when full.
    #[must_use]
    pub fn with_max_entries(max_entries: usize) -> Self {
        Self {
            cache: FxHashMap::default(),
            max_entries,
            nodes: 0,
        }
    }

    /// Whether Left wins the sum if `first` moves first.
    ///
    /// ```
    /// use combinatorial::{Player, SumSolver, ValueStore};
    ///
    /// let (mut store, mut solver) = (ValueStore::default(), SumSolver::default());
    /// let parts = ["{5|-5}", "{3|-3}", "-1/2"].map(|text| store.parse(text).unwrap());
    /// assert!(solver.left_wins(&mut store, &parts, Player::Left));
    /// ```
    pub fn left_wins(
        &mut self,
        store: &mut ValueStore,
        parts: &[GameValue],
        first: Player,
    ) -> bool {
        self.left_wins_limited(store, parts, first, u64::MAX)
            .expect("a search without a node limit always finishes")
    }

    /// The same; `None` if the search exceeds `max_nodes`. Results stay cached, so a repeated call
    /// continues the search.
    pub fn left_wins_limited(
        &mut self,
        store: &mut ValueStore,
        parts: &[GameValue],
        first: Player,
        max_nodes: u64,
    ) -> Option<bool> {
        let mut parts = parts.to_vec();
        // Right wins moving first if Left wins the negative moving first.
        if first == Player::Right {
            negate(store, &mut parts);
        }
        let sum = simplify(store, parts, Dyadic::ZERO);
        let first_wins = self.search(store, &sum, self.nodes.saturating_add(max_nodes))?;
        Some(first_wins == (first == Player::Left))
    }

    /// Number of sums searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether Left wins moving first; `None` once `node_limit` sums are searched in all.
    fn search(&mut self, store: &mut ValueStore, sum: &SumKey, node_limit: u64) -> Option<bool> {
        if let Some(wins) = winner_by_bounds(store, sum) {
            return Some(wins);
        }
        if let Some(&wins) = self.cache.get(sum) {
            return Some(wins);
        }
        if self.nodes >= node_limit {
            return None;
        }
        self.nodes += 1;
        let mut wins = false;
        for (index, option) in ordered_moves(store, sum) {
            let mut parts = sum.parts.clone();
            parts[index] = option;
            negate(store, &mut parts);
            let after = simplify(store, parts, -sum.number);
            wins = !self.search(store, &after, node_limit)?;
            if wins {
                break;
            }
        }
        if self.cache.len() >= self.max_entries {
            self.cache.clear();
        }
        self.cache.insert(sum.clone(), wins);
        Some(wins)
    }
}

fn negate(store: &ValueStore, parts: &mut [GameValue]) {
    for part in parts {
        *part = store.negative(*part);
    }
}

/// Left's moves, those in the hottest summands first. Moves in the number are never needed.
fn ordered_moves(store: &mut ValueStore, sum: &SumKey) -> Vec<(usize, GameValue)> {
    let mut moves: Vec<(Dyadic, usize, GameValue)> = Vec::new();
    for (index, &part) in sum.parts.iter().enumerate() {
        if index > 0 && sum.parts[index - 1] == part {
            continue;
        }
        let temperature = store.thermograph(part).temperature();
        let left = store.forms().options(part, Player::Left);
        moves.extend(left.iter().map(|&left| (temperature, index, left)));
    }
    moves.sort_by_key(|&(temperature, _, _)| std::cmp::Reverse(temperature));
    moves
        .into_iter()
        .map(|(_, index, left)| (index, left))
        .collect()
}

/// Whether Left wins moving first, if bounds decide it.
fn winner_by_bounds(store: &mut ValueStore, sum: &SumKey) -> Option<bool> {
    let number = sum.number;
    if sum.parts.is_empty() {
        // Left must move in the number.
        return Some(number > Dyadic::ZERO);
    }
    let forms = store.forms();
    let upper: Dyadic = sum.parts.iter().map(|&part| forms.left_stop(part)).sum();
    if number + upper < Dyadic::ZERO {
        return Some(false);
    }
    let lower: Dyadic = sum.parts.iter().map(|&part| forms.right_stop(part)).sum();
    let gain = sum
        .parts
        .iter()
        .map(|&part| forms.left_stop(part) - forms.right_stop(part))
        .max()?;
    if number + lower + gain > Dyadic::ZERO {
        return Some(true);
    }
    // A sum is no hotter than its hottest summand, and its stops are within that of its mean.
    let mut mean = number;
    let mut hottest = Dyadic::ZERO;
    for &part in &sum.parts {
        let thermograph = store.thermograph(part);
        mean = mean + thermograph.mean();
        hottest = hottest.max(thermograph.temperature());
    }
    if mean > Dyadic::ZERO {
        return Some(true);
    }
    if mean + hottest < Dyadic::ZERO {
        return Some(false);
    }
    if let [only] = sum.parts[..] {
        let number = store.intern_number(number);
        let sum = store.sum(only, number);
        return Some(!store.is_le(sum, GameValue::ZERO));
    }
    None
}

/// Cancels opposite summands and adds numbers.
fn simplify(store: &mut ValueStore, parts: Vec<GameValue>, mut number: Dyadic) -> SumKey {
    let mut rest: Vec<GameValue> = Vec::with_capacity(parts.len());
    for part in parts {
        if let Some(part) = store.forms().as_number(part) {
            number = number + part;
            continue;
        }
        let opposite = store.negative(part);
        match rest.iter().position(|&other| other == opposite) {
            Some(index) => {
                rest.swap_remove(index);
            }
            None => rest.push(part),
        }
    }
    rest.sort_unstable();
    SumKey {
        parts: rest,
        number,
    }
}
