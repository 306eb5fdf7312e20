//! The programs that run. One that was asked stays for a while, for it will be asked again; then it is ended.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use amazons::{Move, Position};
use arena::control::Allowance;
use arena::player::{Choice, Line, Remark};
use arena::program::Program as Command;
use arena::{Fault, Player, Source, Stop, Unanswered};

use super::{ProgramRules, Programs};
use crate::dto::problem::Refusal;
use crate::dto::program::{Program, Protocol};

/// How often somebody who waits for a place looks again.
const GLANCE: Duration = Duration::from_millis(50);

/// When the server ends, programs in use have so long to notice it.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a program is asked for. It is told when that changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The moves of that game.
    Game(u64),
    /// What it thinks of positions.
    Analysis,
}

/// A question to a program.
#[derive(Clone, Debug)]
pub struct Question {
    /// What for.
    pub purpose: Purpose,
    /// The game so far.
    pub line: Line<Position>,
    /// How many lines of play to think about.
    pub lines: usize,
    /// How long it may think.
    pub allowance: Allowance,
}

/// The programs that run.
pub(super) struct Runner {
    rules: ProgramRules,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many are being asked something.
    busy: usize,
    idle: Vec<Idle>,
    is_closed: bool,
}

struct Idle {
    program: u64,
    purpose: Purpose,
    player: Box<dyn Player<Position>>,
    since: Instant,
}

/// The right to run one program; with the program, if it runs already.
struct Place {
    runner: Arc<Runner>,
    idle: Option<Idle>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.runner.lock().busy -= 1;
    }
}

/// Stops a question that nobody waits for any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.lock();
        write!(f, "Runner({} busy, {} idle)", state.busy, state.idle.len())
    }
}

impl Programs {
    /// Asks a program, and hands on what it says while it thinks. Dropping the future ends the thinking.
    ///
    /// # Errors
    /// If no legal move came in time.
    pub async fn ask(
        &self,
        program: Program,
        question: Question,
        mut tell: impl FnMut(Remark<Move>) + Send + 'static,
    ) -> Result<Choice<Move>, Unanswered> {
        let runner = &self.0.runner;
        let place = loop {
            match runner.place(program.id)? {
                Some(place) => break place,
                None => tokio::time::sleep(GLANCE).await,
            }
        };
        let stop = Stop::default();
        let _guard = StopOnDrop(stop.clone());
        let answer =
            tokio::task::spawn_blocking(move || place.ask(&program, &question, &stop, &mut tell));
        answer.await.unwrap_or_else(|error| {
            Err(Fault::Crash(format!("the question failed: {error}")).into())
        })
    }
}

impl Runner {
    pub(super) fn new(rules: ProgramRules) -> Self {
        Self {
            rules,
            state: Mutex::default(),
        }
    }

    /// Starts a program and ends it again: whether it speaks its protocol.
    pub(super) fn try_out(&self, program: &Program) -> Result<(), Refusal> {
        match self.start(program) {
            Ok(_) => Ok(()),
            Err(fault) => Err(Refusal::bad_request(format!("{} {fault}", program.name))),
        }
    }

    fn start(&self, program: &Program) -> Result<Box<dyn Player<Position>>, Fault> {
        let mut command = vec![program.path.clone()];
        command.extend(program.arguments.iter().cloned());
        Source::<Position>::start(&Command {
            command,
            // Where it lies, for the files that it may want beside itself.
            folder: std::path::Path::new(&program.path).parent().map(Into::into),
            protocol: program.protocol.into(),
            options: Vec::new(),
            log: None,
            patience: self.rules.patience,
        })
    }

    /// A place for a program, at the cost of one that is not used if need be; nothing while all are used.
    fn place(self: &Arc<Self>, program: u64) -> Result<Option<Place>, Fault> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(Fault::Start("the server is closing".to_owned()));
        }
        if state.busy >= self.rules.most_running {
            return Ok(None);
        }
        let own = state.idle.iter().position(|idle| idle.program == program);
        let idle = own.map(|place| state.idle.swap_remove(place));
        let is_full = state.busy + state.idle.len() >= self.rules.most_running;
        let oldest = state
            .idle
            .iter()
            .enumerate()
            .min_by_key(|(_, idle)| idle.since);
        let oldest = oldest.map(|(place, _)| place);
        let ended = match oldest {
            Some(place) if idle.is_none() && is_full => Some(state.idle.swap_remove(place)),
            _ => None,
        };
        state.busy += 1;
        drop(state);
        end(ended.into_iter().collect());
        Ok(Some(Place {
            runner: Arc::clone(self),
            idle,
        }))
    }

    fn keep(self: &Arc<Self>, idle: Idle) {
        let mut state = self.lock();
        if state.is_closed {
            drop(state);
            drop(idle);
            return;
        }
        state.idle.push(idle);
        drop(state);
        let runner = Arc::clone(self);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(runner.rules.idle).await;
                runner.end_unused();
            });
        }
    }

    fn end_unused(&self) {
        let long_ago = self.rules.idle;
        let mut state = self.lock();
        let unused = state
            .idle
            .extract_if(.., |idle| idle.since.elapsed() >= long_ago);
        let unused: Vec<Idle> = unused.collect();
        drop(state);
        end(unused);
    }

    /// Ends those that are not used, of the programs that are meant.
    pub(super) fn end_idle(&self, is_meant: impl Fn(u64) -> bool) {
        let mut state = self.lock();
        let meant = state.idle.extract_if(.., |idle| is_meant(idle.program));
        let meant: Vec<Idle> = meant.collect();
        drop(state);
        drop(meant);
    }

    pub(super) fn running(&self) -> usize {
        let state = self.lock();
        state.busy + state.idle.len()
    }

    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.end_idle(|_| true);
        let began = Instant::now();
        while self.lock().busy > 0 && began.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// No panic can leave the lists half-changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends programs where nobody waits for it: they have half a second to leave by themselves.
fn end(programs: Vec<Idle>) {
    if !programs.is_empty() {
        std::thread::spawn(move || drop(programs));
    }
}

impl Place {
    fn ask(
        mut self,
        program: &Program,
        question: &Question,
        stop: &Stop,
        tell: &mut dyn FnMut(Remark<Move>),
    ) -> Result<Choice<Move>, Unanswered> {
        let (mut player, before) = match self.idle.take() {
            Some(Idle {
                player, purpose, ..
            }) => (player, Some(purpose)),
            None => (self.runner.start(program)?, None),
        };
        if before != Some(question.purpose) {
            let seed = match question.purpose {
                Purpose::Game(id) => id,
                Purpose::Analysis => 0,
            };
            player.begin(seed, stop)?;
        }
        let answer = player.analyse(
            &question.line,
            question.lines,
            &question.allowance,
            stop,
            tell,
        );
        let can_be_asked_again = match &answer {
            Ok(_) => true,
            // GTP has no word for it: the program still thinks.
            Err(Unanswered::Stopped) => program.protocol == Protocol::Uci,
            Err(Unanswered::Fault(_)) => false,
        };
        if can_be_asked_again {
            self.runner.keep(Idle {
                program: program.id,
                purpose: question.purpose,
                player,
                since: Instant::now(),
            });
        }
        answer
    }
}
