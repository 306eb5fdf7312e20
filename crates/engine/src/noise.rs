//! Random noise on top of the handcrafted evaluation, which varies the games of a deterministic
//! player.

use amazons::Color;
use evaluation::EvalBoard;

use game::SplitMix64;

/// Noise that depends on the layout and the seed only, so that a search sees consistent values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EvaluationNoise {
    /// Noise is uniform in `-amplitude..=amplitude`, in millilogits.
    pub(crate) amplitude: i32,
    pub(crate) seed: u64,
}

impl EvaluationNoise {
    #[inline]
    pub(crate) fn at(&self, layout: &EvalBoard) -> i32 {
        if self.amplitude == 0 {
            0
        } else {
            self.hash(layout)
        }
    }

    fn hash(&self, layout: &EvalBoard) -> i32 {
        let amazons = layout.amazons();
        let sets = [
            amazons[Color::Black].bits(),
            amazons[Color::White].bits(),
            layout.empty_squares().bits(),
        ];
        let mut bits = self.seed ^ layout.to_move() as u64;
        for set in sets {
            for word in [set as u64, (set >> 64) as u64] {
                bits = SplitMix64::from_seed(bits ^ word).next_u64();
            }
        }
        let range = 2 * self.amplitude.unsigned_abs() + 1;
        // Multiply-shift maps the upper half of the bits to the range; its bias is negligible.
        (((bits >> 32) * u64::from(range)) >> 32) as i32 - self.amplitude
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Position};

    use super::*;

    #[test]
    fn noise_is_uniform_and_depends_on_layout_and_seed() {
        let noise = EvaluationNoise {
            amplitude: 5,
            seed: 7,
        };
        let start = Position::standard_start();
        let mut seen = [0_u32; 11];
        for mv in start.moves() {
            let layout = EvalBoard::from(&start.after(mv).unwrap());
            let value = noise.at(&layout);
            assert_eq!(noise.at(&layout), value);
            seen[(value + 5) as usize] += 1;
        }
        // Four standard deviations of a binomial count of 2,176 draws at 1/11.
        assert!(
            seen.iter().all(|count| count.abs_diff(198) < 54),
            "{seen:?}"
        );
        let other = EvaluationNoise { seed: 8, ..noise };
        let differ = |mv: &_| {
            let layout = EvalBoard::from(&start.after(*mv).unwrap());
            noise.at(&layout) != other.at(&layout)
        };
        assert!(start.moves().iter().filter(|mv| differ(mv)).count() > 1_800);
        assert_eq!(EvaluationNoise::default().at(&EvalBoard::from(&start)), 0);
    }
}
