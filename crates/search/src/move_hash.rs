//! Hashes of moves, equal on all platforms.
//!
//! Tables shared by all games store a move's hash, and find the move again among the legal ones.

use std::hash::{Hash, Hasher};

pub(crate) const MOVE_HASH_BITS: u32 = 24;

/// Hash below 2^[`MOVE_HASH_BITS`].
#[inline]
pub(crate) fn move_hash<M: Hash>(mv: M) -> u32 {
    let mut hasher = MoveHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (64 - MOVE_HASH_BITS)) as u32
}

/// Multiply-rotate hasher without a seed; a move is a handful of bytes.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 =
            (self.0.rotate_left(23) ^ number.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Independent of the pointer size.
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let word = self.0;
        (word ^ word >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use amazons::{Game, Position};

    use super::*;

    /// 2,176 hashes of 24 bits: expected number of collisions 0.14.
    #[test]
    fn moves_of_a_position_rarely_collide() {
        let moves = Position::standard_start().moves();
        let distinct: HashSet<u32> = moves.iter().map(move_hash).collect();
        assert!(
            distinct.len() + 2 >= moves.len(),
            "{} distinct",
            distinct.len()
        );
    }
}
