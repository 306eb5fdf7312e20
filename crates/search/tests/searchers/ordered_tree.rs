//! A tree in which the first move is always the best: the best case of alpha-beta.

use std::ops::ControlFlow;

use game::{Color, Game, Outcome};
use search::{Evaluator, Value};

use crate::random_tree::NoNotation;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderedTree {
    width: u8,
    ply: u32,
    /// Score for the first player. The first move costs nothing, each other one more than all later
    /// moves can regain.
    score: i32,
    /// Difference in cost between two moves of the next ply.
    step: i32,
}

impl OrderedTree {
    pub fn new(width: u8, depth: u32) -> Self {
        Self {
            width,
            ply: 0,
            score: 0,
            step: i32::from(width).pow(depth - 1),
        }
    }
}

impl Game for OrderedTree {
    const NAME: &'static str = "ordered tree";
    type Move = u8;
    type Undo = Self;
    type ParseError = NoNotation;

    fn to_move(&self) -> Color {
        Color::ALL[self.ply as usize % 2]
    }

    fn visit_moves<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.width).try_for_each(visit)
    }

    fn play(&mut self, mv: u8) -> Self {
        let before = self.clone();
        let cost = i32::from(mv) * self.step;
        self.score += match self.to_move() {
            Color::Black => -cost,
            Color::White => cost,
        };
        self.step /= i32::from(self.width);
        self.ply += 1;
        before
    }

    fn unplay(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> u64 {
        unreachable!("one-pass OM search uses no keys")
    }

    fn to_text(&self) -> String {
        String::new()
    }

    fn parse(_: &str) -> Result<Self, NoNotation> {
        Err(NoNotation)
    }

    fn move_to_text(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &str) -> Result<u8, NoNotation> {
        Err(NoNotation)
    }
}

/// Evaluates by the score.
pub struct TreeScore;

impl Evaluator<OrderedTree> for TreeScore {
    fn evaluate(&mut self, position: &OrderedTree) -> Value {
        Value::from_millilogits(match position.to_move() {
            Color::Black => position.score,
            Color::White => -position.score,
        })
    }
}
