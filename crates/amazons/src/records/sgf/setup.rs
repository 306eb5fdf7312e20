//! Set-up properties: `AB` and `AW` add amazons, `AA` burns squares, `AE` empties them, `PL` is the
//! side to move. Also the board size, `SZ`.

use game::Color;

use super::super::bracket_syntax::{RawProperty, Tree};
use super::super::error::{ParseError, RecordErrorKind, excerpt};
use super::points::{PointStyle, read_points, write_point};
use crate::position::{Content, Position};
use crate::square::BoardSize;
use crate::square_set::SquareSet;

/// Whether a property sets up the board or the side to move.
pub(super) fn is_setup_property(name: &str) -> bool {
    setup_content(name).is_some() || name == "PL"
}

/// Content that a set-up property gives its squares.
fn setup_content(name: &str) -> Option<Content> {
    Some(match name {
        "AB" => Content::Amazon(Color::Black),
        "AW" => Content::Amazon(Color::White),
        "AA" => Content::Burned,
        "AE" => Content::Empty,
        _ => return None,
    })
}

/// Start position, as far as set-up properties give it.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The board, if a property sets up squares; its side to move has no meaning.
    pub board: Option<Position>,
    /// The side to move, if given.
    pub to_move: Option<Color>,
}

impl Setup {
    /// Applies the set-up of one node.
    pub fn apply(&mut self, tree: &Tree, node: usize, size: BoardSize) -> Result<(), ParseError> {
        let mut earlier_squares = SquareSet::EMPTY;
        for property in tree.properties(node) {
            if property.name == "PL" {
                self.to_move = Some(read_side_to_move(tree, property)?);
            }
            let Some(content) = setup_content(&property.name) else {
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
            let mut repeated = (squares & earlier_squares).iter();
            if let Some(square) = repeated.find(|&square| board.content_at(square) != Some(content))
            {
                return Err(property.error(RecordErrorKind::ConflictingSetup(square)));
            }
            earlier_squares |= squares;
            for square in squares {
                let outside =
                    |_| property.error(RecordErrorKind::InvalidSquare(square.to_string()));
                board.put(square, content).map_err(outside)?;
            }
        }
        Ok(())
    }
}

/// Parses the value of `PL`.
pub(super) fn read_side_to_move(tree: &Tree, property: &RawProperty) -> Result<Color, ParseError> {
    let value = tree.value(property).trim();
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(property.error(RecordErrorKind::InvalidSideToMove(excerpt(value)))),
    }
}

/// Parses the board size `SZ`: `10`, or `6:5` for six columns and five rows; 10×10 if missing.
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
        .ok_or_else(|| property.error(RecordErrorKind::InvalidBoardSize(excerpt(value))))
}

/// The properties of a start position: board size, set-up and side to move.
pub(super) fn write_setup(start: &Position, style: PointStyle) -> String {
    let size = start.size();
    let mut text = if size.columns() == size.rows() {
        format!("SZ[{}]", size.columns())
    } else {
        format!("SZ[{}:{}]", size.columns(), size.rows())
    };
    let mut write_squares = |name: &str, squares: SquareSet| {
        if squares.is_empty() {
            return;
        }
        text.push_str(name);
        for square in squares {
            text.push_str(&format!("[{}]", write_point(size, square, style)));
        }
    };
    let [black, white] = Color::ALL.map(|color| start.amazons(color));
    write_squares("AB", black);
    write_squares("AW", white);
    write_squares("AA", start.burned());
    if start.empty_squares() == start.board() {
        // Without any set-up property, a reader would assume the standard start.
        let corner = start
            .board()
            .first()
            .map_or(SquareSet::EMPTY, SquareSet::single);
        write_squares("AE", corner);
    }
    text.push_str(match start.to_move() {
        Color::Black => "PL[B]",
        Color::White => "PL[W]",
    });
    text
}
