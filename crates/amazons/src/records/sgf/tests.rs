//! Reading and writing SGF.

use game::Color;

use super::*;
use crate::Position;
use crate::notation::fen;
use crate::records::{GameResult, Property, WinReason};

fn read_one(text: &str) -> Record {
    let mut records = read(text).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn start_of(text: &str) -> String {
    fen::write(read_one(text).start())
}

const BLACK_AT_BOTTOM: &str = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3";
const WHITE_AT_BOTTOM: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3";

/// The moves of the standard's own example.
#[test]
fn the_example_of_the_standard_is_read() {
    let record = read_one("(;FF[4]GM[18];B[djddgd];W[addgad];B[gjehea])");
    let moves: Vec<_> = record.main_line().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["d1-d7/g7", "a7-d4/a7", "g1-e3/e10"]);
    assert_eq!(fen::write_board(record.start()), BLACK_AT_BOTTOM);
    assert_eq!(record.start().to_move(), Color::Black);
}

#[test]
fn the_start_is_always_written() {
    let record = read_one("(;GM[18];B[djddgd])");
    let text = "(;FF[4]GM[18]CA[UTF-8]SZ[10]AB[dj][gj][ag][jg]AW[ad][jd][da][ga]PL[B]\n;B[djddgd])";
    let written = write(&record);
    assert_eq!(written.replace('\n', ""), text.replace('\n', ""));
    assert_eq!(read_one(&written), record);
}

#[test]
fn layout_and_side_to_move_are_inferred_from_the_moves() {
    for (text, board, side) in [
        ("(;)", BLACK_AT_BOTTOM, "b"),
        ("(;PL[W])", BLACK_AT_BOTTOM, "w"),
        ("(;;B[djddgd])", BLACK_AT_BOTTOM, "b"),
        ("(;;W[djddgd])", WHITE_AT_BOTTOM, "w"),
        ("(;;B[dadggg])", WHITE_AT_BOTTOM, "b"),
        ("(;;W[dadggg])", BLACK_AT_BOTTOM, "w"),
        ("(;;W[g1-g6/d9])", WHITE_AT_BOTTOM, "w"),
        ("(;B[djddgd])", BLACK_AT_BOTTOM, "b"),
    ] {
        assert!(
            start_of(text).starts_with(&format!("{board} {side} ")),
            "{text}"
        );
    }
}

#[test]
fn set_up_is_read() {
    for (text, board) in [
        ("(;SZ[3]AB[aa]AW[cc]AA[bb])", "q2/1*1/2Q b"),
        ("(;SZ[3]AB[aa]AW[cc]AA[bb]PL[white])", "q2/1*1/2Q w"),
        ("(;SZ[3]AB[aa]AW[cc]AA[bb]PL[B])", "q2/1*1/2Q b"),
        ("(;SZ[3]AB[a3]AW[c1]AA[b2]PL[B])", "q2/1*1/2Q b"),
        ("(;SZ[3:3]AA[aa:cb]AB[ac])", "***/***/q2 b"),
        ("(;SZ[4:2]AA[aa:db];AE[ba:ca])", "*2*/**** b"),
        ("(;SZ[2]AE[aa])", "2/2 b"),
        ("(;SZ[2]AB[aa]AB[aa])", "q1/2 b"),
        ("(;SZ[2:3];AB[aa]C[hello];AW[bc];W[bcbbbc])", "q1/2/1Q w"),
        ("(;SZ[2]AB[aa]B[aaabaa])", "q1/2 b"),
    ] {
        assert!(
            start_of(text).starts_with(board),
            "{text}: {}",
            start_of(text)
        );
    }
    let small = read_one("(;SZ[6])");
    assert_eq!(small.start().size().to_string(), "6x6");
    assert_eq!(small.start().amazons(Color::Black).len(), 4);
}

#[test]
fn variations_comments_and_unknown_properties_are_preserved() {
    let text = r"(;GM[18]GN[Final \[1\]]KM[0.5]AP[x\:y:1]PB[Ada]PW[Grace [x\]]RE[W+R]DT[2001-02-03]
        EV[Cup]PC[Berlin]RU[none]US[me]C[A long
game, \\ and \] more]
        ;B[djddgd]C[first]N[name]HO[2]
        (;W[addgad]V[-1.5]TU[3.25];B[gjehea]BM[1])
        (;W[adcdca]LB[aa:1][bb:2\]](;B[gjggge])(;C[nothing]))
        (;C[a add_empty_node];W[dadbda];C[another]))";
    let record = read_one(text);
    assert_eq!(record.info.players[Color::White], "Grace [x]");
    assert_eq!(
        record.info.result,
        GameResult::win_by(Color::White, WinReason::Resignation)
    );
    let root = record.annotations(Record::ROOT);
    assert_eq!(root.comment, "A long\ngame, \\ and ] more");
    let names: Vec<_> = root.properties.iter().map(Property::name).collect();
    assert_eq!(names, ["GN", "KM", "AP", "US"]);
    assert_eq!(root.properties[0].texts().next().unwrap(), "Final [1]");
    assert_eq!(root.properties[2].to_string(), r"AP[x\:y:1]");

    let line: Vec<_> = record.main_line_nodes().collect();
    assert_eq!(record.main_line().count(), 3);
    assert_eq!(record.children(line[0]).count(), 3);
    // V is good for Black if positive, and White moved.
    assert_eq!(record.annotations(line[1]).evaluation, Some(1.5));
    assert_eq!(record.annotations(line[1]).seconds, Some(3.25));
    assert_eq!(record.walk().count(), 10);

    let written = write(&record);
    assert_eq!(read_one(&written), record, "{written}");
    assert_eq!(write(&read_one(&written)), written);
    assert!(written.contains(r"LB[aa:1][bb:2\]]"), "{written}");
}

#[test]
fn collections_hold_several_games() {
    let records =
        read("From: a friend\n\n(;PB[one];B[djddgd])\n(;SZ[5]PB[two])(;PB[three])\n").unwrap();
    let names: Vec<_> = records
        .iter()
        .map(|record| record.info.players[Color::Black].as_str())
        .collect();
    assert_eq!(names, ["one", "two", "three"]);
}

#[test]
fn a_resignation_is_a_result() {
    let record = read_one("(;;B[djddgd];W[resign])");
    assert_eq!(record.info.result.to_string(), "B+R");
    assert_eq!(record.main_line().count(), 1);
    assert_eq!(read_one(&write(&record)), record);
    // RE counts more than the resignation.
    assert_eq!(
        read_one("(;RE[W+T];B[djddgd];W[resign])")
            .info
            .result
            .to_string(),
        "W+T"
    );
    // In a variation it is not a result.
    let record = read_one("(;(;B[djddgd])(;B[resign]))");
    assert_eq!(record.info.result, GameResult::Unknown);
    assert_eq!(read_one(&write(&record)), record);
}

#[test]
fn invalid_results_are_preserved() {
    for result in ["Void", "Draw", "0", "?", "black wins"] {
        let record = read_one(&format!("(;RE[{result}])"));
        assert_eq!(record.info.result, GameResult::Unknown);
        assert!(write(&record).contains(&format!("RE[{result}]")));
    }
}

#[test]
fn the_first_of_repeated_properties_counts() {
    let record = read_one("(;PB[Ada]PB[Eve]RE[B+R]RE[W+]V[1]V[x])");
    assert_eq!(record.info.players[Color::Black], "Ada");
    assert_eq!(record.info.result.to_string(), "B+R");
    // Without a move White, who is not to move, counts as the mover.
    assert_eq!(record.annotations(Record::ROOT).evaluation, Some(-1.0));
    assert!(record.annotations(Record::ROOT).properties.is_empty());
    let record = read_one("(;RE[?];B[djddgd];W[resign])");
    assert_eq!(read_one(&write(&record)), record);
}

#[test]
fn empty_nodes_are_dropped_but_empty_variations_are_not() {
    assert_eq!(read_one("(;;;B[djddgd];)").walk().count(), 2);
    let record = read_one("(;(;)(;B[djddgd]))");
    assert_eq!(record.walk().count(), 3);
    assert_eq!(record.main_line().count(), 0);
    assert_eq!(read_one(&write(&record)), record);
}

#[test]
fn the_side_to_move_may_be_repeated() {
    let record = read_one("(;PL[B];B[djddgd]PL[W];PL[W];W[addgad])");
    assert_eq!(record.main_line().count(), 2);
    assert_eq!(read_one(&write(&record)), record);
}

#[test]
fn uninterpreted_properties_stay_uninterpreted() {
    let mut record = Record::new(Position::standard_start());
    for name in ["AB", "SZ", "B", "C", "PL", "FF", "PB"] {
        let property = Property::new(name, ["aa"]).unwrap();
        record
            .annotations_mut(Record::ROOT)
            .properties
            .push(property);
    }
    record.info.players[Color::Black] = "Ada".to_owned();
    let read = read_one(&write(&record));
    assert_eq!(read.start(), record.start());
    assert!(read.annotations(Record::ROOT).properties.is_empty());
}

#[test]
fn long_moves_are_shortened_in_errors() {
    let long = format!("(;;B[{}])", "é".repeat(100_000));
    assert!(read(&long).unwrap_err().to_string().len() < 200);
}
