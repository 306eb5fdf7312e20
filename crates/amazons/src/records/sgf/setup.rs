//! The set-up properties: `AB AW AE AA PL`, and the size `SZ`.

use game::Color;

use super::super::error::{Fault, Problem, excerpt};
use super::super::syntax::{RawProperty, Tree};
use super::points::{PointStyle, read_points, write_point};
use crate::position::{Content, Position};
use crate::square::BoardSize;
use crate::square_set::SquareSet;

/// Whether a property sets up the board.
pub(super) fn sets_up(name: &str) -> bool {
    content_of(name).is_some() || name == "PL"
}

fn content_of(name: &str) -> Option<Content> {
    Some(match name {
        "AB" => Content::Amazon(Color::Black),
        "AW" => Content::Amazon(Color::White),
        "AA" => Content::Burned,
        "AE" => Content::Empty,
        _ => return None,
    })
}

/// What the set-up of a record says about its start.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The board, if anything was put on it or taken from it.
    pub board: Option<Position>,
    /// The side to move, if it is said.
    pub to_move: Option<Color>,
}

impl Setup {
    /// Applies the set-up of one node.
    pub fn apply(&mut self, tree: &Tree, node: usize, size: BoardSize) -> Result<(), Fault> {
        let mut touched = SquareSet::EMPTY;
        for property in tree.properties(node) {
            if property.name == "PL" {
                self.to_move = Some(side(tree, property)?);
            }
            let Some(content) = content_of(&property.name) else {
                continue;
            };
            let mut squares = SquareSet::EMPTY;
            for value in tree.values(property) {
                squares |=
                    read_points(size, value).map_err(|problem| Fault::new(property.at, problem))?;
            }
            // Whose turn it is does not matter yet.
            let board = self
                .board
                .get_or_insert_with(|| Position::empty(size, Color::Black));
            let mut twice = (squares & touched).iter();
            if let Some(square) = twice.find(|&square| board.at(square) != Some(content)) {
                return Err(Fault::new(property.at, Problem::SetUpTwice(square)));
            }
            touched |= squares;
            for square in squares {
                board
                    .put(square, content)
                    .map_err(|_| Fault::new(property.at, Problem::Point(square.to_string())))?;
            }
        }
        Ok(())
    }
}

/// Reads the side to move.
pub(super) fn side(tree: &Tree, property: &RawProperty) -> Result<Color, Fault> {
    let value = tree.value(property).trim();
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => {
            let problem = Problem::SideToMove(excerpt(value));
            Err(Fault::new(property.at, problem))
        }
    }
}

/// Reads `10`, or `6:5` for six columns and five rows; ten by ten if nothing is said.
pub(super) fn read_size(tree: &Tree) -> Result<BoardSize, Fault> {
    let Some(property) = tree.properties(0).iter().find(|one| one.name == "SZ") else {
        return Ok(BoardSize::STANDARD);
    };
    let value = tree.value(property).trim();
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    columns
        .trim()
        .parse()
        .ok()
        .zip(rows.trim().parse().ok())
        .and_then(|(columns, rows)| BoardSize::new(columns, rows))
        .ok_or_else(|| Fault::new(property.at, Problem::Size(excerpt(value))))
}

/// Writes size, set-up and side to move.
pub(super) fn write_setup(start: &Position, style: PointStyle) -> String {
    let size = start.size();
    let mut text = if size.columns() == size.rows() {
        format!("SZ[{}]", size.columns())
    } else {
        format!("SZ[{}:{}]", size.columns(), size.rows())
    };
    let mut list = |name: &str, squares: SquareSet| {
        if squares.is_empty() {
            return;
        }
        text.push_str(name);
        for square in squares {
            text.push_str(&format!("[{}]", write_point(size, square, style)));
        }
    };
    let [black, white] = Color::ALL.map(|color| start.amazons(color));
    list("AB", black);
    list("AW", white);
    list("AA", start.burned());
    if start.empty_squares() == start.board() {
        // Without a set-up property a reader would take the standard start.
        let corner = start
            .board()
            .first()
            .map_or(SquareSet::EMPTY, SquareSet::of);
        list("AE", corner);
    }
    text.push_str(match start.to_move() {
        Color::Black => "PL[B]",
        Color::White => "PL[W]",
    });
    text
}
