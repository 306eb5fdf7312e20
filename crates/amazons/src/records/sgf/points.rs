//! Points and moves in SGF.

use super::super::builder::parse_algebraic_move;
use super::super::error::{RecordErrorKind, excerpt};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::square::{BoardSize, Square};
use crate::square_set::SquareSet;

/// Notation of squares and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum PointStyle {
    /// `dj` and `djddgd`, the SGF standard.
    Sgf,
    /// `d1` and `d1-d7/g7`, used by Little Golem.
    Algebraic,
}

pub(super) fn write_point(size: BoardSize, square: Square, style: PointStyle) -> String {
    if style == PointStyle::Algebraic {
        return square.to_string();
    }
    let letter = |index: u8| char::from(b'a' + index);
    let from_top = size.rows() - 1 - square.row();
    [letter(square.column()), letter(from_top)]
        .into_iter()
        .collect()
}

pub(super) fn write_move(size: BoardSize, mv: Move, style: PointStyle) -> String {
    match style {
        PointStyle::Algebraic => mv.to_string(),
        PointStyle::Sgf => [mv.from, mv.to, mv.arrow]
            .map(|square| write_point(size, square, style))
            .concat(),
    }
}

/// Parses two letters: the column, and the row from the top.
fn parse_letters(size: BoardSize, column: u8, row: u8) -> Option<Square> {
    let column = column.checked_sub(b'a')?;
    let from_top = row.checked_sub(b'a')?;
    size.square(column, size.rows().checked_sub(from_top + 1)?)
}

/// Parses `dj` or `d1`.
fn read_point(size: BoardSize, text: &str) -> Result<Square, RecordErrorKind> {
    let square = match *text.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => parse_letters(size, column, row),
        _ => text.parse().ok().filter(|&square| size.contains(square)),
    };
    square.ok_or_else(|| RecordErrorKind::InvalidSquare(excerpt(text)))
}

/// Parses a point, or a rectangle of points such as `aa:cc`.
pub(super) fn read_points(size: BoardSize, text: &str) -> Result<SquareSet, RecordErrorKind> {
    let text = text.trim();
    let Some((corner, opposite)) = text.split_once(':') else {
        return read_point(size, text).map(SquareSet::single);
    };
    let corner = read_point(size, corner.trim())?;
    let opposite = read_point(size, opposite.trim())?;
    let span = |a: u8, b: u8| a.min(b)..=a.max(b);
    Ok(span(corner.row(), opposite.row())
        .flat_map(|row| span(corner.column(), opposite.column()).map(move |column| (column, row)))
        .filter_map(|(column, row)| size.square(column, row))
        .collect())
}

/// Parses `djddgd` or `d1-d7/g7`; `ply` is for the error.
pub(super) fn read_move(size: BoardSize, text: &str, ply: usize) -> Result<Move, RecordErrorKind> {
    let text = text.trim();
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return parse_algebraic_move(text, ply);
    }
    let invalid = || RecordErrorKind::InvalidMove {
        ply,
        error: NotationError::InvalidMove(text.to_owned()),
    };
    let mut squares = text
        .as_bytes()
        .chunks_exact(2)
        .map(|letters| parse_letters(size, letters[0], letters[1]).ok_or_else(invalid));
    let mut next = || squares.next().ok_or_else(invalid)?;
    Ok(Move {
        from: next()?,
        to: next()?,
        arrow: next()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: BoardSize = BoardSize::STANDARD;

    #[test]
    fn rows_count_from_the_top() {
        let mv = read_move(TEN, "djddgd", 1).unwrap();
        assert_eq!(mv.to_string(), "d1-d7/g7");
        assert_eq!(read_move(TEN, " d1-d7/g7 ", 1), Ok(mv));
        assert_eq!(write_move(TEN, mv, PointStyle::Sgf), "djddgd");
        assert_eq!(write_move(TEN, mv, PointStyle::Algebraic), "d1-d7/g7");
        // On five rows the top is row 5.
        let small = BoardSize::new(6, 5).unwrap();
        let mv = read_move(small, "aabaca", 1).unwrap();
        assert_eq!(mv.to_string(), "a5-b5/c5");
    }

    #[test]
    fn rectangles_contain_all_their_points() {
        let small = BoardSize::new(6, 5).unwrap();
        let expected: SquareSet = ["b4", "c4", "b3", "c3"]
            .map(|text| text.parse::<Square>().unwrap())
            .into_iter()
            .collect();
        for text in ["bb:cc", "cc:bb", "bc:cb", "b4:c3"] {
            assert_eq!(read_points(small, text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn points_off_the_board_are_rejected() {
        let small = BoardSize::new(6, 5).unwrap();
        for text in [
            "", "a", "ga", "af", "aA", "g1", "a6", "aa:", "aa:gg", "éa", "a\u{7f}", "zz",
        ] {
            assert!(
                matches!(
                    read_points(small, text),
                    Err(RecordErrorKind::InvalidSquare(_))
                ),
                "{text}"
            );
        }
        let error = |text| read_move(small, text, 3).unwrap_err().to_string();
        assert_eq!(
            error("aabazz"),
            "move 3: invalid move \"aabazz\": expected notation such as d1-d7/g7"
        );
        assert_eq!(
            error(""),
            "move 3: invalid move \"\": expected notation such as d1-d7/g7"
        );
    }
}
