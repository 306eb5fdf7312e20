//! Analysis in time slices, for a server that runs many analyses.

use std::fmt;
use std::time::Duration;

use amazons::Position;
use search::StopSignal;

use crate::analysis::{Analysis, collect_line};
use crate::engine::Engine;
use crate::events::{Event, SearchInfo};
use crate::limits::GoLimits;
use crate::search_worker::SearchWorker;

/// Resumable analysis of one position. It keeps its search tree between slices and has no thread:
/// [`advance`](Self::advance) searches in the caller's.
pub struct IncrementalAnalysis {
    worker: SearchWorker,
    multipv: usize,
    analysis: Analysis,
    nodes: u64,
    time: Duration,
    is_finished: bool,
}

/// Limits of one call of [`IncrementalAnalysis::advance`]; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisSlice {
    /// Maximum time.
    pub time: Duration,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Number of the engine's threads to use.
    pub threads: usize,
}

impl Engine {
    /// Creates an analysis at full strength with the current options; `None` for the random player.
    #[must_use]
    pub fn incremental_analysis(&self, position: &Position) -> Option<IncrementalAnalysis> {
        Some(IncrementalAnalysis {
            worker: self.make_worker()?,
            multipv: self.multipv(),
            analysis: Analysis::new(*position),
            nodes: 0,
            time: Duration::ZERO,
            is_finished: !position.has_legal_move(),
        })
    }
}

impl IncrementalAnalysis {
    /// Searches until the slice is used up or the analysis is finished.
    pub fn advance(&mut self, slice: AnalysisSlice) {
        if self.is_finished {
            return;
        }
        let position = *self.analysis.position();
        let limits = GoLimits {
            nodes: slice.nodes,
            threads: Some(slice.threads),
            final_report_only: true,
            ..GoLimits::default()
        };
        let signal = StopSignal::new();
        signal.set_deadline(slice.time);
        let mut lines = Vec::new();
        let mut exact_result = None;
        let mut listener = |event| match event {
            Event::Info(info) => collect_line(&mut lines, info),
            Event::ExactResult(exact) => exact_result = Some(exact),
            Event::Book(_) | Event::BestMove(_) => {}
        };
        let multipv = self.multipv;
        let is_known = self.time.is_zero() && {
            let best_move = self.worker.answer_without_search(
                &position,
                &limits,
                multipv,
                &signal,
                &mut listener,
            );
            best_move.is_some()
        };
        if is_known {
            self.is_finished = true;
        } else {
            self.worker
                .search(&position, &limits, multipv, &signal, &mut listener);
            let nodes = lines.first().map_or(0, |line| line.nodes);
            let has_more = signal.should_stop() || slice.nodes.is_some_and(|limit| nodes >= limit);
            self.is_finished = !has_more || self.worker.memory_usage().is_full;
        }
        if let Some(exact) = exact_result {
            self.analysis.set_exact(exact);
        }
        self.merge(lines);
    }

    /// Replaces the lines by those of a slice, with nodes and time added up.
    fn merge(&mut self, lines: Vec<SearchInfo>) {
        let (nodes, time) = (self.nodes, self.time);
        let mut analysis = Analysis::new(*self.analysis.position());
        if let Some(exact) = self.analysis.exact() {
            analysis.set_exact(exact.clone());
        }
        for info in lines {
            (self.nodes, self.time) = (nodes + info.nodes, time + info.time);
            analysis.add_info(SearchInfo {
                nodes: self.nodes,
                time: self.time,
                ..info
            });
        }
        if !analysis.lines().is_empty() {
            self.analysis = analysis;
        }
    }

    /// The lines found so far.
    #[must_use]
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Search time so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether further slices have no effect: all is proven, or the memory is full.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Memory of the search in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.worker.memory_usage().bytes
    }

    /// Frees the search memory and keeps the lines. The analysis is finished afterwards.
    pub fn release_memory(&mut self) {
        self.worker.clear();
        self.is_finished = true;
    }
}

impl fmt::Debug for IncrementalAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncrementalAnalysis")
            .field("nodes", &self.nodes)
            .field("is_finished", &self.is_finished)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use amazons::Move;

    use super::*;

    fn position(text: &str) -> Position {
        amazons::notation::parse_position(text).expect("valid position")
    }

    fn engine(multipv: &str) -> Engine {
        let mut engine = Engine::new();
        engine.set_option("MultiPV", multipv).expect("valid option");
        engine
    }

    fn nodes(nodes: u64) -> AnalysisSlice {
        AnalysisSlice {
            time: Duration::from_secs(3_600),
            nodes: Some(nodes),
            threads: 1,
        }
    }

    #[test]
    fn slices_add_up() {
        let start = position("6x6");
        let mut incremental = engine("8").incremental_analysis(&start).expect("a search");
        assert!(incremental.analysis().lines().is_empty());
        let mut depth = 0;
        for slice in 1..=5 {
            incremental.advance(nodes(100));
            assert_eq!(incremental.nodes(), 100 * slice);
            assert_eq!(incremental.analysis().lines().len(), 8);
            assert_eq!(incremental.analysis().lines()[0].nodes, 100 * slice);
            depth = depth.max(incremental.analysis().lines()[0].depth);
        }
        assert!(depth > 1, "a kept tree grows deeper");
        assert!(incremental.memory_bytes() > 0 && !incremental.is_finished());
        let visits = incremental
            .analysis()
            .lines()
            .iter()
            .map(|line| line.visits);
        let visits: Vec<u64> = visits
            .map(|count| count.expect("MCTS counts visits"))
            .collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert!(
            visits.iter().sum::<u64>() <= 500 && visits[0] > 20,
            "{visits:?}"
        );
        let analysis = incremental.analysis().clone();
        incremental.release_memory();
        incremental.advance(nodes(100));
        assert_eq!(
            (incremental.analysis(), incremental.nodes()),
            (&analysis, 500)
        );
    }

    #[test]
    fn every_visit_belongs_to_one_move() {
        let start = position("x...|.#..|..o.|.... b");
        let mut incremental = engine("500")
            .incremental_analysis(&start)
            .expect("a search");
        incremental.advance(nodes(150));
        let lines = incremental.analysis().lines();
        let visits: u64 = lines.iter().filter_map(|line| line.visits).sum();
        assert_eq!(visits, incremental.nodes());
        let mut firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort_unstable_by_key(Move::to_string);
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len());
    }

    #[test]
    fn a_proven_position_is_finished() {
        for (text, multipv) in [
            // No legal move.
            ("x#o b", "3"),
            // Separated: filling without a search.
            ("x..#o|..##.|##### b", "1"),
            // Small enough to be proven.
            ("x..|.#.|..o b", "500"),
        ] {
            let mut incremental = engine(multipv)
                .incremental_analysis(&position(text))
                .expect("a search");
            incremental.advance(nodes(100_000));
            assert!(incremental.is_finished(), "{text}");
            assert!(incremental.analysis().score().is_some(), "{text}");
            let nodes_before = incremental.nodes();
            incremental.advance(nodes(10));
            assert_eq!(incremental.nodes(), nodes_before, "{text}");
        }
    }

    #[test]
    fn a_full_memory_finishes_the_analysis() {
        let mut engine = engine("3");
        engine.set_option("Hash", "1").expect("valid option");
        let mut incremental = engine
            .incremental_analysis(&position("8x8"))
            .expect("a search");
        incremental.advance(nodes(100_000));
        assert!(incremental.is_finished());
        assert!(incremental.memory_bytes() <= 1 << 20);
    }

    #[test]
    fn the_random_player_has_no_analysis() {
        let mut engine = Engine::new();
        engine.set_option("Player", "random").expect("valid option");
        assert!(engine.incremental_analysis(&position("6x6")).is_none());
    }
}
