//! What the network knows of a square: one number.
//!
//! An empty square has six levels of queen's distance a side (1, 2, 3, 4, more, never) and eight of king's
//! distance (1 to 6, more, never); all four levels together are its feature. An amazon's is the number of its empty
//! neighbours. A level is highest where a square lies in none of the sets "within so many moves", and falls by one
//! with each that holds it; so a feature is a constant minus what the sets that hold it weigh.

use amazons::{Color, SquareSet};
use evaluation::reach::{NEAR_KING, NEAR_QUEEN};
use evaluation::{Layout, Path, Reach};

const QUEEN_LEVELS: u16 = NEAR_QUEEN as u16 + 2;
const KING_LEVELS: u16 = NEAR_KING as u16 + 2;
const KING_PAIRS: u16 = KING_LEVELS * KING_LEVELS;

/// What the sets weigh: Black's and White's by queen, Black's and White's by king.
const WEIGHTS: [u16; 4] = [QUEEN_LEVELS * KING_PAIRS, KING_PAIRS, KING_LEVELS, 1];

/// Features of empty squares come first.
const EMPTY_FEATURES: u16 = QUEEN_LEVELS * QUEEN_LEVELS * KING_PAIRS;

/// An amazon has from none to eight empty neighbours.
const NEIGHBOURS: u16 = 9;

/// How many features there are; the number itself stands for a square that counts nothing.
pub(super) const FEATURES: usize = (EMPTY_FEATURES + 2 * NEIGHBOURS) as usize;

const NOTHING: u16 = FEATURES as u16;

/// A place for every index of a square, used or not.
pub(super) const PLACES: usize = 128;

/// The sets that weigh something.
const SETS: usize = 2 * (NEAR_QUEEN + NEAR_KING + 2);

/// The feature of every square, as Black sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Features(pub(super) [u16; PLACES]);

impl Features {
    /// The features of a layout.
    #[inline]
    pub(super) fn of(path: Path, layout: &Layout) -> Self {
        let sets = weighed(&Reach::along(path, layout));
        let mut features = spread(path, layout.empty_squares(), &sets);
        for color in Color::ALL {
            let first = EMPTY_FEATURES + NEIGHBOURS * u16::from(color == Color::White);
            for square in layout.amazons()[color] {
                let around = SquareSet::of(square).neighbours() & layout.empty_squares();
                features.0[square.index()] = first + around.len() as u16;
            }
        }
        features
    }
}

/// The feature that White sees where Black sees this one.
pub(super) fn exchanged(feature: usize) -> usize {
    let feature = feature as u16;
    let exchange = |pair: u16, levels: u16| pair % levels * levels + pair / levels;
    let seen = if feature < EMPTY_FEATURES {
        exchange(feature / KING_PAIRS, QUEEN_LEVELS) * KING_PAIRS
            + exchange(feature % KING_PAIRS, KING_LEVELS)
    } else {
        EMPTY_FEATURES + (feature - EMPTY_FEATURES + NEIGHBOURS) % (2 * NEIGHBOURS)
    };
    usize::from(seen)
}

/// All sets with their weights.
#[inline]
fn weighed(reach: &Reach) -> [(SquareSet, u16); SETS] {
    let mut sets = [(SquareSet::EMPTY, 0); SETS];
    let queens = reach.queen.iter().chain([&reach.all]).map(|set| (set, 0));
    let kings = reach.king.iter().chain([&reach.all]).map(|set| (set, 2));
    for (places, (set, kind)) in sets.chunks_exact_mut(2).zip(queens.chain(kings)) {
        places[0] = (set[Color::Black], WEIGHTS[kind]);
        places[1] = (set[Color::White], WEIGHTS[kind + 1]);
    }
    sets
}

/// The features of the empty squares; nothing on the others.
#[inline]
fn spread(path: Path, empty: SquareSet, sets: &[(SquareSet, u16); SETS]) -> Features {
    #[cfg(target_arch = "x86_64")]
    if path.is_avx512() {
        // SAFETY: the path proves that the machine has the instructions.
        return unsafe { spread_by_masks(empty, sets) };
    }
    let _ = path;
    let mut features = Features([NOTHING; PLACES]);
    for square in empty {
        features.0[square.index()] = EMPTY_FEATURES - 1;
    }
    for &(set, weight) in sets {
        for square in set {
            features.0[square.index()] -= weight;
        }
    }
    features
}

/// A set's bits are the masks of four registers of 32 words.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn spread_by_masks(empty: SquareSet, sets: &[(SquareSet, u16); SETS]) -> Features {
    use std::arch::x86_64::*;

    let masks = |set: SquareSet| [0, 32, 64, 96].map(|shift| (set.bits() >> shift) as u32);
    let nothing = _mm512_set1_epi16(NOTHING.cast_signed());
    let farthest = _mm512_set1_epi16((EMPTY_FEATURES - 1).cast_signed());
    let mut words = masks(empty).map(|mask| _mm512_mask_blend_epi16(mask, nothing, farthest));
    for &(set, weight) in sets {
        let weight = _mm512_set1_epi16(weight.cast_signed());
        for (word, mask) in words.iter_mut().zip(masks(set)) {
            *word = _mm512_mask_sub_epi16(*word, mask, *word, weight);
        }
    }
    let mut features = Features([0; PLACES]);
    for (place, word) in features.0.as_chunks_mut::<32>().0.iter_mut().zip(words) {
        // SAFETY: a chunk of 32 words is as long as a register.
        unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), word) };
    }
    features
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Position};
    use evaluation::Maps;

    use super::*;

    /// A square's feature from the maps, as `training/pairs.py` says it.
    fn plain(layout: &Layout, maps: &Maps, square: amazons::Square) -> u16 {
        let level = |distance: Option<usize>, levels: u16| {
            distance.map_or(levels - 1, |steps| (steps as u16 - 1).min(levels - 2))
        };
        let amazons = layout.amazons();
        for (color, first) in [(Color::Black, 0), (Color::White, NEIGHBOURS)] {
            if amazons[color].contains(square) {
                let around = SquareSet::of(square).neighbours() & layout.empty_squares();
                return EMPTY_FEATURES + first + around.len() as u16;
            }
        }
        if !layout.empty_squares().contains(square) {
            return NOTHING;
        }
        let [black, white] = Color::ALL.map(|color| {
            let queen = level(maps.queen[color].to(square), QUEEN_LEVELS);
            (queen, level(maps.king[color].to(square), KING_LEVELS))
        });
        (black.0 * QUEEN_LEVELS + white.0) * KING_PAIRS + black.1 * KING_LEVELS + white.1
    }

    #[test]
    fn features_follow_from_the_maps() {
        let mut position = Position::standard_start();
        let mut different = std::collections::HashSet::new();
        loop {
            let layout = Layout::of(&position);
            let maps = Maps::of(&layout);
            let mut wanted = [NOTHING; PLACES];
            for square in position.board() {
                wanted[square.index()] = plain(&layout, &maps, square);
            }
            for path in Path::available() {
                assert_eq!(Features::of(path, &layout).0, wanted, "{path}");
            }
            different.extend(wanted);
            let moves = position.moves();
            let Some(&mv) = moves.get(position.key() as usize % moves.len().max(1)) else {
                break;
            };
            position.play(mv);
        }
        assert!(
            different.len() > 200,
            "{} features are few",
            different.len()
        );
    }

    #[test]
    fn exchanging_twice_changes_nothing() {
        for feature in 0..FEATURES {
            assert_eq!(exchanged(exchanged(feature)), feature);
        }
        assert_eq!(exchanged(0), 0);
        assert_eq!(exchanged(1), usize::from(KING_LEVELS));
        assert_eq!(
            exchanged(usize::from(EMPTY_FEATURES)),
            usize::from(EMPTY_FEATURES + NEIGHBOURS)
        );
    }
}
