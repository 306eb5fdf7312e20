//! Questions with one answer. Who no longer waits for it ends the thinking by dropping the receiver.

use std::time::{Duration, Instant};

use amazons::{Move, Position};
use engine::{Engine, Limits, OngoingStudy, Step, Study};
use tokio::sync::oneshot;

use crate::pool::{Job, Progress, Slice};

/// When a study has gone far enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enough {
    /// At that time, however much was thought until then.
    At(Instant),
    /// After so much thinking, however long that takes.
    Time(Duration),
    /// After so many positions.
    Nodes(u64),
}

/// A study that ends.
#[derive(Debug)]
pub struct StudyJob {
    study: OngoingStudy,
    enough: Enough,
    answer: Option<oneshot::Sender<Study>>,
}

impl StudyJob {
    /// The job, and where its answer comes.
    #[must_use]
    pub fn new(study: OngoingStudy, enough: Enough) -> (Self, oneshot::Receiver<Study>) {
        let (sender, receiver) = oneshot::channel();
        let job = Self {
            study,
            enough,
            answer: Some(sender),
        };
        (job, receiver)
    }

    /// The next step within a slice; nothing if it has gone far enough. The first is always taken: it
    /// finds a move at least.
    fn step(&self, slice: Slice) -> Option<Step> {
        let (mut time, mut nodes) = (slice.time, None);
        match self.enough {
            Enough::At(end) => time = time.min(end.saturating_duration_since(Instant::now())),
            Enough::Time(all) => time = time.min(all.saturating_sub(self.study.time())),
            Enough::Nodes(all) => nodes = Some(all.saturating_sub(self.study.nodes())),
        }
        let is_enough = time.is_zero() || nodes == Some(0) || self.study.is_finished();
        let has_answer = self.study.study().score().is_some();
        let step = Step {
            time: time.max(Duration::from_millis(1)),
            nodes,
            threads: slice.threads,
        };
        (!is_enough || !has_answer).then_some(step)
    }
}

impl Job for StudyJob {
    fn work(&mut self, slice: Slice) -> Progress {
        if self.answer.as_ref().is_none_or(oneshot::Sender::is_closed) {
            return Progress::Done;
        }
        if let Some(step) = self.step(slice) {
            self.study.advance(step);
        }
        if self.step(slice).is_some() {
            return Progress::More;
        }
        if let Some(answer) = self.answer.take() {
            // Who has gone away in the meantime misses it.
            let _ = answer.send(self.study.study().clone());
        }
        Progress::Done
    }
}

/// A move of a level below full strength: thought out in one go, for it takes less than a second.
#[derive(Debug)]
pub struct LevelMove {
    engine: Engine,
    position: Position,
    limits: Limits,
    answer: Option<oneshot::Sender<Option<Move>>>,
}

impl LevelMove {
    /// The job, and where its answer comes.
    #[must_use]
    pub fn new(
        engine: Engine,
        position: Position,
        limits: Limits,
    ) -> (Self, oneshot::Receiver<Option<Move>>) {
        let (sender, receiver) = oneshot::channel();
        let job = Self {
            engine,
            position,
            limits,
            answer: Some(sender),
        };
        (job, receiver)
    }
}

impl Job for LevelMove {
    fn work(&mut self, _: Slice) -> Progress {
        if let Some(answer) = self.answer.take()
            && !answer.is_closed()
            && let Ok(found) = self.engine.answer(&self.position, self.limits.clone())
        {
            let _ = answer.send(found.best_move);
        }
        Progress::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::analysis::Analyst;
    use crate::thinking::Engines;

    fn slice(milliseconds: u64) -> Slice {
        Slice {
            time: Duration::from_millis(milliseconds),
            threads: 1,
        }
    }

    fn study(text: &str) -> OngoingStudy {
        let position = amazons::notation::parse_position(text).expect("it is a position");
        Engines::new(1, 16).study(&position, 2, Analyst::Network)
    }

    #[test]
    fn nodes_are_counted_over_slices() {
        let (mut job, mut answer) = StudyJob::new(study("6x6"), Enough::Nodes(200));
        let mut slices = 0;
        while job.work(slice(2)) == Progress::More {
            slices += 1;
            assert!(answer.try_recv().is_err(), "there is no answer yet");
        }
        assert!(slices > 1, "{slices}");
        let study = answer.try_recv().expect("there is an answer");
        assert_eq!(study.lines()[0].nodes, 200);
    }

    #[test]
    fn too_late_still_finds_a_move() {
        let late = Enough::At(Instant::now() - Duration::from_secs(1));
        let (mut job, mut answer) = StudyJob::new(study("6x6"), late);
        assert_eq!(job.work(slice(50)), Progress::Done);
        let study = answer.try_recv().expect("there is an answer");
        assert!(study.best_move().is_some());
    }

    #[test]
    fn a_game_that_is_over_is_answered_at_once() {
        let (mut job, mut answer) = StudyJob::new(study("x#o b"), Enough::Nodes(100));
        assert_eq!(job.work(slice(50)), Progress::Done);
        let study = answer.try_recv().expect("there is an answer");
        assert_eq!(study.best_move(), None);
    }

    #[test]
    fn nobody_waits_nobody_thinks() {
        let (mut job, answer) = StudyJob::new(study("6x6"), Enough::Nodes(1_000_000));
        assert_eq!(job.work(slice(1)), Progress::More);
        drop(answer);
        assert_eq!(job.work(slice(1)), Progress::Done);
    }
}
