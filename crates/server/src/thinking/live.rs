//! Analyses that go on while somebody looks on.
//!
//! Who looks at the same position with the same settings shares one analysis. When the last viewer has
//! left, it rests: it takes no time any more, and goes on where it was if somebody comes back, unless its
//! memory was wanted by others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use amazons::Position;
use engine::{OngoingStudy, Step};
use tokio::sync::watch;

use super::engines::{Engines, expected_margin};
use crate::dto::analysis::Analyst;
use crate::dto::study::Study;
use crate::pool::{Job, Pool, Progress, Slice, Urgency};

/// What is analysed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// How many lines.
    pub lines: usize,
    /// Who analyses.
    pub analyst: Analyst,
}

/// What was found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What was found.
    pub study: Study,
    /// Whether nothing more will be found.
    pub is_final: bool,
}

/// The newest of what was found; nothing at first.
type News = Option<Arc<Found>>;

/// Analyses that rest are kept so many at most, whatever memory they take.
const MOST_RESTING: usize = 64;

/// All analyses; clones are the same ones.
#[derive(Clone, Debug)]
pub struct LiveAnalysis(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pool: Arc<Pool>,
    engines: Arc<Engines>,
    /// All trees together take no more bytes than this, but for what grows within a slice.
    most_bytes: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    sessions: HashMap<Subject, Session>,
    /// What all trees take.
    bytes: usize,
    /// Counts the slices.
    now: u64,
}

#[derive(Debug)]
struct Session {
    news: watch::Sender<News>,
    /// Nothing while a job has it.
    resting: Option<OngoingStudy>,
    bytes: usize,
    /// When it was last worked on.
    served: u64,
}

impl LiveAnalysis {
    /// Analyses by these threads, in so many bytes.
    #[must_use]
    pub fn new(pool: Arc<Pool>, engines: Arc<Engines>, most_bytes: usize) -> Self {
        Self(Arc::new(Shared {
            pool,
            engines,
            most_bytes,
            state: Mutex::default(),
        }))
    }

    /// Looks on: the receiver always has the newest. Dropping it is leaving.
    #[must_use]
    pub fn watch(&self, subject: Subject) -> watch::Receiver<News> {
        let mut state = self.0.lock();
        let session = state.sessions.entry(subject).or_insert_with(|| {
            let study = self
                .0
                .engines
                .study(&subject.position, subject.lines, subject.analyst);
            Session {
                news: watch::Sender::new(None),
                resting: Some(study),
                bytes: 0,
                served: 0,
            }
        });
        let receiver = session.news.subscribe();
        let is_told = session.news.borrow().is_some();
        let wants_work = |study: &mut OngoingStudy| !study.is_finished() || !is_told;
        let study = session.resting.take_if(wants_work);
        // A pool that is closed drops the job, which wants the lock then.
        drop(state);
        if study.is_some() {
            let job = LiveJob {
                shared: Arc::clone(&self.0),
                subject,
                study,
                margin: None,
            };
            self.0.pool.submit(Urgency::Watched, job);
        }
        receiver
    }

    /// The bytes that all analyses take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.lock().bytes
    }

    /// How many analyses there are, and how many of them rest.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let state = self.0.lock();
        let resting = state.sessions.values().filter(|one| one.resting.is_some());
        (state.sessions.len(), resting.count())
    }
}

impl Shared {
    /// A panic of a search may leave a session without its study, which is then made anew; nothing else
    /// can be half-changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Notes what a session takes now, and drops those that rest, the longest unserved first, until there
    /// is room. Returns whether the session takes more than its share of what there is.
    fn make_room(&mut self, subject: &Subject, bytes: usize, most_bytes: usize) -> bool {
        self.now += 1;
        if let Some(session) = self.sessions.get_mut(subject) {
            self.bytes = self.bytes - session.bytes + bytes;
            session.bytes = bytes;
            session.served = self.now;
        }
        let resting = |state: &Self| {
            let sessions = state.sessions.iter();
            let resting = sessions.filter(|(_, session)| session.is_resting());
            resting
                .map(|(subject, session)| (session.served, *subject))
                .collect::<Vec<_>>()
        };
        let mut candidates = resting(self);
        let active = (self.sessions.len() - candidates.len()).max(1);
        candidates.sort_unstable_by_key(|&(served, _)| std::cmp::Reverse(served));
        while self.bytes > most_bytes || candidates.len() > MOST_RESTING {
            let Some((_, oldest)) = candidates.pop() else {
                break;
            };
            if let Some(session) = self.sessions.remove(&oldest) {
                self.bytes -= session.bytes;
            }
        }
        self.bytes > most_bytes && bytes > most_bytes / active
    }
}

impl Session {
    /// Whether nobody looks on and no job has it.
    fn is_resting(&self) -> bool {
        self.resting.is_some() && self.news.receiver_count() == 0
    }
}

/// The work on one analysis.
struct LiveJob {
    shared: Arc<Shared>,
    subject: Subject,
    /// Until it goes back to rest.
    study: Option<OngoingStudy>,
    margin: Option<f64>,
}

impl LiveJob {
    /// Goes to rest if all viewers have left since its last turn: with many jobs that is long ago, and the time
    /// belongs to those who are still looked at.
    fn rests_unwatched(&mut self) -> bool {
        let mut state = self.shared.lock();
        let Some(session) = state.sessions.get_mut(&self.subject) else {
            return false;
        };
        let is_left = session.news.receiver_count() == 0;
        if is_left {
            session.resting = self.study.take();
        }
        is_left
    }
}

impl Job for LiveJob {
    fn work(&mut self, slice: Slice) -> Progress {
        if self.rests_unwatched() {
            return Progress::Done;
        }
        let Some(study) = &mut self.study else {
            return Progress::Done;
        };
        study.advance(Step {
            time: slice.time,
            nodes: None,
            threads: slice.threads,
        });
        let position = &self.subject.position;
        let margin = *self.margin.get_or_insert_with(|| expected_margin(position));
        let mut state = self.shared.lock();
        // One that is deeper than the others, who want to grow as well, is to be content.
        let is_final = state.make_room(&self.subject, study.bytes(), self.shared.most_bytes)
            || study.is_finished();
        if is_final {
            // Nobody will go on with it.
            study.finish();
            state.make_room(&self.subject, study.bytes(), self.shared.most_bytes);
        }
        // Not under the lock: others need not wait for it.
        drop(state);
        let found = Arc::new(Found {
            study: Study::new(study.study(), Some(margin)),
            is_final,
        });
        let mut state = self.shared.lock();
        let Some(session) = state.sessions.get_mut(&self.subject) else {
            return Progress::Done;
        };
        session.news.send_replace(Some(found));
        if is_final || session.news.receiver_count() == 0 {
            session.resting = self.study.take();
            return Progress::Done;
        }
        Progress::More
    }
}

impl Drop for LiveJob {
    /// A job that ends before its study rests has panicked, or the pool closes: the session goes with it,
    /// and its viewers see that.
    fn drop(&mut self) {
        if self.study.is_some() {
            let mut state = self.shared.lock();
            if let Some(session) = state.sessions.remove(&self.subject) {
                state.bytes -= session.bytes;
            }
        }
    }
}
