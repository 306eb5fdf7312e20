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

/// Offsets of all copies of a text.
fn find_all(bytes: &[u8], text: &[u8]) -> Vec<usize> {
    (0..bytes.len())
        .filter(|&at| bytes[at..].starts_with(text))
        .collect()
}

#[test]
fn games_survive_closing_and_ids_are_not_reused() {
    let directory = tempdir().expect("temporary directory");
    {
        let store = GameStore::open(directory.path()).expect("new store");
        for name in ["a", "b", "c"] {
            store.add(&mut game(name)).expect("added");
        }
        assert_eq!(store.replace([(2, &game("B"))]).expect("replaced"), [2]);
        assert!(store.delete::<StoredGame>(3).expect("deleted"));
        assert!(!store.delete::<StoredGame>(3).expect("nothing to delete"));
    }
    let store = GameStore::open(directory.path()).expect("existing store");
    assert_eq!(store.get(1).expect("read"), Some(game("a")));
    assert_eq!(store.get(2).expect("read"), Some(game("B")));
    assert_eq!(store.get::<StoredGame>(3).expect("read"), None);
    assert_eq!(store.add(&mut game("d")).expect("added"), 4);
    let ids = |before, limit| -> Vec<u64> {
        let list = store.summaries(before, limit).expect("listed");
        list.into_iter().map(|summary| summary.id).collect()
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
    assert!(
        error.to_string().contains("another program; stop it"),
        "{error}"
    );
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
        let text = error.to_string();
        assert!(
            text.contains("is corrupt") && text.contains("move the file away"),
            "{text}"
        );
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!(std::fs::read(&file).expect("existing file"), bytes);
    }
}

#[test]
fn unknown_schema_version_is_rejected() {
    let directory = tempdir().expect("temporary directory");
    let store = GameStore::open(directory.path()).expect("new store");
    let set_version = |writer: &Writer| database::set_next_id(writer, "format", 99);
    store.0.write(set_version).expect("written");
    drop(store);
    let error = GameStore::open(directory.path()).expect_err("newer version");
    assert!(error.to_string().contains("format 99"), "{error}");
}

/// A deleted game is not brought back by a change that was made at the same time.
#[test]
fn deleted_values_are_not_replaced() {
    let store = GameStore::in_memory().expect("store");
    let id = store.add(&mut game("a")).expect("added");
    assert!(store.delete::<StoredGame>(id).expect("deleted"));
    assert!(
        store
            .replace([(id, &game("a"))])
            .expect("nothing to replace")
            .is_empty()
    );
    assert_eq!(store.get::<StoredGame>(id).expect("read"), None);
    assert!(store.summaries(u64::MAX, 10).expect("listed").is_empty());
}

/// Creates a file of version 1. Its values were plain JSON without summaries.
fn create_version_1(directory: &Path, values: &[(u64, &[u8])]) {
    let database = redb::Database::create(directory.join(FILE)).expect("new database");
    let transaction = database.begin_write().expect("writable");
    {
        const METADATA: TableDefinition<'_, &str, u64> = TableDefinition::new("about");
        let mut metadata = transaction.open_table(METADATA).expect("table");
        metadata.insert("format", 1).expect("written");
        let next = 1 + values.iter().map(|(id, _)| id).max().expect("a value");
        metadata.insert("next", next).expect("written");
        transaction
            .open_table(ExternalEngine::TABLE)
            .expect("table");
        let mut games = transaction.open_table(StoredGame::TABLE).expect("table");
        for (id, json) in values {
            games.insert(id, *json).expect("written");
        }
    }
    transaction.commit().expect("committed");
}

/// The pages of version 1 have checksums, though its values have none: games on intact pages are
/// restored, and those of a damaged one are listed as damaged.
#[test]
fn damaged_file_of_version_1_is_restored() {
    let directory = tempdir().expect("temporary directory");
    let name = |id: u64| format!("game-{id:02} {}", "x".repeat(800));
    let json = |id| serde_json::to_vec(&game(&name(id))).expect("JSON");
    // Game 7 was deleted.
    let ids = (1..=40).filter(|&id| id != 7);
    let values: Vec<(u64, Vec<u8>)> = ids.map(|id| (id, json(id))).collect();
    let values: Vec<(u64, &[u8])> = values.iter().map(|(id, json)| (*id, &json[..])).collect();
    create_version_1(directory.path(), &values);
    let file = directory.path().join(FILE);
    let mut bytes = std::fs::read(&file).expect("existing file");
    // A legal move becomes another legal one.
    let game_20 = find_all(&bytes, b"{\"name\":\"game-20");
    assert!(!game_20.is_empty());
    for at in game_20 {
        let mv = at + find_all(&bytes[at..], b"d1-d7/g7")[0];
        bytes[mv + 6] ^= 1;
    }
    std::fs::write(&file, &bytes).expect("written");
    let store = GameStore::open(directory.path()).expect("restored");
    let list = store.summaries(u64::MAX, 50).expect("listed");
    assert_eq!(list.len(), values.len());
    let mut damaged = Vec::new();
    for summary in list {
        match store.get::<StoredGame>(summary.id) {
            Ok(found) => assert_eq!(found, Some(game(&name(summary.id)))),
            Err(error) => {
                assert!(summary.damaged, "{error}");
                damaged.push(summary.id);
            }
        }
    }
    assert!(damaged.contains(&20) && damaged.len() < 8, "{damaged:?}");
    assert_eq!(store.get::<StoredGame>(7).expect("deleted"), None);
    assert_eq!(store.add(&mut game("new")).expect("added"), 41);
    let kept = std::fs::read(directory.path().join("games.redb.damaged"));
    assert_eq!(kept.expect("kept"), bytes);
}

#[test]
fn version_1_is_migrated() {
    let directory = tempdir().expect("temporary directory");
    let old = serde_json::to_vec(&game("old")).expect("JSON");
    create_version_1(directory.path(), &[(1, &old), (3, b"{\"name\":")]);
    for _ in 0..2 {
        let store = GameStore::open(directory.path()).expect("migrated");
        assert_eq!(store.get(1).expect("read"), Some(game("old")));
        let error = store.get::<StoredGame>(3).expect_err("invalid JSON");
        assert!(
            matches!(error, StoreError::Damaged { id: 3, .. }),
            "{error}"
        );
        let list = store.summaries(u64::MAX, 10).expect("listed");
        assert_eq!(list, [GameSummary::damaged(3), game("old").to_summary(1)]);
    }
    let store = GameStore::open(directory.path()).expect("migrated");
    assert_eq!(store.add(&mut game("new")).expect("added"), 4);
}

/// A game whose record has a wrong checksum, or is that of another game, is not served.
#[test]
fn damaged_game_is_listed_as_damaged() {
    let store = GameStore::in_memory().expect("store");
    for name in ["a", "b", "c"] {
        store.add(&mut game(name)).expect("added");
    }
    let swap = |writer: &Writer| {
        let other = get_bytes(writer, StoredGame::TABLE, 1)?.expect("game 1");
        let mut table = writer.open_table(StoredGame::TABLE)?;
        table.insert(2, other.as_slice())?;
        Ok::<_, DatabaseError>(())
    };
    store.0.write(swap).expect("written");
    let error = store.get::<StoredGame>(2).expect_err("another game");
    assert_eq!(
        error.to_string(),
        "game 2 is damaged: its stored data has a wrong checksum"
    );
    let list = store.summaries(u64::MAX, 10).expect("listed");
    let damaged: Vec<bool> = list.iter().map(|summary| summary.damaged).collect();
    assert_eq!(damaged, [false, true, false]);
    assert_eq!(list[1].name, "b");
    assert!(store.get::<StoredGame>(1).is_ok() && store.get::<StoredGame>(3).is_ok());
    assert!(store.delete::<StoredGame>(2).expect("deleted"));
    assert_eq!(store.summaries(u64::MAX, 10).expect("listed").len(), 2);
}

/// All copies of the newest version of game 3 are damaged. An older version is not served, the other
/// games are, and a deleted game does not come back.
#[test]
fn damaged_file_is_restored_without_the_damaged_game() {
    let directory = tempdir().expect("temporary directory");
    {
        let store = GameStore::open(directory.path()).expect("new store");
        for id in 1..=12 {
            store.add(&mut game(&format!("first-{id}"))).expect("added");
        }
        for id in 1..=12 {
            let next = game(&format!("second-{id}"));
            store.replace([(id, &next)]).expect("replaced");
        }
        assert!(store.delete::<StoredGame>(7).expect("deleted"));
    }
    let file = directory.path().join(FILE);
    let mut bytes = std::fs::read(&file).expect("existing file");
    let copies = find_all(&bytes, b"{\"name\":\"second-3\"");
    assert!(!copies.is_empty());
    for at in copies {
        bytes[at + 10] ^= 1;
    }
    std::fs::write(&file, &bytes).expect("written");
    let store = GameStore::open(directory.path()).expect("restored");
    let list = store.summaries(u64::MAX, 20).expect("listed");
    assert_eq!(list.len(), 11);
    for summary in list {
        assert_eq!(summary.name, format!("second-{}", summary.id));
        assert_eq!(summary.damaged, summary.id == 3);
        match store.get::<StoredGame>(summary.id) {
            Ok(found) => assert_eq!(found, Some(game(&summary.name))),
            Err(error) => assert!(summary.damaged, "{error}"),
        }
    }
    assert_eq!(store.get::<StoredGame>(7).expect("deleted"), None);
    assert_eq!(store.add(&mut game("new")).expect("added"), 13);
    let kept = std::fs::read(directory.path().join("games.redb.damaged"));
    assert_eq!(kept.expect("kept"), bytes);
}

#[test]
fn directory_that_cannot_be_created_is_reported() {
    let directory = tempdir().expect("temporary directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "").expect("written");
    let error = GameStore::open(&file.join("data")).expect_err("below a file");
    assert!(matches!(error, StoreError::CreateDir { .. }), "{error}");
}
