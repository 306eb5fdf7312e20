//! What the experiments with subgames are made from: the table, all shapes, and subgames drawn at random.

use std::sync::{Mutex, OnceLock, PoisonError};

use endgame::{MAX_SQUARES, ScoreTable, Shape, ShapeCatalogue, ValueTable, default_dir};
use engine::RandomNumbers;

use crate::experiment::Failure;

/// The largest subgames of a table that is built for a run and forgotten: a matter of a second or two.
const MADE_ON_THE_FLY: usize = 7;

/// The user's table, or a small one made now. What the experiments find does not depend on it, but how long they take
/// does.
pub(super) fn table() -> Result<&'static ScoreTable, Failure> {
    static TABLE: OnceLock<ScoreTable> = OnceLock::new();
    static MAKING: Mutex<()> = Mutex::new(());
    let _alone = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let table = ScoreTable::open_or_build(MADE_ON_THE_FLY)?;
    Ok(TABLE.get_or_init(|| table))
}

/// The user's table of exact values, if there is one. What the experiments find does not depend on it either.
pub(super) fn exact_table() -> Option<&'static ValueTable> {
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

/// A shape, and which of its squares hold amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Drawn {
    pub shape: Shape,
    pub black: u16,
    pub white: u16,
}

/// A subgame with so many amazons, each with the same chance as any other that looks different.
pub(super) fn draw(
    shapes: &[Shape],
    amazons: (usize, usize),
    numbers: &mut RandomNumbers,
) -> Drawn {
    loop {
        let shape = shapes[numbers.below(shapes.len())];
        let black = some_of(shape.size(), 0, amazons.0, numbers);
        let white = some_of(shape.size(), black, amazons.1, numbers);
        // What looks the same in several placements is drawn as often as there are placements.
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
        if numbers.below(images.len()) == 0 {
            return Drawn {
                shape,
                black,
                white,
            };
        }
    }
}

/// A set of so many of the first `size` squares that are not taken.
fn some_of(size: usize, taken: u16, count: usize, numbers: &mut RandomNumbers) -> u16 {
    let mut set = 0_u16;
    while (set.count_ones() as usize) < count {
        set |= (1 << numbers.below(size)) & !taken;
    }
    set
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All 18 subgames of three squares with an amazon of each colour come equally often.
    #[test]
    fn what_looks_different_is_drawn_with_the_same_chance() {
        let shapes = shapes(3).shapes(3);
        let mut numbers = RandomNumbers::from_seed(9);
        let mut seen: HashMap<Vec<(u8, u8, u8)>, i32> = HashMap::new();
        for _ in 0..18_000 {
            let drawn = draw(shapes, (1, 1), &mut numbers);
            *seen.entry(standard(drawn)).or_default() += 1;
        }
        assert_eq!(seen.len(), 18);
        // Five deviations of a count of 1,000.
        assert!(
            seen.values().all(|count| (count - 1000).abs() < 155),
            "{seen:?}"
        );
    }

    /// The first of all eight ways to look at it, on nothing but rows and columns.
    fn standard(drawn: Drawn) -> Vec<(u8, u8, u8)> {
        let squares: Vec<(i8, i8, u8)> = drawn
            .shape
            .squares()
            .enumerate()
            .map(|(number, (row, column))| {
                let content = (drawn.black >> number & 1) + 2 * (drawn.white >> number & 1);
                (row as i8, column as i8, content as u8)
            })
            .collect();
        let ways = (0..8).map(|way| {
            let turned: Vec<(i8, i8, u8)> = squares
                .iter()
                .map(|&(row, column, content)| {
                    let row = if way & 1 == 1 { -row } else { row };
                    let column = if way & 2 == 2 { -column } else { column };
                    match way & 4 {
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
        ways.min().unwrap()
    }
}
