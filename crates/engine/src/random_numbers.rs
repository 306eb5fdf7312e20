//! Numbers that look random and can be repeated.

use std::time::SystemTime;

/// SplitMix64: small, fast and the same on every machine. Not for secrets.
#[derive(Clone, Debug)]
pub struct RandomNumbers {
    state: u64,
}

impl RandomNumbers {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A sequence that differs from run to run.
    #[must_use]
    pub fn from_time() -> Self {
        let since_epoch = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        // Programs started at the same moment still differ by their process number.
        let mut numbers = Self::from_seed(since_epoch.as_nanos() as u64);
        numbers.state ^= u64::from(std::process::id()) << 32;
        numbers.split()
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`, each with the same chance; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Bits past the last whole multiple of the bound would favour the small remainders.
        let excess = (u64::MAX % bound.max(1) + 1) % bound.max(1);
        loop {
            let bits = self.next_bits();
            if bits <= u64::MAX - excess {
                return (bits % bound.max(1)) as usize;
            }
        }
    }

    /// A sequence of its own for somebody else, such as another thread.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self::from_seed(self.next_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation for the seed 1234567.
    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        let mut numbers = RandomNumbers::from_seed(1_234_567);
        assert_eq!(numbers.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(numbers.next_bits(), 3_203_168_211_198_807_973);
        assert_eq!(numbers.next_bits(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_number_below_the_bound_comes_equally_often() {
        let mut numbers = RandomNumbers::from_seed(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[numbers.below(7)] += 1;
        }
        // Four standard deviations of a binomial count of 70,000 draws at 1/7.
        assert!(
            seen.iter().all(|&count| count.abs_diff(10_000) < 371),
            "{seen:?}"
        );
        assert_eq!(numbers.below(1), 0);
        assert_eq!(numbers.below(0), 0);
    }

    #[test]
    fn a_split_sequence_is_another_one() {
        let mut numbers = RandomNumbers::from_seed(1);
        let mut other = numbers.split();
        assert_ne!(numbers.next_bits(), other.next_bits());
    }
}
