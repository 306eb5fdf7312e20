//! Games from Little Golem in every record format.
//!
//! The games are in the project's data directory; without it these tests are skipped.

use std::path::Path;

use amazons::records::{self, Format, Record, little_golem};
use amazons::{Color, Game};

/// Lines of the file that cannot be read, with their errors: none.
const BROKEN: [(usize, &str); 0] = [];

/// The games, if the data directory exists.
fn games() -> Option<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/littlegolem-games.csv");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: no games at {}", path.display());
    }
    text
}

/// Reads every row by itself, with its line number.
fn read_each(text: &str) -> Vec<(usize, &str, Result<Record, String>)> {
    let rows = text.lines().zip(1..).skip(1);
    rows.map(|(row, line)| {
        let read = little_golem::read_csv(row)
            .map(|mut records| records.remove(0))
            .map_err(|error| error.to_string());
        (line, row, read)
    })
    .collect()
}

fn round_trip(record: &Record, format: Format) -> Record {
    let text = records::write(record, format);
    let mut records = records::read(&text).unwrap_or_else(|error| panic!("{error}\nin {text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

#[test]
fn all_games_are_legal() {
    let Some(text) = games() else { return };
    let rows = read_each(&text);
    let mut broken = Vec::new();
    let (mut plies, mut played_out, mut contradictions) = (0, 0, Vec::new());
    for (line, row, read) in &rows {
        match read {
            Err(error) => {
                println!("row {line}: {error}");
                broken.push((*line, error.as_str()));
            }
            Ok(record) => {
                assert_eq!(little_golem::write_csv_row(record).as_deref(), Some(*row));
                plies += record.main_line().count();
                if let Some(outcome) = record.final_position().outcome() {
                    played_out += 1;
                    if outcome.winner() != record.info.result.winner() {
                        contradictions.push(*line);
                    }
                }
            }
        }
    }
    println!(
        "{} games, {plies} plies, {played_out} played to the end, {} broken",
        rows.len(),
        broken.len()
    );
    assert_eq!(rows.len(), 4589);
    assert_eq!(broken, BROKEN);
    // The results agree with the rules.
    assert_eq!(contradictions, Vec::<usize>::new());
    // All at once, with format detection.
    assert_eq!(records::detect(&text), Some(Format::LittleGolem));
    assert_eq!(records::read(&text).unwrap().len(), rows.len());
}

#[test]
fn all_games_round_trip_in_every_format() {
    let Some(text) = games() else { return };
    for (line, _, read) in read_each(&text) {
        let Ok(record) = read else { continue };
        assert_eq!(*record.start(), little_golem::start());
        for format in [Format::Sgf, Format::Ggf, Format::LittleGolem, Format::Text] {
            let read = round_trip(&record, format);
            assert_eq!(read.start(), record.start(), "row {line} in {format}");
            assert!(
                read.main_line().eq(record.main_line()),
                "row {line} in {format}"
            );
            assert_eq!(
                read.info.result.winner(),
                record.info.result.winner(),
                "row {line} in {format}"
            );
            if format != Format::Ggf {
                assert_eq!(read, record, "row {line} in {format}");
            }
        }
        for format in [Format::Fen, Format::Diagram] {
            let read = round_trip(&record, format);
            assert_eq!(
                *read.start(),
                record.final_position(),
                "row {line} in {format}"
            );
        }
    }
}

#[test]
fn conversion_chains_are_lossless() {
    let text = "(;GM[Amazons]PC[GGS/ams]PB[ada]PW[grace]RB[1800.00]RE[+2.00:r]TY[10]\
        B[D1-D7-G7/11.50/5.04]W[J7-J5-H5//20.25]B[A4-C4-C8/8.30];)";
    let first = records::read(text).unwrap().remove(0);
    assert_eq!(first.winner(), Some(Color::Black));
    let sgf = round_trip(&first, Format::Sgf);
    assert_eq!(sgf, first);
    let golem = round_trip(&sgf, Format::LittleGolem);
    assert_eq!(golem, first);
    assert_eq!(round_trip(&golem, Format::Ggf), first);
    // Text loses the annotations and game information.
    let text = round_trip(&golem, Format::Text);
    assert!(text.main_line().eq(first.main_line()));
    assert_eq!(text.info.result, first.info.result);
    assert_eq!(text.info.place, "");
}
