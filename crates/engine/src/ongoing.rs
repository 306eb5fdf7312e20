//! A study that goes on in steps: for those who share a machine among many.

use std::fmt;
use std::time::Duration;

use amazons::Position;
use search::Signal;

use crate::analysis::{Event, Info};
use crate::facade::Engine;
use crate::limits::Limits;
use crate::study::Study;
use crate::thinking::Thinker;

/// A study of one position that remembers all it found, so that it can stop at any time and go on later.
/// It has no thread of its own: whoever calls [`advance`](Self::advance) does the thinking.
pub struct OngoingStudy {
    thinker: Thinker,
    lines: usize,
    study: Study,
    nodes: u64,
    time: Duration,
    is_finished: bool,
}

/// How far a study may advance in one go: to the first of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// So long.
    pub time: Duration,
    /// So many positions.
    pub nodes: Option<u64>,
    /// With so many threads, of those that the engine has.
    pub threads: usize,
}

impl Engine {
    /// A study of that position at full strength, as the options say: the searcher, its lines, its memory
    /// and the most threads that it can use. `None` for the random player, who does not think.
    #[must_use]
    pub fn ongoing_study(&self, position: &Position) -> Option<OngoingStudy> {
        Some(OngoingStudy {
            thinker: self.make_thinker()?,
            lines: self.lines(),
            study: Study::new(*position),
            nodes: 0,
            time: Duration::ZERO,
            is_finished: !position.has_move(),
        })
    }
}

impl OngoingStudy {
    /// Thinks, and returns when the step is done or nothing is left to find.
    pub fn advance(&mut self, step: Step) {
        if self.is_finished {
            return;
        }
        let position = *self.study.position();
        let limits = Limits {
            nodes: step.nodes,
            threads: Some(step.threads),
            quiet: true,
            ..Limits::default()
        };
        let signal = Signal::new();
        signal.stop_after(step.time);
        let mut last: Vec<Info> = Vec::new();
        let mut known = None;
        let mut note = |event| {
            let info = match event {
                Event::Info(info) => info,
                Event::Exact(exact) => {
                    known = Some(exact);
                    return;
                }
                Event::Opening(_) | Event::Answer(_) => return,
            };
            // The search reports all its lines at once, again and again.
            if info.rank == 1 {
                last.clear();
            }
            last.push(info);
        };
        let lines = self.lines;
        let is_known = self.time.is_zero() && {
            let answer = self
                .thinker
                .answer_at_once(&position, &limits, lines, &signal, &mut note);
            answer.is_some()
        };
        if is_known {
            self.is_finished = true;
        } else {
            self.thinker
                .think(&position, &limits, lines, &signal, &mut note);
            let nodes = last.first().map_or(0, |info| info.nodes);
            let has_more = signal.is_given() || step.nodes.is_some_and(|limit| nodes >= limit);
            self.is_finished = !has_more || self.thinker.memory().is_full;
        }
        if let Some(exact) = known {
            self.study.note_exact(exact);
        }
        self.take(last);
    }

    /// Takes the lines of a step as those of the whole study.
    fn take(&mut self, lines: Vec<Info>) {
        let (nodes, time) = (self.nodes, self.time);
        let mut study = Study::new(*self.study.position());
        if let Some(exact) = self.study.exact() {
            study.note_exact(exact.clone());
        }
        for info in lines {
            (self.nodes, self.time) = (nodes + info.nodes, time + info.time);
            study.note(Info {
                nodes: self.nodes,
                time: self.time,
                ..info
            });
        }
        if !study.lines().is_empty() {
            self.study = study;
        }
    }

    /// What was found so far.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time spent on it.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether more thinking would find nothing more: all is proved, or the memory is full.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// The bytes that it takes to remember what was found.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.thinker.memory().bytes
    }

    /// Forgets all but the lines, to save memory. The study is finished then: it would have to begin anew.
    pub fn finish(&mut self) {
        self.thinker.forget();
        self.is_finished = true;
    }
}

impl fmt::Debug for OngoingStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OngoingStudy")
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
        amazons::notation::parse_position(text).expect("it is a position")
    }

    fn engine(lines: &str) -> Engine {
        let mut engine = Engine::new();
        engine.set_option("MultiPV", lines).expect("it is a number");
        engine
    }

    fn nodes(nodes: u64) -> Step {
        Step {
            time: Duration::from_secs(3_600),
            nodes: Some(nodes),
            threads: 1,
        }
    }

    #[test]
    fn steps_add_up_to_a_study() {
        let start = position("6x6");
        let mut ongoing = engine("8").ongoing_study(&start).expect("it thinks");
        assert!(ongoing.study().lines().is_empty());
        let mut depth = 0;
        for step in 1..=5 {
            ongoing.advance(nodes(100));
            assert_eq!(ongoing.nodes(), 100 * step);
            assert_eq!(ongoing.study().lines().len(), 8);
            assert_eq!(ongoing.study().lines()[0].nodes, 100 * step);
            depth = depth.max(ongoing.study().lines()[0].depth);
        }
        assert!(depth > 1, "a tree that is kept grows deeper");
        assert!(ongoing.bytes() > 0 && !ongoing.is_finished());
        let visits = ongoing.study().lines().iter().map(|line| line.visits);
        let visits: Vec<u64> = visits.map(|count| count.expect("counted")).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert!(
            visits.iter().sum::<u64>() <= 500 && visits[0] > 20,
            "{visits:?}"
        );
        let lines = ongoing.study().clone();
        ongoing.finish();
        ongoing.advance(nodes(100));
        assert_eq!((ongoing.study(), ongoing.nodes()), (&lines, 500));
    }

    #[test]
    fn every_visit_belongs_to_one_move() {
        let start = position("x...|.#..|..o.|.... b");
        let all = "500";
        let mut ongoing = engine(all).ongoing_study(&start).expect("it thinks");
        ongoing.advance(nodes(150));
        let lines = ongoing.study().lines();
        let visits: u64 = lines.iter().filter_map(|line| line.visits).sum();
        assert_eq!(visits, ongoing.nodes());
        let mut firsts: Vec<Move> = lines.iter().map(|line| line.line[0]).collect();
        firsts.sort_unstable_by_key(Move::to_string);
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len());
    }

    #[test]
    fn it_knows_when_nothing_is_left_to_find() {
        for (text, lines) in [
            // Nobody can move.
            ("x#o b", "3"),
            // Separated: filled without a search.
            ("x..#o|..##.|##### b", "1"),
            // Small enough to be proved.
            ("x..|.#.|..o b", "500"),
        ] {
            let mut ongoing = engine(lines)
                .ongoing_study(&position(text))
                .expect("it thinks");
            ongoing.advance(nodes(100_000));
            assert!(ongoing.is_finished(), "{text}");
            assert!(ongoing.study().score().is_some(), "{text}");
            let nodes_before = ongoing.nodes();
            ongoing.advance(nodes(10));
            assert_eq!(ongoing.nodes(), nodes_before, "{text}");
        }
    }

    #[test]
    fn a_full_memory_ends_it() {
        let mut engine = engine("3");
        engine.set_option("Hash", "1").expect("it is a number");
        let mut ongoing = engine.ongoing_study(&position("8x8")).expect("it thinks");
        ongoing.advance(nodes(100_000));
        assert!(ongoing.is_finished());
        assert!(ongoing.bytes() <= 1 << 20);
    }

    #[test]
    fn chance_does_not_think() {
        let mut engine = Engine::new();
        engine.set_option("Player", "random").expect("it is one");
        assert!(engine.ongoing_study(&position("6x6")).is_none());
    }
}
