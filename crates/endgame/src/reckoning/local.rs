//! The best moves in one region, whatever lies beside it.

use amazons::{Color, Move};
use combinatorial::{Number, Value};

use super::{Part, Reckoner};
use crate::error::TableError;

/// Moves in a region that leave the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// What is left of the region.
    pub left: Value,
}

impl Reckoner<'_> {
    /// A player's best moves in a region: those that are worth most if every move costs as much as the first one in that region is worth.
    /// Where many regions are about as hot, that is the best way to play in it; what is best in a sum of few, [`choices`](Self::choices)
    /// tell. None if the region is not known exactly.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn best_in_region(
        &mut self,
        part: &Part,
        side: Color,
    ) -> Result<Vec<LocalMoves>, TableError> {
        let Some(value) = part.worth.exactly() else {
            return Ok(Vec::new());
        };
        let tax = self.temperature(value).max(Number::ZERO);
        let mut best: Vec<LocalMoves> = Vec::new();
        let mut most: Option<Number> = None;
        for outcome in self.results(std::slice::from_ref(part), 0, side)? {
            let Some(left) = outcome.left else {
                continue;
            };
            let thermograph = self.values.games().thermograph(left);
            let worth = match side {
                Color::Black => thermograph.right_worth(tax),
                Color::White => -thermograph.left_worth(tax),
            };
            if most.is_none_or(|most| worth > most) {
                best.clear();
                most = Some(worth);
            }
            if most == Some(worth) {
                let moves = outcome.moves;
                match best.iter_mut().find(|known| known.left == left) {
                    Some(known) => known.moves.extend(moves),
                    None => best.push(LocalMoves { moves, left }),
                }
            }
        }
        Ok(best)
    }
}
