//! Searches in time slices, for a server that runs many of them.

use std::fmt;
use std::time::Duration;

use amazons::Position;
use search::{SearchLimits, StopSignal};

use crate::analysis::Analysis;
use crate::engine::{Engine, MoveSource};
use crate::events::Event;
use crate::levels::LevelSearch;
use crate::search_control::SearchControl;
use crate::search_worker::SearchWorker;
use crate::time_management::TimeBudget;
use crate::{GoLimits, SearchInfo};

/// Resumable analysis of one position, or search for a move there. It keeps its search tree between
/// slices and has no thread: [`advance`](Self::advance) searches in the caller's.
pub struct IncrementalAnalysis {
    /// `None` once further slices have no effect.
    search: Option<SlicedSearch>,
    multipv: usize,
    analysis: Analysis,
    nodes: u64,
    time: Duration,
}

enum SlicedSearch {
    Worker(SearchWorker),
    /// Takes less than a second, in one slice.
    Level(Box<LevelSearch>, GoLimits),
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
        let search = SlicedSearch::Worker(self.make_worker()?);
        let search = position.has_legal_move().then_some(search);
        Some(IncrementalAnalysis::new(position, search, self.multipv()))
    }

    /// Creates a search for the move that [`start`](Self::start) would play: of the level, the book
    /// or a search at full strength, which the caller limits by its slices. `None` for the random
    /// player.
    #[must_use]
    pub fn incremental_move(
        &mut self,
        position: &Position,
        limits: &GoLimits,
    ) -> Option<IncrementalAnalysis> {
        match self.move_source(position, limits) {
            MoveSource::Book(line) => {
                let mut known = IncrementalAnalysis::new(position, None, 1);
                known.analysis.add_info(line);
                Some(known)
            }
            MoveSource::Level(level) => {
                let search = Some(SlicedSearch::Level(level, limits.clone()));
                Some(IncrementalAnalysis::new(position, search, 1))
            }
            MoveSource::Search { .. } => self.incremental_analysis(position),
        }
    }
}

impl IncrementalAnalysis {
    fn new(position: &Position, search: Option<SlicedSearch>, multipv: usize) -> Self {
        Self {
            search,
            multipv,
            analysis: Analysis::new(*position),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Searches until the slice is used up or the analysis is finished.
    pub fn advance(&mut self, slice: AnalysisSlice) {
        let position = *self.analysis.position();
        let mut exact_result = None;
        let mut lines = Vec::new();
        let mut listener = |event| match event {
            Event::Info(info) => lines = vec![info],
            Event::ExactResult(exact) => exact_result = Some(exact),
            Event::Book(_) | Event::BestMove(_) => {}
        };
        let is_finished = match &mut self.search {
            None => return,
            Some(SlicedSearch::Level(level, limits)) => {
                let budget = TimeBudget::for_move(&position, limits);
                let control = SearchControl::new(limits, budget);
                level.search(&position, &limits.search, control.signal(), &mut listener);
                true
            }
            Some(SlicedSearch::Worker(worker)) => {
                let limits = SearchLimits {
                    nodes: slice.nodes,
                    multipv: self.multipv,
                    threads: Some(slice.threads),
                    final_report_only: true,
                    ..SearchLimits::unlimited()
                };
                let signal = StopSignal::new();
                signal.set_deadline(slice.time);
                let is_first = self.time.is_zero();
                let known = is_first
                    .then(|| worker.known_line(&position, &limits, &signal, &mut listener))
                    .flatten();
                let is_known = known.is_some();
                lines.extend(known);
                is_known || {
                    let result = worker
                        .searcher
                        .search(&position, &limits, &signal, &mut |_| {});
                    lines = result.lines;
                    let is_at_limit = slice.nodes.is_some_and(|limit| result.nodes >= limit);
                    let has_more = signal.should_stop() || is_at_limit;
                    !has_more || worker.searcher.memory_usage().is_full
                }
            }
        };
        if is_finished {
            self.search = None;
        }
        if let Some(exact) = exact_result {
            self.analysis.set_exact(exact);
        }
        self.merge(lines);
    }

    /// Replaces the lines by those of a slice, with nodes and time added up.
    fn merge(&mut self, mut lines: Vec<SearchInfo>) {
        for line in &mut lines {
            line.nodes += self.nodes;
            line.time += self.time;
        }
        if let Some(last) = lines.last() {
            (self.nodes, self.time) = (last.nodes, last.time);
            self.analysis.set_lines(lines);
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
        self.search.is_none()
    }

    /// Memory of the search in bytes; 0 once it is finished.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match &self.search {
            Some(SlicedSearch::Worker(worker)) => worker.searcher.memory_usage().bytes,
            _ => 0,
        }
    }

    /// Frees the search memory and keeps the lines. The analysis is finished afterwards.
    pub fn release_memory(&mut self) {
        self.search = None;
    }
}

impl fmt::Debug for IncrementalAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncrementalAnalysis")
            .field("nodes", &self.nodes)
            .field("is_finished", &self.is_finished())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use amazons::{Game, Move};

    use super::*;

    fn engine(options: &[(&str, &str)]) -> Engine {
        let mut engine = Engine::new();
        for (name, value) in options {
            engine.set_option(name, value).expect("valid option");
        }
        engine
    }

    fn analysis(text: &str, multipv: &str, hash: &str) -> IncrementalAnalysis {
        let engine = engine(&[("MultiPV", multipv), ("Hash", hash)]);
        let position = Position::parse(text).expect("valid position");
        engine.incremental_analysis(&position).expect("a search")
    }

    fn nodes(nodes: u64) -> AnalysisSlice {
        AnalysisSlice {
            time: Duration::from_secs(3_600),
            nodes: Some(nodes),
            threads: 1,
        }
    }

    fn visits(analysis: &Analysis) -> Vec<u64> {
        let visits = analysis.lines().iter().map(|line| line.visits);
        visits.map(|visits| visits.expect("MCTS")).collect()
    }

    #[test]
    fn slices_add_up() {
        let mut incremental = analysis("6x6", "8", "64");
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
        let visits = visits(incremental.analysis());
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert!(visits.iter().sum::<u64>() <= 500, "{visits:?}");
        assert!(visits[0] > 20, "{visits:?}");
        let before = incremental.analysis().clone();
        incremental.release_memory();
        incremental.advance(nodes(100));
        assert_eq!(incremental.analysis(), &before);
        assert_eq!(incremental.nodes(), 500);
    }

    #[test]
    fn every_visit_belongs_to_one_move() {
        let mut incremental = analysis("x...|.#..|..o.|.... b", "500", "64");
        incremental.advance(nodes(150));
        let visits = visits(incremental.analysis());
        assert_eq!(visits.iter().sum::<u64>(), incremental.nodes());
        let lines = incremental.analysis().lines();
        let firsts: HashSet<Move> = lines.iter().map(|line| line.pv[0]).collect();
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
            let mut incremental = analysis(text, multipv, "64");
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
        let mut incremental = analysis("8x8", "3", "1");
        incremental.advance(nodes(100));
        assert!((1..=1 << 20).contains(&incremental.memory_bytes()));
        incremental.advance(nodes(100_000));
        assert!(incremental.is_finished() && incremental.memory_bytes() == 0);
    }

    #[test]
    fn the_random_player_has_no_analysis() {
        let random = engine(&[("Player", "random")]);
        let start = Position::standard_start();
        assert!(random.incremental_analysis(&start).is_none());
    }

    /// The book, two levels and a search at full strength.
    #[test]
    fn moves_are_those_of_a_search_in_its_own_thread() {
        for (level, text) in [
            ("20", "10x10"),
            ("3", "10x10"),
            ("15", "8x8"),
            ("20", "6x6"),
        ] {
            let position = Position::parse(text).expect("valid position");
            let engine = || engine(&[("Level", level), ("Seed", "7")]);
            let limits = GoLimits::nodes(100);
            let incremental = engine().incremental_move(&position, &limits);
            let mut incremental = incremental.expect("a search");
            incremental.advance(nodes(100));
            let best_move = engine().best_move(&position, limits);
            let best_move = best_move.expect("spawned thread").mv;
            assert_eq!(incremental.analysis().best_move(), best_move, "{text}");
            assert_eq!(incremental.is_finished(), (level, text) != ("20", "6x6"));
        }
    }
}
