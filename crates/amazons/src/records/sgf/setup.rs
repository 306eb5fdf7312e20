//! Set-up properties `AB AW AE AA PL` and the board size `SZ`.

use game::Color;

use super::super::bracket_syntax::{RawProperty, Tree};
use super::super::error::{ParseError, RecordErrorKind, excerpt};
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

/// Set-up of a start position.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The board, if there was a set-up property.
    pub board: Option<Position>,
    /// The side to move, if given.
    pub to_move: Option<Color>,
}

impl Setup {
    /// Applies the set-up of one node.
    pub fn apply(&mut self, tree: &Tree, node: usize, size: BoardSize) -> Result<(), ParseError> {
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
                squares |= read_points(size, value).map_err(|kind| property.error(kind))?;
            }
            // The side to move is set later.
            let board = self
                .board
                .get_or_insert_with(|| Position::empty(size, Color::Black));
            let mut repeated = (squares & touched).iter();
            if let Some(square) = repeated.find(|&square| board.content_at(square) != Some(content))
            {
                return Err(property.error(RecordErrorKind::ConflictingSetup(square)));
            }
            touched |= squares;
            for square in squares {
                let outside = |_| property.error(RecordErrorKind::Point(square.to_string()));
                board.put(square, content).map_err(outside)?;
            }
        }
        Ok(())
    }
}

/// Parses the side to move.
pub(super) fn side(tree: &Tree, property: &RawProperty) -> Result<Color, ParseError> {
    let value = tree.value(property).trim();
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(property.error(RecordErrorKind::SideToMove(excerpt(value)))),
    }
}

/// Parses `10`, or `6:5` for six columns and five rows; 10×10 if missing.
pub(super) fn read_size(tree: &Tree) -> Result<BoardSize, ParseError> {
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
        .ok_or_else(|| property.error(RecordErrorKind::Size(excerpt(value))))
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
        // Without set-up a reader would assume the standard start.
        let corner = start
            .board()
            .first()
            .map_or(SquareSet::EMPTY, SquareSet::single);
        list("AE", corner);
    }
    text.push_str(match start.to_move() {
        Color::Black => "PL[B]",
        Color::White => "PL[W]",
    });
    text
}
