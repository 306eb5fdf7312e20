//! External engines: programs on the server's machine that speak UCI or GTP.
//!
//! Running a file is the most dangerous thing a client can ask for. It requires the owner's
//! permission at start-up and token, a client on the server's machine, and a file that has
//! completed the protocol's handshake. No shell is involved.
//!
//! | module | content |
//! |---|---|
//! | this one | the list of engines |
//! | `validate` | checks of a new engine |
//! | `process_pool` | running processes: how many, how long, and when they are terminated |
//! | `analysis` | live analysis by an external engine |

mod analysis;
mod process_pool;
mod validate;

use std::sync::Arc;
use std::time::Duration;

use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::external_engine::{ExternalEngine, NewExternalEngine};
use crate::dto::game::{NewGame, Player};
use crate::store::GameStore;
use crate::sync::run_blocking;

pub use process_pool::{EngineRequest, RequestPurpose};

use process_pool::ProcessPool;

/// Maximum number of engines.
const MAX_ENGINES: usize = 32;

/// Permission and limits of external engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExternalEngineConfig {
    /// Whether external engines may run; false by default.
    pub enabled: bool,
    /// Maximum number of running processes.
    pub max_running: usize,
    /// Time to wait for a response beyond the time the engine was given.
    pub response_timeout: Duration,
    /// Time after which an unused process is terminated.
    pub idle_timeout: Duration,
}

impl Default for ExternalEngineConfig {
    fn default() -> Self {
        Self {
            enabled: false,
            max_running: 4,
            response_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(60),
        }
    }
}

/// All external engines.
#[derive(Debug)]
pub struct ExternalEngines {
    store: GameStore,
    config: ExternalEngineConfig,
    processes: Arc<ProcessPool>,
}

impl ExternalEngines {
    pub fn new(store: GameStore, config: ExternalEngineConfig) -> Self {
        Self {
            store,
            config,
            processes: Arc::new(ProcessPool::new(config)),
        }
    }

    /// Whether external engines may run.
    pub fn is_enabled(&self) -> bool {
        self.config.enabled
    }

    /// All engines, in the order in which they were added.
    pub fn list(&self) -> Result<Vec<ExternalEngine>, ApiError> {
        let mut engines = Vec::new();
        self.store
            .visit(MAX_ENGINES, |_, engine| engines.push(engine))?;
        engines.reverse();
        Ok(engines)
    }

    /// Finds an engine, off the async threads.
    pub async fn find(&self, id: u64) -> Result<ExternalEngine, ApiError> {
        let store = self.store.clone();
        run_blocking(move || find(&store, id)).await
    }

    /// Adds an engine after a successful handshake.
    pub fn add(&self, new: NewExternalEngine) -> Result<ExternalEngine, ApiError> {
        let mut engine = validate::validate(new)?;
        if self.list()?.len() >= MAX_ENGINES {
            let message = format!("the limit of {MAX_ENGINES} engines is reached; remove one");
            let max = MAX_ENGINES;
            return Err(ApiError::conflict(message).because(ErrorReason::TooManyEngines { max }));
        }
        self.processes.check_handshake(&engine)?;
        self.store.add(&mut engine)?;
        Ok(engine)
    }

    /// Changes the display name of an engine.
    pub fn rename(&self, id: u64, name: &str) -> Result<ExternalEngine, ApiError> {
        let name = validate::validate_name(name)?;
        let mut engine = find(&self.store, id)?;
        engine.name = name;
        if self.store.replace([(id, &engine)])?.is_empty() {
            return Err(not_found(id));
        }
        Ok(engine)
    }

    /// Removes an engine and terminates its idle process.
    pub fn remove(&self, id: u64) -> Result<(), ApiError> {
        if !self.store.delete::<ExternalEngine>(id)? {
            return Err(not_found(id));
        }
        self.processes.end_idle(id);
        Ok(())
    }

    /// Writes the names of engines into a new game, so that it keeps them when they are removed.
    pub fn fill_engine_names(&self, new: &mut NewGame) -> Result<(), ApiError> {
        for player in [&mut new.black, &mut new.white] {
            if let Player::ExternalEngine { engine, name, .. } = player {
                *name = find(&self.store, *engine)?.name;
            }
        }
        Ok(())
    }

    /// Time to wait for a response beyond the time the engine was given.
    pub fn response_timeout(&self) -> Duration {
        self.config.response_timeout
    }

    /// Number of running processes, busy or idle.
    pub fn running(&self) -> usize {
        self.processes.running()
    }

    /// Terminates all processes.
    pub fn close(&self) {
        self.processes.close();
    }
}

fn find(store: &GameStore, id: u64) -> Result<ExternalEngine, ApiError> {
    store.get(id)?.ok_or_else(|| not_found(id))
}

fn not_found(id: u64) -> ApiError {
    ApiError::not_found(format!("engine {id} does not exist"))
        .because(ErrorReason::EngineNotFound { id })
}
