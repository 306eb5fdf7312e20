//! Round trips of random games through every format, and random input for every reader.

use game::{Color, Game};
use proptest::prelude::*;

use super::*;
use crate::position::Position;
use crate::test_strategies::any_position;

/// Start positions: mostly arbitrary, sometimes those that formats treat specially.
fn any_start() -> impl Strategy<Value = Position> {
    prop_oneof![
        6 => any_position(),
        1 => Just(Position::standard_start()),
        1 => Just(little_golem::start()),
    ]
}

fn any_result() -> impl Strategy<Value = GameResult> {
    let reason = prop_oneof![
        Just(WinReason::Unspecified),
        Just(WinReason::Resignation),
        Just(WinReason::Time),
        Just(WinReason::Forfeit),
        (1..1000_u32).prop_map(|points| WinReason::Margin(f64::from(points) / 8.0)),
    ];
    prop_oneof![
        Just(GameResult::Unknown),
        (any::<bool>(), reason).prop_map(|(black, reason)| {
            let winner = if black { Color::Black } else { Color::White };
            GameResult::win_by(winner, reason)
        }),
    ]
}

/// A record of a random line of legal moves.
fn any_game() -> impl Strategy<Value = Record> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..30);
    (any_start(), choices, any_result()).prop_map(|(start, choices, result)| {
        let mut record = Record::new(start);
        let (mut position, mut node) = (start, Record::ROOT);
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = *choice.get(&moves);
            position.play(mv);
            node = record.add_move(node, mv).unwrap();
        }
        record.info.result = result;
        record
    })
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[^\r]{0,20}", r"[\\\]\[:;()a\n]{0,10}"]
}

/// A trimmed text without line breaks.
fn any_line() -> impl Strategy<Value = String> {
    any_text().prop_map(|text| text.replace('\n', " ").trim().to_owned())
}

fn any_annotations() -> impl Strategy<Value = Annotations> {
    let property = (
        "[XYZ][A-Z0-9]{0,3}",
        prop::collection::vec(any_text(), 1..3),
    );
    (
        any_text(),
        prop::option::of(-1e6..1e6),
        prop::option::of(0.0..1e6),
        prop::collection::vec(property, 0..3),
    )
        .prop_map(|(comment, evaluation, seconds, properties)| Annotations {
            comment,
            evaluation,
            seconds,
            properties: properties
                .into_iter()
                .map(|(name, texts)| Property::new(&name, texts).unwrap())
                .collect(),
        })
}

/// A tree of variations with annotations.
fn any_record() -> impl Strategy<Value = Record> {
    type Index = prop::sample::Index;
    let step = (any::<Index>(), any::<Index>(), any_annotations());
    let fields = prop::collection::vec(any_line(), 6);
    (
        any_start(),
        prop::collection::vec(step, 0..20),
        any_annotations(),
        fields,
        any_result(),
    )
        .prop_map(|(start, steps, annotations, fields, result)| {
            let mut record = Record::new(start);
            *record.annotations_mut(Record::ROOT) = annotations;
            let names = ["PB", "PW", "DT", "EV", "PC", "RU"];
            for (name, text) in names.into_iter().zip(fields) {
                *record.info.field_mut(name).unwrap() = text;
            }
            record.info.result = result;
            let mut nodes = vec![Record::ROOT];
            for (parent, choice, annotations) in steps {
                let parent = *parent.get(&nodes);
                let moves = record.position(parent).moves();
                if moves.is_empty() {
                    continue;
                }
                let node = record.add_move(parent, *choice.get(&moves)).unwrap();
                *record.annotations_mut(node) = annotations;
                nodes.push(node);
            }
            record
        })
}

/// Writes a record and reads it back with format detection.
fn round_trip(record: &Record, format: Format) -> Record {
    let text = write(record, format);
    let mut records = read(&text).unwrap_or_else(|error| panic!("{error}\nin {format}: {text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn games_round_trip_in_every_format(record in any_game()) {
        for format in [Format::Sgf, Format::Ggf, Format::LittleGolem, Format::Text] {
            let read = round_trip(&record, format);
            prop_assert_eq!(read.start(), record.start(), "{}", format);
            prop_assert!(read.main_line().eq(record.main_line()), "{}", format);
            prop_assert_eq!(read.info.result.winner(), record.info.result.winner(), "{}", format);
            if format != Format::Ggf {
                prop_assert_eq!(&read, &record, "{}", format);
            }
        }
        for format in [Format::Fen, Format::Diagram] {
            let read = round_trip(&record, format);
            prop_assert_eq!(*read.start(), record.final_position(), "{}", format);
        }
    }

    #[test]
    fn formats_are_detected(record in any_game()) {
        for format in Format::ALL {
            let text = write(&record, format);
            prop_assert_eq!(detect(&text), Some(format), "{}", text);
        }
    }

    #[test]
    fn sgf_is_lossless(record in any_record()) {
        for format in [Format::Sgf, Format::LittleGolem] {
            prop_assert_eq!(&read_as(&write(&record, format), format).unwrap()[0], &record);
        }
    }

    #[test]
    fn conversions_can_be_chained(record in any_game()) {
        let mut read = record.clone();
        for format in [Format::Text, Format::LittleGolem, Format::Sgf, Format::Ggf, Format::Sgf] {
            read = round_trip(&read, format);
        }
        prop_assert_eq!(read.start(), record.start());
        prop_assert!(read.main_line().eq(record.main_line()));
        prop_assert_eq!(read.winner(), record.winner());
    }

    /// What can be read reads the same after being written.
    #[test]
    fn random_texts_are_rejected_or_round_trip(text in any_fragments()) {
        for format in Format::ALL {
            for record in read_as(&text, format).unwrap_or_default() {
                let written = write(&record, format);
                let read = read_as(&written, format);
                prop_assert!(read.is_ok(), "{}: {}", written, read.unwrap_err());
                let read = read.unwrap();
                prop_assert_eq!(read.len(), 1, "{}", written);
                prop_assert_eq!(&write(&read[0], format), &written);
                if matches!(format, Format::Sgf | Format::LittleGolem) {
                    prop_assert_eq!(&read[0], &record, "{}", written);
                }
            }
        }
        for record in read(&text).unwrap_or_default() {
            for format in Format::ALL {
                let written = write(&record, format);
                prop_assert_eq!(detect(&written), Some(format), "{}", written);
                let read = round_trip(&record, format);
                match format {
                    Format::Fen | Format::Diagram => {
                        prop_assert_eq!(*read.start(), record.final_position());
                    }
                    _ => {
                        prop_assert_eq!(read.start(), record.start());
                        prop_assert!(read.main_line().eq(record.main_line()));
                    }
                }
            }
        }
    }
}

/// Fragments of all formats in random order.
fn any_fragments() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        4 => prop::sample::select(vec![
            "(", ")", ";", "(;", "[", "]", "\\", ":", "/", ",", " ", "\n", "-", "|", "*", "é",
        ]),
        4 => prop::sample::select(vec![
            "(;FF[4]GM[18]", "(;GM[Amazons]", ";)", ")", ";B[djddgd]", ";W[addgad]",
            "B[D1-D7-G7/1.5/2]", "W[A7-D4-A7//3]", ";B[d10-d4/g4]", ";B[resign]", "C[text]", "C[]",
            "V[1]", "V[x]", "TU[2]", "SZ[4]", "SZ[3:2]", "AB[aa]", "AW[bb]", "AA[aa:jj]", "AE[ab]",
            "PL[W]", "PB[name]", "RE[B+R]", "RE[?]", "BO[2 *- -O *]", "TY[8]", "Q2/3", "x..|..o",
            "w", "b", "- - 0 1", "startpos", " moves ", "d1-d7/g7", " a7-d4/a7 ", "fen ",
            "position ", "result ", "W+T", "8x8 ", "W,", "?", "1. ", "winner,moves\n",
        ]),
        1 => prop::sample::select(vec!["99999999999999999999", "\u{feff}", "\0", "\r\n", "\t"]),
    ];
    prop::collection::vec(fragment, 0..12).prop_map(|fragments| fragments.concat())
}

/// Large and deeply nested texts: none may overflow the stack or take long.
#[test]
fn hostile_texts_are_handled() {
    let n = 200_000;
    for text in [
        "(".repeat(n),
        "(;".repeat(n),
        ")".repeat(n),
        format!("{}{}", "(;C[x]".repeat(n), ")".repeat(n)),
        format!("(;{})", "(;B[djddgd])".repeat(n)),
        format!("(;{})", ";C[x]".repeat(n)),
        format!("(;AA{})", "[aa:jj]".repeat(n)),
        format!("(;A[{}])", "\\]".repeat(n)),
        format!("(;GM[Amazons]{};)", "B[D1-D7-G7]".repeat(n)),
        format!("(;GM[Amazons]BO[10 {}];)", "*".repeat(n)),
        "[".repeat(n),
        "é".repeat(n),
        "9".repeat(n),
        "9/".repeat(n),
        "x|".repeat(n),
        "B,".repeat(n),
        "W,B[a".repeat(n),
        "1.".repeat(n),
        "1 ".repeat(n),
        "4/4 w ".repeat(n),
        "d1-d7/g7 ".repeat(n),
        "startpos ".repeat(n),
        "\0".repeat(n),
    ] {
        for format in Format::ALL {
            if let Err(error) = read_as(&text, format) {
                assert!(error.to_string().len() < 300, "{error}");
            }
        }
        if let Ok(records) = read(&text) {
            for record in records.iter().take(10) {
                for format in Format::ALL {
                    let _ = write(record, format);
                }
            }
        }
    }
}

#[test]
fn errors_point_to_the_first_word() {
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(error(""), "line 1, column 1: the game record is empty");
    assert_eq!(error(" \n "), "line 2, column 2: the game record is empty");
    assert!(error("\n hello world").starts_with("line 2, column 2: unknown game format"));
}

#[test]
fn positions_are_records_without_moves() {
    for (text, format) in [
        ("q2/3/2Q b - - 0 1", Format::Fen),
        ("x..|.#.|..o b", Format::Diagram),
    ] {
        let records = read(text).unwrap();
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].main_line().count(), 0);
        assert_eq!(write(&records[0], format), text);
    }
}

#[test]
fn position_formats_show_the_final_position() {
    let records = read("4x4 moves b1-b2/b1").unwrap();
    assert_eq!(write(&records[0], Format::Diagram), ".xx.|x..x|oo.o|.#o. b");
    let fen = write(&records[0], Format::Fen);
    assert!(fen.starts_with("1qq1/q2q/QQ1Q/1*Q1 b "), "{fen}");
}
