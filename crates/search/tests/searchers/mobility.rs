//! A cheap evaluator for Amazons, shared by tests and benches.

use amazons::{Position, queen_moves};
use search::{Evaluator, Value};

/// Squares that the own amazons reach in one step minus those of the opponent's.
#[derive(Clone)]
pub struct Mobility;

impl Evaluator<Position> for Mobility {
    fn evaluate(&mut self, position: &Position) -> Value {
        let empty = position.empty_squares();
        let mobility = |color| -> i32 {
            let reach = |from| queen_moves(from, empty).len() as i32;
            position.amazons(color).iter().map(reach).sum()
        };
        let to_move = position.to_move();
        Value::from_millilogits(60 * (mobility(to_move) - mobility(!to_move)))
    }
}
