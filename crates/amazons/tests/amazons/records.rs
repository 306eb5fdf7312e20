//! Games of this engine and of people in every record format, and errors of reading records.

use amazons::records::{self, Format, Record, little_golem};
use amazons::{Color, Game, Position};

/// The same games in every format, and those that a CSV table can hold.
const SGF: &str = include_str!("../../../../tests/data/games/games.sgf");
const GGF: &str = include_str!("../../../../tests/data/games/games.ggf");
const LITTLE_GOLEM: &str = include_str!("../../../../tests/data/games/little-golem.sgf");
const TEXT: &str = include_str!("../../../../tests/data/games/games.txt");
const CSV: &str = include_str!("../../../../tests/data/games/little-golem.csv");

fn round_trip(record: &Record, format: Format) -> Record {
    let text = records::write(record, format);
    let mut records = records::read(&text).unwrap_or_else(|error| panic!("{error}\nin {text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Checks that every format preserves the game, and that the result agrees with the rules.
fn check_game(record: &Record) {
    for format in [Format::Sgf, Format::Ggf, Format::LittleGolem, Format::Text] {
        let read = round_trip(record, format);
        assert_eq!(read.start(), record.start(), "{format}");
        assert!(read.main_line().eq(record.main_line()), "{format}");
        let [found, expected] = [&read, record].map(|record| record.info.result.winner());
        assert_eq!(found, expected, "{format}");
        if matches!(format, Format::Sgf | Format::LittleGolem) {
            assert_eq!(read, *record, "{format}");
        }
    }
    for format in [Format::Fen, Format::Diagram] {
        let read = round_trip(record, format);
        assert_eq!(*read.start(), record.final_position(), "{format}");
    }
    if let Some(outcome) = record.final_position().outcome() {
        assert_eq!(outcome.winner(), record.info.result.winner());
    }
}

#[test]
fn own_games_are_the_same_in_every_format() {
    let games = records::read(SGF).unwrap();
    assert_eq!(games.len(), 300);
    games.iter().for_each(check_game);
    for (format, text) in [
        (Format::Sgf, SGF),
        (Format::Ggf, GGF),
        (Format::LittleGolem, LITTLE_GOLEM),
        (Format::Text, TEXT),
    ] {
        assert_eq!(records::detect(text), Some(format));
        let read = records::read_as(text, format).unwrap();
        assert_eq!(read.len(), games.len(), "{format}");
        for (read, game) in read.iter().zip(&games) {
            assert_eq!(read.start(), game.start(), "{format}");
            assert!(read.main_line().eq(game.main_line()), "{format}");
            assert_eq!(read.winner(), game.winner(), "{format}");
        }
        let written = games.iter().map(|game| records::write(game, format) + "\n");
        assert_eq!(written.collect::<String>(), text, "{format}");
    }
    check_csv(CSV);
}

/// Checks the games of a Little Golem table, row by row and all at once; returns their number.
fn check_csv(text: &str) -> usize {
    let rows: Vec<&str> = text.lines().skip(1).collect();
    for row in &rows {
        let record = little_golem::read_csv(row).unwrap().remove(0);
        assert_eq!(little_golem::write_csv_row(&record).as_deref(), Some(*row));
        assert_eq!(*record.start(), little_golem::start());
        check_game(&record);
    }
    assert_eq!(records::detect(text), Some(Format::LittleGolem));
    assert_eq!(records::read(text).unwrap().len(), rows.len());
    rows.len()
}

#[test]
#[ignore = "needs THERMODON_GAMES"]
fn human_games_round_trip_in_every_format() {
    let file = std::env::var("THERMODON_GAMES").expect("THERMODON_GAMES is set");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(check_csv(&text) > 1_000);
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

#[test]
fn errors_say_what_is_wrong_and_where() {
    let mut input = String::new();
    let mut cases = 0;
    let table = include_str!("record_errors.txt").lines();
    for line in table.filter(|line| !line.starts_with('#')) {
        let Some(expected) = line.strip_prefix("  ") else {
            let separator = if input.is_empty() { "" } else { "\n" };
            input += separator;
            input += line;
            continue;
        };
        let (format, text) = input.split_once(':').expect("a format and a text");
        let text = text.strip_prefix(' ').unwrap_or(text);
        let error = match format {
            "position" => Position::parse(text).unwrap_err().to_string(),
            "any" => records::read(text).unwrap_err().to_string(),
            _ => {
                let format = format.parse().expect("a format");
                records::read_as(text, format).unwrap_err().to_string()
            }
        };
        assert_eq!(error, expected, "{input}");
        input.clear();
        cases += 1;
    }
    assert!(cases > 60, "{cases} cases");
}
