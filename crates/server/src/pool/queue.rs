//! Whose turn it is.

use std::collections::VecDeque;
use std::fmt;

use super::Job;

/// How soon a job should get its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Somebody waits for the answer and can do nothing else.
    Awaited,
    /// Somebody looks on.
    Watched,
    /// Whenever there is time.
    Background,
}

/// A job in the queue.
pub(super) struct Entry {
    urgency: Urgency,
    /// Whether it has not had a turn yet.
    pub is_new: bool,
    pub job: Box<dyn Job>,
}

impl Entry {
    pub fn new(urgency: Urgency, job: Box<dyn Job>) -> Self {
        Self {
            urgency,
            is_new: true,
            job,
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("urgency", &self.urgency)
            .finish_non_exhaustive()
    }
}

/// The jobs that wait for a turn. What is awaited comes first, then what somebody has just begun to watch,
/// then what is watched, then the rest; but one turn in eight goes to those watched first, and one to the
/// background, so that no crowd of urgent ones starves the others.
#[derive(Debug, Default)]
pub(super) struct Queue {
    awaited: VecDeque<Entry>,
    newly_watched: VecDeque<Entry>,
    watched: VecDeque<Entry>,
    background: VecDeque<Entry>,
    turn: u64,
}

/// The turns after which the rota begins anew.
const ROTA: u64 = 8;

impl Queue {
    /// How many jobs wait.
    pub fn len(&self) -> usize {
        self.awaited.len() + self.newly_watched.len() + self.watched.len() + self.background.len()
    }

    /// Adds a job for its first turn.
    pub fn push_new(&mut self, entry: Entry) {
        match entry.urgency {
            Urgency::Awaited => self.awaited.push_back(entry),
            Urgency::Watched => self.newly_watched.push_back(entry),
            Urgency::Background => self.background.push_back(entry),
        }
    }

    /// Adds a job that has had a turn.
    pub fn push_again(&mut self, mut entry: Entry) {
        entry.is_new = false;
        match entry.urgency {
            Urgency::Watched => self.watched.push_back(entry),
            _ => self.push_new(entry),
        }
    }

    /// The job whose turn it is.
    pub fn pop(&mut self) -> Option<Entry> {
        self.turn = (self.turn + 1) % ROTA;
        let first = match self.turn {
            3 => self.pop_watched(),
            7 => self.background.pop_front(),
            _ => None,
        };
        first
            .or_else(|| self.awaited.pop_front())
            .or_else(|| self.pop_watched())
            .or_else(|| self.background.pop_front())
    }

    fn pop_watched(&mut self) -> Option<Entry> {
        let new = self.newly_watched.pop_front();
        new.or_else(|| self.watched.pop_front())
    }
}
