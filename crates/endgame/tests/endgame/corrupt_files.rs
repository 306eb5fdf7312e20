//! Corrupt and incomplete table files.

use std::fs;
use std::path::Path;

use amazons::notation::parse_position;
use endgame::{ScorePair, ScoreTable, TableError, build_score_table};

use crate::fixtures::score_table_dir;

/// Scores of a row of three squares from a table directory.
fn probe(dir: &Path) -> Result<Option<ScorePair>, TableError> {
    let position = parse_position("x.o b").unwrap();
    let region = position.regions().next().unwrap();
    ScoreTable::open(dir)?.probe(&region)
}

/// Damages a file of a fresh table and returns the error.
fn error_after(file: &str, spoil: impl FnOnce(&mut Vec<u8>)) -> String {
    let dir = score_table_dir(4);
    assert!(probe(dir.path()).unwrap().is_some());
    let path = dir.path().join(file);
    let mut bytes = fs::read(&path).unwrap();
    spoil(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let error = probe(dir.path()).unwrap_err().to_string();
    assert!(error.contains(file), "{error}");
    // A build does not accept it either.
    let built = build_score_table(dir.path(), 4, &|_| true).unwrap_err();
    assert_eq!(built.to_string(), error);
    error
}

/// Changes the bytes of a file.
type Damage = fn(&mut Vec<u8>);

#[test]
fn corrupt_and_foreign_files_are_rejected() {
    for file in ["03-shapes-0000.table", "03.shapes"] {
        let damages: [(&str, Damage); 7] = [
            ("is corrupt (checksum mismatch)", |bytes| {
                *bytes.last_mut().unwrap() ^= 1
            }),
            ("is corrupt (checksum mismatch)", |bytes| bytes[20] ^= 1),
            (" bytes instead of ", |bytes| {
                bytes.truncate(bytes.len() - 1)
            }),
            (" bytes instead of ", |bytes| bytes.push(0)),
            ("is not an endgame table file", Vec::clear),
            ("is not an endgame table file", |bytes| bytes[0] = b'?'),
            (
                "has format version 2; this program reads version 1",
                |bytes| bytes[8] = 2,
            ),
        ];
        for (expected, damage) in damages {
            let error = error_after(file, damage);
            assert!(error.contains(expected), "{error}");
        }
    }
    let sums = |bytes: &mut Vec<u8>| {
        *bytes = fs::read(score_table_dir(5).path().join("04-sums-0000.table")).unwrap();
    };
    let misnamed = error_after("04-shapes-0000.table", sums);
    assert!(misnamed.contains("contains the wrong shard"), "{misnamed}");
}

#[test]
fn a_missing_file_limits_the_table_to_smaller_sizes() {
    let dir = score_table_dir(4);
    fs::remove_file(dir.path().join("03-shapes-0000.table")).unwrap();
    assert_eq!(ScoreTable::open(dir.path()).unwrap().max_size(), 2);
    assert_eq!(probe(dir.path()).unwrap(), None);
    // Partial files are ignored.
    fs::write(dir.path().join("03-shapes-0000.partial"), b"half").unwrap();
    build_score_table(dir.path(), 4, &|_| true).unwrap();
    assert_eq!(ScoreTable::open(dir.path()).unwrap().max_size(), 4);
}
