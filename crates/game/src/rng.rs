//! Seeded pseudorandom numbers, the same on every machine.

use std::f64::consts::TAU;
use std::time::SystemTime;

/// Increment of the generator's state: 2^64 divided by the golden ratio, rounded to an odd number.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hash of a word: the output of [`SplitMix64`] in the state `word`. A bijection that mixes all
/// bits. Unlike `mix64` of the paper it adds the increment first, so that 0 does not map to 0.
#[must_use]
#[inline]
pub const fn mix64(word: u64) -> u64 {
    let word = word.wrapping_add(GOLDEN_GAMMA);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The SplitMix64 generator (Steele, Lea and Flood 2014). Not cryptographic.
///
/// Seeded results depend on the sequence, so no method may change how many words it draws or how it
/// uses them.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator with the seed as its state.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A generator seeded from the clock and the process id.
    #[must_use]
    pub fn from_time() -> Self {
        let since_epoch = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let time = since_epoch.as_nanos() as u64;
        // The process id separates processes that start at the same time.
        Self::from_seed(time ^ u64::from(std::process::id()) << 32).split()
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let word = mix64(self.state);
        self.state = self.state.wrapping_add(GOLDEN_GAMMA);
        word
    }

    /// A uniform integer below `bound`; 0 if `bound` is 0. Draws one word, rarely more.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = (bound as u64).max(1);
        // Rejects the last 2^64 mod `bound` words, which would favor small remainders.
        let rejected_count = (u64::MAX % bound + 1) % bound;
        loop {
            let word = self.next_u64();
            if word <= u64::MAX - rejected_count {
                return (word % bound) as usize;
            }
        }
    }

    /// A uniform number in [0, 1), a multiple of 2^-53.
    pub fn unit_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number with standard normal distribution, by the Box–Muller transform. Draws two words.
    pub fn normal(&mut self) -> f64 {
        // Centers of intervals of length 2^-53: never 0, so the logarithm is finite.
        let mut open_unit = || ((self.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        (-2.0 * open_unit().ln()).sqrt() * (TAU * open_unit()).cos()
    }

    /// A uniform element of `list`; `None` if it is empty. Draws a word in either case.
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// An index with probability proportional to its weight. Draws one word. Weights must not be
    /// negative.
    ///
    /// `None` if the sum of the weights is 0, or in the rare case that rounding leaves the draw
    /// past the last weight.
    pub fn weighted_index(&mut self, weights: &[f64]) -> Option<usize> {
        let mut rest = weights.iter().sum::<f64>() * self.unit_f64();
        weights.iter().position(|weight| {
            rest -= weight;
            rest < 0.0
        })
    }

    /// Shuffles a list by the Fisher–Yates algorithm, from the end.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }

    /// A generator seeded with the next word, for example for another thread.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self::from_seed(self.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First outputs of the reference implementation for the seed 1234567.
    #[test]
    fn sequence_is_that_of_the_reference_implementation() {
        let mut rng = SplitMix64::from_seed(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(rng.next_u64(), 9_817_491_932_198_370_423);
        assert_eq!(mix64(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = SplitMix64::from_seed(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Four standard deviations of a binomial count of 70,000 draws at 1/7.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 371),
            "{counts:?}"
        );
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn normal_has_mean_0_and_variance_1() {
        let mut rng = SplitMix64::from_seed(1);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..40_000 {
            let number = rng.normal();
            sum += number;
            squares += number * number;
        }
        // Four standard deviations: 0.02 of the mean, 0.0283 of the variance.
        assert!((sum / 40_000.0).abs() < 0.02, "{sum}");
        assert!((squares / 40_000.0 - 1.0).abs() < 0.0283, "{squares}");
    }

    #[test]
    fn weighted_index_follows_the_weights() {
        let mut rng = SplitMix64::from_seed(1);
        let mut counts = [0_i32; 4];
        for _ in 0..40_000 {
            counts[rng.weighted_index(&[1.0, 0.0, 2.0, 1.0]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        // Four standard deviations of a binomial count of 40,000 draws at 1/2.
        assert!((counts[2] - 20_000).abs() < 400, "{counts:?}");
        assert_eq!(rng.weighted_index(&[]), None);
        assert_eq!(rng.weighted_index(&[0.0]), None);
    }

    #[test]
    fn shuffle_permutes_the_list() {
        let mut list: Vec<usize> = (0..100).collect();
        SplitMix64::from_seed(1).shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert!(list.into_iter().eq(0..100));
    }

    #[test]
    fn split_generators_differ() {
        let mut rng = SplitMix64::from_seed(1);
        let mut other = rng.split();
        assert_ne!(rng.next_u64(), other.next_u64());
    }
}
