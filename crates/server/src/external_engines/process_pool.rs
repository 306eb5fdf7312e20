//! Processes of external engines. A process stays idle for a while after a request, for the next
//! one, and is then terminated.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use amazons::{Move, Position};
use arena::external::ExternalEngine as Command;
use arena::player::{GameHistory, PlayerReply, PvInfo};
use arena::time_control::MoveLimits;
use arena::{Forfeit, Player, PlayerError, PlayerFactory, StopToken};

use super::{ExternalEngineConfig, ExternalEngines};
use crate::dto::error::ApiError;
use crate::dto::external_engine::{EngineProtocol, ExternalEngine};
use crate::sync::lock;

/// How often a request that waits for a slot tries again.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time that busy processes have to stop at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// What a request is for. The engine is told when the purpose changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestPurpose {
    /// A move in the game with this id.
    Game(u64),
    Analysis,
}

/// Request to an external engine.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    pub purpose: RequestPurpose,
    /// Start position and moves.
    pub line: GameHistory<Position>,
    /// Number of lines (`multipv`).
    pub lines: usize,
    /// Time and search limits.
    pub allowance: MoveLimits,
}

/// Pool of engine processes.
pub(super) struct ProcessPool {
    config: ExternalEngineConfig,
    state: Mutex<PoolState>,
}

#[derive(Default)]
struct PoolState {
    /// Number of processes with a request.
    busy: usize,
    idle: Vec<IdleProcess>,
    is_closed: bool,
}

struct IdleProcess {
    engine: u64,
    purpose: RequestPurpose,
    player: Box<dyn Player<Position>>,
    since: Instant,
}

/// Permit for one request, with the engine's idle process if there is one.
struct ProcessSlot {
    pool: Arc<ProcessPool>,
    idle: Option<IdleProcess>,
}

impl Drop for ProcessSlot {
    fn drop(&mut self) {
        self.pool.lock().busy -= 1;
    }
}

/// Stops a request whose future was dropped.
struct StopOnDrop(StopToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl std::fmt::Debug for ProcessPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.lock();
        f.debug_struct("ProcessPool")
            .field("busy", &state.busy)
            .field("idle", &state.idle.len())
            .finish_non_exhaustive()
    }
}

impl ExternalEngines {
    /// Sends a request to an engine and passes its output to `on_info`. Dropping the future
    /// cancels the request.
    pub async fn request(
        &self,
        engine: ExternalEngine,
        request: EngineRequest,
        mut on_info: impl FnMut(PvInfo<Move>) + Send + 'static,
    ) -> Result<PlayerReply<Move>, PlayerError> {
        let slot = loop {
            match self.0.processes.acquire(engine.id)? {
                Some(slot) => break slot,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let stop = StopToken::default();
        let _guard = StopOnDrop(stop.clone());
        let task = tokio::task::spawn_blocking(move || {
            slot.request(&engine, &request, &stop, &mut on_info)
        });
        task.await.unwrap_or_else(|error| {
            Err(Forfeit::Crash(format!("the request failed: {error}")).into())
        })
    }
}

impl ProcessPool {
    pub(super) fn new(config: ExternalEngineConfig) -> Self {
        Self {
            config,
            state: Mutex::default(),
        }
    }

    /// Starts an engine, completes the handshake and terminates it.
    pub(super) fn check_handshake(&self, engine: &ExternalEngine) -> Result<(), ApiError> {
        match self.start(engine) {
            Ok(_) => Ok(()),
            Err(fault) => Err(ApiError::bad_request(format!("{} {fault}", engine.name))),
        }
    }

    fn start(&self, engine: &ExternalEngine) -> Result<Box<dyn Player<Position>>, Forfeit> {
        let mut command = vec![engine.path.clone()];
        command.extend(engine.arguments.iter().cloned());
        PlayerFactory::<Position>::create(&Command {
            command,
            // The directory of the executable, for files beside it.
            working_dir: std::path::Path::new(&engine.path).parent().map(Into::into),
            protocol: engine.protocol.into(),
            options: Vec::new(),
            stderr_log: None,
            response_timeout: self.config.response_timeout,
        })
    }

    /// Acquires a slot for an engine, and terminates the oldest idle process if the pool is full.
    /// Returns `None` while all processes are busy.
    fn acquire(self: &Arc<Self>, engine: u64) -> Result<Option<ProcessSlot>, Forfeit> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(Forfeit::StartFailed(
                "the server is shutting down".to_owned(),
            ));
        }
        if state.busy >= self.config.max_running {
            return Ok(None);
        }
        let own = state.idle.iter().position(|idle| idle.engine == engine);
        let idle = own.map(|index| state.idle.swap_remove(index));
        let is_full = state.busy + state.idle.len() >= self.config.max_running;
        let by_age = state.idle.iter().enumerate();
        let oldest = by_age.min_by_key(|(_, idle)| idle.since);
        let oldest = oldest.map(|(index, _)| index);
        let expired = oldest
            .filter(|_| idle.is_none() && is_full)
            .map(|index| state.idle.swap_remove(index));
        state.busy += 1;
        drop(state);
        terminate(expired.into_iter().collect());
        Ok(Some(ProcessSlot {
            pool: Arc::clone(self),
            idle,
        }))
    }

    /// Keeps a process for the next request.
    fn release(self: &Arc<Self>, idle: IdleProcess) {
        let mut state = self.lock();
        if state.is_closed {
            drop(state);
            drop(idle);
            return;
        }
        state.idle.push(idle);
        drop(state);
        let pool = Arc::clone(self);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(pool.config.idle_timeout).await;
                pool.end_expired();
            });
        }
    }

    fn end_expired(&self) {
        let timeout = self.config.idle_timeout;
        let mut state = self.lock();
        let expired = state
            .idle
            .extract_if(.., |idle| idle.since.elapsed() >= timeout);
        let expired: Vec<IdleProcess> = expired.collect();
        drop(state);
        terminate(expired);
    }

    /// Terminates the idle processes of matching engines, and waits for them.
    pub(super) fn end_idle(&self, matches: impl Fn(u64) -> bool) {
        let mut state = self.lock();
        let ended = state.idle.extract_if(.., |idle| matches(idle.engine));
        let ended: Vec<IdleProcess> = ended.collect();
        drop(state);
        drop(ended);
    }

    pub(super) fn running(&self) -> usize {
        let state = self.lock();
        state.busy + state.idle.len()
    }

    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.end_idle(|_| true);
        let start = Instant::now();
        while self.lock().busy > 0 && start.elapsed() < SHUTDOWN_TIMEOUT {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        lock(&self.state)
    }
}

/// Terminates processes on a thread of its own, because each has half a second to quit.
fn terminate(processes: Vec<IdleProcess>) {
    if !processes.is_empty() {
        std::thread::spawn(move || drop(processes));
    }
}

impl ProcessSlot {
    fn request(
        mut self,
        engine: &ExternalEngine,
        request: &EngineRequest,
        stop: &StopToken,
        on_info: &mut dyn FnMut(PvInfo<Move>),
    ) -> Result<PlayerReply<Move>, PlayerError> {
        let (mut player, previous) = match self.idle.take() {
            Some(idle) => (idle.player, Some(idle.purpose)),
            None => (self.pool.start(engine)?, None),
        };
        if previous != Some(request.purpose) {
            let seed = match request.purpose {
                RequestPurpose::Game(id) => id,
                RequestPurpose::Analysis => 0,
            };
            player.new_game(seed, stop)?;
        }
        let EngineRequest {
            line,
            lines,
            allowance,
            ..
        } = request;
        let answer = player.analyze(line, *lines, allowance, stop, on_info);
        let is_reusable = match &answer {
            Ok(_) => true,
            // GTP cannot cancel a search, so the engine is still searching.
            Err(PlayerError::Stopped) => engine.protocol == EngineProtocol::Uci,
            Err(PlayerError::Forfeit(_)) => false,
        };
        if is_reusable {
            self.pool.release(IdleProcess {
                engine: engine.id,
                purpose: request.purpose,
                player,
                since: Instant::now(),
            });
        }
        answer
    }
}
