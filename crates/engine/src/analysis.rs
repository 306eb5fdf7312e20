//! Multi-PV analysis of a position, collected from the events of a search.

use std::io;

use amazons::{Color, Move, Position};
use search::Score;

use crate::endgames::ExactResult;
use crate::engine::Engine;
use crate::events::Event;
use crate::{GoLimits, SearchInfo};

/// A position, the best lines found so far and the exact result, if any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    position: Position,
    /// Best first: the line of `multipv` N is at index N - 1.
    lines: Vec<SearchInfo>,
    /// Proven by exact endgame values.
    exact: Option<ExactResult>,
}

impl Analysis {
    /// Creates an analysis without lines.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            lines: Vec::new(),
            exact: None,
        }
    }

    /// Sets the result proven by exact endgame values.
    pub fn set_exact(&mut self, exact: ExactResult) {
        self.exact = Some(exact);
    }

    /// The result proven by exact endgame values, if any.
    #[must_use]
    pub fn exact(&self) -> Option<&ExactResult> {
        self.exact.as_ref()
    }

    /// Adds a reported line. It replaces the line of its rank (`multipv`) and any lower line with
    /// the same first move. Lines must be added in the order reported.
    pub fn add_info(&mut self, info: SearchInfo) {
        // A position without legal moves has no line.
        let Some(&first_move) = info.pv.first() else {
            return;
        };
        let replaced = info.multipv.saturating_sub(1).min(self.lines.len());
        let mut next_index = 0;
        self.lines.retain(|line| {
            let index = next_index;
            next_index += 1;
            index <= replaced || line.pv[0] != first_move
        });
        match self.lines.get_mut(replaced) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
    }

    /// Replaces all lines.
    pub(crate) fn set_lines(&mut self, lines: Vec<SearchInfo>) {
        self.lines = lines;
    }

    /// The analyzed position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The lines, best first; empty if there is no legal move.
    #[must_use]
    pub fn lines(&self) -> &[SearchInfo] {
        &self.lines
    }

    /// First move of the best line.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }

    /// Score for the side to move, if known; a loss if there is no legal move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        if !self.position.has_legal_move() {
            return Some(Score::Loss { plies: 0 });
        }
        self.lines.first()?.score
    }

    /// Win probability of a side, if known.
    #[must_use]
    pub fn win_probability(&self, side: Color) -> Option<f64> {
        let probability = self.score()?.win_probability();
        Some(if side == self.position.to_move() {
            probability
        } else {
            1.0 - probability
        })
    }
}

impl Engine {
    /// Searches at full strength and returns the best lines; option `MultiPV` sets their number.
    /// Limits apply as in [`best_move`](Self::best_move).
    ///
    /// # Errors
    /// If the search thread cannot be spawned.
    pub fn analyze(&mut self, position: &Position, limits: GoLimits) -> io::Result<Analysis> {
        let (sender, events) = std::sync::mpsc::channel();
        let limits = Self::with_default_limit(position, limits);
        let search = self.start_at_full_strength(position, limits, move |event| {
            // The receiver outlives the search.
            let _ = sender.send(event);
        })?;
        let mut analysis = Analysis::new(*position);
        for event in events {
            match event {
                Event::Info(info) => analysis.add_info(info),
                Event::ExactResult(exact) => analysis.set_exact(exact),
                Event::Book(_) | Event::BestMove(_) => {}
            }
        }
        // Propagates a panic of the search thread.
        let _ = search.wait();
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(multipv: usize, score: i32, pv: &str) -> SearchInfo {
        let moves = pv.split_whitespace().map(|mv| mv.parse().unwrap());
        SearchInfo {
            depth: 1,
            multipv,
            score: Some(Score::Estimate(score)),
            nodes: 1,
            time: Duration::ZERO,
            pv: moves.collect(),
            visits: None,
        }
    }

    #[test]
    fn later_lines_replace_earlier_ones_of_the_same_rank() {
        let mut analysis = Analysis::new(Position::standard_start());
        assert_eq!((analysis.score(), analysis.best_move()), (None, None));
        analysis.add_info(info(1, 100, "d1-d7/g7"));
        analysis.add_info(info(2, 50, "g1-g6/d9"));
        analysis.add_info(info(1, 300, "g1-g6/d9 a7-b7/b1"));
        assert_eq!(
            analysis.lines().len(),
            1,
            "the line of rank 2 moved to rank 1"
        );
        assert_eq!(analysis.score(), Some(Score::Estimate(300)));
        assert_eq!(analysis.best_move(), Some("g1-g6/d9".parse().unwrap()));
        let [black, white] = Color::ALL.map(|side| analysis.win_probability(side).unwrap());
        assert!((white - 0.574).abs() < 0.001, "{white}");
        assert!((black + white - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_position_without_moves_is_lost() {
        let position = amazons::notation::parse_position("x#o b").unwrap();
        let mut analysis = Analysis::new(position);
        analysis.add_info(info(1, 0, ""));
        assert_eq!(analysis.score(), Some(Score::Loss { plies: 0 }));
        assert_eq!(analysis.win_probability(Color::White), Some(1.0));
        assert!(analysis.lines().is_empty());
    }

    #[test]
    fn the_engine_reports_multipv_lines() {
        let position = amazons::notation::parse_position("x...|.#..|..o.|.... b").unwrap();
        let limits = GoLimits::nodes(200);
        for player in ["alpha-beta", "monte-carlo", "network"] {
            let mut engine = Engine::new();
            engine.set_option("Player", player).unwrap();
            engine.set_option("MultiPV", "3").unwrap();
            let analysis = engine.analyze(&position, limits.clone()).unwrap();
            assert_eq!(analysis.lines().len(), 3, "{player}");
            engine.new_game();
            let best_move = engine.best_move(&position, limits.clone()).unwrap();
            assert_eq!(analysis.best_move(), best_move.mv, "{player}");
            for (index, line) in analysis.lines().iter().enumerate() {
                assert_eq!(line.multipv, index + 1, "{player}");
                let mut next = position;
                for &mv in &line.pv {
                    next = next.after(mv).unwrap();
                }
            }
        }
    }
}
