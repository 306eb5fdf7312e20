//! A number for any move, the same on every machine.
//!
//! Moves differ in type from game to game. Tables that all games share keep a move's fingerprint
//! instead, and find the move again among the legal ones.

use std::hash::{Hash, Hasher};

/// The bits of a fingerprint.
pub(crate) const FINGERPRINT_BITS: u32 = 24;

/// A number below 2^[`FINGERPRINT_BITS`]; different moves rarely share one.
#[inline]
pub(crate) fn fingerprint<M: Hash>(mv: M) -> u32 {
    let mut hasher = Multiplying(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (64 - FINGERPRINT_BITS)) as u32
}

/// Multiplies and rotates for each word: fast, and without a secret. A move is a handful of bytes.
struct Multiplying(u64);

impl Hasher for Multiplying {
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

    /// Pointer-sized numbers hash alike whatever the size of a pointer is.
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

    /// 2,176 numbers drawn from 2^24 collide about once in seven draws.
    #[test]
    fn moves_of_a_position_rarely_share_a_fingerprint() {
        let moves = Position::standard_start().moves();
        let distinct: HashSet<u32> = moves.iter().map(fingerprint).collect();
        assert!(
            distinct.len() + 2 >= moves.len(),
            "{} distinct",
            distinct.len()
        );
    }
}
