//! What a search found in a position, gathered from its events.

use std::io;

use amazons::{Color, Move, Position};

use crate::analysis::{Event, Info, Score};
use crate::exact::Exact;
use crate::facade::Engine;
use crate::limits::Limits;

/// A position and the best lines that a search has found in it so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    position: Position,
    lines: Vec<Info>,
    exact: Option<Exact>,
}

impl Study {
    /// A position in which nothing has been found yet.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            lines: Vec::new(),
            exact: None,
        }
    }

    /// Takes what is known for certain.
    pub fn note_exact(&mut self, exact: Exact) {
        self.exact = Some(exact);
    }

    /// What exact values say for certain, if they say anything.
    #[must_use]
    pub fn exact(&self) -> Option<&Exact> {
        self.exact.as_ref()
    }

    /// Takes what a search tells, in the order in which it tells it.
    pub fn note(&mut self, info: Info) {
        // A position without moves has no line, whatever a player says of it.
        if info.line.is_empty() {
            return;
        }
        let place = (info.rank as usize).saturating_sub(1).min(self.lines.len());
        // A move that has come to the front is no longer where it was.
        let first = info.line[0];
        let mut index = 0;
        self.lines.retain(|line| {
            index += 1;
            index <= place || line.line[0] != first || index == place + 1
        });
        match self.lines.get_mut(place) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The best lines, the best one first. Empty where there is no move.
    #[must_use]
    pub fn lines(&self) -> &[Info] {
        &self.lines
    }

    /// The move that the search prefers.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.line.first().copied()
    }

    /// What the position is worth to the player to move, if that is known. Without a move it is lost.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        if !self.position.has_move() {
            return Some(Score::Loss { plies: 0 });
        }
        self.lines.first()?.score
    }

    /// The chance that a side wins, if it is known.
    #[must_use]
    pub fn chance(&self, side: Color) -> Option<f64> {
        let chance = self.score()?.chance();
        Some(if side == self.position.to_move() {
            chance
        } else {
            1.0 - chance
        })
    }
}

impl Engine {
    /// Searches and waits, as [`answer`](Self::answer) does but always at full strength, and gives the
    /// best lines; the option `MultiPV` says how many.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn study(&mut self, position: &Position, limits: Limits) -> io::Result<Study> {
        let (sender, events) = std::sync::mpsc::channel();
        let limits = Self::bounded(position, limits);
        let search = self.start_at_full_strength(position, limits, move |event| {
            // Nobody has gone away: the receiver is below.
            let _ = sender.send(event);
        })?;
        let mut study = Study::new(*position);
        for event in events {
            match event {
                Event::Info(info) => study.note(info),
                Event::Exact(exact) => study.note_exact(exact),
                Event::Opening(_) | Event::Answer(_) => {}
            }
        }
        // The events are over, so the answer is there; a panic of the search comes through here.
        let _ = search.wait();
        Ok(study)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(rank: u32, score: i32, line: &str) -> Info {
        Info {
            depth: 1,
            rank,
            score: Some(Score::Estimate(score)),
            nodes: 1,
            time: Duration::ZERO,
            visits: None,
            line: line
                .split_whitespace()
                .map(|mv| mv.parse().unwrap())
                .collect(),
        }
    }

    #[test]
    fn later_lines_replace_earlier_ones_of_their_rank() {
        let mut study = Study::new(Position::standard_start());
        assert_eq!((study.score(), study.best_move()), (None, None));
        study.note(info(1, 100, "d1-d7/g7"));
        study.note(info(2, 50, "g1-g6/d9"));
        study.note(info(1, 300, "g1-g6/d9 a7-b7/b1"));
        assert_eq!(study.lines().len(), 1, "the second has become the first");
        assert_eq!(study.score(), Some(Score::Estimate(300)));
        assert_eq!(study.best_move(), Some("g1-g6/d9".parse().unwrap()));
        let [black, white] = Color::ALL.map(|side| study.chance(side).unwrap());
        assert!((white - 0.574).abs() < 0.001, "{white}");
        assert!((black + white - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_move_it_is_lost_whatever_is_found() {
        let position = amazons::notation::parse_position("x#o b").unwrap();
        let mut study = Study::new(position);
        study.note(info(1, 0, ""));
        assert_eq!(study.score(), Some(Score::Loss { plies: 0 }));
        assert_eq!(study.chance(Color::White), Some(1.0));
        assert!(study.lines().is_empty());
    }

    #[test]
    fn an_engine_studies_as_many_lines_as_it_is_told() {
        let position = amazons::notation::parse_position("x...|.#..|..o.|.... b").unwrap();
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        for player in ["alpha-beta", "monte-carlo", "network"] {
            let mut engine = Engine::new();
            engine.set_option("Player", player).unwrap();
            engine.set_option("MultiPV", "3").unwrap();
            let study = engine.study(&position, limits.clone()).unwrap();
            assert_eq!(study.lines().len(), 3, "{player}");
            engine.new_game();
            let answer = engine.answer(&position, limits.clone()).unwrap();
            assert_eq!(study.best_move(), answer.best_move, "{player}");
            for (place, line) in study.lines().iter().enumerate() {
                assert_eq!(line.rank as usize, place + 1, "{player}");
                let mut next = position;
                for &mv in &line.line {
                    next = next.after(mv).unwrap();
                }
            }
        }
    }
}
