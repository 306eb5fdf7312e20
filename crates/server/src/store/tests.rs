//! Tests of the store on real files.

use tempfile::tempdir;

use super::*;
use crate::dto::game::Player;

fn game(name: &str) -> StoredGame {
    StoredGame {
        name: name.to_owned(),
        start: "startpos".to_owned(),
        moves: vec!["d1-d7/g7".to_owned()],
        black: Player::Human { name: None },
        white: Player::Engine {
            level: 3,
            seconds: None,
        },
        time_control: None,
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
fn games_survive_closing_and_ids_are_not_reused() {
    let directory = tempdir().expect("temporary directory");
    {
        let store = GameStore::open(directory.path()).expect("new store");
        for name in ["a", "b", "c"] {
            store.add(&mut game(name)).expect("added");
        }
        store.put(2, &game("B")).expect("replaced");
        assert!(store.delete::<StoredGame>(3).expect("deleted"));
        assert!(!store.delete::<StoredGame>(3).expect("nothing to delete"));
    }
    let store = GameStore::open(directory.path()).expect("existing store");
    assert_eq!(store.get(1).expect("read"), Some(game("a")));
    assert_eq!(store.get(2).expect("read"), Some(game("B")));
    assert_eq!(store.get::<StoredGame>(3).expect("read"), None);
    assert_eq!(store.add(&mut game("d")).expect("added"), 4);
    let ids = |before, limit| -> Vec<u64> {
        let list = store.list::<StoredGame>(before, limit).expect("listed");
        list.into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(ids(u64::MAX, 10), [4, 2, 1]);
    assert_eq!(ids(4, 1), [2]);
    assert!(ids(1, 10).is_empty());
}

/// The JSON in users' data directories: its names must not change.
#[test]
fn stored_names_are_stable() {
    let json = r#"{"name":"","start":"4x4","moves":[],"black":{"kind":"person"},
        "white":{"kind":"program","program":7,"name":"x"},"clock":{"seconds":60.0,"increment":1.0},
        "times":[{"black":60000,"white":60000}],"result":{"winner":"black","reason":"fault"},
        "fault":"x crashed","created":1,"updated":2,"revision":3,"tree":null,"review":{"id":1,
        "total":1,"done":1,"finished":true,"start_chances":{"black":0.5,"white":0.5},"moves":[],
        "turning_point":null,"performance":{"black":{"counted":1,"accuracy":null,"mean_loss":null},
        "white":{"counted":0,"accuracy":null,"mean_loss":null}}}}"#;
    let game: StoredGame = serde_json::from_str(json).expect("valid game");
    let expected: serde_json::Value = serde_json::from_str(json).expect("valid JSON");
    assert_eq!(serde_json::to_value(game).expect("JSON"), expected);
}

#[test]
fn file_in_use_is_reported() {
    let directory = tempdir().expect("temporary directory");
    let _first = GameStore::open(directory.path()).expect("new store");
    let error = GameStore::open(directory.path()).expect_err("in use");
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    assert!(error.to_string().contains("another program"), "{error}");
}

#[test]
fn corrupt_file_is_reported_and_not_changed() {
    let directory = tempdir().expect("temporary directory");
    drop(GameStore::open(directory.path()).expect("new store"));
    let file = directory.path().join(FILE);
    let valid = std::fs::read(&file).expect("existing file");
    let garbage = b"not a database, and longer than any header of one".repeat(100);
    let mut damaged = valid.clone();
    for byte in &mut damaged[64..512] {
        *byte ^= 0xa5;
    }
    for bytes in [&garbage[..], &valid[..100], &damaged[..]] {
        std::fs::write(&file, bytes).expect("written");
        let error = GameStore::open(directory.path()).expect_err("corrupt");
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!(std::fs::read(&file).expect("existing file"), bytes);
    }
}

#[test]
fn unknown_schema_version_is_rejected() {
    let directory = tempdir().expect("temporary directory");
    let store = GameStore::open(directory.path()).expect("new store");
    let transaction = store.0.begin_write().expect("writable");
    transaction
        .open_table(database::METADATA)
        .and_then(|mut table| Ok(table.insert(database::VERSION_KEY, 99).map(drop)?))
        .expect("written");
    transaction.commit().expect("committed");
    drop(store);
    let error = GameStore::open(directory.path()).expect_err("newer version");
    assert!(error.to_string().contains("schema version 99"), "{error}");
}

#[test]
fn directory_that_cannot_be_created_is_reported() {
    let directory = tempdir().expect("temporary directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "").expect("written");
    let error = GameStore::open(&file.join("data")).expect_err("below a file");
    assert!(matches!(error, StoreError::CreateDir { .. }), "{error}");
}
