//! Retrograde analysis: scores of all placements on a shape sum from those with one square less.
//!
//! A move is processed from the square of arrival. The amazon shoots at the squares visible from
//! there, and since queen moves are reversible it came from one of the same squares. One visibility
//! set gives the best arrow first and then all predecessors.

use super::score_pair::ScorePair;
use crate::placement::Placements;
use crate::shape::bits;
use crate::shape_catalogue::ShapeCatalogue;
use crate::shape_sums::ShapeSum;
use crate::visibility::{Visibility, ternary_digits, ternary_index, ternary_indices_without};

/// Marks a placement without a move.
const NO_BLACK_MOVE: i8 = i8::MIN;
const NO_WHITE_MOVE: i8 = i8::MAX;

/// Scores with passing by code.
static SCORE_BY_CODE: [[i8; 2]; 256] = {
    let mut scores = [[0; 2]; 256];
    let mut code = 0;
    while code < ScorePair::CODE_COUNT {
        scores[code] = ScorePair::from_code(code as u8)
            .expect("below the limit")
            .with_passing();
        code += 1;
    }
    scores
};

/// Buffers reused for every shape sum.
#[derive(Clone, Debug)]
pub struct RetrogradeSolver {
    size: usize,
    /// All placements on shape sums of this size and of one square less.
    boards: Vec<(u16, u16)>,
    smaller_boards: Vec<(u16, u16)>,
    visibility: Visibility,
    /// By burned square and remaining placement: scores with Black and with White to move.
    rest: Vec<[i8; 2]>,
    /// Best score for the first player, by placement.
    black_first: Vec<i8>,
    white_first: Vec<i8>,
}

impl RetrogradeSolver {
    /// A solver for shape sums of `size` squares.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            boards: Placements::new(size).all().collect(),
            smaller_boards: Placements::new(size - 1).all().collect(),
            visibility: Visibility::new(size),
            rest: vec![[0; 2]; size * 3_usize.pow(size as u32 - 1)],
            black_first: vec![0; 3_usize.pow(size as u32)],
            white_first: vec![0; 3_usize.pow(size as u32)],
        }
    }

    /// Computes the scores of all placements on a shape sum; `smaller` returns those of a shape sum
    /// with one square less.
    pub fn solve<'t, E>(
        &mut self,
        catalogue: &ShapeCatalogue,
        shape_sum: &ShapeSum,
        values: &mut [u8],
        smaller: impl Fn(usize) -> Result<&'t [u8], E>,
    ) -> Result<(), E> {
        self.visibility.compute(catalogue.parts(shape_sum));
        for burned in 0..self.size {
            let left = catalogue.remainder(shape_sum, burned);
            self.load_smaller(burned, &left.old_indices, smaller(left.shape_sum)?);
        }
        self.black_first.fill(NO_BLACK_MOVE);
        self.white_first.fill(NO_WHITE_MOVE);
        self.propagate_moves();
        for (value, &(black, white)) in values.iter_mut().zip(&self.boards) {
            let place = ternary_index(black, white);
            let known = |value: i8, none: i8| (value != none).then_some(value);
            *value = ScorePair {
                black_first: known(self.black_first[place], NO_BLACK_MOVE),
                white_first: known(self.white_first[place], NO_WHITE_MOVE),
            }
            .code();
        }
        Ok(())
    }

    /// Loads the scores after `burned` is burned, renumbered for this shape sum.
    fn load_smaller(&mut self, burned: usize, squares: &[usize], values: &[u8]) {
        let numbers = ternary_indices_without(burned, squares);
        let length = self.rest.len() / self.size;
        let rest = &mut self.rest[burned * length..][..length];
        for (&value, &(black, white)) in values.iter().zip(&self.smaller_boards) {
            let number = usize::from(numbers[usize::from(black)])
                + 2 * usize::from(numbers[usize::from(white)]);
            rest[number] = SCORE_BY_CODE[usize::from(value)];
        }
    }

    /// Applies all moves of both players on all placements.
    fn propagate_moves(&mut self) {
        let length = self.rest.len() / self.size;
        for &(black, white) in &self.boards {
            let taken = black | white;
            let place = ternary_index(black, white);
            for to in bits(black) {
                let seen = self.visibility.visible_from(to, taken);
                let mut best = NO_BLACK_MOVE;
                for arrow in bits(seen) {
                    let left = self.visibility.ternary_index_without(arrow, black, white);
                    best = best.max(self.rest[arrow * length + left][1]);
                }
                let without = place - ternary_digits(1 << to);
                for from in bits(seen) {
                    let value = &mut self.black_first[without + ternary_digits(1 << from)];
                    *value = (*value).max(best + 1);
                }
            }
            for to in bits(white) {
                let seen = self.visibility.visible_from(to, taken);
                let mut best = NO_WHITE_MOVE;
                for arrow in bits(seen) {
                    let left = self.visibility.ternary_index_without(arrow, black, white);
                    best = best.min(self.rest[arrow * length + left][0]);
                }
                let without = place - 2 * ternary_digits(1 << to);
                for from in bits(seen) {
                    let value = &mut self.white_first[without + 2 * ternary_digits(1 << from)];
                    *value = (*value).min(best - 1);
                }
            }
        }
    }
}
