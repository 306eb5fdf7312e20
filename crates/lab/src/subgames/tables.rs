//! Tables, shapes and random subgames of the experiments.

use std::sync::{Mutex, OnceLock, PoisonError};

use endgame::{MAX_SQUARES, ScoreTable, Shape, ShapeCatalogue, ValueTable, default_dir};

use crate::prelude::*;

/// Size of the score table that is built in memory; takes a second or two.
const IN_MEMORY_SQUARES: usize = 7;

/// The user's score table, or a small one built now. It affects the time, not the results.
pub(super) fn score_table() -> Result<&'static ScoreTable, BoxError> {
    static TABLE: OnceLock<ScoreTable> = OnceLock::new();
    static BUILDING: Mutex<()> = Mutex::new(());
    let _guard = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let table = ScoreTable::open_or_build(IN_MEMORY_SQUARES)?;
    Ok(TABLE.get_or_init(|| table))
}

/// The user's value table, if any. It affects the time, not the results.
pub(super) fn value_table() -> Option<&'static ValueTable> {
    static TABLE: OnceLock<Option<ValueTable>> = OnceLock::new();
    let open = || ValueTable::open(&default_dir()?).ok();
    TABLE.get_or_init(open).as_ref()
}

/// All shapes up to a size.
pub(super) fn shapes(size: usize) -> &'static ShapeCatalogue {
    static CATALOGUES: [OnceLock<ShapeCatalogue>; MAX_SQUARES + 1] =
        [const { OnceLock::new() }; MAX_SQUARES + 1];
    CATALOGUES[size].get_or_init(|| ShapeCatalogue::new(size))
}

/// A shape with amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct RandomSubgame {
    pub shape: Shape,
    pub black: u16,
    pub white: u16,
}

/// A subgame with these numbers of amazons, uniformly distributed up to symmetry.
pub(super) fn random_subgame(
    shapes: &[Shape],
    amazons: (usize, usize),
    rng: &mut SplitMix64,
) -> RandomSubgame {
    loop {
        let shape = shapes[rng.below(shapes.len())];
        let black = random_subset(shape.size(), 0, amazons.0, rng);
        let white = random_subset(shape.size(), black, amazons.1, rng);
        // Placements with several images are drawn that many times as often.
        let image = |set: u16, places: &[u8]| {
            let squares = (0..shape.size()).filter(|&square| set >> square & 1 == 1);
            squares.fold(0_u16, |image, square| image | 1 << places[square])
        };
        let mut images: Vec<(u16, u16)> = shape
            .symmetries()
            .iter()
            .map(|places| (image(black, places), image(white, places)))
            .collect();
        images.sort_unstable();
        images.dedup();
        if rng.below(images.len()) == 0 {
            return RandomSubgame {
                shape,
                black,
                white,
            };
        }
    }
}

/// A random set of `count` of the first `size` squares that are not taken.
fn random_subset(size: usize, taken: u16, count: usize, rng: &mut SplitMix64) -> u16 {
    let mut set = 0_u16;
    while (set.count_ones() as usize) < count {
        set |= (1 << rng.below(size)) & !taken;
    }
    set
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All 18 subgames of three squares with an amazon of each color occur equally often.
    #[test]
    fn subgames_are_uniformly_distributed() {
        let shapes = shapes(3).shapes(3);
        let mut rng = SplitMix64::from_seed(9);
        let mut seen: HashMap<Vec<(u8, u8, u8)>, i32> = HashMap::new();
        for _ in 0..18_000 {
            let subgame = random_subgame(shapes, (1, 1), &mut rng);
            *seen.entry(canonical(subgame)).or_default() += 1;
        }
        assert_eq!(seen.len(), 18);
        // Five standard deviations of a count of 1,000.
        assert!(
            seen.values().all(|count| (count - 1000).abs() < 155),
            "{seen:?}"
        );
    }

    /// The smallest of the eight images, by rows and columns alone.
    fn canonical(subgame: RandomSubgame) -> Vec<(u8, u8, u8)> {
        let squares: Vec<(i8, i8, u8)> = subgame
            .shape
            .squares()
            .enumerate()
            .map(|(number, (row, column))| {
                let content = (subgame.black >> number & 1) + 2 * (subgame.white >> number & 1);
                (row as i8, column as i8, content as u8)
            })
            .collect();
        let images = (0..8).map(|symmetry| {
            let turned: Vec<(i8, i8, u8)> = squares
                .iter()
                .map(|&(row, column, content)| {
                    let row = if symmetry & 1 == 1 { -row } else { row };
                    let column = if symmetry & 2 == 2 { -column } else { column };
                    match symmetry & 4 {
                        4 => (column, row, content),
                        _ => (row, column, content),
                    }
                })
                .collect();
            let low_row = turned.iter().map(|cell| cell.0).min().unwrap();
            let low_column = turned.iter().map(|cell| cell.1).min().unwrap();
            let mut moved: Vec<(u8, u8, u8)> = turned
                .iter()
                .map(|&(row, column, content)| {
                    ((row - low_row) as u8, (column - low_column) as u8, content)
                })
                .collect();
            moved.sort_unstable();
            moved
        });
        images.min().unwrap()
    }
}
