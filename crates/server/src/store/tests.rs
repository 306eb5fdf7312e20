//! Tests of the store on real files.

use std::path::PathBuf;

use super::*;
use crate::dto::game::Player;

/// A folder of its own for each test, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("thermodon-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn game(name: &str) -> StoredGame {
    StoredGame {
        name: name.to_owned(),
        start: "startpos".to_owned(),
        moves: vec!["d1-d7/g7".to_owned()],
        black: Player::Person { name: None },
        white: Player::Engine {
            level: 3,
            seconds: None,
        },
        clock: None,
        times: Vec::new(),
        result: None,
        fault: None,
        created: 1,
        updated: 2,
        revision: 1,
        tree: None,
        review: None,
    }
}

#[test]
fn games_are_there_after_closing_and_numbers_are_not_given_twice() {
    let folder = Folder::new("kept");
    {
        let store = Store::open(&folder.0).expect("a new one");
        for name in ["a", "b", "c"] {
            store.add(&game(name)).expect("added");
        }
        store.put(2, &game("B")).expect("replaced");
        assert!(store.delete(3).expect("deleted"));
        assert!(!store.delete(3).expect("nothing to delete"));
    }
    let store = Store::open(&folder.0).expect("there already");
    assert_eq!(store.get(1).expect("read"), Some(game("a")));
    assert_eq!(store.get(2).expect("read"), Some(game("B")));
    assert_eq!(store.get(3).expect("read"), None);
    assert_eq!(store.add(&game("d")).expect("added"), 4);
    let numbers = |before, limit| -> Vec<u64> {
        let list = store.list(before, limit).expect("listed");
        list.into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(numbers(u64::MAX, 10), [4, 2, 1]);
    assert_eq!(numbers(4, 1), [2]);
    assert!(numbers(1, 10).is_empty());
}

#[test]
fn a_file_in_use_is_said_to_be() {
    let folder = Folder::new("in-use");
    let _first = Store::open(&folder.0).expect("a new one");
    let error = Store::open(&folder.0).expect_err("it is open");
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    assert!(error.to_string().contains("another program"), "{error}");
}

#[test]
fn a_damaged_file_earns_a_sentence_and_stays_as_it_is() {
    let folder = Folder::new("damaged");
    drop(Store::open(&folder.0).expect("a new one"));
    let file = folder.0.join(FILE);
    let whole = std::fs::read(&file).expect("it is there");
    let garbage =
        b"no database at all, and long enough to be mistaken for nothing else".repeat(100);
    let mut broken = whole.clone();
    for byte in &mut broken[64..512] {
        *byte ^= 0xa5;
    }
    for bytes in [&garbage[..], &whole[..100], &broken[..]] {
        std::fs::write(&file, bytes).expect("written");
        let error = Store::open(&folder.0).expect_err("it is damaged");
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!(std::fs::read(&file).expect("still there"), bytes);
    }
}

#[test]
fn a_later_format_is_left_alone() {
    let folder = Folder::new("format");
    let store = Store::open(&folder.0).expect("a new one");
    let transaction = store.0.begin_write().expect("writable");
    transaction
        .open_table(ABOUT)
        .and_then(|mut about| Ok(about.insert(file::FORMAT_KEY, 99).map(drop)?))
        .expect("written");
    transaction.commit().expect("committed");
    drop(store);
    let error = Store::open(&folder.0).expect_err("it is from the future");
    assert!(error.to_string().contains("format 99"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Folder::new("no-folder");
    std::fs::write(&folder.0, "a file").expect("written");
    let error = Store::open(&folder.0.join("deeper")).expect_err("it is a file");
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
    std::fs::remove_file(&folder.0).expect("removed");
}
