//! Little Golem: SGF with moves in algebraic notation, `B[g10-g4/d4]`, and CSV.
//!
//! On Little Golem Black starts *at the top* (d10 g10 a7 j7) and moves first. There are two
//! formats:
//!
//! - files, `(;FF[4]EV[…]PB[…]PW[…]SZ[10];B[g10-g4/d4];W[d1-d3/j9])`: [SGF](super::sgf) except for
//!   the notation of squares and moves. Little Golem's start is not set up, since it follows from
//!   the moves; any other start is;
//! - CSV rows, `W,B[g10-g4/d4],W[d1-d3/j9]`: the winner (`B`, `W`, `?` or missing), then the moves,
//!   with an optional header row `winner,moves...`. They contain only the winner and the main line
//!   from Little Golem's start.

use game::Color;

use super::bracket_syntax;
use super::builder::{RecordBuilder, parse_algebraic_move};
use super::error::{ParseError, RecordError, RecordErrorKind, excerpt};
use super::property::{color_from_name, color_name};
use super::record::Record;
use super::result::{GameResult, ParseResultError, WinReason};
use super::sgf::{self, PointStyle, parse_end_marker};
use super::start_layout::StartLayout;
use crate::position::Position;

/// First field of the optional CSV header.
const CSV_HEADER_FIELD: &str = "winner";

/// The start of every game on Little Golem.
#[must_use]
pub fn start() -> Position {
    Position::standard_start().with_to_move(Color::Black)
}

/// Reads all games of a file or of CSV rows.
///
/// # Errors
/// If the text is malformed, or a move is illegal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    if bracket_syntax::find_game(text).is_some() {
        sgf::read_with_layout(text, StartLayout::WhiteAtBottom)
    } else {
        read_csv(text)
    }
}

/// Whether a text without parentheses is CSV.
pub(super) fn is_csv(text: &str) -> bool {
    let text = text.trim_start();
    let line = text.lines().next().unwrap_or(text).trim_end();
    let (first, rest) = line.split_once(',').unwrap_or((line, ""));
    match winner(first) {
        Some(_) => rest.is_empty() || rest.contains('['),
        None => first == CSV_HEADER_FIELD || is_move(first),
    }
}

/// Whether the field is a move; the winner may be missing.
fn is_move(field: &str) -> bool {
    field.starts_with("B[") || field.starts_with("W[")
}

/// Parses the winner, the first field of a row.
fn winner(field: &str) -> Option<GameResult> {
    match field.trim() {
        "B" => Some(GameResult::win(Color::Black)),
        "W" => Some(GameResult::win(Color::White)),
        "?" => Some(GameResult::Unknown),
        _ => None,
    }
}

/// Reads CSV rows, one game each; empty lines are skipped.
///
/// # Errors
/// If a row is malformed, or a move is illegal.
pub fn read_csv(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut offset = 0;
    let mut is_first = true;
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        let is_header = is_first && row.split(',').next() == Some(CSV_HEADER_FIELD);
        if !row.is_empty() {
            is_first = false;
            if !is_header {
                let indent = line.len() - line.trim_start().len();
                let record = read_row(row, offset + indent)
                    .map_err(|error| error.into_record_error(text))?;
                records.push(record);
            }
        }
        offset += line.len();
    }
    Ok(records)
}

/// Reads a row at a byte offset of the text.
fn read_row(row: &str, offset: usize) -> Result<Record, ParseError> {
    let mut builder = RecordBuilder::new(start());
    let (first, rest) = row.split_once(',').unwrap_or((row, ""));
    let mut field_offset = offset;
    let mut moves = Some(row);
    if !is_move(first) {
        builder.record.info.result = winner(first)
            .ok_or_else(|| ParseError::new(offset, ParseResultError(excerpt(first))))?;
        field_offset += first.len() + 1;
        moves = (first.len() < row.len()).then_some(rest);
    }
    for field in moves.into_iter().flat_map(|moves| moves.split(',')) {
        let played = play_field(&mut builder, field.trim());
        played.map_err(|kind| ParseError::new(field_offset, kind))?;
        field_offset += field.len() + 1;
    }
    Ok(builder.record)
}

/// Plays `B[g10-g4/d4]`, or sets the result of `B[resign]`.
fn play_field(builder: &mut RecordBuilder, field: &str) -> Result<(), RecordErrorKind> {
    let unexpected = || RecordErrorKind::unexpected("a move such as B[g10-g4/d4]", field);
    let (mover, value) = field.split_once('[').ok_or_else(unexpected)?;
    let value = value.strip_suffix(']').ok_or_else(unexpected)?;
    let mover = color_from_name(mover).ok_or_else(unexpected)?;
    if let Some(reason) = parse_end_marker(value) {
        let result = &mut builder.record.info.result;
        if result.winner() != Some(mover) {
            *result = GameResult::win_by(!mover, reason);
        }
        return Ok(());
    }
    let mv = parse_algebraic_move(value, builder.next_ply())?;
    builder.play(Some(mover), mv)
}

/// Writes a game as a file.
#[must_use]
pub fn write(record: &Record) -> String {
    sgf::write_with_style(record, PointStyle::Algebraic)
}

/// Writes a game as a CSV row: the winner and the moves of the main line, then a resignation or
/// timeout if the game ended with one. `None` if the start is not [Little Golem's](start).
#[must_use]
pub fn write_csv_row(record: &Record) -> Option<String> {
    if *record.start() != start() {
        return None;
    }
    let mut row = record
        .info
        .result
        .winner()
        .map_or("?", color_name)
        .to_owned();
    let mut mover = record.start().to_move();
    for mv in record.main_line() {
        row.push_str(&format!(",{}[{mv}]", color_name(mover)));
        mover = !mover;
    }
    if let GameResult::Win { winner, reason } = record.info.result {
        let marker = match reason {
            WinReason::Resignation => Some("resign"),
            WinReason::Time => Some("timeout"),
            WinReason::Unspecified | WinReason::Margin(_) | WinReason::Forfeit => None,
        };
        if let Some(marker) = marker {
            row.push_str(&format!(",{}[{marker}]", color_name(!winner)));
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "W,B[g10-g4/d4],W[d1-d3/j9],B[a7-c5/i5]";

    #[test]
    fn csv_round_trips() {
        let csv = format!("winner,moves...\n{ROW}\n\n?,B[d10-d5/a5]\r\nB\n");
        let records = read(&csv).unwrap();
        assert_eq!(records.len(), 3);
        assert_eq!(*records[0].start(), start());
        assert_eq!(records[0].main_line().count(), 3);
        assert_eq!(records[0].info.result, GameResult::win(Color::White));
        assert_eq!(write_csv_row(&records[0]).unwrap(), ROW);
        assert_eq!(write_csv_row(&records[1]).unwrap(), "?,B[d10-d5/a5]");
        assert_eq!(write_csv_row(&records[2]).unwrap(), "B");
    }

    #[test]
    fn the_winner_may_be_missing() {
        let (_, moves) = ROW.split_once(',').expect("a winner and moves");
        let [record] = &read_csv(moves).unwrap()[..] else {
            panic!("one row is one game");
        };
        assert_eq!(record.info.result, GameResult::Unknown);
        assert_eq!(write_csv_row(record), Some(format!("?,{moves}")));
    }

    #[test]
    fn resignations_are_results() {
        let row = format!("{ROW},W[resign]");
        // The winner's field counts more than the resignation.
        assert_eq!(write_csv_row(&read(&row).unwrap()[0]).unwrap(), ROW);
        let row = row.replace("W,B", "B,B");
        let records = read(&row).unwrap();
        assert_eq!(records[0].info.result.to_string(), "B+R");
        assert_eq!(write_csv_row(&records[0]).unwrap(), row);
    }

    #[test]
    fn files_have_little_golems_start() {
        let text = "(;FF[4]EV[amazons.mc]PB[ada]PW[grace]SZ[10];B[g10-g4/d4];W[d1-d3/j9])";
        let records = read(text).unwrap();
        assert_eq!(*records[0].start(), start());
        assert_eq!(
            write(&records[0]),
            "(;FF[4]GM[18]CA[UTF-8]SZ[10]EV[amazons.mc]PB[ada]PW[grace];B[g10-g4/d4];W[d1-d3/j9])"
        );
        assert_eq!(read(&write(&records[0])).unwrap(), records);
        // Without moves and set-up the start is Little Golem's, and it is written.
        let records = read("(;PB[ada])").unwrap();
        assert_eq!(*records[0].start(), start());
        assert!(write(&records[0]).contains("AW[d1][g1][a4][j4]PL[B]"));
        assert_eq!(sgf::read(&write(&records[0])).unwrap(), records);
    }

    #[test]
    fn other_starts_are_not_written_as_csv() {
        assert_eq!(
            write_csv_row(&Record::new(Position::standard_start())),
            None
        );
    }

    #[test]
    fn csv_is_detected() {
        for text in [
            ROW,
            "winner,moves...\n",
            "\n?\n",
            "B,B[x]",
            "B[g10-g4/d4],W[x]",
        ] {
            assert!(is_csv(text), "{text}");
        }
        for text in ["", "B,x", "startpos", "winners,B[x]", "d1-d7/g7"] {
            assert!(!is_csv(text), "{text}");
        }
    }
}
