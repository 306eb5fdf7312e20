//! The table of rows, and sums of rows that follow from one another.

use amazons::Color;
use evaluation::Path;

use super::features::{FEATURES, Features, exchanged};
use super::{ONE, WIDTH};

/// The numbers of both sides' sums.
const BOTH: usize = 2 * WIDTH;

/// A feature's row, as Black sees it and as White does.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i16; BOTH]);

/// A row for every feature; the last one, of a square that counts nothing, is all zeros.
pub(super) struct Table {
    rows: Vec<Row>,
    bias: Row,
}

/// The sums of all squares' rows, and the features that they were summed over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Sums {
    sums: [i16; BOTH],
    features: Features,
}

impl Sums {
    /// The sums cut to bytes, those of the player to move first.
    #[inline]
    pub(super) fn seen_by(&self, to_move: Color) -> [u8; BOTH] {
        let mut bytes = [0; BOTH];
        let own = if to_move == Color::Black { 0 } else { WIDTH };
        let (mine, others) = bytes.split_at_mut(WIDTH);
        for (half, offset) in [(mine, own), (others, WIDTH - own)] {
            for (byte, &sum) in half.iter_mut().zip(&self.sums[offset..offset + WIDTH]) {
                *byte = sum.clamp(0, ONE as i16) as u8;
            }
        }
        bytes
    }
}

impl Table {
    /// From the rows of all features as a player sees their own, and the bias.
    pub(super) fn new(rows: &[[i16; WIDTH]], bias: &[i16; WIDTH]) -> Self {
        let joined = |own: &[i16; WIDTH], other: &[i16; WIDTH]| {
            let mut row = Row([0; BOTH]);
            row.0[..WIDTH].copy_from_slice(own);
            row.0[WIDTH..].copy_from_slice(other);
            row
        };
        let both = (0..FEATURES).map(|feature| joined(&rows[feature], &rows[exchanged(feature)]));
        Self {
            rows: both.chain([Row([0; BOTH])]).collect(),
            bias: joined(bias, bias),
        }
    }

    /// The sums over all squares.
    pub(super) fn sum(&self, features: Features) -> Sums {
        let mut sums = self.bias.0;
        for feature in features.0 {
            for (sum, number) in sums.iter_mut().zip(self.rows[usize::from(feature)].0) {
                *sum += number;
            }
        }
        Sums { sums, features }
    }

    /// The sums, from those of other features.
    #[inline]
    pub(super) fn follow(&self, path: Path, before: &Sums, features: Features) -> Sums {
        #[cfg(target_arch = "x86_64")]
        if path.is_avx512() {
            // SAFETY: the path proves that the machine has the instructions.
            return unsafe { self.follow_in_registers(before, features) };
        }
        let _ = path;
        let mut sums = before.sums;
        for (&old, &new) in before.features.0.iter().zip(&features.0) {
            if old != new {
                let (gone, come) = (&self.rows[usize::from(old)], &self.rows[usize::from(new)]);
                for ((sum, gone), come) in sums.iter_mut().zip(gone.0).zip(come.0) {
                    *sum += come - gone;
                }
            }
        }
        Sums { sums, features }
    }

    /// The same, with both sums in four registers from the first square to the last.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,bmi1")]
    fn follow_in_registers(&self, before: &Sums, features: Features) -> Sums {
        use std::arch::x86_64::*;

        #[inline]
        #[target_feature(enable = "avx512f")]
        fn load(words: &[i16; BOTH]) -> [__m512i; 4] {
            // SAFETY: 128 words are four registers full.
            [0, 32, 64, 96].map(|at| unsafe { _mm512_loadu_si512(words.as_ptr().add(at).cast()) })
        }

        let mut sums = load(&before.sums);
        for at in (0..super::features::PLACES).step_by(32) {
            let [old, new] = [&before.features.0, &features.0]
                // SAFETY: 32 words from a multiple of 32 on lie within the 128 places.
                .map(|words| unsafe { _mm512_loadu_si512(words.as_ptr().add(at).cast()) });
            let mut changed = _mm512_cmpneq_epi16_mask(old, new);
            while changed != 0 {
                let place = at + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let gone = load(&self.rows[usize::from(before.features.0[place])].0);
                let come = load(&self.rows[usize::from(features.0[place])].0);
                for part in 0..4 {
                    let difference = _mm512_sub_epi16(come[part], gone[part]);
                    sums[part] = _mm512_add_epi16(sums[part], difference);
                }
            }
        }
        let mut written = [0; BOTH];
        for (place, part) in written.as_chunks_mut::<32>().0.iter_mut().zip(sums) {
            // SAFETY: a chunk of 32 words is as long as a register.
            unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), part) };
        }
        Sums {
            sums: written,
            features,
        }
    }
}
