//! Seeded random numbers.

use std::time::SystemTime;

/// SplitMix64: a small, fast generator with the same sequence on every machine. Not
/// cryptographically secure.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Creates a generator that differs from run to run: seeded with time and process id.
    #[must_use]
    pub fn from_entropy() -> Self {
        let since_epoch = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let mut rng = Self::from_seed(since_epoch.as_nanos() as u64);
        // Processes started at the same time differ by their id.
        rng.state ^= u64::from(std::process::id()) << 32;
        rng.split()
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A uniform number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = (bound as u64).max(1);
        // Rejects the values past the last multiple of the bound, which would bias the remainder.
        let excess = (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - excess {
                return (bits % bound) as usize;
            }
        }
    }

    /// Splits off an independent generator, such as for another thread.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self::from_seed(self.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation for the seed 1234567.
    #[test]
    fn the_sequence_is_splitmix64() {
        let mut rng = SplitMix64::from_seed(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(rng.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = SplitMix64::from_seed(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        // Four standard deviations of a binomial count of 70,000 draws at 1/7.
        assert!(
            seen.iter().all(|&count| count.abs_diff(10_000) < 371),
            "{seen:?}"
        );
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn a_split_generator_has_another_sequence() {
        let mut rng = SplitMix64::from_seed(1);
        let mut other = rng.split();
        assert_ne!(rng.next_u64(), other.next_u64());
    }
}
