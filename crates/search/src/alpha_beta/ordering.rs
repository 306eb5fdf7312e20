//! Move ordering by earlier cutoffs: killers and history.

use std::hash::Hash;

use game::Color;

use crate::move_hash::{MOVE_HASH_BITS, move_hash};

const KILLERS_PER_PLY: usize = 2;

const HISTORY_BITS: u32 = 13;

/// Bound of the absolute history score.
const MAX_HISTORY: i32 = 1 << 14;

/// Killer moves: the last moves that caused a cutoff, by ply.
#[derive(Clone, Debug)]
pub(super) struct Killers<M> {
    by_ply: Vec<[Option<M>; KILLERS_PER_PLY]>,
}

impl<M: Copy + Eq> Killers<M> {
    pub fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Killers of a ply, latest first.
    pub fn get(&self, ply: usize) -> impl Iterator<Item = M> + use<M> {
        let killers = self
            .by_ply
            .get(ply)
            .copied()
            .unwrap_or([None; KILLERS_PER_PLY]);
        killers.into_iter().flatten()
    }

    pub fn insert(&mut self, ply: usize, mv: M) {
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; KILLERS_PER_PLY]);
        }
        let killers = &mut self.by_ply[ply];
        if killers[0] != Some(mv) {
            killers.copy_within(..KILLERS_PER_PLY - 1, 1);
            killers[0] = Some(mv);
        }
    }
}

/// Butterfly history: cutoffs minus failures of each move, by player.
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

    /// History of a move, scaled to ±`scale`.
    #[inline]
    pub fn bonus<M: Hash>(&self, color: Color, mv: M, scale: i32) -> i32 {
        i32::from(self.counts[color as usize][history_index(mv)]) * scale / MAX_HISTORY
    }

    /// Adds a success (`weight` > 0) or failure (`weight` < 0), the less the nearer to the bound.
    pub fn update<M: Hash>(&mut self, color: Color, mv: M, weight: i32) {
        let weight = weight.clamp(-MAX_HISTORY / 8, MAX_HISTORY / 8);
        let count = &mut self.counts[color as usize][history_index(mv)];
        let old = i32::from(*count);
        *count = (old + weight - old * weight.abs() / MAX_HISTORY) as i16;
    }
}

#[inline]
fn history_index<M: Hash>(mv: M) -> usize {
    (move_hash(mv) >> (MOVE_HASH_BITS - HISTORY_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_two_killers_are_kept() {
        let mut killers = Killers::new();
        assert_eq!(killers.get(3).count(), 0);
        for mv in [7, 8, 8, 9] {
            killers.insert(3, mv);
        }
        assert_eq!(killers.get(3).collect::<Vec<_>>(), [9, 8]);
        assert_eq!(killers.get(2).count(), 0);
    }

    #[test]
    fn history_is_bounded_and_decays() {
        let mut history = History::new();
        for _ in 0..10_000 {
            history.update(Color::Black, 5_u8, 1_000);
        }
        let high = history.bonus(Color::Black, 5_u8, 100);
        assert!((90..=100).contains(&high), "{high}");
        assert_eq!(history.bonus(Color::White, 5_u8, 100), 0);
        for _ in 0..10_000 {
            history.update(Color::Black, 5_u8, -1_000);
        }
        assert!((-100..=-90).contains(&history.bonus(Color::Black, 5_u8, 100)));
    }
}
