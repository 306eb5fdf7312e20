//! Files that are not what they should be.

use std::fs;
use std::path::Path;

use amazons::notation::parse_position;
use endgame::{Pair, Table, TableError, build};

/// What the table in a folder says of a row of three, or why it says nothing.
fn probe(folder: &Path) -> Result<Option<Pair>, TableError> {
    let position = parse_position("x.o b").unwrap();
    let region = position.regions().next().unwrap();
    Table::open(folder)?.probe(&region)
}

/// Does something to a file of a fresh table, and gives the complaint.
fn complaint(file: &str, spoil: impl FnOnce(&mut Vec<u8>)) -> String {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 4, &|_| true).unwrap();
    assert!(probe(folder.path()).unwrap().is_some());
    let path = folder.path().join(file);
    let mut bytes = fs::read(&path).unwrap();
    spoil(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let complaint = probe(folder.path()).unwrap_err().to_string();
    assert!(complaint.contains(file), "{complaint}");
    // A build does not take it for done either.
    let built = build(folder.path(), 4, &|_| true).unwrap_err().to_string();
    assert_eq!(built, complaint);
    complaint
}

#[test]
fn damaged_and_foreign_files_are_refused_in_a_sentence() {
    for file in ["03-shapes-0000.table", "03.shapes"] {
        let last = |bytes: &mut Vec<u8>| *bytes.last_mut().unwrap() ^= 1;
        assert!(complaint(file, last).ends_with("is damaged: its checksum is wrong"));
        let in_header = |bytes: &mut Vec<u8>| bytes[20] ^= 1;
        assert!(complaint(file, in_header).ends_with("is damaged: its checksum is wrong"));
        let shorter = |bytes: &mut Vec<u8>| {
            bytes.pop();
        };
        assert!(complaint(file, shorter).contains(" bytes instead of "));
        let longer = |bytes: &mut Vec<u8>| bytes.push(0);
        assert!(complaint(file, longer).contains(" bytes instead of "));
        let empty = |bytes: &mut Vec<u8>| bytes.clear();
        assert!(complaint(file, empty).ends_with("is not a part of an endgame table"));
        let foreign = |bytes: &mut Vec<u8>| bytes[0] = b'?';
        assert!(complaint(file, foreign).ends_with("is not a part of an endgame table"));
        let newer = |bytes: &mut Vec<u8>| bytes[8] = 2;
        assert!(complaint(file, newer).ends_with("has format 2, and this program reads format 1"));
    }
    let sums = |bytes: &mut Vec<u8>| {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), 5, &|_| true).unwrap();
        *bytes = fs::read(folder.path().join("04-sums-0000.table")).unwrap();
    };
    let misnamed = complaint("04-shapes-0000.table", sums);
    assert!(
        misnamed.ends_with("holds other subgames than its name says"),
        "{misnamed}"
    );
}

#[test]
fn a_file_that_is_missing_ends_the_table_before_it() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 4, &|_| true).unwrap();
    fs::remove_file(folder.path().join("03-shapes-0000.table")).unwrap();
    assert_eq!(Table::open(folder.path()).unwrap().largest(), 2);
    assert_eq!(probe(folder.path()).unwrap(), None);
    // A file that was left half written is no file of the table.
    fs::write(folder.path().join("03-shapes-0000.partial"), b"half").unwrap();
    build(folder.path(), 4, &|_| true).unwrap();
    assert_eq!(Table::open(folder.path()).unwrap().largest(), 4);
}
