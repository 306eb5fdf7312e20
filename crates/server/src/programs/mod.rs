//! Other programs on this machine that play and analyse: engines that speak UCI or GTP.
//!
//! To run a file is the most that a server can be asked to do. So it is done only where the owner has allowed it when the
//! server was started, only for somebody at this very machine, and only with a file that has shown that it speaks
//! what it is said to speak. No shell is ever involved.
//!
//! | file | what it knows |
//! |---|---|
//! | this one | which programs there are |
//! | `check` | what a program to be added may be |
//! | `runner` | those that run: how many, for how long, and when they are ended |
//! | `analysis` | a position that a program thinks about while somebody looks on |

mod analysis;
mod check;
mod runner;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;

use crate::dto::game::{NewGame, Player};
use crate::dto::problem::Refusal;
use crate::dto::program::{NewProgram, Program};
use crate::store::Store;

pub use analysis::ProgramAnalysis;
pub use runner::{Purpose, Question};

use runner::Runner;

/// So many can be added.
const MOST_PROGRAMS: usize = 32;

/// What the owner of the server allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramRules {
    /// Whether programs may be run at all.
    pub are_allowed: bool,
    /// So many may run at once.
    pub most_running: usize,
    /// How long to wait for a program where no clock measures it.
    pub patience: Duration,
    /// A program that is not used for so long is ended.
    pub idle: Duration,
}

impl Default for ProgramRules {
    /// None: it is the owner's decision.
    fn default() -> Self {
        Self {
            are_allowed: false,
            most_running: 4,
            patience: Duration::from_secs(10),
            idle: Duration::from_secs(60),
        }
    }
}

/// All programs; clones are the same ones.
#[derive(Clone, Debug)]
pub struct Programs(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    rules: ProgramRules,
    runner: Arc<Runner>,
}

impl Programs {
    /// The programs in that database, under these rules.
    #[must_use]
    pub fn new(store: Store, rules: ProgramRules) -> Self {
        let runner = Arc::new(Runner::new(rules));
        Self(Arc::new(Shared {
            store,
            rules,
            runner,
        }))
    }

    /// Whether the owner allows them.
    #[must_use]
    pub fn are_allowed(&self) -> bool {
        self.0.rules.are_allowed
    }

    /// Refuses where the owner does not allow them.
    ///
    /// # Errors
    /// If so.
    pub fn permit(&self) -> Result<(), Refusal> {
        if self.are_allowed() {
            return Ok(());
        }
        let sentence = "this server runs no other engines: its owner can allow it with `thermodon serve --allow-engines`";
        Err(Refusal::new(StatusCode::FORBIDDEN, sentence))
    }

    /// All of them.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn list(&self) -> Result<Vec<Program>, Refusal> {
        let shared = Arc::clone(&self.0);
        in_background(move || Ok(shared.store.programs()?)).await
    }

    /// One of them.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn find(&self, id: u64) -> Result<Program, Refusal> {
        let programs = self.list().await?;
        let found = programs.into_iter().find(|program| program.id == id);
        found.ok_or_else(|| none(id))
    }

    /// Adds a program that starts and speaks its protocol.
    ///
    /// # Errors
    /// If it is no program, does not speak it, or cannot be kept.
    pub async fn add(&self, new: NewProgram) -> Result<Program, Refusal> {
        let shared = Arc::clone(&self.0);
        in_background(move || {
            let program = check::check(new)?;
            if shared.store.programs()?.len() >= MOST_PROGRAMS {
                let sentence =
                    format!("there are {MOST_PROGRAMS} engines already: remove one first");
                return Err(Refusal::conflict(sentence));
            }
            shared.runner.try_out(&program)?;
            Ok(shared.store.add_program(program)?)
        })
        .await
    }

    /// Calls a program something else.
    ///
    /// # Errors
    /// If there is none of that number, or the name is none.
    pub async fn rename(&self, id: u64, name: &str) -> Result<Program, Refusal> {
        let name = check::name(name)?;
        let mut program = self.find(id).await?;
        program.name = name;
        let shared = Arc::clone(&self.0);
        in_background(move || {
            shared.store.put_program(&program)?;
            Ok(program)
        })
        .await
    }

    /// Forgets a program, and ends it if it runs unused.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn remove(&self, id: u64) -> Result<(), Refusal> {
        let shared = Arc::clone(&self.0);
        in_background(move || {
            if !shared.store.delete_program(id)? {
                return Err(none(id));
            }
            shared.runner.end_idle(|idle| idle == id);
            Ok(())
        })
        .await
    }

    /// Writes the names of programs into a game to be played, so that it can still be read when they are gone.
    ///
    /// # Errors
    /// If there is none of a number.
    pub async fn name_players(&self, new: &mut NewGame) -> Result<(), Refusal> {
        for player in [&mut new.black, &mut new.white] {
            if let Player::Program { program, name, .. } = player {
                *name = self.find(*program).await?.name;
            }
        }
        Ok(())
    }

    /// How long to wait where no clock measures it.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.0.rules.patience
    }

    /// How many run, in use or not.
    #[must_use]
    pub fn running(&self) -> usize {
        self.0.runner.running()
    }

    /// Ends all that run, for the server is about to end.
    pub fn close(&self) {
        self.0.runner.close();
    }
}

fn none(id: u64) -> Refusal {
    Refusal::not_found(format!("there is no engine {id}"))
}

/// Runs what waits for the disk or for a program where nobody else has to wait for it.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(Refusal::failure(format!("the request failed: {error}"))),
    }
}
