//! What earlier cut-offs say about the order of moves: killers and history.

use std::hash::Hash;

use game::Color;

use crate::fingerprint::{FINGERPRINT_BITS, fingerprint};

/// The most killers for a ply.
const KILLERS: usize = 2;

const HISTORY_BITS: u32 = 13;

/// History counts stay below this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// For each ply, the last moves that caused a cut-off there. In a sibling they often do so again.
#[derive(Clone, Debug)]
pub(super) struct Killers<M> {
    by_ply: Vec<[Option<M>; KILLERS]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// The killers of a ply, the latest first.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = M> + use<M> {
        let killers = self.by_ply.get(ply).copied().unwrap_or([None; KILLERS]);
        killers.into_iter().flatten()
    }

    /// Remembers a move that caused a cut-off.
    pub fn add(&mut self, ply: usize, mv: M) {
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.by_ply[ply];
        if killers[0] != Some(mv) {
            killers.copy_within(..KILLERS - 1, 1);
            killers[0] = Some(mv);
        }
    }
}

/// For each player and move, how often it caused a cut-off rather than failing to, anywhere.
#[derive(Clone, Debug)]
pub(super) struct History {
    counts: [Vec<i16>; 2],
}

impl History {
    pub fn new() -> Self {
        let counts = vec![0; 1 << HISTORY_BITS];
        Self {
            counts: [counts.clone(), counts],
        }
    }

    /// A move's history as a share of `scale`.
    #[inline]
    pub fn bonus<M: Hash>(&self, color: Color, mv: M, scale: i32) -> i32 {
        i32::from(self.counts[color as usize][slot(mv)]) * scale / HISTORY_LIMIT
    }

    /// Counts a success (`weight` > 0) or a failure (`weight` < 0). The nearer a count is to the limit,
    /// the less another one adds.
    pub fn count<M: Hash>(&mut self, color: Color, mv: M, weight: i32) {
        let weight = weight.clamp(-HISTORY_LIMIT / 8, HISTORY_LIMIT / 8);
        let count = &mut self.counts[color as usize][slot(mv)];
        let old = i32::from(*count);
        *count = (old + weight - old * weight.abs() / HISTORY_LIMIT) as i16;
    }
}

#[inline]
fn slot<M: Hash>(mv: M) -> usize {
    (fingerprint(mv) >> (FINGERPRINT_BITS - HISTORY_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_two_killers_are_kept() {
        let mut killers = Killers::new();
        assert_eq!(killers.at(3).count(), 0);
        for mv in [7, 8, 8, 9] {
            killers.add(3, mv);
        }
        assert_eq!(killers.at(3).collect::<Vec<_>>(), [9, 8]);
        assert_eq!(killers.at(2).count(), 0);
    }

    #[test]
    fn history_stays_bounded_and_forgets() {
        let mut history = History::new();
        for _ in 0..10_000 {
            history.count(Color::Black, 5_u8, 1_000);
        }
        let high = history.bonus(Color::Black, 5_u8, 100);
        assert!((90..=100).contains(&high), "{high}");
        assert_eq!(history.bonus(Color::White, 5_u8, 100), 0);
        for _ in 0..10_000 {
            history.count(Color::Black, 5_u8, -1_000);
        }
        assert!((-100..=-90).contains(&history.bonus(Color::Black, 5_u8, 100)));
    }
}
