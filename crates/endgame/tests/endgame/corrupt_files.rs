//! Corrupt and incomplete table files.

use std::fs;
use std::path::Path;

use amazons::notation::parse_position;
use endgame::{ScorePair, ScoreTable, TableError, build_score_table};

/// Scores of a row of three squares from a table directory.
fn probe(dir: &Path) -> Result<Option<ScorePair>, TableError> {
    let position = parse_position("x.o b").unwrap();
    let region = position.regions().next().unwrap();
    ScoreTable::open(dir)?.probe(&region)
}

/// Damages a file of a fresh table and returns the error.
fn error_after(file: &str, spoil: impl FnOnce(&mut Vec<u8>)) -> String {
    let dir = tempfile::tempdir().unwrap();
    build_score_table(dir.path(), 4, &|_| true).unwrap();
    assert!(probe(dir.path()).unwrap().is_some());
    let path = dir.path().join(file);
    let mut bytes = fs::read(&path).unwrap();
    spoil(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let error = probe(dir.path()).unwrap_err().to_string();
    assert!(error.contains(file), "{error}");
    // A build does not accept it either.
    let built = build_score_table(dir.path(), 4, &|_| true)
        .unwrap_err()
        .to_string();
    assert_eq!(built, error);
    error
}

#[test]
fn corrupt_and_foreign_files_are_rejected() {
    for file in ["03-shapes-0000.table", "03.shapes"] {
        let last = |bytes: &mut Vec<u8>| *bytes.last_mut().unwrap() ^= 1;
        assert!(error_after(file, last).contains("is corrupt (checksum mismatch)"));
        let in_header = |bytes: &mut Vec<u8>| bytes[20] ^= 1;
        assert!(error_after(file, in_header).contains("is corrupt (checksum mismatch)"));
        let shorter = |bytes: &mut Vec<u8>| {
            bytes.pop();
        };
        assert!(error_after(file, shorter).contains(" bytes instead of "));
        let longer = |bytes: &mut Vec<u8>| bytes.push(0);
        assert!(error_after(file, longer).contains(" bytes instead of "));
        let empty = |bytes: &mut Vec<u8>| bytes.clear();
        assert!(error_after(file, empty).contains("is not an endgame table file"));
        let foreign = |bytes: &mut Vec<u8>| bytes[0] = b'?';
        assert!(error_after(file, foreign).contains("is not an endgame table file"));
        let newer = |bytes: &mut Vec<u8>| bytes[8] = 2;
        assert!(
            error_after(file, newer)
                .ends_with("has format version 2; this program reads version 1")
        );
    }
    let sums = |bytes: &mut Vec<u8>| {
        let dir = tempfile::tempdir().unwrap();
        build_score_table(dir.path(), 5, &|_| true).unwrap();
        *bytes = fs::read(dir.path().join("04-sums-0000.table")).unwrap();
    };
    let misnamed = error_after("04-shapes-0000.table", sums);
    assert!(misnamed.contains("contains the wrong shard"), "{misnamed}");
}

#[test]
fn a_missing_file_limits_the_table_to_smaller_sizes() {
    let dir = tempfile::tempdir().unwrap();
    build_score_table(dir.path(), 4, &|_| true).unwrap();
    fs::remove_file(dir.path().join("03-shapes-0000.table")).unwrap();
    assert_eq!(ScoreTable::open(dir.path()).unwrap().max_size(), 2);
    assert_eq!(probe(dir.path()).unwrap(), None);
    // Partial files are ignored.
    fs::write(dir.path().join("03-shapes-0000.partial"), b"half").unwrap();
    build_score_table(dir.path(), 4, &|_| true).unwrap();
    assert_eq!(ScoreTable::open(dir.path()).unwrap().max_size(), 4);
}
