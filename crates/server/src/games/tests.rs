//! Tests of the registry with a full disk, deletions and many clocks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use amazons::Game as _;
use tempfile::TempDir;

use super::registry::{GameRegistry, store_with_retries};
use crate::app_state::{AppState, ResourceLimits};
use crate::data_dir::DataDir;
use crate::dto::game::{Game, NewGame, NewMove, Player, TimeControl};
use crate::openings::GameDatabase;
use crate::store::{GameStore, StoredGame};

struct Games {
    store: GameStore,
    registry: Arc<GameRegistry>,
    _directory: TempDir,
}

impl Games {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("temporary directory");
        let store = GameStore::open(directory.path()).expect("new store");
        let database = GameDatabase::in_memory().expect("database");
        let data_dir = DataDir::at(directory.path());
        let limits = ResourceLimits {
            threads: 1,
            tree_memory_mib: 16,
            ..ResourceLimits::default()
        };
        let state = AppState::new(store.clone(), database, data_dir, limits);
        Self {
            store,
            registry: state.games,
            _directory: directory,
        }
    }

    fn create(&self, time_control: Option<TimeControl>) -> Game {
        self.create_with(Player::Human { name: None }, time_control)
    }

    /// Creates a game of a human against `white`, who begins.
    fn create_with(&self, white: Player, time_control: Option<TimeControl>) -> Game {
        let new = NewGame {
            start: "6x6".to_owned(),
            black: Player::Human { name: None },
            white,
            time_control,
            name: String::new(),
            moves: Vec::new(),
        };
        self.registry.create(new).expect("valid game")
    }
}

/// The first move of a game on a 6x6 board.
fn first_move() -> NewMove {
    let start = amazons::Position::parse("6x6").expect("valid position");
    let moves = start.moves();
    NewMove {
        ply: 0,
        mv: moves.first().expect("a legal move").to_string(),
    }
}

#[tokio::test]
async fn update_is_repeated_until_the_disk_has_room() {
    let games = Games::new();
    let id = games.create(None).id;
    let attempts = AtomicUsize::new(0);
    store_with_retries(id, || {
        let attempt = attempts.fetch_add(1, Ordering::Relaxed);
        let (store, registry) = (games.store.clone(), Arc::clone(&games.registry));
        move || {
            store.simulate_full_disk(attempt == 0);
            registry.play(id, &first_move()).map(drop)
        }
    })
    .await;
    assert_eq!(attempts.into_inner(), 2);
    let stored: Option<StoredGame> = games.store.get(id).expect("read");
    assert_eq!(stored.expect("game").moves.len(), 1);
}

#[tokio::test]
async fn full_disk_is_reported_and_changes_nothing() {
    let games = Games::new();
    let id = games.create(None).id;
    games.store.simulate_full_disk(true);
    let error = games
        .registry
        .play(id, &first_move())
        .expect_err("full disk");
    assert_eq!(error.status, 507);
    assert!(
        error.message.contains("free some disk space"),
        "{}",
        error.message
    );
    assert!(games.registry.get(id).expect("readable").moves.is_empty());
    games.store.simulate_full_disk(false);
    let game = games.registry.play(id, &first_move()).expect("room again");
    assert_eq!(game.moves.len(), 1);
}

/// A deletion is stored while a session of the game is open.
#[tokio::test]
async fn move_does_not_bring_a_deleted_game_back() {
    let games = Games::new();
    let id = games.create(None).id;
    assert!(games.store.delete::<StoredGame>(id).expect("deleted"));
    let error = games.registry.play(id, &first_move()).expect_err("deleted");
    assert_eq!(error.status, 404);
    assert_eq!(games.registry.get(id).expect_err("deleted").status, 404);
    assert_eq!(games.store.get::<StoredGame>(id).expect("read"), None);
}

/// Clients that ask for a game while it is loaded see that its engine thinks.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn session_is_visible_with_its_engine() {
    const CLIENTS: usize = 4;
    let games = Games::new();
    let engine = Player::Engine {
        level: 20,
        seconds: Some(60.0),
    };
    for _ in 0..20 {
        let game = games.create_with(engine.clone(), None);
        assert!(game.engine_thinking);
        let registry = Arc::new(games.registry.with_same_store());
        let barrier = Arc::new(Barrier::new(CLIENTS));
        let clients = [(); CLIENTS].map(|()| {
            let (registry, barrier) = (Arc::clone(&registry), Arc::clone(&barrier));
            tokio::task::spawn_blocking(move || {
                barrier.wait();
                registry.get(game.id)
            })
        });
        for client in clients {
            let game = client.await.expect("no panic").expect("stored game");
            assert!(game.engine_thinking);
        }
        registry.delete(game.id).expect("stored game");
    }
}

/// A game is read from the store, then deleted, then its session would be opened.
#[tokio::test]
async fn game_that_was_read_before_its_deletion_is_not_opened() {
    let games = Games::new();
    let id = games.create(None).id;
    let registry = Arc::new(games.registry.with_same_store());
    let deletions = registry.deletions();
    let game = registry.load(id).expect("stored game");
    registry.delete(id).expect("stored game");
    assert!(registry.open_loaded(id, game, deletions).is_none());
    assert_eq!(registry.get(id).expect_err("deleted").status, 404);
}

/// A request that has found a game's session sees that it is deleted meanwhile.
#[tokio::test]
async fn open_session_of_a_deleted_game_is_closed() {
    let games = Games::new();
    let id = games.create(None).id;
    let mut updates = games.registry.subscribe(id).expect("stored game");
    let session = games.registry.find(id).expect("stored game");
    games.registry.delete(id).expect("stored game");
    assert!(updates.borrow_and_update().is_none());
    assert_eq!(session.lock().expect_err("deleted").status, 404);
}

/// Loading would start the engine of the game; this one cannot even be loaded.
#[tokio::test]
async fn deletion_does_not_load_the_game() {
    let games = Games::new();
    let id = games.create(None).id;
    let mut stored: StoredGame = games.store.get(id).expect("read").expect("stored game");
    stored.start = "nowhere".to_owned();
    games.store.replace([(id, &stored)]).expect("written");
    let registry = Arc::new(games.registry.with_same_store());
    assert_eq!(registry.get(id).expect_err("invalid game").status, 400);
    registry.delete(id).expect("stored game");
    assert_eq!(registry.get(id).expect_err("deleted").status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn deletions_race_with_reads_and_moves() {
    let games = Games::new();
    let ids: Vec<u64> = (0..40).map(|_| games.create(None).id).collect();
    // Closes the sessions, so that they are read from the store.
    let registry = Arc::new(games.registry.with_same_store());
    for &id in &ids {
        let run = |work: fn(&Arc<GameRegistry>, u64)| {
            let registry = Arc::clone(&registry);
            tokio::task::spawn_blocking(move || work(&registry, id))
        };
        let tasks = [
            run(|registry, id| drop(registry.get(id))),
            run(|registry, id| registry.delete(id).expect("existing game")),
            run(|registry, id| drop(registry.play(id, &first_move()))),
            run(|registry, id| drop(registry.get(id))),
        ];
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(registry.get(id).expect_err("deleted").status, 404);
        assert_eq!(games.store.get::<StoredGame>(id).expect("read"), None);
    }
}

#[tokio::test]
async fn all_clocks_are_stored_in_one_transaction() {
    let games = Games::new();
    let time_control = TimeControl {
        seconds: 60.0,
        increment: 0.0,
    };
    for _ in 0..30 {
        games.create(Some(time_control));
    }
    let before = games.store.transaction_number();
    games.registry.stop_clocks();
    assert_eq!(games.store.transaction_number() - before, 2);
    let stored: Option<StoredGame> = games.store.get(30).expect("read");
    assert!(stored.expect("game").times[0].white < 60_000);
}
