//! Retrograde analysis: scores of all placements on a shape sum from those with one square fewer.
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

/// Initial score; remains where Black has no move. `NO_WHITE_MOVE` likewise.
const NO_BLACK_MOVE: i8 = i8::MIN;
const NO_WHITE_MOVE: i8 = i8::MAX;

/// [`ScorePair::with_passing`] by code.
static SCORES_BY_CODE: [[i8; 2]; 256] = {
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

/// Solves shape sums of one size; reuses its buffers.
#[derive(Clone, Debug)]
pub struct RetrogradeSolver {
    size: usize,
    /// All placements on `size` squares, as (black, white) sets.
    placements: Vec<(u16, u16)>,
    /// The same on one square fewer.
    smaller_placements: Vec<(u16, u16)>,
    visibility: Visibility,
    /// By burned square and ternary index of the remaining placement: scores with Black and with
    /// White to move.
    remainder_scores: Vec<[i8; 2]>,
    /// Best score for the first player, by ternary index of the placement.
    black_first: Vec<i8>,
    white_first: Vec<i8>,
}

impl RetrogradeSolver {
    /// A solver for shape sums of `size` squares.
    pub fn new(size: usize) -> Self {
        Self {
            size,
            placements: Placements::new(size).all().collect(),
            smaller_placements: Placements::new(size - 1).all().collect(),
            visibility: Visibility::new(size),
            remainder_scores: vec![[0; 2]; size * 3_usize.pow(size as u32 - 1)],
            black_first: vec![0; 3_usize.pow(size as u32)],
            white_first: vec![0; 3_usize.pow(size as u32)],
        }
    }

    /// Writes the score codes of all placements on a shape sum. `smaller_codes` returns those of a
    /// shape sum with one square fewer, by index.
    pub fn solve<'t, E>(
        &mut self,
        catalogue: &ShapeCatalogue,
        shape_sum: &ShapeSum,
        codes: &mut [u8],
        smaller_codes: impl Fn(usize) -> Result<&'t [u8], E>,
    ) -> Result<(), E> {
        self.visibility.compute(catalogue.parts(shape_sum));
        for burned in 0..self.size {
            let remainder = catalogue.remainder(shape_sum, burned);
            let remainder_codes = smaller_codes(remainder.shape_sum)?;
            self.load_remainder(burned, &remainder.old_indices, remainder_codes);
        }
        self.black_first.fill(NO_BLACK_MOVE);
        self.white_first.fill(NO_WHITE_MOVE);
        self.propagate_moves();
        for (code, &(black, white)) in codes.iter_mut().zip(&self.placements) {
            let index = ternary_index(black, white);
            let unless = |no_move: i8, score: i8| (score != no_move).then_some(score);
            *code = ScorePair {
                black_first: unless(NO_BLACK_MOVE, self.black_first[index]),
                white_first: unless(NO_WHITE_MOVE, self.white_first[index]),
            }
            .code();
        }
        Ok(())
    }

    /// Loads the scores after `burned` is burned. `squares` maps the remainder's squares to this
    /// shape sum's.
    fn load_remainder(&mut self, burned: usize, squares: &[usize], codes: &[u8]) {
        let indices = ternary_indices_without(burned, squares);
        let stride = self.remainder_scores.len() / self.size;
        let scores = &mut self.remainder_scores[burned * stride..][..stride];
        for (&code, &(black, white)) in codes.iter().zip(&self.smaller_placements) {
            let index = usize::from(indices[usize::from(black)])
                + 2 * usize::from(indices[usize::from(white)]);
            scores[index] = SCORES_BY_CODE[usize::from(code)];
        }
    }

    /// Applies all moves of both players on all placements.
    fn propagate_moves(&mut self) {
        let stride = self.remainder_scores.len() / self.size;
        for &(black, white) in &self.placements {
            let occupied = black | white;
            let index = ternary_index(black, white);
            for to in bits(black) {
                let visible = self.visibility.visible_from(to, occupied);
                let mut best = NO_BLACK_MOVE;
                for arrow in bits(visible) {
                    let after = self.visibility.ternary_index_without(arrow, black, white);
                    best = best.max(self.remainder_scores[arrow * stride + after][1]);
                }
                let without = index - ternary_digits(1 << to);
                for from in bits(visible) {
                    let score = &mut self.black_first[without + ternary_digits(1 << from)];
                    *score = (*score).max(best + 1);
                }
            }
            for to in bits(white) {
                let visible = self.visibility.visible_from(to, occupied);
                let mut best = NO_WHITE_MOVE;
                for arrow in bits(visible) {
                    let after = self.visibility.ternary_index_without(arrow, black, white);
                    best = best.min(self.remainder_scores[arrow * stride + after][0]);
                }
                let without = index - 2 * ternary_digits(1 << to);
                for from in bits(visible) {
                    let score = &mut self.white_first[without + 2 * ternary_digits(1 << from)];
                    *score = (*score).min(best - 1);
                }
            }
        }
    }
}
