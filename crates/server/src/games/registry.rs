//! Registry of games: loads them on demand, serializes changes to each game and notifies
//! subscribers. A change is committed to the store before anyone sees it, so all methods may wait
//! for the disk.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::Position;
use axum::http::StatusCode;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::computer::{Decision, builtin_move, external_move, search_limits};
use super::game_state::{ComputerKind, GameState};
use crate::analysis::SearchService;
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::game::{Game, GameList, NewGame, NewMove};
use crate::dto::review::{Insights, ReviewState};
use crate::dto::side::Side;
use crate::dto::tree::GameTree;
use crate::external_engines::ExternalEngines;
use crate::insights::InsightsBuilder;
use crate::store::{GameStore, StoredGame};
use crate::sync::run_blocking;

/// Maximum number of idle games kept in memory.
const MAX_IDLE_GAMES: usize = 200;

/// Maximum number of games, the newest, that insights are computed from.
const MAX_INSIGHT_GAMES: usize = 1000;

/// Time between attempts to store a move of an engine or a fallen flag, for example on a full disk.
const STORE_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Updates of a game: its latest version, or `None` after deletion.
pub type GameUpdates = watch::Receiver<Option<Arc<Game>>>;

/// All games.
#[derive(Debug)]
pub struct GameRegistry {
    store: GameStore,
    searches: SearchService,
    external_engines: Arc<ExternalEngines>,
    sessions: Mutex<Sessions>,
    /// Held while insights are computed, because they read many games.
    insights: Mutex<()>,
}

/// Games in memory.
#[derive(Debug, Default)]
struct Sessions {
    by_id: HashMap<u64, Arc<GameSession>>,
    /// Number of deletions. A game that was read before the last one may be deleted.
    deletions: u64,
}

/// A game in memory.
#[derive(Debug)]
struct GameSession {
    id: u64,
    state: Mutex<SessionState>,
    updates: watch::Sender<Option<Arc<Game>>>,
}

#[derive(Debug)]
struct SessionState {
    game: GameState,
    /// Chooses the engine's move.
    engine_task: Option<AbortHandle>,
    /// Waits for the flag of the side to move.
    flag_task: Option<AbortHandle>,
    is_deleted: bool,
}

impl SessionState {
    fn is_engine_thinking(&self) -> bool {
        let task = self.engine_task.as_ref();
        task.is_some_and(|task| !task.is_finished())
    }

    fn abort_tasks(&mut self) {
        let tasks = [self.engine_task.take(), self.flag_task.take()];
        for task in tasks.into_iter().flatten() {
            task.abort();
        }
    }
}

impl Drop for SessionState {
    fn drop(&mut self) {
        self.abort_tasks();
    }
}

impl GameRegistry {
    pub fn new(
        store: GameStore,
        searches: SearchService,
        external_engines: Arc<ExternalEngines>,
    ) -> Self {
        Self {
            store,
            searches,
            external_engines,
            sessions: Mutex::default(),
            insights: Mutex::default(),
        }
    }

    /// Another registry of the same games, none of them in memory.
    #[cfg(test)]
    pub fn with_same_store(&self) -> Self {
        let external_engines = Arc::clone(&self.external_engines);
        Self::new(self.store.clone(), self.searches.clone(), external_engines)
    }

    /// Starts a game.
    pub fn create(self: &Arc<Self>, new: NewGame) -> Result<Game, ApiError> {
        let mut game = GameState::new(new, Instant::now())?;
        let id = self.store.add(&mut game.stored)?;
        let session = self.open_session(&mut self.sessions.lock(), id, game);
        Ok(self.restart_tasks(&session, &mut session.state.lock()))
    }

    /// Games with an id below `before`, the newest first.
    pub fn list(&self, before: Option<u64>, limit: usize) -> Result<GameList, ApiError> {
        // One more than requested, to see whether there is a next page.
        let before = before.unwrap_or(u64::MAX);
        let mut games = self.store.summaries(before, limit + 1)?;
        let has_next = games.len() > limit;
        games.truncate(limit);
        let next = games.last().filter(|_| has_next).map(|game| game.id);
        Ok(GameList { games, next })
    }

    /// Insights from the newest games.
    pub fn insights(&self) -> Result<Insights, ApiError> {
        let _guard = self.insights.lock();
        let mut insights = InsightsBuilder::default();
        self.store
            .visit(MAX_INSIGHT_GAMES, |id, game| insights.add(id, &game))?;
        Ok(insights.build())
    }

    /// The current version of a game.
    pub fn get(self: &Arc<Self>, id: u64) -> Result<Game, ApiError> {
        let session = self.find(id)?;
        let state = session.state.lock();
        Ok(session.to_dto(&state))
    }

    /// The current position of a game.
    pub fn position(self: &Arc<Self>, id: u64) -> Result<Position, ApiError> {
        let session = self.find(id)?;
        let state = session.state.lock();
        Ok(*state.game.position())
    }

    /// Subscribes to a game.
    pub fn subscribe(self: &Arc<Self>, id: u64) -> Result<GameUpdates, ApiError> {
        let session = self.find(id)?;
        let state = session.state.lock();
        let receiver = session.updates.subscribe();
        session.publish(session.to_dto(&state));
        Ok(receiver)
    }

    /// Deletes a game.
    pub fn delete(self: &Arc<Self>, id: u64) -> Result<(), ApiError> {
        let session = match self.find(id) {
            // A damaged game has no session.
            Err(error) if error.status == StatusCode::GONE => None,
            found => Some(found?),
        };
        let mut state = session.as_ref().map(|session| session.state.lock());
        if !self.store.delete::<StoredGame>(id)? {
            return Err(not_found(id));
        }
        if let (Some(session), Some(state)) = (&session, &mut state) {
            self.close_deleted(session, state);
        }
        Ok(())
    }

    /// Closes the session of a game that is not in the store any more.
    fn close_deleted(&self, session: &GameSession, state: &mut SessionState) {
        state.abort_tasks();
        state.is_deleted = true;
        let mut sessions = self.sessions.lock();
        sessions.by_id.remove(&session.id);
        sessions.deletions += 1;
        session.updates.send_replace(None);
    }

    /// Plays a human's move.
    pub fn play(self: &Arc<Self>, id: u64, new: &NewMove) -> Result<Game, ApiError> {
        self.update(id, |game, now| game.play_human_move(new, now))
    }

    /// Takes back moves until `to_ply` are left.
    pub fn take_back(self: &Arc<Self>, id: u64, to_ply: usize) -> Result<Game, ApiError> {
        self.update(id, |game, now| game.take_back(to_ply, now))
    }

    /// Resigns a game.
    pub fn resign(self: &Arc<Self>, id: u64, side: Side) -> Result<Game, ApiError> {
        self.update(id, |game, now| game.resign(side, now))
    }

    /// Replaces comments and variations by a valid tree.
    pub fn set_tree(self: &Arc<Self>, id: u64, tree: GameTree) -> Result<Game, ApiError> {
        self.update(id, |game, _| {
            game.set_tree(tree);
            Ok(())
        })
    }

    /// Attaches a review, unless the game has changed since it was reviewed.
    pub fn attach_review(
        self: &Arc<Self>,
        id: u64,
        review: ReviewState,
        start: &str,
        moves: &[String],
    ) -> Result<Game, ApiError> {
        self.update(id, |game, _| {
            game.attach_review(review, start, moves);
            Ok(())
        })
    }

    /// Stores the remaining time of all running clocks in one transaction, before the server shuts
    /// down.
    pub fn stop_clocks(&self) {
        let sessions: Vec<Arc<GameSession>> =
            self.sessions.lock().by_id.values().cloned().collect();
        let mut running = Vec::new();
        for session in &sessions {
            let mut state = session.state.lock();
            state.abort_tasks();
            if state.game.is_clock_running() && !state.is_deleted {
                state.game.stop_clock(Instant::now());
                // Locked until it is stored, so that no move comes in between.
                running.push((session.id, state));
            }
        }
        let games = running.iter().map(|(id, state)| (*id, &state.game.stored));
        if let Err(error) = self.store.replace(games) {
            // The clocks are as after the last move.
            eprintln!("thermodon: the clocks are not stored: {error}");
        }
    }

    /// Changes a game on a copy, commits a new revision to the store and publishes it.
    fn update(
        self: &Arc<Self>,
        id: u64,
        change: impl FnOnce(&mut GameState, Instant) -> Result<(), ApiError>,
    ) -> Result<Game, ApiError> {
        self.update_at(id, None, change)
    }

    /// Changes a game as of a time, now by default.
    fn update_at(
        self: &Arc<Self>,
        id: u64,
        time: Option<Instant>,
        change: impl FnOnce(&mut GameState, Instant) -> Result<(), ApiError>,
    ) -> Result<Game, ApiError> {
        let session = self.find(id)?;
        let mut state = session.state.lock();
        if state.is_deleted {
            return Err(not_found(id));
        }
        let now = time.unwrap_or_else(Instant::now);
        let mut next = state.game.clone();
        // The flag may have fallen before its task noticed.
        let outcome = if next.end_if_flag_fell(now) {
            Err(ApiError::conflict("the time is up").because(ErrorReason::TimeUp))
        } else {
            change(&mut next, now)
        };
        let game = if next.stored.revision == state.game.stored.revision {
            session.to_dto(&state)
        } else {
            if self.store.replace([(id, &next.stored)])?.is_empty() {
                self.close_deleted(&session, &mut state);
                return Err(not_found(id));
            }
            state.game = next;
            self.restart_tasks(&session, &mut state)
        };
        outcome.map(|()| game)
    }

    /// Starts the engine and flag tasks of the current position in place of the old ones, and
    /// publishes the game.
    fn restart_tasks(
        self: &Arc<Self>,
        session: &Arc<GameSession>,
        state: &mut SessionState,
    ) -> Game {
        state.abort_tasks();
        let id = session.id;
        let runtime = tokio::runtime::Handle::current();
        // While external engines are disabled, their games wait.
        let may_run =
            |kind| matches!(kind, ComputerKind::Builtin(_)) || self.external_engines.is_enabled();
        let computer = state.game.computer_turn();
        if let Some(computer) = computer.filter(|computer| may_run(computer.kind)) {
            let registry = Arc::clone(self);
            let revision = state.game.stored.revision;
            let position = *state.game.position();
            let limits = search_limits(&state.game, computer, Instant::now());
            let history = state.game.history();
            let task = runtime.spawn(async move {
                let SearchService { pool, engines } = &registry.searches;
                let decision = match computer.kind {
                    ComputerKind::Builtin(level) => {
                        builtin_move(pool, engines, level, position, limits)
                            .await
                            .map(Decision::Play)
                    }
                    ComputerKind::External(engine) => {
                        external_move(&registry.external_engines, engine, id, history, limits).await
                    }
                };
                if let Some(decision) = decision {
                    registry.apply_engine_decision(id, revision, decision).await;
                }
            });
            state.engine_task = Some(task.abort_handle());
        }
        if let Some(flag_time) = state.game.flag_time() {
            let registry = Arc::clone(self);
            let task = runtime.spawn(async move {
                tokio::time::sleep_until(flag_time.into()).await;
                store_with_retries(id, || {
                    let registry = Arc::clone(&registry);
                    move || registry.update(id, |_, _| Ok(())).map(drop)
                })
                .await;
            });
            state.flag_task = Some(task.abort_handle());
        }
        let game = session.to_dto(state);
        session.publish(game.clone());
        game
    }

    /// Applies an engine's decision, unless the game has changed since the search started. Repeated
    /// until it is stored.
    async fn apply_engine_decision(self: &Arc<Self>, id: u64, revision: u64, decision: Decision) {
        let decided_at = Instant::now();
        store_with_retries(id, || {
            let registry = Arc::clone(self);
            let decision = decision.clone();
            let change = move |game: &mut GameState, now| {
                if game.stored.revision != revision {
                    return Ok(());
                }
                match decision {
                    Decision::Play(mv) if game.position().check_legal(mv).is_ok() => {
                        game.play(mv, now);
                    }
                    Decision::Play(_) => {}
                    Decision::Resign => game.resign(game.position().to_move().into(), now)?,
                    Decision::Forfeit(message) => game.forfeit(message, now)?,
                }
                Ok(())
            };
            move || {
                let result = registry.update_at(id, Some(decided_at), change);
                let session = registry.sessions.lock().by_id.get(&id).cloned();
                if let (Err(_), Some(session)) = (&result, session)
                    && let Some(flag) = session.state.lock().flag_task.take()
                {
                    // The time that the disk takes is not the engine's.
                    flag.abort();
                }
                result.map(drop)
            }
        })
        .await;
    }

    /// Finds a game in memory or in the store.
    fn find(self: &Arc<Self>, id: u64) -> Result<Arc<GameSession>, ApiError> {
        let session = loop {
            let deletions = {
                let sessions = self.sessions.lock();
                if let Some(session) = sessions.by_id.get(&id) {
                    return Ok(Arc::clone(session));
                }
                sessions.deletions
            };
            let stored = self.store.get(id)?.ok_or_else(|| not_found(id))?;
            let game = GameState::load(stored, Instant::now())?;
            let mut sessions = self.sessions.lock();
            // Otherwise it may have been deleted since it was read.
            if sessions.deletions == deletions {
                break self.open_session(&mut sessions, id, game);
            }
        };
        let mut state = session.state.lock();
        if state.engine_task.is_none() && state.flag_task.is_none() {
            self.restart_tasks(&session, &mut state);
        }
        drop(state);
        Ok(session)
    }

    /// Adds a game to memory, unless another thread was faster, and drops idle ones if there are
    /// too many.
    fn open_session(&self, sessions: &mut Sessions, id: u64, game: GameState) -> Arc<GameSession> {
        if sessions.by_id.len() >= MAX_IDLE_GAMES {
            let is_used =
                |session: &Arc<GameSession>| Arc::strong_count(session) > 1 || session.is_active();
            sessions.by_id.retain(|_, session| is_used(session));
        }
        let session = sessions.by_id.entry(id).or_insert_with(|| {
            Arc::new(GameSession {
                id,
                state: Mutex::new(SessionState {
                    game,
                    engine_task: None,
                    flag_task: None,
                    is_deleted: false,
                }),
                updates: watch::Sender::new(None),
            })
        });
        Arc::clone(session)
    }
}

/// Repeats an update of a game until it does not fail because of the server, for example a full
/// disk. The update may abort the task that waits for this.
pub(super) async fn store_with_retries<F>(id: u64, new_attempt: impl Fn() -> F)
where
    F: FnOnce() -> Result<(), ApiError> + Send + 'static,
{
    let mut is_reported = false;
    while let Err(error) = run_blocking(new_attempt()).await
        && error.status.is_server_error()
    {
        if !is_reported {
            eprintln!("thermodon: game {id} waits for the disk: {}", error.message);
            is_reported = true;
        }
        tokio::time::sleep(STORE_RETRY_INTERVAL).await;
    }
}

impl GameSession {
    fn to_dto(&self, state: &SessionState) -> Game {
        let is_thinking = state.is_engine_thinking();
        state.game.to_dto(self.id, is_thinking, Instant::now())
    }

    fn publish(&self, game: Game) {
        self.updates.send_replace(Some(Arc::new(game)));
    }

    /// Whether it has subscribers, a thinking engine or a running clock.
    fn is_active(&self) -> bool {
        let state = self.state.lock();
        self.updates.receiver_count() > 0
            || state.is_engine_thinking()
            || state.game.is_clock_running()
    }
}

fn not_found(id: u64) -> ApiError {
    ApiError::not_found(format!("game {id} does not exist"))
        .because(ErrorReason::GameNotFound { id })
}
