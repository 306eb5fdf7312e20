//! Registry of games: loads them on demand, serializes changes to each game and notifies
//! subscribers. A change is committed to the store before anyone sees it, so all methods may wait
//! for the disk.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::Position;
use parking_lot::{Mutex, MutexGuard};
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
pub(super) struct GameSession {
    id: u64,
    state: Mutex<SessionState>,
    updates: watch::Sender<Option<Arc<Game>>>,
}

#[derive(Debug)]
pub(super) struct SessionState {
    game: GameState,
    /// Chooses the engine's move; `None` if no engine thinks.
    engine_task: Option<AbortHandle>,
    /// Waits for the flag of the side to move.
    flag_task: Option<AbortHandle>,
    is_deleted: bool,
}

impl SessionState {
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
        // Locked until the response is made, so that it shows the game before the engine's move.
        let mut sessions = self.sessions.lock();
        let session = self.open_session(&mut sessions, id, game);
        let state = session.state.lock();
        Ok(session.to_dto(&state))
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
        let state = session.lock()?;
        Ok(session.to_dto(&state))
    }

    /// The current position of a game.
    pub fn position(self: &Arc<Self>, id: u64) -> Result<Position, ApiError> {
        let session = self.find(id)?;
        let state = session.lock()?;
        Ok(*state.game.position())
    }

    /// Subscribes to a game.
    pub fn subscribe(self: &Arc<Self>, id: u64) -> Result<GameUpdates, ApiError> {
        let session = self.find(id)?;
        let state = session.lock()?;
        let receiver = session.updates.subscribe();
        session.publish(&state);
        Ok(receiver)
    }

    /// Deletes a game. A game that is not in memory is not loaded.
    pub fn delete(&self, id: u64) -> Result<(), ApiError> {
        if !self.store.delete::<StoredGame>(id)? {
            return Err(not_found(id));
        }
        self.close_deleted(id);
        Ok(())
    }

    /// Closes the session of a game that is not in the store any more.
    fn close_deleted(&self, id: u64) {
        let mut sessions = self.sessions.lock();
        sessions.deletions += 1;
        let session = sessions.by_id.remove(&id);
        // A thread with the lock of the session may wait for that of all sessions.
        drop(sessions);
        if let Some(session) = session {
            let mut state = session.state.lock();
            state.abort_tasks();
            state.is_deleted = true;
            session.updates.send_replace(None);
        }
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
        let mut state = session.lock()?;
        let now = time.unwrap_or_else(Instant::now);
        let mut next = state.game.clone();
        // The flag may have fallen before its task noticed.
        let outcome = if next.end_if_flag_fell(now) {
            Err(ApiError::conflict("the time is up").because(ErrorReason::TimeUp))
        } else {
            change(&mut next, now)
        };
        if next.stored.revision != state.game.stored.revision {
            if self.store.replace([(id, &next.stored)])?.is_empty() {
                drop(state);
                self.close_deleted(id);
                return Err(not_found(id));
            }
            state.game = next;
            self.restart_tasks(&session, &mut state);
        }
        outcome.map(|()| session.to_dto(&state))
    }

    /// Starts the engine and flag tasks of the current position in place of the old ones, and
    /// publishes the game.
    fn restart_tasks(self: &Arc<Self>, session: &GameSession, state: &mut SessionState) {
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
                registry.end_engine_task(id, revision);
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
        session.publish(state);
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

    /// Records that the engine does not think any more, unless the game has changed since.
    fn end_engine_task(&self, id: u64, revision: u64) {
        let session = self.sessions.lock().by_id.get(&id).cloned();
        let Some(session) = session else { return };
        let mut state = session.state.lock();
        if state.game.stored.revision == revision && state.engine_task.take().is_some() {
            session.publish(&state);
        }
    }

    /// Finds a game in memory or in the store.
    pub(super) fn find(self: &Arc<Self>, id: u64) -> Result<Arc<GameSession>, ApiError> {
        loop {
            let deletions = {
                let sessions = self.sessions.lock();
                if let Some(session) = sessions.by_id.get(&id) {
                    return Ok(Arc::clone(session));
                }
                sessions.deletions
            };
            let game = self.load(id)?;
            if let Some(session) = self.open_loaded(id, game, deletions) {
                return Ok(session);
            }
        }
    }

    /// Number of deletions so far.
    #[cfg(test)]
    pub(super) fn deletions(&self) -> u64 {
        self.sessions.lock().deletions
    }

    pub(super) fn load(&self, id: u64) -> Result<GameState, ApiError> {
        let stored = self.store.get(id)?.ok_or_else(|| not_found(id))?;
        GameState::load(stored, Instant::now())
    }

    /// Opens a session of a game that was read after `deletions` deletions; `None` if there were
    /// more since: it may be deleted.
    pub(super) fn open_loaded(
        self: &Arc<Self>,
        id: u64,
        game: GameState,
        deletions: u64,
    ) -> Option<Arc<GameSession>> {
        let mut sessions = self.sessions.lock();
        (sessions.deletions == deletions).then(|| self.open_session(&mut sessions, id, game))
    }

    /// Adds a game to memory with its tasks, unless another thread was faster, and drops idle ones
    /// if there are too many.
    fn open_session(
        self: &Arc<Self>,
        sessions: &mut Sessions,
        id: u64,
        game: GameState,
    ) -> Arc<GameSession> {
        if let Some(session) = sessions.by_id.get(&id) {
            return Arc::clone(session);
        }
        if sessions.by_id.len() >= MAX_IDLE_GAMES {
            let is_used =
                |session: &Arc<GameSession>| Arc::strong_count(session) > 1 || session.is_active();
            sessions.by_id.retain(|_, session| is_used(session));
        }
        let session = Arc::new(GameSession {
            id,
            state: Mutex::new(SessionState {
                game,
                engine_task: None,
                flag_task: None,
                is_deleted: false,
            }),
            updates: watch::Sender::new(None),
        });
        // Before anyone sees it.
        self.restart_tasks(&session, &mut session.state.lock());
        sessions.by_id.insert(id, Arc::clone(&session));
        session
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
    /// Locks the game, unless it is deleted.
    pub(super) fn lock(&self) -> Result<MutexGuard<'_, SessionState>, ApiError> {
        let state = self.state.lock();
        if state.is_deleted {
            return Err(not_found(self.id));
        }
        Ok(state)
    }

    fn to_dto(&self, state: &SessionState) -> Game {
        let is_thinking = state.engine_task.is_some();
        state.game.to_dto(self.id, is_thinking, Instant::now())
    }

    /// Sends the game to its subscribers, if there are any.
    fn publish(&self, state: &SessionState) {
        if self.updates.receiver_count() > 0 {
            let game = self.to_dto(state);
            self.updates.send_replace(Some(Arc::new(game)));
        }
    }

    /// Whether it has subscribers, a thinking engine or a running clock.
    fn is_active(&self) -> bool {
        let state = self.state.lock();
        self.updates.receiver_count() > 0
            || state.engine_task.is_some()
            || state.game.is_clock_running()
    }
}

fn not_found(id: u64) -> ApiError {
    ApiError::not_found(format!("game {id} does not exist"))
        .because(ErrorReason::GameNotFound { id })
}
