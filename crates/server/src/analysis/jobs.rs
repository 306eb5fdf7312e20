//! Searches with one result. Dropping the receiver cancels the search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::Position;
use engine::{Analysis, AnalysisSlice, IncrementalAnalysis};
use tokio::sync::oneshot;

use super::EngineFactory;
use crate::dto::analysis::Searcher;
use crate::pool::{Job, JobStatus, Priority, TimeSlice, WorkerPool};

/// The worker pool and the engines whose searches it runs; clones share both.
#[derive(Clone, Debug)]
pub struct SearchService {
    pub pool: Arc<WorkerPool>,
    pub engines: Arc<EngineFactory>,
}

impl SearchService {
    /// Searches a position with the network and returns the receiver of the result.
    pub fn search(
        &self,
        position: &Position,
        lines: usize,
        stop: StopCondition,
        priority: Priority,
    ) -> oneshot::Receiver<Analysis> {
        let search = self
            .engines
            .start_search(position, lines, Searcher::Network);
        let (job, result) = SearchJob::new(search, stop);
        self.pool.submit(priority, job);
        result
    }
}

/// When a search stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopCondition {
    /// At an instant, however little was searched until then.
    Deadline(Instant),
    /// After a search time, not counting the time in the queue.
    SearchTime(Duration),
    /// After a number of nodes.
    Nodes(u64),
}

/// A search that ends at a stop condition.
#[derive(Debug)]
pub struct SearchJob {
    search: IncrementalAnalysis,
    stop: StopCondition,
    result_tx: Option<oneshot::Sender<Analysis>>,
}

impl SearchJob {
    /// Returns the job and the receiver of its result.
    pub fn new(
        search: IncrementalAnalysis,
        stop: StopCondition,
    ) -> (Self, oneshot::Receiver<Analysis>) {
        let (sender, receiver) = oneshot::channel();
        let job = Self {
            search,
            stop,
            result_tx: Some(sender),
        };
        (job, receiver)
    }

    /// The next step within a time slice, or `None` if the search is to stop. The first step is
    /// always taken, because it finds a move.
    fn step(&self, slice: TimeSlice) -> Option<AnalysisSlice> {
        let (mut time, mut nodes) = (slice.time, None);
        match self.stop {
            StopCondition::Deadline(deadline) => {
                time = time.min(deadline.saturating_duration_since(Instant::now()));
            }
            StopCondition::SearchTime(total) => {
                time = time.min(total.saturating_sub(self.search.time()));
            }
            StopCondition::Nodes(total) => {
                nodes = Some(total.saturating_sub(self.search.nodes()));
            }
        }
        let is_at_limit = time.is_zero() || nodes == Some(0) || self.search.is_finished();
        let has_result = self.search.analysis().score().is_some();
        let step = AnalysisSlice {
            time: time.max(Duration::from_millis(1)),
            nodes,
            threads: slice.threads,
        };
        (!is_at_limit || !has_result).then_some(step)
    }
}

impl Job for SearchJob {
    fn run_slice(&mut self, slice: TimeSlice) -> JobStatus {
        if self
            .result_tx
            .as_ref()
            .is_none_or(oneshot::Sender::is_closed)
        {
            return JobStatus::Finished;
        }
        if let Some(step) = self.step(slice) {
            self.search.advance(step);
        }
        if self.step(slice).is_some() {
            return JobStatus::Unfinished;
        }
        if let Some(result_tx) = self.result_tx.take() {
            // Fails if the receiver was dropped during the step.
            let _ = result_tx.send(self.search.analysis().clone());
        }
        JobStatus::Finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(milliseconds: u64) -> TimeSlice {
        TimeSlice {
            time: Duration::from_millis(milliseconds),
            threads: 1,
            nodes: None,
        }
    }

    fn search(text: &str) -> IncrementalAnalysis {
        let position = amazons::notation::parse_position(text).expect("valid position");
        EngineFactory::new(1, 16).start_search(&position, 2, Searcher::Network)
    }

    #[test]
    fn nodes_are_counted_over_slices() {
        let (mut job, mut result) = SearchJob::new(search("6x6"), StopCondition::Nodes(200));
        let mut slices = 0;
        while job.run_slice(slice(2)) == JobStatus::Unfinished {
            slices += 1;
            assert!(result.try_recv().is_err(), "result before the end");
        }
        assert!(slices > 1, "{slices}");
        let study = result.try_recv().expect("result");
        assert_eq!(study.lines()[0].nodes, 200);
    }

    #[test]
    fn search_after_its_deadline_still_finds_a_move() {
        let past = StopCondition::Deadline(Instant::now() - Duration::from_secs(1));
        let (mut job, mut result) = SearchJob::new(search("6x6"), past);
        assert_eq!(job.run_slice(slice(50)), JobStatus::Finished);
        let study = result.try_recv().expect("result");
        assert!(study.best_move().is_some());
    }

    #[test]
    fn search_of_a_finished_game_ends_at_once() {
        let (mut job, mut result) = SearchJob::new(search("x#o b"), StopCondition::Nodes(100));
        assert_eq!(job.run_slice(slice(50)), JobStatus::Finished);
        let study = result.try_recv().expect("result");
        assert_eq!(study.best_move(), None);
    }

    #[test]
    fn dropped_receiver_stops_search() {
        let stop = StopCondition::Nodes(1_000_000);
        let (mut job, result) = SearchJob::new(search("6x6"), stop);
        assert_eq!(job.run_slice(slice(1)), JobStatus::Unfinished);
        drop(result);
        assert_eq!(job.run_slice(slice(1)), JobStatus::Finished);
    }
}
