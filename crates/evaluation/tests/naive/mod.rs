//! The slow truth: everything worked out square by square on coordinates, as a person would, from the
//! definitions alone. Nothing of the crate under test is used here.

#![allow(dead_code, reason = "each test uses a part of it")]

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

/// The kinds of step that distances are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
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

pub fn is_empty(position: &Position, square: Square) -> bool {
    position.at(square) == Some(Content::Empty)
}

/// The square so many steps away, if it is on the board.
fn moved(position: &Position, from: Square, (dx, dy): (i8, i8), steps: i8) -> Option<Square> {
    let column = from.column() as i8 + dx * steps;
    let row = from.row() as i8 + dy * steps;
    position
        .size()
        .square(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

/// The empty squares one step away, with how far the slide is.
pub fn steps(position: &Position, from: Square, kind: Kind) -> Vec<(Square, i8)> {
    let longest = match kind {
        Kind::Queen => 9,
        Kind::King => 1,
    };
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        for length in 1..=longest {
            match moved(position, from, direction, length) {
                Some(square) if is_empty(position, square) => found.push((square, length)),
                _ => break,
            }
        }
    }
    found
}

/// Distances of all squares by index from a side's nearest amazon, by breadth-first search.
pub fn distances(position: &Position, color: Color, kind: Kind) -> Vec<Option<u32>> {
    let mut distances = vec![None; Square::INDICES];
    let mut queue: VecDeque<(Square, u32)> = squares(position)
        .into_iter()
        .filter(|&square| position.at(square) == Some(Content::Amazon(color)))
        .map(|square| (square, 0))
        .collect();
    while let Some((from, distance)) = queue.pop_front() {
        for (square, _) in steps(position, from, kind) {
            if distances[square.index()].is_none() {
                distances[square.index()] = Some(distance + 1);
                queue.push_back((square, distance + 1));
            }
        }
    }
    distances
}

/// For every empty square the distance of `color` and that of the other side.
pub fn pairs(position: &Position, color: Color, kind: Kind) -> Vec<(Option<u32>, Option<u32>)> {
    let own = distances(position, color, kind);
    let other = distances(position, !color, kind);
    squares(position)
        .into_iter()
        .filter(|&square| is_empty(position, square))
        .map(|square| (own[square.index()], other[square.index()]))
        .collect()
}

/// The mobility of each amazon of a side, in parts of 256, slides of nine squares cut to eight.
pub fn mobilities(position: &Position, color: Color) -> Vec<u32> {
    let amazons = squares(position)
        .into_iter()
        .filter(|&square| position.at(square) == Some(Content::Amazon(color)));
    amazons
        .map(|from| {
            let reached = steps(position, from, Kind::Queen).into_iter();
            reached
                .filter(|&(_, length)| length <= 8)
                .map(|(square, length)| {
                    let neighbours = steps(position, square, Kind::King).len() as u32;
                    neighbours * (256 >> length)
                })
                .sum()
        })
        .collect()
}
