//! Reference implementations from the definitions, square by square on coordinates. Independent of
//! the crate under test.

use std::collections::VecDeque;

use amazons::{Color, Content, Position, Square};

/// The eight directions as changes of column and row.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The move that distances are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    Queen,
    King,
}

/// All squares of the board.
pub fn squares(position: &Position) -> Vec<Square> {
    let size = position.size();
    let rows = 0..size.rows();
    rows.flat_map(|row| (0..size.columns()).filter_map(move |column| size.square(column, row)))
        .collect()
}

fn is_empty(position: &Position, square: Square) -> bool {
    position.content_at(square) == Some(Content::Empty)
}

/// The square `steps` squares away, if it is on the board.
fn offset(position: &Position, from: Square, (dx, dy): (i8, i8), steps: i8) -> Option<Square> {
    let column = from.column() as i8 + dx * steps;
    let row = from.row() as i8 + dy * steps;
    position
        .size()
        .square(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

/// Empty squares one move away, with their distance in squares.
fn targets(position: &Position, from: Square, metric: Metric) -> Vec<(Square, i8)> {
    let max_length = match metric {
        Metric::Queen => 9,
        Metric::King => 1,
    };
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        for length in 1..=max_length {
            match offset(position, from, direction, length) {
                Some(square) if is_empty(position, square) => found.push((square, length)),
                _ => break,
            }
        }
    }
    found
}

/// Distances from a side's nearest amazon by square index, by breadth-first search.
pub fn distances(position: &Position, color: Color, metric: Metric) -> Vec<Option<u32>> {
    let mut distances = vec![None; Square::INDEX_COUNT];
    let mut queue: VecDeque<(Square, u32)> = squares(position)
        .into_iter()
        .filter(|&square| position.content_at(square) == Some(Content::Amazon(color)))
        .map(|square| (square, 0))
        .collect();
    while let Some((from, distance)) = queue.pop_front() {
        for (square, _) in targets(position, from, metric) {
            if distances[square.index()].is_none() {
                distances[square.index()] = Some(distance + 1);
                queue.push_back((square, distance + 1));
            }
        }
    }
    distances
}

/// Distances of `color` and of the other side for every empty square.
pub fn pairs(position: &Position, color: Color, metric: Metric) -> Vec<(Option<u32>, Option<u32>)> {
    let own = distances(position, color, metric);
    let other = distances(position, !color, metric);
    squares(position)
        .into_iter()
        .filter(|&square| is_empty(position, square))
        .map(|square| (own[square.index()], other[square.index()]))
        .collect()
}

/// Mobility of each amazon of a side, in 1/256; the ninth square of a ray does not count.
pub fn mobilities(position: &Position, color: Color) -> Vec<u32> {
    let amazons = squares(position)
        .into_iter()
        .filter(|&square| position.content_at(square) == Some(Content::Amazon(color)));
    amazons
        .map(|from| {
            let reached = targets(position, from, Metric::Queen).into_iter();
            reached
                .filter(|&(_, length)| length <= 8)
                .map(|(square, length)| {
                    let neighbors = targets(position, square, Metric::King).len() as u32;
                    neighbors * (256 >> length)
                })
                .sum()
        })
        .collect()
}
