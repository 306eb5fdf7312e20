//! Processes of external engines. A process stays idle for a while after a request, for the next
//! one, and is then terminated.

use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::{Move, Position};
use arena::external::ExternalEngine as Command;
use arena::player::{GameHistory, PlayerReply, PvInfo};
use arena::time_control::MoveLimits;
use arena::{Forfeit, Player, PlayerError, PlayerFactory, StopToken};
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use super::{ExternalEngineConfig, ExternalEngines};
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::external_engine::{EngineProtocol, ExternalEngine};

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
    /// One permit for each process that may have a request. Closed at shutdown.
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<IdleProcess>>,
}

struct IdleProcess {
    engine: u64,
    purpose: RequestPurpose,
    player: Box<dyn Player<Position>>,
    since: Instant,
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
        f.debug_struct("ProcessPool")
            .field("busy", &self.busy())
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
        let processes = Arc::clone(&self.processes);
        let permit = Arc::clone(&processes.permits).acquire_owned().await;
        let permit =
            permit.map_err(|_| Forfeit::StartFailed("the server is shutting down".to_owned()))?;
        let stop = StopToken::default();
        let _guard = StopOnDrop(stop.clone());
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            processes.request(&engine, &request, &stop, &mut on_info)
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
            permits: Arc::new(Semaphore::new(config.max_running)),
            idle: Mutex::default(),
        }
    }

    /// Starts an engine, completes the handshake and terminates it.
    pub(super) fn check_handshake(&self, engine: &ExternalEngine) -> Result<(), ApiError> {
        match self.start(engine) {
            Ok(_) => Ok(()),
            Err(fault) => {
                let name = engine.name.clone();
                let detail = fault.to_string();
                Err(ApiError::bad_request(format!("{name} {fault}"))
                    .because(ErrorReason::EngineFault { name, detail }))
            }
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

    /// Number of processes with a request.
    fn busy(&self) -> usize {
        self.config.max_running - self.permits.available_permits()
    }

    /// Takes the idle process of an engine. Without one, terminates the oldest idle process if the
    /// pool has no room for a new one.
    fn take_idle(&self, engine: u64) -> Option<IdleProcess> {
        let mut idle = self.idle.lock();
        if let Some(own) = idle.iter().position(|idle| idle.engine == engine) {
            return Some(idle.swap_remove(own));
        }
        let by_age = idle.iter().enumerate();
        let oldest = by_age.min_by_key(|(_, idle)| idle.since);
        let is_full = self.busy() + idle.len() > self.config.max_running;
        if let Some((oldest, _)) = oldest.filter(|_| is_full) {
            terminate(vec![idle.swap_remove(oldest)]);
        }
        None
    }

    /// Keeps a process for the next request.
    fn release(self: &Arc<Self>, process: IdleProcess) {
        let mut idle = self.idle.lock();
        if self.permits.is_closed() {
            drop(idle);
            drop(process);
            return;
        }
        idle.push(process);
        drop(idle);
        let pool = Arc::clone(self);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let timeout = pool.config.idle_timeout;
                tokio::time::sleep(timeout).await;
                terminate(pool.remove_idle(|idle| idle.since.elapsed() >= timeout));
            });
        }
    }

    fn remove_idle(&self, matches: impl Fn(&IdleProcess) -> bool) -> Vec<IdleProcess> {
        let mut idle = self.idle.lock();
        idle.extract_if(.., |idle| matches(idle)).collect()
    }

    /// Terminates the idle process of an engine, and waits for it.
    pub(super) fn end_idle(&self, engine: u64) {
        drop(self.remove_idle(|idle| idle.engine == engine));
    }

    pub(super) fn running(&self) -> usize {
        self.busy() + self.idle.lock().len()
    }

    pub(super) fn close(&self) {
        self.permits.close();
        drop(self.remove_idle(|_| true));
        let start = Instant::now();
        while self.busy() > 0 && start.elapsed() < SHUTDOWN_TIMEOUT {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn request(
        self: &Arc<Self>,
        engine: &ExternalEngine,
        request: &EngineRequest,
        stop: &StopToken,
        on_info: &mut dyn FnMut(PvInfo<Move>),
    ) -> Result<PlayerReply<Move>, PlayerError> {
        let (mut player, previous) = match self.take_idle(engine.id) {
            Some(idle) => (idle.player, Some(idle.purpose)),
            None => (self.start(engine)?, None),
        };
        let purpose = request.purpose;
        if previous != Some(purpose) {
            let seed = match purpose {
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
            self.release(IdleProcess {
                engine: engine.id,
                purpose,
                player,
                since: Instant::now(),
            });
        }
        answer
    }
}

/// Terminates processes on a thread of its own, because each has half a second to quit.
fn terminate(processes: Vec<IdleProcess>) {
    if !processes.is_empty() {
        std::thread::spawn(move || drop(processes));
    }
}
