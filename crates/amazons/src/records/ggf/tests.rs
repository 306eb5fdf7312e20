//! Reading and writing GGF.

use game::Color;

use super::*;
use crate::notation::fen;
use crate::records::{GameResult, Record};

fn read_one(text: &str) -> Record {
    let mut records = read(text).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

const BOARD: &str = "10 ---*--*--- ---------- ---------- *--------* ---------- ---------- \
    O--------O ---------- ---------- ---O--O--- *";

fn game() -> String {
    format!(
        "(;GM[Amazons]PC[GGS/ams]DT[2026.01.02_03:04:05.UTC]PB[ada]PW[grace]RB[1800.50]RW[1750.25]\
        TI[10:00/00:00/02:00]TY[10]RE[-3.00]BO[{BOARD}]\
        B[D1-D7-G7/11.50/5.04]W[J7-J5-H5//20.25]B[A4-C4-C8/8.30]W[G10-I8-I5];)"
    )
}

#[test]
fn a_game_is_read() {
    let record = read_one(&game());
    assert_eq!(
        fen::write_board(record.start()),
        "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3"
    );
    assert_eq!(record.start().to_move(), Color::Black);
    assert_eq!(record.info.players[Color::White], "grace");
    assert_eq!(record.info.place, "GGS/ams");
    assert_eq!(record.info.result.to_string(), "W+3");
    let moves: Vec<_> = record.main_line().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["d1-d7/g7", "j7-j5/h5", "a4-c4/c8", "g10-i8/i5"]);
    let annotations: Vec<_> = record
        .main_line_nodes()
        .map(|node| {
            let annotations = record.annotations(node);
            (annotations.evaluation, annotations.seconds)
        })
        .collect();
    assert_eq!(
        annotations,
        [
            (Some(11.5), Some(5.04)),
            (None, Some(20.25)),
            (Some(8.3), None),
            (None, None)
        ]
    );
    assert_eq!(read_one(&write(&record)), record);
    assert!(write(&record).contains(&format!(
        "BO[{BOARD}]B[D1-D7-G7/11.50/5.04]W[J7-J5-H5//20.25]"
    )));
    assert!(write(&record).contains("RB[1800.50]RW[1750.25]TI[10:00/00:00/02:00]TY[10]RE[-3.00]"));
}

#[test]
fn a_game_without_a_board_is_read() {
    let with = read_one(&game());
    let without = read_one(&game().replace(&format!("BO[{BOARD}]"), ""));
    assert_eq!(with, without);
    // The other layout, inferred from the moves.
    let record = read_one("(;GM[Amazons]B[D10-D4-G4]W[D1-D3-A3];)");
    assert_eq!(
        fen::write_board(record.start()),
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
    );
    let small = read_one("(;GM[Amazons]TY[6r]PB[ada];)");
    assert_eq!(small.start().size().to_string(), "6x6");
    assert_eq!(small.start().to_move(), Color::Black);
    assert!(write(&small).contains("TY[6r]"));
}

#[test]
fn boards_of_all_kinds_are_read() {
    for (board, expected) in [
        ("3 *-- -#- --O *", "2Q/1*1/q2 b"),
        ("3 *-- -#- --O O", "2Q/1*1/q2 w"),
        ("3 *---x---oO", "2Q/1*1/q2 w"),
        ("3 *---#---O", "2Q/1*1/q2 b"),
        ("3x2 *-- --O *", "2Q/q2 b"),
        ("1 - O", "1 w"),
    ] {
        let record = read_one(&format!("(;GM[Amazons]BO[{board}];)"));
        let text = fen::write(record.start());
        assert!(text.starts_with(expected), "{board}: {text}");
        assert_eq!(read_one(&write(&record)), record);
    }
}

#[test]
fn results_are_blacks_margin() {
    for (text, result) in [
        ("+64.00:r", "B+R"),
        ("-12.00:t", "W+T"),
        ("+4.50:s", "B+4.5"),
        ("-3", "W+3"),
        ("B+R", "B+R"),
        ("0", "?"),
        ("+0.000", "?"),
        ("nonsense", "?"),
    ] {
        let record = read_one(&format!("(;GM[Amazons]RE[{text}];)"));
        assert_eq!(record.info.result.to_string(), result, "{text}");
        // It is preserved even if it is invalid.
        assert_eq!(read_one(&write(&record)), record);
    }
    let mut record = Record::new(crate::Position::standard_start());
    record.info.result = GameResult::win(Color::White);
    assert_eq!(read_one(&write(&record)).winner(), Some(Color::White));
}

#[test]
fn archives_contain_the_number_of_games() {
    let games =
        read("1 (;GM[Amazons]PB[a];)\n2 (;GM[Amazons]PB[b];)(;GM[Amazons]PB[c];)\n").unwrap();
    assert_eq!(games.len(), 3);
}
