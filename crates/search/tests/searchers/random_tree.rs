//! An irregular random game tree with draws and three kinds of moves.

use std::fmt;
use std::ops::ControlFlow;

use game::{Color, Game, MoveKind, Outcome, mix64};
use search::{Evaluator, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomTree {
    seed: u64,
    plies_left: u32,
    to_move: Color,
}

impl RandomTree {
    pub fn new(seed: u64, plies: u32) -> Self {
        Self {
            seed: mix64(seed),
            plies_left: plies,
            to_move: Color::Black,
        }
    }

    fn width(&self) -> u64 {
        match self.plies_left {
            0 => 0,
            // The game ends early at one position in eight.
            _ if self.seed.is_multiple_of(8) => 0,
            _ => 1 + self.seed / 8 % 5,
        }
    }
}

#[derive(Debug)]
pub struct NoNotation;

impl fmt::Display for NoNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a random tree has no notation")
    }
}

impl std::error::Error for NoNotation {}

impl Game for RandomTree {
    const NAME: &'static str = "random tree";
    const MOVE_KINDS: &'static [&'static str] = &["short", "plain", "long"];
    type Move = u8;
    type Undo = u64;
    type ParseError = NoNotation;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn visit_moves<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.width() as u8).try_for_each(visit)
    }

    fn play(&mut self, mv: u8) -> u64 {
        let before = self.seed;
        self.seed = mix64(before ^ u64::from(mv) << 32);
        self.plies_left -= 1;
        self.to_move = !self.to_move;
        before
    }

    fn unplay(&mut self, _: u8, before: u64) {
        self.seed = before;
        self.plies_left += 1;
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.width() == 0).then_some(match self.seed >> 32 & 3 {
            0 => Outcome::Win(Color::Black),
            1 => Outcome::Win(Color::White),
            _ => Outcome::Draw,
        })
    }

    fn key(&self) -> u64 {
        self.seed
    }

    fn move_kind(&self, mv: u8) -> MoveKind {
        MoveKind((mix64(self.seed ^ u64::from(mv)) % 3) as u8)
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

/// Random evaluation with few distinct values, so that many are equal.
#[derive(Clone)]
pub struct RandomValues;

impl Evaluator<RandomTree> for RandomValues {
    fn evaluate(&mut self, position: &RandomTree) -> Value {
        Value::from_millilogits((mix64(position.seed ^ 77) % 41) as i32 * 50 - 1_000)
    }
}
