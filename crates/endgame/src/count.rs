//! How many subgames there are.

use rayon::prelude::*;

use crate::catalogue::Catalogue;
use crate::placement::{MOST_AMAZONS, binomial};
use crate::shape::Shape;

/// How many subgames of a size there are, by the numbers of black and of white amazons; those that only look different
/// are counted once. Of those with more white amazons than black ones there are as many as with the colours exchanged.
#[must_use]
pub fn count(catalogue: &Catalogue, size: usize) -> [[u64; MOST_AMAZONS + 1]; MOST_AMAZONS + 1] {
    let plain = placements(&vec![1; size]);
    catalogue
        .shapes(size)
        .par_iter()
        .map(|&shape| {
            let symmetries = shape.symmetries();
            if symmetries.len() == 1 {
                return plain;
            }
            // Burnside: as many as placements that stay the same, on average over the symmetries.
            let same = symmetries
                .iter()
                .map(|places| placements(&cycles(shape, places)))
                .fold(Counts::default(), add);
            same.map(|row| row.map(|sum| sum / symmetries.len() as u64))
        })
        .reduce(Counts::default, add)
}

type Counts = [[u64; MOST_AMAZONS + 1]; MOST_AMAZONS + 1];

fn add(mut sum: Counts, other: Counts) -> Counts {
    for (sum, other) in sum.iter_mut().flatten().zip(other.iter().flatten()) {
        *sum += other;
    }
    sum
}

/// How many squares go round in each circle of a symmetry.
fn cycles(shape: Shape, places: &[u8]) -> Vec<usize> {
    let mut seen = 0_u16;
    let mut lengths = Vec::new();
    for start in 0..shape.size() {
        let (mut square, mut length) = (start, 0);
        while seen >> square & 1 == 0 {
            seen |= 1 << square;
            length += 1;
            square = usize::from(places[square]);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// Placements in which all squares of each circle hold the same.
fn placements(cycles: &[usize]) -> Counts {
    let mut counts = Counts::default();
    if cycles.iter().all(|&length| length == 1) {
        for (black, row) in counts.iter_mut().enumerate() {
            for (white, count) in row.iter_mut().enumerate() {
                let left = cycles.len().saturating_sub(black);
                *count = (binomial(cycles.len(), black) * binomial(left, white)) as u64;
            }
        }
        return counts;
    }
    counts[0][0] = 1;
    for &length in cycles {
        let before = counts;
        for black in 0..=MOST_AMAZONS {
            for white in 0..=MOST_AMAZONS {
                if black >= length {
                    counts[black][white] += before[black - length][white];
                }
                if white >= length {
                    counts[black][white] += before[black][white - length];
                }
            }
        }
    }
    counts
}
