//! Small random numbers on top of an evaluation, so that a player that decides by it does not repeat its games.

use amazons::Color;
use evaluation::Layout;

use crate::random_numbers::RandomNumbers;

/// A number for every layout: at random, but the same one every time, since a search compares what it sees again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Noise {
    /// The largest number, in thousandths of a logit; the smallest is its negative.
    pub(crate) most: i32,
    /// Which of all such tables of numbers it is.
    pub(crate) seed: u64,
}

impl Noise {
    #[inline]
    pub(crate) fn at(&self, layout: &Layout) -> i32 {
        if self.most == 0 { 0 } else { self.draw(layout) }
    }

    fn draw(&self, layout: &Layout) -> i32 {
        let amazons = layout.amazons();
        let sets = [
            amazons[Color::Black].bits(),
            amazons[Color::White].bits(),
            layout.empty_squares().bits(),
        ];
        let mut bits = self.seed ^ layout.to_move() as u64;
        for set in sets {
            for word in [set as u64, (set >> 64) as u64] {
                bits = RandomNumbers::from_seed(bits ^ word).next_bits();
            }
        }
        let choices = 2 * self.most.unsigned_abs() + 1;
        // The upper half of a product spreads the bits evenly, up to one part in millions.
        (((bits >> 32) * u64::from(choices)) >> 32) as i32 - self.most
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Position};

    use super::*;

    #[test]
    fn every_layout_has_a_number_of_its_own_and_keeps_it() {
        let noise = Noise { most: 5, seed: 7 };
        let start = Position::standard_start();
        let mut seen = [0_u32; 11];
        for mv in start.moves() {
            let layout = Layout::of(&start.after(mv).unwrap());
            let number = noise.at(&layout);
            assert_eq!(noise.at(&layout), number);
            seen[(number + 5) as usize] += 1;
        }
        // Four standard deviations of a binomial count of 2,176 draws at 1/11.
        assert!(
            seen.iter().all(|count| count.abs_diff(198) < 54),
            "{seen:?}"
        );
        let other = Noise { seed: 8, ..noise };
        let differ = |mv: &_| {
            let layout = Layout::of(&start.after(*mv).unwrap());
            noise.at(&layout) != other.at(&layout)
        };
        assert!(start.moves().iter().filter(|mv| differ(mv)).count() > 1_800);
        assert_eq!(Noise::default().at(&Layout::of(&start)), 0);
    }
}
