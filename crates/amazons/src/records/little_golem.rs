//! Little Golem's records: SGF with moves as people write them, `B[g10-g4/d4]`.
//!
//! On Little Golem Black starts *at the top* (d10 g10 a7 j7) and moves first. Its records come in
//! two shapes:
//!
//! - files, `(;FF[4]EV[…]PB[…]PW[…]SZ[10];B[g10-g4/d4];W[d1-d3/j9])`, which are SGF in all but
//!   the moves. All that [SGF](super::sgf) carries is read and written here too. Its own start is
//!   not set up, for the moves tell it; any other start is, its squares as people write them;
//! - rows of a table, `W,B[g10-g4/d4],W[d1-d3/j9]`: the winner (`B`, `W`, or `?` for an unknown
//!   one; it may be missing), then the moves, with an optional heading `winner,moves...`. They carry
//!   nothing but the winner and the main line from the start above.

use game::Color;

use super::error::{Fault, Problem, RecordError, excerpt};
use super::record::Record;
use super::replay::{Replay, human_move};
use super::result::{GameResult, Manner};
use super::seating::Seating;
use super::sgf::{self, PointStyle, end_mark};
use super::syntax;
use crate::position::Position;

/// The first field of the heading that a table may have.
const HEADING: &str = "winner";

/// The start of every game on Little Golem.
#[must_use]
pub fn start() -> Position {
    Position::standard_start().with_to_move(Color::Black)
}

/// Reads all games of a file or a table.
///
/// # Errors
/// If the text is neither, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    if syntax::find_game(text).is_some() {
        sgf::read_seated(text, Seating::WhiteAtBottom)
    } else {
        read_rows(text)
    }
}

/// Whether a text without parentheses is a table.
pub(super) fn looks_like_rows(text: &str) -> bool {
    let text = text.trim_start();
    let line = text.lines().next().unwrap_or(text).trim_end();
    let (first, rest) = line.split_once(',').unwrap_or((line, ""));
    match winner(first) {
        Some(_) => rest.is_empty() || rest.contains('['),
        None => first == HEADING || is_move(first),
    }
}

/// Whether a row's first field is a move already.
fn is_move(field: &str) -> bool {
    field.starts_with("B[") || field.starts_with("W[")
}

/// The first field of a row.
fn winner(field: &str) -> Option<GameResult> {
    match field.trim() {
        "B" => Some(GameResult::plain(Color::Black)),
        "W" => Some(GameResult::plain(Color::White)),
        "?" => Some(GameResult::Unknown),
        _ => None,
    }
}

/// Reads the rows of a table, one game each; empty lines are skipped.
///
/// # Errors
/// If a row is not as it should be, or a move is not legal.
pub fn read_rows(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut at = 0;
    let mut is_first = true;
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        let is_heading = is_first && row.split(',').next() == Some(HEADING);
        if !row.is_empty() {
            is_first = false;
            if !is_heading {
                let indent = line.len() - line.trim_start().len();
                let record = read_row(row, at + indent).map_err(|fault| fault.locate(text))?;
                records.push(record);
            }
        }
        at += line.len();
    }
    Ok(records)
}

/// Reads a row that starts at a byte of the text.
fn read_row(row: &str, at: usize) -> Result<Record, Fault> {
    let mut replay = Replay::new(start());
    let (first, rest) = row.split_once(',').unwrap_or((row, ""));
    let mut field_at = at;
    let mut moves = Some(row);
    if !is_move(first) {
        replay.record.info.result =
            winner(first).ok_or_else(|| Fault::new(at, Problem::Result(excerpt(first))))?;
        field_at += first.len() + 1;
        moves = (first.len() < row.len()).then_some(rest);
    }
    for field in moves.into_iter().flat_map(|moves| moves.split(',')) {
        let played = play_field(&mut replay, field.trim());
        played.map_err(|problem| Fault::new(field_at, problem))?;
        field_at += field.len() + 1;
    }
    Ok(replay.record)
}

/// Plays `B[g10-g4/d4]`, or takes `B[resign]` for the manner of the end.
fn play_field(replay: &mut Replay, field: &str) -> Result<(), Problem> {
    let expected = "a move such as B[g10-g4/d4]";
    let unexpected = || match field.chars().next() {
        Some(found) => Problem::Unexpected { expected, found },
        None => Problem::Ends { expected },
    };
    let (mover, value) = field.split_once('[').ok_or_else(unexpected)?;
    let value = value.strip_suffix(']').ok_or_else(unexpected)?;
    let mover = match mover {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return Err(unexpected()),
    };
    if let Some(manner) = end_mark(value) {
        let result = &mut replay.record.info.result;
        if result.winner() != Some(mover) {
            *result = GameResult::won(!mover, manner);
        }
        return Ok(());
    }
    let mv = human_move(value, replay.next_ply())?;
    replay.play(Some(mover), mv)
}

/// Writes a game as a file.
#[must_use]
pub fn write(record: &Record) -> String {
    sgf::write_styled(record, PointStyle::Human)
}

/// Writes a game as a row of a table: the winner and the moves of the main line, followed by
/// `[resign]` or `[timeout]` if it ended so. `None` if it started from anywhere but
/// [Little Golem's start](start), for rows cannot tell the start.
#[must_use]
pub fn write_row(record: &Record) -> Option<String> {
    if *record.start() != start() {
        return None;
    }
    let letter = |color: Color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    let mut row = record.info.result.winner().map_or("?", letter).to_owned();
    let mut mover = record.start().to_move();
    for mv in record.main_line() {
        row.push_str(&format!(",{}[{mv}]", letter(mover)));
        mover = !mover;
    }
    if let GameResult::Win { winner, manner } = record.info.result {
        let mark = match manner {
            Manner::Resignation => Some("resign"),
            Manner::Time => Some("timeout"),
            Manner::Plain | Manner::Margin(_) | Manner::Forfeit => None,
        };
        if let Some(mark) = mark {
            row.push_str(&format!(",{}[{mark}]", letter(!winner)));
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "W,B[g10-g4/d4],W[d1-d3/j9],B[a7-c5/i5]";

    #[test]
    fn rows_are_read_and_written() {
        let table = format!("winner,moves...\n{ROW}\n\n?,B[d10-d5/a5]\r\nB\n");
        let records = read(&table).unwrap();
        assert_eq!(records.len(), 3);
        assert_eq!(*records[0].start(), start());
        assert_eq!(records[0].main_line().count(), 3);
        assert_eq!(records[0].info.result, GameResult::plain(Color::White));
        assert_eq!(write_row(&records[0]).unwrap(), ROW);
        assert_eq!(write_row(&records[1]).unwrap(), "?,B[d10-d5/a5]");
        assert_eq!(write_row(&records[2]).unwrap(), "B");
    }

    #[test]
    fn the_winner_may_be_missing() {
        let (_, moves) = ROW.split_once(',').expect("a winner and moves");
        let [record] = &read_rows(moves).unwrap()[..] else {
            panic!("one row is one game");
        };
        assert_eq!(record.info.result, GameResult::Unknown);
        assert_eq!(write_row(record), Some(format!("?,{moves}")));
    }

    #[test]
    fn a_resignation_ends_a_row() {
        let row = format!("{ROW},W[resign]");
        // The winner's field is right, whoever is said to resign.
        assert_eq!(write_row(&read(&row).unwrap()[0]).unwrap(), ROW);
        let row = row.replace("W,B", "B,B");
        let records = read(&row).unwrap();
        assert_eq!(records[0].info.result.to_string(), "B+R");
        assert_eq!(write_row(&records[0]).unwrap(), row);
    }

    #[test]
    fn files_know_their_seating() {
        let text = "(;FF[4]EV[amazons.mc]PB[ada]PW[grace]SZ[10];B[g10-g4/d4];W[d1-d3/j9])";
        let records = read(text).unwrap();
        assert_eq!(*records[0].start(), start());
        assert_eq!(
            write(&records[0]),
            "(;FF[4]GM[18]CA[UTF-8]SZ[10]EV[amazons.mc]PB[ada]PW[grace];B[g10-g4/d4];W[d1-d3/j9])"
        );
        assert_eq!(read(&write(&records[0])).unwrap(), records);
        // No moves, no set-up: the start is Little Golem's, and it is written down.
        let records = read("(;PB[ada])").unwrap();
        assert_eq!(*records[0].start(), start());
        assert!(write(&records[0]).contains("AW[d1][g1][a4][j4]PL[B]"));
        assert_eq!(sgf::read(&write(&records[0])).unwrap(), records);
    }

    #[test]
    fn other_starts_do_not_fit_into_rows() {
        assert_eq!(write_row(&Record::new(Position::standard_start())), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| read_rows(text).unwrap_err().to_string();
        for (text, error) in [
            (
                "X,B[g10-g4/d4]",
                "line 1, column 1: \"X\" is no result: results look like B+, W+R or B+T",
            ),
            (
                "winner,moves...\nB,B[g10-g4/d4],B[g4-g5/g4]",
                "line 2, column 16: move 2, g4-g5/g4, is black's, but it is white's turn",
            ),
            (
                "B,B[g10-g4/d4],W[d1-d4/a1]",
                "line 1, column 16: move 2, d1-d4/a1, is not legal: the amazon on d1 cannot reach d4",
            ),
            (
                "B,B[g10-g4]",
                "line 1, column 3: move 1: \"g10-g4\" is not a move: moves look like d1-d7/g7",
            ),
            (
                "B,é[g10-g4/d4]",
                "line 1, column 3: expected a move such as B[g10-g4/d4], not 'é'",
            ),
            (
                "B,",
                "line 1, column 3: the text ends where a move such as B[g10-g4/d4] is expected",
            ),
        ] {
            assert_eq!(said(text), error);
        }
    }

    #[test]
    fn tables_are_recognised() {
        for text in [
            ROW,
            "winner,moves...\n",
            "\n?\n",
            "B,B[x]",
            "B[g10-g4/d4],W[x]",
        ] {
            assert!(looks_like_rows(text), "{text}");
        }
        for text in ["", "B,x", "startpos", "winners,B[x]", "d1-d7/g7"] {
            assert!(!looks_like_rows(text), "{text}");
        }
    }
}
